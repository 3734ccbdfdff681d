/** The glue of exports, as the build makes it: what the facade uses of it. What it throws are a failure's facts, in JSON. */

export function refused(format: string): string | undefined;

export class Export {
  constructor(design: Uint8Array, translation: Uint8Array | undefined, options: { format: string; mark: boolean; exact: boolean });
  columns(): string;
  print(): number;
  header(): Uint8Array<ArrayBuffer>;
  page(page: Uint8Array, input: string, passed: number): string;
  rows(): Uint8Array<ArrayBuffer>;
  free(): void;
}

export class Counting {
  constructor(design: Uint8Array);
  rollups(page: Uint8Array): void;
  responses(page: Uint8Array): void;
  summary(): string;
  fractions(): Float64Array;
  free(): void;
}

/** Starts the part anew after it broke down; what was made of the classes before is gone. */
export function __wbg_reset_state(): void;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
