// Named views: the address of a view under a name, for all accounts that may see the survey.

import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button, Dialog, Field, Notice } from "../../ui/index.ts";
import { isPartial, readState, writeState } from "../url_state.ts";
import { refocus } from "../focus.ts";
import { NAME_MAX } from "../models/tags.ts";
import type { SurveyNotes } from "../types.ts";
import { describe } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

export function Views({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench();
  const [name, setName] = useState("");
  const [newer, setNewer] = useState<SurveyNotes["views"][number] | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const m = t().savedViews;
  useEffect(() => {
    // What failed before the dialog was opened is not about a view of it.
    workbench.unsaved.value = null;
    void workbench.loadNotes();
  }, []);
  const views = [...(workbench.notes.value?.views ?? [])].sort((a, b) => f().compare(a.name, b.name));
  const isReplacing = views.some((view) => view.name === name.trim());
  // Another version may read what this one cannot, and what is replaced is lost for all accounts.
  const isKept = isReplacing && workbench.isPartial.value;
  const save = async (event: Event) => {
    event.preventDefault();
    const given = name.trim();
    if (given === "") return;
    const shown = views.find((view) => view.name === given);
    let found: typeof newer = null;
    const isSaved = await workbench.change((notes) => {
      const present = notes.views.find((view) => view.name === given);
      // A view that the person has not seen is not replaced: the button has said "Save", or was about an older one.
      found = present && JSON.stringify(present) !== JSON.stringify(shown) ? present : null;
      return found === null ? { view: { ...(present && { id: present.id }), name: given, address: `?${writeState(workbench.state.value)}` } } : null;
    });
    setNewer(found);
    if (!isSaved || found !== null) return;
    setName("");
    announce(m.saved(given));
  };
  const remove = async (id: string, removed: string, at: number) => {
    if (!(await workbench.change({ remove_view: id }))) return;
    announce(m.removed(removed));
    refocus(() => list.current?.querySelectorAll<HTMLElement>("li > .button"), at, () => field.current);
  };
  const open = (address: string) => {
    workbench.open(address);
    onClose();
  };
  return (
    <Dialog title={m.title} onClose={onClose}>
      <p class="hint">{m.hint}</p>
      <form class="view-form" onSubmit={(event) => void save(event)}>
        <Field label={m.name} hint={isKept ? m.keeps : workbench.isLong ? m.long : undefined}>
          {(described) => <input {...described} ref={field} type="text" maxLength={NAME_MAX} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />}
        </Field>
        <Button weight="primary" type="submit" disabled={name.trim() === "" || isKept}>
          {isReplacing ? m.replace : m.save}
        </Button>
      </form>
      {newer !== null && newer.name === name.trim() && (
        <p class="message warn" role="alert">
          {m.newer(newer.name, newer.by ?? "")}
        </p>
      )}
      {workbench.unsaved.value !== null && <Notice error={workbench.unsaved.value} />}
      {views.length === 0 ? (
        <p class="hint">{m.none}</p>
      ) : (
        <ul class="saved-views" ref={list}>
          {views.map((view, at) => {
            const state = readState(view.address);
            return (
              <li key={view.id}>
                <button type="button" class="bar-label" onClick={() => open(view.address)}>
                  <strong>
                    <bdi>{view.name}</bdi>
                  </strong>
                  <span class="hint">
                    {t().tabs[state.tab]} · {isPartial(state) ? m.unreadable : describe(state.rule, workbench.index.value)}
                    {view.at && ` · ${f().calendarDay(new Date(view.at))}`}
                  </span>
                </button>
                <Button weight="quiet" aria-label={m.remove(view.name)} onClick={() => void remove(view.id, view.name, at)}>
                  <span aria-hidden="true">×</span>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
}
