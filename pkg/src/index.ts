import { type Canvass, type CanvassOptions, canvassWith } from "./canvass.js";
import type { Sources } from "./engine.js";
import { retried } from "./load.js";
import { type Glue, type Source, inflated } from "./part.js";
import type { Scope } from "./types.js";

export * from "./exports.js";

/** Sets the SDK up. Nothing is loaded before the first call, which brings the engine as a chunk of its own. */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(inline, options);
}

/** A part that comes as text, with its twin. */
function inlined(text: () => Promise<{ readonly default: string }>, twin: () => Promise<Glue>): Source {
  const given = retried(text, "default");
  return { part: async () => inflated(await given()), twin: retried(twin, "default") };
}

const inline: Sources = {
  engine: inlined(() => import("./engine.inline.js"), () => import("./engine_twin.js")),
  export: inlined(() => import("./export.inline.js"), () => import("./export_twin.js")),
  signIn: inlined(() => import("./sign_in.inline.js"), () => import("./sign_in_twin.js")),
};
