// What the app and its log see of requests: never a query, body, header or token.

import type { Quota } from "./quota.js";
import type { CanvassError } from "./errors.js";

/** A request that is about to be sent. It has neither query nor body nor headers, because they may be private. */
export interface RequestEvent {
  /** HTTP method. */
  readonly method: string;
  /** Path at the gateway, without the query. */
  readonly path: string;
  /** How often the same call was sent before: 0 for the first attempt. */
  readonly attempt: number;
}

/** A request that got a response. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds from sending the request to the end of its response. */
  readonly milliseconds: number;
  /** Whether the response comes from the gateway's cache. */
  readonly cached: boolean;
  /** Identifies the request in the gateway's log, if the gateway reported it. */
  readonly request_id: string | undefined;
}

/** A call that will be sent again. */
export interface RetryEvent {
  /** How often it was sent before. */
  readonly attempt: number;
  /** Milliseconds until the retry. */
  readonly delay: number;
  /** Why the last attempt failed. */
  readonly error: CanvassError;
}

/** Callbacks that observe the requests of a client. */
export interface Events {
  /** Called before every request, retries included. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after every response. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before the wait for a retry. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called when a response or another tab reports the quota. */
  readonly onQuota?: ((quota: Quota) => void) | undefined;
  /** Gets one line for every response and retry, without private data. */
  readonly log?: ((line: string) => void) | undefined;
  /**
   * Whether requests, responses, retries and pauses are written with `console.debug`, without query, body and headers.
   * In Node.js, the variable `CANVASS_LOG=debug` does the same.
   */
  readonly debug?: boolean | undefined;
}

/** Writes a line for debugging; undefined if debugging is off. */
export function debugLog({ debug = nodeVariable("CANVASS_LOG") === "debug" }: Events): ((line: string) => void) | undefined {
  return debug ? (line) => console.debug(`canvass: ${line}`) : undefined;
}

/** A variable of the process; undefined outside Node.js. Bundlers replace `process.env`, but not this. */
function nodeVariable(name: string): string | undefined {
  // Deno would ask the user for permission.
  if ("Deno" in globalThis) return undefined;
  return (globalThis as { readonly process?: { readonly env?: { readonly [name: string]: string | undefined } } }).process?.env?.[name];
}

/** The callbacks for `exchange`, which also write the log lines. */
export function exchangeEvents(events: Events) {
  const { onRequest, onResponse, onRetry, log } = events;
  const debug = debugLog(events);
  return {
    request(event: RequestEvent) {
      onRequest?.(event);
      debug?.(`${event.method} ${event.path}, attempt ${event.attempt + 1}`);
    },
    response(event: ResponseEvent) {
      const { method, path, status, milliseconds, request_id = "" } = event;
      onResponse?.(event);
      const line = `${method} ${path} ${status} ${milliseconds} ms ${request_id}`.trim();
      log?.(line);
      debug?.(line + (event.cached ? " from the cache" : ""));
    },
    retry(event: RetryEvent) {
      onRetry?.(event);
      const line = `retry in ${Math.round(event.delay)} ms: ${event.error.kind}`;
      log?.(line);
      debug?.(line);
    },
  };
}
