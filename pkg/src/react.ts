"use client";

import { useCallback, useMemo } from "react";
import type { CallOptions, ListCall } from "./call.js";
import type { AccountId, Client, Session, SignInOptions } from "./client.js";
import type { Load } from "./react/shared.js";
import { useShared } from "./react/store.js";
import type { List } from "./types.js";

/** A method of the SDK that returns one result, such as `canvass.surveys.get`. */
export type Method = (...args: never[]) => PromiseLike<unknown>;

/** A method of the SDK that returns a list, such as `canvass.surveys.list`. */
export type ListMethod = (...args: never[]) => ListCall<unknown>;

/** Call options of a hook. */
export type HookOptions = Omit<CallOptions, "signal">;

/** The arguments of a method, or `false` for no call yet. Arguments that the method allows to omit can be omitted here too. */
export type Given<F extends Method> = undefined extends Parameters<F>[0]
  ? [args?: Parameters<F>[0] | false, options?: HookOptions]
  : [args: Parameters<F>[0] | false, options?: HookOptions];

/** The state of a load. During a reload, `data` is unchanged and `loading` is true. */
type LoadState<D, None> =
  | { readonly status: "idle" | "loading"; readonly data: None; readonly error: undefined; readonly loading: boolean }
  | { readonly status: "ready"; readonly data: D; readonly error: undefined; readonly loading: boolean }
  | { readonly status: "failed"; readonly data: D | None; readonly error: Error; readonly loading: boolean };

/** The result of an operation, and the state of its load. */
export type OperationState<T> = LoadState<T, undefined> & {
  /** Calls the operation again. Never rejects: a failure is in the state. */
  refresh(): Promise<void>;
};

/** The part of a list that is loaded. */
export interface Items<T> {
  /** The items of the pages so far. */
  readonly items: readonly T[];
  /** Items in total; undefined before the first page. */
  readonly total: number | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
}

/** The items of a list so far, and the state of its load. */
export type ListState<T> = Items<T> & {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly error: Error | undefined;
  readonly loading: boolean;
  /** Loads the next page, or repeats the page that failed. Does nothing while a page is loading. */
  loadMore(): Promise<void>;
  /** Starts again with the first page. The current items stay until it is loaded. */
  refresh(): Promise<void>;
};

/** What a component can do with the session. All components and the other tabs see the effect. */
export interface SessionActions {
  /** Same as `canvass.signIn`. */
  signIn(options?: SignInOptions): Promise<void>;
  /** Same as `canvass.completeSignIn`, for an effect of the callback page: a second call returns the same result. */
  completeSignIn(): Promise<{ readonly return_to: string }>;
  /** Same as `canvass.switchAccount`. */
  switchAccount(options: { readonly account: AccountId }): Promise<void>;
  /** Same as `canvass.signOut`. */
  signOut(options?: { readonly account?: AccountId | undefined; readonly all?: boolean | undefined }): Promise<void>;
  /** Same as `canvass.signOutEverywhere`. */
  signOutEverywhere(): Promise<void>;
  /** Loads the session again. */
  refresh(): Promise<void>;
}

/** The session, the state of its load, and the actions. */
export type SessionState = SessionActions &
  (
    | { readonly status: "loading"; readonly session: undefined; readonly error: undefined }
    | { readonly status: "signed_in" | "signed_out"; readonly session: Session; readonly error: undefined }
    | { readonly status: "failed"; readonly session: Session | undefined; readonly error: Error }
  );

/**
 * Calls an operation and returns its result: `useOperation(canvass.surveys.get, { survey_id })`. Use it for reads only;
 * writes belong in event handlers.
 *
 * Components with the same arguments share one request, which is aborted when the last of them is removed. Other arguments
 * make another request; `false` makes none. `error` is a `CanvassError` unless the program has a bug: see `isCanvassError`.
 */
export function useOperation<F extends Method>(operation: F, ...parameters: Given<F>): OperationState<Awaited<ReturnType<F>>>;
export function useOperation(operation: Method, ...parameters: readonly unknown[]): unknown {
  const [args, options] = parameters as Loose;
  const load = () => async (signal: AbortSignal) => (operation as Call)(args || undefined, { ...options, signal });
  const [state, shared] = useShared<unknown>("operation", operation, args, load);
  const refresh = useCallback(async () => shared()?.reload(), [shared]);
  return { ...state, refresh };
}

/**
 * Loads a list page by page: `useList(canvass.surveys.list, { per_page: 20 })`. The first page is loaded at once, each
 * further one by `loadMore`. Sharing and arguments work as in `useOperation`.
 */
export function useList<F extends ListMethod>(list: F, ...parameters: Given<F>): ListState<ReturnType<F> extends ListCall<infer T> ? T : never>;
export function useList(list: ListMethod, ...parameters: readonly unknown[]): unknown {
  const [args, options] = parameters as Loose;
  const load = () => loadPages((position) => (list as ListingCall)(args || undefined, { ...options, ...position }));
  const [{ data = NOTHING, ...state }, shared] = useShared<Items<unknown>>("list", list, args, load);
  const actions = useMemo(() => ({ loadMore: async () => shared()?.more(), refresh: async () => shared()?.reload() }), [shared]);
  return { ...state, ...data, ...actions };
}

/**
 * Returns who is signed in, the same for all components: `useSession(canvass)`. When that changes, in this tab or another,
 * the other hooks discard their data and load again. The end of a session at the service is noticed by the first call that
 * it refuses.
 */
export function useSession(canvass: Client): SessionState {
  const [{ status, data: session, error }, shared] = useShared<Session>("session", canvass.session, undefined, () => () => canvass.session());
  const actions = useMemo((): SessionActions => {
    const refresh = async () => shared()?.reload();
    const withRefresh = <A extends unknown[], T>(action: (...args: A) => Promise<T>) => async (...args: A): Promise<T> => {
      const result = await action(...args);
      await refresh();
      return result;
    };
    return {
      async signIn(options) {
        await canvass.signIn(options);
        // Without a popup the browser is leaving the page.
        if (options?.popup) await refresh();
      },
      completeSignIn: withRefresh(canvass.completeSignIn),
      switchAccount: withRefresh(canvass.switchAccount),
      signOut: withRefresh(canvass.signOut),
      signOutEverywhere: withRefresh(canvass.signOutEverywhere),
      refresh,
    };
  }, [canvass, shared]);
  const sessionStatus = status === "ready" ? (session!.signed_in ? "signed_in" : "signed_out") : status;
  return { ...actions, status: sessionStatus, session, error } as SessionState;
}

type Loose = [args?: object | false | null, options?: HookOptions];
type Call = (args?: object, options?: CallOptions) => PromiseLike<unknown>;
type ListingCall = (args: object | undefined, options: CallOptions & { readonly from?: string }) => ListCall<unknown>;

const NOTHING: Items<never> = { items: [], total: undefined, hasMore: false };

/** A list that is being read: `started` after its first page, `failed` after a page that failed. */
interface ListReader {
  readonly call: ListCall<unknown>;
  readonly pages: AsyncIterator<List<unknown>>;
  started: boolean;
  failed: boolean;
}

/** Loads a list page by page. After a failure it continues at the same position, or starts again if no page was loaded. */
function loadPages(list: (options: { readonly signal: AbortSignal; readonly from?: string }) => ListCall<unknown>): Load<Items<unknown>> {
  let reader: ListReader | undefined;
  const open = (call: ListCall<unknown>, started: boolean): ListReader => ({ call, pages: call.pages(), started, failed: false });
  return async (signal, more) => {
    const loaded = reader?.started ? more : undefined;
    if (reader === undefined || loaded === undefined) reader = open(list({ signal }), false);
    else if (reader.failed) reader = open(list({ signal, from: reader.call.checkpoint() }), true);
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
