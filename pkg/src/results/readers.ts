/** Reads of many pages, such as exports: responses must not change between two of their pages. */

/** The reads that are under way. */
export class Readers {
  readonly #reading = new Set<Promise<unknown>>();

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
    while (this.#reading.size > 0) await Promise.allSettled(this.#reading);
    return work();
  }

  /** Resolves when nothing is being read. A change has to check that again. */
  async quiet(): Promise<void> {
    while (this.#reading.size > 0) await Promise.allSettled(this.#reading);
  }
}
