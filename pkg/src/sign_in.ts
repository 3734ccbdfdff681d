import type { CallOptions } from "./call.js";
import { CanvassError, type ErrorFacts, failure, unavailable } from "./errors.js";
import { Guarded } from "./guarded.js";
import { once, retried } from "./load.js";
import type { Source } from "./part.js";
import { gateway } from "./operations.js";

/** What a sign-in needs of the client. */
export interface SignInContext {
  /** Calls one of the gateway's operations. */
  call(operation: number, args: object, options?: CallOptions): Promise<unknown>;
  readonly source: Source;
}

/** Loads the compiled part of sign-ins. */
const signInGlue = once(retried(() => import("./sign_in_glue.js"), "default"));

/** Session storage item with the sign-ins that a tab has started, and BroadcastChannel between a popup and the page that opened it. */
const NAME = "canvass.sign_in";

/** Milliseconds that a callback page waits for the page that opened its popup. */
const OPENER_TIMEOUT = 1000;

/** Milliseconds between two checks whether the popup was closed. */
const CHECK_INTERVAL = 300;

/**
 * Consecutive checks that must find the popup closed and this page focused. `closed` alone proves nothing: it is also true
 * when the sign-in page cuts the connection to its opener (Cross-Origin-Opener-Policy).
 */
const CLOSED_CHECKS = 5;

/** How to sign in. */
interface BeginOptions {
  readonly return_to: string;
  readonly add: boolean;
  /** Ends the wait for the popup, with its reason. The caller closes the popup. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends the browser or the popup to the sign-in page. With a popup it waits for the end of the sign-in. */
export async function begin(context: SignInContext, options: BeginOptions, popup: Window | null | undefined): Promise<void> {
  const { return_to, add, signal } = options;
  signal?.throwIfAborted();
  if (popup === null) {
    throw popupError("popup_blocked", "The browser blocked the popup. Call signIn directly in a click handler, or without `popup`.");
  }
  const glue = await signInGlue(context.source);
  const state = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const begin = (stored: string, pkce: string) =>
    unwrapFailure(new Guarded(glue).run(() => glue.begin(stored, state, return_to, add, pkce, Date.now())));
  // A dry run: an invalid `return_to` fails before anything is sent.
  begin("", "");
  const configuration = (await context.call(gateway.configuration, {}, { signal })) as { readonly pkce?: string | null };
  signal?.throwIfAborted();
  const { url } = unwrapFailure(new Guarded(glue).run(() => glue.address(JSON.stringify(configuration), state)));
  saveStored(begin(loadStored(), configuration.pkce ?? "").stored);
  if (popup === undefined) {
    location.assign(url);
    return;
  }
  popup.location.replace(url);
  await waitForPopup(context, popup, state, signal);
}

/** Completes the sign-in of a callback: here, or in the page that opened this popup. */
export async function complete(context: SignInContext, query: string): Promise<{ readonly return_to: string }> {
  try {
    return await finish(context, query);
  } catch (error) {
    const { kind } = error as CanvassError;
    if ((kind === "state_missing" || kind === "state_mismatch") && (await isCompletedByOpener(query))) {
      close();
      return { return_to: "/" };
    }
    throw error;
  }
}

/** Completes a sign-in. A callback is valid once, so even an error that is retryable elsewhere ends the sign-in. */
async function finish(context: SignInContext, query: string): Promise<{ readonly return_to: string }> {
  try {
    return await exchangeCode(context, query);
  } catch (cause) {
    if (!(cause instanceof CanvassError && cause.retryable)) throw cause;
    const message = `The sign-in failed, and its callback cannot be used again: start a new sign-in. ${cause.message}`;
    throw failure({ kind: "sign_in_failed", message, retryable: false, remedy: { action: "sign_in" }, cause });
  }
}

/** Checks a callback, and exchanges its code at the gateway. */
async function exchangeCode(context: SignInContext, query: string): Promise<{ readonly return_to: string }> {
  const glue = await signInGlue(context.source);
  const before = loadStored();
  const judgement = JSON.parse(new Guarded(glue).run(() => glue.judge(before, query, Date.now()))) as Judgement;
  // Stored before the exchange: the same callback cannot be used a second time, whatever happens to the request.
  saveStored(judgement.stored);
  if ("kind" in judgement) throw failure(judgement);
  const { code, add, pkce } = judgement;
  await context.call(gateway.token, { code, ...(add && { add: true }), ...(pkce && { pkce }) });
  return { return_to: judgement.return_to };
}

type Judgement = { readonly stored: string } & (
  | { readonly code: string; readonly return_to: string; readonly add: string; readonly pkce: string }
  | ErrorFacts
);

/** Waits for the callback in the popup, and completes the sign-in here, where it was started. */
function waitForPopup(context: SignInContext, popup: Window, state: string, signal: AbortSignal | undefined): Promise<void> {
  const channel = new BroadcastChannel(NAME);
  let timer: ReturnType<typeof setInterval> | undefined;
  let stop = () => {};
  return new Promise<void>((done, fail) => {
    stop = () => fail(signal?.reason);
    signal?.addEventListener("abort", stop);
    let closedChecks = 0;
    timer = setInterval(() => {
      closedChecks = popup.closed && document.hasFocus() ? closedChecks + 1 : 0;
      if (closedChecks >= CLOSED_CHECKS) fail(popupError("popup_closed", "The sign-in popup was closed before the sign-in was complete."));
    }, CHECK_INTERVAL);
    channel.onmessage = ({ data }: MessageEvent<{ readonly query?: string }>) => {
      if (data.query !== undefined && stateOf(data.query) === state) {
        clearInterval(timer);
        channel.postMessage({ taken: state });
        finish(context, data.query).then(() => done(), fail);
      }
    };
  }).finally(() => {
    clearInterval(timer);
    channel.close();
    signal?.removeEventListener("abort", stop);
  });
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

function popupError(kind: "popup_blocked" | "popup_closed", message: string): CanvassError {
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
