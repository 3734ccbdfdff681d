// A part that did not start: a platform that cannot inflate gets the JavaScript fallback, anything else is an error.

import { unavailable } from "../errors.js";
import { type Glue, EMPTY_MODULE, canCompile, inflated } from "./part.js";

/** No bytes, deflated and in base64. */
const EMPTY_DEFLATED = "AwA=";

/**
 * Handles a part that did not start because of `cause`; `loaded` is undefined if it was not even loaded. Starts the
 * JavaScript fallback if the platform cannot inflate; throws otherwise.
 */
export async function startFallback<G extends Glue>(fallback: (() => Promise<Glue>) | undefined, cause: unknown, loaded: unknown): Promise<G> {
  if (loaded === undefined) {
    // A platform that inflates has lost the connection, or the caller's own part failed to load.
    if (fallback === undefined || (await canInflate())) throw cause;
    const glue = await fallback();
    await glue.default({ module_or_path: EMPTY_MODULE });
    return glue as G;
  }
  const message = canCompile()
    ? "The compiled part does not belong to this version of the SDK: use the file of the same package."
    : "The platform refuses WebAssembly. A Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.";
  throw unavailable(message, cause);
}

/** Whether the platform can inflate. Test environments that imitate a browser may have only a part of what it needs. */
function canInflate(): Promise<boolean> {
  return inflated({ default: EMPTY_DEFLATED }).then(() => true, () => false);
}
