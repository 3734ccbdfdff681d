/** Who may write: one tab of the origin, or one program that uses the folder. */

import { sleep } from "../calls/exchange.js";
import { unavailable } from "../errors.js";
import { undefinedIf, writing } from "./folder_errors.js";

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

/** What is used of Node's `process`, `node:fs/promises` and `node:os`. */
interface Process {
  readonly pid: number;
  kill(pid: number, signal: 0): void;
  getBuiltinModule?(name: string): unknown;
}

interface FileSystem {
  open(path: string, flags: "wx"): Promise<FileHandle>;
  readFile(path: string, encoding: "utf8"): Promise<string>;
  readlink(path: string): Promise<string>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

interface FileHandle {
  write(text: string, position: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Name of the folders that this program writes to, which all copies of the SDK in it share. */
const OWN = Symbol.for("canvass.results.folders");
const own = ((globalThis as { [OWN]?: Set<string> })[OWN] ??= new Set());

/** Milliseconds between two attempts to get a lock that another tab or program holds. */
const PAUSE = 200;

/** Milliseconds between two renewals of a lock file. */
const RENEWAL = 5000;

/**
 * Attempts, of a minute together, after which a lock file that is never renewed counts as left, if it does not show
 * whether its process has ended. Attempts are counted, and no times are compared: clocks of machines differ.
 */
const PATIENCE = 60_000 / PAUSE;

/**
 * The lock of a folder, for all programs that use it: a file that its holder renews. It is left if its process is gone.
 * The number of a process alone says little: another one may have got it. One of another machine or container, or of an
 * earlier start of this machine, cannot be asked, and only Linux shows when a process began: then a lock is left if it
 * is not renewed.
 */
export function folderLock(folder: string): Lock {
  const { process } = globalThis as { readonly process?: Process };
  const files = process?.getBuiltinModule?.("node:fs/promises") as FileSystem | undefined;
  if (process === undefined || files === undefined) return () => Promise.reject(unavailable("Only Node.js from 20.16 on can keep responses in a folder."));
  const path = `${folder}.lock`;
  const removal = `${path}.removal`;
  const here = placeOf(process, files);
  const read = (path: string) => files.readFile(path, "utf8").catch(undefinedIf("ENOENT"));
  /** Removes a lock file unless it is another one by now. */
  const remove = async (path: string, isSame: (text: string | undefined) => boolean | undefined) => {
    if (isSame(await read(path))) await files.rm(path, { force: true });
  };
  /** Writes a lock file, and returns what ends it; undefined if there is one already. */
  const create = async (path: string) => {
    const file = await files.open(path, "wx").catch(undefinedIf("EEXIST"));
    if (file === undefined) return undefined;
    const holder = `${process.pid} ${await here} ${await beginningOf(process.pid, files)} ${crypto.randomUUID()}`;
    let count = 0;
    // Through the open file: after a suspension, the file of this name may be that of another program.
    const renew = () => file.write(`${holder} ${(count += 1)}`, 0);
    try {
      await renew();
    } catch (error) {
      await file.close();
      await files.rm(path, { force: true });
      throw error;
    }
    const timer: unknown = setInterval(() => void renew().catch(() => {}), RENEWAL);
    (timer as { unref(): void }).unref();
    return async () => {
      clearInterval(timer as number);
      await file.close();
      await remove(path, (text) => text?.startsWith(holder));
    };
  };
  /** Looks at the lock file of another program, once for each attempt: returns its text if it is left. */
  const watch = (path: string) => {
    let seen: string | undefined;
    let count = 0;
    return async () => {
      const text = await read(path);
      count = text === seen ? count + 1 : 0;
      seen = text;
      if (text === undefined) return undefined;
      return ((await hasEnded(process, files, text, await here)) ?? count >= PATIENCE) ? text : undefined;
    };
  };
  const take = async () => {
    if (own.has(folder)) return undefined;
    own.add(folder);
    const release = await create(path).catch((error: unknown) => {
      own.delete(folder);
      throw error;
    });
    if (release === undefined) own.delete(folder);
    return release;
  };
  return async (signal, work) => {
    const leftLock = watch(path);
    const leftRemoval = watch(removal);
    /** Removes the lock of a program that has ended; false if there is none. */
    const removeLeft = async () => {
      const left = own.has(folder) ? undefined : await leftLock();
      if (left === undefined) return false;
      // Of the programs that wait, one removes it: a second one would remove the lock that the first writes next.
      const release = await create(removal);
      if (release === undefined) {
        const unfinished = await leftRemoval();
        if (unfinished !== undefined) await remove(removal, (text) => text === unfinished);
        return false;
      }
      await remove(path, (text) => text === left).finally(release);
      return true;
    };
    let isAlone = true;
    let release: (() => Promise<void>) | undefined;
    while ((release = await writing(take())) === undefined) {
      if (await writing(removeLeft())) continue;
      isAlone = false;
      await sleep(PAUSE, signal);
    }
    try {
      return await work(isAlone);
    } finally {
      await writing(release()).finally(() => own.delete(folder));
    }
  };
}

/** Where numbers of processes mean what they mean here: one start of a system, and one container. */
async function placeOf(process: Process, files: FileSystem): Promise<string> {
  try {
    const [start, container] = await Promise.all([files.readFile("/proc/sys/kernel/random/boot_id", "utf8"), files.readlink("/proc/self/ns/pid")]);
    return `${start.trim()}/${container}`;
  } catch {
    return (process.getBuiltinModule!("node:os") as { hostname(): string }).hostname();
  }
}

/** When a process began, as the system counts it; empty where it does not say. */
async function beginningOf(pid: number, files: FileSystem): Promise<string> {
  const text = await files.readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name of the program, in parentheses, may have spaces. The time is the twentieth member after it.
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

/**
 * Whether the process that wrote a lock is gone; undefined if it is not one of `here`, or another one may have its
 * number.
 */
async function hasEnded(process: Process, files: FileSystem, text: string, here: string): Promise<boolean | undefined> {
  const [pid, place, began] = text.split(" ");
  if (place !== here) return undefined;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // A process of another user lives, too.
    if ((error as { readonly code?: string }).code === "ESRCH") return true;
  }
  const begins = await beginningOf(Number(pid), files);
  return begins === "" ? undefined : begins !== began;
}
