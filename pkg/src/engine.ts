import type { ExportColumn, Exported } from "./canvass.js";
import type { ToldFailure, ToldQuota } from "./exchange.js";
import { type Part, once } from "./load.js";

/** What an export asks of the facade. */
export interface ExportFacade {
  fail(facts: ToldFailure): unknown;
  send(request: Request): Promise<Response>;
  seen(facts: { readonly quota?: ToldQuota }): void;
  progress(done: number, total: number): void;
  exported(pieces: Uint8Array<ArrayBuffer>[], rows: number, columns: readonly ExportColumn[]): Exported;
}

/** Where the compiled parts come from. */
export interface Sources {
  readonly engine: () => Promise<Part>;
  readonly export: () => Promise<Part>;
  readonly signIn: () => Promise<Part>;
}

/** The engine, which every call needs. */
export const engineGlue = once(() => import("./engine_glue.js"));

/** What exports alone need. */
export const exportGlue = once(() => import("./export_glue.js"));
