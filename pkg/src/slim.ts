import { type Canvass, type CanvassOptions, canvassWith } from "./canvass.js";
import { unavailable } from "./errors.js";
import { retried } from "./load.js";
import { type Part, inflated } from "./part.js";
import type { Scope } from "./types.js";

export * from "./exports.js";

/** A compiled part of the SDK, or a function that gets it. */
export type PartSource = Part | (() => Promise<Part>);

/** How the SDK is set up with parts of the caller's. */
export interface SlimOptions extends CanvassOptions {
  /** What every call needs: the package's `./engine.wasm`. */
  readonly engine: PartSource;
  /** What exports need: the package's `./export.wasm`. */
  readonly export?: PartSource | undefined;
}

/** Sets the SDK up with parts that the caller brings. */
export function createCanvass<S extends Scope = Scope>({ engine, export: table, ...options }: SlimOptions): Canvass<S> {
  const signIn = { part: async () => inflated(await signInText()), twin: missing };
  return canvassWith({ engine: { part: () => got(engine) }, export: { part: () => got(table) }, signIn }, options);
}

const signInText = retried(() => import("./sign_in.inline.js"), "default");

/** The way in for what the platform does not compile or inflate: there is none here. */
async function missing(): Promise<never> {
  throw unavailable(
    "Signing in needs DecompressionStream and WebAssembly; a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.",
  );
}

async function got(part: PartSource | undefined): Promise<Part> {
  if (part === undefined) {
    throw unavailable("Exports need the option `export`: the package's export.wasm.");
  }
  return typeof part === "function" ? part() : part;
}
