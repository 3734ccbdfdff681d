// The variables of a survey, and the cells of a response, by ids alone: a choice, a row or a column that was deleted
// from the design keeps its place as long as the design has it. Labels that the survey does not have are English in
// every language of the console: files of the same survey have the same labels for all users, and a syntax for SPSS
// fits each of them.

import { instant } from "../instant.js";
import type { Cell, Variable } from "./dataset.js";
import { validNames } from "./names.js";
import { type Filled, type FilledQuestion, distinct, variablesOf } from "./question_variables.js";
import { type AnsweredLike, type AnswerLike, type DesignLike, type Given, type ResponseLike, formOf } from "./survey.js";

/** The variables of a survey's responses, and the functions that make a response's cells. */
export interface ResponseTable {
  readonly variables: readonly Variable[];
  readonly cells: (response: ResponseLike) => Cell[];
  /**
   * What no variable has, as JSON: answers to what the design does not have any more, or for which a cell has no room.
   * Null if there is none.
   */
  readonly unmatched: (response: ResponseLike) => string | null;
}

/** The tags of responses by their names, each with the ids of its responses. */
export type Tags = { readonly [tag: string]: readonly string[] };

/**
 * The table of a survey's responses. `plain` turns HTML into text. There is a variable for the tags if there are any.
 */
export function tableOf(design: DesignLike, plain: (html: string) => string, tags: Tags = {}): ResponseTable {
  const filled = [...METADATA, ...(design.quiz_options?.is_quiz_mode ? SCORE : []), ...Object.entries(design.custom_variables ?? {}).map(customVariable), ...tagsVariable(tags)];
  // Numbered as in the results.
  const questions = design.pages.flatMap(({ questions }) => questions).filter((question) => formOf(question) !== null);
  const known = new Map<string, FilledQuestion>();
  questions.forEach((question, index) => {
    const own = variablesOf(question, `q${index + 1}`, plain);
    known.set(question.id, own);
    filled.push(...own.filled);
  });
  const cells = (response: ResponseLike) => {
    const given = givenIn(response);
    return filled.map(({ cell }) => cell(response, given));
  };
  const unmatched = (response: ResponseLike) => {
    const rest = [...givenIn(response)].flatMap(([question_id, { variable_id, answers }]): object[] => {
      const question = known.get(question_id);
      const isShown = variable_id === undefined || question?.hasHeading(variable_id) === true;
      return [...(isShown ? [] : [{ question_id, variable_id }]), ...(question?.rest(answers) ?? answers).map((answer) => ({ question_id, ...answer }))];
    });
    return rest.length === 0 ? null : JSON.stringify(rest);
  };
  // All formats have the names that SPSS accepts, and no two headings are the same.
  const names = validNames(filled.map(({ variable }) => variable.name));
  const variables = distinct(filled.map(({ variable }, n) => ({ ...variable, name: names[n]! })), ({ name }) => name);
  return { variables, cells, unmatched };
}

/** What a response has of each question, also where two of its pages have the same one. */
function givenIn({ pages = [] }: ResponseLike): Given {
  const given = new Map<string, Pick<AnsweredLike, "variable_id"> & { readonly answers: readonly AnswerLike[] }>();
  for (const { id, answers = [], ...rest } of pages.flatMap(({ questions = [] }) => questions)) given.set(id, { ...given.get(id), ...rest, answers: [...(given.get(id)?.answers ?? []), ...answers] });
  return given;
}

/** The table with one more variable, for what the others do not have. */
export function withUnmatched({ variables, cells, unmatched }: ResponseTable): ResponseTable {
  const variable: Variable = { name: "unmatched", label: "Answers that no other variable has", type: "text" };
  return { variables: [...variables, variable], cells: (response) => [...cells(response), unmatched(response)], unmatched: () => null };
}

/** Neither format has times with a zone: these are in UTC, as in CSV, and say so. */
const METADATA: readonly Filled[] = [
  { variable: { name: "response_id", label: "Response ID", type: "text" }, cell: ({ id }) => id },
  { variable: { name: "status", label: "Status", type: "text" }, cell: ({ response_status }) => response_status ?? null },
  { variable: { name: "started", label: "First saved (UTC)", type: "date" }, cell: ({ date_created }) => instant(date_created) },
  { variable: { name: "changed", label: "Last changed (UTC)", type: "date" }, cell: ({ date_modified }) => instant(date_modified) },
  { variable: { name: "collector_id", label: "Collector ID", type: "text" }, cell: ({ collector_id }) => collector_id ?? null },
  { variable: { name: "seconds", label: "Seconds spent", type: "number", measure: "scale" }, cell: ({ total_time }) => total_time ?? null },
  { variable: { name: "language", label: "Language", type: "text" }, cell: ({ metadata }) => textOf(metadata?.respondent?.language?.value) },
  { variable: { name: "custom_value", label: "Custom value", type: "text" }, cell: ({ custom_value }) => textOf(custom_value) },
];

/** The score of a response to a quiz, with the headings of CSV. */
const SCORE: readonly Filled[] = [
  ["score", "Score"],
  ["total_score", "Total score"],
  ["correct", "Correct answers"],
  ["partially_correct", "Partially correct answers"],
  ["incorrect", "Incorrect answers"],
  ["total_questions", "Scored questions"],
].map(([name = "", label = ""]) => ({ variable: { name, label, type: "number", measure: "scale" }, cell: ({ quiz_results }) => quiz_results?.[name] ?? null }));

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
