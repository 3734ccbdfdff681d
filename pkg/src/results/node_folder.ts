/** Files of Node.js: a folder of the file system. */

import { unavailable } from "../errors.js";
import { DRAFT, type Storage } from "./storage.js";

/** The functions of `node:fs/promises` that are used here. */
interface FileSystem {
  mkdir(path: string, options: { readonly recursive: boolean }): Promise<unknown>;
  readdir(path: string): Promise<string[]>;
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly recursive?: boolean; readonly force: boolean }): Promise<void>;
  open(path: string, flags: string): Promise<FileHandle>;
}

interface FileHandle {
  writeFile(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a folder, and creates it if `create` says so; undefined if there is no such folder. */
export async function openNodeFolder(folder: string, create: boolean): Promise<Storage | undefined> {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: string): unknown } };
  const files = process?.getBuiltinModule?.("node:fs/promises") as FileSystem | undefined;
  if (files === undefined) throw unavailable("Only Node.js from 20.16 on can keep responses in a folder. A page keeps them with `keep: \"device\"`.");
  const pathOf = (name: string) => `${folder}/${name}`;
  if (create) await files.mkdir(folder, { recursive: true });
  else if (await isMissing(files.readdir(folder))) return undefined;
  return {
    read: (name) => files.readFile(pathOf(name)).catch(undefinedIfMissing),
    async write(name, bytes) {
      // A program that is killed leaves the draft, never half of the file.
      const draft = pathOf(name + DRAFT);
      const file = await files.open(draft, "w");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await files.rename(draft, pathOf(name));
    },
    remove: (name) => files.rm(pathOf(name), { force: true }),
    list: () => files.readdir(folder),
    erase: () => files.rm(folder, { recursive: true, force: true }),
  };
}

async function isMissing(reading: Promise<unknown>): Promise<boolean> {
  return (await reading.then(() => true, undefinedIfMissing)) === undefined;
}

function undefinedIfMissing(error: unknown): undefined {
  if ((error as { readonly code?: string }).code !== "ENOENT") throw error;
  return undefined;
}
