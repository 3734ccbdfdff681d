/** The rules that choose responses. They are plain JSON: the same in a program, in an address and in a saved view. */

import type { CollectorId, Id, LanguageId, Open, PageId, QuestionId, ResponseId, ResponseStatus, RowId } from "../generated/types.js";

/** A rule. `{ all: [] }` lets every response through. */
export type Rule = AllRule | AnyRule | NotRule | Condition;

/** Every one of the rules applies; without a rule, each response is let through. */
export interface AllRule {
  /** The rules. */
  readonly all: readonly Rule[];
}

/** At least one of the rules applies; without a rule, no response is let through. */
export interface AnyRule {
  /** The rules. */
  readonly any: readonly Rule[];
}

/** The rule does not apply. */
export interface NotRule {
  /** The rule. */
  readonly not: Rule;
}

/** One condition of a rule. */
export type Condition =
  | ChoiceCondition
  | AnsweredCondition
  | QuestionTextCondition
  | NumberCondition
  | DateCondition
  | { /** Status of the response: one of these. */ readonly status: readonly Open<ResponseStatus>[] }
  | { /** When the response began. */ readonly created: Period }
  | { /** When the response was changed last. */ readonly modified: Period }
  | { /** The collector that the response came through: one of these. */ readonly collector: readonly CollectorId[] }
  | { /** Code of the language that was answered in: one of these. */ readonly language: readonly LanguageId[] }
  | VariableCondition
  | { /** The custom value: one of these. */ readonly custom: readonly string[] }
  | { /** Text that the e-mail address, first or last name contains. */ readonly contact: string }
  | { /** The IP address: one of these. */ readonly ip: readonly string[] }
  | { /** Seconds that the response took. */ readonly seconds: NumberRange }
  | { /** Text that any answer in words, or the contact, contains. */ readonly text: string }
  | { /** Tags of the response: at least one of these. */ readonly tag: readonly string[] }
  | { /** The responses with these ids. */ readonly ids: readonly ResponseId[] }
  | { /** The page that the response has reached. */ readonly reached: PageId }
  | { /** The page on which the response ended without being completed. */ readonly left_at: PageId }
  | { /** How the response was collected: one of these modes, such as `default`. */ readonly mode: readonly string[] };

/** One of the choices was picked. */
export interface ChoiceCondition {
  /** Id of the question. */
  readonly question: QuestionId;
  /** Id of the row; without it any row. */
  readonly row?: RowId | undefined;
  /** Id of the column of a matrix of menus; without it any column. */
  readonly column?: Id | undefined;
  /** Ids of the choices; the "other" option counts by its id. */
  readonly choices: readonly Id[];
}

/** The question was answered, or was not. */
export interface AnsweredCondition {
  /** Id of the question. */
  readonly question: QuestionId;
  /** Id of the row; without it any row. */
  readonly row?: RowId | undefined;
  /** Whether it was answered. */
  readonly answered: boolean;
}

/** An answer in words contains a text, whatever its case and accents. */
export interface QuestionTextCondition {
  /** Id of the question. */
  readonly question: QuestionId;
  /** The text. */
  readonly text: string;
}

/** An entered number lies in a range. */
export interface NumberCondition {
  /** Id of the question. */
  readonly question: QuestionId;
  /** Id of the row; without it any row. */
  readonly row?: RowId | undefined;
  /** The range. */
  readonly number: NumberRange;
}

/** An entered date or time lies in a period. */
export interface DateCondition {
  /** Id of the question. */
  readonly question: QuestionId;
  /** Id of the row; without it any row. */
  readonly row?: RowId | undefined;
  /** The period in the respondents' own time, written as UTC, as in `DateHistogram`. Times of day are on 1970-01-01. */
  readonly date: Period;
}

/** A custom variable has one of these values. */
export interface VariableCondition {
  /** Name of the variable. */
  readonly variable: string;
  /** Its values. */
  readonly values: readonly string[];
}

/** A range of numbers, both ends included. */
export interface NumberRange {
  /** The smallest number. */
  readonly min?: number | undefined;
  /** The largest number. */
  readonly max?: number | undefined;
}

/**
 * A range of times in ISO 8601. A date without a time is midnight UTC, whatever the `timeZone` of the results is: a day
 * in Berlin begins at `2026-03-30T00:00:00+02:00`.
 */
export interface Period {
  /** The first time. */
  readonly from?: string | undefined;
  /** The end: the first time that is no longer included. */
  readonly to?: string | undefined;
}
