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
  /** What it is called, if its place decides. */
  readonly label?: string;
  readonly text?: string;
  readonly weight?: number | null;
  readonly is_na?: boolean;
}

interface QuestionLike {
  readonly id: string;
  readonly family: string;
  readonly subtype: string;
  readonly headings?: readonly HeadingLike[] | null;
  readonly display_options?: { readonly display_type?: string } | null;
  readonly answers?: {
    readonly choices?: readonly OptionLike[] | null;
    readonly rows?: readonly OptionLike[] | null;
    readonly cols?: readonly (OptionLike & { readonly choices?: readonly OptionLike[] | null })[] | null;
    readonly other?: OtherLike | null;
  } | null;
}

interface OtherLike extends OptionLike {
  readonly is_answer_choice?: boolean;
  /** Whether each row has an "other" of its own. */
  readonly apply_all_rows?: boolean;
}

interface HeadingLike {
  readonly heading?: string;
  /** Of several headings, which respondents see at random. */
  readonly random_assignment?: { readonly id?: string } | null;
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
  readonly pages?: readonly { readonly questions?: readonly AnsweredLike[] }[];
}

interface AnsweredLike {
  readonly id: string;
  /** The heading that was shown. */
  readonly variable_id?: string;
  readonly answers?: readonly AnswerLike[];
}

/** What a response has of each question. */
type Given = ReadonlyMap<string, Pick<AnsweredLike, "variable_id"> & { readonly answers: readonly AnswerLike[] }>;

/** A variable, and how a response fills it. */
interface Filled {
  readonly variable: Variable;
  readonly cell: (response: ResponseLike, given: Given) => Cell;
}

/** The variables of a question, and which of its answers they do not have. */
interface FilledQuestion {
  readonly filled: readonly Filled[];
  readonly isPlaced: (answer: AnswerLike) => boolean;
  readonly hasHeading: (variable_id: string) => boolean;
}

/** The variables of a survey's responses, and the functions that make a response's cells. */
export interface ResponseTable {
  readonly variables: readonly Variable[];
  readonly cells: (response: ResponseLike) => Cell[];
  /** What no variable has, as JSON: answers to what the design does not have any more. Null if there is none. */
  readonly unmatched: (response: ResponseLike) => string | null;
}

/** The tags of responses by their names, each with the ids of its responses. */
export type Tags = { readonly [tag: string]: readonly string[] };

/** The table of a survey's responses. `plain` turns HTML into text. There is a variable for the tags if there are any. */
export function tableOf(design: DesignLike, plain: (html: string) => string, tags: Tags = {}): ResponseTable {
  const filled = [...METADATA, ...Object.entries(design.custom_variables ?? {}).map(customVariable), ...tagsVariable(tags)];
  const questions = design.pages.flatMap(({ questions }) => questions).filter(({ family }) => family !== "presentation");
  const known = new Map<string, FilledQuestion>();
  questions.forEach((question, index) => {
    const own = variablesOf(question, `q${index + 1}`, plain);
    known.set(question.id, own);
    filled.push(...own.filled);
  });
  const answered = ({ pages = [] }: ResponseLike) => pages.flatMap(({ questions = [] }) => questions);
  const cells = (response: ResponseLike) => {
    const given = new Map<string, Pick<AnsweredLike, "variable_id"> & { readonly answers: readonly AnswerLike[] }>();
    for (const { id, answers = [], ...rest } of answered(response)) given.set(id, { ...given.get(id), ...rest, answers: [...(given.get(id)?.answers ?? []), ...answers] });
    return filled.map(({ cell }) => cell(response, given));
  };
  const unmatched = (response: ResponseLike) => {
    const rest = answered(response).flatMap(({ id: question_id, variable_id, answers = [] }): object[] => {
      const question = known.get(question_id);
      const isShown = variable_id === undefined || question?.hasHeading(variable_id) === true;
      return [...(isShown ? [] : [{ question_id, variable_id }]), ...answers.filter((answer) => question?.isPlaced(answer) !== true).map((answer) => ({ question_id, ...answer }))];
    });
    return rest.length === 0 ? null : JSON.stringify(rest);
  };
  return { variables: filled.map(({ variable }) => variable), cells, unmatched };
}

/** The table with one more variable, for what the others do not have. */
export function withUnmatched({ variables, cells, unmatched }: ResponseTable): ResponseTable {
  const variable: Variable = { name: "unmatched", label: "Answers to deleted parts of the survey", type: "text" };
  return { variables: [...variables, variable], cells: (response) => [...cells(response), unmatched(response)], unmatched: () => null };
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

function variablesOf(question: QuestionLike, name: string, plain: (html: string) => string): FilledQuestion {
  const { choices, rows, cols, other } = { choices: question.answers?.choices ?? [], rows: namedRows(question.answers?.rows ?? [], plain), cols: question.answers?.cols ?? [], other: question.answers?.other };
  const headings = question.headings ?? [];
  const heading = plain(headings.find(({ heading }) => heading)?.heading ?? "") || question.id;
  const labelled = (...parts: (OptionLike | undefined)[]) => [heading, ...parts.flatMap((part) => (part ? [optionLabel(part, plain)] : [])).filter(Boolean)].join(" – ");
  const named = (...parts: (number | string)[]) => [name, ...parts].join("_");
  /** The cell of the answers that a test lets through. */
  const answered = (make: (answers: readonly AnswerLike[]) => Cell): Filled["cell"] => (_, given) => make(given.get(question.id)?.answers ?? []);
  /** "Other", if it is one of the choices. */
  const otherChoice = other?.is_answer_choice ? other : undefined;
  const coded = (options: readonly OptionLike[], place: (answer: AnswerLike) => boolean, variable: Pick<Variable, "name" | "label">, last?: OptionLike): Filled => {
    const codes = codesOf(options, last, plain);
    const byId = new Map([...options, ...(last ? [last] : [])].map(({ id }, n) => [id, codes[n]!.code]));
    const measure = options.some(({ weight }) => weight != null) ? "ordinal" : "nominal";
    const code = (answers: readonly AnswerLike[]) => answers.filter(place).map(({ choice_id, other_id }) => byId.get(choice_id ?? other_id ?? "")).find((found) => found !== undefined) ?? null;
    return { variable: { ...variable, type: "number", codes, measure }, cell: answered(code) };
  };
  const several = (place: (answer: AnswerLike) => boolean, row: OptionLike | undefined, parts: number[], last?: OptionLike): Filled[] =>
    [...choices, ...(last ? [last] : [])].map((choice, n) => ({
      variable: { name: named(...parts, n + 1), label: labelled(row, choice), type: "number", measure: "nominal", codes: [{ code: 0, label: "No" }, { code: 1, label: "Yes" }] },
      cell: answered((answers) => (answers.length === 0 ? null : Number(answers.some((answer) => place(answer) && (answer.choice_id ?? answer.other_id) === choice.id)))),
    }));
  const textOf = ({ text }: AnswerLike): string => text ?? "";
  const entered = (place: (answer: AnswerLike) => boolean, one = textOf) => (answers: readonly AnswerLike[]) => answers.filter(place).map(one).filter(Boolean).join("\n");
  const texts = (place: (answer: AnswerLike) => boolean, variable: Pick<Variable, "name" | "label">, one = textOf): Filled => {
    const read = entered(place, one);
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
  /** The names of uploaded files, and their addresses. */
  const files = (place: (answer: AnswerLike) => boolean, { name, label }: Pick<Variable, "name" | "label">): Filled[] => [
    texts(place, { name, label }),
    texts(place, { name: `${name}_url`, label: `${label} – address` }, ({ download_url }) => download_url ?? ""),
  ];
  const isFile = question.display_options?.display_type === "file_upload";
  const isNumber = question.subtype === "numerical" || question.display_options?.display_type === "slider";
  const open = (...asked: Parameters<typeof texts>): Filled[] => (isFile ? files(asked[0], asked[1]) : isNumber ? numbers(asked[0], asked[1]) : [texts(asked[0], asked[1])]);
  const found: Filled[] = [];
  const inRow = (row: OptionLike) => (answer: AnswerLike) => answer.row_id === row.id && !answer.other_id;
  // A dropdown of a single choice has the same subtype, but no rows.
  if (question.family === "matrix" && question.subtype === "menu") {
    rows.forEach((row, r) => cols.forEach((column, c) => found.push(coded(column.choices ?? [], (answer) => inRow(row)(answer) && answer.col_id === column.id, { name: named(r + 1, c + 1), label: labelled(row, column) }))));
  } else if (choices.length > 0) {
    const isMany = question.family === "multiple_choice" || question.subtype === "multi";
    if (rows.length === 0) found.push(...(isMany ? several(() => true, undefined, [], otherChoice) : [coded(choices, () => true, { name, label: heading }, otherChoice)]));
    else rows.forEach((row, r) => found.push(...(isMany ? several(inRow(row), row, [r + 1]) : [coded(choices, inRow(row), { name: named(r + 1), label: labelled(row) })])));
  } else if (rows.length > 0) {
    rows.forEach((row, r) => found.push(...open(inRow(row), { name: named(r + 1), label: labelled(row) })));
  } else {
    found.push(...open(({ other_id }) => !other_id, { name, label: heading }));
  }
  if (other) {
    const own = other.apply_all_rows ? rows : [];
    own.forEach((row, r) => found.push(texts(({ other_id, row_id }) => other_id === other.id && row_id === row.id, { name: named(r + 1, "other"), label: labelled({ ...row, label: row.label || `Row ${r + 1}` }, other) })));
    found.push(texts(({ other_id, row_id }) => other_id === other.id && !own.some(({ id }) => id === row_id), { name: named("other"), label: labelled(other) }));
  }
  const variants = headings.flatMap(({ heading = "", random_assignment }) => (random_assignment?.id ? [{ id: random_assignment.id, text: heading }] : []));
  const hasHeading = (variable_id: string) => variants.some(({ id }) => id === variable_id);
  if (variants.length > 0) {
    const codes = variants.map((variant, n) => ({ code: n + 1, label: optionLabel(variant, plain) }));
    const shown = (given: Given) => variants.findIndex(({ id }) => id === given.get(question.id)?.variable_id) + 1;
    found.push({ variable: { name: named("heading"), label: `${heading} – heading shown`, type: "number", measure: "nominal", codes }, cell: (_, given) => shown(given) || null });
  }
  const isPlaced = ({ row_id, col_id, choice_id, other_id }: AnswerLike): boolean => {
    const has = (options: readonly OptionLike[], id: string | undefined) => id === undefined || options.some((option) => option.id === id);
    if (other_id) return other_id === other?.id;
    if (!has(rows, row_id) || (rows.length > 0 && row_id === undefined)) return false;
    return col_id === undefined ? has(choices, choice_id) : cols.some((column) => column.id === col_id && has(column.choices ?? [], choice_id));
  };
  return { filled: found, isPlaced, hasHeading };
}

/** Rows with labels: a row without a text has its number, or nothing if it is the only one, as that of stars. */
function namedRows(rows: readonly OptionLike[], plain: (html: string) => string): readonly (OptionLike & { readonly label: string })[] {
  return rows.map((row, n) => ({ ...row, label: plain(row.text ?? "") || (rows.length === 1 ? "" : `Row ${n + 1}`) }));
}

/** The text of an option, otherwise its weight, as the results name it. Stars have no text. */
function optionLabel({ id, label, text, weight }: OptionLike, plain: (html: string) => string): string {
  return label ?? (plain(text ?? "") || (weight == null ? id : String(weight)));
}

/**
 * The codes of options: their weights if all that count have one of their own, otherwise their places. `last` is "other", which
 * has the next number.
 */
function codesOf(options: readonly OptionLike[], last: OptionLike | undefined, plain: (html: string) => string): CodeLabel[] {
  const counted = options.filter(({ is_na }) => !is_na);
  const weights = new Set(counted.map(({ weight }) => weight));
  const areWeights = counted.length > 0 && weights.size === counted.length && counted.every(({ weight }) => weight != null);
  const codes = options.map(({ weight, is_na }, n) => (is_na ? NaN : areWeights ? weight! : n + 1));
  const used = new Set(codes);
  let free = 99;
  const found = options.map((option, n) => {
    const label = optionLabel(option, plain);
    if (!option.is_na) return { code: codes[n]!, label };
    while (used.has(free)) free = free * 10 + 9;
    used.add(free);
    return { code: free, label, missing: true };
  });
  const next = Math.floor(Math.max(0, ...found.flatMap(({ code, missing }: CodeLabel) => (missing ? [] : [code])))) + 1;
  return last ? [...found, { code: used.has(next) ? free * 10 + 9 : next, label: optionLabel(last, plain) }] : found;
}
