// The names of tags: rename one, merge it into another, or remove it from all responses.

import { useEffect, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button, Dialog, Notice } from "../../ui/index.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

/** Characters of a name, as in the notes. */
const NAME_MAX = 100;

export function TagNames({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench();
  const m = t().tagNames;
  // What failed before the dialog was opened is not about a name.
  useEffect(() => void (workbench.unsaved.value = null), []);
  const tags = Object.entries(workbench.notes.value?.tags ?? {}).sort(([one], [other]) => f().compare(one, other));
  return (
    <Dialog title={m.title} onClose={onClose}>
      <p class="hint">{m.hint}</p>
      {workbench.unsaved.value !== null && <Notice error={workbench.unsaved.value} />}
      {tags.length === 0 && <p class="hint">{m.none}</p>}
      <ul class="tag-names">
        {tags.map(([name, ids]) => (
          <TagName key={name} name={name} count={ids.length} isOther={(other) => other !== name && tags.some(([known]) => known === other)} />
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
}

function TagName({ name, count, isOther }: TagNameProps) {
  const workbench = useWorkbench();
  const [text, setText] = useState(name);
  const m = t().tagNames;
  const given = text.trim();
  const rename = async (event: Event) => {
    event.preventDefault();
    if (given === "" || given === name || !(await workbench.change({ rename_tag: { from: name, to: given } }))) return;
    if (workbench.state.value.tag === name) workbench.go({ tag: given }, "replace");
    announce(m.renamed(name, given));
  };
  const remove = async () => {
    if (!(await workbench.change({ remove_tag: name }))) return;
    if (workbench.state.value.tag === name) workbench.go({ tag: null }, "replace");
    announce(m.removed(name));
  };
  return (
    <li>
      <form onSubmit={(event) => void rename(event)}>
        <input type="text" maxLength={NAME_MAX} aria-label={m.name(name)} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        <span class="hint">{t().counts.responses(count, f().n(count))}</span>
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
