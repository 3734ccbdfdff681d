// The entry for Cloudflare Workers, which compile no WebAssembly at run time: all parts are imported as modules.

import { canvassWith } from "./canvass.js";
import type { Canvass } from "./client.js";
import type { Sources } from "./parts/engine.js";
import { loadEngineGlue } from "./parts/engine_chunk.js";
import engine from "./engine.wasm";
import table from "./export.wasm";
import type { CanvassOptions } from "./options.js";
import signIn from "./sign_in.wasm";
import type { Scope } from "./generated/types.js";

export * from "./entry_exports.js";

/**
 * Creates a client. Its parts were compiled when the program was deployed, because the platform compiles none at run
 * time.
 */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(compiled, options);
}

const compiled: Sources = {
  engine: { part: async () => engine, glue: loadEngineGlue },
  export: { part: async () => table },
  signIn: { part: async () => signIn },
};
