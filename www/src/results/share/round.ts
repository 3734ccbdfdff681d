// Numbers of a link with a small group, or of a second link, rounded to five: bases that differ by a few people would
// tell how many did not answer, and exact counts of two links which choices those picked who came between them.

import type { Bar, Figure, GridRow, StatsRow } from "../models/figure.ts";
import { FEWEST } from "./suppress.ts";

/** If a group of a link has fewer people, all numbers of the link are rounded. */
const SMALL_GROUP = 20;

/** Whether the numbers of a link are rounded, for the sizes of its groups. */
export function areRounded(sizes: readonly number[]): boolean {
  return sizes.some((size) => size < SMALL_GROUP);
}

/** A base that does not tell how it differs from another one by a few people. */
export function roundedBase(base: number): number {
  return Math.round(base / FEWEST) * FEWEST;
}

/**
 * The published figure with rounded numbers. Scores and means of choices are left out: they are equations about the
 * exact counts.
 */
export function roundFigure(figure: Figure): Figure {
  const { part, multiple } = figure;
  return {
    ...figure,
    n: baseOrNull(figure.n),
    scores: [],
    part:
      part.kind === "bars"
        ? { ...part, bars: roundBars(part.bars, multiple) }
        : part.kind === "grids"
          ? { ...part, grids: part.grids.map((grid) => ({ ...grid, rows: grid.rows.map((row) => roundRow(row, multiple)) })) }
          : part.kind === "stats"
            ? { ...part, rows: part.rows.map(roundStats) }
            : part,
  };
}

function baseOrNull(base: number | null): number | null {
  return base === null ? null : roundedBase(base);
}

/**
 * A count of a base. It is rounded at the scale of the rounded base, so that its percentage stays near the exact one.
 */
function roundedCount(count: number, base: number): number {
  return base === 0 ? 0 : roundedBase((count / base) * roundedBase(base));
}

/**
 * Counts that add up to their base, rounded so that they add up to the rounded base: another sum would tell in which
 * direction the base was rounded. All are rounded down, and then those that lost most are rounded up.
 */
function roundedSum(counts: readonly number[]): readonly number[] {
  const base = counts.reduce((sum, count) => sum + count, 0);
  if (base === 0) return counts;
  const steps = counts.map((count) => (count / base) * (roundedBase(base) / FEWEST));
  // The tolerance keeps a whole number of steps whole.
  const down = steps.map((step) => Math.floor(step + 1e-9));
  const missing = roundedBase(base) / FEWEST - down.reduce((sum, step) => sum + step, 0);
  const lost = steps.map((step, at) => ({ at, by: step - (down[at] ?? 0) })).sort((one, other) => other.by - one.by || one.at - other.at);
  const up = new Set(lost.slice(0, missing).map(({ at }) => at));
  return down.map((step, at) => FEWEST * (step + (up.has(at) ? 1 : 0)));
}

function roundBars(bars: readonly Bar[], multiple: boolean): readonly Bar[] {
  const base = bars[0]?.base ?? 0;
  const counts = bars.map(({ count }) => count ?? 0);
  // What is hidden, and who answered without a choice, is one more count.
  const rest = Math.max(0, base - counts.reduce((sum, count) => sum + count, 0));
  const rounded = multiple ? counts.map((count) => roundedCount(count, base)) : roundedSum([...counts, rest]);
  return bars.map((bar, at) => ({ ...bar, count: bar.count === null ? null : (rounded[at] ?? null), base: baseOrNull(bar.base) }));
}

function roundRow(row: GridRow, multiple: boolean): GridRow {
  return { ...row, base: baseOrNull(row.base), cells: roundBars(row.cells, multiple), mean: null, place: null };
}

/**
 * Of the statistics of numbers only the median is left, with two digits. Means and standard deviations of two links
 * would tell the number of a person between them, the better the more unusual it is.
 */
function roundStats(row: StatsRow): StatsRow {
  return { ...row, n: roundedBase(row.n), mean: null, std: null, median: Number(row.median.toPrecision(2)) };
}
