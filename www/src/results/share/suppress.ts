// Which counts a link may tell: no number of fewer than five people, and none that gives one away by subtraction.
//
// The answers to a single choice add up to their base, which is shown. So where a count of 1 to 4 is hidden, more are
// hidden with it, until none of them can be solved for, not even by a reader who knows this rule. All hidden counts
// look alike: a mark that says "under five" for one and "other" for the next would tell how the two share their sum.
// Counts of the same size are hidden together, because the choice of one of them by its place would tell that the
// others are not smaller.

/** The fewest people that a number may be about. */
export const FEWEST = 5;

/** How many values a hidden count must be able to have, for all that can be known. */
const CANDIDATES = 3;

/**
 * The counts of choices of which each person picks one. Null is hidden; null for all is "too few". `base` are the
 * people who answered.
 */
export function hideInSum(counts: readonly number[], base: number): readonly (number | null)[] | null {
  if (base < FEWEST) return null;
  let limit = FEWEST - 1;
  if (!counts.some((count) => isSmall(count))) return counts;
  for (;;) {
    const isHidden = (count: number) => count > 0 && count <= limit;
    const hidden = counts.filter(isHidden);
    const shown = counts.filter((count) => count > limit);
    if (isSafe(hidden, Math.min(...shown))) return counts.map((count) => (isHidden(count) ? null : count));
    // What is not safe with all of them hidden cannot be shown at all.
    if (shown.length === 0) return null;
    limit = Math.min(...shown);
  }
}

/** The counts of choices of which each person may pick several: they have no fixed sum, so each is judged by itself. */
export function hideEach(counts: readonly number[], base: number): readonly (number | null)[] | null {
  if (base < FEWEST) return null;
  // A count of almost all is as revealing as a count of few: those who did not pick it are a small group too.
  return counts.map((count) => (isSmall(count) || isSmall(base - count) ? null : count));
}

/** Whether a number is about fewer people than may be shown. */
export function isSmall(count: number): boolean {
  return count > 0 && count < FEWEST;
}

/**
 * Whether hidden counts with a known sum stay hidden. What can be known of them: how many there are, that none is zero,
 * that one at least is small, and that all are below the smallest count that is shown.
 */
function isSafe(hidden: readonly number[], smallestShown: number): boolean {
  const { length } = hidden;
  if (length < 2) return false;
  const sum = hidden.reduce((total, count) => total + count, 0);
  const most = Math.min(smallestShown - 1, sum);
  let candidates = 0;
  for (let value = 1; value <= most; value += 1) {
    const rest = sum - value;
    const others = length - 1;
    const fits = rest >= others && rest <= others * most;
    // Unless the value itself is small, one of the others must be.
    const leavesSmall = value < FEWEST || rest - (FEWEST - 1) <= (others - 1) * most;
    if (fits && leavesSmall) candidates += 1;
  }
  return candidates >= CANDIDATES;
}
