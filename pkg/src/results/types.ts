/** The types of a survey's results that are held here: options, state, views and notes. */

import type { Progress } from "../calls/call.js";
import type { AccountId, Canvass } from "../client.js";
import type { Exported, Streamed } from "../outcomes.js";
import type { NodeStream, Rows } from "../export/types.js";
import type { DateText, Id, LanguageId, QuestionId, ResponseDetails, ResponseId, RowId, Scope, SurveyDetails, SurveyId } from "../generated/types.js";
import type {
  Comparison, Count, Crosstab, Funnel, OneResponse, SurveyResults, TableColumn, TableRows, Texts, Trend, Values, Words,
} from "./answers.js";
import type { Rule } from "./rules.js";

/** A client whose app requests the scopes that results need. */
export type ResultsClient = Canvass<Extract<Scope, "surveys_read" | "responses_read" | "responses_read_detail">>;

/** Where responses are kept: on the device, so that they open at once and offline, or only in this tab. */
export type Kept = "device" | "tab";

/** Which survey to open, and where its responses are kept. */
export interface ResultsOptions {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /**
   * Where the responses are kept; by default `tab`, which writes nothing anywhere. Ask the person before you keep what
   * respondents have said on the device.
   */
  readonly keep?: Kept | undefined;
  /**
   * In Node.js, the folder in which responses are kept; by default they are in memory. Give each account a folder of
   * its own.
   */
  readonly folder?: string | undefined;
  /**
   * Time zone of the days and weeks of trends, such as `Europe/Berlin`; by default that of the platform. Rules do not
   * use it.
   */
  readonly timeZone?: string | undefined;
  /**
   * Seconds before the last change seen from which changes are asked for again, because a service may show them late: 0
   * to 3600, by default 120.
   */
  readonly overlap?: number | undefined;
  /**
   * The survey's design, if `canvass.surveys.details` has just returned it: it is not fetched again then, neither now
   * nor by a sync within a minute.
   */
  readonly design?: SurveyDetails | undefined;
  /**
   * In a page, the URL of the worker's file, the package's `@canvass/sdk/results-worker`, at the page's own origin: a
   * text, a `URL` or a `TrustedScriptURL`. Only pages need it whose bundler does not find the worker, or whose policy
   * has `require-trusted-types-for`.
   */
  readonly worker?: string | object | undefined;
}

/** Options of a sync. */
export interface SyncOptions {
  /** Stops the sync. What has been fetched is held; the next sync goes on from there. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every request, and before every pause of a second or more. */
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
  /**
   * Whether every response is compared with the service's, one request for each 1000; otherwise what has changed is
   * fetched.
   */
  readonly check?: boolean | undefined;
}

/** How far a sync is. */
export interface SyncProgress extends Omit<Progress, "done" | "total"> {
  /** Responses that are held. */
  readonly done: number;
  /** Responses that the service has; null before it has said so. */
  readonly total: number | null;
}

/** What a sync has changed. */
export interface SyncResult {
  /** Responses that are new here. */
  readonly added: number;
  /** Responses that had changed. */
  readonly changed: number;
  /** Responses that were deleted. */
  readonly removed: number;
  /** Requests that it took. */
  readonly requests: number;
}

/** The state of the results of a survey. */
export interface ResultsState {
  /** Responses that are held, previews included. */
  readonly held: number;
  /** Responses that the service had at `as_of`, previews included; null before the first sync. */
  readonly total: number | null;
  /**
   * Whether exactly the service's responses are held, as of `as_of`. While it is false, the numbers are of a part of
   * them.
   */
  readonly complete: boolean;
  /**
   * When the responses were last found to be complete; while they are not, when the service was asked last; null before
   * the first sync. A sync with `check` may hold later responses before it ends.
   */
  readonly as_of: string | null;
  /** Whether a sync is under way, in this tab or in another. */
  readonly syncing: boolean;
  /** When the sync resumes, if it waits for the quota. */
  readonly resumes_at: Date | null;
  /** How far the sync is; null without one. */
  readonly progress: SyncProgress | null;
  /** Bytes on the device; 0 if nothing is kept. */
  readonly bytes: number;
  /** Where the responses are kept. */
  readonly kept: Kept;
  /** Why the last sync has failed; null if it has not. What was held is held. */
  readonly error: unknown;
  /** Whether the results are closed: by `close()`, or because the account has signed out or another one is current. */
  readonly closed: boolean;
}

/** Events, with what their listeners get. */
export interface ResultsEvents {
  /** Responses, the design or tags have changed: views may return something else. */
  readonly change: SyncResult;
  /** The state has changed. */
  readonly state: ResultsState;
}

/** The results of a survey: its responses, held here, and the analyses of them. */
export interface Results {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** The survey's design. */
  readonly design: SurveyDetails;
  /** What is held, and how far a sync is. */
  readonly state: ResultsState;
  /** The tags and views that belong to the survey. */
  readonly notes: Notes;
  /**
   * Fetches what has changed, for background work: it waits for the quota, at most a day at a time. Two calls at once
   * share one sync; a tab waits for the sync of another tab. A sync that fails keeps what it has fetched.
   */
  sync(options?: SyncOptions): Promise<SyncResult>;
  /** The responses that a rule lets through; without a rule all. */
  where(rule?: Rule): View;
  /** Calls the listener on each event of that name. Returns a function that removes it. */
  on<N extends keyof ResultsEvents>(event: N, listener: (value: ResultsEvents[N]) => void): () => void;
  /**
   * Keeps the responses on the device from now on, or only in this tab.
   *
   * @throws `UnavailableError` if the browser has no room for them, or keeps no files.
   */
  keep(where: Kept): Promise<void>;
  /** Forgets all responses, also those on the device. The next sync fetches them again. */
  forget(): Promise<void>;
  /** Ends the work and frees the memory. What is kept on the device stays there. */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Which part of a question: a row or a column of it. */
export interface QuestionPart {
  /** Id of the question. */
  readonly question: QuestionId;
  /** Id of the row. */
  readonly row?: RowId | undefined;
  /** Id of the column of a matrix of menus. */
  readonly column?: Id | undefined;
}

/** Spans of time. */
export type Span = "hour" | "day" | "week" | "month" | "quarter" | "year";

/** The columns of a crosstab: the answers to a question, the values of a field, spans of time, or groups. */
export type Banner =
  | Omit<QuestionPart, "column">
  | { /** A field of the response. */ readonly field: "status" | "collector" | "language" | "mode" }
  | { /** Name of a custom variable. */ readonly variable: string }
  | { /** Spans of time. */ readonly time: { /** The length of a span. */ readonly by: Span } }
  | { /** Groups that rules define. */ readonly groups: readonly Group[] };

/** A group of responses. */
export interface Group {
  /** Its name. */
  readonly name: string;
  /** The rule that chooses its responses, in addition to the view's. */
  readonly rule: Rule;
}

/** How significance is tested. */
export interface TestOptions {
  /** Levels of confidence in percent: of upper case letters, and of lower case letters; by default `[95, 80]`. */
  readonly confidence?: readonly [number, number] | readonly [number] | undefined;
  /** Whether the levels are corrected for the number of comparisons, as Bonferroni does; by default false. */
  readonly bonferroni?: boolean | undefined;
  /** The smallest base that is tested; by default 30. */
  readonly min_base?: number | undefined;
}

/** The rows of a crosstab, its columns, and the tests. */
export interface CrosstabRequest extends TestOptions {
  /** The question whose choices are the rows. */
  readonly rows: QuestionPart;
  /** The banners. */
  readonly columns: readonly Banner[];
}

/** Which questions are counted. */
export interface SummaryRequest {
  /** Ids of the questions; by default all. */
  readonly questions?: readonly QuestionId[] | undefined;
  /**
   * Rules that questions have instead of the view's: that of a chart without the part which a click on it has added.
   */
  readonly own?: { readonly [question: QuestionId]: Rule } | undefined;
}

/** Options of a comparison. */
export interface CompareOptions extends TestOptions {
  /** Ids of the questions; by default all. */
  readonly questions?: readonly QuestionId[] | undefined;
}

/** A question over time. */
export interface TrendRequest {
  /** The length of a span. */
  readonly by: Span;
  /** The question whose mean or score is computed. */
  readonly question?: QuestionId | undefined;
  /** Its row. */
  readonly row?: RowId | undefined;
  /** Time zone of the spans, such as `UTC`; by default that of the results. */
  readonly timeZone?: string | undefined;
}

/** Which answers in words. */
export interface TextsRequest {
  /** Id of the question; by default all questions with open text. */
  readonly question?: QuestionId | undefined;
  /** Its row. */
  readonly row?: RowId | undefined;
  /** Text that the answers contain. */
  readonly text?: string | undefined;
  /** A tag that the responses have. */
  readonly tag?: string | undefined;
  /** Number of the first one, from 0. */
  readonly from?: number | undefined;
  /** Number of the first one that is no longer returned; by default 100 more than `from`, at most 1,000 more. */
  readonly to?: number | undefined;
  /** Their order; by default the newest first. */
  readonly order?: "newest" | "oldest" | undefined;
}

/** Which words. */
export interface WordsRequest {
  /** Id of the question. */
  readonly question: QuestionId;
  /** Its row; by default all rows. */
  readonly row?: RowId | undefined;
  /** How many words; by default 100. */
  readonly top?: number | undefined;
  /** Responses that contain a word at least; by default 3. */
  readonly min?: number | undefined;
  /** Code of the language whose stop words are left out; by default that of each response. */
  readonly language?: LanguageId | undefined;
}

/** How rows are sorted. */
export interface SortKey {
  /** Key of the column. */
  readonly key: string;
  /** The order; by default ascending. */
  readonly order?: "asc" | "desc" | undefined;
}

/** Which rows of the table. */
export interface RowsRequest {
  /** Number of the first row, from 0. */
  readonly from: number;
  /** Number of the first row that is no longer returned, at most 10,000 more than `from`. */
  readonly to: number;
  /** How they are sorted; by default by date, the newest first. */
  readonly sort?: readonly SortKey[] | undefined;
  /** Keys of the columns, as `columns()` lists them. */
  readonly columns: readonly string[];
  /** Text that a row contains. */
  readonly text?: string | undefined;
}

/** Which response: by its id, or by its place in the order. */
export type ResponseRequest = (
  | { /** Id of the response. */ readonly id: ResponseId }
  | { /** Its place in the order, from 0. */ readonly at: number }
) & { /** The order. */ readonly sort?: readonly SortKey[] | undefined };

/** Whose values are listed. */
export type ValuesRequest =
  | { /** A field of the response. */ readonly field: "status" | "collector" | "language" | "mode" | "custom" | "ip" }
  | { /** Name of a custom variable. */ readonly variable: string }
  | Omit<QuestionPart, "column">;

/** What an export of a view is written into. */
export interface ViewExportRequest {
  /**
   * CSV for spreadsheets, JSON lines with one object for each response, or the responses as the API returns them, with
   * empty links.
   */
  readonly format: "csv" | "jsonl" | "json";
  /** Where it is written, as for `exportResponses`; by default into a blob in memory. */
  readonly to?: WritableStream<Uint8Array> | FileSystemFileHandle | NodeStream | "file" | (string & {}) | undefined;
  /** Name of the file that is suggested to the user. */
  readonly name?: string | undefined;
  /** Whether CSV begins with a byte order mark; by default true. */
  readonly mark?: boolean | undefined;
  /** Whether CSV's cells are written unchanged, even if a spreadsheet would run or change them; by default false. */
  readonly exact?: boolean | undefined;
}

/** Options of an export of a view. */
export interface ViewExportOptions {
  /** Stops the export. */
  readonly signal?: AbortSignal | undefined;
}

/** The responses that a rule lets through, and the analyses of them. Nothing is requested: what is held is analysed. */
export interface View {
  /** The rule. */
  readonly rule: Rule;
  /** How many responses there are; with `parts` also without each part of the rule. */
  count(options?: { readonly parts?: boolean | undefined }): Promise<Count>;
  /** The numbers of the questions. */
  summary(request?: SummaryRequest): Promise<SurveyResults>;
  /** A question by the columns of banners, with letters of significance. */
  crosstab(request: CrosstabRequest): Promise<Crosstab>;
  /** Two to five groups side by side. */
  compare(groups: readonly Group[], options?: CompareOptions): Promise<Comparison>;
  /** Responses over time, and the mean or score of a question. */
  trend(request: TrendRequest): Promise<Trend>;
  /** Where people leave. */
  funnel(): Promise<Funnel>;
  /** Answers in words. */
  texts(request?: TextsRequest): Promise<Texts>;
  /** Frequent words of a question. */
  words(request: WordsRequest): Promise<Words>;
  /** Rows of the table of responses. */
  rows(request: RowsRequest): Promise<TableRows>;
  /** The columns that the table can have. */
  columns(): Promise<readonly TableColumn[]>;
  /** One response, and its neighbours in the order. */
  response(request: ResponseRequest): Promise<OneResponse<ResponseDetails>>;
  /** The values of a field, for a menu of a filter. */
  values(request: ValuesRequest): Promise<Values>;
  /** The responses as a table, without a request. */
  export(request: ViewExportRequest & { readonly to: NonNullable<ViewExportRequest["to"]> }, options?: ViewExportOptions): Promise<Streamed>;
  /** The same into a blob in memory. */
  export(request: ViewExportRequest, options?: ViewExportOptions): Promise<Exported>;
  /** The responses as objects by column. */
  exportRows(options?: ViewExportOptions): Promise<Rows>;
}

/** The tags and views of a survey, for all accounts that may see the survey. */
export interface SurveyNotes {
  /** Grows with each change. */
  readonly version: number;
  /** The ids of the responses of each tag. */
  readonly tags: { readonly [tag: string]: readonly ResponseId[] };
  /** The named views. */
  readonly views: readonly SavedView[];
}

/** A named view. */
export interface SavedView {
  /** Its id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The part of an address that holds the whole view. */
  readonly address: string;
  /** Who saved it, as the gateway names the account. */
  readonly by?: AccountId | string | null;
  /** When it was saved. */
  readonly at?: DateText | string | null;
}

/** The changes of the notes by name, each with what it needs. */
export interface NotesChanges {
  /** Adds responses to a tag, and removes others from it. */
  readonly tag: { readonly name: string; readonly add?: readonly ResponseId[] | undefined; readonly remove?: readonly ResponseId[] | undefined };
  /** Gives a tag another name. If there is a tag of that name, it gets the responses. */
  readonly rename_tag: { readonly from: string; readonly to: string };
  /** Removes a tag from all responses. */
  readonly remove_tag: string;
  /** Saves a view; one with the same id is replaced. */
  readonly view: { readonly id?: string | undefined; readonly name: string; readonly address: string };
  /** Removes the view of that id. */
  readonly remove_view: string;
}

/** A change of the notes: one of its members. */
export type NotesChange = {
  [N in keyof NotesChanges]: Pick<NotesChanges, N> & { readonly [Other in Exclude<keyof NotesChanges, N>]?: undefined };
}[keyof NotesChanges];

/** Loads and saves the notes of a survey. */
export interface Notes {
  /** Loads the notes; views then know the tags. Offline, the notes are those of the last time, if they are kept. */
  load(): Promise<SurveyNotes>;
  /**
   * Saves a change. If another account has changed the notes meanwhile, the change is applied to the newer notes. A
   * function gets the notes that are changed, again whenever they are newer ones, and returns the change, or null to
   * change nothing.
   */
  save(change: NotesChange | ((notes: SurveyNotes) => NotesChange | null)): Promise<SurveyNotes>;
}
