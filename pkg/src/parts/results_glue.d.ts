/** The parts of the results engine's generated glue that the facade uses. It throws the facts of a failure, in JSON. */

/** The responses of a survey, and the analyses of them. */
export class Results {
  constructor(design: Uint8Array);
  redesign(design: Uint8Array): void;
  load(segment: Uint8Array): void;
  load_with(segment: Uint8Array, columnFile: Uint8Array): boolean;
  segment(): Uint8Array<ArrayBuffer>;
  compact(): Uint8Array<ArrayBuffer>;
  pack(): Uint8Array<ArrayBuffer>;
  column_file(): Uint8Array<ArrayBuffer>;
  dead(): number;
  held(): number;
  query(query: string): string;
  page(rule: string, from: number, count: number): Uint8Array<ArrayBuffer>;
  free(): void;
}

/** The sync of a survey: which request is next, and what its response means. */
export class Sync {
  constructor(state: string, overlap?: number);
  state(): string;
  begin(mode: string): void;
  next(store: Results): string | undefined;
  take(store: Results, body: Uint8Array): string;
  refuse(status: number, fits?: number): boolean;
  free(): void;
}

/** Restarts the part after a crash. Earlier objects of its classes are lost. */
export function __wbg_reset_state(): void;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
