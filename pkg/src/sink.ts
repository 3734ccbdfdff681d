/** A destination for the bytes of an export. A checkpoint says after which response another export continues. */
export interface Sink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Called after each page with its checkpoint. Returns the checkpoint of what is safe if the page is closed now. */
  pageWritten(checkpoint: string): Promise<string>;
  /** Called before a pause: makes everything written so far safe, and returns its checkpoint. */
  flush(checkpoint: string): Promise<string>;
  /** Called after the last write. */
  end(): Promise<void>;
  /** Called after a failure. With `resumable`, what was written is preserved so that another export can append to it. */
  abandon(resumable: boolean): Promise<void>;
  /** What was written, if it is in memory. */
  readonly blob?: () => Blob;
}
