// A preview of an export: the first rows of the file to save.

import { useLoaded } from "../../load.ts";
import { words } from "../../messages/index.ts";
import { Table } from "../../ui/index.ts";
import type { Format, Made } from "../export/exporting.ts";
import { firstRows } from "./first_rows.ts";

/** Characters of a column's name from which it may take two lines. */
const LONG = 24;

export function Preview({ made, format }: { readonly made: Made; readonly format: Format }) {
  const { preview } = words.value;
  const { value: sample } = useLoaded(() => firstRows(made.blob, format), [made.blob]);
  if (sample === undefined || sample.header.length === 0) return null;
  const columns = sample.header.map((name, index) => ({ key: String(index), title: name, name: <span class={name.length > LONG ? "long" : undefined}>{name}</span> }));
  return (
    <section class="panel preview" aria-labelledby="preview">
      <header>
        <h2 id="preview">{preview.heading}</h2>
        <p class="lead">{preview.lead(sample.rows.length, made.rows, columns.length)}</p>
      </header>
      <Table label={preview.region} columns={columns} rows={sample.rows} />
    </section>
  );
}
