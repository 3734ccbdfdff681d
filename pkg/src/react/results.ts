// Hooks for results: those that a hook opens are shared by all components, and closed with the last of them.

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Client, Session } from "../client.js";
import { misconfigured } from "../errors.js";
import { retried } from "../parts/load.js";
import { closed, replaced } from "../results/closed.js";
import type { Rule } from "../results/rules.js";
import type { Results, ResultsClient, ResultsOptions, ResultsState, View } from "../results/types.js";
import { type ClientFacts, methods } from "../watch.js";
import { textOf } from "./key.js";
import { useProvidedClient } from "./provider.js";

/** The results of a survey, as components see them. */
export type ResultsHookState = ResultsActions & OpenedState;

/** What a component can do with results that could not be opened. */
export interface ResultsActions {
  /** After a failure, opens the results again. */
  refresh(): Promise<void>;
}

type OpenedState =
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

const LOADING: OpenedState = { status: "loading", results: undefined, state: undefined, error: undefined };

/**
 * Returns the results of a survey, the same for all components: `useResults({ survey_id })`, or `useResults(results)`
 * for results that are open already. The component is rendered again when their state changes. They are closed five
 * minutes after the last component that shows them was removed. When another account is current or a user signs in
 * again, they are opened again. `results.sync()` belongs in an effect or an event handler.
 */
export function useResults(source: Results | ResultsHookOptions): ResultsHookState {
  const provided = useProvidedClient();
  const given = "where" in source ? source : undefined;
  // A design that is fetched again makes no other results, nor does another name of the worker's file.
  const { canvass = provided, design, worker, ...options } = given ? ({} as Partial<ResultsHookOptions>) : (source as ResultsHookOptions);
  if (given === undefined && canvass === undefined) throw misconfigured("useResults has no client. Pass it, or render <CanvassProvider canvass={canvass}> above.", "canvass");
  const text = textOf(options);
  const shared = useMemo(() => (given ? new SharedResults(async () => given, given) : find(canvass as ResultsClient, text, design, worker)), [given, canvass, text]);
  const state = useSyncExternalStore(shared.subscribe, shared.snapshot, () => LOADING);
  return useMemo(() => ({ ...state, refresh: shared.refresh }), [state, shared]);
}

/** Nothing has been returned yet. */
const WAITING: ViewState<never> = { data: undefined, error: undefined, loading: true };

/**
 * Asks for an analysis, and asks again when the results, the rule or the key have changed:
 * `useView(results, rule, (view) => view.summary())`. While the results are undefined it waits, without the data of
 * those before.
 */
export function useView<T>(results: Results | undefined, rule: Rule | undefined, ask: (view: View) => Promise<T>, key?: unknown): ViewState<T> {
  const [{ of, view }, setState] = useState<{ readonly of: Results | undefined; readonly view: ViewState<T> }>({ of: results, view: WAITING });
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
    const update = (change: Partial<ViewState<T>>) =>
      setState((before) => ({ of: results, view: { ...(before.of === results ? before.view : WAITING), ...change } }));
    // One question at a time: during a sync, the results change faster than anybody can read.
    const run = async () => {
      isDue = true;
      if (isAsking) return;
      isAsking = true;
      update({ loading: true });
      while (isDue && isShown) {
        isDue = false;
        let next: Partial<ViewState<T>>;
        try {
          next = { data: await latest.current(results.where(rule)), error: undefined };
        } catch (error) {
          next = { error: error as Error };
        }
        if (isShown) update({ ...next, loading: isDue });
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
  return of === results ? view : WAITING;
}

/** The results that components show, by client and options. */
const all = new Map<unknown, Map<string, SharedResults>>();

/** `design` is that of the first component: it has just been fetched when the results are opened first. */
function find(canvass: ResultsClient, text: string, design: ResultsOptions["design"], worker: ResultsOptions["worker"]): SharedResults {
  const facts = methods.get((canvass as Client).session)?.client;
  const scope = facts?.scope ?? canvass;
  const found = all.get(scope)?.get(text);
  // A closed client takes the place of none.
  if (found && (!found.isOfClosedClient || facts?.state.closed)) return found;
  const remember = () => {
    // A server renders each request with a client of its own, and no component is ever removed.
    if (typeof document === "undefined") return;
    const known = all.get(scope) ?? new Map<string, SharedResults>();
    if (known.get(text)?.isOfClosedClient ?? true) all.set(scope, known.set(text, shared));
  };
  const forget = () => {
    const known = all.get(scope);
    if (known?.get(text) !== shared) return;
    known.delete(text);
    if (known.size === 0) all.delete(scope);
  };
  const open = async () => {
    const options = { ...(JSON.parse(text) as ResultsOptions), design, worker };
    design = undefined;
    return (await loadResults()).openResults(canvass, options);
  };
  const shared = new SharedResults(open, undefined, facts, remember, forget);
  remember();
  return shared;
}

function readyState(results: Results): OpenedState {
  return { status: "ready", results, state: results.state, error: undefined };
}

/** Results that are opened once for all components that show them. */
class SharedResults {
  readonly #open: () => Promise<Results>;
  readonly #given: Results | undefined;
  readonly #client: ClientFacts | undefined;
  readonly #remember: () => void;
  readonly #forget: () => void;
  readonly #listeners = new Set<() => void>();
  #state: OpenedState;
  /** The last attempt to open them: what comes of an earlier one does not count. */
  #attempt = {};
  #unfollow: (() => void) | undefined;
  #opening: Promise<void> | undefined;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #stop = () => {};

  constructor(open: () => Promise<Results>, given: Results | undefined, client?: ClientFacts, remember = () => {}, forget = () => {}) {
    this.#open = open;
    this.#given = given;
    this.#client = client;
    this.#remember = remember;
    this.#forget = forget;
    this.#state = given ? readyState(given) : LOADING;
  }

  /** Such results cannot be synced any more. */
  get isOfClosedClient(): boolean {
    return this.#client?.state.closed === true;
  }

  readonly snapshot = (): OpenedState => this.#state;

  readonly refresh = async (): Promise<void> => {
    // Results of the app are its own to open.
    if (this.#state.status === "failed" && !this.#given) this.#reopen();
    let opening;
    while (opening !== this.#opening) await (opening = this.#opening);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    clearTimeout(this.#expiry);
    // Also changes that have failed.
    this.#unfollow ??= this.#client?.onSessionChange((session) => this.#sessionChanged(session), 1);
    // What has failed is tried again, but not for a component that joins others: it may be the one that shows the
    // failure.
    if (this.#listeners.size === 0) void this.refresh();
    this.#listeners.add(listener);
    this.#opening ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#expiry = setTimeout(() => this.#close(), this.#state.status !== "failed" && !this.#given ? KEPT : 0);
      (this.#expiry as { unref?(): void }).unref?.();
    };
  };

  async #start(): Promise<void> {
    // They were forgotten if their components had been hidden for long.
    this.#remember();
    const attempt = (this.#attempt = {});
    try {
      const results = await this.#open();
      if (this.#attempt !== attempt) return void results.close();
      if (results.state.closed) throw closed();
      this.#stop = results.on("state", ({ closed }) => (closed ? this.#closed(results) : this.#set(readyState(results))));
      this.#set(readyState(results));
    } catch (error) {
      if (this.#attempt === attempt) this.#fail(error as Error);
    }
  }

  #closed(results: Results): void {
    if (replaced.has(results) && this.#listeners.size > 0) this.#reopen();
    else this.#fail(closed());
  }

  #fail(error: Error): void {
    this.#set({ status: "failed", results: undefined, state: undefined, error });
  }

  #reopen(): void {
    this.#stop();
    this.#set(LOADING);
    this.#opening = this.#start();
  }

  /**
   * What is not open may be for the account before. Results that are open are closed by themselves if they are another
   * account's.
   */
  #sessionChanged({ signed_in }: Session): void {
    if (!signed_in || this.#given || this.#state.results?.state.closed === false) return;
    if (this.#listeners.size > 0) this.#reopen();
    else this.#close();
  }

  /** No component shows them any more. What is being opened is closed when it is open. */
  #close(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#forget();
    this.#stop();
    this.#opening = undefined;
    if (this.#given) return;
    this.#attempt = {};
    const { results } = this.#state;
    // A component that was only hidden shows these again, and opens them then.
    this.#state = LOADING;
    void results?.close();
  }

  #set(state: OpenedState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
