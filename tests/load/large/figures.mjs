// Times of statements, and the tables in which they are printed.

import { say } from "../../../scripts/run.mjs";
import { quantile } from "../shared/service.mjs";

/** A statement that takes longer than this is measured once. */
const SLOW_MS = 1000;
const TIMES = 7;

/** Milliseconds of `work`: of its first run, and the median of the next ones. */
export function timed(work) {
  const once = () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  const first = once();
  if (first > SLOW_MS) return { first, median: first };
  return { first, median: quantile(Array.from({ length: TIMES }, once), 0.5) };
}

/** A number with three digits that count. */
export function short(number) {
  if (number === undefined) return "";
  if (number >= 100) return Math.round(number).toLocaleString("en");
  return number >= 10 ? number.toFixed(1) : number >= 1 ? number.toFixed(2) : number.toFixed(3);
}

/** A table under a heading; the first cell of each row is wide. */
export function table(heading, columns, rows) {
  say(`\n${heading}`);
  const line = ([first, ...cells]) => say(`  ${first.padEnd(62)}${cells.map((cell) => String(cell ?? "").padStart(13)).join("")}`);
  line(["", ...columns]);
  rows.forEach(([first, ...cells]) => line([first, ...cells.map((cell) => (typeof cell === "number" ? short(cell) : cell))]));
}

/** The median, the 99th percentile and the maximum of some times. */
export const spread = (times) => [quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)];
