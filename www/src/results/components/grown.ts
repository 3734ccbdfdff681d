// Which bars have grown by a response that has just arrived: they glow once.

import { useContext, useRef } from "preact/hooks";
import { WorkbenchContext } from "../context.ts";
import type { Bar } from "../models/figure.ts";

/** The counts that were drawn, and of what. */
interface Drawn {
  readonly counts: ReadonlyMap<string, number | null>;
  readonly rule: string;
  /** Responses that were held; null while they were not complete, because a first synchronisation is no news. */
  readonly held: number | null;
}

export interface Grown {
  readonly ids: ReadonlySet<string>;
  /** Another number after each growth: an element with it as its key glows again. */
  readonly times: number;
}

const NONE: Grown = { ids: new Set(), times: 0 };

/** The growth that a figure has drawn last. Counts that rise because other rules apply are none. */
export function useGrown(bars: readonly Bar[]): Grown {
  const workbench = useContext(WorkbenchContext);
  const before = useRef<Drawn | null>(null);
  const grown = useRef<Grown>(NONE);
  if (workbench === null) return NONE;
  const sync = workbench.sync.value;
  const counts = new Map(bars.map(({ id, count }) => [id, count]));
  const last = before.current;
  const held = sync?.complete ? sync.held : null;
  if (last !== null && isSame(last.counts, counts)) {
    // The service's counts are those of the responses, once these are complete.
    if (last.held === null) before.current = { ...last, held };
    return grown.current;
  }
  const now: Drawn = { counts, rule: JSON.stringify(workbench.state.value.rule), held };
  before.current = now;
  grown.current = { ids: grownIds(last, now), times: grown.current.times + 1 };
  return grown.current;
}

/** The bars that have grown, if responses have arrived under the same rules. */
function grownIds(last: Drawn | null, now: Drawn): ReadonlySet<string> {
  if (last === null || last.rule !== now.rule || last.held === null || now.held === null || now.held <= last.held) return NONE.ids;
  return new Set([...now.counts].filter(([id, count]) => (count ?? 0) > (last.counts.get(id) ?? 0)).map(([id]) => id));
}

function isSame(a: Drawn["counts"], b: Drawn["counts"]): boolean {
  return a.size === b.size && [...b].every(([id, count]) => a.get(id) === count);
}
