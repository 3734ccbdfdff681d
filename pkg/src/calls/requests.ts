// Every request of a client is sent here, so that defaults, retries and the count of requests in flight apply to all.

import type { InternalCallOptions } from "./call.js";
import type { ClientState } from "../client_state.js";
import { type Engine, type Sources, engineGlue } from "../parts/engine.js";
import { type CanvassError, crash, unavailable } from "../errors.js";
import { type RetryEvent, exchangeEvents } from "../events.js";
import { type ExchangeResult, type ReportedFailure, exchange, within } from "./exchange.js";
import { isInBrowser } from "../in_browser.js";
import { notLoaded, retried } from "../parts/load.js";
import { type CanvassOptions, DEADLINE_MARGIN, MAX_WAIT, RETRIES, TIMEOUT } from "../options.js";
import type { Transport } from "./transport.js";

/**
 * Options of one request: `onPause` gets the milliseconds before a retry, `text` replaces the engine's request, and
 * `keepalive` lets the browser complete it when the page is left.
 */
export type RequestOptions = InternalCallOptions & {
  readonly onPause?: (milliseconds: number) => void;
  readonly text?: string | undefined;
  readonly keepalive?: boolean;
};

/** Sends requests with the client's defaults, and counts those in flight. */
export interface Requests {
  /** Sends one request with its retries; `input` are the arguments in JSON. */
  readonly run: (operation: number, input: string, options?: RequestOptions) => Promise<ExchangeResult>;
  /** Calls an operation of the gateway itself, and returns the value of its response. */
  readonly callGateway: (operation: number, args?: object, options?: RequestOptions) => Promise<unknown>;
  /**
   * Calls the engine, which may still be loading: the signal and the deadline of the options end the wait for it. If it
   * crashes, it is restarted and the call fails with `engine_failed`.
   */
  readonly withEngine: <T>(options: InternalCallOptions, work: (engine: Promise<Engine>) => Promise<T>) => Promise<T>;
  readonly inFlight: ReadonlySet<Promise<unknown>>;
  /** The longest pause of a call. */
  readonly maxWaitOf: (options: InternalCallOptions) => number;
  /** When a call ends, in milliseconds since 1970. */
  readonly endOf: (options: InternalCallOptions) => number;
}

/** Loaded when a first request fails, or has nowhere to go. */
const loadDiagnosis = retried(() => import("./diagnose.js"), "diagnose");

/** Milliseconds for finding out why a first request failed. */
const DIAGNOSIS_TIME = 5000;

/** Marks background work, so that the gateway lets requests of users go first. */
const BACKGROUND = { "X-Canvass-Class": "background" };

/** Names the account that the page shows, so that the gateway refuses a call while another one is current. */
const ACCOUNT = "X-Canvass-Account";

export function createRequests(source: Sources["engine"], defaults: CanvassOptions, { base, send, isNetworkError }: Transport, state: ClientState): Requests {
  const events = exchangeEvents(defaults);
  const inFlight = new Set<Promise<unknown>>();

  // An option that is undefined is one that is not given.
  const maxWaitOf: Requests["maxWaitOf"] = ({ maxWait }) => maxWait ?? defaults.maxWait ?? MAX_WAIT;
  const endOf: Requests["endOf"] = (options) => {
    const deadline = options.deadline ?? defaults.deadline ?? maxWaitOf(options) + DEADLINE_MARGIN;
    return deadline > 0 ? (options.began ?? Date.now()) + deadline : Infinity;
  };
  const late = async () => notLoaded(undefined, "timeout");
  const withEngine: Requests["withEngine"] = async (options, work) => {
    const engine = within(endOf(options) - Date.now(), options.signal, late, () => engineGlue(source));
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
    const { signal, text } = options;
    const { account } = state;
    const end = endOf(options);
    const retry = (event: RetryEvent) => {
      events.retry(event);
      options.onPause?.(event.delay);
    };
    const call = {
      ...options,
      base,
      send,
      isNetworkError,
      fail: (facts: ReportedFailure) => state.fail(facts, account),
      operation,
      input,
      headers: { ...(options.background && BACKGROUND), ...(account && { [ACCOUNT]: account }) },
      timeout: options.timeout ?? defaults.timeout ?? TIMEOUT,
      retries: options.retries ?? defaults.retries ?? RETRIES,
      maxWait: maxWaitOf(options),
      end,
      on: { ...events, retry },
    };
    try {
      // A write is not sent before the engine is there, because without it the outcome would be unknown.
      const result = await withEngine(options, async (engine) => exchange({ ...call, engine: text?.startsWith("GET\n") ? engine : await engine }));
      isReached = true;
      return result;
    } catch (error) {
      throw (await within(Math.min(DIAGNOSIS_TIME, end - Date.now()), signal, async () => undefined, () => misconfiguration(error))) ?? error;
    }
  };
  /** Whether a request of this client has succeeded. */
  let isReached = false;
  /** The set-up mistake because of which a first request to another origin got no response. */
  const misconfiguration = async (error: unknown) => {
    if ((error as Partial<CanvassError> | undefined)?.kind !== "network" || isReached || base === "" || !isInBrowser() || base === location.origin) return undefined;
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
  return { run, callGateway, withEngine, inFlight, maxWaitOf, endOf };
}
