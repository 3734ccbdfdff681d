import type { Quota, Scopes } from "./quota.js";
import type { Exported, InvitedRecipient } from "./outcomes.js";
import type { ErrorActions, ErrorCodes, ErrorKind, Scope, SessionEnd } from "./types.js";

/** What may help against an error. */
export interface Remedy<K extends ErrorKind = ErrorKind> {
  /** What to do. */
  readonly action: ErrorActions[K];
  /** The scope that was needed. */
  readonly scope?: Scope;
  /** The plan that the scope needs. */
  readonly plan?: "any" | "paid" | "paid_except_weblink";
  /** Whether the user could grant the scope: their plan makes it available. Absent where the answer does not say. */
  readonly available?: boolean;
  /** Seconds to wait. */
  readonly seconds?: number;
  /** When the wait is over. */
  readonly until?: Date;
  /** Items that a page can have, where the page was too large. */
  readonly per_page?: number;
}

/** What is known about a failed call. */
export interface ErrorFacts {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly code?: number;
  readonly status?: number;
  readonly path?: string;
  readonly ended?: SessionEnd;
  readonly retryable: boolean;
  readonly remedy: Remedy;
  readonly quota?: Quota;
  readonly scopes?: Scopes;
  readonly request_id?: string;
  readonly docs?: string;
  readonly wait?: number;
  readonly cause?: unknown;
}

/**
 * A call that failed. Branch on `kind`, which names the cause, or on the classes, one for each kind; `remedy` says
 * what may help.
 *
 * A call that was stopped by its signal is rejected with the signal's own reason instead.
 */
export class CanvassError<K extends ErrorKind = ErrorKind> extends Error {
  /** Why the call failed. */
  readonly kind: K;
  /** Code of the API's error table, if the error is the API's own. */
  readonly code: ErrorCodes[K] | (number & {}) | undefined;
  /** HTTP status, if an answer came. */
  readonly status: number | undefined;
  /** The argument, or the place in the answer, that the error is about. */
  readonly path: string | undefined;
  /**
   * Of `signed_out`: why the session ended. The first refused call of a browser says it; it is absent where there was no
   * session, or where nobody knows.
   */
  readonly ended: (K extends "signed_out" ? SessionEnd : never) | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** What may help. */
  readonly remedy: Remedy<K>;
  /** The quota, if the answer told it. */
  readonly quota: Quota | undefined;
  /** What names the request in the gateway's log. */
  readonly request_id: string | undefined;
  /** Where the API describes the error, if it says so. */
  readonly docs: string | undefined;
  /** Of an export or an invitation: where to go on, for its option `from` or `resume`. */
  declare readonly checkpoint?: string;
  /** Of an export into a blob: what is ready, and what the rest can be put behind. */
  declare readonly exported?: Exported;
  /** Of an invitation: what became of the addresses so far. */
  declare readonly invited?: readonly InvitedRecipient[];

  constructor({ message, cause, kind, code, status, path, ended, retryable, remedy, quota, scopes, request_id, docs, wait }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = nameOf(kind);
    this.kind = kind as K;
    this.code = code as ErrorCodes[K] | undefined;
    this.status = status;
    this.path = path;
    this.ended = ended as typeof this.ended;
    this.retryable = retryable;
    this.remedy = {
      ...(remedy as Remedy<K>),
      ...(scopes && remedy.scope && { available: scopes.available.includes(remedy.scope) }),
      ...(wait !== undefined && { until: new Date(Date.now() + wait * 1000) }),
    };
    this.quota = quota;
    this.request_id = request_id;
    this.docs = docs && /^https?:/.test(docs) ? docs : undefined;
  }
}

/** The class of the errors of one kind. */
export type ErrorClass<K extends ErrorKind> = new (facts: ErrorFacts) => CanvassError<K>;

/** An error whose kind tells its code and its remedy: `switch (error.kind)` narrows it. */
export type AnyError = { readonly [K in ErrorKind]: CanvassError<K> }[ErrorKind];

const classes = new Map<ErrorKind, ErrorClass<ErrorKind>>();

/** The class of a kind, made once. */
export function errorOf<K extends ErrorKind>(kind: K): ErrorClass<K> {
  let made = classes.get(kind) as ErrorClass<K> | undefined;
  if (made === undefined) {
    made = class extends CanvassError<K> {};
    Object.defineProperty(made, "name", { value: nameOf(kind) });
    classes.set(kind, made as ErrorClass<ErrorKind>);
  }
  return made;
}

/** The error of a failed call. */
export function failure(facts: ErrorFacts): CanvassError {
  return new (errorOf(facts.kind))(facts);
}

/** The error of something that the platform or the caller's setup does not have. */
export function unavailable(message: string, cause?: unknown): CanvassError {
  return failure({ kind: "unavailable", message, retryable: false, remedy: { action: "none" }, cause });
}

/** Whether a call failed with one of the SDK's errors; true for another copy of the SDK too. */
export function isCanvassError(error: unknown): error is AnyError {
  return error instanceof Error && "kind" in error && "remedy" in error;
}

/** `scope_missing` becomes `ScopeMissingError`. */
function nameOf(kind: string): string {
  return `${kind.replace(/(^|_)(.)/g, (_all, _mark, letter: string) => letter.toUpperCase())}Error`;
}
