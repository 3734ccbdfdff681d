// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

import type {
  ActivityType,
  BundleId,
  BundleQuestionId,
  CollectorId,
  CollectorInclude,
  CollectorNew,
  CollectorPatch,
  CollectorSort,
  ContactFieldId,
  ContactFieldPatch,
  ContactId,
  ContactListId,
  ContactListMerge,
  ContactListNew,
  ContactListPatch,
  ContactNew,
  ContactPatch,
  ContactSort,
  ContactStatus,
  ContactsNew,
  DateText,
  FolderId,
  FolderNew,
  GroupId,
  Id,
  Interval,
  LanguageId,
  MemberId,
  MemberInclude,
  MemberPatch,
  MessageId,
  MessageNew,
  MessagePatch,
  MessageSend,
  NoArguments,
  PageId,
  PageNew,
  QuestionId,
  QuestionNew,
  QuestionPatch,
  RecipientId,
  RecipientInclude,
  RecipientNew,
  RecipientsNew,
  ResourceType,
  ResponseId,
  ResponseNew,
  ResponsePatch,
  ResponseSort,
  ResponseStatus,
  ShareId,
  ShareInclude,
  SortOrder,
  SurveyCategoryId,
  SurveyId,
  SurveyInclude,
  SurveyNew,
  SurveyPatch,
  SurveySort,
  TimeUnit,
  TranslationNew,
  TranslationPatch,
  TrendBy,
  UserId,
  WebhookId,
  WebhookNew,
  WebhookPatch,
  WorkgroupId,
  WorkgroupMemberNew,
  WorkgroupMemberPatch,
  WorkgroupMembersNew,
  WorkgroupNew,
  WorkgroupPatch,
  WorkgroupShareNew,
  WorkgroupSharesNew,
} from "./types.js";

/** Arguments of `users.me`. */
export type UsersMeParams = NoArguments;

/** Arguments of `users.workgroups.list`. */
export interface UsersWorkgroupsListParams {
  /** Id of the user. */
  readonly user_id: UserId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `users.shared.list`. */
export interface UsersSharedListParams {
  /** Id of the user. */
  readonly user_id: UserId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Kind of the resources. */
  readonly resource_type?: ResourceType | undefined;
  /** Ids of the resources, separated by commas; may be given only together with `resource_type`. */
  readonly resource_id?: ReadonlyArray<Id> | undefined;
  /** Extra fields of each record. The specification names one value; accepting both at once is our choice. */
  readonly include?: ReadonlyArray<ShareInclude> | undefined;
}

/** Arguments of `groups.list`. */
export interface GroupsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `groups.get`. */
export interface GroupsGetParams {
  /** Id of the group. */
  readonly group_id: GroupId;
}

/** Arguments of `groups.activities.list`. */
export interface GroupsActivitiesListParams {
  /** Id of the group. */
  readonly group_id: GroupId;
  /** Number of records to return, at most 1000; 50 if not given, 0 for the total only. */
  readonly limit?: number | undefined;
  /** Number of records to skip; 0 if not given. */
  readonly offset?: number | undefined;
  /** Earliest date. */
  readonly start_date?: DateText | undefined;
  /** Latest date, inclusive. */
  readonly end_date?: DateText | undefined;
}

/** Arguments of `groups.activities.get`. */
export interface GroupsActivitiesGetParams {
  /** Id of the group. */
  readonly group_id: GroupId;
  /** Type of activity. */
  readonly action_type: ActivityType;
  /** Length of one interval of the series. */
  readonly interval: Interval;
  /** Earliest date. */
  readonly start_date?: DateText | undefined;
  /** Latest date, inclusive. */
  readonly end_date?: DateText | undefined;
}

/** Arguments of `groups.members.list`. */
export interface GroupsMembersListParams {
  /** Id of the group. */
  readonly group_id: GroupId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Ids of the members to list, separated by commas. */
  readonly division_ids?: ReadonlyArray<MemberId> | undefined;
  /** Extra fields of each member. */
  readonly include?: ReadonlyArray<MemberInclude> | undefined;
}

/** Arguments of `groups.members.get`. */
export interface GroupsMembersGetParams {
  /** Id of the group. */
  readonly group_id: GroupId;
  /** Id of the member. */
  readonly member_id: MemberId;
}

/** Arguments of `groups.members.update`. */
export type GroupsMembersUpdateParams = {
  /** Id of the group. */
  readonly group_id: GroupId;
  /** Id of the member. */
  readonly member_id: MemberId;
} & MemberPatch;

/** Arguments of `workgroups.list`. */
export interface WorkgroupsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `workgroups.create`. */
export type WorkgroupsCreateParams = WorkgroupNew;

/** Arguments of `workgroups.get`. */
export interface WorkgroupsGetParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
}

/** Arguments of `workgroups.update`. */
export type WorkgroupsUpdateParams = {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
} & WorkgroupPatch;

/** Arguments of `workgroups.delete`. */
export interface WorkgroupsDeleteParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
}

/** Arguments of `workgroups.members.list`. */
export interface WorkgroupsMembersListParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `workgroups.members.create`. */
export type WorkgroupsMembersCreateParams = {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
} & WorkgroupMemberNew;

/** Arguments of `workgroups.members.bulk`. */
export type WorkgroupsMembersBulkParams = {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
} & WorkgroupMembersNew;

/** Arguments of `workgroups.members.get`. */
export interface WorkgroupsMembersGetParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Id of the member. */
  readonly member_id: UserId;
}

/** Arguments of `workgroups.members.update`. */
export type WorkgroupsMembersUpdateParams = {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Id of the member. */
  readonly member_id: UserId;
} & WorkgroupMemberPatch;

/** Arguments of `workgroups.members.delete`. */
export interface WorkgroupsMembersDeleteParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Id of the member. */
  readonly member_id: UserId;
}

/** Arguments of `workgroups.shares.list`. */
export interface WorkgroupsSharesListParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Extra fields of each share. */
  readonly include?: ReadonlyArray<ShareInclude> | undefined;
}

/** Arguments of `workgroups.shares.create`. */
export type WorkgroupsSharesCreateParams = {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
} & WorkgroupShareNew;

/** Arguments of `workgroups.shares.bulk`. */
export type WorkgroupsSharesBulkParams = {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
} & WorkgroupSharesNew;

/** Arguments of `workgroups.shares.get`. */
export interface WorkgroupsSharesGetParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Id of the share. */
  readonly share_id: ShareId;
}

/** Arguments of `workgroups.shares.delete`. */
export interface WorkgroupsSharesDeleteParams {
  /** Id of the workgroup. */
  readonly workgroup_id: WorkgroupId;
  /** Id of the share. */
  readonly share_id: ShareId;
}

/** Arguments of `roles.list`. */
export interface RolesListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `organizations.list`. */
export interface OrganizationsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `surveys.list`. */
export interface SurveysListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Text that the title contains. */
  readonly title?: string | undefined;
  /** Surveys changed after this date; in UTC if it has no offset. */
  readonly start_modified_at?: DateText | undefined;
  /** Surveys changed before this date; in UTC if it has no offset. */
  readonly end_modified_at?: DateText | undefined;
  /** Folder of the surveys. */
  readonly folder_id?: FolderId | undefined;
  /** Filters by share, and extra fields of each survey. */
  readonly include?: ReadonlyArray<SurveyInclude> | undefined;
  /** What to sort by; `date_modified` if not given, which is our choice. */
  readonly sort_by?: SurveySort | undefined;
  /** Direction; descending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
}

/** Arguments of `surveys.create`. */
export type SurveysCreateParams = SurveyNew;

/** Arguments of `surveys.get`. */
export interface SurveysGetParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
}

/** Arguments of `surveys.update`. */
export type SurveysUpdateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
} & SurveyPatch;

/** Arguments of `surveys.replace`. */
export type SurveysReplaceParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
} & SurveyPatch;

/** Arguments of `surveys.delete`. */
export interface SurveysDeleteParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
}

/** Arguments of `surveys.details`. */
export interface SurveysDetailsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
}

/** Arguments of `surveys.pages.list`. */
export interface SurveysPagesListParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `surveys.pages.create`. */
export type SurveysPagesCreateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
} & PageNew;

/** Arguments of `surveys.pages.get`. */
export interface SurveysPagesGetParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
}

/** Arguments of `surveys.pages.update`. */
export type SurveysPagesUpdateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
} & PageNew;

/** Arguments of `surveys.pages.replace`. */
export type SurveysPagesReplaceParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
} & PageNew;

/** Arguments of `surveys.pages.delete`. */
export interface SurveysPagesDeleteParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
}

/** Arguments of `surveys.pages.questions.list`. */
export interface SurveysPagesQuestionsListParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `surveys.pages.questions.create`. */
export type SurveysPagesQuestionsCreateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
} & QuestionNew;

/** Arguments of `surveys.pages.questions.get`. */
export interface SurveysPagesQuestionsGetParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Id of the question. */
  readonly question_id: QuestionId;
}

/** Arguments of `surveys.pages.questions.update`. */
export type SurveysPagesQuestionsUpdateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Id of the question. */
  readonly question_id: QuestionId;
} & QuestionPatch;

/** Arguments of `surveys.pages.questions.replace`. */
export type SurveysPagesQuestionsReplaceParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Id of the question. */
  readonly question_id: QuestionId;
} & QuestionNew;

/** Arguments of `surveys.pages.questions.delete`. */
export interface SurveysPagesQuestionsDeleteParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Id of the question. */
  readonly question_id: QuestionId;
}

/** Arguments of `survey_categories.list`. */
export interface SurveyCategoriesListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Code of the language; that of the account if not given, which is our choice. */
  readonly language?: LanguageId | undefined;
}

/** Arguments of `survey_templates.list`. */
export interface SurveyTemplatesListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Code of the language; that of the account if not given, which is our choice. */
  readonly language?: LanguageId | undefined;
  /** Id of the category. */
  readonly category?: SurveyCategoryId | undefined;
}

/** Arguments of `team_survey_templates.list`. */
export interface TeamSurveyTemplatesListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `survey_languages.list`. */
export interface SurveyLanguagesListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `question_bank.questions.list`. */
export interface QuestionBankQuestionsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Locale of the questions; `en_US` if not given. */
  readonly locale?: string | undefined;
  /** Text that the questions contain. */
  readonly search?: string | undefined;
  /** Whether to search the team's own bank; false if not given. */
  readonly custom?: boolean | undefined;
}

/** Arguments of `survey_folders.list`. */
export interface SurveyFoldersListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `survey_folders.create`. */
export type SurveyFoldersCreateParams = FolderNew;

/** Arguments of `survey_folders.get`. */
export interface SurveyFoldersGetParams {
  /** Id of the folder. */
  readonly folder_id: FolderId;
}

/** Arguments of `survey_folders.update`. */
export type SurveyFoldersUpdateParams = {
  /** Id of the folder. */
  readonly folder_id: FolderId;
} & FolderNew;

/** Arguments of `survey_folders.delete`. */
export interface SurveyFoldersDeleteParams {
  /** Id of the folder. */
  readonly folder_id: FolderId;
}

/** Arguments of `surveys.languages.list`. */
export interface SurveysLanguagesListParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `surveys.languages.get`. */
export interface SurveysLanguagesGetParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Code of the language. */
  readonly language_code: LanguageId;
}

/** Arguments of `surveys.languages.create`. */
export type SurveysLanguagesCreateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Code of the language. */
  readonly language_code: LanguageId;
} & TranslationNew;

/** Arguments of `surveys.languages.update`. */
export type SurveysLanguagesUpdateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Code of the language. */
  readonly language_code: LanguageId;
} & TranslationPatch;

/** Arguments of `surveys.languages.delete`. */
export interface SurveysLanguagesDeleteParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Code of the language. */
  readonly language_code: LanguageId;
}

/** Arguments of `benchmark_bundles.list`. */
export interface BenchmarkBundlesListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Country of the bundles as an ISO 3166-1 code; `US` if not given. */
  readonly country?: string | undefined;
}

/** Arguments of `benchmark_bundles.get`. */
export interface BenchmarkBundlesGetParams {
  /** Id of the bundle. */
  readonly bundle_id: BundleId;
}

/** Arguments of `benchmark_bundles.analyze`. */
export interface BenchmarkBundlesAnalyzeParams {
  /** Id of the bundle. */
  readonly bundle_id: BundleId;
  /** Ids of at least one of the bundle's questions, separated by commas. */
  readonly question_ids: ReadonlyArray<BundleQuestionId>;
  /** Lowest percentile of the data points; 0 if not given. */
  readonly percentile_start?: number | undefined;
  /** Highest percentile of the data points; 100 if not given. */
  readonly percentile_end?: number | undefined;
}

/** Arguments of `surveys.pages.questions.benchmark`. */
export interface SurveysPagesQuestionsBenchmarkParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Id of the question. */
  readonly question_id: QuestionId;
}

/** Arguments of `surveys.collectors.list`. */
export interface SurveysCollectorsListParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only collectors whose name contains this text. */
  readonly name?: string | undefined;
  /** Only collectors created after this date. */
  readonly start_date?: DateText | undefined;
  /** Only collectors created before this date. */
  readonly end_date?: DateText | undefined;
  /** Extra fields of each collector. */
  readonly include?: ReadonlyArray<CollectorInclude> | undefined;
  /** What to sort by; `id` if not given, which is our choice. */
  readonly sort_by?: CollectorSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
}

/** Arguments of `surveys.collectors.create`. */
export type SurveysCollectorsCreateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
} & CollectorNew;

/** Arguments of `collectors.get`. */
export interface CollectorsGetParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
}

/** Arguments of `collectors.update`. */
export type CollectorsUpdateParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
} & CollectorPatch;

/** Arguments of `collectors.replace`. */
export type CollectorsReplaceParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
} & CollectorPatch;

/** Arguments of `collectors.delete`. */
export interface CollectorsDeleteParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
}

/** Arguments of `collectors.stats`. */
export interface CollectorsStatsParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
}

/** Arguments of `collectors.messages.list`. */
export interface CollectorsMessagesListParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `collectors.messages.create`. */
export type CollectorsMessagesCreateParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
} & MessageNew;

/** Arguments of `collectors.messages.get`. */
export interface CollectorsMessagesGetParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
}

/** Arguments of `collectors.messages.update`. */
export type CollectorsMessagesUpdateParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
} & MessagePatch;

/** Arguments of `collectors.messages.replace`. */
export type CollectorsMessagesReplaceParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
} & MessagePatch;

/** Arguments of `collectors.messages.delete`. */
export interface CollectorsMessagesDeleteParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
}

/** Arguments of `collectors.messages.send`. */
export type CollectorsMessagesSendParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
} & MessageSend;

/** Arguments of `collectors.messages.stats`. */
export interface CollectorsMessagesStatsParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
}

/** Arguments of `collectors.messages.recipients.list`. */
export interface CollectorsMessagesRecipientsListParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Extra fields of each recipient. */
  readonly include?: ReadonlyArray<RecipientInclude> | undefined;
}

/** Arguments of `collectors.messages.recipients.create`. */
export type CollectorsMessagesRecipientsCreateParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
} & RecipientNew;

/** Arguments of `collectors.messages.recipients.bulk`. */
export type CollectorsMessagesRecipientsBulkParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the message. */
  readonly message_id: MessageId;
} & RecipientsNew;

/** Arguments of `collectors.recipients.list`. */
export interface CollectorsRecipientsListParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Extra fields of each recipient. */
  readonly include?: ReadonlyArray<RecipientInclude> | undefined;
}

/** Arguments of `collectors.recipients.get`. */
export interface CollectorsRecipientsGetParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the recipient. */
  readonly recipient_id: RecipientId;
}

/** Arguments of `collectors.recipients.delete`. */
export interface CollectorsRecipientsDeleteParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the recipient. */
  readonly recipient_id: RecipientId;
}

/** Arguments of `contact_lists.list`. */
export interface ContactListsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `contact_lists.create`. */
export type ContactListsCreateParams = ContactListNew;

/** Arguments of `contact_lists.get`. */
export interface ContactListsGetParams {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
}

/** Arguments of `contact_lists.update`. */
export type ContactListsUpdateParams = {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
} & ContactListPatch;

/** Arguments of `contact_lists.replace`. */
export type ContactListsReplaceParams = {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
} & ContactListPatch;

/** Arguments of `contact_lists.delete`. */
export interface ContactListsDeleteParams {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
}

/** Arguments of `contact_lists.copy`. */
export interface ContactListsCopyParams {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
}

/** Arguments of `contact_lists.merge`. */
export type ContactListsMergeParams = {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
} & ContactListMerge;

/** Arguments of `contact_lists.contacts.list`. */
export interface ContactListsContactsListParams {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only contacts of this status; `active` if not given. */
  readonly status?: ContactStatus | undefined;
  /** What to sort by; `email` if not given. */
  readonly sort_by?: ContactSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
  /** The field to search; `email` if not given, which is our choice. */
  readonly search_by?: ContactSort | undefined;
  /** Only contacts whose field contains this text. */
  readonly search?: string | undefined;
}

/** Arguments of `contact_lists.contacts.create`. */
export type ContactListsContactsCreateParams = {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
} & ContactNew;

/** Arguments of `contact_lists.contacts.bulk`. */
export interface ContactListsContactsBulkParams {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only contacts of this status; `active` if not given. */
  readonly status?: ContactStatus | undefined;
  /** What to sort by; `email` if not given. */
  readonly sort_by?: ContactSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
  /** The field to search; `email` if not given, which is our choice. */
  readonly search_by?: ContactSort | undefined;
  /** Only contacts whose field contains this text. */
  readonly search?: string | undefined;
}

/** Arguments of `contact_lists.contacts.create_bulk`. */
export type ContactListsContactsCreateBulkParams = {
  /** Id of the contact list. */
  readonly contact_list_id: ContactListId;
} & ContactsNew;

/** Arguments of `contacts.list`. */
export interface ContactsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only contacts of this status; `active` if not given. */
  readonly status?: ContactStatus | undefined;
  /** What to sort by; `email` if not given. */
  readonly sort_by?: ContactSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
  /** The field to search; `email` if not given, which is our choice. */
  readonly search_by?: ContactSort | undefined;
  /** Only contacts whose field contains this text. */
  readonly search?: string | undefined;
}

/** Arguments of `contacts.create`. */
export type ContactsCreateParams = ContactNew;

/** Arguments of `contacts.bulk`. */
export interface ContactsBulkParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only contacts of this status; `active` if not given. */
  readonly status?: ContactStatus | undefined;
  /** What to sort by; `email` if not given. */
  readonly sort_by?: ContactSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
  /** The field to search; `email` if not given, which is our choice. */
  readonly search_by?: ContactSort | undefined;
  /** Only contacts whose field contains this text. */
  readonly search?: string | undefined;
}

/** Arguments of `contacts.create_bulk`. */
export type ContactsCreateBulkParams = ContactsNew;

/** Arguments of `contacts.get`. */
export interface ContactsGetParams {
  /** Id of the contact. */
  readonly contact_id: ContactId;
}

/** Arguments of `contacts.update`. */
export type ContactsUpdateParams = {
  /** Id of the contact. */
  readonly contact_id: ContactId;
} & ContactPatch;

/** Arguments of `contacts.replace`. */
export type ContactsReplaceParams = {
  /** Id of the contact. */
  readonly contact_id: ContactId;
} & ContactNew;

/** Arguments of `contacts.delete`. */
export interface ContactsDeleteParams {
  /** Id of the contact. */
  readonly contact_id: ContactId;
}

/** Arguments of `contact_fields.list`. */
export interface ContactFieldsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `contact_fields.get`. */
export interface ContactFieldsGetParams {
  /** Id of the contact field. */
  readonly contact_field_id: ContactFieldId;
}

/** Arguments of `contact_fields.update`. */
export type ContactFieldsUpdateParams = {
  /** Id of the contact field. */
  readonly contact_field_id: ContactFieldId;
} & ContactFieldPatch;

/** Arguments of `surveys.responses.list`. */
export interface SurveysResponsesListParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** What to sort by; the id if not given, which is our choice. */
  readonly sort_by?: ResponseSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
}

/** Arguments of `surveys.responses.bulk`. */
export interface SurveysResponsesBulkParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** What to sort by; the id if not given, which is our choice. */
  readonly sort_by?: ResponseSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
  /**
   * Only answers to questions that are on these pages now, and to deleted ones that were: our choice. They are
   * listed under the pages on which they were given.
   */
  readonly page_ids?: ReadonlyArray<PageId> | undefined;
  /** Only answers to these questions. */
  readonly question_ids?: ReadonlyArray<QuestionId> | undefined;
  /** Whether to add family, subtype and heading of each question and the text of each answer. */
  readonly simple?: boolean | undefined;
  /** Only responses of these collectors. */
  readonly collector_ids?: ReadonlyArray<CollectorId> | undefined;
}

/** Arguments of `surveys.responses.get`. */
export interface SurveysResponsesGetParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the response. */
  readonly response_id: ResponseId;
}

/** Arguments of `surveys.responses.details`. */
export interface SurveysResponsesDetailsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the response. */
  readonly response_id: ResponseId;
  /**
   * Only answers to questions that are on these pages now, and to deleted ones that were: our choice. They are
   * listed under the pages on which they were given.
   */
  readonly page_ids?: ReadonlyArray<PageId> | undefined;
  /** Only answers to these questions. */
  readonly question_ids?: ReadonlyArray<QuestionId> | undefined;
  /** Whether to add family, subtype and heading of each question and the text of each answer. */
  readonly simple?: boolean | undefined;
}

/** Arguments of `surveys.responses.update`. */
export type SurveysResponsesUpdateParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the response. */
  readonly response_id: ResponseId;
} & ResponsePatch;

/** Arguments of `surveys.responses.replace`. */
export type SurveysResponsesReplaceParams = {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the response. */
  readonly response_id: ResponseId;
} & ResponsePatch;

/** Arguments of `surveys.responses.delete`. */
export interface SurveysResponsesDeleteParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the response. */
  readonly response_id: ResponseId;
}

/** Arguments of `collectors.responses.list`. */
export interface CollectorsResponsesListParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** What to sort by; the id if not given, which is our choice. */
  readonly sort_by?: ResponseSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
}

/** Arguments of `collectors.responses.create`. */
export type CollectorsResponsesCreateParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
} & ResponseNew;

/** Arguments of `collectors.responses.clear`. */
export interface CollectorsResponsesClearParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
}

/** Arguments of `collectors.responses.bulk`. */
export interface CollectorsResponsesBulkParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** What to sort by; the id if not given, which is our choice. */
  readonly sort_by?: ResponseSort | undefined;
  /** Direction; ascending if not given, which is our choice. */
  readonly sort_order?: SortOrder | undefined;
  /**
   * Only answers to questions that are on these pages now, and to deleted ones that were: our choice. They are
   * listed under the pages on which they were given.
   */
  readonly page_ids?: ReadonlyArray<PageId> | undefined;
  /** Only answers to these questions. */
  readonly question_ids?: ReadonlyArray<QuestionId> | undefined;
  /** Whether to add family, subtype and heading of each question and the text of each answer. */
  readonly simple?: boolean | undefined;
}

/** Arguments of `collectors.responses.get`. */
export interface CollectorsResponsesGetParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the response. */
  readonly response_id: ResponseId;
}

/** Arguments of `collectors.responses.details`. */
export interface CollectorsResponsesDetailsParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the response. */
  readonly response_id: ResponseId;
  /**
   * Only answers to questions that are on these pages now, and to deleted ones that were: our choice. They are
   * listed under the pages on which they were given.
   */
  readonly page_ids?: ReadonlyArray<PageId> | undefined;
  /** Only answers to these questions. */
  readonly question_ids?: ReadonlyArray<QuestionId> | undefined;
  /** Whether to add family, subtype and heading of each question and the text of each answer. */
  readonly simple?: boolean | undefined;
}

/** Arguments of `collectors.responses.update`. */
export type CollectorsResponsesUpdateParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the response. */
  readonly response_id: ResponseId;
} & ResponsePatch;

/** Arguments of `collectors.responses.replace`. */
export type CollectorsResponsesReplaceParams = {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the response. */
  readonly response_id: ResponseId;
} & ResponsePatch;

/** Arguments of `collectors.responses.delete`. */
export interface CollectorsResponsesDeleteParams {
  /** Id of the collector. */
  readonly collector_id: CollectorId;
  /** Id of the response. */
  readonly response_id: ResponseId;
}

/** Arguments of `responses.get`. */
export interface ResponsesGetParams {
  /** Id of the response. */
  readonly response_id: ResponseId;
}

/** Arguments of `surveys.rollups`. */
export interface SurveysRollupsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** Only responses of these collectors. */
  readonly collector_ids?: ReadonlyArray<CollectorId> | undefined;
}

/** Arguments of `surveys.pages.rollups`. */
export interface SurveysPagesRollupsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** Only responses of these collectors. */
  readonly collector_ids?: ReadonlyArray<CollectorId> | undefined;
}

/** Arguments of `surveys.pages.questions.rollups`. */
export interface SurveysPagesQuestionsRollupsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Id of the question. */
  readonly question_id: QuestionId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** Only responses of these collectors. */
  readonly collector_ids?: ReadonlyArray<CollectorId> | undefined;
}

/** Arguments of `surveys.trends`. */
export interface SurveysTrendsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** Only responses of these collectors. */
  readonly collector_ids?: ReadonlyArray<CollectorId> | undefined;
  /** Length of the periods; `month` if not given, which is our choice. */
  readonly trend_by?: TrendBy | undefined;
  /** The first response to count. */
  readonly first_respondent?: number | undefined;
  /** The last response to count. */
  readonly last_respondent?: number | undefined;
  /** The same under the misspelt name of the documentation; `last_respondent` takes precedence. */
  readonly last_respondnet?: number | undefined;
}

/** Arguments of `surveys.pages.trends`. */
export interface SurveysPagesTrendsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** Only responses of these collectors. */
  readonly collector_ids?: ReadonlyArray<CollectorId> | undefined;
  /** Length of the periods; `month` if not given, which is our choice. */
  readonly trend_by?: TrendBy | undefined;
  /** The first response to count. */
  readonly first_respondent?: number | undefined;
  /** The last response to count. */
  readonly last_respondent?: number | undefined;
  /** The same under the misspelt name of the documentation; `last_respondent` takes precedence. */
  readonly last_respondnet?: number | undefined;
}

/** Arguments of `surveys.pages.questions.trends`. */
export interface SurveysPagesQuestionsTrendsParams {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Id of the page. */
  readonly page_id: PageId;
  /** Id of the question. */
  readonly question_id: QuestionId;
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
  /** Only responses started after this date. */
  readonly start_created_at?: DateText | undefined;
  /** Only responses started before this date. */
  readonly end_created_at?: DateText | undefined;
  /** Only responses changed after this date. */
  readonly start_modified_at?: DateText | undefined;
  /** Only responses changed before this date. */
  readonly end_modified_at?: DateText | undefined;
  /**
   * Only responses of this status. Several values, separated by commas, are documented for rollups only;
   * accepting them everywhere is our choice.
   */
  readonly status?: ReadonlyArray<ResponseStatus> | undefined;
  /** Only responses of this email address. */
  readonly email?: string | undefined;
  /** Only responses of this first name. */
  readonly first_name?: string | undefined;
  /** Only responses of this last name. */
  readonly last_name?: string | undefined;
  /** Only responses from this IP address. */
  readonly ip?: string | undefined;
  /** Only responses with this custom value. */
  readonly custom?: string | undefined;
  /** Only responses that took at least this long. */
  readonly total_time_min?: number | undefined;
  /** Only responses that took at most this long. */
  readonly total_time_max?: number | undefined;
  /** Unit of the two durations; `second` if not given, which is our choice. */
  readonly total_time_units?: TimeUnit | undefined;
  /** Only responses of these collectors. */
  readonly collector_ids?: ReadonlyArray<CollectorId> | undefined;
  /** Length of the periods; `month` if not given, which is our choice. */
  readonly trend_by?: TrendBy | undefined;
  /** The first response to count. */
  readonly first_respondent?: number | undefined;
  /** The last response to count. */
  readonly last_respondent?: number | undefined;
  /** The same under the misspelt name of the documentation; `last_respondent` takes precedence. */
  readonly last_respondnet?: number | undefined;
}

/** Arguments of `webhooks.list`. */
export interface WebhooksListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `webhooks.create`. */
export type WebhooksCreateParams = WebhookNew;

/** Arguments of `webhooks.get`. */
export interface WebhooksGetParams {
  /** Id of the webhook. */
  readonly webhook_id: WebhookId;
}

/** Arguments of `webhooks.update`. */
export type WebhooksUpdateParams = {
  /** Id of the webhook. */
  readonly webhook_id: WebhookId;
} & WebhookPatch;

/** Arguments of `webhooks.replace`. */
export type WebhooksReplaceParams = {
  /** Id of the webhook. */
  readonly webhook_id: WebhookId;
} & WebhookNew;

/** Arguments of `webhooks.delete`. */
export interface WebhooksDeleteParams {
  /** Id of the webhook. */
  readonly webhook_id: WebhookId;
}

/** Arguments of `errors.list`. */
export interface ErrorsListParams {
  /** Page to return, from 1; 1 if not given. */
  readonly page?: number | undefined;
  /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
  readonly per_page?: number | undefined;
}

/** Arguments of `errors.get`. */
export interface ErrorsGetParams {
  /** Id of the error. */
  readonly error_id: Id;
}
