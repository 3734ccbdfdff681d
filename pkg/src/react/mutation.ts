// The hook for writes: its state is that of the last write, and a write is never sent by a render.

import { useCallback, useRef, useState } from "react";
import { IDLE, type ResourceState, beforeData, failed, ready } from "./shared_resource.js";
import type { Method } from "./types.js";

/** What happens after a write. */
export interface MutationOptions<F extends Method> {
  /** Called with the result and the arguments. */
  readonly onSuccess?: ((data: Awaited<ReturnType<F>>, ...parameters: Parameters<F>) => void) | undefined;
  /** Called with the error and the arguments. */
  readonly onError?: ((error: Error, ...parameters: Parameters<F>) => void) | undefined;
}

/** The state of the last write, and the functions that start one. */
export type MutationState<F extends Method> = {
  /** Calls the operation. A failure is in the state. */
  mutate(...parameters: Parameters<F>): void;
  /** Calls the operation, and returns its result or rejects. */
  mutateAsync(...parameters: Parameters<F>): Promise<Awaited<ReturnType<F>>>;
  /** Forgets the last result. */
  reset(): void;
  /** Whether a call is in flight. */
  readonly loading: boolean;
} & (
  | { readonly status: "idle" | "loading"; readonly data: undefined; readonly error: undefined }
  | { readonly status: "ready"; readonly data: Awaited<ReturnType<F>>; readonly error: undefined }
  | { readonly status: "failed"; readonly data: undefined; readonly error: Error }
);

/**
 * Calls an operation that writes, when the component says so: `const { mutate } = useMutation(canvass.surveys.update)`,
 * then `mutate({ survey_id, title })` in an event handler. The hooks that show what the write makes outdated load
 * again, as they do after every write of the client. The call goes on if the component is removed. Of several calls,
 * the state is that of the last.
 */
export function useMutation<F extends Method>(operation: F, options: MutationOptions<F> = {}): MutationState<F> {
  type Data = Awaited<ReturnType<F>>;
  const [state, setState] = useState<ResourceState<Data>>(IDLE);
  const latest = useRef({ operation, options, call: 0 });
  latest.current.operation = operation;
  latest.current.options = options;
  const mutateAsync = useCallback(async (...parameters: Parameters<F>): Promise<Data> => {
    const { current } = latest;
    const call = ++current.call;
    const show = (next: ResourceState<Data>) => current.call === call && setState(next);
    show(beforeData());
    let data: Data;
    try {
      data = (await current.operation(...parameters)) as Data;
    } catch (error) {
      show(failed(error as Error));
      queueMicrotask(() => current.options.onError?.(error as Error, ...parameters));
      throw error;
    }
    show(ready(data));
    // Later, so that an error of the app's function does not look like one of the call.
    queueMicrotask(() => current.options.onSuccess?.(data, ...parameters));
    return data;
  }, []);
  const mutate = useCallback((...parameters: Parameters<F>) => void mutateAsync(...parameters).catch(() => {}), []);
  const reset = useCallback(() => {
    latest.current.call += 1;
    setState(IDLE);
  }, []);
  const { status, data, error, loading } = state;
  return { status, data, error, loading, mutate, mutateAsync, reset } as MutationState<F>;
}
