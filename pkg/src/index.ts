import { canvassWith } from "./canvass.js";
import type { Canvass } from "./client.js";
import type { Sources } from "./engine.js";
import { retried } from "./load.js";
import type { CanvassOptions } from "./options.js";
import { type Glue, type Source, inflated } from "./part.js";
import type { Scope } from "./types.js";

export * from "./exports.js";

/** Creates a client. Nothing is loaded before the first call, which loads the engine as a chunk of its own. */
export function createCanvass<S extends Scope = Scope>(options?: CanvassOptions): Canvass<S> {
  return canvassWith(inline, options);
}

/** A part that is embedded as text, with its JavaScript fallback. */
function inlined(loadText: () => Promise<{ readonly default: string }>, loadFallback: () => Promise<Glue>): Source {
  const text = retried(loadText, "default");
  return { part: async () => inflated(await text()), fallback: retried(loadFallback, "default") };
}

const inline: Sources = {
  engine: inlined(() => import("./engine.inline.js"), () => import("./engine_fallback.js")),
  export: inlined(() => import("./export.inline.js"), () => import("./export_fallback.js")),
  signIn: inlined(() => import("./sign_in.inline.js"), () => import("./sign_in_fallback.js")),
};
