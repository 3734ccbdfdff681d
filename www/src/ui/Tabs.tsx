// Views of one thing, each with an address of its own: links, because the address is the state.

/** A view: its label and address. */
export interface Tab {
  readonly label: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ label, address, isCurrent }) => (
        <a key={address} href={address} aria-current={isCurrent ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
