import { type Canvass, type CanvassOptions, canvassWith } from "./canvass.js";
import type { Sources } from "./engine.js";
import { inflated } from "./load.js";
import type { Scope } from "./types.js";

export * from "./exports.js";

/** Sets the SDK up. Nothing is loaded before the first call, which brings the engine as a chunk of its own. */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(inline, options);
}

const inline: Sources = {
  engine: { part: async () => inflated(await import("./engine.inline.js")), twin: () => import("./engine_twin.js") },
  export: { part: async () => inflated(await import("./export.inline.js")), twin: () => import("./export_twin.js") },
  signIn: { part: async () => inflated(await import("./sign_in.inline.js")), twin: () => import("./sign_in_twin.js") },
};
