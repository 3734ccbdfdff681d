// A part that crashes is restarted before its next use; what was in its memory counts as lost.

import { crash } from "../errors.js";

/** The function of a part's generated code that restarts it. */
export interface Restartable {
  readonly __wbg_reset_state: () => void;
}

/** How often each part has crashed. */
const crashes = new WeakMap<Restartable, number>();

/** Parts that must be restarted before their next use. */
const crashed = new WeakSet<Restartable>();

/**
 * Guards the use of a part that may crash, for the lifetime of one object or one call. If the part crashes, the call
 * fails and the part is restarted. All objects in its memory are lost then, those of other guards included.
 */
export class Guarded {
  readonly #part: Restartable;
  readonly #crashesBefore: number;

  constructor(part: Restartable) {
    this.#part = part;
    this.#crashesBefore = crashes.get(part) ?? 0;
  }

  /**
   * Runs code of the part. A string that it throws is a regular failure and passes through; anything else is a crash.
   */
  run<T>(work: () => T): T {
    let cause: unknown;
    if (this.#isValid) {
      try {
        this.#restart();
        return work();
      } catch (thrown) {
        if (typeof thrown === "string") throw thrown;
        this.#recordCrash();
        cause = thrown;
      }
    }
    throw crash(cause);
  }

  /** Frees an object of the part, unless a crash has lost it. */
  free(object: { free(): void }): void {
    if (!this.#isValid) return;
    try {
      object.free();
    } catch {
      // The results of the object are complete, so the call still succeeds.
      this.#recordCrash();
    }
  }

  /** Whether the part has not crashed since this guard was made. */
  get #isValid(): boolean {
    return (crashes.get(this.#part) ?? 0) === this.#crashesBefore;
  }

  #recordCrash(): void {
    crashes.set(this.#part, this.#crashesBefore + 1);
    crashed.add(this.#part);
    try {
      this.#restart();
    } catch {
      // There may be too little memory for a restart now: the next call tries again.
    }
  }

  #restart(): void {
    if (!crashed.has(this.#part)) return;
    this.#part.__wbg_reset_state();
    crashed.delete(this.#part);
  }
}
