/** Where an export is written: memory, a stream, a file, or a download of the browser. */

import { invalid, unavailable } from "../errors.js";
import { nodeStream, pathSink } from "./node_sinks.js";
import { START, type Sink, sizeBefore, unmarked } from "./sink.js";
import type { ExportOptions, ExportRequest, FileRequest, NodeStream, StreamRequest } from "./types.js";

/** The media type and file extension of each format. */
const TYPES = { csv: ["text/csv", ".csv"], jsonl: ["application/jsonl", ".jsonl"], json: ["application/json", ".json"] } as const;

/** Bytes that a file of any size may have unsaved. */
const UNSAVED_MIN = 1_000_000;

/** Milliseconds for which the URL of a download stays valid. */
const DOWNLOAD_TTL = 60_000;

interface Pickers {
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
  showOpenFilePicker?(options: object): Promise<readonly FileSystemFileHandle[]>;
}

const nothing = async () => {};

/**
 * The destination that a request names. Call it before the first await, because browsers show a file picker only after
 * a click.
 */
export async function sinkOf(request: ExportRequest | StreamRequest | FileRequest, { from, signal }: ExportOptions): Promise<Sink> {
  const { to, format } = request;
  // The engine refuses an unknown format.
  if (to === undefined || !Object.hasOwn(TYPES, format)) return memory(format);
  if (to === "file") return file(request as FileRequest, from);
  if (typeof to === "string") return pathSink(to, from);
  // Not `instanceof`: a stream or a handle may come from another realm, such as a frame.
  if (has(to, "createWritable")) return fileSink(to as FileSystemFileHandle, from);
  const wait = (work: Promise<void>) => written(work, signal);
  if (has(to, "getWriter")) return stream(to as WritableStream<Uint8Array>, wait);
  if (has(to, "write") && has(to, "end")) return nodeStream(to as NodeStream, wait);
  throw invalid("to", 'The argument "to" must be a writable stream, a file handle, "file", or in Node.js the path of a file.');
}

/**
 * Waits for a write, or rejects with the signal's reason. Not shared with the results: a common chunk would cost a
 * request.
 */
async function written(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  let stop = () => {};
  const aborted = new Promise<never>((_done, fail) => {
    stop = () => fail(signal?.reason);
    signal?.addEventListener("abort", stop);
    // The reader may have aborted it in the write itself.
    if (signal?.aborted) stop();
  });
  return Promise.race([work, aborted]).finally(() => signal?.removeEventListener("abort", stop));
}

function has(to: object | null, method: string): boolean {
  return typeof (to as { readonly [name: string]: unknown } | null)?.[method] === "function";
}

/** A blob in memory. */
function memory(format: "csv" | "jsonl"): Sink & { readonly blob: () => Blob } {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const type = TYPES[format]?.[0] + (format === "csv" ? ";charset=utf-8" : "");
  return {
    write: async (chunk) => void chunks.push(chunk),
    ...unmarked,
    end: nothing,
    abandon: nothing,
    blob: () => new Blob(chunks, { type }),
  };
}

/** A stream of the caller. `wait` ends a wait for its reader. */
function stream(to: WritableStream<Uint8Array>, wait: (work: Promise<void>) => Promise<void>): Sink {
  if (to.locked) throw invalid("to", "The stream is locked: release its writer first.");
  const writer = to.getWriter();
  return {
    write: (chunk) => wait(writer.write(chunk)),
    ...unmarked,
    async end() {
      await wait(writer.close());
      writer.releaseLock();
    },
    abandon: async () => writer.releaseLock(),
  };
}

/** A file that the user picks, or else a download. */
async function file({ format, survey_id, name }: FileRequest, from: string | undefined): Promise<Sink> {
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
  if (typeof document === "undefined") throw unavailable('Only a page can ask for a file. In Node.js, pass the path of a file or a stream as "to".');
  const buffer = memory(format);
  return { ...buffer, end: async () => download(buffer.blob(), suggestedName) };
}

/**
 * A file. The platform writes to a copy and replaces the file when the copy is closed. It is therefore closed and
 * reopened from time to time, each time after twice as many bytes: a page that is closed early loses half at most, and
 * the file is not copied too often.
 */
async function fileSink(handle: FileSystemFileHandle, from: string | undefined): Promise<Sink> {
  let saved = sizeBefore(from, from === undefined ? 0 : (await handle.getFile()).size);
  let unsaved = 0;
  let savedCheckpoint = from;
  let isLost = false;
  const open = async () => {
    const writable = await handle.createWritable({ keepExistingData: saved > 0 });
    await writable.truncate(saved);
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
  const mark = (position: string) => (isLost ? (savedCheckpoint ?? `${START}@0`) : `${position}@${saved + unsaved}`);
  const save = (checkpoint: string) =>
    enqueue(async () => {
      if (unsaved > 0) {
        await writable.close();
        saved += unsaved;
        unsaved = 0;
        writable = await open();
      }
      return (savedCheckpoint = mark(checkpoint));
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
    mark,
    end: () => enqueue(() => writable.close()),
    // Without anything written, the file of an export before stays as it is. What cannot be saved now is not continued
    // after.
    async abandon(resumable) {
      await last.catch(() => {});
      await (resumable && saved + unsaved > 0 ? writable.close() : writable.abort()).catch(() => (isLost = true));
    },
  };
}

function download(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_TTL);
}
