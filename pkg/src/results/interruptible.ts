/** Work that can be interrupted to be done again later, apart from the signal that stops it for good. */

/** Work under way. */
export class Interruptible {
  readonly #interrupt = new AbortController();
  /** Whether the work has ended; false if it was interrupted. Rejects if it failed or was stopped. */
  readonly ended: Promise<boolean>;

  constructor(stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>) {
    this.ended = this.#run(stop, work);
    this.ended.catch(() => {});
  }

  /** Interrupts the work, and waits until it is. Returns false if the work has ended by itself. */
  interrupt(): Promise<boolean> {
    this.#interrupt.abort();
    return this.ended.then((hasEnded) => !hasEnded, () => false);
  }

  async #run(stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { signal } = this.#interrupt;
    const end = () => this.#interrupt.abort(stop.reason);
    stop.addEventListener("abort", end);
    try {
      stop.throwIfAborted();
      await work(signal);
      return true;
    } catch (error) {
      if (!signal.aborted || stop.aborted) throw error;
      return false;
    } finally {
      stop.removeEventListener("abort", end);
    }
  }
}
