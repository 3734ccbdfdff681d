// Asks for numbers and shows the last ones until the new ones are here.

import { useEffect, useRef, useState } from "preact/hooks";

export interface Answer<T> {
  readonly value: T | null;
  /** Whether the value answers the present question, and not an older one. */
  readonly current: boolean;
  /** Whether a newer answer has been awaited for so long that the old one should look old. */
  readonly stale: boolean;
  readonly error: unknown;
}

/** How long an old answer looks current. Most answers are faster, and nothing flickers. */
const PATIENCE = 200;

/**
 * The answer to a question. It is asked again whenever `key` changes; answers to older keys are dropped. No question is
 * asked while `ask` is null.
 */
export function useAnswer<T>(key: string, ask: (() => Promise<T>) | null): Answer<T> {
  const [answer, setAnswer] = useState<Omit<Answer<T>, "current"> & { readonly key: string | null }>({ value: null, key: null, stale: false, error: null });
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const asked = latest.current;
    if (asked === null) return;
    let current = true;
    const late = setTimeout(() => setAnswer((before) => ({ ...before, stale: true })), PATIENCE);
    asked()
      .then(
        (value) => current && setAnswer({ value, key, stale: false, error: null }),
        (error: unknown) => current && setAnswer((before) => ({ ...before, stale: false, error })),
      )
      .finally(() => clearTimeout(late));
    return () => {
      current = false;
      clearTimeout(late);
    };
  }, [key, ask === null]);
  return { ...answer, current: answer.key === key };
}

/** The value after some milliseconds without a change: while a person types, no question is asked. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
