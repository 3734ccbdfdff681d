//! Workgroups: made, changed, and seen only by those who may.

use crate::support::{Answered, World};
use serde_json::json;

fn made(world: &World, body: serde_json::Value) -> serde_json::Value {
    let answer = world.post("owner", "/v3/workgroups", body);
    assert_eq!(answer.status, 201);
    answer.ok()
}

#[test]
fn the_creator_owns_a_new_workgroup_with_full_access() {
    let world = World::new();
    let before = world.get("owner", "/v3/workgroups").ok()["total"].as_u64().unwrap();
    let group = made(&world, json!({ "name": "Field work", "is_visible": true, "metadata": { "colour": "green" } }));
    assert_eq!(group["default_role"]["name"], "Full Access");
    assert_eq!(group["membership"], json!({ "is_owner": true, "status": "active" }));
    assert_eq!((&group["members_count"], &group["shares_count"]), (&json!(1), &json!(0)));
    assert_eq!(group["metadata"], json!({ "colour": "green" }));
    assert_eq!(group["id"].as_str().unwrap().len(), 32);
    assert_eq!(group["created_at"].as_str().unwrap().len(), "2026-01-01T00:00:00".len(), "without an offset");
    assert_eq!(world.get("owner", "/v3/workgroups").ok()["total"].as_u64().unwrap(), before + 1);
}

#[test]
fn a_hidden_workgroup_exists_for_members_and_administrators_alone() {
    let world = World::new();
    let group = made(&world, json!({ "name": "Hidden", "is_visible": false }));
    let path = format!("/v3/workgroups/{}", group["id"].as_str().unwrap());
    assert_eq!(world.get("admin", &path).ok()["membership"]["status"], json!(null));
    assert_eq!(world.get("regular", &path).code(), "1020");
    let listed = world.get("regular", "/v3/workgroups").ok();
    assert!(!listed["data"].as_array().unwrap().iter().any(|seen| seen["id"] == group["id"]));
}

#[test]
fn a_patch_changes_the_given_fields_alone() {
    let world = World::new();
    let group = made(&world, json!({ "name": "Old", "is_visible": true, "description": "kept" }));
    let path = format!("/v3/workgroups/{}", group["id"].as_str().unwrap());
    let changed = world.patch("owner", &path, json!({ "name": "New", "description": null })).ok();
    assert_eq!((&changed["name"], &changed["description"]), (&json!("New"), &json!("kept")));
    assert_eq!(changed["is_visible"], true);
    assert_eq!(world.patch("regular", &path, json!({ "name": "Mine" })).code(), "1016");
    assert_eq!(world.get("owner", &path).ok()["name"], "New");
}

#[test]
fn a_body_that_does_not_fit_changes_nothing_and_names_the_field() {
    let world = World::new();
    let before = world.get("owner", "/v3/workgroups").ok()["total"].clone();
    for (body, field) in [
        (json!({ "is_visible": true }), "name"),
        (json!({ "name": "x" }), "is_visible"),
        (json!({ "name": 7, "is_visible": true }), "name"),
        (json!({ "name": " ", "is_visible": true }), "name"),
        (json!({ "name": "x", "is_visible": true, "metadata": [] }), "metadata"),
    ] {
        let answer = world.post("owner", "/v3/workgroups", body);
        assert_eq!(answer.code(), "1002");
        let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("`{field}`")), "{message}");
    }
    assert_eq!(world.get("owner", "/v3/workgroups").ok()["total"], before);
}

#[test]
fn an_account_without_a_team_has_no_workgroups() {
    let world = World::new();
    assert_eq!(world.post("eu", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).code(), "1016");
    assert_eq!(world.get("eu", "/v3/workgroups").ok()["total"], 0);
}
