// What a client knows between its calls. Clients and tabs of one gateway share the quota and learn of changed sessions.

import { type CanvassError, type ErrorFacts, failure } from "./errors.js";
import type { ReportedFailure, ReportedQuota } from "./calls/exchange.js";
import { isInBrowser } from "./in_browser.js";
import type { CanvassOptions } from "./options.js";
import { type Quota, type Scopes, quotaWatchers } from "./quota.js";
import type { SessionEnd } from "./generated/types.js";

/** BroadcastChannel on which the tabs of an origin share the quota; the gateway's origin follows the name. */
const QUOTA_CHANNEL = "canvass.quota";

/** BroadcastChannel on which the tabs of an origin say that the session may have changed, and how certain that is. */
const SESSION_CHANNEL = "canvass.session";

/**
 * How certain it is that the session has changed. 0: a call was refused, or a page is shown from the browser's cache.
 * 1: a page has tried to change it, for which results were closed, and has failed. 2: a page has changed it.
 */
export type Certainty = 0 | 1 | 2;

/** The accounts that pages show, by gateway: clients of one scope have one account. */
const accounts: Record<string, string | undefined> = {};

type WithQuota<T> = Omit<T, "quota"> | (Omit<T, "quota"> & { readonly quota: Quota });

/**
 * What one client knows between its calls: the quota and the scopes that responses reported, and whether it is closed.
 */
export interface ClientState {
  quota: Quota | undefined;
  scopes: Scopes | undefined;
  closed: boolean;
  /**
   * Clients with an equal scope get the same responses: those of the same gateway, without a `fetch` or middleware of
   * their own.
   */
  readonly scope: unknown;
  /** The account that the page takes for the current one; undefined while it has not asked. */
  account: string | undefined;
  /** Whether a call was refused since a user was last known to be signed in. */
  isRefused: boolean;
  /**
   * Stores the quota and scopes of a response or failure, and returns it with the quota's reset as a `Date`. Scopes of
   * an `account` that the page does not show any more are left out.
   */
  readonly record: <T extends { readonly quota?: ReportedQuota; readonly scopes?: Scopes }>(reported: T, account?: string) => WithQuota<T>;
  /** Stores what a failure reports, and makes an error of it. */
  readonly fail: (facts: ReportedFailure, account?: string) => CanvassError;
  /** Forgets the scopes, here and in the other tabs: another account may have others. All of them check the session. */
  readonly sessionChanged: (certainty: Certainty, ended?: SessionEnd) => void;
  /** Called when the session may have changed. */
  checkSession: ((certainty: Certainty, ended?: SessionEnd) => void) | undefined;
  readonly closeChannels: () => void;
}

export function createState({ token, fetch, use, onQuota }: CanvassOptions, base: string): ClientState {
  const shown = (token ?? fetch ?? use) === undefined ? accounts : {};
  // Only a gateway's quota is shared: tokens of two tabs may belong to different apps.
  const quotaChannel = token === undefined ? openChannel(QUOTA_CHANNEL + base) : undefined;
  const sessionChannel = openChannel(SESSION_CHANNEL);
  const setQuota = (quota: Quota) => {
    state.quota = quota;
    onQuota?.(quota);
    for (const tell of quotaWatchers) tell();
  };
  const onSessionChange = (certainty: Certainty, ended?: SessionEnd) => {
    state.scopes = undefined;
    state.checkSession?.(certainty, ended);
  };
  quotaChannel?.addEventListener("message", ({ data }: MessageEvent<Quota>) => setQuota(data));
  sessionChannel?.addEventListener("message", ({ data }: MessageEvent<Certainty>) => onSessionChange(data));
  const state: ClientState = {
    quota: undefined,
    scopes: undefined,
    closed: false,
    scope: shown === accounts ? base : shown,
    get account() {
      return shown[base];
    },
    set account(account) {
      shown[base] = account;
    },
    isRefused: false,
    checkSession: undefined,
    record(reported, account = state.account) {
      if (reported.scopes && account === state.account) {
        state.isRefused = false;
        state.scopes = reported.scopes;
      }
      if (!reported.quota) return reported as Omit<typeof reported, "quota">;
      const { minute, day } = reported.quota;
      const quota = { minute: windowOf(minute), day: windowOf(day) };
      setQuota(quota);
      quotaChannel?.postMessage(quota);
      return { ...reported, quota };
    },
    fail(facts, account) {
      const error = failure({ ...(state.record(facts, account) as ErrorFacts), ...(token === undefined && { origin: base }) });
      // Once for each sign-in: tabs that go on calling while they are signed out must not keep each other busy.
      if (error.kind === "signed_out" && token === undefined && !state.isRefused) {
        state.sessionChanged(0, error.ended as SessionEnd | undefined);
      }
      return error;
    },
    sessionChanged(certainty, ended) {
      state.isRefused = !certainty;
      onSessionChange(certainty, ended);
      if (!state.closed) sessionChannel?.postMessage(certainty);
    },
    closeChannels() {
      quotaChannel?.close();
      sessionChannel?.close();
    },
  };
  return state;
}

/** A window without a limit is reported without numbers. */
function windowOf(reported: ReportedQuota["minute"]): Quota["minute"] {
  return { limit: Infinity, remaining: Infinity, ...reported, resets_at: new Date(Date.now() + reported.reset * 1000) };
}

/** A channel to the other tabs and workers; none outside a browser. */
function openChannel(name: string): BroadcastChannel | undefined {
  if (!isInBrowser() || typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(name);
  // In programs that imitate a page, such as test runners in Node.js, an open channel must not keep the process alive.
  (channel as { unref?(): void }).unref?.();
  return channel;
}
