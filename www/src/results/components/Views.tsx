// Named views: the address of a view under a name, for all accounts that may see the survey.

import { useEffect, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button, Dialog, Field, Notice } from "../../ui/index.ts";
import { readState, writeState } from "../address.ts";
import { describe } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

export function Views({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench();
  const [name, setName] = useState("");
  const m = t().savedViews;
  // What failed before the dialog was opened is not about a view of it.
  useEffect(() => void (workbench.unsaved.value = null), []);
  const views = [...(workbench.notes.value?.views ?? [])].sort((a, b) => f().compare(a.name, b.name));
  const save = async (event: Event) => {
    event.preventDefault();
    const given = name.trim();
    if (given === "") return;
    const before = views.find((view) => view.name === given);
    const view = { ...(before && { id: before.id }), name: given, address: `?${writeState(workbench.state.value)}` };
    if (await workbench.change({ view })) {
      setName("");
      announce(m.saved(given));
    }
  };
  const remove = async (id: string, removed: string) => {
    if (await workbench.change({ remove_view: id })) announce(m.removed(removed));
  };
  const open = (address: string) => {
    workbench.go(readState(address));
    onClose();
  };
  return (
    <Dialog title={m.title} onClose={onClose}>
      <p class="hint">{m.hint}</p>
      <form class="view-form" onSubmit={(event) => void save(event)}>
        <Field label={m.name} hint={workbench.isLong ? m.long : undefined}>
          {(described) => <input {...described} type="text" maxLength={100} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />}
        </Field>
        <Button weight="primary" type="submit" disabled={name.trim() === ""}>
          {views.some((view) => view.name === name.trim()) ? m.replace : m.save}
        </Button>
      </form>
      {workbench.unsaved.value !== null && <Notice error={workbench.unsaved.value} />}
      {views.length === 0 ? (
        <p class="hint">{m.none}</p>
      ) : (
        <ul class="saved-views">
          {views.map((view) => {
            const state = readState(view.address);
            return (
              <li key={view.id}>
                <button type="button" class="bar-label" onClick={() => open(view.address)}>
                  <strong>
                    <bdi>{view.name}</bdi>
                  </strong>
                  <span class="hint">
                    {t().tabs[state.tab]} · {describe(state.rule, workbench.index.value)}
                    {view.at && ` · ${f().day(view.at)}`}
                  </span>
                </button>
                <Button weight="quiet" aria-label={m.remove(view.name)} onClick={() => void remove(view.id, view.name)}>
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
