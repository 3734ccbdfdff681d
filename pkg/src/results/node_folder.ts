/** Files of Node.js: a folder of the file system. */

import { invalid, unavailable } from "../errors.js";
import { reading, undefinedIf, writing } from "./folder_errors.js";
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
  const opening = create ? files.mkdir(folder, { recursive: true }).then(() => true) : files.readdir(folder).then(() => true, undefinedIf("ENOENT"));
  const isThere = await opening.catch((cause: Error) => {
    throw invalid("folder", `The folder cannot be opened: ${cause.message}.`, cause);
  });
  if (!isThere) return undefined;
  const write = async (name: string, bytes: Uint8Array) => {
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
  };
  return {
    read: (name) => reading(files.readFile(pathOf(name)).catch(undefinedIf("ENOENT"))),
    write: (name, bytes) => writing(write(name, bytes)),
    remove: (name) => writing(files.rm(pathOf(name), { force: true })),
    list: () => reading(files.readdir(folder)),
    erase: () => writing(files.rm(folder, { recursive: true, force: true })),
  };
}
