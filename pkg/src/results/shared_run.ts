/** Work that several callers share: it ends early only when all of them have stopped. */

import { unlessAborted } from "./unless_aborted.js";

/** A run under way. */
export class SharedRun<T, P> {
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(progress: P) => void>();
  #callers = 0;
  readonly #result: Promise<T>;

  constructor(work: (signal: AbortSignal, tell: (progress: P) => void) => Promise<T>) {
    this.#result = work(this.#stop.signal, (progress) => {
      for (const listener of [...this.#listeners]) listener(progress);
    });
    this.#result.catch(() => {});
  }

  /** Whether all callers have stopped. */
  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Settles when the run has ended. */
  get ended(): Promise<unknown> {
    return this.#result.catch(() => {});
  }

  /** Ends the run for all callers. */
  stop(reason: unknown): void {
    this.#stop.abort(reason);
  }

  /** Waits for the result, or rejects with the signal's reason. */
  async join(signal: AbortSignal | undefined, onProgress: ((progress: P) => void) | undefined): Promise<T> {
    this.#callers += 1;
    // Each caller has a function of its own, even if two pass the same.
    const listener = (progress: P) => onProgress?.(progress);
    this.#listeners.add(listener);
    try {
      return await unlessAborted(signal, this.#result);
    } finally {
      this.#listeners.delete(listener);
      this.#callers -= 1;
      if (this.#callers === 0) this.#stop.abort(signal?.reason);
    }
  }
}
