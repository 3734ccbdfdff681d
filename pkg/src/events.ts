import type { Quota } from "./quota.js";
import type { CanvassError } from "./errors.js";

/** A request that is about to be sent. Neither query nor body nor headers are in it: they may hold what is private. */
export interface RequestEvent {
  /** Method. */
  readonly method: string;
  /** Path at the gateway, without its query. */
  readonly path: string;
  /** How often the same call was sent before. */
  readonly attempt: number;
}

/** A request that was answered. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds between the request and its answer. */
  readonly milliseconds: number;
  /** What names the request in the gateway's log, if the gateway told it. */
  readonly request_id: string | undefined;
}

/** A call that is sent again. */
export interface RetryEvent {
  /** How often it was sent before. */
  readonly attempt: number;
  /** Milliseconds until then. */
  readonly delay: number;
  /** Why. */
  readonly error: CanvassError;
}

/** What the caller is told while calls are made. */
export interface Events {
  /** Told before every request, repetitions included. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Told after every answer. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Told before a call is sent again. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Told whenever the quota is known anew, by an answer or by another tab. */
  readonly onQuota?: ((quota: Quota) => void) | undefined;
  /** Takes one line for every answer and repetition, in which nothing private stands. */
  readonly log?: ((line: string) => void) | undefined;
}

/** What the exchange tells, as the caller wants to hear it. */
export function listening({ onRequest, onResponse, onRetry, log }: Events) {
  return {
    request: onRequest,
    response(event: ResponseEvent) {
      const { method, path, status, milliseconds, request_id = "" } = event;
      onResponse?.(event);
      log?.(`${method} ${path} ${status} ${milliseconds} ms ${request_id}`.trim());
    },
    retry(event: RetryEvent) {
      onRetry?.(event);
      log?.(`again in ${Math.round(event.delay)} ms: ${event.error.kind}`);
    },
  };
}
