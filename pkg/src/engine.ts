import { once, retried } from "./load.js";
import type { Source } from "./part.js";

/** Where the compiled parts are loaded from. */
export interface Sources {
  readonly engine: Source;
  readonly export: Source;
  readonly signIn: Source;
}

/** Loads the engine, which every call needs. */
export const engineGlue = once(retried(() => import("./engine_glue.js"), "default"));
export type Engine = Awaited<ReturnType<typeof engineGlue>>;
