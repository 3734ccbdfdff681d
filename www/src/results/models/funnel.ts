// The view model of the drop-off: per page who came, who stayed and who left.

import type { Funnel } from "../types.ts";

export interface Step {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly reached: number;
  readonly left: number;
  /** Percent of those who began that reached the page, and that left on it. */
  readonly percent: number;
  readonly percent_left: number;
  /** The page on which most people leave. */
  readonly is_worst: boolean;
}

/**
 * The pages of a funnel. Those who began and neither completed nor left on a page ended in another way: overquota,
 * disqualified.
 */
export function stepsOf({ began, pages }: Funnel): readonly Step[] {
  const most = Math.max(0, ...pages.map(({ left }) => left));
  const worst = pages.filter(({ left }) => left === most).length === 1 ? most : null;
  return pages.map(({ id, number, title, reached, left, percent }) => ({
    id, number, title, reached, left, percent,
    percent_left: began > 0 ? (100 * left) / began : 0,
    is_worst: left > 0 && left === worst,
  }));
}

export function endedOtherwise({ began, completed, pages }: Funnel): number {
  return Math.max(0, began - completed - pages.reduce((sum, { left }) => sum + left, 0));
}
