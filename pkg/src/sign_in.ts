import type { CallOptions } from "./call.js";
import { CanvassError, type ErrorFacts, failure, unavailable } from "./errors.js";
import { Guarded } from "./guarded.js";
import { once, retried } from "./load.js";
import type { Source } from "./part.js";
import { gateway } from "./operations.js";

/** What a sign-in needs of the SDK. */
export interface SignInContext {
  /** Does one of the gateway's operations. */
  call(operation: number, args: object, asked?: CallOptions): Promise<unknown>;
  readonly source: Source;
}

/** What signing in needs. */
const signInGlue = once(retried(() => import("./sign_in_glue.js"), "default"));

/** Where the transactions of a tab are kept, and where a window finds the page that opened it. */
const NAME = "canvass.sign_in";

/** Milliseconds that a callback waits for the page that opened its window. */
const ANSWER = 1000;

/** Milliseconds between two looks at whether the window is still there. */
const LOOK = 300;

/**
 * Looks at which the window is gone and this page has the focus again, until the window counts as closed. Gone alone
 * says nothing: a sign-in page that wants no opener cuts the tie to it.
 */
const GONE = 5;

/** How to sign in. */
interface Beginning {
  readonly return_to: string;
  readonly add: boolean;
  /** Ends the wait, with its reason; the window is its opener's. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends the browser, or the window that was opened for it, to the sign-in page. With a window it waits for the end. */
export async function begin(context: SignInContext, beginning: Beginning, popup: Window | null | undefined): Promise<void> {
  const { return_to, add, signal } = beginning;
  signal?.throwIfAborted();
  if (popup === null) {
    throw refused("popup_blocked", "The browser blocked the window. Call signIn in answer to a click, or without `popup`.");
  }
  const glue = await signInGlue(context.source);
  const state = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const begun = (stored: string, carried: string) =>
    judged(new Guarded(glue).run(() => glue.begin(stored, state, return_to, add, carried, Date.now())));
  // A path that is refused is refused before anything is sent.
  begun("", "");
  const configuration = (await context.call(gateway.configuration, {}, { signal })) as { readonly pkce?: string | null };
  signal?.throwIfAborted();
  const { url } = judged(new Guarded(glue).run(() => glue.address(JSON.stringify(configuration), state)));
  keep(begun(kept(), configuration.pkce ?? "").stored);
  if (popup === undefined) {
    location.assign(url);
    return;
  }
  popup.location.replace(url);
  await returned(context, popup, state, signal);
}

/** Finishes the sign-in that a callback belongs to: here, or in the page that opened this window. */
export async function complete(context: SignInContext, query: string): Promise<{ readonly return_to: string }> {
  try {
    return await finish(context, query);
  } catch (error) {
    const { kind } = error as CanvassError;
    if ((kind === "state_missing" || kind === "state_mismatch") && (await isTaken(query))) {
      close();
      return { return_to: "/" };
    }
    throw error;
  }
}

/** Finishes a sign-in. A callback is good once: what would pass of another call has ended this sign-in. */
async function finish(context: SignInContext, query: string): Promise<{ readonly return_to: string }> {
  try {
    return await exchanged(context, query);
  } catch (cause) {
    if (!(cause instanceof CanvassError && cause.retryable)) throw cause;
    const message = `The sign-in was not finished, and its callback is good once. ${cause.message}`;
    throw failure({ kind: "sign_in_failed", message, retryable: false, remedy: { action: "sign_in" }, cause });
  }
}

/** Judges a callback, and exchanges its code. */
async function exchanged(context: SignInContext, query: string): Promise<{ readonly return_to: string }> {
  const glue = await signInGlue(context.source);
  const before = kept();
  const finished = JSON.parse(new Guarded(glue).run(() => glue.judge(before, query, Date.now()))) as Finished;
  keep(finished.stored);
  if ("kind" in finished) throw failure(finished);
  const { code, add, pkce } = finished;
  await context.call(gateway.token, { code, ...(add && { add: true }), ...(pkce && { pkce }) });
  return { return_to: finished.return_to };
}

type Finished = { readonly stored: string } & (
  | { readonly code: string; readonly return_to: string; readonly add: string; readonly pkce: string }
  | ErrorFacts
);

/** Waits until the window comes back with its callback, and finishes the sign-in here, where it was begun. */
function returned(context: SignInContext, popup: Window, state: string, signal: AbortSignal | undefined): Promise<void> {
  const channel = new BroadcastChannel(NAME);
  let look: ReturnType<typeof setInterval> | undefined;
  let stop = () => {};
  return new Promise<void>((done, fail) => {
    stop = () => fail(signal?.reason);
    signal?.addEventListener("abort", stop);
    let gone = 0;
    look = setInterval(() => {
      gone = popup.closed && document.hasFocus() ? gone + 1 : 0;
      if (gone >= GONE) fail(refused("popup_closed", "The window of the sign-in was closed."));
    }, LOOK);
    channel.onmessage = ({ data }: MessageEvent<{ readonly query?: string }>) => {
      if (data.query !== undefined && stateOf(data.query) === state) {
        clearInterval(look);
        channel.postMessage({ taken: state });
        finish(context, data.query).then(() => done(), fail);
      }
    };
  }).finally(() => {
    clearInterval(look);
    channel.close();
    signal?.removeEventListener("abort", stop);
  });
}

/** Whether another page of this origin takes the callback: the one that opened this window. */
function isTaken(query: string): Promise<boolean> {
  const channel = new BroadcastChannel(NAME);
  return new Promise<boolean>((done) => {
    channel.onmessage = ({ data }: MessageEvent<{ readonly taken?: string }>) => {
      if (data.taken !== undefined && data.taken === stateOf(query)) done(true);
    };
    channel.postMessage({ query });
    setTimeout(() => done(false), ANSWER);
  }).finally(() => channel.close());
}

function stateOf(query: string): string | null {
  return new URLSearchParams(query).get("state");
}

function judged(json: string): { readonly stored: string; readonly url: string } {
  const given = JSON.parse(json) as { readonly stored: string; readonly url: string } | ErrorFacts;
  if ("kind" in given) throw failure(given);
  return given;
}

function refused(kind: "popup_blocked" | "popup_closed", message: string): CanvassError {
  return failure({ kind, message, retryable: false, remedy: { action: "sign_in" } });
}

function kept(): string {
  return stored(() => sessionStorage.getItem(NAME)) ?? "";
}

function keep(text: string): void {
  stored(() => sessionStorage.setItem(NAME, text));
}

function stored<T>(act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw unavailable("Signing in needs a page with session storage.", cause);
  }
}
