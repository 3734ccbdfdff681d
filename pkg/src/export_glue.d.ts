/** The glue of the export's table, as the build makes it: what the facade uses of it. */

export class Table {
  constructor(details: Uint8Array, format: string);
  columns(): unknown;
  head(): Uint8Array<ArrayBuffer>;
  page(page: Uint8Array): Uint8Array<ArrayBuffer>;
  readonly rows: number;
  readonly total: number;
  free(): void;
}

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
