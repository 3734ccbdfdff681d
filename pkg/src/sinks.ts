/** Where the bytes of an export go: into memory, a stream, a file, or the browser's downloads. */

import type { FileRequest, StreamRequest } from "./table.js";

/** A place that takes the bytes of an export. */
export interface Sink {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Told after each page where the export stands; gives the place behind what will outlast this page. */
  reached(place: string): Promise<string>;
  /** Told of a pause: what was written should outlast it. */
  rest(place: string): Promise<string>;
  /** Everything is written. */
  end(): Promise<void>;
  /** The export failed; with `goesOn` another can go on behind all that was written. */
  leave(goesOn: boolean): Promise<void>;
  /** What was written, where that is in memory. */
  readonly blob?: () => Blob;
}

/** The media type and the ending of each format. */
const TYPES = { csv: ["text/csv", ".csv"], jsonl: ["application/jsonl", ".jsonl"] } as const;

/** What a file may hold that is not on disk yet, in bytes, however small it is. */
const LOOSE = 1_000_000;

/** How long a download has to begin, in milliseconds. */
const DOWNLOAD = 60_000;

interface Pickers {
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
  showOpenFilePicker?(options: object): Promise<readonly FileSystemFileHandle[]>;
}

const stays = async (place: string) => place;
const nothing = async () => {};

/** Memory: a blob at the end. */
export function memory(format: "csv" | "jsonl"): Sink & { readonly blob: () => Blob } {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const type = TYPES[format]?.[0] + (format === "csv" ? ";charset=utf-8" : "");
  return {
    write: async (piece) => void pieces.push(piece),
    reached: stays,
    rest: stays,
    end: nothing,
    leave: nothing,
    blob: () => new Blob(pieces, { type }),
  };
}

/** A stream of the caller's; a signal ends the wait for its reader. */
export function stream({ to, signal }: StreamRequest): Sink {
  const writer = to.getWriter();
  return {
    write: (piece) => unless(signal, writer.write(piece)),
    reached: stays,
    rest: stays,
    async end() {
      await writer.close();
      writer.releaseLock();
    },
    leave: async () => writer.releaseLock(),
  };
}

/** A file: the one that is given or picked, else a download. It must be asked for before anything is waited for. */
export async function file({ to, from, format, survey_id, name }: FileRequest): Promise<Sink> {
  if (to !== "file") return opened(to, from);
  const [type, ending] = TYPES[format];
  const suggestedName = name ?? `responses-${survey_id}${ending}`;
  const types = [{ accept: { [type]: [ending] } }];
  const pickers = globalThis as Pickers;
  if (from !== undefined && pickers.showOpenFilePicker) {
    const [handle] = await pickers.showOpenFilePicker({ types });
    if (handle) return opened(handle, from);
  } else if (from === undefined && pickers.showSaveFilePicker) {
    return opened(await pickers.showSaveFilePicker({ suggestedName, types }), from);
  }
  const held = memory(format);
  return { ...held, end: async () => download(held.blob(), suggestedName) };
}

/**
 * A file behind its handle. The platform keeps what is written apart until the file is closed, so it is closed and
 * opened again now and then, each time after twice as much as before: a page that is left loses half at most.
 */
async function opened(handle: FileSystemFileHandle, from: string | undefined): Promise<Sink> {
  let safe = from === undefined ? 0 : (await handle.getFile()).size;
  let loose = 0;
  let kept = from;
  const open = async () => {
    const writable = await handle.createWritable({ keepExistingData: safe > 0 });
    await writable.seek(safe);
    return writable;
  };
  let writable = await open();
  // One thing at a time: what fails here fails whatever comes next.
  let turn: Promise<unknown> = Promise.resolve();
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done;
    done.catch(() => {});
    return done;
  };
  const keep = (place: string) =>
    next(async () => {
      if (loose > 0) {
        await writable.close();
        safe += loose;
        loose = 0;
        writable = await open();
      }
      return (kept = place);
    });
  return {
    write: (piece) =>
      next(async () => {
        await writable.write(piece);
        loose += piece.length;
      }),
    reached: async (place) => (kept === undefined || loose > Math.max(safe, LOOSE) ? keep(place) : kept),
    rest: keep,
    end: () => next(() => writable.close()),
    leave: (goesOn) => turn.catch(() => {}).then(() => (goesOn ? writable.close() : writable.abort())),
  };
}

function download(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD);
}

/** Waits for something unless the signal ends it first. */
async function unless(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  if (signal === undefined) return work;
  let stop = () => {};
  const stopped = new Promise<never>((_done, fail) => {
    stop = () => fail(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
