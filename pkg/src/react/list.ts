// Hooks for lists: pages are added in order, and a reload begins with the first.

import { useCallback } from "react";
import type { CallOptions, ListCall } from "../calls/call.js";
import type { List } from "../generated/types.js";
import { type Parameters, useRefresh } from "./operation.js";
import type { Load, Request, SharedResource } from "./shared_resource.js";
import type { Given, GivenNow, ItemOf, Items, ListActions, ListMethod, ListState, SuspenseListState } from "./types.js";
import { type Shown, useShared, useSuspended } from "./use_shared.js";

/**
 * Loads a list page by page: `useList(canvass.surveys.list, { per_page: 20 })`. The first page is loaded at once, each
 * further one by `loadMore`. Sharing, arguments and the cache work as in `useOperation`; a reload begins with the first
 * page.
 */
export function useList<F extends ListMethod>(list: F, ...parameters: Given<F>): ListState<ItemOf<F>>;
export function useList(list: ListMethod, ...parameters: readonly unknown[]): unknown {
  const [{ data = NOTHING, ...state }, current] = useShared(shownOf("useList", list, parameters));
  const actions = useActions(current);
  return { ...state, ...data, ...actions };
}

/** The same in a component that is shown when the first page is loaded, like `useSuspenseOperation`. */
export function useSuspenseList<F extends ListMethod>(list: F, ...parameters: GivenNow<F>): SuspenseListState<ItemOf<F>>;
export function useSuspenseList(list: ListMethod, ...parameters: readonly unknown[]): unknown {
  const [{ data, error, loading }, current] = useSuspended(shownOf("useSuspenseList", list, parameters));
  const actions = useActions(current);
  return { error, loading, ...data, ...actions };
}

function useActions(current: () => SharedResource<Items<unknown>> | undefined): ListActions {
  const loadMore = useCallback(async () => current()?.more(), [current]);
  const refresh = useRefresh(current as () => SharedResource<unknown> | undefined);
  return { loadMore, refresh };
}

type Call = (args: object | undefined, options: CallOptions & { readonly from?: string }) => ListCall<unknown>;

function shownOf(hook: string, list: ListMethod, parameters: readonly unknown[]): Shown<Items<unknown>> {
  const [args, { key, staleTime, keepPreviousData, ...options } = {}] = parameters as Parameters;
  const request = (position: { readonly signal: AbortSignal }) => (list as Call)(args || undefined, { ...options, ...position });
  return { hook, kind: "list", target: list, args, key, staleTime, keepPreviousData, request, load: loadPages };
}

const NOTHING: Items<never> = { items: [], total: undefined, hasMore: false };

/**
 * A list that is being read: `started` after its first page, `failed` after a page that failed. All its requests have
 * the `signal` with which it was opened.
 */
interface ListReader {
  readonly signal: AbortSignal;
  readonly call: ListCall<unknown>;
  readonly pages: AsyncIterator<List<unknown>>;
  started: boolean;
  failed: boolean;
}

/**
 * Loads a list page by page. After a failure, or if no component showed it for a while, it continues at the same
 * position. It starts again if no page was loaded.
 */
function loadPages(): Load<Items<unknown>> {
  let reader: ListReader | undefined;
  const open = (request: Request, signal: AbortSignal, from?: string): ListReader => {
    const call = request({ signal, ...(from !== undefined && { from }) }) as ListCall<unknown>;
    return { signal, call, pages: call.pages(), started: from !== undefined, failed: false };
  };
  return async (request, signal, more) => {
    const loaded = reader?.started ? more : undefined;
    // The position after the last page is on that page.
    if (loaded?.hasMore === false) return loaded;
    if (reader === undefined || loaded === undefined) reader = open(request, signal);
    else if (reader.failed || reader.signal.aborted) reader = open(request, signal, reader.call.checkpoint());
    // A reload may replace `reader` while this one waits.
    const current = reader;
    try {
      const { value, done } = await current.pages.next();
      current.started = true;
      if (done) return { ...(loaded ?? NOTHING), hasMore: false };
      return { items: [...(loaded?.items ?? []), ...value.data], total: value.total, hasMore: value.links.next !== undefined };
    } catch (error) {
      current.failed = true;
      throw error;
    }
  };
}
