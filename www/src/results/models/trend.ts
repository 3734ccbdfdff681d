// The view model of a trend: counts as columns, or a score as a line with its band.

import type { Rule, Trend, TrendBucket } from "../types.ts";

/** Points with fewer answers are hollow: their score moves with each answer. */
const FEW = 10;

export interface Point {
  readonly from: string;
  readonly to: string;
  /** Responses, or answers to the question. */
  readonly n: number;
  /** The count or the score; null is a gap. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly hollow: boolean;
  readonly current: boolean;
}

export type Measured = "count" | "nps" | "mean";

export interface TrendModel {
  readonly measured: Measured;
  readonly points: readonly Point[];
  /** Whether empty spans are left out. */
  readonly sparse: boolean;
}

/** The trend of the count, or of the score of a question: its recommendation score if it has one, else its mean. */
export function trendOf({ buckets, sparse = false }: Trend, isScore: boolean): TrendModel {
  const measured: Measured = !isScore ? "count" : buckets.some(({ nps }) => nps !== null) ? "nps" : "mean";
  return { measured, points: buckets.map((bucket) => pointOf(bucket, measured)), sparse };
}

function pointOf({ from, to, count, n, mean, nps, margin, current = false }: TrendBucket, measured: Measured): Point {
  if (measured === "count") return { from, to, n: count, value: count, low: null, high: null, hollow: false, current };
  const value = n > 0 ? (measured === "nps" ? nps : mean) : null;
  const hasBand = value !== null && margin !== null;
  // No recommendation score is beyond 100. The ends of a scale of weights are not known here.
  const most = measured === "nps" ? 100 : Infinity;
  return { from, to, n, value, low: hasBand ? Math.max(-most, value - margin) : null, high: hasBand ? Math.min(most, value + margin) : null, hollow: n < FEW, current };
}

/** Lines without gaps: runs of neighbouring points that have a value. */
export function runs(points: readonly Point[]): readonly (readonly number[])[] {
  const found: number[][] = [];
  points.forEach((point, at) => {
    if (point.value === null) return;
    const last = found.at(-1);
    if (last !== undefined && last.at(-1) === at - 1 && points[at - 1]?.to === point.from) last.push(at);
    else found.push([at]);
  });
  return found;
}

/** Neighbours that a chart draws as one mark, because it has room for fewer marks than there are points. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  /** The point that is drawn: the one with the highest value. */
  readonly at: number;
}

/** The marks of points, at most `most` of them. */
export function marksOf(points: readonly Point[], most: number): readonly Mark[] {
  const size = Math.max(1, Math.ceil(points.length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, number) => {
    const from = number * size;
    const to = Math.min(points.length, from + size);
    let at = from;
    for (let place = from + 1; place < to; place += 1) if ((points[place]?.value ?? -Infinity) > (points[at]?.value ?? -Infinity)) at = place;
    return { from, to, at };
  });
}

/**
 * The points that have a dot: at most one of each mark. Where several share a mark, only those without a line have one.
 */
export function dotsOf(points: readonly Point[], marks: readonly Mark[]): readonly number[] {
  if (marks.length === points.length) return points.flatMap(({ value }, at) => (value === null ? [] : [at]));
  const alone = new Set(runs(points).flatMap((run) => (run.length === 1 ? run : [])));
  return marks.flatMap(({ from, to, at }) => {
    const places = Array.from({ length: to - from }, (_, offset) => from + offset).filter((place) => alone.has(place));
    return places.includes(at) ? [at] : places.slice(0, 1);
  });
}

/** The condition for the time from one point to another, both included. */
export function spanOf(points: readonly Point[], a: number, b: number): Rule | null {
  const first = points[Math.min(a, b)];
  const last = points[Math.max(a, b)];
  return first && last ? { created: { from: first.from, to: last.to } } : null;
}
