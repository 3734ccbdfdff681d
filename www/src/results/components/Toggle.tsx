// A choice of a few, all of them visible: radio buttons that look like one control.

import { useId } from "preact/hooks";

interface ToggleProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly (readonly [value: V, label: string])[];
  readonly onChoose: (value: V) => void;
}

export function Toggle<V extends string>({ label, value, options, onChoose }: ToggleProps<V>) {
  const name = useId();
  return (
    <fieldset class="toggle">
      <legend class="visually-hidden">{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChoose(option)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
