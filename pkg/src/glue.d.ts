/** The engine's glue, as the build makes it: what the facade uses of it. */

import type { Hooks } from "./engine.js";

/** An export under way: its table, its columns, the bytes before the first row, the arguments of the first page. */
export type Begun = [table: number, columns: unknown, head: Uint8Array<ArrayBuffer>, first: string];

/** A page of an export: its bytes and rows, the responses in all, the arguments of the next page. */
export type Page = [bytes: Uint8Array<ArrayBuffer>, rows: number, total: number, next: string | undefined];

export class Engine {
  constructor(hooks: Hooks, gateway: string);
  call(operation: number, args: string, signal: AbortSignal | undefined, timeout: number): Promise<unknown>;
  begin_sign_in(returnTo: string): Promise<string>;
  finish_sign_in(query: string): Promise<string>;
  session(): Promise<unknown>;
  sign_out(): Promise<void>;
  begin_export(surveyId: string, format: string, signal: AbortSignal | undefined, timeout: number): Promise<Begun>;
  export_page(
    table: number,
    format: string,
    args: string,
    signal: AbortSignal | undefined,
    timeout: number,
  ): Promise<Page>;
  end_export(table: number): void;
}

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
