// A button with a list of commands below it. Arrows move in it, Escape and a click elsewhere close it.

import { useEffect, useId, useRef, useState } from "preact/hooks";

export interface MenuItem {
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly act: () => void;
}

interface MenuProps {
  readonly label: string;
  /** Shows dots in place of the label. */
  readonly quiet?: boolean;
  readonly items: readonly (MenuItem | null)[];
}

export function Menu({ label, quiet = false, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const commands = items.filter((item) => item !== null);
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [isOpen]);
  if (commands.length === 0) return null;

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const keydown = (event: KeyboardEvent) => {
    const list = [...(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = list.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (event.key === "Tab") return setOpen(false);
    else if (to !== undefined) list.at(to % list.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={root} onKeyDown={isOpen ? keydown : undefined}>
      <button type="button" ref={button} class={quiet ? "button quiet menu-dots" : "button"} aria-haspopup="menu" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} aria-label={quiet ? label : undefined} onClick={() => setOpen(!isOpen)}>
        {quiet ? <span aria-hidden="true">⋯</span> : label}
      </button>
      {isOpen && (
        <div class="menu-list" role="menu" id={id} aria-label={label}>
          {commands.map(({ label: text, hint, keys, act }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-keyshortcuts={keys}
              onClick={() => {
                close();
                act();
              }}
            >
              <span>{text}</span>
              {hint !== undefined && <span class="hint">{hint}</span>}
              {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
