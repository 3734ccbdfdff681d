// Summaries count either by the service's rollups or by the responses themselves, in one form.

import type { CallOptions, InternalCallOptions, Progress } from "../calls/call.js";
import { exportGlue, loadGuarded, runEngine } from "./export_engine.js";
import { PAGE } from "../generated/facts.js";
import { invalid } from "../errors.js";
import { type Flow, type Members, callOptionsOf, checkRequestForm } from "../flow.js";
import { operations } from "../generated/operations.js";
import type { ChoiceId, ColumnId, Family, List, Open, QuestionId, RowId, Subtype, SurveyId } from "../generated/types.js";
import type { SurveysRollupsParams } from "../generated/parameters.js";

/** Which responses to count. */
export type SummaryFilters = Omit<SurveysRollupsParams, "survey_id" | "page" | "per_page">;

/** Which survey to summarise. */
export interface SummaryRequest {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Which responses; by default all. Previews are never counted. */
  readonly filters?: SummaryFilters | undefined;
  /**
   * Where the numbers come from. `rollups`, the default, are two requests for most surveys. `responses` are one request
   * for each 1000 responses, and also count the rows of questions with text answers.
   */
  readonly source?: "rollups" | "responses" | undefined;
}

/** Options of a summary. */
export interface SummaryOptions extends CallOptions {
  /** Called after every page; `done` counts questions or responses. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The results of a survey in numbers. Percentages are from 0 to 100, and 0 if there are no answers. */
export interface SurveySummary {
  /** Responses that were counted; null if the numbers come from rollups and the survey has no question to answer. */
  readonly responses: number | null;
  /** The questions that can be answered, in the survey's order. */
  readonly questions: readonly QuestionSummary[];
}

/** The numbers of a question. */
export interface QuestionSummary {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Its first heading as plain text, else its id. */
  readonly heading: string;
  /** Question family. */
  readonly family: Open<Family>;
  /** Question subtype. */
  readonly subtype: Open<Subtype>;
  /** Responses that answer the question. */
  readonly answered: number;
  /** Responses that do not answer it. */
  readonly skipped: number;
  /** Percentage of the responses that answer it. */
  readonly percent: number;
  /** Answers in the "other" field, if there is one. */
  readonly other_answered?: number;
  /** Text or file answers, if there are no choices. */
  readonly text?: number;
  /** The choices of a question without rows. */
  readonly choices?: readonly ChoiceSummary[];
  /** The rows. A question with text answers has them only if the numbers come from the responses. */
  readonly rows?: readonly RowSummary[];
  /**
   * Statistics of entered numbers, or of the values of a single choice: its weights, else the positions of the choices
   * in the list. See `has_mean`.
   */
  readonly stats?: SummaryStats;
  /**
   * Whether a mean says something: of numbers, of places in a ranking, or of choices that all have a weight. Other
   * statistics are of positions.
   */
  readonly has_mean: boolean;
}

/** The numbers of a choice. */
export interface ChoiceSummary {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Its text as plain text, else its weight, else its id. */
  readonly label: string;
  /** How often it was chosen. */
  readonly count: number;
  /**
   * Percentage of the answers to the row or cell if each takes one choice, otherwise of the answers to the question.
   */
  readonly percent: number;
  /** Whether it means "not applicable". */
  readonly is_na: boolean;
  /** Whether it was deleted from the survey. */
  readonly deleted: boolean;
}

/** The numbers of a row. */
export interface RowSummary {
  /** Id of the row. */
  readonly id: RowId;
  /** Its text as plain text, else its number, as in `Row 2`. Empty if it is the question's only row. */
  readonly label: string;
  /** Whether it was deleted from the survey. */
  readonly deleted: boolean;
  /** Answers to the row, if a response has one answer per row. */
  readonly answered?: number;
  /** Percentage of the answers to the question that have an answer to this row. */
  readonly percent?: number;
  /** Its choices. */
  readonly choices?: readonly ChoiceSummary[];
  /** The cells of a matrix of menus. */
  readonly columns?: readonly ColumnSummary[];
  /** Statistics, as for a question. */
  readonly stats?: SummaryStats;
}

/** The numbers of a cell in a matrix of menus. */
export interface ColumnSummary {
  /** Id of the column. */
  readonly id: ColumnId;
  /** Its text as plain text, else its id. */
  readonly label: string;
  /** Answers to the cell. */
  readonly answered: number;
  /** Its choices. */
  readonly choices: readonly ChoiceSummary[];
}

/** Statistics of weights, positions or numbers. */
export interface SummaryStats {
  /** Mean. */
  readonly mean: number;
  /** Median. */
  readonly median: number;
  /** Smallest value. */
  readonly min: number;
  /** Largest value. */
  readonly max: number;
  /** Standard deviation of the population, not of a sample. */
  readonly std: number;
}

/** The values of `source`. */
const SOURCES = ["rollups", "responses"] as const;

/**
 * Fields that the engine writes to an array and refers to by index, because numbers cross to JavaScript without being
 * printed.
 */
const FRACTIONS = ["percent", "mean", "median", "min", "max", "std"];

/** Summarises a survey. */
export async function summarise({ call, fail, source: part }: Flow, request: SummaryRequest, given: SummaryOptions): Promise<SurveySummary> {
  checkRequestForm(request, given, { survey_id: true, filters: true, source: true } satisfies Members<SummaryRequest>);
  const { survey_id, filters, source = "rollups" } = request;
  const { onProgress } = given;
  if (!SOURCES.includes(source)) throw invalid("source", `The argument "source" must be one of the documented values: ${SOURCES.join(", ")}.`);
  const [glue, { Guarded }] = await Promise.all([exportGlue(part), loadGuarded()]);
  let bytes = new Uint8Array();
  const options: InternalCallOptions = { ...callOptionsOf(given), take: (body) => void (bytes = body) };
  await call(operations.surveys.details, { survey_id }, options);
  const engine = new Guarded(glue);
  const run = <T>(work: () => T) => runEngine(engine, fail, work);
  const counting = run(() => new glue.Counting(bytes));
  try {
    const operation = source === "rollups" ? operations.surveys.rollups : operations.surveys.responses.bulk;
    const list = call(operation, { ...filters, survey_id, per_page: PAGE }, { ...options, ...(onProgress && { onProgress }) });
    for await (const _ of list.pages() as AsyncIterable<List<unknown>>) run(() => counting[source](bytes));
    const [json, fractions] = run(() => [counting.summary(), counting.fractions()] as const);
    const withFractions = (name: string, value: unknown) => (FRACTIONS.includes(name) ? fractions[value as number] : value);
    return JSON.parse(json, withFractions) as SurveySummary;
  } finally {
    engine.free(counting);
  }
}
