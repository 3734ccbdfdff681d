//! The search for an account's region: where it looks, what it takes for an answer, and what is kept of it.

use crate::support::origin;
use canvass::gateway::region::{Origins, Region};
use canvass::gateway::search::{Word, after, after_another, word};

fn region(name: &str) -> Region {
    Region::named(name).unwrap()
}

fn origins() -> Origins {
    let named = ["us", "eu", "ca"].map(|name| (region(name), origin(&format!("https://{name}.example.net"))));
    Origins::new(named.to_vec()).unwrap()
}

#[test]
fn every_other_region_is_asked_once_and_first_where_the_account_is_known_to_live() {
    let (us, eu, ca) = (region("us"), region("eu"), region("ca"));
    assert_eq!(after(&origins(), us, us), [eu, ca]);
    assert_eq!(after(&origins(), us, ca), [ca, eu]);
    assert_eq!(after(&origins(), ca, ca), [us, eu]);
    assert_eq!(after(&origins(), us, region("au")), [eu, ca], "a region that is not configured is never asked");
}

#[test]
fn who_has_waited_for_another_search_goes_by_what_it_found() {
    let (us, eu) = (region("us"), region("eu"));
    assert_eq!(after_another(us, eu), [eu]);
    assert_eq!(after_another(us, us), []);
}

#[test]
fn an_account_lives_where_it_is_answered() {
    for status in [200, 204, 304, 400, 404, 409] {
        assert_eq!(word(status, b""), Word::Here, "{status}");
    }
    assert_eq!(word(403, br#"{"error":{"id":"1014"}}"#), Word::Here);
    assert_eq!(word(403, br#"{"error":{"id":"1018"}}"#), Word::Elsewhere);
    assert_eq!(word(401, br#"{"error":{"id":"1011"}}"#), Word::Elsewhere, "a region may not know the token");
    for status in [429, 500, 502, 503, 504] {
        assert_eq!(word(status, br#"{"error":{"id":"1051"}}"#), Word::Owed, "{status}");
    }
}
