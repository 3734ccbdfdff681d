import { type Canvass, type CanvassOptions, canvassWith } from "./canvass.js";
import { CanvassError } from "./errors.js";
import type { Part } from "./load.js";

export type { Canvass, CanvassOptions, Exported, ExportColumn, ExportRequest, Session } from "./canvass.js";
export type { Call, CallOptions, Facts, ListCall, Quota, QuotaWindow, Result } from "./call.js";
export { CanvassError } from "./errors.js";
export type * from "./types.js";

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
export function createCanvass({ engine, export: table, ...options }: SlimOptions): Canvass {
  return canvassWith({ engine: () => got(engine), export: () => got(table) }, options);
}

async function got(part: PartSource | undefined): Promise<Part> {
  if (part === undefined) {
    const message = "Exports need the option `export`: the package's export.wasm.";
    throw new CanvassError({ kind: "unavailable", message, retryable: false, remedy: { action: "none" } });
  }
  return typeof part === "function" ? part() : part;
}
