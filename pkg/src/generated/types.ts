// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

declare const kind: unique symbol;

/** The id of a resource: a string, whatever it looks like. */
export type Id = string;

/**
 * The id of a resource of one kind, a string at run time. A plain string is accepted, so ids from a URL or a file need
 * no cast; the id of another kind is not.
 */
export type IdOf<K extends string> = Id & { readonly [kind]?: K };

/**
 * A date, always UTC, a string at run time. A plain string is accepted; an id is not. Each field states its format.
 * `new Date` misreads formats without an offset, `toInstant` reads all.
 */
export type DateText = string & { readonly [kind]?: "date" };

/** One of the known values, or one that the service has added since. */
export type Open<T extends string> = T | (string & {});

/**
 * A value that the service has added since: a string that is none of the listed ones. It is what is left in the
 * `default` of a `switch`, and a string like any other at run time: compare it as `value as string`.
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
  /** The service no longer accepts its token: the user removed the app, or the grant has ended. */
  | "revoked"
  /** It was signed out in this browser or another, or a new sign-in replaced it. */
  | "signed_out"
  /** It was unused for too long. */
  | "idle"
  /** It reached the maximum age of a session. */
  | "expired";

/** Why a call failed. */
export type ErrorKind =
  /** There is no session, or the access was revoked. */
  | "signed_out"
  /** The user has not granted the scope that the operation needs. */
  | "scope_missing"
  /** The user's plan does not include the operation. */
  | "plan_needed"
  /** The user may not do this with the resource, or the app is disabled. */
  | "not_permitted"
  /** A limit of the resource is reached. */
  | "resource_limit"
  /** The account lives in another region. */
  | "wrong_region"
  /** The user must verify the e-mail address of the account. */
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
  | "unavailable"
  /** The SDK or the gateway is set up wrongly; the message says what to change. */
  | "configuration";

/** The codes of the API's error table by what they stand for. */
export interface ErrorCodes {
  /** There is no session, or the access was revoked. */
  readonly signed_out: 1010 | 1011 | 1012 | 1013 | 1057;
  /** The user has not granted the scope that the operation needs. */
  readonly scope_missing: 1014;
  /** The user's plan does not include the operation. */
  readonly plan_needed: 1005 | 1015;
  /** The user may not do this with the resource, or the app is disabled. */
  readonly not_permitted: 1016 | 1063;
  /** A limit of the resource is reached. */
  readonly resource_limit: 1017 | 1056 | 1062;
  /** The account lives in another region. */
  readonly wrong_region: 1018;
  /** The user must verify the e-mail address of the account. */
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
  /** The SDK or the gateway is set up wrongly; the message says what to change. */
  readonly configuration: never;
}

/** What may help, by the kind of the error. */
export interface ErrorActions {
  /** There is no session, or the access was revoked. */
  readonly signed_out: "sign_in";
  /** The user has not granted the scope that the operation needs. */
  readonly scope_missing: "grant_scope";
  /** The user's plan does not include the operation. */
  readonly plan_needed: "upgrade";
  /** The user may not do this with the resource, or the app is disabled. */
  readonly not_permitted: "none";
  /** A limit of the resource is reached. */
  readonly resource_limit: "none";
  /** The account lives in another region. */
  readonly wrong_region: "sign_in";
  /** The user must verify the e-mail address of the account. */
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
  /** The SDK or the gateway is set up wrongly; the message says what to change. */
  readonly configuration: "correct";
}

/** Whether an invitation to a team or a workgroup was accepted. */
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

/** The types of activity. The specification shows no set; this is the published one. */
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

/** The length of one interval of an activity series. */
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
 * Filters of surveys by how they are shared, and extra fields. Two editions of the documentation spell the three
 * filters differently; accepting both is our choice.
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

/** Sort keys of surveys. */
export type SurveySort =
  | "title"
  | "date_modified"
  | "num_responses";

/** The direction of a sorted list, in upper case; a query may use lower case. */
export type SortOrder =
  | "ASC"
  | "DESC";

/** The result that a quiz shows at the end. */
export type ShowResults =
  | "disabled"
  | "results_only"
  | "results_and_answers";

/** The unit of the ranges of a quiz's feedback. */
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

/** The check that a text must pass to count as an answer. */
export type ValidationType =
  | "any"
  | "integer"
  | "decimal"
  | "date_us"
  | "date_intl"
  | "regex"
  | "email"
  | "text_length";

/** Displays that change the kind of a question. */
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
  | "thumb"
  /** None: of other displays, in responses of other services. */
  | "";

/** The details that rows of a demographic question request. */
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
 * The purposes of a survey's texts. The documentation names `question_heading` and `survey_next`; the others are
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

/** Sort keys of collectors. */
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
  /** Invitations by text message. Our service stores them and does not send them. */
  | "sms"
  | "popup_invitation"
  | "popup_survey"
  | "embedded_survey";

/** Whether a collector accepts responses. */
export type CollectorStatus =
  | "open"
  | "closed"
  /** An email collector before its first message is sent. No request can bring it back. */
  | "new";

/** What a disqualified respondent sees. The values are our choice: the documentation names only the field. */
export type DisqualificationType =
  /** `disqualification_message`. */
  | "message"
  /** `disqualification_url`. */
  | "url";

/** Action after a respondent has finished. */
export type RedirectType =
  /** The respondent is redirected to `redirect_url`. */
  | "url"
  /** The window closes. */
  | "close"
  /** The survey starts again. */
  | "loop";

/** Until when respondents may change their responses. */
export type EditResponseType =
  | "until_complete"
  | "never"
  | "always";

/** Which data of respondents is stored. */
export type AnonymousType =
  /** All data. */
  | "not_anonymous"
  /** Name and email address, but no IP address. */
  | "partially_anonymous"
  /** No personal data. */
  | "fully_anonymous";

/** The status of the sending of a message. */
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

/** The collector's recipients who get a reminder or thank-you message. */
export type MessageAudience =
  /** Default for reminders. */
  | "has_not_responded"
  /** Reminders and thank-you messages. */
  | "partially_responded"
  /** Default for thank-you messages. */
  | "completed"
  /** Thank-you messages. */
  | "responded";

/** Extra fields of a recipient in a list. */
export type RecipientInclude =
  | "survey_response_status"
  | "mail_status"
  | "custom_fields"
  | "remove_link"
  | "extra_fields"
  | "survey_link";

/** The progress of a recipient in the survey. */
export type RecipientResponseStatus =
  | "not_responded"
  | "partially_responded"
  | "completely_responded";

/** The status of the mail to a recipient. */
export type MailStatus =
  | "sent"
  | "not_sent"
  | "processing";

/** Treatment of a person who is a recipient already. */
export type Duplicates =
  /** Add the recipient again. */
  | "add"
  /** Add only if the message has no recipient with the same address. */
  | "add_if_not_in_message"
  /** Add only if no message of the collector has a recipient with the same address. */
  | "add_if_not_in_collector";

/** Whether mail may be sent to a contact. */
export type ContactStatus =
  | "active"
  /** The person has opted out. */
  | "optout"
  /** Mail to the address bounced. */
  | "bounced";

/** A field by which contacts are sorted or searched. */
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

/** The status of a response. */
export type ResponseStatus =
  | "completed"
  | "partial"
  | "overquota"
  | "disqualified";

/** Unit of a duration. */
export type TimeUnit =
  | "second"
  | "minute"
  | "hour";

/** Sort keys of responses. */
export type ResponseSort =
  | "date_modified";

/** How a response was collected. The legacy operation has other names for it. */
export type CollectionMode =
  | "default"
  /** In a preview by another user, in old responses. It counts like any other: our choice. */
  | "preview"
  | "data_entry"
  /**
   * In the preview of a survey. It is listed, but counts neither in `response_count` nor in rollups, trends,
   * benchmarks and results, and no webhook is sent. Our choice.
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

/** The events of a webhook. */
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
  /** Observed in a client, not documented. */
  | "app_installed"
  /** Observed in a client, not documented. */
  | "app_uninstalled";

/** Type of the objects in `object_ids`. */
export type WebhookObjectType =
  | "survey"
  | "collector";

/** Sort keys of respondents. */
export type RespondentOrder =
  | "respondent_id"
  | "date_modified"
  | "date_start";

/** A field of a respondent that is returned only on request. */
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

/** How a response was collected, with the legacy API's names; `/v3` has others. */
export type LegacyCollectionMode =
  | "normal"
  | "manual"
  | "survey_preview"
  | "edited";

/** The status of a response. */
export type RespondentStatus =
  | "completed"
  | "partial"
  | "disqualified"
  | "overquota";

/** The URLs of a list's neighbours; through a gateway they lead to the gateway. The SDK reads them and never follows them. */
export interface Links {
  /** This page. */
  readonly self: string;
  /** The page before, from page 2. */
  readonly prev?: string;
  /** The page after, unless this is the last. */
  readonly next?: string;
  /** The first page, from page 2. */
  readonly first?: string;
  /** The last page, unless this is it. */
  readonly last?: string;
}

/** The user of the token. */
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
  /** When the user last signed in, with microseconds and offset. */
  readonly date_last_login: DateText;
  /** The question types of the editor by name; the value says whether the plan includes it. */
  readonly question_types: { readonly [key: string]: boolean };
  /** The granted and the available scopes. */
  readonly scopes: UserScopes;
  /** Names of the third-party sign-ins that are connected to the account. */
  readonly sso_connections: ReadonlyArray<string>;
  /** Features of the plan by name; a value is a string or a boolean. */
  readonly features: { readonly [key: string]: unknown };
  /** URL of this resource. */
  readonly href: string;
}

/** The scopes of a token and those available to its user, by their names in the API. */
export interface UserScopes {
  /** Scopes that the user approved for the app. */
  readonly granted: ReadonlyArray<string>;
  /** Scopes that the account could approve. */
  readonly available: ReadonlyArray<string>;
}

/** A workgroup: members of a team who work on the same surveys. */
export interface Workgroup {
  /** Id of the workgroup. */
  readonly id: WorkgroupId;
  /** Name. */
  readonly name: string;
  /** Description; empty if there is none. */
  readonly description: string;
  /** Whether the workgroup is visible to the whole team, or only to its members and the admins. */
  readonly is_visible: boolean;
  /** Extra data of the app. */
  readonly metadata: { readonly [key: string]: unknown };
  /** When the workgroup was created, without offset. */
  readonly created_at: DateText;
  /** When the workgroup was last changed, without offset. */
  readonly updated_at: DateText;
  /** The members who have accepted. */
  readonly members: ReadonlyArray<WorkgroupUser>;
  /** The membership of the token's user. */
  readonly membership: Membership;
  /**
   * Number of resources shared with the workgroup. One table of the specification spells it `share_count`; its
   * examples and this service use this name.
   */
  readonly shares_count?: number;
  /** The same as text, under the other name of the specification. This service does not return it. */
  readonly share_count?: string;
  /** Number of members, pending ones included. */
  readonly members_count: number;
  /** Role of members without an assigned role. */
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

/** The membership of a user in a workgroup. */
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

/** A resource that is shared with a user, with its permissions. */
export interface SharedResource {
  /** Id of the share. */
  readonly share_id: ShareId;
  /** Workgroup through which the resource is shared. */
  readonly workgroup_id: WorkgroupId;
  /** Kind of the resource. */
  readonly resource_type: Open<ResourceType>;
  /** Id of the resource. */
  readonly resource_id: Id;
  /** The user's permissions, as dotted names of an area and an access, such as `design.read_only`. */
  readonly privileges: ReadonlyArray<string>;
  /** The actions that the workgroup may take; only if included. */
  readonly permissions?: SharePermissions;
  /** A summary of the resource; only if included. */
  readonly resource_details?: ResourceDetails;
}

/**
 * The actions that a workgroup may take on a shared resource. The specification names the two groups of actions,
 * but not their form: this one is our choice.
 */
export interface SharePermissions {
  /** Actions on the survey itself, as dotted names. */
  readonly survey: ReadonlyArray<string>;
  /** Actions on the collectors of the survey, as dotted names. */
  readonly collector: ReadonlyArray<string>;
}

/** A summary of a shared resource. The specification names no fields: these are our choice. */
export interface ResourceDetails {
  /** Id of the resource. */
  readonly id: Id;
  /** Title of the resource. */
  readonly title: string;
  /** Title for editors; empty if there is none. */
  readonly nickname: string;
  /** URL of the resource. */
  readonly href: string;
}

/** A team in a list. */
export interface GroupRef {
  /** Id of the team. */
  readonly id: GroupId;
  /** Name of the team. */
  readonly name: string;
  /** URL of the team. */
  readonly href: string;
}

/** A team. Plain members also see the owner's address, so that they know whom to ask. */
export interface Group {
  /** Id of the team. */
  readonly id: GroupId;
  /** Name of the team. */
  readonly name: string;
  /** Number of members, pending ones included. Other services give it to admins only. */
  readonly member_count?: number;
  /** Number of members that the team may have. Other services give it to admins only. */
  readonly max_invites?: number;
  /** When the team was created, with offset. Other services give it to admins only. */
  readonly date_created?: DateText;
  /** Email address of the owner; for plain members. */
  readonly owner_email?: string;
  /** URL of this resource. */
  readonly href: string;
}

/** A range of a team's activities, newest first. It does not have the usual list envelope. */
export interface Activities {
  /** The records. */
  readonly results: ReadonlyArray<Activity>;
  /** Number of records that the page may have. */
  readonly limit: number;
  /** Number of skipped records. */
  readonly offset: number;
  /** Total number of records. */
  readonly total: number;
  /** Names of the fields with displayed text, separated by commas: `activity_msg,member_type`. */
  readonly sl_translate: string;
}

/** One activity of a member. Its ids are numbers, unlike those of every other resource. */
export interface Activity {
  /** Description of the activity, with HTML markup. */
  readonly activity_msg: string;
  /** Type of the activity. */
  readonly activity_type: Open<ActivityType>;
  /** City of the client, if known. */
  readonly city: string | null;
  /** Country of the client, if known. */
  readonly country: string | null;
  /** Time of the activity, as YYYY-MM-DD HH:MM:SS. */
  readonly date_created: DateText;
  /** Name of the member's division, if the team has divisions. */
  readonly division_name: string | null;
  /** Email address of the member. */
  readonly email: string;
  /** The team as a number. */
  readonly group_id: number;
  /** IP address of the client, if known. */
  readonly ip_address: string | null;
  /** Displayed role of the member, with HTML markup. */
  readonly member_type: string;
  /** The user as a number. */
  readonly user_id: number;
  /** Name of the user. */
  readonly user_name: string;
}

/** Counts of one type of activity per interval, newest first. */
export interface ActivitySeries {
  /** Length of an interval. */
  readonly interval: Open<Interval>;
  /** Count in each interval. */
  readonly series: ReadonlyArray<number>;
  /** Label of each interval, as precise as the interval: `2020` for a year. */
  readonly times: ReadonlyArray<string>;
}

/** A member in a list. What is optional is there only if included. */
export interface MemberRef {
  /** Id of the member. */
  readonly id: MemberId;
  /** Name by which the member signs in. */
  readonly username: string;
  /** First name. */
  readonly first_name?: string;
  /** Last name. */
  readonly last_name?: string;
  /** Id of the member's user; an empty string while the invitation is pending, which is our choice. */
  readonly user_id?: UserId;
  /** Email address. */
  readonly email?: string;
  /** Role in the team. */
  readonly type?: Open<MemberType>;
  /** Language of the account as an ISO 639-1 code. */
  readonly language?: string;
  /** State of the invitation. */
  readonly status?: Open<MembershipStatus>;
  /** URL of the member. */
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
  /** URL of this resource. */
  readonly href: string;
}

/** Changes to a member. */
export interface MemberPatch {
  /** New email address of the member. */
  readonly email: string;
}

/** A new workgroup. */
export interface WorkgroupNew {
  /** Name. */
  readonly name: string;
  /** Whether the workgroup is visible to the whole team, or only to its members and the admins. */
  readonly is_visible: boolean;
  /** Description; empty if not given. */
  readonly description?: string | undefined;
  /**
   * Extra data of the app. The specification describes it as required in one place only; that it is optional,
   * and empty by default, is our choice.
   */
  readonly metadata?: { readonly [key: string]: unknown } | undefined;
}

/** Changes to a workgroup. */
export interface WorkgroupPatch {
  /** New name. */
  readonly name?: string | undefined;
  /** New description. */
  readonly description?: string | undefined;
  /** Whether the workgroup is visible to the whole team. */
  readonly is_visible?: boolean | undefined;
  /** Extra data that replaces the existing data. */
  readonly metadata?: { readonly [key: string]: unknown } | undefined;
}

/** A member of a workgroup. */
export interface WorkgroupMember {
  /** Id of the member, which is the id of the user. */
  readonly id: UserId;
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Whether the member is an owner of the workgroup. */
  readonly is_workgroup_owner: boolean;
  /** Id of the member's role assignment. */
  readonly role_assignment_id: Id;
  /** State of the invitation. */
  readonly status: Open<MembershipStatus>;
  /** When the member was added, without offset. */
  readonly created_at: DateText;
  /** When the membership was last changed, without offset. */
  readonly updated_at: DateText;
}

/** A new member of a workgroup. */
export interface WorkgroupMemberNew {
  /** Id of the user to add. */
  readonly user_id: UserId;
  /** Whether the user becomes an owner of the workgroup; false if not given, which is our choice. */
  readonly is_workgroup_owner?: boolean | undefined;
}

/** Several users to add to a workgroup. */
export interface WorkgroupMembersNew {
  /** The users to add. */
  readonly members: ReadonlyArray<WorkgroupMemberNew>;
}

/** The members that a call has added. The documentation shows no response: this one is our choice. */
export interface WorkgroupMembersAdded {
  /** The members that were added. */
  readonly members: ReadonlyArray<WorkgroupMember>;
}

/** Changes to a member of a workgroup. */
export interface WorkgroupMemberPatch {
  /** Whether the member is an owner of the workgroup. */
  readonly is_workgroup_owner?: boolean | undefined;
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
  readonly permissions?: SharePermissions;
  /** A summary of the resource; only if included. */
  readonly resource_details?: ResourceDetails;
}

/** A new share. */
export interface WorkgroupShareNew {
  /** Kind of the resource. */
  readonly resource_type: ResourceType;
  /** Id of the resource. */
  readonly resource_id: Id;
}

/** Several resources to share with a workgroup. */
export interface WorkgroupSharesNew {
  /** The resources to share, at most 1000. */
  readonly shares: ReadonlyArray<WorkgroupShareNew>;
}

/** The shares that a call has created. The documentation shows no response: this one is our choice. */
export interface WorkgroupSharesAdded {
  /** The shares that were created. */
  readonly shares: ReadonlyArray<WorkgroupShare>;
}

/** A role that can be assigned to a member of a workgroup. */
export interface Role {
  /** Id of the role. */
  readonly id: RoleId;
  /** Name of the role. The service's roles have fixed names; a team may define others. */
  readonly name: string;
  /** Description; empty if there is none. */
  readonly description: string;
  /** The role's permissions, as dotted names of an area and an access, such as `design.full_access`. */
  readonly privileges: ReadonlyArray<string>;
  /** Whether the role is defined by the service, and not by the team. */
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
  /** Role of members without an assigned role. */
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
  /** Title for editors; empty if there is none. */
  readonly nickname: string;
  /** URL of the survey. */
  readonly href: string;
  /** Number of responses. */
  readonly response_count?: number;
  /** Number of questions. */
  readonly question_count?: number;
  /** When the survey was created, without offset and to the minute. */
  readonly date_created?: DateText;
  /** When the survey was last changed, without offset and to the minute. */
  readonly date_modified?: DateText;
  /** Language as a code of the survey languages. */
  readonly language?: string;
  /** URL of the analysis on the service's site. */
  readonly analyze_url?: string;
  /**
   * URL of a preview: the survey as respondents take it. Each user gets another one. Anyone with the URL can
   * open it while the user can see the survey, which is our choice.
   */
  readonly preview?: string;
  /** Counts of the collectors. */
  readonly collect_stats?: CollectStats;
}

/** Counts of a survey's collectors. The fields are not documented: they are our choice. */
export interface CollectStats {
  /** Number of collectors. */
  readonly total: number;
  /** Number of collectors that accept responses. */
  readonly open: number;
  /** Number of closed collectors. */
  readonly closed: number;
}

/** A new survey: empty for a blank one, one of the three sources for a copy, or complete pages. */
export interface SurveyNew {
  /** Title; "New Survey" if not given. */
  readonly title?: string | undefined;
  /** Template of the library to copy. */
  readonly from_template_id?: SurveyTemplateId | undefined;
  /** Survey to copy. */
  readonly from_survey_id?: SurveyId | undefined;
  /** Template of the team to copy. */
  readonly from_team_template_id?: TeamSurveyTemplateId | undefined;
  /** Title for editors; empty if not given. */
  readonly nickname?: string | undefined;
  /** Language as a code of the survey languages; `en` if not given. */
  readonly language?: string | undefined;
  /** The texts of the buttons. */
  readonly buttons_text?: ButtonsText | undefined;
  /** Variables that collectors may set, each by name with its label. */
  readonly custom_variables?: { readonly [key: string]: string } | undefined;
  /** Whether the service's footer is shown; true if not given. */
  readonly footer?: boolean | undefined;
  /** Folder of the survey. */
  readonly folder_id?: FolderId | undefined;
  /** Theme; a number is accepted too, for clients that send one. */
  readonly theme_id?: string | number | undefined;
  /** Whether the survey is a quiz, and its feedback to respondents. */
  readonly quiz_options?: QuizOptionsInput | undefined;
  /** The pages in order, each with its questions. */
  readonly pages?: ReadonlyArray<SurveyPageNew> | undefined;
}

/** The texts of the buttons. */
export interface ButtonsText {
  /** Goes to the next page. */
  readonly next_button?: string | undefined;
  /** Goes to the previous page. */
  readonly prev_button?: string | undefined;
  /** Completes the survey. */
  readonly done_button?: string | undefined;
  /** Leaves the survey; an empty text hides the button. */
  readonly exit_button?: string | undefined;
}

/** Whether a survey is a quiz, and its feedback to respondents. */
export interface QuizOptions {
  /** Whether the survey is a quiz. */
  readonly is_quiz_mode: boolean;
  /** Feedback on questions without their own. */
  readonly default_question_feedback?: QuestionFeedback;
  /** The result shown at the end. */
  readonly show_results_type?: Open<ShowResults>;
  /** Feedback on the result. */
  readonly feedback?: QuizFeedback;
}

/** Whether a survey is a quiz, and its feedback to respondents. */
export interface QuizOptionsInput {
  /** Whether the survey is a quiz. */
  readonly is_quiz_mode: boolean;
  /** Feedback on questions without their own. */
  readonly default_question_feedback?: QuestionFeedback | undefined;
  /** The result shown at the end. */
  readonly show_results_type?: ShowResults | undefined;
  /** Feedback on the result. */
  readonly feedback?: QuizFeedbackInput | undefined;
}

/** Feedback on an answer. */
export interface QuestionFeedback {
  /** Feedback on a correct answer. */
  readonly correct_text?: string | undefined;
  /** Feedback on a wrong answer. */
  readonly incorrect_text?: string | undefined;
  /** Feedback on a partly correct answer. */
  readonly partial_text?: string | undefined;
}

/** Feedback on the result of a quiz. */
export interface QuizFeedback {
  /** Unit of the ranges. */
  readonly ranges_type: Open<RangesType>;
  /** The ranges. */
  readonly ranges: ReadonlyArray<FeedbackRange>;
}

/** Feedback on the result of a quiz. */
export interface QuizFeedbackInput {
  /** Unit of the ranges. */
  readonly ranges_type: RangesType;
  /** The ranges. */
  readonly ranges: ReadonlyArray<FeedbackRange>;
}

/** Feedback on a result within a range. */
export interface FeedbackRange {
  /** Smallest result of the range; as input a whole number from 0. */
  readonly min: number;
  /** Largest result of the range; as input a whole number from 0. */
  readonly max: number;
  /** Text of the feedback. */
  readonly message: string;
}

/** A page of a survey that is created complete. */
export interface SurveyPageNew {
  /** Title; empty if not given. */
  readonly title?: string | undefined;
  /** Text below the title; empty if not given. */
  readonly description?: string | undefined;
  /** The questions in order. */
  readonly questions?: ReadonlyArray<QuestionNew> | undefined;
}

/**
 * A new question, or changes to one. A new question requires headings, family and subtype, or a question of the
 * bank; in a PATCH all fields are optional, and a choice or row that is named by its id keeps what it leaves out.
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
  /**
   * Position on the page, from 1; by default a new question is added at the end, and an existing one does not
   * move.
   */
  readonly position?: number | undefined;
  /** False deletes the question, as in the editor. */
  readonly visible?: boolean | undefined;
  /** Layout on the page. */
  readonly layout?: Layout | undefined;
  /** Name for editors; of presentation questions. */
  readonly nickname?: string | undefined;
  /** The order in which the answer options are shown. */
  readonly sorting?: SortingInput | undefined;
  /** How much must be answered. */
  readonly required?: RequiredInput | undefined;
  /** The check for a text. */
  readonly validation?: ValidationNew | undefined;
  /** Whether each choice may be used in one row only; of matrix questions with a rating or a single choice. */
  readonly forced_ranking?: boolean | undefined;
  /** The question's part in a quiz. */
  readonly quiz_options?: QuestionQuiz | undefined;
  /**
   * A display that changes the kind of the question; required for such a kind. In a PATCH, an object with a
   * `display_type` replaces the stored one as a whole, and one without any setting is ignored.
   */
  readonly display_options?: DisplayOptionsInput | undefined;
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
  readonly question_bank?: never | undefined;
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
  readonly question_bank?: never | undefined;
}

/** Rows with the same choices. */
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
  readonly question_bank?: never | undefined;
}

/** Rows and columns; each column has its own choices. */
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
  readonly question_bank?: never | undefined;
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
  readonly answers?: never | undefined;
  /** The question of the bank to copy. */
  readonly question_bank?: never | undefined;
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
  readonly question_bank?: never | undefined;
}

/** Name, address and similar details, one in every row. */
export interface DemographicQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "demographic";
  /** Subtype. */
  readonly subtype: "international" | "us";
  /** The answer options. */
  readonly answers?: DetailAnswersNew | undefined;
  /** The question of the bank to copy. */
  readonly question_bank?: never | undefined;
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
  readonly question_bank?: never | undefined;
}

/** A text or an image without an answer. */
export interface PresentationQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** Family. */
  readonly family: "presentation";
  /** Subtype. */
  readonly subtype: "descriptive_text" | "image";
  /** The answer options. */
  readonly answers?: never | undefined;
  /** The question of the bank to copy. */
  readonly question_bank?: never | undefined;
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
  readonly answers?: never | undefined;
  /** The question of the bank to copy. */
  readonly question_bank?: never | undefined;
}

/** Rows to put in order; the service creates the choices. */
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
  readonly question_bank?: never | undefined;
}

/** A question of the bank; other given fields override those of the bank. */
export interface BankQuestionNew extends QuestionNewFields {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings?: ReadonlyArray<Heading> | undefined;
  /** Family. */
  readonly family?: never | undefined;
  /** Subtype. */
  readonly subtype?: never | undefined;
  /** The answer options. */
  readonly answers?: AnswersNew | undefined;
  /** The question of the bank to copy. */
  readonly question_bank: QuestionBankPick;
}

/**
 * A new question, or changes to one. A new question requires headings, family and subtype, or a question of the
 * bank; in a PATCH all fields are optional, and a choice or row that is named by its id keeps what it leaves out.
 */
export interface QuestionPatch {
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings?: ReadonlyArray<Heading> | undefined;
  /**
   * Position on the page, from 1; by default a new question is added at the end, and an existing one does not
   * move.
   */
  readonly position?: number | undefined;
  /** False deletes the question, as in the editor. */
  readonly visible?: boolean | undefined;
  /** Family. */
  readonly family?: Family | undefined;
  /** Subtype. */
  readonly subtype?: Subtype | undefined;
  /** Layout on the page. */
  readonly layout?: Layout | undefined;
  /** Name for editors; of presentation questions. */
  readonly nickname?: string | undefined;
  /** The order in which the answer options are shown. */
  readonly sorting?: SortingInput | undefined;
  /** How much must be answered. */
  readonly required?: RequiredInput | undefined;
  /** The check for a text. */
  readonly validation?: ValidationNew | undefined;
  /** Whether each choice may be used in one row only; of matrix questions with a rating or a single choice. */
  readonly forced_ranking?: boolean | undefined;
  /** The question's part in a quiz. */
  readonly quiz_options?: QuestionQuiz | undefined;
  /**
   * A display that changes the kind of the question; required for such a kind. In a PATCH, an object with a
   * `display_type` replaces the stored one as a whole, and one without any setting is ignored.
   */
  readonly display_options?: DisplayOptionsInput | undefined;
  /** The answer options. */
  readonly answers?: AnswersNew | undefined;
  /** The question of the bank to copy. */
  readonly question_bank?: QuestionBankPick | undefined;
}

/** A heading of a question. */
export interface Heading {
  /** Text; may be empty if headings are assigned at random. */
  readonly heading: string;
  /** Text below, or the title of an image. */
  readonly description?: string | undefined;
  /** Image of a presentation question. */
  readonly image?: HeadingImage | undefined;
  /** How the heading is assigned at random. */
  readonly random_assignment?: RandomAssignment | undefined;
}

/** An image in a heading. */
export interface HeadingImage {
  /** URL of the image. */
  readonly url: string;
}

/** How a heading is assigned to respondents at random. */
export interface RandomAssignment {
  /** Id of the assignment; given by the service. Without it, an earlier `variable_name` keeps its id. */
  readonly id?: RandomAssignmentId | undefined;
  /** Chance in percent; those of a question add up to 100. */
  readonly percent: number;
  /** Position among the headings, from 1. */
  readonly position?: number | undefined;
  /** Name by which responses refer to the heading; may be empty. */
  readonly variable_name?: string | undefined;
}

/** The layout of a question on the page. */
export interface Layout {
  /** Space below. */
  readonly bottom_spacing?: number | undefined;
  /** Width of a column. */
  readonly col_width?: number | undefined;
  /** Unit of the width of a column. */
  readonly col_width_format?: string | undefined;
  /** Space on the left. */
  readonly left_spacing?: number | undefined;
  /** Width of the text field in characters. */
  readonly num_chars?: number | undefined;
  /** Height of the text field in lines. */
  readonly num_lines?: number | undefined;
  /** Whether the question starts a new row. */
  readonly position?: string | undefined;
  /** Space on the right. */
  readonly right_spacing?: number | undefined;
  /** Space above. */
  readonly top_spacing?: number | undefined;
  /** Width of the question. */
  readonly width?: number | undefined;
  /** Unit of the width of the question. */
  readonly width_format?: string | undefined;
}

/** The order in which answer options are shown. */
export interface Sorting {
  /** The order. */
  readonly type: Open<SortingType>;
  /** Whether the last option keeps its place. */
  readonly ignore_last?: boolean;
}

/** The order in which answer options are shown. */
export interface SortingInput {
  /** The order. */
  readonly type: SortingType;
  /** Whether the last option keeps its place. */
  readonly ignore_last?: boolean | undefined;
}

/** How much of a question must be answered. */
export interface Required {
  /** Message for a respondent who answers too little. */
  readonly text: string;
  /** Meaning of the amount. */
  readonly type?: Open<RequiredType>;
  /** The amount; for a range two numbers with a comma, such as `1,3`. */
  readonly amount?: string;
}

/** How much of a question must be answered. */
export interface RequiredInput {
  /** Message for a respondent who answers too little. */
  readonly text: string;
  /** Meaning of the amount. */
  readonly type?: RequiredType | undefined;
  /** The amount; for a range two numbers with a comma, such as `1,3`. */
  readonly amount?: string | number | undefined;
}

/** The check that a text must pass to count as an answer, as input. */
export interface ValidationNew {
  /** The check. */
  readonly type: ValidationType;
  /** Message for a respondent whose answer fails the check. */
  readonly text?: string | undefined;
  /** Smallest value, earliest date or shortest text. */
  readonly min?: string | number | undefined;
  /** Largest value, latest date or longest text. */
  readonly max?: string | number | undefined;
  /** Required sum of the numbers of a numerical question: a whole number. */
  readonly sum?: string | number | undefined;
  /** Message for a respondent whose numbers have another sum; the service's default if empty or not given. */
  readonly sum_text?: string | undefined;
}

/** A question's part in a quiz. */
export interface QuestionQuiz {
  /** Whether its answers are scored. */
  readonly scoring_enabled: boolean;
  /** Feedback on an answer. */
  readonly feedback?: QuestionFeedback | undefined;
}

/** A display that changes the kind of a question: pictures, a slider or an upload. */
export interface DisplayOptions {
  /**
   * The display. Only an object without any setting may lack it, as in text blocks of other services; it is
   * ignored.
   */
  readonly display_type?: Open<DisplayType>;
  /** The picture of an emoji question. */
  readonly display_subtype?: Open<DisplaySubtype>;
  /** Label at the left end of a slider. */
  readonly left_label?: string;
  /** Id of that label. */
  readonly left_label_id?: Id;
  /** Label in the middle of a slider. */
  readonly middle_label?: string;
  /** Id of that label. */
  readonly middle_label_id?: Id;
  /** Label at the right end of a slider. */
  readonly right_label?: string;
  /** Id of that label. */
  readonly right_label_id?: Id;
  /** Whether the number is shown next to the slider or the pictures. */
  readonly show_display_number?: boolean;
  /** Settings of the display itself. */
  readonly custom_options?: CustomOptions;
}

/** A display that changes the kind of a question: pictures, a slider or an upload. */
export interface DisplayOptionsInput {
  /**
   * The display. Only an object without any setting may lack it, as in text blocks of other services; it is
   * ignored.
   */
  readonly display_type?: DisplayType | undefined;
  /** The picture of an emoji question. */
  readonly display_subtype?: DisplaySubtype | undefined;
  /** Label at the left end of a slider. */
  readonly left_label?: string | undefined;
  /** Id of that label. */
  readonly left_label_id?: Id | undefined;
  /** Label in the middle of a slider. */
  readonly middle_label?: string | undefined;
  /** Id of that label. */
  readonly middle_label_id?: Id | undefined;
  /** Label at the right end of a slider. */
  readonly right_label?: string | undefined;
  /** Id of that label. */
  readonly right_label_id?: Id | undefined;
  /** Whether the number is shown next to the slider or the pictures. */
  readonly show_display_number?: boolean | undefined;
  /** Settings of the display itself. */
  readonly custom_options?: CustomOptionsInput | undefined;
}

/** Settings of a display. */
export interface CustomOptions {
  /** Initial position of a slider; as input a whole number from 0. */
  readonly starting_position?: number;
  /** Step of a slider; as input a whole number from 1. */
  readonly step_size?: number;
  /** The options of the display, such as the accepted file types of an upload. */
  readonly option_set?: ReadonlyArray<string>;
  /** Colour of the pictures, as a hex string. */
  readonly color?: string;
}

/** Settings of a display. */
export interface CustomOptionsInput {
  /** Initial position of a slider; as input a whole number from 0. */
  readonly starting_position?: number | undefined;
  /** Step of a slider; as input a whole number from 1. */
  readonly step_size?: number | undefined;
  /** The options of the display, such as the accepted file types of an upload. */
  readonly option_set?: ReadonlyArray<string | number> | undefined;
  /** Colour of the pictures, as a hex string. */
  readonly color?: string | undefined;
}

/** The answer options of a question, as input. A ranking accepts only rows. */
export interface AnswersNew {
  /** The choices. */
  readonly choices?: ReadonlyArray<ChoiceNew> | undefined;
  /** The rows, each with a choice or a text field. */
  readonly rows?: ReadonlyArray<RowNew> | undefined;
  /** The columns of a matrix of menus. */
  readonly cols?: ReadonlyArray<ColumnNew> | undefined;
  /**
   * A text field for another answer or a comment: an object as in responses, or an array of one as in the
   * documentation's examples.
   */
  readonly other?: OtherNew | readonly [OtherNew, ...unknown[]] | undefined;
}

/** The options of a question with choices. */
export interface ChoiceAnswersNew extends AnswersNew {
  /** The choices. */
  readonly choices: ReadonlyArray<ChoiceNew>;
  /** The rows, each with a choice or a text field. */
  readonly rows?: never | undefined;
  /** The columns of a matrix of menus. */
  readonly cols?: never | undefined;
}

/** The options of a matrix. */
export interface MatrixAnswersNew extends AnswersNew {
  /** The choices. */
  readonly choices: ReadonlyArray<ChoiceNew>;
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols?: never | undefined;
}

/** The options of a matrix of menus. */
export interface MatrixMenuAnswersNew extends AnswersNew {
  /** The choices. */
  readonly choices?: never | undefined;
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols: ReadonlyArray<ColumnNew>;
}

/** The options of a question with rows only. */
export interface RowAnswersNew extends AnswersNew {
  /** The choices. */
  readonly choices?: never | undefined;
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols?: never | undefined;
  /**
   * A text field for another answer or a comment: an object as in responses, or an array of one as in the
   * documentation's examples.
   */
  readonly other?: never | undefined;
}

/** The options of a demographic question. */
export interface DetailAnswersNew extends AnswersNew {
  /** The choices. */
  readonly choices?: never | undefined;
  /** The columns of a matrix of menus. */
  readonly cols?: never | undefined;
  /**
   * A text field for another answer or a comment: an object as in responses, or an array of one as in the
   * documentation's examples.
   */
  readonly other?: never | undefined;
}

/** The rows of a ranking. */
export interface RankingAnswersNew extends AnswersNew {
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<RowNew>;
  /** The columns of a matrix of menus. */
  readonly cols?: never | undefined;
}

/** A choice, as input. */
export interface ChoiceNew {
  /** Choice of the question with this id; a new one if not given. That ids are preserved is our choice. */
  readonly id?: ChoiceId | undefined;
  /** Text; empty if not given, as for stars and pictures. */
  readonly text?: string | undefined;
  /** Position among the choices, from 1; the position in this array if not given. */
  readonly position?: number | undefined;
  /** False deletes the choice, as in the editor. */
  readonly visible?: boolean | undefined;
  /** The choice's part in a quiz. */
  readonly quiz_options?: ChoiceQuiz | undefined;
  /** Text below; of matrix questions. */
  readonly description?: string | undefined;
  /** Value of the choice, from -2147483647 to 2147483647; of ratings. */
  readonly weight?: number | undefined;
  /** Whether the choice means "not applicable" for the row; of matrix questions. */
  readonly is_na?: boolean | undefined;
  /** Picture; of image choices. */
  readonly image?: ChoiceImage | undefined;
}

/** A choice's part in a quiz. */
export interface ChoiceQuiz {
  /** Points for choosing it; as input a whole number from 0. */
  readonly score: number;
}

/** The picture of a choice. */
export interface ChoiceImage {
  /** URL of the picture. */
  readonly url: string;
  /** Name under which the service stores the picture. */
  readonly s3_key?: string | undefined;
}

/** A row, as input. */
export interface RowNew {
  /** Row of the question with this id; a new one if not given. That ids are preserved is our choice. */
  readonly id?: RowId | undefined;
  /** Text; if not given, empty, or the name of the detail in a demographic question. */
  readonly text?: string | undefined;
  /** Position among the rows, from 1; the position in this array if not given. */
  readonly position?: number | undefined;
  /** False deletes the row. */
  readonly visible?: boolean | undefined;
  /** Detail that the row requests; of demographic questions. */
  readonly type?: Detail | undefined;
  /** Whether the row must be answered; of demographic questions. */
  readonly required?: boolean | undefined;
}

/** A column of a matrix of menus, as input. */
export interface ColumnNew {
  /** Column of the question with this id; a new one if not given. That ids are preserved is our choice. */
  readonly id?: ColumnId | undefined;
  /** Text. */
  readonly text: string;
  /** Position among the columns, from 1; the position in this array if not given. */
  readonly position?: number | undefined;
  /** False deletes the column, as in the editor. */
  readonly visible?: boolean | undefined;
  /** The choices of the column. */
  readonly choices: ReadonlyArray<ChoiceNew>;
}

/** A text field for another answer or a comment, as input. */
export interface OtherNew {
  /** Id of the question's one option of this kind. The id never changes, whether it is given or not: our choice. */
  readonly id?: OtherOptionId | undefined;
  /** Label of the field. */
  readonly text?: string | undefined;
  /** False deletes the option, as in the editor. */
  readonly visible?: boolean | undefined;
  /**
   * Whether it is a separate choice, or a comment in addition to the others; a comment if not given, which is
   * our choice.
   */
  readonly is_answer_choice?: boolean | undefined;
  /** Whether every row of a matrix has the field; false if not given. */
  readonly apply_all_rows?: boolean | undefined;
  /** Position among the choices. */
  readonly position?: number | undefined;
  /** Width of the field in characters. */
  readonly num_chars?: number | undefined;
  /** Height of the field in lines. */
  readonly num_lines?: number | undefined;
  /** Message for a respondent who leaves the field empty. */
  readonly error_text?: string | undefined;
}

/** The question of the bank to copy. */
export interface QuestionBankPick {
  /** Id of the question in the bank. */
  readonly question_bank_question_id: BankQuestionId;
  /**
   * Options chosen for its modifiers: an array of options, one option as an object, or an object from each
   * modifier's id to the option or its id. The form is not documented: these are our choice.
   */
  readonly modifier_options?: ReadonlyArray<ModifierPick> | { readonly [key: string]: unknown } | undefined;
  /** Whether the question is from the team's own bank; false if not given. */
  readonly is_custom?: boolean | undefined;
}

/** The option chosen for a modifier. */
export interface ModifierPick {
  /** Id of the modifier. */
  readonly modifier_id: ModifierId;
  /** Id of the option. */
  readonly modifier_options_id: ModifierOptionId;
  /** Text for the modifier, if the option requires one. */
  readonly value?: string | undefined;
}

/** A survey without its design. */
export interface Survey {
  /** Title. */
  readonly title: string;
  /** Title for editors; empty if there is none. */
  readonly nickname: string;
  /** Language as a code of the survey languages. */
  readonly language: string;
  /** Folder of the survey; `0`, not null, if it is in none. Another service may leave it out. */
  readonly folder_id?: FolderId;
  /** Category of the library; empty if there is none. Another service may leave it out. */
  readonly category?: string;
  /**
   * Template from which the survey was created; null if there was none. Other services give it for newer surveys
   * only.
   */
  readonly template_id?: SurveyTemplateId | null;
  /** Theme; absent on surveys without one. */
  readonly theme_id?: Id;
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
  /** The texts of all four buttons. */
  readonly buttons_text: ButtonsText;
  /** Whether the user of the token owns the survey. Newer responses have it. */
  readonly is_owner?: boolean;
  /** Whether the service's footer is shown. Another service may leave it out. */
  readonly footer?: boolean;
  /** Variables that collectors may set, each by name with its label. Another service may leave them out. */
  readonly custom_variables?: { readonly [key: string]: string };
  /** Whether the survey is a quiz, and its feedback to respondents; absent for other surveys. */
  readonly quiz_options?: QuizOptions;
  /** URL of this resource. */
  readonly href: string;
  /** URL of the analysis on the service's site. */
  readonly analyze_url: string;
  /** URL of the editor on the service's site. */
  readonly edit_url: string;
  /** URL of the collectors on the service's site. */
  readonly collect_url: string;
  /** URL of the summary on the service's site. */
  readonly summary_url: string;
  /**
   * URL of a preview: the survey as respondents take it. Each user gets another one. Anyone with the URL can open it
   * while the user can see the survey, which is our choice.
   */
  readonly preview: string;
}

/** Changes to a survey. A PUT resets absent fields to their defaults. */
export interface SurveyPatch {
  /** Title; default "New Survey". */
  readonly title?: string | undefined;
  /** Title for editors; default empty. */
  readonly nickname?: string | undefined;
  /** Language as a code of the survey languages; default `en`. */
  readonly language?: string | undefined;
  /** The texts of the buttons. */
  readonly buttons_text?: ButtonsText | undefined;
  /** Variables that collectors may set, each by name with its label. */
  readonly custom_variables?: { readonly [key: string]: string } | undefined;
  /** Whether the service's footer is shown; default yes. */
  readonly footer?: boolean | undefined;
  /** Folder of the survey; `0` removes it from its folder, which is our choice. */
  readonly folder_id?: FolderId | undefined;
}

/** A survey with its design. */
export interface SurveyDetails {
  /** Title. */
  readonly title: string;
  /** Title for editors; empty if there is none. */
  readonly nickname: string;
  /** Language as a code of the survey languages. */
  readonly language: string;
  /** Folder of the survey; `0`, not null, if it is in none. Another service may leave it out. */
  readonly folder_id?: FolderId;
  /** Category of the library; empty if there is none. Another service may leave it out. */
  readonly category?: string;
  /**
   * Template from which the survey was created; null if there was none. Other services give it for newer surveys
   * only.
   */
  readonly template_id?: SurveyTemplateId | null;
  /** Theme; absent on surveys without one. */
  readonly theme_id?: Id;
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
  /** The texts of all four buttons. */
  readonly buttons_text: ButtonsText;
  /** Whether the user of the token owns the survey. Newer responses have it. */
  readonly is_owner?: boolean;
  /** Whether the service's footer is shown. Another service may leave it out. */
  readonly footer?: boolean;
  /** Variables that collectors may set, each by name with its label. Another service may leave them out. */
  readonly custom_variables?: { readonly [key: string]: string };
  /** Whether the survey is a quiz, and its feedback to respondents; absent for other surveys. */
  readonly quiz_options?: QuizOptions;
  /** URL of this resource. */
  readonly href: string;
  /** URL of the analysis on the service's site. */
  readonly analyze_url: string;
  /** URL of the editor on the service's site. */
  readonly edit_url: string;
  /** URL of the collectors on the service's site. */
  readonly collect_url: string;
  /** URL of the summary on the service's site. */
  readonly summary_url: string;
  /**
   * URL of a preview: the survey as respondents take it. Each user gets another one. Anyone with the URL can open it
   * while the user can see the survey, which is our choice.
   */
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
  /** Position in the survey, from 1. */
  readonly position: number;
  /** Id of the page. */
  readonly id: PageId;
  /** URL of the page. */
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
  /** Position on the page, from 1. */
  readonly position: number;
  /** False if the question was deleted and answers still refer to it. */
  readonly visible: boolean;
  /** Layout on the page; null for most questions, and absent in older surveys. */
  readonly layout?: Layout | null;
  /** Name for editors; of presentation questions. */
  readonly nickname?: string;
  /** The headings: one, or several that are assigned to respondents at random. */
  readonly headings: ReadonlyArray<Heading>;
  /** The order in which the answer options are shown; null for their own order. */
  readonly sorting: Sorting | null;
  /** How much must be answered; null, never false, if the question is optional. */
  readonly required: Required | null;
  /** The check for a text; null if there is none. */
  readonly validation: Validation | null;
  /** Whether each choice may be used in one row only; of matrix questions with a rating or a single choice. */
  readonly forced_ranking: boolean;
  /** The question's part in a quiz; absent in other surveys. */
  readonly quiz_options?: QuestionQuiz;
  /** A display that changes the kind of the question; absent if there is none. */
  readonly display_options?: DisplayOptions;
  /** URL of this resource. */
  readonly href: string;
}

/** One of several choices. */
export interface SingleChoiceQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "single_choice";
  /** Subtype. */
  readonly subtype: Open<"vertical" | "vertical_two_col" | "vertical_three_col" | "horiz" | "menu">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: ChoiceAnswers;
}

/** Any number of several choices. */
export interface MultipleChoiceQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "multiple_choice";
  /** Subtype. */
  readonly subtype: Open<"vertical" | "vertical_two_col" | "vertical_three_col" | "horiz">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: ChoiceAnswers;
}

/** Rows with the same choices. */
export interface MatrixQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: "single" | "rating" | "ranking" | "multi";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: MatrixAnswers;
}

/** Rows and columns; each column has its own choices. */
export interface MatrixMenuQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: "menu";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: MatrixMenuAnswers;
}

/** One text; with a display also a slider or an upload. */
export interface OpenEndedQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: "single" | "essay";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: never;
}

/** A text or a number for every row. */
export interface OpenEndedRowsQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: "multi" | "numerical";
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: RowAnswers;
}

/** Name, address and similar details, one in every row. */
export interface DemographicQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "demographic";
  /** Subtype. */
  readonly subtype: Open<"international" | "us">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: DetailAnswers;
}

/** A date, a time, or both for every row. */
export interface DatetimeQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "datetime";
  /** Subtype. */
  readonly subtype: Open<"both" | "date_only" | "time_only">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers: RowAnswers;
}

/** A text or an image without an answer. */
export interface PresentationQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "presentation";
  /** Subtype. */
  readonly subtype: Open<"descriptive_text" | "image">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: never;
}

/** An image to click on. */
export interface ClickMapQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "click_map";
  /** Subtype. */
  readonly subtype: Open<"single">;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: never;
}

/** A matrix of a subtype that the service added later. */
export interface UnlistedMatrixQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "matrix";
  /** Subtype. */
  readonly subtype: Unlisted;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: Answers;
}

/** An open question of a subtype that the service added later. */
export interface UnlistedOpenEndedQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: "open_ended";
  /** Subtype. */
  readonly subtype: Unlisted;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: Answers;
}

/** A question of a family that the service added later. */
export interface UnlistedQuestion extends QuestionFields {
  /** Family; together with the subtype it determines the form of an answer. */
  readonly family: Unlisted;
  /** Subtype. */
  readonly subtype: Open<Subtype>;
  /** The answer options; absent, not empty, for kinds without any. */
  readonly answers?: Answers;
}

/** The check that a text must pass to count as an answer. */
export interface Validation {
  /** The check. */
  readonly type: Open<ValidationType>;
  /** Message for a respondent whose answer fails the check. */
  readonly text: string;
  /** Smallest value, earliest date or shortest text; null if there is none. */
  readonly min: string | null;
  /** Largest value, latest date or longest text; null if there is none. */
  readonly max: string | null;
  /** Required sum of the numbers of a numerical question; null if there is none. */
  readonly sum: number | null;
  /** Message for a respondent whose numbers have another sum; empty if no sum is required. */
  readonly sum_text: string;
}

/** The answer options of a question. The table of kinds says which options each kind has. */
export interface Answers {
  /** The choices, including deleted ones. */
  readonly choices?: ReadonlyArray<Choice>;
  /** The rows, each with a choice or a text field. */
  readonly rows?: ReadonlyArray<Row>;
  /** The columns of a matrix of menus, each with its own choices. */
  readonly cols?: ReadonlyArray<Column>;
  /** A text field for another answer or a comment. */
  readonly other?: OtherOption;
}

/** The options of a question with choices. */
export interface ChoiceAnswers extends Answers {
  /** The choices, including deleted ones. */
  readonly choices: ReadonlyArray<Choice>;
  /** The rows, each with a choice or a text field. */
  readonly rows?: never;
  /** The columns of a matrix of menus, each with its own choices. */
  readonly cols?: never;
}

/** The options of a matrix. */
export interface MatrixAnswers extends Answers {
  /** The choices, including deleted ones. */
  readonly choices: ReadonlyArray<Choice>;
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<Row>;
  /** The columns of a matrix of menus, each with its own choices. */
  readonly cols?: never;
}

/** The options of a matrix of menus. */
export interface MatrixMenuAnswers extends Answers {
  /** The choices, including deleted ones. */
  readonly choices?: never;
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<Row>;
  /** The columns of a matrix of menus, each with its own choices. */
  readonly cols: ReadonlyArray<Column>;
}

/** The options of a question with rows only. */
export interface RowAnswers extends Answers {
  /** The choices, including deleted ones. */
  readonly choices?: never;
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<Row>;
  /** The columns of a matrix of menus, each with its own choices. */
  readonly cols?: never;
  /** A text field for another answer or a comment. */
  readonly other?: never;
}

/** The options of a demographic question. */
export interface DetailAnswers extends Answers {
  /** The choices, including deleted ones. */
  readonly choices?: never;
  /** The rows, each with a choice or a text field. */
  readonly rows: ReadonlyArray<DetailRow>;
  /** The columns of a matrix of menus, each with its own choices. */
  readonly cols?: never;
  /** A text field for another answer or a comment. */
  readonly other?: never;
}

/** A choice. */
export interface Choice {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Text; may repeat, and is empty for stars and pictures. */
  readonly text: string;
  /** Position among the choices, from 1. */
  readonly position: number;
  /** False if the choice was deleted and answers still refer to it. */
  readonly visible: boolean;
  /** The choice's part in a quiz. */
  readonly quiz_options?: ChoiceQuiz;
  /** Text below; of matrix questions. */
  readonly description?: string;
  /** Value of the choice; of ratings and rankings. */
  readonly weight?: number;
  /** Whether the choice means "not applicable" for the row; of matrix questions. */
  readonly is_na?: boolean;
  /** Picture; of image choices. */
  readonly image?: ChoiceImage;
}

/** A row. */
export interface Row {
  /** Id of the row. */
  readonly id: RowId;
  /** Text; may be empty. */
  readonly text: string;
  /** Position among the rows, from 1. */
  readonly position: number;
  /** False if the row was deleted and answers still refer to it. */
  readonly visible: boolean;
  /** Detail that the row requests; of demographic questions. */
  readonly type?: Open<Detail>;
  /** Whether the row must be answered; of demographic questions. */
  readonly required?: boolean;
}

/** A row of a demographic question. */
export interface DetailRow extends Row {
  /** Detail that the row requests; of demographic questions. */
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
  /** Position among the columns, from 1. */
  readonly position: number;
  /** False if the column was deleted and answers still refer to it. */
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
  /** Position among the choices, from 1. */
  readonly position: number;
  /** False if the choice was deleted and answers still refer to it. */
  readonly visible: boolean;
  /** Whether the choice means "not applicable" for the cell. */
  readonly is_na?: boolean;
}

/** A text field for another answer or a comment. */
export interface OtherOption {
  /** Id of the option; answers refer to it as `other_id`. */
  readonly id: OtherOptionId;
  /** Label of the field. */
  readonly text: string;
  /** False if the option was deleted and answers still refer to it. */
  readonly visible: boolean;
  /** Whether it is a separate choice, or a comment in addition to the others. */
  readonly is_answer_choice?: boolean;
  /** Whether every row of a matrix has the field. */
  readonly apply_all_rows?: boolean;
  /** Position among the choices. */
  readonly position: number;
  /** Width of the field in characters. */
  readonly num_chars?: number;
  /** Height of the field in lines. */
  readonly num_lines?: number;
  /** Message for a respondent who leaves the field empty. */
  readonly error_text?: string;
}

/** A page in a list. */
export interface PageRef {
  /** Title; empty if there is none. */
  readonly title: string;
  /** Text below the title; empty if there is none. */
  readonly description: string;
  /** Position in the survey, from 1. */
  readonly position: number;
  /** Id of the page. */
  readonly id: PageId;
  /** URL of the page. */
  readonly href: string;
}

/** A new page, or changes to one. */
export interface PageNew {
  /** Title; empty if not given. */
  readonly title?: string | undefined;
  /** Text below the title; empty if not given. */
  readonly description?: string | undefined;
  /**
   * Position in the survey, from 1; by default a new page is added at the end, and an existing one does not
   * move.
   */
  readonly position?: number | undefined;
}

/** A page without its questions. */
export interface Page {
  /** Title; empty if there is none. */
  readonly title: string;
  /** Text below the title; empty if there is none. */
  readonly description: string;
  /** Position in the survey, from 1. */
  readonly position: number;
  /** Id of the page. */
  readonly id: PageId;
  /** URL of the page. */
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
  /** Position on the page, from 1. */
  readonly position: number;
  /** URL of the question. */
  readonly href: string;
}

/** A category of templates. */
export interface SurveyCategory {
  /** Id of the category: a short name such as `customer_feedback`. */
  readonly id: SurveyCategoryId;
  /** Name in the requested language. */
  readonly name: string;
}

/** A template that the service offers. */
export interface SurveyTemplate {
  /** Id of the template. */
  readonly id: SurveyTemplateId;
  /** Name. */
  readonly name: string;
  /** Title of a survey created from it. */
  readonly title: string;
  /** Description. */
  readonly description: string;
  /** Id of its category. */
  readonly category: SurveyCategoryId;
  /** Whether the plan of the account includes it. */
  readonly available: boolean;
  /** Number of questions. */
  readonly num_questions: number;
  /** URL of a preview. */
  readonly preview_link: string;
}

/** A template that the team created from one of its surveys. */
export interface TeamSurveyTemplate {
  /** Id of the template. */
  readonly team_template_id: TeamSurveyTemplateId;
  /** Name. */
  readonly name: string;
  /** Survey from which it was created. */
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
  /** Text, with a pair of parentheses at the place of each modifier. */
  readonly text: string;
  /** The modifiers; none in a team's own bank. */
  readonly modifiers: ReadonlyArray<Modifier>;
  /** Locales of the question, such as `en_US`; none in a team's own bank. */
  readonly locales: ReadonlyArray<string>;
}

/** A modifier: a variable part of a question of the bank. */
export interface Modifier {
  /** Id of the modifier. */
  readonly modifier_id: ModifierId;
  /** Kind; `open_ended` is the only one known. */
  readonly modifier_type: string;
  /** The options. */
  readonly options: ReadonlyArray<ModifierOption>;
}

/** A text that can replace a modifier. */
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
  /** URL of the folder. */
  readonly href: string;
}

/** A new folder, or changes to one. */
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
  /** Whether respondents can select it. */
  readonly enabled: boolean;
  /** Number of texts in the survey. */
  readonly string_count: number;
  /** Number of texts that are translated. */
  readonly translated_string_count: number;
  /** Number of texts whose translation is inherited from a related language. */
  readonly inherited_string_count: number;
  /** Number of texts that have been changed since their translation. */
  readonly stale_string_count: number;
  /** URL of the translation. */
  readonly href: string;
}

/** A translation of a survey. */
export interface Translation {
  /** Code of the language. */
  readonly id: LanguageId;
  /** Whether respondents can select it. */
  readonly enabled: boolean;
  /** The texts of the survey, translated or not. */
  readonly translations: ReadonlyArray<TranslatedText>;
  /** URL of this resource. */
  readonly href: string;
}

/** A text of a survey with its translation. */
export interface TranslatedText {
  /** The text in the survey's own language. */
  readonly default: string;
  /** The text in this language; empty if it is not translated. */
  readonly translation: string;
  /** Purpose of the text. */
  readonly context: Open<TextContext>;
  /** Survey, page, question or answer option that the text belongs to. */
  readonly resource_id: Id;
}

/** A new translation. */
export interface TranslationNew {
  /** Whether respondents can select it; false by default, which is our choice. */
  readonly enabled?: boolean | undefined;
  /** The texts to translate, at least one. */
  readonly translations: ReadonlyArray<TranslatedTextNew>;
}

/** A text to translate, identified by its purpose and its place. */
export interface TranslatedTextNew {
  /**
   * The original text; the survey's if not given. If the survey's text is different now, the translation counts
   * as stale, which is our choice.
   */
  readonly default?: string | undefined;
  /** The text in this language; an empty text removes the translation. */
  readonly translation: string;
  /** Purpose of the text. */
  readonly context: TextContext;
  /** Survey, page, question or answer option that the text belongs to. */
  readonly resource_id: Id;
}

/** Changes to a translation. */
export interface TranslationPatch {
  /** Whether respondents can select it. */
  readonly enabled?: boolean | undefined;
  /** The texts to translate, at least one if given. Other texts do not change. */
  readonly translations?: ReadonlyArray<TranslatedTextNew> | undefined;
}

/** A bundle of benchmarks in a list. */
export interface BundleRef {
  /** Id of the bundle: a short name. */
  readonly id: BundleId;
  /** Title. */
  readonly title: string;
  /** URL of the bundle. */
  readonly href: string;
}

/** A bundle of benchmarks: questions of the bank that were answered by the same kind of respondents. */
export interface Bundle {
  /** Id of the bundle. */
  readonly id: BundleId;
  /** Title. */
  readonly title: string;
  /** Description of the bundle. */
  readonly details: BundleDetails;
  /** The questions. */
  readonly questions: ReadonlyArray<BundleQuestion>;
}

/** Description of a bundle. */
export interface BundleDetails {
  /** The main points. */
  readonly bullets: ReadonlyArray<string>;
  /** Text below the points. */
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
  /** Date of the oldest response, with offset. */
  readonly date_start: DateText;
  /** Date of the newest response, with offset. */
  readonly date_end: DateText;
  /** The benchmarks in the order of the questions. */
  readonly benchmarks: ReadonlyArray<Benchmark>;
}

/** The answers of other surveys to a question. */
export interface Benchmark {
  /** The question; in the analysis of a bundle. */
  readonly question?: BundleQuestion;
  /** Number of responses. */
  readonly num_responses: number;
  /** Number of data points, each a survey or a respondent; percentiles refer to them. */
  readonly num_data_points: number;
  /**
   * Share of the answers, from 0 to 1, by the value of the choice: the number in its text, otherwise its
   * position.
   */
  readonly distribution_values: { readonly [key: string]: number };
  /** The value at 0, 25, 50, 75 and 100 percent of the data points. */
  readonly quartile_values: { readonly [key: string]: number };
  /** Kind of the data points; for a question of a survey. */
  readonly data_point_type_distribution?: DataPoints;
}

/** Kinds of a benchmark's data points, in percent. */
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
  /** Date of the oldest response, with offset. */
  readonly date_start: DateText;
  /** Date of the newest response, with offset. */
  readonly date_end: DateText;
  /** The benchmark. */
  readonly benchmark: Benchmark;
}

/** A collector in a list. Only the first three fields and `type` are always present; the others must be included. */
export interface CollectorRef {
  /** Id of the collector. */
  readonly id: CollectorId;
  /** Name. */
  readonly name: string;
  /** URL of the collector. */
  readonly href: string;
  /** Kind. Newer responses always contain it. */
  readonly type?: Open<CollectorType>;
  /** Whether it accepts responses. */
  readonly status?: Open<CollectorStatus>;
  /** Number of responses. */
  readonly response_count?: number;
  /** When it was created, with offset. */
  readonly date_created?: DateText;
  /** When it was last changed, with offset. */
  readonly date_modified?: DateText;
  /** URL of the survey for a web link, null for other kinds. */
  readonly url?: string | null;
}

/**
 * A new collector: `type` and any settings, or only `from_collector_id`.
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
  readonly name?: string | undefined;
  /** Text for respondents who have finished; "Thank you for completing our survey!" if not given. */
  readonly thank_you_message?: string | undefined;
  /** The same text with a field that enables it. */
  readonly thank_you_page?: ThankYouPage | undefined;
  /** Text for disqualified respondents. */
  readonly disqualification_message?: string | undefined;
  /** What disqualified respondents see: the text or another page. */
  readonly disqualification_type?: DisqualificationType | undefined;
  /** URL to which disqualified respondents are redirected. */
  readonly disqualification_url?: string | undefined;
  /** Date on which it closes; never if not given. */
  readonly close_date?: DateText | undefined;
  /** Text for visitors when the collector is closed. */
  readonly closed_page_message?: string | undefined;
  /** Action after a respondent has finished. */
  readonly redirect_type?: RedirectType | undefined;
  /** URL to which finished respondents are redirected. */
  readonly redirect_url?: string | undefined;
  /** Whether finished respondents see the current results; false if not given. */
  readonly display_survey_results?: boolean | undefined;
  /** Whether one device may respond several times; false if not given. */
  readonly allow_multiple_responses?: boolean | undefined;
  /** Until when respondents may change their responses; `until_complete` if not given. */
  readonly edit_response_type?: EditResponseType | undefined;
  /** Which data of respondents is stored; `not_anonymous` if not given. */
  readonly anonymous_type?: AnonymousType | undefined;
  /** Password that respondents must enter; none if not given. */
  readonly password?: string | undefined;
  /** Whether the service's name is shown; true if not given, which is our choice. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Number of responses after which it closes; none if not given. */
  readonly response_limit?: number | undefined;
  /** Whether respondents must authenticate by a link that is sent to their address; false if not given. */
  readonly respondent_authentication?: boolean | undefined;
}

/** Creates a web link, a collector of text messages, or an embedded survey. */
export interface PlainCollectorNew extends CollectorNewFields {
  /** Kind; required unless another collector is copied. */
  readonly type: "weblink" | "sms" | "embedded_survey";
  /** The collector to copy. */
  readonly from_collector_id?: never | undefined;
  /** Sender of email invitations. */
  readonly sender_email?: never | undefined;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never | undefined;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never | undefined;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never | undefined;
  /** Heading of a popup invitation. */
  readonly headline?: never | undefined;
  /** Text of a popup invitation. */
  readonly message?: never | undefined;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never | undefined;
  /** The button that opens the survey. */
  readonly primary_button?: never | undefined;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never | undefined;
}

/** Creates a collector of email invitations. */
export interface EmailCollectorNew extends CollectorNewFields {
  /** Kind; required unless another collector is copied. */
  readonly type: "email";
  /** The collector to copy. */
  readonly from_collector_id?: never | undefined;
  /** Sender of email invitations. */
  readonly sender_email?: string | undefined;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: never | undefined;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: never | undefined;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: never | undefined;
  /** Heading of a popup invitation. */
  readonly headline?: never | undefined;
  /** Text of a popup invitation. */
  readonly message?: never | undefined;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: never | undefined;
  /** The button that opens the survey. */
  readonly primary_button?: never | undefined;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: never | undefined;
}

/** Creates a popup. */
export interface PopupCollectorNew extends CollectorNewFields {
  /** Kind; required unless another collector is copied. */
  readonly type: "popup_invitation" | "popup_survey";
  /** The collector to copy. */
  readonly from_collector_id?: never | undefined;
  /** Sender of email invitations. */
  readonly sender_email?: never | undefined;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | undefined;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | undefined;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | undefined;
  /** Heading of a popup invitation. */
  readonly headline?: string | undefined;
  /** Text of a popup invitation. */
  readonly message?: string | undefined;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | undefined;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | undefined;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | undefined;
}

/** Copies a collector; other given fields change the copy. */
export interface CollectorCopy extends CollectorNewFields {
  /** Kind; required unless another collector is copied. */
  readonly type?: never | undefined;
  /** The collector to copy. */
  readonly from_collector_id: CollectorId;
  /** Sender of email invitations. */
  readonly sender_email?: string | undefined;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | undefined;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | undefined;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | undefined;
  /** Heading of a popup invitation. */
  readonly headline?: string | undefined;
  /** Text of a popup invitation. */
  readonly message?: string | undefined;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | undefined;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | undefined;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | undefined;
}

/** Text for respondents who have finished. */
export interface ThankYouPage {
  /** Whether it is shown. */
  readonly is_enabled: boolean;
  /** Its text. */
  readonly message?: string | undefined;
}

/** A button of a popup invitation. */
export interface PopupButton {
  /** Background: `#HHH` or `#HHHHHH`. */
  readonly bg_color?: string | undefined;
  /** Colour of the text: `#HHH` or `#HHHHHH`. */
  readonly text_color?: string | undefined;
  /** Text. */
  readonly text?: string | undefined;
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
  /** Id of the survey; absent in older records. */
  readonly survey_id?: SurveyId;
  /** Whether it accepts responses. */
  readonly status: Open<CollectorStatus>;
  /** Name. */
  readonly name: string;
  /** Text for respondents who have finished. */
  readonly thank_you_message?: string;
  /** The same text with a field that enables it; newer records have both. */
  readonly thank_you_page?: ThankYouPage;
  /** Text for disqualified respondents. */
  readonly disqualification_message?: string;
  /** What disqualified respondents see: the text or another page. */
  readonly disqualification_type?: Open<DisqualificationType>;
  /** URL to which disqualified respondents are redirected. */
  readonly disqualification_url?: string;
  /** Date on which it closes, with offset; null for never. */
  readonly close_date?: DateText | null;
  /** Text for visitors when the collector is closed. */
  readonly closed_page_message?: string;
  /** Action after a respondent has finished. */
  readonly redirect_type?: Open<RedirectType>;
  /** URL to which finished respondents are redirected; null if there is none. */
  readonly redirect_url?: string | null;
  /** Whether finished respondents see the current results. */
  readonly display_survey_results?: boolean;
  /** Whether one device may respond several times. */
  readonly allow_multiple_responses?: boolean;
  /** Until when respondents may change their responses. */
  readonly edit_response_type?: Open<EditResponseType>;
  /** Which data of respondents is stored. */
  readonly anonymous_type?: Open<AnonymousType>;
  /** Whether a password is required. The password itself can be set and is never returned. */
  readonly password_enabled?: boolean;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled?: boolean;
  /** Number of responses after which it closes; null for none. */
  readonly response_limit?: number | null;
  /** Number of responses; absent in older records. */
  readonly response_count?: number;
  /** Sender of email invitations; null for other kinds. */
  readonly sender_email?: string | null;
  /**
   * Whether respondents must authenticate by a link that is sent to their address before the survey opens. That
   * is our choice: newer records have the field, and its effect is not documented.
   */
  readonly respondent_authentication?: boolean;
  /** When it was created, with offset. */
  readonly date_created: DateText;
  /** When it was last changed, with offset. */
  readonly date_modified: DateText;
  /** URL of the collector. */
  readonly href: string;
}

/** A URL at which anyone can take the survey. */
export interface WeblinkCollector extends CollectorFields {
  /** Kind. */
  readonly type: "weblink";
  /** URL of the survey for a web link, null for other kinds. */
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
  /** URL of the survey for a web link, null for other kinds. */
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

/** Invitations by text message. Our service stores them and does not send them. */
export interface SmsCollector extends CollectorFields {
  /** Kind. */
  readonly type: "sms";
  /** URL of the survey for a web link, null for other kinds. */
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

/** A window above a page of your own. */
export interface PopupCollector extends CollectorFields {
  /** Kind. */
  readonly type: "popup_invitation" | "popup_survey";
  /** URL of the survey for a web link, null for other kinds. */
  readonly url: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string;
  /** Heading of a popup invitation. */
  readonly headline?: string;
  /** Text of a popup invitation. */
  readonly message?: string;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton;
}

/** A survey embedded in a page of your own. */
export interface EmbeddedCollector extends CollectorFields {
  /** Kind. */
  readonly type: "embedded_survey";
  /** URL of the survey for a web link, null for other kinds. */
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

/** A collector of a kind that the service added later. */
export interface UnlistedCollector extends CollectorFields {
  /** Kind. */
  readonly type: Unlisted;
  /** URL of the survey for a web link, null for other kinds. */
  readonly url: string | null;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string;
  /** Heading of a popup invitation. */
  readonly headline?: string;
  /** Text of a popup invitation. */
  readonly message?: string;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton;
}

/** Changes to a collector, or a replacement of its settings. The kind cannot be changed. */
export interface CollectorPatch {
  /** `open` or `closed`; `new` only for a collector that is new. */
  readonly status?: CollectorStatus | undefined;
  /** Name. */
  readonly name?: string | undefined;
  /** Text for respondents who have finished. */
  readonly thank_you_message?: string | undefined;
  /** The same text with a field that enables it. */
  readonly thank_you_page?: ThankYouPage | undefined;
  /** Text for disqualified respondents. */
  readonly disqualification_message?: string | undefined;
  /** What disqualified respondents see: the text or another page. */
  readonly disqualification_type?: DisqualificationType | undefined;
  /** URL to which disqualified respondents are redirected. */
  readonly disqualification_url?: string | undefined;
  /** Date on which it closes. Only a replacement without it removes a date: our choice. */
  readonly close_date?: DateText | undefined;
  /** Text for visitors when the collector is closed. */
  readonly closed_page_message?: string | undefined;
  /** Action after a respondent has finished. */
  readonly redirect_type?: RedirectType | undefined;
  /** URL to which finished respondents are redirected. */
  readonly redirect_url?: string | undefined;
  /** Whether finished respondents see the current results. */
  readonly display_survey_results?: boolean | undefined;
  /** Whether one device may respond several times. */
  readonly allow_multiple_responses?: boolean | undefined;
  /** Until when respondents may change their responses. */
  readonly edit_response_type?: EditResponseType | undefined;
  /** Which data of respondents is stored. */
  readonly anonymous_type?: AnonymousType | undefined;
  /**
   * Password that respondents must enter; `""` removes it. A replacement without it keeps it, because it is
   * never returned. Both are our choice.
   */
  readonly password?: string | undefined;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Number of responses after which it closes. Only a replacement without it removes a limit: our choice. */
  readonly response_limit?: number | undefined;
  /** Sender of email invitations. */
  readonly sender_email?: string | undefined;
  /** Whether respondents must authenticate by a link that is sent to their address. */
  readonly respondent_authentication?: boolean | undefined;
  /** Width of a popup in pixels, from 300 to 700. */
  readonly width?: number | undefined;
  /** Height of a popup in pixels, from 300 to 700. */
  readonly height?: number | undefined;
  /** Border of a popup: `#HHH` or `#HHHHHH`. */
  readonly border_color?: string | undefined;
  /** Heading of a popup invitation. */
  readonly headline?: string | undefined;
  /** Text of a popup invitation. */
  readonly message?: string | undefined;
  /** Percentage of visitors who see the popup, from 1 to 100: a string. */
  readonly sample_rate?: string | undefined;
  /** The button that opens the survey. */
  readonly primary_button?: PopupButton | undefined;
  /** The button that dismisses the invitation. */
  readonly secondary_button?: PopupButton | undefined;
}

/** The recipients of a collector or of a message, counted by their progress. */
export interface RecipientStats {
  /** Recipients by their progress in the survey. */
  readonly survey_response_status: ResponseCounts;
  /** Recipients by the status of their mail. */
  readonly mail_status: MailCounts;
  /** Number of recipients. */
  readonly recipients: number;
}

/** Recipients by their progress in the survey. */
export interface ResponseCounts {
  /** Recipients who completed the survey. */
  readonly completely_responded: number;
  /** Recipients who did not start. */
  readonly not_responded: number;
  /** Recipients who started. */
  readonly partially_responded: number;
}

/**
 * Recipients by the status of their mail. All mails to a recipient have the same link, so that an opened mail or a
 * followed link counts for the last message that was sent to the recipient: our choice. A collector counts all.
 */
export interface MailCounts {
  /** Recipients who opened it. */
  readonly opened: number;
  /** Recipients who opted out. */
  readonly opted_out: number;
  /** Recipients to whom it was not sent. */
  readonly not_sent: number;
  /** Recipients to whom it was sent. */
  readonly sent: number;
  /** Recipients whose mail bounced. */
  readonly bounced: number;
  /** Recipients who followed its link. */
  readonly link_clicked: number;
}

/** A message in a list. */
export interface MessageRef {
  /** Id of the message. */
  readonly id: MessageId;
  /** Status of its sending. */
  readonly status: Open<MessageStatus>;
  /** Kind. */
  readonly type: Open<MessageType>;
  /** Subject; text messages have none. */
  readonly subject?: string;
  /** URL of the message. */
  readonly href: string;
}

/**
 * A new message: `type` and its fields, or the message to copy.
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
  /** Kind; required unless another message is copied. */
  readonly type: "invite";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never | undefined;
  /** The message to copy. */
  readonly from_message_id?: never | undefined;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never | undefined;
  /** Recipients of a reminder or thank-you message. */
  readonly recipient_status?: never | undefined;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: string | undefined;
  /**
   * Text without markup, at most 100,000 bytes; a mail must contain the four placeholders. The service's default
   * if not given.
   */
  readonly body_text?: string | undefined;
  /**
   * Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
   * `body_text`.
   */
  readonly body_html?: string | undefined;
  /**
   * The text as a message has it: accepted if the new message has the same. Another text needs `body_html` or
   * `body_text`, which say what it is. Our choice.
   */
  readonly body?: string | undefined;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Whether to embed the first question in the mail; false if not given. */
  readonly embed_first_question?: boolean | undefined;
}

/** A reminder by email. */
export interface ReminderMessageNew extends MessageNewFields {
  /** Kind; required unless another message is copied. */
  readonly type: "reminder";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never | undefined;
  /** The message to copy. */
  readonly from_message_id?: never | undefined;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never | undefined;
  /** Recipients of a reminder or thank-you message. */
  readonly recipient_status?: "has_not_responded" | "partially_responded" | undefined;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: string | undefined;
  /**
   * Text without markup, at most 100,000 bytes; a mail must contain the four placeholders. The service's default
   * if not given.
   */
  readonly body_text?: string | undefined;
  /**
   * Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
   * `body_text`.
   */
  readonly body_html?: string | undefined;
  /**
   * The text as a message has it: accepted if the new message has the same. Another text needs `body_html` or
   * `body_text`, which say what it is. Our choice.
   */
  readonly body?: string | undefined;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Whether to embed the first question in the mail; false if not given. */
  readonly embed_first_question?: boolean | undefined;
}

/** A thank-you message by email. */
export interface ThankYouMessageNew extends MessageNewFields {
  /** Kind; required unless another message is copied. */
  readonly type: "thank_you";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never | undefined;
  /** The message to copy. */
  readonly from_message_id?: never | undefined;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never | undefined;
  /** Recipients of a reminder or thank-you message. */
  readonly recipient_status?: "completed" | "responded" | "partially_responded" | undefined;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: string | undefined;
  /**
   * Text without markup, at most 100,000 bytes; a mail must contain the four placeholders. The service's default
   * if not given.
   */
  readonly body_text?: string | undefined;
  /**
   * Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
   * `body_text`.
   */
  readonly body_html?: string | undefined;
  /**
   * The text as a message has it: accepted if the new message has the same. Another text needs `body_html` or
   * `body_text`, which say what it is. Our choice.
   */
  readonly body?: string | undefined;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Whether to embed the first question in the mail; false if not given. */
  readonly embed_first_question?: boolean | undefined;
}

/** An invitation by text message, without a subject; it is not sent. */
export interface SmsMessageNew extends MessageNewFields {
  /** Kind; required unless another message is copied. */
  readonly type: "sms";
  /** The collector of the message to copy. */
  readonly from_collector_id?: never | undefined;
  /** The message to copy. */
  readonly from_message_id?: never | undefined;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: never | undefined;
  /** Recipients of a reminder or thank-you message. */
  readonly recipient_status?: never | undefined;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: never | undefined;
  /**
   * Text without markup, at most 100,000 bytes; a mail must contain the four placeholders. The service's default
   * if not given.
   */
  readonly body_text?: string | undefined;
  /**
   * Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
   * `body_text`.
   */
  readonly body_html?: string | undefined;
  /**
   * The text as a message has it: accepted if the new message has the same. Another text needs `body_html` or
   * `body_text`, which say what it is. Our choice.
   */
  readonly body?: string | undefined;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: boolean | undefined;
  /** Whether to embed the first question in the mail; false if not given. */
  readonly embed_first_question?: never | undefined;
}

/** Copies a message, on request with its recipients. */
export interface MessageCopy extends MessageNewFields {
  /** Kind; required unless another message is copied. */
  readonly type?: never | undefined;
  /** The collector of the message to copy. */
  readonly from_collector_id: CollectorId;
  /** The message to copy. */
  readonly from_message_id: MessageId;
  /** Whether to copy the recipients too; false if not given. */
  readonly include_recipients?: boolean | undefined;
  /** Recipients of a reminder or thank-you message. */
  readonly recipient_status?: never | undefined;
  /** Subject, of 500 characters at most; "We want your opinion" if not given. */
  readonly subject?: never | undefined;
  /**
   * Text without markup, at most 100,000 bytes; a mail must contain the four placeholders. The service's default
   * if not given.
   */
  readonly body_text?: never | undefined;
  /**
   * Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
   * `body_text`.
   */
  readonly body_html?: never | undefined;
  /**
   * The text as a message has it: accepted if the new message has the same. Another text needs `body_html` or
   * `body_text`, which say what it is. Our choice.
   */
  readonly body?: never | undefined;
  /** Whether the service's name is shown; true if not given. */
  readonly is_branding_enabled?: never | undefined;
  /** Whether to embed the first question in the mail; false if not given. */
  readonly embed_first_question?: never | undefined;
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
  /** Status of its sending. */
  readonly status: Open<MessageStatus>;
  /** Text, as HTML if it was given as HTML. */
  readonly body: string;
  /** Whether it is scheduled or was sent. */
  readonly is_scheduled: boolean;
  /** When it will be or was sent, with offset; null if not scheduled. */
  readonly scheduled_date: DateText | null;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled: boolean;
  /** Whether the mail contains the first question. It is documented as input; returning it is our choice. */
  readonly embed_first_question?: boolean;
  /** When it was created, with offset. */
  readonly date_created: DateText;
  /** URL of the message. */
  readonly href: string;
}

/** An invitation by email. */
export interface InviteMessage extends MessageFields {
  /** Kind. */
  readonly type: "invite";
  /** Recipients of a reminder or thank-you message; null for other kinds. */
  readonly recipient_status: null;
  /** Subject; text messages have none. */
  readonly subject: string;
}

/** A reminder by email. */
export interface ReminderMessage extends MessageFields {
  /** Kind. */
  readonly type: "reminder";
  /** Recipients of a reminder or thank-you message; null for other kinds. */
  readonly recipient_status: Open<"has_not_responded" | "partially_responded">;
  /** Subject; text messages have none. */
  readonly subject: string;
}

/** A thank-you message by email. */
export interface ThankYouMessage extends MessageFields {
  /** Kind. */
  readonly type: "thank_you";
  /** Recipients of a reminder or thank-you message; null for other kinds. */
  readonly recipient_status: Open<"completed" | "responded" | "partially_responded">;
  /** Subject; text messages have none. */
  readonly subject: string;
}

/** An invitation by text message, without a subject; it is not sent. */
export interface SmsMessage extends MessageFields {
  /** Kind. */
  readonly type: "sms";
  /** Recipients of a reminder or thank-you message; null for other kinds. */
  readonly recipient_status: null;
  /** Subject; text messages have none. */
  readonly subject?: never;
}

/** A message of a kind that the service added later. */
export interface UnlistedMessage extends MessageFields {
  /** Kind. */
  readonly type: Unlisted;
  /** Recipients of a reminder or thank-you message; null for other kinds. */
  readonly recipient_status: Open<MessageAudience> | null;
  /** Subject; text messages have none. */
  readonly subject?: string;
}

/** Changes to an unsent message, or its replacement. */
export interface MessagePatch {
  /** Recipients of a reminder or thank-you message. */
  readonly recipient_status?: MessageAudience | undefined;
  /** Subject. */
  readonly subject?: string | undefined;
  /** Text without markup, at most 100,000 bytes; a mail must contain the four placeholders. */
  readonly body_text?: string | undefined;
  /**
   * Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
   * `body_text`.
   */
  readonly body_html?: string | undefined;
  /**
   * The text as it was read. A replacement that has it keeps the text. Another text is refused: it needs
   * `body_html` or `body_text`, which say what it is. Our choice.
   */
  readonly body?: string | undefined;
  /** Whether the service's name is shown. */
  readonly is_branding_enabled?: boolean | undefined;
}

/** When to send a message. */
export interface MessageSend {
  /** The date; at once if not given. */
  readonly scheduled_date?: DateText | undefined;
}

/** A message that is scheduled. */
export interface MessageSent {
  /** True, also for a message that is sent at once. */
  readonly is_scheduled: boolean;
  /** When it is sent, with microseconds and offset; about now for a message that is sent at once. */
  readonly scheduled_date: DateText | null;
  /** Text. */
  readonly body: string;
  /** Subject; text messages have none. */
  readonly subject?: string;
  /** One id for each recipient. As in the live service, they are not the recipients' ids. */
  readonly recipients: ReadonlyArray<Id>;
  /** Recipients of a reminder or thank-you message; null for other kinds. */
  readonly recipient_status: Open<MessageAudience> | null;
  /** Kind. */
  readonly type: Open<MessageType>;
}

/** A recipient in a list. Only id, address and `href` are always present; the others must be included. */
export interface RecipientRef {
  /** Id of the recipient. */
  readonly id: RecipientId;
  /** Email address, for email collectors. */
  readonly email?: string;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string;
  /** URL of the recipient as a resource. */
  readonly href: string;
  /** Progress of the recipient in the survey. */
  readonly survey_response_status?: Open<RecipientResponseStatus>;
  /** Status of the mail. */
  readonly mail_status?: Open<MailStatus>;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string };
  /** Extra fields of the app. */
  readonly extra_fields?: { readonly [key: string]: string };
  /** URL by which the recipient opts out. Absent without the privilege `collect.full_access`. */
  readonly remove_link?: string;
  /** URL by which the recipient takes the survey. Absent without the privilege `collect.full_access`. */
  readonly survey_link?: string;
}

/**
 * A new recipient: a contact, or an email address or phone number.
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
  readonly first_name?: string | undefined;
  /** Last name. */
  readonly last_name?: string | undefined;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | undefined;
  /** Extra fields of the app, of 10,000 characters together at most, with their names. */
  readonly extra_fields?: { readonly [key: string]: string } | undefined;
  /** Treatment of a person who is a recipient already; `add` if not given. */
  readonly duplicates?: Duplicates | undefined;
}

/** Adds a contact. */
export interface ContactRecipientNew extends RecipientNewFields {
  /** The contact. */
  readonly contact_id: ContactId;
  /** Email address, for email collectors. */
  readonly email?: string | undefined;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | undefined;
}

/** Adds an email address. */
export interface EmailRecipientNew extends RecipientNewFields {
  /** The contact. */
  readonly contact_id?: never | undefined;
  /** Email address, for email collectors. */
  readonly email: string;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | undefined;
}

/** Adds a phone number. */
export interface PhoneRecipientNew extends RecipientNewFields {
  /** The contact. */
  readonly contact_id?: never | undefined;
  /** Email address, for email collectors. */
  readonly email?: string | undefined;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number: string;
}

/** A recipient. */
export interface Recipient {
  /** Id of the recipient. */
  readonly id: RecipientId;
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Email address, for email collectors. */
  readonly email?: string;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string;
  /** First name; `""` if unknown. */
  readonly first_name?: string;
  /** Last name; `""` if unknown. */
  readonly last_name?: string;
  /** Progress of the recipient in the survey. */
  readonly survey_response_status: Open<RecipientResponseStatus>;
  /** Status of the mail. */
  readonly mail_status: Open<MailStatus>;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string };
  /** Extra fields of the app. */
  readonly extra_fields?: { readonly [key: string]: string };
  /** URL by which the recipient opts out. Absent without the privilege `collect.full_access`. */
  readonly remove_link?: string;
  /** URL by which the recipient takes the survey. Absent without the privilege `collect.full_access`. */
  readonly survey_link?: string;
  /** URL of the recipient as a resource. */
  readonly href: string;
}

/** New recipients: contacts, contact lists, and people who are not contacts yet. */
export interface RecipientsNew {
  /** People, by address. If one of them has custom fields, those of the others are cleared. */
  readonly contacts?: ReadonlyArray<RecipientPerson> | undefined;
  /** Contacts. */
  readonly contact_ids?: ReadonlyArray<ContactId> | undefined;
  /** Contact lists. */
  readonly contact_list_ids?: ReadonlyArray<ContactListId> | undefined;
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
  readonly first_name?: string | undefined;
  /** Last name. */
  readonly last_name?: string | undefined;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string } | undefined;
  /** Extra fields of the app, of 10,000 characters together at most, with their names. */
  readonly extra_fields?: { readonly [key: string]: string } | undefined;
}

/** A person by email address. */
export interface EmailPerson extends RecipientPersonFields {
  /** Email address, for email collectors. */
  readonly email: string;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string | undefined;
}

/** A person by phone number. */
export interface PhonePerson extends RecipientPersonFields {
  /** Email address, for email collectors. */
  readonly email?: string | undefined;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number: string;
}

/** The recipients that were added and those that were not. The status is 200 even if none were added. */
export interface RecipientsAdded {
  /** Recipients that were added. */
  readonly succeeded: ReadonlyArray<RecipientAdded>;
  /** Invalid addresses. */
  readonly invalids: ReadonlyArray<string>;
  /** Addresses that were recipients already. */
  readonly existing: ReadonlyArray<string>;
  /** Addresses whose earlier mail bounced. */
  readonly bounced: ReadonlyArray<string>;
  /** Addresses that have opted out. */
  readonly opted_out: ReadonlyArray<string>;
  /** Addresses that occur in the request more than once. */
  readonly duplicate: ReadonlyArray<string>;
}

/** A recipient who was added. */
export interface RecipientAdded {
  /** Id of the recipient. */
  readonly id: RecipientId;
  /** Email address, for email collectors. */
  readonly email?: string;
  /** Phone number `+1XXXYYYZZZZ`, for text message collectors. */
  readonly phone_number?: string;
  /** URL of the recipient, below the collector. */
  readonly href: string;
}

/** A contact list. */
export interface ContactList {
  /** Id of the list. */
  readonly id: ContactListId;
  /** Name. */
  readonly name: string;
  /** URL of the list. */
  readonly href: string;
}

/** A new contact list. */
export interface ContactListNew {
  /** Name; "New List" if not given. */
  readonly name?: string | undefined;
}

/** Changes to a contact list. */
export interface ContactListPatch {
  /** Name. A replacement without it resets it to "New List". */
  readonly name?: string | undefined;
}

/** The source of a merge into a contact list. */
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
  readonly email?: string;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string;
  /** URL of the contact as a resource. */
  readonly href: string;
}

/**
 * A new contact, or a replacement: first and last name, and an email address or a phone number.
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
  readonly custom_fields?: { readonly [key: string]: string } | undefined;
}

/** A contact with an email address. */
export interface EmailContactNew extends ContactNewFields {
  /** Email address. */
  readonly email: string;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string | undefined;
}

/** A contact with a phone number. */
export interface PhoneContactNew extends ContactNewFields {
  /** Email address. */
  readonly email?: string | undefined;
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
  readonly email?: string;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string;
  /** Custom fields `1` to `6`. */
  readonly custom_fields?: { readonly [key: string]: string };
  /** URL of the contact as a resource. */
  readonly href: string;
}

/** New contacts. */
export interface ContactsNew {
  /** The contacts. */
  readonly contacts: ReadonlyArray<ContactNew>;
  /** Whether existing contacts are updated from the request; false if not given. */
  readonly update_existing?: boolean | undefined;
}

/** The contacts that were created and those that were not. The contents of the three arrays are our choice. */
export interface ContactsAdded {
  /** Contacts that were created, or changed. */
  readonly succeeded: ReadonlyArray<ContactRef>;
  /** Invalid addresses. */
  readonly invalids: ReadonlyArray<string>;
  /** Contacts that existed already and were not changed. */
  readonly existing: ReadonlyArray<ContactRef>;
}

/** Changes to a contact. */
export interface ContactPatch {
  /** First name. */
  readonly first_name?: string | undefined;
  /** Last name. */
  readonly last_name?: string | undefined;
  /** Email address. */
  readonly email?: string | undefined;
  /** Phone number `+1XXXYYYZZZZ`. */
  readonly phone_number?: string | undefined;
  /** Custom fields `1` to `6`; absent fields do not change, which is our choice. */
  readonly custom_fields?: { readonly [key: string]: string } | undefined;
}

/** A custom field that contacts can have. */
export interface ContactField {
  /** `1` to `6`. */
  readonly id: ContactFieldId;
  /** Label of the field; initially "Custom 1" and so on. */
  readonly label: string;
  /** URL of the field. */
  readonly href: string;
}

/** Changes to a custom field. */
export interface ContactFieldPatch {
  /** Label of the field. */
  readonly label: string;
}

/** A response in a list: only its id and URL. Its metadata and answers need another request. */
export interface ResponseRef {
  /** Id of the response. */
  readonly id: ResponseId;
  /** URL of the response, below the requested survey or collector. */
  readonly href: string;
}

/** A response. Only `bulk` and `details` contain its answers, in `pages`. */
export interface Response {
  /** Id of the response; larger than any integer of a payload. */
  readonly id: ResponseId;
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the invited recipient; `""` if there is none, `"0"` in older records. */
  readonly recipient_id: RecipientId;
  /** Status of the response. */
  readonly response_status: Open<ResponseStatus>;
  /** How the response was collected. */
  readonly collection_mode: Open<CollectionMode>;
  /** Duration in seconds. */
  readonly total_time: number;
  /** The custom value in the web link's URL; `""` if there was none. */
  readonly custom_value: string;
  /** First name; `""` if unknown. Newer responses have it. */
  readonly first_name?: string;
  /** Last name; `""` if unknown. Newer responses have it. */
  readonly last_name?: string;
  /** Email address; `""` if unknown. Newer responses have it. */
  readonly email_address?: string;
  /** IP address of the respondent; `""` or absent if anonymous. */
  readonly ip_address?: string;
  /** The survey's custom variables: name to value. */
  readonly custom_variables?: { readonly [key: string]: string };
  /** The logic that was applied. Its contents are not documented; observed as `{}`. */
  readonly logic_path?: unknown;
  /** The pages that were visited, in order; often empty. */
  readonly page_path?: ReadonlyArray<PageId>;
  /** Data of the respondent. */
  readonly metadata?: ResponseMetadata;
  /** Id of the respondent's current page; `"0"` when complete. Only in `details`. */
  readonly current_page_id?: PageId;
  /** The score, if the survey is a quiz. */
  readonly quiz_results?: QuizResults;
  /**
   * Every page of the survey, including pages without answers, as they were when the response was last changed:
   * our choice. Only in `bulk` and `details`.
   */
  readonly pages?: ReadonlyArray<ResponsePage>;
  /** URL of the page that edits the response. */
  readonly edit_url: string;
  /** URL of the page that shows the response. */
  readonly analyze_url: string;
  /** URL of the response, below the requested survey or collector. */
  readonly href: string;
  /** When the response was started: with offset, to the second. */
  readonly date_created: DateText;
  /** When the response was last changed: with offset, to the second. */
  readonly date_modified: DateText;
}

/** A response with its answers. */
export interface ResponseDetails extends Response {
  /**
   * Every page of the survey, including pages without answers, as they were when the response was last changed:
   * our choice. Only in `bulk` and `details`.
   */
  readonly pages: ReadonlyArray<ResponsePage>;
}

/** Data of the respondent: each entry is a value with its type. */
export interface ResponseMetadata {
  /** The invited contact: `first_name`, `last_name`, `email`, `custom_value` and similar fields; or `{}`. */
  readonly contact?: { readonly [key: string]: TypedValue };
  /** The respondent's device: `language`, `user_agent` and similar fields. */
  readonly respondent?: { readonly [key: string]: TypedValue };
}

/** A value with its type. */
export interface TypedValue {
  /** Type of the value; observed as `string`. */
  readonly type: string;
  /** The value. */
  readonly value: unknown;
}

/** The score of a quiz. */
export interface QuizResults {
  /** Number of correct answers. */
  readonly correct: number;
  /** Number of wrong answers. */
  readonly incorrect: number;
  /** Number of partly correct answers. */
  readonly partially_correct: number;
  /** Number of scored questions. */
  readonly total_questions: number;
  /** Points scored. */
  readonly score: number;
  /** Maximum number of points. */
  readonly total_score: number;
}

/** A page of the survey with its answers. */
export interface ResponsePage {
  /** Id of the page. */
  readonly id: PageId;
  /** The answered questions; others are absent. */
  readonly questions: ReadonlyArray<ResponseQuestion>;
}

/** A question that was answered. Questions of the family presentation never appear. */
export interface ResponseQuestion {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Id of the question's heading that the respondent saw. */
  readonly variable_id?: RandomAssignmentId;
  /** The answers; the question's family determines their fields. */
  readonly answers: ReadonlyArray<Answer>;
  /** Family of the question. Only with `simple`. */
  readonly family?: Open<Family>;
  /** Subtype of the question. Only with `simple`. */
  readonly subtype?: Open<Subtype>;
  /** Heading of the question. Only with `simple`; absent if the heading that was shown is deleted. */
  readonly heading?: string;
}

/**
 * One answer. It contains only ids of what was chosen; the texts are in the survey's design.
 *
 * | Family, subtype | Fields |
 * |---|---|
 * | single_choice | `choice_id`; a comment adds `other_id`, `text`; "other" as the choice has only these two |
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
  /** Id of the choice. Families single_choice, multiple_choice and matrix. */
  readonly choice_id?: ChoiceId;
  /** Id of the row. Families matrix, demographic and datetime, and open_ended with rows. */
  readonly row_id?: RowId;
  /** Id of the column. Family matrix, subtype menu. */
  readonly col_id?: ColumnId;
  /** Id of the "other" field that contains `text`. Families single_choice, multiple_choice and matrix. */
  readonly other_id?: OtherOptionId;
  /** The text, the value of a slider, or a date as `MM/DD/YYYY hh:mm AM`, `MM/DD/YYYY` or `hh:mm AM`. */
  readonly text?: string;
  /** The weight of the choice when it was chosen; rollups use the present weight. Family matrix, newer responses. */
  readonly choice_metadata?: ChoiceMetadata;
  /** Tags of the text. Family open_ended, newer responses; their form is not documented, observed as `[]`. */
  readonly tag_data?: ReadonlyArray<unknown>;
  /** URL of the uploaded file. */
  readonly download_url?: string;
  /** Media type of the uploaded file. */
  readonly content_type?: string;
  /** Whether the answer is correct. In a quiz. */
  readonly is_correct?: boolean;
  /** Points for the answer. In a quiz. */
  readonly score?: number;
  /** The answer as text. Only with `simple`. */
  readonly simple_text?: string;
}

/** Further data of a choice. */
export interface ChoiceMetadata {
  /** The weight: a string. */
  readonly weight: string;
}

/** Changes to a response, or a replacement of its answers. A replacement without `pages` erases all answers. */
export interface ResponsePatch {
  /** The answers, by page and question. */
  readonly pages?: ReadonlyArray<ResponsePageNew> | undefined;
  /** The survey's custom variables: name to value, of 1,000 characters at most. */
  readonly custom_variables?: { readonly [key: string]: string } | undefined;
  /** A custom value of the app, of 1,000 characters at most. */
  readonly custom_value?: string | undefined;
  /** When the response was started. */
  readonly date_created?: DateText | undefined;
  /** Status of the response. */
  readonly response_status?: ResponseStatus | undefined;
  /** IP address of the respondent. */
  readonly ip_address?: string | undefined;
  /** Id of the invited recipient. */
  readonly recipient_id?: RecipientId | undefined;
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
  /** Id of the question's heading that the respondent saw. */
  readonly variable_id?: RandomAssignmentId | undefined;
  /** The answers. A change without them erases the question's stored answers. */
  readonly answers?: ReadonlyArray<AnswerNew> | undefined;
}

/** An answer to write: the fields of `Answer` that a respondent fills in. */
export interface AnswerNew {
  /** Id of the choice. */
  readonly choice_id?: ChoiceId | undefined;
  /** Id of the row. */
  readonly row_id?: RowId | undefined;
  /** Id of the column. */
  readonly col_id?: ColumnId | undefined;
  /** Id of the "other" field that `text` belongs to. */
  readonly other_id?: OtherOptionId | undefined;
  /** The text, or the name of an uploaded file. */
  readonly text?: string | undefined;
  /** URL of an uploaded file. Accepting it for new responses is our choice. */
  readonly download_url?: string | undefined;
  /** Media type of an uploaded file. */
  readonly content_type?: string | undefined;
}

/** A new response. */
export interface ResponseNew {
  /** The answers, by page and question. */
  readonly pages: ReadonlyArray<ResponsePageNew>;
  /** The survey's custom variables: name to value, of 1,000 characters at most. */
  readonly custom_variables?: { readonly [key: string]: string } | undefined;
  /** A custom value of the app, of 1,000 characters at most. */
  readonly custom_value?: string | undefined;
  /** When the response was started; now if not given. */
  readonly date_created?: DateText | undefined;
  /** Status of the response; `completed` if not given, which is our choice. */
  readonly response_status?: ResponseStatus | undefined;
  /** IP address of the respondent. */
  readonly ip_address?: string | undefined;
  /** Id of the invited recipient. */
  readonly recipient_id?: RecipientId | undefined;
}

/** Counts of the answers to one question. */
export interface Rollup {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Family of the question. The documentation has `essay` in one place, by mistake for `open_ended`. */
  readonly family: Open<Family>;
  /** Subtype of the question. */
  readonly subtype: Open<Subtype>;
  /** The counts; empty for questions whose answers cannot be counted. */
  readonly summary: ReadonlyArray<RollupSummary>;
  /** URL of the rollup. */
  readonly href: string;
}

/** Counts of the answers to a question: texts in total, each choice, and each choice of each row. */
export interface RollupSummary {
  /** Responses that answer the question. */
  readonly answered: number;
  /** Responses that do not answer it. */
  readonly skipped: number;
  /** Answers in the "other" field. */
  readonly other_answered?: number;
  /** Number of texts, for questions without choices. */
  readonly text?: number;
  /** Answers by choice. */
  readonly choices?: ReadonlyArray<ChoiceCount>;
  /** Answers by row and choice. */
  readonly rows?: ReadonlyArray<RowCounts>;
  /**
   * Statistics of the answers' numeric values: weights or ranks of single choices, and entered numbers. Other
   * questions have none. Which questions have them is our choice.
   */
  readonly stats?: RollupStats;
}

/** Count of one choice. */
export interface ChoiceCount {
  /** Id of the choice. */
  readonly id: ChoiceId;
  /** Number of answers. */
  readonly count: number;
}

/** Counts of the choices of one row. */
export interface RowCounts {
  /** Id of the row. */
  readonly id: RowId;
  /** Answers by choice. */
  readonly choices: ReadonlyArray<ChoiceCount>;
}

/** Statistics of the answers' values. */
export interface RollupStats {
  /** Standard deviation of all answers (population, not sample): our choice. */
  readonly std: number;
  /** Largest value. */
  readonly max: number;
  /** Smallest value. */
  readonly min: number;
  /** Median. */
  readonly median: number;
  /** Mean. */
  readonly mean: number;
}

/**
 * The answers to one question over time. File uploads, sliders, matrix menus, and the families presentation,
 * demographic and datetime have no trends.
 */
export interface Trend {
  /** Id of the question. */
  readonly id: QuestionId;
  /** Family of the question. */
  readonly family: Open<Family>;
  /** Subtype of the question. */
  readonly subtype: Open<Subtype>;
  /** URL of the trends. */
  readonly href: string;
  /** Responses that answer the question. */
  readonly answered: number;
  /** Responses that do not answer it. */
  readonly skipped: number;
  /** Length of the periods. */
  readonly trend_by: Open<TrendBy>;
  /** The periods with answers. That others are absent is our choice. */
  readonly trends: ReadonlyArray<TrendPeriod>;
}

/** The answers of one period: by row, or, for questions without rows, by choice. */
export interface TrendPeriod {
  /** Start of the period, with offset. */
  readonly start: DateText;
  /** End of the period, with offset: the start of the next one, which is our choice. */
  readonly end: DateText;
  /** Answers by row. */
  readonly rows?: ReadonlyArray<TrendRow>;
  /** Answers by choice, for questions without rows. */
  readonly choices?: ReadonlyArray<ChoiceCount>;
}

/** The answers of one period in one row. */
export interface TrendRow {
  /** Id of the row. */
  readonly id: RowId;
  /** Count of the most frequent choice. */
  readonly max: number;
  /** Total number of answers. */
  readonly total: number;
  /** Answers by choice. */
  readonly choices: ReadonlyArray<ChoiceCount>;
}

/** A webhook in a list. Its other fields need a request for each. */
export interface WebhookRef {
  /** Id of the webhook. */
  readonly id: WebhookId;
  /** Name. */
  readonly name: string;
  /** URL of the webhook. */
  readonly href: string;
}

/**
 * A new webhook, or a replacement.
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
  /** URL to which events are sent. It must answer HEAD with 200, and no other webhook of the account may have it. */
  readonly subscription_url: string;
  /** The `Authorization` header to send with each delivery. */
  readonly authorization?: string | undefined;
}

/** A webhook about surveys or collectors. */
export interface ObjectWebhookNew extends WebhookNewFields {
  /** The event. */
  readonly event_type: "response_completed" | "response_updated" | "response_disqualified" | "response_created" | "response_deleted" | "response_overquota" | "collector_updated" | "collector_deleted";
  /**
   * Type of the objects in `object_ids`. Not allowed for `survey_created` and the events of apps;
   * `collector_created` accepts only surveys.
   */
  readonly object_type: WebhookObjectType;
  /** Ids of the surveys or collectors. Not allowed if `object_type` is not. */
  readonly object_ids: ReadonlyArray<Id>;
}

/** A webhook about surveys. */
export interface SurveyWebhookNew extends WebhookNewFields {
  /** The event. */
  readonly event_type: "collector_created" | "survey_updated" | "survey_deleted";
  /**
   * Type of the objects in `object_ids`. Not allowed for `survey_created` and the events of apps;
   * `collector_created` accepts only surveys.
   */
  readonly object_type: "survey";
  /** Ids of the surveys or collectors. Not allowed if `object_type` is not. */
  readonly object_ids: ReadonlyArray<Id>;
}

/** A webhook about an event that belongs to no survey or collector yet. */
export interface PlainWebhookNew extends WebhookNewFields {
  /** The event. */
  readonly event_type: "survey_created" | "app_installed" | "app_uninstalled";
  /**
   * Type of the objects in `object_ids`. Not allowed for `survey_created` and the events of apps;
   * `collector_created` accepts only surveys.
   */
  readonly object_type?: never | undefined;
  /** Ids of the surveys or collectors. Not allowed if `object_type` is not. */
  readonly object_ids?: never | undefined;
}

/**
 * A webhook: a URL to which events are sent.
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
  /** URL to which events are sent. */
  readonly subscription_url: string;
  /** The `Authorization` header of each delivery, if one was given. */
  readonly authorization?: string;
  /** URL of the webhook. */
  readonly href: string;
}

/** A webhook about surveys or collectors that it names. */
export interface ObjectWebhook extends WebhookFields {
  /** The event. */
  readonly event_type: "response_completed" | "response_updated" | "response_disqualified" | "response_created" | "response_deleted" | "response_overquota" | "collector_created" | "collector_updated" | "collector_deleted" | "survey_updated" | "survey_deleted";
  /** Type of the objects in `object_ids`; absent if the event has none. */
  readonly object_type: Open<WebhookObjectType>;
  /** Ids of the surveys or collectors; absent if the event has none. */
  readonly object_ids: ReadonlyArray<Id>;
}

/** A webhook about an event that belongs to no survey or collector yet. */
export interface PlainWebhook extends WebhookFields {
  /** The event. */
  readonly event_type: "survey_created" | "app_installed" | "app_uninstalled";
  /** Type of the objects in `object_ids`; absent if the event has none. */
  readonly object_type?: never;
  /** Ids of the surveys or collectors; absent if the event has none. */
  readonly object_ids?: never;
}

/** A webhook about an event that the service added later. */
export interface UnlistedWebhook extends WebhookFields {
  /** The event. */
  readonly event_type: Unlisted;
  /** Type of the objects in `object_ids`; absent if the event has none. */
  readonly object_type?: Open<WebhookObjectType>;
  /** Ids of the surveys or collectors; absent if the event has none. */
  readonly object_ids?: ReadonlyArray<Id>;
}

/** Changes to a webhook. */
export interface WebhookPatch {
  /** Name. */
  readonly name?: string | undefined;
  /** The event. */
  readonly event_type?: EventType | undefined;
  /** Type of the objects in `object_ids`. */
  readonly object_type?: WebhookObjectType | undefined;
  /** Ids of the surveys or collectors. */
  readonly object_ids?: ReadonlyArray<Id> | undefined;
  /** URL to which events are sent. It must answer HEAD with 200, and no other webhook of the account may have it. */
  readonly subscription_url?: string | undefined;
  /** The `Authorization` header to send with each delivery. */
  readonly authorization?: string | undefined;
}

/** A row of the error table in a list. */
export interface ErrorRef {
  /** The code. */
  readonly id: Id;
  /** URL of the row. */
  readonly href: string;
  /** Name of the error. */
  readonly name: string;
  /** Its meaning. Newer responses have it. */
  readonly message?: string;
  /** URL of its documentation. Newer responses have it. */
  readonly docs?: string;
}

/** A row of the error table. */
export interface ErrorDescription {
  /** The code. */
  readonly id: Id;
  /** Name of the error. */
  readonly name: string;
  /** Its meaning. */
  readonly message: string;
  /** Its cause. Other services do not have this field. */
  readonly cause?: string;
  /** Its remedy. Other services do not have this field. */
  readonly remedy?: string;
  /** URL of its documentation, which needs no token: a page in a browser, otherwise this resource. */
  readonly docs: string;
}

/** The body of the request. Dates are `YYYY-MM-DD HH:MM:SS`, UTC. */
export interface RespondentListBody {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Only respondents of this collector. */
  readonly collector_id?: CollectorId | undefined;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Respondents per page; 1000 if not given. */
  readonly page_size?: number | undefined;
  /** Only respondents created on or after this date. */
  readonly start_date?: DateText | undefined;
  /** Only respondents created before this date (exclusive). */
  readonly end_date?: DateText | undefined;
  /** Only respondents modified on or after this date. */
  readonly start_modified_date?: DateText | undefined;
  /** Only respondents modified before this date (exclusive). */
  readonly end_modified_date?: DateText | undefined;
  /** True for ascending order; false, the default, for descending. */
  readonly order_asc?: boolean | undefined;
  /** What to sort by; `respondent_id` if not given. */
  readonly order_by?: RespondentOrder | undefined;
  /** The fields to return in addition to `respondent_id`. */
  readonly fields?: ReadonlyArray<RespondentField> | undefined;
}

/** The response to a successful request. */
export interface RespondentList {
  /** `0`. */
  readonly status: number;
  /** The page. */
  readonly data: RespondentPage;
  /** What the user's plan restricts; absent if the plan is paid. */
  readonly upgrade_info?: UpgradeInfo;
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

/** A respondent. All fields except the id are returned only if `fields` names them. */
export interface Respondent {
  /** Id of the respondent. */
  readonly respondent_id: ResponseId;
  /** When the response was started: `YYYY-MM-DD HH:MM:SS`. */
  readonly date_start?: DateText;
  /** When the response was last changed: `YYYY-MM-DD HH:MM:SS`. */
  readonly date_modified?: DateText;
  /** Id of the collector. */
  readonly collector_id?: CollectorId;
  /** How the response was collected. */
  readonly collection_mode?: Open<LegacyCollectionMode>;
  /** The custom value in the web link's URL. */
  readonly custom_id?: string;
  /** Email address. */
  readonly email?: string;
  /** First name. */
  readonly first_name?: string;
  /** Last name. */
  readonly last_name?: string;
  /** IP address of the respondent. */
  readonly ip_address?: string;
  /** Status of the response. */
  readonly status?: Open<RespondentStatus>;
  /** URL of the page that shows the response. */
  readonly analysis_url?: string;
  /** Id of the recipient who was invited by email; `""` if there is none. */
  readonly recipient_id?: RecipientId;
}

/** What the user's plan restricts. A list from which nothing is withheld has it too. */
export interface UpgradeInfo {
  /** The restrictions. */
  readonly restrictions?: ReadonlyArray<Restriction>;
  /** URL for the upgrade. */
  readonly upgrade_url?: string;
}

/** One restriction of the user's plan. */
export interface Restriction {
  /** Description of the restriction. */
  readonly message: string;
  /** Its number. */
  readonly code: number;
}

