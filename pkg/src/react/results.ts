import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Client } from "../client.js";
import { misconfigured } from "../errors.js";
import { retried } from "../load.js";
import { closed } from "../results/closed.js";
import type { Rule } from "../results/rules.js";
import type { Results, ResultsClient, ResultsOptions, ResultsState, View } from "../results/types.js";
import { methods } from "../watch.js";
import { useProvidedClient } from "./provider.js";

/** The results of a survey, as components see them. */
export type ResultsHookState =
  | { readonly status: "loading"; readonly results: undefined; readonly state: undefined; readonly error: undefined }
  | { readonly status: "ready"; readonly results: Results; readonly state: ResultsState; readonly error: undefined }
  /** They could not be opened, or were closed because the account has signed out. */
  | { readonly status: "failed"; readonly results: undefined; readonly state: undefined; readonly error: Error };

/** Which results to open, and with which client; by default that of the `CanvassProvider` above. */
export interface ResultsHookOptions extends ResultsOptions {
  /** The client. */
  readonly canvass?: ResultsClient | undefined;
}

/** What an analysis returned. */
export interface ViewState<T> {
  /** What it returned last; undefined before that. */
  readonly data: T | undefined;
  /** Why it failed the last time. */
  readonly error: Error | undefined;
  /** Whether it is being asked, or will be when the results are open. */
  readonly loading: boolean;
}

/** Loaded when a component shows results first. */
const loadResults = retried(() => import("../results.js"), "openResults");

/** Milliseconds after which results that no component shows any more are closed. */
const KEPT = 300_000;

const LOADING: ResultsHookState = { status: "loading", results: undefined, state: undefined, error: undefined };

/**
 * Returns the results of a survey, the same for all components: `useResults({ survey_id })`, or `useResults(results)` for
 * results that are open already. The component is rendered again when their state changes. They are closed five minutes
 * after the last component that shows them was removed. `results.sync()` belongs in an effect or an event handler.
 */
export function useResults(source: Results | ResultsHookOptions): ResultsHookState {
  const provided = useProvidedClient();
  const given = "where" in source ? source : undefined;
  const { canvass = provided, ...options } = given ? { canvass: undefined } : (source as ResultsHookOptions);
  if (given === undefined && canvass === undefined) throw misconfigured("useResults has no client. Pass it, or render <CanvassProvider canvass={canvass}> above.", "canvass");
  const text = JSON.stringify(options);
  const shared = useMemo(() => (given ? new SharedResults(async () => given, given) : find(canvass as ResultsClient, text)), [given, canvass, text]);
  return useSyncExternalStore(shared.subscribe, shared.snapshot, () => LOADING);
}

/**
 * Asks for an analysis, and asks again when the results, the rule or the key have changed:
 * `useView(results, rule, (view) => view.summary())`. While the results are undefined it waits.
 */
export function useView<T>(results: Results | undefined, rule: Rule | undefined, ask: (view: View) => Promise<T>, key?: unknown): ViewState<T> {
  const [state, setState] = useState<ViewState<T>>({ data: undefined, error: undefined, loading: true });
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const text = JSON.stringify([rule, key]);
  useEffect(() => {
    if (results === undefined) return undefined;
    let isShown = true;
    let isAsking = false;
    let isDue = false;
    // One question at a time: during a sync, the results change faster than anybody can read.
    const run = async () => {
      isDue = true;
      if (isAsking) return;
      isAsking = true;
      setState((before) => (before.loading ? before : { ...before, loading: true }));
      while (isDue && isShown) {
        isDue = false;
        const next = await latest.current(results.where(rule)).then(
          (data) => ({ data, error: undefined }),
          (error: unknown) => ({ error: error as Error }),
        );
        if (isShown) setState((before) => ({ ...before, ...next, loading: isDue }));
      }
      isAsking = false;
    };
    void run();
    const stop = results.on("change", () => void run());
    return () => {
      isShown = false;
      stop();
    };
  }, [results, text]);
  return state;
}

/** The results that components show, by client and options. */
const all = new Map<unknown, Map<string, SharedResults>>();

function find(canvass: ResultsClient, text: string): SharedResults {
  const scope = methods.get((canvass as Client).session)?.client.scope ?? canvass;
  const known = all.get(scope) ?? new Map<string, SharedResults>();
  const found = known.get(text);
  if (found) return found;
  const forget = () => {
    if (known.get(text) === shared) known.delete(text);
  };
  const options = JSON.parse(text) as ResultsOptions;
  const shared = new SharedResults(async () => (await loadResults()).openResults(canvass, options), undefined, forget);
  // A server renders each request with a client of its own, and no component is ever removed.
  if (typeof document !== "undefined") all.set(scope, known.set(text, shared));
  return shared;
}

function readyState(results: Results): ResultsHookState {
  return { status: "ready", results, state: results.state, error: undefined };
}

/** Results that are opened once for all components that show them. */
class SharedResults {
  readonly #open: () => Promise<Results>;
  readonly #given: Results | undefined;
  readonly #forget: () => void;
  readonly #listeners = new Set<() => void>();
  #state: ResultsHookState;
  #opening: Promise<void> | undefined;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #stop = () => {};

  constructor(open: () => Promise<Results>, given: Results | undefined, forget = () => {}) {
    this.#open = open;
    this.#given = given;
    this.#forget = forget;
    this.#state = given ? readyState(given) : LOADING;
  }

  readonly snapshot = (): ResultsHookState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    clearTimeout(this.#expiry);
    this.#listeners.add(listener);
    this.#opening ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      // What has failed is tried again by the next component.
      this.#expiry = setTimeout(() => void this.#close(), this.#state.status === "ready" && !this.#given ? KEPT : 0);
      (this.#expiry as { unref?(): void }).unref?.();
    };
  };

  async #start(): Promise<void> {
    try {
      const results = await this.#open();
      const show = () => {
        if (!results.state.closed) return this.#set(readyState(results));
        this.#forget();
        return this.#set({ status: "failed", results: undefined, state: undefined, error: closed() });
      };
      this.#stop = results.on("state", show);
      show();
    } catch (error) {
      this.#forget();
      this.#set({ status: "failed", results: undefined, state: undefined, error: error as Error });
    }
  }

  async #close(): Promise<void> {
    this.#forget();
    await this.#opening;
    // A component has come back meanwhile: in the map there is another one for it then.
    this.#stop();
    if (!this.#given) await this.#state.results?.close();
    this.#opening = undefined;
  }

  #set(state: ResultsHookState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
