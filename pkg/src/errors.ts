// Every failure of the SDK is a `CanvassError` with one kind and one remedy.

import type { Quota, Scopes } from "./quota.js";
import type { Exported, InvitedRecipient } from "./outcomes.js";
import type { ErrorActions, ErrorCodes, ErrorKind, Scope, SessionEnd } from "./generated/types.js";

/** What can be done about an error. */
export interface Remedy<K extends ErrorKind = ErrorKind> {
  /** What to do. */
  readonly action: ErrorActions[K];
  /** The scope that was needed. */
  readonly scope?: Scope;
  /** The plan that the needed scope requires. */
  readonly plan?: "any" | "paid" | "paid_except_weblink";
  /**
   * Whether the user's plan makes the scope available, so that the user could grant it. Absent if the response does not
   * say.
   */
  readonly available?: boolean;
  /** Seconds to wait before a retry. */
  readonly seconds?: number;
  /** When the wait ends. */
  readonly until?: Date;
  /** A page size that works, if the page was too large. */
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
  /** Origin of the gateway, if it is not the page's own. */
  readonly origin?: string;
  readonly wait?: number;
  readonly cause?: unknown;
}

/**
 * A failed call. Branch on `kind`, which names the cause, or on the classes, one for each kind; `remedy` says what can
 * be done.
 *
 * A call that its signal aborts is rejected with the signal's reason instead.
 */
export class CanvassError<K extends ErrorKind = ErrorKind> extends Error {
  /** Why the call failed. */
  declare readonly kind: K;
  /** Code of the API's error table, if the API reported the error. */
  declare readonly code: ErrorCodes[K] | (number & {}) | undefined;
  /** HTTP status, if there was a response. */
  declare readonly status: number | undefined;
  /** The argument, or the path in the response, that the error is about. */
  declare readonly path: string | undefined;
  /**
   * Of `signed_out`: why the session ended. Only the first call that a browser has refused reports it; it is absent if
   * there was no session or the reason is unknown.
   */
  declare readonly ended: (K extends "signed_out" ? SessionEnd : never) | undefined;
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean;
  /** What can be done. */
  declare readonly remedy: Remedy<K>;
  /** The quota, if the response reported it. */
  declare readonly quota: Quota | undefined;
  /** Identifies the request in the gateway's log. */
  declare readonly request_id: string | undefined;
  /**
   * Where the error is described: the URL that the API names, or the kind's row in the SDK reference of the gateway,
   * `/docs/sdk/#KIND`. Without an origin it is relative to the gateway's.
   */
  declare readonly docs: string;
  /** Of an export or an invitation: where to continue, for its option `from` or `resume`. */
  declare readonly checkpoint?: string;
  /** Of an export into a blob: the part that is ready, to which the rest can be appended. */
  declare readonly exported?: Exported;
  /** Of a sign-in that failed, or in which the user has not granted all scopes: the path to continue at. */
  declare readonly return_to?: string;
  /** Of such a sign-in: whether it adds an account to those that are signed in. */
  declare readonly add?: boolean;
  /** Of an invitation: what happened to the addresses so far. */
  declare readonly invited?: readonly InvitedRecipient[];

  constructor({ message, cause, kind, code, status, path, ended, retryable, remedy, quota, scopes, request_id, docs = "", origin = "", wait }: ErrorFacts) {
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
    this.docs = /^https?:/.test(docs) ? docs : `${origin}/docs/sdk/#${kind}`;
  }
}

/** The class of the errors of one kind. */
export type ErrorClass<K extends ErrorKind> = new (facts: ErrorFacts) => CanvassError<K>;

/** Any error of the SDK. `switch (error.kind)` narrows its code and its remedy. */
export type AnyError = { readonly [K in ErrorKind]: CanvassError<K> }[ErrorKind];

const classes = new Map<ErrorKind, ErrorClass<ErrorKind>>();

/** The class of a kind, created once. */
export function errorOf<K extends ErrorKind>(kind: K): ErrorClass<K> {
  let errorClass = classes.get(kind) as ErrorClass<K> | undefined;
  if (errorClass === undefined) {
    errorClass = class extends CanvassError<K> {};
    Object.defineProperty(errorClass, "name", { value: nameOf(kind) });
    classes.set(kind, errorClass as ErrorClass<ErrorKind>);
  }
  return errorClass;
}

/** Creates the error of a failed call. */
export function failure(facts: ErrorFacts): CanvassError {
  return new (errorOf(facts.kind))(facts);
}

/** Creates the error for a wrong argument; `path` names it. Nothing was sent. */
export function invalid(path: string, message: string, cause?: unknown): CanvassError {
  return failure({ kind: "invalid_argument", message, path, retryable: false, remedy: { action: "correct" }, cause });
}

/** Creates the error for a part that has crashed. */
export function crash(cause: unknown): CanvassError {
  const message = "A part of the SDK crashed. Retry: the next call restarts it.";
  return failure({ kind: "engine_failed", message, retryable: true, remedy: { action: "retry" }, cause });
}

/** Creates the error for something that the platform lacks or forbids. */
export function unavailable(message: string, cause?: unknown): CanvassError {
  return failure({ kind: "unavailable", message, retryable: false, remedy: { action: "none" }, cause });
}

/** Creates the error of a wrong set-up of the SDK or the gateway: `path` is the option that is wrong, if it is one. */
export function misconfigured(message: string, path?: string): CanvassError {
  return failure({ kind: "configuration", message, ...(path !== undefined && { path }), retryable: false, remedy: { action: "correct" } });
}

/** Whether an error is one of the SDK's, also if another copy of the SDK created it. */
export function isCanvassError(error: unknown): error is AnyError {
  return error instanceof Error && "kind" in error && "remedy" in error;
}

/** `scope_missing` becomes `ScopeMissingError`. */
function nameOf(kind: string): string {
  return `${kind.replace(/(^|_)(.)/g, (_all, _mark, letter: string) => letter.toUpperCase())}Error`;
}
