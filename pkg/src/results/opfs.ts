/** Files of the browser: the origin's private file system. */

import type { Storage } from "./storage.js";

/** The synchronous access to a file, which only workers have. */
interface SyncAccess {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

type FileHandle = FileSystemFileHandle & { createSyncAccessHandle?(): Promise<SyncAccess> };

type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterableIterator<string> };

/** Attempts to open a file that is open elsewhere, or to read one that is being written; milliseconds between them. */
const ATTEMPTS = 6;
const PAUSE = 200;

/**
 * Opens a folder, and creates it if `create` says so; undefined if there is no such folder. Fails if the browser keeps
 * no files.
 */
export async function openPrivateFolder(path: readonly string[], create: boolean): Promise<Storage | undefined> {
  let parent: FileSystemDirectoryHandle | undefined;
  if (!globalThis.navigator?.storage?.getDirectory) throw new DOMException("It has no files.", "NotSupportedError");
  let folder = await navigator.storage.getDirectory();
  try {
    for (const name of path) {
      parent = folder;
      folder = await folder.getDirectoryHandle(name, { create });
    }
  } catch (error) {
    return isMissing(error) ? undefined : throws(error);
  }
  /**
   * Browsers name a failure in a folder that was erased meanwhile differently. In all of them, the folder is missing
   * then.
   */
  const orMissing = async (error: unknown) => {
    throw (await openPrivateFolder(path, false)) ? error : new DOMException("The files were erased.", "NotFoundError");
  };
  return {
    async read(name) {
      try {
        return await patiently(async () => {
          const file = await (await folder.getFileHandle(name)).getFile();
          return new Uint8Array(await file.arrayBuffer());
        });
      } catch (error) {
        return isMissing(error) ? undefined : throws(error);
      }
    },
    write: (name, bytes) => writeFile(folder, name, bytes).catch(orMissing),
    remove: (name) => removeEntry(folder, name),
    async list() {
      const names: string[] = [];
      for await (const name of (folder as Folder).keys()) names.push(name);
      return names;
    },
    erase: () => removeEntry(parent!, path.at(-1)!),
  };
}

/** Removes a file, or a folder with all that is in it. A file that is being written is waited for. */
export async function removeEntry(parent: FileSystemDirectoryHandle, name: string): Promise<void> {
  await patiently(() => parent.removeEntry(name, { recursive: true })).catch((error: unknown) => (isMissing(error) ? undefined : throws(error)));
}

async function writeFile(folder: FileSystemDirectoryHandle, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // In a folder that was erased meanwhile, no file can be created.
  const file: FileHandle = await folder.getFileHandle(name, { create: true });
  if (typeof file.createSyncAccessHandle === "function") return writeNow(await accessTo(file), bytes);
  if (typeof file.createWritable !== "function") throw new DOMException("It writes files only in workers.", "NotSupportedError");
  const stream = await file.createWritable();
  try {
    await stream.write(bytes);
    await stream.close();
  } catch (error) {
    await stream.abort().catch(() => {});
    throw error;
  }
}

function accessTo(file: FileHandle): Promise<SyncAccess> {
  return patiently(() => file.createSyncAccessHandle!());
}

function writeNow(access: SyncAccess, bytes: Uint8Array): void {
  try {
    access.truncate(0);
    for (let written = 0, count; written < bytes.length; written += count) {
      count = access.write(bytes.subarray(written), { at: written });
      if (count === 0) throw new DOMException("It takes no more bytes.", "QuotaExceededError");
    }
    access.flush();
  } finally {
    access.close();
  }
}

/** Names of the errors of a file that is open elsewhere, and of one that was written while it was read. */
const BUSY = ["NoModificationAllowedError", "NotReadableError"];

/** Repeats what fails because another tab uses a file. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!BUSY.includes(nameOf(error)!) || attempt >= ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

/** Whether a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return nameOf(error) === "NotFoundError";
}

const nameOf = (error: unknown) => (error as Error | undefined)?.name;

function throws(error: unknown): never {
  throw error;
}
