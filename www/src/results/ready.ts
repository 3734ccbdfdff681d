// Waits for answers: a command can be given while the results are opened and the first answers are on their way.

import { effect } from "@preact/signals";
import type { Results, ResultsState } from "./types.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Whether it is known how many responses there are, and some of them are here. Without responses, there is nothing to
 * wait for.
 */
export function isCounted(state: ResultsState | null): boolean {
  return state !== null && state.total !== null && (state.held > 0 || state.total === 0);
}

/** The results, once they are open; null if they cannot be opened, or the person leaves the screen before. */
export async function opened({ results, failure, left }: Workbench): Promise<Results | null> {
  await until(() => results.value !== null || failure.value !== null, left);
  return left.aborted ? null : results.peek();
}

/**
 * The results, once some answers are here; null if the person leaves the screen before, or if there is an error, which
 * the screen shows.
 */
export async function answersOf(workbench: Workbench): Promise<Results | null> {
  const { results, sync, left } = workbench;
  await opened(workbench);
  if (!isCounted(sync.peek())) {
    await Promise.race([until(() => isCounted(sync.value), left), workbench.fetch()]);
    // If a fetch ran already, it may be that of another tab.
    await until(() => isCounted(sync.value) || sync.value?.syncing !== true, left);
  }
  return isCounted(sync.peek()) && !left.aborted ? results.peek() : null;
}

/** Resolves once `check`, which reads signals, holds, or the signal is aborted. */
function until(check: () => boolean, left: AbortSignal): Promise<void> {
  return new Promise((done) => {
    let end = () => {};
    const stop = () => {
      end();
      done();
    };
    // An effect that runs for the first time cannot be ended yet.
    end = effect(() => void (check() && queueMicrotask(stop)));
    left.addEventListener("abort", stop, { once: true });
    if (left.aborted) stop();
  });
}
