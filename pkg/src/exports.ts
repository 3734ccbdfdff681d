/** What every entry of the package exports beside its `createCanvass`. */

export type {
  Account, Canvass, CanvassOptions, Client, Flows, Middleware, NeedsScope, Region, Session, SignInOptions,
} from "./canvass.js";
export type {
  Exported, ExportColumn, ExportFilters, ExportProgress, ExportRequest, ExportRow, FileRequest, Rows, RowsRequest, Streamed, StreamRequest,
} from "./table.js";
export type {
  Call, CallOptions, Facts, ListCall, ListOptions, Patience, Progress, Quota, QuotaWindow, Result, Scopes,
} from "./call.js";
export type { Invitation, InvitationProgress, InvitationRequest, InvitedRecipient } from "./send_invitation.js";
export type { ListedRespondents, RespondentsRequest } from "./respondents.js";
export type {
  ChoiceSummary, ColumnSummary, QuestionSummary, RowSummary, SummaryFilters, SummaryRequest, SummaryStats, SurveySummary,
} from "./summarise.js";
export type { BearerOptions } from "./bearer.js";
export type { Events, RequestEvent, ResponseEvent, RetryEvent } from "./events.js";
export type * from "./types.js";
export { toInstant } from "./dates.js";
export { type AnyError, CanvassError, type Remedy, isCanvassError } from "./errors.js";
export * from "./causes.js";
