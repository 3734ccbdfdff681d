/** Where an export is written in Node.js: a stream or a file. */

import { invalid, unavailable } from "../errors.js";
import { type Sink, sizeBefore, unmarked } from "./sink.js";
import type { NodeStream } from "./types.js";

/** The functions of `node:fs/promises` that are used here. */
interface FileSystem {
  readonly constants: { readonly O_WRONLY: number; readonly O_CREAT: number; readonly O_EXCL: number };
  open(path: string, flags: number): Promise<FileHandle>;
  lstat(path: string): Promise<FileStatus>;
  unlink(path: string): Promise<void>;
}

interface FileStatus {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
}

interface FileHandle {
  write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
  stat(): Promise<FileStatus>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** What is used of Node's `process`. */
interface Process {
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  getBuiltinModule?(name: string): unknown;
}

const { process } = globalThis as { readonly process?: Process };

/** A stream of Node.js. `wait` ends a wait for its reader. */
export function nodeStream(to: NodeStream, wait: (work: Promise<void>) => Promise<void>): Sink {
  // Without a listener, Node.js would end the program when the stream fails; the failed write reports it.
  const ignore = () => {};
  to.on("error", ignore);
  const free = () => {
    to.off("error", ignore);
    to.off("close", free);
  };
  let isBroken = false;
  /**
   * Waits for the stream, which passes an error on to its writer first and emits it later, at the latest before it
   * closes.
   */
  const settled = (work: (done: (error?: Error | null) => void, fail: (error: Error) => void) => void) => {
    const result = new Promise<void>((done, fail) => work((error) => (error ? fail(error) : done()), fail));
    result.catch(() => (isBroken = true));
    return result;
  };
  return {
    write: (chunk) => wait(settled((done) => void to.write(chunk, done))),
    ...unmarked,
    async end() {
      // The program's own output stays open, as with `pipe`.
      if (to !== process?.stdout && to !== process?.stderr) {
        let fail!: (error: Error) => void;
        const cut = () => fail(new Error("The stream was closed before everything was written."));
        const ended = settled((done, reject) => {
          fail = reject;
          to.on("error", fail);
          to.on("close", cut);
          to.end(done);
        });
        try {
          await wait(ended);
        } finally {
          to.off("error", fail);
          to.off("close", cut);
        }
      }
      free();
    },
    async abandon() {
      if (isBroken && !to.closed) to.on("close", free);
      else free();
    },
  };
}

/**
 * The file of a path. Each page is on disk before its checkpoint is reported. After a failure the file ends with the
 * last complete page; if nothing was written, there is no new file.
 */
export async function pathSink(path: string, from: string | undefined): Promise<Sink> {
  const [file, remove] = await openFile(path);
  /** Leaves the path as it was. */
  const leave = async () => {
    await ended(remove());
    await ended(file.close());
  };
  let saved = 0;
  try {
    saved = sizeBefore(from, (await file.stat()).size);
  } catch (error) {
    await leave();
    throw error;
  }
  let size = saved;
  let isBegun = false;
  /** The file of an export before stays as it is until there is something to write. */
  const begin = async () => {
    if (isBegun) return;
    await file.truncate(saved);
    isBegun = true;
  };
  const save = async (checkpoint: string) => {
    // More may be written before the disk has this.
    const written = size;
    await file.datasync();
    saved = Math.max(saved, written);
    return `${checkpoint}@${written}`;
  };
  const write = async (bytes: Uint8Array) => {
    if (bytes.length > 0) await begin();
    for (let rest = bytes; rest.length > 0; ) {
      const { bytesWritten } = await file.write(rest, 0, rest.length, size);
      size += bytesWritten;
      rest = rest.subarray(bytesWritten);
    }
  };
  return {
    write: (bytes) => reported(write(bytes)),
    pageWritten: (checkpoint) => reported(save(checkpoint)),
    flush: (checkpoint) => reported(save(checkpoint)),
    mark: (position) => `${position}@${saved}`,
    async end() {
      await reported(begin().then(() => file.datasync()).then(() => file.close()));
    },
    async abandon() {
      if (isBegun) await ended(file.truncate(saved));
      await leave();
    },
  };
}

/** Waits for work after a failure, which must not hide it. */
function ended(work: Promise<void>): Promise<void> {
  return work.catch(() => {});
}

/** Fails with an error that an export can be continued after, such as on a full disk. */
function reported<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: Error) => {
    throw unavailable(`The file cannot be written: ${cause.message}. The export can continue from the error's \`checkpoint\`.`, cause);
  });
}

/**
 * Opens a file, before any request shows whether there is something to write. The second function removes it if it is
 * new, is still empty, and is the file of this path: another program may have written it or put another in its place.
 * Bundlers for pages do not find this import, and pages have no such files.
 */
async function openFile(path: string): Promise<readonly [FileHandle, () => Promise<void>]> {
  const files = process?.getBuiltinModule?.("node:fs/promises") as FileSystem | undefined;
  if (files === undefined) {
    throw unavailable('Only Node.js from 20.16 on can write to a path. In a page, use `to: "file"`, a handle or a stream.');
  }
  const { O_WRONLY, O_CREAT, O_EXCL } = files.constants;
  // Not for appending: Windows does not truncate such a file.
  const open = (flags: number) => files.open(path, O_WRONLY | O_CREAT | flags);
  try {
    let isNew = true;
    const file = await open(O_EXCL).catch(() => {
      isNew = false;
      return open(0);
    });
    const remove = async () => {
      if (!isNew) return;
      const [own, found] = await Promise.all([file.stat(), files.lstat(path)]);
      if (own.size === 0 && own.dev === found.dev && own.ino === found.ino) await files.unlink(path);
    };
    return [file, remove];
  } catch (cause) {
    throw invalid("to", `The file cannot be opened: ${(cause as Error).message}.`, cause);
  }
}
