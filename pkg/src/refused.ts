import { unavailable } from "./errors.js";
import { type Glue, inflated } from "./part.js";

/** The smallest module there is. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Nothing, deflated and in base64. */
const NOTHING = "AwA=";

/**
 * What stands in for a part that did not start: its twin, if the reason is that the platform compiles nothing, or
 * inflates nothing. `arrived` is what was to be started, if it came so far.
 */
export async function instead<G extends Glue>(twin: (() => Promise<G>) | undefined, cause: unknown, arrived: unknown): Promise<G> {
  if (arrived === undefined) {
    // Elsewhere it is the connection's fault, or that of the caller, who gave the part.
    if (twin === undefined || (await inflates())) throw cause;
  } else if (compiles()) {
    throw unavailable("This is not the compiled part that belongs to this version of the SDK.", cause);
  } else if (twin === undefined) {
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

/** Whether the platform inflates what the build deflated. Those that play a browser for tests lack what it takes. */
function inflates(): Promise<boolean> {
  return inflated({ default: NOTHING }).then(() => true, () => false);
}
