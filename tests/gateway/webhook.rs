//! The gateway's own webhook: its secret URL, and which deliveries count.

use crate::support::{KEY_B, REMOTE, and, page, read, remote, with};
use canvass::gateway::account::Account;
use canvass::gateway::config::Build;
use canvass::gateway::region::Region;
use canvass::gateway::webhook::{PATH, account_of_path, changed_path, is_signed, subscription_path};
use canvass::wire::signature::sign_delivery;

fn ann() -> Account {
    Account::new([7; 16], Region::from_name("eu").unwrap())
}

#[test]
fn an_account_has_one_url_that_leads_to_it_and_no_one_can_guess() {
    let config = remote();
    let address = subscription_path(&config, &ann()).unwrap();
    assert_eq!(subscription_path(&config, &ann()).unwrap(), address, "it can be subscribed once");
    assert_eq!(account_of_path(&config, &address), Some(ann()));
    assert!(!address.contains(&ann().object_name()) && address.starts_with(&format!("{PATH}/")));
    let other = Account::new([7; 16], Region::from_name("us").unwrap());
    assert!(subscription_path(&config, &other).unwrap() != address);
    for at in PATH.len() + 1..address.len() {
        let other = if &address[at..=at] == "A" { "B" } else { "A" };
        let changed = format!("{}{other}{}", &address[..at], &address[at + 1..]);
        assert_eq!(account_of_path(&config, &changed), None, "{changed}");
    }
    for guess in
        [PATH, "/gateway/webhook/", &format!("{PATH}/{}", ann().object_name()), &address[1..], &format!("{address}/")]
    {
        assert_eq!(account_of_path(&config, guess), None, "{guess}");
    }
    let elsewhere = read(Build::Gateway, &with(REMOTE, "SESSION_KEYS", KEY_B)).ok().unwrap();
    assert_eq!(account_of_path(&elsewhere, &address), None);
}

#[test]
fn a_delivery_counts_with_the_apps_own_signature_only() {
    let (config, body) = (remote(), br#"{"resources":{"survey_id":"7"}}"#);
    let sent = |key: &str, signed: &str| and(and(page("POST", PATH), "sm-apikey", key), "sm-signature", signed);
    let good = sign_delivery("app-1", "hush & more=é", body).unwrap();
    assert!(is_signed(&config, &sent("app-1", &good), body));
    assert!(!is_signed(&config, &sent("app-2", &good), body));
    assert!(!is_signed(&config, &sent("app-1", &good), b"{}"));
    assert!(!is_signed(&config, &sent("app-1", &sign_delivery("app-1", "hush", body).unwrap()), body));
    assert!(!is_signed(&config, &sent("app-1", ""), body) && !is_signed(&config, &page("POST", PATH), body));
}

#[test]
fn a_delivery_concerns_the_survey_that_it_names_or_everything() {
    assert_eq!(changed_path(br#"{"object_id":"9","resources":{"user_id":"1","survey_id":"7"}}"#), "/v3/surveys/7");
    for other in [
        "",
        "{}",
        "[]",
        r#"{"resources":{}}"#,
        r#"{"resources":{"survey_id":7}}"#,
        r#"{"resources":{"survey_id":"../7"}}"#,
    ] {
        assert_eq!(changed_path(other.as_bytes()), "/", "{other}");
    }
}
