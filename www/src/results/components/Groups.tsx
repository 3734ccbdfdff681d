// The groups of a comparison: from the choices of a question, from the rules that hold now, or one by one.

import { useRef, useState } from "preact/hooks";
import { Button, Select } from "../../ui/index.ts";
import { MOST_GROUPS } from "../url_state.ts";
import { type Index, choicesAt } from "../design.ts";
import { refocus } from "../focus.ts";
import { type Target, targets } from "../models/targets.ts";
import { EVERYTHING, parts, picked, same } from "../rules.ts";
import type { Comparison, Group } from "../types.ts";
import { describe, named, shorten } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { RuleDialog } from "./RuleDialog.tsx";

export function Groups({ counts }: { readonly counts: Comparison["groups"] | undefined }) {
  const workbench = useWorkbench();
  const index = workbench.index.value;
  const { groups, rule } = workbench.state.value;
  const [isAdding, setAdding] = useState(false);
  const editor = useRef<HTMLDivElement>(null);
  const m = t().compare;
  if (index === null) return null;
  const names = named(groups, index).map(({ name }) => name);
  const change = (next: readonly Group[]) => workbench.go({ groups: next.slice(0, MOST_GROUPS) });
  const focusGroup = (selector: string, at: number) =>
    refocus(() => editor.current?.querySelectorAll<HTMLElement>(selector), at, () => editor.current?.querySelector(".table-tools select") ?? null);
  const rename = (at: number, name: string) => workbench.go({ groups: groups.map((group, place) => (place === at ? { ...group, name } : group)) }, "replace");
  const options = targets(index).filter(({ stub }) => stub.column === undefined);
  const fromQuestion = (key: string) => {
    const target = options.find((option) => option.key === key);
    if (target) change(groupsOf(target, index));
  };
  const whole = wholeOf(groups, options, index);
  return (
    <div class="group-editor panel" ref={editor}>
      {groups.length > 0 && (
        <ol>
          {groups.map((group, at) => (
            <li key={at} data-series={at + 1}>
              <span class="swatch" aria-hidden="true" />
              <input type="text" aria-label={m.name(f().count(at + 1))} value={group.name} placeholder={names[at]} maxLength={60} onInput={({ currentTarget }) => rename(at, currentTarget.value)} />
              <span class="hint clamp">
                <bdi>{describe(group.rule, index)}</bdi>
              </span>
              {counts?.[at] !== undefined && (
                <span class="number">
                  {t().figure.base(counts[at].count, f().count(counts[at].count))}
                  {counts[at].letter !== null && <span class="letter">{counts[at].letter}</span>}
                </span>
              )}
              <button type="button" class="chip-remove" aria-label={m.remove(names[at] ?? "")} onClick={() => {
                  change(groups.filter((_, place) => place !== at));
                  focusGroup(".chip-remove", at);
                }}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <div class="table-tools">
        <Select label={m.byQuestion} value="" options={[["", m.choose] as const, ...options.map(({ key, number, heading, within }) => [key, `${number}. ${shorten(heading, 60)}${within === null ? "" : ` – ${shorten(within, 30)}`}`] as const)]} onChoose={fromQuestion} />
        {groups.length < MOST_GROUPS && (
          <>
            <Button onClick={() => setAdding(true)}>{m.add}</Button>
            {parts(rule).length > 0 && (
              <Button
                onClick={() => {
                  workbench.go({ groups: [...groups, { name: "", rule }], rule: EVERYTHING });
                  focusGroup(".chip-remove", groups.length);
                }}
              >
                {m.fromRules}
              </Button>
            )}
            <Button
              onClick={() => {
                change([...groups, { name: m.everybody, rule: EVERYTHING }]);
                // After the last group, there is no button to add another one.
                if (groups.length + 1 === MOST_GROUPS) focusGroup(".chip-remove", groups.length);
              }}
            >
              {m.addEverybody}
            </Button>
          </>
        )}
      </div>
      {whole !== undefined && (
        <p class="message" role="status">
          {m.firstOnly(f().count(MOST_GROUPS), f().count(whole.length))}
        </p>
      )}
      {isAdding && (
        <RuleDialog
          index={index}
          rule={EVERYTHING}
          before={undefined}
          onClose={() => setAdding(false)}
          onSave={(own) => {
            setAdding(false);
            change([...groups, { name: "", rule: own }]);
          }}
        />
      )}
    </div>
  );
}

/** A group for each answer to a question. */
function groupsOf({ stub }: Target, index: Index): readonly Group[] {
  const question = index.question(stub.question);
  const choices = question ? choicesAt(question).filter(({ deleted }) => !deleted) : [];
  return choices.map(({ id, label }) => ({ name: shorten(label, 40), rule: picked(stub, [id]) }));
}

/** The groups of all answers to a question, if these are the first of them only, whatever their names are. */
function wholeOf(groups: readonly Group[], options: readonly Target[], index: Index): readonly Group[] | undefined {
  if (groups.length < MOST_GROUPS) return undefined;
  return options.map((option) => groupsOf(option, index)).find((all) => all.length > groups.length && groups.every(({ rule }, at) => same(rule, all[at]!.rule)));
}
