//! The search for an account's region: where it looks, what it takes for an answer, and what is kept of it.

use crate::support::{origin, origins, region};
use canvass::gateway::account::Account;
use canvass::gateway::region::Origins;
use canvass::gateway::search::{Nowhere, REMEMBERED_MAX, REST, Word, after, can_follow, word};
use canvass::spec::endpoint::Method;
use canvass::spec::errors::Error;
use canvass::wire::dates::Moment;

#[test]
fn every_other_region_is_asked_once_and_first_where_the_account_is_known_to_live() {
    let (us, eu, ca) = (region("us"), region("eu"), region("ca"));
    assert_eq!(after(&origins(), us, us), [eu, ca]);
    assert_eq!(after(&origins(), us, ca), [ca, eu]);
    assert_eq!(after(&origins(), ca, ca), [us, eu]);
    assert_eq!(after(&origins(), us, region("au")), [eu, ca], "a region that is not configured is never asked");
}

/// The body of an error.
fn error(code: u16) -> Vec<u8> {
    format!(r#"{{"error":{{"id":"{code}"}}}}"#).into_bytes()
}

#[test]
fn an_account_lives_where_it_is_answered() {
    for status in [200, 204, 304] {
        assert_eq!(word(status, b""), Word::Here, "{status}");
    }
    for code in [1003, 1014, 1015, 1016, 1025, 1052, 1053, 1058] {
        assert_eq!(word(Error::from_code(code).unwrap().row().status, &error(code)), Word::Here, "{code}");
    }
    assert_eq!(word(403, &error(1018)), Word::Elsewhere);
    assert_eq!(word(401, &error(1011)), Word::Elsewhere, "a region may not know the token");
    for status in [429, 500, 502, 503, 504] {
        assert_eq!(word(status, &error(1051)), Word::Owed, "{status}");
    }
}

#[test]
fn what_is_said_before_the_token_is_looked_at_or_by_a_proxy_says_nothing_of_the_account() {
    for code in [1004, 1010, 1020, 1030, 1061, 1063] {
        assert_eq!(word(Error::from_code(code).unwrap().row().status, &error(code)), Word::Nothing, "{code}");
    }
    for status in [400, 401, 403, 404, 410] {
        for body in ["", "{}", r#"{"message":"blocked"}"#, r#"{"error":{"id":"9999"}}"#] {
            assert_eq!(word(status, body.as_bytes()), Word::Nothing, "{status} {body}");
        }
    }
}

#[test]
fn what_a_region_says_only_of_a_token_that_it_knows_ends_the_session() {
    for code in [1012, 1013, 1057] {
        assert_eq!(word(401, &error(code)), Word::Over, "{code}");
    }
    assert_eq!(word(401, br#"{"status":1,"errmsg":"The client revoked the grant"}"#), Word::Over);
}

#[test]
fn of_two_answers_that_leads_further_is_the_better_one() {
    assert!(Word::Elsewhere < Word::Nothing && Word::Nothing < Word::Owed && Word::Owed < Word::Here);
}

#[test]
fn a_search_follows_reads_only_and_only_where_there_is_another_region() {
    assert!(can_follow(&origins(), Method::GET) && !can_follow(&origins(), Method::POST));
    let alone = Origins::new(vec![(region("us"), origin("https://us.example.net"))]).unwrap();
    assert!(!can_follow(&alone, Method::GET));
}

#[test]
fn an_account_that_is_nowhere_is_not_looked_for_again_for_a_minute() {
    let account = |number: usize, name: &str| {
        let mut id = [0; 16];
        id[..8].copy_from_slice(&number.to_be_bytes());
        Account::at(id, region(name))
    };
    let (now, mut nowhere) = (Moment(1_000_000), Nowhere::default());
    nowhere.learn(account(0, "us"), now);
    assert!(nowhere.has(&account(0, "us"), now) && nowhere.has(&account(0, "us"), now.plus(REST - 1)));
    assert!(!nowhere.has(&account(0, "us"), now.plus(REST)));
    assert!(!nowhere.has(&account(0, "eu"), now), "its record says another region by now");
    assert!(!nowhere.has(&account(1, "us"), now));
    for number in 1..=REMEMBERED_MAX {
        nowhere.learn(account(number, "us"), now);
    }
    assert!(!nowhere.has(&account(0, "us"), now), "the oldest has given way");
    assert!(nowhere.has(&account(1, "us"), now) && nowhere.has(&account(REMEMBERED_MAX, "us"), now));
}
