// The entry of results: responses are fetched once and held here, and all analyses run in this program.

export { openResults } from "./results/open_results.js";
export { eraseResults } from "./session/leaving.js";
export type * from "./results/answers.js";
export type * from "./results/rules.js";
export type {
  Banner, CompareOptions, CrosstabRequest, Group, Kept, Notes, NotesChange, NotesChanges, QuestionPart, ResponseRequest, Results, ResultsClient, ResultsEvents, ResultsOptions,
  ResultsState, RowsRequest, SavedView, SortKey, Span, SummaryRequest, SurveyNotes, SyncOptions, SyncProgress, SyncResult, TestOptions, TextsRequest, TrendRequest,
  ValuesRequest, View, ViewExportOptions, ViewExportRequest, WordsRequest,
} from "./results/types.js";
