// Starts a Worker of `build/` in bare workerd, with the code of @canvass/local.

import { join } from "node:path";
import { LocalError } from "../pkg/local/src/local_error.js";
import { startWorkerd } from "../pkg/local/src/workerd.js";
import { Failure, root } from "./run.mjs";

export { endWith } from "../pkg/local/src/command.js";
export { claimFolder, freshSecrets, storedSecrets } from "../pkg/local/src/folders.js";

/** The files of the Worker in `build/NAME`. */
export function builtParts(name) {
  return { worker: join(root, "build", name), assets: join(root, "build", "www") };
}

/** Starts the Worker in `build/NAME`. `pkg/local/src/workerd.js` documents the other options and the result. */
export async function startWorker({ name = "local", ...options }) {
  return withFailure(() => startWorkerd({ ...builtParts(name), ...options }));
}

/** Turns the error of a Worker that did not start into a `Failure`, which is printed without a stack trace. */
export async function withFailure(start) {
  try {
    return await start();
  } catch (error) {
    throw error instanceof LocalError ? new Failure(error.message) : error;
  }
}
