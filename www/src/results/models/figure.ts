// The view model of a question's results: plain data that the screen, the print, SVG, sheets and shared links draw
// alike.

import { rounded } from "../../rounded.ts";
import type { Bin, ChoiceResult, DateHistogram, Nps, OtherResult, QuestionResults, RowResult, Stats } from "../types.ts";

/** One bar: a choice with its count. A number is null where it is hidden. */
export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly count: number | null;
  readonly base: number | null;
  readonly deleted?: boolean;
  readonly na?: boolean;
}

export interface GridRow {
  readonly id: string;
  readonly label: string;
  readonly base: number | null;
  readonly cells: readonly Bar[];
  readonly mean: number | null;
  readonly place: number | null;
  readonly deleted?: boolean;
}

export interface Grid {
  readonly id: string | null;
  readonly label: string | null;
  readonly rows: readonly GridRow[];
  /** Whether the column of menus that it shows was deleted. */
  readonly deleted?: boolean;
}

export interface StatsRow extends Pick<Stats, "n" | "median"> {
  readonly id: string;
  readonly label: string | null;
  /** Null in a link with rounded numbers. */
  readonly mean: number | null;
  readonly std: number | null;
  /** Null where they are hidden: they would be the numbers of one person. */
  readonly min: number | null;
  readonly max: number | null;
  /** The histogram; absent where the numbers are the service's, or of a shared link. */
  readonly bins?: readonly Bin[];
}

export interface FilledRow {
  readonly id: string;
  readonly label: string;
  readonly count: number | null;
  /** The histogram of the dates; absent where the numbers are the service's. */
  readonly dates?: DateHistogram;
}

/** What is drawn. */
export type Part =
  | { readonly kind: "bars"; readonly bars: readonly Bar[] }
  | { readonly kind: "grids"; readonly grids: readonly Grid[]; readonly ramp: boolean }
  | { readonly kind: "stats"; readonly rows: readonly StatsRow[] }
  | { readonly kind: "filled"; readonly rows: readonly FilledRow[] }
  | { readonly kind: "texts"; readonly count: number | null }
  | { readonly kind: "files"; readonly count: number | null };

/** The score of a recommendation that has answers. */
interface ScoredNps extends Nps {
  readonly score: number;
  readonly margin: number;
}

export type Score =
  | { readonly code: "mean" | "median" | "std" | "top2" | "bottom2"; readonly value: number; readonly n: number }
  | { readonly code: "nps"; readonly value: number; readonly n: number; readonly nps: ScoredNps };

export type Note = { readonly code: "multiple" | "other" | "not_reached" | "hidden" | "too_few" | "mixed"; readonly n?: number };

export interface Figure {
  readonly id: string;
  readonly number: number;
  readonly page: number;
  readonly title: string;
  readonly family: string;
  readonly subtype: string;
  /** Responses that answer the question; null where a link does not tell. */
  readonly n: number | null;
  readonly skipped: number | null;
  readonly in_view: number | null;
  readonly multiple: boolean;
  readonly stars: boolean;
  readonly notes: readonly Note[];
  readonly scores: readonly Score[];
  readonly part: Part;
}

/**
 * The figure of a question. Percentages "of all" are of those who answered and those who skipped it: a chart that
 * filters the others has more in view.
 */
export function figureOf(question: QuestionResults, stars = false): Figure {
  return {
    id: question.id,
    number: question.number,
    page: question.page,
    title: question.heading,
    family: question.family,
    subtype: question.subtype,
    n: question.answered,
    skipped: question.skipped,
    in_view: question.answered + question.skipped,
    multiple: question.multiple,
    stars,
    notes: notesOf(question),
    scores: scoresOf(question),
    part: partOf({ ...question, ...(question.rows && { rows: question.rows.map((row) => ({ ...row, label: row.label || question.heading })) }) }),
  };
}

function notesOf({ multiple, has_mean, other, not_reached, kind, choices, rows }: QuestionResults): Note[] {
  const notes: Note[] = [];
  if (multiple && (kind === "choices" || kind === "rows")) notes.push({ code: "multiple" });
  if (not_reached !== null && not_reached > 0) notes.push({ code: "not_reached", n: not_reached });
  if (!multiple && !has_mean && weightedInPart(choices ?? rows?.[0]?.choices ?? [])) notes.push({ code: "mixed" });
  if (other && !other.is_choice && other.count > 0) notes.push({ code: "other", n: other.count });
  return notes;
}

function scoresOf({ nps, stats, has_mean, boxes, multiple, kind, rows }: QuestionResults): Score[] {
  // The mean of a recommendation adds nothing to its score.
  if (nps) {
    const { n, score, margin } = nps;
    return score === null || margin === null ? [] : [{ code: "nps", value: score, n, nps: { ...nps, score, margin } }];
  }
  const only = kind === "rows" && rows?.length === 1 ? rows[0]?.stats : kind === "choices" ? stats : null;
  if (multiple || !only || !has_mean) return [];
  const found = statsScores(only);
  if (boxes) found.push({ code: "top2", value: boxes.top2, n: only.n }, { code: "bottom2", value: boxes.bottom2, n: only.n });
  return found;
}

/** Whether only some of the choices have a weight. */
function weightedInPart(choices: readonly ChoiceResult[]): boolean {
  const counted = choices.filter(({ is_na, deleted }) => !is_na && !deleted);
  const count = counted.filter(({ weight }) => weight !== null).length;
  return count > 0 && count < counted.length;
}

function statsScores(stats: Stats | null | undefined): Score[] {
  if (!stats || stats.n === 0) return [];
  return [{ code: "mean", value: stats.mean, n: stats.n }, { code: "median", value: stats.median, n: stats.n }];
}

function partOf(question: QuestionResults): Part {
  const { kind, answered, rows = [] } = question;
  const only = rows[0];
  switch (kind) {
    case "choices":
      return { kind: "bars", bars: barsOf(question.choices ?? [], question.other, answered) };
    case "rows":
      // One row needs no grid: ratings with stars, emoji and smileys have one without a text.
      if (rows.length === 1 && only?.choices && !question.multiple) return { kind: "bars", bars: barsOf(only.choices, null, only.answered) };
      return { kind: "grids", ramp: !question.multiple, grids: [{ id: null, label: null, rows: gridRows(seen(rows).map((row) => ({ row: question.has_mean ? row : { ...row, stats: null }, choices: row.choices ?? [], base: row.choices?.[0]?.base ?? row.answered }))) }] };
    case "menus":
      return { kind: "grids", ramp: false, grids: menuGrids(rows) };
    case "numbers":
      return { kind: "stats", rows: statsRows(question) };
    case "files":
      return { kind: "files", count: question.texts ?? answered };
    case "dates":
      return { kind: "filled", rows: seen(rows).map(({ id, label, answered: count, dates }) => ({ id, label, count, ...(dates && { dates }) })) };
    default:
      if (rows.length > 0) return { kind: "filled", rows: seen(rows).map((row) => ({ id: row.id, label: row.label, count: row.texts ?? row.answered })) };
      return { kind: "texts", count: question.texts ?? answered };
  }
}

/** Deleted choices come last, as long as they were picked. */
function barsOf(choices: readonly ChoiceResult[], other: OtherResult | null | undefined, answered: number): readonly Bar[] {
  const last = other?.is_choice ? [{ ...other, base: answered, is_na: false }] : [];
  const bars = seen([...choices, ...last]).map(barOf);
  return [...bars.filter((bar) => !bar.deleted), ...bars.filter((bar) => bar.deleted)];
}

function barOf({ id, label, count, base, deleted, is_na }: Omit<ChoiceResult, "weight">): Bar {
  return { id, label, count, base, ...(deleted && { deleted }), ...(is_na && { na: is_na }) };
}

function seen<T extends { readonly deleted: boolean; readonly count?: number; readonly answered?: number }>(options: readonly T[]): readonly T[] {
  return options.filter(({ deleted, count, answered }) => !deleted || (count ?? answered ?? 0) > 0);
}

interface RowChoices {
  readonly row: RowResult;
  readonly choices: readonly ChoiceResult[];
  readonly base: number;
}

/** Rows with the same cells: a deleted choice is a column if any row has it, and the other rows have it with nobody. */
function gridRows(rows: readonly RowChoices[]): readonly GridRow[] {
  const columns = new Map<string, ChoiceResult>();
  for (const { choices } of rows) for (const choice of seen(choices)) if (!columns.has(choice.id)) columns.set(choice.id, choice);
  const inOrder = [...columns.values()].sort((one, other) => Number(one.deleted) - Number(other.deleted));
  return rows.map(({ row, choices, base }) => ({
    id: row.id,
    label: row.label,
    base,
    cells: inOrder.map((column) => {
      const own = choices.find(({ id }) => id === column.id);
      return barOf(own ?? { ...column, count: 0, base: choices[0]?.base ?? base });
    }),
    mean: row.stats && row.stats.n > 0 && row.average_place == null ? row.stats.mean : null,
    place: row.average_place ?? null,
    ...(row.deleted && { deleted: true }),
  }));
}

/** A matrix of menus is one grid a column: each column has choices of its own. */
function menuGrids(rows: readonly RowResult[]): readonly Grid[] {
  const columns = new Map(rows.flatMap((row) => seen(row.columns ?? []).map((column) => [column.id, column] as const)));
  return [...columns.values()].map(({ id, label, deleted }) => ({
    id,
    label,
    ...(deleted && { deleted }),
    rows: gridRows(seen(rows).flatMap((row) => {
      const cell = row.columns?.find((column) => column.id === id);
      return cell ? [{ row: { ...row, stats: null }, choices: cell.choices, base: cell.answered }] : [];
    })),
  }));
}

function statsRows({ id, stats, bins, rows = [] }: QuestionResults): readonly StatsRow[] {
  if (stats && rows.length === 0) return [{ id, label: null, ...stats, ...(bins && { bins }) }];
  return rows.flatMap(({ id, label, stats, bins }) => (stats ? [{ id, label, ...stats, ...(bins && { bins }) }] : []));
}

/** What percentages of a figure are of. */
export function share(bar: Bar, figure: Pick<Figure, "in_view">, measure: "percent" | "count" | "all"): number | null {
  const base = measure === "all" ? figure.in_view : bar.base;
  if (bar.count === null || base === null) return null;
  return base > 0 ? (100 * bar.count) / base : 0;
}

/** What the columns of copied numbers are called. */
export interface CellWords {
  readonly n: string;
  readonly answer: string;
  readonly count: string;
  /** The name of the share. */
  readonly percent: string;
  readonly mean: string;
  readonly median: string;
  readonly std: string;
}

/** The numbers of a figure as cells, for the clipboard: label, count, and the percent of `measure` with one decimal. */
export function cellsOf(figure: Figure, measure: "percent" | "all", words: CellWords): readonly (readonly (string | number)[])[] {
  const { part, title } = figure;
  const percent = (bar: Bar) => {
    const value = share(bar, figure, measure);
    return value === null ? "" : rounded(value, 1);
  };
  const row = (bar: Bar) => [bar.label, bar.count ?? "", percent(bar)];
  const head = [[title, words.n, figure.n ?? ""], [words.answer, words.count, words.percent]];
  switch (part.kind) {
    case "bars":
      return [...head, ...part.bars.map(row)];
    case "grids":
      return [...head, ...part.grids.flatMap((grid) => grid.rows.flatMap((own) => own.cells.map((cell) => row({ ...cell, label: [grid.label, own.label, cell.label].filter(Boolean).join(" – ") }))))];
    case "stats":
      return [[title, words.n, words.mean, words.median, words.std], ...part.rows.map(({ label, n, mean, median, std }) => [label ?? "", n, mean ?? "", median, std ?? ""])];
    case "filled":
      return [[title, words.n, figure.n ?? ""], ...part.rows.map(({ label, count }) => [label, count ?? ""])];
    default:
      return [[title, part.count ?? ""]];
  }
}
