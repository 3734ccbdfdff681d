// Printing: what is otherwise drawn near the view only is drawn whole before the page is printed.

import { signal } from "@preact/signals";

/** Rows of the table that are printed. */
export const PRINTED_ROWS = 2000;

/** Milliseconds that printing waits for rows. */
const PATIENCE = 10_000;

/** Whether figures far from the view are drawn. */
export const isPrinting = signal(false);

/**
 * Whether the table draws all rows that are printed. They have to be fetched, for which the browser's own command does
 * not wait.
 */
export const printsRows = signal(false);

/** Whether a part of the screen still waits for what it prints. */
const unready = new Set<() => boolean>();

if (typeof window !== "undefined") {
  addEventListener("beforeprint", () => (isPrinting.value = true));
  addEventListener("afterprint", () => (isPrinting.value = printsRows.value = false));
}

/** Lets printing wait while `waits` is true. Returns what ends that. */
export function delayPrinting(waits: () => boolean): () => void {
  unready.add(waits);
  return () => unready.delete(waits);
}

/** The browser cannot print, as the one within another app. */
const REFUSED = { kind: "not_printed", remedy: { action: "none" } };

/**
 * Draws everything, and then prints: the browser takes its picture before a change made in `beforeprint` would be
 * drawn.
 */
export async function printPage(): Promise<void> {
  isPrinting.value = printsRows.value = true;
  const end = performance.now() + PATIENCE;
  do await new Promise((drawn) => setTimeout(drawn, 50));
  while ([...unready].some((waits) => waits()) && performance.now() < end);
  try {
    window.print();
  } catch {
    isPrinting.value = printsRows.value = false;
    throw REFUSED;
  }
}
