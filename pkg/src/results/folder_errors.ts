/** Errors of the file systems of Node.js and of browsers as errors of the SDK. */

import { type CanvassError, failure, isCanvassError, unavailable } from "../errors.js";

/** An error of the browser's file system as one of the SDK, and every other error as it is. */
export function ofBrowser(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const message = `The browser does not keep the responses on this device: ${error.message}`;
  return failure({ kind: "unavailable", message, retryable: !LASTING.includes(error.name), remedy: { action: "none" }, cause: error });
}

/** Whether the browser's file system has failed. */
export function isOfBrowser(error: unknown): boolean {
  return isCanvassError(error) && error.kind === "unavailable" && error.cause instanceof DOMException;
}

/**
 * Names of errors that say that the browser keeps nothing here: no room, erased files, or no permission. All others may
 * pass.
 */
const LASTING = ["QuotaExceededError", "NotFoundError", "SecurityError", "NotSupportedError"];

/** Whether the browser's file system will fail next time too. */
export function isLasting(error: unknown): boolean {
  return isOfBrowser(error) && !(error as CanvassError).retryable;
}

/** For `catch`: ignores the error of a code. */
export function undefinedIf(code: string): (error: unknown) => undefined {
  return (error) => {
    if ((error as { readonly code?: string }).code !== code) throw error;
    return undefined;
  };
}

/** Waits for a change in a folder. It may fail on a full disk, or one that is read-only. */
export function writing<T>(work: Promise<T>): Promise<T> {
  return reported("The folder cannot be written", work);
}

/** Waits for what is read of a folder. */
export function reading<T>(work: Promise<T>): Promise<T> {
  return reported("The folder cannot be read", work);
}

async function reported<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw unavailable(`${what}: ${(cause as Error).message}.`, cause);
  }
}
