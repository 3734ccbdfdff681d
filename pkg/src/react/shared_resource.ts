// A resource with one load at a time. Its load ends with the last component that shows it; its data is kept for five
// minutes.

import type { ClientFacts } from "../watch.js";
import { afterRender } from "./after_render.js";

/** The state of a resource, as components see it. */
export interface ResourceState<D> {
  /** `loading` is the first load only; during a reload the status does not change. */
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly data: D | undefined;
  readonly error: Error | undefined;
  /** Whether a request is in flight. */
  readonly loading: boolean;
  /** Whether the data is that of the arguments before. */
  readonly isPrevious: boolean;
}

/** No resource is requested. */
export const IDLE: ResourceState<never> = { status: "idle", data: undefined, error: undefined, loading: false, isPrevious: false };

/**
 * The state before the first response, and on a server. Each key has an object of its own: React drops a render whose
 * state is the same object as before, with its effects, and the component would never load what the new key names.
 */
export function beforeData(): ResourceState<never> {
  return { status: "loading", data: undefined, error: undefined, loading: true, isPrevious: false };
}

/** The state after a failure; there is data if it was a reload that failed. */
export function failed<D>(error: Error, data?: D): ResourceState<D> {
  return { status: "failed", data, error, loading: false, isPrevious: false };
}

/** The state after a response; `loading` during a reload. */
export function ready<D>(data: D, loading = false, isPrevious = false): ResourceState<D> {
  return { status: "ready", data, error: undefined, loading, isPrevious };
}

/** What a hook shows: the result of an operation, the pages of a list, or the session. */
export type Kind = "operation" | "list" | "session";

/** Calls the method that a component has passed. */
export type Request = (options: { readonly signal: AbortSignal; readonly from?: string }) => PromiseLike<unknown>;

/** Loads a resource from the start, or what follows `more`. */
export type Load<D> = (request: Request, signal: AbortSignal, more: D | undefined) => Promise<D>;

/** A call that a load has made. */
export interface Read {
  readonly client: ClientFacts;
  readonly operation: number;
  readonly args: object | null | undefined;
}

/** What a resource is made of. */
export interface Made<D> {
  readonly kind: Kind;
  /** The client of the method; undefined for a function of the app. */
  readonly client: ClientFacts | undefined;
  readonly request: Request;
  readonly load: Load<D>;
  /** The state before the first response. */
  readonly loading: ResourceState<D>;
}

/** What the store learns of a resource. */
export interface Events<D> {
  /** Runs a load, and records its calls. */
  readonly load: (resource: SharedResource<D>, load: () => Promise<D>) => Promise<D>;
  /** A load is over. */
  readonly settled: (resource: SharedResource<D>) => void;
  /** Neither a component nor the cache needs the resource any more. */
  readonly unused: (resource: SharedResource<D>) => void;
}

/** How long data that no component shows is kept, in milliseconds. */
const KEPT = 300_000;

/** How long React shows a fallback of Suspense at least, in milliseconds: what follows it waits until then. */
const THROTTLED = 300;

/**
 * A resource that is loaded once for all components that show it, and whose data is kept for a while after the last of
 * them is removed. A component that is removed and added again at once, as StrictMode does, shares the request that is
 * in flight.
 */
export class SharedResource<D> {
  /** The method of the component that has rendered last. */
  request: Request;
  /** The calls of the last load. */
  reads: readonly Read[] = [];
  /** The client of the method; undefined for a function of the app. */
  readonly client: ClientFacts | undefined;
  readonly kind: Kind;
  readonly #load: Load<D>;
  readonly #events: Events<D>;
  readonly #listeners = new Set<() => void>();
  readonly #loading: ResourceState<D>;
  #state: ResourceState<D>;
  #stop = new AbortController();
  #running: Promise<void> | undefined;
  /** Whether a component shows the resource, or is about to. */
  #isClaimed = false;
  #wasShown = false;
  #isForgotten = false;
  #loadedAt = -Infinity;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor({ kind, client, request, load, loading }: Made<D>, events: Events<D>) {
    this.kind = kind;
    this.client = client;
    this.request = request;
    this.#load = load;
    this.#loading = loading;
    this.#state = loading;
    this.#events = events;
  }

  get state(): ResourceState<D> {
    return this.#state;
  }

  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether a component has ever shown the resource. */
  get wasShown(): boolean {
    return this.#wasShown;
  }

  get isStarted(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Shows the resource. It is loaded, or loaded again if no component showed it and its data is `staleTime`
   * milliseconds old.
   */
  subscribe(listener: () => void, staleTime: number): () => void {
    this.#listeners.add(listener);
    clearTimeout(this.#expiry);
    if (this.#running === undefined) void this.reload();
    else if (!this.#isClaimed && !this.#state.loading && Date.now() - this.#loadedAt >= staleTime) void this.reload();
    this.#isClaimed = true;
    this.#wasShown = true;
    return () => {
      this.#listeners.delete(listener);
      // In a later task: StrictMode subscribes again in the same one.
      setTimeout(() => this.isShown || this.#release());
    };
  }

  /** Loads the resource before a component shows it. The promise never rejects. */
  start(): Promise<void> {
    this.#isClaimed = true;
    if (!this.isShown) this.#expire();
    return this.#running ?? this.reload();
  }

  /** Removes the resource unless a component shows it by the end of the time for which it is kept. */
  #expire(): void {
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.isShown || this.#events.unused(this), KEPT);
    // In Node.js, the timer must not keep the process alive.
    (this.#expiry as { unref?(): void }).unref?.();
  }

  /** Stops a load that no component waits for. Loaded data is kept for the next component. */
  #release(): void {
    this.#isClaimed = false;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#running = Promise.resolve();
    const { data, loading } = this.#state;
    if (data === undefined) return this.#events.unused(this);
    if (loading) this.#loadedAt = -Infinity;
    this.#state = ready(data);
    this.#expire();
  }

  /**
   * Loads the resource again; the promise of a load in flight settles with this one. With `discard` the old data is no
   * longer shown.
   */
  reload(discard = false): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    if (discard) this.#state = this.#loading;
    return (this.#running = this.#run(undefined));
  }

  /** Loads what follows, unless a load is in flight. */
  async more(): Promise<void> {
    if (!this.#state.loading && this.#state.data !== undefined) await this.#run(this.#state.data);
  }

  /** The data is outdated: it is loaded again now, or when a component shows it. */
  invalidate(): void {
    this.#loadedAt = -Infinity;
    // A suspended component may be waiting for a response that is older than what has made the data outdated.
    if (this.isShown || this.#state.loading) void this.reload();
    else this.#isClaimed = false;
  }

  /** Removes the resource, which no component shows. */
  discard(): void {
    this.#stop.abort();
    this.#events.unused(this);
  }

  /** Replaces the data, or all data by an error, without a request. */
  set(result: { readonly data: D } | { readonly error: Error }): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#running = Promise.resolve();
    this.#loadedAt = Date.now();
    this.#setState("data" in result ? ready(result.data) : failed<D>(result.error));
  }

  /** The error has been thrown to an error boundary: the next attempt loads the resource again. */
  forgetFailure(): void {
    if (this.#isForgotten) return;
    this.#isForgotten = true;
    // Not at once: React renders twice before it gives up, and again if something changes before it shows the error.
    const forget = () => this.isShown || this.#state.status !== "failed" || this.#events.unused(this);
    setTimeout(() => afterRender(forget), THROTTLED);
  }

  async #run(more: D | undefined): Promise<void> {
    const { signal } = this.#stop;
    const before = this.#state.data;
    this.#setState(before === undefined ? this.#loading : ready(before, true));
    if (more === undefined) this.reads = [];
    let state: ResourceState<D>;
    try {
      state = ready(await this.#events.load(this, () => this.#load(this.request, signal, more)));
    } catch (error) {
      state = failed(error as Error, before);
    }
    // A reload has replaced this load, or no component is left.
    if (signal.aborted) return this.#running;
    if (state.status === "ready") this.#loadedAt = Date.now();
    this.#setState(state);
    this.#events.settled(this);
  }

  #setState(state: ResourceState<D>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
