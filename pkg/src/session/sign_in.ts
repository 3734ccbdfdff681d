// A callback is used once, and only by the tab that has begun its sign-in.

import type { CallOptions } from "../calls/call.js";
import type { SignInOptions } from "../client.js";
import { CanvassError, type ErrorFacts, failure, unavailable } from "../errors.js";
import { once, retried } from "../parts/load.js";
import type { Source } from "../parts/part.js";
import { gateway } from "../generated/operations.js";
import type { Scopes } from "../quota.js";
import type { Scope } from "../generated/types.js";

/** What a sign-in needs of the client. */
export interface SignInContext {
  /** Calls one of the gateway's operations. */
  call(operation: number, args: object, options?: CallOptions): Promise<unknown>;
  /** Exchanges a code for a session. Returns the scopes, if the service reports them. */
  redeem(args: object): Promise<Scopes | undefined>;
  readonly source: Source;
}

/** Loaded like this by exports too, so that the two chunks share none. */
const loadGuarded = retried(() => import("../parts/guarded.js"), "Guarded");

/** Loads the compiled part of sign-ins. */
const signInGlue = once(retried(() => import("../parts/sign_in_glue.js"), "default"));

const loadParts = (source: Source) => Promise.all([signInGlue(source), loadGuarded()]);

type Parts = Awaited<ReturnType<typeof loadParts>>;

/**
 * Session storage item with the sign-ins that a tab has started, and BroadcastChannel between a popup and the page that
 * opened it.
 */
const NAME = "canvass.sign_in";

/** Milliseconds that a callback page waits for the page that opened its popup. */
const OPENER_TIMEOUT = 1000;

/** Milliseconds for which a sign-in can be completed, as in `src/wire/sign_in.rs`. */
const LIFETIME = 600_000;

/** Milliseconds between two checks whether the popup was closed. */
const CHECK_INTERVAL = 300;

/** Consecutive checks that must find the popup closed and this page focused. */
const CLOSED_CHECKS = 5;

/** Separates the random part of a state from the origin to which the gateway passes the callback on. */
const ORIGIN_MARK = "@";

/** Separates the scopes from each other in what is stored with a sign-in. */
const SCOPE_MARK = "~";

/** Ends the wait for the popup of an earlier sign-in, whose window a new one takes. */
let endEarlierWait = () => {};

/** How to sign in. When the signal ends the wait for the popup, the caller closes it. */
interface BeginOptions extends SignInOptions {
  /** The path of the page, to return to by default. */
  readonly here: string;
}

/** Sends the browser or the popup to the sign-in page. With a popup it waits for the end of the sign-in. */
export async function begin(context: SignInContext, options: BeginOptions, popup: Window | null | undefined): Promise<void> {
  const { add = false, scopes = [], signal } = options;
  signal?.throwIfAborted();
  if (popup === null) {
    throw popupError("popup_blocked", "The browser blocked the popup. Call signIn directly in a click handler, or without `popup`.");
  }
  const parts = await loadParts(context.source);
  const [glue, { Guarded }] = parts;
  let state = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  let return_to = options.return_to ?? options.here;
  const begin = (stored: string, carried: string) =>
    unwrapFailure(new Guarded(glue).run(() => glue.begin(stored, state, return_to, add, carried, Date.now())));
  try {
    // A dry run: an invalid `return_to` fails before anything is sent.
    begin("", "");
  } catch (error) {
    // A page may have a path to which no sign-in may return. Its app chose the page, not the path.
    if (options.return_to !== undefined || (error as Partial<CanvassError>).kind !== "invalid_argument") throw error;
    return_to = "/";
  }
  const configuration = (await context.call(gateway.configuration, { origin: location.origin }, { signal })) as Configuration;
  signal?.throwIfAborted();
  // The redirect URI is one constant. The gateway there passes the callback on to this origin, if it allows it.
  if (new URL(configuration.redirect_uri).origin !== location.origin) state += ORIGIN_MARK + location.origin;
  const { url } = unwrapFailure(new Guarded(glue).run(() => glue.address(JSON.stringify(configuration), state)));
  saveStored(begin(loadStored(), [configuration.pkce ?? "", ...scopes].join(SCOPE_MARK)).stored);
  const address = configuration.scopes && scopes.length > 0 ? `${url}&scope=${encodeURIComponent(scopes.join(" "))}` : url;
  if (popup === undefined) {
    location.assign(address);
    return;
  }
  popup.location.replace(address);
  await waitForPopup(context, parts, popup, state, signal, new URL(address).origin === location.origin);
}

/** What the gateway says about sign-ins. */
interface Configuration {
  readonly redirect_uri: string;
  /** Goes back to the gateway with the code. */
  readonly pkce?: string | null;
  /** Whether the sign-in page accepts the names of scopes. */
  readonly scopes?: boolean | null;
}

/** Loads what completes a sign-in. Until that has arrived, the callback has not been used. */
export async function loadCompletion(context: SignInContext): Promise<(query: string) => Promise<{ readonly return_to: string }>> {
  const parts = await loadParts(context.source);
  return (query) => complete(context, parts, query);
}

/** Completes the sign-in of a callback: here, or in the page that opened this popup. */
async function complete(context: SignInContext, parts: Parts, query: string): Promise<{ readonly return_to: string }> {
  try {
    return await finish(context, parts, query);
  } catch (error) {
    const { kind } = error as CanvassError;
    if ((kind === "state_missing" || kind === "state_mismatch") && (await isCompletedByOpener(query))) {
      close();
      return { return_to: "/" };
    }
    throw error;
  }
}

/**
 * Completes a sign-in. Its errors have what is known of it, so that the app can offer to sign in again in the same way.
 */
async function finish(context: SignInContext, parts: Parts, query: string): Promise<{ readonly return_to: string }> {
  let sign_in = {};
  try {
    const judgement = judge(parts, query);
    if (judgement.return_to !== undefined) sign_in = { return_to: judgement.return_to, add: judgement.add === "true" };
    if ("kind" in judgement) throw failure(judgement);
    return await exchangeCode(context, judgement);
  } catch (cause) {
    throw Object.assign(finalError(cause) as object, sign_in);
  }
}

/** Checks a callback. The same one cannot be used a second time, whatever happens to the request that follows. */
function judge([glue, { Guarded }]: Parts, query: string): Judgement {
  const before = loadStored();
  const judgement = JSON.parse(new Guarded(glue).run(() => glue.judge(before, query, Date.now()))) as Judgement;
  saveStored(judgement.stored);
  return judgement;
}

/** Exchanges the code of a callback at the gateway. */
async function exchangeCode(context: SignInContext, accepted: AcceptedCallback): Promise<{ readonly return_to: string }> {
  const { code, add, return_to } = accepted;
  const [pkce, ...wanted] = accepted.pkce.split(SCOPE_MARK) as [string, ...Scope[]];
  const scopes = await oneAtATime(() => context.redeem({ code, ...(add && { add: true }), ...(pkce && { pkce }) }));
  const missing = wanted.filter((scope) => scopes !== undefined && !scopes.granted.includes(scope));
  if (missing.length === 0) return { return_to };
  const message = `The user is signed in, but has not granted: ${missing.join(", ")}.`;
  const remedy = { action: "grant_scope", scope: missing[0]! } as const;
  throw failure({ kind: "scope_missing", message, retryable: false, remedy, ...(scopes && { scopes }) });
}

/** A callback is valid once, so even an error that is retryable elsewhere ends the sign-in. */
function finalError(cause: unknown): unknown {
  if (!(cause instanceof CanvassError && cause.retryable)) return cause;
  const message = `The sign-in failed, and its callback cannot be used again: start a new sign-in. ${cause.message}`;
  return failure({ kind: "sign_in_failed", message, retryable: false, remedy: { action: "sign_in" }, cause });
}

/**
 * One exchange after the other, in all tabs of the origin. Each response replaces the cookie with all accounts, so one
 * that was sent with an older cookie would remove the account that another tab has added meanwhile.
 */
async function oneAtATime<T>(exchange: () => Promise<T>): Promise<T> {
  // Pages without a secure context have no locks.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? locks.request("canvass.sign_in", exchange) : exchange();
}

interface AcceptedCallback {
  readonly code: string;
  readonly return_to: string;
  readonly add: string;
  readonly pkce: string;
}

type Judgement = { readonly stored: string } & (AcceptedCallback | (ErrorFacts & { readonly return_to?: string; readonly add?: string }));

/** Waits for the callback in the popup, and completes the sign-in here, where it was started. */
function waitForPopup(context: SignInContext, parts: Parts, popup: Window, state: string, signal: AbortSignal | undefined, isOurs: boolean): Promise<void> {
  const channel = new BroadcastChannel(NAME);
  let timer: ReturnType<typeof setInterval> | undefined;
  let stop = () => {};
  endEarlierWait();
  return new Promise<void>((done, fail) => {
    stop = () => fail(signal?.reason);
    signal?.addEventListener("abort", stop);
    endEarlierWait = () => fail(popupError("popup_closed", "Another sign-in has taken the popup."));
    const end = Date.now() + LIFETIME;
    let closedChecks = 0;
    timer = setInterval(() => {
      // `closed` is also true when a page in the popup cuts the connection to its opener (Cross-Origin-Opener-Policy).
      // It is believed only if the popup was last seen at a page of this origin, which does not do that.
      if (!popup.closed) isOurs = isOfThisOrigin(popup);
      closedChecks = isOurs && popup.closed && document.hasFocus() ? closedChecks + 1 : 0;
      if (closedChecks >= CLOSED_CHECKS) fail(popupError("popup_closed", "The sign-in popup was closed before the sign-in was complete."));
      if (Date.now() > end) fail(popupError("sign_in_expired", "The sign-in in the popup was not completed within ten minutes."));
    }, CHECK_INTERVAL);
    channel.onmessage = ({ data }: MessageEvent<{ readonly query?: string }>) => {
      if (data.query !== undefined && stateOf(data.query) === state) {
        clearInterval(timer);
        channel.postMessage({ taken: state });
        finish(context, parts, data.query).then(() => done(), fail);
      }
    };
  }).finally(() => {
    clearInterval(timer);
    channel.close();
    signal?.removeEventListener("abort", stop);
  });
}

/** Whether a window shows a page of this origin. */
function isOfThisOrigin(popup: Window): boolean {
  try {
    return popup.location.origin === location.origin;
  } catch {
    return false;
  }
}

/** Whether another page of this origin completes the sign-in: the one that opened this popup. */
function isCompletedByOpener(query: string): Promise<boolean> {
  const channel = new BroadcastChannel(NAME);
  return new Promise<boolean>((done) => {
    channel.onmessage = ({ data }: MessageEvent<{ readonly taken?: string }>) => {
      if (data.taken !== undefined && data.taken === stateOf(query)) done(true);
    };
    channel.postMessage({ query });
    setTimeout(() => done(false), OPENER_TIMEOUT);
  }).finally(() => channel.close());
}

function stateOf(query: string): string | null {
  return new URLSearchParams(query).get("state");
}

function unwrapFailure(json: string): { readonly stored: string; readonly url: string } {
  const result = JSON.parse(json) as { readonly stored: string; readonly url: string } | ErrorFacts;
  if ("kind" in result) throw failure(result);
  return result;
}

function popupError(kind: "popup_blocked" | "popup_closed" | "sign_in_expired", message: string): CanvassError {
  return failure({ kind, message, retryable: false, remedy: { action: "sign_in" } });
}

function loadStored(): string {
  return withStorage(() => sessionStorage.getItem(NAME)) ?? "";
}

function saveStored(text: string): void {
  withStorage(() => sessionStorage.setItem(NAME, text));
}

function withStorage<T>(act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw unavailable("Signing in needs session storage, which this page or browser forbids.", cause);
  }
}
