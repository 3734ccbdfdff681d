import type { ErrorKind, Remedy } from "./types.js";

/** What the engine knows about a failed call. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly code?: number;
  readonly status?: number;
  readonly path?: string;
  readonly retryable: boolean;
  readonly remedy: Remedy;
}

/**
 * A call that failed. Branch on `kind`, which names the cause; `remedy` says what may help.
 *
 * A call that was stopped by its signal is rejected with the signal's own reason instead.
 */
export class CanvassError extends Error {
  override readonly name = "CanvassError";
  /** Why the call failed. */
  readonly kind: ErrorKind;
  /** Code of the API's error table, if the error is the API's own. */
  readonly code: number | undefined;
  /** HTTP status, if an answer came. */
  readonly status: number | undefined;
  /** The argument, or the place in the answer, that the error is about. */
  readonly path: string | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** What may help. */
  readonly remedy: Remedy;

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.kind = facts.kind;
    this.code = facts.code;
    this.status = facts.status;
    this.path = facts.path;
    this.retryable = facts.retryable;
    this.remedy = facts.remedy;
  }
}
