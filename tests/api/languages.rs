//! Translations of a survey: what there is to translate, how far it is, and who may do it.

use crate::support::surveys::{KITCHEN, VISIT_DELETED};
use crate::support::{Answered, World, people, surveys};
use canvass::spec::errors::Error;
use canvass::wire::http::Response;
use serde_json::{Value, json};

/// Research Day, which has translations into German, French and the French of Canada.
const RESEARCH_DAY: &str = "/v3/surveys/301000004/languages";

fn message(answer: &Response) -> String {
    answer.body()["error"]["message"].as_str().unwrap().to_owned()
}

fn listed(world: &World, code: &str) -> Value {
    let list = world.get("owner", RESEARCH_DAY).ok();
    list["data"].as_array().unwrap().iter().find(|row| row["id"] == code).cloned().unwrap_or_default()
}

fn text(translation: &Value, context: &str) -> Value {
    translation["translations"].as_array().unwrap().iter().find(|text| text["context"] == context).unwrap().clone()
}

/// A text to translate, as a body writes it.
fn given(context: &str, resource_id: &str, translation: &str) -> Value {
    json!({ "context": context, "resource_id": resource_id, "translation": translation })
}

#[test]
fn the_list_counts_what_is_translated_inherited_and_stale() {
    let world = World::new();
    let list = world.get("owner", RESEARCH_DAY).ok();
    let ids: Vec<&str> = list["data"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!((ids, &list["total"]), (vec!["de", "fr", "fr-ca"], &json!(3)));
    let counts = |code: &str| {
        let row = listed(&world, code);
        ["translated", "inherited", "stale"].map(|what| row[format!("{what}_string_count")].as_u64().unwrap())
    };
    assert_eq!(counts("de"), [9, 0, 1]);
    assert_eq!(counts("fr"), [2, 0, 0]);
    assert_eq!(counts("fr-ca"), [1, 2, 0], "two come from French");
    let german = listed(&world, "de");
    assert_eq!(
        (&german["name"], &german["native_name"], &german["enabled"]),
        (&json!("German"), &json!("Deutsch"), &json!(true))
    );
    let all = world.get("owner", german["href"].as_str().unwrap()).ok();
    assert_eq!(german["string_count"], all["translations"].as_array().unwrap().len());
    let page = world.get("owner", &format!("{RESEARCH_DAY}?per_page=2")).ok();
    assert_eq!(world.get("owner", page["links"]["next"].as_str().unwrap()).ok()["data"][0]["id"], "fr-ca");
}

#[test]
fn a_translation_shows_every_text_that_respondents_see() {
    let world = World::new();
    let german = world.get("owner", &format!("{RESEARCH_DAY}/de")).ok();
    assert_eq!(
        text(&german, "survey_title"),
        json!({
            "default": "Research Day: your feedback",
            "translation": "Forschungstag: Ihre Meinung",
            "context": "survey_title",
            "resource_id": surveys::RESEARCH_DAY,
        })
    );
    assert_eq!(text(&german, "question_heading")["default"], "How was the day?", "the survey's text of now");
    assert_eq!(text(&german, "answer_row")["translation"], "");
    assert!(german["translations"].as_array().unwrap().iter().all(|text| text["default"] != ""));
    let every = world.get("owner", &format!("/v3/surveys/{}/languages/de", surveys::EVERY_KIND)).ok();
    assert_eq!(every["enabled"], false, "there is none yet: the texts to translate");
    let texts = every["translations"].as_array().unwrap();
    assert!(texts.iter().all(|text| text["translation"] == ""));
    for context in ["answer_column", "answer_other", "answer_label", "question_required", "question_sum", "page_title"]
    {
        assert!(texts.iter().any(|text| text["context"] == context), "{context}");
    }
    let mut keys: Vec<String> =
        texts.iter().map(|text| format!("{} {}", text["context"], text["resource_id"])).collect();
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count, "no key stands twice");
    assert!(!texts.iter().any(|text| text["resource_id"] == VISIT_DELETED), "a deleted choice is not translated");
}

#[test]
fn a_translation_is_made_once_and_answered_without_a_body() {
    let world = World::new();
    let path = format!("{RESEARCH_DAY}/es");
    let body = json!({ "enabled": true, "translations": [given("survey_title", surveys::RESEARCH_DAY, "Día de la investigación")] });
    let made = world.post("owner", &path, body.clone());
    assert_eq!((made.status, made.body.len()), (201, 0));
    let spanish = world.get("owner", &path).ok();
    assert_eq!(
        (&spanish["enabled"], &text(&spanish, "survey_title")["translation"]),
        (&json!(true), &json!("Día de la investigación"))
    );
    assert_eq!(listed(&world, "es")["translated_string_count"], 1);
    world.post("owner", &path, body.clone()).fails(Error::AlreadyExists);
    assert_eq!(
        world.post("owner", &format!("{RESEARCH_DAY}/ES"), body.clone()).error(),
        Some(Error::AlreadyExists),
        "in any case"
    );
    assert_eq!(
        world.post("owner", &format!("{RESEARCH_DAY}/en"), body.clone()).error(),
        Some(Error::Conflict),
        "its own language"
    );
    world.post("owner", &format!("{RESEARCH_DAY}/xx"), body).fails(Error::NotFound);
}

#[test]
fn a_change_touches_the_given_texts_alone_and_an_empty_one_takes_its_translation_away() {
    let world = World::new();
    let path = format!("{RESEARCH_DAY}/de");
    let changed = world.patch(
        "owner",
        &path,
        json!({ "translations": [
        given("survey_next", surveys::RESEARCH_DAY, "Nächste Seite"),
        given("survey_done", surveys::RESEARCH_DAY, ""),
    ] }),
    );
    assert_eq!((changed.status, changed.body.len()), (200, 0));
    let german = world.get("owner", &path).ok();
    let texts =
        ["survey_title", "survey_next", "survey_done"].map(|context| text(&german, context)["translation"].clone());
    assert_eq!(texts, [json!("Forschungstag: Ihre Meinung"), json!("Nächste Seite"), json!("")]);
    assert_eq!(listed(&world, "de")["translated_string_count"], 8);
    world.patch("owner", &path, json!({ "enabled": false })).ok_empty();
    assert_eq!(listed(&world, "de")["enabled"], false);
    world
        .patch("owner", &path, json!({ "translations": [given("survey_done", surveys::RESEARCH_DAY, "Ende")] }))
        .ok_empty();
    assert_eq!(
        (&listed(&world, "de")["enabled"], &listed(&world, "de")["translated_string_count"]),
        (&json!(false), &json!(9))
    );
    world.patch("owner", &format!("{RESEARCH_DAY}/es"), json!({ "enabled": true })).fails(Error::NotFound);
}

/// An answer without a body that is a success.
trait Empty {
    fn ok_empty(&self);
}

impl Empty for Response {
    #[track_caller]
    fn ok_empty(&self) {
        assert!((200..300).contains(&self.status) && self.body.is_empty(), "{}", self.body());
    }
}

#[test]
fn a_translation_is_stale_once_its_text_changes_and_fresh_once_it_is_translated_again() {
    let world = World::new();
    assert_eq!(listed(&world, "de")["stale_string_count"], 1);
    let german = world.get("owner", &format!("{RESEARCH_DAY}/de")).ok();
    let id = text(&german, "question_heading")["resource_id"].as_str().unwrap().to_owned();
    let patch = |text: Value| world.patch("owner", &format!("{RESEARCH_DAY}/de"), json!({ "translations": [text] }));
    patch(given("question_heading", &id, "Wie war der Tag?")).ok_empty();
    assert_eq!(listed(&world, "de")["stale_string_count"], 0);
    let mut old = given("question_heading", &id, "Wie war's?");
    old["default"] = json!("How was it?");
    patch(old).ok_empty();
    assert_eq!(
        listed(&world, "de")["stale_string_count"],
        1,
        "made from a text that the survey does not have any more"
    );
    world.patch("owner", &format!("/v3/surveys/{}", surveys::RESEARCH_DAY), json!({ "title": "Another title" })).ok();
    assert_eq!(listed(&world, "de")["stale_string_count"], 2);
}

#[test]
fn a_text_that_the_survey_does_not_have_is_refused_and_nothing_is_changed() {
    let world = World::new();
    let path = format!("{RESEARCH_DAY}/de");
    let before = world.get("owner", &path).ok();
    let good = given("survey_next", surveys::RESEARCH_DAY, "Nächste Seite");
    for (texts, field) in [
        (json!([]), "translations"),
        (json!([good, given("survey_title", surveys::EVERY_KIND, "x")]), "translations[1].resource_id"),
        (json!([good, given("answer_row", surveys::RESEARCH_DAY, "x")]), "translations[1].resource_id"),
        (json!([good, given("poem", surveys::RESEARCH_DAY, "x")]), "translations[1].context"),
        (json!([{ "context": "survey_title", "resource_id": surveys::RESEARCH_DAY }]), "translations[0].translation"),
        (json!([given("survey_title", surveys::RESEARCH_DAY, &"x".repeat(10_001))]), "translations[0].translation"),
        (
            json!([{ "context": "survey_title", "resource_id": surveys::RESEARCH_DAY, "translation": "x",
                     "default": "x".repeat(10_001) }]),
            "translations[0].default",
        ),
    ] {
        let answer = world.patch("owner", &path, json!({ "enabled": false, "translations": texts }));
        assert_eq!(answer.error(), Some(Error::BadBody), "{texts}");
        assert!(message(&answer).contains(&format!("`{field}`")), "{}", message(&answer));
        let answer = world.post("owner", &format!("{RESEARCH_DAY}/es"), json!({ "translations": texts }));
        assert_eq!(answer.error(), Some(Error::BadBody), "{texts}");
    }
    assert_eq!(world.get("owner", &path).ok(), before);
    assert_eq!(listed(&world, "es"), Value::Null);
}

#[test]
fn a_deleted_translation_is_answered_whole_and_gone() {
    let world = World::new();
    let path = format!("{RESEARCH_DAY}/de");
    let before = world.get("owner", &path).ok();
    assert_eq!(world.delete("owner", &path).ok(), before);
    world.delete("owner", &path).fails(Error::NotFound);
    assert_eq!(text(&world.get("owner", &path).ok(), "survey_title")["translation"], "");
    assert_eq!(world.get("owner", RESEARCH_DAY).ok()["total"], 2);
    world
        .post("owner", &path, json!({ "translations": [given("survey_next", surveys::RESEARCH_DAY, "Weiter")] }))
        .ok_empty();
    assert_eq!(listed(&world, "de")["translated_string_count"], 1, "nothing comes back");
}

#[test]
fn translations_are_read_by_who_sees_the_survey_and_written_by_who_may_design_it() {
    let world = World::new();
    let body = json!({ "translations": [given("survey_title", surveys::KITCHEN, "Kitchen")] });
    let kitchen = &format!("/v3/surveys/{KITCHEN}/languages/en");
    assert_eq!(world.get("regular", kitchen).status, 200);
    assert_eq!(world.post("regular", kitchen, body.clone()).error(), Some(Error::NotPermitted), "a viewer");
    let english = json!({ "translations": [given("survey_title", surveys::CSAT, "x")] });
    assert_eq!(
        world.post("regular", &format!("/v3/surveys/{}/languages/sv", surveys::CSAT), english).status,
        201,
        "full access"
    );
    for token in ["regular_two", "other_team"] {
        world.get(token, kitchen).fails(Error::NotFound);
        world.get(token, &format!("/v3/surveys/{}/languages", surveys::KITCHEN)).fails(Error::NotFound);
        world.post(token, kitchen, body.clone()).fails(Error::NotFound);
        world.patch(token, kitchen, body.clone()).fails(Error::NotFound);
        world.delete(token, kitchen).fails(Error::NotFound);
    }
    world.post("owner", kitchen, body.clone()).ok_empty();
    world.patch("regular", kitchen, body).fails(Error::NotPermitted);
    world.delete("regular", kitchen).fails(Error::NotPermitted);
}

#[test]
fn a_translation_changes_the_survey_and_goes_with_it() {
    let world = World::new();
    let path = format!("{RESEARCH_DAY}/es");
    let modified =
        || world.get("owner", &format!("/v3/surveys/{}", surveys::RESEARCH_DAY)).ok()["date_modified"].clone();
    let before = modified();
    world
        .post("owner", &path, json!({ "translations": [given("survey_title", surveys::RESEARCH_DAY, "x")] }))
        .ok_empty();
    assert_ne!(modified(), before);
    let newest =
        &world.get("owner", &format!("/v3/groups/{}/activities?limit=1", people::NORTHWIND)).ok()["results"][0];
    assert_eq!(newest["activity_type"], "survey_info_update");
    world.delete("owner", &format!("/v3/surveys/{}", surveys::RESEARCH_DAY)).ok();
    let team = world.database(&canvass::service::actor::protocol::ActorId::Team(people::NORTHWIND.to_owned()));
    for table in ["translations", "translated_texts"] {
        let rows =
            canvass::service::store::sql::Sql::run(&*team, &format!("SELECT survey_id FROM {table}"), &[]).unwrap();
        assert!(rows.is_empty(), "{table}");
    }
}
