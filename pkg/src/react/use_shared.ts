// Connects a component to the resource of its key, and loads the resource if it is missing or too old.

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { misconfigured } from "../errors.js";
import { methods } from "../watch.js";
import { type KeyOptions, keyOf, nameFor, useKey } from "./key.js";
import { IDLE, type Kind, type Load, type Made, type Request, type ResourceState, type SharedResource, beforeData, ready } from "./shared_resource.js";
import { type Key, epoch, find, findOrCreate, follow } from "./store.js";
import { countSuspended } from "./suspended.js";

/** Options of a hook that decide when it loads and what it shows. */
export interface ShownOptions extends KeyOptions {
  readonly staleTime?: number | undefined;
  readonly keepPreviousData?: boolean | undefined;
}

/** What a hook shows, and how it is loaded. `target` is the method or function that `request` calls. */
export interface Shown<D> extends ShownOptions {
  /** The hook's name, for messages. */
  readonly hook: string;
  readonly kind: Kind;
  readonly target: object;
  readonly args: object | false | null | undefined;
  readonly request: Request;
  readonly load: () => Load<D>;
  /** What is shown before it is loaded. */
  readonly initial?: D | undefined;
}

/**
 * Shares one resource among all components with the same key. Returns its state, and a function that returns it while a
 * component shows it.
 */
export function useShared<D>(shown: Shown<D>): [ResourceState<D>, () => SharedResource<D> | undefined] {
  const { hook, kind, target, args, request, initial, staleTime = 0 } = shown;
  const key = useKey(hook, kind, target, args, shown);
  const { owner, text } = key ?? {};
  const current = useCallback(() => (text === undefined ? undefined : find<D>({ owner, text })), [owner, text]);
  const none = useMemo((): ResourceState<D> => (text === undefined ? IDLE : initial === undefined ? beforeData() : ready(initial)), [owner, text, initial]);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (text === undefined) return () => {};
      const resource = findOrCreate({ owner, text }, () => madeOf(shown, initial === undefined ? none : beforeData()));
      if (initial !== undefined && !resource.isStarted) resource.set({ data: initial });
      return resource.subscribe(listener, staleTime);
    },
    [owner, text],
  );
  // The function of the last render is called, because it may use other values than the first, or another client.
  useEffect(() => {
    const resource = current();
    if (resource === undefined) return;
    resource.request = request;
    const client = methods.get(target)?.client;
    if (client !== undefined) follow(client);
  });
  const state = useSyncExternalStore<ResourceState<D>>(subscribe, () => current()?.state ?? none, () => none);
  return [usePrevious(state, key, shown), current];
}

function madeOf<D>({ kind, target, request, load }: Shown<D>, loading: ResourceState<D>): Made<D> {
  return { kind, client: methods.get(target)?.client, request, load: load(), loading };
}

/** The state with the data of the arguments before, until there is other data, if the options say so. */
function usePrevious<D>(state: ResourceState<D>, key: Key | undefined, { keepPreviousData }: ShownOptions): ResourceState<D> {
  const previous = useRef<{ readonly data: D; readonly epoch: number; readonly owner: unknown } | undefined>(undefined);
  useEffect(() => {
    if (state.data !== undefined) previous.current = { data: state.data, epoch, owner: key?.owner };
  });
  const { current } = previous;
  const isShown = keepPreviousData && state.status === "loading" && current?.epoch === epoch && current.owner === key?.owner;
  return isShown ? ready(current.data, true, true) : state;
}

/**
 * The same for Suspense: before there is data, the component is suspended, or the error is thrown to the error
 * boundary.
 */
export function useSuspended<D>(shown: Shown<D>): [ResourceState<D> & { readonly data: D }, () => SharedResource<D> | undefined] {
  const { hook, kind, target, args, key } = shown;
  if (typeof document === "undefined") throw new Error(`${hook} loads nothing on a server. The page shows the fallback of Suspense first.`);
  const method = methods.get(target);
  if (method === undefined && key === undefined) throw misconfigured(`${hook} needs a method of the client, such as canvass.surveys.get, or the option key.`, "key");
  const resource = findOrCreate(keyOf(kind, target, target, args || undefined, shown), () => madeOf(shown, beforeData()));
  countSuspended(nameFor(hook, target), resource as SharedResource<unknown>);
  const { status, error } = resource.state;
  if (status === "loading") throw resource.start();
  if (status === "failed" && resource.state.data === undefined) {
    resource.forgetFailure();
    throw error;
  }
  const [state, current] = useShared(shown);
  return [state as ResourceState<D> & { readonly data: D }, current];
}
