// The fields of a condition, by what it is about.

import { useEffect, useState } from "preact/hooks";
import { Field, Select } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { type Index, type Option, choicesAt } from "../design.ts";
import { DATE_AND_TIME, type Draft, type LISTED, questionsFor, styleOf } from "../rule_draft.ts";
import { shorten } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

interface FieldsProps {
  readonly draft: Draft;
  readonly index: Index;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function SubjectFields(props: FieldsProps) {
  switch (props.draft.subject) {
    case "choices":
      return <ChoiceFields {...props} />;
    case "answered":
      return <AnsweredFields {...props} />;
    case "answer_text":
      return (
        <>
          <QuestionField {...props} />
          <TextField {...props} />
        </>
      );
    case "number":
      return (
        <>
          <QuestionField {...props} />
          <RowField {...props} />
          <BoundsFields {...props} />
        </>
      );
    case "date":
      return (
        <>
          <QuestionField {...props} />
          <RowField {...props} />
          <DateFields {...props} />
        </>
      );
    case "seconds":
      return <BoundsFields {...props} />;
    case "created":
    case "modified":
      return <SpanFields {...props} />;
    case "text":
    case "contact":
      return <TextField {...props} />;
    case "ids":
      return <IdsField {...props} />;
    case "reached":
    case "left_at":
      return <PageField {...props} />;
    default:
      return <ListedFields {...props} />;
  }
}

function QuestionField({ draft, index, onChange }: FieldsProps) {
  const m = t().rules.dialog;
  const options = questionsFor(draft.subject, index).map(({ id, number, heading }) => [id, `${number}. ${shorten(heading, 80)}`] as const);
  return <Select label={m.question} value={draft.question} options={options} onChoose={(question) => onChange({ question, row: "", column: "", values: [], from: "", to: "" })} />;
}

function RowField({ draft, index, onChange }: FieldsProps) {
  const rows = index.question(draft.question)?.rows ?? [];
  if (!rows.some(({ label }) => label)) return null;
  return <Select label={t().rules.dialog.row} value={draft.row} options={withAny(rows)} onChoose={(row) => onChange({ row })} />;
}

function withAny(options: readonly Option[]): readonly (readonly [string, string])[] {
  return [["", t().rules.dialog.any] as const, ...options.map(({ id, label }) => [id, shorten(label, 80)] as const)];
}

function ChoiceFields(props: FieldsProps) {
  const { draft, index, onChange } = props;
  const question = index.question(draft.question);
  const columns = question?.columns ?? [];
  const choices = question ? [...choicesAt(question, draft.column)] : [];
  if (question?.other && !choices.includes(question.other)) choices.push(question.other);
  return (
    <>
      <QuestionField {...props} />
      <RowField {...props} />
      {columns.length > 0 && (
        <Select label={t().rules.dialog.column} value={draft.column} options={columns.map(({ id, label }) => [id, label] as const)} onChoose={(chosen) => onChange({ column: chosen, values: [] })} />
      )}
      <Checks label={t().rules.dialog.anyOf} options={choices.map(({ id, label }) => ({ value: id, label }))} chosen={draft.values} onChange={(values) => onChange({ values })} />
    </>
  );
}

function AnsweredFields(props: FieldsProps) {
  const m = t().rules.dialog;
  const { draft, onChange } = props;
  const value = draft.answered ? "yes" : "no";
  return (
    <>
      <QuestionField {...props} />
      <RowField {...props} />
      <Select label={m.isAnswered} value={value} options={[["yes", m.yes] as const, ["no", m.no] as const]} onChoose={(answer) => onChange({ answered: answer === "yes" })} />
    </>
  );
}

function TextField({ draft, onChange }: FieldsProps) {
  return (
    <Field label={t().rules.dialog.contains}>
      {(described) => <input {...described} type="text" value={draft.text} onInput={({ currentTarget }) => onChange({ text: currentTarget.value })} />}
    </Field>
  );
}

function IdsField({ draft, onChange }: FieldsProps) {
  const m = t().rules.dialog;
  return (
    <Field label={m.ids} hint={m.idsHint}>
      {(described) => <textarea {...described} rows={4} value={draft.text} onInput={({ currentTarget }) => onChange({ text: currentTarget.value })} />}
    </Field>
  );
}

function BoundsFields({ draft, onChange }: FieldsProps) {
  const m = t().rules.dialog;
  const isSeconds = draft.subject === "seconds";
  return (
    <div class="row">
      <Field label={isSeconds ? m.minSeconds : m.min}>
        {(described) => <input {...described} type="number" step="any" value={draft.min} onInput={({ currentTarget }) => onChange({ min: currentTarget.value })} />}
      </Field>
      <Field label={isSeconds ? m.maxSeconds : m.max}>
        {(described) => <input {...described} type="number" step="any" value={draft.max} onInput={({ currentTarget }) => onChange({ max: currentTarget.value })} />}
      </Field>
    </div>
  );
}

function SpanFields({ draft, onChange }: FieldsProps) {
  const m = t().rules.dialog;
  return (
    <div class="row">
      <Field label={m.from}>
        {(described) => <input {...described} type={DATE_AND_TIME.type} max={DATE_AND_TIME.max} value={draft.from} onInput={({ currentTarget }) => onChange({ from: currentTarget.value })} />}
      </Field>
      <Field label={m.to} hint={m.toHint}>
        {(described) => <input {...described} type={DATE_AND_TIME.type} max={DATE_AND_TIME.max} value={draft.to} onInput={({ currentTarget }) => onChange({ to: currentTarget.value })} />}
      </Field>
    </div>
  );
}

/** Entered dates or times, the last one included. */
function DateFields({ draft, index, onChange }: FieldsProps) {
  const m = t().rules.dialog;
  const { type, max } = styleOf(draft.question, index);
  return (
    <div class="row">
      <Field label={m.from}>
        {(described) => <input {...described} type={type} max={max} value={draft.from} onInput={({ currentTarget }) => onChange({ from: currentTarget.value })} />}
      </Field>
      <Field label={m.upTo}>
        {(described) => <input {...described} type={type} max={max} value={draft.to} onInput={({ currentTarget }) => onChange({ to: currentTarget.value })} />}
      </Field>
    </div>
  );
}

function PageField({ draft, index, onChange }: FieldsProps) {
  const options = index.pages.map(({ id, number, title }) => [id, t().rules.page(number, title)] as const);
  return <Select label={t().rules.dialog.page} value={draft.page} options={options} onChoose={(page) => onChange({ page })} />;
}

type ListedField = Exclude<(typeof LISTED)[number], "variable" | "tag">;

/** Values that occur, the most frequent first. */
function ListedFields({ draft, index, onChange }: FieldsProps) {
  const m = t().rules.dialog;
  const workbench = useWorkbench();
  const { everything, version, notes } = workbench;
  const view = everything.value;
  const { subject, variable } = draft;
  const asked = subject === "variable" ? { variable } : { field: subject as ListedField };
  // Tags are in the notes.
  const { value, error } = useAnswer(JSON.stringify([asked, version.value]), view === null || subject === "tag" ? null : () => view.values(asked));
  const tags = Object.entries(notes.value?.tags ?? {}).map(([name, ids]) => ({ value: name, count: ids.length }));
  const values = subject === "tag" ? tags : (value?.values ?? []);
  useEffect(() => {
    if (subject === "collector") void workbench.loadCollectors();
  }, [subject]);
  const label = (item: { readonly value: string; readonly label?: string }) => {
    if (subject === "status") return t().rules.status[item.value] ?? item.value;
    if (subject === "language") return f().languageName(item.value);
    if (subject === "collector") return index.collector(item.value);
    return item.label || item.value || m.empty;
  };
  return (
    <>
      {subject === "variable" && (
        <Select label={m.variable} value={variable} options={index.variables.map(({ name, label }) => [name, label] as const)} onChoose={(name) => onChange({ variable: name, values: [] })} />
      )}
      {error !== null && <p class="hint wrong">{m.noValues}</p>}
      {(value !== null || subject === "tag") && values.length === 0 && <p class="hint">{m.noValues}</p>}
      <Checks
        label={m.anyOf}
        options={values.map((item) => ({ value: item.value, label: label(item), count: item.count }))}
        total={subject === "tag" ? undefined : value?.total}
        chosen={draft.values}
        onChange={(next) => onChange({ values: next })}
      />
    </>
  );
}

interface ChecksProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly count?: number }[];
  /** How many there are, if the options are only the first of them. */
  readonly total?: number | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Longer lists get a field that narrows them. */
const LONG = 12;
/** Values that are shown at once. */
const MOST = 200;

function Checks({ label, options, total = options.length, chosen, onChange }: ChecksProps) {
  const [find, setFind] = useState("");
  const wanted = find.trim().toLocaleLowerCase();
  const isMatch = (option: { readonly label: string }) => option.label.toLocaleLowerCase().includes(wanted);
  const found = options.filter((option) => chosen.includes(option.value) || isMatch(option));
  const shown = found.slice(0, MOST);
  const isSearch = wanted !== "";
  const hasMore = total > options.length;
  const toggle = (value: string, on: boolean) => onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value));
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {options.length > LONG && (
        <input type="search" aria-label={t().rules.dialog.narrow} placeholder={t().rules.dialog.narrow} value={find} onInput={({ currentTarget }) => setFind(currentTarget.value)} />
      )}
      <div class="checks-list" tabIndex={shown.length > LONG ? 0 : undefined}>
        {shown.map(({ value, label: text, count }) => (
          <label key={value} class="check">
            <input type="checkbox" checked={chosen.includes(value)} onChange={({ currentTarget }) => toggle(value, currentTarget.checked)} />
            <bdi>{text}</bdi>
            {count !== undefined && <span class="hint">{f().count(count)}</span>}
          </label>
        ))}
        {found.length > MOST && <p class="hint">{t().rules.dialog.first(f().count(MOST), f().count(isSearch ? found.length : total))}</p>}
        {isSearch && (hasMore || !options.some(isMatch)) && (
          <p class="hint" role="status">
            {hasMore ? t().rules.dialog.searched(f().count(options.length), f().count(total)) : t().rules.dialog.noneFound}
          </p>
        )}
      </div>
    </fieldset>
  );
}
