// What undoes a change of tags: exactly those responses that it changed.

export interface Undo {
  readonly name: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The change that brings back who of `ids` had the tag before. */
export function undoOf(name: string, ids: readonly string[], before: readonly string[]): Undo {
  const had = new Set(before);
  return { name, add: ids.filter((id) => had.has(id)), remove: ids.filter((id) => !had.has(id)) };
}
