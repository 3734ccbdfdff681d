// The dialog that adds a condition or changes one: what it is about, its values, and how it joins the others.

import { useState } from "preact/hooks";
import { Button, Dialog, Select } from "../../ui/index.ts";
import type { Index } from "../design.ts";
import { type Draft, SUBJECTS, type Subject, conditionIn, conditionOf, draftOf, fitting, subjectsFor } from "../rule_draft.ts";
import { add, orAt, parts, replaceAt } from "../rules.ts";
import type { Rule } from "../types.ts";
import { describe } from "../wording.ts";
import { t } from "../words.ts";
import { SubjectFields } from "./RuleFields.tsx";

interface RuleDialogProps {
  readonly index: Index;
  readonly rule: Rule;
  /** The condition that is changed; undefined for a new one. */
  readonly before: Rule | undefined;
  readonly onClose: () => void;
  readonly onSave: (rule: Rule) => void;
}

export function RuleDialog({ index, rule, before, onClose, onSave }: RuleDialogProps) {
  const conditions = parts(rule);
  const [entered, setDraft] = useState<Draft>(() => draftOf(before, index));
  const draft = fitting(entered, index);
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...fitting(last, index), ...part }));
  /** The condition that the new one is another way of, as text; or `and`. */
  const [chosen, setJoins] = useState("and");
  const joins = conditions.some((part) => JSON.stringify(part) === chosen) ? chosen : "and";
  const m = t().rules.dialog;
  const condition = conditionOf(draft, index);
  const subjects = subjectsFor(index);
  // A condition of several parts is changed by removing it or by another way; its parts are not taken apart here.
  const isWhole = before !== undefined && conditionIn(before) === undefined;
  const save = (event: Event) => {
    event.preventDefault();
    if (condition === null) return;
    const part: Rule = draft.negated ? { not: condition } : condition;
    // The places of the conditions may have changed since the dialog was opened.
    const placeOf = (asText: string) => conditions.findIndex((other) => JSON.stringify(other) === asText);
    if (before !== undefined) onSave((isWhole ? orAt : replaceAt)(rule, placeOf(JSON.stringify(before)), part));
    else onSave(joins === "and" ? add(rule, part) : orAt(rule, placeOf(joins), part));
  };
  return (
    <Dialog title={before === undefined ? m.add : m.change} onClose={onClose}>
      <form class="rule-form" onSubmit={save}>
        {isWhole && <p class="hint">{m.another(describe(before, index))}</p>}
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
        {before === undefined && conditions.length > 0 && (
          <Select
            label={m.joins}
            value={joins}
            options={[["and", m.and] as const, ...conditions.map((part) => [JSON.stringify(part), m.or(describe(part, index))] as const)]}
            onChoose={setJoins}
          />
        )}
        <div class="actions">
          <Button weight="primary" type="submit" disabled={condition === null}>
            {before === undefined ? m.add : m.save}
          </Button>
          <Button weight="quiet" onClick={onClose}>
            {m.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
