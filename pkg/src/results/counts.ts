/** How many responses syncs have changed. */

import type { SyncResult } from "./types.js";

/** Nothing was changed. */
export const NOTHING: SyncResult = { added: 0, changed: 0, removed: 0, requests: 0 };

export function isChange({ added, changed, removed }: SyncResult): boolean {
  return added + changed + removed > 0;
}

export function sumOf(one: SyncResult, other: SyncResult): SyncResult {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    removed: one.removed + other.removed,
    requests: one.requests + other.requests,
  };
}
