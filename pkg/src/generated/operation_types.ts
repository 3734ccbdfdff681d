// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

import type { Call, CallOptions, ListCall, ListOptions } from "../calls/call.js";
import type {
  BenchmarkBundlesAnalyzeParams,
  BenchmarkBundlesGetParams,
  BenchmarkBundlesListParams,
  CollectorsDeleteParams,
  CollectorsGetParams,
  CollectorsMessagesCreateParams,
  CollectorsMessagesDeleteParams,
  CollectorsMessagesGetParams,
  CollectorsMessagesListParams,
  CollectorsMessagesRecipientsBulkParams,
  CollectorsMessagesRecipientsCreateParams,
  CollectorsMessagesRecipientsListParams,
  CollectorsMessagesReplaceParams,
  CollectorsMessagesSendParams,
  CollectorsMessagesStatsParams,
  CollectorsMessagesUpdateParams,
  CollectorsRecipientsDeleteParams,
  CollectorsRecipientsGetParams,
  CollectorsRecipientsListParams,
  CollectorsReplaceParams,
  CollectorsResponsesBulkParams,
  CollectorsResponsesClearParams,
  CollectorsResponsesCreateParams,
  CollectorsResponsesDeleteParams,
  CollectorsResponsesDetailsParams,
  CollectorsResponsesGetParams,
  CollectorsResponsesListParams,
  CollectorsResponsesReplaceParams,
  CollectorsResponsesUpdateParams,
  CollectorsStatsParams,
  CollectorsUpdateParams,
  ContactFieldsGetParams,
  ContactFieldsListParams,
  ContactFieldsUpdateParams,
  ContactListsContactsBulkParams,
  ContactListsContactsCreateBulkParams,
  ContactListsContactsCreateParams,
  ContactListsContactsListParams,
  ContactListsCopyParams,
  ContactListsCreateParams,
  ContactListsDeleteParams,
  ContactListsGetParams,
  ContactListsListParams,
  ContactListsMergeParams,
  ContactListsReplaceParams,
  ContactListsUpdateParams,
  ContactsBulkParams,
  ContactsCreateBulkParams,
  ContactsCreateParams,
  ContactsDeleteParams,
  ContactsGetParams,
  ContactsListParams,
  ContactsReplaceParams,
  ContactsUpdateParams,
  ErrorsGetParams,
  ErrorsListParams,
  GroupsActivitiesGetParams,
  GroupsActivitiesListParams,
  GroupsGetParams,
  GroupsListParams,
  GroupsMembersGetParams,
  GroupsMembersListParams,
  GroupsMembersUpdateParams,
  OrganizationsListParams,
  QuestionBankQuestionsListParams,
  ResponsesGetParams,
  RolesListParams,
  SurveyCategoriesListParams,
  SurveyFoldersCreateParams,
  SurveyFoldersDeleteParams,
  SurveyFoldersGetParams,
  SurveyFoldersListParams,
  SurveyFoldersUpdateParams,
  SurveyLanguagesListParams,
  SurveyTemplatesListParams,
  SurveysCollectorsCreateParams,
  SurveysCollectorsListParams,
  SurveysCreateParams,
  SurveysDeleteParams,
  SurveysDetailsParams,
  SurveysGetParams,
  SurveysLanguagesCreateParams,
  SurveysLanguagesDeleteParams,
  SurveysLanguagesGetParams,
  SurveysLanguagesListParams,
  SurveysLanguagesUpdateParams,
  SurveysListParams,
  SurveysPagesCreateParams,
  SurveysPagesDeleteParams,
  SurveysPagesGetParams,
  SurveysPagesListParams,
  SurveysPagesQuestionsBenchmarkParams,
  SurveysPagesQuestionsCreateParams,
  SurveysPagesQuestionsDeleteParams,
  SurveysPagesQuestionsGetParams,
  SurveysPagesQuestionsListParams,
  SurveysPagesQuestionsReplaceParams,
  SurveysPagesQuestionsRollupsParams,
  SurveysPagesQuestionsTrendsParams,
  SurveysPagesQuestionsUpdateParams,
  SurveysPagesReplaceParams,
  SurveysPagesRollupsParams,
  SurveysPagesTrendsParams,
  SurveysPagesUpdateParams,
  SurveysReplaceParams,
  SurveysResponsesBulkParams,
  SurveysResponsesDeleteParams,
  SurveysResponsesDetailsParams,
  SurveysResponsesGetParams,
  SurveysResponsesListParams,
  SurveysResponsesReplaceParams,
  SurveysResponsesUpdateParams,
  SurveysRollupsParams,
  SurveysTrendsParams,
  SurveysUpdateParams,
  TeamSurveyTemplatesListParams,
  UsersMeParams,
  UsersSharedListParams,
  UsersWorkgroupsListParams,
  WebhooksCreateParams,
  WebhooksDeleteParams,
  WebhooksGetParams,
  WebhooksListParams,
  WebhooksReplaceParams,
  WebhooksUpdateParams,
  WorkgroupsCreateParams,
  WorkgroupsDeleteParams,
  WorkgroupsGetParams,
  WorkgroupsListParams,
  WorkgroupsMembersBulkParams,
  WorkgroupsMembersCreateParams,
  WorkgroupsMembersDeleteParams,
  WorkgroupsMembersGetParams,
  WorkgroupsMembersListParams,
  WorkgroupsMembersUpdateParams,
  WorkgroupsSharesBulkParams,
  WorkgroupsSharesCreateParams,
  WorkgroupsSharesDeleteParams,
  WorkgroupsSharesGetParams,
  WorkgroupsSharesListParams,
  WorkgroupsUpdateParams,
} from "./parameters.js";
import type {
  Activities,
  ActivitySeries,
  BankQuestion,
  Bundle,
  BundleAnalysis,
  BundleRef,
  Collector,
  CollectorRef,
  Contact,
  ContactField,
  ContactList,
  ContactRef,
  ContactsAdded,
  ErrorDescription,
  ErrorRef,
  Folder,
  Group,
  GroupRef,
  Member,
  MemberRef,
  Message,
  MessageRef,
  MessageSent,
  Organization,
  Page,
  PageRef,
  Question,
  QuestionBenchmark,
  QuestionRef,
  Recipient,
  RecipientRef,
  RecipientStats,
  RecipientsAdded,
  Response,
  ResponseDetails,
  ResponseRef,
  Role,
  Rollup,
  SharedResource,
  Survey,
  SurveyCategory,
  SurveyDetails,
  SurveyLanguage,
  SurveyRef,
  SurveyTemplate,
  TeamSurveyTemplate,
  Translation,
  TranslationRef,
  Trend,
  User,
  Webhook,
  WebhookRef,
  Workgroup,
  WorkgroupMember,
  WorkgroupMembersAdded,
  WorkgroupShare,
  WorkgroupSharesAdded,
} from "./types.js";

/** Every operation of the API, by noun. */
export interface Operations {
  readonly users: {
    /**
     * Returns the user of the token.
     *
     * `GET /v3/users/me`
     *
     * Needs the scope `users_read`.
     *
     * @param args - None.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const user = await canvass.users.me();
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `users_read`.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    me(args?: UsersMeParams | null, options?: CallOptions): Call<User>;
    readonly workgroups: {
      /**
       * Lists the workgroups to which a user belongs, pending or active, if they are visible to the caller: our
       * choice.
       *
       * `GET /v3/users/{user_id}/workgroups`
       *
       * Needs the scope `workgroups_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const workgroup of canvass.users.workgroups.list({ user_id, per_page: 100 })) console.log(workgroup);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: UsersWorkgroupsListParams, options?: ListOptions): ListCall<Workgroup>;
    };
    readonly shared: {
      /**
       * Lists the resources that workgroups share with a user; for the user and the admins, which is our choice.
       *
       * `GET /v3/users/{user_id}/shared`
       *
       * Needs the scope `workgroups_shares_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const sharedResource of canvass.users.shared.list({ user_id, per_page: 100 })) console.log(sharedResource);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_shares_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: UsersSharedListParams, options?: ListOptions): ListCall<SharedResource>;
    };
  };
  readonly groups: {
    /**
     * Lists the teams the user belongs to, at most one.
     *
     * `GET /v3/groups`
     *
     * Needs the scope `groups_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const groupRef of canvass.groups.list({ per_page: 100 })) console.log(groupRef);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `groups_read`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: GroupsListParams | null, options?: ListOptions): ListCall<GroupRef>;
    /**
     * Returns a team.
     *
     * `GET /v3/groups/{group_id}`
     *
     * Needs the scope `groups_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const group = await canvass.groups.get({ group_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `groups_read`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: GroupsGetParams, options?: CallOptions): Call<Group>;
    readonly activities: {
      /**
       * Returns the activities of a team's members; for its admins. That it needs this scope is our choice.
       *
       * `GET /v3/groups/{group_id}/activities`
       *
       * Needs the scope `groups_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const activities = await canvass.groups.activities.list({ group_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `groups_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: GroupsActivitiesListParams, options?: CallOptions): Call<Activities>;
      /**
       * Counts one type of activity over time; for admins of the team. `action_type` is one of the activity types;
       * the error 1003 for other values, and this scope, are our choice.
       *
       * `GET /v3/groups/{group_id}/activities/{action_type}`
       *
       * Needs the scope `groups_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const activitySeries = await canvass.groups.activities.get({ group_id, action_type, interval: "daily" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `groups_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: GroupsActivitiesGetParams, options?: CallOptions): Call<ActivitySeries>;
    };
    readonly members: {
      /**
       * Lists the members of a team.
       *
       * `GET /v3/groups/{group_id}/members`
       *
       * Needs the scope `groups_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const memberRef of canvass.groups.members.list({ group_id, per_page: 100 })) console.log(memberRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `groups_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: GroupsMembersListParams, options?: ListOptions): ListCall<MemberRef>;
      /**
       * Returns a member of a team.
       *
       * `GET /v3/groups/{group_id}/members/{member_id}`
       *
       * Needs the scope `groups_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const member = await canvass.groups.members.get({ group_id, member_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `groups_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: GroupsMembersGetParams, options?: CallOptions): Call<Member>;
      /**
       * Changes the email address of a member; for admins, and for the owner's own address only for the owner. An
       * active member signs in as before until the new address is confirmed by the link in a mail to it; it must not
       * be the address of another account, and a user can change ten addresses a day. A pending member is invited at
       * the new address, which needs a confirmed address of the caller and counts as one of the invitations of the
       * day. The specification shows no response, scope or rule: the returned member, the scope `groups_write` and
       * all other rules are our choice.
       *
       * `PATCH /v3/groups/{group_id}/members/{member_id}`
       *
       * Needs the scope `groups_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const member = await canvass.groups.members.update({ group_id, member_id, email: "ada@mail.example" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `groups_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      update(args: GroupsMembersUpdateParams, options?: CallOptions): Call<Member>;
    };
  };
  readonly workgroups: {
    /**
     * Lists the workgroups of the team that are visible to the user. A hidden one with which a survey of the user
     * is shared is listed too, without its description, metadata and members, so that the user finds the share:
     * our choice.
     *
     * `GET /v3/workgroups`
     *
     * Needs the scope `workgroups_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const workgroup of canvass.workgroups.list({ per_page: 100 })) console.log(workgroup);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_read`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: WorkgroupsListParams | null, options?: ListOptions): ListCall<Workgroup>;
    /**
     * Creates a workgroup. Its creator becomes an owner and active member.
     *
     * `POST /v3/workgroups`
     *
     * Needs the scope `workgroups_write`.
     *
     * @param args - The fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const workgroup = await canvass.workgroups.create({ name: "Research", is_visible: true });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_write`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    create(args: WorkgroupsCreateParams, options?: CallOptions): Call<Workgroup>;
    /**
     * Returns a workgroup, as in the list.
     *
     * `GET /v3/workgroups/{workgroup_id}`
     *
     * Needs the scope `workgroups_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const workgroup = await canvass.workgroups.get({ workgroup_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_read`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: WorkgroupsGetParams, options?: CallOptions): Call<Workgroup>;
    /**
     * Changes name, description, visibility or extra data of a workgroup.
     *
     * `PATCH /v3/workgroups/{workgroup_id}`
     *
     * Needs the scope `workgroups_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const workgroup = await canvass.workgroups.update({ workgroup_id, name: "Research" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_write`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: WorkgroupsUpdateParams, options?: CallOptions): Call<Workgroup>;
    /**
     * Deletes a workgroup and its shares. That the deleted resource is returned is our choice.
     *
     * `DELETE /v3/workgroups/{workgroup_id}`
     *
     * Needs the scope `workgroups_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const workgroup = await canvass.workgroups.delete({ workgroup_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_write`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    delete(args: WorkgroupsDeleteParams, options?: CallOptions): Call<Workgroup>;
    readonly members: {
      /**
       * Lists the members of a workgroup, pending ones included.
       *
       * `GET /v3/workgroups/{workgroup_id}/members`
       *
       * Needs the scope `workgroups_members_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const workgroupMember of canvass.workgroups.members.list({ workgroup_id, per_page: 100 })) console.log(workgroupMember);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_members_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: WorkgroupsMembersListParams, options?: ListOptions): ListCall<WorkgroupMember>;
      /**
       * Adds a user of the team to a workgroup. A user who has joined the team is an active member immediately; an
       * invited user is pending. Status 201 and this rule are our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/members`
       *
       * Needs the scope `workgroups_members_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupMember = await canvass.workgroups.members.create({ workgroup_id, user_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_members_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: WorkgroupsMembersCreateParams, options?: CallOptions): Call<WorkgroupMember>;
      /**
       * Adds several users to a workgroup. Status and response are our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/members/bulk`
       *
       * Needs the scope `workgroups_members_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupMembersAdded = await canvass.workgroups.members.bulk({ workgroup_id, members: [{ user_id }] });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_members_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      bulk(args: WorkgroupsMembersBulkParams, options?: CallOptions): Call<WorkgroupMembersAdded>;
      /**
       * Returns a member of a workgroup.
       *
       * `GET /v3/workgroups/{workgroup_id}/members/{member_id}`
       *
       * Needs the scope `workgroups_members_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupMember = await canvass.workgroups.members.get({ workgroup_id, member_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_members_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: WorkgroupsMembersGetParams, options?: CallOptions): Call<WorkgroupMember>;
      /**
       * Changes whether a member owns the workgroup. For the last active owner the error is 1025.
       *
       * `PATCH /v3/workgroups/{workgroup_id}/members/{member_id}`
       *
       * Needs the scope `workgroups_members_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupMember = await canvass.workgroups.members.update({ workgroup_id, member_id, is_workgroup_owner: true });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_members_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link ConflictError} with the code 1025.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      update(args: WorkgroupsMembersUpdateParams, options?: CallOptions): Call<WorkgroupMember>;
      /**
       * Removes a member from a workgroup. For the last active owner the error is 1025. That the removed member is
       * returned is our choice.
       *
       * `DELETE /v3/workgroups/{workgroup_id}/members/{member_id}`
       *
       * Needs the scope `workgroups_members_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupMember = await canvass.workgroups.members.delete({ workgroup_id, member_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_members_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link ConflictError} with the code 1025.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: WorkgroupsMembersDeleteParams, options?: CallOptions): Call<WorkgroupMember>;
    };
    readonly shares: {
      /**
       * Lists the resources shared with a workgroup; for its members and the admins. Other users see what they
       * shared themselves, and shares of their own surveys. Our choice.
       *
       * `GET /v3/workgroups/{workgroup_id}/shares`
       *
       * Needs the scope `workgroups_shares_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const workgroupShare of canvass.workgroups.shares.list({ workgroup_id, per_page: 100 })) console.log(workgroupShare);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_shares_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: WorkgroupsSharesListParams, options?: ListOptions): ListCall<WorkgroupShare>;
      /**
       * Shares a survey with a workgroup of which the user is a member: one of the user's own, or any for an admin.
       * The status 201 is our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/shares`
       *
       * Needs the scope `workgroups_shares_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupShare = await canvass.workgroups.shares.create({ workgroup_id, resource_type: "survey", resource_id: survey_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_shares_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: WorkgroupsSharesCreateParams, options?: CallOptions): Call<WorkgroupShare>;
      /**
       * Shares several resources with a workgroup. Status and response are our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/shares/bulk`
       *
       * Needs the scope `workgroups_shares_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupSharesAdded = await canvass.workgroups.shares.bulk({ workgroup_id, shares: [{ resource_type: "survey", resource_id: survey_id }] });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_shares_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      bulk(args: WorkgroupsSharesBulkParams, options?: CallOptions): Call<WorkgroupSharesAdded>;
      /**
       * Returns a share, to users who see it in the list: our choice.
       *
       * `GET /v3/workgroups/{workgroup_id}/shares/{share_id}`
       *
       * Needs the scope `workgroups_shares_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupShare = await canvass.workgroups.shares.get({ workgroup_id, share_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_shares_read`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: WorkgroupsSharesGetParams, options?: CallOptions): Call<WorkgroupShare>;
      /**
       * Ends a share; for the user who shared the survey, its owner, and the workgroup's owners and the admins. That
       * the ended share is returned is our choice.
       *
       * `DELETE /v3/workgroups/{workgroup_id}/shares/{share_id}`
       *
       * Needs the scope `workgroups_shares_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const workgroupShare = await canvass.workgroups.shares.delete({ workgroup_id, share_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `workgroups_shares_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: WorkgroupsSharesDeleteParams, options?: CallOptions): Call<WorkgroupShare>;
    };
  };
  readonly roles: {
    /**
     * Lists the roles that can be assigned in the team.
     *
     * `GET /v3/roles`
     *
     * Needs the scope `roles_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const role of canvass.roles.list({ per_page: 100 })) console.log(role);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `roles_read`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: RolesListParams | null, options?: ListOptions): ListCall<Role>;
  };
  readonly organizations: {
    /**
     * Lists the organizations of the user: one at most. No scope is documented for it.
     *
     * `GET /v3/organizations`
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const organization of canvass.organizations.list({ per_page: 100 })) console.log(organization);
     * ```
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: OrganizationsListParams | null, options?: ListOptions): ListCall<Organization>;
  };
  readonly surveys: {
    /**
     * Lists the surveys that the user owns or that are shared with the user.
     *
     * `GET /v3/surveys`
     *
     * Needs the scope `surveys_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const surveyRef of canvass.surveys.list({ per_page: 100 })) console.log(surveyRef);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: SurveysListParams | null, options?: ListOptions): ListCall<SurveyRef>;
    /**
     * Creates a survey: blank, as a copy, or with complete pages.
     *
     * `POST /v3/surveys`
     *
     * Needs the scope `surveys_write`.
     *
     * @param args - The fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const survey = await canvass.surveys.create({ title: "Your visit" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    create(args?: SurveysCreateParams | null, options?: CallOptions): Call<Survey>;
    /**
     * Returns a survey without its design. For a survey of more than 1000 questions the status is 413.
     *
     * `GET /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const survey = await canvass.surveys.get({ survey_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: SurveysGetParams, options?: CallOptions): Call<Survey>;
    /**
     * Changes the given fields of a survey.
     *
     * `PATCH /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const survey = await canvass.surveys.update({ survey_id, title: "Your visit" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: SurveysUpdateParams, options?: CallOptions): Call<Survey>;
    /**
     * Replaces the fields of a survey; its design remains, which is our choice.
     *
     * `PUT /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const survey = await canvass.surveys.replace({ survey_id, title: "Your visit" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    replace(args: SurveysReplaceParams, options?: CallOptions): Call<Survey>;
    /**
     * Deletes a survey with its collectors and responses. That the deleted resource is returned, and that only the
     * owner may delete it, is our choice.
     *
     * `DELETE /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const survey = await canvass.surveys.delete({ survey_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    delete(args: SurveysDeleteParams, options?: CallOptions): Call<Survey>;
    /**
     * Returns a survey with its design: pages, questions and answer options. For a survey of more than 1000
     * questions the status is 413.
     *
     * `GET /v3/surveys/{survey_id}/details`
     *
     * Needs the scope `surveys_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const surveyDetails = await canvass.surveys.details({ survey_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    details(args: SurveysDetailsParams, options?: CallOptions): Call<SurveyDetails>;
    readonly pages: {
      /**
       * Lists the pages of a survey in order.
       *
       * `GET /v3/surveys/{survey_id}/pages`
       *
       * Needs the scope `surveys_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const pageRef of canvass.surveys.pages.list({ survey_id, per_page: 100 })) console.log(pageRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: SurveysPagesListParams, options?: ListOptions): ListCall<PageRef>;
      /**
       * Adds an empty page to a survey. The status 201 is our choice.
       *
       * `POST /v3/surveys/{survey_id}/pages`
       *
       * Needs the scope `surveys_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const page = await canvass.surveys.pages.create({ survey_id, title: "Your visit" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: SurveysPagesCreateParams, options?: CallOptions): Call<Page>;
      /**
       * Returns a page without its questions.
       *
       * `GET /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const page = await canvass.surveys.pages.get({ survey_id, page_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: SurveysPagesGetParams, options?: CallOptions): Call<Page>;
      /**
       * Changes the given fields of a page.
       *
       * `PATCH /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const page = await canvass.surveys.pages.update({ survey_id, page_id, title: "Your visit" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      update(args: SurveysPagesUpdateParams, options?: CallOptions): Call<Page>;
      /**
       * Replaces the fields of a page; its questions remain, which is our choice.
       *
       * `PUT /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const page = await canvass.surveys.pages.replace({ survey_id, page_id, title: "Your visit" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      replace(args: SurveysPagesReplaceParams, options?: CallOptions): Call<Page>;
      /**
       * Deletes a page with its questions; the only page of a survey cannot be deleted. In a survey with responses
       * the questions remain as not visible on the previous page. All this, and that the deleted resource is
       * returned, is our choice.
       *
       * `DELETE /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const page = await canvass.surveys.pages.delete({ survey_id, page_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: SurveysPagesDeleteParams, options?: CallOptions): Call<Page>;
      readonly questions: {
        /**
         * Lists the questions of a page in order. The items have few fields; the survey's design has all.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions`
         *
         * Needs the scope `surveys_read`.
         *
         * @param args - The ids of the path and the parameters of the query.
         * @param options - Signal, timeouts and retries: {@link ListOptions}.
         * @example
         * ```js
         * for await (const questionRef of canvass.surveys.pages.questions.list({ survey_id, page_id, per_page: 100 })) console.log(questionRef);
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        list(args: SurveysPagesQuestionsListParams, options?: ListOptions): ListCall<QuestionRef>;
        /**
         * Adds a question to a page. The status 201 is our choice.
         *
         * `POST /v3/surveys/{survey_id}/pages/{page_id}/questions`
         *
         * Needs the scope `surveys_write`.
         *
         * @param args - The ids of the path and the fields of the body.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const question = await canvass.surveys.pages.questions.create({ survey_id, page_id, family: "open_ended", subtype: "essay", headings: [{ heading: "How was it?" }] });
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link TooLargeError} if the body is too large.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        create(args: SurveysPagesQuestionsCreateParams, options?: CallOptions): Call<Question>;
        /**
         * Returns a question.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_read`.
         *
         * @param args - The ids of the path.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const question = await canvass.surveys.pages.questions.get({ survey_id, page_id, question_id });
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        get(args: SurveysPagesQuestionsGetParams, options?: CallOptions): Call<Question>;
        /**
         * Changes the given fields of a question.
         *
         * `PATCH /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_write`.
         *
         * @param args - The ids of the path and the fields of the body.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const question = await canvass.surveys.pages.questions.update({ survey_id, page_id, question_id, headings: [{ heading: "How was it?" }] });
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link TooLargeError} if the body is too large.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        update(args: SurveysPagesQuestionsUpdateParams, options?: CallOptions): Call<Question>;
        /**
         * Replaces a question.
         *
         * `PUT /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_write`.
         *
         * @param args - The ids of the path and the fields of the body.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const question = await canvass.surveys.pages.questions.replace({ survey_id, page_id, question_id, family: "open_ended", subtype: "essay", headings: [{ heading: "How was it?" }] });
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link TooLargeError} if the body is too large.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        replace(args: SurveysPagesQuestionsReplaceParams, options?: CallOptions): Call<Question>;
        /**
         * Deletes a question. In a survey with responses, deleted questions and options remain as not visible, even if
         * no answer refers to them. This, and that the deleted resource is returned, is our choice.
         *
         * `DELETE /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_write`.
         *
         * @param args - The ids of the path.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const question = await canvass.surveys.pages.questions.delete({ survey_id, page_id, question_id });
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        delete(args: SurveysPagesQuestionsDeleteParams, options?: CallOptions): Call<Question>;
        /**
         * Returns the benchmark of a question that was created from the bank and has not been changed.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/benchmark`
         *
         * @param args - The ids of the path.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const questionBenchmark = await canvass.surveys.pages.questions.benchmark({ survey_id, page_id, question_id });
         * ```
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        benchmark(args: SurveysPagesQuestionsBenchmarkParams, options?: CallOptions): Call<QuestionBenchmark>;
        /**
         * Counts the answers to a question.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/rollups`
         *
         * Needs the scope `responses_read_detail`.
         *
         * @param args - The ids of the path and the parameters of the query.
         * @param options - Signal, timeouts and retries: {@link ListOptions}.
         * @example
         * ```js
         * for await (const rollup of canvass.surveys.pages.questions.rollups({ survey_id, page_id, question_id, per_page: 100 })) console.log(rollup);
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
         * @throws {@link PlanNeededError} if the user has no paid plan.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        rollups(args: SurveysPagesQuestionsRollupsParams, options?: ListOptions): ListCall<Rollup>;
        /**
         * Counts the answers to a question over time.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/trends`
         *
         * Needs the scope `responses_read_detail`.
         *
         * @param args - The ids of the path and the parameters of the query.
         * @param options - Signal, timeouts and retries: {@link ListOptions}.
         * @example
         * ```js
         * for await (const trend of canvass.surveys.pages.questions.trends({ survey_id, page_id, question_id, per_page: 100 })) console.log(trend);
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
         * @throws {@link PlanNeededError} if the user has no paid plan.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        trends(args: SurveysPagesQuestionsTrendsParams, options?: ListOptions): ListCall<Trend>;
      };
      /**
       * Counts the answers to every question of a page.
       *
       * `GET /v3/surveys/{survey_id}/pages/{page_id}/rollups`
       *
       * Needs the scope `responses_read_detail`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const rollup of canvass.surveys.pages.rollups({ survey_id, page_id, per_page: 100 })) console.log(rollup);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      rollups(args: SurveysPagesRollupsParams, options?: ListOptions): ListCall<Rollup>;
      /**
       * Counts the answers to every question of a page over time.
       *
       * `GET /v3/surveys/{survey_id}/pages/{page_id}/trends`
       *
       * Needs the scope `responses_read_detail`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const trend of canvass.surveys.pages.trends({ survey_id, page_id, per_page: 100 })) console.log(trend);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      trends(args: SurveysPagesTrendsParams, options?: ListOptions): ListCall<Trend>;
    };
    readonly languages: {
      /**
       * Lists the languages that a survey is translated into. Its scope is our choice.
       *
       * `GET /v3/surveys/{survey_id}/languages`
       *
       * Needs the scope `surveys_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const translationRef of canvass.surveys.languages.list({ survey_id, per_page: 100 })) console.log(translationRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: SurveysLanguagesListParams, options?: ListOptions): ListCall<TranslationRef>;
      /**
       * Returns a translation, or the texts to translate if there is none yet. Its scope is our choice.
       *
       * `GET /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const translation = await canvass.surveys.languages.get({ survey_id, language_code });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: SurveysLanguagesGetParams, options?: CallOptions): Call<Translation>;
      /**
       * Creates a translation into a survey language other than the survey's own. The response has no body. Scope
       * and status are our choice.
       *
       * `POST /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * await canvass.surveys.languages.create({ survey_id, language_code, enabled: true, translations: [{ resource_id: survey_id, context: "survey_title", translation: "Ihr Besuch" }] });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: SurveysLanguagesCreateParams, options?: CallOptions): Call<void>;
      /**
       * Changes texts of a translation. The response has no body. Its scope is our choice.
       *
       * `PATCH /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * await canvass.surveys.languages.update({ survey_id, language_code, enabled: true });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      update(args: SurveysLanguagesUpdateParams, options?: CallOptions): Call<void>;
      /**
       * Deletes a translation. Scope and response are our choice.
       *
       * `DELETE /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const translation = await canvass.surveys.languages.delete({ survey_id, language_code });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: SurveysLanguagesDeleteParams, options?: CallOptions): Call<Translation>;
    };
    readonly collectors: {
      /**
       * Lists the collectors of a survey.
       *
       * `GET /v3/surveys/{survey_id}/collectors`
       *
       * Needs the scope `collectors_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const collectorRef of canvass.surveys.collectors.list({ survey_id, per_page: 100 })) console.log(collectorRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: SurveysCollectorsListParams, options?: ListOptions): ListCall<CollectorRef>;
      /**
       * Creates a collector of a survey, or copies one. The status 201 is our choice.
       *
       * `POST /v3/surveys/{survey_id}/collectors`
       *
       * Needs the scope `collectors_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const collector = await canvass.surveys.collectors.create({ survey_id, type: "weblink", name: "Newsletter" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: SurveysCollectorsCreateParams, options?: CallOptions): Call<Collector>;
    };
    readonly responses: {
      /**
       * Lists the responses of a survey, only ids and URLs, up to 1000 a page.
       *
       * `GET /v3/surveys/{survey_id}/responses`
       *
       * Needs the scope `responses_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const responseRef of canvass.surveys.responses.list({ survey_id, per_page: 100 })) console.log(responseRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: SurveysResponsesListParams, options?: ListOptions): ListCall<ResponseRef>;
      /**
       * Lists the responses of a survey with their answers, up to 1000 a page. A page of more than
       * 8 MB is answered with 1030, whose message names a smaller page that fits: `per_page=250`.
       * Other services give at most 100 a page: read `per_page` of the list.
       *
       * `GET /v3/surveys/{survey_id}/responses/bulk`
       *
       * Needs the scope `responses_read_detail`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const responseDetails of canvass.surveys.responses.bulk({ survey_id, per_page: 100 })) console.log(responseDetails);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} with the code 1030.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      bulk(args: SurveysResponsesBulkParams, options?: ListOptions): ListCall<ResponseDetails>;
      /**
       * Returns a response of a survey without its answers.
       *
       * `GET /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.surveys.responses.get({ survey_id, response_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: SurveysResponsesGetParams, options?: CallOptions): Call<Response>;
      /**
       * Returns a response of a survey with its answers.
       *
       * `GET /v3/surveys/{survey_id}/responses/{response_id}/details`
       *
       * Needs the scope `responses_read_detail`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const responseDetails = await canvass.surveys.responses.details({ survey_id, response_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      details(args: SurveysResponsesDetailsParams, options?: CallOptions): Call<ResponseDetails>;
      /**
       * Changes a response of a survey. A question without answers loses its stored answers.
       *
       * `PATCH /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.surveys.responses.update({ survey_id, response_id, response_status: "completed" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      update(args: SurveysResponsesUpdateParams, options?: CallOptions): Call<Response>;
      /**
       * Replaces a response of a survey. Absent pages lose their answers.
       *
       * `PUT /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.surveys.responses.replace({ survey_id, response_id, response_status: "completed" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      replace(args: SurveysResponsesReplaceParams, options?: CallOptions): Call<Response>;
      /**
       * Deletes a response of a survey. That it is returned is our choice.
       *
       * `DELETE /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.surveys.responses.delete({ survey_id, response_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: SurveysResponsesDeleteParams, options?: CallOptions): Call<Response>;
    };
    /**
     * Counts the answers to every question of a survey.
     *
     * `GET /v3/surveys/{survey_id}/rollups`
     *
     * Needs the scope `responses_read_detail`.
     *
     * @param args - The ids of the path and the parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const rollup of canvass.surveys.rollups({ survey_id, per_page: 100 })) console.log(rollup);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    rollups(args: SurveysRollupsParams, options?: ListOptions): ListCall<Rollup>;
    /**
     * Counts the answers to every question of a survey over time.
     *
     * `GET /v3/surveys/{survey_id}/trends`
     *
     * Needs the scope `responses_read_detail`.
     *
     * @param args - The ids of the path and the parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const trend of canvass.surveys.trends({ survey_id, per_page: 100 })) console.log(trend);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
     * @throws {@link PlanNeededError} if the user has no paid plan.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    trends(args: SurveysTrendsParams, options?: ListOptions): ListCall<Trend>;
  };
  readonly survey_categories: {
    /**
     * Lists the categories of templates.
     *
     * `GET /v3/survey_categories`
     *
     * Needs the scope `library_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const surveyCategory of canvass.survey_categories.list({ per_page: 100 })) console.log(surveyCategory);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `library_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: SurveyCategoriesListParams | null, options?: ListOptions): ListCall<SurveyCategory>;
  };
  readonly survey_templates: {
    /**
     * Lists the templates that the service offers.
     *
     * `GET /v3/survey_templates`
     *
     * Needs the scope `library_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const surveyTemplate of canvass.survey_templates.list({ per_page: 100 })) console.log(surveyTemplate);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `library_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: SurveyTemplatesListParams | null, options?: ListOptions): ListCall<SurveyTemplate>;
  };
  readonly team_survey_templates: {
    /**
     * Lists the team's own templates.
     *
     * `GET /v3/team_survey_templates`
     *
     * Needs the scope `library_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const teamSurveyTemplate of canvass.team_survey_templates.list({ per_page: 100 })) console.log(teamSurveyTemplate);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `library_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: TeamSurveyTemplatesListParams | null, options?: ListOptions): ListCall<TeamSurveyTemplate>;
  };
  readonly survey_languages: {
    /**
     * Lists the languages that surveys can be written in. No scope is documented for it.
     *
     * `GET /v3/survey_languages`
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const surveyLanguage of canvass.survey_languages.list({ per_page: 100 })) console.log(surveyLanguage);
     * ```
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: SurveyLanguagesListParams | null, options?: ListOptions): ListCall<SurveyLanguage>;
  };
  readonly question_bank: {
    readonly questions: {
      /**
       * Lists the questions of the bank. No scope is documented for it.
       *
       * `GET /v3/question_bank/questions`
       *
       * @param args - The parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const bankQuestion of canvass.question_bank.questions.list({ per_page: 100 })) console.log(bankQuestion);
       * ```
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args?: QuestionBankQuestionsListParams | null, options?: ListOptions): ListCall<BankQuestion>;
    };
  };
  readonly survey_folders: {
    /**
     * Lists the folders of the user. Its scope is our choice.
     *
     * `GET /v3/survey_folders`
     *
     * Needs the scope `surveys_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const folder of canvass.survey_folders.list({ per_page: 100 })) console.log(folder);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: SurveyFoldersListParams | null, options?: ListOptions): ListCall<Folder>;
    /**
     * Creates a folder. Unlike other creations it returns status 200. Its scope is our choice.
     *
     * `POST /v3/survey_folders`
     *
     * Needs the scope `surveys_write`.
     *
     * @param args - The fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const folder = await canvass.survey_folders.create({ title: "Customers" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    create(args: SurveyFoldersCreateParams, options?: CallOptions): Call<Folder>;
    /**
     * Returns a folder. Its scope is our choice.
     *
     * `GET /v3/survey_folders/{folder_id}`
     *
     * Needs the scope `surveys_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const folder = await canvass.survey_folders.get({ folder_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: SurveyFoldersGetParams, options?: CallOptions): Call<Folder>;
    /**
     * Changes the title of a folder. Its scope is our choice.
     *
     * `PATCH /v3/survey_folders/{folder_id}`
     *
     * Needs the scope `surveys_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const folder = await canvass.survey_folders.update({ folder_id, title: "Customers" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: SurveyFoldersUpdateParams, options?: CallOptions): Call<Folder>;
    /**
     * Deletes a folder; its surveys remain without a folder. Scope and response are our choice.
     *
     * `DELETE /v3/survey_folders/{folder_id}`
     *
     * Needs the scope `surveys_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const folder = await canvass.survey_folders.delete({ folder_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `surveys_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    delete(args: SurveyFoldersDeleteParams, options?: CallOptions): Call<Folder>;
  };
  readonly benchmark_bundles: {
    /**
     * Lists the bundles of benchmarks of a country.
     *
     * `GET /v3/benchmark_bundles`
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const bundleRef of canvass.benchmark_bundles.list({ per_page: 100 })) console.log(bundleRef);
     * ```
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: BenchmarkBundlesListParams | null, options?: ListOptions): ListCall<BundleRef>;
    /**
     * Returns a bundle with its questions.
     *
     * `GET /v3/benchmark_bundles/{bundle_id}`
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const bundle = await canvass.benchmark_bundles.get({ bundle_id });
     * ```
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: BenchmarkBundlesGetParams, options?: CallOptions): Call<Bundle>;
    /**
     * Returns the benchmarks of questions of a bundle.
     *
     * `GET /v3/benchmark_bundles/{bundle_id}/analyze`
     *
     * @param args - The ids of the path and the parameters of the query.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const bundleAnalysis = await canvass.benchmark_bundles.analyze({ bundle_id, question_ids: [question_id] });
     * ```
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    analyze(args: BenchmarkBundlesAnalyzeParams, options?: CallOptions): Call<BundleAnalysis>;
  };
  readonly collectors: {
    /**
     * Returns a collector.
     *
     * `GET /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const collector = await canvass.collectors.get({ collector_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: CollectorsGetParams, options?: CallOptions): Call<Collector>;
    /**
     * Changes settings of a collector, or opens or closes it.
     *
     * `PATCH /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const collector = await canvass.collectors.update({ collector_id, name: "Newsletter" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
     * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: CollectorsUpdateParams, options?: CallOptions): Call<Collector>;
    /**
     * Replaces the settings of a collector; absent ones are reset to their defaults.
     *
     * `PUT /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const collector = await canvass.collectors.replace({ collector_id, name: "Newsletter" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
     * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    replace(args: CollectorsReplaceParams, options?: CallOptions): Call<Collector>;
    /**
     * Deletes a collector with its messages, recipients and responses. If it has responses, the privilege
     * `analyze.full_access` is needed too, as to delete the responses alone. That it is returned is our choice. A
     * call that ends early leaves a closed collector: call again.
     *
     * `DELETE /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const collector = await canvass.collectors.delete({ collector_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
     * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    delete(args: CollectorsDeleteParams, options?: CallOptions): Call<Collector>;
    /**
     * Counts the recipients of a collector by their progress. The scope is our choice.
     *
     * `GET /v3/collectors/{collector_id}/stats`
     *
     * Needs the scope `collectors_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const recipientStats = await canvass.collectors.stats({ collector_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    stats(args: CollectorsStatsParams, options?: CallOptions): Call<RecipientStats>;
    readonly messages: {
      /**
       * Lists the messages of a collector.
       *
       * `GET /v3/collectors/{collector_id}/messages`
       *
       * Needs the scope `collectors_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const messageRef of canvass.collectors.messages.list({ collector_id, per_page: 100 })) console.log(messageRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: CollectorsMessagesListParams, options?: ListOptions): ListCall<MessageRef>;
      /**
       * Creates a message of an email or text message collector, or copies one. The status 201 is our choice.
       *
       * `POST /v3/collectors/{collector_id}/messages`
       *
       * Needs the scope `collectors_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const message = await canvass.collectors.messages.create({ collector_id, type: "invite", subject: "We want your opinion" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: CollectorsMessagesCreateParams, options?: CallOptions): Call<Message>;
      /**
       * Returns a message.
       *
       * `GET /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const message = await canvass.collectors.messages.get({ collector_id, message_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: CollectorsMessagesGetParams, options?: CallOptions): Call<Message>;
      /**
       * Changes subject, text, branding or audience of an unsent message.
       *
       * `PATCH /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const message = await canvass.collectors.messages.update({ collector_id, message_id, subject: "We want your opinion" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      update(args: CollectorsMessagesUpdateParams, options?: CallOptions): Call<Message>;
      /**
       * Replaces subject, text, branding and audience of an unsent message.
       *
       * `PUT /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const message = await canvass.collectors.messages.replace({ collector_id, message_id, subject: "We want your opinion" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      replace(args: CollectorsMessagesReplaceParams, options?: CallOptions): Call<Message>;
      /**
       * Deletes a message. That it is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const message = await canvass.collectors.messages.delete({ collector_id, message_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: CollectorsMessagesDeleteParams, options?: CallOptions): Call<Message>;
      /**
       * Sends an unsent message with at least one recipient, at once or later. Our service sends no text messages:
       * one becomes `sent`, and stays in the service's outbox.
       *
       * `POST /v3/collectors/{collector_id}/messages/{message_id}/send`
       *
       * Needs the scope `collectors_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const messageSent = await canvass.collectors.messages.send({ collector_id, message_id, scheduled_date: "2030-01-31T09:00:00+00:00" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      send(args: CollectorsMessagesSendParams, options?: CallOptions): Call<MessageSent>;
      /**
       * Counts the recipients of a message by their progress. The scope is our choice.
       *
       * `GET /v3/collectors/{collector_id}/messages/{message_id}/stats`
       *
       * Needs the scope `collectors_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const recipientStats = await canvass.collectors.messages.stats({ collector_id, message_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      stats(args: CollectorsMessagesStatsParams, options?: CallOptions): Call<RecipientStats>;
      readonly recipients: {
        /**
         * Lists the recipients of a message.
         *
         * `GET /v3/collectors/{collector_id}/messages/{message_id}/recipients`
         *
         * Needs the scope `collectors_read`.
         *
         * @param args - The ids of the path and the parameters of the query.
         * @param options - Signal, timeouts and retries: {@link ListOptions}.
         * @example
         * ```js
         * for await (const recipientRef of canvass.collectors.messages.recipients.list({ collector_id, message_id, per_page: 100 })) console.log(recipientRef);
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        list(args: CollectorsMessagesRecipientsListParams, options?: ListOptions): ListCall<RecipientRef>;
        /**
         * Adds a recipient to a message. The status 201 is our choice.
         *
         * `POST /v3/collectors/{collector_id}/messages/{message_id}/recipients`
         *
         * Needs the scope `collectors_write`.
         *
         * @param args - The ids of the path and the fields of the body.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const recipient = await canvass.collectors.messages.recipients.create({ collector_id, message_id, email: "ada@mail.example", first_name: "Ada" });
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
         * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link TooLargeError} if the body is too large.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        create(args: CollectorsMessagesRecipientsCreateParams, options?: CallOptions): Call<Recipient>;
        /**
         * Adds recipients to a message. The response reports the result for each address.
         *
         * `POST /v3/collectors/{collector_id}/messages/{message_id}/recipients/bulk`
         *
         * Needs the scope `collectors_write`.
         *
         * @param args - The ids of the path and the fields of the body.
         * @param options - Signal, timeouts and retries: {@link CallOptions}.
         * @example
         * ```js
         * const recipientsAdded = await canvass.collectors.messages.recipients.bulk({ collector_id, message_id, contacts: [{ email: "ada@mail.example" }, { email: "eve@mail.example" }] });
         * ```
         * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
         * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
         * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
         * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
         * @throws {@link BadRequestError} if the service refuses an argument.
         * @throws {@link TooLargeError} if the body is too large.
         * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
         */
        bulk(args: CollectorsMessagesRecipientsBulkParams, options?: CallOptions): Call<RecipientsAdded>;
      };
    };
    readonly recipients: {
      /**
       * Lists the recipients of every message of a collector.
       *
       * `GET /v3/collectors/{collector_id}/recipients`
       *
       * Needs the scope `collectors_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const recipientRef of canvass.collectors.recipients.list({ collector_id, per_page: 100 })) console.log(recipientRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: CollectorsRecipientsListParams, options?: ListOptions): ListCall<RecipientRef>;
      /**
       * Returns a recipient.
       *
       * `GET /v3/collectors/{collector_id}/recipients/{recipient_id}`
       *
       * Needs the scope `collectors_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const recipient = await canvass.collectors.recipients.get({ collector_id, recipient_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: CollectorsRecipientsGetParams, options?: CallOptions): Call<Recipient>;
      /**
       * Removes a recipient. That it is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/recipients/{recipient_id}`
       *
       * Needs the scope `collectors_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const recipient = await canvass.collectors.recipients.delete({ collector_id, recipient_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `collectors_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan, unless the collector is a web link.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: CollectorsRecipientsDeleteParams, options?: CallOptions): Call<Recipient>;
    };
    readonly responses: {
      /**
       * Lists the responses of a collector, only ids and URLs, up to 1000 a page.
       *
       * `GET /v3/collectors/{collector_id}/responses`
       *
       * Needs the scope `responses_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const responseRef of canvass.collectors.responses.list({ collector_id, per_page: 100 })) console.log(responseRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: CollectorsResponsesListParams, options?: ListOptions): ListCall<ResponseRef>;
      /**
       * Creates a response of a collector. The status 201 is our choice.
       *
       * `POST /v3/collectors/{collector_id}/responses`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.collectors.responses.create({ collector_id, pages: [{ id: page_id, questions: [{ id: question_id, answers: [{ text: "Good" }] }] }] });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: CollectorsResponsesCreateParams, options?: CallOptions): Call<Response>;
      /**
       * Deletes every response of a collector. That the emptied collector is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/responses`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const collector = await canvass.collectors.responses.clear({ collector_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      clear(args: CollectorsResponsesClearParams, options?: CallOptions): Call<Collector>;
      /**
       * Lists the responses of a collector with their answers, up to 1000 a page. A page of more than
       * 8 MB is answered with 1030, whose message names a smaller page that fits: `per_page=250`.
       * Other services give at most 100 a page: read `per_page` of the list.
       *
       * `GET /v3/collectors/{collector_id}/responses/bulk`
       *
       * Needs the scope `responses_read_detail`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const responseDetails of canvass.collectors.responses.bulk({ collector_id, per_page: 100 })) console.log(responseDetails);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} with the code 1030.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      bulk(args: CollectorsResponsesBulkParams, options?: ListOptions): ListCall<ResponseDetails>;
      /**
       * Returns a response of a collector without its answers.
       *
       * `GET /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_read`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.collectors.responses.get({ collector_id, response_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      get(args: CollectorsResponsesGetParams, options?: CallOptions): Call<Response>;
      /**
       * Returns a response of a collector with its answers.
       *
       * `GET /v3/collectors/{collector_id}/responses/{response_id}/details`
       *
       * Needs the scope `responses_read_detail`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const responseDetails = await canvass.collectors.responses.details({ collector_id, response_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read_detail`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      details(args: CollectorsResponsesDetailsParams, options?: CallOptions): Call<ResponseDetails>;
      /**
       * Changes a response of a collector. A question without answers loses its stored answers.
       *
       * `PATCH /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.collectors.responses.update({ collector_id, response_id, response_status: "completed" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      update(args: CollectorsResponsesUpdateParams, options?: CallOptions): Call<Response>;
      /**
       * Replaces a response of a collector. Absent pages lose their answers.
       *
       * `PUT /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.collectors.responses.replace({ collector_id, response_id, response_status: "completed" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      replace(args: CollectorsResponsesReplaceParams, options?: CallOptions): Call<Response>;
      /**
       * Deletes a response of a collector. That it is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       *
       * @param args - The ids of the path.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const response = await canvass.collectors.responses.delete({ collector_id, response_id });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_write`.
       * @throws {@link PlanNeededError} if the user has no paid plan.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      delete(args: CollectorsResponsesDeleteParams, options?: CallOptions): Call<Response>;
    };
  };
  readonly contact_lists: {
    /**
     * Lists the contact lists.
     *
     * `GET /v3/contact_lists`
     *
     * Needs the scope `contacts_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const contactList of canvass.contact_lists.list({ per_page: 100 })) console.log(contactList);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: ContactListsListParams | null, options?: ListOptions): ListCall<ContactList>;
    /**
     * Creates a contact list. The status 201 is our choice.
     *
     * `POST /v3/contact_lists`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactList = await canvass.contact_lists.create({ name: "Customers" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    create(args?: ContactListsCreateParams | null, options?: CallOptions): Call<ContactList>;
    /**
     * Returns a contact list.
     *
     * `GET /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactList = await canvass.contact_lists.get({ contact_list_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: ContactListsGetParams, options?: CallOptions): Call<ContactList>;
    /**
     * Renames a contact list.
     *
     * `PATCH /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactList = await canvass.contact_lists.update({ contact_list_id, name: "Customers" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: ContactListsUpdateParams, options?: CallOptions): Call<ContactList>;
    /**
     * Replaces the name of a contact list.
     *
     * `PUT /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactList = await canvass.contact_lists.replace({ contact_list_id, name: "Customers" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    replace(args: ContactListsReplaceParams, options?: CallOptions): Call<ContactList>;
    /**
     * Deletes a contact list; its contacts stay. That it is returned is our choice.
     *
     * `DELETE /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactList = await canvass.contact_lists.delete({ contact_list_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    delete(args: ContactListsDeleteParams, options?: CallOptions): Call<ContactList>;
    /**
     * Copies a contact list and returns the copy, whose name begins with "Copy of". The status 201 is our choice.
     *
     * `POST /v3/contact_lists/{contact_list_id}/copy`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactList = await canvass.contact_lists.copy({ contact_list_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    copy(args: ContactListsCopyParams, options?: CallOptions): Call<ContactList>;
    /**
     * Copies the contacts of another list into a contact list, and returns the latter.
     *
     * `POST /v3/contact_lists/{contact_list_id}/merge`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactList = await canvass.contact_lists.merge({ contact_list_id, list_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    merge(args: ContactListsMergeParams, options?: CallOptions): Call<ContactList>;
    readonly contacts: {
      /**
       * Lists the contacts of a contact list.
       *
       * `GET /v3/contact_lists/{contact_list_id}/contacts`
       *
       * Needs the scope `contacts_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const contactRef of canvass.contact_lists.contacts.list({ contact_list_id, per_page: 100 })) console.log(contactRef);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      list(args: ContactListsContactsListParams, options?: ListOptions): ListCall<ContactRef>;
      /**
       * Creates a contact in a contact list. The status 201 is our choice.
       *
       * `POST /v3/contact_lists/{contact_list_id}/contacts`
       *
       * Needs the scope `contacts_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const contact = await canvass.contact_lists.contacts.create({ contact_list_id, email: "ada@mail.example", first_name: "Ada", last_name: "Lovelace" });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create(args: ContactListsContactsCreateParams, options?: CallOptions): Call<Contact>;
      /**
       * Lists the contacts of a contact list with their custom fields.
       *
       * `GET /v3/contact_lists/{contact_list_id}/contacts/bulk`
       *
       * Needs the scope `contacts_read`.
       *
       * @param args - The ids of the path and the parameters of the query.
       * @param options - Signal, timeouts and retries: {@link ListOptions}.
       * @example
       * ```js
       * for await (const contact of canvass.contact_lists.contacts.bulk({ contact_list_id, per_page: 100 })) console.log(contact);
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      bulk(args: ContactListsContactsBulkParams, options?: ListOptions): ListCall<Contact>;
      /**
       * Creates contacts in a contact list. The status is 200 even if some contacts are not created, which is our
       * choice.
       *
       * `POST /v3/contact_lists/{contact_list_id}/contacts/bulk`
       *
       * Needs the scope `contacts_write`.
       *
       * @param args - The ids of the path and the fields of the body.
       * @param options - Signal, timeouts and retries: {@link CallOptions}.
       * @example
       * ```js
       * const contactsAdded = await canvass.contact_lists.contacts.create_bulk({ contact_list_id, contacts: [{ email: "ada@mail.example", first_name: "Ada", last_name: "Lovelace" }] });
       * ```
       * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
       * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
       * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
       * @throws {@link BadRequestError} if the service refuses an argument.
       * @throws {@link TooLargeError} if the body is too large.
       * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
       */
      create_bulk(args: ContactListsContactsCreateBulkParams, options?: CallOptions): Call<ContactsAdded>;
    };
  };
  readonly contacts: {
    /**
     * Lists the contacts.
     *
     * `GET /v3/contacts`
     *
     * Needs the scope `contacts_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const contactRef of canvass.contacts.list({ per_page: 100 })) console.log(contactRef);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: ContactsListParams | null, options?: ListOptions): ListCall<ContactRef>;
    /**
     * Creates a contact. The status 201 is our choice.
     *
     * `POST /v3/contacts`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contact = await canvass.contacts.create({ email: "ada@mail.example", first_name: "Ada", last_name: "Lovelace" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    create(args: ContactsCreateParams, options?: CallOptions): Call<Contact>;
    /**
     * Lists the contacts with their custom fields.
     *
     * `GET /v3/contacts/bulk`
     *
     * Needs the scope `contacts_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const contact of canvass.contacts.bulk({ per_page: 100 })) console.log(contact);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    bulk(args?: ContactsBulkParams | null, options?: ListOptions): ListCall<Contact>;
    /**
     * Creates contacts. The status is 200 even if some contacts are not created, which is our choice.
     *
     * `POST /v3/contacts/bulk`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactsAdded = await canvass.contacts.create_bulk({ contacts: [{ email: "ada@mail.example", first_name: "Ada", last_name: "Lovelace" }] });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    create_bulk(args: ContactsCreateBulkParams, options?: CallOptions): Call<ContactsAdded>;
    /**
     * Returns a contact.
     *
     * `GET /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contact = await canvass.contacts.get({ contact_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: ContactsGetParams, options?: CallOptions): Call<Contact>;
    /**
     * Changes a contact.
     *
     * `PATCH /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contact = await canvass.contacts.update({ contact_id, first_name: "Ada" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: ContactsUpdateParams, options?: CallOptions): Call<Contact>;
    /**
     * Replaces a contact.
     *
     * `PUT /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contact = await canvass.contacts.replace({ contact_id, email: "ada@mail.example", first_name: "Ada", last_name: "Lovelace" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    replace(args: ContactsReplaceParams, options?: CallOptions): Call<Contact>;
    /**
     * Deletes a contact from every list. That it is returned is our choice.
     *
     * `DELETE /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contact = await canvass.contacts.delete({ contact_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    delete(args: ContactsDeleteParams, options?: CallOptions): Call<Contact>;
  };
  readonly contact_fields: {
    /**
     * Lists the six custom fields of contacts.
     *
     * `GET /v3/contact_fields`
     *
     * Needs the scope `contacts_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const contactField of canvass.contact_fields.list({ per_page: 100 })) console.log(contactField);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: ContactFieldsListParams | null, options?: ListOptions): ListCall<ContactField>;
    /**
     * Returns a custom field of contacts.
     *
     * `GET /v3/contact_fields/{contact_field_id}`
     *
     * Needs the scope `contacts_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactField = await canvass.contact_fields.get({ contact_field_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: ContactFieldsGetParams, options?: CallOptions): Call<ContactField>;
    /**
     * Renames a custom field of contacts.
     *
     * `PATCH /v3/contact_fields/{contact_field_id}`
     *
     * Needs the scope `contacts_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const contactField = await canvass.contact_fields.update({ contact_field_id, label: "Customer number" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `contacts_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: ContactFieldsUpdateParams, options?: CallOptions): Call<ContactField>;
  };
  readonly responses: {
    /**
     * Returns a response without its survey in the path: an old URL that clients still use.
     *
     * `GET /v3/responses/{response_id}`
     *
     * Needs the scope `responses_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const response = await canvass.responses.get({ response_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `responses_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: ResponsesGetParams, options?: CallOptions): Call<Response>;
  };
  readonly webhooks: {
    /**
     * Lists the webhooks of the app for this account.
     *
     * `GET /v3/webhooks`
     *
     * Needs the scope `webhooks_read`.
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const webhookRef of canvass.webhooks.list({ per_page: 100 })) console.log(webhookRef);
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `webhooks_read`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: WebhooksListParams | null, options?: ListOptions): ListCall<WebhookRef>;
    /**
     * Creates a webhook. The status 201, and 1026 for a URL that has a webhook already, are our choice.
     *
     * `POST /v3/webhooks`
     *
     * Needs the scope `webhooks_write`.
     *
     * @param args - The fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const webhook = await canvass.webhooks.create({ name: "Responses", event_type: "response_completed", object_type: "survey", object_ids: [survey_id], subscription_url: "https://app.example/hook" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `webhooks_write`.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link ConflictError} with the code 1026.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    create(args: WebhooksCreateParams, options?: CallOptions): Call<Webhook>;
    /**
     * Returns a webhook.
     *
     * `GET /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_read`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const webhook = await canvass.webhooks.get({ webhook_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `webhooks_read`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: WebhooksGetParams, options?: CallOptions): Call<Webhook>;
    /**
     * Changes a webhook.
     *
     * `PATCH /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const webhook = await canvass.webhooks.update({ webhook_id, name: "Responses" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `webhooks_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    update(args: WebhooksUpdateParams, options?: CallOptions): Call<Webhook>;
    /**
     * Replaces a webhook.
     *
     * `PUT /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_write`.
     *
     * @param args - The ids of the path and the fields of the body.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const webhook = await canvass.webhooks.replace({ webhook_id, name: "Responses", event_type: "response_completed", object_type: "survey", object_ids: [survey_id], subscription_url: "https://app.example/hook" });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `webhooks_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link TooLargeError} if the body is too large.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    replace(args: WebhooksReplaceParams, options?: CallOptions): Call<Webhook>;
    /**
     * Deletes a webhook. That it is returned is our choice.
     *
     * `DELETE /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_write`.
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const webhook = await canvass.webhooks.delete({ webhook_id });
     * ```
     * @throws {@link ScopeMissingError} if the user has not granted the scope `webhooks_write`.
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    delete(args: WebhooksDeleteParams, options?: CallOptions): Call<Webhook>;
  };
  readonly errors: {
    /**
     * Lists the errors of the API.
     *
     * `GET /v3/errors`
     *
     * @param args - The parameters of the query.
     * @param options - Signal, timeouts and retries: {@link ListOptions}.
     * @example
     * ```js
     * for await (const errorRef of canvass.errors.list({ per_page: 100 })) console.log(errorRef);
     * ```
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    list(args?: ErrorsListParams | null, options?: ListOptions): ListCall<ErrorRef>;
    /**
     * Explains an error.
     *
     * `GET /v3/errors/{error_id}`
     *
     * @param args - The ids of the path.
     * @param options - Signal, timeouts and retries: {@link CallOptions}.
     * @example
     * ```js
     * const errorDescription = await canvass.errors.get({ error_id });
     * ```
     * @throws {@link NotFoundError} if an id is not that of a resource which the user can see.
     * @throws {@link InvalidArgumentError} if an argument is missing or malformed; nothing was sent.
     * @throws {@link BadRequestError} if the service refuses an argument.
     * @throws {@link CanvassError} of a kind that every call can have, such as `signed_out`, `rate_limited` or `network`.
     */
    get(args: ErrorsGetParams, options?: CallOptions): Call<ErrorDescription>;
  };
}
