// Where the table of responses was left, so that the way back leads to the same row.

import type { Workbench } from "./workbench.ts";

export interface Place {
  /** The cell that the keyboard was at. */
  readonly row: number;
  readonly column: number;
  /** The scroll position. */
  readonly top: number;
  /** Whether the focus was in the table. */
  readonly hadFocus: boolean;
  /** Which rows there were, and in which order: in another table, the place means nothing. */
  readonly key: string;
}

const places = new WeakMap<Workbench, Place>();

export function leaveTable(workbench: Workbench, place: Place): void {
  places.set(workbench, place);
}

export function leftTableAt(workbench: Workbench): Place | null {
  return places.get(workbench) ?? null;
}
