// A table in a region that scrolls, so that the page itself never does sideways.

import type { ComponentChildren } from "preact";

/** A column: its name, and the whole of a name that is cut. */
export interface Column {
  readonly key: string;
  readonly name: ComponentChildren;
  readonly title?: string;
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

export function Table({ label, columns, rows }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="sheet">
        <thead>
          <tr>
            {columns.map(({ key, name, title }) => (
              <th key={key} scope="col" title={title}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} title={typeof cell === "string" && cell.length > 40 ? cell : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
