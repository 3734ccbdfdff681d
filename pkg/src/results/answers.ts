/** What the analyses return. */

import type { ChoiceId, ColumnId, DateText, Family, Id, Open, PageId, QuestionId, ResponseId, RowId, Subtype } from "../generated/types.js";
import type { Rule } from "./rules.js";

/** How many responses a rule lets through. */
export interface Count {
  /** Responses that the rule lets through. */
  readonly count: number;
  /** All responses. Previews are never counted. */
  readonly all: number;
  /** If the parts were asked for: the count without each part of the rule. */
  readonly counts?: readonly RuleCount[];
}

/** A rule and its count. */
export interface RuleCount {
  /** The rule. */
  readonly rule: Rule;
  /** Responses that it lets through. */
  readonly count: number;
}

/** The numbers of a survey. Percentages are from 0 to 100 and unrounded. */
export interface SurveyResults {
  /** Responses that the rule lets through. */
  readonly responses: number;
  /** All responses. */
  readonly all: number;
  /** The questions in the survey's order. */
  readonly questions: readonly QuestionResults[];
}

/** What the results of a question look like. */
export type QuestionKind = "choices" | "rows" | "menus" | "numbers" | "texts" | "files" | "dates" | "none";

/** The numbers of a question. */
export interface QuestionResults {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Id of its page. */
  readonly page_id: PageId;
  /** Number of its page, from 1. */
  readonly page: number;
  /** Its number among the questions that can be answered, from 1. */
  readonly number: number;
  /** Its heading as plain text. */
  readonly heading: string;
  /** Question family. */
  readonly family: Open<Family>;
  /** Question subtype. */
  readonly subtype: Open<Subtype>;
  /** Whether the question is still in the survey; a deleted one keeps its answers. */
  readonly visible: boolean;
  /** Responses that answer it: the base of its percentages. */
  readonly answered: number;
  /** Responses that do not answer it. */
  readonly skipped: number;
  /** Of these, the responses that never reached its page; null if the survey does not tell. */
  readonly not_reached: number | null;
  /** What the results look like. */
  readonly kind: Open<QuestionKind>;
  /** Whether one response can give several answers, to the question or to each row. */
  readonly multiple: boolean;
  /** The choices of a question without rows. */
  readonly choices?: readonly ChoiceResult[];
  /** The rows. */
  readonly rows?: readonly RowResult[];
  /** Statistics of the weights or numbers; null if there are none. */
  readonly stats?: Stats | null;
  /**
   * Whether a mean says something: of numbers, of places in a ranking, or of choices that all have a weight. Other
   * statistics are of positions.
   */
  readonly has_mean: boolean;
  /** The histogram of the numbers, of a question without rows; absent without numbers. */
  readonly bins?: readonly Bin[];
  /** The net promoter score of a question of that kind. */
  readonly nps?: Nps | null;
  /** Percentage of the two best and the two worst choices of a scale. */
  readonly boxes?: Boxes | null;
  /** The "other" option, if there is one. */
  readonly other?: OtherResult | null;
  /** Answers in words. */
  readonly texts?: number;
}

/** The two ends of a scale. */
export interface Boxes {
  /** Percentage of the two best choices. */
  readonly top2: number;
  /** Percentage of the two worst choices. */
  readonly bottom2: number;
}

/** The numbers of a choice. */
export interface ChoiceResult {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Its text, else its weight, else its id. */
  readonly label: string;
  /** Responses that picked it. */
  readonly count: number;
  /** Percentage of the base. */
  readonly percent: number;
  /** The base: responses that answer the question, row or cell. */
  readonly base: number;
  /** Its weight; null without one. */
  readonly weight: number | null;
  /** Whether it means "not applicable". */
  readonly is_na: boolean;
  /** Whether it was deleted from the survey. */
  readonly deleted: boolean;
}

/** The numbers of the "other" option. */
export interface OtherResult {
  /** Its id. */
  readonly id: Id;
  /** Its label. */
  readonly label: string;
  /** How often it was used: with a comment in each row, a response may have several. */
  readonly count: number;
  /** The count as a percentage of the responses that answer the question. */
  readonly percent: number;
  /** Whether it is one of the choices, and not an additional comment. */
  readonly is_choice: boolean;
  /** Whether it was deleted from the survey. It is listed as long as a response has used it. */
  readonly deleted: boolean;
}

/** The numbers of a row. */
export interface RowResult {
  /** Id of the row. */
  readonly id: RowId;
  /** Its text, else "Row" with its number; empty if it is the only row. */
  readonly label: string;
  /** Responses that answer the row. */
  readonly answered: number;
  /** Percentage of the responses that answer the question. */
  readonly percent: number;
  /** Whether it was deleted from the survey. */
  readonly deleted: boolean;
  /** Its choices. */
  readonly choices?: readonly ChoiceResult[];
  /** The cells of a matrix of menus. */
  readonly columns?: readonly CellResult[];
  /** Statistics of the weights or numbers; null if there are none. */
  readonly stats?: Stats | null;
  /** The histogram of the numbers; absent without numbers. */
  readonly bins?: readonly Bin[];
  /** The histogram of the dates; absent without dates, and for dates more than two centuries apart. */
  readonly dates?: DateHistogram;
  /** The mean place in a ranking. */
  readonly average_place?: number | null;
  /** Answers in words. */
  readonly texts?: number;
}

/** The numbers of a cell in a matrix of menus. */
export interface CellResult {
  /** Id of the column. */
  readonly id: ColumnId;
  /** Its text, else its id. */
  readonly label: string;
  /** Responses that answer the cell. */
  readonly answered: number;
  /**
   * Whether the column was deleted from the survey. It is listed in each row as long as a response has answered the
   * cell.
   */
  readonly deleted: boolean;
  /** Its choices. */
  readonly choices: readonly ChoiceResult[];
}

/** Statistics of weights or numbers. */
export interface Stats {
  /** How many there are. */
  readonly n: number;
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

/**
 * A bin of a histogram. All bins are equally wide: the least of 1, 2 and 5 times a power of ten that makes at most 20
 * of them. Numbers that are all the same have one bin, from and to them.
 */
export interface Bin {
  /** Where the bin begins. */
  readonly from: number;
  /** Its last number, if all numbers are whole; otherwise where the next bin begins. */
  readonly to: number;
  /** The smallest number in it, for a condition with both ends; null without numbers. */
  readonly min: number | null;
  /** The largest number in it. */
  readonly max: number | null;
  /** How many numbers are in it. */
  readonly count: number;
}

/** A histogram of dates. They are in the respondents' own time, written as if it were UTC. */
export interface DateHistogram {
  /**
   * The length of a period: the shortest that makes at most 20 of them. Weeks begin on Monday. Times of day are counted
   * by the hour, as on 1 January 1970.
   */
  readonly by: "hour" | "day" | "week" | "month" | "quarter" | "year" | "decade";
  /** Every period from that of the first date to that of the last. */
  readonly bins: readonly DateBin[];
}

/** A period of a histogram of dates. */
export interface DateBin {
  /** Where the period begins. */
  readonly from: string;
  /** Where the next one begins. */
  readonly to: string;
  /** How many dates are in it. */
  readonly count: number;
}

/** The net promoter score. */
export interface Nps {
  /** Answers. */
  readonly n: number;
  /** How many answers are 9 or 10. */
  readonly promoters: number;
  /** How many are 7 or 8. */
  readonly passives: number;
  /** How many are 0 to 6. */
  readonly detractors: number;
  /** The score from -100 to 100, unrounded; null without answers. */
  readonly score: number | null;
  /** Half the width of its 95 % confidence interval; null without answers. */
  readonly margin: number | null;
}

/** A crosstab: the answers to a question by the columns of one or more banners. */
export interface Crosstab {
  /** The banners, from left to right. */
  readonly blocks: readonly CrosstabBlock[];
  /** The column of all responses. */
  readonly total: { /** Responses that answer the question. */ readonly base: number };
  /** The rows. */
  readonly rows: readonly CrosstabRow[];
  /** The means of the weights; null without weights. */
  readonly means?: CrosstabMeans | null;
  /** For each block Pearson's chi-square test; null where it does not apply. */
  readonly chi_square?: readonly (ChiSquare | null)[] | null;
  /**
   * Codes of notes about the table: `small_base`, `overlap`, `empty_column`, `multiple`, `left_out` (of a field with
   * more than 50 values, the rarest).
   */
  readonly note: readonly string[];
}

/** A banner of a crosstab. */
export interface CrosstabBlock {
  /** Its title. */
  readonly title: string;
  /** Its columns. */
  readonly columns: readonly CrosstabColumn[];
  /** Whether a response can stand in several of its columns. */
  readonly overlapping: boolean;
  /** Whether its columns were tested against each other. */
  readonly tested: boolean;
  /** How many comparisons were made in each row. */
  readonly comparisons: number;
}

/** A column of a crosstab. */
export interface CrosstabColumn {
  /** Its id: of the choice, or the value. */
  readonly id: string;
  /** Its label. */
  readonly label: string;
  /** Its letter in the tests; null if it is not tested. */
  readonly letter: string | null;
  /** Its base. */
  readonly base: number;
  /** Whether the base is too small for tests. */
  readonly small: boolean;
}

/** A row of a crosstab. */
export interface CrosstabRow {
  /** Id of the choice. */
  readonly id: string;
  /** Its label. */
  readonly label: string;
  /** The numbers of all responses. */
  readonly total: { /** Responses. */ readonly count: number; /** Percentage of the base. */ readonly percent: number };
  /** The cells of all blocks, in the order of their columns. */
  readonly cells: readonly CrosstabCell[];
  /** Whether some of its columns are not tested against each other, because fewer than 5 answers are expected. */
  readonly expected_low?: boolean;
}

/** A cell of a crosstab. */
export interface CrosstabCell {
  /** Responses. */
  readonly count: number;
  /** Percentage of the column's base. */
  readonly percent: number;
  /**
   * Letters of the columns whose percentage is significantly lower: upper case at the first confidence, lower case at
   * the second.
   */
  readonly letters: string;
}

/** The row of means below a crosstab. */
export interface CrosstabMeans {
  /** The mean of all responses, null without answers, and how many they are. */
  readonly total: { readonly mean: number | null; readonly n: number };
  /** The means of the columns. */
  readonly cells: readonly CrosstabMean[];
}

/** The mean of a column. */
export interface CrosstabMean {
  /** The mean; null without answers. */
  readonly mean: number | null;
  /** How many weights it is of. */
  readonly n: number;
  /** Letters of the columns whose mean is significantly lower. */
  readonly letters: string;
}

/** Pearson's chi-square test. */
export interface ChiSquare {
  /** The statistic. */
  readonly statistic: number;
  /** Degrees of freedom. */
  readonly df: number;
  /** Probability of such a statistic by chance. */
  readonly p: number;
  /** Cramér's V. */
  readonly v: number;
  /** Whether expected counts are too low for the test. */
  readonly warning: boolean;
}

/** Groups side by side. */
export interface Comparison {
  /** The groups. */
  readonly groups: readonly ComparedGroup[];
  /** The questions. */
  readonly questions: readonly ComparedQuestion[];
  /** Whether a response belongs to several groups: then nothing is tested. */
  readonly overlapping: boolean;
}

/** A group of a comparison. */
export interface ComparedGroup {
  /** Its name. */
  readonly name: string;
  /** Its responses. */
  readonly count: number;
  /** Its letter in the tests; null if it is not tested. */
  readonly letter: string | null;
}

/** A question of a comparison. */
export interface ComparedQuestion extends Pick<QuestionResults, "id" | "page_id" | "page" | "number" | "heading" | "family" | "subtype" | "visible" | "kind" | "multiple"> {
  /** Its numbers in each group. */
  readonly groups: readonly QuestionResults[];
  /** By the key of a choice: for each group, the letters of the groups with a significantly lower percentage. */
  readonly letters: { readonly [choice: string]: readonly string[] };
  /** Whether groups were tested against each other. */
  readonly tested: boolean;
  /** How many comparisons were made for each choice; fewer in a row that fewer groups have answered. */
  readonly comparisons: number;
  /** Keys of `letters` of which some groups are not tested, because fewer than 5 answers are expected. */
  readonly expected_low: readonly string[];
}

/** Responses over time. */
export interface Trend {
  /** The spans of time from the first response to the last, empty ones included unless it is `sparse`. */
  readonly buckets: readonly TrendBucket[];
  /** True if empty spans are left out, because there would be more than 20,000. A longer span has them. */
  readonly sparse?: boolean;
}

/** A span of time. */
export interface TrendBucket {
  /** Its beginning. */
  readonly from: DateText;
  /** Its end, which belongs to the next one. */
  readonly to: DateText;
  /** Responses that began in it. */
  readonly count: number;
  /** Of these, the answers to the question. */
  readonly n: number;
  /** Their mean; null without weights or answers. */
  readonly mean: number | null;
  /** Their net promoter score; null without one. */
  readonly nps: number | null;
  /** Half the width of the 95 % confidence interval; null without one. */
  readonly margin: number | null;
  /** True of a span that is not over. */
  readonly current?: boolean;
}

/** Where people leave a survey. */
export interface Funnel {
  /** Responses that began. */
  readonly began: number;
  /** Responses that were completed. */
  readonly completed: number;
  /** Responses that were disqualified. */
  readonly disqualified: number;
  /** Responses over a quota. */
  readonly overquota: number;
  /** Responses that ended in another way, on no page that the survey has. */
  readonly other: number;
  /** The pages in the survey's order. */
  readonly pages: readonly FunnelPage[];
  /** The seconds that completed responses took; null without one. */
  readonly seconds: { /** Responses. */ readonly n: number; /** Median. */ readonly median: number; /** Ninetieth percentile. */ readonly p90: number } | null;
  /**
   * Whether the responses say which pages they passed; otherwise a page counts as reached if it or a later one has an
   * answer.
   */
  readonly paths: boolean;
  /** The seconds in spans. */
  readonly histogram: readonly { /** From so many seconds. */ readonly from: number; /** To so many, which belong to the next span; null for the last one, without an end. */ readonly to: number | null; /** Responses. */ readonly count: number }[];
}

/** A page of a funnel. */
export interface FunnelPage {
  /** Id of the page. */
  readonly id: PageId;
  /** Its number, from 1. */
  readonly number: number;
  /** Its title. */
  readonly title: string;
  /** Responses that reached it. */
  readonly reached: number;
  /** Responses that ended on it without being completed. */
  readonly left: number;
  /** Percentage of the responses that began which reached it. */
  readonly percent: number;
}

/** Answers in words. */
export interface Texts {
  /** How many there are. */
  readonly total: number;
  /** Those that were asked for. */
  readonly items: readonly TextItem[];
}

/** An answer in words. */
export interface TextItem {
  /** Id of the response. */
  readonly response_id: ResponseId;
  /** Id of the question. */
  readonly question: QuestionId;
  /** Id of the row; null without one. */
  readonly row: RowId | null;
  /** The text. */
  readonly text: string;
  /** Whether it was written into an "other" option. */
  readonly other: boolean;
  /** When the response began. */
  readonly date_created: DateText;
  /** Tags of the response. */
  readonly tags: readonly string[];
}

/** Frequent words. */
export interface Words {
  /** Responses with answers in words. */
  readonly n: number;
  /** The words, the most frequent first. */
  readonly words: readonly { /** The word, as most responses spell it if more than half agree: words that differ in case and diacritics only are one. */ readonly word: string; /** Responses that contain it. */ readonly count: number }[];
}

/** Rows of the table of responses. */
export interface TableRows {
  /** All responses. */
  readonly all: number;
  /** Responses that the rule and the search let through. */
  readonly filtered: number;
  /** Number of the first row, from 0. */
  readonly from: number;
  /** The rows. */
  readonly rows: readonly { /** Id of the response. */ readonly id: ResponseId; /** Its cells, in the order of the columns. */ readonly cells: readonly (string | number | null)[] }[];
}

/** A column that the table can have. */
export interface TableColumn {
  /** Its key: a field such as `date_created`, `variable:NAME`, `question:ID` or `question:ID:ROW`. */
  readonly key: string;
  /** Its label. */
  readonly label: string;
  /** What its cells are. */
  readonly kind: string;
}

/** One response. */
export interface OneResponse<R> {
  /** The response, as the API returns it, with empty links; null if it is not held, or nothing is at that place. */
  readonly response: R | null;
  /** Its place in the order, from 0; null if the rule does not let it through. */
  readonly position: number | null;
  /** How many responses are in the order. */
  readonly count: number;
  /** Id of the response before it; null without one. */
  readonly previous: ResponseId | null;
  /** Id of the response after it; null without one. */
  readonly next: ResponseId | null;
  /** Its tags. */
  readonly tags: readonly string[];
}

/** The values of a field, with their counts. */
export interface Values {
  /** How many there are. */
  readonly total: number;
  /**
   * The first 1,000 of them: choices in the order of the question, other values and texts by their count, the greatest
   * first.
   */
  readonly values: readonly { /** The value. */ readonly value: string; /** Its label. */ readonly label: string; /** Responses. */ readonly count: number }[];
}
