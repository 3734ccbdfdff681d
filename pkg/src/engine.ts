import type { Facts } from "./call.js";
import type { ErrorFacts } from "./errors.js";
import { type Part, once } from "./load.js";

/** What the engine asks of the facade. */
export interface Hooks {
  fail(facts: ErrorFacts): unknown;
  answer(value: unknown, facts: Facts, next: string | undefined): unknown;
  fetch(request: Request): Promise<Response>;
}

/** Where the compiled parts come from. */
export interface Sources {
  readonly engine: () => Promise<Part>;
  readonly export: () => Promise<Part>;
}

/** The engine, which every call needs. */
export const engineGlue = once(() => import("./glue.js"));

/** The table of an export, which exports alone need. */
export const exportGlue = once(() => import("./export_glue.js"));
