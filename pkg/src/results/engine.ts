/** The engine of a survey's results with its files. It runs in a worker, or in the thread of its caller. */

import type * as Glue from "../parts/results_glue.js";
import type { Guarded } from "../parts/guarded.js";
import { EMPTY, type Head, filesOf, startOver, readHead, sweep, writeHead } from "./head.js";
import { serially } from "./serially.js";
import { DRAFT, type OpenStorage, type Place, type Storage } from "./storage.js";

/** More segments than this are merged into one: during a sync, and after it. */
const MOST_SEGMENTS = 64;
const MOST_AT_REST = 8;

/** How often a store is read again, because another tab has merged its segments meanwhile. */
const READS = 3;

/** The file with the notes, which is no part of the store. */
const NOTES = "notes";

/** Another program may be writing the notes while this one removes files. */
const SPARED = [NOTES, NOTES + DRAFT];

const isCompleteIn = (sync: string) => sync !== "" && (JSON.parse(sync) as { readonly complete?: boolean }).complete === true;

/**
 * Of two stores, one with all responses is better, then one with more, then the one for which the service was asked
 * later.
 */
const rankOf = ({ sync, as_of, held = 0 }: Head) => {
  return `${isCompleteIn(sync) ? "all" : String(held).padStart(9, "0")} ${as_of ?? ""}`;
};

/** What is held. */
export interface Snapshot {
  /** Responses. */
  readonly held: number;
  /** Bytes on the device. */
  readonly bytes: number;
  /** State of the sync in JSON; empty before the first. */
  readonly sync: string;
  /** When the service was asked last; of complete responses, when they were found to be complete. */
  readonly as_of: string | null;
  /** The design, if it is another than before, or that of another store. */
  readonly design?: Uint8Array<ArrayBuffer> | undefined;
}

/** What a response of the service has changed, in JSON, and what is held then. */
export interface Taken extends Snapshot {
  readonly taken: string;
}

/** The store of one survey. Its methods may be called at any time: those that change it run one after the other. */
export class ResultsEngine {
  readonly #glue: typeof Glue;
  readonly #openStorage: OpenStorage;
  readonly #guard: Guarded;
  #storage: Storage | undefined;
  #head = EMPTY;
  #store: Glue.Results | undefined;
  #sync: Glue.Sync | undefined;
  #design: Uint8Array<ArrayBuffer> | undefined;
  #tags: string | undefined;
  /**
   * Whether segments have responses that were removed, or earlier versions that were replaced before they were opened.
   */
  #isStale = false;
  /** Segments that could not be written yet. */
  #unwritten: Uint8Array<ArrayBuffer>[] = [];
  readonly #inTurn = serially();

  constructor(glue: typeof Glue, guard: Guarded, openStorage: OpenStorage) {
    this.#glue = glue;
    this.#guard = guard;
    this.#openStorage = openStorage;
  }

  /** Opens what is kept at a place, if anything is. Without a place, nothing is kept. */
  open(place: Place | undefined): Promise<Snapshot> {
    return this.#inTurn(async () => {
      this.#storage = place && (await this.#openStorage(place, true));
      await this.#read();
      return { ...this.#snapshot(), design: this.#design };
    });
  }

  /** Gives responses their tags: the tags of each response by its id, in JSON. */
  tag(tags: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#tags = tags;
      this.#setTags();
    });
  }

  /** Reads what another tab has written. */
  refresh(): Promise<Snapshot> {
    return this.#inTurn(async () => {
      const before = this.#head.design;
      await this.#read();
      return { ...this.#snapshot(), design: this.#head.design === before ? undefined : this.#design };
    });
  }

  /** Gives the store a design: its first one, or another one. */
  redesign(design: Uint8Array<ArrayBuffer>): Promise<Snapshot> {
    return this.#inTurn(async () => {
      if (this.#store === undefined) this.#create(design);
      else this.#run(() => this.#store!.redesign(design));
      this.#design = design;
      // The next head names a file that has not been written yet.
      this.#head = { ...this.#head, design: "", columns: undefined };
      return this.#snapshot();
    });
  }

  /**
   * Begins a sync. Removes files of an earlier one that was interrupted, and those of another format, whose names the
   * new ones may have and whose room they need. So the caller must be the only one that writes.
   */
  begin(mode: "probe" | "audit", overlap: number | undefined): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sweep();
      this.#sync ??= this.#run(() => new this.#glue.Sync(this.#head.sync, overlap));
      this.#run(() => this.#sync!.begin(mode));
    });
  }

  /** The next request of the sync, in JSON; undefined at its end. */
  next(): Promise<string | undefined> {
    return this.#inTurn(async () => this.#run(() => this.#sync!.next(this.#store!)));
  }

  /** Takes the response to the last request, and writes what is new. `time` is when it came. */
  take(body: Uint8Array<ArrayBuffer>, time: string): Promise<Taken> {
    return this.#inTurn(async () => {
      const taken = this.#run(() => this.#sync!.take(this.#store!, body));
      const sync = this.#run(() => this.#sync!.state());
      const { done, removed } = JSON.parse(taken) as { readonly done: boolean; readonly removed: number };
      // While all responses are compared, what has been complete is not known to be so until the end.
      this.#head = { ...this.#head, sync, as_of: done || !isCompleteIn(sync) ? time : this.#head.as_of };
      this.#isStale ||= removed > 0;
      if (this.#storage) {
        const segment = this.#run(() => this.#store!.segment());
        if (segment.length > 0) this.#unwritten.push(segment);
        await this.#write(MOST_SEGMENTS);
      }
      return { ...this.#snapshot(), taken };
    });
  }

  /**
   * Takes the refusal of the last request: its status, and the size of a page that fits. Whether the sync goes on
   * without it.
   */
  refuse(status: number, fits: number | undefined): Promise<boolean> {
    return this.#inTurn(async () => this.#run(() => this.#sync!.refuse(status, fits)));
  }

  /** Ends a sync. */
  finish(): Promise<Snapshot> {
    return this.#inTurn(async () => {
      if (this.#storage) await this.#write(this.#isStale ? 0 : MOST_AT_REST);
      return this.#snapshot();
    });
  }

  /** The result of a query, both in JSON. */
  async query(query: string): Promise<string> {
    return this.#run(() => this.#store!.query(query));
  }

  /** A page of the responses that a rule lets through, as the API returns it. */
  async page(rule: string, from: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#run(() => this.#store!.page(rule, from, count));
  }

  /** Keeps the store at a place from now on. If a better one is kept there already, that is opened instead. */
  keep(place: Place): Promise<Snapshot> {
    return this.#inTurn(async () => {
      const before = this.#head;
      let design: Uint8Array<ArrayBuffer> | undefined;
      const storage = await this.#openStorage(place, true);
      try {
        const kept = storage && (await readHead(storage));
        this.#storage = storage;
        const isBetter = kept !== undefined && rankOf(kept) > rankOf({ ...before, held: this.#snapshot().held });
        if (isBetter && (await this.#load(storage!, kept))) design = this.#design;
        else {
          this.#head = { ...(kept ? startOver(kept) : EMPTY), sync: before.sync, as_of: before.as_of };
          await this.#write(-1);
        }
      } catch (error) {
        this.#storage = undefined;
        this.#head = before;
        // What was written before the disk was full is of no use.
        if (storage) await sweep(storage, SPARED).catch(() => {});
        throw error;
      }
      return { ...this.#snapshot(), design };
    });
  }

  /** Erases what is kept, or all of it but the notes, and keeps nothing more. */
  erase(what: "all" | "responses"): Promise<Snapshot> {
    return this.#inTurn(async () => {
      const storage = this.#detach();
      if (what === "all" || (await storage?.read(NOTES)) === undefined) await storage?.erase();
      else for (const name of await storage!.list()) if (!SPARED.includes(name)) await storage!.remove(name);
      return this.#snapshot();
    });
  }

  /** Keeps nothing more, because another tab has erased what was kept. */
  detach(): Promise<Snapshot> {
    return this.#inTurn(async () => {
      this.#detach();
      return this.#snapshot();
    });
  }

  /** Forgets all responses. */
  forget(): Promise<Snapshot> {
    return this.#inTurn(async () => {
      this.#startOver(this.#head);
      if (this.#storage) {
        await this.#write(MOST_SEGMENTS);
        await sweep(this.#storage, SPARED);
      }
      return this.#snapshot();
    });
  }

  /** The notes that are kept, in JSON; undefined if none are. */
  async notes(): Promise<string | undefined> {
    const bytes = await this.#storage?.read(NOTES);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Keeps the notes. */
  async keepNotes(notes: string): Promise<void> {
    await this.#storage?.write(NOTES, new TextEncoder().encode(notes));
  }

  /** Frees the memory. */
  close(): Promise<void> {
    return this.#inTurn(async () => this.#release());
  }

  #detach(): Storage | undefined {
    const storage = this.#storage;
    this.#storage = undefined;
    this.#unwritten = [];
    this.#head = { ...EMPTY, sync: this.#head.sync, as_of: this.#head.as_of };
    return storage;
  }

  #snapshot(): Snapshot {
    const { sync, as_of } = this.#head;
    const bytes = filesOf(this.#head).reduce((sum, [, size]) => sum + size, 0);
    return { held: this.#store === undefined ? 0 : this.#run(() => this.#store!.held()), bytes, sync, as_of };
  }

  /**
   * Reads the newest head, and loads what is not loaded. A store that is damaged counts as empty; the next head
   * replaces it.
   */
  async #read(): Promise<void> {
    const storage = this.#storage;
    if (storage === undefined) return;
    for (let attempt = 1; ; attempt += 1) {
      const head = await readHead(storage);
      if (head === undefined || (head.store === this.#head.store && head.sequence <= this.#head.sequence)) return;
      if (await this.#load(storage, head)) return;
      // Another tab has merged the segments since this one read the head, or else a file is missing or damaged.
      const isDamaged = (await readHead(storage))?.sequence === head.sequence;
      if (!isDamaged && attempt < READS) continue;
      return this.#startOver(head);
    }
  }

  /** Loads what a head names; false if it is not all there. */
  async #load(storage: Storage, head: Head): Promise<boolean> {
    const isRest = this.#store !== undefined && head.store === this.#head.store && head.generation === this.#head.generation;
    const design = isRest && head.design === this.#head.design ? this.#design : await storage.read(head.design);
    if (design === undefined) return false;
    const known = new Set(isRest ? this.#head.segments.map(([name]) => name) : []);
    const names = head.segments.map(([name]) => name).filter((name) => !known.has(name));
    let store: Glue.Results | undefined;
    let { columns } = head;
    try {
      // A state that cannot be read is refused here, because each sync begins with it.
      this.#guard.free(this.#run(() => new this.#glue.Sync(head.sync)));
      store = isRest ? this.#store! : this.#run(() => new this.#glue.Results(design));
      if (isRest && design !== this.#design) this.#run(() => store!.redesign(design));
      // Columns that cannot be read are derived.
      const readingColumns = isRest || columns === undefined ? undefined : storage.read(columns[0]).catch(() => undefined);
      // The next file is read while one is loaded.
      let reading = names[0] === undefined ? undefined : storage.read(names[0]);
      for (let at = 0; at < names.length; at += 1) {
        const segment = await reading;
        const following = names[at + 1];
        reading = following === undefined ? undefined : storage.read(following);
        reading?.catch(() => {});
        if (segment === undefined) throw "missing";
        if (readingColumns === undefined || at > 0) {
          this.#run(() => store!.load(segment));
          continue;
        }
        const columnFile = (await readingColumns) ?? new Uint8Array();
        if (!this.#run(() => store!.load_with(segment, columnFile))) columns = undefined;
      }
    } catch (thrown) {
      if (store && store !== this.#store) this.#guard.free(store);
      if (typeof thrown !== "string") throw thrown;
      return false;
    }
    if (store !== this.#store) {
      this.#release();
      this.#unwritten = [];
      this.#isStale = this.#run(() => store!.dead()) > 0;
    } else this.#releaseSync();
    this.#store = store;
    this.#design = design;
    // The end of the next sync writes columns in place of those that were of no use.
    this.#head = { ...head, columns };
    if (!isRest) this.#setTags();
    return true;
  }

  /** Writes what is new, then the head. Merges the segments into one if there are more than `most`. */
  async #write(most: number): Promise<void> {
    const storage = this.#storage!;
    let { next, design, generation, columns } = this.#head;
    let segments = [...this.#head.segments];
    const writeFile = async (kind: string, bytes: Uint8Array<ArrayBuffer>) => {
      const name = `${kind}-${next}`;
      await storage.write(name, bytes);
      next += 1;
      return name;
    };
    if (design === "" && this.#design) design = await writeFile("design", this.#design);
    const isAtRest = most <= MOST_AT_REST;
    const count = segments.length + this.#unwritten.length;
    if (count > most || (isAtRest && count > 0 && columns === undefined)) {
      const all = this.#run(() => (isAtRest ? this.#store!.pack() : this.#store!.compact()));
      const columnFile = this.#run(() => this.#store!.column_file());
      segments = [[await writeFile("seg", all), all.length]];
      columns = columnFile.length > 0 ? [await writeFile("columns", columnFile), columnFile.length] : undefined;
      generation += 1;
    } else {
      for (const segment of this.#unwritten) segments.push([await writeFile("seg", segment), segment.length]);
    }
    const store = this.#head.store || crypto.randomUUID();
    const { held } = this.#snapshot();
    const head = { ...this.#head, store, sequence: this.#head.sequence + 1, generation, segments, columns, next, design, held };
    await writeHead(storage, head);
    const isMerged = generation > this.#head.generation;
    this.#head = head;
    this.#unwritten = [];
    if (!isMerged) return;
    this.#isStale = false;
    await this.#sweep();
  }

  /** Removes files that are of no use. One that another tab has open stays until the next time. */
  async #sweep(): Promise<void> {
    if (this.#storage) await sweep(this.#storage, SPARED).catch(() => {});
  }

  /** An empty store in place of the one of a head. */
  #startOver(head: Head): void {
    this.#release();
    this.#unwritten = [];
    this.#head = startOver(head);
    if (this.#design) this.#create(this.#design);
  }

  #create(design: Uint8Array<ArrayBuffer>): void {
    this.#store = this.#run(() => new this.#glue.Results(design));
    this.#setTags();
  }

  #setTags(): void {
    if (this.#store && this.#tags !== undefined) this.#run(() => this.#store!.query(`{"kind":"tag","set":${this.#tags}}`));
  }

  #release(): void {
    this.#releaseSync();
    if (this.#store) this.#guard.free(this.#store);
    this.#store = undefined;
  }

  #releaseSync(): void {
    if (this.#sync) this.#guard.free(this.#sync);
    this.#sync = undefined;
  }

  #run<T>(work: () => T): T {
    return this.#guard.run(work);
  }
}
