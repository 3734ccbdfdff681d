// The adapter for TanStack Query: keys contain operation, arguments and gateway, and a write invalidates what it makes
// outdated.

import type { CallOptions, ListCall } from "./calls/call.js";
import type { Client } from "./client.js";
import { misconfigured } from "./errors.js";
import { isWrite, makesOutdated, mayBeDone, nameOf, numberOf } from "./react/outdated.js";
import type { ItemOf, ListMethod, Method } from "./react/types.js";
import type { List } from "./generated/types.js";
import { type CallWatcher, callWatchers, methods } from "./watch.js";

/** Options of the calls that a query makes. */
export type QueryCallOptions = Omit<CallOptions, "signal">;

/**
 * The key of a query: the name of the operation, its arguments, and the client's gateway, empty for that of the page.
 */
export type CanvassQueryKey = readonly ["canvass", operation: string, args: object, scope: string];

/** What TanStack Query passes to a query. */
interface Context {
  readonly signal: AbortSignal;
}

/** A query for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and others. */
export interface CanvassQuery<T> {
  /** The operation with its arguments. */
  readonly queryKey: CanvassQueryKey;
  /** Calls the operation. */
  readonly queryFn: (context: Context) => Promise<T>;
  /** The SDK repeats reads itself. */
  readonly retry: false;
}

/** A page of a list, and where the next one begins. */
export type CanvassPage<T> = List<T> & { readonly checkpoint: string | undefined };

/** A query for `useInfiniteQuery`. */
export interface CanvassInfiniteQuery<T> {
  /** The operation with its arguments. */
  readonly queryKey: CanvassQueryKey;
  /** Loads the page at a checkpoint; the first page without one. */
  readonly queryFn: (context: Context & { readonly pageParam: string | undefined }) => Promise<CanvassPage<T>>;
  /** The checkpoint of the first page: none. */
  readonly initialPageParam: string | undefined;
  /** The checkpoint of the next page; undefined after the last. */
  readonly getNextPageParam: (page: CanvassPage<T>) => string | undefined;
  /** The SDK repeats reads itself. */
  readonly retry: false;
}

/** A mutation for `useMutation`. */
export interface CanvassMutation<A, T> {
  /** The operation. */
  readonly mutationKey: readonly ["canvass", operation: string];
  /** Calls the operation. */
  readonly mutationFn: (args: A) => Promise<T>;
  /** No write is sent twice. */
  readonly retry: false;
}

/** The arguments of a method; they can be omitted where the method allows that. */
type Given<F extends Method> = undefined extends Parameters<F>[0]
  ? [args?: Parameters<F>[0], options?: QueryCallOptions]
  : [args: Parameters<F>[0], options?: QueryCallOptions];

type Loose = [args?: object | null, options?: QueryCallOptions];

/** A query for a method of the client: `useQuery(queryOptions(canvass.surveys.get, { survey_id }))`. */
export function queryOptions<F extends Method>(method: F, ...given: Given<F>): CanvassQuery<Awaited<ReturnType<F>>>;
export function queryOptions(method: Method, ...given: readonly unknown[]): CanvassQuery<unknown> {
  const [args, options] = given as Loose;
  const call = method as (args: object | undefined, options: CallOptions) => PromiseLike<unknown>;
  return { queryKey: queryKey(method, args), queryFn: async ({ signal }) => call(args ?? undefined, { ...options, signal }), retry: false };
}

/**
 * A query for the pages of a list: `useInfiniteQuery(infiniteQueryOptions(canvass.surveys.list, { per_page: 50 }))`.
 */
export function infiniteQueryOptions<F extends ListMethod>(list: F, ...given: Given<F>): CanvassInfiniteQuery<ItemOf<F>>;
export function infiniteQueryOptions(list: ListMethod, ...given: readonly unknown[]): CanvassInfiniteQuery<unknown> {
  const [args, options] = given as Loose;
  const call = list as (args: object | undefined, options: CallOptions & { readonly from?: string | undefined }) => ListCall<unknown>;
  return {
    // Not the key of the same list with `queryOptions`: its data has another form.
    queryKey: queryKey(list, { ...args, pages: "all" }),
    async queryFn({ signal, pageParam }) {
      const started = call(args ?? undefined, { ...options, signal, from: pageParam });
      const { value } = (await started.pages().next()) as { value: List<unknown> };
      return { ...value, checkpoint: value.links.next === undefined ? undefined : started.checkpoint() };
    },
    initialPageParam: undefined,
    getNextPageParam: ({ checkpoint }) => checkpoint,
    retry: false,
  };
}

/** A mutation for a method that writes: `useMutation(mutationOptions(canvass.surveys.update))`. */
export function mutationOptions<F extends Method>(method: F): CanvassMutation<Parameters<F>[0], Awaited<ReturnType<F>>>;
export function mutationOptions(method: Method): CanvassMutation<unknown, unknown> {
  const call = method as (args: unknown) => PromiseLike<unknown>;
  return { mutationKey: ["canvass", nameFor(method)], mutationFn: async (args) => call(args), retry: false };
}

/** The key of a query, for `invalidateQueries` and `setQueryData`. */
export function queryKey(method: Method, args?: object | null): CanvassQueryKey {
  return ["canvass", nameFor(method), args ?? {}, scopeOf(method)];
}

/** The numbers of clients that get responses of their own, because they have a token, a `fetch` or middleware. */
const numbers = new WeakMap<object, number>();

let clients = 0;

/** The gateway of a method's client, with the number of a client that gets responses of its own. */
function scopeOf(method: object): string {
  const { base = "", scope = base } = methods.get(method)?.client ?? {};
  if (typeof scope === "string") return scope;
  const own = scope as object;
  if (!numbers.has(own)) numbers.set(own, (clients += 1));
  return `${base}#${numbers.get(own)}`;
}

function nameFor(method: Method): string {
  const name = nameOf(methods.get(method)?.operation);
  if (name !== undefined) return name;
  throw misconfigured("The function is no operation of a client. Pass a method such as canvass.surveys.get; for your own functions, write the options yourself.");
}

/** What is needed of a `QueryClient`. */
export interface QueryClientLike {
  /** Loads queries again that a write has made outdated. */
  invalidateQueries(filters: QueryFilter): Promise<unknown>;
  /** Discards the data of the account before, and loads it again where it is shown. */
  resetQueries(filters: QueryFilter): Promise<unknown>;
}

interface QueryFilter {
  readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean;
}

/**
 * Keeps the queries of a client up to date: a write invalidates what it makes outdated, and another account or the end
 * of the session resets all queries. Returns a function that ends it.
 */
export function connectQueries(queryClient: QueryClientLike, canvass: Client): () => void {
  const scope = methods.get(canvass.session)?.client.scope;
  const own = scopeOf(canvass.session);
  const isOwn = ([root, , , of]: readonly unknown[]) => root === "canvass" && of === own;
  const onCall: CallWatcher = (client, operation, args, call) => {
    if (client.scope !== scope || !isWrite(operation)) return;
    const predicate: QueryFilter["predicate"] = ({ queryKey }) => {
      const [, name, readArgs] = queryKey as CanvassQueryKey;
      return isOwn(queryKey) && makesOutdated(operation, args, numberOf(name), readArgs);
    };
    const invalidate = () => void queryClient.invalidateQueries({ predicate });
    call.watched().then(invalidate, (error: unknown) => void (mayBeDone(error) && invalidate()));
  };
  callWatchers.add(onCall);
  let account: string | undefined;
  const stop = canvass.onSessionChange((session) => {
    const before = account;
    account = session.signed_in ? session.account : "";
    const predicate: QueryFilter["predicate"] = ({ queryKey }) => isOwn(queryKey);
    // Not removeQueries: components would go on showing the data of a query that is no longer in the cache.
    if (account !== before) void queryClient.resetQueries({ predicate });
  });
  return () => {
    callWatchers.delete(onCall);
    stop();
  };
}
