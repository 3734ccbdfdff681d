/** Moves responses between this tab and the device, and erases them there. */

import { rememberLast } from "./accounts.js";
import type { Snapshot } from "./engine.js";
import { invalid } from "../errors.js";
import { isLasting, isOfBrowser, ofBrowser } from "./folder_errors.js";
import type { HeldDesign } from "./held_design.js";
import type { Engine } from "./host.js";
import type { KeptNotes } from "./kept_notes.js";
import type { PublishedState } from "./published_state.js";
import type { Readers } from "./readers.js";
import type { Refresh } from "./refresh.js";
import { serially } from "./serially.js";
import type { Place } from "./storage.js";
import type { Owner, SurveyStorage } from "./survey_storage.js";
import type { Kept } from "./types.js";

/** What a move needs of the results. */
export interface PlacementContext {
  readonly owner: Owner;
  readonly engine: Engine;
  readonly storage: SurveyStorage;
  readonly notes: KeptNotes;
  readonly readers: Readers;
  readonly design: HeldDesign;
  readonly state: PublishedState;
  readonly refresh: Refresh;
  /** Throws if the results are closed. */
  assertOpen(): void;
  /** Stops the sync of every tab. */
  stopSync(): Promise<void>;
  /** Interrupts the sync of this tab, which goes on after the move. */
  interruptSync(): Promise<void>;
}

/** Throws if a place does not exist. A misspelt one must not be taken for the tab, which erases the device. */
export function checkKept(where: Kept): void {
  if (where !== "tab" && where !== "device") throw invalid("keep", 'The option "keep" must be "device" or "tab".');
}

/** Where the responses are: in this tab only, or on the device too. */
export class Placement {
  readonly #context: PlacementContext;
  readonly #inTurn = serially();

  constructor(context: PlacementContext) {
    this.#context = context;
  }

  /** Resolves when the moves that were begun before have ended. */
  settled(): Promise<void> {
    return this.#inTurn(async () => {});
  }

  /** Moves the responses. A move to the tab must not overtake one to the device that waits for an export. */
  async moveTo(where: Kept): Promise<void> {
    checkKept(where);
    return this.#inTurn(() => this.#move(where));
  }

  /** Uses a place from now on, without moving anything. */
  use(where: Kept): Place | undefined {
    const { storage, state } = this.#context;
    const place = storage.use(where);
    state.update({ kept: where, ...(!place && { bytes: 0 }) });
    return place;
  }

  /** Holds the responses in this tab from now on. What is on the device stays there. */
  async detach(): Promise<void> {
    const { engine, state } = this.#context;
    // An engine that is started again opens nothing then.
    this.use("tab");
    state.take(await engine.detach());
  }

  /** Erases what is on the device. This tab and all others go on without it. */
  async eraseOnDevice(erase: () => Promise<Snapshot> = () => this.#context.notes.erase()): Promise<void> {
    const { storage, state } = this.#context;
    state.take(await storage.alone(erase));
    storage.tell({ syncing: false, progress: null, dropped: true });
    this.use("tab");
  }

  /**
   * Does work again if the browser cannot store the responses any more: they are held in this tab then, and in no other
   * place. `taken` gets the number of responses that were added before they could not be written.
   */
  async orInTab<T>(work: () => Promise<T>, taken: (added: number) => void = () => {}): Promise<T> {
    const { state, refresh } = this.#context;
    try {
      return await work();
    } catch (error) {
      if (!isLasting(error)) {
        // What could not be written is in memory all the same, or erased there.
        if (isOfBrowser(error)) await refresh.read(undefined).catch(() => {});
        throw error;
      }
      const { held } = state.current;
      // What could not be erased either is not read again.
      await this.eraseOnDevice().catch(() => this.detach());
      const change = state.since(held);
      taken(change.added);
      state.changed(change);
      return work();
    }
  }

  async #move(where: Kept): Promise<void> {
    const { assertOpen, stopSync, state } = this.#context;
    assertOpen();
    if (where === state.current.kept) return;
    if (where === "device") return this.#moveToDevice();
    await stopSync();
    await this.eraseOnDevice();
  }

  async #moveToDevice(): Promise<void> {
    const { engine, storage, notes, readers, design, state, owner, interruptSync } = this.#context;
    await interruptSync();
    // Before the place is taken: another tab may erase it meanwhile.
    await readers.quiet();
    const place = this.use("device")!;
    try {
      const { held } = state.current;
      const { design: opened, ...snapshot } = await storage.alone(() => readers.change(() => engine.keep(place)));
      state.take(snapshot);
      // What was stored there has been opened. Its design may be an old one.
      if (opened) {
        design.set(opened);
        design.markOld();
        state.changed(state.since(held));
      }
      await notes.move();
      // Without it the responses do not open offline, and are stored nonetheless.
      if (owner.gateway !== undefined) await rememberLast(owner.gateway, owner.folder!).catch(() => {});
    } catch (error) {
      await this.detach();
      throw ofBrowser(error);
    }
  }
}
