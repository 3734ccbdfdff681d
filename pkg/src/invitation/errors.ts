// After which failures an invitation's write may have been done, and the errors of rules that the SDK checks itself.

import { CanvassError, failure } from "../errors.js";
import { MAYBE_DONE } from "../generated/facts.js";

/** Whether a write that failed with this error may have been done nevertheless. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CanvassError && MAYBE_DONE.includes(error.kind);
}

/** An error of the service's rules, which only other arguments avoid. */
export function refusal(path: string, message: string): CanvassError {
  return failure({ kind: "bad_request", message, path, retryable: false, remedy: { action: "correct" } });
}
