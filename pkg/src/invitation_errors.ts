// After which failures an invitation's write may have been done, and the errors of rules that the SDK checks itself.

import { CanvassError, failure } from "./errors.js";
import type { ErrorKind } from "./types.js";

/** Kinds of failures after which a write may have been done nevertheless. */
const UNKNOWN_OUTCOME: readonly ErrorKind[] = ["network", "timeout", "service_failed", "unexpected_answer", "engine_failed"];

/** Whether a write that failed with this error may have been done nevertheless. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CanvassError && UNKNOWN_OUTCOME.includes(error.kind);
}

/** An error of the service's rules, which only other arguments avoid. */
export function refusal(path: string, message: string): CanvassError {
  return failure({ kind: "bad_request", message, path, retryable: false, remedy: { action: "correct" } });
}
