// The header of the table: a click sorts, with ⇧ as a further key.

import type { Sort, TableColumn } from "../types.ts";
import { t } from "../words.ts";

interface TableHeadProps {
  readonly columns: readonly TableColumn[];
  readonly sort: readonly Sort[];
  readonly onSort: (key: string, adding: boolean) => void;
}

export function TableHead({ columns, sort, onSort }: TableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, label }, place) => {
          const at = sort.findIndex((part) => part.key === key);
          const order = sort[at]?.order;
          return (
            <th key={key} scope="col" aria-colindex={place + 1} aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : "none"} title={label}>
              <button type="button" onClick={(event) => onSort(key, event.shiftKey)}>
                <bdi>{t().table.fields[key] ?? label}</bdi>
                {order !== undefined && (
                  <span aria-hidden="true">
                    {order === "asc" ? "↑" : "↓"}
                    {sort.length > 1 ? at + 1 : ""}
                  </span>
                )}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
