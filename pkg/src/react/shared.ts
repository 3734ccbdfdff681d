/** What components see of something that is loaded. */
export interface Seen<D> {
  /** `loading` is the first time; what is loaded anew stays as it is meanwhile. */
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly data: D | undefined;
  readonly error: Error | undefined;
  /** Whether a request is under way. */
  readonly loading: boolean;
}

/** Nothing is asked for. */
export const IDLE: Seen<never> = { status: "idle", data: undefined, error: undefined, loading: false };

/** Nothing is known yet: what a server renders, and a page before its first answer. */
export const LOADING: Seen<never> = { status: "loading", data: undefined, error: undefined, loading: true };

/** Loads something from the start, or what comes behind `more`. */
export type Load<D> = (signal: AbortSignal, more: D | undefined) => Promise<D>;

/**
 * Something that is loaded once for all components that show it. It is there from the first of them to the last: a
 * component that is taken away and put back at once, as StrictMode does, keeps the request that is under way.
 */
export class Shared<D> {
  #seen: Seen<D> = LOADING;
  #begun = false;
  #stop = new AbortController();
  #running: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #load: Load<D>;
  readonly #settled: (now: Seen<D>, before: D | undefined) => void;
  readonly #left: () => void;

  /** `settled` is told how every loading ended, and `left` that nobody shows it any more. */
  constructor(load: Load<D>, settled: (now: Seen<D>, before: D | undefined) => void, left: () => void) {
    this.#load = load;
    this.#settled = settled;
    this.#left = left;
  }

  get seen(): Seen<D> {
    return this.#seen;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (!this.#begun) void this.#run(undefined);
    return () => {
      this.#listeners.delete(listener);
      setTimeout(() => {
        if (this.#listeners.size > 0) return;
        this.#stop.abort();
        this.#left();
      });
    };
  }

  /** Loads it anew: a loading that is under way ends when this one does. What is `forgotten` shows no more until then. */
  reload(forgotten = false): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    if (forgotten) this.#seen = LOADING;
    return (this.#running = this.#run(undefined));
  }

  /** Loads what comes behind, unless something is under way. */
  async more(): Promise<void> {
    if (!this.#seen.loading && this.#seen.data !== undefined) await this.#run(this.#seen.data);
  }

  async #run(more: D | undefined): Promise<void> {
    this.#begun = true;
    const { signal } = this.#stop;
    const before = this.#seen.data;
    this.#show(before === undefined ? LOADING : { status: "ready", data: before, error: undefined, loading: true });
    let now: Seen<D>;
    try {
      now = { status: "ready", data: await this.#load(signal, more), error: undefined, loading: false };
    } catch (error) {
      now = { status: "failed", data: before, error: error as Error, loading: false };
    }
    if (signal.aborted) return signal === this.#stop.signal ? undefined : this.#running;
    this.#show(now);
    this.#settled(now, before);
  }

  #show(seen: Seen<D>): void {
    this.#seen = seen;
    for (const listener of [...this.#listeners]) listener();
  }
}
