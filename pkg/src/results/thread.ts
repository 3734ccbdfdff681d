/** The engine of results in the thread of its caller. */

import { unavailable } from "../errors.js";
import { once, retried } from "../parts/load.js";
import { inflated } from "../parts/part.js";
import { ResultsEngine } from "./engine.js";
import { openNodeFolder } from "./node_folder.js";
import { openPrivateFolder } from "./opfs.js";
import type { OpenStorage } from "./storage.js";

/** Loaded like this by exports too, so that the two chunks share none. */
const loadGuarded = retried(() => import("../parts/guarded.js"), "Guarded");
const text = retried(() => import("../parts/results.inline.js"), "default");
const glueOf = once(retried(() => import("../parts/results_glue.js"), "default"));

/** Analyses of 100,000 responses would take seconds in plain JavaScript, so this part has no such form. */
async function fallback(): Promise<never> {
  if ("WebSocketPair" in globalThis) {
    throw unavailable("Results do not run in Workers, which forbid that WebAssembly is compiled at run time. Open them in a page or in Node.js.");
  }
  throw unavailable("Results need WebAssembly and DecompressionStream; a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.");
}

const open: OpenStorage = async (place, create) => ("path" in place ? openPrivateFolder(place.path, create) : openNodeFolder(place.folder, create));

/** Starts an engine in this thread. */
export async function startInThread(): Promise<ResultsEngine> {
  const [glue, { Guarded }] = await Promise.all([glueOf({ part: async () => inflated(await text()), fallback }), loadGuarded()]);
  return new ResultsEngine(glue, new Guarded(glue), open);
}
