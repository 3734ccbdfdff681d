// The head of a store: which files it consists of, and how far the sync is. Two heads alternate, so that one is always
// whole.

import type { Storage } from "./storage.js";

/** The format of heads and of what they name. A store of another format is discarded and fetched again. */
const FORMAT = 2;

const NAMES = ["head-a", "head-b"] as const;

/** What a head says. */
export interface Head {
  /** Names the store. A store that was erased and created again is another one. */
  readonly store: string;
  /** Grows with each head. The higher one of two counts. */
  readonly sequence: number;
  /** Grows when all segments are merged into one. */
  readonly generation: number;
  /** Names of the segments, in the order in which they are loaded, with their sizes in bytes. */
  readonly segments: readonly (readonly [name: string, bytes: number])[];
  /**
   * The file with the columns of the first segment, which are derived when it is opened without; absent without one.
   */
  readonly columns?: readonly [name: string, bytes: number] | undefined;
  /** Number of the next file. */
  readonly next: number;
  /** Name of the file with the design. */
  readonly design: string;
  /** State of the sync, as the engine writes it. */
  readonly sync: string;
  /** When the service was asked last. */
  readonly as_of: string | null;
  /** Responses in the segments; absent in heads of earlier versions. */
  readonly held?: number;
}

/** The head of a store without files. */
export const EMPTY: Head = { store: "", sequence: 0, generation: 0, segments: [], next: 1, design: "", sync: "", as_of: null };

/** A head without content that replaces another: a tab that has loaded the other one loads this one. */
export function startOver({ store, sequence, generation, next }: Head): Head {
  return { ...EMPTY, store, sequence, generation: generation + 1, next };
}

/** The newest head that is whole; undefined without one. */
export async function readHead(storage: Storage): Promise<Head | undefined> {
  const heads = await Promise.all(NAMES.map(async (name) => parse(await storage.read(name))));
  const [newest] = heads.filter((head) => head !== undefined).sort((one, other) => other.sequence - one.sequence);
  return newest;
}

/** Writes a head over the older one. */
export async function writeHead(storage: Storage, head: Head): Promise<void> {
  const encoder = new TextEncoder();
  const json = encoder.encode(JSON.stringify({ format: FORMAT, ...head }));
  const checksum = encoder.encode(`${crc32(json).toString(16).padStart(8, "0")}\n`);
  const bytes = new Uint8Array(checksum.length + json.length);
  bytes.set(checksum);
  bytes.set(json, checksum.length);
  await storage.write(NAMES[head.sequence % 2]!, bytes);
}

/**
 * Removes the files that the head on the disk does not name, such as those of a program that ended between a file and
 * its head. A head that is only in memory decides nothing here: it may never be written.
 */
export async function sweep(storage: Storage, others: readonly string[]): Promise<void> {
  const head = (await readHead(storage)) ?? EMPTY;
  const named = new Set<string>([...NAMES, ...others, head.design, ...filesOf(head).map(([name]) => name)]);
  for (const name of await storage.list()) if (!named.has(name)) await storage.remove(name);
}

/** The files that hold the responses. */
export function filesOf({ segments, columns }: Head): Head["segments"] {
  return columns ? [...segments, columns] : segments;
}

function parse(bytes: Uint8Array | undefined): Head | undefined {
  if (bytes === undefined) return undefined;
  const decoder = new TextDecoder();
  const json = bytes.subarray(9);
  if (parseInt(decoder.decode(bytes.subarray(0, 8)), 16) !== crc32(json)) return undefined;
  const { format, ...head } = JSON.parse(decoder.decode(json)) as Head & { readonly format: number };
  return format === FORMAT ? head : undefined;
}

/** The checksum CRC-32. Heads are short, so it needs no table. */
export function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 && 0xedb88320);
  }
  return ~sum >>> 0;
}
