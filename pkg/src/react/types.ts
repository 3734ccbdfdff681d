// The types that the hooks share.

import type { CallOptions, ListCall } from "../calls/call.js";

/** A method of the SDK that returns one result, such as `canvass.surveys.get`. */
export type Method = (...args: never[]) => PromiseLike<unknown>;

/** A method of the SDK that returns a list, such as `canvass.surveys.list`. */
export type ListMethod = (...args: never[]) => ListCall<unknown>;

/** Options of a hook, next to the arguments. */
export interface HookOptions extends Omit<CallOptions, "signal"> {
  /**
   * With a function of your own: all that it depends on in addition to the arguments. Components with the same key
   * share one request.
   */
  readonly key?: unknown;
  /**
   * Data that was loaded less than this many milliseconds ago is not loaded again when a component shows it; 0 if not
   * given. Older data is shown, and loaded again meanwhile.
   */
  readonly staleTime?: number | undefined;
  /**
   * Whether data of the arguments before is shown while that of other arguments is loaded for the first time;
   * `isPrevious` is true then.
   */
  readonly keepPreviousData?: boolean | undefined;
}

/**
 * The arguments of a method, or `false` for no call yet. Arguments that the method allows to omit can be omitted here
 * too.
 */
export type Given<F extends Method> = undefined extends Parameters<F>[0]
  ? [args?: Parameters<F>[0] | false, options?: HookOptions]
  : [args: Parameters<F>[0] | false, options?: HookOptions];

/** The arguments of a method. */
export type GivenNow<F extends Method> = undefined extends Parameters<F>[0]
  ? [args?: Parameters<F>[0], options?: HookOptions]
  : [args: Parameters<F>[0], options?: HookOptions];

/** The state of a load. During a reload, `data` is unchanged and `loading` is true. */
export type LoadState<D, None> = { readonly loading: boolean; /** Whether the data is that of the arguments before. */ readonly isPrevious: boolean } & (
  | { readonly status: "idle" | "loading"; readonly data: None; readonly error: undefined }
  | { readonly status: "ready"; readonly data: D; readonly error: undefined }
  | { readonly status: "failed"; readonly data: D | None; readonly error: Error }
);

/** The result of an operation, and the state of its load. */
export type OperationState<T> = LoadState<T, undefined> & {
  /** Calls the operation again. Never rejects: a failure is in the state. */
  refresh(): Promise<void>;
};

/** The result of an operation, of a component that is shown when there is one. */
export interface SuspenseState<T> {
  /** The result. */
  readonly data: T;
  /** Why the last reload failed. */
  readonly error: Error | undefined;
  /** Whether a reload is in flight. */
  readonly loading: boolean;
  /** Calls the operation again. Never rejects: a failure is in the state. */
  refresh(): Promise<void>;
}

/** The part of a list that is loaded. */
export interface Items<T> {
  /** The items of the pages so far. */
  readonly items: readonly T[];
  /** Items in total; undefined before the first page. */
  readonly total: number | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
}

/** What a component can do with a list. */
export interface ListActions {
  /** Loads the next page, or repeats the page that failed. Does nothing while a page is loading. */
  loadMore(): Promise<void>;
  /** Starts again with the first page. The current items stay until it is loaded. */
  refresh(): Promise<void>;
}

/** The items of a list so far, and the state of its load. */
export type ListState<T> = Items<T> &
  ListActions & {
    readonly status: "idle" | "loading" | "ready" | "failed";
    readonly error: Error | undefined;
    readonly loading: boolean;
    /** Whether the items are those of the arguments before. */
    readonly isPrevious: boolean;
  };

/** The items of a list so far, of a component that is shown when there are some. */
export type SuspenseListState<T> = Items<T> & ListActions & { readonly error: Error | undefined; readonly loading: boolean };

/** What a list method lists. */
export type ItemOf<F extends ListMethod> = ReturnType<F> extends ListCall<infer T> ? T : never;
