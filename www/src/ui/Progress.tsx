// A progress bar with the text that says the same. Without a total it is indeterminate.

interface ProgressProps {
  readonly label: string;
  readonly text: string;
  readonly done?: number | undefined;
  readonly total?: number | undefined;
  readonly id?: string;
}

export function Progress({ label, text, done, total, id }: ProgressProps) {
  const isKnown = done !== undefined && total !== undefined && Number.isFinite(total) && total > 0;
  return (
    <>
      <p class="progress-text">{text}</p>
      <progress id={id} aria-label={label} {...(isKnown && { max: total, value: done })} />
    </>
  );
}
