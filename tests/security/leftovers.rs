//! TABLE. What a request without an account may leave behind, for how long, and the tests that hold us to it.

/// Something that is left.
pub struct Leftover {
    /// What was requested.
    pub request: &'static str,
    /// What it leaves.
    pub leaves: &'static str,
    /// For how long, or how much of it at most.
    pub until: &'static str,
    /// The tests.
    pub tests: &'static [&'static str],
}

#[rustfmt::skip]
pub const LEFTOVERS: &[Leftover] = &[
    Leftover {
        request: "An invented client id, code, token or survey link; a link to an account or an app that has ended",
        leaves: "nothing",
        until: "",
        tests: &["edge/anonymous::s75_an_invented_client_id_leaves_no_store", "api/accounts/ids::s75_nobody_wakes_a_place_by_inventing_a_client_id", "api/accounts/sign_up::s76_an_unconfirmed_account_ends_after_a_day_with_all_that_it_made"],
    },
    Leftover {
        request: "The first sign-in or sign-up that reaches a shard of the directory",
        leaves: "the tables of the shard, and of the team that takes the sign-ins of its unknown addresses",
        until: "for good; there are 256 of each",
        tests: &["edge/anonymous::s75_an_invented_client_id_leaves_no_store"],
    },
    Leftover {
        request: "A sign-up",
        leaves: "an unconfirmed account with all that it makes: apps, surveys, responses, sessions",
        until: "a day; in plain `workerd` an empty file stays for the object",
        tests: &["api/accounts/sign_up::s76_an_unconfirmed_account_ends_after_a_day_with_all_that_it_made", "edge/anonymous::s76_an_unconfirmed_account_leaves_no_data_on_the_disk"],
    },
    Leftover {
        request: "A sign-up with an address that has an account",
        leaves: "an account to which no address leads; a mail in the outbox of the account's team",
        until: "a day; 30 days, and five mails to an address in a day at most",
        tests: &["api/accounts/sign_up::a_walk_that_ends_in_between_leaves_an_account_for_a_day_that_nobody_can_confirm", "api/accounts/sign_up::s82_who_has_the_address_is_written_to", "api/outbox::a_mail_is_kept_for_thirty_days"],
    },
    Leftover {
        request: "A sign-up, a sign-in, a guess of a password, asking for a link that shows who responds",
        leaves: "counters by client, by address and by account, under hashes of them",
        until: "a day at most; 10,000 in a shard or team",
        tests: &["api/guessing::s79_what_is_remembered_of_attempts_is_bounded_and_ends"],
    },
    Leftover {
        request: "A wrong password of an account that there is",
        leaves: "a line in the team's record of activities",
        until: "90 days, and the newest 1,000 of a team",
        tests: &["api/oauth/sign_in::the_teams_record_tells_of_the_newest_thousand_failures_of_ninety_days"],
    },
    Leftover {
        request: "Asking for a link that shows who responds",
        leaves: "the hash of a word; a mail in the team's outbox",
        until: "an hour, and 30 days on the device that followed the link; 30 days",
        tests: &["api/take/proof::a_link_works_for_an_hour_and_for_its_collector_alone", "api/outbox::a_mail_is_kept_for_thirty_days"],
    },
    Leftover {
        request: "Opening the link of a mail to a recipient, opting out by it",
        leaves: "that it was opened; that the address wants no more mail",
        until: "as long as the recipient, for each one line",
        tests: &["api/take/respondent::a_recipient_opts_out_by_a_button_or_by_the_mail_program"],
    },
    Leftover {
        request: "A page of an open survey that is sent",
        leaves: "the response with its files",
        until: "until the survey's owner deletes it, who set the collector's limits",
        tests: &["api/take/saving::nothing_is_stored_before_a_page_is_sent_and_each_page_is_stored_as_partial"],
    },
];
