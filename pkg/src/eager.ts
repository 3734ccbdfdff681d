// The entry `@canvass/sdk/eager`: it contains the engine, so that the first call waits for no chunk.

import { canvassWith } from "./canvass.js";
import type { Canvass } from "./client.js";
import type { Sources } from "./engine.js";
import text from "./engine.inline.js";
import * as glue from "./engine_glue.js";
import { inlined, laterParts, loadEngineFallback } from "./inline.js";
import type { CanvassOptions } from "./options.js";
import type { Scope } from "./types.js";

export * from "./exports.js";

/** Creates a client. This entry contains the engine, so that the first call sends its request at once. */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(sources, options);
}

const sources: Sources = {
  ...laterParts,
  engine: { ...inlined(async () => ({ default: text }), loadEngineFallback), glue: async () => glue },
};
