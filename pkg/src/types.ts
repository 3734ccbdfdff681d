// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

declare const kind: unique symbol;

/** The id of a resource: a string, whatever it looks like. */
export type Id = string;

/**
 * The id of a resource of one kind. It is a string at run time, and any string that nobody called the id of another kind
 * passes for one: what comes out of an address or a file needs no cast, and a collector's id is no survey's.
 */
export type IdOf<K extends string> = Id & { readonly [kind]?: K };

/**
 * A date, always UTC. Its dialect is stated per field; `new Date` misreads those without offset, `toInstant` reads all.
 * It is a string at run time, and any string passes for one but an id.
 */
export type DateText = string & { readonly [kind]?: "date" };

/** One of the known values, or one that the service has added since. */
export type Open<T extends string> = T | (string & {});

/**
 * A value that the service has added since: a string that is none of the listed ones. It is what is left in the `default`
 * of a `switch`, and a string like any other at run time: compare it as `value as string`.
 */
export declare enum Unlisted {
  /** No string is this one: the type is all there is. */
  value = "(added since)",
}

/** Arguments of an operation that takes none. */
export type NoArguments = { readonly [name: string]: never };

/** A page of a list. */
export interface List<T> {
  /** The resources of the page. */
  readonly data: readonly T[];
  /** Resources per page. */
  readonly per_page: number;
  /** Page returned, from 1. */
  readonly page: number;
  /** Number of resources in all. */
  readonly total: number;
  /** Addresses of this page and its neighbours. */
  readonly links: Links;
}

/** The id of a bank question. */
export type BankQuestionId = IdOf<"bank_question">;

/** The id of a bundle. */
export type BundleId = IdOf<"bundle">;

/** The id of a bundle question. */
export type BundleQuestionId = IdOf<"bundle_question">;

/** The id of a choice. */
export type ChoiceId = IdOf<"choice">;

/** The id of a collector. */
export type CollectorId = IdOf<"collector">;

/** The id of a column. */
export type ColumnId = IdOf<"column">;

/** The id of a contact. */
export type ContactId = IdOf<"contact">;

/** The id of a contact field. */
export type ContactFieldId = IdOf<"contact_field">;

/** The id of a contact list. */
export type ContactListId = IdOf<"contact_list">;

/** The id of a folder. */
export type FolderId = IdOf<"folder">;

/** The id of a group. */
export type GroupId = IdOf<"group">;

/** The id of a language. */
export type LanguageId = IdOf<"language">;

/** The id of a member. */
export type MemberId = IdOf<"member">;

/** The id of a message. */
export type MessageId = IdOf<"message">;

/** The id of a modifier. */
export type ModifierId = IdOf<"modifier">;

/** The id of a modifier option. */
export type ModifierOptionId = IdOf<"modifier_option">;

/** The id of an other option. */
export type OtherOptionId = IdOf<"other_option">;

/** The id of a page. */
export type PageId = IdOf<"page">;

/** The id of a question. */
export type QuestionId = IdOf<"question">;

/** The id of a random assignment. */
export type RandomAssignmentId = IdOf<"random_assignment">;

/** The id of a recipient. */
export type RecipientId = IdOf<"recipient">;

/** The id of a response. */
export type ResponseId = IdOf<"response">;

/** The id of a role. */
export type RoleId = IdOf<"role">;

/** The id of a row. */
export type RowId = IdOf<"row">;

/** The id of a share. */
export type ShareId = IdOf<"share">;

/** The id of a survey. */
export type SurveyId = IdOf<"survey">;

/** The id of a survey category. */
export type SurveyCategoryId = IdOf<"survey_category">;

/** The id of a survey template. */
export type SurveyTemplateId = IdOf<"survey_template">;

/** The id of a team survey template. */
export type TeamSurveyTemplateId = IdOf<"team_survey_template">;

/** The id of a user. */
export type UserId = IdOf<"user">;

/** The id of a webhook. */
export type WebhookId = IdOf<"webhook">;

/** The id of a workgroup. */
export type WorkgroupId = IdOf<"workgroup">;

/** What a token can be allowed to do. */
export type Scope =
  /** View surveys, shared ones included. */
  | "surveys_read"
  /** Create and edit surveys. */
  | "surveys_write"
  /** View collectors. */
  | "collectors_read"
  /** Create and edit collectors. */
  | "collectors_write"
  /** View contacts and contact lists. */
  | "contacts_read"
  /** Create and edit contacts. */
  | "contacts_write"
  /** View whether surveys have responses, and their metadata. */
  | "responses_read"
  /** View answers, answer counts and trends. */
  | "responses_read_detail"
  /** Create and edit responses. */
  | "responses_write"
  /** View webhooks. */
  | "webhooks_read"
  /** Create and edit webhooks. */
  | "webhooks_write"
  /** View user information. */
  | "users_read"
  /** View the teams the user belongs to. */
  | "groups_read"
  /** View the library of themes and templates. */
  | "library_read"
  /** View the workgroups of the team. */
  | "workgroups_read"
  /** Create and edit workgroups. */
  | "workgroups_write"
  /** View the members of workgroups. */
  | "workgroups_members_read"
  /** Add and remove members of workgroups. */
  | "workgroups_members_write"
  /** View the roles that can be assigned. */
  | "roles_read"
  /** Create and edit roles. */
  | "roles_write"
  /** View what is shared in a workgroup. */
  | "workgroups_shares_read"
  /** Add and remove what is shared in a workgroup. */
  | "workgroups_shares_write"
  /** Change the members of the teams the user belongs to. */
  | "groups_write";

/** Why a session ended. */
export type SessionEnd =
  /** The service does not accept its token any more: the user removed the app, or the grant is gone. */
  | "revoked"
  /** It was signed out here or elsewhere, or a new sign-in took its place. */
  | "signed_out"
  /** It was not used for too long. */
  | "idle"
  /** It reached the longest time that a session can last. */
  | "expired";

/** Why a call failed. */
export type ErrorKind =
  /** There is no session, or the access was revoked. */
  | "signed_out"
  /** The user has not granted the scope that the operation needs. */
  | "scope_missing"
  /** The user's plan does not include the operation. */
  | "plan_needed"
  /** The user may not do this with the resource. */
  | "not_permitted"
  /** A limit of the resource is reached. */
  | "resource_limit"
  /** The account lives in another region. */
  | "wrong_region"
  /** The user must verify the email address of the account. */
  | "email_unverified"
  /** There is no such resource. */
  | "not_found"
  /** The request conflicts with what exists. */
  | "conflict"
  /** The resource is too large to be returned or sent. */
  | "too_large"
  /** The app's requests are used up until the quota resets. */
  | "rate_limited"
  /** The service refuses the request as it is. */
  | "bad_request"
  /** The service failed, or could not be reached by the gateway. */
  | "service_failed"
  /** The gateway refuses the request. */
  | "gateway_refused"
  /** An argument is missing or malformed; nothing was sent. */
  | "invalid_argument"
  /** No response came: the network or the gateway failed. */
  | "network"
  /** No response came in time. */
  | "timeout"
  /** The browser is offline; nothing was sent. */
  | "offline"
  /** The response does not have its documented shape. */
  | "unexpected_answer"
  /** The user declined to give the app access. */
  | "sign_in_denied"
  /** No sign-in is under way in this tab. */
  | "state_missing"
  /** The sign-in that came back did not begin in this tab. */
  | "state_mismatch"
  /** The sign-in took too long, or was completed before. */
  | "sign_in_expired"
  /** The sign-in failed. */
  | "sign_in_failed"
  /** The browser blocked the sign-in window, which may open only in answer to a click. */
  | "popup_blocked"
  /** The sign-in window was closed before the sign-in was complete. */
  | "popup_closed"
  /** The SDK's engine failed; the next call starts it again. */
  | "engine_failed"
  /** The platform forbids or lacks something that the SDK needs. */
  | "unavailable";

/** The codes of the API's error table by what they stand for. */
export interface ErrorCodes {
  /** There is no session, or the access was revoked. */
  readonly signed_out: 1010 | 1011 | 1012 | 1013 | 1057 | 1063;
  /** The user has not granted the scope that the operation needs. */
  readonly scope_missing: 1014;
  /** The user's plan does not include the operation. */
  readonly plan_needed: 1005 | 1015;
  /** The user may not do this with the resource. */
  readonly not_permitted: 1016;
  /** A limit of the resource is reached. */
  readonly resource_limit: 1017 | 1056 | 1062;
  /** The account lives in another region. */
  readonly wrong_region: 1018;
  /** The user must verify the email address of the account. */
  readonly email_unverified: 1058;
  /** There is no such resource. */
  readonly not_found: 1020 | 1052 | 1053;
  /** The request conflicts with what exists. */
  readonly conflict: 1025 | 1026;
  /** The resource is too large to be returned or sent. */
  readonly too_large: 1030;
  /** The app's requests are used up until the quota resets. */
  readonly rate_limited: 1040;
  /** The service refuses the request as it is. */
  readonly bad_request: 1000 | 1001 | 1002 | 1003 | 1004 | 1059 | 1060 | 1061;
  /** The service failed, or could not be reached by the gateway. */
  readonly service_failed: 1050 | 1051 | 1054 | 1055;
  /** The gateway refuses the request. */
  readonly gateway_refused: never;
  /** An argument is missing or malformed; nothing was sent. */
  readonly invalid_argument: never;
  /** No response came: the network or the gateway failed. */
  readonly network: never;
  /** No response came in time. */
  readonly timeout: never;
  /** The browser is offline; nothing was sent. */
  readonly offline: never;
  /** The response does not have its documented shape. */
  readonly unexpected_answer: never;
  /** The user declined to give the app access. */
  readonly sign_in_denied: never;
  /** No sign-in is under way in this tab. */
  readonly state_missing: never;
  /** The sign-in that came back did not begin in this tab. */
  readonly state_mismatch: never;
  /** The sign-in took too long, or was completed before. */
  readonly sign_in_expired: never;
  /** The sign-in failed. */
  readonly sign_in_failed: never;
  /** The browser blocked the sign-in window, which may open only in answer to a click. */
  readonly popup_blocked: never;
  /** The sign-in window was closed before the sign-in was complete. */
  readonly popup_closed: never;
  /** The SDK's engine failed; the next call starts it again. */
  readonly engine_failed: never;
  /** The platform forbids or lacks something that the SDK needs. */
  readonly unavailable: never;
}

/** What may help, by the kind of the error. */
export interface ErrorActions {
  /** There is no session, or the access was revoked. */
  readonly signed_out: "sign_in";
  /** The user has not granted the scope that the operation needs. */
  readonly scope_missing: "grant_scope";
  /** The user's plan does not include the operation. */
  readonly plan_needed: "upgrade";
  /** The user may not do this with the resource. */
  readonly not_permitted: "none";
  /** A limit of the resource is reached. */
  readonly resource_limit: "none";
  /** The account lives in another region. */
  readonly wrong_region: "sign_in";
  /** The user must verify the email address of the account. */
  readonly email_unverified: "verify_email";
  /** There is no such resource. */
  readonly not_found: "none";
  /** The request conflicts with what exists. */
  readonly conflict: "correct";
  /** The resource is too large to be returned or sent. */
  readonly too_large: "correct";
  /** The app's requests are used up until the quota resets. */
  readonly rate_limited: "wait";
  /** The service refuses the request as it is. */
  readonly bad_request: "correct";
  /** The service failed, or could not be reached by the gateway. */
  readonly service_failed: "retry";
  /** The gateway refuses the request. */
  readonly gateway_refused: "none";
  /** An argument is missing or malformed; nothing was sent. */
  readonly invalid_argument: "correct";
  /** No response came: the network or the gateway failed. */
  readonly network: "retry";
  /** No response came in time. */
  readonly timeout: "retry";
  /** The browser is offline; nothing was sent. */
  readonly offline: "retry";
  /** The response does not have its documented shape. */
  readonly unexpected_answer: "none";
  /** The user declined to give the app access. */
  readonly sign_in_denied: "sign_in";
  /** No sign-in is under way in this tab. */
  readonly state_missing: "sign_in";
  /** The sign-in that came back did not begin in this tab. */
  readonly state_mismatch: "sign_in";
  /** The sign-in took too long, or was completed before. */
  readonly sign_in_expired: "sign_in";
  /** The sign-in failed. */
  readonly sign_in_failed: "sign_in";
  /** The browser blocked the sign-in window, which may open only in answer to a click. */
  readonly popup_blocked: "sign_in";
  /** The sign-in window was closed before the sign-in was complete. */
  readonly popup_closed: "sign_in";
  /** The SDK's engine failed; the next call starts it again. */
  readonly engine_failed: "retry";
  /** The platform forbids or lacks something that the SDK needs. */
  readonly unavailable: "none";
}

/** Whether an invitation was accepted: to a team as to a workgroup. */
export type MembershipStatus =
  | "active"
  | "pending";

/** The roles that the service defines. */
export type RoleName =
  | "Analyzer"
  | "Collector"
  | "Full Access"
  | "Viewer"
  | "Editor";

/** The kinds of resource that can be shared with a workgroup. */
export type ResourceType =
  | "survey";

/** Extra fields of a share. */
export type ShareInclude =
  | "permissions"
  | "resource_details";

/** What a member did. The specification shows no set; this is the published one. */
export type ActivityType =
  | "authentication_succeeded"
  | "authentication_failed"
  | "authentication_signout"
  | "group_info_updated_group_name"
  | "invite_created"
  | "invite_resent"
  | "member_deleted"
  | "member_joined"
  | "survey_info_create"
  | "survey_info_delete"
  | "survey_info_copy"
  | "survey_info_update"
  | "survey_info_transfer"
  | "collector_info_created"
  | "collector_info_deleted"
  | "collector_info_updated"
  | "member_updated_group_member_type"
  | "permission_created"
  | "permission_updated"
  | "shared_view_created"
  | "shared_view_updated"
  | "export_export_create"
  | "export_downloaded"
  | "respondent_updated"
  | "respondent_deleted"
  | "grant_info_created"
  | "grant_info_deleted";

/** The length of one step of an activity series. */
export type Interval =
  | "daily"
  | "weekly"
  | "monthly"
  | "yearly";

/** Extra fields of the members in a list. */
export type MemberInclude =
  | "first_name"
  | "last_name"
  | "user_id"
  | "email"
  | "type"
  | "language"
  | "status";

/** The role of a member in the team. */
export type MemberType =
  | "regular"
  | "account_owner"
  | "admin";

/**
 * Which surveys to list, by how they are shared, and extra fields of each. The three filters are
 * spelt in two ways by two editions of the documentation; that both are accepted is our choice.
 */
export type SurveyInclude =
  /** Surveys that others have shared with the user. */
  | "shared_with"
  /** Own surveys that the user has shared. */
  | "shared_by"
  /** Surveys that the user owns. */
  | "owned"
  /** The same as `shared_with`. */
  | "share_with"
  /** The same as `shared_by`. */
  | "share_by"
  /** The same as `owned`. */
  | "owner"
  | "response_count"
  | "date_created"
  | "date_modified"
  | "language"
  | "question_count"
  | "analyze_url"
  | "preview"
  | "collect_stats";

/** What surveys can be sorted by. */
export type SurveySort =
  | "title"
  | "date_modified"
  | "num_responses";

/** The direction of a sorted list. Printed in upper case; a query may write it in any case. */
export type SortOrder =
  | "ASC"
  | "DESC";

/** What a respondent of a quiz is shown at the end. */
export type ShowResults =
  | "disabled"
  | "results_only"
  | "results_and_answers";

/** How the ranges of a quiz's feedback are counted. */
export type RangesType =
  | "percentage"
  | "points";

/** The families of questions. */
export type Family =
  | "single_choice"
  | "multiple_choice"
  | "matrix"
  | "open_ended"
  | "demographic"
  | "datetime"
  | "presentation"
  | "click_map";

/** The subtypes of questions. Which of them a family has is in `KINDS`. */
export type Subtype =
  | "vertical"
  | "vertical_two_col"
  | "vertical_three_col"
  | "horiz"
  | "menu"
  | "single"
  | "rating"
  | "ranking"
  | "multi"
  | "essay"
  | "numerical"
  | "international"
  | "us"
  | "both"
  | "date_only"
  | "time_only"
  | "descriptive_text"
  | "image";

/** The order in which answer options are shown. */
export type SortingType =
  | "default"
  | "textasc"
  | "textdesc"
  | "resp_count_asc"
  | "resp_count_desc"
  | "random"
  | "flip";

/** How much of a question must be answered. */
export type RequiredType =
  | "all"
  | "at_least"
  | "at_most"
  | "exactly"
  | "range";

/** What a text must be to count as an answer. */
export type ValidationType =
  | "any"
  | "integer"
  | "decimal"
  | "date_us"
  | "date_intl"
  | "regex"
  | "email"
  | "text_length";

/** Displays that make another question of a kind. */
export type DisplayType =
  | "image_choice"
  | "emoji"
  | "slider"
  | "file_upload";

/** The pictures of an emoji question. */
export type DisplaySubtype =
  | "star"
  | "smiley"
  | "heart"
  | "thumb";

/** What a row of a demographic question asks for. */
export type Detail =
  | "name"
  | "company"
  | "address"
  | "address2"
  | "city"
  | "state"
  | "zip"
  | "country"
  | "email"
  | "phone";

/**
 * What a text of a survey is for. The documentation names `question_heading` and `survey_next`: the others are
 * our choice.
 */
export type TextContext =
  | "survey_title"
  | "survey_next"
  | "survey_prev"
  | "survey_done"
  | "survey_exit"
  | "page_title"
  | "page_description"
  | "question_heading"
  | "question_description"
  | "question_required"
  | "question_validation"
  | "question_sum"
  | "answer_choice"
  | "answer_description"
  | "answer_row"
  | "answer_column"
  | "answer_other"
  | "answer_other_error"
  | "answer_label";

/** Extra fields of a collector in a list. */
export type CollectorInclude =
  | "type"
  | "status"
  | "response_count"
  | "date_created"
  | "date_modified"
  | "url";

/** What collectors are sorted by. */
export type CollectorSort =
  | "id"
  | "date_modified"
  | "type"
  | "status"
  | "name";

/** The kind of a collector. All but `weblink` need a paid plan. */
export type CollectorType =
  | "weblink"
  | "email"
  | "sms"
  | "popup_invitation"
  | "popup_survey"
  | "embedded_survey";

/** Whether a collector takes responses. */
export type CollectorStatus =
  | "open"
  | "closed"
  /** An email collector whose first message was not sent yet. It cannot be asked for. */
  | "new";

/** What a respondent sees who is disqualified. The values are our choice: the documentation names the field only. */
export type DisqualificationType =
  /** `disqualification_message`. */
  | "message"
  /** `disqualification_url`. */
  | "url";

/** What happens when a respondent has finished. */
export type RedirectType =
  /** The respondent is sent to `redirect_url`. */
  | "url"
  /** The window closes. */
  | "close"
  /** The survey begins anew. */
  | "loop";

/** Until when respondents may change their responses. */
export type EditResponseType =
  | "until_complete"
  | "never"
  | "always";

/** How much is kept of who responded. */
export type AnonymousType =
  /** Everything. */
  | "not_anonymous"
  /** No address, but name and email. */
  | "partially_anonymous"
  /** Nothing. */
  | "fully_anonymous";

/** How far the sending of a message is. */
export type MessageStatus =
  | "not_sent"
  | "processing"
  | "sent";

/** The kind of a message. */
export type MessageType =
  | "invite"
  | "reminder"
  | "thank_you"
  | "sms";

/** To which of the collector's recipients a reminder or thank-you goes. */
export type MessageAudience =
  /** Reminders, where nothing is said. */
  | "has_not_responded"
  /** Reminders and thank-yous. */
  | "partially_responded"
  /** Thank-yous, where nothing is said. */
  | "completed"
  /** Thank-yous. */
  | "responded";

/** Extra fields of a recipient in a list. */
export type RecipientInclude =
  | "survey_response_status"
  | "mail_status"
  | "custom_fields"
  | "remove_link"
  | "extra_fields"
  | "survey_link";

/** How far a recipient came in the survey. */
export type RecipientResponseStatus =
  | "not_responded"
  | "partially_responded"
  | "completely_responded";

/** How far the mail to a recipient came. */
export type MailStatus =
  | "sent"
  | "not_sent"
  | "processing";

/** What to do with somebody who is a recipient already. */
export type Duplicates =
  /** Add the recipient again. */
  | "add"
  /** Add only to a message that does not go to the same address. */
  | "add_if_not_in_message"
  /** Add only if no message of the collector goes to the same address. */
  | "add_if_not_in_collector";

/** Whether mail may be sent to a contact. */
export type ContactStatus =
  | "active"
  /** The person wants no mail. */
  | "optout"
  /** The address refused mail. */
  | "bounced";

/** A field that contacts are sorted or searched by. */
export type ContactSort =
  | "email"
  | "first_name"
  | "last_name"
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6";

/** How far a respondent came. */
export type ResponseStatus =
  | "completed"
  | "partial"
  | "overquota"
  | "disqualified";

/** The unit of a time that was spent. */
export type TimeUnit =
  | "second"
  | "minute"
  | "hour";

/** What responses are sorted by. */
export type ResponseSort =
  | "date_modified";

/** How a response was collected. The legacy operation has other words for it. */
export type CollectionMode =
  | "default"
  /** In another's preview, long ago. It counts like any other: our choice. */
  | "preview"
  | "data_entry"
  /**
   * In the preview of a survey. It is listed, and counts neither in `response_count` nor in rollups, trends,
   * benchmarks and results; no webhook hears of it. Our choice.
   */
  | "survey_preview"
  | "edit";

/** The periods of a trend. */
export type TrendBy =
  | "year"
  | "quarter"
  | "month"
  | "week"
  | "day"
  | "hour";

/** What a webhook is told about. */
export type EventType =
  | "response_completed"
  | "response_updated"
  | "response_disqualified"
  | "response_created"
  | "response_deleted"
  | "response_overquota"
  | "collector_created"
  | "collector_updated"
  | "collector_deleted"
  | "survey_created"
  | "survey_updated"
  | "survey_deleted"
  /** Seen in a client, not documented. */
  | "app_installed"
  /** Seen in a client, not documented. */
  | "app_uninstalled";

/** What `object_ids` names. */
export type WebhookObjectType =
  | "survey"
  | "collector";

/** What respondents are sorted by. */
export type RespondentOrder =
  | "respondent_id"
  | "date_modified"
  | "date_start";

/** A field of a respondent that is returned only if it is asked for. */
export type RespondentField =
  | "date_start"
  | "date_modified"
  | "collector_id"
  | "collection_mode"
  | "custom_id"
  | "email"
  | "first_name"
  | "last_name"
  | "ip_address"
  | "status"
  | "analysis_url"
  | "recipient_id";

/** How a response was collected, in the words of the legacy API; `/v3` has others. */
export type LegacyCollectionMode =
  | "normal"
  | "manual"
  | "survey_preview"
  | "edited";

/** How far a respondent came. */
export type RespondentStatus =
  | "completed"
  | "partial"
  | "disqualified"
  | "overquota";

/** The addresses of a list's neighbours; through a gateway they lead to the gateway. The SDK reads them and never follows them. */
export interface Links {
  /** This page. */
  readonly self: string;
  /** The page before, from page 2. */
  readonly prev?: string | null;
  /** The page after, unless this is the last. */
  readonly next?: string | null;
  /** The first page, from page 2. */
  readonly first?: string | null;
  /** The last page, unless this is it. */
  readonly last?: string | null;
}

/** The user whom the token speaks for. */
export interface User {
  /** Id of the user. */
  readonly id: UserId;
  /** Name by which the user signs in. */
  readonly username: string;
  /** First name; empty if the user gave none. */
  readonly first_name: string;
  /** Last name; empty if the user gave none. */
  readonly last_name: string;
  /** Language of the account as an ISO 639-1 code. */
  readonly language: string;
  /** Email address of the account. */
  readonly email: string;
  /** Whether the owner of the account has confirmed the address. */
  readonly email_verified: boolean;
  /** The plan of the account. */
  readonly account_type: string;
  /** When the account was created, with offset. */
  readonly date_created: DateText;
  /** When the user last signed in, with offset. */
  readonly date_last_login: DateText;
  /** The question types of the editor, each by its name with whether the plan includes it. */
  readonly question_types: { readonly [key: string]: boolean };
  /** What the token may do, and what it could be allowed to do. */
  readonly scopes: UserScopes;
  /** Names of the third-party sign-ins that are connected to the account. */
  readonly sso_connections: ReadonlyArray<string>;
  /** Features of the plan by name; a value is a string or a boolean. */
  readonly features: { readonly [key: string]: unknown };
  /** Address of this resource. */
  readonly href: string;
}

/** The scopes of a token beside those of its user, by their names on the wire. */
export interface UserScopes {
  /** Scopes that the user approved for the app. */
  readonly granted: ReadonlyArray<string>;
  /** Scopes that the account could approve. */
  readonly available: ReadonlyArray<string>;
}

/** A workgroup: people of a team who work on the same surveys. */
export interface Workgroup {
  /** Id of the workgroup. */
  readonly id: WorkgroupId;
  /** Name. */
  readonly name: string;
  /** Description; empty if there is none. */
  readonly description: string;
  /** Whether the whole team sees the workgroup, or only its members and the admins. */
  readonly is_visible: boolean;
  /** Extra data that the app attached. */
  readonly metadata: { readonly [key: string]: unknown };
  /** When the workgroup was created, without offset. */
  readonly created_at: DateText;
  /** When the workgroup was last changed, without offset. */
  readonly updated_at: DateText;
  /** The members who have accepted. */
  readonly members: ReadonlyArray<WorkgroupUser>;
  /** How the user of the token belongs to the workgroup. */
  readonly membership: Membership;
  /**
   * Number of resources shared with the workgroup. One table of the specification spells it `share_count`; its
   * examples, and we, use this name.
   */
  readonly shares_count?: number | null;
  /** The same as text, where a service spells it so. Ours does not. */
  readonly share_count?: string | null;
  /** Number of members, pending ones included. */
  readonly members_count: number;
  /** The role of members to whom no other role was assigned. */
  readonly default_role: DefaultRole;
  /** Organization of the workgroup: the team. */
  readonly organization_id: GroupId;
}

/** A user among the members of a workgroup. */
export interface WorkgroupUser {
  /** Id of the user. */
  readonly user_id: UserId;
  /** Whether the user is an owner of the workgroup. */
  readonly is_owner: boolean;
}

/** How a user belongs to a workgroup. */
export interface Membership {
  /** Whether the user is an owner of the workgroup. */
  readonly is_owner: boolean;
  /** State of the invitation; null if the user is not a member. */
  readonly status: Open<MembershipStatus> | null;
}

/** The role that members of a workgroup have by default. A new workgroup has Full Access. */
export interface DefaultRole {
  /** Id of the role. */
  readonly id: RoleId;
  /** Name of the role. */
  readonly name: Open<RoleName>;
  /** Description of the role; empty if there is none. */
  readonly description: string;
  /** Whether the role can be assigned. */
  readonly is_enabled: boolean;
  /** Extra data of the role. */
  readonly metadata: { readonly [key: string]: unknown };
}

/** A resource that a user reaches through a share, with what the share permits. */
export interface SharedResource {
  /** Id of the share. */
  readonly share_id: ShareId;
  /** Workgroup through which the resource is shared. */
  readonly workgroup_id: WorkgroupId;
  /** Kind of the resource. */
  readonly resource_type: Open<ResourceType>;
  /** Id of the resource. */
  readonly resource_id: Id;
  /** What the user may do with it, as dotted names of an area and an access, such as `design.read_only`. */
  readonly privileges: ReadonlyArray<string>;
  /** The actions that the workgroup may take; only if included. */
  readonly permissions?: SharePermissions | null;
  /** The resource itself in short; only if included. */
  readonly resource_details?: ResourceDetails | null;
}

/**
 * The actions that a workgroup may take on a shared resource. The specification names the two
 * groups of actions and not their form: this one is our choice.
 */
export interface SharePermissions {
  /** Actions on the survey itself, as dotted names. */
  readonly survey: ReadonlyArray<string>;
  /** Actions on the collectors of the survey, as dotted names. */
  readonly collector: ReadonlyArray<string>;
}

/** A shared resource in short. The specification names no fields: these are our choice. */
export interface ResourceDetails {
  /** Id of the resource. */
  readonly id: Id;
  /** Title of the resource. */
  readonly title: string;
  /** Title that only its editors see; empty if there is none. */
  readonly nickname: string;
  /** Address of the resource. */
  readonly href: string;
}

/** A team in a list. */
export interface GroupRef {
  /** Id of the team. */
  readonly id: GroupId;
  /** Name of the team. */
  readonly name: string;
  /** Address of the team. */
  readonly href: string;
}

/** A team. A plain member reads the owner's address besides, to know whom to ask. */
export interface Group {
  /** Id of the team. */
  readonly id: GroupId;
  /** Name of the team. */
  readonly name: string;
  /** Number of members, pending ones included. */
  readonly member_count: number;
  /** Number of members that the team may have. */
  readonly max_invites: number;
  /** When the team was created, with offset. */
  readonly date_created: DateText;
  /** Email address of the owner; for plain members. */
  readonly owner_email?: string | null;
  /** Address of this resource. */
  readonly href: string;
}

/** A stretch of the record of a team's activities, newest first. Not the usual list envelope. */
export interface Activities {
  /** The records. */
  readonly results: ReadonlyArray<Activity>;
  /** Number of records asked for. */
  readonly limit: number;
  /** Number of records left out before the first one. */
  readonly offset: number;
  /** Number of records in all. */
  readonly total: number;
  /** Names of the fields that hold text for people, separated by commas: `activity_msg,member_type`. */
  readonly sl_translate: string;
}

/** One thing that a member did. Its ids are numbers, unlike those of every other resource. */
export interface Activity {
  /** What was done, in words, with HTML markup. */
  readonly activity_msg: string;
  /** What was done. */
  readonly activity_type: Open<ActivityType>;
  /** City from which it was done, if known. */
  readonly city: string | null;
  /** Country from which it was done, if known. */
  readonly country: string | null;
  /** When it was done, as YYYY-MM-DD HH:MM:SS. */
  readonly date_created: DateText;
  /** Name of the member's division, if the team has divisions. */
  readonly division_name: string | null;
  /** Email address of the member. */
  readonly email: string;
  /** The team as a number. */
  readonly group_id: number;
  /** Address of the network from which it was done, if known. */
  readonly ip_address: string | null;
  /** Role of the member in words, with HTML markup. */
  readonly member_type: string;
  /** The user as a number. */
  readonly user_id: number;
  /** Name of the user. */
  readonly user_name: string;
}

/** How often something was done per step of time. The newest step comes first. */
export interface ActivitySeries {
  /** Length of a step. */
  readonly interval: Open<Interval>;
  /** How often it was done in each step. */
  readonly series: ReadonlyArray<number>;
  /** Label of each step, as long as the interval needs: `2020` for a year. */
  readonly times: ReadonlyArray<string>;
}

/** A member in a list. What is optional is there only if included. */
export interface MemberRef {
  /** Id of the member. */
  readonly id: MemberId;
  /** Name by which the member signs in. */
  readonly username: string;
  /** First name. */
  readonly first_name?: string | null;
  /** Last name. */
  readonly last_name?: string | null;
  /** Id of the member's user; an empty string while the invitation is pending, which is our choice. */
  readonly user_id?: UserId | null;
  /** Email address. */
  readonly email?: string | null;
  /** Role in the team. */
  readonly type?: Open<MemberType> | null;
  /** Language of the account as an ISO 639-1 code. */
  readonly language?: string | null;
  /** State of the invitation. */
  readonly status?: Open<MembershipStatus> | null;
  /** Address of the member. */
  readonly href: string;
}

/** A member of a team. */
export interface Member {
  /** Id of the member. */
  readonly id: MemberId;
  /** Name by which the member signs in. */
  readonly username: string;
  /** Email address. */
  readonly email: string;
  /** Role in the team. */
  readonly type: Open<MemberType>;
  /** State of the invitation. */
  readonly status: Open<MembershipStatus>;
  /** Id of the member's user; an empty string while the invitation is pending, which is our choice. */
  readonly user_id: UserId;
  /** Language of the account as an ISO 639-1 code. */
  readonly language: string;
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** When the member was added to the team, with offset. */
  readonly date_created: DateText;
  /** Address of this resource. */
  readonly href: string;
}

/** What changes in a member. */
export interface MemberPatch {
  /** New email address of the member. */
  readonly email: string;
}

/** What makes a workgroup. */
export interface WorkgroupNew {
  /** Name. */
  readonly name: string;
  /** Whether the whole team sees the workgroup, or only its members and the admins. */
  readonly is_visible: boolean;
  /** Description; empty if not given. */
  readonly description?: string | null;
  /**
   * Extra data to attach. The specification describes it as required in one place only; that it
   * may be left out, and is empty then, is our choice.
   */
  readonly metadata?: { readonly [key: string]: unknown } | null;
}

/** What changes in a workgroup. */
export interface WorkgroupPatch {
  /** New name. */
  readonly name?: string | null;
  /** New description. */
  readonly description?: string | null;
  /** Whether the whole team sees the workgroup from now on. */
  readonly is_visible?: boolean | null;
  /** Extra data that takes the place of the data attached so far. */
  readonly metadata?: { readonly [key: string]: unknown } | null;
}

/** A member of a workgroup. */
export interface WorkgroupMember {
  /** Id of the member, which is the id of the user. */
  readonly id: UserId;
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Whether the member is an owner of the workgroup. */
  readonly is_workgroup_owner: boolean;
  /** Id of the assignment that gives the member a role. */
  readonly role_assignment_id: Id;
  /** State of the invitation. */
  readonly status: Open<MembershipStatus>;
  /** When the member was added, without offset. */
  readonly created_at: DateText;
  /** When the membership was last changed, without offset. */
  readonly updated_at: DateText;
}

/** What makes a member of a workgroup. */
export interface WorkgroupMemberNew {
  /** Id of the user to add. */
  readonly user_id: UserId;
  /** Whether the user becomes an owner of the workgroup; no if not given, which is our choice. */
  readonly is_workgroup_owner?: boolean | null;
}

/** Several users to add to a workgroup. */
export interface WorkgroupMembersNew {
  /** The users to add. */
  readonly members: ReadonlyArray<WorkgroupMemberNew>;
}

/** The members that a call has added. The documentation shows no answer: this one is our choice. */
export interface WorkgroupMembersAdded {
  /** The members that were added. */
  readonly members: ReadonlyArray<WorkgroupMember>;
}

/** What changes in a member of a workgroup. */
export interface WorkgroupMemberPatch {
  /** Whether the member is an owner of the workgroup from now on. */
  readonly is_workgroup_owner?: boolean | null;
}

/** A resource that is shared with a workgroup. */
export interface WorkgroupShare {
  /** Id of the share. */
  readonly id: ShareId;
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Organization of the workgroup: the team. */
  readonly organization_id: GroupId;
  /** User who shared the resource. */
  readonly owner_user_id: UserId;
  /** Id of the resource. */
  readonly resource_id: Id;
  /** Kind of the resource. */
  readonly resource_type: Open<ResourceType>;
  /** When the resource was shared, without offset. */
  readonly created_at: DateText;
  /** The actions that the workgroup may take; only if included. */
  readonly permissions?: SharePermissions | null;
  /** The resource itself in short; only if included. */
  readonly resource_details?: ResourceDetails | null;
}

/** What makes a share. */
export interface WorkgroupShareNew {
  /** Kind of the resource. */
  readonly resource_type: ResourceType;
  /** Id of the resource. */
  readonly resource_id: Id;
}

/** Several resources to share with a workgroup. */
export interface WorkgroupSharesNew {
  /** The resources to share. */
  readonly shares: ReadonlyArray<WorkgroupShareNew>;
}

/** The shares that a call has made. The documentation shows no answer: this one is our choice. */
export interface WorkgroupSharesAdded {
  /** The shares that were made. */
  readonly shares: ReadonlyArray<WorkgroupShare>;
}

/** A role that can be assigned to a member of a workgroup. */
export interface Role {
  /** Id of the role. */
  readonly id: RoleId;
  /** Name of the role. Those of the service have a fixed set of names; a team may define others. */
  readonly name: string;
  /** Description; empty if there is none. */
  readonly description: string;
  /** What the role permits, as dotted names of an area and an access, such as `design.full_access`. */
  readonly privileges: ReadonlyArray<string>;
  /** Whether the service defines the role, or the team. */
  readonly is_system_role: boolean;
  /** Whether the role can be assigned. */
  readonly is_enabled: boolean;
  /** When the role was created, without offset. */
  readonly created_at: DateText;
  /** When the role was last changed, without offset. */
  readonly updated_at: DateText;
}

/** The settings of a team for its workgroups. */
export interface Organization {
  /** Id of the organization: that of the team. */
  readonly id: GroupId;
  /** Role of members to whom no other role was assigned. */
  readonly default_role_id: RoleId;
  /** Whether every member may create workgroups, or only the admins. */
  readonly users_can_create_workgroups: boolean;
  /** When the settings were last changed, without offset. */
  readonly updated_at: DateText;
}

/** A survey in a list. What is optional is there only if included. */
export interface SurveyRef {
  /** Id of the survey. */
  readonly id: SurveyId;
  /** Title. */
  readonly title: string;
  /** Title that only its editors see; empty if there is none. */
  readonly nickname: string;
  /** Address of the survey. */
  readonly href: string;
  /** Number of responses. */
  readonly response_count?: number | null;
  /** Number of questions. */
  readonly question_count?: number | null;
  /** When the survey was created, without offset and to the minute. */
  readonly date_created?: DateText | null;
  /** When the survey was last changed, without offset and to the minute. */
  readonly date_modified?: DateText | null;
  /** Language as a code of the survey languages. */
  readonly language?: string | null;
  /** Address of the analysis on the service's site. */
  readonly analyze_url?: string | null;
  /** Address of a preview: the survey as respondents take it. Whoever has the address can open it, which is our choice. */
  readonly preview?: string | null;
  /** The collectors counted. */
  readonly collect_stats?: CollectStats | null;
}

/** The collectors of a survey counted. Its fields are documented nowhere: they are our choice. */
export interface CollectStats {
  /** Number of collectors. */
  readonly total: number;
  /** Number of collectors that take responses. */
  readonly open: number;
  /** Number of collectors that take no responses any more. */
  readonly closed: number;
}

/** What makes a survey: nothing for a blank one, one of the three sources for a copy, or whole pages. */
export interface SurveyNew {
  /** Title; "New Survey" if not given. */
  readonly title?: string | null;
  /** Template of the library to copy. */
  readonly from_template_id?: SurveyTemplateId | null;
  /** Survey to copy. */
  readonly from_survey_id?: SurveyId | null;
  /** Template of the team to copy. */
  readonly from_team_template_id?: TeamSurveyTemplateId | null;
  /** Title that only its editors see; empty if not given. */
  readonly nickname?: string | null;
  /** Language as a code of the survey languages; `en` if not given. */
  readonly language?: string | null;
  /** The texts of the buttons. */
  readonly buttons_text?: ButtonsText | null;
  /** Variables that collectors may set, each by name with its label. */
  readonly custom_variables?: { readonly [key: string]: string } | null;
  /** Whether the service's footer is shown; yes if not given. */
  readonly footer?: boolean | null;
  /** Folder that the survey goes to. */
  readonly folder_id?: FolderId | null;
  /** Theme; a number is accepted too, for clients that send one. */
  readonly theme_id?: string | number | null;
  /** Whether the survey is a quiz, and what it tells respondents. */
  readonly quiz_options?: QuizOptionsInput | null;
  /** The pages in order, each with its questions. */
  readonly pages?: ReadonlyArray<SurveyPageNew> | null;
}

/** The texts of the buttons. */
export interface ButtonsText {
  /** Leads to the page after. */
  readonly next_button?: string | null;
  /** Leads to the page before. */
  readonly prev_button?: string | null;
  /** Ends the survey. */
  readonly done_button?: string | null;
  /** Leaves the survey; an empty text hides the button. */
  readonly exit_button?: string | null;
}

/** Whether a survey is a quiz, and what it tells respondents. */
export interface QuizOptions {
  /** Whether the survey is a quiz. */
  readonly is_quiz_mode: boolean;
  /** Feedback on questions that have none of their own. */
  readonly default_question_feedback?: QuestionFeedback | null;
  /** What respondents are shown at the end. */
  readonly show_results_type?: Open<ShowResults> | null;
  /** Feedback on the whole result. */
  readonly feedback?: QuizFeedback | null;
}

/** Whether a survey is a quiz, and what it tells respondents. */
export interface QuizOptionsInput {
  /** Whether the survey is a quiz. */
  readonly is_quiz_mode: boolean;
  /** Feedback on questions that have none of their own. */
  readonly default_question_feedback?: QuestionFeedback | null;
  /** What respondents are shown at the end. */
  readonly show_results_type?: ShowResults | null;
  /** Feedback on the whole result. */
  readonly feedback?: QuizFeedbackInput | null;
}

/** What a respondent is told about an answer. */
export interface QuestionFeedback {
  /** Said about a correct answer. */
  readonly correct_text?: string | null;
  /** Said about a wrong answer. */
  readonly incorrect_text?: string | null;
  /** Said about an answer that is correct in part. */
  readonly partial_text?: string | null;
}

/** What a respondent is told about the result. */
export interface QuizFeedback {
  /** How the ranges are counted. */
  readonly ranges_type: Open<RangesType>;
  /** The ranges. */
  readonly ranges: ReadonlyArray<FeedbackRange>;
}

/** What a respondent is told about the result. */
export interface QuizFeedbackInput {
  /** How the ranges are counted. */
  readonly ranges_type: RangesType;
  /** The ranges. */
  readonly ranges: ReadonlyArray<FeedbackRange>;
}

/** What a respondent is told about a result within a range. */
export interface FeedbackRange {
  /** Smallest result of the range. */
  readonly min: number;
  /** Largest result of the range. */
  readonly max: number;
  /** What is said. */
  readonly message: string;
}

/** A page of a survey that is created whole. */
export interface SurveyPageNew {
  /** Title; empty if not given. */
  readonly title?: string | null;
  /** Text below the title; empty if not given. */
  readonly description?: string | null;
  /** The questions in order. */
  readonly questions?: ReadonlyArray<QuestionNew> | null;
}

/**
 * What makes or changes a question. A new question needs headings, family and subtype, or a
 * question of the bank; a PATCH may leave out anything.
 *
 * It takes one of these forms.
 */
export type QuestionNew =
  | SingleChoiceQuestionNew
  | MultipleChoiceQuestionNew
  | MatrixQuestionNew
  | MatrixMenuQuestionNew
  | OpenEndedQuestionNew
  | OpenEndedRowsQuestionNew
  | DemographicQuestionNew
  | DatetimeQuestionNew
  | PresentationQuestionNew
  | ClickMapQuestionNew
  | RankingQuestionNew
  | BankQuestionNew;

/** What every form of QuestionNew has. */
export interface QuestionNewFields {
  /** Place on the page, from 1; a new question comes at the end if it is not given, an old one stays in its place. */
  readonly position?: number | null;
  /** False takes the question out of the survey as deleting it in the editor does. */
  readonly visible?: boolean | null;
  /** How it is set on the page. */
  readonly layout?: Layout | null;
  /** Name that only the editors see; of presentation questions. */
  readonly nickname?: string | null;
  /** The order in which the answer options are shown. */
  readonly sorting?: SortingInput | null;
  /** What must be answered. */
  readonly required?: RequiredInput | null;
  /** What a text must be. */
  readonly validation?: ValidationNew | null;
  /** Whether every choice may be used in one row only; of matrix questions that rate or pick one. */
  readonly forced_ranking?: boolean | null;
  /** How the question counts in a quiz. */
  readonly quiz_options?: QuestionQuiz | null;
  /** The display that makes another question of it; needed to make such a question. */
  readonly display_options?: DisplayOptionsInput | null;
}

/** One of several choices. */
export interface SingleChoiceQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "single_choice";
  /** Subtype. */
  readonly subtype: "vertical" | "vertical_two_col" | "vertical_three_col" | "horiz" | "menu";
  /** The answer options. */
  readonly answers: ChoiceAnswersNew;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** Any number of several choices. */
export interface MultipleChoiceQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "multiple_choice";
  /** Subtype. */
  readonly subtype: "vertical" | "vertical_two_col" | "vertical_three_col" | "horiz";
  /** The answer options. */
  readonly answers: ChoiceAnswersNew;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** Rows that take the same choices. */
export interface MatrixQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: "single" | "rating" | "multi";
  /** The answer options. */
  readonly answers: MatrixAnswersNew;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** Rows and columns; each column has choices of its own. */
export interface MatrixMenuQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: "menu";
  /** The answer options. */
  readonly answers: MatrixMenuAnswersNew;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** One text; with a display also a slider or an upload. */
export interface OpenEndedQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: "single" | "essay";
  /** The answer options. */
  readonly answers?: never;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** A text or a number for every row. */
export interface OpenEndedRowsQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: "multi" | "numerical";
  /** The answer options. */
  readonly answers: RowAnswersNew;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** Name, address and the like, a detail in every row. */
export interface DemographicQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "demographic";
  /** Subtype. */
  readonly subtype: "international" | "us";
  /** The answer options. */
  readonly answers?: DetailAnswersNew | null;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** A date, a time, or both for every row. */
export interface DatetimeQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "datetime";
  /** Subtype. */
  readonly subtype: "both" | "date_only" | "time_only";
  /** The answer options. */
  readonly answers: RowAnswersNew;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** A text or an image that asks nothing. */
export interface PresentationQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "presentation";
  /** Subtype. */
  readonly subtype: "descriptive_text" | "image";
  /** The answer options. */
  readonly answers?: never;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** An image to click on. */
export interface ClickMapQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "click_map";
  /** Subtype. */
  readonly subtype: "single";
  /** The answer options. */
  readonly answers?: never;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** Rows to be put in order; the service makes the choices. */
export interface RankingQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: "ranking";
  /** The answer options. */
  readonly answers: RankingAnswersNew;
  /** The question of the bank to copy. */
  readonly question_bank?: never;
}

/** A question of the bank; what is said beside it stands in place of what the bank says. */
export interface BankQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings?: ReadonlyArray<Heading> | null;
  /** Family. */
  readonly family?: never;
  /** Subtype. */
  readonly subtype?: never;
  /** The answer options. */
  readonly answers?: AnswersNew | null;
  /** The question of the bank to copy. */
  readonly question_bank: QuestionBankPick;
}

/**
 * What makes or changes a question. A new question needs headings, family and subtype, or a
 * question of the bank; a PATCH may leave out anything.
 */
export interface QuestionPatch {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings?: ReadonlyArray<Heading> | null;
  /** Place on the page, from 1; a new question comes at the end if it is not given, an old one stays in its place. */
  readonly position?: number | null;
  /** False takes the question out of the survey as deleting it in the editor does. */
  readonly visible?: boolean | null;
  /** Family. */
  readonly family?: Family | null;
  /** Subtype. */
  readonly subtype?: Subtype | null;
  /** How it is set on the page. */
  readonly layout?: Layout | null;
  /** Name that only the editors see; of presentation questions. */
  readonly nickname?: string | null;
  /** The order in which the answer options are shown. */
  readonly sorting?: SortingInput | null;
  /** What must be answered. */
  readonly required?: RequiredInput | null;
  /** What a text must be. */
  readonly validation?: ValidationNew | null;
  /** Whether every choice may be used in one row only; of matrix questions that rate or pick one. */
  readonly forced_ranking?: boolean | null;
  /** How the question counts in a quiz. */
  readonly quiz_options?: QuestionQuiz | null;
  /** The display that makes another question of it; needed to make such a question. */
  readonly display_options?: DisplayOptionsInput | null;
  /** The answer options. */
  readonly answers?: AnswersNew | null;
  /** The question of the bank to copy. */
  readonly question_bank?: QuestionBankPick | null;
}

/** A heading of a question. */
export interface Heading {
  /** Text; may be empty where headings are assigned at random. */
  readonly heading: string;
  /** Text below, or the title of an image. */
  readonly description?: string | null;
  /** Image of a presentation question. */
  readonly image?: HeadingImage | null;
  /** How the heading is assigned at random. */
  readonly random_assignment?: RandomAssignment | null;
}

/** An image in a heading. */
export interface HeadingImage {
  /** Address of the image. */
  readonly url: string;
}

/** How a heading is assigned to respondents at random. */
export interface RandomAssignment {
  /** Id of the assignment; given by the service. */
  readonly id?: RandomAssignmentId | null;
  /** Chance in percent; those of a question add up to 100. */
  readonly percent: number;
  /** Place among the headings, from 1. */
  readonly position?: number | null;
  /** Name by which responses refer to the heading; may be empty. */
  readonly variable_name?: string | null;
}

/** How a question is set on the page. */
export interface Layout {
  /** Space below. */
  readonly bottom_spacing?: number | null;
  /** Width of a column. */
  readonly col_width?: number | null;
  /** Unit of the width of a column. */
  readonly col_width_format?: string | null;
  /** Space on the left. */
  readonly left_spacing?: number | null;
  /** Width of the text field in characters. */
  readonly num_chars?: number | null;
  /** Height of the text field in lines. */
  readonly num_lines?: number | null;
  /** Whether the question starts a new row. */
  readonly position?: string | null;
  /** Space on the right. */
  readonly right_spacing?: number | null;
  /** Space above. */
  readonly top_spacing?: number | null;
  /** Width of the question. */
  readonly width?: number | null;
  /** Unit of the width of the question. */
  readonly width_format?: string | null;
}

/** The order in which answer options are shown. */
export interface Sorting {
  /** The order. */
  readonly type: Open<SortingType>;
  /** Whether the last option keeps its place. */
  readonly ignore_last?: boolean | null;
}

/** The order in which answer options are shown. */
export interface SortingInput {
  /** The order. */
  readonly type: SortingType;
  /** Whether the last option keeps its place. */
  readonly ignore_last?: boolean | null;
}

/** How much of a question must be answered. */
export interface Required {
  /** What a respondent is told who answers too little. */
  readonly text: string;
  /** How the amount is meant. */
  readonly type?: Open<RequiredType> | null;
  /** The amount; two numbers with a comma between for a range, such as `1,3`. */
  readonly amount?: string | null;
}

/** How much of a question must be answered. */
export interface RequiredInput {
  /** What a respondent is told who answers too little. */
  readonly text: string;
  /** How the amount is meant. */
  readonly type?: RequiredType | null;
  /** The amount; two numbers with a comma between for a range, such as `1,3`. */
  readonly amount?: string | number | null;
}

/** What a text must be to count as an answer, when it is set. */
export interface ValidationNew {
  /** The check. */
  readonly type: ValidationType;
  /** What a respondent is told whose answer fails it. */
  readonly text?: string | null;
  /** Smallest value, earliest date or shortest text. */
  readonly min?: string | number | null;
  /** Largest value, latest date or longest text. */
  readonly max?: string | number | null;
  /** What the numbers of a numerical question must add up to: a whole number. */
  readonly sum?: string | number | null;
  /** What a respondent is told whose numbers do not; a sentence of the service's if empty or not given. */
  readonly sum_text?: string | null;
}

/** How a question counts in a quiz. */
export interface QuestionQuiz {
  /** Whether its answers give points. */
  readonly scoring_enabled: boolean;
  /** What a respondent is told about an answer. */
  readonly feedback?: QuestionFeedback | null;
}

/** The display that makes another question of a kind: pictures, a slider or an upload. */
export interface DisplayOptions {
  /** The display. */
  readonly display_type: Open<DisplayType>;
  /** The picture of an emoji question. */
  readonly display_subtype?: Open<DisplaySubtype> | null;
  /** Label at the left end of a slider. */
  readonly left_label?: string | null;
  /** Id of that label. */
  readonly left_label_id?: Id | null;
  /** Label in the middle of a slider. */
  readonly middle_label?: string | null;
  /** Id of that label. */
  readonly middle_label_id?: Id | null;
  /** Label at the right end of a slider. */
  readonly right_label?: string | null;
  /** Id of that label. */
  readonly right_label_id?: Id | null;
  /** Whether the number is shown beside the slider or the pictures. */
  readonly show_display_number?: boolean | null;
  /** Settings of the display itself. */
  readonly custom_options?: CustomOptions | null;
}

/** The display that makes another question of a kind: pictures, a slider or an upload. */
export interface DisplayOptionsInput {
  /** The display. */
  readonly display_type: DisplayType;
  /** The picture of an emoji question. */
  readonly display_subtype?: DisplaySubtype | null;
  /** Label at the left end of a slider. */
  readonly left_label?: string | null;
  /** Id of that label. */
  readonly left_label_id?: Id | null;
  /** Label in the middle of a slider. */
  readonly middle_label?: string | null;
  /** Id of that label. */
  readonly middle_label_id?: Id | null;
  /** Label at the right end of a slider. */
  readonly right_label?: string | null;
  /** Id of that label. */
  readonly right_label_id?: Id | null;
  /** Whether the number is shown beside the slider or the pictures. */
  readonly show_display_number?: boolean | null;
  /** Settings of the display itself. */
  readonly custom_options?: CustomOptionsInput | null;
}

/** Settings of a display. */
export interface CustomOptions {
  /** Where a slider stands at first. */
  readonly starting_position?: number | null;
  /** How far a slider moves in one step. */
  readonly step_size?: number | null;
  /** The options of the display, such as the kinds of file an upload takes. */
  readonly option_set?: ReadonlyArray<string> | null;
  /** Colour of the pictures, as a hex string. */
  readonly color?: string | null;
}

/** Settings of a display. */
export interface CustomOptionsInput {
  /** Where a slider stands at first. */
  readonly starting_position?: number | null;
  /** How far a slider moves in one step. */
  readonly step_size?: number | null;
  /** The options of the display, such as the kinds of file an upload takes. */
  readonly option_set?: ReadonlyArray<string | number> | null;
  /** Colour of the pictures, as a hex string. */
  readonly color?: string | null;
}

/** The answer options of a question, when they are set. A ranking takes rows alone. */
export interface AnswersNew {
  /** What a respondent picks. */
  readonly choices?: ReadonlyArray<ChoiceNew> | null;
  /** What a respondent picks or writes something for. */
  readonly rows?: ReadonlyArray<RowNew> | null;
  /** The columns of a matrix of menus. */
  readonly cols?: ReadonlyArray<ColumnNew> | null;
  /**
   * Room for an answer of the respondent's own, or for a comment: an object as in answers, or
   * an array of one as in the documentation's examples.
   */
  readonly other?: OtherNew | readonly [OtherNew, ...unknown[]] | null;
}

/** The options of a question with choices. */
export interface ChoiceAnswersNew extends AnswersNew {
  /** What a respondent picks. */
  readonly choices: ReadonlyArray<ChoiceNew>;
  /** What a respondent picks or writes something for. */
  readonly rows?: never;
  /** The columns of a matrix of menus. */
  readonly cols?: never;
}

/** The options of a matrix. */
export interface MatrixAnswersNew extends AnswersNew {
  /** What a respondent picks. */
  readonly choices: ReadonlyArray<ChoiceNew>;
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols?: never;
}

/** The options of a matrix of menus. */
export interface MatrixMenuAnswersNew extends AnswersNew {
  /** What a respondent picks. */
  readonly choices?: never;
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols: ReadonlyArray<ColumnNew>;
}

/** The options of a question with rows alone. */
export interface RowAnswersNew extends AnswersNew {
  /** What a respondent picks. */
  readonly choices?: never;
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols?: never;
  /**
   * Room for an answer of the respondent's own, or for a comment: an object as in answers, or
   * an array of one as in the documentation's examples.
   */
  readonly other?: never;
}

/** The options of a demographic question. */
export interface DetailAnswersNew extends AnswersNew {
  /** What a respondent picks. */
  readonly choices?: never;
  /** The columns of a matrix of menus. */
  readonly cols?: never;
  /**
   * Room for an answer of the respondent's own, or for a comment: an object as in answers, or
   * an array of one as in the documentation's examples.
   */
  readonly other?: never;
}

/** The rows of a ranking. */
export interface RankingAnswersNew extends AnswersNew {
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols?: never;
}

/** A choice, when it is set. */
export interface ChoiceNew {
  /** Choice of the question to keep under its id; new if not given. That ids are kept is our choice. */
  readonly id?: ChoiceId | null;
  /** Text; empty if not given, as for stars and pictures. */
  readonly text?: string | null;
  /** Place among the choices, from 1; the place in this array if not given. */
  readonly position?: number | null;
  /** False takes the choice out as deleting it in the editor does. */
  readonly visible?: boolean | null;
  /** How the choice counts in a quiz. */
  readonly quiz_options?: ChoiceQuiz | null;
  /** Text below; of matrix questions. */
  readonly description?: string | null;
  /** Number that the choice stands for; of questions that rate. */
  readonly weight?: number | null;
  /** Whether the choice says that the row does not apply; of matrix questions. */
  readonly is_na?: boolean | null;
  /** Picture; of image choices. */
  readonly image?: ChoiceImage | null;
}

/** How a choice counts in a quiz. */
export interface ChoiceQuiz {
  /** Points for picking it. */
  readonly score: number;
}

/** The picture of a choice. */
export interface ChoiceImage {
  /** Address of the picture. */
  readonly url: string;
  /** Name under which the service stores the picture. */
  readonly s3_key?: string | null;
}

/** A row, when it is set. */
export interface RowNew {
  /** Row of the question to keep under its id; new if not given. That ids are kept is our choice. */
  readonly id?: RowId | null;
  /** Text; empty if not given, or the name of the detail in a demographic question. */
  readonly text?: string | null;
  /** Place among the rows, from 1; the place in this array if not given. */
  readonly position?: number | null;
  /** False takes the row out. */
  readonly visible?: boolean | null;
  /** What the row asks for; of demographic questions. */
  readonly type?: Detail | null;
  /** Whether the row must be answered; of demographic questions. */
  readonly required?: boolean | null;
}

/** A column of a matrix of menus, when it is set. */
export interface ColumnNew {
  /** Column of the question to keep under its id; new if not given. That ids are kept is our choice. */
  readonly id?: ColumnId | null;
  /** Text. */
  readonly text: string;
  /** Place among the columns, from 1; the place in this array if not given. */
  readonly position?: number | null;
  /** False takes the column out as deleting it in the editor does. */
  readonly visible?: boolean | null;
  /** The choices of the column. */
  readonly choices: ReadonlyArray<ChoiceNew>;
}

/** Room for an answer of the respondent's own, when it is set. */
export interface OtherNew {
  /** The question's one option of this kind, which keeps its id whether it is given or not: our choice. */
  readonly id?: OtherOptionId | null;
  /** Text beside the field. */
  readonly text?: string | null;
  /** False takes the option out as deleting it in the editor does. */
  readonly visible?: boolean | null;
  /**
   * Whether it is a choice of its own, or a comment beside the others; a comment if not given,
   * which is our choice.
   */
  readonly is_answer_choice?: boolean | null;
  /** Whether every row of a matrix has the field; no if not given. */
  readonly apply_all_rows?: boolean | null;
  /** Place among the choices. */
  readonly position?: number | null;
  /** Width of the field in characters. */
  readonly num_chars?: number | null;
  /** Height of the field in lines. */
  readonly num_lines?: number | null;
  /** What a respondent is told who leaves the field empty. */
  readonly error_text?: string | null;
}

/** The question of the bank to copy. */
export interface QuestionBankPick {
  /** Id of the question in the bank. */
  readonly question_bank_question_id: BankQuestionId;
  /**
   * Options picked for its modifiers: an array of them, an object that is one of them, or an object that has for
   * each modifier's id that of the option, or the option as an object. Their form is documented nowhere: these
   * are our choice.
   */
  readonly modifier_options?: ReadonlyArray<ModifierPick> | { readonly [key: string]: unknown } | null;
  /** Whether the question is from the team's own bank; no if not given. */
  readonly is_custom?: boolean | null;
}

/** The option picked for a modifier. */
export interface ModifierPick {
  /** Id of the modifier. */
  readonly modifier_id: ModifierId;
  /** Id of the option. */
  readonly modifier_options_id: ModifierOptionId;
  /** Text to use in its place, where the option asks for one. */
  readonly value?: string | null;
}

/** A survey without its design. */
export interface Survey {
  /** Title. */
  readonly title: string;
  /** Title that only its editors see; empty if there is none. */
  readonly nickname: string;
  /** Language as a code of the survey languages. */
  readonly language: string;
  /** Folder of the survey; `0`, not null, if it is in none. */
  readonly folder_id: FolderId;
  /** Category of the library; empty if there is none. */
  readonly category: string;
  /** Template that the survey was made from; null if it was made without. */
  readonly template_id: SurveyTemplateId | null;
  /** Theme; absent on surveys without one. */
  readonly theme_id?: Id | null;
  /** Number of questions. */
  readonly question_count: number;
  /** Number of pages. */
  readonly page_count: number;
  /** Number of responses. */
  readonly response_count: number;
  /** When the survey was created, without offset and to the minute. */
  readonly date_created: DateText;
  /** When the survey was last changed, without offset and to the minute. */
  readonly date_modified: DateText;
  /** Id of the survey. */
  readonly id: SurveyId;
  /** The texts of the buttons: all four. */
  readonly buttons_text: ButtonsText;
  /** Whether the user of the token owns the survey. */
  readonly is_owner: boolean;
  /** Whether the service's footer is shown. */
  readonly footer: boolean;
  /** Variables that collectors may set, each by name with its label. */
  readonly custom_variables: { readonly [key: string]: string };
  /** Whether the survey is a quiz, and what it tells respondents; absent on surveys that are none. */
  readonly quiz_options?: QuizOptions | null;
  /** Address of this resource. */
  readonly href: string;
  /** Address of the analysis on the service's site. */
  readonly analyze_url: string;
  /** Address of the editor on the service's site. */
  readonly edit_url: string;
  /** Address of the collectors on the service's site. */
  readonly collect_url: string;
  /** Address of the summary on the service's site. */
  readonly summary_url: string;
  /** Address of a preview: the survey as respondents take it. Whoever has the address can open it, which is our choice. */
  readonly preview: string;
}

/** What changes in a survey. A PUT gives what it leaves out its default. */
export interface SurveyPatch {
  /** Title; default "New Survey". */
  readonly title?: string | null;
  /** Title that only its editors see; default empty. */
  readonly nickname?: string | null;
  /** Language as a code of the survey languages; default `en`. */
  readonly language?: string | null;
  /** The texts of the buttons. */
  readonly buttons_text?: ButtonsText | null;
  /** Variables that collectors may set, each by name with its label. */
  readonly custom_variables?: { readonly [key: string]: string } | null;
  /** Whether the service's footer is shown; default yes. */
  readonly footer?: boolean | null;
  /** Folder that the survey goes to; `0` takes it out of its folder, which is our choice. */
  readonly folder_id?: FolderId | null;
}

/** A survey with its design. */
export interface SurveyDetails {
  /** Title. */
  readonly title: string;
  /** Title that only its editors see; empty if there is none. */
  readonly nickname: string;
  /** Language as a code of the survey languages. */
  readonly language: string;
  /** Folder of the survey; `0`, not null, if it is in none. */
  readonly folder_id: FolderId;
  /** Category of the library; empty if there is none. */
  readonly category: string;
  /** Template that the survey was made from; null if it was made without. */
  readonly template_id: SurveyTemplateId | null;
  /** Theme; absent on surveys without one. */
  readonly theme_id?: Id | null;
  /** Number of questions. */
  readonly question_count: number;
  /** Number of pages. */
  readonly page_count: number;
  /** Number of responses. */
  readonly response_count: number;
  /** When the survey was created, without offset and to the minute. */
  readonly date_created: DateText;
  /** When the survey was last changed, without offset and to the minute. */
  readonly date_modified: DateText;
  /** Id of the survey. */
  readonly id: SurveyId;
  /** The texts of the buttons: all four. */
  readonly buttons_text: ButtonsText;
  /** Whether the user of the token owns the survey. */
  readonly is_owner: boolean;
  /** Whether the service's footer is shown. */
  readonly footer: boolean;
  /** Variables that collectors may set, each by name with its label. */
  readonly custom_variables: { readonly [key: string]: string };
  /** Whether the survey is a quiz, and what it tells respondents; absent on surveys that are none. */
  readonly quiz_options?: QuizOptions | null;
  /** Address of this resource. */
  readonly href: string;
  /** Address of the analysis on the service's site. */
  readonly analyze_url: string;
  /** Address of the editor on the service's site. */
  readonly edit_url: string;
  /** Address of the collectors on the service's site. */
  readonly collect_url: string;
  /** Address of the summary on the service's site. */
  readonly summary_url: string;
  /** Address of a preview: the survey as respondents take it. Whoever has the address can open it, which is our choice. */
  readonly preview: string;
  /** The pages in order, each with its questions. A new survey has one empty page. */
  readonly pages: ReadonlyArray<PageDetails>;
}

/** A page with its questions. */
export interface PageDetails {
  /** Title; empty if there is none. */
  readonly title: string;
  /** Text below the title; empty if there is none. */
  readonly description: string;
  /** Place in the survey, from 1. */
  readonly position: number;
  /** Id of the page. */
  readonly id: PageId;
  /** Address of the page. */
  readonly href: string;
  /** Number of questions on the page. */
  readonly question_count: number;
  /** The questions in order, deleted ones included. */
  readonly questions: ReadonlyArray<Question>;
}

/**
 * A question.
 *
 * A `switch` on `family` tells its forms apart; `default` gets what the service has added since.
 */
export type Question =
  | SingleChoiceQuestion
  | MultipleChoiceQuestion
  | MatrixQuestion
  | MatrixMenuQuestion
  | OpenEndedQuestion
  | OpenEndedRowsQuestion
  | DemographicQuestion
  | DatetimeQuestion
  | PresentationQuestion
  | ClickMapQuestion
  | UnlistedMatrixQuestion
  | UnlistedOpenEndedQuestion
  | UnlistedQuestion;

/** What every form of Question has. */
export interface QuestionFields {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Place on the page, from 1. */
  readonly position: number;
  /** False if the question was deleted in the editor and answers still refer to it. */
  readonly visible: boolean;
  /** How it is set on the page; null on most questions. */
  readonly layout: Layout | null;
  /** Name that only the editors see; on presentation questions. */
  readonly nickname?: string | null;
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** The order in which the answer options are shown; null if they keep their places. */
  readonly sorting: Sorting | null;
  /** What must be answered; null, never false, if nothing must. */
  readonly required: Required | null;
  /** What a text must be; null if it may be anything. */
  readonly validation: Validation | null;
  /** Whether every choice may be used in one row only; of matrix questions that rate or pick one. */
  readonly forced_ranking: boolean;
  /** How the question counts in a quiz; absent elsewhere. */
  readonly quiz_options?: QuestionQuiz | null;
  /** The display that makes another question of it; absent without one. */
  readonly display_options?: DisplayOptions | null;
  /** Address of this resource. */
  readonly href: string;
}

/** One of several choices. */
export interface SingleChoiceQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "single_choice";
  /** Subtype. */
  readonly subtype: Open<"vertical" | "vertical_two_col" | "vertical_three_col" | "horiz" | "menu">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: ChoiceAnswers;
}

/** Any number of several choices. */
export interface MultipleChoiceQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "multiple_choice";
  /** Subtype. */
  readonly subtype: Open<"vertical" | "vertical_two_col" | "vertical_three_col" | "horiz">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: ChoiceAnswers;
}

/** Rows that take the same choices. */
export interface MatrixQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: "single" | "rating" | "ranking" | "multi";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: MatrixAnswers;
}

/** Rows and columns; each column has choices of its own. */
export interface MatrixMenuQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: "menu";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: MatrixMenuAnswers;
}

/** One text; with a display also a slider or an upload. */
export interface OpenEndedQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: "single" | "essay";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: never;
}

/** A text or a number for every row. */
export interface OpenEndedRowsQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: "multi" | "numerical";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: RowAnswers;
}

/** Name, address and the like, a detail in every row. */
export interface DemographicQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "demographic";
  /** Subtype. */
  readonly subtype: Open<"international" | "us">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: DetailAnswers;
}

/** A date, a time, or both for every row. */
export interface DatetimeQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "datetime";
  /** Subtype. */
  readonly subtype: Open<"both" | "date_only" | "time_only">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: RowAnswers;
}

/** A text or an image that asks nothing. */
export interface PresentationQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "presentation";
  /** Subtype. */
  readonly subtype: Open<"descriptive_text" | "image">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: never;
}

/** An image to click on. */
export interface ClickMapQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "click_map";
  /** Subtype. */
  readonly subtype: Open<"single">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: never;
}

/** A matrix of a subtype that the service has added since. */
export interface UnlistedMatrixQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: Unlisted;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: Answers | null;
}

/** An open question of a subtype that the service has added since. */
export interface UnlistedOpenEndedQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: Unlisted;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: Answers | null;
}

/** A question of a family that the service has added since. */
export interface UnlistedQuestion extends QuestionFields {
  /** Family; with the subtype it says what an answer is made of. */
  readonly family: Unlisted;
  /** Subtype. */
  readonly subtype: Open<Subtype>;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: Answers | null;
}

/** What a text must be to count as an answer. */
export interface Validation {
  /** The check. */
  readonly type: Open<ValidationType>;
  /** What a respondent is told whose answer fails it. */
  readonly text: string;
  /** Smallest value, earliest date or shortest text; null if there is none. */
  readonly min: string | null;
  /** Largest value, latest date or longest text; null if there is none. */
  readonly max: string | null;
  /** What the numbers of a numerical question must add up to; null if nothing. */
  readonly sum: number | null;
  /** What a respondent is told whose numbers do not; empty if there is no sum. */
  readonly sum_text: string;
}

/** The answer options of a question. Which of them a kind has stands in the table of kinds. */
export interface Answers {
  /** What a respondent picks, deleted choices included. */
  readonly choices?: ReadonlyArray<Choice> | null;
  /** What a respondent picks or writes something for. */
  readonly rows?: ReadonlyArray<Row> | null;
  /** The columns of a matrix of menus, each with choices of its own. */
  readonly cols?: ReadonlyArray<Column> | null;
  /** Room for an answer of the respondent's own, or for a comment. */
  readonly other?: OtherOption | null;
}

/** The options of a question with choices. */
export interface ChoiceAnswers extends Answers {
  /** What a respondent picks, deleted choices included. */
  readonly choices: ReadonlyArray<Choice>;
  /** What a respondent picks or writes something for. */
  readonly rows?: never;
  /** The columns of a matrix of menus, each with choices of its own. */
  readonly cols?: never;
}

/** The options of a matrix. */
export interface MatrixAnswers extends Answers {
  /** What a respondent picks, deleted choices included. */
  readonly choices: ReadonlyArray<Choice>;
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<Row>;
  /** The columns of a matrix of menus, each with choices of its own. */
  readonly cols?: never;
}

/** The options of a matrix of menus. */
export interface MatrixMenuAnswers extends Answers {
  /** What a respondent picks, deleted choices included. */
  readonly choices?: never;
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<Row>;
  /** The columns of a matrix of menus, each with choices of its own. */
  readonly cols: ReadonlyArray<Column>;
}

/** The options of a question with rows alone. */
export interface RowAnswers extends Answers {
  /** What a respondent picks, deleted choices included. */
  readonly choices?: never;
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<Row>;
  /** The columns of a matrix of menus, each with choices of its own. */
  readonly cols?: never;
  /** Room for an answer of the respondent's own, or for a comment. */
  readonly other?: never;
}

/** The options of a demographic question. */
export interface DetailAnswers extends Answers {
  /** What a respondent picks, deleted choices included. */
  readonly choices?: never;
  /** What a respondent picks or writes something for. */
  readonly rows: ReadonlyArray<DetailRow>;
  /** The columns of a matrix of menus, each with choices of its own. */
  readonly cols?: never;
  /** Room for an answer of the respondent's own, or for a comment. */
  readonly other?: never;
}

/** A choice. */
export interface Choice {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Text; may repeat, and is empty for stars and pictures. */
  readonly text: string;
  /** Place among the choices, from 1. */
  readonly position: number;
  /** False if the choice was deleted in the editor and answers still refer to it. */
  readonly visible: boolean;
  /** How the choice counts in a quiz. */
  readonly quiz_options?: ChoiceQuiz | null;
  /** Text below; of matrix questions. */
  readonly description?: string | null;
  /** Number that the choice stands for; of questions that rate or rank. */
  readonly weight?: number | null;
  /** Whether the choice says that the row does not apply; of matrix questions. */
  readonly is_na?: boolean | null;
  /** Picture; of image choices. */
  readonly image?: ChoiceImage | null;
}

/** A row. */
export interface Row {
  /** Id of the row. */
  readonly id: RowId;
  /** Text; may be empty. */
  readonly text: string;
  /** Place among the rows, from 1. */
  readonly position: number;
  /** False if the row was deleted in the editor and answers still refer to it. */
  readonly visible: boolean;
  /** What the row asks for; of demographic questions. */
  readonly type?: Open<Detail> | null;
  /** Whether the row must be answered; of demographic questions. */
  readonly required?: boolean | null;
}

/** A row of a demographic question. */
export interface DetailRow extends Row {
  /** What the row asks for; of demographic questions. */
  readonly type: Open<Detail>;
  /** Whether the row must be answered; of demographic questions. */
  readonly required: boolean;
}

/** A column of a matrix of menus. */
export interface Column {
  /** Id of the column. */
  readonly id: ColumnId;
  /** Text. */
  readonly text: string;
  /** Place among the columns, from 1. */
  readonly position: number;
  /** False if the column was deleted in the editor and answers still refer to it. */
  readonly visible: boolean;
  /** The choices of the column. */
  readonly choices: ReadonlyArray<ColumnChoice>;
}

/** A choice in a column. */
export interface ColumnChoice {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Text. */
  readonly text: string;
  /** Place among the choices, from 1. */
  readonly position: number;
  /** False if the choice was deleted in the editor and answers still refer to it. */
  readonly visible: boolean;
  /** Whether the choice says that the cell does not apply. */
  readonly is_na: boolean;
}

/** Room for an answer of the respondent's own, or for a comment. */
export interface OtherOption {
  /** Id of the option; answers refer to it as `other_id`. */
  readonly id: OtherOptionId;
  /** Text beside the field. */
  readonly text: string;
  /** False if the option was deleted in the editor and answers still refer to it. */
  readonly visible: boolean;
  /** Whether it is a choice of its own, or a comment beside the others. */
  readonly is_answer_choice: boolean;
  /** Whether every row of a matrix has the field. */
  readonly apply_all_rows: boolean;
  /** Place among the choices. */
  readonly position: number;
  /** Width of the field in characters. */
  readonly num_chars: number;
  /** Height of the field in lines. */
  readonly num_lines: number;
  /** What a respondent is told who leaves the field empty. */
  readonly error_text: string;
}

/** A page in a list. */
export interface PageRef {
  /** Title; empty if there is none. */
  readonly title: string;
  /** Text below the title; empty if there is none. */
  readonly description: string;
  /** Place in the survey, from 1. */
  readonly position: number;
  /** Id of the page. */
  readonly id: PageId;
  /** Address of the page. */
  readonly href: string;
}

/** What makes or changes a page. */
export interface PageNew {
  /** Title; empty if not given. */
  readonly title?: string | null;
  /** Text below the title; empty if not given. */
  readonly description?: string | null;
  /** Place in the survey, from 1; a new page comes at the end if it is not given, an old one stays in its place. */
  readonly position?: number | null;
}

/** A page without its questions. */
export interface Page {
  /** Title; empty if there is none. */
  readonly title: string;
  /** Text below the title; empty if there is none. */
  readonly description: string;
  /** Place in the survey, from 1. */
  readonly position: number;
  /** Id of the page. */
  readonly id: PageId;
  /** Address of the page. */
  readonly href: string;
  /** Number of questions on the page. */
  readonly question_count: number;
}

/** A question in a list. */
export interface QuestionRef {
  /** Id of the question. */
  readonly id: QuestionId;
  /** The first of its headings. */
  readonly heading: string;
  /** Place on the page, from 1. */
  readonly position: number;
  /** Address of the question. */
  readonly href: string;
}

/** A category of templates. */
export interface SurveyCategory {
  /** Id of the category: a short name such as `customer_feedback`. */
  readonly id: SurveyCategoryId;
  /** Name in the language asked for. */
  readonly name: string;
}

/** A template that the service offers. */
export interface SurveyTemplate {
  /** Id of the template. */
  readonly id: SurveyTemplateId;
  /** Name. */
  readonly name: string;
  /** Title of a survey made from it. */
  readonly title: string;
  /** What it is for. */
  readonly description: string;
  /** Id of its category. */
  readonly category: SurveyCategoryId;
  /** Whether the plan of the account includes it. */
  readonly available: boolean;
  /** Number of questions. */
  readonly num_questions: number;
  /** Address of a preview. */
  readonly preview_link: string;
}

/** A template that the team has made of one of its surveys. */
export interface TeamSurveyTemplate {
  /** Id of the template. */
  readonly team_template_id: TeamSurveyTemplateId;
  /** Name. */
  readonly name: string;
  /** Survey that it was made of. */
  readonly survey_id: SurveyId;
}

/** A language that surveys can be written in. */
export interface SurveyLanguage {
  /** Code of the language, such as `en`. */
  readonly id: LanguageId;
  /** Name in English. */
  readonly name: string;
  /** Name in the language itself. */
  readonly native_name: string;
}

/** A question of the bank. */
export interface BankQuestion {
  /** Id of the question in the bank. */
  readonly question_id: BankQuestionId;
  /** Text; a pair of parentheses stands where a modifier goes. */
  readonly text: string;
  /** What can be put in; none in a team's own bank. */
  readonly modifiers: ReadonlyArray<Modifier>;
  /** Locales of the question, such as `en_US`; none in a team's own bank. */
  readonly locales: ReadonlyArray<string>;
}

/** A place in a question of the bank where something can be put in. */
export interface Modifier {
  /** Id of the modifier. */
  readonly modifier_id: ModifierId;
  /** How its options work: `open_ended` is the only kind known. */
  readonly modifier_type: string;
  /** What can be put in. */
  readonly options: ReadonlyArray<ModifierOption>;
}

/** What can be put in the place of a modifier. */
export interface ModifierOption {
  /** Id of the option. */
  readonly modifier_options_id: ModifierOptionId;
  /** Text of the option. */
  readonly value: string;
}

/** A folder of surveys. */
export interface Folder {
  /** Id of the folder. */
  readonly id: FolderId;
  /** Title. */
  readonly title: string;
  /** Number of surveys in it. */
  readonly num_surveys: number;
  /** Address of the folder. */
  readonly href: string;
}

/** What makes or changes a folder. */
export interface FolderNew {
  /** Title. */
  readonly title: string;
}

/** A language that a survey is translated into, in a list. */
export interface TranslationRef {
  /** Code of the language. */
  readonly id: LanguageId;
  /** Name in English. */
  readonly name: string;
  /** Name in the language itself. */
  readonly native_name: string;
  /** Whether respondents can pick it. */
  readonly enabled: boolean;
  /** Number of texts in the survey. */
  readonly string_count: number;
  /** Number of texts that are translated. */
  readonly translated_string_count: number;
  /** Number of texts that take their translation from a related language. */
  readonly inherited_string_count: number;
  /** Number of texts that were changed after they were translated. */
  readonly stale_string_count: number;
  /** Address of the translation. */
  readonly href: string;
}

/** A translation of a survey. */
export interface Translation {
  /** Code of the language. */
  readonly id: LanguageId;
  /** Whether respondents can pick it. */
  readonly enabled: boolean;
  /** The texts of the survey, translated or not. */
  readonly translations: ReadonlyArray<TranslatedText>;
  /** Address of this resource. */
  readonly href: string;
}

/** A text of a survey with its translation. */
export interface TranslatedText {
  /** The text in the survey's own language. */
  readonly default: string;
  /** The text in this language; empty if it is not translated. */
  readonly translation: string;
  /** What the text is for. */
  readonly context: Open<TextContext>;
  /** Survey, page, question or answer option that the text belongs to. */
  readonly resource_id: Id;
}

/** What makes a translation. */
export interface TranslationNew {
  /** Whether respondents can pick it; no if never given, which is our choice. */
  readonly enabled?: boolean | null;
  /** The texts to translate: one at least. */
  readonly translations: ReadonlyArray<TranslatedTextNew>;
}

/** A text to translate: found by what it is for and where it belongs. */
export interface TranslatedTextNew {
  /**
   * The text that was translated; that of the survey if not given. If the survey has another by now, the
   * translation counts as stale, which is our choice.
   */
  readonly default?: string | null;
  /** The text in this language; an empty one takes the translation away. */
  readonly translation: string;
  /** What the text is for. */
  readonly context: TextContext;
  /** Survey, page, question or answer option that the text belongs to. */
  readonly resource_id: Id;
}

/** What changes in a translation. */
export interface TranslationPatch {
  /** Whether respondents can pick it from now on. */
  readonly enabled?: boolean | null;
  /** The texts to translate: one at least, if given. All other texts stay as they are. */
  readonly translations?: ReadonlyArray<TranslatedTextNew> | null;
}

/** A bundle of benchmarks in a list. */
export interface BundleRef {
  /** Id of the bundle: a short name. */
  readonly id: BundleId;
  /** Title. */
  readonly title: string;
  /** Address of the bundle. */
  readonly href: string;
}

/** A bundle of benchmarks: questions of the bank that were answered by the same kind of people. */
export interface Bundle {
  /** Id of the bundle. */
  readonly id: BundleId;
  /** Title. */
  readonly title: string;
  /** What the bundle contains, in words. */
  readonly details: BundleDetails;
  /** The questions. */
  readonly questions: ReadonlyArray<BundleQuestion>;
}

/** What a bundle contains, in words. */
export interface BundleDetails {
  /** The points to know. */
  readonly bullets: ReadonlyArray<string>;
  /** Text below them. */
  readonly subtext: string;
}

/** A question of a bundle. */
export interface BundleQuestion {
  /** Id of the question in the bundle. */
  readonly id: BundleQuestionId;
  /** Text. */
  readonly title: string;
  /** Order of the choices: `normal` is the only one known. */
  readonly answer_order: string;
  /** The choices. */
  readonly answers: BundleAnswers;
}

/** The choices of a question of a bundle. */
export interface BundleAnswers {
  /** The choices in order. */
  readonly choices: ReadonlyArray<BundleChoice>;
}

/** A choice of a question of a bundle. It has no id. */
export interface BundleChoice {
  /** Text. */
  readonly text: string;
}

/** The benchmarks of the questions of a bundle. */
export interface BundleAnalysis {
  /** Id of the bundle. */
  readonly id: BundleId;
  /** Start of the time that the responses come from, with offset. */
  readonly date_start: DateText;
  /** End of the time that the responses come from, with offset. */
  readonly date_end: DateText;
  /** The benchmarks in the order of the questions. */
  readonly benchmarks: ReadonlyArray<Benchmark>;
}

/** How a question was answered elsewhere. */
export interface Benchmark {
  /** The question; in the analysis of a bundle. */
  readonly question?: BundleQuestion | null;
  /** Number of responses. */
  readonly num_responses: number;
  /** Number of surveys or respondents that count as one; percentiles are theirs. */
  readonly num_data_points: number;
  /** Share of the answers, from 0 to 1, by the value of the choice: the number that it says, else its place. */
  readonly distribution_values: { readonly [key: string]: number };
  /** The value at 0, 25, 50, 75 and 100 percent of the data points. */
  readonly quartile_values: { readonly [key: string]: number };
  /** What the data points are; for a question of a survey. */
  readonly data_point_type_distribution?: DataPoints | null;
}

/** What the data points of a benchmark are, in percent. */
export interface DataPoints {
  /** Respondents. */
  readonly respondent_data_points: number;
  /** Whole surveys. */
  readonly entity_data_points: number;
}

/** The benchmark of one question of a survey. */
export interface QuestionBenchmark {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Start of the time that the responses come from, with offset. */
  readonly date_start: DateText;
  /** End of the time that the responses come from, with offset. */
  readonly date_end: DateText;
  /** The benchmark. */
  readonly benchmark: Benchmark;
}

/** A collector in a list. All but the first three fields come only when included, and `type` always. */
export interface CollectorRef {
  /** Id of the collector. */
  readonly id: CollectorId;
  /** Name. */
  readonly name: string;
  /** Address of the collector. */
  readonly href: string;
  /** Kind. Newer answers carry it without being asked. */
  readonly type?: Open<CollectorType> | null;
  /** Whether it takes responses. */
  readonly status?: Open<CollectorStatus> | null;
  /** Number of responses. */
  readonly response_count?: number | null;
  /** When it was created, with offset. */
  readonly date_created?: DateText | null;
  /** When it was last changed, with offset. */
  readonly date_modified?: DateText | null;
  /** Address of the survey for a web link, null for other kinds. */
  readonly url?: string | null;
}

/**
 * What creates a collector: `type` and any settings, or `from_collector_id` alone.
 *
 * It takes one of these forms.
 */
export type CollectorNew =
  | PlainCollectorNew
  | EmailCollectorNew
  | PopupCollectorNew
  | CollectorCopy;

/** What every form of CollectorNew has. */
export interface CollectorNewFields {
  /** Name; the kind with a number if not given, which is our choice. */
  readonly name?: string | null;
  /** What respondents read when they have finished; "Thank you for completing our survey!" if not given. */
  readonly thank_you_message?: string | null;
  /** The same with a switch. */
  readonly thank_you_page?: ThankYouPage | null;
  /** What respondents read who are disqualified. */
  readonly disqualification_message?: string | null;
  /** What respondents see who are disqualified. */
  readonly disqualification_type?: DisqualificationType | null;
  /** Where respondents are sent who are disqualified. */
  readonly disqualification_url?: string | null;
  /** When it closes by itself; never if not given. */
  readonly close_date?: DateText | null;
  /** What visitors read once it is closed. */
  readonly closed_page_message?: string | null;
  /** What happens when a respondent has finished. */
  readonly redirect_type?: RedirectType | null;
  /** Where finished respondents are sent. */
  readonly redirect_url?: string | null;
  /** Whether finished respondents see the results so far; false if not given. */
  readonly display_survey_results?: boolean | null;
  /** Whether one device may respond several times; false if not given. */
  readonly allow_multiple_responses?: boolean | null;
  /** Until when respondents may change their responses; `until_complete` if not given. */
  readonly edit_response_type?: EditResponseType | null;
  /** How much is kept of who responded; `not_anonymous` if not given. */
  readonly anonymous_type?: AnonymousType | null;
  /** Password that respondents must give; none if not given. */
  readonly password?: string | null;
  /** Whether the service's name is shown; true if not given, which is our choice. */
  readonly is_branding_enabled?: boolean | null;
  /** Number of responses after which it closes; none if not given. */
  readonly response_limit?: number | null;
  /** Whether respondents must show who they are, by a link that is sent to their address; false if not given. */
  readonly respondent_authentication?: boolean | null;
}

/** Creates a web link, a collector of text messages, or an embedded survey. */
export interface PlainCollectorNew extends CollectorNewFields {
  /** Kind; needed unless another collector is copied. */
  readonly type: "weblink" | "sms" | "embedded_survey";
  /** The collector to copy. */
  readonly from_collector_id?: never;
  /** Sender of email invitations. */
  readonly sender_email?: never;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never;
  /** Heading of a popup invitation. */
  readonly headline?: never;
  /** Text of a popup invitation. */
  readonly message?: never;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never;
  /** The button that opens the survey. */
  readonly primary_button?: never;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never;
}

/** Creates a collector of email invitations. */
export interface EmailCollectorNew extends CollectorNewFields {
  /** Kind; needed unless another collector is copied. */
  readonly type: "email";
  /** The collector to copy. */
  readonly from_collector_id?: never;
  /** Sender of email invitations. */
  readonly sender_email?: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never;
  /** Heading of a popup invitation. */
  readonly headline?: never;
  /** Text of a popup invitation. */
  readonly message?: never;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never;
  /** The button that opens the survey. */
  readonly primary_button?: never;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never;
}

/** Creates a popup. */
export interface PopupCollectorNew extends CollectorNewFields {
  /** Kind; needed unless another collector is copied. */
  readonly type: "popup_invitation" | "popup_survey";
  /** The collector to copy. */
  readonly from_collector_id?: never;
  /** Sender of email invitations. */
  readonly sender_email?: never;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | null;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | null;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | null;
  /** Heading of a popup invitation. */
  readonly headline?: string | null;
  /** Text of a popup invitation. */
  readonly message?: string | null;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | null;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | null;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | null;
}

/** Copies a collector; what is said beside it changes the copy. */
export interface CollectorCopy extends CollectorNewFields {
  /** Kind; needed unless another collector is copied. */
  readonly type?: never;
  /** The collector to copy. */
  readonly from_collector_id: CollectorId;
  /** Sender of email invitations. */
  readonly sender_email?: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | null;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | null;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | null;
  /** Heading of a popup invitation. */
  readonly headline?: string | null;
  /** Text of a popup invitation. */
  readonly message?: string | null;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | null;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | null;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | null;
}

/** What respondents read when they have finished. */
export interface ThankYouPage {
  /** Whether it is shown. */
  readonly is_enabled: boolean;
  /** Its text. */
  readonly message?: string | null;
}

/** A button of a popup invitation. */
export interface PopupButton {
  /** Background: `#HHH` or `#HHHHHH`. */
  readonly bg_color?: string | null;
  /** Colour of the text: `#HHH` or `#HHHHHH`. */
  readonly text_color?: string | null;
  /** Text. */
  readonly text?: string | null;
}

/**
 * A collector.
 *
 * A `switch` on `type` tells its forms apart; `default` gets what the service has added since.
 */
export type Collector =
  | WeblinkCollector
  | EmailCollector
  | SmsCollector
  | PopupCollector
  | EmbeddedCollector
  | UnlistedCollector;

/** What every form of Collector has. */
export interface CollectorFields {
  /** Id of the collector. */
  readonly id: CollectorId;
  /** The survey. Older records lack it. */
  readonly survey_id?: SurveyId | null;
  /** Whether it takes responses. */
  readonly status: Open<CollectorStatus>;
  /** Name. */
  readonly name: string;
  /** What respondents read when they have finished. */
  readonly thank_you_message?: string | null;
  /** The same with a switch; newer records have both. */
  readonly thank_you_page?: ThankYouPage | null;
  /** What respondents read who are disqualified. */
  readonly disqualification_message?: string | null;
  /** What respondents see who are disqualified. */
  readonly disqualification_type?: Open<DisqualificationType> | null;
  /** Where respondents are sent who are disqualified. */
  readonly disqualification_url?: string | null;
  /** When it closes by itself, with offset; null for never. */
  readonly close_date?: DateText | null;
  /** What visitors read once it is closed. */
  readonly closed_page_message?: string | null;
  /** What happens when a respondent has finished. */
  readonly redirect_type?: Open<RedirectType> | null;
  /** Where finished respondents are sent; null if nowhere. */
  readonly redirect_url?: string | null;
  /** Whether finished respondents see the results so far. */
  readonly display_survey_results?: boolean | null;
  /** Whether one device may respond several times. */
  readonly allow_multiple_responses?: boolean | null;
  /** Until when respondents may change their responses. */
  readonly edit_response_type?: Open<EditResponseType> | null;
  /** How much is kept of who responded. */
  readonly anonymous_type?: Open<AnonymousType> | null;
  /** Whether a password must be given. The password itself is written, never read. */
  readonly password_enabled?: boolean | null;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled?: boolean | null;
  /** Number of responses after which it closes; null for none. */
  readonly response_limit?: number | null;
  /** Number of responses. */
  readonly response_count: number;
  /** Sender of email invitations; null for other kinds. */
  readonly sender_email?: string | null;
  /**
   * Whether respondents must show who they are, by a link that is sent to their address before the survey opens.
   * That is our choice: newer records have the field, and nothing says what it does.
   */
  readonly respondent_authentication?: boolean | null;
  /** When it was created, with offset. */
  readonly date_created: DateText;
  /** When it was last changed, with offset. */
  readonly date_modified: DateText;
  /** Address of the collector. */
  readonly href: string;
}

/** An address at which everybody can take the survey. */
export interface WeblinkCollector extends CollectorFields {
  /** Kind. */
  readonly type: "weblink";
  /** Address of the survey for a web link, null for other kinds. */
  readonly url: string;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never;
  /** Heading of a popup invitation. */
  readonly headline?: never;
  /** Text of a popup invitation. */
  readonly message?: never;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never;
  /** The button that opens the survey. */
  readonly primary_button?: never;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never;
}

/** Invitations by email. */
export interface EmailCollector extends CollectorFields {
  /** Kind. */
  readonly type: "email";
  /** Address of the survey for a web link, null for other kinds. */
  readonly url: null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never;
  /** Heading of a popup invitation. */
  readonly headline?: never;
  /** Text of a popup invitation. */
  readonly message?: never;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never;
  /** The button that opens the survey. */
  readonly primary_button?: never;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never;
}

/** Invitations by text message. */
export interface SmsCollector extends CollectorFields {
  /** Kind. */
  readonly type: "sms";
  /** Address of the survey for a web link, null for other kinds. */
  readonly url: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never;
  /** Heading of a popup invitation. */
  readonly headline?: never;
  /** Text of a popup invitation. */
  readonly message?: never;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never;
  /** The button that opens the survey. */
  readonly primary_button?: never;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never;
}

/** A window above a page of one's own. */
export interface PopupCollector extends CollectorFields {
  /** Kind. */
  readonly type: "popup_invitation" | "popup_survey";
  /** Address of the survey for a web link, null for other kinds. */
  readonly url: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | null;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | null;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | null;
  /** Heading of a popup invitation. */
  readonly headline?: string | null;
  /** Text of a popup invitation. */
  readonly message?: string | null;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | null;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | null;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | null;
}

/** A survey within a page of one's own. */
export interface EmbeddedCollector extends CollectorFields {
  /** Kind. */
  readonly type: "embedded_survey";
  /** Address of the survey for a web link, null for other kinds. */
  readonly url: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never;
  /** Heading of a popup invitation. */
  readonly headline?: never;
  /** Text of a popup invitation. */
  readonly message?: never;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never;
  /** The button that opens the survey. */
  readonly primary_button?: never;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never;
}

/** A collector of a kind that the service has added since. */
export interface UnlistedCollector extends CollectorFields {
  /** Kind. */
  readonly type: Unlisted;
  /** Address of the survey for a web link, null for other kinds. */
  readonly url: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | null;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | null;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | null;
  /** Heading of a popup invitation. */
  readonly headline?: string | null;
  /** Text of a popup invitation. */
  readonly message?: string | null;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | null;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | null;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | null;
}

/** What changes a collector, or replaces its settings: all of them but its kind, and its status. */
export interface CollectorPatch {
  /** `open` or `closed`. */
  readonly status?: CollectorStatus | null;
  /** Name. */
  readonly name?: string | null;
  /** What respondents read when they have finished. */
  readonly thank_you_message?: string | null;
  /** The same with a switch. */
  readonly thank_you_page?: ThankYouPage | null;
  /** What respondents read who are disqualified. */
  readonly disqualification_message?: string | null;
  /** What respondents see who are disqualified. */
  readonly disqualification_type?: DisqualificationType | null;
  /** Where respondents are sent who are disqualified. */
  readonly disqualification_url?: string | null;
  /** When it closes by itself. Only a replacement without it takes a date away: our choice. */
  readonly close_date?: DateText | null;
  /** What visitors read once it is closed. */
  readonly closed_page_message?: string | null;
  /** What happens when a respondent has finished. */
  readonly redirect_type?: RedirectType | null;
  /** Where finished respondents are sent. */
  readonly redirect_url?: string | null;
  /** Whether finished respondents see the results so far. */
  readonly display_survey_results?: boolean | null;
  /** Whether one device may respond several times. */
  readonly allow_multiple_responses?: boolean | null;
  /** Until when respondents may change their responses. */
  readonly edit_response_type?: EditResponseType | null;
  /** How much is kept of who responded. */
  readonly anonymous_type?: AnonymousType | null;
  /** Password that respondents must give; `""` takes it away, which is our choice. */
  readonly password?: string | null;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled?: boolean | null;
  /** Number of responses after which it closes. Only a replacement without it takes a limit away: our choice. */
  readonly response_limit?: number | null;
  /** Sender of email invitations. */
  readonly sender_email?: string | null;
  /** Whether respondents must show who they are, by a link that is sent to their address. */
  readonly respondent_authentication?: boolean | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | null;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | null;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | null;
  /** Heading of a popup invitation. */
  readonly headline?: string | null;
  /** Text of a popup invitation. */
  readonly message?: string | null;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | null;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | null;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | null;
}

/** How far the recipients of a collector or of a message came. */
export interface RecipientStats {
  /** Recipients by how far they came in the survey. */
  readonly survey_response_status: ResponseCounts;
  /** Recipients by what happened to their mail. */
  readonly mail_status: MailCounts;
  /** Number of recipients. */
  readonly recipients: number;
}

/** Recipients by how far they came in the survey. */
export interface ResponseCounts {
  /** Those who finished. */
  readonly completely_responded: number;
  /** Those who did not begin. */
  readonly not_responded: number;
  /** Those who began. */
  readonly partially_responded: number;
}

/** Recipients by what happened to their mail. */
export interface MailCounts {
  /** Those who opened it. */
  readonly opened: number;
  /** Those who want no more of it. */
  readonly opted_out: number;
  /** Those to whom it was not sent. */
  readonly not_sent: number;
  /** Those to whom it was sent. */
  readonly sent: number;
  /** Those whose address refused it. */
  readonly bounced: number;
  /** Those who followed its link. */
  readonly link_clicked: number;
}

/** A message in a list. */
export interface MessageRef {
  /** Id of the message. */
  readonly id: MessageId;
  /** How far its sending is. */
  readonly status: Open<MessageStatus>;
  /** Kind. */
  readonly type: Open<MessageType>;
  /** Subject; text messages have none. */
  readonly subject?: string | null;
  /** Address of the message. */
  readonly href: string;
}

/**
 * What creates a message: `type` and what follows it, or the message to copy.
 *
 * It takes one of these forms.
 */
export type MessageNew =
  | InviteMessageNew
  | ReminderMessageNew
  | ThankYouMessageNew
  | SmsMessageNew
  | MessageCopy;

/** What every form of MessageNew has. */
export interface MessageNewFields {
}

/** An invitation by email. */
export interface InviteMessageNew extends MessageNewFields {
  /** Kind; needed unless another message is copied. */
  readonly type: "invite";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never;
  /** The message to copy. */
  readonly from_message_id?: never;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never;
  /** To whom a reminder or thank-you goes. */
  readonly recipient_status?: never;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: string | null;
  /**
   * Text without markup; a mail must contain the four placeholders. 100,000 bytes at
   * most; a text of the service's own if not given.
   */
  readonly body_text?: string | null;
  /**
   * Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
   * have 100,000 bytes too.
   */
  readonly body_html?: string | null;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | null;
  /** Whether to put the first question into the mail; false if not given. */
  readonly embed_first_question?: boolean | null;
}

/** A reminder by email. */
export interface ReminderMessageNew extends MessageNewFields {
  /** Kind; needed unless another message is copied. */
  readonly type: "reminder";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never;
  /** The message to copy. */
  readonly from_message_id?: never;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never;
  /** To whom a reminder or thank-you goes. */
  readonly recipient_status?: "has_not_responded" | "partially_responded" | null;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: string | null;
  /**
   * Text without markup; a mail must contain the four placeholders. 100,000 bytes at
   * most; a text of the service's own if not given.
   */
  readonly body_text?: string | null;
  /**
   * Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
   * have 100,000 bytes too.
   */
  readonly body_html?: string | null;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | null;
  /** Whether to put the first question into the mail; false if not given. */
  readonly embed_first_question?: boolean | null;
}

/** Thanks by email. */
export interface ThankYouMessageNew extends MessageNewFields {
  /** Kind; needed unless another message is copied. */
  readonly type: "thank_you";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never;
  /** The message to copy. */
  readonly from_message_id?: never;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never;
  /** To whom a reminder or thank-you goes. */
  readonly recipient_status?: "completed" | "responded" | "partially_responded" | null;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: string | null;
  /**
   * Text without markup; a mail must contain the four placeholders. 100,000 bytes at
   * most; a text of the service's own if not given.
   */
  readonly body_text?: string | null;
  /**
   * Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
   * have 100,000 bytes too.
   */
  readonly body_html?: string | null;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | null;
  /** Whether to put the first question into the mail; false if not given. */
  readonly embed_first_question?: boolean | null;
}

/** An invitation by text message; it has no subject. */
export interface SmsMessageNew extends MessageNewFields {
  /** Kind; needed unless another message is copied. */
  readonly type: "sms";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never;
  /** The message to copy. */
  readonly from_message_id?: never;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never;
  /** To whom a reminder or thank-you goes. */
  readonly recipient_status?: never;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: never;
  /**
   * Text without markup; a mail must contain the four placeholders. 100,000 bytes at
   * most; a text of the service's own if not given.
   */
  readonly body_text?: string | null;
  /**
   * Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
   * have 100,000 bytes too.
   */
  readonly body_html?: string | null;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | null;
  /** Whether to put the first question into the mail; false if not given. */
  readonly embed_first_question?: never;
}

/** Copies a message, with its recipients if they are asked for. */
export interface MessageCopy extends MessageNewFields {
  /** Kind; needed unless another message is copied. */
  readonly type?: never;
  /** The collector of the message to copy. */
  readonly from_collector_id: CollectorId;
  /** The message to copy. */
  readonly from_message_id: MessageId;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: boolean | null;
  /** To whom a reminder or thank-you goes. */
  readonly recipient_status?: never;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: never;
  /**
   * Text without markup; a mail must contain the four placeholders. 100,000 bytes at
   * most; a text of the service's own if not given.
   */
  readonly body_text?: never;
  /**
   * Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
   * have 100,000 bytes too.
   */
  readonly body_html?: never;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: never;
  /** Whether to put the first question into the mail; false if not given. */
  readonly embed_first_question?: never;
}

/**
 * A message of a collector.
 *
 * A `switch` on `type` tells its forms apart; `default` gets what the service has added since.
 */
export type Message =
  | InviteMessage
  | ReminderMessage
  | ThankYouMessage
  | SmsMessage
  | UnlistedMessage;

/** What every form of Message has. */
export interface MessageFields {
  /** Id of the message. */
  readonly id: MessageId;
  /** How far its sending is. */
  readonly status: Open<MessageStatus>;
  /** Text, as HTML if it was given as HTML. */
  readonly body: string;
  /** Whether it is to be sent, or was. */
  readonly is_scheduled: boolean;
  /** When it is to be sent, or was, with offset; null if nobody has said. */
  readonly scheduled_date: DateText | null;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled: boolean;
  /** Whether the first question stands in the mail. It is documented as input; that it is returned is our choice. */
  readonly embed_first_question?: boolean | null;
  /** When it was created, with offset. */
  readonly date_created: DateText;
  /** Address of the message. */
  readonly href: string;
}

/** An invitation by email. */
export interface InviteMessage extends MessageFields {
  /** Kind. */
  readonly type: "invite";
  /** To whom a reminder or thank-you goes; null for other kinds. */
  readonly recipient_status: null;
  /** Subject; text messages have none. */
  readonly subject: string;
}

/** A reminder by email. */
export interface ReminderMessage extends MessageFields {
  /** Kind. */
  readonly type: "reminder";
  /** To whom a reminder or thank-you goes; null for other kinds. */
  readonly recipient_status: Open<"has_not_responded" | "partially_responded">;
  /** Subject; text messages have none. */
  readonly subject: string;
}

/** Thanks by email. */
export interface ThankYouMessage extends MessageFields {
  /** Kind. */
  readonly type: "thank_you";
  /** To whom a reminder or thank-you goes; null for other kinds. */
  readonly recipient_status: Open<"completed" | "responded" | "partially_responded">;
  /** Subject; text messages have none. */
  readonly subject: string;
}

/** An invitation by text message; it has no subject. */
export interface SmsMessage extends MessageFields {
  /** Kind. */
  readonly type: "sms";
  /** To whom a reminder or thank-you goes; null for other kinds. */
  readonly recipient_status: null;
  /** Subject; text messages have none. */
  readonly subject?: never;
}

/** A message of a kind that the service has added since. */
export interface UnlistedMessage extends MessageFields {
  /** Kind. */
  readonly type: Unlisted;
  /** To whom a reminder or thank-you goes; null for other kinds. */
  readonly recipient_status: Open<MessageAudience> | null;
  /** Subject; text messages have none. */
  readonly subject?: string | null;
}

/** What changes a message that was not sent, or replaces it. */
export interface MessagePatch {
  /** To whom a reminder or thank-you goes. */
  readonly recipient_status?: MessageAudience | null;
  /** Subject. */
  readonly subject?: string | null;
  /** Text without markup; a mail must contain the four placeholders. 100,000 bytes at most. */
  readonly body_text?: string | null;
  /**
   * Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
   * have 100,000 bytes too.
   */
  readonly body_html?: string | null;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled?: boolean | null;
}

/** When to send a message. */
export interface MessageSend {
  /** The date; at once if not given. */
  readonly scheduled_date?: DateText | null;
}

/** What is going to be sent. */
export interface MessageSent {
  /** True, also for a message that is sent at once. */
  readonly is_scheduled: boolean;
  /** When: with microseconds and offset; about now for a message that is sent at once. */
  readonly scheduled_date: DateText | null;
  /** Text. */
  readonly body: string;
  /** Subject; text messages have none. */
  readonly subject?: string | null;
  /** One id for each recipient whom it goes to. They are not the recipients' own ids, as seen of the live service. */
  readonly recipients: ReadonlyArray<Id>;
  /** To whom a reminder or thank-you goes; null for other kinds. */
  readonly recipient_status: Open<MessageAudience> | null;
  /** Kind. */
  readonly type: Open<MessageType>;
}

/** A recipient in a list. All but id, address and `href` come only when included. */
export interface RecipientRef {
  /** Id of the recipient. */
  readonly id: RecipientId;
  /** Email address, for email collectors. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | null;
  /** Address of the recipient as a resource. */
  readonly href: string;
  /** How far the recipient came in the survey. */
  readonly survey_response_status?: Open<RecipientResponseStatus> | null;
  /** How far the mail came. */
  readonly mail_status?: Open<MailStatus> | null;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | null;
  /** Further fields that the app attached. */
  readonly extra_fields?: { readonly [key: string]: string } | null;
  /** Address with which the recipient opts out. */
  readonly remove_link?: string | null;
  /** Address with which the recipient takes the survey. */
  readonly survey_link?: string | null;
}

/**
 * What adds a recipient: a contact, or an email address or phone number.
 *
 * It takes one of these forms.
 */
export type RecipientNew =
  | ContactRecipientNew
  | EmailRecipientNew
  | PhoneRecipientNew;

/** What every form of RecipientNew has. */
export interface RecipientNewFields {
  /** First name. */
  readonly first_name?: string | null;
  /** Last name. */
  readonly last_name?: string | null;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | null;
  /** Further fields of the app's own. */
  readonly extra_fields?: { readonly [key: string]: string } | null;
  /** What to do with somebody who is a recipient already; `add` if not given. */
  readonly duplicates?: Duplicates | null;
}

/** Adds a contact. */
export interface ContactRecipientNew extends RecipientNewFields {
  /** The contact. */
  readonly contact_id: ContactId;
  /** Email address, for email collectors. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | null;
}

/** Adds an email address. */
export interface EmailRecipientNew extends RecipientNewFields {
  /** The contact. */
  readonly contact_id?: never;
  /** Email address, for email collectors. */
  readonly email: string;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | null;
}

/** Adds a phone number. */
export interface PhoneRecipientNew extends RecipientNewFields {
  /** The contact. */
  readonly contact_id?: never;
  /** Email address, for email collectors. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number: string;
}

/** A recipient. */
export interface Recipient {
  /** Id of the recipient. */
  readonly id: RecipientId;
  /** The survey. */
  readonly survey_id: SurveyId;
  /** Email address, for email collectors. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | null;
  /** First name; `""` if unknown. */
  readonly first_name?: string | null;
  /** Last name; `""` if unknown. */
  readonly last_name?: string | null;
  /** How far the recipient came in the survey. */
  readonly survey_response_status: Open<RecipientResponseStatus>;
  /** How far the mail came. */
  readonly mail_status: Open<MailStatus>;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | null;
  /** Further fields that the app attached. */
  readonly extra_fields?: { readonly [key: string]: string } | null;
  /** Address with which the recipient opts out. */
  readonly remove_link?: string | null;
  /** Address with which the recipient takes the survey. */
  readonly survey_link?: string | null;
  /** Address of the recipient as a resource. */
  readonly href: string;
}

/** What adds recipients: contacts, contact lists, and people who are no contacts yet. */
export interface RecipientsNew {
  /** People, by address. If one of them has custom fields, those of the others are cleared. */
  readonly contacts?: ReadonlyArray<RecipientPerson> | null;
  /** Contacts. */
  readonly contact_ids?: ReadonlyArray<ContactId> | null;
  /** Contact lists. */
  readonly contact_list_ids?: ReadonlyArray<ContactListId> | null;
}

/**
 * A person to add to the recipients.
 *
 * It takes one of these forms.
 */
export type RecipientPerson =
  | EmailPerson
  | PhonePerson;

/** What every form of RecipientPerson has. */
export interface RecipientPersonFields {
  /** First name. */
  readonly first_name?: string | null;
  /** Last name. */
  readonly last_name?: string | null;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | null;
  /** Further fields of the app's own. */
  readonly extra_fields?: { readonly [key: string]: string } | null;
}

/** A person by email address. */
export interface EmailPerson extends RecipientPersonFields {
  /** Email address, for email collectors. */
  readonly email: string;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | null;
}

/** A person by phone number. */
export interface PhonePerson extends RecipientPersonFields {
  /** Email address, for email collectors. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number: string;
}

/** Who was added and who was not: the answer is 200 even if nobody was. */
export interface RecipientsAdded {
  /** Those who were added. */
  readonly succeeded: ReadonlyArray<RecipientAdded>;
  /** Addresses that are none. */
  readonly invalids: ReadonlyArray<string>;
  /** Addresses of those who were recipients already. */
  readonly existing: ReadonlyArray<string>;
  /** Addresses that refused earlier mail. */
  readonly bounced: ReadonlyArray<string>;
  /** Addresses that want no mail. */
  readonly opted_out: ReadonlyArray<string>;
  /** Addresses that stand in the request more than once. */
  readonly duplicate: ReadonlyArray<string>;
}

/** A recipient who was added. */
export interface RecipientAdded {
  /** Id of the recipient. */
  readonly id: RecipientId;
  /** Email address, for email collectors. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | null;
  /** Address of the recipient, below the collector. */
  readonly href: string;
}

/** A contact list. */
export interface ContactList {
  /** Id of the list. */
  readonly id: ContactListId;
  /** Name. */
  readonly name: string;
  /** Address of the list. */
  readonly href: string;
}

/** What creates a contact list. */
export interface ContactListNew {
  /** Name; "New List" if not given. */
  readonly name?: string | null;
}

/** What changes or replaces a contact list. */
export interface ContactListPatch {
  /** Name. A replacement without it goes back to "New List". */
  readonly name?: string | null;
}

/** What to merge into a contact list. */
export interface ContactListMerge {
  /** The list whose contacts are copied into the list of the path. */
  readonly list_id: ContactListId;
}

/** A contact in a list. */
export interface ContactRef {
  /** Id of the contact. */
  readonly id: ContactId;
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** Email address. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string | null;
  /** Address of the contact as a resource. */
  readonly href: string;
}

/**
 * What creates a contact, or replaces one: both names, and an email address or a phone number.
 *
 * It takes one of these forms.
 */
export type ContactNew =
  | EmailContactNew
  | PhoneContactNew;

/** What every form of ContactNew has. */
export interface ContactNewFields {
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | null;
}

/** A contact with an email address. */
export interface EmailContactNew extends ContactNewFields {
  /** Email address. */
  readonly email: string;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string | null;
}

/** A contact with a phone number. */
export interface PhoneContactNew extends ContactNewFields {
  /** Email address. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number: string;
}

/** A contact. */
export interface Contact {
  /** Id of the contact. */
  readonly id: ContactId;
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** Email address. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string | null;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | null;
  /** Address of the contact as a resource. */
  readonly href: string;
}

/** What creates contacts. */
export interface ContactsNew {
  /** The contacts. */
  readonly contacts: ReadonlyArray<ContactNew>;
  /** Whether contacts that exist already take over what the request says; false if not given. */
  readonly update_existing?: boolean | null;
}

/** Which contacts were created and which were not. What the three arrays hold is our choice. */
export interface ContactsAdded {
  /** Contacts that were created, or changed. */
  readonly succeeded: ReadonlyArray<ContactRef>;
  /** Addresses that are none. */
  readonly invalids: ReadonlyArray<string>;
  /** Contacts that existed already and were left alone. */
  readonly existing: ReadonlyArray<ContactRef>;
}

/** What changes a contact. */
export interface ContactPatch {
  /** First name. */
  readonly first_name?: string | null;
  /** Last name. */
  readonly last_name?: string | null;
  /** Email address. */
  readonly email?: string | null;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string | null;
  /** Custom fields `1` to `6`; fields that are left out stay as they are, which is our choice. */
  readonly custom_fields?: { readonly [key: string]: string } | null;
}

/** A custom field that contacts can have. */
export interface ContactField {
  /** `1` to `6`. */
  readonly id: ContactFieldId;
  /** What the field is called; "Custom 1" and so on at first. */
  readonly label: string;
  /** Address of the field. */
  readonly href: string;
}

/** What changes a custom field. */
export interface ContactFieldPatch {
  /** What the field is called. */
  readonly label: string;
}

/** A response in a list: nothing but where to find it. Its metadata and answers need a further request. */
export interface ResponseRef {
  /** Id of the response. */
  readonly id: ResponseId;
  /** Address of the response, below the survey or collector that was asked. */
  readonly href: string;
}

/** A response. Its answers, in `pages`, come with `bulk` and `details` alone. */
export interface Response {
  /** Id of the response; larger than any integer of a payload. */
  readonly id: ResponseId;
  /** The survey. */
  readonly survey_id: SurveyId;
  /** The collector. */
  readonly collector_id: CollectorId;
  /** The recipient who was invited. `""` when there is none; older records have `"0"`. */
  readonly recipient_id: RecipientId;
  /** How far the respondent came. */
  readonly response_status: Open<ResponseStatus>;
  /** How the response was collected. */
  readonly collection_mode: Open<CollectionMode>;
  /** Seconds spent. */
  readonly total_time: number;
  /** The value that the web link carried; `""` when there was none. */
  readonly custom_value: string;
  /** First name; `""` if unknown. Newer answers have it. */
  readonly first_name?: string | null;
  /** Last name; `""` if unknown. Newer answers have it. */
  readonly last_name?: string | null;
  /** Email address; `""` if unknown. Newer answers have it. */
  readonly email_address?: string | null;
  /** Address from which the survey was taken; `""` or absent if anonymous. */
  readonly ip_address?: string | null;
  /** The survey's custom variables: name to value. */
  readonly custom_variables?: { readonly [key: string]: string } | null;
  /** The rules that were followed. Its inside is not documented; `{}` as seen. */
  readonly logic_path?: unknown;
  /** The pages that were visited, in order; often empty. */
  readonly page_path?: ReadonlyArray<PageId> | null;
  /** What is known about the respondent. */
  readonly metadata?: ResponseMetadata | null;
  /** The page that the respondent was on; `"0"` when done. In `details` alone. */
  readonly current_page_id?: PageId | null;
  /** The score, if the survey is a quiz. */
  readonly quiz_results?: QuizResults | null;
  /** Every page of the survey, pages without answers included. In `bulk` and `details` alone. */
  readonly pages?: ReadonlyArray<ResponsePage> | null;
  /** Address of the page that edits the response. */
  readonly edit_url: string;
  /** Address of the page that shows the response. */
  readonly analyze_url: string;
  /** Address of the response, below the survey or collector that was asked. */
  readonly href: string;
  /** When the response was begun: with offset, to the second. */
  readonly date_created: DateText;
  /** When the response was last changed: with offset, to the second. */
  readonly date_modified: DateText;
}

/** A response with its answers. */
export interface ResponseDetails extends Response {
  /** Every page of the survey, pages without answers included. In `bulk` and `details` alone. */
  readonly pages: ReadonlyArray<ResponsePage>;
}

/** What is known about the respondent: each entry a value with its type. */
export interface ResponseMetadata {
  /** The contact who was invited: `first_name`, `last_name`, `email`, `custom_value` and the like; or `{}`. */
  readonly contact?: { readonly [key: string]: TypedValue } | null;
  /** The respondent's device: `language`, `user_agent` and the like. */
  readonly respondent?: { readonly [key: string]: TypedValue } | null;
}

/** A value that says what it is. */
export interface TypedValue {
  /** Type of the value, `string` as seen. */
  readonly type: string;
  /** The value. */
  readonly value: unknown;
}

/** The score of a quiz. */
export interface QuizResults {
  /** Questions answered rightly. */
  readonly correct: number;
  /** Questions answered wrongly. */
  readonly incorrect: number;
  /** Questions answered rightly in part. */
  readonly partially_correct: number;
  /** Questions that count. */
  readonly total_questions: number;
  /** Points won. */
  readonly score: number;
  /** Points that could be won. */
  readonly total_score: number;
}

/** A page of the survey with the answers given on it. */
export interface ResponsePage {
  /** Id of the page. */
  readonly id: PageId;
  /** The questions that were answered; the others are left out. */
  readonly questions: ReadonlyArray<ResponseQuestion>;
}

/** A question that was answered. Questions of the family presentation never appear. */
export interface ResponseQuestion {
  /** Id of the question. */
  readonly id: QuestionId;
  /** The variant of the question's heading that the respondent saw. */
  readonly variable_id?: RandomAssignmentId | null;
  /** The answers; which fields they have follows from the question's family. */
  readonly answers: ReadonlyArray<Answer>;
  /** Family of the question. With `simple` alone. */
  readonly family?: Open<Family> | null;
  /** Subtype of the question. With `simple` alone. */
  readonly subtype?: Open<Subtype> | null;
  /** Heading of the question. With `simple` alone. */
  readonly heading?: string | null;
}

/**
 * One answer. Ids alone tell what was chosen: the texts stand in the survey's design.
 *
 * | Family, subtype | Fields |
 * |---|---|
 * | single_choice | `choice_id`; a comment adds `other_id`, `text`; "other" as the choice has these two alone |
 * | multiple_choice | one answer with `choice_id` for each; "other" as above |
 * | matrix single, rating, ranking | `row_id`, `choice_id`, newer `choice_metadata` |
 * | comment on a matrix | `other_id`, `text`, and `row_id` if each row has its own |
 * | matrix multi | `row_id`, `choice_id`, the row repeated |
 * | matrix menu | `row_id`, `col_id`, `choice_id` |
 * | open_ended single, essay, slider | `text`, newer `tag_data` |
 * | open_ended multi, numerical; demographic | `row_id`, `text` for the rows that were filled |
 * | datetime | `row_id`, `text` in US order |
 * | file upload | `download_url`, `content_type`, perhaps `text` |
 * | any, in a quiz | adds `is_correct`, `score` |
 * | any, with `simple` | adds `simple_text` |
 */
export interface Answer {
  /** The choice. Families single_choice, multiple_choice and matrix. */
  readonly choice_id?: ChoiceId | null;
  /** The row. Families matrix, demographic and datetime, and open_ended with rows. */
  readonly row_id?: RowId | null;
  /** The column. Family matrix, subtype menu. */
  readonly col_id?: ColumnId | null;
  /** The "other" field that `text` was written into. Families single_choice, multiple_choice and matrix. */
  readonly other_id?: OtherOptionId | null;
  /** What was written, the value of a slider, or a date as `MM/DD/YYYY hh:mm AM`, `MM/DD/YYYY` or `hh:mm AM`. */
  readonly text?: string | null;
  /** The weight of the choice. Family matrix, newer answers. */
  readonly choice_metadata?: ChoiceMetadata | null;
  /** Tags put on the text. Family open_ended, newer answers; its inside is not documented, `[]` as seen. */
  readonly tag_data?: ReadonlyArray<unknown> | null;
  /** Address of the uploaded file. */
  readonly download_url?: string | null;
  /** Media type of the uploaded file. */
  readonly content_type?: string | null;
  /** Whether the answer is right. In a quiz. */
  readonly is_correct?: boolean | null;
  /** Points won with the answer. In a quiz. */
  readonly score?: number | null;
  /** The answer in words. With `simple` alone. */
  readonly simple_text?: string | null;
}

/** What goes with a choice. */
export interface ChoiceMetadata {
  /** The weight: a string. */
  readonly weight: string;
}

/** What changes a response, or replaces its answers. A replacement without `pages` erases them all. */
export interface ResponsePatch {
  /** The answers, by page and question. */
  readonly pages?: ReadonlyArray<ResponsePageNew> | null;
  /** The survey's custom variables: name to value. */
  readonly custom_variables?: { readonly [key: string]: string } | null;
  /** A value of the app's own. */
  readonly custom_value?: string | null;
  /** When the response was begun. */
  readonly date_created?: DateText | null;
  /** How far the respondent came. */
  readonly response_status?: ResponseStatus | null;
  /** Address from which the survey was taken. */
  readonly ip_address?: string | null;
  /** The recipient who was invited. */
  readonly recipient_id?: RecipientId | null;
}

/** A page with answers to write. */
export interface ResponsePageNew {
  /** Id of the page. */
  readonly id: PageId;
  /** The questions to write. */
  readonly questions: ReadonlyArray<ResponseQuestionNew>;
}

/** A question with answers to write. */
export interface ResponseQuestionNew {
  /** Id of the question. */
  readonly id: QuestionId;
  /** The variant of the question's heading that the respondent saw. */
  readonly variable_id?: RandomAssignmentId | null;
  /** The answers. A change that names the question without them erases what was answered. */
  readonly answers?: ReadonlyArray<AnswerNew> | null;
}

/** An answer to write: the fields of `Answer` that a respondent fills in. */
export interface AnswerNew {
  /** The choice. */
  readonly choice_id?: ChoiceId | null;
  /** The row. */
  readonly row_id?: RowId | null;
  /** The column. */
  readonly col_id?: ColumnId | null;
  /** The "other" field that `text` belongs to. */
  readonly other_id?: OtherOptionId | null;
  /** What was written, or the name of an uploaded file. */
  readonly text?: string | null;
  /** Address of an uploaded file. That a response is created with it is our choice. */
  readonly download_url?: string | null;
  /** Media type of an uploaded file. */
  readonly content_type?: string | null;
}

/** What creates a response. */
export interface ResponseNew {
  /** The answers, by page and question. */
  readonly pages: ReadonlyArray<ResponsePageNew>;
  /** The survey's custom variables: name to value. */
  readonly custom_variables?: { readonly [key: string]: string } | null;
  /** A value of the app's own. */
  readonly custom_value?: string | null;
  /** When the response was begun; now if not given. */
  readonly date_created?: DateText | null;
  /** How far the respondent came; `completed` if not given, which is our choice. */
  readonly response_status?: ResponseStatus | null;
  /** Address from which the survey was taken. */
  readonly ip_address?: string | null;
  /** The recipient who was invited. */
  readonly recipient_id?: RecipientId | null;
}

/** The answers to one question, counted. */
export interface Rollup {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Family of the question. The documentation once prints `essay`, a slip for `open_ended`. */
  readonly family: Open<Family>;
  /** Subtype of the question. */
  readonly subtype: Open<Subtype>;
  /** The counts; empty for questions whose answers cannot be counted. */
  readonly summary: ReadonlyArray<RollupSummary>;
  /** Address of the rollup. */
  readonly href: string;
}

/** Counts of the answers to a question. Text is counted, choices are counted each, rows choice by choice. */
export interface RollupSummary {
  /** Responses that answer the question. */
  readonly answered: number;
  /** Responses that do not. */
  readonly skipped: number;
  /** Answers in the "other" field. */
  readonly other_answered?: number | null;
  /** Answers in words, for questions without choices. */
  readonly text?: number | null;
  /** Answers by choice. */
  readonly choices?: ReadonlyArray<ChoiceCount> | null;
  /** Answers by row and choice. */
  readonly rows?: ReadonlyArray<RowCounts> | null;
  /**
   * What the numbers come to for which the answers stand: weights or places of choices of which one is picked,
   * and numbers that were entered. Other questions have none. Which have is our choice.
   */
  readonly stats?: RollupStats | null;
}

/** How often a choice was chosen. */
export interface ChoiceCount {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Number of answers. */
  readonly count: number;
}

/** How often the choices of a row were chosen. */
export interface RowCounts {
  /** Id of the row. */
  readonly id: RowId;
  /** Answers by choice. */
  readonly choices: ReadonlyArray<ChoiceCount>;
}

/** What the values of the answers come to. */
export interface RollupStats {
  /** Standard deviation, of all answers and not of a sample: our choice. */
  readonly std: number;
  /** Largest value. */
  readonly max: number;
  /** Smallest value. */
  readonly min: number;
  /** Middle value. */
  readonly median: number;
  /** Mean value. */
  readonly mean: number;
}

/**
 * The answers to one question over time. Families file upload, slider, presentation, demographic and
 * datetime and matrix menus have no trends.
 */
export interface Trend {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Family of the question. */
  readonly family: Open<Family>;
  /** Subtype of the question. */
  readonly subtype: Open<Subtype>;
  /** Address of the trends. */
  readonly href: string;
  /** Responses that answer the question. */
  readonly answered: number;
  /** Responses that do not. */
  readonly skipped: number;
  /** Length of the periods. */
  readonly trend_by: Open<TrendBy>;
  /** The periods in which somebody answered. That the others are left out is our choice. */
  readonly trends: ReadonlyArray<TrendPeriod>;
}

/** The answers of one period: by row, or, for questions without rows, by choice. */
export interface TrendPeriod {
  /** Begin of the period, with offset. */
  readonly start: DateText;
  /** End of the period, with offset: the beginning of the next one, which is our choice. */
  readonly end: DateText;
  /** Answers by row. */
  readonly rows?: ReadonlyArray<TrendRow> | null;
  /** Answers by choice, for questions without rows. */
  readonly choices?: ReadonlyArray<ChoiceCount> | null;
}

/** The answers of one period in one row. */
export interface TrendRow {
  /** Id of the row. */
  readonly id: RowId;
  /** Answers to the choice that was chosen most. */
  readonly max: number;
  /** Answers in all. */
  readonly total: number;
  /** Answers by choice. */
  readonly choices: ReadonlyArray<ChoiceCount>;
}

/** A webhook in a list. Everything else needs a request for each. */
export interface WebhookRef {
  /** Id of the webhook. */
  readonly id: WebhookId;
  /** Name. */
  readonly name: string;
  /** Address of the webhook. */
  readonly href: string;
}

/**
 * What creates a webhook, or replaces one.
 *
 * It takes one of these forms.
 */
export type WebhookNew =
  | ObjectWebhookNew
  | SurveyWebhookNew
  | PlainWebhookNew;

/** What every form of WebhookNew has. */
export interface WebhookNewFields {
  /** Name. */
  readonly name: string;
  /** Where events are sent: an address that answers HEAD with 200 and no other webhook of the account has. */
  readonly subscription_url: string;
  /** The `Authorization` header to send with each delivery. */
  readonly authorization?: string | null;
}

/** A webhook about surveys or collectors. */
export interface ObjectWebhookNew extends WebhookNewFields {
  /** What it is told about. */
  readonly event_type: "response_completed" | "response_updated" | "response_disqualified" | "response_created" | "response_deleted" | "response_overquota" | "collector_updated" | "collector_deleted";
  /** What `object_ids` names. Not allowed with `survey_created` and the events of apps; `collector_created` takes surveys only. */
  readonly object_type: WebhookObjectType;
  /** The surveys or collectors it is about. Not allowed where `object_type` is not. */
  readonly object_ids: ReadonlyArray<Id>;
}

/** A webhook about surveys. */
export interface SurveyWebhookNew extends WebhookNewFields {
  /** What it is told about. */
  readonly event_type: "collector_created" | "survey_updated" | "survey_deleted";
  /** What `object_ids` names. Not allowed with `survey_created` and the events of apps; `collector_created` takes surveys only. */
  readonly object_type: "survey";
  /** The surveys or collectors it is about. Not allowed where `object_type` is not. */
  readonly object_ids: ReadonlyArray<Id>;
}

/** A webhook about an event that belongs to no survey or collector yet. */
export interface PlainWebhookNew extends WebhookNewFields {
  /** What it is told about. */
  readonly event_type: "survey_created" | "app_installed" | "app_uninstalled";
  /** What `object_ids` names. Not allowed with `survey_created` and the events of apps; `collector_created` takes surveys only. */
  readonly object_type?: never;
  /** The surveys or collectors it is about. Not allowed where `object_type` is not. */
  readonly object_ids?: never;
}

/**
 * A webhook: where to send which events.
 *
 * A `switch` on `event_type` tells its forms apart; `default` gets what the service has added since.
 */
export type Webhook =
  | ObjectWebhook
  | PlainWebhook
  | UnlistedWebhook;

/** What every form of Webhook has. */
export interface WebhookFields {
  /** Id of the webhook. */
  readonly id: WebhookId;
  /** Name. */
  readonly name: string;
  /** Where events are sent. */
  readonly subscription_url: string;
  /** The `Authorization` header of each delivery, where one was given. */
  readonly authorization?: string | null;
  /** Address of the webhook. */
  readonly href: string;
}

/** A webhook about surveys or collectors that it names. */
export interface ObjectWebhook extends WebhookFields {
  /** What it is told about. */
  readonly event_type: "response_completed" | "response_updated" | "response_disqualified" | "response_created" | "response_deleted" | "response_overquota" | "collector_created" | "collector_updated" | "collector_deleted" | "survey_updated" | "survey_deleted";
  /** What `object_ids` names; absent where the event needs none. */
  readonly object_type: Open<WebhookObjectType>;
  /** The surveys or collectors it is about; absent where the event needs none. */
  readonly object_ids: ReadonlyArray<Id>;
}

/** A webhook about an event that belongs to no survey or collector yet. */
export interface PlainWebhook extends WebhookFields {
  /** What it is told about. */
  readonly event_type: "survey_created" | "app_installed" | "app_uninstalled";
  /** What `object_ids` names; absent where the event needs none. */
  readonly object_type?: never;
  /** The surveys or collectors it is about; absent where the event needs none. */
  readonly object_ids?: never;
}

/** A webhook about an event that the service has added since. */
export interface UnlistedWebhook extends WebhookFields {
  /** What it is told about. */
  readonly event_type: Unlisted;
  /** What `object_ids` names; absent where the event needs none. */
  readonly object_type?: Open<WebhookObjectType> | null;
  /** The surveys or collectors it is about; absent where the event needs none. */
  readonly object_ids?: ReadonlyArray<Id> | null;
}

/** What changes a webhook. */
export interface WebhookPatch {
  /** Name. */
  readonly name?: string | null;
  /** What it is told about. */
  readonly event_type?: EventType | null;
  /** What `object_ids` names. */
  readonly object_type?: WebhookObjectType | null;
  /** The surveys or collectors it is about. */
  readonly object_ids?: ReadonlyArray<Id> | null;
  /** Where events are sent: an address that answers HEAD with 200 and no other webhook of the account has. */
  readonly subscription_url?: string | null;
  /** The `Authorization` header to send with each delivery. */
  readonly authorization?: string | null;
}

/** A row of the error table in a list. */
export interface ErrorRef {
  /** The code. */
  readonly id: Id;
  /** Address of the row. */
  readonly href: string;
  /** Name of the error. */
  readonly name: string;
  /** What it means. Newer answers have it. */
  readonly message?: string | null;
  /** Address of its documentation. Newer answers have it. */
  readonly docs?: string | null;
}

/** A row of the error table. */
export interface ErrorDescription {
  /** The code. */
  readonly id: Id;
  /** Name of the error. */
  readonly name: string;
  /** What it means. */
  readonly message: string;
  /** Why it happens. Other services do not say. */
  readonly cause?: string | null;
  /** What helps. Other services do not say. */
  readonly remedy?: string | null;
  /** Address of its documentation, which opens without a token: a page in a browser, this resource elsewhere. */
  readonly docs: string;
}

/** The body of the request. Dates are `YYYY-MM-DD HH:MM:SS`, UTC. */
export interface RespondentListBody {
  /** The survey. */
  readonly survey_id: SurveyId;
  /** Only respondents of this collector. */
  readonly collector_id?: CollectorId | null;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | null;
  /** Respondents per page; 1000 if not given. */
  readonly page_size?: number | null;
  /** Only respondents created on or after this date. */
  readonly start_date?: DateText | null;
  /** Only respondents created before this date, which is not included. */
  readonly end_date?: DateText | null;
  /** Only respondents modified on or after this date. */
  readonly start_modified_date?: DateText | null;
  /** Only respondents modified before this date, which is not included. */
  readonly end_modified_date?: DateText | null;
  /** True sorts ascending; false, which is the default, descending. */
  readonly order_asc?: boolean | null;
  /** What to sort by; `respondent_id` if not given. */
  readonly order_by?: RespondentOrder | null;
  /** The fields to return beside `respondent_id`. */
  readonly fields?: ReadonlyArray<RespondentField> | null;
}

/** The answer of a request that succeeded. */
export interface RespondentList {
  /** `0`. */
  readonly status: number;
  /** The page. */
  readonly data: RespondentPage;
  /** What the user's plan held back. */
  readonly upgrade_info?: UpgradeInfo | null;
}

/** A page of respondents. */
export interface RespondentPage {
  /** Page returned, from 1. */
  readonly page: number;
  /** Respondents per page. */
  readonly page_size: number;
  /** The respondents. */
  readonly respondents: ReadonlyArray<Respondent>;
}

/** A respondent. All but the id come only when asked for in `fields`. */
export interface Respondent {
  /** Id of the respondent. */
  readonly respondent_id: ResponseId;
  /** When the response was begun: `YYYY-MM-DD HH:MM:SS`. */
  readonly date_start?: DateText | null;
  /** When the response was last changed: `YYYY-MM-DD HH:MM:SS`. */
  readonly date_modified?: DateText | null;
  /** The collector. */
  readonly collector_id?: CollectorId | null;
  /** How the response was collected. */
  readonly collection_mode?: Open<LegacyCollectionMode> | null;
  /** The value that a web link carried. */
  readonly custom_id?: string | null;
  /** Email address. */
  readonly email?: string | null;
  /** First name. */
  readonly first_name?: string | null;
  /** Last name. */
  readonly last_name?: string | null;
  /** Address from which the survey was taken. */
  readonly ip_address?: string | null;
  /** How far the respondent came. */
  readonly status?: Open<RespondentStatus> | null;
  /** Address of the page that shows the response. */
  readonly analysis_url?: string | null;
  /** The recipient who was invited by email; `""` when there is none. */
  readonly recipient_id?: RecipientId | null;
}

/** What the user's plan held back. */
export interface UpgradeInfo {
  /** The restrictions that applied. */
  readonly restrictions?: ReadonlyArray<Restriction> | null;
  /** Where to upgrade. */
  readonly upgrade_url?: string | null;
}

/** One restriction of the user's plan. */
export interface Restriction {
  /** The restriction in words. */
  readonly message: string;
  /** Its number. */
  readonly code: number;
}

