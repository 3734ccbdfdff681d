import { failure } from "./errors.js";

/** What the build makes of a part, as far as it can be started anew. */
export interface Restartable {
  readonly __wbg_reset_state: () => void;
}

/** How often each part has broken down. */
const breakdowns = new WeakMap<Restartable, number>();

/** Parts that are to be started anew before anything is done with them. */
const broken = new WeakSet<Restartable>();

/**
 * What lies between the SDK and a part of it that may break down: all that is called of one object, or one call. Where
 * the part breaks down, the call fails and the part is started anew. The objects that it had are gone then, whoever uses
 * them: they lay in its memory.
 */
export class Guarded {
  readonly #part: Restartable;
  readonly #before: number;

  constructor(part: Restartable) {
    this.#part = part;
    this.#before = breakdowns.get(part) ?? 0;
  }

  /** Does something with the part. What the part says of a failure by itself is text, and is thrown as it is. */
  run<T>(work: () => T): T {
    let cause: unknown;
    if (this.#stands) {
      try {
        this.#restart();
        return work();
      } catch (thrown) {
        if (typeof thrown === "string") throw thrown;
        this.#broke();
        cause = thrown;
      }
    }
    const message = "A part of the SDK broke down. The next call starts it anew.";
    throw failure({ kind: "engine_failed", message, retryable: true, remedy: { action: "retry" }, cause });
  }

  /** Gives an object of the part back, unless it is gone. */
  free(object: { free(): void }): void {
    if (!this.#stands) return;
    try {
      object.free();
    } catch {
      // What was made of it is whole all the same.
      this.#broke();
    }
  }

  get #stands(): boolean {
    return (breakdowns.get(this.#part) ?? 0) === this.#before;
  }

  #broke(): void {
    breakdowns.set(this.#part, this.#before + 1);
    broken.add(this.#part);
    try {
      this.#restart();
    } catch {
      // There may be no room for a start now: the next call tries again.
    }
  }

  #restart(): void {
    if (!broken.has(this.#part)) return;
    this.#part.__wbg_reset_state();
    broken.delete(this.#part);
  }
}
