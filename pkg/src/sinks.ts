/** Where an export is written: memory, a stream, a file, or a download of the browser. */

import type { FileRequest, StreamRequest } from "./table.js";

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

/** The media type and file extension of each format. */
const TYPES = { csv: ["text/csv", ".csv"], jsonl: ["application/jsonl", ".jsonl"] } as const;

/** Bytes that a file of any size may have unsaved. */
const UNSAVED_MIN = 1_000_000;

/** Milliseconds for which the URL of a download stays valid. */
const DOWNLOAD_TTL = 60_000;

interface Pickers {
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
  showOpenFilePicker?(options: object): Promise<readonly FileSystemFileHandle[]>;
}

const unchanged = async (checkpoint: string) => checkpoint;
const nothing = async () => {};

/** A blob in memory. */
export function memory(format: "csv" | "jsonl"): Sink & { readonly blob: () => Blob } {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const type = TYPES[format]?.[0] + (format === "csv" ? ";charset=utf-8" : "");
  return {
    write: async (chunk) => void chunks.push(chunk),
    pageWritten: unchanged,
    flush: unchanged,
    end: nothing,
    abandon: nothing,
    blob: () => new Blob(chunks, { type }),
  };
}

/** A stream of the caller. The signal ends a wait for its reader. */
export function stream({ to, signal }: StreamRequest): Sink {
  const writer = to.getWriter();
  return {
    write: (chunk) => unlessAborted(signal, writer.write(chunk)),
    pageWritten: unchanged,
    flush: unchanged,
    async end() {
      await writer.close();
      writer.releaseLock();
    },
    abandon: async () => writer.releaseLock(),
  };
}

/** The caller's file handle, a file that the user picks, or else a download. Call it before the first await: pickers need a click. */
export async function file({ to, from, format, survey_id, name }: FileRequest): Promise<Sink> {
  if (to !== "file") return fileSink(to, from);
  const [type, extension] = TYPES[format];
  const suggestedName = name ?? `responses-${survey_id}${extension}`;
  const types = [{ accept: { [type]: [extension] } }];
  const pickers = globalThis as Pickers;
  if (from !== undefined && pickers.showOpenFilePicker) {
    const [handle] = await pickers.showOpenFilePicker({ types });
    if (handle) return fileSink(handle, from);
  } else if (from === undefined && pickers.showSaveFilePicker) {
    return fileSink(await pickers.showSaveFilePicker({ suggestedName, types }), from);
  }
  const buffer = memory(format);
  return { ...buffer, end: async () => download(buffer.blob(), suggestedName) };
}

/**
 * A file. The platform writes to a copy and replaces the file when the copy is closed. It is therefore closed and reopened
 * from time to time, each time after twice as many bytes: a page that is closed early loses half at most, and the file is
 * not copied too often.
 */
async function fileSink(handle: FileSystemFileHandle, from: string | undefined): Promise<Sink> {
  let saved = from === undefined ? 0 : (await handle.getFile()).size;
  let unsaved = 0;
  let savedCheckpoint = from;
  const open = async () => {
    const writable = await handle.createWritable({ keepExistingData: saved > 0 });
    await writable.seek(saved);
    return writable;
  };
  let writable = await open();
  // One operation at a time. After one has failed, all later ones fail with the same error.
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result;
    result.catch(() => {});
    return result;
  };
  const save = (checkpoint: string) =>
    enqueue(async () => {
      if (unsaved > 0) {
        await writable.close();
        saved += unsaved;
        unsaved = 0;
        writable = await open();
      }
      return (savedCheckpoint = checkpoint);
    });
  return {
    write: (chunk) =>
      enqueue(async () => {
        await writable.write(chunk);
        unsaved += chunk.length;
      }),
    pageWritten: async (checkpoint) =>
      savedCheckpoint === undefined || unsaved > Math.max(saved, UNSAVED_MIN) ? save(checkpoint) : savedCheckpoint,
    flush: save,
    end: () => enqueue(() => writable.close()),
    abandon: (resumable) => last.catch(() => {}).then(() => (resumable ? writable.close() : writable.abort())),
  };
}

function download(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_TTL);
}

/** Waits for a promise, or rejects with the signal's reason if it is aborted first. */
async function unlessAborted(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  if (signal === undefined) return work;
  let stop = () => {};
  const aborted = new Promise<never>((_done, fail) => {
    stop = () => fail(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
