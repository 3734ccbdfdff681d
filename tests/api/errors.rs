//! Errors: the table as a resource, and the links that lead to it.

use crate::support::{Answered, World};
use canvass::service::place::Place;
use canvass::service::sql::Sql;
use canvass::spec::errors::Error;

#[test]
fn every_row_of_the_table_is_listed_and_can_be_asked_for() {
    let world = World::new();
    let list = world.get("regular", "/v3/errors?per_page=100").ok();
    assert_eq!(list["total"], Error::ALL.len());
    for (error, listed) in Error::ALL.iter().zip(list["data"].as_array().unwrap()) {
        let row = error.row();
        assert_eq!((&listed["id"], &listed["name"]), (&row.code.to_string().into(), &row.name.into()));
        let one = world.get("regular", listed["href"].as_str().unwrap()).ok();
        assert_eq!((&one["id"], &one["message"]), (&listed["id"], &row.meaning.into()));
    }
}

#[test]
fn what_the_service_fails_at_is_answered_with_1050_and_tells_no_cause() {
    let world = World::new();
    let team = world.database(&Place::Team("61001".to_owned()));
    world.get("owner", "/v3/survey_folders").ok();
    team.run("ALTER TABLE folders RENAME TO lost", &[]).unwrap();
    let answer = world.get("owner", "/v3/survey_folders");
    assert_eq!((answer.status, answer.code().as_str()), (500, "1050"));
    assert_eq!(answer.body()["error"]["message"], Error::Internal.row().meaning);
}

#[test]
fn the_docs_of_an_error_lead_to_its_row() {
    let world = World::new();
    let refused = world.get("owner", "/v3/workgroups/nothing").body();
    let row = world.get("owner", refused["error"]["docs"].as_str().unwrap()).ok();
    assert_eq!((&row["id"], &row["name"]), (&refused["error"]["id"], &refused["error"]["name"]));
}

#[test]
fn pages_of_the_table_follow_each_other() {
    let world = World::new();
    let page = world.get("owner", "/v3/errors?per_page=10&page=2").ok();
    assert_eq!(page["data"].as_array().unwrap().len(), 10);
    assert_eq!(page["data"][0]["id"], Error::ALL[10].row().code.to_string());
    assert!(page["links"]["next"].as_str().unwrap().contains("page=3&per_page=10"));
}

#[test]
fn what_is_no_code_is_answered_with_1020() {
    let world = World::new();
    for id in ["1", "01020", "%2B1020", "BadBody"] {
        assert_eq!(world.get("owner", &format!("/v3/errors/{id}")).code(), "1020", "{id}");
    }
}
