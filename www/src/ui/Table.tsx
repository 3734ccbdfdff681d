// A table in a region that scrolls, so that the page itself never does sideways.

import type { ComponentChildren } from "preact";

/** A column: its name and how its cells are aligned. */
export interface Column {
  readonly key: string;
  readonly name: ComponentChildren;
  readonly title?: string;
  readonly isNumber?: boolean;
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Whether the first cell of a row names it. */
  readonly hasRowNames?: boolean;
}

export function Table({ label, columns, rows, hasRowNames = false }: TableProps) {
  const classOf = (index: number) => (columns[index]?.isNumber ? "number" : undefined);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="sheet">
        <thead>
          <tr>
            {columns.map(({ key, name, title }, index) => (
              <th key={key} scope="col" title={title} class={classOf(index)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) =>
                hasRowNames && index === 0 ? (
                  <th key={index} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={index} class={classOf(index)} title={typeof cell === "string" && cell.length > 40 ? cell : undefined}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
