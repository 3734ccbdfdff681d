// Printed from the tables in src/spec by tests/generated. Do not edit: change a row and run the test with UPDATE=1.

import type { Call, CallOptions, ListCall, ListOptions } from "./call.js";
import type {
  Activities,
  ActivitySeries,
  BankQuestion,
  Bundle,
  BundleAnalysis,
  BundleId,
  BundleQuestionId,
  BundleRef,
  Collector,
  CollectorId,
  CollectorInclude,
  CollectorNew,
  CollectorPatch,
  CollectorRef,
  CollectorSort,
  Contact,
  ContactField,
  ContactFieldId,
  ContactFieldPatch,
  ContactId,
  ContactList,
  ContactListId,
  ContactListMerge,
  ContactListNew,
  ContactListPatch,
  ContactNew,
  ContactPatch,
  ContactRef,
  ContactSort,
  ContactStatus,
  ContactsAdded,
  ContactsNew,
  DateText,
  ErrorDescription,
  ErrorRef,
  Folder,
  FolderId,
  FolderNew,
  Group,
  GroupId,
  GroupRef,
  Id,
  Interval,
  LanguageId,
  Member,
  MemberId,
  MemberInclude,
  MemberPatch,
  MemberRef,
  Message,
  MessageId,
  MessageNew,
  MessagePatch,
  MessageRef,
  MessageSend,
  MessageSent,
  NoArguments,
  Organization,
  Page,
  PageId,
  PageNew,
  PageRef,
  Question,
  QuestionBenchmark,
  QuestionId,
  QuestionNew,
  QuestionPatch,
  QuestionRef,
  Recipient,
  RecipientId,
  RecipientInclude,
  RecipientNew,
  RecipientRef,
  RecipientStats,
  RecipientsAdded,
  RecipientsNew,
  ResourceType,
  Response,
  ResponseDetails,
  ResponseId,
  ResponseNew,
  ResponsePatch,
  ResponseRef,
  ResponseSort,
  ResponseStatus,
  Role,
  Rollup,
  Scope,
  ShareId,
  ShareInclude,
  SharedResource,
  SortOrder,
  Survey,
  SurveyCategory,
  SurveyCategoryId,
  SurveyDetails,
  SurveyId,
  SurveyInclude,
  SurveyLanguage,
  SurveyNew,
  SurveyPatch,
  SurveyRef,
  SurveySort,
  SurveyTemplate,
  TeamSurveyTemplate,
  TimeUnit,
  Translation,
  TranslationNew,
  TranslationPatch,
  TranslationRef,
  Trend,
  TrendBy,
  User,
  UserId,
  Webhook,
  WebhookId,
  WebhookNew,
  WebhookPatch,
  WebhookRef,
  Workgroup,
  WorkgroupId,
  WorkgroupMember,
  WorkgroupMemberNew,
  WorkgroupMemberPatch,
  WorkgroupMembersAdded,
  WorkgroupMembersNew,
  WorkgroupNew,
  WorkgroupPatch,
  WorkgroupShare,
  WorkgroupShareNew,
  WorkgroupSharesAdded,
  WorkgroupSharesNew,
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
     */
    me(
      args?: NoArguments | null,
      options?: CallOptions,
    ): Call<User>;
    readonly workgroups: {
      /**
       * Lists the workgroups to which a user belongs, pending or active, if they are visible to the caller: our
       * choice.
       *
       * `GET /v3/users/{user_id}/workgroups`
       *
       * Needs the scope `workgroups_read`.
       */
      list(
        args: {
          /** Id of the user. */
          readonly user_id: UserId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
        },
        options?: ListOptions,
      ): ListCall<Workgroup>;
    };
    readonly shared: {
      /**
       * Lists the resources that workgroups share with a user; for the user and the admins, which is our choice.
       *
       * `GET /v3/users/{user_id}/shared`
       *
       * Needs the scope `workgroups_shares_read`.
       */
      list(
        args: {
          /** Id of the user. */
          readonly user_id: UserId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Kind of the resources. */
          readonly resource_type?: ResourceType | null;
          /** Ids of the resources, separated by commas; may be given only together with `resource_type`. */
          readonly resource_id?: ReadonlyArray<Id> | null;
          /** Extra fields of each record. The specification names one value; accepting both at once is our choice. */
          readonly include?: ReadonlyArray<ShareInclude> | null;
        },
        options?: ListOptions,
      ): ListCall<SharedResource>;
    };
  };
  readonly groups: {
    /**
     * Lists the teams the user belongs to, at most one.
     *
     * `GET /v3/groups`
     *
     * Needs the scope `groups_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<GroupRef>;
    /**
     * Returns a team.
     *
     * `GET /v3/groups/{group_id}`
     *
     * Needs the scope `groups_read`.
     */
    get(
      args: {
        /** Id of the group. */
        readonly group_id: GroupId;
      },
      options?: CallOptions,
    ): Call<Group>;
    readonly activities: {
      /**
       * Returns the activities of a team's members; for its admins. That it needs this scope is our choice.
       *
       * `GET /v3/groups/{group_id}/activities`
       *
       * Needs the scope `groups_read`.
       */
      list(
        args: {
          /** Id of the group. */
          readonly group_id: GroupId;
          /** Number of records to return; 50 if not given, 0 for the total only. */
          readonly limit?: number | null;
          /** Number of records to skip; 0 if not given. */
          readonly offset?: number | null;
          /** Earliest date. */
          readonly start_date?: DateText | null;
          /** Latest date, inclusive. */
          readonly end_date?: DateText | null;
        },
        options?: CallOptions,
      ): Call<Activities>;
      /**
       * Counts one type of activity over time; for admins of the team. `action_type` is one of the activity types;
       * the error 1003 for other values, and this scope, are our choice.
       *
       * `GET /v3/groups/{group_id}/activities/{action_type}`
       *
       * Needs the scope `groups_read`.
       */
      get(
        args: {
          /** Id of the group. */
          readonly group_id: GroupId;
          /** Kind of activity. */
          readonly action_type: Id;
          /** Length of one interval of the series. */
          readonly interval: Interval;
          /** Earliest date. */
          readonly start_date?: DateText | null;
          /** Latest date, inclusive. */
          readonly end_date?: DateText | null;
        },
        options?: CallOptions,
      ): Call<ActivitySeries>;
    };
    readonly members: {
      /**
       * Lists the members of a team.
       *
       * `GET /v3/groups/{group_id}/members`
       *
       * Needs the scope `groups_read`.
       */
      list(
        args: {
          /** Id of the group. */
          readonly group_id: GroupId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Ids of the members to list, separated by commas. */
          readonly division_ids?: ReadonlyArray<MemberId> | null;
          /** Extra fields of each member. */
          readonly include?: ReadonlyArray<MemberInclude> | null;
        },
        options?: ListOptions,
      ): ListCall<MemberRef>;
      /**
       * Returns a member of a team.
       *
       * `GET /v3/groups/{group_id}/members/{member_id}`
       *
       * Needs the scope `groups_read`.
       */
      get(
        args: {
          /** Id of the group. */
          readonly group_id: GroupId;
          /** Id of the member. */
          readonly member_id: MemberId;
        },
        options?: CallOptions,
      ): Call<Member>;
      /**
       * Changes the email address of a member; for admins, and for the owner's own address only for the owner. The
       * username for signing in does not change. The specification shows no response, scope or rule: the returned
       * member, the scope `groups_write` and all other rules are our choice.
       *
       * `PATCH /v3/groups/{group_id}/members/{member_id}`
       *
       * Needs the scope `groups_write`.
       */
      update(
        args: {
          /** Id of the group. */
          readonly group_id: GroupId;
          /** Id of the member. */
          readonly member_id: MemberId;
        } & MemberPatch,
        options?: CallOptions,
      ): Call<Member>;
    };
  };
  readonly workgroups: {
    /**
     * Lists the workgroups of the team that are visible to the user.
     *
     * `GET /v3/workgroups`
     *
     * Needs the scope `workgroups_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<Workgroup>;
    /**
     * Creates a workgroup. Its creator becomes an owner and active member.
     *
     * `POST /v3/workgroups`
     *
     * Needs the scope `workgroups_write`.
     */
    create(
      args: WorkgroupNew,
      options?: CallOptions,
    ): Call<Workgroup>;
    /**
     * Returns a workgroup.
     *
     * `GET /v3/workgroups/{workgroup_id}`
     *
     * Needs the scope `workgroups_read`.
     */
    get(
      args: {
        /** Id of the workgroup. */
        readonly workgroup_id: WorkgroupId;
      },
      options?: CallOptions,
    ): Call<Workgroup>;
    /**
     * Changes name, description, visibility or extra data of a workgroup.
     *
     * `PATCH /v3/workgroups/{workgroup_id}`
     *
     * Needs the scope `workgroups_write`.
     */
    update(
      args: {
        /** Id of the workgroup. */
        readonly workgroup_id: WorkgroupId;
      } & WorkgroupPatch,
      options?: CallOptions,
    ): Call<Workgroup>;
    /**
     * Deletes a workgroup and its shares. That the deleted resource is returned is our choice.
     *
     * `DELETE /v3/workgroups/{workgroup_id}`
     *
     * Needs the scope `workgroups_write`.
     */
    delete(
      args: {
        /** Id of the workgroup. */
        readonly workgroup_id: WorkgroupId;
      },
      options?: CallOptions,
    ): Call<Workgroup>;
    readonly members: {
      /**
       * Lists the members of a workgroup, pending ones included.
       *
       * `GET /v3/workgroups/{workgroup_id}/members`
       *
       * Needs the scope `workgroups_members_read`.
       */
      list(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
        },
        options?: ListOptions,
      ): ListCall<WorkgroupMember>;
      /**
       * Adds a user of the team to a workgroup. A user who has joined the team is an active member immediately; an
       * invited user is pending. Status 201 and this rule are our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/members`
       *
       * Needs the scope `workgroups_members_write`.
       */
      create(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
        } & WorkgroupMemberNew,
        options?: CallOptions,
      ): Call<WorkgroupMember>;
      /**
       * Adds several users to a workgroup. Status and response are our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/members/bulk`
       *
       * Needs the scope `workgroups_members_write`.
       */
      bulk(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
        } & WorkgroupMembersNew,
        options?: CallOptions,
      ): Call<WorkgroupMembersAdded>;
      /**
       * Returns a member of a workgroup.
       *
       * `GET /v3/workgroups/{workgroup_id}/members/{member_id}`
       *
       * Needs the scope `workgroups_members_read`.
       */
      get(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
          /** Id of the member. */
          readonly member_id: UserId;
        },
        options?: CallOptions,
      ): Call<WorkgroupMember>;
      /**
       * Changes whether a member owns the workgroup. For the last active owner the error is 1025.
       *
       * `PATCH /v3/workgroups/{workgroup_id}/members/{member_id}`
       *
       * Needs the scope `workgroups_members_write`.
       */
      update(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
          /** Id of the member. */
          readonly member_id: UserId;
        } & WorkgroupMemberPatch,
        options?: CallOptions,
      ): Call<WorkgroupMember>;
      /**
       * Removes a member from a workgroup. For the last active owner the error is 1025. That the removed member is
       * returned is our choice.
       *
       * `DELETE /v3/workgroups/{workgroup_id}/members/{member_id}`
       *
       * Needs the scope `workgroups_members_write`.
       */
      delete(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
          /** Id of the member. */
          readonly member_id: UserId;
        },
        options?: CallOptions,
      ): Call<WorkgroupMember>;
    };
    readonly shares: {
      /**
       * Lists the resources shared with a workgroup; for its members and the admins, which is our choice.
       *
       * `GET /v3/workgroups/{workgroup_id}/shares`
       *
       * Needs the scope `workgroups_shares_read`.
       */
      list(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Extra fields of each share. */
          readonly include?: ReadonlyArray<ShareInclude> | null;
        },
        options?: ListOptions,
      ): ListCall<WorkgroupShare>;
      /**
       * Shares a survey with a workgroup of which the user is a member: one of the user's own, or any for an admin.
       * The status 201 is our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/shares`
       *
       * Needs the scope `workgroups_shares_write`.
       */
      create(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
        } & WorkgroupShareNew,
        options?: CallOptions,
      ): Call<WorkgroupShare>;
      /**
       * Shares several resources with a workgroup. Status and response are our choice.
       *
       * `POST /v3/workgroups/{workgroup_id}/shares/bulk`
       *
       * Needs the scope `workgroups_shares_write`.
       */
      bulk(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
        } & WorkgroupSharesNew,
        options?: CallOptions,
      ): Call<WorkgroupSharesAdded>;
      /**
       * Returns a share.
       *
       * `GET /v3/workgroups/{workgroup_id}/shares/{share_id}`
       *
       * Needs the scope `workgroups_shares_read`.
       */
      get(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
          /** Id of the share. */
          readonly share_id: ShareId;
        },
        options?: CallOptions,
      ): Call<WorkgroupShare>;
      /**
       * Ends a share. That the ended share is returned is our choice.
       *
       * `DELETE /v3/workgroups/{workgroup_id}/shares/{share_id}`
       *
       * Needs the scope `workgroups_shares_write`.
       */
      delete(
        args: {
          /** Id of the workgroup. */
          readonly workgroup_id: WorkgroupId;
          /** Id of the share. */
          readonly share_id: ShareId;
        },
        options?: CallOptions,
      ): Call<WorkgroupShare>;
    };
  };
  readonly roles: {
    /**
     * Lists the roles that can be assigned in the team.
     *
     * `GET /v3/roles`
     *
     * Needs the scope `roles_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<Role>;
  };
  readonly organizations: {
    /**
     * Lists the organizations of the user: one at most. No scope is documented for it.
     *
     * `GET /v3/organizations`
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<Organization>;
  };
  readonly surveys: {
    /**
     * Lists the surveys that the user owns or that are shared with the user.
     *
     * `GET /v3/surveys`
     *
     * Needs the scope `surveys_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Text that the title contains. */
        readonly title?: string | null;
        /** Surveys changed after this date; in UTC if it has no offset. */
        readonly start_modified_at?: DateText | null;
        /** Surveys changed before this date; in UTC if it has no offset. */
        readonly end_modified_at?: DateText | null;
        /** Folder of the surveys. */
        readonly folder_id?: FolderId | null;
        /** Filters by share, and extra fields of each survey. */
        readonly include?: ReadonlyArray<SurveyInclude> | null;
        /** What to sort by. */
        readonly sort_by?: SurveySort | null;
        /** Direction of the sorting. */
        readonly sort_order?: SortOrder | null;
      } | null,
      options?: ListOptions,
    ): ListCall<SurveyRef>;
    /**
     * Creates a survey: blank, as a copy, or with complete pages.
     *
     * `POST /v3/surveys`
     *
     * Needs the scope `surveys_write`.
     */
    create(
      args?: SurveyNew | null,
      options?: CallOptions,
    ): Call<Survey>;
    /**
     * Returns a survey without its design. For a survey of more than 1000 questions the status is 413.
     *
     * `GET /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_read`.
     */
    get(
      args: {
        /** Id of the survey. */
        readonly survey_id: SurveyId;
      },
      options?: CallOptions,
    ): Call<Survey>;
    /**
     * Changes the given fields of a survey.
     *
     * `PATCH /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_write`.
     */
    update(
      args: {
        /** Id of the survey. */
        readonly survey_id: SurveyId;
      } & SurveyPatch,
      options?: CallOptions,
    ): Call<Survey>;
    /**
     * Replaces the fields of a survey; its design remains, which is our choice.
     *
     * `PUT /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_write`.
     */
    replace(
      args: {
        /** Id of the survey. */
        readonly survey_id: SurveyId;
      } & SurveyPatch,
      options?: CallOptions,
    ): Call<Survey>;
    /**
     * Deletes a survey with its collectors and responses. That the deleted resource is returned, and that only the
     * owner may delete it, is our choice.
     *
     * `DELETE /v3/surveys/{survey_id}`
     *
     * Needs the scope `surveys_write`.
     */
    delete(
      args: {
        /** Id of the survey. */
        readonly survey_id: SurveyId;
      },
      options?: CallOptions,
    ): Call<Survey>;
    /**
     * Returns a survey with its design: pages, questions and answer options. For a survey of more than 1000
     * questions the status is 413.
     *
     * `GET /v3/surveys/{survey_id}/details`
     *
     * Needs the scope `surveys_read`.
     */
    details(
      args: {
        /** Id of the survey. */
        readonly survey_id: SurveyId;
      },
      options?: CallOptions,
    ): Call<SurveyDetails>;
    readonly pages: {
      /**
       * Lists the pages of a survey in order.
       *
       * `GET /v3/surveys/{survey_id}/pages`
       *
       * Needs the scope `surveys_read`.
       */
      list(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
        },
        options?: ListOptions,
      ): ListCall<PageRef>;
      /**
       * Adds an empty page to a survey. The status 201 is our choice.
       *
       * `POST /v3/surveys/{survey_id}/pages`
       *
       * Needs the scope `surveys_write`.
       */
      create(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
        } & PageNew,
        options?: CallOptions,
      ): Call<Page>;
      /**
       * Returns a page without its questions.
       *
       * `GET /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_read`.
       */
      get(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the page. */
          readonly page_id: PageId;
        },
        options?: CallOptions,
      ): Call<Page>;
      /**
       * Changes the given fields of a page.
       *
       * `PATCH /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_write`.
       */
      update(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the page. */
          readonly page_id: PageId;
        } & PageNew,
        options?: CallOptions,
      ): Call<Page>;
      /**
       * Replaces the fields of a page; its questions remain, which is our choice.
       *
       * `PUT /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_write`.
       */
      replace(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the page. */
          readonly page_id: PageId;
        } & PageNew,
        options?: CallOptions,
      ): Call<Page>;
      /**
       * Deletes a page with its questions; the only page of a survey cannot be deleted. In a survey with responses
       * the questions remain as not visible on the previous page. All this, and that the deleted resource is
       * returned, is our choice.
       *
       * `DELETE /v3/surveys/{survey_id}/pages/{page_id}`
       *
       * Needs the scope `surveys_write`.
       */
      delete(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the page. */
          readonly page_id: PageId;
        },
        options?: CallOptions,
      ): Call<Page>;
      readonly questions: {
        /**
         * Lists the questions of a page in order. The items have few fields; the survey's design has all.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions`
         *
         * Needs the scope `surveys_read`.
         */
        list(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Page to return, from 1; 1 if not given. */
            readonly page?: number | null;
            /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
            readonly per_page?: number | null;
          },
          options?: ListOptions,
        ): ListCall<QuestionRef>;
        /**
         * Adds a question to a page. The status 201 is our choice.
         *
         * `POST /v3/surveys/{survey_id}/pages/{page_id}/questions`
         *
         * Needs the scope `surveys_write`.
         */
        create(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
          } & QuestionNew,
          options?: CallOptions,
        ): Call<Question>;
        /**
         * Returns a question.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_read`.
         */
        get(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Id of the question. */
            readonly question_id: QuestionId;
          },
          options?: CallOptions,
        ): Call<Question>;
        /**
         * Changes the given fields of a question.
         *
         * `PATCH /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_write`.
         */
        update(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Id of the question. */
            readonly question_id: QuestionId;
          } & QuestionPatch,
          options?: CallOptions,
        ): Call<Question>;
        /**
         * Replaces a question.
         *
         * `PUT /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_write`.
         */
        replace(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Id of the question. */
            readonly question_id: QuestionId;
          } & QuestionNew,
          options?: CallOptions,
        ): Call<Question>;
        /**
         * Deletes a question. In a survey with responses, deleted questions and options remain as not visible, even if
         * no answer refers to them. This, and that the deleted resource is returned, is our choice.
         *
         * `DELETE /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}`
         *
         * Needs the scope `surveys_write`.
         */
        delete(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Id of the question. */
            readonly question_id: QuestionId;
          },
          options?: CallOptions,
        ): Call<Question>;
        /**
         * Returns the benchmark of a question that was created from the bank and has not been changed.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/benchmark`
         */
        benchmark(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Id of the question. */
            readonly question_id: QuestionId;
          },
          options?: CallOptions,
        ): Call<QuestionBenchmark>;
        /**
         * Counts the answers to a question.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/rollups`
         *
         * Needs the scope `responses_read_detail`.
         */
        rollups(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Id of the question. */
            readonly question_id: QuestionId;
            /** Page to return, from 1; 1 if not given. */
            readonly page?: number | null;
            /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
            readonly per_page?: number | null;
            /** Only responses started after this date. */
            readonly start_created_at?: DateText | null;
            /** Only responses started before this date. */
            readonly end_created_at?: DateText | null;
            /** Only responses changed after this date. */
            readonly start_modified_at?: DateText | null;
            /** Only responses changed before this date. */
            readonly end_modified_at?: DateText | null;
            /**
             * Only responses of this status. Several values, separated by commas, are documented for rollups only;
             * accepting them everywhere is our choice.
             */
            readonly status?: ReadonlyArray<ResponseStatus> | null;
            /** Only responses of this email address. */
            readonly email?: string | null;
            /** Only responses of this first name. */
            readonly first_name?: string | null;
            /** Only responses of this last name. */
            readonly last_name?: string | null;
            /** Only responses from this IP address. */
            readonly ip?: string | null;
            /** Only responses with this custom value. */
            readonly custom?: string | null;
            /** Only responses that took at least this long. */
            readonly total_time_min?: number | null;
            /** Only responses that took at most this long. */
            readonly total_time_max?: number | null;
            /** Unit of the two durations; `second` if not given, which is our choice. */
            readonly total_time_units?: TimeUnit | null;
            /** Only responses of these collectors. */
            readonly collector_ids?: ReadonlyArray<CollectorId> | null;
          },
          options?: ListOptions,
        ): ListCall<Rollup>;
        /**
         * Counts the answers to a question over time.
         *
         * `GET /v3/surveys/{survey_id}/pages/{page_id}/questions/{question_id}/trends`
         *
         * Needs the scope `responses_read_detail`.
         */
        trends(
          args: {
            /** Id of the survey. */
            readonly survey_id: SurveyId;
            /** Id of the page. */
            readonly page_id: PageId;
            /** Id of the question. */
            readonly question_id: QuestionId;
            /** Page to return, from 1; 1 if not given. */
            readonly page?: number | null;
            /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
            readonly per_page?: number | null;
            /** Only responses started after this date. */
            readonly start_created_at?: DateText | null;
            /** Only responses started before this date. */
            readonly end_created_at?: DateText | null;
            /** Only responses changed after this date. */
            readonly start_modified_at?: DateText | null;
            /** Only responses changed before this date. */
            readonly end_modified_at?: DateText | null;
            /**
             * Only responses of this status. Several values, separated by commas, are documented for rollups only;
             * accepting them everywhere is our choice.
             */
            readonly status?: ReadonlyArray<ResponseStatus> | null;
            /** Only responses of this email address. */
            readonly email?: string | null;
            /** Only responses of this first name. */
            readonly first_name?: string | null;
            /** Only responses of this last name. */
            readonly last_name?: string | null;
            /** Only responses from this IP address. */
            readonly ip?: string | null;
            /** Only responses with this custom value. */
            readonly custom?: string | null;
            /** Only responses that took at least this long. */
            readonly total_time_min?: number | null;
            /** Only responses that took at most this long. */
            readonly total_time_max?: number | null;
            /** Unit of the two durations; `second` if not given, which is our choice. */
            readonly total_time_units?: TimeUnit | null;
            /** Only responses of these collectors. */
            readonly collector_ids?: ReadonlyArray<CollectorId> | null;
            /** Length of the periods; `month` if not given, which is our choice. */
            readonly trend_by?: TrendBy | null;
            /** The first response to count. */
            readonly first_respondent?: number | null;
            /** The last response to count. */
            readonly last_respondent?: number | null;
            /** The same under the misspelt name of the documentation; `last_respondent` takes precedence. */
            readonly last_respondnet?: number | null;
          },
          options?: ListOptions,
        ): ListCall<Trend>;
      };
      /**
       * Counts the answers to every question of a page.
       *
       * `GET /v3/surveys/{survey_id}/pages/{page_id}/rollups`
       *
       * Needs the scope `responses_read_detail`.
       */
      rollups(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the page. */
          readonly page_id: PageId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only responses started after this date. */
          readonly start_created_at?: DateText | null;
          /** Only responses started before this date. */
          readonly end_created_at?: DateText | null;
          /** Only responses changed after this date. */
          readonly start_modified_at?: DateText | null;
          /** Only responses changed before this date. */
          readonly end_modified_at?: DateText | null;
          /**
           * Only responses of this status. Several values, separated by commas, are documented for rollups only;
           * accepting them everywhere is our choice.
           */
          readonly status?: ReadonlyArray<ResponseStatus> | null;
          /** Only responses of this email address. */
          readonly email?: string | null;
          /** Only responses of this first name. */
          readonly first_name?: string | null;
          /** Only responses of this last name. */
          readonly last_name?: string | null;
          /** Only responses from this IP address. */
          readonly ip?: string | null;
          /** Only responses with this custom value. */
          readonly custom?: string | null;
          /** Only responses that took at least this long. */
          readonly total_time_min?: number | null;
          /** Only responses that took at most this long. */
          readonly total_time_max?: number | null;
          /** Unit of the two durations; `second` if not given, which is our choice. */
          readonly total_time_units?: TimeUnit | null;
          /** Only responses of these collectors. */
          readonly collector_ids?: ReadonlyArray<CollectorId> | null;
        },
        options?: ListOptions,
      ): ListCall<Rollup>;
      /**
       * Counts the answers to every question of a page over time.
       *
       * `GET /v3/surveys/{survey_id}/pages/{page_id}/trends`
       *
       * Needs the scope `responses_read_detail`.
       */
      trends(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the page. */
          readonly page_id: PageId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only responses started after this date. */
          readonly start_created_at?: DateText | null;
          /** Only responses started before this date. */
          readonly end_created_at?: DateText | null;
          /** Only responses changed after this date. */
          readonly start_modified_at?: DateText | null;
          /** Only responses changed before this date. */
          readonly end_modified_at?: DateText | null;
          /**
           * Only responses of this status. Several values, separated by commas, are documented for rollups only;
           * accepting them everywhere is our choice.
           */
          readonly status?: ReadonlyArray<ResponseStatus> | null;
          /** Only responses of this email address. */
          readonly email?: string | null;
          /** Only responses of this first name. */
          readonly first_name?: string | null;
          /** Only responses of this last name. */
          readonly last_name?: string | null;
          /** Only responses from this IP address. */
          readonly ip?: string | null;
          /** Only responses with this custom value. */
          readonly custom?: string | null;
          /** Only responses that took at least this long. */
          readonly total_time_min?: number | null;
          /** Only responses that took at most this long. */
          readonly total_time_max?: number | null;
          /** Unit of the two durations; `second` if not given, which is our choice. */
          readonly total_time_units?: TimeUnit | null;
          /** Only responses of these collectors. */
          readonly collector_ids?: ReadonlyArray<CollectorId> | null;
          /** Length of the periods; `month` if not given, which is our choice. */
          readonly trend_by?: TrendBy | null;
          /** The first response to count. */
          readonly first_respondent?: number | null;
          /** The last response to count. */
          readonly last_respondent?: number | null;
          /** The same under the misspelt name of the documentation; `last_respondent` takes precedence. */
          readonly last_respondnet?: number | null;
        },
        options?: ListOptions,
      ): ListCall<Trend>;
    };
    readonly languages: {
      /**
       * Lists the languages that a survey is translated into. Its scope is our choice.
       *
       * `GET /v3/surveys/{survey_id}/languages`
       *
       * Needs the scope `surveys_read`.
       */
      list(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
        },
        options?: ListOptions,
      ): ListCall<TranslationRef>;
      /**
       * Returns a translation, or the texts to translate if there is none yet. Its scope is our choice.
       *
       * `GET /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_read`.
       */
      get(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Code of the language. */
          readonly language_code: LanguageId;
        },
        options?: CallOptions,
      ): Call<Translation>;
      /**
       * Creates a translation into a survey language other than the survey's own. The response has no body. Scope
       * and status are our choice.
       *
       * `POST /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_write`.
       */
      create(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Code of the language. */
          readonly language_code: LanguageId;
        } & TranslationNew,
        options?: CallOptions,
      ): Call<void>;
      /**
       * Changes texts of a translation. The response has no body. Its scope is our choice.
       *
       * `PATCH /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_write`.
       */
      update(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Code of the language. */
          readonly language_code: LanguageId;
        } & TranslationPatch,
        options?: CallOptions,
      ): Call<void>;
      /**
       * Deletes a translation. Scope and response are our choice.
       *
       * `DELETE /v3/surveys/{survey_id}/languages/{language_code}`
       *
       * Needs the scope `surveys_write`.
       */
      delete(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Code of the language. */
          readonly language_code: LanguageId;
        },
        options?: CallOptions,
      ): Call<Translation>;
    };
    readonly collectors: {
      /**
       * Lists the collectors of a survey.
       *
       * `GET /v3/surveys/{survey_id}/collectors`
       *
       * Needs the scope `collectors_read`.
       */
      list(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only collectors whose name contains this text. */
          readonly name?: string | null;
          /** Only collectors created after this date. */
          readonly start_date?: DateText | null;
          /** Only collectors created before this date. */
          readonly end_date?: DateText | null;
          /** Extra fields of each collector. */
          readonly include?: ReadonlyArray<CollectorInclude> | null;
          /** What to sort by; `id` if not given, which is our choice. */
          readonly sort_by?: CollectorSort | null;
          /** Direction; ascending if not given, which is our choice. */
          readonly sort_order?: SortOrder | null;
        },
        options?: ListOptions,
      ): ListCall<CollectorRef>;
      /**
       * Creates a collector of a survey, or copies one. The status 201 is our choice.
       *
       * `POST /v3/surveys/{survey_id}/collectors`
       *
       * Needs the scope `collectors_write`.
       */
      create(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
        } & CollectorNew,
        options?: CallOptions,
      ): Call<Collector>;
    };
    readonly responses: {
      /**
       * Lists the responses of a survey, only ids and URLs, up to 1000 a page.
       *
       * `GET /v3/surveys/{survey_id}/responses`
       *
       * Needs the scope `responses_read`.
       */
      list(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only responses started after this date. */
          readonly start_created_at?: DateText | null;
          /** Only responses started before this date. */
          readonly end_created_at?: DateText | null;
          /** Only responses changed after this date. */
          readonly start_modified_at?: DateText | null;
          /** Only responses changed before this date. */
          readonly end_modified_at?: DateText | null;
          /**
           * Only responses of this status. Several values, separated by commas, are documented for rollups only;
           * accepting them everywhere is our choice.
           */
          readonly status?: ReadonlyArray<ResponseStatus> | null;
          /** Only responses of this email address. */
          readonly email?: string | null;
          /** Only responses of this first name. */
          readonly first_name?: string | null;
          /** Only responses of this last name. */
          readonly last_name?: string | null;
          /** Only responses from this IP address. */
          readonly ip?: string | null;
          /** Only responses with this custom value. */
          readonly custom?: string | null;
          /** Only responses that took at least this long. */
          readonly total_time_min?: number | null;
          /** Only responses that took at most this long. */
          readonly total_time_max?: number | null;
          /** Unit of the two durations; `second` if not given, which is our choice. */
          readonly total_time_units?: TimeUnit | null;
          /** What to sort by; the id if not given, which is our choice. */
          readonly sort_by?: ResponseSort | null;
          /** Direction; ascending if not given, which is our choice. */
          readonly sort_order?: SortOrder | null;
        },
        options?: ListOptions,
      ): ListCall<ResponseRef>;
      /**
       * Lists the responses of a survey with their answers, up to 1000 a page. A page of more than
       * 8 MB is answered with 1030, whose message names a smaller page that fits: `per_page=250`.
       *
       * `GET /v3/surveys/{survey_id}/responses/bulk`
       *
       * Needs the scope `responses_read_detail`.
       */
      bulk(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only responses started after this date. */
          readonly start_created_at?: DateText | null;
          /** Only responses started before this date. */
          readonly end_created_at?: DateText | null;
          /** Only responses changed after this date. */
          readonly start_modified_at?: DateText | null;
          /** Only responses changed before this date. */
          readonly end_modified_at?: DateText | null;
          /**
           * Only responses of this status. Several values, separated by commas, are documented for rollups only;
           * accepting them everywhere is our choice.
           */
          readonly status?: ReadonlyArray<ResponseStatus> | null;
          /** Only responses of this email address. */
          readonly email?: string | null;
          /** Only responses of this first name. */
          readonly first_name?: string | null;
          /** Only responses of this last name. */
          readonly last_name?: string | null;
          /** Only responses from this IP address. */
          readonly ip?: string | null;
          /** Only responses with this custom value. */
          readonly custom?: string | null;
          /** Only responses that took at least this long. */
          readonly total_time_min?: number | null;
          /** Only responses that took at most this long. */
          readonly total_time_max?: number | null;
          /** Unit of the two durations; `second` if not given, which is our choice. */
          readonly total_time_units?: TimeUnit | null;
          /** What to sort by; the id if not given, which is our choice. */
          readonly sort_by?: ResponseSort | null;
          /** Direction; ascending if not given, which is our choice. */
          readonly sort_order?: SortOrder | null;
          /** Only answers on these pages. */
          readonly page_ids?: ReadonlyArray<PageId> | null;
          /** Only answers to these questions. */
          readonly question_ids?: ReadonlyArray<QuestionId> | null;
          /** Whether to add family, subtype and heading of each question and the text of each answer. */
          readonly simple?: boolean | null;
          /** Only responses of these collectors. */
          readonly collector_ids?: ReadonlyArray<CollectorId> | null;
        },
        options?: ListOptions,
      ): ListCall<ResponseDetails>;
      /**
       * Returns a response of a survey without its answers.
       *
       * `GET /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_read`.
       */
      get(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        },
        options?: CallOptions,
      ): Call<Response>;
      /**
       * Returns a response of a survey with its answers.
       *
       * `GET /v3/surveys/{survey_id}/responses/{response_id}/details`
       *
       * Needs the scope `responses_read_detail`.
       */
      details(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the response. */
          readonly response_id: ResponseId;
          /** Only answers on these pages. */
          readonly page_ids?: ReadonlyArray<PageId> | null;
          /** Only answers to these questions. */
          readonly question_ids?: ReadonlyArray<QuestionId> | null;
          /** Whether to add family, subtype and heading of each question and the text of each answer. */
          readonly simple?: boolean | null;
        },
        options?: CallOptions,
      ): Call<ResponseDetails>;
      /**
       * Changes a response of a survey. A question without answers loses its stored answers.
       *
       * `PATCH /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       */
      update(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        } & ResponsePatch,
        options?: CallOptions,
      ): Call<Response>;
      /**
       * Replaces a response of a survey. Absent pages lose their answers.
       *
       * `PUT /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       */
      replace(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        } & ResponsePatch,
        options?: CallOptions,
      ): Call<Response>;
      /**
       * Deletes a response of a survey. That it is returned is our choice.
       *
       * `DELETE /v3/surveys/{survey_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       */
      delete(
        args: {
          /** Id of the survey. */
          readonly survey_id: SurveyId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        },
        options?: CallOptions,
      ): Call<Response>;
    };
    /**
     * Counts the answers to every question of a survey.
     *
     * `GET /v3/surveys/{survey_id}/rollups`
     *
     * Needs the scope `responses_read_detail`.
     */
    rollups(
      args: {
        /** Id of the survey. */
        readonly survey_id: SurveyId;
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Only responses started after this date. */
        readonly start_created_at?: DateText | null;
        /** Only responses started before this date. */
        readonly end_created_at?: DateText | null;
        /** Only responses changed after this date. */
        readonly start_modified_at?: DateText | null;
        /** Only responses changed before this date. */
        readonly end_modified_at?: DateText | null;
        /**
         * Only responses of this status. Several values, separated by commas, are documented for rollups only;
         * accepting them everywhere is our choice.
         */
        readonly status?: ReadonlyArray<ResponseStatus> | null;
        /** Only responses of this email address. */
        readonly email?: string | null;
        /** Only responses of this first name. */
        readonly first_name?: string | null;
        /** Only responses of this last name. */
        readonly last_name?: string | null;
        /** Only responses from this IP address. */
        readonly ip?: string | null;
        /** Only responses with this custom value. */
        readonly custom?: string | null;
        /** Only responses that took at least this long. */
        readonly total_time_min?: number | null;
        /** Only responses that took at most this long. */
        readonly total_time_max?: number | null;
        /** Unit of the two durations; `second` if not given, which is our choice. */
        readonly total_time_units?: TimeUnit | null;
        /** Only responses of these collectors. */
        readonly collector_ids?: ReadonlyArray<CollectorId> | null;
      },
      options?: ListOptions,
    ): ListCall<Rollup>;
    /**
     * Counts the answers to every question of a survey over time.
     *
     * `GET /v3/surveys/{survey_id}/trends`
     *
     * Needs the scope `responses_read_detail`.
     */
    trends(
      args: {
        /** Id of the survey. */
        readonly survey_id: SurveyId;
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Only responses started after this date. */
        readonly start_created_at?: DateText | null;
        /** Only responses started before this date. */
        readonly end_created_at?: DateText | null;
        /** Only responses changed after this date. */
        readonly start_modified_at?: DateText | null;
        /** Only responses changed before this date. */
        readonly end_modified_at?: DateText | null;
        /**
         * Only responses of this status. Several values, separated by commas, are documented for rollups only;
         * accepting them everywhere is our choice.
         */
        readonly status?: ReadonlyArray<ResponseStatus> | null;
        /** Only responses of this email address. */
        readonly email?: string | null;
        /** Only responses of this first name. */
        readonly first_name?: string | null;
        /** Only responses of this last name. */
        readonly last_name?: string | null;
        /** Only responses from this IP address. */
        readonly ip?: string | null;
        /** Only responses with this custom value. */
        readonly custom?: string | null;
        /** Only responses that took at least this long. */
        readonly total_time_min?: number | null;
        /** Only responses that took at most this long. */
        readonly total_time_max?: number | null;
        /** Unit of the two durations; `second` if not given, which is our choice. */
        readonly total_time_units?: TimeUnit | null;
        /** Only responses of these collectors. */
        readonly collector_ids?: ReadonlyArray<CollectorId> | null;
        /** Length of the periods; `month` if not given, which is our choice. */
        readonly trend_by?: TrendBy | null;
        /** The first response to count. */
        readonly first_respondent?: number | null;
        /** The last response to count. */
        readonly last_respondent?: number | null;
        /** The same under the misspelt name of the documentation; `last_respondent` takes precedence. */
        readonly last_respondnet?: number | null;
      },
      options?: ListOptions,
    ): ListCall<Trend>;
  };
  readonly survey_categories: {
    /**
     * Lists the categories of templates.
     *
     * `GET /v3/survey_categories`
     *
     * Needs the scope `library_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Code of the language; that of the account if not given, which is our choice. */
        readonly language?: LanguageId | null;
      } | null,
      options?: ListOptions,
    ): ListCall<SurveyCategory>;
  };
  readonly survey_templates: {
    /**
     * Lists the templates that the service offers.
     *
     * `GET /v3/survey_templates`
     *
     * Needs the scope `library_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Code of the language; that of the account if not given, which is our choice. */
        readonly language?: LanguageId | null;
        /** Id of the category. */
        readonly category?: SurveyCategoryId | null;
      } | null,
      options?: ListOptions,
    ): ListCall<SurveyTemplate>;
  };
  readonly team_survey_templates: {
    /**
     * Lists the team's own templates.
     *
     * `GET /v3/team_survey_templates`
     *
     * Needs the scope `library_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<TeamSurveyTemplate>;
  };
  readonly survey_languages: {
    /**
     * Lists the languages that surveys can be written in. No scope is documented for it.
     *
     * `GET /v3/survey_languages`
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<SurveyLanguage>;
  };
  readonly question_bank: {
    readonly questions: {
      /**
       * Lists the questions of the bank. No scope is documented for it.
       *
       * `GET /v3/question_bank/questions`
       */
      list(
        args?: {
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Locale of the questions; `en_US` if not given. */
          readonly locale?: string | null;
          /** Text that the questions contain. */
          readonly search?: string | null;
          /** Whether to search the team's own bank; false if not given. */
          readonly custom?: boolean | null;
        } | null,
        options?: ListOptions,
      ): ListCall<BankQuestion>;
    };
  };
  readonly survey_folders: {
    /**
     * Lists the folders of the user. Its scope is our choice.
     *
     * `GET /v3/survey_folders`
     *
     * Needs the scope `surveys_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<Folder>;
    /**
     * Creates a folder. Unlike other creations it returns status 200. Its scope is our choice.
     *
     * `POST /v3/survey_folders`
     *
     * Needs the scope `surveys_write`.
     */
    create(
      args: FolderNew,
      options?: CallOptions,
    ): Call<Folder>;
    /**
     * Returns a folder. Its scope is our choice.
     *
     * `GET /v3/survey_folders/{folder_id}`
     *
     * Needs the scope `surveys_read`.
     */
    get(
      args: {
        /** Id of the folder. */
        readonly folder_id: FolderId;
      },
      options?: CallOptions,
    ): Call<Folder>;
    /**
     * Changes the title of a folder. Its scope is our choice.
     *
     * `PATCH /v3/survey_folders/{folder_id}`
     *
     * Needs the scope `surveys_write`.
     */
    update(
      args: {
        /** Id of the folder. */
        readonly folder_id: FolderId;
      } & FolderNew,
      options?: CallOptions,
    ): Call<Folder>;
    /**
     * Deletes a folder; its surveys remain without a folder. Scope and response are our choice.
     *
     * `DELETE /v3/survey_folders/{folder_id}`
     *
     * Needs the scope `surveys_write`.
     */
    delete(
      args: {
        /** Id of the folder. */
        readonly folder_id: FolderId;
      },
      options?: CallOptions,
    ): Call<Folder>;
  };
  readonly benchmark_bundles: {
    /**
     * Lists the bundles of benchmarks of a country.
     *
     * `GET /v3/benchmark_bundles`
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Country of the bundles as an ISO 3166-1 code; `US` if not given. */
        readonly country?: string | null;
      } | null,
      options?: ListOptions,
    ): ListCall<BundleRef>;
    /**
     * Returns a bundle with its questions.
     *
     * `GET /v3/benchmark_bundles/{bundle_id}`
     */
    get(
      args: {
        /** Id of the bundle. */
        readonly bundle_id: BundleId;
      },
      options?: CallOptions,
    ): Call<Bundle>;
    /**
     * Returns the benchmarks of questions of a bundle.
     *
     * `GET /v3/benchmark_bundles/{bundle_id}/analyze`
     */
    analyze(
      args: {
        /** Id of the bundle. */
        readonly bundle_id: BundleId;
        /** Ids of at least one of the bundle's questions, separated by commas. */
        readonly question_ids: ReadonlyArray<BundleQuestionId>;
        /** Lowest percentile of the data points; 0 if not given. */
        readonly percentile_start?: number | null;
        /** Highest percentile of the data points; 100 if not given. */
        readonly percentile_end?: number | null;
      },
      options?: CallOptions,
    ): Call<BundleAnalysis>;
  };
  readonly collectors: {
    /**
     * Returns a collector.
     *
     * `GET /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_read`.
     */
    get(
      args: {
        /** Id of the collector. */
        readonly collector_id: CollectorId;
      },
      options?: CallOptions,
    ): Call<Collector>;
    /**
     * Changes settings of a collector, or opens or closes it.
     *
     * `PATCH /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_write`.
     */
    update(
      args: {
        /** Id of the collector. */
        readonly collector_id: CollectorId;
      } & CollectorPatch,
      options?: CallOptions,
    ): Call<Collector>;
    /**
     * Replaces the settings of a collector; absent ones are reset to their defaults.
     *
     * `PUT /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_write`.
     */
    replace(
      args: {
        /** Id of the collector. */
        readonly collector_id: CollectorId;
      } & CollectorPatch,
      options?: CallOptions,
    ): Call<Collector>;
    /**
     * Deletes a collector with its messages, recipients and responses. That it is returned is our choice.
     *
     * `DELETE /v3/collectors/{collector_id}`
     *
     * Needs the scope `collectors_write`.
     */
    delete(
      args: {
        /** Id of the collector. */
        readonly collector_id: CollectorId;
      },
      options?: CallOptions,
    ): Call<Collector>;
    /**
     * Counts the recipients of a collector by their progress. The scope is our choice.
     *
     * `GET /v3/collectors/{collector_id}/stats`
     *
     * Needs the scope `collectors_read`.
     */
    stats(
      args: {
        /** Id of the collector. */
        readonly collector_id: CollectorId;
      },
      options?: CallOptions,
    ): Call<RecipientStats>;
    readonly messages: {
      /**
       * Lists the messages of a collector.
       *
       * `GET /v3/collectors/{collector_id}/messages`
       *
       * Needs the scope `collectors_read`.
       */
      list(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
        },
        options?: ListOptions,
      ): ListCall<MessageRef>;
      /**
       * Creates a message of an email or text message collector, or copies one. The status 201 is our choice.
       *
       * `POST /v3/collectors/{collector_id}/messages`
       *
       * Needs the scope `collectors_write`.
       */
      create(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
        } & MessageNew,
        options?: CallOptions,
      ): Call<Message>;
      /**
       * Returns a message.
       *
       * `GET /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_read`.
       */
      get(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the message. */
          readonly message_id: MessageId;
        },
        options?: CallOptions,
      ): Call<Message>;
      /**
       * Changes subject, text, branding or audience of an unsent message.
       *
       * `PATCH /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_write`.
       */
      update(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the message. */
          readonly message_id: MessageId;
        } & MessagePatch,
        options?: CallOptions,
      ): Call<Message>;
      /**
       * Replaces subject, text, branding and audience of an unsent message.
       *
       * `PUT /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_write`.
       */
      replace(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the message. */
          readonly message_id: MessageId;
        } & MessagePatch,
        options?: CallOptions,
      ): Call<Message>;
      /**
       * Deletes a message. That it is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/messages/{message_id}`
       *
       * Needs the scope `collectors_write`.
       */
      delete(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the message. */
          readonly message_id: MessageId;
        },
        options?: CallOptions,
      ): Call<Message>;
      /**
       * Sends an unsent message with at least one recipient, at once or later.
       *
       * `POST /v3/collectors/{collector_id}/messages/{message_id}/send`
       *
       * Needs the scope `collectors_write`.
       */
      send(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the message. */
          readonly message_id: MessageId;
        } & MessageSend,
        options?: CallOptions,
      ): Call<MessageSent>;
      /**
       * Counts the recipients of a message by their progress. The scope is our choice.
       *
       * `GET /v3/collectors/{collector_id}/messages/{message_id}/stats`
       *
       * Needs the scope `collectors_read`.
       */
      stats(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the message. */
          readonly message_id: MessageId;
        },
        options?: CallOptions,
      ): Call<RecipientStats>;
      readonly recipients: {
        /**
         * Lists the recipients of a message.
         *
         * `GET /v3/collectors/{collector_id}/messages/{message_id}/recipients`
         *
         * Needs the scope `collectors_read`.
         */
        list(
          args: {
            /** Id of the collector. */
            readonly collector_id: CollectorId;
            /** Id of the message. */
            readonly message_id: MessageId;
            /** Page to return, from 1; 1 if not given. */
            readonly page?: number | null;
            /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
            readonly per_page?: number | null;
            /** Extra fields of each recipient. */
            readonly include?: ReadonlyArray<RecipientInclude> | null;
          },
          options?: ListOptions,
        ): ListCall<RecipientRef>;
        /**
         * Adds a recipient to a message. The status 201 is our choice.
         *
         * `POST /v3/collectors/{collector_id}/messages/{message_id}/recipients`
         *
         * Needs the scope `collectors_write`.
         */
        create(
          args: {
            /** Id of the collector. */
            readonly collector_id: CollectorId;
            /** Id of the message. */
            readonly message_id: MessageId;
          } & RecipientNew,
          options?: CallOptions,
        ): Call<Recipient>;
        /**
         * Adds recipients to a message. The response reports the result for each address.
         *
         * `POST /v3/collectors/{collector_id}/messages/{message_id}/recipients/bulk`
         *
         * Needs the scope `collectors_write`.
         */
        bulk(
          args: {
            /** Id of the collector. */
            readonly collector_id: CollectorId;
            /** Id of the message. */
            readonly message_id: MessageId;
          } & RecipientsNew,
          options?: CallOptions,
        ): Call<RecipientsAdded>;
      };
    };
    readonly recipients: {
      /**
       * Lists the recipients of every message of a collector.
       *
       * `GET /v3/collectors/{collector_id}/recipients`
       *
       * Needs the scope `collectors_read`.
       */
      list(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Extra fields of each recipient. */
          readonly include?: ReadonlyArray<RecipientInclude> | null;
        },
        options?: ListOptions,
      ): ListCall<RecipientRef>;
      /**
       * Returns a recipient.
       *
       * `GET /v3/collectors/{collector_id}/recipients/{recipient_id}`
       *
       * Needs the scope `collectors_read`.
       */
      get(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the recipient. */
          readonly recipient_id: RecipientId;
        },
        options?: CallOptions,
      ): Call<Recipient>;
      /**
       * Removes a recipient. That it is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/recipients/{recipient_id}`
       *
       * Needs the scope `collectors_write`.
       */
      delete(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the recipient. */
          readonly recipient_id: RecipientId;
        },
        options?: CallOptions,
      ): Call<Recipient>;
    };
    readonly responses: {
      /**
       * Lists the responses of a collector, only ids and URLs, up to 1000 a page.
       *
       * `GET /v3/collectors/{collector_id}/responses`
       *
       * Needs the scope `responses_read`.
       */
      list(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only responses started after this date. */
          readonly start_created_at?: DateText | null;
          /** Only responses started before this date. */
          readonly end_created_at?: DateText | null;
          /** Only responses changed after this date. */
          readonly start_modified_at?: DateText | null;
          /** Only responses changed before this date. */
          readonly end_modified_at?: DateText | null;
          /**
           * Only responses of this status. Several values, separated by commas, are documented for rollups only;
           * accepting them everywhere is our choice.
           */
          readonly status?: ReadonlyArray<ResponseStatus> | null;
          /** Only responses of this email address. */
          readonly email?: string | null;
          /** Only responses of this first name. */
          readonly first_name?: string | null;
          /** Only responses of this last name. */
          readonly last_name?: string | null;
          /** Only responses from this IP address. */
          readonly ip?: string | null;
          /** Only responses with this custom value. */
          readonly custom?: string | null;
          /** Only responses that took at least this long. */
          readonly total_time_min?: number | null;
          /** Only responses that took at most this long. */
          readonly total_time_max?: number | null;
          /** Unit of the two durations; `second` if not given, which is our choice. */
          readonly total_time_units?: TimeUnit | null;
          /** What to sort by; the id if not given, which is our choice. */
          readonly sort_by?: ResponseSort | null;
          /** Direction; ascending if not given, which is our choice. */
          readonly sort_order?: SortOrder | null;
        },
        options?: ListOptions,
      ): ListCall<ResponseRef>;
      /**
       * Creates a response of a collector. The status 201 is our choice.
       *
       * `POST /v3/collectors/{collector_id}/responses`
       *
       * Needs the scope `responses_write`.
       */
      create(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
        } & ResponseNew,
        options?: CallOptions,
      ): Call<Response>;
      /**
       * Deletes every response of a collector. That the emptied collector is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/responses`
       *
       * Needs the scope `responses_write`.
       */
      clear(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
        },
        options?: CallOptions,
      ): Call<Collector>;
      /**
       * Lists the responses of a collector with their answers, up to 1000 a page. A page of more than
       * 8 MB is answered with 1030, whose message names a smaller page that fits: `per_page=250`.
       *
       * `GET /v3/collectors/{collector_id}/responses/bulk`
       *
       * Needs the scope `responses_read_detail`.
       */
      bulk(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only responses started after this date. */
          readonly start_created_at?: DateText | null;
          /** Only responses started before this date. */
          readonly end_created_at?: DateText | null;
          /** Only responses changed after this date. */
          readonly start_modified_at?: DateText | null;
          /** Only responses changed before this date. */
          readonly end_modified_at?: DateText | null;
          /**
           * Only responses of this status. Several values, separated by commas, are documented for rollups only;
           * accepting them everywhere is our choice.
           */
          readonly status?: ReadonlyArray<ResponseStatus> | null;
          /** Only responses of this email address. */
          readonly email?: string | null;
          /** Only responses of this first name. */
          readonly first_name?: string | null;
          /** Only responses of this last name. */
          readonly last_name?: string | null;
          /** Only responses from this IP address. */
          readonly ip?: string | null;
          /** Only responses with this custom value. */
          readonly custom?: string | null;
          /** Only responses that took at least this long. */
          readonly total_time_min?: number | null;
          /** Only responses that took at most this long. */
          readonly total_time_max?: number | null;
          /** Unit of the two durations; `second` if not given, which is our choice. */
          readonly total_time_units?: TimeUnit | null;
          /** What to sort by; the id if not given, which is our choice. */
          readonly sort_by?: ResponseSort | null;
          /** Direction; ascending if not given, which is our choice. */
          readonly sort_order?: SortOrder | null;
          /** Only answers on these pages. */
          readonly page_ids?: ReadonlyArray<PageId> | null;
          /** Only answers to these questions. */
          readonly question_ids?: ReadonlyArray<QuestionId> | null;
          /** Whether to add family, subtype and heading of each question and the text of each answer. */
          readonly simple?: boolean | null;
        },
        options?: ListOptions,
      ): ListCall<ResponseDetails>;
      /**
       * Returns a response of a collector without its answers.
       *
       * `GET /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_read`.
       */
      get(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        },
        options?: CallOptions,
      ): Call<Response>;
      /**
       * Returns a response of a collector with its answers.
       *
       * `GET /v3/collectors/{collector_id}/responses/{response_id}/details`
       *
       * Needs the scope `responses_read_detail`.
       */
      details(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the response. */
          readonly response_id: ResponseId;
          /** Only answers on these pages. */
          readonly page_ids?: ReadonlyArray<PageId> | null;
          /** Only answers to these questions. */
          readonly question_ids?: ReadonlyArray<QuestionId> | null;
          /** Whether to add family, subtype and heading of each question and the text of each answer. */
          readonly simple?: boolean | null;
        },
        options?: CallOptions,
      ): Call<ResponseDetails>;
      /**
       * Changes a response of a collector. A question without answers loses its stored answers.
       *
       * `PATCH /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       */
      update(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        } & ResponsePatch,
        options?: CallOptions,
      ): Call<Response>;
      /**
       * Replaces a response of a collector. Absent pages lose their answers.
       *
       * `PUT /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       */
      replace(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        } & ResponsePatch,
        options?: CallOptions,
      ): Call<Response>;
      /**
       * Deletes a response of a collector. That it is returned is our choice.
       *
       * `DELETE /v3/collectors/{collector_id}/responses/{response_id}`
       *
       * Needs the scope `responses_write`.
       */
      delete(
        args: {
          /** Id of the collector. */
          readonly collector_id: CollectorId;
          /** Id of the response. */
          readonly response_id: ResponseId;
        },
        options?: CallOptions,
      ): Call<Response>;
    };
  };
  readonly contact_lists: {
    /**
     * Lists the contact lists.
     *
     * `GET /v3/contact_lists`
     *
     * Needs the scope `contacts_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<ContactList>;
    /**
     * Creates a contact list. The status 201 is our choice.
     *
     * `POST /v3/contact_lists`
     *
     * Needs the scope `contacts_write`.
     */
    create(
      args?: ContactListNew | null,
      options?: CallOptions,
    ): Call<ContactList>;
    /**
     * Returns a contact list.
     *
     * `GET /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_read`.
     */
    get(
      args: {
        /** Id of the contact list. */
        readonly contact_list_id: ContactListId;
      },
      options?: CallOptions,
    ): Call<ContactList>;
    /**
     * Renames a contact list.
     *
     * `PATCH /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_write`.
     */
    update(
      args: {
        /** Id of the contact list. */
        readonly contact_list_id: ContactListId;
      } & ContactListPatch,
      options?: CallOptions,
    ): Call<ContactList>;
    /**
     * Replaces the name of a contact list.
     *
     * `PUT /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_write`.
     */
    replace(
      args: {
        /** Id of the contact list. */
        readonly contact_list_id: ContactListId;
      } & ContactListPatch,
      options?: CallOptions,
    ): Call<ContactList>;
    /**
     * Deletes a contact list; its contacts stay. That it is returned is our choice.
     *
     * `DELETE /v3/contact_lists/{contact_list_id}`
     *
     * Needs the scope `contacts_write`.
     */
    delete(
      args: {
        /** Id of the contact list. */
        readonly contact_list_id: ContactListId;
      },
      options?: CallOptions,
    ): Call<ContactList>;
    /**
     * Copies a contact list and returns the copy, whose name begins with "Copy of". The status 201 is our choice.
     *
     * `POST /v3/contact_lists/{contact_list_id}/copy`
     *
     * Needs the scope `contacts_write`.
     */
    copy(
      args: {
        /** Id of the contact list. */
        readonly contact_list_id: ContactListId;
      },
      options?: CallOptions,
    ): Call<ContactList>;
    /**
     * Copies the contacts of another list into a contact list, and returns the latter.
     *
     * `POST /v3/contact_lists/{contact_list_id}/merge`
     *
     * Needs the scope `contacts_write`.
     */
    merge(
      args: {
        /** Id of the contact list. */
        readonly contact_list_id: ContactListId;
      } & ContactListMerge,
      options?: CallOptions,
    ): Call<ContactList>;
    readonly contacts: {
      /**
       * Lists the contacts of a contact list.
       *
       * `GET /v3/contact_lists/{contact_list_id}/contacts`
       *
       * Needs the scope `contacts_read`.
       */
      list(
        args: {
          /** Id of the contact list. */
          readonly contact_list_id: ContactListId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only contacts of this status; `active` if not given. */
          readonly status?: ContactStatus | null;
          /** What to sort by; `email` if not given. */
          readonly sort_by?: ContactSort | null;
          /** Direction; ascending if not given, which is our choice. */
          readonly sort_order?: SortOrder | null;
          /** The field to search; `email` if not given, which is our choice. */
          readonly search_by?: ContactSort | null;
          /** Only contacts whose field contains this text. */
          readonly search?: string | null;
        },
        options?: ListOptions,
      ): ListCall<ContactRef>;
      /**
       * Creates a contact in a contact list. The status 201 is our choice.
       *
       * `POST /v3/contact_lists/{contact_list_id}/contacts`
       *
       * Needs the scope `contacts_write`.
       */
      create(
        args: {
          /** Id of the contact list. */
          readonly contact_list_id: ContactListId;
        } & ContactNew,
        options?: CallOptions,
      ): Call<Contact>;
      /**
       * Lists the contacts of a contact list with their custom fields.
       *
       * `GET /v3/contact_lists/{contact_list_id}/contacts/bulk`
       *
       * Needs the scope `contacts_read`.
       */
      bulk(
        args: {
          /** Id of the contact list. */
          readonly contact_list_id: ContactListId;
          /** Page to return, from 1; 1 if not given. */
          readonly page?: number | null;
          /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
          readonly per_page?: number | null;
          /** Only contacts of this status; `active` if not given. */
          readonly status?: ContactStatus | null;
          /** What to sort by; `email` if not given. */
          readonly sort_by?: ContactSort | null;
          /** Direction; ascending if not given, which is our choice. */
          readonly sort_order?: SortOrder | null;
          /** The field to search; `email` if not given, which is our choice. */
          readonly search_by?: ContactSort | null;
          /** Only contacts whose field contains this text. */
          readonly search?: string | null;
        },
        options?: ListOptions,
      ): ListCall<Contact>;
      /**
       * Creates contacts in a contact list. The status is 200 even if some contacts are not created, which is our
       * choice.
       *
       * `POST /v3/contact_lists/{contact_list_id}/contacts/bulk`
       *
       * Needs the scope `contacts_write`.
       */
      create_bulk(
        args: {
          /** Id of the contact list. */
          readonly contact_list_id: ContactListId;
        } & ContactsNew,
        options?: CallOptions,
      ): Call<ContactsAdded>;
    };
  };
  readonly contacts: {
    /**
     * Lists the contacts.
     *
     * `GET /v3/contacts`
     *
     * Needs the scope `contacts_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Only contacts of this status; `active` if not given. */
        readonly status?: ContactStatus | null;
        /** What to sort by; `email` if not given. */
        readonly sort_by?: ContactSort | null;
        /** Direction; ascending if not given, which is our choice. */
        readonly sort_order?: SortOrder | null;
        /** The field to search; `email` if not given, which is our choice. */
        readonly search_by?: ContactSort | null;
        /** Only contacts whose field contains this text. */
        readonly search?: string | null;
      } | null,
      options?: ListOptions,
    ): ListCall<ContactRef>;
    /**
     * Creates a contact. The status 201 is our choice.
     *
     * `POST /v3/contacts`
     *
     * Needs the scope `contacts_write`.
     */
    create(
      args: ContactNew,
      options?: CallOptions,
    ): Call<Contact>;
    /**
     * Lists the contacts with their custom fields.
     *
     * `GET /v3/contacts/bulk`
     *
     * Needs the scope `contacts_read`.
     */
    bulk(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
        /** Only contacts of this status; `active` if not given. */
        readonly status?: ContactStatus | null;
        /** What to sort by; `email` if not given. */
        readonly sort_by?: ContactSort | null;
        /** Direction; ascending if not given, which is our choice. */
        readonly sort_order?: SortOrder | null;
        /** The field to search; `email` if not given, which is our choice. */
        readonly search_by?: ContactSort | null;
        /** Only contacts whose field contains this text. */
        readonly search?: string | null;
      } | null,
      options?: ListOptions,
    ): ListCall<Contact>;
    /**
     * Creates contacts. The status is 200 even if some contacts are not created, which is our choice.
     *
     * `POST /v3/contacts/bulk`
     *
     * Needs the scope `contacts_write`.
     */
    create_bulk(
      args: ContactsNew,
      options?: CallOptions,
    ): Call<ContactsAdded>;
    /**
     * Returns a contact.
     *
     * `GET /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_read`.
     */
    get(
      args: {
        /** Id of the contact. */
        readonly contact_id: ContactId;
      },
      options?: CallOptions,
    ): Call<Contact>;
    /**
     * Changes a contact.
     *
     * `PATCH /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_write`.
     */
    update(
      args: {
        /** Id of the contact. */
        readonly contact_id: ContactId;
      } & ContactPatch,
      options?: CallOptions,
    ): Call<Contact>;
    /**
     * Replaces a contact.
     *
     * `PUT /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_write`.
     */
    replace(
      args: {
        /** Id of the contact. */
        readonly contact_id: ContactId;
      } & ContactNew,
      options?: CallOptions,
    ): Call<Contact>;
    /**
     * Deletes a contact from every list. That it is returned is our choice.
     *
     * `DELETE /v3/contacts/{contact_id}`
     *
     * Needs the scope `contacts_write`.
     */
    delete(
      args: {
        /** Id of the contact. */
        readonly contact_id: ContactId;
      },
      options?: CallOptions,
    ): Call<Contact>;
  };
  readonly contact_fields: {
    /**
     * Lists the six custom fields of contacts.
     *
     * `GET /v3/contact_fields`
     *
     * Needs the scope `contacts_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<ContactField>;
    /**
     * Returns a custom field of contacts.
     *
     * `GET /v3/contact_fields/{contact_field_id}`
     *
     * Needs the scope `contacts_read`.
     */
    get(
      args: {
        /** Id of the contact field. */
        readonly contact_field_id: ContactFieldId;
      },
      options?: CallOptions,
    ): Call<ContactField>;
    /**
     * Renames a custom field of contacts.
     *
     * `PATCH /v3/contact_fields/{contact_field_id}`
     *
     * Needs the scope `contacts_write`.
     */
    update(
      args: {
        /** Id of the contact field. */
        readonly contact_field_id: ContactFieldId;
      } & ContactFieldPatch,
      options?: CallOptions,
    ): Call<ContactField>;
  };
  readonly responses: {
    /**
     * Returns a response without its survey in the path: an old URL that clients still use.
     *
     * `GET /v3/responses/{response_id}`
     *
     * Needs the scope `responses_read`.
     */
    get(
      args: {
        /** Id of the response. */
        readonly response_id: ResponseId;
      },
      options?: CallOptions,
    ): Call<Response>;
  };
  readonly webhooks: {
    /**
     * Lists the webhooks of the app for this account.
     *
     * `GET /v3/webhooks`
     *
     * Needs the scope `webhooks_read`.
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<WebhookRef>;
    /**
     * Creates a webhook. The status 201, and 1026 for a URL that has a webhook already, are our choice.
     *
     * `POST /v3/webhooks`
     *
     * Needs the scope `webhooks_write`.
     */
    create(
      args: WebhookNew,
      options?: CallOptions,
    ): Call<Webhook>;
    /**
     * Returns a webhook.
     *
     * `GET /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_read`.
     */
    get(
      args: {
        /** Id of the webhook. */
        readonly webhook_id: WebhookId;
      },
      options?: CallOptions,
    ): Call<Webhook>;
    /**
     * Changes a webhook.
     *
     * `PATCH /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_write`.
     */
    update(
      args: {
        /** Id of the webhook. */
        readonly webhook_id: WebhookId;
      } & WebhookPatch,
      options?: CallOptions,
    ): Call<Webhook>;
    /**
     * Replaces a webhook.
     *
     * `PUT /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_write`.
     */
    replace(
      args: {
        /** Id of the webhook. */
        readonly webhook_id: WebhookId;
      } & WebhookNew,
      options?: CallOptions,
    ): Call<Webhook>;
    /**
     * Deletes a webhook. That it is returned is our choice.
     *
     * `DELETE /v3/webhooks/{webhook_id}`
     *
     * Needs the scope `webhooks_write`.
     */
    delete(
      args: {
        /** Id of the webhook. */
        readonly webhook_id: WebhookId;
      },
      options?: CallOptions,
    ): Call<Webhook>;
  };
  readonly errors: {
    /**
     * Lists the errors of the API.
     *
     * `GET /v3/errors`
     */
    list(
      args?: {
        /** Page to return, from 1; 1 if not given. */
        readonly page?: number | null;
        /** Resources per page; 50 if not given, at most 1000 unless the operation says otherwise. */
        readonly per_page?: number | null;
      } | null,
      options?: ListOptions,
    ): ListCall<ErrorRef>;
    /**
     * Explains an error.
     *
     * `GET /v3/errors/{error_id}`
     */
    get(
      args: {
        /** Id of the error. */
        readonly error_id: Id;
      },
      options?: CallOptions,
    ): Call<ErrorDescription>;
  };
}
