/** Reads what other tabs and programs have written to the place where the responses are stored. */

import { NOTHING, isChange, sumOf } from "./counts.js";
import type { Snapshot } from "./engine.js";
import type { HeldDesign } from "./held_design.js";
import type { Engine } from "./host.js";
import type { PublishedState } from "./published_state.js";
import type { Readers } from "./readers.js";
import type { SyncResult } from "./types.js";
import { unlessAborted } from "./unless_aborted.js";

/** What others have written, and this tab reads. */
export class Refresh {
  readonly #engine: Engine;
  readonly #readers: Readers;
  readonly #design: HeldDesign;
  readonly #state: PublishedState;
  /** What others have written and this tab could not read yet. */
  #unread = NOTHING;

  constructor(engine: Engine, readers: Readers, design: HeldDesign, state: PublishedState) {
    this.#engine = engine;
    this.#readers = readers;
    this.#design = design;
    this.#state = state;
  }

  /**
   * Reads what another tab or program has written, and reports it with what could not be read before. Without `written`
   * the difference of the numbers is reported.
   */
  async read(written: SyncResult | undefined, signal?: AbortSignal): Promise<void> {
    await unlessAborted(signal, this.#readers.quiet());
    const { held } = this.#state.current;
    let snapshot: Snapshot;
    try {
      snapshot = await this.#readers.change(() => this.#engine.refresh());
    } catch (error) {
      this.#unread = sumOf(this.#unread, written ?? NOTHING);
      throw error;
    }
    const { design } = snapshot;
    if (design) this.#design.set(design);
    this.#state.take(snapshot);
    const change = sumOf(this.#unread, written ?? this.#state.since(held));
    this.#unread = NOTHING;
    if (design || isChange(change) || this.#state.current.held !== held) this.#state.changed(change);
  }
}
