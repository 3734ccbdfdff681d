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

/** Name of the folders that this program writes to, which all copies of the SDK in it share. */
const OWN = Symbol.for("canvass.results.folders");
const own = ((globalThis as { [OWN]?: Set<string> })[OWN] ??= new Set());

/** Milliseconds between two attempts to get a lock that another tab or program holds. */
const PAUSE = 200;

/** Milliseconds after which a lock without a number is that of a program that has ended while it wrote it. */
const WRITING = 2000;

/** The lock of a folder, for all programs of this machine: a file with the number of the process. That of a dead one is ignored. */
export function folderLock(folder: string): Lock {
  const { process } = globalThis as unknown as { readonly process: Process };
  const files = process.getBuiltinModule?.("node:fs/promises") as FileSystem | undefined;
  const path = `${folder}.lock`;
  /** Writes a lock; false if there is one already. */
  const write = (path: string) => files!.writeFile(path, `${process.pid}`, { flag: "wx" }).then(() => true, throwUnlessThere);
  const take = async () => {
    if (own.has(folder)) return false;
    own.add(folder);
    let isTaken = false;
    try {
      return (isTaken = await write(path));
    } finally {
      if (!isTaken) own.delete(folder);
    }
  };
  /** The process that has a lock: 0 if its number is not written yet; undefined if there is no lock any more. */
  const readOwner = async (path: string) => files!.readFile(path, "utf8").then(Number, () => undefined);
  /** Whether the lock is left of a program that has ended. */
  const isLeft = async (path: string, signal: AbortSignal) => {
    let owner = await readOwner(path);
    if (owner === 0) {
      await sleep(WRITING, signal);
      owner = await readOwner(path);
    }
    if (owner === undefined || own.has(folder)) return false;
    if (owner === process.pid) return true;
    try {
      if (owner > 0) process.kill(owner, 0);
      return owner === 0;
    } catch (error) {
      return (error as { readonly code?: string }).code === "ESRCH";
    }
  };
  /**
   * Removes the lock of a program that has ended; false if there is none. Of the programs that wait, one removes it: a second
   * one would remove the lock that the first writes next.
   */
  const removeLeft = async (signal: AbortSignal) => {
    if (own.has(folder) || !(await isLeft(path, signal))) return false;
    const removal = `${path}.removal`;
    if (!(await write(removal))) {
      if (await isLeft(removal, signal)) await files!.rm(removal, { force: true });
      return false;
    }
    try {
      if (await isLeft(path, signal)) await files!.rm(path, { force: true });
    } finally {
      await files!.rm(removal, { force: true });
    }
    return true;
  };
  return async (signal, work) => {
    if (files === undefined) throw unavailable("Only Node.js from 20.16 on can keep responses in a folder.");
    let isAlone = true;
    while (!(await take())) {
      if (await removeLeft(signal)) continue;
      isAlone = false;
      await sleep(PAUSE, signal);
    }
    try {
      return await work(isAlone);
    } finally {
      await files.rm(path, { force: true }).finally(() => own.delete(folder));
    }
  };
}

function throwUnlessThere(error: unknown): false {
  if ((error as { readonly code?: string }).code !== "EEXIST") throw error;
  return false;
}
