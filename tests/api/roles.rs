//! Roles: every team has those of the service.

use crate::support::{Answered, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::wire::dates::Timestamp;
use serde_json::json;

#[test]
fn the_roles_of_the_service_come_first_and_the_team_s_own_after() {
    let world = World::new();
    let roles = world.get("regular", "/v3/roles").ok();
    let names: Vec<&str> =
        roles["data"].as_array().unwrap().iter().map(|role| role["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Full Access", "Editor", "Collector", "Analyzer", "Viewer", "Translator"]);
    let own: Vec<bool> =
        roles["data"].as_array().unwrap().iter().map(|role| role["is_system_role"].as_bool().unwrap()).collect();
    assert_eq!(own, [true, true, true, true, true, false]);
    assert_eq!(roles["data"][5]["is_enabled"], false);
    assert_eq!(roles["data"][4]["privileges"], json!(["design.read_only", "collect.read_only", "analyze.read_only"]));
    assert_eq!(roles["data"][0]["id"], world.get("owner", "/v3/workgroups").ok()["data"][0]["default_role"]["id"]);
}

#[test]
fn a_team_that_is_opened_for_the_first_time_has_the_roles_of_the_service() {
    let world = World::new();
    let team = world.database(&ActorId::Team("70001".to_owned()));
    let roles = || team.run("SELECT id, created FROM roles", &[]).unwrap();
    assert_eq!(roles().len(), 5);
    assert!(roles().iter().all(|role| role.timestamp("created") == world.now()));
    world.service.open_actor(&ActorId::Team("70001".to_owned()), Timestamp(0), Timestamp(0), &*team).unwrap();
    assert_eq!(roles().len(), 5, "and has them once");
}

#[test]
fn an_account_without_a_team_has_no_roles_to_assign() {
    let world = World::new();
    assert_eq!(world.get("eu", "/v3/roles").ok()["total"], 0);
}

#[test]
fn roles_come_in_pages() {
    let world = World::new();
    let page = world.get("owner", "/v3/roles?per_page=4&page=2").ok();
    assert_eq!((page["data"].as_array().unwrap().len(), &page["total"]), (2, &json!(6)));
}
