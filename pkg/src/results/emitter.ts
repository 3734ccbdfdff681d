/** The listeners of results. */

import { invalid } from "../errors.js";
import type { ResultsEvents } from "./types.js";

type Listener<N extends keyof ResultsEvents> = (value: ResultsEvents[N]) => void;

/** Adds listeners, and calls them. */
export class Emitter {
  readonly #listeners: { readonly [N in keyof ResultsEvents]: Set<Listener<N>> } = { change: new Set(), state: new Set() };

  on<N extends keyof ResultsEvents>(event: N, listener: Listener<N>): () => void {
    if (!Object.hasOwn(this.#listeners, event)) throw invalid("event", `There is no event "${String(event)}". The events are: ${Object.keys(this.#listeners).join(", ")}.`);
    if (typeof listener !== "function") throw invalid("listener", "The listener must be a function.");
    const own: Listener<N> = (value) => listener(value);
    this.#listeners[event].add(own);
    return () => void this.#listeners[event].delete(own);
  }

  /** Tells the listeners in later microtasks: one that fails stops neither the others nor the work. */
  emit<N extends keyof ResultsEvents>(event: N, value: ResultsEvents[N]): void {
    const listeners = this.#listeners[event];
    for (const listener of [...listeners]) queueMicrotask(() => listeners.has(listener) && listener(value));
  }
}
