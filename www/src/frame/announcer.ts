// Sentences for screen readers. The frame has the live region that speaks them.

import { type ReadonlySignal, signal } from "@preact/signals";

const spoken = signal("");

/** The sentence that was announced last. */
export const announcement: ReadonlySignal<string> = spoken;

/** Announces a sentence. */
export function announce(sentence: string): void {
  spoken.value = sentence;
}
