// The service's own numbers in the form of the engine's: they are shown until the responses are here.

import type { Index } from "../design.ts";
import type { ChoiceResult, QuestionKind, QuestionResults, RowResult, Stats, SurveyResults } from "../types.ts";

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
    readonly deleted: boolean;
    readonly answered?: number;
    readonly percent?: number;
    readonly choices?: readonly SummaryChoice[];
    readonly columns?: ReadonlyArray<{ readonly id: string; readonly label: string; readonly answered: number; readonly choices: readonly SummaryChoice[] }>;
    readonly stats?: Omit<Stats, "n">;
  }>;
  readonly stats?: Omit<Stats, "n">;
  readonly has_mean: boolean;
}

interface SummaryChoice {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly percent: number;
  readonly is_na: boolean;
  readonly deleted: boolean;
}

/**
 * The summary as results. Rollups know no pages, weights or scores, nor those that a rule keeps out, so `all` is the
 * responses that pass it: the rest comes with the responses.
 */
export function fromRollups(summary: Summary, index: Index): SurveyResults {
  const responses = summary.responses ?? 0;
  return { responses, all: responses, questions: summary.questions.map((question) => readQuestion(question, index)) };
}

function readQuestion(question: SummaryQuestion, index: Index): QuestionResults {
  const known = index.question(question.id);
  const { answered, other_answered = 0 } = question;
  const multiple = question.family === "multiple_choice" || question.subtype === "multi";
  const kind = kindOf(question, known?.form);
  const counted = question.rows?.map((row): RowResult => {
    const base = multiple ? answered : (row.answered ?? sum(row.choices));
    return {
      id: row.id,
      label: row.label,
      // Where that is not counted: at least so many, and none for a deleted row without answers.
      answered: row.answered ?? Math.max(0, ...[...(row.choices ?? []).map(({ count }) => count), ...(row.columns ?? []).map((column) => column.answered)]),
      percent: row.percent ?? 0,
      deleted: row.deleted,
      ...(row.choices && { choices: row.choices.map((choice) => readChoice(choice, base)) }),
      ...(row.columns && {
        columns: row.columns.map((column) => ({ ...column, deleted: known?.columns.find(({ id }) => id === column.id)?.deleted === true, choices: column.choices.map((choice) => readChoice(choice, column.answered)) })),
      }),
      stats: row.stats ? { n: scored(row.choices) ?? base, ...row.stats } : null,
      ...(question.subtype === "ranking" && row.stats && { average_place: row.stats.mean }),
    };
  });
  // The statistics of entered numbers are of all rows together: they are those of a row if it is the only one.
  const isNumbers = kind === "numbers" && question.stats !== undefined;
  const stats = question.stats ? { n: scored(question.choices) ?? answered, ...question.stats } : null;
  const only = isNumbers && known?.rows.length === 1 ? known.rows.map((row): RowResult => ({ ...row, answered, percent: 100, stats })) : undefined;
  const rows = counted ?? only;
  return {
    id: question.id,
    page_id: known?.page_id ?? "",
    page: known?.page ?? 1,
    number: known?.number ?? 0,
    heading: question.heading,
    family: question.family,
    subtype: question.subtype,
    visible: known?.deleted !== true,
    answered,
    skipped: question.skipped,
    not_reached: null,
    kind,
    multiple,
    ...(question.choices && { choices: question.choices.map((choice) => readChoice(choice, answered)) }),
    ...(rows && { rows }),
    stats: isNumbers && known !== undefined && known.rows.length > 0 ? null : stats,
    has_mean: question.has_mean,
    other: known?.other ? { ...known.other, count: other_answered, percent: answered > 0 ? (100 * other_answered) / answered : 0 } : null,
    ...(question.text !== undefined && { texts: question.text }),
  };
}

function readChoice(choice: SummaryChoice, base: number): ChoiceResult {
  return { ...choice, base, weight: null };
}

/** How many answers the statistics of choices are of. */
function scored(choices: readonly SummaryChoice[] | undefined): number | undefined {
  return choices && sum(choices.filter(({ is_na }) => !is_na));
}

function sum(choices: readonly SummaryChoice[] = []): number {
  return choices.reduce((total, { count }) => total + count, 0);
}

function kindOf(question: SummaryQuestion, form: string | undefined): QuestionKind {
  if (form === "files") return "files";
  if (form === "dates") return "dates";
  if (question.rows?.some(({ columns }) => columns)) return "menus";
  if (question.rows?.some(({ choices }) => choices)) return "rows";
  if (question.choices) return "choices";
  if (question.stats || question.rows?.some(({ stats }) => stats)) return "numbers";
  return question.family === "presentation" || question.family === "click_map" ? "none" : "texts";
}
