import { once } from "./load.js";

/** The engine of exports and counts. All that is made of responses shares it: loaded by two at once, it would be two. */
export const exportGlue = once(() => import("./export_glue.js"));
