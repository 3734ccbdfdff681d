//! The notes of a survey: what a change does, what is refused, and which object has the notes of which survey.

use crate::support::{and, page, pairs, region};
use canvass::gateway::account::Account;
use canvass::gateway::config::Upstream;
use canvass::gateway::notes::change::{Author, NAME_MAX, NotesChange, VIEW_URL_MAX};
use canvass::gateway::notes::{
    NOTES_BYTES_MAX, Notes, TAGS_MAX, VIEWS_MAX, notes_response, survey_of_path, version_of_tag,
};
use canvass::gateway::problem::Problem;
use canvass::gateway::records::{RecordChange, RecordsCommand, apply_command};
use canvass::gateway::survey_access::{AccessMemory, REMEMBERED_MAX, TRUSTED_FOR, notes_object_name};
use canvass::wire::dates::Timestamp;
use serde_json::{Value, json};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

fn ann() -> Author {
    Author { by: "Ann".to_owned(), at: "2027-01-15T08:00:00+00:00".to_owned(), new_id: "view-1".to_owned() }
}

fn changed(notes: Notes, change: &Value) -> Result<Notes, Problem> {
    // Each view that is added has an id of its own.
    let author = Author { new_id: format!("view-{}", notes.version() + 1), ..ann() };
    notes.apply(NotesChange::parse(change.to_string().as_bytes(), None)?, &author)
}

/// The notes after changes, each made from the version before it.
fn after(changes: &[Value]) -> Notes {
    changes.iter().fold(Notes::default(), |notes, change| {
        let mut change = change.clone();
        change["version"] = notes.version().into();
        changed(notes, &change).unwrap()
    })
}

fn shown(notes: &Notes) -> Value {
    serde_json::from_str(&notes.to_json()).unwrap()
}

#[test]
fn a_tag_is_added_to_responses_and_removed_from_others_in_one_step() {
    let notes = after(&[
        json!({ "tag": { "name": "price", "add": ["3", "1", "3"] } }),
        json!({ "tag": { "name": "price", "add": ["2"], "remove": ["1"] } }),
        json!({ "tag": { "name": "empty" } }),
    ]);
    assert_eq!(shown(&notes), json!({ "version": 3, "tags": { "empty": [], "price": ["2", "3"] }, "views": [] }));
}

#[test]
fn a_tag_that_is_renamed_to_another_is_joined_with_it() {
    let tags = [
        json!({ "tag": { "name": "price", "add": ["1", "2"] } }),
        json!({ "tag": { "name": "cost", "add": ["2", "3"] } }),
    ];
    let renamed = json!({ "rename_tag": { "from": "price", "to": "too dear" } });
    let joined = json!({ "rename_tag": { "from": "price", "to": "cost" } });
    let removed = json!({ "remove_tag": "price" });
    let of = |last: Value| shown(&after(&[tags[0].clone(), tags[1].clone(), last]))["tags"].clone();
    assert_eq!(of(renamed), json!({ "cost": ["2", "3"], "too dear": ["1", "2"] }));
    assert_eq!(of(joined), json!({ "cost": ["1", "2", "3"] }));
    assert_eq!(of(removed), json!({ "cost": ["2", "3"] }));
}

#[test]
fn a_view_says_who_named_it_and_keeps_its_id_when_it_is_replaced() {
    let first = json!({ "view": { "name": "North", "address": "/surveys/7?rules=north" } });
    let again = json!({ "view": { "id": "view-1", "name": "The north", "address": "?rules=n" } });
    let (by, at) = (ann().by, ann().at);
    assert_eq!(
        shown(&after(&[first.clone(), again]))["views"],
        json!([{ "id": "view-1", "name": "The north", "address": "?rules=n", "by": by, "at": at }])
    );
    assert_eq!(shown(&after(&[first, json!({ "remove_view": "view-1" })]))["views"], json!([]));
}

#[test]
fn what_is_gone_counts_as_removed_and_a_view_that_is_replaced_comes_back() {
    let kept = json!({ "tag": { "name": "kept", "add": ["1"] } });
    for gone in [
        json!({ "remove_tag": "a" }),
        json!({ "remove_view": "b" }),
        json!({ "rename_tag": { "from": "a", "to": "b" } }),
        json!({ "rename_tag": { "from": "a", "to": "kept" } }),
    ] {
        let notes = shown(&after(&[kept.clone(), gone.clone()]));
        assert_eq!(notes, json!({ "version": 2, "tags": { "kept": ["1"] }, "views": [] }), "{gone}");
    }
    let view = json!({ "view": { "id": "view-9", "name": "North", "address": "?rules=n" } });
    let (by, at) = (ann().by, ann().at);
    assert_eq!(
        shown(&after(&[view]))["views"],
        json!([{ "id": "view-9", "name": "North", "address": "?rules=n", "by": by, "at": at }])
    );
}

#[test]
fn a_change_of_an_older_version_is_refused_with_409_and_changes_nothing() {
    let one = after(&[json!({ "tag": { "name": "a", "add": ["1"] } })]);
    let change = json!({ "version": 0, "tag": { "name": "a", "remove": ["1"] } });
    assert_eq!(changed(one.clone(), &change), Err(Problem::NotesChanged));
    assert_eq!(changed(one, &json!({ "version": 2, "remove_tag": "a" })), Err(Problem::NotesChanged));
    assert_eq!(Problem::NotesChanged.status(), 409);
}

#[test]
fn a_change_names_its_version_in_the_body_or_the_header_and_the_same_in_both() {
    let parse = |body: &Value, header| NotesChange::parse(body.to_string().as_bytes(), header).map(|it| it.version);
    let (with, without) = (json!({ "version": 4, "remove_tag": "a" }), json!({ "remove_tag": "a" }));
    assert_eq!((parse(&with, None), parse(&without, Some(4)), parse(&with, Some(4))), (Ok(4), Ok(4), Ok(4)));
    assert_eq!((parse(&without, None), parse(&with, Some(5))), (Err(Problem::BadRequest), Err(Problem::BadRequest)));
    assert_eq!((version_of_tag("\"12\""), version_of_tag("12"), version_of_tag("W/\"12\"")), (Some(12), None, None));
}

#[test]
fn a_change_with_an_unknown_field_or_none_or_two_edits_is_refused() {
    let long = "x".repeat(NAME_MAX + 1);
    let far = format!("/{}", "x".repeat(VIEW_URL_MAX));
    let view = |address: &str| json!({ "view": { "name": "a", "address": address } });
    for mut wrong in [
        json!({}),
        json!({ "other": 1 }),
        json!({ "remove_tag": "a", "remove_view": "b" }),
        json!({ "tag": { "name": "a", "colour": "red" } }),
        json!({ "tag": { "add": ["1"] } }),
        json!({ "tag": { "name": "", "add": [] } }),
        json!({ "tag": { "name": " a" } }),
        json!({ "tag": { "name": "a\nb" } }),
        json!({ "tag": { "name": long } }),
        json!({ "tag": { "name": "a", "add": ["../1"] } }),
        json!({ "tag": { "name": "a", "add": [1] } }),
        json!({ "rename_tag": { "from": "a" } }),
        json!({ "remove_tag": 7 }),
        json!({ "view": { "name": "a" } }),
        json!({ "view": { "id": "", "name": "a", "address": "/" } }),
        view("https://evil.example"),
        view("//evil.example"),
        view("/\\evil.example"),
        view("javascript:alert(1)"),
        view(""),
        view(&far),
    ] {
        wrong["version"] = 0.into();
        assert_eq!(changed(Notes::default(), &wrong), Err(Problem::BadRequest), "{wrong}");
    }
    for text in
        ["", "[]", "{\"version\":0,\"remove_tag\":\"a\"} x", "{\"version\":0,\"version\":1,\"remove_tag\":\"a\"}"]
    {
        assert_eq!(NotesChange::parse(text.as_bytes(), None), Err(Problem::BadRequest), "{text}");
    }
    let name = "ä".repeat(NAME_MAX);
    assert!(changed(Notes::default(), &json!({ "version": 0, "tag": { "name": name } })).is_ok(), "characters count");
}

#[test]
fn notes_have_at_most_200_tags_200_views_and_1_mb() {
    let tag = |number: usize| json!({ "tag": { "name": format!("tag {number}") } });
    let view = |number: usize| json!({ "view": { "name": format!("view {number}"), "address": "/" } });
    for (max, one) in [(TAGS_MAX, &tag as &dyn Fn(usize) -> Value), (VIEWS_MAX, &view)] {
        assert_eq!(max, 200);
        let full = after(&(0..max).map(one).collect::<Vec<_>>());
        let mut more = one(max);
        more["version"] = full.version().into();
        assert_eq!(changed(full, &more), Err(Problem::NotesTooLarge));
    }
    let ids: Vec<String> = (0..70_000).map(|number| format!("15{number:09}")).collect();
    let large = after(&[json!({ "tag": { "name": "a", "add": ids } })]);
    let more: Vec<String> = (0..10_000).map(|number| format!("16{number:09}")).collect();
    let mut change = json!({ "tag": { "name": "b", "add": more }, "version": 1 });
    assert_eq!(changed(large.clone(), &change), Err(Problem::NotesTooLarge));
    assert_eq!((NOTES_BYTES_MAX, Problem::NotesTooLarge.status()), (1_000_000, 413));
    change["tag"]["add"] = json!(["1"]);
    assert!(changed(large, &change).is_ok());
}

#[test]
fn notes_are_stored_as_the_page_gets_them_and_read_back_the_same() {
    let notes = after(&[
        json!({ "tag": { "name": "\"quoted\" \\ ü", "add": ["1"] } }),
        json!({ "view": { "name": "ß", "address": "#a=\"b\"" } }),
    ]);
    assert_eq!(Notes::decode(Some(&notes.to_json())).unwrap(), notes);
    assert_eq!(Notes::decode(None).unwrap(), Notes::default());
    for damaged in ["", "{", "[]", r#"{"version":"1"}"#, r#"{"other":1}"#] {
        assert!(Notes::decode(Some(damaged)).is_err(), "{damaged}");
    }
}

#[test]
fn a_page_that_has_the_version_gets_no_body() {
    let asked = |headers: &[(&str, &str)]| {
        let mut request = page("GET", "/gateway/notes/7");
        request.headers.extend(pairs(headers));
        notes_response(&request, 3, "{}")
    };
    let whole = asked(&[]);
    assert_eq!((whole.status, whole.header("etag"), &whole.body[..]), (200, Some("\"3\""), &b"{}"[..]));
    assert_eq!(asked(&[("if-none-match", "\"3\"")]).status, 304);
    assert_eq!(asked(&[("if-none-match", "\"2\"")]).status, 200);
    assert_eq!(and(page("GET", "/"), "a", "b").header("a"), Some("b"));
}

#[test]
fn an_object_stores_a_change_under_its_author_and_refuses_others_with_its_version() {
    let command = RecordsCommand::ChangeNotes { if_match: None, new_id: "view-1".to_owned() };
    let change = "Ann Ä\n{\"version\":0,\"view\":{\"name\":\"a\",\"address\":\"/\"}}";
    let outcome = apply_command(&command, None, change, NOW);
    let RecordChange::Store(stored, None) = &outcome.change else { panic!("{outcome:?}") };
    assert_eq!(outcome.text, format!("1\n{stored}"));
    let view = &serde_json::from_str::<Value>(stored).unwrap()["views"][0];
    assert_eq!((&view["by"], &view["at"]), (&json!("Ann Ä"), &json!("2027-01-15T08:00:00+00:00")));
    let again = apply_command(&command, Some(stored), change, NOW);
    assert_eq!((&again.change, again.refusal), (&RecordChange::None, Some((Problem::NotesChanged, 1))));
    let read = apply_command(&RecordsCommand::ReadNotes, Some(stored), "", NOW);
    assert_eq!((&read.change, read.text), (&RecordChange::None, outcome.text));
    let none = apply_command(&RecordsCommand::ReadNotes, None, "", NOW);
    assert_eq!((none.change, none.text.lines().next()), (RecordChange::None, Some("0")), "a look stores nothing");
}

#[test]
fn a_path_names_one_survey() {
    assert_eq!(survey_of_path("/gateway/notes/7"), Some("7"));
    for path in ["/gateway/notes", "/gateway/notes/", "/gateway/notes/7/", "/gateway/notes/../7", "/gateway/notes/a.b"]
    {
        assert_eq!(survey_of_path(path), None, "{path}");
    }
}

fn account(id: u8, name: &str) -> Account {
    Account::new([id; 16], region(name))
}

#[test]
fn surveys_of_two_teams_or_regions_with_one_id_have_notes_of_their_own() {
    let survey = |team: &str| {
        json!({ "id": "301", "preview": format!("http://127.0.0.1:8787/r/{team}.preview.301.20010001.AbC") })
            .to_string()
    };
    let named = |upstream, region, body: &str| notes_object_name(upstream, &account(1, region), "301", body.as_bytes());
    let [one, other] = ["61001", "61002"].map(|team| named(Upstream::Embedded, "us", &survey(team)).unwrap());
    assert!(one != other && one.contains("61001"), "{one}");
    assert_eq!(named(Upstream::Embedded, "us", &survey("61001")), Some(one.clone()), "the same for colleagues");
    assert!(named(Upstream::Embedded, "eu", &survey("61001")) != Some(one));
    let [this, that] = ["61001", "61002"].map(|team| named(Upstream::Remote, "us", &survey(team)).unwrap());
    assert!(this != that, "a remote service of this crate counts its surveys in a team, too: {this}");
    let other_form = json!({ "id": "301", "preview": "https://surveys.example/r/Preview/?sm=a.b" }).to_string();
    assert_eq!(named(Upstream::Remote, "us", &other_form), named(Upstream::Remote, "us", r#"{"id":"301"}"#));
    let [us, eu] = ["us", "eu"].map(|region| named(Upstream::Remote, region, r#"{"id":"301"}"#).unwrap());
    assert!(us != eu);
    for wrong in ["", "{}", r#"{"id":"302"}"#, r#"{"error":{"id":"1014"}}"#] {
        assert_eq!(named(Upstream::Remote, "us", wrong), None, "{wrong}");
    }
    for wrong in [
        r#"{"id":"301"}"#,
        r#"{"id":"301","preview":"x"}"#,
        r#"{"id":"301","preview":"http://a/r/.preview.301"}"#,
        r#"{"id":"301","preview":"http://a/r/61001.301"}"#,
    ] {
        assert_eq!(named(Upstream::Embedded, "us", wrong), None, "without a team: {wrong}");
    }
}

#[test]
fn what_the_service_allowed_counts_for_a_minute_and_a_refusal_ends_it_for_this_account_alone() {
    let mut memory = AccessMemory::default();
    let (ann, bob) = (account(1, "us"), account(2, "us"));
    memory.allow(ann, "7", "object", NOW);
    memory.allow(bob, "7", "object", NOW);
    let later = |after: i64| Timestamp(NOW.0 + after);
    assert_eq!(memory.find(&ann, "7", later(TRUSTED_FOR - 1)), Some("object"));
    assert_eq!(memory.find(&ann, "7", later(TRUSTED_FOR)), None);
    assert_eq!(memory.find(&ann, "7", later(-1)), None, "a clock that went back is not trusted");
    assert_eq!((memory.find(&ann, "8", NOW), memory.find(&account(1, "eu"), "7", NOW)), (None, None));
    const { assert!(TRUSTED_FOR <= 60_000) };
    memory.deny(&ann, "7");
    assert_eq!((memory.find(&ann, "7", NOW), memory.find(&bob, "7", NOW)), (None, Some("object")));
    for survey in 0..REMEMBERED_MAX {
        memory.allow(ann, &survey.to_string(), "object", NOW);
    }
    assert_eq!(memory.find(&bob, "7", NOW), None, "the oldest goes");
}
