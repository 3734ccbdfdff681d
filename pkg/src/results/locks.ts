/** Who may write: one tab of the origin, or one program that uses the folder. */

import { sleep } from "../exchange.js";
import { unavailable } from "../errors.js";

/** Does work while no other tab or program writes. `isAlone` is false if it had to wait for one. */
export type Lock = <T>(signal: AbortSignal, work: (isAlone: boolean) => Promise<T>) => Promise<T>;

/** Nobody else can write. */
export const noLock: Lock = (_signal, work) => work(true);

/** The lock of a key, for all tabs of the origin. The browser releases it when the tab ends. */
export function tabLock(key: string): Lock {
  const { locks } = globalThis.navigator as { readonly locks?: LockManager };
  if (locks === undefined) return noLock;
  const name = `canvass.results ${key}`;
  return async (signal, work) => {
    const first = await locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? undefined : { result: await work(true) }));
    return first === undefined ? locks.request(name, { signal }, () => work(false)) as ReturnType<typeof work> : first.result;
  };
}

/** What is used of Node's `process` and `node:fs/promises`. */
interface Process {
  readonly pid: number;
  kill(pid: number, signal: 0): void;
  getBuiltinModule?(name: string): unknown;
}

interface FileSystem {
  writeFile(path: string, text: string, options: { readonly flag: "wx" }): Promise<void>;
  readFile(path: string, encoding: "utf8"): Promise<string>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

/** Folders that this program writes to. */
const own = new Set<string>();

/** Milliseconds between two attempts to get a lock that another tab or program holds. */
const PAUSE = 200;

/** The lock of a folder, for all programs of this machine: a file with the number of the process. That of a dead one is ignored. */
export function folderLock(folder: string): Lock {
  const { process } = globalThis as unknown as { readonly process: Process };
  const files = process.getBuiltinModule?.("node:fs/promises") as FileSystem | undefined;
  const path = `${folder}.lock`;
  const isFree = async () => {
    const owner = Number(await files!.readFile(path, "utf8").catch(() => ""));
    if (owner === process.pid) return !own.has(folder);
    try {
      if (owner > 0) process.kill(owner, 0);
      return owner === 0;
    } catch (error) {
      return (error as { readonly code?: string }).code === "ESRCH";
    }
  };
  return async (signal, work) => {
    if (files === undefined) throw unavailable("Only Node.js from 20.16 on can keep responses in a folder.");
    let isAlone = true;
    while (own.has(folder) || !(await files.writeFile(path, `${process.pid}`, { flag: "wx" }).then(() => true, throwUnlessThere))) {
      if (!own.has(folder) && (await isFree())) await files.rm(path, { force: true });
      else {
        isAlone = false;
        await sleep(PAUSE, signal);
      }
    }
    own.add(folder);
    try {
      return await work(isAlone);
    } finally {
      own.delete(folder);
      await files.rm(path, { force: true });
    }
  };
}

function throwUnlessThere(error: unknown): false {
  if ((error as { readonly code?: string }).code !== "EEXIST") throw error;
  return false;
}
