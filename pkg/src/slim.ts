import { type Canvass, type CanvassOptions, canvassWith } from "./canvass.js";

export type { Canvass, CanvassOptions, Exported, ExportColumn, ExportRequest, Session } from "./canvass.js";
export type { Call, CallOptions, Facts, ListCall, Quota, QuotaWindow, Result } from "./call.js";
export { CanvassError } from "./errors.js";
export type * from "./types.js";

/** How the SDK is set up with an engine of the caller's, such as the package's `./engine.wasm`. */
export interface SlimOptions extends CanvassOptions {
  readonly engine: BufferSource | WebAssembly.Module | (() => Promise<BufferSource | WebAssembly.Module>);
}

/** Sets the SDK up with an engine that the caller brings. */
export function createCanvass({ engine, ...options }: SlimOptions): Canvass {
  return canvassWith(async () => (typeof engine === "function" ? engine() : engine), options);
}
