// The entry for pages and Node.js: each compiled part is loaded with the first call that needs it.

import { canvassWith } from "./canvass.js";
import type { Canvass } from "./client.js";
import type { Sources } from "./parts/engine.js";
import { loadEngineGlue } from "./parts/engine_chunk.js";
import { inlined, laterParts, loadEngineFallback } from "./parts/inline.js";
import type { CanvassOptions } from "./options.js";
import type { Scope } from "./generated/types.js";

export * from "./entry_exports.js";

/** Creates a client. Nothing is loaded before the first call, which loads the engine as a chunk of its own. */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(sources, options);
}

const sources: Sources = {
  ...laterParts,
  engine: { ...inlined(() => import("./parts/engine.inline.js"), loadEngineFallback), glue: loadEngineGlue },
};
