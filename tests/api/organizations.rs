//! Organizations: the team's settings for its workgroups.

use crate::support::{Answered, World, people};
use serde_json::json;

#[test]
fn a_team_is_the_only_organization_of_its_members() {
    let world = World::new();
    let list = world.get("regular", "/v3/organizations").ok();
    assert_eq!((&list["total"], &list["data"][0]["id"]), (&json!(1), &json!(people::NORTHWIND)));
    let organization = world.get("owner", "/v3/workgroups").ok()["data"][0]["organization_id"].clone();
    assert_eq!(list["data"][0]["id"], organization, "workgroups name it");
}

#[test]
fn a_new_workgroup_gets_the_role_that_the_organization_names() {
    let world = World::new();
    let organization = world.get("owner", "/v3/organizations").ok()["data"][0].clone();
    let made = world.post("regular_two", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).ok();
    assert_eq!(organization["users_can_create_workgroups"], true);
    assert_eq!(organization["default_role_id"], made["default_role"]["id"]);
}

#[test]
fn an_account_without_a_team_has_none() {
    let world = World::new();
    assert_eq!(world.get("eu", "/v3/organizations").ok()["total"], 0);
}
