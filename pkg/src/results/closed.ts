// The errors of results that are closed or have no account.

import { type CanvassError, failure, unavailable } from "../errors.js";

/** The error of a call to results that are closed. */
export function closed(): CanvassError {
  return unavailable("These results are closed: open them again with openResults.");
}

/** The error of results without an account. */
export function signedOut(): CanvassError {
  return failure({ kind: "signed_out", message: "No account is signed in, so there are no results to open.", retryable: false, remedy: { action: "sign_in" } });
}

/** Results that were closed because another account is current. */
export const replaced = new WeakSet<object>();
