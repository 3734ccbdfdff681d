// The names of tags: rename one, merge it into another, or remove it from all responses.

import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button, Dialog, Notice } from "../../ui/index.ts";
import { refocus } from "../focus.ts";
import { NAME_MAX } from "../models/tags.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

export function TagNames({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench();
  const m = t().tagNames;
  const [problem, setProblem] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // What failed before the dialog was opened is not about a name.
    workbench.unsaved.value = null;
    void workbench.loadNotes();
  }, []);
  const tags = Object.entries(workbench.notes.value?.tags ?? {}).sort(([one], [other]) => f().compare(one, other));
  return (
    <Dialog title={m.title} onClose={onClose}>
      <p class="hint">{m.hint}</p>
      {workbench.unsaved.value !== null && <Notice error={workbench.unsaved.value} />}
      {problem !== null && (
        <p class="message warn" role="alert">
          {problem}
        </p>
      )}
      {tags.length === 0 && <p class="hint">{m.none}</p>}
      <ul class="tag-names" ref={list} tabIndex={-1} aria-label={m.title}>
        {tags.map(([name, ids], at) => (
          <TagName
            key={name}
            name={name}
            count={ids.length}
            isOther={(other) => other !== name && tags.some(([known]) => known === other)}
            onProblem={setProblem}
            onGone={() => refocus(() => list.current?.querySelectorAll<HTMLElement>("input"), at, () => list.current)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

interface TagNameProps {
  readonly name: string;
  /** Responses that have it. */
  readonly count: number;
  /** Whether another tag has this name. */
  readonly isOther: (name: string) => boolean;
  /** Says what another account has changed meanwhile, so that nothing was done; null if nothing is in the way. */
  readonly onProblem: (sentence: string | null) => void;
  /** The name is no longer listed. */
  readonly onGone: () => void;
}

function TagName({ name, count, isOther, onProblem, onGone }: TagNameProps) {
  const workbench = useWorkbench();
  const [text, setText] = useState(name);
  const m = t().tagNames;
  const given = text.trim();
  const rename = async (event: Event) => {
    event.preventDefault();
    if (given === "" || given === name) return;
    const merges = isOther(given);
    let problem: string | null = null;
    const isSaved = await workbench.change(({ tags }) => {
      // Two tags become one only if the button says so.
      problem = !Object.hasOwn(tags, name) ? m.gone(name) : !merges && Object.hasOwn(tags, given) ? m.exists(given) : null;
      return problem === null ? { rename_tag: { from: name, to: given } } : null;
    });
    onProblem(problem);
    if (!isSaved || problem !== null) return;
    onGone();
    if (workbench.state.value.tag === name) workbench.go({ tag: given }, "replace");
    announce(m.renamed(name, given));
  };
  const remove = async () => {
    if (!(await workbench.change({ remove_tag: name }))) return;
    onGone();
    if (workbench.state.value.tag === name) workbench.go({ tag: null }, "replace");
    announce(m.removed(name));
  };
  return (
    <li>
      <form onSubmit={(event) => void rename(event)}>
        <input type="text" maxLength={NAME_MAX} aria-label={m.name(name)} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        <span class="hint">{t().counts.responses(count, f().count(count))}</span>
        <Button type="submit" disabled={given === "" || given === name}>
          {isOther(given) ? m.merge : m.rename}
        </Button>
      </form>
      <Button weight="danger" aria-label={m.remove(name)} onClick={() => void remove()}>
        <span aria-hidden="true">×</span>
      </Button>
    </li>
  );
}
