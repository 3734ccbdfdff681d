// Starts a Worker of `build/` in bare workerd, by the same code as the package's testing entry.

import { join } from "node:path";
import { WorkerdError, startWorkerd } from "../pkg/src/testing/workerd.js";
import { Failure, root } from "./run.mjs";

export { claimFolder, freshSecrets, keptSecrets } from "../pkg/src/testing/workerd.js";

/** Starts the Worker in `build/NAME`; `pkg/src/testing/workerd.js` tells the other options, and what comes back. */
export async function startWorker({ name = "local", ...options }) {
  const parts = { worker: join(root, "build", name), assets: join(root, "build", "www"), egress: join(root, "scripts", "egress.js") };
  return expected(() => startWorkerd({ ...parts, ...options }));
}

/** What does not start needs its sentence and no stack trace. */
export async function expected(start) {
  try {
    return await start();
  } catch (error) {
    throw error instanceof WorkerdError ? new Failure(error.message) : error;
  }
}
