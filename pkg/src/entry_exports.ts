/** The exports that all entries of the package have in addition to `createCanvass`. */

export type {
  Account, AccountId, Canvass, Client, Flows, NeedsScope, Session, SignedInSession, SignedOutSession, SignInOptions,
} from "./client.js";
export type { CanvassOptions, Middleware } from "./options.js";
export type { BearerOptions, Region } from "./calls/bearer.js";
export type { ExportFilters, ExportOptions, ExportProgress, ExportRequest, ExportRow, FileRequest, NodeStream, Rows, RowsRequest, StreamRequest } from "./export/types.js";
export type { ExportColumn, Exported, InvitedRecipient, Streamed } from "./outcomes.js";
export type {
  Call, CallOptions, Facts, ListCall, ListOptions, Patience, Progress, Result,
} from "./calls/call.js";
export type { Quota, QuotaWindow, Scopes } from "./quota.js";
export type { Invitation, InvitationOptions, InvitationProgress, InvitationRequest } from "./invitation/send_invitation.js";
export type { ListedRespondents, RespondentsRequest } from "./calls/respondents.js";
export type {
  ChoiceSummary, ColumnSummary, QuestionSummary, RowSummary, SummaryFilters, SummaryOptions, SummaryRequest, SummaryStats, SurveySummary,
} from "./export/summarise.js";
export type { Events, RequestEvent, ResponseEvent, RetryEvent } from "./events.js";
export type * from "./generated/operation_types.js";
export type * from "./generated/parameters.js";
export type * from "./generated/types.js";
export { toInstant } from "./dates.js";
export { type AnyError, CanvassError, type Remedy, isCanvassError } from "./errors.js";
export * from "./generated/causes.js";
