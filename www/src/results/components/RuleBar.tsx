// The rules as chips in plain words: one for each condition that has to hold.

import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { refocus } from "../focus.ts";
import { useKeys } from "../keys.ts";
import { COMPLETED, EVERYTHING, mostRemoving, parts, removeAt, same } from "../rules.ts";
import type { Rule } from "../types.ts";
import { describe, isKnown } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { RuleDialog } from "./RuleDialog.tsx";

/** What the dialog does: add a condition, or change one, which has another place when another is removed meanwhile. */
type Editing = { readonly before: Rule | undefined } | null;

export function RuleBar() {
  const workbench = useWorkbench();
  const index = workbench.index.value;
  const { rule } = workbench.state.value;
  const [editing, setEditing] = useState<Editing>(null);
  const bar = useRef<HTMLUListElement>(null);
  const conditions = parts(rule);
  const change = (next: Rule) => workbench.go({ rule: next });
  const isCompleted = conditions.some((part) => same(part, COMPLETED));
  useKeys({
    f: () => setEditing({ before: undefined }),
    F: () => change(EVERYTHING),
  });
  const before = editing?.before;
  const isGone = before !== undefined && !conditions.some((part) => same(part, before));
  useEffect(() => {
    if (isGone) setEditing(null);
  }, [isGone]);
  if (index === null) return null;

  const addChip = () => bar.current?.querySelector<HTMLElement>(".chip.add") ?? null;
  const focusChip = (at: number) => refocus(() => bar.current?.querySelectorAll<HTMLElement>(".chip-text"), at, addChip);
  const remove = (at: number) => {
    const part = conditions[at];
    change(removeAt(rule, at));
    if (part !== undefined) announce(t().rules.removed(same(part, COMPLETED) ? t().rules.completedOnly : describe(part, index)));
    // The chip that had the focus is gone: its neighbour takes it, so that several can be removed in a row.
    focusChip(at);
  };
  // The control that was pressed is gone.
  const changeAll = (next: Rule) => {
    change(next);
    focusChip(0);
  };
  const keydown = (event: KeyboardEvent, at: number) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    remove(at);
  };
  return (
    <section class="rules" aria-label={t().rules.title}>
      <ul class="chips" ref={bar}>
        {!isCompleted && (
          <li>
            <button type="button" class="chip offered" onClick={() => changeAll({ all: [COMPLETED, ...conditions] })}>
              {t().rules.completedOnly}
            </button>
          </li>
        )}
        {conditions.map((part, at) => (
          <li key={JSON.stringify(part)} class={isKnown(part, index) ? "chip on" : "chip on gone"}>
            <button type="button" class="chip-text" onClick={() => setEditing({ before: part })} onKeyDown={(event) => keydown(event, at)}>
              <bdi>{same(part, COMPLETED) ? t().rules.completedOnly : describe(part, index)}</bdi>
            </button>
            <button type="button" class="chip-remove" aria-label={t().rules.remove(describe(part, index))} onClick={() => remove(at)}>
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" class="chip add" aria-keyshortcuts="f" onClick={() => setEditing({ before: undefined })}>
            {t().rules.add}
          </button>
        </li>
        {conditions.length > 1 && (
          <li>
            <Button weight="quiet" onClick={() => changeAll(EVERYTHING)}>
              {t().rules.clear}
            </Button>
          </li>
        )}
      </ul>
      <NoMatch
        onRemove={(at) => {
          // The offer disappears with the answer, which is later than the next drawing.
          addChip()?.focus();
          remove(at);
        }}
      />
      {editing !== null && !isGone && (
        <RuleDialog
          index={index}
          rule={rule}
          before={before}
          onClose={() => setEditing(null)}
          onSave={(next) => {
            setEditing(null);
            change(next);
          }}
        />
      )}
    </section>
  );
}

/** Where no response passes, the condition that keeps out most, with the offer to remove it. */
function NoMatch({ onRemove }: { readonly onRemove: (at: number) => void }) {
  const workbench = useWorkbench();
  const { rule } = workbench.state.value;
  const view = workbench.view.value;
  const conditions = parts(rule);
  const counted = workbench.counted.value;
  const isNothing = counted?.rule === JSON.stringify(rule) && counted.count === 0 && conditions.length > 0;
  const key = `${JSON.stringify(rule)} ${workbench.version.value}`;
  const { value } = useAnswer(key, view !== null && isNothing ? () => view.count({ parts: true }) : null);
  if (!isNothing || value === null || value.count > 0 || value.counts === undefined) return null;
  const most = mostRemoving(value.counts.map(({ count }) => count));
  const part = conditions[most.at];
  if (part === undefined) return null;
  return (
    <div class="message no-match" role="status">
      <p>{t().rules.noMatch(describe(part, workbench.index.value), f().count(most.count))}</p>
      {most.count > 0 && <Button onClick={() => onRemove(most.at)}>{t().rules.removeIt}</Button>}
    </div>
  );
}
