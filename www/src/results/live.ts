// Hears of new answers: from the gateway's events, which cost no request to the service, and otherwise by asking again.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { announce } from "../frame/announcer.ts";
import { accepted, reachGateway } from "../gateway.ts";
import { askGateway, quota } from "../session.ts";
import { f, t } from "./words.ts";
import type { Workbench } from "./workbench.ts";

/** Whether the browser has a network. */
export const isOnline = signal(typeof navigator === "undefined" || navigator.onLine);

/**
 * Whether answers are announced by the service, so that new ones appear by themselves; null until the gateway has said
 * so.
 */
export const isAnnounced = signal<boolean | null>(null);

if (typeof window !== "undefined") {
  for (const name of ["online", "offline"]) addEventListener(name, () => (isOnline.value = navigator.onLine));
}

/**
 * Milliseconds between two questions to the gateway. With the way to the service and back, a new answer shows within
 * ten seconds.
 */
const LISTEN = 5_000;

/** Milliseconds after which a question without an answer is given up. */
const PATIENCE = 30_000;

/** Milliseconds between two fetches without announcements, for an account without and with a limit of requests. */
const ASK = { unlimited: 10_000, limited: 300_000 };

/** How long the page must have been hidden before its return fetches. */
const AWAY = 60_000;

/** The events of responses. */
const EVENTS = ["response_created", "response_completed", "response_updated", "response_deleted"];

/** The code of a webhook whose URL another has. */
const ALREADY_EXISTS = 1026;

interface Changes {
  readonly sequence: number;
  readonly gap: boolean;
  readonly events: readonly unknown[];
  readonly live: boolean;
}

/** How long to wait between fetches, or null if events say when to fetch. */
export function interval(live: boolean | null, day: { readonly limit: number } | undefined): number | null {
  if (live === true) return null;
  return (day?.limit ?? Infinity) === Infinity ? ASK.unlimited : ASK.limited;
}

/** Sets the webhooks of a survey that announce its responses, one for each event. Those that are set already stay. */
export async function subscribe({ setting: { canvass, survey_id } }: Workbench): Promise<void> {
  const response = await accepted(await reachGateway("/gateway/webhook"));
  const { subscription_url } = (await response.json()) as { readonly subscription_url: string };
  for (const event_type of EVENTS) {
    // The service takes each URL once: the query, which the gateway ignores, makes it another.
    const webhook = { name: `Results of ${survey_id}: ${event_type}`, event_type, object_type: "survey", object_ids: [survey_id], subscription_url: `${subscription_url}?${survey_id}-${event_type}` };
    await canvass.webhooks.create(webhook).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
    });
  }
}

/** Fetches what is new because the person asks for it, and announces as of when the responses are. */
export async function refreshNow(workbench: Workbench, check = false): Promise<void> {
  await workbench.refresh(check);
  const state = workbench.sync.peek();
  // A fetch that runs already goes on, and the person may have left the screen.
  if (workbench.left.aborted || state?.syncing) return;
  if (state?.complete && state.as_of !== null && workbench.problem.peek() === null) announce(t().sync.complete(f().when(state.as_of)));
}

/** Keeps the workbench up to date while the page is seen. */
export function useLive(workbench: Workbench): void {
  useEffect(() => {
    const { survey_id } = workbench.setting;
    let sequence: number | null = null;
    let fetched = Date.now();
    let hidden = 0;
    const leaving = new AbortController();
    const isSeen = () => document.visibilityState === "visible" && isOnline.peek();
    const fetchNew = () => {
      fetched = Date.now();
      void workbench.refresh();
    };
    const fetchInTime = () => {
      // The gateway asks the service who may see the notes: where requests are few, only responses are fetched unasked.
      if (interval(isAnnounced.peek(), quota.peek()?.day) !== ASK.limited) return fetchNew();
      fetched = Date.now();
      void workbench.fetch();
    };

    let isAsking = false;
    const listen = async () => {
      // An answer that comes after that of a later question would be older than what is known.
      if (isAsking || !isSeen()) return;
      isAsking = true;
      const changes = await changesOf(survey_id, sequence, leaving.signal);
      isAsking = false;
      if (leaving.signal.aborted) return;
      isAnnounced.value = changes?.live ?? false;
      if (changes !== null) {
        const isNews = sequence !== null && (changes.gap || changes.events.length > 0);
        // A sync that runs may have passed them: they are asked for again, until one can begin after them.
        if (isNews && workbench.results.peek()?.state.syncing !== false) return;
        sequence = changes.sequence;
        if (isNews) return fetchNew();
      }
      const wait = interval(isAnnounced.peek(), quota.peek()?.day);
      if (wait !== null && Date.now() - fetched >= wait) fetchInTime();
    };
    const timer = setInterval(() => void listen(), LISTEN);
    void listen();

    const seen = () => {
      if (document.visibilityState === "hidden") hidden = Date.now();
      else if (hidden > 0 && Date.now() - hidden > AWAY) fetchNew();
    };
    document.addEventListener("visibilitychange", seen);
    const reconnected = () => {
      fetched = Date.now();
      void workbench.reconnect();
    };
    addEventListener("online", reconnected);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("online", reconnected);
    };
  }, [workbench]);
}

/** The events since a sequence number; null if the gateway cannot be asked, which the fetches make up for. */
async function changesOf(survey_id: string, since: number | null, leaving: AbortSignal): Promise<Changes | null> {
  const asking = new AbortController();
  const end = () => asking.abort();
  const timer = setTimeout(end, PATIENCE);
  leaving.addEventListener("abort", end);
  try {
    const query = new URLSearchParams({ survey_id, ...(since !== null && { since: String(since) }) });
    const response = await askGateway(`/gateway/changes?${query}`, { signal: asking.signal });
    return response.ok ? ((await response.json()) as Changes) : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    leaving.removeEventListener("abort", end);
  }
}
