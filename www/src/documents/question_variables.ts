// The variables of a question, by its kind.

import type { Cell, CodeLabel, Variable } from "./dataset.js";
import { type AnswerLike, type Form, type Given, type HeadingLike, type OptionLike, type OtherLike, type QuestionLike, type ResponseLike, assignmentOf, formOf, otherOf } from "./survey.js";

/** Of the answers to a question those that a variable has. */
type Taken = (answers: readonly AnswerLike[]) => readonly AnswerLike[];

/** A variable, and how a response fills it. */
export interface Filled {
  readonly variable: Variable;
  readonly cell: (response: ResponseLike, given: Given) => Cell;
  /** Absent if it is not about answers. */
  readonly taken?: Taken;
}

/** The variables of a question, and which of its answers they do not have. */
export interface FilledQuestion {
  readonly filled: readonly Filled[];
  readonly rest: Taken;
  readonly hasHeading: (variable_id: string) => boolean;
}

/** The codes of a choice of several. */
const PICKED: readonly CodeLabel[] = [{ code: 0, label: "No" }, { code: 1, label: "Yes" }];

/** An option with what it is called. */
type Labelled<T extends OptionLike = OptionLike> = T & { readonly label: string };

/** A question with what its variables are made from. */
interface Asked {
  readonly id: string;
  readonly family: string;
  readonly subtype: string;
  readonly form: Form | null;
  /** The name that those of its variables begin with. */
  readonly name: string;
  readonly heading: string;
  readonly headings: readonly HeadingLike[];
  readonly choices: readonly Labelled[];
  readonly rows: readonly Labelled[];
  readonly cols: readonly (Labelled & { readonly choices: readonly Labelled[] })[];
  readonly other: Labelled<OtherLike> | null;
  readonly plain: (html: string) => string;
}

/** Which answers to a question a variable is about. */
type Place = (answer: AnswerLike) => boolean;

type Title = Pick<Variable, "name" | "label">;

export function variablesOf({ id, family, subtype, visible, headings, display_options, answers }: QuestionLike, name: string, plain: (html: string) => string): FilledQuestion {
  const heading = marked(plain(headings?.find(({ heading }) => heading)?.heading ?? "") || id, visible);
  const labels = <T extends OptionLike>(options: readonly T[] | null | undefined) => labelled(options ?? [], plain);
  const rows = labelled(answers?.rows ?? [], plain, (_, n, { length }) => (length === 1 ? "" : rowName(n)));
  const cols = labels(answers?.cols).map((column) => ({ ...column, choices: labels(column.choices) }));
  const given = otherOf(answers);
  const [other = null] = labels(given ? [given] : []);
  const asked: Asked = { id, family, subtype, form: formOf({ family, subtype, display_options }), name, heading, headings: headings ?? [], choices: labels(answers?.choices), rows, cols, other, plain };
  const variants = variantsOf(asked);
  const filled = [...variablesOfAnswers(asked), ...variablesOfOther(asked), ...variableOfHeading(asked, variants)];
  return {
    filled,
    rest: (answers) => {
      const placed = new Set(filled.flatMap(({ taken }) => taken?.(answers) ?? []));
      return answers.filter((answer) => !placed.has(answer) || !isKnown(asked, answer));
    },
    hasHeading: (variable_id) => variants.some(({ id }) => id === variable_id),
  };
}

/** The variables of the answers themselves, by the kind of question. */
function variablesOfAnswers(asked: Asked): Filled[] {
  const { family, subtype, choices, rows, cols, other } = asked;
  // A dropdown of a single choice has the same subtype, but no rows.
  if (family === "matrix" && subtype === "menu") {
    return rows.flatMap((row, r) => cols.flatMap((column, c) => coded(asked, column.choices, (answer) => inRow(row)(answer) && answer.col_id === column.id, titled(asked, [r + 1, c + 1], row, column))));
  }
  if (choices.length > 0) {
    const isMany = family === "multiple_choice" || subtype === "multi";
    if (rows.length > 0) return rows.flatMap((row, r) => (isMany ? picked(asked, inRow(row), [r + 1], row) : coded(asked, choices, inRow(row), titled(asked, [r + 1], row))));
    const last = other?.is_answer_choice ? other : undefined;
    return isMany ? picked(asked, () => true, [], undefined, last) : coded(asked, choices, () => true, titled(asked, []), last);
  }
  if (rows.length > 0) return rows.flatMap((row, r) => written(asked, (answer) => inRow(row)(answer) && !answer.other_id, titled(asked, [r + 1], row)));
  return written(asked, ({ other_id }) => !other_id, titled(asked, []));
}

/**
 * The texts of "other": one of each row that has its own, and one of the question. A choice is named apart from its
 * text.
 */
function variablesOfOther(asked: Asked): Filled[] {
  const { other, rows } = asked;
  if (!other) return [];
  const own = other.apply_all_rows ? rows : [];
  const text = { ...other, label: other.is_answer_choice ? `${other.label} – text` : other.label };
  return [
    ...own.map((row, r) => texts(asked, ({ other_id, row_id }) => other_id === other.id && row_id === row.id, titled(asked, [r + 1, "other"], { ...row, label: row.label || rowName(r) }, text))),
    texts(asked, ({ other_id, row_id }) => other_id === other.id && !own.some(({ id }) => id === row_id), titled(asked, ["other"], text)),
  ];
}

/** The headings that respondents see at random. */
function variantsOf({ headings, plain }: Asked): readonly Labelled[] {
  return labelled(headings.flatMap((own) => [assignmentOf(own)].flatMap((id) => (id ? [{ id, text: own.heading ?? "" }] : []))), plain);
}

/** Which of several headings a respondent saw. */
function variableOfHeading({ id, name, heading }: Asked, variants: readonly Labelled[]): Filled[] {
  if (variants.length === 0) return [];
  const codes = variants.map((variant, n) => ({ code: n + 1, label: variant.label }));
  const shown = (given: Given) => variants.findIndex((variant) => variant.id === given.get(id)?.variable_id) + 1;
  return [{ variable: { name: `${name}_heading`, label: `${heading} – heading shown`, type: "number", measure: "nominal", codes }, cell: (_, given) => shown(given) || null }];
}

/** Whether the question has all parts of an answer: one of which a variable has only a part is not placed. */
function isKnown({ form, choices, rows, cols, other }: Asked, { row_id, col_id, choice_id, other_id, text, download_url }: AnswerLike): boolean {
  const has = (options: readonly OptionLike[], id: string | undefined) => id === undefined || options.some((option) => option.id === id);
  if (download_url && form !== "files") return false;
  if (other_id ? other_id !== other?.id : choice_id && text) return false;
  // "Other" has a row of its own only if each row has one.
  if (other_id && !choice_id) return row_id === undefined || (Boolean(other?.apply_all_rows) && has(rows, row_id));
  if (!has(rows, row_id) || (rows.length > 0 && row_id === undefined)) return false;
  return col_id === undefined ? has(choices, choice_id) : cols.some((column) => column.id === col_id && has(column.choices, choice_id));
}

function inRow({ id }: OptionLike): Place {
  return ({ row_id }) => row_id === id;
}

/** The name and the label of a variable: those of the question, and its numbers and options. */
function titled({ name, heading }: Asked, numbers: readonly (number | string)[], ...options: readonly (Labelled | undefined)[]): Title {
  const labels = options.map((option) => option?.label).filter(Boolean);
  return { name: [name, ...numbers].join("_"), label: [heading, ...labels].join(" – ") };
}

/** A variable of the answers that it takes from those to its question. */
function answered({ id }: Asked, variable: Variable, taken: Taken, make: (answers: readonly AnswerLike[], all: readonly AnswerLike[]) => Cell): Filled {
  const cell = (_: ResponseLike, given: Given) => {
    const all = given.get(id)?.answers ?? [];
    return make(taken(all), all);
  };
  return { variable, cell, taken };
}

/** The choice of an answer: "other" may be one. */
function choiceOf({ choice_id, other_id }: AnswerLike): string | undefined {
  return choice_id ?? other_id;
}

/**
 * One choice, as the number of its code. `last` is "other", if it is one of the choices. The weights have a variable of
 * their own if they are not the codes: what has the same weight has different codes.
 */
function coded(asked: Asked, options: readonly Labelled[], place: Place, { name, label }: Title, last?: Labelled): Filled[] {
  const read = readingOf(options, asked.plain);
  const codes = codesOf(options, last, read);
  const all = [...options, ...(last ? [last] : [])];
  const places = new Map<string | undefined, number>(all.map(({ id }, n) => [id, n]));
  // A cell has one choice.
  const taken: Taken = (answers) => answers.filter((answer) => place(answer) && places.has(choiceOf(answer))).slice(0, 1);
  const valued = (variable: Variable, values: readonly (number | null)[]) => answered(asked, variable, taken, ([own]) => (own && values[places.get(choiceOf(own)) ?? -1]) ?? null);
  const scored = options.filter((option) => !option.is_na && option.visible !== false);
  const isScored = scored.every(({ weight }) => weight != null) && new Set(scored.map(weightOf)).size > 1;
  const weights = options.map((option) => (option.is_na ? null : weightOf(option)));
  const areCodes = weights.every((weight, n) => weight === null || weight === codes[n]!.code);
  return [
    valued({ name, label, type: "number", codes, measure: read === null ? "nominal" : "ordinal" }, codes.map(({ code }) => code)),
    ...(isScored && !areCodes ? [valued({ name: `${name}_weight`, label: `${label} – weight`, type: "number", measure: "scale" }, weights)] : []),
  ];
}

/** Several choices: a variable for each. */
function picked(asked: Asked, place: Place, numbers: readonly number[], row?: Labelled, last?: Labelled): Filled[] {
  return [...asked.choices, ...(last ? [last] : [])].map((choice, n) => {
    const variable: Variable = { ...titled(asked, [...numbers, n + 1], row, choice), type: "number", measure: "nominal", codes: PICKED };
    const taken: Taken = (answers) => answers.filter((answer) => place(answer) && choiceOf(answer) === choice.id);
    return answered(asked, variable, taken, (own, all) => (all.length === 0 ? null : Number(own.length > 0)));
  });
}

/** What respondents write or upload: files, numbers or texts. */
function written(asked: Asked, place: Place, title: Title): Filled[] {
  if (asked.form === "files") return files(asked, place, title);
  return asked.form === "numbers" ? numbers(asked, place, title) : [texts(asked, place, title)];
}

/** What people have written, or another part of the answers of a place, in lines. */
function lines(asked: Asked, place: Place, variable: Variable, make: (text: string) => Cell, part: "text" | "download_url" = "text"): Filled {
  const taken: Taken = (answers) => answers.filter((answer) => place(answer) && answer[part] != null);
  return answered(asked, variable, taken, (answers) => make(answers.map((answer) => answer[part]).filter(Boolean).join("\n")));
}

function texts(asked: Asked, place: Place, title: Title, part?: "text" | "download_url"): Filled {
  return lines(asked, place, { ...title, type: "text" }, (text) => text || null, part);
}

/** The numbers, and what people have entered that is none. */
function numbers(asked: Asked, place: Place, { name, label }: Title): Filled[] {
  const rest = (text: string) => (text.trim() === "" || numberOf(text) !== null ? null : text);
  return [
    lines(asked, place, { name, label, type: "number", measure: "scale" }, numberOf),
    lines(asked, place, { name: `${name}_text`, label: `${label} – not a number`, type: "text" }, rest),
  ];
}

/**
 * An entered number, in plain notation with or without a fraction, as the charts read it. One of 400 digits is none.
 */
function numberOf(text: string): number | null {
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : null;
}

/** The names of uploaded files, and their addresses. */
function files(asked: Asked, place: Place, { name, label }: Title): Filled[] {
  return [texts(asked, place, { name, label }), texts(asked, place, { name: `${name}_url`, label: `${label} – address` }, "download_url")];
}

/** The name of a row without a text, as that of the engine. */
function rowName(place: number): string {
  return `Row ${place + 1}`;
}

/** A label, with a mark if what it names was deleted. */
function marked(label: string, visible: boolean | undefined): string {
  return visible === false ? `${label} (deleted)`.trimStart() : label;
}

/**
 * Options with their labels: the text, otherwise the weight, as the results name them, otherwise what `blank` says.
 * Stars have no text.
 */
function labelled<T extends OptionLike>(options: readonly T[], plain: (html: string) => string, blank = ({ id }: OptionLike, _: number, __: readonly OptionLike[]): string => id): readonly Labelled<T>[] {
  return distinct(options.map((option, n) => ({ ...option, label: marked(plain(option.text ?? "") || (option.weight == null ? blank(option, n, options) : String(option.weight)), option.visible) })), ({ id }) => id);
}

/** The same, with its key after a label that another one has too, as in CSV. */
export function distinct<T extends { readonly label: string }>(list: readonly T[], keyOf: (item: T) => string): T[] {
  const counts = new Map<string, number>();
  for (const { label } of list) counts.set(label, (counts.get(label) ?? 0) + 1);
  return list.map((item) => (counts.get(item.label)! > 1 ? { ...item, label: `${item.label} [${keyOf(item)}]` } : item));
}

/** What a choice is worth, by one way to read it. */
type Reading = (option: OptionLike) => number | null;

/** The points of a recommendation score, 0 to 10. */
const POINTS = Array.from({ length: 11 }, (_, point) => point);

/**
 * How the values of options are read, if they are codes: no two options that count have the same one. Points come
 * first, as in the recommendation score; weights before numbers, as in means. Null if codes are places.
 */
function readingOf(options: readonly OptionLike[], plain: (html: string) => string): Reading | null {
  const counted = options.filter((option) => !option.is_na && option.visible !== false);
  const point: Reading = ({ text, weight }) => pointIn(plain(text ?? "") || String(weight ?? ""));
  const number: Reading = ({ text }) => numberOf(plain(text ?? ""));
  const points = new Set(counted.map(point));
  if (counted.length === POINTS.length && POINTS.every((wanted) => points.has(wanted))) return point;
  const areCodes = (read: Reading) => new Set(counted.map(read)).size === counted.length && counted.every((option) => isSafe(read(option)));
  return counted.length === 0 ? null : ([weightOf, number].find(areCodes) ?? null);
}

/** Whether a value can be a code: two that follow each other are the same number beyond the safe ones. */
function isSafe(value: number | null): value is number {
  return value !== null && Number.isSafeInteger(Math.trunc(value));
}

const weightOf: Reading = ({ weight }) => weight ?? null;

/** The one number of up to two digits in a label such as `10 - Extremely likely`, as the engine finds it. */
function pointIn(label: string): number | null {
  const [digits, ...more] = label.match(/[0-9]+/g) ?? [];
  return digits !== undefined && digits.length <= 2 && more.length === 0 ? Number(digits) : null;
}

/**
 * The codes of options: their values if they have some, otherwise their places. What has no value of its own gets the
 * next number: a deleted option whose value another one has, or whose value cannot be a code, and `last`, which is
 * "other". Where codes are values, "other" is missing.
 */
function codesOf(options: readonly Labelled[], last: Labelled | undefined, read: Reading | null): CodeLabel[] {
  const codes = options.map((option, n) => (option.is_na ? null : read === null ? n + 1 : option.visible === false ? null : read(option)));
  const used = new Set(codes);
  const take = (first: number, next = (code: number) => code + 1) => {
    let code = first;
    while (used.has(code)) code = next(code);
    used.add(code);
    return code;
  };
  const following = () => {
    const next = Math.floor(Math.max(0, ...codes.map((code) => code ?? 0))) + 1;
    return take(isSafe(next) ? next : 1);
  };
  options.forEach((option, n) => {
    const own = option.is_na ? null : (read?.(option) ?? null);
    if (codes[n] === null && !option.is_na) codes[n] = !isSafe(own) || used.has(own) ? following() : take(own);
  });
  const found = options.map(({ is_na, label }, n): CodeLabel => (is_na ? { code: take(99, (code) => code * 10 + 9), label, missing: true } : { code: codes[n]!, label }));
  const all = last ? [...found, { code: following(), label: last.label, ...(read !== null && { missing: true }) }] : found;
  const ids = [...options, ...(last ? [last] : [])].map(({ id }) => id);
  return distinct(all, (code) => ids[all.indexOf(code)]!);
}
