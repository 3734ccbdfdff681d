// The service's own numbers in the form of the engine's: they are shown until the responses are here.

import type { Index } from "../design.ts";
import type { ChoiceResult, Kind, QuestionResults, RowResult, Stats, SurveyResults } from "../types.ts";

/** What `summarise` of the SDK gives, in the members that are read. */
export interface Summary {
  readonly responses: number | null;
  readonly questions: readonly SummaryQuestion[];
}

interface SummaryQuestion {
  readonly id: string;
  readonly heading: string;
  readonly family: string;
  readonly subtype: string;
  readonly answered: number;
  readonly skipped: number;
  readonly other_answered?: number;
  readonly text?: number;
  readonly choices?: readonly SummaryChoice[];
  readonly rows?: ReadonlyArray<{
    readonly id: string;
    readonly label: string;
    readonly answered?: number;
    readonly percent?: number;
    readonly choices?: readonly SummaryChoice[];
    readonly columns?: ReadonlyArray<{ readonly id: string; readonly label: string; readonly answered: number; readonly choices: readonly SummaryChoice[] }>;
    readonly stats?: Omit<Stats, "n">;
  }>;
  readonly stats?: Omit<Stats, "n">;
}

interface SummaryChoice {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly percent: number;
}

/**
 * The summary as results. Rollups know no pages, weights, scores or deletions, nor those that a rule keeps out, so `all` is
 * the responses that pass it: the rest comes with the responses.
 */
export function fromRollups(summary: Summary, index: Index): SurveyResults {
  const responses = summary.responses ?? 0;
  return { responses, all: responses, questions: summary.questions.map((question, at) => readQuestion(question, at, index)) };
}

function readQuestion(question: SummaryQuestion, at: number, index: Index): QuestionResults {
  const known = index.question(question.id);
  const { answered, other_answered = 0 } = question;
  const multiple = question.family === "multiple_choice" || question.subtype === "multi";
  const rows = question.rows?.map((row): RowResult => {
    const base = multiple ? answered : (row.answered ?? sum(row.choices));
    return {
      id: row.id,
      label: row.label,
      answered: row.answered ?? base,
      percent: row.percent ?? 0,
      deleted: false,
      ...(row.choices && { choices: row.choices.map((choice) => readChoice(choice, base)) }),
      ...(row.columns && {
        columns: row.columns.map((column) => ({ ...column, choices: column.choices.map((choice) => readChoice(choice, column.answered)) })),
      }),
      stats: row.stats ? { n: base, ...row.stats } : null,
      ...(question.subtype === "ranking" && row.stats && { average_place: row.stats.mean }),
    };
  });
  const kind = kindOf(question, known?.form);
  return {
    id: question.id,
    page_id: known?.page_id ?? "",
    page: known?.page ?? 1,
    number: known?.number ?? at + 1,
    heading: question.heading,
    family: question.family,
    subtype: question.subtype,
    visible: true,
    answered,
    skipped: question.skipped,
    not_reached: null,
    kind,
    multiple,
    ...(question.choices && { choices: question.choices.map((choice) => readChoice(choice, answered)) }),
    ...(rows && { rows }),
    stats: question.stats ? { n: answered, ...question.stats } : null,
    has_mean: kind === "numbers" || question.subtype === "ranking",
    other: known?.other ? { ...known.other, count: other_answered, percent: answered > 0 ? (100 * other_answered) / answered : 0 } : null,
    ...(question.text !== undefined && { texts: question.text }),
  };
}

function readChoice({ id, label, count, percent }: SummaryChoice, base: number): ChoiceResult {
  return { id, label, count, percent, base, weight: null, is_na: false, deleted: false };
}

function sum(choices: readonly SummaryChoice[] = []): number {
  return choices.reduce((total, { count }) => total + count, 0);
}

function kindOf(question: SummaryQuestion, form: string | undefined): Kind {
  if (form === "files") return "files";
  if (form === "dates") return "dates";
  if (question.rows?.some(({ columns }) => columns)) return "menus";
  if (question.rows?.some(({ choices }) => choices)) return "rows";
  if (question.choices) return "choices";
  if (question.stats || question.rows?.some(({ stats }) => stats)) return "numbers";
  return question.family === "presentation" || question.family === "click_map" ? "none" : "texts";
}
