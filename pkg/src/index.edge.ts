import { type Canvass, type CanvassOptions, canvassWith } from "./canvass.js";
import type { Sources } from "./engine.js";
import engine from "./engine.wasm?module";
import table from "./export.wasm?module";
import signIn from "./sign_in.wasm?module";
import type { Scope } from "./types.js";

export * from "./exports.js";

/** Sets the SDK up, with parts that the platform compiled when the program was deployed: it compiles none later. */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(compiled, options);
}

const compiled: Sources = {
  engine: { part: async () => engine },
  export: { part: async () => table },
  signIn: { part: async () => signIn },
};
