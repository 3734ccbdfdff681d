/** Errors of the file system of Node.js as errors of the SDK. */

import { unavailable } from "../errors.js";

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
