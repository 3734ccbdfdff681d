// The engine's glue as a chunk of its own, for entries that do not contain it.

import { retried } from "./load.js";

/** Loads the glue of the engine as a chunk of its own. */
export const loadEngineGlue = retried(() => import("./engine_glue.js"), "default");
