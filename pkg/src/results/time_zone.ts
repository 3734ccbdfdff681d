/** The offsets of a time zone, as the engine takes them: it has no clock and no table of zones. */

/** From which second of the epoch on which offset applies, in seconds east of UTC. */
export type Offsets = readonly (readonly [from: number, offset: number])[];

/** The first second of which offsets are computed: 2000-01-01. Earlier times have the first offset. */
const FIRST = 946_684_800;

/** Seconds between two looks at the offset. The shortest summer time, in Brazil in 2000, lasted exactly this long. */
const STEP = 7 * 86_400 - 3600;

/** Seconds after now of which offsets are computed. */
const AHEAD = 2 * 366 * 86_400;

const known = new Map<string, Offsets>();

/**
 * The offsets of a zone until two years after `now`, in milliseconds of the epoch; none for UTC. Throws if there is no
 * such zone.
 */
export function offsetsOf(timeZone: string, now: number): Offsets {
  let offsets = known.get(timeZone);
  if (offsets === undefined) known.set(timeZone, (offsets = compute(timeZone, Math.floor(now / 1000) + AHEAD)));
  return offsets;
}

function compute(timeZone: string, end: number): Offsets {
  const offsetAt = clockOf(timeZone);
  const offsets: (readonly [number, number])[] = [[FIRST, offsetAt(FIRST)]];
  for (let before = FIRST; before < end; before += STEP) {
    const last = offsets.at(-1)![1];
    if (offsetAt(before + STEP) !== last) offsets.push(change(offsetAt, before, before + STEP));
  }
  return offsets.length === 1 && offsets[0]![1] === 0 ? [] : offsets;
}

/** The second between two at which the offset changes, and the offset from then on. */
function change(offsetAt: (second: number) => number, before: number, after: number): readonly [number, number] {
  const first = offsetAt(before);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === first) before = middle;
    else after = middle;
  }
  return [after, offsetAt(after)];
}

/** Reads the clock of a zone: its offset at a second. */
function clockOf(timeZone: string): (second: number) => number {
  const numeric = "numeric";
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone, hourCycle: "h23", year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric,
  });
  return (second) => {
    const parts = Object.fromEntries(format.formatToParts(second * 1000).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second: rest = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, rest) / 1000 - second;
  };
}
