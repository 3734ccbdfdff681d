// What undoes a change of tags: exactly those responses that it changed.

import type { NotesChange } from "../types.ts";

/** The change that brings back who of `ids` had the tag before. A tag that did not exist is removed. */
export function undoOf(name: string, ids: readonly string[], before: readonly string[] | undefined): NotesChange {
  if (before === undefined) return { remove_tag: name };
  const had = new Set(before);
  return { tag: { name, add: ids.filter((id) => had.has(id)), remove: ids.filter((id) => !had.has(id)) } };
}
