/** The state of results that an app sees: it is replaced whenever a member changes, and listeners get each one. */

import { NOTHING } from "./counts.js";
import { Emitter } from "./emitter.js";
import type { Snapshot } from "./engine.js";
import { knownOf } from "./sync_requests.js";
import type { ResultsEvents, ResultsState, SyncResult } from "./types.js";

/** The state of the results of one survey, and its listeners. */
export class PublishedState {
  readonly #emitter = new Emitter();
  #current: ResultsState = {
    held: 0, total: null, complete: false, as_of: null, syncing: false, resumes_at: null, progress: null, bytes: 0, kept: "tab", error: null, closed: false,
  };

  get current(): ResultsState {
    return this.#current;
  }

  on<N extends keyof ResultsEvents>(event: N, listener: (value: ResultsEvents[N]) => void): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Changes members. Listeners get the new state if one of them differs. */
  update(change: Partial<ResultsState>): void {
    const names = Object.keys(change) as (keyof ResultsState)[];
    if (names.every((name) => this.#current[name] === change[name])) return;
    this.#current = Object.freeze({ ...this.#current, ...change });
    this.#emitter.emit("state", this.#current);
  }

  /** Shows what the engine holds. */
  take({ held, bytes, sync, as_of }: Snapshot): void {
    this.update({ held, bytes, as_of, ...knownOf(sync) });
  }

  /** Tells listeners that responses, the design or tags have changed. */
  changed(change: SyncResult): void {
    this.#emitter.emit("change", change);
  }

  /** How many responses there are more or fewer than before. */
  since(before: number): SyncResult {
    const more = this.#current.held - before;
    return { ...NOTHING, added: Math.max(0, more), removed: Math.max(0, -more) };
  }
}
