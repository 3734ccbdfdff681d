//! Groups: the caller's own team, and who sees what of it.

use crate::support::{Answered, World};

const TEAM: &str = "/v3/groups/61001";

#[test]
fn a_user_belongs_to_one_team_at_most() {
    let world = World::new();
    let groups = world.get("owner", "/v3/groups").ok();
    assert_eq!(groups["total"], 1);
    assert_eq!(groups["data"][0]["href"], "http://127.0.0.1:8787/v3/groups/61001");
    assert_eq!(groups["data"][0].as_object().unwrap().len(), 3, "an item has id, name and href alone");
    assert_eq!(world.get("eu", "/v3/groups").ok()["total"], 0);
}

#[test]
fn a_plain_member_sees_the_owners_address_instead_of_the_numbers() {
    let world = World::new();
    let admin = world.get("admin", TEAM).ok();
    assert!(admin["member_count"].as_u64().unwrap() >= 5 && admin["max_invites"].is_u64());
    assert!(admin.get("owner_email").is_none());
    let member = world.get("regular", TEAM).ok();
    assert_eq!(member["owner_email"], "olivia@northwind.example");
    assert!(member.get("member_count").is_none());
}

#[test]
fn another_team_does_not_exist_for_the_caller() {
    let world = World::new();
    for path in ["", "/members", "/members/1"] {
        assert_eq!(world.get("other_team", &format!("{TEAM}{path}")).code(), "1020", "{path}");
    }
    assert_eq!(world.get("eu", "/v3/groups/63001").code(), "1020", "an account without a team has no group");
}

#[test]
fn members_are_listed_with_the_fields_that_include_names() {
    let world = World::new();
    let plain = world.get("owner", &format!("{TEAM}/members")).ok();
    assert_eq!(plain["data"][0].as_object().unwrap().len(), 3, "an item has id, username and href alone");
    let path = format!("{TEAM}/members?include=email,type,status&per_page=2&page=2");
    let page = world.get("owner", &path).ok();
    assert_eq!(page["data"][0].as_object().unwrap().len(), 6);
    assert!(page["links"]["next"].as_str().unwrap().contains("include=email%2Ctype%2Cstatus"), "filters survive");
    let statuses = world.get("owner", &format!("{TEAM}/members?include=status")).ok();
    let pending = statuses["data"].as_array().unwrap().iter().filter(|member| member["status"] == "pending").count();
    assert_eq!(pending, 1);
}

#[test]
fn division_ids_pick_members_by_their_ids() {
    let world = World::new();
    let all = world.get("owner", &format!("{TEAM}/members")).ok();
    let id = all["data"][1]["id"].as_str().unwrap();
    let picked = world.get("owner", &format!("{TEAM}/members?division_ids={id},0")).ok();
    assert_eq!((picked["total"].as_u64(), picked["data"][0]["id"].as_str()), (Some(1), Some(id)));
}

#[test]
fn one_member_has_every_field() {
    let world = World::new();
    let list = world.get("owner", &format!("{TEAM}/members")).ok();
    let id = list["data"][0]["id"].as_str().unwrap();
    let member = world.get("owner", &format!("{TEAM}/members/{id}")).ok();
    assert_eq!(member.as_object().unwrap().len(), 11);
    assert_eq!(world.get("owner", &format!("{TEAM}/members/nobody")).code(), "1020");
}
