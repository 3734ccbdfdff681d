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
}

/** The callbacks for `exchange`, which also write the log lines. */
export function exchangeEvents({ onRequest, onResponse, onRetry, log }: Events) {
  return {
    request: onRequest,
    response(event: ResponseEvent) {
      const { method, path, status, milliseconds, request_id = "" } = event;
      onResponse?.(event);
      log?.(`${method} ${path} ${status} ${milliseconds} ms ${request_id}`.trim());
    },
    retry(event: RetryEvent) {
      onRetry?.(event);
      log?.(`retry in ${Math.round(event.delay)} ms: ${event.error.kind}`);
    },
  };
}
