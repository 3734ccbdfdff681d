/** The folders of the accounts in the browser's private file system: `results/ACCOUNT/SURVEY`. */

import type { Account, Session } from "../client.js";
import { isMissing, removeEntry } from "./opfs.js";

/** The folder of all results of the origin. */
export const ROOT = "results";

/**
 * Milliseconds for which results open offline after the gateway has last named the account: a session without use lasts
 * as long.
 */
const OFFLINE = 7 * 86_400_000;

/** Who is signed in at a gateway, as far as files need to know. */
type Who = Pick<Account, "id" | "region">;

/** The account that was current last, and until when its results open offline. */
interface Last {
  readonly folder: string;
  readonly until: number;
}

/** The name of an account's folder. It begins with that of its gateway; both are hashes. */
export async function folderOf(gateway: string, { id, region }: Who): Promise<string> {
  return `${await prefixOf(gateway)}${await digest(`${region}\n${id}`, 16)}`;
}

/** Where the results of a survey are. */
export function placeOf(folder: string, survey: string) {
  return { path: [ROOT, folder, survey] };
}

/**
 * Erases the folders of accounts that a session does not list, and of all where the operator forbids keeping; without a
 * session, all folders of the gateway. Results of an account that is not the current one do not open offline any more.
 */
export async function eraseUnlisted(gateway: string, session: Session | undefined): Promise<void> {
  const root = await rootFolder();
  if (root === undefined) return;
  const accounts = session?.signed_in && session.keep_results !== false ? session.accounts : [];
  const listed = await Promise.all(accounts.map((account) => folderOf(gateway, account)));
  const prefix = await prefixOf(gateway);
  for (const name of await namesIn(root)) {
    if (name.startsWith(prefix) && !listed.includes(name)) await removeEntry(root, name);
  }
  const current = listed[accounts.findIndex(({ current }) => current)];
  const last = await readLast(gateway);
  if (last && last.folder !== current) await removeEntry(root, await lastName(gateway));
  await eraseIfEmpty(root);
}

/** Erases the folder of an account, what names it, and the folder of all results if that is empty then. */
export async function eraseAccount(gateway: string, folder: string): Promise<void> {
  const root = await rootFolder();
  if (root === undefined) return;
  await removeEntry(root, folder);
  if ((await readLast(gateway))?.folder === folder) await removeEntry(root, await lastName(gateway));
  await eraseIfEmpty(root);
}

async function eraseIfEmpty(root: Folder): Promise<void> {
  if ((await namesIn(root)).length === 0) await eraseRoot();
}

/** The names in a folder; none if another tab removes it meanwhile. */
async function namesIn(folder: Folder): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const name of folder.keys()) names.push(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return names;
}

/** Erases all results of the origin. */
export async function eraseRoot(): Promise<void> {
  if (await rootFolder()) await removeEntry(await navigator.storage.getDirectory(), ROOT);
}

/** Whether the origin has results. */
export async function hasResults(): Promise<boolean> {
  return (await rootFolder()) !== undefined;
}

/** Remembers which account is current, so that its results open offline. */
export async function rememberLast(gateway: string, folder: string): Promise<void> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
  const file = await root.getFileHandle(await lastName(gateway), { create: true });
  // Browsers without this method, which only open offline with it, keep the results nonetheless.
  const stream = await file.createWritable?.();
  await stream?.write(JSON.stringify({ folder, until: Date.now() + OFFLINE } satisfies Last));
  await stream?.close();
}

/**
 * Another account is current: the results of the one before do not open offline until the gateway has named it again.
 */
export async function forgetLast(gateway: string): Promise<void> {
  const root = await rootFolder();
  if (root) await removeEntry(root, await lastName(gateway));
}

/** The folder that may be opened offline; undefined if there is none, or its time is over. It is erased then. */
export async function lastFolder(gateway: string): Promise<string | undefined> {
  const last = await readLast(gateway);
  if (last === undefined) return undefined;
  if (Date.now() < last.until) return last.folder;
  await eraseUnlisted(gateway, undefined);
  return undefined;
}

async function readLast(gateway: string): Promise<Last | undefined> {
  try {
    const file = await (await rootFolder())?.getFileHandle(await lastName(gateway));
    return file && (JSON.parse(await (await file.getFile()).text()) as Last);
  } catch {
    // There is none, or it was being written when the browser ended.
    return undefined;
  }
}

type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterableIterator<string> };

/**
 * The folder of all results; undefined if there is none, or the browser keeps no files here, as in some private
 * windows.
 */
async function rootFolder(): Promise<Folder | undefined> {
  const storage = (globalThis as { readonly navigator?: { readonly storage?: StorageManager } }).navigator?.storage;
  try {
    return (await (await storage?.getDirectory?.())?.getDirectoryHandle(ROOT)) as Folder | undefined;
  } catch (error) {
    if (isMissing(error) || (error as Error).name === "SecurityError") return undefined;
    throw error;
  }
}

const lastName = async (gateway: string) => `last-${await prefixOf(gateway)}`;

const prefixOf = async (gateway: string) => `${await digest(gateway, 4)}-`;

/** The first bytes of a hash, in hexadecimal. An insecure page has no hashes and no files: there, the text itself. */
async function digest(text: string, bytes: number): Promise<string> {
  if (crypto.subtle === undefined) return text;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(hash.subarray(0, bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
