// The entry `@canvass/sdk/slim`: the caller provides the engines; only the compiled part of the sign-in is embedded.

import { canvassWith } from "./canvass.js";
import type { Canvass } from "./client.js";
import { loadEngineGlue } from "./parts/engine_chunk.js";
import { unavailable } from "./errors.js";
import { retried } from "./parts/load.js";
import type { CanvassOptions } from "./options.js";
import { type Part, inflated } from "./parts/part.js";
import type { Scope } from "./generated/types.js";

export * from "./entry_exports.js";

/** A compiled part of the SDK, or a function that loads it. */
export type PartSource = Part | (() => Promise<Part>);

/** Options of a client whose parts the caller provides. */
export interface SlimOptions extends CanvassOptions {
  /** The engine, which every call needs: the package's `./engine.wasm`. */
  readonly engine: PartSource;
  /** The engine of exports and summaries: the package's `./export.wasm`. */
  readonly export?: PartSource | undefined;
}

/** Creates a client with parts that the caller provides. */
export function createCanvass<S extends Scope = Scope>({ engine, export: table, ...options }: SlimOptions): Canvass<S> {
  const signIn = { part: async () => inflated(await signInText()), fallback: noFallback };
  return canvassWith({ engine: { part: () => loadPart(engine), glue: loadEngineGlue }, export: { part: () => loadPart(table) }, signIn }, options);
}

const signInText = retried(() => import("./parts/sign_in.inline.js"), "default");

/** This entry has no JavaScript fallback. */
async function noFallback(): Promise<never> {
  throw unavailable(
    "Signing in needs DecompressionStream and WebAssembly; a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.",
  );
}

async function loadPart(part: PartSource | undefined): Promise<Part> {
  if (part === undefined) {
    throw unavailable("Exports need the option `export`: the package's export.wasm.");
  }
  return typeof part === "function" ? part() : part;
}
