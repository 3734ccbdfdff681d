// The interface of an export's destination, which decides what is safe when an export is interrupted.

import { invalid } from "../errors.js";

/** The checkpoint of the beginning. */
export const START = "1..0";

/** A destination for the bytes of an export. A checkpoint says after which response another export continues. */
export interface Sink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Called after each page with its checkpoint. Returns the checkpoint of what is safe if the page is closed now. */
  pageWritten(checkpoint: string): Promise<string>;
  /** Called before a pause: makes everything written so far safe, and returns its checkpoint. */
  flush(checkpoint: string): Promise<string>;
  /** Called after the last write. */
  end(): Promise<void>;
  /**
   * Called after a failure. With `resumable`, what was written is preserved so that another export can append to it. It
   * does not fail itself: the error of the export is the one before.
   */
  abandon(resumable: boolean): Promise<void>;
  /** Adds to a position what is needed to find it again in what was written: in a file, its bytes so far. */
  mark(position: string): string;
  /** What was written, if it is in memory. */
  readonly blob?: () => Blob;
}

/** The part of a sink whose destination is not found again: a position is its own checkpoint. */
export const unmarked = {
  pageWritten: async (position: string) => position,
  flush: async (position: string) => position,
  mark: (position: string) => position,
};

/** A position in the list and the bytes of the file up to it. A checkpoint from another destination has no bytes. */
export function splitCheckpoint(from: string | undefined): readonly [position: string | undefined, size: number | undefined] {
  const [position, size] = from?.split("@") ?? [];
  return [position, size === undefined ? undefined : Number(size)];
}

/** The bytes of a file that an export continues after: what was written behind its checkpoint is dropped. */
export function sizeBefore(from: string | undefined, size: number): number {
  if (from === undefined) return 0;
  const [, marked = size] = splitCheckpoint(from);
  if (!(marked <= size)) throw invalid("from", `The file has ${size} bytes and had more at this checkpoint. Continue in the file of the earlier part, or start a new export.`);
  return marked;
}
