/** The parts of the export engine's generated glue that the facade uses. It throws the facts of a failure, in JSON. */

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

/** Restarts the part after a crash. Earlier objects of its classes are lost. */
export function __wbg_reset_state(): void;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
