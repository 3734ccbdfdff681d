// What undoes a change of tags: exactly those responses that it changed.

import type { NotesChange } from "../types.ts";

export interface Undo {
  readonly name: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Whether the tag did not exist before. */
  readonly isNew: boolean;
}

/** What brings back who of `ids` had the tag before, if it existed. */
export function undoOf(name: string, ids: readonly string[], before: readonly string[] | undefined): Undo {
  const had = new Set(before);
  return { name, add: ids.filter((id) => had.has(id)), remove: ids.filter((id) => !had.has(id)), isNew: before === undefined };
}

/** The change that undoes. A new tag is removed, unless other responses have got it meanwhile. */
export function undoing({ isNew, name, add, remove }: Undo, present: readonly string[]): NotesChange {
  const isAlone = isNew && present.every((id) => remove.includes(id));
  return isAlone ? { remove_tag: name } : { tag: { name, add, remove } };
}
