//! TABLE. Every security statement, the tests that hold us to it, and what it lacks where it does not hold in full.

/// A statement.
pub struct Statement {
    /// Its number, which its tests carry as `sNN`.
    pub number: u32,
    /// What holds.
    pub says: &'static str,
    /// Tests that carry the number.
    pub tests: &'static [&'static str],
    /// Tests that hold it too and are named after another rule.
    pub others: &'static [&'static str],
    /// What does not hold, or not yet; empty if everything does.
    pub lacks: &'static str,
}

/// A heading with its statements.
pub type Heading = (&'static str, &'static [Statement]);

const fn held(
    number: u32,
    says: &'static str,
    tests: &'static [&'static str],
    others: &'static [&'static str],
) -> Statement {
    Statement { number, says, tests, others, lacks: "" }
}

pub const STATEMENTS: &[Heading] = &[
    (
        "Beginning and finishing a sign-in",
        &[
            held(
                1,
                "Every sign-in has a state of its own, 256 bits from the platform's generator.",
                &["edge/sdk::s1_every_sign_in_has_a_state_of_its_own"],
                &[],
            ),
            held(
                2,
                "A callback counts only with the state of a sign-in begun in this tab, compared in constant time; otherwise it is one typed error, and nothing is sent.",
                &[
                    "src/wire/sign_in/tests::s2_a_callback_is_accepted_for_a_transaction_of_the_same_tab",
                    "src/wire/sign_in/tests::s2_a_mismatch_leaves_the_transaction_alone",
                    "browser::s2_s3_a_callback_works_once_and_only_with_its_own_state",
                    "e2e/sign_in::s2_a_callback_with_another_state_is_refused_and_cancels_no_sign_in",
                    "e2e/sign_in::s2_a_callback_where_no_sign_in_is_under_way_is_refused",
                ],
                &["src/wire/sign_in/tests::no_callback_without_its_own_state_is_accepted"],
            ),
            held(
                3,
                "A callback works once; opened again it is an expired sign-in, and nothing is sent.",
                &[
                    "src/wire/sign_in/tests::s3_a_replayed_callback_is_an_expired_sign_in",
                    "browser::s2_s3_a_callback_works_once_and_only_with_its_own_state",
                    "e2e/sign_in::s3_a_callback_that_was_used_is_an_expired_sign_in_and_sends_nothing",
                ],
                &["e2e/console::a_callback_address_that_was_used_before_is_told_as_expired"],
            ),
            held(
                4,
                "A sign-in that took more than ten minutes is refused; a code is exchanged as soon as it arrives.",
                &[
                    "src/wire/sign_in/tests::s4_a_transaction_is_refused_after_ten_minutes",
                    "e2e/sign_in::s4_a_callback_after_ten_minutes_is_an_expired_sign_in",
                ],
                &[],
            ),
            held(
                5,
                "Sign-ins side by side leave each other alone; four are remembered, and the oldest gives way.",
                &[
                    "src/wire/sign_in/tests::s5_four_transactions_are_kept_and_each_can_finish",
                    "e2e/sign_in::s5_two_tabs_sign_in_at_once",
                ],
                &["e2e/sign_in::a_tab_that_begins_twice_finishes_either_sign_in"],
            ),
            held(
                6,
                "The redirect address is one configured constant, the same to authorize and to exchange, whatever a request says of its host.",
                &[
                    "gateway/config::s6_the_redirect_address_is_one_constant_below_the_origin",
                    "edge/security::s6_what_a_request_says_of_its_host_changes_no_redirect_address",
                ],
                &[],
            ),
            held(
                7,
                "Everything that goes into an address or a form is encoded and comes out as it was.",
                &[
                    "src/wire/sign_in/tests::s7_the_parameters_of_the_authorize_address_are_encoded",
                    "gateway/exchange::s7_the_form_carries_every_value_encoded",
                ],
                &[],
            ),
            held(
                8,
                "PKCE is on for the gateway's own sign-ins where the service is embedded, and can be switched on for a remote one, with verifiers of 43 characters and S256 alone; a server that does not know it is not troubled with it. The gateway makes the verifier, and the tab carries it sealed.",
                &[
                    "edge/regions::s8_s17_an_account_of_every_region_signs_in_with_a_challenge_and_is_called_in_its_region",
                    "gateway/exchange::s8_a_verifier_has_43_characters_and_its_challenge_is_the_hash",
                    "gateway/exchange::s8_a_verifier_is_sent_where_a_sign_in_began_with_one_and_nowhere_else",
                    "gateway/exchange::s8_the_method_is_s256_alone_and_on_for_the_embedded_service_or_where_it_is_configured",
                    "src/wire/sign_in/tests::s8_what_the_gateway_wants_back_is_kept_in_the_tab_and_given_once_with_the_code",
                    "edge/service::s8_a_sign_in_at_the_embedded_service_ends_with_the_verifier_that_it_began_with",
                    "edge/security::s8_a_sign_in_with_a_challenge_ends_with_its_verifier_and_without_one_nothing_is_sent_of_it",
                ],
                &[
                    "api/oauth/exchange::a_code_with_a_challenge_needs_its_verifier",
                    "api/oauth/exchange::s83_a_challenge_is_a_sha_256_hash_and_nothing_else",
                ],
            ),
            held(
                9,
                "A refusal leads to the console's own words; nothing that the address says is shown.",
                &["edge/security::s9_the_callback_page_says_nothing_of_its_address"],
                &["e2e/console::who_declines_at_the_consent_page_is_told_so_and_is_not_signed_in"],
            ),
            held(
                10,
                "A callback that gives code, state or error twice is refused.",
                &["src/wire/sign_in/tests::s10_repeated_parameters_are_refused"],
                &[],
            ),
            held(
                11,
                "The callback page is not stored and sends no referrer, and code and state leave the address bar first of all.",
                &[
                    "gateway/content::s11_the_callback_page_is_neither_kept_nor_named_to_others",
                    "edge/content::s11_the_callback_page_is_neither_kept_nor_named_to_others",
                ],
                &[
                    "e2e/console::a_callback_address_that_was_used_before_is_told_as_expired",
                    "e2e/console::who_declines_at_the_consent_page_is_told_so_and_is_not_signed_in",
                ],
            ),
            held(
                12,
                "An issuer that a callback names is the configured one; a callback without one is accepted.",
                &[
                    "gateway/config::s12_a_callback_names_our_issuer_or_none",
                    "edge/security::s12_a_callback_of_another_issuer_is_refused",
                ],
                &[],
            ),
            held(
                13,
                "The exchange is a POST of a page of this origin, with the static header; anything else sends nothing to the service.",
                &[
                    "edge/gateway::s13_the_exchange_takes_a_post_of_a_page_of_this_origin_only",
                    "edge/accounts::s13_s36_s37_s39_s40_switching_and_leaving_take_a_json_post_of_a_page_of_this_origin",
                ],
                &[],
            ),
        ],
    ),
    (
        "The exchange of a code",
        &[
            held(
                14,
                "The app's secret leaves in the form of the exchange, to the configured address, and in no other request.",
                &[
                    "edge/gateway::s14_the_code_is_exchanged_once_with_the_secret_in_the_form",
                    "edge/security::s14_s52_s64_the_secrets_are_in_nothing_that_left_the_worker",
                ],
                &[],
            ),
            held(
                15,
                "A redirect of the service is never followed; it is a failure.",
                &[
                    "gateway/proxy::s15_redirects_of_the_service_never_reach_the_page",
                    "edge/gateway::s15_s16_s17_a_bad_token_answer_signs_nobody_in",
                    "edge/gateway::s15_a_redirect_of_the_service_is_an_error",
                    "edge/remote::s15_what_is_no_proper_answer_is_502",
                ],
                &[],
            ),
            held(
                16,
                "A token answer is status 200, JSON, small, and its token is made of token characters; otherwise nobody is signed in.",
                &[
                    "gateway/exchange::s16_a_complete_answer_is_a_grant",
                    "gateway/exchange::s16_anything_else_fails_closed",
                    "edge/gateway::s15_s16_s17_a_bad_token_answer_signs_nobody_in",
                ],
                &[],
            ),
            held(
                17,
                "The account's API address counts as the region whose configured origin it is exactly; it is neither stored, logged nor fetched.",
                &[
                    "edge/regions::s8_s17_an_account_of_every_region_signs_in_with_a_challenge_and_is_called_in_its_region",
                    "edge/regions::s17_another_region_is_configured_by_name_and_address",
                    "gateway/region::s17_access_url_maps_to_a_closed_set_of_regions",
                    "gateway/exchange::s17_an_unknown_region_refuses_the_sign_in_without_telling_the_address",
                    "edge/gateway::s15_s16_s17_a_bad_token_answer_signs_nobody_in",
                ],
                &[
                    "edge/regions::a_read_of_a_page_finds_the_region_of_its_account_and_every_later_call_goes_there",
                    "gateway/search::every_other_region_is_asked_once_and_first_where_the_account_is_known_to_live",
                ],
            ),
            held(
                18,
                "No other text is a region, however close to an origin.",
                &[
                    "gateway/region::s18_no_other_input_maps_to_a_region",
                    "gateway/region::s18_no_neighbour_of_an_origin_maps_to_a_region",
                ],
                &[],
            ),
            held(
                19,
                "An exchange is given up after ten seconds. It is not repeated: a platform does not tell a connection that was never made from one that broke, and a code sent twice is a code revoked.",
                &["edge/security::s19_a_silent_token_endpoint_is_given_up_after_ten_seconds_and_a_code_is_sent_once"],
                &[],
            ),
        ],
    ),
    (
        "Sessions",
        &[
            held(
                20,
                "The session cookie has the prefix `__Host-Http-`, is Secure, HttpOnly, SameSite=Strict, for the path `/` and no domain.",
                &[
                    "gateway/session::s20_the_cookie_has_every_attribute_and_no_domain",
                    "edge/gateway::s20_s21_s22_one_cookie_with_every_attribute_is_set_by_the_exchange",
                    "edge/accounts::s20_s21_s34_several_accounts_share_one_cookie",
                ],
                &[],
            ),
            held(
                21,
                "The gateway sets no other cookie, however many accounts a browser is signed in to. The embedded service sets two, both HttpOnly, and Secure over https: that of the account pages has the prefix `__Host-` and is SameSite=Strict. That of a respondent has the prefix `__Secure-` and is SameSite=Lax. It is the one exception to `__Host-`: its path is the one survey, because cookies of many surveys with the path `/` would all be sent with every request and leave no room for the session's. What remains: another host of the same domain can set it.",
                &[
                    "api/accounts/profile::s21_the_cookie_of_the_account_pages_is_for_this_host_alone_and_for_no_script_or_other_site",
                    "api/take/respondent::s21_the_cookie_of_a_respondent_is_for_this_survey_and_no_script",
                    "edge/accounts::s20_s21_s34_several_accounts_share_one_cookie",
                    "edge/gateway::s20_s21_s22_one_cookie_with_every_attribute_is_set_by_the_exchange",
                    "edge/security::s21_s59_no_answer_sets_another_cookie_or_may_be_kept_with_one",
                ],
                &[],
            ),
            held(
                22,
                "The cookie comes with the answer to the page's own exchange, never with a redirect.",
                &["edge/gateway::s20_s21_s22_one_cookie_with_every_attribute_is_set_by_the_exchange"],
                &[],
            ),
            held(
                23,
                "What is sealed is bound to purpose, name, key, origin and format, and opens for no other use.",
                &["gateway/session::s23_what_is_sealed_for_one_use_opens_for_no_other"],
                &[],
            ),
            held(
                24,
                "A cookie that was changed anywhere is answered as none is, and learns nothing of the session that it was of.",
                &[
                    "gateway/session::s24_any_change_of_the_cookie_is_no_session",
                    "gateway/session::s24_no_single_bit_can_be_flipped",
                    "gateway/purse::s24_no_bit_of_a_purse_can_be_flipped",
                    "gateway/secret::s24_what_was_opened_a_moment_ago_opens_again_for_the_same_use_only_and_untouched_only",
                    "edge/gateway::s24_s66_whatever_is_wrong_with_a_cookie_the_answer_is_the_same",
                    "edge/ended::s24_s66_a_cookie_whose_seal_does_not_open_learns_nothing_of_a_session_that_ended",
                ],
                &[],
            ),
            held(
                25,
                "No cookie makes the Worker stop, and none beyond 4 KB is looked at.",
                &[
                    "gateway/session::s25_no_cookie_header_panics_or_opens",
                    "gateway/session::s25_an_oversized_cookie_is_not_looked_at",
                ],
                &[],
            ),
            held(
                26,
                "Keys derive from secrets of 32 bytes or more, one per purpose; short, example and equal secrets stop the Worker.",
                &[
                    "gateway/config::s26_short_example_and_equal_secrets_are_refused",
                    "gateway/config::s26_the_sentence_never_contains_the_value",
                ],
                &["gateway/session::s23_what_is_sealed_for_one_use_opens_for_no_other"],
            ),
            held(
                27,
                "The newest key seals, every listed one opens, what an older one sealed is sealed anew, and a key that is dropped opens nothing.",
                &[
                    "gateway/session::s27_the_newest_key_seals_any_listed_key_opens_and_a_dropped_one_does_not",
                    "gateway/purse::s27_a_purse_is_sealed_anew_by_the_newest_key",
                ],
                &[],
            ),
            held(
                28,
                "Every seal has a random nonce of 192 bits.",
                &[
                    "gateway/secret::s28_a_nonce_has_192_bits_and_stands_in_what_it_sealed",
                    "edge/security::s28_no_two_cookies_share_a_nonce",
                ],
                &[],
            ),
            held(
                29,
                "A sign-in is always a new session, and ends those whose cookie came with it, unless it adds an account to them; a copy of that cookie holds nothing of the new session.",
                &[
                    "edge/gateway::s29_every_sign_in_is_a_new_session_and_ends_the_one_before",
                    "gateway/purse::s29_a_cookie_that_was_copied_before_a_sign_in_holds_nothing_of_it",
                    "edge/accounts::s29_signing_in_to_an_account_again_is_a_new_session_in_place_of_the_old_one",
                    "edge/accounts::s29_a_planted_cookie_learns_nothing_of_the_account_that_is_added_to_it",
                ],
                &["edge/accounts::a_sign_in_without_add_ends_every_session_of_the_browser"],
            ),
            held(
                30,
                "Signing out, of a browser or everywhere, ends sessions at the server: a copied cookie writes nothing from then on and reads for five minutes at most.",
                &[
                    "gateway/session::s30_a_write_always_looks_the_record_up_and_a_read_after_five_minutes",
                    "gateway/session::s30_a_session_that_has_ended_stays_ended",
                    "gateway/session::s30_a_record_of_another_epoch_gives_no_token",
                    "edge/gateway::s30_a_copied_cookie_is_worth_nothing_after_sign_out",
                    "edge/accounts::s30_who_signs_out_of_all_is_out_of_all_with_every_copy_of_the_cookie",
                    "edge/accounts::s30_signing_out_everywhere_ends_the_account_in_every_browser_and_no_other",
                    "edge/accounts::s30_sessions_and_their_end_survive_a_restart",
                ],
                &["gateway/purse::an_account_is_named_by_its_token_and_app_alone"],
            ),
            held(
                31,
                "How long a session lasts, used and unused, is decided by the sealed times and not by the browser.",
                &[
                    "gateway/session::s31_lifetime_and_idle_time_are_the_servers",
                    "gateway/purse::s31_each_session_of_a_purse_ends_by_its_own_times",
                ],
                &["gateway/purse::where_the_current_session_is_over_no_other_steps_in_unasked"],
            ),
            held(
                32,
                "A token that the service calls unusable ends the session. The first refused call of each browser says why a session ended: revoked at the service, signed out, idle or expired. The cookie is removed with it, and the browser's other accounts stay.",
                &[
                    "edge/accounts::s32_a_grant_that_is_gone_closes_its_session_and_the_others_stay",
                    "gateway/proxy::s32_an_unusable_token_ends_the_session",
                    "edge/gateway::s32_a_revoked_grant_ends_the_session_and_other_errors_pass",
                    "edge/ended::s32_s66_a_session_that_ended_says_why_on_its_first_refused_call_and_then_nothing",
                    "edge/ended::s32_where_one_account_ended_the_others_stay_and_it_is_said_once",
                    "edge/ended::s32_why_a_session_ended_is_forgotten_when_the_session_would_have_ended_by_itself",
                ],
                &[
                    "edge/ended::why_a_session_ended_is_kept_over_a_restart",
                    "gateway/purse::a_session_that_is_over_by_its_times_says_which_and_only_of_the_current_account",
                    "gateway/purse::why_a_session_ended_is_shown_once_and_gone_with_the_next_sign_in_or_switch",
                ],
            ),
            held(
                33,
                "The stored token opens with the server's secret and a secret in the cookie together; the storage alone tells nothing.",
                &["gateway/session::s33_the_stored_record_alone_reveals_nothing"],
                &["edge/gateway::s52_s64_the_token_is_in_nothing_that_left_the_worker"],
            ),
            held(
                34,
                "The cookie is far below 4 KB, and an answer of the API carries one only to seal it anew.",
                &[
                    "gateway/secret::s34_a_cookie_is_small_whatever_the_token_and_comes_again_to_be_sealed_anew_only",
                    "gateway/purse::s34_whatever_is_done_with_a_purse_no_session_is_lost_doubled_or_mixed_up",
                    "edge/accounts::s20_s21_s34_several_accounts_share_one_cookie",
                    "edge/security::s34_an_answer_of_the_api_sets_no_cookie",
                ],
                &[],
            ),
            held(
                35,
                "Plain http is for loopback origins, which alone drop prefix and Secure; any other stops the Worker.",
                &[
                    "gateway/session::s35_a_loopback_origin_drops_prefix_and_secure",
                    "gateway/config::s35_plain_http_is_for_loopback_origins_only",
                ],
                &[],
            ),
        ],
    ),
    (
        "Other sites, frames and content",
        &[
            held(
                36,
                "Without the static header a call is refused before its session is opened.",
                &[
                    "edge/accounts::s13_s36_s37_s39_s40_switching_and_leaving_take_a_json_post_of_a_page_of_this_origin",
                    "gateway/proxy::s36_without_the_static_header_nothing_is_forwarded",
                    "edge/gateway::s36_s37_s38_no_page_of_another_origin_gets_anywhere",
                ],
                &[],
            ),
            held(
                37,
                "Where a browser names the origin or the site of a call, it is exactly ours. An `Origin` without a value is none: the platform removes it before the Worker sees it, and no browser sends it.",
                &[
                    "edge/gateway::s37_an_empty_origin_is_removed_by_the_platform",
                    "edge/accounts::s13_s36_s37_s39_s40_switching_and_leaving_take_a_json_post_of_a_page_of_this_origin",
                    "gateway/proxy::s37_only_a_page_of_exactly_this_origin_may_ask",
                    "edge/gateway::s36_s37_s38_no_page_of_another_origin_gets_anywhere",
                ],
                &[],
            ),
            held(
                38,
                "A preflight is allowed nothing, unless one other origin is configured: it is named then, never everybody, and every answer varies by origin.",
                &[
                    "gateway/cors::s38_without_an_allowed_origin_there_is_no_guest",
                    "gateway/cors::s38_the_allowed_origin_is_named_exactly_and_no_other_is_admitted",
                    "gateway/cors::s38_answers_name_the_guest_and_vary",
                    "gateway/cors::s38_the_allowed_origin_is_one_and_safe",
                    "edge/gateway::s36_s37_s38_no_page_of_another_origin_gets_anywhere",
                    "edge/security::s38_one_configured_origin_may_call_and_no_other_is_told_anything",
                ],
                &[
                    "e2e/other_origin::a_page_of_the_allowed_origin_learns_quota_and_scopes",
                    "e2e/other_origin::a_page_of_the_allowed_origin_learns_why_a_call_failed_when_to_come_back_and_the_requests_id",
                    "e2e/other_origin::a_trace_that_middleware_begins_in_a_page_of_the_allowed_origin_goes_on_to_the_service",
                ],
            ),
            held(
                39,
                "A GET changes nothing, and signing out is a POST. The one exception: the first GET of a recipient's link stores the time, because the API counts followed links (`link_clicked`). It begins no response, and a second GET stores nothing.",
                &[
                    "api/take/respondent::s39_opening_a_survey_writes_nothing_but_once_that_a_recipient_followed_the_link",
                    "edge/accounts::s13_s36_s37_s39_s40_switching_and_leaving_take_a_json_post_of_a_page_of_this_origin",
                    "gateway/proxy::s39_no_get_changes_state_and_only_get_is_a_read",
                    "edge/gateway::s39_signing_out_takes_a_post",
                ],
                &[],
            ),
            held(
                40,
                "A body that is not JSON is refused, so that no form of another site reaches a handler.",
                &[
                    "edge/accounts::s13_s36_s37_s39_s40_switching_and_leaving_take_a_json_post_of_a_page_of_this_origin",
                    "gateway/proxy::s40_a_body_that_is_not_json_is_refused",
                    "edge/gateway::s40_a_form_post_reaches_nothing",
                ],
                &[],
            ),
            held(
                41,
                "Pages load and post to this origin only, are in no frame, are not sniffed, keep their window to themselves, and ask for https from then on.",
                &[
                    "gateway/content::s41_pages_have_every_security_header",
                    "gateway/headers::s41_https_is_remembered_on_https_only",
                    "edge/content::s41_every_page_has_the_security_headers",
                    "edge/listing::s41_the_list_is_a_page_for_everybody_and_as_safe_as_the_others",
                ],
                &["api/oauth/asked::every_page_refuses_frames_scripts_and_caches_and_names_itself_to_no_other_origin"],
            ),
            held(
                42,
                "Markdown is plain text, and is not sniffed.",
                &[
                    "gateway/content::s42_markdown_is_plain_text_with_nosniff",
                    "edge/content::s42_markdown_is_plain_text",
                ],
                &[],
            ),
            held(
                43,
                "A sign-in returns to a path of this origin, however a browser might read the path.",
                &[
                    "src/wire/sign_in/tests::s43_only_paths_of_this_origin_can_be_returned_to",
                    "src/wire/sign_in/tests::s43_a_path_that_is_returned_to_stays_at_this_origin_however_it_is_read",
                    "browser::s43_a_sign_in_returns_to_paths_of_this_origin_only",
                ],
                &[],
            ),
        ],
    ),
    (
        "Passing calls on",
        &[
            held(
                44,
                "Only a row of the table is passed on; an unknown path and a wrong method are refused as the API refuses them.",
                &[
                    "edge/regions::s44_s47_a_server_reaches_rows_and_their_parameters_only",
                    "gateway/proxy::s44_only_rows_of_the_table_are_forwarded",
                    "gateway/proxy::s44_a_refusal_has_the_shape_of_the_api",
                    "edge/gateway::s44_s47_only_rows_and_their_parameters_reach_the_service",
                ],
                &[],
            ),
            held(
                45,
                "An encoded or otherwise crooked path leads nowhere, below `/api` also one with a doubled slash or a slash at its end, and the path that is sent is built from the row.",
                &[
                    "src/wire/path::s45_encoded_and_crooked_paths_lead_nowhere",
                    "gateway/proxy::s45_crooked_paths_lead_nowhere_and_the_path_is_rebuilt",
                    "gateway/proxy::s45_whatever_is_forwarded_is_made_of_plain_segments",
                    "edge/gateway::s45_a_doubled_slash_and_one_at_the_end_lead_nowhere",
                ],
                &[],
            ),
            held(
                46,
                "An id in a path has 64 letters, digits, hyphens and underscores at most.",
                &[
                    "src/wire/path::s46_an_argument_that_is_no_id_fills_no_template",
                    "gateway/proxy::s46_an_id_in_a_path_is_made_of_64_plain_characters_at_most",
                ],
                &[],
            ),
            held(
                47,
                "A query holds the row's parameters, encoded anew; one that is given twice is refused.",
                &[
                    "edge/regions::s44_s47_a_server_reaches_rows_and_their_parameters_only",
                    "gateway/proxy::s47_the_query_is_an_allow_list_encoded_anew",
                    "edge/gateway::s44_s47_only_rows_and_their_parameters_reach_the_service",
                ],
                &[],
            ),
            held(
                48,
                "Of a page's headers six may leave, and what `Connection` names stays here. The embedded service, and no remote one, is also told the client's address, as the proxy before this Worker says it.",
                &[
                    "gateway/headers::s48_only_listed_request_headers_leave_and_the_token_is_the_sessions",
                    "gateway/headers::s48_what_connection_names_stays_here",
                    "gateway/headers::s48_a_value_that_is_not_plain_text_stays_here",
                    "gateway/headers::s48_the_clients_address_is_what_the_proxy_said_last_in_the_configured_header",
                    "edge/gateway::s48_what_a_page_sends_leaves_by_an_allow_list",
                    "edge/client::s48_where_a_page_calls_from_is_told_to_no_remote_service",
                ],
                &[],
            ),
            held(
                49,
                "A page that sends an Authorization header is refused, and so is a page where servers may send one.",
                &[
                    "gateway/bearer::s49_a_token_is_taken_of_servers_only",
                    "edge/regions::s49_a_page_is_refused_where_servers_are_served",
                    "gateway/proxy::s49_an_authorization_header_is_refused",
                    "edge/gateway::s49_a_bearer_of_the_page_is_refused",
                ],
                &[],
            ),
            held(
                50,
                "Of the service's headers those that are listed arrive, and no other.",
                &[
                    "gateway/headers::s50_only_listed_response_headers_arrive",
                    "edge/gateway::s50_s51_s59_what_the_service_sends_arrives_by_an_allow_list",
                ],
                &[],
            ),
            held(
                51,
                "No cookie of the service arrives.",
                &["edge/gateway::s50_s51_s59_what_the_service_sends_arrives_by_an_allow_list"],
                &["gateway/headers::s50_only_listed_response_headers_arrive"],
            ),
            held(
                52,
                "The token is in nothing that the gateway makes: no body, header, redirect, error, page or line of the log.",
                &[
                    "edge/gateway::s52_s64_the_token_is_in_nothing_that_left_the_worker",
                    "edge/security::s52_s64_a_failing_exchange_tells_the_token_to_nobody",
                    "edge/security::s52_s64_a_failing_service_and_a_broken_cookie_tell_the_token_to_nobody",
                    "edge/security::s52_s64_a_panic_tells_the_token_to_nobody",
                    "edge/security::s14_s52_s64_the_secrets_are_in_nothing_that_left_the_worker",
                ],
                &[],
            ),
            held(
                53,
                "A request of two lengths, or one that asks for another protocol, does not reach the service as it is.",
                &[
                    "edge/gateway::s53_s54_bodies_stream_within_a_limit",
                    "edge/security::s53_a_request_of_two_lengths_or_another_protocol_is_never_passed_on_as_it_is",
                ],
                &[],
            ),
            held(
                54,
                "A body has 1 MB at most, counted while it streams if it does not say its length.",
                &[
                    "gateway/proxy::s54_a_body_that_is_too_large_is_refused_in_the_shape_of_the_api",
                    "edge/gateway::s53_s54_bodies_stream_within_a_limit",
                    "edge/remote::s54_an_upload_past_the_limit_is_refused_while_it_streams",
                ],
                &[],
            ),
            held(
                55,
                "Who goes away ends the read that was under way, unless its answer is kept for the next; a write runs to its end.",
                &[
                    "edge/security::s55_who_goes_away_ends_a_read_and_not_a_write",
                    "edge/remote::s55_who_goes_away_in_the_middle_of_an_answer_ends_it_at_the_service",
                ],
                &["edge/cache::a_kept_read_goes_on_for_the_next_when_its_page_leaves"],
            ),
            held(
                56,
                "A deployed Worker fetches public addresses only; a local one reaches the configured origins of its service and nothing else. With the embedded service, whose webhooks go where its users want them, statement 77 holds.",
                &[
                    "edge/security::s56_a_local_worker_reaches_the_configured_origins_and_no_other",
                    "edge/security::s56_a_deployed_worker_reaches_public_addresses_only",
                ],
                &[],
            ),
            held(
                57,
                "Telling that the Worker is up opens no other door, whatever a request calls itself; metrics are for whoever has their token, and for nobody without one.",
                &[
                    "edge/content::s57_health_is_told_to_everyone_and_tells_nothing_else",
                    "gateway/metrics::s57_metrics_are_for_whoever_has_the_token_and_for_nobody_without_one",
                    "edge/remote::s57_metrics_are_shown_for_the_token_alone",
                ],
                &[],
            ),
            held(
                58,
                "The Worker exports its handler and its objects, and nothing that could be called from elsewhere.",
                &["edge/gateway::s58_the_worker_exports_its_handler_and_its_objects_only"],
                &[],
            ),
        ],
    ),
    (
        "Keeping answers",
        &[
            held(
                59,
                "What depends on a session is private and not stored, or asked about each time; nothing with a cookie may be kept.",
                &[
                    "edge/gateway::s50_s51_s59_what_the_service_sends_arrives_by_an_allow_list",
                    "edge/security::s21_s59_no_answer_sets_another_cookie_or_may_be_kept_with_one",
                    "gateway/cache::s59_an_answer_with_a_cookie_an_error_and_what_forbids_it_is_not_kept",
                    "edge/cache::s59_nothing_of_a_person_nothing_with_a_cookie_and_nothing_that_forbids_it_is_kept",
                ],
                &[],
            ),
            held(
                60,
                "What is kept for several requests has a key that names account, region, scopes (those that are granted and those of the plan), route and query.",
                &[
                    "gateway/cache::s60_a_key_names_account_region_scopes_path_query_and_language",
                    "gateway/cache::s60_an_account_is_of_one_app_and_one_token_and_tells_neither",
                    "gateway/cache::s60_the_query_of_a_key_is_sorted",
                ],
                &[
                    "edge/regions::what_is_kept_of_an_account_is_that_of_its_region",
                    "gateway/cache::other_scopes_end_what_was_kept_under_the_old_ones",
                ],
            ),
            held(
                61,
                "Two people at one address never see each other's answers.",
                &[
                    "gateway/cache::s61_whatever_happens_nobody_reads_anothers_answer_nor_one_older_than_the_rules",
                    "edge/cache::s61_two_people_and_two_queries_have_answers_of_their_own",
                    "edge/cache::s61_two_sessions_of_one_token_share_what_is_kept",
                ],
                &[],
            ),
            held(
                62,
                "Kept answers do not outlive the right to them: a sign-in, a sign-out, a refusal and a revocation empty the account's cache, and the service is asked again after ten minutes without an answer that confirms the scopes and the plan.",
                &[
                    "gateway/cache::s62_what_is_kept_is_given_no_longer_than_the_service_has_confirmed_the_rights_to_it",
                    "edge/cache::s62_a_sign_in_forgets_what_is_kept_of_its_account_and_what_is_under_way",
                    "edge/cache::s62_a_change_of_plan_is_seen_after_ten_minutes_at_most_and_with_the_next_answer_that_says_so",
                    "gateway/cache::s62_a_revocation_forgets_what_is_kept_and_what_is_under_way",
                    "edge/cache::s62_signing_out_a_refusal_and_a_revocation_forget_what_is_kept",
                ],
                &[],
            ),
        ],
    ),
    (
        "Secrets, logs and errors",
        &[
            held(
                63,
                "A secret is a type that does not print, serialise or compare.",
                &["gateway/secret::s63_a_secret_is_neither_printed_nor_serialised_nor_compared"],
                &["api/oauth/sign_in::no_secret_is_printed_with_a_step"],
            ),
            held(
                64,
                "The log holds no token and no secret, not under a failing service, a broken cookie or a panic.",
                &[
                    "edge/gateway::s52_s64_the_token_is_in_nothing_that_left_the_worker",
                    "edge/security::s52_s64_a_failing_exchange_tells_the_token_to_nobody",
                    "edge/security::s52_s64_a_failing_service_and_a_broken_cookie_tell_the_token_to_nobody",
                    "edge/security::s52_s64_a_panic_tells_the_token_to_nobody",
                    "edge/security::s14_s52_s64_the_secrets_are_in_nothing_that_left_the_worker",
                ],
                &[],
            ),
            held(
                65,
                "The gateway's own errors are problem details of a stable type, without causes; the API's errors keep their shape and get an id, which the log has too.",
                &[
                    "gateway/proxy::s65_every_problem_is_stable_and_says_nothing_internal",
                    "gateway/headers::s65_a_failure_that_is_passed_on_has_an_id_and_a_success_has_none",
                    "edge/security::s65_what_the_worker_itself_refuses_is_a_problem_without_a_cause",
                ],
                &[],
            ),
            held(
                66,
                "No answer says which check of a cookie failed. Only a cookie whose seal opens learns that its session ended, and why.",
                &[
                    "edge/gateway::s24_s66_whatever_is_wrong_with_a_cookie_the_answer_is_the_same",
                    "edge/ended::s24_s66_a_cookie_whose_seal_does_not_open_learns_nothing_of_a_session_that_ended",
                    "edge/ended::s32_s66_a_session_that_ended_says_why_on_its_first_refused_call_and_then_nothing",
                ],
                &["api/oauth/sign_in::a_wrong_password_and_an_unknown_address_are_told_alike_and_walk_alike"],
            ),
            held(
                67,
                "Without its secrets or its bindings the Worker answers 503 to everything.",
                &[
                    "gateway/config::s67_a_missing_binding_stops_what_needs_it",
                    "edge/gateway::s67_without_secrets_every_route_answers_503_and_the_log_names_the_variable",
                    "edge/security::s67_without_its_session_objects_the_worker_answers_503_to_everything",
                ],
                &[],
            ),
            held(
                68,
                "Secrets are compared in a time that does not depend on where they differ.",
                &["gateway/headers::s68_secrets_are_compared_as_a_whole"],
                &[],
            ),
        ],
    ),
    (
        "The embedded service",
        &[
            held(
                69,
                "The sandbox is in local builds only, and there for this machine by its exact host, with the static header, and for no other origin.",
                &[
                    "gateway/content::s69_an_unknown_host_has_no_door",
                    "edge/gateway::s69_with_a_remote_service_there_is_no_sandbox_and_no_service",
                    "edge/content::s69_the_sandbox_answers_this_machine_with_the_static_header_only",
                    "edge/sandbox::s69_every_address_of_the_sandbox_needs_the_static_header_and_our_own_origin",
                ],
                &[],
            ),
            held(
                70,
                "App and redirect address are checked before any redirect and again with the code; a code is good once, for five minutes, for its app and address, and used twice it ends the token.",
                &[],
                &[
                    "api/oauth/asked::an_unregistered_redirect_address_gets_a_page_and_no_redirect",
                    "api/oauth/asked::a_registered_address_that_is_neither_https_nor_loopback_is_refused",
                    "api/oauth/asked::an_unknown_app_gets_a_page",
                    "api/oauth/consent::what_has_changed_since_the_page_was_shown_is_not_granted",
                    "api/oauth/exchange::a_code_is_good_once_and_its_reuse_revokes_the_token",
                    "api/oauth/exchange::a_reuse_that_overtakes_the_grant_still_ends_the_token",
                    "api/oauth/exchange::the_reuse_of_any_code_that_gave_the_token_revokes_it",
                    "api/oauth/exchange::a_code_is_good_for_five_minutes",
                    "api/oauth/exchange::a_code_is_bound_to_its_app_and_redirect_address",
                ],
            ),
            held(
                71,
                "Codes, tokens and the secrets of apps are stored hashed.",
                &[],
                &[
                    "api/oauth/exchange::codes_and_tokens_are_stored_hashed",
                    "api/accounts/apps::the_secret_is_shown_once_and_stored_hashed",
                ],
            ),
            held(
                72,
                "The consent page names app, scopes and account, is in no frame, and is answered with a ticket of its own.",
                &[],
                &[
                    "api/oauth/consent::a_person_signs_in_consents_and_the_app_gets_a_token",
                    "api/oauth/consent::an_optional_scope_that_the_plan_lacks_cannot_be_chosen",
                    "api/oauth/consent::a_ticket_is_good_for_one_code",
                    "api/oauth/consent::a_changed_ticket_is_no_ticket",
                    "api/oauth/sign_in::a_form_from_another_site_is_refused",
                    "api/oauth/asked::every_page_refuses_frames_scripts_and_caches_and_names_itself_to_no_other_origin",
                ],
            ),
        ],
    ),
    (
        "Exhaustion and abuse",
        &[
            held(
                73,
                "What a survey costs to show and to count is limited when it is written: the cells of a question, of a page and of the whole survey.",
                &[
                    "api/cells::s73_a_question_has_no_more_cells_than_it_may_however_it_is_written",
                    "api/cells::s73_a_page_and_a_survey_have_no_more_cells_than_they_may_however_they_are_written",
                    "api/cells::s73_long_texts_count_so_that_they_are_no_way_around",
                    "api/cells::s73_a_larger_survey_that_is_stored_stays_readable_and_may_shrink",
                ],
                &["api/cells::rollups_that_would_be_too_large_are_refused_as_trends_are"],
            ),
            Statement {
                number: 74,
                says: "No request holds the thread for long: surveys are created, copied and deleted, responses, contacts and translations are written, large bodies are read, and designs, pages for respondents, details, lists and counts are made in pieces, and `/healthz` answers while many open the largest survey that is allowed.",
                tests: &[
                    "api/pieces::s74_the_largest_page_is_written_in_pieces_and_is_whole",
                    "api/pieces::s74_a_question_that_is_larger_than_a_piece_is_written_row_by_row",
                    "api/pieces::s74_details_are_written_in_pieces_and_are_whole",
                    "api/pieces::s74_answers_are_counted_in_pieces_and_the_counts_are_whole",
                    "api/pieces::s74_a_page_that_is_sent_is_stored_once_however_many_pieces_it_takes",
                    "api/pieces::s74_responses_with_their_answers_are_read_in_pieces_and_the_page_is_whole",
                    "api/pieces::s74_large_responses_are_counted_a_few_at_a_time_from_the_first_on",
                    "api/making::s74_a_large_survey_is_made_in_pieces_and_is_what_its_questions_would_be_one_by_one",
                    "api/making::s74_many_questions_and_many_pages_are_written_some_at_a_time",
                    "api/making::s74_a_copy_of_a_large_survey_is_made_in_pieces_and_is_like_it",
                    "api/making::s74_what_is_not_finished_is_seen_by_nobody_and_taken_away",
                    "api/making::s74_two_surveys_that_are_made_at_once_are_two_whole_ones",
                    "api/making::s74_a_refusal_of_the_last_question_leaves_nothing_and_one_of_a_large_matrix_is_early",
                    "api/pieces::s74_a_page_of_a_thousand_surveys_is_read_in_pieces",
                    "api/backlog::s74_translations_of_the_largest_survey_are_read_and_written_in_pieces_and_are_whole",
                    "api/backlog::s74_what_is_given_of_a_translation_is_seen_as_a_whole_whenever_its_request_ends",
                    "api/backlog::s74_a_survey_that_is_changed_meanwhile_is_translated_as_it_is_then",
                    "api/backlog::s74_a_survey_is_put_into_another_language_in_pieces",
                    "api/backlog::s74_a_thousand_contacts_are_added_in_pieces_and_are_what_they_would_be_one_by_one",
                    "api/backlog::s74_contacts_are_added_all_or_none_whenever_their_request_ends",
                    "api/answers::s74_a_response_of_20000_answers_is_stored_read_and_changed_in_pieces_and_is_whole",
                    "api/answers::s74_a_refusal_of_the_last_of_20000_answers_stores_nothing",
                    "api/answers::s74_a_response_of_20000_answers_is_counted_in_pieces_and_the_counts_are_whole",
                    "api/answers::s74_whoever_asks_for_a_response_without_answers_or_deletes_it_reads_none",
                    "api/bodies::s74_a_megabyte_that_nobody_knows_is_passed_over_in_pieces",
                    "api/bodies::s74_a_megabyte_that_is_refused_is_refused_in_pieces_and_in_the_words_of_a_small_body",
                    "api/deleting::s74_a_survey_with_many_responses_is_gone_at_once_and_its_rows_go_some_at_a_time",
                    "edge/load::s74_healthz_answers_while_many_open_the_largest_survey",
                ],
                others: &["edge/load::many_respondents_at_once_are_all_stored"],
                lacks: "Longer than 12 ms at once are still: a page that a respondent sends with a thousand fields or more (12 to 24 ms; of a quiz with many answers it is not measured); a body of 1 MB that comes in and is checked (13 to 50 ms, measured on a busy machine); and the deletion of a collector with 1,000 responses (20 ms).",
            },
            held(
                75,
                "An invented client id wakes no object and stores nothing: an id proves that the service made it, and an app whose id has no proof, registered before ids had one, is asked only for people who have signed in. A team or an app begins with the message that founds it; whatever else leads to one that is not there finds it empty and stores nothing.",
                &[
                    "api/accounts/ids::s75_nobody_wakes_a_place_by_inventing_a_client_id",
                    "api/accounts/ids::s75_whoever_signs_in_for_an_invented_client_id_stores_nothing_under_it",
                    "api/accounts/ids::s75_an_id_that_was_changed_anywhere_proves_nothing",
                    "edge/anonymous::s75_an_invented_client_id_leaves_no_store",
                ],
                &[
                    "api/accounts/ids::an_app_from_before_ids_had_a_proof_works_on",
                    "api/accounts/ids::a_code_is_known_at_the_door_as_one_for_its_app",
                ],
            ),
            held(
                76,
                "Sign-ups are limited by address (5 a day) and by client (20 an hour; where no client is known, 200 for all together), and an unconfirmed account ends after a day with all that it made, its apps included, and frees its address. Nothing of it is kept, whatever still leads to it.",
                &[
                    "api/accounts/sign_up::s76_sign_ups_are_limited_by_address_whether_it_has_an_account_or_not",
                    "api/accounts/sign_up::s76_sign_ups_are_limited_by_client_and_where_none_is_known_for_all_together",
                    "api/accounts/sign_up::s76_an_unconfirmed_account_ends_after_a_day_with_all_that_it_made",
                    "api/accounts/sign_up::s76_an_account_that_was_confirmed_stays",
                    "api/accounts/sign_up::s76_what_an_account_does_before_it_is_confirmed_puts_its_end_off_no_longer",
                    "edge/anonymous::s76_an_unconfirmed_account_leaves_no_data_on_the_disk",
                    "api/accounts/review::s76_a_request_for_limits_of_an_unconfirmed_account_ends_with_it",
                ],
                &[],
            ),
            held(
                77,
                "Requests to addresses that customers name go to public addresses only, in every build but the sandbox. What an address says is judged before each request, and in one spelling alone; what a name is resolved to is judged by the platform: a deployed Worker by `global_fetch_strictly_public`, plain `workerd` by the rules of its network. Redirects are not followed.",
                &[
                    "src/service/store/outside::s77_each_spelling_of_a_url_is_public_or_not_as_its_row_says",
                    "src/service/store/outside::s77_an_address_of_four_numbers_is_public_unless_it_is_special",
                    "src/service/store/outside::s77_an_address_of_four_numbers_has_one_spelling",
                    "src/service/store/outside::s77_an_address_of_the_newer_kind_leads_to_no_special_one",
                    "src/service/store/outside::s77_an_address_of_the_newer_kind_is_public_where_it_is_global_unicast",
                    "edge/reached::s77_without_a_sandbox_no_name_and_no_spelling_leads_to_this_machine_or_its_network",
                    "edge/reached::s77_with_a_sandbox_this_machine_is_reached",
                ],
                &["edge/security::s56_a_deployed_worker_reaches_public_addresses_only"],
            ),
            held(
                78,
                "The creation of a webhook does not say how its address answered.",
                &["api/webhooks::s78_a_refusal_does_not_say_how_the_address_answered"],
                &[],
            ),
            held(
                79,
                "Guesses of passwords and survey passwords, and mailed links, are limited by account and by client together: a client that guesses shuts out itself alone, what many clients guess slows an account by 30 seconds at most and not for a client that has signed in there before, and a client that tries many accounts is refused. The client is the address in the one configured header. Where there is none, an account answers one guess in 30 seconds and a survey one in 2 after the tolerated ones, and all sign-ins together 90 in 30 seconds: a flood of guesses then delays everybody.",
                &[
                    "api/guessing::s79_a_client_that_guesses_too_often_shuts_out_itself_alone",
                    "api/guessing::s79_clients_of_one_network_count_as_one",
                    "api/guessing::s79_what_many_clients_guess_slows_an_account_and_never_who_has_signed_in_from_there",
                    "api/guessing::s79_without_a_known_client_an_account_is_slowed_by_half_a_minute_at_most",
                    "api/guessing::s79_a_client_that_tries_many_accounts_is_refused",
                    "api/guessing::s79_sign_ins_of_unknown_clients_meet_one_rate_together",
                    "api/guessing::s79_no_other_header_than_the_configured_one_is_believed",
                    "api/guessing::s79_without_a_known_client_one_respondents_wrong_guesses_do_not_refuse_the_next",
                    "api/guessing::s79_what_is_remembered_of_attempts_is_bounded_and_ends",
                    "edge/guessing::s79_a_client_that_guesses_shuts_out_itself_alone_and_is_known_by_the_configured_header",
                    "edge/client::s79_what_a_page_does_through_the_gateway_is_recorded_with_the_address_that_the_proxy_says",
                    "api/guessing::s79_links_that_show_who_responds_are_limited_by_address_and_by_client",
                ],
                &["api/take/door::a_password_that_is_guessed_too_often_is_not_looked_at_for_a_while"],
            ),
            held(
                80,
                "Passwords, those of surveys included, are hashed by the platform with the 600,000 rounds of PBKDF2-HMAC-SHA256 that OWASP advises, in a chain of calls; older hashes are raised when the password is next given; guesses are limited before anything is hashed, and again before the result is used.",
                &[
                    "src/service/store/password::s80_passwords_are_hashed_with_the_rounds_that_are_advised_in_calls_that_platforms_take",
                    "src/service/store/password::s80_a_password_of_another_cost_is_raised_when_it_fits_and_costs_the_same_when_it_does_not",
                    "src/service/store/password::s80_no_password_fits_where_none_is_stored_and_that_costs_the_same",
                    "src/service/store/password::s80_neither_a_password_nor_its_hash_is_printed",
                    "api/guessing::s80_guesses_are_limited_before_anything_is_hashed",
                    "api/guessing::s80_guesses_that_are_hashed_at_the_same_time_are_limited_too",
                    "api/guessing::s80_an_older_hash_is_raised_at_the_next_sign_in_and_costs_what_an_unknown_address_does",
                    "api/guessing::s80_the_password_of_a_survey_is_hashed_like_any_other_and_raised_when_it_is_given",
                    "edge/guessing::s80_the_platform_hashes_a_password_as_the_service_says_it_does",
                ],
                &["api/oauth/sign_in::a_wrong_password_and_an_unknown_address_are_told_alike_and_walk_alike"],
            ),
            held(
                81,
                "The forms of sign-in, consent, sign-up, account and survey pages refuse a foreign `Origin` wherever it is present, and a foreign `Sec-Fetch-Site`; the origin `null` passes only where the browser says that the page is ours.",
                &[
                    "src/service/actor/foreign::s81_a_foreign_origin_is_refused_whatever_else_is_said",
                    "api/oauth/sign_in::s81_a_form_of_another_origin_is_refused_by_every_page",
                    "e2e/origin::s81_browsers_send_our_forms_with_our_origin_and_those_of_another_origin_are_refused",
                ],
                &[
                    "api/oauth/sign_in::a_form_from_another_site_is_refused",
                    "api/take/door::a_form_of_another_site_is_refused",
                ],
            ),
            held(
                82,
                "Sign-up does not say whether an address has an account: page, status, headers and walk are the same, an account is made and its password hashed either way, and only a mail says it, to the address. What remains: an account can sign in before its address is confirmed, for a day, so that who signs up with a free address can tell it from a taken one by signing in; and who has signed in learns from the account page whether another address can be taken.",
                &[
                    "api/accounts/sign_up::s82_a_sign_up_is_answered_alike_whether_its_address_has_an_account_or_not",
                    "api/accounts/sign_up::s82_a_sign_up_founds_one_place_and_hashes_one_password_whoever_has_the_address",
                    "api/accounts/sign_up::s82_who_has_the_address_is_written_to",
                ],
                &[
                    "api/accounts/sign_up::of_two_who_sign_up_at_once_the_first_at_the_directory_has_the_address",
                    "api/accounts/sign_up::an_address_that_was_left_or_never_reached_in_a_walk_that_was_lost_is_free",
                ],
            ),
            held(
                83,
                "An authorization request with an unsupported `response_type`, or with a challenge that cannot be met, is answered with a page: nobody is redirected before sign-in.",
                &[
                    "api/oauth/asked::s83_a_wrong_response_type_is_told_to_the_person_and_redirects_nobody",
                    "api/oauth/exchange::s83_a_challenge_is_a_sha_256_hash_and_nothing_else",
                ],
                &[],
            ),
            held(
                84,
                "Deliveries that a crash interrupted resume within 30 seconds.",
                &[
                    "api/agenda::s84_an_errand_that_never_returned_is_sent_out_again_within_30_seconds",
                    "edge/durability::s84_a_delivery_that_a_kill_interrupted_is_made_within_30_seconds",
                ],
                &[],
            ),
            held(
                85,
                "A session can be signed out while the disk is full: its cookie is removed, it is refused from memory, and its end is stored when the disk has room.",
                &[
                    "edge/full_disk::s85_a_session_is_signed_out_while_the_disk_is_full_and_stays_so",
                    "gateway/session::s85_an_end_that_is_not_stored_refuses_its_sessions_and_no_others_until_it_is",
                ],
                &["edge/full_disk::health_is_503_from_a_failed_write_until_one_succeeds"],
            ),
            held(
                86,
                "One account cannot starve the others: waiting calls are served in turn by account, and a share of the quota is kept for accounts that ask little.",
                &["gateway/budget::s86_whoever_floods_the_gateway_nobody_who_is_there_is_refused_a_click"],
                &[
                    "gateway/plan::who_waits_and_has_had_less_goes_before_who_has_had_more",
                    "gateway/plan::what_people_who_are_there_have_not_used_of_their_share_is_kept_for_them",
                    "gateway/plan::who_sends_by_a_lease_is_charged_for_it_and_who_asked_is_not",
                    "gateway/plan::one_callers_flood_does_not_stop_anothers_click",
                ],
            ),
        ],
    ),
];
