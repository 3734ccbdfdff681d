import type { CallOptions, Progress, Taking } from "./call.js";
import { exportGlue, judged } from "./export_engine.js";
import { PAGE } from "./facts.js";
import { type Flow, optionsOf } from "./flow.js";
import { Guarded } from "./guarded.js";
import { operations } from "./operations.js";
import type { ChoiceId, ColumnId, Family, List, Open, QuestionId, RowId, Subtype, SurveyId } from "./types.js";
import type { Operations } from "./operation_types.js";

/** Which responses to count. */
export type SummaryFilters = Omit<Parameters<Operations["surveys"]["rollups"]>[0], "survey_id" | "page" | "per_page">;

/** What to count. */
export interface SummaryRequest extends CallOptions {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Which responses; all of them if not given. Previews do not count. */
  readonly filters?: SummaryFilters | undefined;
  /**
   * Where the numbers come from; `rollups` if not given, which are two requests for most surveys. `responses` are one
   * request for each 1000 responses, and tell the rows of questions that are answered in words apart.
   */
  readonly source?: "rollups" | "responses" | undefined;
  /** Told after every page: how many questions or responses are done. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The results of a survey in numbers. Percentages go from 0 to 100, and are 0 where nobody answered. */
export interface SurveySummary {
  /** Responses that were counted; null where rollups say nothing, since nothing can be answered. */
  readonly responses: number | null;
  /** The questions that can be answered, in the order of the survey. */
  readonly questions: readonly QuestionSummary[];
}

/** The numbers of a question. */
export interface QuestionSummary {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Its heading. */
  readonly heading: string;
  /** Family. */
  readonly family: Open<Family>;
  /** Subtype. */
  readonly subtype: Open<Subtype>;
  /** Responses that answer it. */
  readonly answered: number;
  /** Responses that do not. */
  readonly skipped: number;
  /** Percentage of the responses that answer it. */
  readonly percent: number;
  /** Answers in the "other" field, where there is one. */
  readonly other_answered?: number;
  /** Answers in words or files, where there are no choices. */
  readonly text?: number;
  /** The choices of a question without rows. */
  readonly choices?: readonly ChoiceSummary[];
  /** The rows; of a question that is answered in words only if the numbers come from the responses. */
  readonly rows?: readonly RowSummary[];
  /** What the weights of the choices come to where one is chosen, or the numbers where numbers are entered. */
  readonly stats?: SummaryStats;
}

/** How often a choice was chosen. */
export interface ChoiceSummary {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Its text, else its weight, else its id. */
  readonly label: string;
  /** How often it was chosen. */
  readonly count: number;
  /** Percentage of those who answered the row or cell, where one choice is made in each; else of those who answered the question. */
  readonly percent: number;
}

/** The numbers of a row. */
export interface RowSummary {
  /** Id of the row. */
  readonly id: RowId;
  /** Its text, else its id. */
  readonly label: string;
  /** Answers to the row, where it has one for each response. */
  readonly answered?: number;
  /** Percentage of those who answered the question who answered this row too. */
  readonly percent?: number;
  /** Its choices. */
  readonly choices?: readonly ChoiceSummary[];
  /** The cells of a matrix of menus. */
  readonly columns?: readonly ColumnSummary[];
  /** As that of a question. */
  readonly stats?: SummaryStats;
}

/** The numbers of a cell in a matrix of menus. */
export interface ColumnSummary {
  /** Id of the column. */
  readonly id: ColumnId;
  /** Its text, else its id. */
  readonly label: string;
  /** Answers to the cell. */
  readonly answered: number;
  /** Its choices. */
  readonly choices: readonly ChoiceSummary[];
}

/** What numbers come to. */
export interface SummaryStats {
  /** Mean value. */
  readonly mean: number;
  /** Middle value. */
  readonly median: number;
  /** Smallest value. */
  readonly min: number;
  /** Largest value. */
  readonly max: number;
  /** Standard deviation of all answers, not of a sample. */
  readonly std: number;
}

/** Where numbers come from. */
const SOURCES = ["rollups", "responses"] as const;

/** What the engine writes apart from the rest, since numbers cross for nothing. */
const FRACTIONS = ["percent", "mean", "median", "min", "max", "std"];

/** Counts what a survey's responses answer. */
export async function summarise({ call, fail, source: part }: Flow, request: SummaryRequest): Promise<SurveySummary> {
  const { survey_id, filters, source = "rollups", onProgress } = request;
  if (!SOURCES.includes(source)) {
    const message = `The argument "source" must be one of the documented values: ${SOURCES.join(", ")}.`;
    throw fail({ kind: "invalid_argument", message, path: "source", retryable: false, remedy: { action: "correct" } });
  }
  const glue = await exportGlue(part);
  let bytes = new Uint8Array();
  const asked: Taking = { ...optionsOf(request), take: (taken) => void (bytes = taken) };
  await call(operations.surveys.details, { survey_id }, asked);
  const engine = new Guarded(glue);
  const done = <T>(work: () => T) => judged(engine, fail, work);
  const counting = done(() => new glue.Counting(bytes));
  try {
    const operation = source === "rollups" ? operations.surveys.rollups : operations.surveys.responses.bulk;
    const list = call(operation, { ...filters, survey_id, per_page: PAGE }, { ...asked, ...(onProgress && { onProgress }) });
    for await (const _ of list.pages() as AsyncIterable<List<unknown>>) done(() => counting[source](bytes));
    const [json, fractions] = done(() => [counting.summary(), counting.fractions()] as const);
    const put = (name: string, value: unknown) => (FRACTIONS.includes(name) ? fractions[value as number] : value);
    return JSON.parse(json, put) as SurveySummary;
  } finally {
    engine.free(counting);
  }
}
