import type { InternalCallOptions } from "./call.js";
import type { ClientState } from "./client_state.js";
import { type Engine, type Sources, engineGlue } from "./engine.js";
import { crash, isCanvassError, unavailable } from "./errors.js";
import { type RetryEvent, exchangeEvents } from "./events.js";
import { type ExchangeResult, exchange } from "./exchange.js";
import { isInBrowser } from "./in_browser.js";
import { retried } from "./load.js";
import { type CanvassOptions, DEADLINE_MARGIN, MAX_WAIT, RETRIES, TIMEOUT } from "./options.js";
import type { Transport } from "./transport.js";

/** Options of one request: `onPause` gets the milliseconds before a retry, `text` replaces the engine's request. */
export type RequestOptions = InternalCallOptions & { readonly onPause?: (milliseconds: number) => void; readonly text?: string | undefined };

/** Sends requests with the client's defaults, and counts those in flight. */
export interface Requests {
  /** Sends one request with its retries; `input` are the arguments in JSON. */
  readonly run: (operation: number, input: string, options?: RequestOptions) => Promise<ExchangeResult>;
  /** Calls an operation of the gateway itself, and returns the value of its response. */
  readonly callGateway: (operation: number, args?: object, options?: RequestOptions) => Promise<unknown>;
  /** Calls the engine, which may still be loading. If it crashes, it is restarted and the call fails with `engine_failed`. */
  readonly withEngine: <T>(work: (engine: Promise<Engine>) => Promise<T>) => Promise<T>;
  readonly inFlight: ReadonlySet<Promise<unknown>>;
}

/** Loaded when a first request fails, or has nowhere to go. */
const loadDiagnosis = retried(() => import("./diagnose.js"), "diagnose");

/** Marks background work, so that the gateway lets requests of users go first. */
const BACKGROUND = { "X-Canvass-Class": "background" };

/** Names the account that the page shows, so that the gateway refuses a call while another one is current. */
const ACCOUNT = "X-Canvass-Account";

export function createRequests(source: Sources["engine"], defaults: CanvassOptions, { base, send, isNetworkError }: Transport, state: ClientState): Requests {
  const events = exchangeEvents(defaults);
  const inFlight = new Set<Promise<unknown>>();

  const withEngine: Requests["withEngine"] = async (work) => {
    const engine = engineGlue(source);
    // A request that is sent meanwhile notices only at its end that the engine was not loaded.
    engine.catch(() => {});
    try {
      return await work(engine);
    } catch (cause) {
      // Compared by name: without WebAssembly, the JavaScript fallback throws an error class of its own.
      if ((cause as Error | undefined)?.name !== "RuntimeError") throw cause;
      (await engine).reset();
      throw crash(cause);
    }
  };
  const runOnce = async (operation: number, input: string, options: RequestOptions = {}): Promise<ExchangeResult> => {
    if (state.closed) throw unavailable("The SDK was closed: create a new client.");
    if (base === "" && (typeof location === "undefined" || globalThis.origin === "null")) throw (await loadDiagnosis()).gatewayMissing();
    const { signal, background, take, raw, text, onPause } = options;
    // An option that is undefined is one that is not given.
    const timeout = options.timeout ?? defaults.timeout ?? TIMEOUT;
    const retries = options.retries ?? defaults.retries ?? RETRIES;
    const maxWait = options.maxWait ?? defaults.maxWait ?? MAX_WAIT;
    const deadline = options.deadline ?? defaults.deadline ?? (timeout > 0 ? maxWait + DEADLINE_MARGIN : 0);
    const headers = { ...(background && BACKGROUND), ...(state.account && { [ACCOUNT]: state.account }) };
    const retry = (event: RetryEvent) => {
      events.retry(event);
      onPause?.(event.delay);
    };
    const on = { ...events, retry };
    const call = { base, send, isNetworkError, fail: state.fail, operation, input, text, headers, signal, timeout, deadline, retries, maxWait, take, raw, on };
    try {
      // A write is not sent before the engine is there, because without it the outcome would be unknown.
      const result = await withEngine(async (engine) => exchange({ ...call, engine: text?.startsWith("GET\n") ? engine : await engine }));
      isReached = true;
      return result;
    } catch (error) {
      throw (await misconfiguration(error)) ?? error;
    }
  };
  /** Whether a request of this client has succeeded. */
  let isReached = false;
  /** The set-up mistake because of which a first request to another origin got no response. */
  const misconfiguration = async (error: unknown) => {
    const isUnanswered = isCanvassError(error) && error.kind === "network";
    if (!isUnanswered || isReached || base === "" || !isInBrowser() || base === location.origin) return undefined;
    return (await loadDiagnosis()).diagnose(base).catch(() => undefined);
  };
  const run: Requests["run"] = (operation, input, options) => {
    const running = runOnce(operation, input, options);
    inFlight.add(running);
    const ended = () => inFlight.delete(running);
    running.then(ended, ended);
    return running;
  };
  const callGateway: Requests["callGateway"] = async (operation, args = {}, options) => (await run(operation, JSON.stringify(args) ?? "0", options ?? {})).value;
  return { run, callGateway, withEngine, inFlight };
}
