// Names and values. Rows without a value are omitted.

import type { ComponentChildren } from "preact";
import { instant } from "../instant.ts";
import { words } from "../messages/index.ts";

/** A row: its name and its value. */
export type Fact = readonly [name: string, value: ComponentChildren];

export function Facts({ rows, strip = false }: { readonly rows: readonly Fact[]; readonly strip?: boolean }) {
  return (
    <dl class={strip ? "facts strip" : "facts"}>
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The day of a date of the API; its title is the minute. */
export function Day({ date: text }: { readonly date: string | null | undefined }) {
  const date = instant(text);
  if (date === null) return null;
  const { format } = words.value;
  return (
    <time dateTime={date.toISOString()} title={format.minute(date)}>
      {format.day(date)}
    </time>
  );
}
