// The survey's design by id: what rules, chips, axes and a single response need to name what they show.

import { type Form, assignmentOf, formOf, otherOf } from "../documents/survey.ts";
import { plain } from "../text.ts";
import type { Design, DesignOption, DesignQuestion } from "./types.ts";

export interface Option {
  readonly id: string;
  readonly label: string;
  readonly deleted: boolean;
}

export interface Column extends Option {
  readonly choices: readonly Option[];
}

export interface Question {
  readonly id: string;
  readonly number: number;
  readonly page: number;
  readonly page_id: string;
  /** The first heading that has a text. */
  readonly heading: string;
  /** Of several headings, which respondents see at random, the texts by their ids. */
  readonly wordings: ReadonlyMap<string, string>;
  /** Whether it was deleted from the survey: the API keeps it as hidden. */
  readonly deleted: boolean;
  readonly family: string;
  readonly subtype: string;
  readonly form: Form;
  readonly stars: boolean;
  readonly choices: readonly Option[];
  /**
   * A row without a text has its number, or nothing if it is the only one. The engine names it so in charts, in every
   * language.
   */
  readonly rows: readonly Option[];
  readonly columns: readonly Column[];
  readonly other: (Option & { readonly is_choice: boolean }) | null;
}

export interface Page {
  readonly id: string;
  readonly number: number;
  readonly title: string;
}

/** A design that is read. */
export interface Index {
  readonly title: string;
  readonly language: string;
  readonly pages: readonly Page[];
  readonly questions: readonly Question[];
  readonly variables: readonly { readonly name: string; readonly label: string }[];
  question(id: string): Question | undefined;
  page(id: string): Page | undefined;
  /** The name of a collector; its id until the names are loaded. */
  collector(id: string): string;
}

/** Reads a design, with the names of collectors by id. Questions that cannot be answered are left out. */
export function readDesign(design: Design, collectors: ReadonlyMap<string, string> = new Map()): Index {
  const pages = design.pages.map(({ id, title }, at) => ({ id, number: at + 1, title: plain(title) }));
  const questions: Question[] = [];
  design.pages.forEach((page, at) => {
    for (const question of page.questions) {
      const form = formOf(question);
      if (form !== null) questions.push(readQuestion(question, form, questions.length + 1, at + 1, page.id));
    }
  });
  const byId = new Map(questions.map((question) => [question.id, question]));
  return {
    title: plain(design.title),
    language: design.language,
    pages,
    questions,
    variables: Object.entries(design.custom_variables ?? {}).map(([name, label]) => ({ name, label: plain(label) || name })),
    question: (id) => byId.get(id),
    page: (id) => pages.find((page) => page.id === id),
    collector: (id) => collectors.get(id) || id,
  };
}

function readQuestion(question: DesignQuestion, form: Form, number: number, page: number, page_id: string): Question {
  const { choices = [], rows = [], cols = [] } = question.answers ?? {};
  const other = otherOf(question.answers);
  const headings = (question.headings ?? []).map((own) => ({ text: plain(own.heading), id: assignmentOf(own) }));
  const heading = headings.find(({ text }) => text)?.text ?? `Q${number}`;
  return {
    id: question.id,
    number,
    page,
    page_id,
    heading,
    wordings: new Map(headings.flatMap(({ id, text }) => (id ? [[id, text || heading] as const] : []))),
    deleted: question.visible === false,
    family: question.family,
    subtype: question.subtype,
    form,
    stars: question.display_options?.display_subtype === "star",
    choices: choices.map(readOption),
    rows: rows.map((row, at) => ({ ...readOption(row), label: plain(row.text) || (rows.length === 1 ? "" : `Row ${at + 1}`) })),
    columns: cols.map((column) => ({ ...readOption(column), choices: (column.choices ?? []).map(readOption) })),
    other: other ? { id: other.id, label: plain(other.text) || other.id, deleted: other.visible === false, is_choice: other.is_answer_choice === true } : null,
  };
}

function readOption(option: DesignOption): Option {
  const label = plain(option.text) || (option.weight !== undefined ? String(option.weight) : "") || option.type || option.id;
  return { id: option.id, label, deleted: option.visible === false };
}

/** Forms whose answers are choices, which can be counted and tabulated. */
export function hasChoices({ form }: Question): boolean {
  return form === "one" || form === "many" || form === "one_per_row" || form === "many_per_row" || form === "menus";
}

/**
 * The choices that an answer to a question, or to a cell of a matrix of menus, may have; "other" among them if it is
 * one.
 */
export function choicesAt(question: Question, column?: string): readonly Option[] {
  if (question.form === "menus") return question.columns.find(({ id }) => id === column)?.choices ?? question.columns[0]?.choices ?? [];
  return question.other?.is_choice ? [...question.choices, question.other] : question.choices;
}
