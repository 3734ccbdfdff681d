//! Folders: each user's own, and what is in them.

use crate::support::chunked_request::ChunkedRequest;
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use serde_json::{Value, json};

const EVENTS: &str = "/v3/survey_folders/1400001";

fn folders(world: &World, token: &str) -> Vec<Value> {
    world.get(token, "/v3/survey_folders").ok()["data"].as_array().unwrap().clone()
}

#[test]
fn a_user_sees_the_own_folders_alone() {
    let world = World::new();
    let titles: Vec<Value> = folders(&world, "owner").iter().map(|folder| folder["title"].clone()).collect();
    assert_eq!(titles, ["Events", "Archive"]);
    assert!(folders(&world, "admin").is_empty());
    for answer in [
        world.get("admin", EVENTS),
        world.patch("admin", EVENTS, json!({ "title": "Mine" })),
        world.delete("admin", EVENTS),
        world.get("other_team", EVENTS),
        world.get("owner", "/v3/survey_folders/0"),
    ] {
        answer.fails(Error::NotFound);
    }
    assert_eq!(world.get("owner", EVENTS).ok()["title"], "Events");
}

#[test]
fn a_folder_counts_its_surveys_and_the_list_of_surveys_shows_them() {
    let world = World::new();
    assert_eq!(world.get("owner", EVENTS).ok()["num_surveys"], 1);
    let inside = world.get("owner", "/v3/surveys?folder_id=1400001").ok();
    assert_eq!((&inside["total"], &inside["data"][0]["id"]), (&json!(1), &json!(surveys::RESEARCH_DAY)));
}

#[test]
fn a_new_folder_is_answered_with_200_and_listed_last() {
    let world = World::new();
    let answer = world.post("owner", "/v3/survey_folders", json!({ "title": "2026 – Küche" }));
    assert_eq!(answer.status, 200);
    let made = answer.ok();
    assert_eq!((&made["title"], &made["num_surveys"]), (&json!("2026 – Küche"), &json!(0)));
    assert_eq!(world.get("owner", made["href"].as_str().unwrap()).ok(), made);
    assert_eq!(folders(&world, "owner").last(), Some(&made));
    let other = world.post("owner", "/v3/survey_folders", json!({ "title": "2026 – Küche" })).ok();
    assert_ne!(other["id"], made["id"]);
}

#[test]
fn a_title_is_changed_and_an_empty_one_is_refused() {
    let world = World::new();
    let before = folders(&world, "owner").len();
    for body in [json!({ "title": " " }), json!({ "title": 5 }), json!({})] {
        for answer in
            [world.patch("owner", EVENTS, body.clone()), world.post("owner", "/v3/survey_folders", body.clone())]
        {
            answer.fails(Error::BadBody);
            assert!(answer.body()["error"]["message"].as_str().unwrap().contains("`title`"));
        }
    }
    assert_eq!((folders(&world, "owner").len(), &folders(&world, "owner")[0]["title"]), (before, &json!("Events")));
    assert_eq!(world.patch("owner", EVENTS, json!({ "title": "Days" })).ok()["title"], "Days");
    assert_eq!(world.get("owner", EVENTS).ok()["title"], "Days");
}

#[test]
fn the_surveys_of_a_deleted_folder_stay_in_none() {
    let world = World::new();
    let deleted = world.delete("owner", EVENTS).ok();
    assert_eq!((&deleted["title"], &deleted["num_surveys"]), (&json!("Events"), &json!(1)));
    world.get("owner", EVENTS).fails(Error::NotFound);
    assert_eq!(world.get("owner", &format!("/v3/surveys/{}/details", surveys::RESEARCH_DAY)).ok()["folder_id"], "0");
}

#[test]
fn the_next_page_of_folders_is_linked() {
    let world = World::new();
    let page = world.get("owner", "/v3/survey_folders?per_page=1").ok();
    let next = world.get("owner", page["links"]["next"].as_str().unwrap()).ok();
    assert_eq!(next["data"][0]["title"], "Archive");
}

#[test]
fn s74_a_folder_is_deleted_in_chunks_and_no_survey_stays_in_it() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    surveys::add_many(&*database, people::OLIVIA, "1400001", 1000);
    world.most();
    let call = ChunkedRequest::begin(&world, "DELETE", EVENTS, &Value::Null);
    assert!(call.step().is_none());
    let deleted = call.end().ok();
    let most = world.most();
    assert!(most.rows <= 450, "{most:?}");
    assert_eq!((&deleted["title"], &deleted["num_surveys"]), (&json!("Events"), &json!(1001)));
    world.get("owner", EVENTS).fails(Error::NotFound);
    assert!(database.run("SELECT id FROM surveys WHERE folder_id = '1400001'", &[]).unwrap().is_empty());
}
