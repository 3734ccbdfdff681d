//! The request bodies by which a page manages its accounts.

use canvass::gateway::account_requests::{SignOutScope, keeps_others, parse_sign_out, parse_switch};
use canvass::gateway::problem::Problem;

#[test]
fn a_sign_out_is_for_the_current_account_one_or_all() {
    for (body, whom) in [
        ("", SignOutScope::Current),
        ("{}", SignOutScope::Current),
        (r#"{"all":false}"#, SignOutScope::Current),
        (r#"{"more":1}"#, SignOutScope::Current),
        (r#"{"account":"x"}"#, SignOutScope::One("x".to_owned())),
        (r#"{"all":true}"#, SignOutScope::All),
    ] {
        assert_eq!(parse_sign_out(body.as_bytes()), Ok(whom), "{body}");
    }
    for body in [
        " ",
        "null",
        "[]",
        "{",
        r#"{"all":1}"#,
        r#"{"all":"true"}"#,
        r#"{"all":null}"#,
        r#"{"account":1}"#,
        r#"{"account":null}"#,
        r#"{"account":"x","all":true}"#,
        r#"{"account":"x","account":"y"}"#,
        "{} x",
    ] {
        assert_eq!(parse_sign_out(body.as_bytes()), Err(Problem::BadRequest), "{body}");
    }
}

#[test]
fn a_switch_names_its_account() {
    assert_eq!(parse_switch(br#"{"account":"x"}"#), Ok("x".to_owned()));
    for body in ["", "{}", r#"{"account":1}"#, "nonsense"] {
        assert_eq!(parse_switch(body.as_bytes()), Err(Problem::BadRequest), "{body}");
    }
}

#[test]
fn a_sign_in_takes_the_place_of_the_others_unless_it_is_added() {
    assert_eq!(keeps_others(br#"{"code":"x"}"#), Ok(false));
    assert_eq!(keeps_others(br#"{"code":"x","add":false}"#), Ok(false));
    assert_eq!(keeps_others(br#"{"code":"x","add":true}"#), Ok(true));
    for body in [r#"{"add":1}"#, r#"{"add":"true"}"#, r#"{"add":true,"add":false}"#] {
        assert_eq!(keeps_others(body.as_bytes()), Err(Problem::BadRequest), "{body}");
    }
}
