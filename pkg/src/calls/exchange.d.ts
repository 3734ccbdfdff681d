// The types of `exchange.js`, which is JavaScript so that `tests/browser.rs` can run it unbuilt.

import type { Scopes } from "../quota.js";
import type { RequestEvent, ResponseEvent, RetryEvent } from "../events.js";
import type { ErrorFacts, CanvassError } from "../errors.js";
import type * as Engine from "../parts/glue.js";

/**
 * The quota as the engine reads it from a response's headers: `reset` in seconds, no numbers where there is no limit.
 */
export interface ReportedQuota {
  readonly minute: { readonly limit?: number; readonly remaining?: number; readonly reset: number };
  readonly day: { readonly limit?: number; readonly remaining?: number; readonly reset: number };
}

/** What the engine reads from a response: `next` are the arguments of the next page, in JSON. */
export interface ExchangeResult {
  readonly value?: unknown;
  next?: string | undefined;
  readonly status: number;
  readonly quota?: ReportedQuota;
  readonly scopes?: Scopes;
  readonly request_id?: string;
  /** The code of an error of the API. */
  readonly code?: number;
  docs?: string;
}

/** What the engine knows about a failed call. */
export type ReportedFailure = Omit<ErrorFacts, "quota"> & { readonly quota?: ReportedQuota };

type UsedEngine = Pick<typeof Engine, "request" | "answer" | "unanswered" | "delay">;

/** A call with everything that it needs. Times are in milliseconds. */
export interface ExchangeCall {
  /** If it is still loading, a complete request is sent meanwhile. It is rejected when the call has to end. */
  readonly engine: UsedEngine | Promise<UsedEngine>;
  /** Origin of the gateway; empty for the page's own. */
  readonly base: string;
  readonly send: (request: Request) => Promise<Response>;
  readonly fail: (facts: ReportedFailure) => CanvassError;
  readonly operation: number;
  /** Arguments in JSON. */
  readonly input: string;
  /**
   * A complete request in the engine's format: method, path and body, a line each. It replaces the request of the
   * engine.
   */
  readonly text?: string | undefined;
  /** Whether the browser completes the request when the page is left. */
  readonly keepalive?: boolean | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the platform failed to send. Other errors that `send` throws go to the caller as they are. */
  readonly isNetworkError?: ((cause: object) => boolean) | undefined;
  readonly timeout: number;
  /** When the call ends, in milliseconds since 1970. */
  readonly end: number;
  readonly retries: number;
  readonly maxWait: number;
  /** Gets the bytes of every successful response. If it returns a value, the bytes are not parsed. */
  readonly take?: ((bytes: Uint8Array<ArrayBuffer>, result: ExchangeResult, input: string) => unknown) | undefined;
  /** Whether `take` also checks the bytes and finds the next page. */
  readonly raw?: boolean | undefined;
  readonly on?:
    | {
        readonly request?: ((event: RequestEvent) => void) | undefined;
        readonly response?: ((event: ResponseEvent) => void) | undefined;
        readonly retry?: ((event: RetryEvent) => void) | undefined;
      }
    | undefined;
}

/** Makes a call with its retries. Rejects with the signal's reason or with an error that `fail` made. */
export function exchange(call: ExchangeCall): Promise<ExchangeResult>;

/**
 * Settles as `work` does, after so many milliseconds as `late` does, or with the signal's reason when it is aborted.
 */
export function within<T>(milliseconds: number, signal: AbortSignal | undefined, late: () => Promise<T>, work: () => Promise<T>): Promise<T>;

/** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
