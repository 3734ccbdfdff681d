import { type Canvass, type CanvassOptions, canvassWith } from "./canvass.js";

export type { Canvass, CanvassOptions, Exported, ExportColumn, ExportRequest, Session } from "./canvass.js";
export type { Call, CallOptions, Facts, ListCall, Quota, QuotaWindow, Result } from "./call.js";
export { CanvassError } from "./errors.js";
export type * from "./types.js";

/** Sets the SDK up. Nothing is loaded before the first call, which brings the engine as a chunk of its own. */
export function createCanvass(options?: CanvassOptions): Canvass {
  return canvassWith(inline, options);
}

async function inline(): Promise<ArrayBuffer> {
  const { default: text } = await import("./engine.inline.js");
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
