// The requests that are left, once a response has reported them. When a window has ended, the gateway is asked again.

import { useEffect } from "preact/hooks";
import { words } from "../messages/index.ts";
import { type QuotaNow, quota, refreshQuota, session } from "../session.ts";

/** Milliseconds after the end of a window at which its successor is known everywhere. */
const MARGIN = 500;

/** Milliseconds until the next request where the clock of the service says that a window has ended already. */
const PATIENCE = 60_000;

/** Milliseconds that a minute and a day last. */
const LENGTHS = [60_000, 86_400_000] as const;

export function QuotaLine() {
  const known = session.value?.signed_in === true ? quota.value : undefined;
  useRefreshed(known);
  if (known === undefined) return <p id="quota" hidden />;
  const { minute, day } = known;
  const { frame } = words.value;
  const isUnlimited = minute.limit === Infinity && day.limit === Infinity;
  const left = isUnlimited
    ? frame.quotaUnlimited
    : frame.quotaWindows(frame.quotaLeft(minute.remaining, minute.limit), frame.quotaLeft(day.remaining, day.limit));
  return <p id="quota">{frame.quota(left)}</p>;
}

/**
 * Milliseconds from now to the end of the window that ends first of those of which something was used; undefined if
 * nothing was. No window lasts longer than its length, however far the clock of the service is ahead.
 */
export function restOf({ minute, day }: QuotaNow, now: number): number | undefined {
  const rests = [minute, day].flatMap(({ limit, remaining, resets_at }, at) => (remaining < limit ? [Math.min(resets_at.getTime() - now, LENGTHS[at] ?? 0)] : []));
  return rests.length === 0 ? undefined : Math.min(...rests);
}

/** Refreshes the quota at the end of a window of which something was used, and when the tab is shown after that. */
function useRefreshed(known: QuotaNow | undefined): void {
  useEffect(() => {
    const now = Date.now();
    const rest = known && restOf(known, now);
    if (rest === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const refresh = () => void refreshQuota(signal);
    const timer = setTimeout(refresh, rest > 0 ? rest + MARGIN : PATIENCE);
    // Timers of a computer that sleeps are late.
    const onVisible = () => void (document.visibilityState === "visible" && Date.now() > now + rest && refresh());
    document.addEventListener("visibilitychange", onVisible, { signal });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [known]);
}
