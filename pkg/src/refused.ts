import { unavailable } from "./errors.js";
import type { Glue } from "./load.js";

/** The smallest module there is. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** What stands in for a part that did not start: its twin, if the reason is that the platform compiles nothing. */
export async function instead<G extends Glue>(twin: (() => Promise<G>) | undefined, cause: unknown): Promise<G> {
  if (compiles()) throw unavailable("This is not the compiled part that belongs to this version of the SDK.", cause);
  if (twin === undefined) {
    const message = "The platform refuses WebAssembly. A Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.";
    throw unavailable(message, cause);
  }
  const made = await twin();
  await made.default({ module_or_path: EMPTY });
  return made;
}

/** Whether the platform compiles what it is given. Some lack WebAssembly altogether. */
function compiles(): boolean {
  try {
    return Boolean(new WebAssembly.Module(EMPTY));
  } catch {
    return false;
  }
}
