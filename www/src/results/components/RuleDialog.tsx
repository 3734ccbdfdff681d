// The dialog that adds a condition or changes one: what it is about, its values, and how it joins the others.

import { useState } from "preact/hooks";
import { Button, Dialog, Select } from "../../ui/index.ts";
import type { Index } from "../design.ts";
import { type Draft, SUBJECTS, type Subject, draftOf, fitting, leafOf, subjectsFor } from "../rule_draft.ts";
import { add, orAt, replaceAt } from "../rules.ts";
import type { Rule } from "../types.ts";
import { describe } from "../wording.ts";
import { t } from "../words.ts";
import { SubjectFields } from "./RuleFields.tsx";

interface RuleDialogProps {
  readonly index: Index;
  readonly conditions: readonly Rule[];
  /** The condition that is changed; null for a new one. */
  readonly at: number | null;
  readonly onClose: () => void;
  readonly onSave: (change: (rule: Rule) => Rule) => void;
}

export function RuleDialog({ index, conditions, at, onClose, onSave }: RuleDialogProps) {
  const before = at === null ? undefined : conditions[at];
  const [entered, setDraft] = useState<Draft>(() => draftOf(before, index));
  const draft = fitting(entered, index);
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...fitting(last, index), ...part }));
  /** Where the condition goes: `and`, or the place of the condition that it is another way of. */
  const [joins, setJoins] = useState("and");
  const m = t().rules.dialog;
  const leaf = leafOf(draft, index);
  const subjects = subjectsFor(index);
  // A condition of several parts is changed by removing it or by another way; its parts are not taken apart here.
  const isWhole = before !== undefined && ("any" in before || "all" in before);
  const save = (event: Event) => {
    event.preventDefault();
    if (leaf === null) return;
    const part: Rule = draft.negated ? { not: leaf } : leaf;
    if (at !== null) onSave((rule) => (isWhole ? orAt(rule, at, part) : replaceAt(rule, at, part)));
    else if (joins === "and") onSave((rule) => add(rule, part));
    else onSave((rule) => orAt(rule, Number(joins), part));
  };
  return (
    <Dialog title={at === null ? m.add : m.change} onClose={onClose}>
      <form class="rule-form" onSubmit={save}>
        {isWhole && before !== undefined && <p class="hint">{m.another(describe(before, index))}</p>}
        <Select
          label={m.about}
          value={draft.subject}
          options={SUBJECTS.filter((subject) => subjects.includes(subject)).map((subject) => [subject, m.subjects[subject]] as const)}
          onChoose={(subject: Subject) => setDraft({ ...draftOf(undefined, index), subject, negated: draft.negated })}
        />
        <SubjectFields draft={draft} index={index} onChange={change} />
        <label class="check">
          <input type="checkbox" checked={draft.negated} onChange={({ currentTarget }) => change({ negated: currentTarget.checked })} />
          <span>{m.not}</span>
        </label>
        {at === null && conditions.length > 0 && (
          <Select
            label={m.joins}
            value={joins}
            options={[["and", m.and] as const, ...conditions.map((part, place) => [String(place), m.or(describe(part, index))] as const)]}
            onChoose={setJoins}
          />
        )}
        <div class="actions">
          <Button weight="primary" type="submit" disabled={leaf === null}>
            {at === null ? m.add : m.save}
          </Button>
          <Button weight="quiet" onClick={onClose}>
            {m.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
