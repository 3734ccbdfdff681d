"use client";

import { useCallback, useMemo } from "react";
import type { CallOptions, ListCall } from "./call.js";
import type { Client, Session, SignInOptions } from "./canvass.js";
import type { Load } from "./react/shared.js";
import { useShared } from "./react/store.js";
import type { List, UserId } from "./types.js";

/** A method of the SDK that answers, such as `canvass.surveys.get`. */
export type Method = (...given: never[]) => PromiseLike<unknown>;

/** A method of the SDK that lists, such as `canvass.surveys.list`. */
export type ListMethod = (...given: never[]) => ListCall<unknown>;

/** What every call of a hook can be given. */
export type HookOptions = Omit<CallOptions, "signal">;

/** The arguments of a method, `false` for not yet; those that may be left out can be left out here too. */
export type Given<F extends Method> = undefined extends Parameters<F>[0]
  ? [args?: Parameters<F>[0] | false, options?: HookOptions]
  : [args: Parameters<F>[0] | false, options?: HookOptions];

/** How a loading stands. While something is loaded anew, `data` stays what it was and `loading` is true. */
type Standing<D, None> =
  | { readonly status: "idle" | "loading"; readonly data: None; readonly error: undefined; readonly loading: boolean }
  | { readonly status: "ready"; readonly data: D; readonly error: undefined; readonly loading: boolean }
  | { readonly status: "failed"; readonly data: D | None; readonly error: Error; readonly loading: boolean };

/** What an operation answered, and how it stands. */
export type OperationState<T> = Standing<T, undefined> & {
  /** Calls it again. It does not fail: what goes wrong is in the state. */
  refresh(): Promise<void>;
};

/** What is known of a list. */
export interface Items<T> {
  /** The items of the pages so far. */
  readonly items: readonly T[];
  /** Items in all; undefined before the first page. */
  readonly total: number | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
}

/** The items of a list so far, and how it stands. */
export type ListState<T> = Items<T> & {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly error: Error | undefined;
  readonly loading: boolean;
  /** Loads the next page; after a failure, the one that failed. Nothing while one is under way. */
  loadMore(): Promise<void>;
  /** Begins anew with the first page; the items so far stay until it is there. */
  refresh(): Promise<void>;
};

/** What a component can do about the session. All of it is seen by every component, and by the other tabs. */
export interface SessionActions {
  /** As `canvass.signIn`. */
  signIn(options?: SignInOptions): Promise<void>;
  /** As `canvass.completeSignIn`: in an effect of the callback page; a second call gives the same. */
  completeSignIn(): Promise<{ readonly return_to: string }>;
  /** As `canvass.switchAccount`. */
  switchAccount(options: { readonly account: UserId }): Promise<void>;
  /** As `canvass.signOut`. */
  signOut(options?: { readonly account?: UserId | undefined; readonly all?: boolean | undefined }): Promise<void>;
  /** As `canvass.signOutEverywhere`. */
  signOutEverywhere(): Promise<void>;
  /** Asks again who is signed in. */
  refresh(): Promise<void>;
}

/** Who is signed in. */
export type SessionState = SessionActions &
  (
    | { readonly status: "loading"; readonly session: undefined; readonly error: undefined }
    | { readonly status: "signed_in" | "signed_out"; readonly session: Session; readonly error: undefined }
    | { readonly status: "failed"; readonly session: Session | undefined; readonly error: Error }
  );

/**
 * Calls an operation and shows what it answers: `useOperation(canvass.surveys.get, { survey_id })`. It is for what
 * reads; what writes belongs into the handler of an event.
 *
 * Components that ask for the same share one request, which ends when the last of them is gone. Other arguments are
 * another request; `false` makes none. `error` is a `CanvassError` in all but broken programs: see `isCanvassError`.
 */
export function useOperation<F extends Method>(operation: F, ...given: Given<F>): OperationState<Awaited<ReturnType<F>>>;
export function useOperation(operation: Method, ...given: readonly unknown[]): unknown {
  const [args, options] = given as Loose;
  const load = () => async (signal: AbortSignal) => (operation as Call)(args || undefined, { ...options, signal });
  const [seen, shared] = useShared<unknown>("operation", operation, args, load);
  const refresh = useCallback(async () => shared()?.reload(), [shared]);
  return { ...seen, refresh };
}

/**
 * Shows a list page by page: `useList(canvass.surveys.list, { per_page: 20 })`. The first page comes at once, each
 * other one by `loadMore`. What `useOperation` says of sharing and arguments holds here too.
 */
export function useList<F extends ListMethod>(list: F, ...given: Given<F>): ListState<ReturnType<F> extends ListCall<infer T> ? T : never>;
export function useList(list: ListMethod, ...given: readonly unknown[]): unknown {
  const [args, options] = given as Loose;
  const load = () => paging((more) => (list as ListingCall)(args || undefined, { ...options, ...more }));
  const [{ data = NOTHING, ...seen }, shared] = useShared<Items<unknown>>("list", list, args, load);
  const act = useMemo(() => ({ loadMore: async () => shared()?.more(), refresh: async () => shared()?.reload() }), [shared]);
  return { ...seen, ...data, ...act };
}

/**
 * Tells who is signed in, the same to all components: `useSession(canvass)`. When that changes, in this tab or another,
 * what the other hooks show is forgotten and loaded anew. Sessions that end at the service are noticed by the first call that is
 * refused.
 */
export function useSession(canvass: Client): SessionState {
  const [{ status, data: session, error }, shared] = useShared<Session>("session", canvass.session, undefined, () => () => canvass.session());
  const actions = useMemo((): SessionActions => {
    const refresh = async () => shared()?.reload();
    const changing = <A extends unknown[], T>(act: (...given: A) => Promise<T>) => async (...given: A): Promise<T> => {
      const done = await act(...given);
      await refresh();
      return done;
    };
    return {
      async signIn(options) {
        await canvass.signIn(options);
        // Without a window the browser is leaving the page.
        if (options?.popup) await refresh();
      },
      completeSignIn: changing(canvass.completeSignIn),
      switchAccount: changing(canvass.switchAccount),
      signOut: changing(canvass.signOut),
      signOutEverywhere: changing(canvass.signOutEverywhere),
      refresh,
    };
  }, [canvass, shared]);
  const shown = status === "ready" ? (session!.signed_in ? "signed_in" : "signed_out") : status;
  return { ...actions, status: shown, session, error } as SessionState;
}

type Loose = [args?: object | false | null, options?: HookOptions];
type Call = (args?: object, options?: CallOptions) => PromiseLike<unknown>;
type ListingCall = (args: object | undefined, options: CallOptions & { readonly from?: string }) => ListCall<unknown>;

const NOTHING: Items<never> = { items: [], total: undefined, hasMore: false };

/** A list under way: its next page, and whether there was one; `broken` is one whose page failed. */
interface Paging {
  readonly call: ListCall<unknown>;
  readonly pages: AsyncIterator<List<unknown>>;
  begun: boolean;
  broken: boolean;
}

/** Loads a list page by page. What failed is gone on with where it was, or begun anew if that was the beginning. */
function paging(list: (options: { readonly signal: AbortSignal; readonly from?: string }) => ListCall<unknown>): Load<Items<unknown>> {
  let at: Paging | undefined;
  const opened = (call: ListCall<unknown>, begun: boolean): Paging => ({ call, pages: call.pages(), begun, broken: false });
  return async (signal, more) => {
    const known = at?.begun ? more : undefined;
    if (at === undefined || known === undefined) at = opened(list({ signal }), false);
    else if (at.broken) at = opened(list({ signal, from: at.call.checkpoint() }), true);
    const mine = at;
    try {
      const { value, done } = await mine.pages.next();
      mine.begun = true;
      if (done) return { ...(known ?? NOTHING), hasMore: false };
      return { items: [...(known?.items ?? []), ...value.data], total: value.total, hasMore: value.links.next !== undefined };
    } catch (error) {
      mine.broken = true;
      throw error;
    }
  };
}
