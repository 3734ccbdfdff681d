//! The statements about callbacks and transactions.

use super::*;
use proptest::prelude::*;

const STATE: &str = "0123456789abcdef0123456789abcdef";

fn begun(now: u64) -> String {
    begin_sign_in("", STATE, "/surveys?page=2", OtherSessions::Leave, "", now).unwrap()
}

fn callback(stored: &str, query: &str, now: u64) -> Result<AcceptedCallback, CallbackError> {
    finish_sign_in(stored, query, now).1
}

fn good() -> String {
    format!("?code=abc&state={STATE}")
}

#[test]
fn s2_a_callback_is_accepted_for_a_transaction_of_the_same_tab() {
    let accepted = AcceptedCallback {
        code: "abc".into(),
        return_to: "/surveys?page=2".into(),
        others: OtherSessions::Leave,
        carried: String::new(),
    };
    assert_eq!(callback(&begun(0), &good(), 5), Ok(accepted));
    assert_eq!(callback("", &good(), 5), Err(CallbackError::Missing));
    assert_eq!(callback("\n", &good(), 5), Err(CallbackError::Missing));
    assert_eq!(callback(&begun(0), "code=abc", 5), Err(CallbackError::Missing));
    assert_eq!(callback(&begun(0), "code=abc&state=", 5), Err(CallbackError::Missing));
    assert_eq!(callback(&begun(0), "code=abc&state=0123", 5), Err(CallbackError::Mismatch));
    assert_eq!(callback(&begun(0), &format!("{}0", good()), 5), Err(CallbackError::Mismatch));
}

#[test]
fn s2_a_mismatch_leaves_the_transaction_alone() {
    let (stored, refused) = finish_sign_in(&begun(0), "code=abc&state=evil", 5);
    assert_eq!(refused, Err(CallbackError::Mismatch));
    assert!(callback(&stored, &good(), 6).is_ok());
}

#[test]
fn whether_others_stay_signed_in_is_remembered() {
    let stored = begin_sign_in("", STATE, "/", OtherSessions::Stay, "", 0).unwrap();
    assert_eq!(callback(&stored, &good(), 5).map(|accepted| accepted.others), Ok(OtherSessions::Stay));
    assert_eq!(callback(&stored.replace("add", "more"), &good(), 5), Err(CallbackError::Expired), "an unknown mark");
}

#[test]
fn s8_what_the_gateway_wants_back_is_stored_in_the_tab_and_sent_once_with_the_code() {
    let stored = begin_sign_in(&begun(0), "other", "/", OtherSessions::Leave, "sealed-verifier", 1).unwrap();
    let (after, accepted) = finish_sign_in(&stored, "?code=abc&state=other", 5);
    assert_eq!(accepted.map(|accepted| accepted.carried).as_deref(), Ok("sealed-verifier"));
    assert!(!after.contains("sealed-verifier"), "it is stored for longer than it is needed");
    let (after, refused) = finish_sign_in(&stored, "?error=access_denied&state=other", 5);
    assert!(refused.is_err() && finish_sign_in(&after, "?code=abc&state=other", 6).1.is_err());
    let accepted = callback(&after, &good(), 5).unwrap();
    assert_eq!(accepted.carried, "", "each sign-in has its own");
}

#[test]
fn the_scopes_of_a_sign_in_are_stored_with_it_and_not_sent_to_the_gateway() {
    let carried = |pkce, scopes: &[&'static str]| join_carried(pkce, scopes.iter().copied());
    for (pkce, scopes, text) in
        [("", &[][..], ""), ("v", &[], "v"), ("", &["contacts_write"], "~contacts_write"), ("v", &["a", "b"], "v~a~b")]
    {
        assert_eq!(carried(pkce, scopes), text);
        let (found, list) = split_carried(text);
        assert_eq!((found, list.collect::<Vec<_>>().as_slice()), (pkce, scopes));
    }
}

#[test]
fn a_page_of_another_origin_is_named_in_the_state_and_gets_the_callback_in_its_fragment() {
    let state = |origin| state_from("0a".to_owned(), "https://app.example/callback/", origin);
    assert_eq!(state("https://app.example"), "0a");
    assert_eq!(state("https://app.exam"), "0a@https://app.exam");
    assert_eq!(state("http://localhost:3000"), "0a@http://localhost:3000");
    assert_eq!(callback_query("?code=c&state=s", "#top"), "?code=c&state=s");
    assert_eq!(callback_query("?state=s&state=t", "#code=c&state=u"), "?state=s&state=t");
    assert_eq!(callback_query("?theme=dark", "#code=c&state=s"), "code=c&state=s");
    assert_eq!(callback_query("?error=access_denied", ""), "?error=access_denied");
}

#[test]
fn s3_a_replayed_callback_is_an_expired_sign_in() {
    let (stored, first) = finish_sign_in(&begun(0), &good(), 5);
    assert!(first.is_ok());
    assert_eq!(callback(&stored, &good(), 6), Err(CallbackError::Expired));
}

#[test]
fn s4_a_transaction_is_refused_after_ten_minutes() {
    assert!(callback(&begun(1000), &good(), 1000 + LIFETIME_MILLIS).is_ok());
    assert_eq!(callback(&begun(1000), &good(), 1001 + LIFETIME_MILLIS), Err(CallbackError::Expired));
}

#[test]
fn s5_four_transactions_are_stored_and_each_can_finish() {
    let mut stored = String::new();
    for number in 0..6 {
        stored = begin_sign_in(&stored, &format!("state{number}"), "/", OtherSessions::Leave, "", number).unwrap();
    }
    for number in 0..6 {
        let outcome = callback(&stored, &format!("code=c&state=state{number}"), 10);
        assert_eq!(outcome.is_ok(), number >= 2, "{number}");
    }
}

#[test]
fn s7_the_parameters_of_the_authorize_address_are_encoded() {
    let configuration = r#"{"authorize_url":"https://auth.example/oauth/authorize","client_id":"a&b#","redirect_uri":"https://app.example/callback/?x=é y"}"#;
    let url = "https://auth.example/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcallback%2F%3Fx%3D%C3%A9%20y&client_id=a%26b%23&response_type=code&state=s";
    assert_eq!(authorize_url(configuration, "s").as_deref(), Ok(url));
    let challenged = configuration.replace("authorize\"", "authorize?code_challenge=c\"");
    assert_eq!(authorize_url(&challenged, "s"), Ok(url.replace("authorize?", "authorize?code_challenge=c&")));
}

#[test]
fn a_denial_is_distinguished_from_other_failures() {
    let denied = format!("error=access_denied&error_description=x&state={STATE}");
    let (stored, refused) = finish_sign_in(&begun(0), &denied, 5);
    assert_eq!(refused, Err(CallbackError::Denied));
    assert_eq!(callback(&stored, &good(), 6), Err(CallbackError::Expired));
    assert_eq!(callback(&begun(0), "error=access_denied", 5), Err(CallbackError::Denied));
    assert_eq!(callback(&begun(0), &format!("error=server_error&state={STATE}"), 5), Err(CallbackError::Failed));
    assert_eq!(callback(&begun(0), "error=access_denied&state=other", 5), Err(CallbackError::Mismatch));
    assert_eq!(callback(&begun(0), &format!("state={STATE}"), 5), Err(CallbackError::Failed));
}

#[test]
fn the_sign_in_of_a_callback_is_found_before_and_after_its_use() {
    let stored = begin_sign_in(&begun(0), "other", "/accounts", OtherSessions::Stay, "", 1).unwrap();
    let (used, _) = finish_sign_in(&stored, "?error=access_denied&state=other", 5);
    for stored in [stored, used] {
        let found = |query: &str| find_sign_in(&stored, query);
        assert_eq!(
            found("?error=access_denied&state=other"),
            Some(("/accounts".into(), OtherSessions::Stay, String::new()))
        );
        assert_eq!(found(&good()), Some(("/surveys?page=2".into(), OtherSessions::Leave, String::new())));
        assert_eq!(
            [found("?code=abc"), found("?state=unknown"), found("?state=other&state=other")],
            [None, None, None]
        );
    }
}

#[test]
fn s10_repeated_parameters_are_refused() {
    for query in ["&code=x", "&state=x", "&error=a&error=b", "&c%6fde=x"] {
        let query = format!("{}{query}", good());
        assert_eq!(callback(&begun(0), &query, 5), Err(CallbackError::Failed), "{query}");
    }
    assert!(callback(&begun(0), &format!("{}&other=1&other=2", good()), 5).is_ok());
}

#[test]
fn stored_text_that_cannot_be_read_counts_as_none() {
    for stored in ["{}", "s", "s 0 open", "s x open /", " 0 open /", "s 0 open //evil", "s 0 open /a b c"] {
        assert_eq!(callback(stored, "code=c&state=s", 0), Err(CallbackError::Missing), "{stored}");
        assert!(begin_sign_in(stored, STATE, "/", OtherSessions::Leave, "", 0).is_some());
    }
}

proptest! {
    #[test]
    fn no_callback_without_its_own_state_is_accepted(query: String, stored: String) {
        prop_assume!(!query.contains(STATE));
        prop_assert!(callback(&begun(0), &query, 5).is_err());
        prop_assert!(callback(&stored, &query, 5).is_err());
    }

    #[test]
    fn a_return_path_survives_storage(path in "/[!-\\[\\]-~]{0,20}") {
        if let Some(stored) = begin_sign_in("", STATE, &path, OtherSessions::Leave, "", 0) {
            prop_assert_eq!(callback(&stored, &good(), 1).map(|accepted| accepted.return_to), Ok(path));
        }
    }
}
