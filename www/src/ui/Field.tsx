// Fields of forms: a label, its control, and a hint or an error that is read with it.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** What a control needs to belong to its field. */
export interface Described {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": "true" | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: (described: Described) => ComponentChildren;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": note === undefined ? undefined : `${id}-hint`, "aria-invalid": error === undefined ? undefined : "true" })}
      {note !== undefined && (
        <p class={error === undefined ? "hint" : "hint wrong"} id={`${id}-hint`} role={error === undefined ? undefined : "alert"}>
          {note}
        </p>
      )}
    </div>
  );
}

interface SelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly (readonly [value: V, label: string])[];
  readonly onChoose: (value: V) => void;
  readonly id?: string;
  /** Whether the label is only for screen readers. */
  readonly quiet?: boolean;
}

/** A menu with its label in front. */
export function Select<V extends string>({ label, value, options, onChoose, id, quiet = false }: SelectProps<V>) {
  return (
    <label class="select">
      <span class={quiet ? "visually-hidden" : undefined}>{label}</span>
      <select id={id} value={value} onChange={({ currentTarget }) => options.some(([known]) => known === currentTarget.value) && onChoose(currentTarget.value as V)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
