// Starts a Worker of `build/` in bare workerd, with the same code as the package's testing entry.

import { join } from "node:path";
import { WorkerdError, startWorkerd } from "../pkg/src/testing/workerd.js";
import { Failure, root } from "./run.mjs";

export { claimFolder, freshSecrets, storedSecrets } from "../pkg/src/testing/workerd.js";

/** Starts the Worker in `build/NAME`. `pkg/src/testing/workerd.js` documents the other options and the result. */
export async function startWorker({ name = "local", ...options }) {
  const parts = { worker: join(root, "build", name), assets: join(root, "build", "www"), egress: join(root, "scripts", "egress.js") };
  return withFailure(() => startWorkerd({ ...parts, ...options }));
}

/** Turns the error of a Worker that did not start into a `Failure`, which is printed without a stack trace. */
export async function withFailure(start) {
  try {
    return await start();
  } catch (error) {
    throw error instanceof WorkerdError ? new Failure(error.message) : error;
  }
}
