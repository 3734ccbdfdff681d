// One line that says how many responses are here, as of when, and what the fetch is doing.

import { useEffect, useRef } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button } from "../../ui/index.ts";
import { interval, isAnnounced, isOnline, refreshNow } from "../live.ts";
import { quota } from "../../session.ts";
import { parts } from "../rules.ts";
import type { ResultsState } from "../types.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { type Here, useHere } from "./Parts.tsx";

export function SyncLine() {
  const workbench = useWorkbench();
  const state = workbench.sync.value;
  const here = useHere();
  useAnnouncedNetwork(state && sentenceOf(state, here));
  // Once the button is there, it stays, also while it has no effect: with it would go the keyboard's focus.
  const mayRefresh = useRef(false);
  mayRefresh.current ||= state !== null && (state.complete || !state.syncing);
  if (state === null) {
    return (
      <div class="sync-line">
        <p class="counts">
          <Counts state={null} />
        </p>
        <p class="sync-state">
          <span>{t().loading}</span>
          <Report />
        </p>
        <Room as_of={null} />
      </div>
    );
  }
  return (
    <div class="sync-line">
      <p class="counts">
        <Counts state={state} />
      </p>
      <p class="sync-state" data-complete={state.complete}>
        <span>{sentenceOf(state, here)}</span>
        {state.complete && !state.syncing && <News live={isAnnounced.value} />}
        <QuotaLeft />
        <Report />
        {mayRefresh.current && (
          <Button weight="quiet" onClick={() => void refreshNow(workbench)} aria-keyshortcuts="r">
            {t().sync.refresh}
          </Button>
        )}
        {state.syncing && !state.complete && state.total !== null && state.total > 0 && (
          <progress aria-label={t().sync.progress} max={state.total} value={state.held} />
        )}
      </p>
      <Room as_of={state.as_of} />
    </div>
  );
}

/** Announces that the network has gone or is back. */
function useAnnouncedNetwork(sentence: string | null): void {
  const said = useRef(isOnline.value);
  useEffect(() => {
    if (said.current === isOnline.value || sentence === null) return;
    said.current = isOnline.value;
    announce(sentence);
  });
}

/** The line once all responses are here, not to be seen: it keeps the place, so that nothing below moves then. */
function Room({ as_of }: { readonly as_of: string | null }) {
  return (
    <p class="sync-room" aria-hidden="true">
      <span>{t().sync.complete(f().when(as_of ?? new Date().toISOString()))}</span>
      <News live={isAnnounced.value ?? false} />
      <QuotaLeft />
      <span class="button quiet">{t().sync.refresh}</span>
    </p>
  );
}

/** All responses, those that pass the rules, and how many are here while they are not all. */
function Counts({ state }: { readonly state: ResultsState | null }) {
  const workbench = useWorkbench();
  const { rule } = workbench.state.value;
  // Nothing is counted where nothing is.
  const counted = state?.complete && state.held === 0 ? { count: 0, all: 0 } : workbench.counted.value;
  const served = workbench.serviceCounts.rollups.value;
  const fromService = workbench.origin.value === "service" && served?.rule === JSON.stringify(rule) ? served.results.responses : null;
  const inView = fromService ?? counted?.count ?? null;
  const total = state?.complete ? (counted?.all ?? null) : workbench.totalOf(Math.max(inView ?? 0, counted?.all ?? 0));
  const m = t().counts;
  if (parts(rule).length > 0 && inView !== null && total !== null) return <strong>{m.of(f().count(inView), f().count(total), total)}</strong>;
  const atLeast = inView === null ? null : Math.max(inView, counted?.all ?? 0);
  const shown = parts(rule).length > 0 ? inView : (total ?? atLeast);
  if (shown === null) return null;
  const isSoFar = state?.complete === false && total === null && shown !== fromService;
  return <strong>{(isSoFar ? m.soFar : m.responses)(shown, f().count(shown))}</strong>;
}

function sentenceOf(state: ResultsState, here: Here): string {
  const m = t().sync;
  const held = f().count(here.held);
  const total = here.total === null ? null : f().count(here.total);
  const as_of = state.as_of === null ? null : f().when(state.as_of);
  if (!isOnline.value) return as_of === null ? m.offlineEmpty : m.offline(as_of);
  if (state.resumes_at !== null) return m.paused(f().when(state.resumes_at.toISOString()), held, total);
  if (state.syncing && !state.complete) {
    const until = state.progress?.until;
    const isFar = until !== undefined && until.getTime() - Date.now() > 5000;
    return m.fetching(held, total, isFar ? f().when(until.toISOString()) : null);
  }
  if (state.syncing) return as_of === null ? m.checking : m.checkingAsOf(as_of);
  if (state.complete && as_of !== null) return m.complete(as_of);
  return state.total === null ? m.nothing : m.stopped(held, total);
}

/** What is to be said of the last export. */
function Report() {
  const { report } = useWorkbench();
  return report.value === null ? null : <span class="report">{report.value}</span>;
}

/** How new responses come to be shown, once the gateway has said whether the service announces them. */
function News({ live }: { readonly live: boolean | null }) {
  if (live === null || !isOnline.value) return null;
  const wait = interval(live, quota.value?.day);
  return <span>{wait === null ? t().sync.live : t().sync.every(wait / 1000)}</span>;
}

/** The requests that are left today, where the account has a limit. */
function QuotaLeft() {
  const day = quota.value?.day;
  if (day === undefined || day.limit === Infinity) return null;
  return <span class="quota-left">{t().sync.quota(f().count(day.remaining), f().count(day.limit))}</span>;
}
