//! The library: in the language that is asked for, and marked by what the plan includes.

use crate::support::{Answered, World, surveys};
use canvass::spec::errors::Error;
use canvass::spec::resources::library::SurveyTemplate;
use canvass::spec::shape::Shaped;
use canvass::wire::check::{Direction, check_body};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn data(world: &World, token: &str, path: &str) -> Vec<Value> {
    world.get(token, path).ok()["data"].as_array().unwrap().clone()
}

fn texts(rows: &[Value], field: &str) -> BTreeSet<String> {
    rows.iter().map(|row| row[field].as_str().unwrap().to_owned()).collect()
}

#[test]
fn categories_are_named_in_the_requested_language_else_in_that_of_the_account() {
    let world = World::new();
    let name = |token: &str, query: &str| {
        let rows = data(&world, token, &format!("/v3/survey_categories{query}"));
        rows.iter().find(|row| row["id"] == "events").unwrap()["name"].clone()
    };
    assert_eq!(name("owner", ""), "Events");
    assert_eq!(name("eu", ""), "Veranstaltungen");
    assert_eq!(name("owner", "?language=fr"), "Événements");
    assert_eq!(name("regular", ""), "Events", "a language that the library does not speak");
}

#[test]
fn a_language_that_does_not_exist_is_answered_with_1003() {
    let world = World::new();
    for path in ["/v3/survey_categories", "/v3/survey_templates"] {
        let answer = world.get("owner", &format!("{path}?language=xx"));
        answer.fails(Error::BadParameters);
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains("`language`"));
    }
}

#[test]
fn templates_have_every_field_and_a_category_of_the_list() {
    let world = World::new();
    let categories = texts(&data(&world, "owner", "/v3/survey_categories"), "id");
    let templates = data(&world, "owner", "/v3/survey_templates");
    assert!(templates.len() >= 12);
    for template in &templates {
        assert_eq!(check_body(template.to_string().as_bytes(), &SurveyTemplate::SHAPE, Direction::Response), Ok(()));
        assert!(categories.contains(template["category"].as_str().unwrap()), "{template}");
        assert!(template["num_questions"].as_u64().unwrap() >= 3);
    }
    assert!(texts(&templates, "category").len() >= 5);
}

#[test]
fn templates_are_picked_by_category_and_language() {
    let world = World::new();
    let events = data(&world, "owner", "/v3/survey_templates?category=events");
    assert!(!events.is_empty() && events.iter().all(|template| template["category"] == "events"));
    let german = data(&world, "owner", "/v3/survey_templates?language=de&category=events");
    assert_eq!(texts(&german, "title"), BTreeSet::from(["Nach der Veranstaltung".to_owned()]));
    let ids = |token: &str, query: &str| texts(&data(&world, token, &format!("/v3/survey_templates{query}")), "id");
    assert_eq!(ids("owner", "?language=fr-CA"), ids("ca", ""), "French of Canada, and of a French account");
    assert_eq!(ids("owner", "?language=ja"), ids("owner", ""), "English where the library does not speak a language");
    assert!(data(&world, "owner", "/v3/survey_templates?category=nothing").is_empty());
    let page = world.get("owner", "/v3/survey_templates?category=events&per_page=1").ok();
    assert!(page["links"]["next"].as_str().unwrap().ends_with("&category=events"), "the filter survives");
}

#[test]
fn the_free_plan_sees_which_templates_it_does_not_include() {
    let world = World::new();
    let all = data(&world, "owner", "/v3/survey_templates");
    assert!(all.iter().all(|template| template["available"] == true));
    let free = data(&world, "free", "/v3/survey_templates");
    let closed = free.iter().filter(|template| template["available"] == false).count();
    assert!(closed > 0 && closed < all.len());
}

#[test]
fn the_templates_of_a_team_are_seen_in_it_alone() {
    let world = World::new();
    let own = data(&world, "regular", "/v3/team_survey_templates");
    assert_eq!(
        own,
        [json!({ "team_template_id": "800001", "name": "Our satisfaction survey", "survey_id": surveys::CSAT })]
    );
    assert_eq!(
        texts(&data(&world, "other_team", "/v3/team_survey_templates"), "name"),
        BTreeSet::from(["Weekly pulse".to_owned()])
    );
    assert!(data(&world, "eu", "/v3/team_survey_templates").is_empty());
}

#[test]
fn the_languages_have_codes_and_both_names() {
    let world = World::new();
    let list = world.get("owner", "/v3/survey_languages?per_page=1000").ok();
    let rows = list["data"].as_array().unwrap();
    assert!(rows.len() >= 50 && texts(rows, "id").len() == rows.len(), "every code once");
    assert!(rows.contains(&json!({ "id": "de", "name": "German", "native_name": "Deutsch" })));
    assert_eq!(data(&world, "owner", "/v3/survey_languages?page=2").len(), rows.len() - 50);
}
