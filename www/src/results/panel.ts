// Which dialog of the results screen is open.

import { signal } from "@preact/signals";

export type Panel = "palette" | "views" | "tags" | "code" | "share" | "keys";

const current = signal<Panel | null>(null);
export const panel = current;

export function openPanel(next: Panel | null): void {
  current.value = next;
}
