// Sentences for screen readers. The frame has the live region that speaks them.

import { type ReadonlySignal, signal } from "@preact/signals";

const spoken = signal("");

/** The sentence that was announced last. */
export const announcement: ReadonlySignal<string> = spoken;

/** Announces a sentence. The same one twice differs by a space, because only a change of the region is spoken. */
export function announce(sentence: string): void {
  spoken.value = sentence === spoken.peek() ? `${sentence}\u00a0` : sentence;
}

let onArrival = "";

/** Announces a sentence with the title of the screen that is shown next, which would replace it. */
export function announceOnArrival(sentence: string): void {
  onArrival = sentence;
}

/** Announces the title of a screen that is shown from now on. */
export function announceScreen(title: string): void {
  announce([onArrival, title].filter(Boolean).join(". "));
  onArrival = "";
}
