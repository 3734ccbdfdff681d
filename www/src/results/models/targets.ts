// What a crosstab can have in its rows and columns: countable questions, row by row, and what the service knows of a
// response.

import { type Index, hasChoices } from "../design.ts";
import type { Banner, QuestionPart } from "../types.ts";

export interface Target {
  /** The key of a menu's option. */
  readonly key: string;
  readonly number: number;
  readonly heading: string;
  /** The row and column within the question. */
  readonly within: string | null;
  readonly stub: QuestionPart;
}

/** The questions whose choices can be counted; each row of a matrix, and each cell of a matrix of menus, by itself. */
export function targets(index: Index): readonly Target[] {
  return index.questions.filter(hasChoices).flatMap((question) => {
    const { id, number, heading, rows, columns, form } = question;
    const make = (stub: QuestionPart, within: string | null): Target => ({ key: keyOf(stub), number, heading, within, stub });
    if (form === "one" || form === "many") return [make({ question: id }, null)];
    const visible = rows.filter(({ deleted }) => !deleted);
    if (form !== "menus") return visible.map((row) => make({ question: id, row: row.id }, visible.length > 1 ? row.label : null));
    return visible.flatMap((row) => columns.filter(({ deleted }) => !deleted).map((column) => make({ question: id, row: row.id, column: column.id }, [row.label, column.label].filter(Boolean).join(", "))));
  });
}

export function keyOf({ question, row, column }: QuestionPart): string {
  return [question, row ?? "", column ?? ""].join(":");
}

/** Fields of a response that can be columns. */
export const FIELDS = ["status", "collector", "language", "mode"] as const;
export const SPANS = ["week", "month", "quarter"] as const;

/** The key of a banner in a menu. */
export function bannerKey(banner: Banner): string {
  if ("question" in banner) return `q:${keyOf(banner)}`;
  if ("field" in banner) return `f:${banner.field}`;
  if ("variable" in banner) return `v:${banner.variable}`;
  if ("time" in banner) return `t:${banner.time.by}`;
  return "g";
}
