import type { Scopes } from "./quota.js";
import type { RequestEvent, ResponseEvent, RetryEvent } from "./events.js";
import type { ErrorFacts, CanvassError } from "./errors.js";
import type * as Engine from "./glue.js";

/** The quota as the engine reads it from an answer's headers: seconds instead of moments, and no numbers where there is no limit. */
export interface ToldQuota {
  readonly minute: { readonly limit?: number; readonly remaining?: number; readonly reset: number };
  readonly day: { readonly limit?: number; readonly remaining?: number; readonly reset: number };
}

/** What an answer gives: `next` are the arguments of the next page. */
export interface Given {
  readonly value?: unknown;
  next?: string | undefined;
  readonly status: number;
  readonly quota?: ToldQuota;
  readonly scopes?: Scopes;
  readonly request_id?: string;
  /** The code of a failure of the API. */
  readonly code?: number;
  docs?: string;
}

/** What the engine knows about a failed call. */
export type ToldFailure = Omit<ErrorFacts, "quota"> & { readonly quota?: ToldQuota };

/** A call, and what it needs to be made. */
export interface Outgoing {
  readonly engine: Pick<typeof Engine, "request" | "answer" | "unanswered" | "delay">;
  /** Origin of the gateway; the page's own if it is empty. */
  readonly base: string;
  readonly send: (request: Request) => Promise<Response>;
  readonly fail: (facts: ToldFailure) => CanvassError;
  readonly operation: number;
  /** Arguments in JSON. */
  readonly input: string;
  /** The request as the engine would write it, where the caller did. */
  readonly text?: string | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it is the platform that failed; what else is thrown where a request is sent goes to the caller. */
  readonly isLost?: ((cause: object) => boolean) | undefined;
  readonly timeout: number;
  readonly deadline: number;
  readonly retries: number;
  readonly maxWait: number;
  /** Takes the bytes of every good answer, and may make its value of them in the place of the platform's parser. */
  readonly take?: ((bytes: Uint8Array<ArrayBuffer>, given: Given, input: string) => unknown) | undefined;
  /** Whether what takes the bytes also checks them, and finds the next page. */
  readonly raw?: boolean | undefined;
  readonly on?:
    | {
        readonly request?: ((event: RequestEvent) => void) | undefined;
        readonly response?: ((event: ResponseEvent) => void) | undefined;
        readonly retry?: ((event: RetryEvent) => void) | undefined;
      }
    | undefined;
}

/** Makes a call: what its answer gives, or a rejection with the signal's reason or with an error. */
export function exchange(call: Outgoing): Promise<Given>;

/** Waits; a signal ends it with its reason. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
