// The view model of a crosstab: its cells with what their letters mean, and the table as text for other programs.

import { rounded } from "../../rounded.ts";
import type { Crosstab, CrosstabBlock } from "../types.ts";

export interface CrossColumn {
  readonly id: string;
  readonly label: string;
  readonly letter: string | null;
  readonly base: number;
  readonly small: boolean;
  /** Whether a new block begins. */
  readonly first: boolean;
}

/** A column that letters may name. */
type Lettered = Pick<CrossColumn, "label" | "letter">;

/** A letter of a cell in words. */
export interface Meaning {
  readonly column: string;
  readonly other: string;
  readonly level: number;
}

export interface CrossCell {
  readonly count: number;
  readonly percent: number;
  readonly letters: string;
  readonly meanings: readonly Meaning[];
}

export interface CrossRow {
  readonly id: string;
  readonly label: string;
  readonly total: { readonly count: number; readonly percent: number };
  readonly cells: readonly CrossCell[];
  /** Whether some columns were not tested, because too few answers are expected. */
  readonly untested: boolean;
}

/**
 * A mean. Its base is null if it is that of the column: choices without a value, such as "not applicable", are not in
 * it.
 */
export interface CrossMean {
  readonly mean: number | null;
  readonly base: number | null;
}

export interface CrosstabModel {
  readonly blocks: readonly CrosstabBlock[];
  readonly columns: readonly CrossColumn[];
  readonly base: number;
  readonly rows: readonly CrossRow[];
  readonly means: { readonly total: CrossMean; readonly cells: ReadonlyArray<CrossMean & { readonly letters: string; readonly meanings: readonly Meaning[] }> } | null;
  readonly chi: ReadonlyArray<{ readonly title: string; readonly statistic: number; readonly df: number; readonly p: number; readonly v: number; readonly warning: boolean }>;
  readonly notes: readonly string[];
  /** Comparisons a row, over all blocks. */
  readonly comparisons: number;
}

/** A crosstab without tests of significance: of responses that are still arriving, they would say nothing. */
export function withoutTests(crosstab: Crosstab): Crosstab {
  const plain = <T extends { readonly letters: string }>(cells: readonly T[]) => cells.map((cell) => ({ ...cell, letters: "" }));
  return {
    ...crosstab,
    blocks: crosstab.blocks.map((block) => ({ ...block, tested: false, columns: block.columns.map((column) => ({ ...column, letter: null })) })),
    rows: crosstab.rows.map((row) => ({ ...row, cells: plain(row.cells), expected_low: false })),
    ...(crosstab.means && { means: { ...crosstab.means, cells: plain(crosstab.means.cells) } }),
    chi_square: [],
  };
}

/** The model of an answer; `confidence` are the levels of upper and lower case letters. */
export function crosstabOf(crosstab: Crosstab, confidence: readonly number[]): CrosstabModel {
  const columns = crosstab.blocks.flatMap((block) => block.columns.map((column, at) => ({ ...column, first: at === 0 })));
  /** The block of each column: letters name columns of their own block alone. */
  const blockOf = crosstab.blocks.flatMap((block) => block.columns.map(() => block));
  const meanOf = ({ mean, n }: { readonly mean: number | null; readonly n: number }, base: number): CrossMean => ({ mean, base: n === base ? null : n });
  const explain = (letters: string, at: number) => meaningsOf(letters, columns[at]?.label ?? "", blockOf[at]?.columns ?? [], confidence);
  return {
    blocks: crosstab.blocks,
    columns,
    base: crosstab.total.base,
    rows: crosstab.rows.map(({ id, label, total, cells, expected_low = false }) => ({ id, label, total, untested: expected_low, cells: cells.map((cell, at) => ({ ...cell, meanings: explain(cell.letters, at) })) })),
    means: crosstab.means
      ? { total: meanOf(crosstab.means.total, crosstab.total.base), cells: crosstab.means.cells.map((cell, at) => ({ ...meanOf(cell, columns[at]?.base ?? 0), letters: cell.letters, meanings: explain(cell.letters, at) })) }
      : null,
    chi: (crosstab.chi_square ?? []).flatMap((test, at) => (test ? [{ title: crosstab.blocks[at]?.title ?? "", ...test }] : [])),
    notes: crosstab.note,
    comparisons: crosstab.blocks.reduce((sum, { tested, comparisons }) => sum + (tested ? comparisons : 0), 0),
  };
}

/** Letters of more than 26 columns have two: `A`, `B` … `AA`. Between letters there may be spaces. */
export function lettersOf(letters: string, columns: readonly Lettered[]): readonly string[] {
  const known = new Set(columns.map(({ letter }) => letter?.toUpperCase()));
  const hasPairs = [...known].some((letter) => (letter?.length ?? 0) > 1);
  if (!hasPairs || /[\s,]/.test(letters)) return letters.split(hasPairs ? /[\s,]+/ : "").filter((letter) => /\S/.test(letter));
  return letters.match(/[A-Za-z]{1,2}/g) ?? [];
}

/** What the letters of a cell in `column` mean. `columns` are those that it is tested against. */
export function meaningsOf(letters: string, column: string, columns: readonly Lettered[], confidence: readonly number[]): readonly Meaning[] {
  return lettersOf(letters, columns).flatMap((letter) => {
    const other = columns.find((candidate) => candidate.letter?.toUpperCase() === letter.toUpperCase());
    const level = confidence[letter === letter.toUpperCase() ? 0 : 1] ?? confidence[0] ?? 95;
    return other ? [{ column, other: other.label, level }] : [];
  });
}

/**
 * The table as cells: for CSV, sheets and the clipboard. Percentages are numbers with one decimal, followed by their
 * letters. The first line has the titles of the blocks if there are several.
 */
export function crosstabCells(model: CrosstabModel, words: { total: string; base: string; mean: string; meanBase: string; letters: string }, isCount = false): readonly (readonly (string | number | null)[])[] {
  const { blocks, columns, rows, means, base } = model;
  const pair = <T>(make: (column: CrossColumn, at: number) => readonly [T, T]) => columns.flatMap(make);
  const decimals = (mean: number | null) => (mean === null ? null : rounded(mean, 2));
  const shown = ({ count, percent }: { readonly count: number; readonly percent: number }) => (isCount ? count : rounded(percent, 1));
  const titles = blocks.flatMap(({ title, columns }) => columns.flatMap((_, at) => [at === 0 ? title : null, null]));
  return [
    ...(blocks.length > 1 ? [["", null, ...titles]] : []),
    ["", words.total, ...pair(({ label, letter }) => [letter === null ? label : `${label} (${letter})`, words.letters] as const)],
    [words.base, base, ...pair<string | number | null>((column) => [column.base, null])],
    ...rows.map(({ label, total, cells, untested }) => [untested ? `† ${label}` : label, shown(total), ...cells.flatMap((cell) => [shown(cell), cell.letters])]),
    ...(means ? [[words.mean, decimals(means.total.mean), ...means.cells.flatMap(({ mean, letters }) => [decimals(mean), letters])]] : []),
    ...(means && hasBases(means) ? [[words.meanBase, means.total.base ?? base, ...means.cells.flatMap((cell, at) => [cell.base ?? columns[at]?.base ?? null, null])]] : []),
  ];
}

/** Whether a mean has another base than its column. */
function hasBases({ total, cells }: NonNullable<CrosstabModel["means"]>): boolean {
  return [total, ...cells].some(({ base }) => base !== null);
}

type Cells = readonly (readonly (string | number | null)[])[];

/**
 * A text that spreadsheets show as it is, without running or changing anything in it, by the rules of the SDK's export.
 */
function safeText(text: string): string {
  return isMisread(text) ? `'${text}` : text;
}

/** Whether a spreadsheet would run a text, or lose digits of a number: zeros in front, an exponent, or more than 15. */
function isMisread(text: string): boolean {
  const [, whole = "", fraction = "", exponent] = /^-?(\d+)(?:\.(\d+))?(e[+-]?\d+)?$/i.exec(text) ?? [];
  if (whole !== "") return exponent !== undefined || whole.length + fraction.length > 15 || /^0\d/.test(whole);
  return /^(?:[\t\r\n]|[\s\u0085]*[=+\-@\uff1d\uff0b\uff0d\uff20])/.test(text);
}

/** Cells as CSV. */
export function csvOf(cells: Cells): string {
  const cell = (value: string | number | null) => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    const safe = safeText(value);
    return /[",;\t\r\n]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\uFEFF${cells.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/**
 * Cells for the clipboard, separated by tabs. A text has no tab or line break of its own, which would be another cell.
 * One that begins with a quotation mark is quoted: spreadsheets read it so, up to the next mark.
 */
export function tabbedOf(cells: Cells): string {
  const cell = (value: string | number | null) => {
    if (typeof value !== "string") return String(value ?? "");
    const safe = safeText(value).replace(/[\t\r\n]+/g, " ");
    return safe.startsWith('"') ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${cells.map((row) => row.map(cell).join("\t")).join("\n")}\n`;
}
