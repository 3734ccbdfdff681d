// The sheet of counts: each choice of each question with its count, percent and base, as the results show them.

import { rounded } from "../rounded.js";
import type { Cell } from "./dataset.js";
import { distinct } from "./question_variables.js";
import type { Sheet } from "./xlsx.js";

interface ChoiceCount {
  readonly id: string;
  readonly label: string;
  readonly deleted: boolean;
  readonly count: number;
  readonly percent: number;
  readonly base: number;
}

/** What is needed of a question's results. */
export interface QuestionCounts {
  readonly id: string;
  /** 0 if it has none. */
  readonly number: number;
  readonly heading: string;
  /** False if it was deleted. */
  readonly visible: boolean;
  readonly answered: number;
  readonly skipped: number;
  readonly choices?: readonly ChoiceCount[];
  readonly other?: { readonly id: string; readonly label: string; readonly count: number; readonly percent: number; readonly is_choice: boolean; readonly deleted: boolean } | null;
  readonly rows?: readonly {
    readonly id: string;
    readonly label: string;
    readonly deleted: boolean;
    readonly choices?: readonly ChoiceCount[];
    readonly columns?: readonly { readonly id: string; readonly label: string; readonly deleted: boolean; readonly choices: readonly ChoiceCount[] }[];
  }[];
}

/** The words of the sheet in the person's language. */
export interface CountWords {
  readonly sheet: string;
  readonly header: readonly [number: string, question: string, row: string, column: string, choice: string, count: string, percent: string, base: string];
  readonly answered: string;
  readonly skipped: string;
  readonly deleted: string;
}

/** The sheet of counts of these questions. Percents are numbers from 0 to 100, rounded to a tenth. */
export function countsSheet(questions: readonly QuestionCounts[], words: CountWords): Sheet {
  const rows: Cell[][] = [];
  const marked = (label: string, isDeleted: boolean) => (isDeleted ? `${label} (${words.deleted})`.trimStart() : label);
  const named = <T extends { readonly id: string; readonly label: string; readonly deleted: boolean }>(list: readonly T[]) =>
    distinct(list.map((item) => ({ ...item, label: marked(item.label, item.deleted) })), ({ id }) => id);
  const unnumbered = named(questions.filter(({ number }) => !number).map(({ id, heading, visible }) => ({ id, label: heading, deleted: !visible })));
  const headings = new Map(unnumbered.map(({ id, label }) => [id, label]));
  for (const { id, number, heading, visible, answered, skipped, choices = [], other, rows: parts = [] } of questions) {
    const push = (row: string, column: string, label: string, count: number, percent: number | null, base: number | null) =>
      rows.push([number || null, headings.get(id) ?? marked(heading, !visible), row, column, label, count, percent === null ? null : rounded(percent, 1), base]);
    const all = (row: string, column: string, list: readonly ChoiceCount[]) => named(list).forEach(({ label, count, percent, base }) => push(row, column, label, count, percent, base));
    push("", "", words.answered, answered, null, null);
    push("", "", words.skipped, skipped, null, null);
    all("", "", other?.is_choice ? [...choices, { ...other, base: answered }] : choices);
    for (const { label, choices: own = [], columns = [] } of named(parts)) {
      all(label, "", own);
      named(columns).forEach((column) => all(label, column.label, column.choices));
    }
  }
  return { name: words.sheet, header: words.header, rows: () => rows };
}
