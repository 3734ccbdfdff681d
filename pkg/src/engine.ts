import type { Facts } from "./call.js";
import type { ExportColumn, Exported } from "./canvass.js";
import type { ErrorFacts } from "./errors.js";
import { type Part, once } from "./load.js";

/** What the engine asks of the facade. */
export interface Hooks {
  fail(facts: ErrorFacts): unknown;
  request(method: string, url: string, body: string | undefined): Outgoing;
  answer(value: unknown, facts: Facts, next: string | undefined): unknown;
}

/** A request before it is sent. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** What an export asks of the facade. */
export interface ExportFacade {
  fail(facts: ErrorFacts): unknown;
  send(request: Request): Promise<Response>;
  seen(facts: Facts): void;
  progress(done: number, total: number): void;
  exported(pieces: Uint8Array<ArrayBuffer>[], rows: number, columns: readonly ExportColumn[]): Exported;
}

/** Where the compiled parts come from. */
export interface Sources {
  readonly engine: () => Promise<Part>;
  readonly export: () => Promise<Part>;
}

/** The engine, which every call needs. */
export const engineGlue = once(() => import("./glue.js"));

/** What exports alone need. */
export const exportGlue = once(() => import("./export_glue.js"));
