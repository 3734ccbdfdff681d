import { unavailable } from "./errors.js";
import { type Glue, inflated } from "./part.js";

/** The smallest valid WebAssembly module. */
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** No bytes, deflated and in base64. */
const EMPTY_DEFLATED = "AwA=";

/**
 * Handles a part that did not start because of `cause`; `loaded` is undefined if it was not even loaded. Starts the
 * JavaScript fallback if the platform cannot compile WebAssembly or cannot inflate; throws otherwise.
 */
export async function startFallback<G extends Glue>(fallback: (() => Promise<G>) | undefined, cause: unknown, loaded: unknown): Promise<G> {
  if (loaded === undefined) {
    // A platform that inflates has lost the connection, or the caller's own part failed to load.
    if (fallback === undefined || (await canInflate())) throw cause;
  } else if (canCompile()) {
    throw unavailable("The compiled part does not belong to this version of the SDK: use the file of the same package.", cause);
  } else if (fallback === undefined) {
    const message = "The platform refuses WebAssembly. A Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.";
    throw unavailable(message, cause);
  }
  const glue = await fallback();
  await glue.default({ module_or_path: EMPTY_MODULE });
  return glue;
}

/** Whether the platform compiles WebAssembly. Some have no WebAssembly at all. */
function canCompile(): boolean {
  try {
    return Boolean(new WebAssembly.Module(EMPTY_MODULE));
  } catch {
    return false;
  }
}

/** Whether the platform can inflate. Test environments that imitate a browser often lack DecompressionStream. */
function canInflate(): Promise<boolean> {
  return inflated({ default: EMPTY_DEFLATED }).then(() => true, () => false);
}
