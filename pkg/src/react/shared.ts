/** The state of a resource, as components see it. */
export interface ResourceState<D> {
  /** `loading` is the first load only; during a reload the status does not change. */
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly data: D | undefined;
  readonly error: Error | undefined;
  /** Whether a request is in flight. */
  readonly loading: boolean;
}

/** No resource is requested. */
export const IDLE: ResourceState<never> = { status: "idle", data: undefined, error: undefined, loading: false };

/** The state before the first response, and on a server. */
export const LOADING: ResourceState<never> = { status: "loading", data: undefined, error: undefined, loading: true };

/** Loads a resource from the start, or what follows `more`. */
export type Load<D> = (signal: AbortSignal, more: D | undefined) => Promise<D>;

/**
 * A resource that is loaded once for all components that show it, and that lives as long as one of them does. A component
 * that is removed and added again at once, as StrictMode does, shares the request that is in flight.
 */
export class SharedResource<D> {
  #state: ResourceState<D> = LOADING;
  #started = false;
  #stop = new AbortController();
  #running: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #load: Load<D>;
  readonly #onSettled: (state: ResourceState<D>, before: D | undefined) => void;
  readonly #onUnused: () => void;

  /** `onSettled` is called after every load, and `onUnused` when no component shows the resource any more. */
  constructor(load: Load<D>, onSettled: (state: ResourceState<D>, before: D | undefined) => void, onUnused: () => void) {
    this.#load = load;
    this.#onSettled = onSettled;
    this.#onUnused = onUnused;
  }

  get state(): ResourceState<D> {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (!this.#started) void this.#run(undefined);
    return () => {
      this.#listeners.delete(listener);
      // In a later task: StrictMode subscribes again in the same one.
      setTimeout(() => {
        if (this.#listeners.size > 0) return;
        this.#stop.abort();
        this.#onUnused();
      });
    };
  }

  /** Loads the resource again; the promise of a load in flight settles with this one. With `discard` the old data is no longer shown. */
  reload(discard = false): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    if (discard) this.#state = LOADING;
    return (this.#running = this.#run(undefined));
  }

  /** Loads what follows, unless a load is in flight. */
  async more(): Promise<void> {
    if (!this.#state.loading && this.#state.data !== undefined) await this.#run(this.#state.data);
  }

  async #run(more: D | undefined): Promise<void> {
    this.#started = true;
    const { signal } = this.#stop;
    const before = this.#state.data;
    this.#setState(before === undefined ? LOADING : { status: "ready", data: before, error: undefined, loading: true });
    let state: ResourceState<D>;
    try {
      state = { status: "ready", data: await this.#load(signal, more), error: undefined, loading: false };
    } catch (error) {
      state = { status: "failed", data: before, error: error as Error, loading: false };
    }
    // A reload has replaced this load, or no component is left.
    if (signal.aborted) return signal === this.#stop.signal ? undefined : this.#running;
    this.#setState(state);
    this.#onSettled(state, before);
  }

  #setState(state: ResourceState<D>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
