// The tags of responses: on all of them, on some, or on none; a click adds or takes away, and can be undone.

import { useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button } from "../../ui/index.ts";
import { refocus } from "../focus.ts";
import { useKeys } from "../keys.ts";
import { NAME_MAX, type Undo, taggedIn, undoOf, undoing } from "../models/tags.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

/** The tags of the responses with these ids. Keys 1 to 9 are the tags in their order, `z` undoes. */
export function ResponseTags({ ids }: { readonly ids: readonly string[] }) {
  const workbench = useWorkbench();
  const [name, setName] = useState("");
  const [undo, setUndo] = useState<Undo | null>(null);
  /** The changes that are on their way, by tag and responses. */
  const changing = useRef(new Set<string>());
  const group = useRef<HTMLDivElement>(null);
  const tags = Object.entries(workbench.notes.value?.tags ?? {});
  const known = tags.map(([tag]) => tag).sort((a, b) => f().compare(a, b));
  const isOn = (tag: string) => {
    const tagged = new Set(taggedIn(workbench.notes.value, tag));
    return ids.length > 0 && ids.every((id) => tagged.has(id));
  };
  const toggle = async (tag: string) => {
    // Until the answer is here, it is not known what a second click means.
    const key = [tag, ...ids].join();
    if (ids.length === 0 || changing.current.has(key)) return false;
    changing.current.add(key);
    const change = isOn(tag) ? "remove" : "add";
    let made: Undo | null = null;
    const isSaved = await workbench.change((notes) => {
      made = undoOf(tag, change, ids, notes);
      return { tag: { name: tag, [change]: ids } };
    });
    changing.current.delete(key);
    if (isSaved) {
      setUndo(made);
      announce(change === "add" ? t().tags.added(tag, ids.length, f().count(ids.length)) : t().tags.removed(tag, ids.length, f().count(ids.length)));
    }
    return isSaved;
  };
  const back = async () => {
    if (undo !== null && (await workbench.change((notes) => undoing(undo, notes)))) {
      setUndo(null);
      announce(t().tags.undone);
      refocus(() => group.current?.querySelectorAll<HTMLElement>(".chip"), 0, () => group.current?.querySelector("input") ?? null);
    }
  };
  const numbered = Object.fromEntries(known.slice(0, 9).map((tag, at) => [String(at + 1), ({ repeat }: KeyboardEvent) => void (repeat || toggle(tag))]));
  useKeys({ ...numbered, z: () => void back() });
  const add = async (event: Event) => {
    event.preventDefault();
    const tag = name.trim();
    if (tag === "" || isOn(tag) || (await toggle(tag))) setName("");
  };
  return (
    <div class="response-tags" role="group" ref={group} aria-label={t().tags.title}>
      {known.map((tag, at) => (
        <button key={tag} type="button" class={isOn(tag) ? "chip on" : "chip"} aria-pressed={isOn(tag)} disabled={ids.length === 0} aria-keyshortcuts={at < 9 ? String(at + 1) : undefined} onClick={() => void toggle(tag)}>
          <bdi>{tag}</bdi>
          {at < 9 && <kbd aria-hidden="true">{at + 1}</kbd>}
        </button>
      ))}
      <form onSubmit={(event) => void add(event)}>
        <input type="text" maxLength={NAME_MAX} aria-label={t().tags.new} placeholder={t().tags.new} value={name} disabled={ids.length === 0} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </form>
      {undo !== null && (
        <Button weight="quiet" aria-keyshortcuts="z" onClick={() => void back()}>
          {t().tags.undo}
        </Button>
      )}
    </div>
  );
}
