// Compiled parts are embedded as text, so that no bundler has to be configured, and each has a JavaScript fallback.

import type { Sources } from "./engine.js";
import { retried } from "./load.js";
import { type Glue, type Source, inflated } from "./part.js";

/** A part that is embedded as text, with its JavaScript fallback. */
export function inlined(loadText: () => Promise<{ readonly default: string }>, loadFallback: () => Promise<Glue>): Source {
  const text = retried(loadText, "default");
  return { part: async () => inflated(await text()), fallback: retried(loadFallback, "default") };
}

export const loadEngineFallback = () => import("./engine_fallback.js");

/** The parts that only some pages load. */
export const laterParts: Omit<Sources, "engine"> = {
  export: inlined(() => import("./export.inline.js"), () => import("./export_fallback.js")),
  signIn: inlined(() => import("./sign_in.inline.js"), () => import("./sign_in_fallback.js")),
};
