// Loading of what a screen shows: aborted when the screen is left, repeated on request, ended by the end of the
// session.

import { useCallback, useEffect, useState } from "preact/hooks";
import { fail, isAbort, isOutOfReach, isSignedOut } from "./session.ts";

/** What was loaded, if it has arrived. A value stays while its successor is loading. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Loads again. */
  readonly again: () => void;
}

/**
 * Loads when the component appears and whenever one of `inputs` changes. A slow answer never replaces that of a later
 * request. What failed without a network is loaded again when there is one. The end of the session is shown in place of
 * the whole screen.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "again">>({ value: undefined, error: null, isLoading: true });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setState(({ value }) => ({ value, error: null, isLoading: true }));
    load(signal).then(
      (value) => signal.aborted || setState({ value, error: null, isLoading: false }),
      (error: unknown) => {
        if (signal.aborted || isAbort(error)) return;
        if (isSignedOut(error)) return fail(error);
        setState({ value: undefined, error, isLoading: false });
        if (isOutOfReach(error)) addEventListener("online", () => setAttempt((last) => last + 1), { once: true, signal });
      },
    );
    return () => leaving.abort();
  }, [...inputs, attempt]);
  return { ...state, again: useCallback(() => setAttempt((last) => last + 1), []) };
}
