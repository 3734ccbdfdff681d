// Where files are kept: a folder whose files are written once and never changed, except the two heads, which have
// checksums, and the notes. A browser writes in place, so those may be cut there.

/** The extension of a file that is not complete yet. */
export const DRAFT = ".draft";

/** The files of one survey. */
export interface Storage {
  /** The bytes of a file; undefined if there is none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Writes a file. Afterwards it is on the disk. Fails if the folder was erased meanwhile. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Removes a file, if there is one. */
  remove(name: string): Promise<void>;
  /** The names of all files. */
  list(): Promise<readonly string[]>;
  /** Removes the folder with all its files. */
  erase(): Promise<void>;
}

/** Which storage to open. */
export type Place =
  | { /** Folders from the root of the origin's private file system. */ readonly path: readonly string[] }
  | { /** A folder of the file system, in Node.js. */ readonly folder: string };

/** Opens a storage, and creates its folder if `create` says so; undefined if there is no such folder. */
export type OpenStorage = (place: Place, create: boolean) => Promise<Storage | undefined>;
