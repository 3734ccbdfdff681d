//! TABLE. Every rule of the API, by its heading, and the tests that hold the service to it.
//!
//! A test is named by its file below `tests/`, without the ending, and its name; one that stands beside the
//! code it tests by its file below the root.

/// A heading with its rules.
pub type Heading = (&'static str, &'static [(&'static str, &'static [&'static str])]);

pub const RULES: &[Heading] = &[
    (
        "What the service does",
        &[
            (
                "The API is REST, signs in with OAuth 2.0 and answers JSON.",
                &[
                    "api/oauth/consent::a_person_signs_in_consents_and_the_app_gets_a_token",
                    "contract::every_error_is_json_with_the_five_fields",
                ],
            ),
            (
                "An app belongs to an account and is draft, public or private.",
                &[
                    "api/accounts/apps::a_registered_app_is_a_draft_with_a_token_for_its_own_account",
                    "api/accounts/apps::a_public_app_is_for_everybody_and_unlimited",
                    "api/accounts/apps::a_private_app_needs_direct_api_access_and_is_for_the_team",
                    "api/accounts/apps::nobody_sees_or_changes_an_app_of_somebody_else",
                ],
            ),
            (
                "A public app is reviewed and approved before anyone else can use it.",
                &[
                    "api/accounts/apps::a_draft_is_for_the_account_that_registered_it_alone",
                    "api/accounts/apps::a_public_app_is_for_everybody_and_unlimited",
                    "api/accounts/review::where_people_review_apps_a_public_app_waits_for_them",
                    "api/accounts/review::an_approved_app_is_public_with_its_scopes_and_its_owner_is_told",
                    "api/accounts/review::a_declined_app_is_corrected_and_submitted_again",
                    "api/accounts/review::for_everybody_else_the_pages_of_the_reviewers_are_not_there",
                    "api/accounts/review::a_reviewer_sees_which_apps_wait_and_all_that_a_decision_needs",
                    "api/accounts/review::scopes_that_need_approval_are_granted_by_a_review_of_their_own",
                ],
            ),
            (
                "Published public apps are in a directory: a public page, with what each asks for.",
                &[
                    "api/accounts/listing::the_public_apps_of_the_demo_world_are_listed_and_no_others",
                    "api/accounts/listing::a_draft_is_not_listed_a_public_app_is_and_a_private_one_is_not",
                    "api/accounts/listing::an_app_is_listed_once_a_reviewer_has_approved_it_and_not_before",
                    "api/accounts/listing::a_scope_that_needs_approval_is_listed_once_it_is_approved",
                    "api/accounts/listing::the_list_follows_what_the_owner_edits_and_escapes_it",
                    "api/accounts/listing::an_app_that_is_deleted_is_listed_no_more_and_leaves_no_place",
                    "api/accounts/listing::an_app_whose_account_is_purged_is_listed_no_more",
                    "edge/listing::an_app_is_on_the_public_list_from_its_publication_until_it_is_deleted_or_all_is_reset",
                ],
            ),
            (
                "A private app needs no review; its users are one team's, on a plan with direct API access.",
                &[
                    "api/oauth/consent::a_private_app_is_for_its_team_with_direct_api_access",
                    "api/users::a_private_app_asks_for_direct_api_access_on_every_call",
                    "api/legacy::a_private_app_asks_for_a_plan_with_direct_api_access",
                    "api/oauth/consent::a_draft_or_private_app_needs_no_approval",
                ],
            ),
            (
                "Public content is read-only and asks for no authentication.",
                &["edge/content::files_are_read_only", "edge/content::s41_every_page_has_the_security_headers"],
            ),
            (
                "A legacy operation lists the respondents of a survey.",
                &["api/legacy::only_the_id_comes_unless_more_fields_are_asked_for"],
            ),
        ],
    ),
    (
        "Data types",
        &[
            (
                "An integer is whole, not negative, and 2147483647 at most.",
                &[
                    "api/fields::an_integer_is_whole_not_negative_and_ends_at_2147483647",
                    "contract::a_query_of_the_wrong_kind_is_answered_with_1003_and_named",
                    "api/accounts/sign_up::an_account_is_opened_and_its_owner_signs_in",
                ],
            ),
            (
                "A string is text, a boolean true or false, and an enumerated string one of its set.",
                &[
                    "contract::a_body_of_the_wrong_shape_is_answered_with_1002_and_the_field_is_named",
                    "src/wire/check/tests::enumerations_are_open_in_answers_and_closed_in_requests",
                    "api/fields::the_user_has_every_field",
                ],
            ),
            (
                "A date is written with seconds and offset unless its field says otherwise, and means UTC.",
                &[
                    "api/fields::each_resource_writes_dates_in_its_own_dialect",
                    "src/wire/dates::every_dialect_is_written",
                ],
            ),
            (
                "A phone number is a plus, the country's 1 and ten digits.",
                &[
                    "src/service/surveys/address::a_phone_number_is_of_the_documented_format",
                    "api/contacts::a_contact_needs_both_names_and_an_email_address_or_a_phone_number",
                ],
            ),
            (
                "A colour is three or six hexadecimal digits after a hash.",
                &["api/collectors::what_does_not_fit_is_refused_and_named"],
            ),
        ],
    ),
    (
        "List envelope",
        &[
            (
                "A list has data, per_page, total, page and links.",
                &["api/lists::every_list_has_the_envelope_and_begins_with_page_1_of_50"],
            ),
            (
                "links has self always, and prev, next, first and last where there is such a page.",
                &["api/lists::links_lead_forward_and_back_from_page_to_page"],
            ),
            (
                "page and per_page choose the page; 1 and 50 if not given.",
                &[
                    "api/lists::every_list_has_the_envelope_and_begins_with_page_1_of_50",
                    "api/lists::links_lead_forward_and_back_from_page_to_page",
                ],
            ),
        ],
    ),
    (
        "User",
        &[
            ("The user has all fifteen fields.", &["api/fields::the_user_has_every_field"]),
            (
                "question_types has a truth value for each of the nine kinds of question.",
                &["api/fields::the_user_has_every_field"],
            ),
            (
                "scopes tells what was granted and what the plan offers.",
                &[
                    "api/fields::a_free_account_can_grant_eleven_scopes_and_a_paid_one_all_twenty_three",
                    "api/users::me_shows_the_account_with_its_plan_scopes_types_and_features",
                ],
            ),
            (
                "features tells the limits of the plan as strings or truth values.",
                &[
                    "api/fields::the_user_has_every_field",
                    "api/users::a_free_account_has_the_free_plans_scopes_and_limits",
                ],
            ),
            (
                "account_type is the plan, and email_verified follows the account.",
                &[
                    "api/accounts/profile::a_teams_plan_is_for_its_owner_and_stays_one_for_teams",
                    "api/accounts/profile::a_new_address_takes_the_place_of_the_old_one_and_must_be_confirmed",
                ],
            ),
        ],
    ),
    (
        "Group (team)",
        &[
            ("An item of the list has id, href and name.", &["api/groups::a_user_belongs_to_one_team_at_most"]),
            ("One group has its six fields.", &["api/fields::a_group_and_its_members_have_every_field"]),
        ],
    ),
    (
        "Group member",
        &[
            (
                "An item of the list has id, username and href.",
                &["api/fields::a_group_and_its_members_have_every_field"],
            ),
            (
                "One member has its eleven fields; role and state are of their sets.",
                &["api/fields::a_group_and_its_members_have_every_field", "api/groups::one_member_has_every_field"],
            ),
        ],
    ),
    (
        "Group activity record",
        &[
            (
                "A record has all twelve fields, ids as numbers, its date with a space and no offset.",
                &["api/groups::an_activity_says_who_did_what_in_html"],
            ),
            (
                "The envelope has limit, offset, results, sl_translate and total.",
                &["api/groups::activities_come_newest_first_in_an_envelope_of_their_own"],
            ),
        ],
    ),
    (
        "Activity series",
        &[(
            "A series has its interval, its numbers and its times.",
            &["api/groups::a_series_counts_steps_from_the_newest_and_empty_ones_between"],
        )],
    ),
    (
        "Workgroup",
        &[
            (
                "A workgroup has its thirteen fields, default_role its five.",
                &["api/fields::a_workgroup_has_every_field_and_counts_the_pending_members_too"],
            ),
            (
                "created_at and updated_at have no offset.",
                &["api/fields::each_resource_writes_dates_in_its_own_dialect"],
            ),
            (
                "members are the active ones, members_count counts the others too.",
                &["api/fields::a_workgroup_has_every_field_and_counts_the_pending_members_too"],
            ),
            (
                "membership is the caller's; its status is null for who is no member.",
                &[
                    "api/fields::a_workgroup_has_every_field_and_counts_the_pending_members_too",
                    "api/users::the_workgroups_of_a_user_are_listed_as_far_as_the_caller_sees_them",
                ],
            ),
            (
                "shares_count is an integer.",
                &["api/fields::a_workgroup_has_every_field_and_counts_the_pending_members_too"],
            ),
            (
                "An invisible workgroup is seen by its members and by administrators.",
                &[
                    "api/workgroups::a_hidden_workgroup_exists_for_members_and_administrators_alone",
                    "api/workgroups::the_members_of_a_hidden_workgroup_are_hidden_too",
                ],
            ),
            (
                "The five roles of the service have their names.",
                &["api/roles::the_roles_of_the_service_come_first_and_the_team_s_own_after"],
            ),
        ],
    ),
    (
        "Workgroup share",
        &[("A share has its seven fields.", &["api/fields::a_share_and_what_it_gives_a_user_have_every_field"])],
    ),
    (
        "Shared resource record",
        &[
            (
                "A record has share, workgroup, resource and privileges.",
                &["api/fields::a_share_and_what_it_gives_a_user_have_every_field"],
            ),
            (
                "A privilege is a dotted name of design, collect or analyze and an access.",
                &[
                    "api/fields::a_share_and_what_it_gives_a_user_have_every_field",
                    "api/users::what_is_shared_with_a_user_is_for_the_user_and_administrators",
                ],
            ),
        ],
    ),
    (
        "Respondent (legacy operation)",
        &[(
            "A respondent has thirteen fields, of which the id is always there.",
            &[
                "api/legacy::every_field_can_be_asked_for",
                "api/legacy::only_the_id_comes_unless_more_fields_are_asked_for",
            ],
        )],
    ),
    (
        "App lifecycle",
        &[
            (
                "Any account may register an app.",
                &[
                    "api/accounts/apps::any_account_may_register_an_app",
                    "api/accounts/sign_up::a_new_account_signs_in_to_an_app_and_calls_the_api",
                ],
            ),
            (
                "A new app is a draft with a token for its own account.",
                &["api/accounts/apps::a_registered_app_is_a_draft_with_a_token_for_its_own_account"],
            ),
            (
                "No other account can authenticate a draft.",
                &[
                    "api/oauth/consent::a_draft_app_is_for_the_account_that_registered_it",
                    "api/accounts/apps::a_draft_is_for_the_account_that_registered_it_alone",
                ],
            ),
            (
                "A draft has the request limits.",
                &[
                    "api/accounts/apps::a_registered_app_is_a_draft_with_a_token_for_its_own_account",
                    "api/quota::the_quota_belongs_to_the_app_and_not_to_the_account",
                ],
            ),
            (
                "A draft that is reviewed and approved becomes public: for any account, without a request limit.",
                &[
                    "api/accounts/apps::a_public_app_is_for_everybody_and_unlimited",
                    "api/quota::a_public_app_has_no_limit_and_nothing_is_counted_for_it",
                ],
            ),
            (
                "A draft of an account with the plan for it becomes private, with the request limits.",
                &["api/accounts/apps::a_private_app_needs_direct_api_access_and_is_for_the_team"],
            ),
            (
                "A draft that is not deployed within 90 days is disabled.",
                &[
                    "api/quota::a_draft_app_is_refused_after_90_days",
                    "api/oauth/consent::a_draft_app_ends_after_its_window",
                    "api/accounts/apps::a_draft_is_disabled_after_90_days_and_an_extension_begins_them_anew",
                ],
            ),
            (
                "A disabled app can be deployed, or its window extended on request.",
                &[
                    "api/accounts/apps::a_disabled_app_can_be_deployed",
                    "api/accounts/apps::a_draft_is_disabled_after_90_days_and_an_extension_begins_them_anew",
                    "api/accounts/review::a_longer_window_is_granted_by_a_review_too",
                ],
            ),
        ],
    ),
    (
        "Membership status",
        &[(
            "A membership is pending until its invitation is accepted, then active.",
            &[
                "api/groups::who_has_not_joined_is_invited_again_at_the_new_address",
                "api/workgroups::an_owner_adds_users_of_the_team_and_who_has_not_joined_it_is_pending",
                "api/oauth/sign_in::who_has_not_accepted_the_teams_invitation_cannot_sign_in",
                "api/users::a_pending_member_receives_nothing",
                "api/accounts/people::an_administrator_invites_and_the_api_lists_a_pending_member",
                "api/accounts/join::whoever_accepts_is_a_member_signs_in_and_has_a_confirmed_address",
                "api/accounts/join::a_pending_member_of_a_workgroup_becomes_active_on_joining_the_team",
                "api/accounts/people::a_pending_member_of_a_workgroup_accepts_on_the_page",
                "api/accounts/join::a_link_works_once_and_a_form_that_is_sent_twice_does_no_harm",
            ],
        )],
    ),
    (
        "Access token",
        &[
            (
                "A revoked token is answered with the revoked body, also after OAuth was done again and gave another one.",
                &[
                    "contract::a_revoked_token_is_answered_with_status_1_and_a_message",
                    "api/oauth/exchange::after_a_revocation_there_is_a_new_token_and_the_old_one_stays_revoked",
                    "api/oauth/exchange::however_often_an_app_is_removed_each_of_its_tokens_stays_revoked_and_what_is_kept_is_bounded",
                ],
            ),
            ("Tokens do not expire.", &["api/users::a_token_does_not_end_by_itself"]),
        ],
    ),
    (
        "Endpoints",
        &[
            (
                "Every path begins with /v3 at the API address.",
                &["tables::every_path_begins_with_v3", "edge/service::an_unknown_path_does_not_exist"],
            ),
            (
                "Requests accept JSON, and send it if they have a body.",
                &[
                    "contract::headers_that_forbid_json_are_answered_with_1004",
                    "contract::headers_that_allow_json_in_any_form_pass",
                ],
            ),
            ("Every operation asks for the bearer header.", &["contract::no_token_is_answered_with_1010"]),
            (
                "Answers are JSON in their documented shape.",
                &["api/demo::every_survey_has_the_responses_that_are_told_of_it_in_the_right_shape"],
            ),
        ],
    ),
    (
        "Users and teams",
        &[
            ("GET /users/me answers the user.", &["api/fields::the_user_has_every_field"]),
            (
                "GET /users/{user_id}/workgroups lists the workgroups of a user.",
                &["api/users::the_workgroups_of_a_user_are_listed_as_far_as_the_caller_sees_them"],
            ),
            (
                "GET /users/{user_id}/shared lists what is shared with a user, by type and ids.",
                &["api/users::shared_resources_are_picked_by_id_together_with_their_type"],
            ),
            (
                "resource_id is used with resource_type only.",
                &["api/users::shared_resources_are_picked_by_id_together_with_their_type"],
            ),
            (
                "include=permissions and include=resource_details add what they name.",
                &["api/users::include_adds_permissions_or_the_survey_to_a_shared_resource"],
            ),
            ("GET /groups lists the teams of the user.", &["api/groups::a_user_belongs_to_one_team_at_most"]),
            (
                "GET /groups/{group_id} answers one.",
                &[
                    "api/fields::a_group_and_its_members_have_every_field",
                    "api/groups::every_member_sees_all_of_the_team_and_a_plain_one_the_owners_address_besides",
                    "api/groups::another_team_does_not_exist_for_the_caller",
                ],
            ),
            (
                "GET /groups/{group_id}/activities takes limit, offset and dates up to and including the last.",
                &[
                    "api/groups::activities_come_newest_first_in_an_envelope_of_their_own",
                    "api/groups::the_dates_of_activities_include_the_last_day",
                    "api/groups::a_stretch_of_the_activities_may_be_empty",
                ],
            ),
            (
                "GET /groups/{group_id}/activities/{action_type} asks for one of four intervals and takes dates.",
                &[
                    "api/groups::a_series_needs_an_interval_and_a_type_of_activity",
                    "api/groups::a_series_counts_steps_from_the_newest_and_empty_ones_between",
                ],
            ),
            (
                "GET /groups/{group_id}/members takes division_ids and include.",
                &[
                    "api/groups::division_ids_pick_members_by_their_ids",
                    "api/groups::members_are_listed_with_the_fields_that_include_names",
                ],
            ),
            ("GET /groups/{group_id}/members/{member_id} answers one.", &["api/groups::one_member_has_every_field"]),
            (
                "PATCH /groups/{group_id}/members/{member_id} changes the e-mail address.",
                &[
                    "api/groups::an_administrator_changes_the_address_of_a_member_who_keeps_the_username",
                    "api/groups::an_address_is_changed_by_administrators_alone_and_must_be_one",
                ],
            ),
        ],
    ),
    (
        "Workgroups",
        &[
            (
                "GET /workgroups lists workgroups.",
                &["api/fields::a_workgroup_has_every_field_and_counts_the_pending_members_too"],
            ),
            (
                "POST /workgroups asks for name and is_visible, takes description and metadata, and answers 201.",
                &[
                    "api/workgroups::a_body_that_does_not_fit_changes_nothing_and_names_the_field",
                    "api/workgroups::the_creator_owns_a_new_workgroup_with_full_access",
                ],
            ),
            (
                "The creator owns the new workgroup and is an active member; its role is Full Access.",
                &["api/workgroups::the_creator_owns_a_new_workgroup_with_full_access"],
            ),
            (
                "GET /workgroups/{workgroup_id} answers one.",
                &["api/workgroups::a_hidden_workgroup_exists_for_members_and_administrators_alone"],
            ),
            (
                "PATCH /workgroups/{workgroup_id} changes the given fields alone.",
                &["api/workgroups::a_patch_changes_the_given_fields_alone"],
            ),
            (
                "GET /workgroups/{workgroup_id}/shares lists the shares.",
                &["api/workgroups::members_see_what_is_shared_and_others_do_not"],
            ),
        ],
    ),
    (
        "Operations named in the usage flows",
        &[
            ("GET /surveys lists up to 1000 surveys on a page.", &["api/lists::a_page_holds_1000_resources_at_most"]),
            (
                "GET /surveys/{id}/details answers the design with the ids and values of questions and options.",
                &[
                    "api/surveys::details_hold_every_kind_of_question_in_order",
                    "api/demo::the_reference_survey_has_every_kind_and_each_kind_that_can_is_answered",
                ],
            ),
            (
                "GET /surveys/{id}/responses/bulk answers the ids of what was chosen.",
                &["api/demo::the_reference_survey_has_every_kind_and_each_kind_that_can_is_answered"],
            ),
            (
                "links.next leads through every response.",
                &["api/responses::links_of_bulk_pages_reach_every_response_once"],
            ),
            (
                "GET and POST /surveys/{id}/collectors list and create collectors, e-mail ones among them.",
                &[
                    "api/collectors::a_list_is_small_and_include_adds_to_it",
                    "api/collectors::other_kinds_have_no_address_and_an_email_collector_is_new_until_it_sends",
                ],
            ),
            (
                "POST /collectors/{id}/messages creates a message.",
                &["api/messages::a_message_has_defaults_and_is_not_sent"],
            ),
            (
                "POST .../recipients/bulk adds recipients.",
                &["api/recipients::bulk_is_answered_with_200_and_six_arrays_whatever_happens"],
            ),
            ("POST .../send sends the message.", &["api/messages::sending_goes_from_not_sent_over_processing_to_sent"]),
            (
                "Flow A exports a survey: its design, its responses page by page, joined into rows.",
                &[
                    "e2e/console::a_person_signs_in_exports_a_survey_and_saves_the_joined_table",
                    "edge/flow::the_flow_by_curl_alone_does_what_its_page_says",
                ],
            ),
            (
                "Flow B sends an invitation: collector, message, recipients, and away.",
                &[
                    "api/messages::sending_goes_from_not_sent_over_processing_to_sent",
                    "edge/sandbox::mail_is_found_in_the_outbox",
                ],
            ),
        ],
    ),
    (
        "Legacy operation",
        &[
            (
                "It takes the api_key of the token's app, the bearer header and a JSON body.",
                &[
                    "api/legacy::the_key_of_the_address_must_be_that_of_the_tokens_app",
                    "edge/service::the_legacy_list_answers_200_whatever_happens",
                    "gateway/proxy::the_legacy_operation_is_asked_with_the_apps_key_whatever_the_page_says",
                    "api/legacy::each_way_to_fail_has_its_status",
                ],
            ),
            (
                "survey_id is needed; every other field has its default.",
                &[
                    "api/legacy::each_way_to_fail_has_its_status",
                    "api/legacy::only_the_id_comes_unless_more_fields_are_asked_for",
                ],
            ),
            ("collector_id narrows the list.", &["api/legacy::a_collector_narrows_the_list_and_must_be_of_the_survey"]),
            (
                "page and page_size choose the page; 1 and 1000 if not given.",
                &[
                    "api/legacy::pages_follow_one_another_without_a_gap",
                    "api/legacy::only_the_id_comes_unless_more_fields_are_asked_for",
                ],
            ),
            (
                "Dates bound creation and change: from on, and strictly before.",
                &["api/legacy::starts_are_inclusive_and_ends_are_not"],
            ),
            (
                "order_by and order_asc sort; by respondent_id, descending, if not given.",
                &["api/legacy::the_newest_id_comes_first_unless_another_order_is_asked_for"],
            ),
            (
                "fields adds the named fields; respondent_id is always there.",
                &["api/legacy::every_field_can_be_asked_for"],
            ),
            ("Dates are written with a space and mean UTC.", &["api/legacy::every_field_can_be_asked_for"]),
            ("status is a number on every answer.", &["api/legacy::each_way_to_fail_has_its_status"]),
            (
                "Basic users get the first 100 respondents and upgrade_info.",
                &["api/legacy::a_free_account_sees_the_first_100_and_is_told_so"],
            ),
            (
                "A survey with more than 500,000 respondents is not returned.",
                &["api/legacy::a_survey_of_more_than_half_a_million_respondents_is_not_returned"],
            ),
            (
                "The answer has page, page_size and the respondents of that page.",
                &["api/legacy::pages_follow_one_another_without_a_gap"],
            ),
        ],
    ),
    (
        "Public content interface",
        &[
            (
                "A page asked for without its slash is found.",
                &[
                    "gateway/content::a_page_asked_for_without_its_slash_is_a_redirect_that_keeps_the_query",
                    "edge/content::a_page_asked_for_without_its_slash_is_found",
                ],
            ),
            (
                "GET /sign-up/ is the page that registers an account, free or paid.",
                &[
                    "generated/pages::the_sign_up_page_is_fresh",
                    "api/accounts/sign_up::every_plan_can_be_signed_up_for_and_those_for_teams_make_one",
                    "edge/content::s41_every_page_has_the_security_headers",
                ],
            ),
            (
                "GET /signup.md tells a program the address, the method and the signals of intent, as plain text.",
                &[
                    "generated/content::signup_md_tells_the_address_the_method_and_the_signals_of_intent",
                    "edge/content::s42_markdown_is_plain_text",
                ],
            ),
            (
                "GET /pricing/ lists the six plans with features and limits.",
                &[
                    "generated/pages::the_pricing_page_lists_the_six_plans",
                    "edge/content::s41_every_page_has_the_security_headers",
                ],
            ),
            (
                "GET /pricing.md is the same as plain text.",
                &[
                    "generated/content::every_tier_scope_and_limit_is_in_pricing_md",
                    "edge/content::s42_markdown_is_plain_text",
                ],
            ),
            ("Only GET is answered.", &["edge/content::files_are_read_only"]),
        ],
    ),
    (
        "Authentication",
        &[
            (
                "The header is bearer, one space and the token.",
                &[
                    "contract::no_token_is_answered_with_1010",
                    "src/wire/bearer::the_scheme_is_read_in_any_case_and_with_any_spacing",
                ],
            ),
            (
                "A private app may use the token of its registration for its own account.",
                &["api/accounts/apps::a_private_app_needs_direct_api_access_and_is_for_the_team"],
            ),
            (
                "A token is for one account and one app.",
                &[
                    "api/oauth/exchange::an_account_that_authorizes_an_app_again_gets_the_same_token",
                    "api/demo::every_token_reaches_its_team_or_fails_as_its_note_says",
                    "contract::a_genuine_token_that_no_account_knows_is_answered_with_1011",
                    "api/oauth/exchange::a_code_is_bound_to_its_app_and_redirect_address",
                ],
            ),
            (
                "The authorization page names the app, signs the person in and asks for the required scopes.",
                &["api/oauth/consent::a_person_signs_in_consents_and_the_app_gets_a_token"],
            ),
            (
                "redirect_uri, client_id and response_type=code are needed.",
                &[
                    "api/oauth/asked::an_unregistered_redirect_address_gets_a_page_and_no_redirect",
                    "api/oauth/asked::an_unknown_app_gets_a_page",
                    "api/oauth/asked::s83_a_wrong_response_type_is_told_to_the_person_and_redirects_nobody",
                ],
            ),
            (
                "state comes back unchanged, and not at all if none was sent.",
                &[
                    "api/oauth/asked::the_state_comes_back_unchanged",
                    "api/oauth/asked::no_state_comes_back_if_none_was_sent",
                ],
            ),
            (
                "An authorised person is redirected with a code, by 302.",
                &["api/oauth/consent::a_person_signs_in_consents_and_the_app_gets_a_token"],
            ),
            (
                "A denial is redirected with access_denied and a description, and cannot become a permission.",
                &[
                    "api/oauth/consent::a_no_goes_back_to_the_app",
                    "api/oauth/consent::a_ticket_that_was_denied_cannot_be_allowed_and_one_that_was_allowed_cannot_be_denied",
                ],
            ),
            ("A code lives five minutes.", &["api/oauth/exchange::a_code_is_good_for_five_minutes"]),
            (
                "The exchange is a form of five fields; its grant_type is authorization_code.",
                &["api/oauth/exchange::a_token_request_is_a_form_with_five_fields"],
            ),
            (
                "The answer has access_token and the region's access_url.",
                &[
                    "api/oauth/consent::a_person_signs_in_consents_and_the_app_gets_a_token",
                    "api/oauth/exchange::the_answer_names_the_region_of_the_account",
                ],
            ),
            (
                "A call to the wrong region is 1018.",
                &["contract::a_token_of_another_region_is_answered_with_1018_and_told_the_right_one"],
            ),
            (
                "A person can revoke an app on the account page; the next call is told status 1 and errmsg.",
                &["api/accounts/linked::an_app_that_is_removed_gets_the_revoked_answer_at_its_next_call"],
            ),
            (
                "Public content needs no authentication.",
                &["edge/content::s41_every_page_has_the_security_headers", "edge/content::s42_markdown_is_plain_text"],
            ),
            (
                "Who authorizes an app again gets the same token, as long as the grant stands; a narrower authorization narrows it for all sessions, which the pages say before it happens.",
                &[
                    "api/oauth/consent::the_page_says_that_a_scope_left_out_is_withdrawn_everywhere_and_so_it_is",
                    "edge/scopes::a_sign_in_that_leaves_a_scope_out_withdraws_it_from_the_accounts_other_sessions_as_the_page_says_before",
                    "e2e/console::a_person_reads_before_the_sign_in_that_permissions_belong_to_the_account",
                    "api/oauth/exchange::an_account_that_authorizes_an_app_again_gets_the_same_token",
                    "api/accounts/apps::oauth_gives_whoever_registered_the_app_the_token_for_the_own_account",
                ],
            ),
        ],
    ),
    (
        "Scopes",
        &[
            (
                "The 23 scopes have their names, and each its rule of a paid plan.",
                &[
                    "api/fields::a_free_account_can_grant_eleven_scopes_and_a_paid_one_all_twenty_three",
                    "contract::a_paid_operation_on_the_free_plan_is_answered_with_1015_and_no_other_is",
                ],
            ),
            (
                "Each scope of an app is required, optional or not required.",
                &[
                    "api/oauth/consent::an_optional_scope_that_the_plan_lacks_cannot_be_chosen",
                    "api/accounts/apps::a_registered_app_is_a_draft_with_a_token_for_its_own_account",
                ],
            ),
            (
                "Every required scope must be approved and on offer, or OAuth fails.",
                &[
                    "api/oauth/consent::a_required_scope_that_the_plan_lacks_leads_to_an_upgrade",
                    "api/oauth/consent::what_has_changed_since_the_page_was_shown_is_not_granted",
                ],
            ),
            (
                "An account without the plan for it is asked to upgrade.",
                &["api/oauth/consent::a_required_scope_that_the_plan_lacks_leads_to_an_upgrade"],
            ),
            (
                "Writing responses and surveys needs approval in a public app.",
                &[
                    "api/oauth/consent::a_public_app_does_not_ask_for_a_scope_that_was_not_approved",
                    "api/oauth/consent::a_draft_or_private_app_needs_no_approval",
                ],
            ),
            (
                "Every answer tells the scopes on offer and those granted.",
                &[
                    "contract::every_answer_after_the_quota_has_six_integer_headers_and_the_two_of_the_scopes",
                    "contract::the_scope_headers_tell_what_is_granted_and_what_the_plan_offers",
                ],
            ),
            ("A scope that was not granted is 1014.", &["contract::a_missing_scope_is_answered_with_1014_and_named"]),
            (
                "A paid scope on a free plan is 1015, and no other is.",
                &["contract::a_paid_operation_on_the_free_plan_is_answered_with_1015_and_no_other_is"],
            ),
            (
                "collectors_write needs a paid plan but for web links.",
                &["api/collectors::kinds_other_than_web_links_need_a_paid_plan"],
            ),
            (
                "surveys_read shows shared surveys too.",
                &["api/surveys::shared_surveys_are_seen_through_a_workgroup_and_others_do_not_exist"],
            ),
        ],
    ),
    (
        "Errors",
        &[
            (
                "An error has docs, message, id, name and http_status_code.",
                &["contract::every_error_is_json_with_the_five_fields"],
            ),
            (
                "docs leads to the documentation of the error and opens without a token: a page with cause and remedy, or JSON.",
                &[
                    "api/errors::the_docs_of_an_error_lead_to_its_row",
                    "api/errors::the_docs_of_an_error_open_without_a_token_as_a_page_with_cause_and_remedy_and_as_json",
                    "api/errors::the_docs_of_no_error_are_a_page_that_says_so_and_all_else_needs_a_token",
                    "api/errors::every_error_says_why_it_happens_and_what_helps",
                    "src/service/api/documentation::a_page_is_for_those_who_name_it_first",
                ],
            ),
            (
                "A body that is no JSON is 1001, one of the wrong shape 1002.",
                &[
                    "contract::a_body_that_is_no_json_is_answered_with_1001",
                    "contract::a_body_of_the_wrong_shape_is_answered_with_1002_and_the_field_is_named",
                ],
            ),
            (
                "A parameter that cannot be read is 1003, headers that forbid JSON 1004.",
                &[
                    "contract::a_query_of_the_wrong_kind_is_answered_with_1003_and_named",
                    "contract::headers_that_forbid_json_are_answered_with_1004",
                ],
            ),
            (
                "A feature that the plan lacks is 1005, a limit that the plan sets 1017.",
                &[
                    "api/collectors::a_thank_you_of_ones_own_is_a_feature_of_paid_plans",
                    "api/collectors::a_plan_has_room_for_so_many_collectors_of_a_survey",
                ],
            ),
            (
                "No token is 1010, one that is not valid 1011, one that has ended 1012, one without grants 1057.",
                &[
                    "contract::no_token_is_answered_with_1010",
                    "contract::a_token_that_the_service_did_not_make_is_answered_with_1011",
                    "api/users::a_token_that_has_ended_is_answered_with_1012",
                    "contract::a_token_without_grants_is_answered_with_1057",
                ],
            ),
            (
                "A user without the permission for a resource is told 1016.",
                &[
                    "api/surveys::who_sees_a_survey_may_change_it_only_with_the_privilege_and_delete_it_never",
                    "api/responses::answers_are_read_by_those_who_may_analyze_alone",
                ],
            ),
            ("What is not there is 1020.", &["contract::a_resource_that_does_not_exist_is_answered_with_1020"]),
            (
                "A conflict with the settings of a resource is 1025, what exists already 1026.",
                &[
                    "api/collectors::a_collector_closes_by_itself_on_its_date",
                    "api/workgroups::the_owner_of_a_survey_shares_it_once_and_the_members_see_it",
                ],
            ),
            (
                "A deleted user is 1052 as long as the account can be restored, then 1053.",
                &[
                    "api/users::a_deleted_users_token_is_answered_with_1052_for_30_days_and_then_with_1053",
                    "api/accounts/purge::thirty_days_after_its_deletion_nothing_of_an_account_is_left",
                    "api/accounts/profile::a_deleted_account_can_be_restored_for_30_days",
                ],
            ),
            (
                "Too many recipients are 1056, none 1059, an address that is not verified 1058.",
                &[
                    "api/recipients::a_message_has_room_for_so_many_recipients",
                    "api/messages::a_message_needs_a_recipient_and_a_verified_sender",
                    "api/messages::invitations_come_from_a_verified_address_of_the_team",
                ],
            ),
            (
                "A mail that cannot hold the question it should is not saved: 1060.",
                &["api/messages::a_mail_cannot_hold_the_first_question_of_a_survey_that_asks_nothing"],
            ),
            (
                "Another method is 1061, a limit of a resource 1062, a disabled app 1063.",
                &[
                    "contract::another_method_is_answered_with_1061_and_a_list_of_those_that_work",
                    "api/contacts::the_contacts_of_a_day_are_limited_by_plan",
                    "contract::a_disabled_app_is_answered_with_1063_and_told_where_it_stands",
                ],
            ),
            (
                "The table of all codes can be read.",
                &["api/errors::every_row_of_the_table_is_listed_and_can_be_asked_for"],
            ),
            (
                "A survey of more than 1000 questions is 413.",
                &["api/surveys::a_survey_of_more_than_1000_questions_is_answered_with_413_and_can_be_cut_down"],
            ),
            (
                "A revoked token's body has status 1 and errmsg.",
                &["contract::a_revoked_token_is_answered_with_status_1_and_a_message"],
            ),
            (
                "What cannot be done with the input is 1000 and names it.",
                &[
                    "api/questions/rules::validation_fits_the_question_and_its_limits_fit_each_other",
                    "api/pages::bad_fields_of_a_page_are_named_and_change_nothing",
                ],
            ),
            (
                "What the service fails at is 1050; that it or another server cannot be reached is 1051, 1054 and 1055.",
                &[
                    "api/errors::what_the_service_fails_at_is_answered_with_1050_and_tells_no_cause",
                    "edge/errors::error_1050_over_http_is_what_a_damaged_store_gives",
                    "edge/errors::errors_1051_1054_and_1055_over_http_are_the_services_own_by_a_fault",
                ],
            ),
            ("Every row of the table is met by a client.", &["edge/errors::every_row_of_the_table_is_provoked"]),
        ],
    ),
    (
        "Limits",
        &[
            (
                "Draft and private apps have 120 requests a minute and 500 a day.",
                &[
                    "api/quota::the_headers_count_down_and_tell_when_the_windows_begin_anew",
                    "api/quota::a_day_that_is_used_up_is_a_violation_like_a_minute",
                ],
            ),
            ("The day begins at midnight GMT.", &["api/quota::the_day_begins_anew_at_midnight_gmt"]),
            (
                "Three violations of up to 150 % within 30 days are let through, then the limit is the limit.",
                &[
                    "api/quota::three_violations_are_tolerated_up_to_150_percent_and_the_fourth_is_not",
                    "api/quota::the_ledger_agrees_with_the_model",
                ],
            ),
            ("Public apps are not limited.", &["api/quota::a_public_app_has_no_limit_and_nothing_is_counted_for_it"]),
            (
                "A page has 1000 resources at most unless said otherwise.",
                &["api/lists::a_page_holds_1000_resources_at_most"],
            ),
            (
                "A page of bulk responses has 8 MB at most; a larger one is 413 and names a per_page that fits.",
                &[
                    "api/responses/bulk::a_bulk_page_of_more_than_8_mb_is_answered_with_413_and_names_a_page_that_fits",
                    "api/responses/bulk::a_bulk_page_of_one_response_is_served_whatever_its_size",
                    "api/responses/bulk::whoever_follows_the_named_pages_misses_and_repeats_nothing",
                ],
            ),
            (
                "Higher limits are asked for by an app's owner, answered by a review and take effect.",
                &[
                    "api/accounts/review::higher_limits_are_asked_for_on_the_apps_page_granted_by_a_review_and_take_effect",
                    "api/accounts/review::higher_limits_that_are_declined_change_nothing_and_the_owner_is_told_why",
                    "api/accounts/review::an_app_has_one_open_request_for_limits_and_every_request_has_numbers_and_a_reason",
                ],
            ),
            (
                "A survey has 1000 questions at most.",
                &["api/surveys::a_survey_of_more_than_1000_questions_is_answered_with_413_and_can_be_cut_down"],
            ),
            (
                "A question has at most 2,500 cells, which are rows times choices, a page 5,000 and a survey 20,000; more is 1062.",
                &[
                    "api/cells::s73_a_question_has_no_more_cells_than_it_may_however_it_is_written",
                    "api/cells::s73_a_page_and_a_survey_have_no_more_cells_than_they_may_however_they_are_written",
                ],
            ),
            (
                "A code lives five minutes, a draft 90 days.",
                &[
                    "api/oauth/exchange::a_code_is_good_for_five_minutes",
                    "api/quota::a_draft_app_is_refused_after_90_days",
                ],
            ),
            (
                "How a request for more is reviewed is told.",
                &["generated/content::every_tier_scope_and_limit_is_in_pricing_md"],
            ),
            (
                "Six headers tell limit, what remains and the seconds until the reset, of day and minute.",
                &[
                    "contract::every_answer_after_the_quota_has_six_integer_headers_and_the_two_of_the_scopes",
                    "api/quota::the_headers_count_down_and_tell_when_the_windows_begin_anew",
                ],
            ),
            (
                "Beyond the limit the answer is 1040.",
                &["contract::an_app_over_its_quota_is_answered_with_1040_by_every_operation"],
            ),
            (
                "Contacts and invitations have limits of their own.",
                &[
                    "api/contacts::the_contacts_of_a_day_are_limited_by_plan",
                    "api/messages::a_plan_allows_so_many_recipients_a_day",
                ],
            ),
        ],
    ),
    (
        "Versioning",
        &[
            (
                "The API is below /v3, the legacy operation below /v2.",
                &["tables::every_path_begins_with_v3", "api/legacy::every_other_legacy_operation_is_closed"],
            ),
            (
                "The public content interface is described as version 1.0.0.",
                &["generated/openapi::the_document_declares_version_1_0_0"],
            ),
        ],
    ),
    (
        "Beyond: general rules",
        &[
            (
                "Ids are strings in every answer, but numbers in the record of activities.",
                &[
                    "api/fields::ids_are_strings_in_every_answer_but_the_record_of_activities",
                    "api/groups::an_activity_says_who_did_what_in_html",
                ],
            ),
            (
                "HEAD is answered as GET without a body, OPTIONS lists the methods of a path.",
                &[
                    "contract::head_is_answered_as_get_without_a_body",
                    "contract::options_lists_the_methods_of_a_path_without_a_token",
                ],
            ),
            (
                "links has next and last only before the end, prev and first only after page 1; page comes before per_page.",
                &["api/lists::links_lead_forward_and_back_from_page_to_page"],
            ),
            (
                "Filters survive in links.",
                &[
                    "api/lists::other_parameters_survive_in_links_and_a_stray_key_does_not",
                    "api/responses::filters_narrow_the_list_and_survive_in_links",
                ],
            ),
            (
                "A page that is asked for too large is cut down to 1000.",
                &["api/lists::a_page_holds_1000_resources_at_most"],
            ),
            ("sort_order is taken in any case.", &["api/tolerances::the_order_of_a_list_may_be_written_in_any_case"]),
            (
                "Dates are taken with T or space, fraction, Z, offset or none.",
                &[
                    "api/tolerances::a_date_in_a_query_may_have_any_form",
                    "src/wire/dates::every_form_that_clients_send_is_read",
                ],
            ),
            (
                "Surveys have dates without offset and to the minute, most others with it, webhooks microseconds.",
                &["api/fields::each_resource_writes_dates_in_its_own_dialect"],
            ),
            (
                "Date filters take in their start and leave out their end.",
                &[
                    "api/surveys::dates_bound_the_list_and_nonsense_is_refused",
                    "api/collectors::a_list_is_searched_bounded_and_sorted",
                ],
            ),
            (
                "PATCH changes what it names, PUT sends the rest back to its defaults.",
                &[
                    "api/surveys::a_patch_changes_what_is_given_and_a_put_resets_the_rest",
                    "api/pages::a_patch_of_a_page_keeps_what_it_leaves_out_and_a_put_empties_it",
                    "api/questions/changes::a_patch_keeps_what_it_leaves_out_and_a_put_resets_it",
                    "api/collectors::a_patch_changes_what_it_names_and_a_put_brings_the_defaults_back",
                    "api/messages::a_patch_changes_what_it_names_and_a_put_brings_the_defaults_back",
                    "api/contacts::a_patch_changes_what_it_names_and_a_put_replaces_all",
                    "api/responses/change::a_put_replaces_the_answers_and_one_without_pages_erases_them",
                ],
            ),
            (
                "POST is answered with 201, but a folder with 200.",
                &[
                    "api/folders::a_new_folder_is_answered_with_200_and_listed_last",
                    "api/surveys::a_blank_survey_has_its_defaults_and_one_empty_page",
                    "tables::reads_take_no_body_and_paged_lists_take_a_page",
                ],
            ),
            (
                "DELETE is answered with 200 and what was deleted.",
                &[
                    "api/surveys::a_deleted_survey_is_returned_once_and_takes_everything_with_it",
                    "api/responses/change::a_deleted_response_is_returned_and_gone_and_counted_no_more",
                    "api/workgroups::a_deleted_workgroup_takes_its_members_and_shares_with_it",
                    "api/collectors::with_a_collector_go_its_responses_and_the_survey_counts_fewer",
                ],
            ),
            (
                "What is somebody else's does not exist: 404, neither 403 nor 500.",
                &[
                    "api/groups::another_team_does_not_exist_for_the_caller",
                    "api/responses::another_teams_responses_do_not_exist",
                    "api/contacts::contacts_belong_to_one_user",
                ],
            ),
            ("No GET needs a body.", &["tables::reads_take_no_body_and_paged_lists_take_a_page"]),
            (
                "Lists in a query are written with commas.",
                &[
                    "api/responses::filters_narrow_the_list_and_survive_in_links",
                    "api/users::shared_resources_are_picked_by_id_together_with_their_type",
                ],
            ),
            (
                "The body of 1040 is a plain error and the six headers are there.",
                &["contract::an_app_over_its_quota_is_answered_with_1040_by_every_operation"],
            ),
            (
                "The six headers are on refusals too, and a refused call costs nothing.",
                &[
                    "contract::every_answer_after_the_quota_has_six_integer_headers_and_the_two_of_the_scopes",
                    "api/quota::a_refused_call_costs_nothing",
                ],
            ),
        ],
    ),
    (
        "Beyond: operations and scopes",
        &[
            (
                "Every operation asks for its own scope, and no other.",
                &[
                    "contract::a_missing_scope_is_answered_with_1014_and_named",
                    "contract::the_row_s_scope_alone_is_enough",
                ],
            ),
            (
                "Every operation is in the published description.",
                &["generated/openapi::every_operation_is_described_once", "generated/openapi::openapi_json_is_fresh"],
            ),
            (
                "The record of activities is for administrators of the team.",
                &["api/groups::activities_are_for_administrators_of_the_team"],
            ),
            (
                "DELETE /collectors/{id}/responses empties one collector.",
                &[
                    "api/responses/change::a_collector_is_emptied_at_once_and_no_other",
                    "api/take/respondent::recipients_of_an_anonymous_collector_that_was_emptied_begin_anew",
                ],
            ),
            (
                "GET /responses/{id} is an alias of the survey's response.",
                &["api/responses::a_response_is_found_through_its_survey_its_collector_and_the_old_address"],
            ),
            (
                "Benchmarks are for private apps of accounts with direct API access.",
                &["api/benchmarks::benchmarks_are_for_private_apps_of_accounts_with_direct_api_access"],
            ),
        ],
    ),
    (
        "Beyond: surveys and pages",
        &[
            (
                "An item of the list is id, title, nickname and href; include adds the rest.",
                &["api/surveys::an_item_is_small_and_include_adds_to_it"],
            ),
            (
                "The list is sorted, searched by title, bounded by change, and picked by folder.",
                &[
                    "api/surveys::a_list_is_sorted_and_searched_as_asked",
                    "api/surveys::dates_bound_the_list_and_nonsense_is_refused",
                    "api/folders::a_folder_counts_its_surveys_and_the_list_of_surveys_shows_them",
                ],
            ),
            (
                "include also picks what is owned, shared with the user or shared by the user.",
                &["api/surveys::shared_surveys_are_seen_through_a_workgroup_and_others_do_not_exist"],
            ),
            (
                "A blank survey is called New Survey, is English, and has one empty page.",
                &["api/surveys::a_blank_survey_has_its_defaults_and_one_empty_page"],
            ),
            (
                "A survey is made whole from pages and questions.",
                &["api/surveys::a_survey_is_made_whole_and_written_as_it_was_read"],
            ),
            (
                "A survey is copied from another one or from a template.",
                &[
                    "api/surveys::a_copy_has_the_design_without_what_was_deleted_and_ids_of_its_own",
                    "api/surveys::a_survey_is_made_from_every_template_that_the_plan_includes",
                ],
            ),
            (
                "folder_id is 0 where there is no folder, category empty, template_id null.",
                &["api/surveys::a_blank_survey_has_its_defaults_and_one_empty_page"],
            ),
            (
                "quiz_options is there in a quiz and its ranges do not overlap.",
                &[
                    "api/surveys::a_patch_changes_what_is_given_and_a_put_resets_the_rest",
                    "api/surveys::bad_fields_of_a_survey_are_named_and_make_nothing",
                ],
            ),
            (
                "A page in a list has five fields, alone also question_count, and places count from 1.",
                &["api/pages::a_page_is_added_at_the_end_or_where_it_is_wanted"],
            ),
            (
                "preview leads to the survey for whoever may see it, and what is answered there counts nowhere.",
                &[
                    "api/take/preview::a_preview_has_every_page_and_question_and_is_checked_like_the_survey",
                    "api/take/preview::a_preview_is_found_by_its_mode_and_counts_nowhere",
                    "api/take/preview::a_preview_can_be_taken_again_and_though_every_collector_is_closed",
                    "api/take/preview::nobody_can_make_the_address_of_a_preview",
                    "api/take/preview::lists_name_the_same_preview_as_the_survey",
                ],
            ),
            (
                "question_count, response_count and every other count are true after any writes.",
                &["api/sequences/mod::every_count_is_true_after_any_sequence_of_writes"],
            ),
        ],
    ),
    (
        "Beyond: questions",
        &[
            (
                "An item of the list is id, heading, position and href alone.",
                &["api/questions::every_kind_is_made_read_back_and_written_again_as_it_was_read"],
            ),
            (
                "All 25 kinds of family and subtype are made and read back.",
                &[
                    "api/questions::every_kind_is_made_read_back_and_written_again_as_it_was_read",
                    "api/demo::the_reference_survey_has_every_kind_and_each_kind_that_can_is_answered",
                ],
            ),
            (
                "layout, sorting, required and validation are null or objects, never truth values.",
                &[
                    "api/questions::every_kind_is_made_read_back_and_written_again_as_it_was_read",
                    "api/questions/rules::a_question_has_headings_and_a_family_that_has_its_subtype",
                ],
            ),
            (
                "answers is missing where a kind has no options.",
                &["api/questions::every_kind_is_made_read_back_and_written_again_as_it_was_read"],
            ),
            (
                "answers.other is written as an object or as an array, and read as an object.",
                &[
                    "api/questions::every_kind_is_made_read_back_and_written_again_as_it_was_read",
                    "src/wire/check/tests::what_requests_may_write_in_two_ways_answers_write_in_one",
                ],
            ),
            (
                "The percents of headings at random add up to 100.",
                &["api/questions/rules::a_question_has_headings_and_a_family_that_has_its_subtype"],
            ),
            (
                "required says all, at least, at most, exactly or a range, with an amount that there is.",
                &["api/questions/rules::required_says_how_much_within_what_there_is"],
            ),
            (
                "validation fits the kind of question, and its limits each other.",
                &["api/questions/rules::validation_fits_the_question_and_its_limits_fit_each_other"],
            ),
            (
                "validation.sum is an integer or null; sum_text is never null and may be sent empty.",
                &[
                    "api/questions/rules::the_text_about_a_sum_is_never_null_and_may_be_sent_empty",
                    "api/questions/rules::validation_fits_the_question_and_its_limits_fit_each_other",
                    "api/migrations::a_sum_that_an_older_program_stored_as_a_text_is_an_integer_and_what_is_said_of_it_a_text",
                ],
            ),
            (
                "Ratings and rankings weigh their choices; stars have no text but a weight.",
                &[
                    "api/questions::a_rating_weighs_its_choices_by_place_unless_told_otherwise",
                    "api/questions::the_four_displays_get_their_defaults",
                ],
            ),
            (
                "A ranking is made of rows, and the service makes the ranks.",
                &["api/questions::a_ranking_is_made_of_rows_and_the_service_adds_the_ranks"],
            ),
            (
                "A menu matrix has its choices inside its columns.",
                &["api/questions/rules::a_kind_takes_its_own_options_and_no_others"],
            ),
            (
                "A demographic question has rows with a type and required.",
                &["api/questions::a_demographic_question_without_rows_asks_for_every_detail"],
            ),
            (
                "Image choices, emoji, sliders and file uploads have display_options.",
                &[
                    "api/questions::the_four_displays_get_their_defaults",
                    "api/questions/rules::a_display_takes_its_own_settings_and_no_others",
                ],
            ),
            (
                "A question is made from the question bank with its modifiers, whose options are an array or an object.",
                &["api/questions::a_question_of_the_bank_is_copied_with_its_modifiers_and_what_the_caller_adds"],
            ),
            (
                "What answers may refer to stays in the design as not visible.",
                &[
                    "api/questions/changes::what_answers_may_refer_to_is_hidden_not_removed",
                    "api/pages::the_questions_of_a_deleted_page_go_with_it_unless_answers_may_refer_to_them",
                ],
            ),
            (
                "Points belong to quizzes and questions with choices.",
                &["api/questions/rules::points_are_given_in_a_quiz_by_questions_with_choices"],
            ),
            (
                "sorting by text, by chance or by how often options were picked is what respondents see.",
                &[
                    "api/take/saving::options_are_sorted_by_how_often_they_were_picked_and_counted_once_an_hour",
                    "api/take/saving::rows_are_sorted_by_how_often_they_were_answered",
                    "api/take/saving::options_in_random_order_stay_in_it_for_the_same_respondent",
                ],
            ),
        ],
    ),
    (
        "Beyond: responses",
        &[
            ("An item of the list is id and href alone.", &["api/responses::an_item_of_the_list_is_id_and_href_alone"]),
            (
                "Status, dates, names, address, custom value and time filter the list.",
                &[
                    "api/responses::filters_narrow_the_list_and_survive_in_links",
                    "api/take/mod::what_people_answer_is_found_by_the_filters_of_the_api",
                    "api/rollups::a_rollup_counts_what_bulk_gives_whatever_the_filter",
                ],
            ),
            (
                "collector_ids, page_ids, question_ids and simple pick and explain the answers.",
                &[
                    "api/responses::collectors_divide_the_responses_of_a_survey",
                    "api/responses::pages_and_questions_can_be_picked_and_answers_put_in_words",
                    "api/responses::details_give_the_pages_and_questions_that_are_asked_for_in_words_too",
                ],
            ),
            (
                "Answers come with bulk and details alone, which need the scope of details.",
                &[
                    "api/responses::a_response_is_found_through_its_survey_its_collector_and_the_old_address",
                    "contract::a_missing_scope_is_answered_with_1014_and_named",
                ],
            ),
            (
                "href keeps the path by which a response was fetched.",
                &[
                    "api/responses::a_response_is_found_through_its_survey_its_collector_and_the_old_address",
                    "api/responses::collectors_divide_the_responses_of_a_survey",
                ],
            ),
            (
                "A response has one of four statuses; new is none of them.",
                &[
                    "api/responses::filters_narrow_the_list_and_survive_in_links",
                    "api/responses/create::other_facts_that_are_wrong_are_named",
                ],
            ),
            (
                "recipient_id, names and address are empty strings where nobody is known.",
                &["api/fields::what_there_is_not_is_an_empty_string_or_zero_and_never_null"],
            ),
            (
                "Pages without answers are listed, questions without answers are not.",
                &[
                    "api/fields::what_there_is_not_is_an_empty_string_or_zero_and_never_null",
                    "api/responses/kinds::a_blank_text_is_no_answer",
                ],
            ),
            ("current_page_id is 0 when all is done.", &["api/responses::details_say_on_which_page_the_respondent_is"]),
            (
                "Each kind of question has its form of answer.",
                &[
                    "api/responses/kinds::what_respondents_of_every_kind_of_question_answered_can_be_written_and_is_read_back_alike",
                    "api/take/mod::a_survey_of_every_kind_is_taken_and_the_api_returns_what_was_answered",
                ],
            ),
            (
                "Dates in answers are in US order.",
                &[
                    "api/responses/kinds::dates_are_taken_as_they_are_meant_and_kept_in_us_order",
                    "api/responses/violations::dates_must_be_dates_in_us_order",
                ],
            ),
            (
                "Other takes the place of a choice or accompanies it.",
                &[
                    "api/responses/violations::other_is_a_choice_of_its_own_or_a_comment",
                    "api/responses/violations::a_comment_belongs_to_the_matrix_or_to_each_of_its_rows",
                ],
            ),
            (
                "What only shows something takes no answers.",
                &["api/responses/violations::questions_that_only_show_something_take_no_answers"],
            ),
            (
                "A heading at random is named by variable_id, which must be one of the question.",
                &[
                    "api/responses/violations::a_variant_of_the_heading_must_be_one_of_the_question",
                    "api/take/saving::the_heading_that_was_seen_is_named_and_stays_the_same",
                ],
            ),
            (
                "What is required must be answered, and texts must pass their validation.",
                &[
                    "api/responses/violations::what_is_required_must_be_answered_in_a_complete_response",
                    "api/responses/violations::texts_must_pass_their_validation",
                ],
            ),
            (
                "Quizzes add is_correct, score and quiz_results.",
                &["api/responses/quiz::points_add_up_over_right_partly_right_and_wrong_answers"],
            ),
            (
                "POST needs pages and takes variables, custom value, date, status, address and recipient.",
                &[
                    "api/responses/create::a_response_is_created_with_what_was_given_and_found_at_once",
                    "api/responses/violations::a_body_without_pages_is_refused",
                ],
            ),
            (
                "A PATCH that names a question without answers erases them, a PUT without pages all.",
                &[
                    "api/responses/change::a_question_that_a_patch_names_without_answers_loses_them",
                    "api/responses/change::a_put_replaces_the_answers_and_one_without_pages_erases_them",
                ],
            ),
            (
                "An anonymous collector keeps neither address nor, fully so, the recipient.",
                &[
                    "api/responses/create::an_anonymous_collector_keeps_nobody",
                    "api/take/respondent::an_anonymous_collector_keeps_nothing_of_who_responded",
                ],
            ),
        ],
    ),
    (
        "Beyond: collectors",
        &[
            (
                "An item of the list is small, and include adds to it.",
                &["api/collectors::a_list_is_small_and_include_adds_to_it"],
            ),
            (
                "The list is sorted, searched by name and bounded by creation.",
                &["api/collectors::a_list_is_searched_bounded_and_sorted"],
            ),
            (
                "A web link has its defaults and an address; an e-mail collector has none and is new until it sends.",
                &[
                    "api/collectors::a_web_link_has_defaults_and_an_address_that_the_service_made",
                    "api/collectors::other_kinds_have_no_address_and_an_email_collector_is_new_until_it_sends",
                ],
            ),
            (
                "thank_you_message and thank_you_page say the same.",
                &["api/collectors::a_thank_you_of_ones_own_is_a_feature_of_paid_plans"],
            ),
            (
                "A password is written and never read.",
                &[
                    "api/collectors::a_password_is_kept_as_a_hash_and_never_read",
                    "api/take/door::a_password_opens_the_survey",
                ],
            ),
            (
                "Popups alone have a size, colours and buttons, within their bounds.",
                &["api/collectors::what_does_not_fit_is_refused_and_named"],
            ),
            (
                "A collector is copied from another one.",
                &["api/collectors::a_copy_has_the_settings_of_the_original_and_nothing_else_of_it"],
            ),
            (
                "A collector closes on its date, at its limit, and by hand.",
                &[
                    "api/collectors::a_collector_closes_by_itself_on_its_date",
                    "api/collectors::a_collector_that_has_its_responses_is_closed",
                    "api/collectors::a_collector_is_opened_and_closed_and_new_cannot_be_asked_for",
                    "api/take/door::a_closed_collector_says_so_and_saves_nothing",
                ],
            ),
            (
                "A respondent who is disqualified is told so, or sent elsewhere.",
                &[
                    "api/take/ending::who_was_disqualified_is_told_so",
                    "api/take/ending::a_form_may_lead_to_where_the_disqualified_are_sent",
                ],
            ),
            (
                "custom_value is the c of the address, and custom_variables those that the survey names.",
                &["api/take/door::variables_of_the_survey_come_from_the_address_and_no_others"],
            ),
            (
                "edit_response_type, allow_multiple_responses and redirect_type are kept by the pages of a survey.",
                &[
                    "api/take/respondent::answers_that_may_never_be_changed_have_no_way_back",
                    "api/take/respondent::a_device_responds_often_where_the_collector_says_so",
                    "api/take/ending::a_respondent_is_sent_to_the_address_of_the_collector",
                    "api/take/ending::a_survey_in_a_loop_begins_anew",
                ],
            ),
            (
                "respondent_authentication opens the survey by a link that was sent to the respondent's address.",
                &[
                    "api/take/proof::a_survey_opens_by_a_link_that_was_sent_and_the_response_has_the_address",
                    "api/take/proof::looking_at_a_link_uses_nothing_up_and_following_it_works_once",
                    "api/take/proof::a_link_works_for_an_hour_and_for_its_collector_alone",
                    "api/take/proof::an_address_responds_once_on_whatever_device_and_goes_on_where_it_was",
                    "api/take/proof::a_recipient_gets_the_link_where_they_were_invited",
                    "api/take/proof::an_anonymous_response_does_not_tell_the_address",
                ],
            ),
            (
                "A survey is taken in the language that the respondent picks or the browser asks for.",
                &[
                    "api/take/speech::a_survey_speaks_the_first_language_that_the_browser_asks_for_and_it_has",
                    "api/take/speech::a_respondent_picks_another_language_and_keeps_it",
                    "api/take/speech::a_variant_takes_what_it_lacks_from_its_language",
                    "api/take/speech::the_words_around_a_survey_are_of_its_language_or_else_of_one_that_the_browser_asks_for",
                    "api/take/speech::what_is_wrong_and_what_comes_at_the_end_are_said_in_the_language_of_the_survey",
                ],
            ),
        ],
    ),
    (
        "Beyond: messages and recipients",
        &[
            (
                "A message has the documented defaults and begins as not_sent.",
                &["api/messages::a_message_has_defaults_and_is_not_sent"],
            ),
            (
                "A mail must contain the four placeholders, and HTML wins over text.",
                &[
                    "api/messages::a_mail_must_contain_the_four_placeholders_and_html_wins_over_text",
                    "api/messages::a_text_has_100_000_bytes_at_most_and_a_subject_500_characters",
                ],
            ),
            (
                "Reminders and thank-yous have their recipient_status, and find their recipients by it.",
                &[
                    "api/messages::reminders_and_thanks_go_to_those_who_came_so_far",
                    "api/messages::reminders_reach_those_who_were_invited_and_did_not_answer",
                ],
            ),
            (
                "embed_first_question puts the first question into the mail.",
                &["api/messages::the_first_question_stands_in_the_mail_if_asked"],
            ),
            (
                "A text message goes to a phone number and needs no placeholder.",
                &[
                    "api/messages::a_text_message_goes_to_a_phone_number_and_always_has_the_link",
                    "api/messages::each_kind_of_collector_has_its_kinds_of_messages",
                ],
            ),
            (
                "A message is copied, with its recipients if asked.",
                &["api/messages::a_copy_says_the_same_and_takes_the_recipients_along_if_asked"],
            ),
            (
                "send needs a recipient and a message that was not sent.",
                &[
                    "api/messages::a_message_needs_a_recipient_and_a_verified_sender",
                    "api/messages::what_was_sent_cannot_be_changed_nor_sent_again",
                    "api/messages::a_scheduled_message_waits_for_its_date_and_can_be_moved",
                ],
            ),
            (
                "sender_email may be named before it is verified; nothing is sent from an address that is not.",
                &[
                    "api/collectors::a_sender_may_be_named_before_the_address_is_verified",
                    "api/messages::invitations_come_from_a_verified_address_of_the_team",
                    "api/messages::a_message_whose_sender_is_not_verified_when_its_date_comes_is_not_sent_and_has_no_date_any_more",
                    "api/messages::a_sender_that_changes_while_a_message_is_sent_writes_to_nobody_under_an_address_that_is_not_verified",
                ],
            ),
            (
                "A message that is sent at once says is_scheduled with the date of now.",
                &["api/messages::sending_goes_from_not_sent_over_processing_to_sent"],
            ),
            (
                "A recipient is a contact or an address, and duplicates says what becomes of a second one.",
                &[
                    "api/recipients::a_recipient_is_an_address_or_a_contact",
                    "api/recipients::what_becomes_of_doubles_can_be_chosen",
                ],
            ),
            (
                "Bulk is 200 with six arrays even if every address was rejected.",
                &["api/recipients::bulk_is_answered_with_200_and_six_arrays_whatever_happens"],
            ),
            (
                "Custom fields of one contact in a call clear those of the others.",
                &["api/recipients::custom_fields_of_one_clear_those_of_the_others"],
            ),
            (
                "An item of the list is id, address and href; include adds to it.",
                &["api/recipients::an_item_of_a_list_is_small_and_include_adds_to_it"],
            ),
            (
                "A recipient has a link to the survey and one to opt out.",
                &[
                    "api/recipients::a_recipient_has_links_of_their_own",
                    "api/take/respondent::a_recipient_opts_out_by_a_button_or_by_the_mail_program",
                    "api/take/respondent::who_was_deleted_still_opts_out_by_the_link_in_the_mail",
                    "api/take/respondent::the_links_that_the_api_names_for_a_recipient_lead_here_and_it_tells_how_far_the_recipient_came",
                ],
            ),
            (
                "stats count responses and mails of a message and of a collector.",
                &["api/messages::stats_count_how_far_the_recipients_came"],
            ),
        ],
    ),
    (
        "Beyond: contacts",
        &[
            (
                "A contact needs both names and an e-mail address or a phone number.",
                &["api/contacts::a_contact_needs_both_names_and_an_email_address_or_a_phone_number"],
            ),
            (
                "Custom fields 1 to 6 come with bulk and single contacts, and have labels.",
                &[
                    "api/contacts::custom_fields_come_with_bulk_alone",
                    "api/contacts::the_six_fields_have_labels_that_their_user_can_change",
                ],
            ),
            (
                "Contacts are sorted, searched and picked by status.",
                &[
                    "api/contacts::contacts_are_sorted_and_searched_by_every_field",
                    "api/recipients::who_opts_out_or_bounces_is_marked_wherever_the_address_stands",
                ],
            ),
            (
                "Bulk tells what succeeded, what was invalid and what existed, and updates if told to.",
                &[
                    "api/contacts::bulk_tells_of_each_contact_what_became_of_it",
                    "api/contacts::bulk_updates_those_that_exist_if_it_is_told_to",
                ],
            ),
            (
                "A list is called New List, copied as Copy of ..., and merged into the list of the path.",
                &[
                    "api/contacts::a_list_is_made_renamed_replaced_and_deleted_without_its_contacts",
                    "api/contacts::a_copy_of_a_list_holds_its_contacts_and_a_merge_adds_those_of_another",
                ],
            ),
        ],
    ),
    (
        "Beyond: webhooks",
        &[
            (
                "An item of the list is id, name and href; one webhook has the rest.",
                &["api/webhooks::a_webhook_is_created_shown_listed_changed_replaced_and_deleted"],
            ),
            (
                "The address must answer HEAD with 200, and no two webhooks of an account share one.",
                &[
                    "api/webhooks::the_address_must_answer_head_with_200_and_a_refusal_writes_nothing",
                    "api/webhooks::no_two_webhooks_of_an_account_have_one_address",
                ],
            ),
            (
                "object_type and object_ids fit the event, and are left out for survey_created.",
                &["api/webhooks::what_a_webhook_names_must_fit_its_event"],
            ),
            (
                "A delivery is a POST with the documented body, the app's id, its signature and authorization.",
                &[
                    "api/webhooks::an_event_is_posted_with_the_documented_body_and_a_signature_of_the_app",
                    "edge/flow::the_flow_by_curl_alone_does_what_its_page_says",
                ],
            ),
            (
                "Responses, collectors, surveys and apps have their events.",
                &[
                    "api/responses/create::webhooks_hear_of_every_step_of_a_response",
                    "api/collectors::what_happens_to_a_collector_is_written_down",
                    "api/surveys::webhooks_are_told_when_a_survey_is_made_changed_and_deleted",
                    "api/accounts/linked::who_waits_for_it_is_told_that_an_app_is_gone",
                ],
            ),
            (
                "The response that an event names can be fetched at once.",
                &["edge/flow::the_flow_by_curl_alone_does_what_its_page_says"],
            ),
            (
                "What could not be delivered is sent again, with the same bytes.",
                &[
                    "api/webhooks::a_failed_delivery_is_repeated_with_the_same_bytes_and_longer_waits_until_it_is_given_up",
                ],
            ),
        ],
    ),
    (
        "Beyond: rollups and trends",
        &[
            (
                "A rollup counts answered, skipped, other and each option, under every filter.",
                &["api/rollups::a_rollup_counts_what_bulk_gives_whatever_the_filter"],
            ),
            (
                "stats are those of weights, places and numbers.",
                &["api/rollups::statistics_are_those_of_weights_places_and_numbers"],
            ),
            (
                "Trends divide a rollup by year to hour, and are empty for some kinds.",
                &["api/rollups::trends_divide_a_rollup_by_the_calendar"],
            ),
            (
                "Rollups and trends of more than 200,000 counts are 413.",
                &[
                    "api/cells::rollups_that_would_be_too_large_are_refused_as_trends_are",
                    "api/rollups::trends_that_would_be_too_large_are_refused",
                ],
            ),
            (
                "first_respondent and last_respondent bound a trend, in either spelling.",
                &["api/rollups::a_trend_counts_the_respondents_from_first_to_last"],
            ),
            (
                "Both are paged lists of a survey, a page or a question.",
                &[
                    "api/rollups::lists_are_paged_and_links_keep_the_filter",
                    "api/rollups::a_page_and_a_question_have_the_rollups_of_their_own",
                ],
            ),
        ],
    ),
    (
        "Beyond: library, folders, translations, question bank, benchmarks, errors",
        &[
            (
                "Categories and templates are picked by language and category.",
                &[
                    "api/library::categories_are_named_in_the_language_asked_for_else_in_that_of_the_account",
                    "api/library::templates_are_picked_by_category_and_language",
                ],
            ),
            (
                "Templates have their fields, available by plan; a team has its own.",
                &[
                    "api/library::templates_have_every_field_and_a_category_of_the_list",
                    "api/library::the_free_plan_sees_which_templates_it_does_not_include",
                    "api/library::the_templates_of_a_team_are_seen_in_it_alone",
                    "api/accounts/templates::a_survey_that_is_offered_is_a_template_for_the_whole_team",
                    "api/accounts/templates::only_a_survey_of_ones_own_is_offered_under_a_name",
                    "api/accounts/templates::the_owner_of_the_survey_and_administrators_take_a_template_back",
                    "api/accounts/templates::a_template_goes_with_its_survey",
                    "api/accounts/templates::the_preview_of_a_template_shows_its_questions_to_read",
                ],
            ),
            ("Survey languages have a code and both names.", &["api/library::the_languages_have_codes_and_both_names"]),
            (
                "Folders count their surveys and are changed and deleted.",
                &[
                    "api/folders::a_folder_counts_its_surveys_and_the_list_of_surveys_shows_them",
                    "api/folders::the_surveys_of_a_deleted_folder_stay_in_none",
                ],
            ),
            (
                "Translations count what is translated, inherited and stale.",
                &[
                    "api/languages::the_list_counts_what_is_translated_inherited_and_stale",
                    "api/languages::a_translation_is_stale_once_its_text_changes_and_fresh_once_it_is_translated_again",
                ],
            ),
            (
                "Writing a translation is answered with an empty body.",
                &["api/languages::a_translation_is_made_once_and_answered_without_a_body"],
            ),
            (
                "The question bank is searched by locale, words and custom.",
                &[
                    "api/question_bank::questions_are_american_unless_another_locale_is_asked_for",
                    "api/question_bank::a_search_finds_words_in_any_case_and_survives_in_links",
                    "api/question_bank::the_team_s_own_bank_is_separate",
                ],
            ),
            (
                "Bundles of benchmarks are picked by country and analyzed by question and percentile.",
                &[
                    "api/benchmarks::bundles_are_those_of_a_country",
                    "api/benchmarks::percentiles_take_the_data_points_between_them",
                ],
            ),
            (
                "Errors are listed with id, href and name.",
                &["api/errors::every_row_of_the_table_is_listed_and_can_be_asked_for"],
            ),
        ],
    ),
    (
        "Beyond: teams, roles, workgroups",
        &[
            (
                "Every member sees all of the team, a plain one the owner's address besides.",
                &["api/groups::every_member_sees_all_of_the_team_and_a_plain_one_the_owners_address_besides"],
            ),
            ("A user belongs to one team at most.", &["api/groups::a_user_belongs_to_one_team_at_most"]),
            ("The address of a member names the group.", &["api/fields::a_group_and_its_members_have_every_field"]),
            (
                "activity_msg and member_type are HTML; the limit is 50 if not given.",
                &[
                    "api/groups::an_activity_says_who_did_what_in_html",
                    "api/groups::activities_come_newest_first_in_an_envelope_of_their_own",
                ],
            ),
            (
                "A series is newest first; each of the 27 types has one.",
                &[
                    "api/groups::a_series_counts_steps_from_the_newest_and_empty_ones_between",
                    "api/groups::a_series_needs_an_interval_and_a_type_of_activity",
                ],
            ),
            (
                "A role has privileges and says whether it is the service's and enabled.",
                &["api/roles::the_roles_of_the_service_come_first_and_the_team_s_own_after"],
            ),
            (
                "Members and shares of a workgroup are added one by one and in bulk.",
                &[
                    "api/workgroups::everybody_who_sees_a_workgroup_sees_its_members",
                    "api/workgroups::users_are_added_together_or_not_at_all",
                    "api/workgroups::surveys_are_shared_together_or_not_at_all",
                ],
            ),
            (
                "An organization names the default role and who may create workgroups.",
                &["api/organizations::a_new_workgroup_gets_the_role_that_the_organization_names"],
            ),
        ],
    ),
    (
        "Beyond: OAuth and the legacy operation",
        &[
            (
                "A token request is taken without a Content-Type and with a stray api_key.",
                &["api/oauth/exchange::the_form_of_a_token_request_needs_no_content_type_and_a_stray_key_is_nothing"],
            ),
            (
                "The scheme is taken in any case and with spaces around it.",
                &["api/tolerances::the_scheme_may_be_written_in_any_case_and_padded"],
            ),
            (
                "scopes.granted has the raw names.",
                &["api/fields::a_free_account_can_grant_eleven_scopes_and_a_paid_one_all_twenty_three"],
            ),
            (
                "Every legacy answer is HTTP 200 with a status from 0 to 5.",
                &["api/legacy::each_way_to_fail_has_its_status"],
            ),
            (
                "The legacy operation has the older names of statuses and modes.",
                &["api/legacy::collection_modes_and_statuses_have_their_older_names"],
            ),
            ("Every other legacy operation answers status 3.", &["api/legacy::every_other_legacy_operation_is_closed"]),
        ],
    ),
    (
        "Beyond: the ten facts most easily got wrong",
        &[
            (
                "Items of lists are small, and include adds exactly what it names.",
                &[
                    "api/surveys::an_item_is_small_and_include_adds_to_it",
                    "api/responses::an_item_of_the_list_is_id_and_href_alone",
                    "api/questions::every_kind_is_made_read_back_and_written_again_as_it_was_read",
                ],
            ),
            (
                "Bulk needs the scope of details and a paid plan and carries answers.",
                &[
                    "api/lists::a_page_holds_1000_resources_at_most",
                    "contract::a_paid_operation_on_the_free_plan_is_answered_with_1015_and_no_other_is",
                    "api/responses::links_of_bulk_pages_reach_every_response_once",
                ],
            ),
            (
                "Answers are ids alone, in the form of their kind.",
                &[
                    "api/responses/kinds::what_respondents_of_every_kind_of_question_answered_can_be_written_and_is_read_back_alike",
                    "api/take/mod::a_survey_of_every_kind_is_taken_and_the_api_returns_what_was_answered",
                ],
            ),
            (
                "Ids are strings and large, some of 32 hexadecimal digits; what there is not is 0 or empty, not null.",
                &[
                    "api/fields::ids_of_workgroups_shares_and_roles_are_32_hexadecimal_digits_and_others_pass_2_to_the_31",
                    "api/fields::what_there_is_not_is_an_empty_string_or_zero_and_never_null",
                ],
            ),
            (
                "Dates have two dialects and more, and filters take every form.",
                &[
                    "api/fields::each_resource_writes_dates_in_its_own_dialect",
                    "api/tolerances::a_date_in_a_query_may_have_any_form",
                ],
            ),
            (
                "required, validation, sorting and layout are null or objects, answers may be missing, other is an object.",
                &["api/questions::every_kind_is_made_read_back_and_written_again_as_it_was_read"],
            ),
            (
                "Deleted choices and questions stay, texts repeat, and results are joined by id.",
                &[
                    "api/questions/changes::what_answers_may_refer_to_is_hidden_not_removed",
                    "api/demo::the_reference_responses_hold_what_is_hard_to_read",
                    "results/rules::choices_are_joined_by_id_and_repeated_texts_are_told_apart",
                    "results/join::a_table_loses_no_answer_and_invents_none",
                ],
            ),
            (
                "Links are absolute, keep filters, end on the last page and begin with /v3 at the root.",
                &[
                    "api/lists::links_lead_forward_and_back_from_page_to_page",
                    "api/fields::every_address_in_an_answer_is_absolute_and_leads_to_its_resource",
                ],
            ),
            (
                "Sending is scheduled even at once, goes over processing, and demands four placeholders.",
                &[
                    "api/messages::sending_goes_from_not_sent_over_processing_to_sent",
                    "api/messages::a_mail_must_contain_the_four_placeholders_and_html_wins_over_text",
                    "api/recipients::bulk_is_answered_with_200_and_six_arrays_whatever_happens",
                ],
            ),
            (
                "Webhooks demand an answer to HEAD and an address of their own, and are signed with HMAC-SHA1.",
                &[
                    "api/webhooks::the_address_must_answer_head_with_200_and_a_refusal_writes_nothing",
                    "api/webhooks::no_two_webhooks_of_an_account_have_one_address",
                    "api/webhooks::an_event_is_posted_with_the_documented_body_and_a_signature_of_the_app",
                ],
            ),
            (
                "Public apps show that they have no limit, error.id is a string, and a revoked token has another shape.",
                &[
                    "api/quota::a_public_app_has_no_limit_and_nothing_is_counted_for_it",
                    "contract::every_error_is_json_with_the_five_fields",
                    "contract::a_revoked_token_is_answered_with_status_1_and_a_message",
                ],
            ),
        ],
    ),
    (
        "Beyond: what a server for real clients must tolerate",
        &[
            (
                "Repeated slashes, one at the end, a bare question mark and an api_key change nothing.",
                &[
                    "api/tolerances::repeated_slashes_a_slash_at_the_end_a_bare_question_mark_and_an_old_key_are_nothing",
                    "src/wire/path::repeated_slashes_and_a_trailing_one_are_tolerated",
                ],
            ),
            (
                "GET /v3/responses/{id} is answered.",
                &["api/responses::a_response_is_found_through_its_survey_its_collector_and_the_old_address"],
            ),
            (
                "The first of a repeated parameter counts, an unknown one is passed over.",
                &["api/tolerances::the_first_of_a_repeated_parameter_counts_and_an_unknown_one_is_passed_over"],
            ),
            (
                "sort_order is taken in any case, true as true, True and 1.",
                &[
                    "api/tolerances::the_order_of_a_list_may_be_written_in_any_case",
                    "api/tolerances::a_truth_value_in_a_query_has_three_spellings",
                ],
            ),
            ("Every form of date is taken.", &["api/tolerances::a_date_in_a_query_may_have_any_form"]),
            (
                "bearer is taken in any case, and a Content-Type on a GET.",
                &[
                    "api/tolerances::the_scheme_may_be_written_in_any_case_and_padded",
                    "contract::headers_that_allow_json_in_any_form_pass",
                ],
            ),
            (
                "A token request is taken without a Content-Type.",
                &["api/oauth/exchange::the_form_of_a_token_request_needs_no_content_type_and_a_stray_key_is_nothing"],
            ),
            (
                "null for an optional field means absent.",
                &["api/tolerances::null_for_an_optional_field_is_as_good_as_leaving_it_out"],
            ),
            (
                "links and href are absolute, at the caller's origin, and lead somewhere.",
                &[
                    "api/fields::every_address_in_an_answer_is_absolute_and_leads_to_its_resource",
                    "edge/service::a_call_to_the_wrong_region_names_the_right_one",
                ],
            ),
            (
                "OPTIONS is a preflight that costs nothing, and the list of a path's methods.",
                &[
                    "api/tolerances::a_preflight_needs_no_token_and_costs_nothing",
                    "contract::options_lists_the_methods_of_a_path_without_a_token",
                ],
            ),
            (
                "Browsers may read the headers of quota and scopes.",
                &["api/tolerances::browsers_may_read_the_headers_of_quota_and_scopes"],
            ),
            (
                "The SDK keeps unknown keys, tells absent from null, and takes error.id as a number.",
                &[
                    "src/wire/check/tests::null_for_an_optional_field_and_unknown_fields_are_accepted",
                    "src/wire/fault/tests::the_id_of_an_error_may_be_a_string_or_a_number",
                    "src/wire/fault/tests::the_body_of_a_revoked_token_is_recognised_under_any_status",
                ],
            ),
        ],
    ),
    (
        "Ours: accounts and teams",
        &[
            (
                "A public app waits until a reviewer decides; a decision holds once, for what was looked at.",
                &[
                    "api/accounts/review::a_decision_holds_once",
                    "api/accounts/review::a_decision_says_what_it_is_and_a_declined_app_is_told_why",
                    "api/accounts/review::an_app_that_was_changed_meanwhile_is_looked_at_again",
                    "api/accounts/review::an_app_that_is_deleted_or_deployed_otherwise_waits_no_more",
                    "api/accounts/apps::a_scope_that_a_public_app_asks_for_later_is_approved_too",
                ],
            ),
            (
                "Administrators invite to a team, as long as it has seats, and withdraw invitations.",
                &[
                    "api/accounts/people::an_invitation_needs_an_address_a_seat_and_a_confirmed_sender",
                    "api/accounts/people::a_team_sends_100_invitations_a_day_at_most",
                    "api/accounts/people::an_invitation_that_is_withdrawn_leaves_nothing_and_its_number_is_not_given_away_again",
                    "api/accounts/people::a_pending_members_new_address_is_invited_and_the_old_link_works_no_more",
                ],
            ),
            (
                "Whoever is invited joins by a button behind the link, for 14 days, with a new account or the one they have.",
                &[
                    "api/accounts/join::the_link_leads_to_a_page_and_looking_at_it_changes_nothing",
                    "api/accounts/join::a_link_is_good_for_14_days",
                    "api/accounts/join::an_account_that_is_there_is_left_for_the_team_with_its_password",
                    "api/accounts/join::who_owns_a_team_with_others_in_it_does_not_leave_it",
                ],
            ),
            (
                "Who is removed from a team is gone at once, and the owner has the surveys.",
                &[
                    "api/accounts/people::a_member_who_is_removed_is_gone_and_the_owner_has_the_surveys",
                    "api/accounts/people::nobody_removes_the_owner_or_themselves_or_somebody_of_another_team",
                ],
            ),
            (
                "Thirty days after its deletion an account is purged, a bounded number of rows at a time, and no number is given away twice.",
                &[
                    "api/accounts/purge::thirty_days_after_its_deletion_nothing_of_an_account_is_left",
                    "api/accounts/purge::a_restored_account_is_not_purged",
                    "api/accounts/purge::somebody_of_a_team_takes_along_what_was_their_own_and_nothing_else",
                    "api/accounts/purge::a_step_of_the_purge_is_bounded_and_the_next_one_goes_on",
                    "api/accounts/purge::the_address_signs_up_anew_and_no_number_is_given_away_twice",
                ],
            ),
        ],
    ),
    (
        "Ours: the service itself",
        &[
            (
                "A payload that comes in several forms has exactly one of them, and a request that has none is refused.",
                &[
                    "api/forms::every_question_has_the_form_of_its_family_and_subtype",
                    "api/forms::every_collector_has_the_form_of_its_type",
                    "api/forms::every_message_has_the_form_of_its_type",
                    "api/forms::every_webhook_has_the_form_of_its_event",
                    "api/forms::responses_come_with_answers_where_the_table_of_forms_says_so",
                    "api/forms::what_no_form_of_a_request_has_is_refused",
                ],
            ),
            (
                "A message between places of another version of the program changes nothing and is answered with 503 and Retry-After.",
                &[
                    "src/service/actor/place::a_message_is_read_by_programs_with_its_format_alone",
                    "src/service/respond/failure::a_place_that_cannot_read_a_message_is_answered_for_with_503_and_retry_after",
                    "generated/format::the_format_of_messages_between_places_is_fresh",
                    "generated/format::the_format_tells_every_message_and_every_variant_apart",
                ],
            ),
            (
                "A store of an older program is brought up to date, one of a newer program left alone.",
                &[
                    "api/migrations::what_an_older_program_stored_is_read_and_changed_by_this_one",
                    "api/migrations::a_brought_up_store_has_the_tables_of_a_fresh_one",
                    "api/migrations::a_store_of_a_newer_program_is_left_alone",
                ],
            ),
            (
                "An app may be granted another quota than its state has.",
                &["api/quota::a_granted_quota_takes_the_place_of_the_states_and_may_lack_a_daily_limit"],
            ),
            (
                "What was acknowledged is there after a kill.",
                &[
                    "edge/durability::what_was_acknowledged_is_there_after_fifty_kills",
                    "edge/service::what_was_acknowledged_is_there_after_a_kill",
                ],
            ),
            (
                "A mail waits in the outbox until somebody takes it, for 30 days.",
                &[
                    "api/outbox::a_mail_is_kept_for_thirty_days",
                    "api/outbox::ten_thousand_mails_are_kept_and_all_that_nobody_has_taken_yet",
                    "api/messages::mails_wait_to_be_handed_over",
                ],
            ),
        ],
    ),
    (
        "Ours: the sandbox",
        &[
            (
                "A reset brings the demo world back and leaves nothing else.",
                &[
                    "edge/sandbox::a_reset_brings_the_demo_back",
                    "edge/sandbox::a_reset_signs_browsers_out_and_leaves_no_session_place_mail_or_entry",
                    "edge/isolates::a_reset_by_one_isolate_is_known_to_the_other",
                ],
            ),
            (
                "The whole Worker goes by the clock that was set.",
                &[
                    "edge/sandbox::the_whole_worker_goes_by_the_clock_also_after_a_restart",
                    "edge/isolates::every_isolate_goes_by_the_same_clock_and_faults",
                ],
            ),
            (
                "The account page of a person of the demo world lists the apps that the sandbox says are theirs.",
                &[
                    "api/accounts/apps::the_account_page_of_the_demo_world_lists_the_apps_that_the_sandbox_says_are_the_persons",
                ],
            ),
            (
                "The same seed makes the same world.",
                &[
                    "api/sandbox::the_same_seed_makes_the_same_world_and_another_one_another",
                    "api/sandbox::a_seed_takes_the_place_of_the_one_before",
                    "api/sandbox::seeded_surveys_and_responses_are_read_through_the_api_like_all_others",
                ],
            ),
            (
                "A fault befalls the calls that it was wished for, those of a session too, and tells what it has seen.",
                &[
                    "edge/sandbox::a_fault_befalls_the_call_that_it_was_wished_for",
                    "edge/sandbox::a_fault_befalls_the_calls_of_a_session_too",
                    "edge/sandbox::a_cut_off_answer_is_a_connection_that_breaks_half_way",
                    "edge/sandbox::a_fault_tells_what_it_has_seen_what_is_left_and_until_when",
                    "edge/errors::every_error_is_a_fault_that_the_sandbox_makes_on_a_route_once",
                ],
            ),
            (
                "The journal has the last 500 requests and no secret.",
                &[
                    "edge/sandbox::the_journal_keeps_the_last_500_requests_and_no_secret",
                    "edge/sandbox::the_journal_names_every_decision_of_the_quota",
                ],
            ),
            (
                "The outbox shows and forgets the mails to one reader or to all.",
                &[
                    "api/outbox::the_sandbox_shows_and_throws_away_the_mails_to_one_reader_or_to_all",
                    "edge/sandbox::mail_is_found_in_the_outbox",
                ],
            ),
        ],
    ),
];
