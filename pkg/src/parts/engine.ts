// The engine is loaded once for all clients of a page.

import { once } from "./load.js";
import type { Source } from "./part.js";

export type Engine = typeof import("./engine_glue.js");

/** Where the compiled parts are loaded from. */
export interface Sources {
  /** An entry may contain the glue of the engine, so it is loaded from there too. */
  readonly engine: Source & { readonly glue: () => Promise<Engine> };
  readonly export: Source;
  readonly signIn: Source;
}

/** Loads the engine, which every call needs. */
export const engineGlue = once(({ glue }: Sources["engine"]) => glue());
