// The text of a cell of the table.

import type { Cell, ColumnInfo } from "../types.ts";
import { f, t } from "../words.ts";

export function cellText(cell: Cell, { key }: ColumnInfo): string {
  if (cell === null || cell === "") return "";
  if (key === "date_created" || key === "date_modified") return f().moment(String(cell));
  if (key === "seconds") return f().duration(Number(cell));
  if (key === "status") return t().rules.status[String(cell)] ?? String(cell);
  if (key === "language") return f().language(String(cell));
  return typeof cell === "number" ? f().n(cell) : cell;
}
