// The entry `@canvass/sdk/eager`: it contains the engine, so that the first call waits for no chunk.

import { canvassWith } from "./canvass.js";
import type { Canvass } from "./client.js";
import type { Sources } from "./parts/engine.js";
import text from "./parts/engine.inline.js";
import * as glue from "./parts/engine_glue.js";
import { inlined, laterParts, loadEngineFallback } from "./parts/inline.js";
import type { CanvassOptions } from "./options.js";
import type { Scope } from "./generated/types.js";

export * from "./entry_exports.js";

/** Creates a client. This entry contains the engine, so that the first call sends its request at once. */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(sources, options);
}

const sources: Sources = {
  ...laterParts,
  engine: { ...inlined(async () => ({ default: text }), loadEngineFallback), glue: async () => glue },
};
