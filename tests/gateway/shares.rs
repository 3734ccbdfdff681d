//! Shared links: ids that cannot be invented, what is published, who may change it, and how a link ends.

use crate::support::{KEY_A, KEY_B, KEY_C, origin, pairs};
use base64ct::{Base64, Encoding as _};
use canvass::gateway::keys::KeyRing;
use canvass::gateway::problem::Problem;
use canvass::gateway::records::{RecordChange, RecordsCommand, RecordsOutcome, apply_alarm, apply_command};
use canvass::gateway::shares::link::{READS_MAX, ReadCount};
use canvass::gateway::shares::list::{LINKS_MAX, LinkList, ListedLink, PUBLISHED_MAX};
use canvass::gateway::shares::{
    DATA_MAX, LIFETIME_MAX, PublicPart, data_response, is_own_id, list_object_name, make_id, parse_path,
    parse_public_path, parse_publication, parse_replacement, public_response, reader_object_name, refused_response,
};
use canvass::gateway::static_files::StaticFile;
use canvass::wire::dates::{DAY, MINUTE, Timestamp};
use serde_json::{Value, json};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const HOUR: i64 = 60 * MINUTE;

fn ring(keys: &[&str]) -> KeyRing {
    KeyRing::parse_list(&keys.join(",")).ok().unwrap()
}

fn later(after: i64) -> Timestamp {
    Timestamp(NOW.0 + after)
}

#[test]
fn s91_an_id_cannot_be_invented_or_changed() {
    let (ring, home) = (ring(&[KEY_A]), origin("https://app.example.com"));
    let id = make_id(&ring, &home, [7; 16]).unwrap();
    assert_eq!(id.len(), 43, "128 random bits and a MAC of as many");
    assert!(is_own_id(&ring, &home, &id));
    assert!(make_id(&ring, &home, [8; 16]).unwrap() != id);
    for at in 0..id.len() {
        for other in ["A", "B"] {
            let changed = format!("{}{other}{}", &id[..at], &id[at + 1..]);
            assert!(changed == id || !is_own_id(&ring, &home, &changed), "{changed}");
        }
    }
    for invented in ["", "A", &id[..42], &format!("{id}A"), &"A".repeat(43), "é"] {
        assert!(!is_own_id(&ring, &home, invented), "{invented}");
    }
    assert!(!is_own_id(&ring, &origin("https://other.example.com"), &id), "nor one of another gateway");
}

#[test]
fn s91_a_link_lives_as_long_as_the_key_that_made_it_is_listed() {
    let home = origin("https://app.example.com");
    let id = make_id(&ring(&[KEY_A]), &home, [7; 16]).unwrap();
    assert!(is_own_id(&ring(&[KEY_B, KEY_A]), &home, &id));
    assert!(!is_own_id(&ring(&[KEY_B, KEY_C]), &home, &id));
}

fn published(changes: &[(&str, Value)]) -> Result<canvass::gateway::shares::Publication, Problem> {
    let mut body = json!({ "survey_id": "7", "ends_at": later(30 * DAY).with_offset().0, "data": "AAAA" });
    for (name, value) in changes {
        body[*name] = value.clone();
    }
    parse_publication(body.to_string().as_bytes(), NOW)
}

#[test]
fn what_is_published_is_data_a_survey_and_an_end_within_90_days_and_nothing_else() {
    let good = published(&[]).unwrap();
    assert_eq!((&*good.survey_id, &*good.data, good.ends_at), ("7", "AAAA", later(30 * DAY)));
    assert!(published(&[("ends_at", json!(later(90 * DAY).with_offset().0))]).is_ok());
    for wrong in [
        ("survey_id", json!("../7")),
        ("survey_id", json!(7)),
        ("ends_at", json!(NOW.with_offset().0)),
        ("ends_at", json!(later(LIFETIME_MAX + 1_000).with_offset().0)),
        ("ends_at", json!("soon")),
        ("ends_at", Value::Null),
        ("data", json!("")),
        ("data", json!("A")),
        ("data", json!("AA A")),
        ("data", json!("_-_-")),
        ("title", json!("What the boss sees")),
    ] {
        assert_eq!(published(std::slice::from_ref(&wrong)), Err(Problem::BadRequest), "{wrong:?}");
    }
    assert_eq!(parse_publication(b"{}", NOW), Err(Problem::BadRequest));
    assert_eq!(parse_replacement(br#"{"data":"AAAA"}"#).as_deref(), Ok("AAAA"));
    assert_eq!(parse_replacement(br#"{"data":"AAAA","ends_at":"2030-01-01"}"#), Err(Problem::BadRequest));
}

#[test]
fn the_data_of_a_link_has_at_most_256_kb() {
    let of = |bytes: usize| published(&[("data", json!(Base64::encode_string(&vec![1; bytes])))]).map(drop);
    assert_eq!((of(DATA_MAX), of(DATA_MAX + 1)), (Ok(()), Err(Problem::ShareTooLarge)));
    assert_eq!((DATA_MAX, Problem::ShareTooLarge.status()), (256 * 1024, 413));
}

/// An object with a record, as the shell runs it.
#[derive(Default)]
struct Object {
    record: Option<String>,
    data: Option<String>,
    alarm: Option<Timestamp>,
}

impl Object {
    fn send(&mut self, command: &RecordsCommand, body: &str, now: Timestamp) -> Result<String, (Problem, i64)> {
        assert_eq!(RecordsCommand::decode(command.encode().as_bytes()).as_ref(), Some(command));
        let RecordsOutcome { change, refusal, text, returns_data } =
            apply_command(command, self.record.as_deref(), body, now);
        let reply = if returns_data { self.data.clone().unwrap() } else { text };
        self.change(change, body);
        refusal.map_or(Ok(reply), Err)
    }

    fn ring(&mut self, now: Timestamp) {
        let change = apply_alarm(self.record.as_deref(), now);
        self.change(change, "");
    }

    fn change(&mut self, change: RecordChange, body: &str) {
        match change {
            RecordChange::None => {}
            RecordChange::Store(record, alarm) => (self.record, self.alarm) = (Some(record), alarm),
            RecordChange::StoreWithData(record, alarm) => {
                (self.record, self.data, self.alarm) = (Some(record), Some(body.to_owned()), Some(alarm));
            }
            RecordChange::Delete => *self = Object::default(),
        }
    }
}

fn add(id: &str, ends_at: Timestamp) -> RecordsCommand {
    RecordsCommand::AddLink { id: id.to_owned(), survey_id: "7".to_owned(), ends_at }
}

fn listed(list: &mut Object, now: Timestamp) -> Vec<ListedLink> {
    let lines = list.send(&RecordsCommand::ListLinks, "", now).unwrap();
    lines.split('\n').filter_map(ListedLink::decode).collect()
}

#[test]
fn an_account_has_at_most_50_links_and_one_that_ends_makes_room() {
    let mut list = Object::default();
    assert_eq!(LINKS_MAX, 50);
    for number in 0..LINKS_MAX {
        // An hour lies between any two, so that the account never publishes too often.
        let now = later(i64::try_from(number).unwrap() * HOUR);
        list.send(&add(&format!("link-{number}"), later(10 * DAY)), "", now).unwrap();
    }
    let now = later(50 * HOUR);
    assert_eq!(list.send(&add("more", later(20 * DAY)), "", now).unwrap_err().0, Problem::TooManyShares);
    assert_eq!(listed(&mut list, now).len(), LINKS_MAX);
    assert!(list.send(&add("more", later(20 * DAY)), "", later(10 * DAY)).is_ok());
    assert_eq!(listed(&mut list, later(10 * DAY)).len(), 1);
}

#[test]
fn an_account_publishes_at_most_20_times_an_hour_old_links_included() {
    let mut list = Object::default();
    assert_eq!(PUBLISHED_MAX, 20);
    list.send(&add("a", later(DAY)), "", NOW).unwrap();
    let again = RecordsCommand::RepublishLink("a".to_owned());
    for minute in 1..20 {
        list.send(&again, "", later(minute * MINUTE)).unwrap();
    }
    let (problem, seconds) = list.send(&again, "", later(20 * MINUTE)).unwrap_err();
    assert_eq!((problem, seconds), (Problem::PublishedTooOften, 40 * 60 + 1), "until the first is an hour old");
    assert_eq!(list.send(&add("b", later(DAY)), "", later(20 * MINUTE)).unwrap_err().0, problem);
    let refused = refused_response((problem, seconds));
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("2401")));
    assert!(list.send(&again, "", later(HOUR + 1)).is_ok());
}

#[test]
fn an_account_publishes_on_after_the_clock_was_set_back() {
    let mut list = Object::default();
    for number in 0..20 {
        list.send(&add(&number.to_string(), later(DAY)), "", NOW).unwrap();
    }
    assert!(list.send(&add("more", later(DAY)), "", NOW).is_err());
    assert!(list.send(&add("more", later(DAY)), "", later(-2 * HOUR)).is_ok());
}

#[test]
fn s92_a_link_is_changed_and_revoked_by_the_account_that_published_it_alone() {
    let (mut own, mut other) = (Object::default(), Object::default());
    own.send(&add("a", later(DAY)), "", NOW).unwrap();
    other.send(&add("b", later(DAY)), "", NOW).unwrap();
    let name = || "a".to_owned();
    for command in
        [RecordsCommand::RepublishLink(name()), RecordsCommand::CheckLink(name()), RecordsCommand::RemoveLink(name())]
    {
        assert_eq!(other.send(&command, "", NOW).unwrap_err().0, Problem::NotFound, "{command:?}");
        assert!(own.send(&command, "", NOW).is_ok(), "{command:?}");
    }
    assert_eq!((listed(&mut own, NOW).len(), listed(&mut other, NOW).len()), (0, 1));
    assert!(list_object_name("acct_1") != list_object_name("acct_2"));
}

#[test]
fn s92_a_link_that_has_ended_or_was_revoked_gives_nothing_and_leaves_nothing() {
    let mut link = Object::default();
    let open = RecordsCommand::OpenLink;
    let gone = Err((Problem::NotFound, 0));
    assert_eq!(link.send(&open, "", NOW), gone, "before it is published");
    link.send(&RecordsCommand::CreateLink(later(DAY)), "data", NOW).unwrap();
    assert_eq!((link.alarm, link.send(&open, "", NOW).as_deref()), (Some(later(DAY)), Ok("data")));
    assert_eq!(link.send(&open, "", later(DAY)), gone, "even if the alarm is late");
    link.ring(later(DAY - 1));
    assert_eq!(link.send(&open, "", NOW).as_deref(), Ok("data"), "an alarm that is early ends nothing");
    link.ring(later(DAY));
    assert_eq!((&link.record, &link.data), (&None, &None));
    link.send(&RecordsCommand::CreateLink(later(DAY)), "data", NOW).unwrap();
    link.send(&RecordsCommand::ForgetAll, "", NOW).unwrap();
    assert_eq!((&link.record, &link.data), (&None, &None));
    assert_eq!((link.send(&open, "", NOW), link.send(&RecordsCommand::ReplaceData, "new", NOW)), (gone.clone(), gone));
    assert_eq!(link.data, None, "a link that is gone is not brought back");
}

#[test]
fn new_data_takes_the_place_of_the_old_and_leaves_end_and_openings() {
    let mut link = Object::default();
    link.send(&RecordsCommand::CreateLink(later(DAY)), "old", NOW).unwrap();
    link.send(&RecordsCommand::OpenLink, "", NOW).unwrap();
    link.send(&RecordsCommand::ReplaceData, "new", NOW).unwrap();
    assert_eq!(link.send(&RecordsCommand::OpenLink, "", NOW).as_deref(), Ok("new"));
    assert_eq!((link.alarm, openings(&mut link)["total"].clone()), (Some(later(DAY)), json!(2)));
}

fn openings(link: &mut Object) -> Value {
    serde_json::from_str(&link.send(&RecordsCommand::CountOpenings, "", NOW).unwrap()).unwrap()
}

#[test]
fn s93_openings_are_counted_by_day_and_nothing_else_is_stored_of_them() {
    let mut link = Object::default();
    link.send(&RecordsCommand::CreateLink(later(30 * DAY)), "data", NOW).unwrap();
    assert_eq!(openings(&mut link), json!({ "total": 0, "last_at": null, "days": [] }));
    for at in [0, HOUR, 15 * HOUR, 16 * HOUR] {
        link.send(&RecordsCommand::OpenLink, "", later(at)).unwrap();
    }
    let days = json!([{ "day": "2027-01-15", "count": 3 }, { "day": "2027-01-16", "count": 1 }]);
    assert_eq!(openings(&mut link), json!({ "total": 4, "last_at": "2027-01-16", "days": days }));
    let stored = link.record.unwrap();
    let numbers: Vec<i64> = stored.split(['\n', ' ']).filter_map(|word| word.parse().ok()).collect();
    let day = NOW.floor(DAY).0;
    assert_eq!(numbers, [later(30 * DAY).0, day, 3, day + DAY, 1], "{stored}");
}

#[test]
fn a_list_forgets_links_that_have_ended_by_its_alarm() {
    let mut list = Object::default();
    list.send(&add("a", later(DAY)), "", NOW).unwrap();
    list.send(&add("b", later(2 * DAY)), "", NOW).unwrap();
    assert_eq!(list.alarm, Some(later(DAY)));
    list.ring(later(DAY));
    assert_eq!((list.alarm, list.record.as_deref().unwrap().contains("a 7")), (Some(later(2 * DAY)), false));
    list.ring(later(2 * DAY));
    assert_eq!((&list.record, list.alarm), (&None, None));
    assert_eq!(LinkList::decode(Some("else"), NOW), None);
}

#[test]
fn a_record_that_cannot_be_read_is_retained_and_its_alarm_set_again() {
    let kinds = ["list\na line", "agents\na line", "link 1\na day", "link an end", "a kind"];
    for record in kinds.map(|kind| [kind, " of a newer version"].concat()) {
        let mut object = Object { record: Some(record.clone()), ..Object::default() };
        object.ring(NOW);
        assert_eq!((object.record, object.alarm), (Some(record), Some(later(DAY))));
    }
    let mut empty = Object::default();
    empty.ring(NOW);
    assert_eq!(empty.alarm, None);
}

#[test]
fn s94_a_client_reads_60_links_in_a_minute() {
    let mut count = ReadCount::default();
    let read = |count: &mut ReadCount, now| (0..70).filter(|_| count.count(now)).count();
    assert_eq!((READS_MAX, read(&mut count, NOW)), (60, 60));
    assert_eq!(read(&mut count, later(MINUTE)), 60);
    let refused = refused_response((Problem::ReadTooOften, 0));
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("60")));
}

#[test]
fn s94_clients_are_counted_by_address_and_networks_of_ipv6_by_64_bits_without_naming_them() {
    let ring = ring(&[KEY_A]);
    let counted = |address: &str, id: &str| {
        let headers = pairs(&[("x-forwarded-for", "9.9.9.9"), ("x-client", address)]);
        reader_object_name(&ring, &headers, Some("x-client"), id)
    };
    let name = counted("203.0.113.7", "a");
    assert_eq!(counted("198.51.100.1, 203.0.113.7", "b"), name, "the last address, whatever the link");
    assert!(counted("203.0.113.8", "a") != name && !name.contains("203"));
    assert_eq!(counted("2001:db8:1:2::3", "a"), counted("2001:db8:1:2:ffff::9", "a"));
    assert!(counted("2001:db8:1:2::3", "a") != counted("2001:db8:1:3::3", "a"));
    let unknown = |id| reader_object_name(&ring, &pairs(&[("x-forwarded-for", "9.9.9.9")]), None, id);
    assert!(unknown("a") == unknown("a") && unknown("a") != unknown("b"), "without a known address each link counts");
}

#[test]
fn s95_a_public_response_is_stored_and_listed_nowhere_and_has_no_cookie() {
    let home = origin("https://app.example.com");
    let page = StaticFile::shared_page().response_headers(&home);
    let data = data_response(b"AAEC", &home);
    assert_eq!(data.body, [0, 1, 2]);
    let gone = public_response(refused_response((Problem::NotFound, 0)), &home);
    for headers in [&page, &data.headers, &gone.headers] {
        let header = |wanted: &str| {
            headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str()).unwrap_or_default()
        };
        assert_eq!((header("cache-control"), header("referrer-policy")), ("no-store", "no-referrer"));
        assert!(header("x-robots-tag").contains("noindex") && header("set-cookie").is_empty());
        assert_eq!((header("x-content-type-options"), header("vary")), ("nosniff", ""));
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    }
    assert_eq!(gone.status, 404);
    assert_eq!(data_response(b"?", &home).status, 500);
}

#[test]
fn paths_of_links_have_an_id_and_nothing_else() {
    assert_eq!(parse_public_path("/shared/abc"), Some(PublicPart::Page));
    assert_eq!(parse_public_path("/shared/abc/data"), Some(PublicPart::Data("abc")));
    for path in
        ["/shared", "/shared/", "/shared/a/b", "/shared//data", "/shared/a/data/", "/shared/a.b", "/shared/../x"]
    {
        assert_eq!(parse_public_path(path), None, "{path}");
    }
    assert_eq!((parse_path("/gateway/shares"), parse_path("/gateway/shares/abc")), (Ok(None), Ok(Some("abc"))));
    for path in ["/gateway/shares/", "/gateway/shares/a/b", "/gateway/shares/a.b"] {
        assert_eq!(parse_path(path), Err(Problem::NotFound), "{path}");
    }
}
