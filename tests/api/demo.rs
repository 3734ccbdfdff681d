//! The demo world itself: what other tests rely on.

use crate::support::{Answered, World};
use canvass::service::place::Place;
use canvass::service::sql::{Sql, Value};
use std::collections::BTreeSet;

#[test]
fn every_token_reaches_its_team_or_fails_as_its_note_says() {
    let world = World::new();
    for token in world.described["tokens"].as_array().unwrap() {
        let name = token["name"].as_str().unwrap();
        let answer = world.get(name, "/v3/users/me");
        match name {
            "revoked" => assert_eq!((answer.status, answer.body()["status"].as_u64()), (401, Some(1))),
            "no_grants" => assert_eq!(answer.code(), "1057"),
            "disabled" => assert_eq!(answer.code(), "1063"),
            "surveys_read_only" => assert_eq!(answer.code(), "1014"),
            _ => assert!(answer.status != 401 && answer.status != 403, "{name}: {}", answer.body()),
        }
    }
}

#[test]
fn no_two_tokens_share_person_and_app() {
    let world = World::new();
    let mut pairs = BTreeSet::new();
    for token in world.described["tokens"].as_array().unwrap() {
        assert!(pairs.insert((token["person"].to_string(), token["app"].to_string())), "{token}");
    }
}

#[test]
fn the_directory_knows_everybody_who_can_sign_in() {
    let world = World::new();
    for person in world.described["people"].as_array().unwrap() {
        let email = person["email"].as_str().unwrap();
        let rows = world
            .database(&Place::of_email(email))
            .run("SELECT team FROM addresses WHERE email = ?", &[Value::from(email)])
            .unwrap();
        assert_eq!(rows.len() == 1, person["password"] != "", "{email}");
    }
}

#[test]
fn a_place_is_filled_once() {
    let world = World::new();
    let place = Place::Team("61001".to_owned());
    let database = world.database(&place);
    world.service.open(&place, world.now(), &*database).unwrap();
    assert_eq!(database.run("SELECT id FROM team", &[]).unwrap().len(), 1);
}
