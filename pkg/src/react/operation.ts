// Hooks for one result: components with the same arguments share a request.

import { useCallback } from "react";
import type { CallOptions } from "../calls/call.js";
import type { Load, SharedResource } from "./shared_resource.js";
import { forgetSignOut } from "./store.js";
import type { Given, GivenNow, HookOptions, Method, OperationState, SuspenseState } from "./types.js";
import { type Shown, useShared, useSuspended } from "./use_shared.js";

/**
 * Calls an operation and returns its result: `useOperation(canvass.surveys.get, { survey_id })`. Use it for reads only;
 * writes belong in `useMutation` and in event handlers.
 *
 * Components with the same arguments share one request, which is aborted when the last of them is removed. Other
 * arguments make another request; `false` makes none. The result is kept for five minutes: a component that needs it
 * again shows it at once and loads it again. A write by this client loads what it makes outdated. `error` is a
 * `CanvassError` unless the program has a bug: see `isCanvassError`.
 */
export function useOperation<F extends Method>(operation: F, ...parameters: Given<F>): OperationState<Awaited<ReturnType<F>>>;
export function useOperation(operation: Method, ...parameters: readonly unknown[]): unknown {
  const [state, current] = useShared(shownOf("useOperation", operation, parameters));
  const refresh = useRefresh(current);
  return { ...state, refresh };
}

/**
 * The same in a component that is shown when there is a result: `Suspense` shows its fallback before, and an error
 * boundary the error of a first load. On a server, `Suspense` shows the fallback.
 */
export function useSuspenseOperation<F extends Method>(operation: F, ...parameters: GivenNow<F>): SuspenseState<Awaited<ReturnType<F>>>;
export function useSuspenseOperation(operation: Method, ...parameters: readonly unknown[]): unknown {
  const [{ data, error, loading }, current] = useSuspended(shownOf("useSuspenseOperation", operation, parameters));
  const refresh = useRefresh(current);
  return { data, error, loading, refresh };
}

/** The arguments and options that a hook was given. */
export type Parameters = [args?: object | false | null, options?: HookOptions];

type Call = (args: object | undefined, options: CallOptions) => PromiseLike<unknown>;

function shownOf(hook: string, operation: Method, parameters: readonly unknown[]): Shown<unknown> {
  const [args, { key, staleTime, keepPreviousData, ...options } = {}] = parameters as Parameters;
  const request = async ({ signal }: { readonly signal: AbortSignal }) => (operation as Call)(args || undefined, { ...options, signal });
  return { hook, kind: "operation", target: operation, args, key, staleTime, keepPreviousData, request, load: () => loadOnce };
}

/** Loads what one request returns. */
export const loadOnce: Load<unknown> = async (request, signal) => request({ signal });

/** Loads a resource again, even if no user seems to be signed in. */
export function useRefresh(current: () => SharedResource<unknown> | undefined): () => Promise<void> {
  return useCallback(async () => {
    const resource = current();
    if (resource === undefined) return;
    forgetSignOut(resource);
    await resource.reload();
  }, [current]);
}
