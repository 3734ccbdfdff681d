import { retried } from "./load.js";

/** Loads the glue of the engine as a chunk of its own. */
export const loadEngineGlue = retried(() => import("./engine_glue.js"), "default");
