//! The store of responses: nothing is lost, damage is found, and of two versions the right one stays.

use crate::EXACT;
use crate::random::{self, Survey};
use canvass::results::Table;
use canvass::results::store::{PutPage, Rule, Store, TimeRange};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// A page of `surveys.responses.bulk`.
pub fn page(responses: &[Value]) -> Vec<u8> {
    json!({ "page": 1, "data": responses, "per_page": 1000, "total": responses.len(), "links": { "self": "s" } })
        .to_string()
        .into_bytes()
}

pub fn store(design: &Value) -> Store {
    Store::new(design.to_string().as_bytes()).unwrap()
}

/// The date of a second in the form of responses.
pub fn date(second: i64) -> String {
    canvass::wire::dates::Timestamp(second * 1000).with_offset().0
}

/// The fields of a response other than its answers.
fn fields() -> impl Strategy<Value = Value> {
    let of = |values: &'static [&'static str]| select(values).prop_map(str::to_owned);
    let dates = (1_700_000_000_i64..1_700_000_400, 0_i64..100);
    let first = (
        dates,
        of(&["completed", "partial", "overquota", "disqualified"]),
        of(&["default", "default", "default", "survey_preview", "data_entry"]),
        of(&["", "ana@example.org", "BOB@example.org"]),
        of(&["", "Ána", "Bob"]),
        of(&["en", "de", ""]),
    );
    let second = (
        prop::collection::vec(of(&["1", "2", "3", "9"]), 0..3),
        of(&["70", "71", "72"]),
        of(&["10.0.0.1", "", "2001:db8::7"]),
        random::text(),
        any::<bool>(),
        0..3_u8,
    );
    (first, second).prop_map(
        |(((created, spent), status, mode, email, name, language), (path, collector, ip, extra, odd, quiz))| {
            let mut fields = json!({
                "survey_id": "4", "collector_id": collector, "recipient_id": "", "response_status": status,
                "collection_mode": mode, "first_name": name, "ip_address": ip, "logic_path": {}, "page_path": path,
                "metadata": {
                    "contact": { "email": { "type": "string", "value": email } },
                    "respondent": { "language": { "type": "string", "value": language } },
                },
                "edit_url": "https://example.org/edit", "analyze_url": "https://example.org/analyze",
                "href": "https://example.org/responses", "date_created": date(created),
                "date_modified": date(created + spent), "new_member": { "deep": [1, -2.5, null, true, { "text": extra }] },
            });
            if odd {
                fields["date_created"] = json!("2023-11-14T23:13:20.5+01:00");
                fields["email_address"] = json!("own@example.org");
            }
            if quiz > 0 {
                fields["quiz_results"] = json!({ "correct": quiz, "score": 12 });
            }
            fields
        },
    )
}

/// A survey whose responses have all their fields.
pub fn survey() -> impl Strategy<Value = Survey> {
    (random::survey(), prop::collection::vec(fields(), 4)).prop_map(|(mut survey, fields)| {
        for (response, fields) in survey.responses.iter_mut().zip(fields) {
            for (name, value) in fields.as_object().unwrap() {
                response[name] = value.clone();
            }
        }
        survey
    })
}

/// A response without the members that are not kept.
fn kept(response: &Value) -> Value {
    match response {
        Value::Object(members) => {
            let derivable = ["href", "edit_url", "analyze_url", "simple_text"];
            let kept = members.iter().filter(|(name, _)| !derivable.contains(&name.as_str()));
            kept.map(|(name, value)| (name.clone(), kept_value(value))).collect()
        }
        other => other.clone(),
    }
}

fn kept_value(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(kept_value).collect(),
        value => kept(value),
    }
}

/// A value as JSON in the notation of the crate, which the cells of unknown answers show.
fn plainly(value: &Value) -> String {
    let quoted = |text: &str| {
        let mut json = String::new();
        canvass::wire::text::quote_into(&mut json, text);
        json
    };
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("[{}]", items.iter().map(plainly).collect::<Vec<_>>().join(",")),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| format!("{}:{}", quoted(name), plainly(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

fn responses_of(page: &[u8]) -> Vec<Value> {
    serde_json::from_slice::<Value>(page).unwrap()["data"].as_array().unwrap().clone()
}

fn by_id(responses: &[Value]) -> Vec<Value> {
    let mut responses: Vec<Value> = responses.iter().map(kept).collect();
    responses.sort_by_key(|response| response["id"].to_string());
    responses
}

fn in_view(responses: &[Value]) -> Vec<Value> {
    responses.iter().filter(|response| response["collection_mode"] != "survey_preview").cloned().collect()
}

fn all(store: &Store) -> Vec<u8> {
    store.page(&Rule::default(), 0, 1000).unwrap()
}

/// The export asks for the next page as long as a page names one.
#[test]
fn a_page_names_the_next_one_and_the_last_page_names_none() {
    let mut held = store(&json!({ "id": "4", "title": "", "pages": [] }));
    let response = |id: i64| {
        json!({ "id": id.to_string(), "response_status": "completed", "collection_mode": "default",
        "date_created": date(id), "date_modified": date(id), "pages": [] })
    };
    held.put(&page(&(1..=5).map(response).collect::<Vec<Value>>())).unwrap();
    let next = |from, count| {
        let page = held.page(&Rule::default(), from, count).unwrap();
        serde_json::from_slice::<Value>(&page).unwrap()["links"]["next"].as_str().map(str::to_owned)
    };
    assert_eq!(next(0, 2).as_deref(), Some("?page=2&per_page=2"));
    assert_eq!(next(2, 2).as_deref(), Some("?page=3&per_page=2"));
    assert_eq!([next(4, 2), next(0, 5), next(0, 1000)], [None, None, None]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_page_put_written_and_loaded_is_the_same_page(survey in survey(), at in 0..5_usize) {
        let mut first = store(&survey.design);
        let (one, two) = survey.responses.split_at(at.min(survey.responses.len()));
        first.put(&page(one)).unwrap();
        let mut loaded = store(&survey.design);
        loaded.load(first.segment()).ok();
        first.put(&page(two)).unwrap();
        let more = first.segment();
        prop_assert_eq!(more.is_empty(), two.is_empty());
        if !more.is_empty() {
            loaded.load(more.clone()).unwrap();
        }
        let mut compacted = store(&survey.design);
        compacted.load(loaded.compact()).unwrap();
        for store in [&first, &loaded, &compacted] {
            prop_assert_eq!(by_id(&responses_of(&all(store))), by_id(&in_view(&survey.responses)));
            prop_assert_eq!(store.held() as usize, survey.responses.len());
        }
        prop_assert!(first.segment().is_empty());
        prop_assert!(loaded.segment().is_empty());
    }

    #[test]
    fn the_export_of_a_rebuilt_page_is_that_of_the_page(survey in survey()) {
        let mut store = store(&survey.design);
        store.put(&page(&survey.responses)).unwrap();
        let rebuilt = all(&store);
        let order: Vec<Value> = responses_of(&rebuilt).iter().map(|response| response["id"].clone()).collect();
        let original = |id: &Value| survey.responses.iter().find(|response| response["id"] == *id).unwrap().clone();
        let originals: Vec<Value> = order.iter().map(original).collect();
        let design = survey.design.to_string();
        let mut table = Table::new(design.as_bytes(), None).unwrap();
        let originals: Vec<String> = originals.iter().map(plainly).collect();
        let page = format!("{{\"data\":[{}]}}", originals.join(","));
        let mut expected = String::new();
        table.write_page(page.as_bytes(), EXACT, &mut expected).unwrap();
        let mut out = String::new();
        Table::new(design.as_bytes(), None).unwrap().write_page(&rebuilt, EXACT, &mut out).unwrap();
        prop_assert_eq!(out, expected);
    }

    #[test]
    fn a_damaged_segment_is_refused_and_changes_nothing(survey in survey(), at: prop::sample::Index, bit in 0..8_u8, cut: prop::sample::Index) {
        let mut whole = store(&survey.design);
        whole.put(&page(&survey.responses)).unwrap();
        let segment = whole.segment();
        let mut flipped = segment.clone();
        flipped[at.index(segment.len())] ^= 1 << bit;
        let cut = &segment[..cut.index(segment.len())];
        let mut other = store(&survey.design);
        for damaged in [flipped.as_slice(), cut, b"", b"CvRs"] {
            prop_assert!(other.load(damaged.to_vec()).is_err());
            prop_assert_eq!(other.held(), 0);
        }
        other.load(segment.clone()).unwrap();
        prop_assert_eq!(other.held(), whole.held());
    }

    #[test]
    fn bytes_with_a_right_checksum_never_end_the_program(survey in survey(), at: prop::sample::Index, byte: u8) {
        let mut whole = store(&survey.design);
        whole.put(&page(&survey.responses)).unwrap();
        let segment = whole.segment();
        let mut body = segment[..segment.len() - 4].to_vec();
        let at = at.index(body.len());
        body[at] = byte;
        body.extend_from_slice(&crc32(&body).to_le_bytes());
        let mut other = store(&survey.design);
        if other.load(body.clone()).is_ok() {
            let _ = (all(&other), other.compact());
        }
    }
}

pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

fn response(id: &str, modified: i64, value: &str) -> Value {
    json!({ "id": id, "date_created": date(modified - 5), "date_modified": date(modified), "custom_value": value,
            "collection_mode": "default", "pages": [] })
}

fn custom(store: &Store, id: &str) -> String {
    let row = store.row_of(id).unwrap();
    store.field(&canvass::results::store::Field::Custom, row).into_owned()
}

#[test]
fn of_two_versions_the_later_stays_and_of_equal_ones_the_later_arrival() {
    let mut store = store(&json!({ "pages": [] }));
    let mut put = |responses: &[Value]| -> (u32, u32, u32) {
        let PutPage { added, changed, same, .. } = store.put(&page(responses)).unwrap();
        (added, changed, same)
    };
    assert_eq!(put(&[response("1", 1000, "a"), response("2", 1000, "a")]), (2, 0, 0));
    assert_eq!(put(&[response("1", 1000, "a"), response("2", 900, "old")]), (0, 0, 2));
    assert_eq!(put(&[response("1", 1000, "b"), response("2", 1001, "b")]), (0, 2, 0));
    assert_eq!(put(&[response("3", 5, "first"), response("3", 5, "second"), response("3", 4, "third")]), (1, 0, 2));
    assert_eq!(custom(&store, "1"), "b");
    assert_eq!(custom(&store, "2"), "b");
    assert_eq!(custom(&store, "3"), "second");
    assert_eq!(store.held(), 3);
}

#[test]
fn segments_load_in_any_order_and_the_later_version_stays() {
    let design = json!({ "pages": [] });
    let mut writer = store(&design);
    writer.put(&page(&[response("1", 1000, "old"), response("2", 1000, "kept")])).unwrap();
    let first = writer.segment();
    writer.put(&page(&[response("1", 2000, "new")])).unwrap();
    let second = writer.segment();
    for order in [[&first, &second], [&second, &first]] {
        let mut reader = store(&design);
        order.into_iter().for_each(|segment| reader.load(segment.clone()).unwrap());
        assert_eq!((custom(&reader, "1").as_str(), custom(&reader, "2").as_str()), ("new", "kept"));
        assert_eq!(reader.held(), 2);
    }
}

#[test]
fn a_removed_response_stays_removed_and_may_come_back_older() {
    let design = json!({ "pages": [] });
    let mut writer = store(&design);
    let mut reader = store(&design);
    writer.put(&page(&[response("1", 1000, "a"), response("text-id", 1000, "b")])).unwrap();
    reader.load(writer.segment()).unwrap();
    assert_eq!(writer.remove(&["1", "text-id", "unknown"]), 2);
    assert!(writer.row_of("1").is_none());
    writer.put(&page(&[response("1", 500, "older")])).unwrap();
    reader.load(writer.segment()).unwrap();
    assert_eq!(custom(&reader, "1"), "older");
    assert!(reader.row_of("text-id").is_none());
    assert_eq!((reader.held(), writer.held()), (1, 1));
    assert_eq!(writer.remove(&["1"]), 1);
    reader.load(writer.segment()).unwrap();
    assert_eq!(reader.held(), 0);
}

#[test]
fn a_custom_variable_may_have_the_name_of_a_link() {
    let variables = json!({ "href": "/landing", "edit_url": "no", "simple_text": "yes" });
    let mut one = response("1", 10, "a");
    one["custom_variables"] = variables.clone();
    one["href"] = json!("https://api/1");
    let mut store = store(&json!({ "pages": [] }));
    store.put(&page(&[one])).unwrap();
    let kept = &responses_of(&all(&store))[0];
    assert_eq!((&kept["custom_variables"], &kept["href"]), (&variables, &json!("")));
}

#[test]
fn previews_are_held_and_never_in_view() {
    let mut store = store(&json!({ "pages": [] }));
    let mut preview = response("2", 1000, "");
    preview["collection_mode"] = json!("survey_preview");
    store.put(&page(&[response("1", 1000, ""), preview])).unwrap();
    assert_eq!(store.held(), 2);
    assert_eq!(store.rows_in_view().count(), 1);
    assert_eq!(responses_of(&all(&store)).len(), 1);
}

#[test]
fn ids_of_a_time_are_those_started_in_it() {
    let mut store = store(&json!({ "pages": [] }));
    store.put(&page(&[response("1", 1005, ""), response("2", 1010, ""), response("3", 1015, "")])).unwrap();
    let range = TimeRange { from: Some(1005), to: Some(1010) };
    assert_eq!(store.ids_created(range), ["2"]);
}

#[test]
fn a_store_that_was_replaced_many_times_keeps_one_version_of_each() {
    let mut store = store(&json!({ "pages": [] }));
    for round in 0..12 {
        let responses: Vec<Value> = (0..1000).map(|id| response(&id.to_string(), 1000 + round, "x")).collect();
        store.put(&page(&responses)).unwrap();
    }
    assert_eq!(store.held(), 1000);
    assert!(store.slots() < 8000, "{}", store.slots());
    let segment = store.segment();
    let mut other = self::store(&json!({ "pages": [] }));
    other.load(segment.clone()).unwrap();
    assert_eq!(other.held(), 1000);
    assert_eq!(other.date_modified(other.row_of("7").unwrap()), Some(1011));
}

#[test]
fn a_page_that_is_none_is_refused_and_changes_nothing() {
    let mut store = store(&json!({ "pages": [] }));
    let whole = String::from_utf8(page(&[response("1", 1000, "")])).unwrap();
    for page in [
        "",
        "[]",
        "{}",
        r#"{"data":[]}"#,
        r#"{"data":[7],"total":1}"#,
        r#"{"data":[{}],"total":1}"#,
        &whole[..whole.len() - 1],
    ] {
        assert!(store.put(page.as_bytes()).is_err(), "{page}");
    }
    assert_eq!(store.held(), 0);
    assert!(store.segment().is_empty());
    assert!(Store::new(b"[]").is_err());
}
