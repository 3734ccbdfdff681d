// What a link publishes: finished figures in which numbers of few people are absent. Nothing else leaves the tab.

import { rounded } from "../../rounded.ts";
import { type Bar, type Figure, type Grid, type GridRow, type Part, type Score, figureOf } from "../models/figure.ts";
import type { QuestionResults, SurveyResults } from "../types.ts";
import { roundedBase } from "./round.ts";
import { FEWEST, hideEach, hideInSum, isSmall } from "./suppress.ts";

/** A group of responses, or all of them. */
export interface SharedView {
  /** The name of the group; null for all. */
  readonly name: string | null;
  /** Responses, rounded; null if they are too few. */
  readonly about: number | null;
  readonly figures: readonly Figure[];
}

/**
 * The version of a snapshot. Links live for months: what a later console cannot show as before is of the next version.
 */
export const SNAPSHOT = 1;

export interface Snapshot {
  readonly version: typeof SNAPSHOT;
  readonly title: string;
  /** In words, which responses were counted; null for all. */
  readonly rules: string | null;
  /** When the responses were counted. */
  readonly as_of: string;
  readonly ends_at: string;
  readonly views: readonly SharedView[];
  /** Whether some number is hidden. */
  readonly hides: boolean;
  /** Present if all numbers are rounded to five, because a group is small. */
  readonly rounds?: true;
}

/** Questions whose results can be published: texts and uploaded files never are. */
function canShare({ kind }: Pick<QuestionResults, "kind">): boolean {
  return kind === "choices" || kind === "rows" || kind === "menus" || kind === "numbers";
}

/** The view of a group: chosen questions without the numbers of few people. */
export function sharedView(name: string | null, results: SurveyResults, questions: readonly string[], isStars: (id: string) => boolean): SharedView {
  const { responses } = results;
  if (responses < FEWEST) return { name, about: null, figures: [] };
  const chosen = results.questions.filter((question) => questions.includes(question.id) && canShare(question));
  return { name, about: roundedBase(responses), figures: chosen.map((question) => hide(figureOf(question, isStars(question.id)))) };
}

/** Whether anything is left to see. */
export function isEmpty({ views }: Pick<Snapshot, "views">): boolean {
  return views.every(({ figures }) => figures.every(({ n }) => n === null));
}

/** Whether a figure hides a number. */
export function hidesNumbers({ notes }: Figure): boolean {
  return notes.some(({ code }) => code === "hidden" || code === "too_few");
}

/** The figure without the numbers of few people, and without those that are not published at all. */
export function hide(figure: Figure): Figure {
  const safe = { ...figure, skipped: null, in_view: null, notes: figure.notes.filter(({ code }) => code === "multiple") };
  const n = figure.n ?? 0;
  if (n < FEWEST) return withoutNumbers(safe);
  const part = hidePart(figure, n);
  if (part === null) return withoutNumbers(safe);
  const isWhole = JSON.stringify(part.part) === JSON.stringify(part.full);
  if (isWhole) return { ...safe, part: part.part, scores: roundedScores(figure.scores) };
  // A mean is one more equation about the hidden counts, so it goes with them.
  return { ...safe, part: part.part, scores: [], notes: [...safe.notes, { code: "hidden" }] };
}

function withoutNumbers(figure: Figure): Figure {
  const bars = (all: readonly Bar[]) => all.map(({ id, label }) => ({ id, label, count: null, base: null }));
  const { part } = figure;
  const empty: Part =
    part.kind === "bars"
      ? { kind: "bars", bars: bars(part.bars) }
      : part.kind === "grids"
        ? { ...part, grids: part.grids.map((grid) => ({ ...grid, rows: grid.rows.map(({ id, label, cells }) => ({ id, label, base: null, cells: bars(cells), mean: null, place: null })) })) }
        : { kind: "stats", rows: [] };
  return { ...figure, n: null, part: empty, scores: [], notes: [...figure.notes, { code: "too_few" }] };
}

/** The part with its numbers hidden, and the part with all of them, `full`. */
function hidePart({ part, multiple, subtype }: Figure, n: number): { readonly part: Part; readonly full: Part } | null {
  if (part.kind === "bars") {
    const base = part.bars[0]?.base ?? n;
    const bars = isSmall(n - base) ? null : hideBars(part.bars, base, multiple);
    return bars === null ? null : { part: { kind: "bars", bars }, full: { kind: "bars", bars: part.bars.map(plainBar) } };
  }
  if (part.kind === "grids") {
    const full: Part = { ...part, grids: part.grids.map((grid) => ({ ...grid, rows: grid.rows.map(plainRow) })) };
    const grids = part.grids.map((grid) => hideGrid(grid, multiple, n));
    const isHidden = JSON.stringify(grids) !== JSON.stringify(full.kind === "grids" ? full.grids : []);
    // Each place of a ranking is given once, so its columns add up too: one hidden cell would follow from its column.
    if (subtype === "ranking" && isHidden) return null;
    return { part: { ...part, grids }, full };
  }
  if (part.kind === "stats") {
    // The smallest and the largest number are those of one person.
    const rows = part.rows.filter((row) => row.n >= FEWEST && !isSmall(n - row.n)).map(({ bins: _bins, ...row }) => ({ ...row, min: null, max: null, mean: row.mean === null ? null : round(row.mean), median: round(row.median), std: row.std === null ? null : round(row.std) }));
    return rows.length === 0 ? null : { part: { kind: "stats", rows }, full: { kind: "stats", rows } };
  }
  return null;
}

function hideBars(bars: readonly Bar[], base: number, multiple: boolean): readonly Bar[] | null {
  const counts = bars.map(({ count }) => count ?? 0);
  // Who answered without a choice, by a comment, is known by subtraction: a group like the others.
  const rest = Math.max(0, base - counts.reduce((sum, count) => sum + count, 0));
  const hidden = multiple ? hideEach(counts, base) : hideInSum([...counts, rest], base);
  return hidden === null ? null : bars.map((bar, at) => ({ ...plainBar(bar), count: hidden[at] ?? null }));
}

function hideGrid(grid: Grid, multiple: boolean, n: number): Grid {
  return {
    ...grid,
    rows: grid.rows.map((row): GridRow => {
      // Who left the row out is a group too: where each person picks one, the cells tell how many they are.
      const tellsRest = !multiple && isSmall(n - (row.base ?? 0));
      const cells = tellsRest ? null : hideBars(row.cells, multiple ? n : (row.base ?? 0), multiple);
      if (cells === null) return { id: row.id, label: row.label, base: null, cells: row.cells.map(({ id, label }) => ({ id, label, count: null, base: null })), mean: null, place: null };
      const isWhole = cells.every(({ count }) => count !== null);
      // Where each person may pick several, those who answered the row bound a hidden count, and those who did not are
      // a group.
      const tells = multiple && (!isWhole || isSmall(n - (row.base ?? 0)));
      return { ...plainRow(row), cells, ...(!isWhole && { mean: null, place: null }), ...(tells && { base: null }) };
    }),
  };
}

function plainBar(bar: Bar): Bar {
  return { id: bar.id, label: bar.label, count: bar.count, base: bar.base, ...(bar.deleted && { deleted: true }), ...(bar.na && { na: true }) };
}

function plainRow(row: GridRow): GridRow {
  return { id: row.id, label: row.label, base: row.base, cells: row.cells.map(plainBar), mean: row.mean === null ? null : round(row.mean), place: row.place === null ? null : round(row.place), ...(row.deleted && { deleted: true }) };
}

/**
 * Scores follow from the counts that are shown. They are rounded once, here, as on the screens; shares, which have more
 * or fewer decimals there, are not.
 */
function roundedScores(scores: readonly Score[]): readonly Score[] {
  return scores.map((score) => (score.code === "nps" ? { ...score, value: rounded(score.value, 0), nps: { ...score.nps, score: rounded(score.nps.score, 0), margin: rounded(score.nps.margin, 1) } } : isShare(score) ? score : { ...score, value: round(score.value) }));
}

function isShare({ code }: Score): boolean {
  return code === "top2" || code === "bottom2";
}

function round(value: number): number {
  return rounded(value, 2);
}
