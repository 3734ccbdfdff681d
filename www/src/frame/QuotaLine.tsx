// The requests that are left, once a response has reported them. When a window has ended, the gateway is asked again.

import { useEffect } from "preact/hooks";
import { words } from "../messages/index.ts";
import { type QuotaNow, quota, refreshQuota, session } from "../session.ts";

/** Milliseconds after the end of a window at which its successor is known everywhere. */
const MARGIN = 500;

/** Milliseconds until the next request where the clock of the service says that a window has ended already. */
const PATIENCE = 60_000;

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

/** Refreshes the quota at the end of a window of which something was used, and when the tab is shown after that. */
function useRefreshed(known: QuotaNow | undefined): void {
  useEffect(() => {
    const used = known === undefined ? [] : [known.minute, known.day].filter(({ limit, remaining }) => remaining < limit);
    if (used.length === 0) return;
    const end = Math.min(...used.map(({ resets_at }) => resets_at.getTime()));
    const leaving = new AbortController();
    const { signal } = leaving;
    const refresh = () => void refreshQuota(signal);
    const rest = end - Date.now();
    const timer = setTimeout(refresh, rest > 0 ? rest + MARGIN : PATIENCE);
    // Timers of a computer that sleeps are late.
    const onVisible = () => void (document.visibilityState === "visible" && Date.now() > end && refresh());
    document.addEventListener("visibilitychange", onVisible, { signal });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [known]);
}
