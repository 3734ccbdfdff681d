// The variables of a survey, and the cells of a response, by ids alone: a choice, a row or a column that was deleted from the
// design keeps its place as long as the design has it.

import type { Cell, CodeLabel, Variable } from "./dataset.js";

/** What is needed of a design, the response of `surveys.details`. */
export interface DesignLike {
  /** Labels of custom variables by their names. */
  readonly custom_variables?: { readonly [name: string]: string } | null;
  readonly pages: readonly { readonly questions: readonly QuestionLike[] }[];
}

interface OptionLike {
  readonly id: string;
  readonly text?: string;
  readonly weight?: number | null;
  readonly is_na?: boolean;
}

interface QuestionLike {
  readonly id: string;
  readonly family: string;
  readonly subtype: string;
  readonly headings?: readonly { readonly heading?: string }[] | null;
  readonly display_options?: { readonly display_type?: string } | null;
  readonly answers?: {
    readonly choices?: readonly OptionLike[] | null;
    readonly rows?: readonly OptionLike[] | null;
    readonly cols?: readonly (OptionLike & { readonly choices?: readonly OptionLike[] | null })[] | null;
    readonly other?: OptionLike | null;
  } | null;
}

interface AnswerLike {
  readonly choice_id?: string;
  readonly row_id?: string;
  readonly col_id?: string;
  readonly other_id?: string;
  readonly text?: string | null;
  readonly download_url?: string;
}

/** What is needed of a response of `surveys.responses.bulk`. */
export interface ResponseLike {
  readonly id: string;
  readonly response_status?: string;
  readonly date_created?: string;
  readonly date_modified?: string;
  readonly collector_id?: string;
  readonly total_time?: number;
  readonly custom_value?: string;
  readonly custom_variables?: { readonly [name: string]: string | null } | null;
  readonly metadata?: { readonly respondent?: { readonly language?: { readonly value?: unknown } } } | null;
  readonly pages?: readonly { readonly questions?: readonly { readonly id: string; readonly answers?: readonly AnswerLike[] }[] }[];
}

/** A variable, and how a response fills it. */
interface Filled {
  readonly variable: Variable;
  readonly cell: (response: ResponseLike, answers: ReadonlyMap<string, readonly AnswerLike[]>) => Cell;
}

/** The tags of responses by their names, each with the ids of its responses. */
export type Tags = { readonly [tag: string]: readonly string[] };

/**
 * The variables of a survey's responses, and the function that makes a response's cells. `plain` turns HTML into text. The
 * responses have a variable for their tags if there are any.
 */
export function tableOf(design: DesignLike, plain: (html: string) => string, tags: Tags = {}): { variables: Variable[]; cells: (response: ResponseLike) => Cell[] } {
  const filled = [...METADATA, ...Object.entries(design.custom_variables ?? {}).map(customVariable), ...tagsVariable(tags)];
  const questions = design.pages.flatMap(({ questions }) => questions).filter(({ family }) => family !== "presentation");
  questions.forEach((question, index) => filled.push(...variablesOf(question, `q${index + 1}`, plain)));
  const cells = (response: ResponseLike) => {
    const answers = new Map<string, AnswerLike[]>();
    for (const { id, answers: given = [] } of (response.pages ?? []).flatMap(({ questions = [] }) => questions)) {
      answers.set(id, [...(answers.get(id) ?? []), ...given]);
    }
    return filled.map(({ cell }) => cell(response, answers));
  };
  return { variables: filled.map(({ variable }) => variable), cells };
}

const date = (value: string | undefined) => (value ? new Date(value) : null);

const METADATA: readonly Filled[] = [
  { variable: { name: "response_id", label: "Response ID", type: "text" }, cell: ({ id }) => id },
  { variable: { name: "status", label: "Status", type: "text" }, cell: ({ response_status }) => response_status ?? null },
  { variable: { name: "started", label: "Started", type: "date" }, cell: ({ date_created }) => date(date_created) },
  { variable: { name: "changed", label: "Last changed", type: "date" }, cell: ({ date_modified }) => date(date_modified) },
  { variable: { name: "collector_id", label: "Collector ID", type: "text" }, cell: ({ collector_id }) => collector_id ?? null },
  { variable: { name: "seconds", label: "Seconds spent", type: "number", measure: "scale" }, cell: ({ total_time }) => total_time ?? null },
  { variable: { name: "language", label: "Language", type: "text" }, cell: ({ metadata }) => textOf(metadata?.respondent?.language?.value) },
  { variable: { name: "custom_value", label: "Custom value", type: "text" }, cell: ({ custom_value }) => textOf(custom_value) },
];

function customVariable([name, label]: readonly [string, string]): Filled {
  return { variable: { name: `custom_${name}`, label: label || name, type: "text" }, cell: ({ custom_variables }) => textOf(custom_variables?.[name]) };
}

function tagsVariable(tags: Tags): Filled[] {
  const byResponse = new Map<string, string[]>();
  for (const [tag, ids] of Object.entries(tags)) for (const id of ids) byResponse.set(id, [...(byResponse.get(id) ?? []), tag]);
  return byResponse.size === 0 ? [] : [{ variable: { name: "tags", label: "Tags", type: "text" }, cell: ({ id }) => byResponse.get(id)?.join("; ") ?? null }];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** An entered number, in plain notation with or without a fraction, as the charts read it. */
function numberOf(text: string): number | null {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : null;
}

function variablesOf(question: QuestionLike, name: string, plain: (html: string) => string): Filled[] {
  const { choices, rows, cols, other } = { choices: question.answers?.choices ?? [], rows: question.answers?.rows ?? [], cols: question.answers?.cols ?? [], other: question.answers?.other };
  const heading = plain(question.headings?.find(({ heading }) => heading)?.heading ?? "") || question.id;
  const labelled = (...parts: (OptionLike | undefined)[]) => [heading, ...parts.filter(Boolean).map((part) => plain(part!.text ?? "") || part!.id)].join(" – ");
  const named = (...parts: (number | string)[]) => [name, ...parts].join("_");
  /** The cell of the answers that a test lets through. */
  const answered = (make: (answers: readonly AnswerLike[]) => Cell): Filled["cell"] => (_, answers) => make(answers.get(question.id) ?? []);
  const coded = (options: readonly OptionLike[], place: (answer: AnswerLike) => boolean, variable: Pick<Variable, "name" | "label">): Filled => {
    const codes = codesOf(options, plain);
    const byId = new Map(options.map(({ id }, n) => [id, codes[n]!.code]));
    const measure = options.some(({ weight }) => weight != null) ? "ordinal" : "nominal";
    const code = (answers: readonly AnswerLike[]) => byId.get(answers.find((answer) => place(answer) && byId.has(answer.choice_id ?? ""))?.choice_id ?? "") ?? null;
    return { variable: { ...variable, type: "number", codes, measure }, cell: answered(code) };
  };
  const several = (place: (answer: AnswerLike) => boolean, row: OptionLike | undefined, parts: number[]): Filled[] =>
    choices.map((choice, n) => ({
      variable: { name: named(...parts, n + 1), label: labelled(row, choice), type: "number", measure: "nominal", codes: [{ code: 0, label: "No" }, { code: 1, label: "Yes" }] },
      cell: answered((answers) => (answers.length === 0 ? null : Number(answers.some((answer) => place(answer) && answer.choice_id === choice.id)))),
    }));
  const one = ({ text, download_url }: AnswerLike): string => text ?? download_url ?? "";
  const entered = (place: (answer: AnswerLike) => boolean) => (answers: readonly AnswerLike[]) => answers.filter(place).map(one).filter(Boolean).join("\n");
  const texts = (place: (answer: AnswerLike) => boolean, variable: Pick<Variable, "name" | "label">): Filled => {
    const read = entered(place);
    return { variable: { ...variable, type: "text" }, cell: answered((answers) => read(answers) || null) };
  };
  /** The numbers, and what people have entered that is none. */
  const numbers = (place: (answer: AnswerLike) => boolean, { name, label }: Pick<Variable, "name" | "label">): Filled[] => {
    const read = entered(place);
    const rest = (text: string) => (text.trim() === "" || numberOf(text) !== null ? null : text);
    return [
      { variable: { name, label, type: "number", measure: "scale" }, cell: answered((answers) => numberOf(read(answers))) },
      { variable: { name: `${name}_text`, label: `${label} – not a number`, type: "text" }, cell: answered((answers) => rest(read(answers))) },
    ];
  };
  const isNumber = question.subtype === "numerical" || question.display_options?.display_type === "slider";
  const open = (...asked: Parameters<typeof texts>): Filled[] => (isNumber ? numbers(...asked) : [texts(...asked)]);
  const found: Filled[] = [];
  const inRow = (row: OptionLike) => (answer: AnswerLike) => answer.row_id === row.id && !answer.other_id;
  // A dropdown of a single choice has the same subtype, but no rows.
  if (question.family === "matrix" && question.subtype === "menu") {
    rows.forEach((row, r) => cols.forEach((column, c) => found.push(coded(column.choices ?? [], (answer) => inRow(row)(answer) && answer.col_id === column.id, { name: named(r + 1, c + 1), label: labelled(row, column) }))));
  } else if (choices.length > 0) {
    const isMany = question.family === "multiple_choice" || question.subtype === "multi";
    if (rows.length === 0) found.push(...(isMany ? several(() => true, undefined, []) : [coded(choices, () => true, { name, label: heading })]));
    else rows.forEach((row, r) => found.push(...(isMany ? several(inRow(row), row, [r + 1]) : [coded(choices, inRow(row), { name: named(r + 1), label: labelled(row) })])));
  } else if (rows.length > 0) {
    rows.forEach((row, r) => found.push(...open(inRow(row), { name: named(r + 1), label: labelled(row) })));
  } else {
    found.push(...open(({ other_id }) => !other_id, { name, label: heading }));
  }
  if (other) found.push(texts(({ other_id }) => other_id === other.id, { name: named("other"), label: labelled(other) }));
  return found;
}

/** The codes of options: their weights if all that count have one of their own, otherwise their places. */
function codesOf(options: readonly OptionLike[], plain: (html: string) => string): CodeLabel[] {
  const counted = options.filter(({ is_na }) => !is_na);
  const weights = new Set(counted.map(({ weight }) => weight));
  const areWeights = counted.length > 0 && weights.size === counted.length && counted.every(({ weight }) => weight != null);
  const codes = options.map(({ weight, is_na }, n) => (is_na ? NaN : areWeights ? weight! : n + 1));
  const used = new Set(codes);
  let free = 99;
  return options.map((option, n) => {
    const label = plain(option.text ?? "") || option.id;
    if (!option.is_na) return { code: codes[n]!, label };
    while (used.has(free)) free = free * 10 + 9;
    used.add(free);
    return { code: free, label, missing: true };
  });
}
