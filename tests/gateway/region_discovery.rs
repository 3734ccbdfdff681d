//! Region discovery: which regions are asked, which responses are evidence, and what is cached of a search.

use crate::support::{origin, origins, region};
use canvass::gateway::account::Account;
use canvass::gateway::region::RegionOrigins;
use canvass::gateway::region_discovery::{
    REMEMBERED_MAX, RegionEvidence, UNKNOWN_TTL, UnknownRegionCache, can_retry_elsewhere, remaining_regions,
    weigh_answer,
};
use canvass::spec::endpoint::Method;
use canvass::spec::errors::Error;
use canvass::wire::dates::Timestamp;

#[test]
fn every_other_region_is_tried_once_and_first_the_one_where_the_account_is_known_to_be() {
    let (us, eu, ca) = (region("us"), region("eu"), region("ca"));
    assert_eq!(remaining_regions(&origins(), us, us), [eu, ca]);
    assert_eq!(remaining_regions(&origins(), us, ca), [ca, eu]);
    assert_eq!(remaining_regions(&origins(), ca, ca), [us, eu]);
    assert_eq!(
        remaining_regions(&origins(), us, region("au")),
        [eu, ca],
        "a region that is not configured is never asked"
    );
}

/// The body of an error.
fn error(code: u16) -> Vec<u8> {
    format!(r#"{{"error":{{"id":"{code}"}}}}"#).into_bytes()
}

#[test]
fn an_account_lives_where_it_is_answered() {
    for status in [200, 204, 304] {
        assert_eq!(weigh_answer(status, b""), RegionEvidence::Here, "{status}");
    }
    for code in [1003, 1014, 1015, 1016, 1025, 1052, 1053, 1058] {
        assert_eq!(
            weigh_answer(Error::from_code(code).unwrap().row().status, &error(code)),
            RegionEvidence::Here,
            "{code}"
        );
    }
    assert_eq!(weigh_answer(403, &error(1018)), RegionEvidence::Elsewhere);
    assert_eq!(weigh_answer(401, &error(1011)), RegionEvidence::Elsewhere, "a region may not know the token");
    for status in [429, 500, 502, 503, 504] {
        assert_eq!(weigh_answer(status, &error(1051)), RegionEvidence::Unavailable, "{status}");
    }
}

#[test]
fn what_is_said_before_the_token_is_looked_at_or_by_a_proxy_says_nothing_of_the_account() {
    for code in [1004, 1010, 1020, 1030, 1061, 1063] {
        assert_eq!(
            weigh_answer(Error::from_code(code).unwrap().row().status, &error(code)),
            RegionEvidence::Inconclusive,
            "{code}"
        );
    }
    for status in [400, 401, 403, 404, 410] {
        for body in ["", "{}", r#"{"message":"blocked"}"#, r#"{"error":{"id":"9999"}}"#] {
            assert_eq!(weigh_answer(status, body.as_bytes()), RegionEvidence::Inconclusive, "{status} {body}");
        }
    }
}

#[test]
fn what_a_region_says_only_of_a_token_that_it_knows_ends_the_session() {
    for code in [1012, 1013, 1057] {
        assert_eq!(weigh_answer(401, &error(code)), RegionEvidence::SessionOver, "{code}");
    }
    assert_eq!(
        weigh_answer(401, br#"{"status":1,"errmsg":"The client revoked the grant"}"#),
        RegionEvidence::SessionOver
    );
}

#[test]
fn of_two_answers_that_leads_further_is_the_better_one() {
    assert!(
        RegionEvidence::Elsewhere < RegionEvidence::Inconclusive
            && RegionEvidence::Inconclusive < RegionEvidence::Unavailable
            && RegionEvidence::Unavailable < RegionEvidence::Here
    );
}

#[test]
fn a_search_follows_reads_only_and_only_where_there_is_another_region() {
    assert!(can_retry_elsewhere(&origins(), Method::GET) && !can_retry_elsewhere(&origins(), Method::POST));
    let alone = RegionOrigins::new(vec![(region("us"), origin("https://us.example.net"))]).unwrap();
    assert!(!can_retry_elsewhere(&alone, Method::GET));
}

#[test]
fn an_account_that_is_nowhere_is_not_looked_for_again_for_a_minute() {
    let account = |number: usize, name: &str| {
        let mut id = [0; 16];
        id[..8].copy_from_slice(&number.to_be_bytes());
        Account::new(id, region(name))
    };
    let (now, mut nowhere) = (Timestamp(1_000_000), UnknownRegionCache::default());
    nowhere.insert(account(0, "us"), now);
    assert!(
        nowhere.contains(&account(0, "us"), now)
            && nowhere.contains(&account(0, "us"), now.saturating_add(UNKNOWN_TTL - 1))
    );
    assert!(!nowhere.contains(&account(0, "us"), now.saturating_add(UNKNOWN_TTL)));
    assert!(!nowhere.contains(&account(0, "eu"), now), "its record says another region by now");
    assert!(!nowhere.contains(&account(1, "us"), now));
    for number in 1..=REMEMBERED_MAX {
        nowhere.insert(account(number, "us"), now);
    }
    assert!(!nowhere.contains(&account(0, "us"), now), "the oldest has given way");
    assert!(nowhere.contains(&account(1, "us"), now) && nowhere.contains(&account(REMEMBERED_MAX, "us"), now));
}
