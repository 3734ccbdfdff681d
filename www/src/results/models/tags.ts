// The tags of responses, and what undoes a change of them: exactly those responses that it changed.

import type { NotesChange, SurveyNotes } from "../types.ts";

/** Characters of the name of a tag or a view that the gateway accepts. */
export const NAME_MAX = 100;

export interface Undo {
  readonly name: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Whether the tag did not exist before. */
  readonly isNew: boolean;
}

/** The responses with a tag; undefined if there is no such tag. Names are people's own: "constructor" is one. */
export function taggedIn(notes: SurveyNotes | null, name: string): readonly string[] | undefined {
  return notes !== null && Object.hasOwn(notes.tags, name) ? notes.tags[name] : undefined;
}

/**
 * What undoes that a tag is added to responses or removed from them, made to the notes as they are; null if that
 * changes none.
 */
export function undoOf(name: string, change: "add" | "remove", ids: readonly string[], notes: SurveyNotes): Undo | null {
  const before = taggedIn(notes, name);
  const had = new Set(before);
  const changed = ids.filter((id) => had.has(id) === (change === "remove"));
  if (changed.length === 0) return null;
  return { name, add: change === "remove" ? changed : [], remove: change === "add" ? changed : [], isNew: before === undefined };
}

/** The change that undoes. A new tag is removed, unless other responses have got it meanwhile. */
export function undoing({ isNew, name, add, remove }: Undo, notes: SurveyNotes): NotesChange {
  const isAlone = isNew && (taggedIn(notes, name) ?? []).every((id) => remove.includes(id));
  return isAlone ? { remove_tag: name } : { tag: { name, add, remove } };
}
