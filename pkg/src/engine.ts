import { type Part, once } from "./load.js";

/** Where the compiled parts come from. */
export interface Sources {
  readonly engine: () => Promise<Part>;
  readonly export: () => Promise<Part>;
  readonly signIn: () => Promise<Part>;
}

/** The engine, which every call needs. */
export const engineGlue = once(() => import("./engine_glue.js"));
