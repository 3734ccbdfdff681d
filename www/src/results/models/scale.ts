// Ticks that people count in, and the pixels of a value.

/**
 * Round values from about `low` to about `high`, at most `most` steps: 0, 20, 40 … rather than 0, 17, 34 …. The steps
 * are not smaller than `least`.
 */
export function ticks(low: number, high: number, most = 5, least = 0): readonly number[] {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, ([1, 2, 5, 10].find((factor) => factor * power >= rough - 1e-12) ?? 10) * power);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The decimals that the labels of ticks need. */
export function decimalsOf([first = 0, second = 1]: readonly number[]): number {
  // Ticks that differ by the rounding of numbers alone are equal.
  return Math.min(12, Math.max(0, -Math.floor(Math.log10(second - first) + 1e-9)));
}

/** Maps values from `low` to `high` onto pixels from `start` to `end`. */
export function scale(low: number, high: number, start: number, end: number): (value: number) => number {
  const width = high - low || 1;
  return (value) => start + ((value - low) / width) * (end - start);
}

/** Where a label of a width is anchored: in the middle of its place, or at an edge that it would otherwise leave. */
export function anchored(x: number, width: number, room: number): { readonly x: number; readonly anchor: "start" | "middle" | "end" } {
  if (x - width / 2 < 0) return { x: 0, anchor: "start" };
  return x + width / 2 > room ? { x: room, anchor: "end" } : { x, anchor: "middle" };
}

/** Places along an axis on which labels do not collide: every first, second, fifth … of `count` where `fit` fit. */
export function every(count: number, fit: number): number {
  if (count <= fit) return 1;
  const least = count / Math.max(1, fit);
  return [2, 3, 4, 5, 7, 10, 14, 20, 28, 50, 100, 200, 500, 1000].find((step) => step >= least) ?? Math.ceil(least);
}
