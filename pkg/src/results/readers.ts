/** Reads of many pages, such as exports: responses must not change between two of their pages. */

import { unlessAborted } from "./unless_aborted.js";

/** The reads that are under way. */
export class Readers {
  readonly #reading = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /** Waits for a read, and counts it until it ends. */
  async read<T>(work: Promise<T>): Promise<T> {
    this.#reading.add(work);
    try {
      return await work;
    } finally {
      this.#reading.delete(work);
    }
  }

  /** Makes a change when nothing is being read. No read begins between the check for that and the change. */
  async change<T>(work: () => Promise<T>): Promise<T> {
    while (this.#reading.size > 0) await unlessAborted(this.#closing.signal, Promise.allSettled(this.#reading));
    return work();
  }

  /** Resolves when nothing is being read. A change has to check that again. */
  quiet(): Promise<void> {
    return this.change(async () => {});
  }

  /** Ends all waits with an error: a read may never end, if its reader has stopped. */
  close(reason: unknown): void {
    this.#closing.abort(reason);
  }
}
