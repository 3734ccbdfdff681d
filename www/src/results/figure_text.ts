// The texts of a figure: its base, and the number of a bar.

import type { Measure } from "./url_state.ts";
import { type Bar, type Figure, type FilledRow, type Score, type StatsRow, share } from "./models/figure.ts";
import type { DateHistogram } from "./types.ts";
import { f, t } from "./words.ts";

/** How many answered, and how many did not. */
export function baseOf({ n, skipped }: Figure): string {
  if (n === null) return t().figure.tooFew;
  return skipped === null ? t().figure.base(n, f().count(n)) : t().figure.baseSkipped(n, f().count(n), f().count(skipped));
}

/** The number of a bar. */
export function shown(bar: Bar, figure: Pick<Figure, "in_view">, measure: Measure): string {
  if (bar.count === null) return t().figure.hidden;
  if (measure === "count") return f().count(bar.count);
  const value = share(bar, figure, measure);
  return value === null ? "–" : f().percent(value, (measure === "all" ? figure.in_view : bar.base) ?? 0);
}

/** The periods of a histogram of dates as bars. A single period shows nothing that the number of dates does not. */
export function barsOfDates({ count: base, dates }: FilledRow, { subtype }: Figure): readonly Bar[] {
  if (dates === undefined || dates.bins.length < 2) return [];
  return dates.bins.map(({ from, to, count }) => ({ id: from, label: subtype === "time_only" ? f().hour(from) : periodText(dates.by, from, to), count, base }));
}

/** A period; a week and a decade by their first and their last day or year. */
function periodText(by: DateHistogram["by"], from: string, to: string): string {
  const last = new Date(Date.parse(to) - 1).toISOString();
  if (by === "week") return t().rules.between(f().tick(from, "day", true), f().bucket(last, "day", true));
  if (by === "decade") return t().rules.between(f().bucket(from, "year", true), f().bucket(last, "year", true));
  return f().bucket(from, by, true);
}

/** The bins of a histogram as bars, each with the place in the list as its id. */
export function barsOfBins({ n, bins = [] }: StatsRow): readonly Bar[] {
  return bins.map(({ from, to, count }, at) => {
    const [first, last] = [f().exact(from), f().exact(to)];
    return { id: `${at}`, label: first === last ? first : t().rules.between(first, last), count, base: n };
  });
}

/** The value of a score. */
export function scoreText(score: Score): string {
  if (score.code === "nps") return f().score(score.value);
  if (score.code === "top2" || score.code === "bottom2") return f().percent(score.value, score.n);
  return f().fixed(score.value, 2);
}
