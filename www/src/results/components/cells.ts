// The text of a cell of the table.

import type { Index } from "../design.ts";
import type { Cell, TableColumn } from "../types.ts";
import { f, t } from "../words.ts";

export function cellText(cell: Cell, { key }: TableColumn, index: Index | null): string {
  if (cell === null || cell === "") return "";
  if (key === "date_created" || key === "date_modified") return f().moment(String(cell));
  if (key === "seconds") return f().duration(Number(cell));
  if (key === "status") return t().rules.status[String(cell)] ?? String(cell);
  if (key === "language") return f().languageName(String(cell));
  if (key === "collector" && index !== null) return index.collector(String(cell));
  return typeof cell === "number" ? f().exact(cell) : cell;
}
