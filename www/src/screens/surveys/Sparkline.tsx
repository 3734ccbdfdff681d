// The responses of a survey over the days on which it was listed, as a line that is as small as a word.

import { words } from "../../messages/index.ts";
import type { DayCount } from "./visits.ts";

const WIDTH = 72;
const HEIGHT = 20;

/** Space for the width of the line and the dot at its end. */
const EDGE = 2.5;

/** Is drawn once the numbers of two days are known. */
export function Sparkline({ days }: { readonly days: readonly DayCount[] }) {
  const { surveys } = words.value;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const counts = days.map(([, responses]) => responses);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const x = (day: number) => EDGE + ((day - first[0]) / (last[0] - first[0])) * (WIDTH - 2 * EDGE);
  // A number that has not changed is a line at the bottom.
  const y = (responses: number) => HEIGHT - EDGE - (most === least ? 0 : ((responses - least) / (most - least)) * (HEIGHT - 2 * EDGE));
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={surveys.sparkline(first[1], last[1], last[0] - first[0])}>
      <polyline points={days.map(([day, responses]) => `${x(day).toFixed(1)},${y(responses).toFixed(1)}`).join(" ")} />
      <circle cx={x(last[0])} cy={y(last[1])} r={2} />
    </svg>
  );
}
