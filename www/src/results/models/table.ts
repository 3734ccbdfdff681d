// The table of responses: which columns it shows, which rows are in the window, and what identifies respondents.

import type { Sort, TableColumn } from "../types.ts";

/** Height of a row in pixels; the style sheet has the same. Rows of one height make the window arithmetic. */
export const ROW = 36;

/** Rows that are asked for at once. */
export const BLOCK = 60;

/** The tallest content that browsers draw truly; longer tables scroll in steps of several rows a pixel. */
export const TALLEST = 10_000_000;

/** Columns that identify a person. */
const IDENTITIES = new Set(["email", "first_name", "last_name", "ip"]);

export function isIdentity(key: string): boolean {
  return IDENTITIES.has(key);
}

/** The columns that a table opens with. */
const USUAL = ["date_created", "status", "seconds"];
const FIRST_QUESTIONS = 6;

/** The keys of the columns that are shown: those chosen that exist, and the usual ones if none are chosen. */
export function shownKeys(columns: readonly TableColumn[], chosen: readonly string[] | null): readonly string[] {
  const known = new Set(columns.map(({ key }) => key));
  const wanted = chosen?.filter((key) => known.has(key)) ?? [];
  if (wanted.length > 0) return wanted;
  const questions = columns.filter(({ key }) => key.startsWith("question:")).slice(0, FIRST_QUESTIONS);
  return [...USUAL.filter((key) => known.has(key)), ...questions.map(({ key }) => key)];
}

/** The order after a click on a header: ascending, then descending; with `adding` as a further key. */
export function sortBy(sort: readonly Sort[], key: string, adding = false): readonly Sort[] {
  const at = sort.findIndex((part) => part.key === key);
  const before = sort[at];
  const next: Sort = { key, order: before?.order === "asc" ? "desc" : "asc" };
  if (!adding) return [next];
  return at < 0 ? [...sort, next] : sort.map((part, index) => (index === at ? next : part));
}

export interface Window {
  /** The first row that is drawn, and the first one that is not. */
  readonly from: number;
  readonly to: number;
  /** Pixels before and after the rows. */
  readonly before: number;
  readonly after: number;
  /** The first and last row that is seen, from 1; 0 and 0 without rows. */
  readonly first: number;
  readonly last: number;
}

/** The rows for a position of the scroll bar, with some outside of the view. */
export function windowOf(scroll: number, height: number, total: number, margin = 12): Window {
  const full = total * ROW;
  const tall = Math.min(full, TALLEST);
  const scale = tall < full ? (full - height) / Math.max(1, tall - height) : 1;
  const top = Math.max(0, Math.min(scroll * scale, full - height));
  const seen = Math.ceil(height / ROW);
  const start = Math.floor(top / ROW);
  const from = Math.max(0, start - margin);
  const to = Math.min(total, start + seen + margin);
  const before = scale === 1 ? from * ROW : Math.max(0, Math.min(scroll - (start - from) * ROW, tall - (to - from) * ROW));
  const after = Math.max(0, tall - before - (to - from) * ROW);
  const last = Math.min(total, Math.floor((top + height) / ROW));
  return { from, to, before, after, first: total === 0 ? 0 : start + 1, last };
}

/** The window that is printed: the first rows, without places for others. */
export function printedWindow(rows: number): Window {
  return { from: 0, to: rows, before: 0, after: 0, first: Math.min(1, rows), last: rows };
}

/** The scroll position that brings a row into view, from the present one. */
export function scrollTo(row: number, scroll: number, height: number, total: number): number {
  const full = total * ROW;
  const scale = full > TALLEST ? (full - height) / Math.max(1, TALLEST - height) : 1;
  const top = scroll * scale;
  if (row * ROW < top) return (row * ROW) / scale;
  if ((row + 1) * ROW > top + height) return ((row + 1) * ROW - height) / scale;
  return scroll;
}

/** The blocks that a window needs. */
export function blocksOf({ from, to }: Pick<Window, "from" | "to">): readonly number[] {
  const blocks: number[] = [];
  for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block += 1) blocks.push(block);
  return blocks;
}
