//! Workgroups: made, changed, and seen only by those who may.

use crate::support::people::{ANTON, OLIVIA, RAVI, ROSA};
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::dates::DAY;
use serde_json::{Value, json};

fn made(world: &World, body: Value) -> Value {
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
    world.get("regular", &path).fails(Error::NotFound);
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
    world.patch("regular", &path, json!({ "name": "Mine" })).fails(Error::NotPermitted);
    assert_eq!(world.get("owner", &path).ok()["name"], "New");
}

#[test]
fn a_patch_that_changes_nothing_leaves_the_time_of_the_last_change() {
    let world = World::new();
    let group = made(&world, json!({ "name": "Old", "is_visible": true, "metadata": { "b": 1, "a": [2] } }));
    let path = format!("/v3/workgroups/{}", group["id"].as_str().unwrap());
    world.pass(DAY);
    let same = json!({ "name": "Old", "description": "", "is_visible": true, "metadata": { "a": [2], "b": 1 } });
    for body in [same, json!({ "name": "Old" }), json!({})] {
        assert_eq!(world.patch("owner", &path, body).ok()["updated_at"], group["updated_at"]);
    }
    let updated = |body: Value| {
        world.pass(DAY);
        world.patch("owner", &path, body).ok()["updated_at"].clone()
    };
    let mut before = group["updated_at"].clone();
    for body in [json!({ "is_visible": false }), json!({ "description": "x" }), json!({ "metadata": {} })] {
        let after = updated(body);
        assert_ne!(after, before);
        before = after;
    }
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
        answer.fails(Error::BadBody);
        let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("`{field}`")), "{message}");
    }
    assert_eq!(world.get("owner", "/v3/workgroups").ok()["total"], before);
}

#[test]
fn an_account_without_a_team_has_no_workgroups() {
    let world = World::new();
    world.post("eu", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).fails(Error::NotPermitted);
    assert_eq!(world.get("eu", "/v3/workgroups").ok()["total"], 0);
}

/// The workgroup "Customer voice": Olivia owns it, Rosa is an active member, Anton a pending one. Ravi is no member.
fn customer_voice(world: &World) -> String {
    let groups = world.described["workgroups"].as_array().unwrap();
    let group = groups.iter().find(|group| group["name"] == "Customer voice").unwrap();
    format!("/v3/workgroups/{}", group["id"].as_str().unwrap())
}

fn message(answer: &canvass::wire::http::Response) -> String {
    answer.body()["error"]["message"].as_str().unwrap().to_owned()
}

fn total(world: &World, token: &str, path: &str) -> u64 {
    world.get(token, path).ok()["total"].as_u64().unwrap()
}

#[test]
fn a_deleted_workgroup_takes_its_members_and_shares_with_it() {
    let world = World::new();
    let path = customer_voice(&world);
    assert_eq!(world.delete("regular", &path).error(), Some(Error::NotPermitted), "a plain member");
    world.delete("other_team", &path).fails(Error::NotFound);
    assert_eq!(world.get("regular", "/v3/surveys?include=shared_with").ok()["total"], 3);
    let deleted = world.delete("owner", &path).ok();
    assert_eq!((&deleted["name"], &deleted["members_count"]), (&json!("Customer voice"), &json!(3)));
    for gone in ["", "/members", "/shares"] {
        world.get("owner", &format!("{path}{gone}")).fails(Error::NotFound);
    }
    assert_eq!(world.get("regular", "/v3/surveys?include=shared_with").ok()["total"], 1, "what is left is another's");
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for table in ["workgroup_members", "shares"] {
        let sql = format!("SELECT workgroup_id FROM {table} WHERE workgroup_id = ?");
        assert!(team.run(&sql, &[deleted["id"].as_str().unwrap().into()]).unwrap().is_empty(), "{table}");
    }
}

#[test]
fn an_administrator_may_change_and_delete_a_workgroup_of_others() {
    let world = World::new();
    let path = customer_voice(&world);
    assert_eq!(world.patch("admin", &path, json!({ "name": "Renamed" })).ok()["name"], "Renamed");
    assert_eq!(world.delete("admin", &path).status, 200);
}

#[test]
fn everybody_who_sees_a_workgroup_sees_its_members() {
    let world = World::new();
    let path = format!("{}/members", customer_voice(&world));
    let members = world.get("regular_two", &path).ok();
    assert_eq!(members["total"], 3);
    let statuses: Vec<&str> =
        members["data"].as_array().unwrap().iter().map(|m| m["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["active", "pending", "active"]);
    let first = &members["data"][0];
    assert_eq!((&first["id"], &first["is_workgroup_owner"]), (&json!(people::OLIVIA), &json!(true)));
    assert_eq!(first["role_assignment_id"].as_str().unwrap().len(), 32);
    assert_eq!(&world.get("regular_two", &format!("{path}/{OLIVIA}")).ok(), first);
    world.get("other_team", &path).fails(Error::NotFound);
    let page = world.get("owner", &format!("{path}?per_page=2")).ok();
    assert_eq!(world.get("owner", page["links"]["next"].as_str().unwrap()).ok()["data"][0]["id"], people::ROSA);
}

#[test]
fn the_members_of_a_hidden_workgroup_are_hidden_too() {
    let world = World::new();
    let group = made(&world, json!({ "name": "Hidden", "is_visible": false }));
    let path = format!("/v3/workgroups/{}/members", group["id"].as_str().unwrap());
    world.get("regular", &path).fails(Error::NotFound);
    world.post("regular", &path, json!({ "user_id": people::ROSA })).fails(Error::NotFound);
    assert_eq!(total(&world, "admin", &path), 1);
}

#[test]
fn an_owner_adds_users_of_the_team_and_who_has_not_joined_it_is_pending() {
    let world = World::new();
    let path = format!("{}/members", customer_voice(&world));
    assert_eq!(
        world.post("regular", &path, json!({ "user_id": people::RAVI })).error(),
        Some(Error::NotPermitted),
        "a plain member adds nobody"
    );
    let added = world.post("owner", &path, json!({ "user_id": people::RAVI }));
    assert_eq!(added.status, 201);
    let added = added.ok();
    assert_eq!((&added["status"], &added["is_workgroup_owner"]), (&json!("active"), &json!(false)));
    let group = world.get("regular_two", &customer_voice(&world)).ok();
    assert_eq!(group["membership"], json!({ "is_owner": false, "status": "active" }));
    assert_eq!(group["members_count"], 4);
    let petra = world.post("owner", &path, json!({ "user_id": people::PETRA, "is_workgroup_owner": true })).ok();
    assert_eq!((&petra["status"], &petra["is_workgroup_owner"]), (&json!("pending"), &json!(true)));
    world.post("owner", &path, json!({ "user_id": people::RAVI })).fails(Error::AlreadyExists);
    for stranger in [people::HANA, "nobody"] {
        let answer = world.post("owner", &path, json!({ "user_id": stranger }));
        answer.fails(Error::NotFound);
        assert!(message(&answer).contains("`user_id`"));
    }
}

#[test]
fn users_are_added_together_or_not_at_all() {
    let world = World::new();
    let path = format!("{}/members", customer_voice(&world));
    let bulk = format!("{path}/bulk");
    for (members, code, field) in [
        (json!([{ "user_id": people::RAVI }, { "user_id": people::HANA }]), "1020", "members[1].user_id"),
        (json!([{ "user_id": people::RAVI }, { "user_id": people::RAVI }]), "1026", "members[1].user_id"),
        (json!([]), "1002", "members"),
        (json!([{ "user_id": people::RAVI }, {}]), "1002", "members[1].user_id"),
    ] {
        let answer = world.post("owner", &bulk, json!({ "members": members }));
        assert_eq!(answer.code(), code, "{members}");
        assert!(message(&answer).contains(&format!("`{field}`")), "{}", message(&answer));
    }
    assert_eq!(total(&world, "owner", &path), 3);
    let added =
        world.post("admin", &bulk, json!({ "members": [{ "user_id": people::RAVI }, { "user_id": people::PETRA }] }));
    assert_eq!((added.status, added.ok()["members"].as_array().unwrap().len()), (201, 2));
    assert_eq!(total(&world, "owner", &path), 5);
}

#[test]
fn a_workgroup_keeps_an_active_owner() {
    let world = World::new();
    let path = format!("{}/members", customer_voice(&world));
    let [olivia, rosa, anton] = [people::OLIVIA, people::ROSA, people::ANTON].map(|user| format!("{path}/{user}"));
    world.patch("owner", &olivia, json!({ "is_workgroup_owner": false })).fails(Error::Conflict);
    world.delete("owner", &olivia).fails(Error::Conflict);
    world.patch("owner", &anton, json!({ "is_workgroup_owner": true })).ok();
    assert_eq!(
        world.delete("owner", &olivia).error(),
        Some(Error::Conflict),
        "an owner who has not accepted does not count"
    );
    world.patch("regular", &rosa, json!({ "is_workgroup_owner": true })).fails(Error::NotPermitted);
    assert_eq!(world.patch("owner", &rosa, json!({ "is_workgroup_owner": true })).ok()["is_workgroup_owner"], true);
    assert_eq!(world.patch("owner", &rosa, json!({})).ok()["is_workgroup_owner"], true, "nothing to change");
    assert_eq!(world.delete("owner", &olivia).ok()["id"], people::OLIVIA);
    world.get("owner", &olivia).fails(Error::NotFound);
    world.patch("regular", &rosa, json!({ "is_workgroup_owner": false })).fails(Error::Conflict);
}

#[test]
fn a_member_may_leave_and_no_one_else_may_remove_one() {
    let world = World::new();
    let path = format!("{}/members", customer_voice(&world));
    world.delete("regular_two", &format!("{path}/{ROSA}")).fails(Error::NotPermitted);
    world.delete("regular", &format!("{path}/{ANTON}")).fails(Error::NotPermitted);
    assert_eq!(world.delete("regular", &format!("{path}/{ROSA}")).ok()["id"], people::ROSA);
    assert_eq!(world.get("regular", "/v3/surveys?include=shared_with").ok()["total"], 1);
    world.delete("owner", &format!("{path}/{RAVI}")).fails(Error::NotFound);
}

#[test]
fn members_see_what_is_shared_and_others_do_not() {
    let world = World::new();
    let path = format!("{}/shares", customer_voice(&world));
    let shares = world.get("regular", &path).ok();
    assert_eq!(shares["total"], 2);
    assert_eq!(shares["data"][0].as_object().unwrap().len(), 7, "nothing that was not asked for");
    assert_eq!(
        (&shares["data"][0]["resource_type"], &shares["data"][0]["organization_id"]),
        (&json!("survey"), &json!(people::NORTHWIND))
    );
    assert_eq!(shares["data"][0]["created_at"].as_str().unwrap().len(), "2026-01-01T00:00:00".len());
    let id = shares["data"][0]["id"].as_str().unwrap();
    assert_eq!(world.get("regular", &format!("{path}/{id}")).ok(), shares["data"][0]);
    world.get("regular", &format!("{path}/nothing")).fails(Error::NotFound);
    assert_eq!(total(&world, "admin", &path), 2);
    world.get("regular_two", &path).fails(Error::NotPermitted);
    world.get("regular_two", &format!("{path}/{id}")).fails(Error::NotPermitted);
    world.get("other_team", &path).fails(Error::NotFound);
}

#[test]
fn include_adds_the_permissions_and_the_survey_to_a_share() {
    let world = World::new();
    let path = format!("{}/shares", customer_voice(&world));
    let page = world.get("owner", &format!("{path}?include=permissions,resource_details&per_page=1&page=2")).ok();
    assert!(page["links"]["prev"].as_str().unwrap().contains("include=permissions%2Cresource_details"), "{page}");
    let share = &page["data"][0];
    assert!(share["permissions"]["survey"].as_array().unwrap().contains(&json!("survey.edit")));
    assert!(share["permissions"]["collector"].as_array().unwrap().contains(&json!("collector.create")));
    assert_eq!(share["resource_details"]["id"], share["resource_id"]);
    assert!(!share["resource_details"]["title"].as_str().unwrap().is_empty());
    let one = world.get("owner", &format!("{path}?include=permissions")).ok();
    assert!(one["data"][0].get("resource_details").is_none() && one["data"][0].get("permissions").is_some());
    world.get("owner", &format!("{path}?include=everything")).fails(Error::BadParameters);
}

#[test]
fn the_owner_of_a_survey_shares_it_once_and_the_members_see_it() {
    let world = World::new();
    let path = format!("{}/shares", customer_voice(&world));
    let body = json!({ "resource_type": "survey", "resource_id": surveys::RESEARCH_DAY });
    let before = world.get("regular", "/v3/surveys?include=shared_with").ok()["total"].as_u64().unwrap();
    let shared = world.post("owner", &path, body.clone());
    assert_eq!(shared.status, 201);
    let shared = shared.ok();
    assert_eq!(
        (&shared["resource_id"], &shared["owner_user_id"]),
        (&json!(surveys::RESEARCH_DAY), &json!(people::OLIVIA))
    );
    assert_eq!(shared["id"].as_str().unwrap().len(), 32);
    assert_eq!(total(&world, "regular", "/v3/surveys?include=shared_with"), before + 1);
    let again = world.post("owner", &path, body);
    again.fails(Error::AlreadyExists);
    assert!(message(&again).contains("`resource_id`"));
    assert_eq!(world.get("owner", &customer_voice(&world)).ok()["shares_count"], 3);
}

#[test]
fn who_edits_a_shared_survey_leaves_it_in_the_folder_of_its_owner() {
    let world = World::new();
    let share = json!({ "resource_type": "survey", "resource_id": surveys::RESEARCH_DAY });
    assert_eq!(world.post("owner", &format!("{}/shares", customer_voice(&world)), share).status, 201);
    let survey = format!("/v3/surveys/{}", surveys::RESEARCH_DAY);
    let folder = world.get("owner", &survey).ok()["folder_id"].clone();
    assert_ne!(folder, "0");
    assert_eq!(world.put("regular", &survey, json!({ "title": "New" })).ok()["folder_id"], folder);
    assert_eq!(world.put("regular", &survey, json!({ "title": "Newer", "folder_id": folder })).ok()["title"], "Newer");
    assert_eq!(world.patch("regular", &survey, json!({ "folder_id": folder })).status, 200);
    world.patch("regular", &survey, json!({ "folder_id": "0" })).fails(Error::NotPermitted);
    assert_eq!(world.put("owner", &survey, json!({ "title": "Own" })).ok()["folder_id"], "0");
}

#[test]
fn only_own_surveys_may_be_shared_and_administrators_share_any_of_the_team() {
    let world = World::new();
    let path = format!("{}/shares", customer_voice(&world));
    let share =
        |token: &str, id: &str| world.post(token, &path, json!({ "resource_type": "survey", "resource_id": id }));
    assert_eq!(
        share("regular", surveys::KITCHEN).error(),
        Some(Error::NotPermitted),
        "shared with her, of somebody else"
    );
    assert_eq!(share("regular", surveys::ENGAGEMENT).error(), Some(Error::NotFound), "not seen by her");
    assert_eq!(share("owner", surveys::HARBOUR).error(), Some(Error::NotFound), "of another team");
    assert_eq!(share("regular", surveys::LUNCH).ok()["owner_user_id"], people::ROSA);
    assert_eq!(share("admin", surveys::RESEARCH_DAY).ok()["owner_user_id"], people::ANTON);
    assert_eq!(share("regular_two", surveys::LUNCH).error(), Some(Error::NotPermitted), "no member");
    let answer = world.post("owner", &path, json!({ "resource_type": "poem", "resource_id": "1" }));
    answer.fails(Error::BadBody);
    assert!(message(&answer).contains("`resource_type`"));
}

#[test]
fn surveys_are_shared_together_or_not_at_all() {
    let world = World::new();
    let path = format!("{}/shares", customer_voice(&world));
    let bulk = |ids: &[&str]| {
        let shares: Vec<_> = ids.iter().map(|id| json!({ "resource_type": "survey", "resource_id": id })).collect();
        world.post("owner", &format!("{path}/bulk"), json!({ "shares": shares }))
    };
    let stray = bulk(&[surveys::RESEARCH_DAY, "1"]);
    stray.fails(Error::NotFound);
    assert!(message(&stray).contains("`shares[1].resource_id`"));
    bulk(&[surveys::RESEARCH_DAY, surveys::RESEARCH_DAY]).fails(Error::AlreadyExists);
    for many in [0, 1001] {
        let refused = bulk(&vec![surveys::RESEARCH_DAY; many]);
        refused.fails(Error::BadBody);
        assert!(message(&refused).contains("1 to 1000"), "{many}");
    }
    assert_eq!(total(&world, "owner", &path), 2);
    let shared = bulk(&[surveys::RESEARCH_DAY, surveys::KITCHEN]);
    assert_eq!((shared.status, shared.ok()["shares"].as_array().unwrap().len()), (201, 2));
    assert_eq!(total(&world, "owner", &path), 4);
}

#[test]
fn a_share_is_ended_by_who_made_it_or_administers_the_workgroup() {
    let world = World::new();
    let customer_voice = customer_voice(&world);
    let path = format!("{customer_voice}/shares");
    let body = json!({ "resource_type": "survey", "resource_id": surveys::LUNCH });
    let own = world.post("regular", &path, body.clone()).ok()["id"].as_str().unwrap().to_owned();
    let foreign = world.get("regular", &path).ok()["data"][0]["id"].as_str().unwrap().to_owned();
    world.delete("regular", &format!("{path}/{foreign}")).fails(Error::NotPermitted);
    assert_eq!(world.delete("regular", &format!("{path}/{own}")).ok()["resource_id"], surveys::LUNCH);
    world.delete("regular", &format!("{path}/{own}")).fails(Error::NotFound);
    assert_eq!(world.delete("admin", &format!("{path}/{foreign}")).status, 200);
    let other = world.post("admin", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).ok();
    let elsewhere = format!("/v3/workgroups/{}/shares", other["id"].as_str().unwrap());
    let share = world.post("regular", &path, body).ok()["id"].as_str().unwrap().to_owned();
    assert_eq!(
        world.get("admin", &format!("{elsewhere}/{share}")).error(),
        Some(Error::NotFound),
        "of another workgroup"
    );
    world.delete("admin", &format!("{elsewhere}/{share}")).fails(Error::NotFound);
    // Also by an owner who has left the workgroup, and by one whose survey an administrator shared.
    assert_eq!(world.delete("admin", &format!("{customer_voice}/members/{ROSA}")).status, 200);
    for is_visible in [true, false] {
        assert_eq!(world.patch("admin", &customer_voice, json!({ "is_visible": is_visible })).status, 200);
        let listed = world.get("regular", &path).ok();
        assert_eq!((&listed["total"], &listed["data"][0]["id"]), (&json!(1), &json!(share)));
        assert_eq!(world.get("regular", &format!("{path}/{share}")).ok()["resource_id"], surveys::LUNCH);
    }
    let finds = |person: &str| {
        let listed = world.get(person, "/v3/workgroups").ok()["data"].as_array().unwrap().clone();
        listed.iter().any(|group| customer_voice.ends_with(group["id"].as_str().unwrap()))
    };
    assert!(finds("regular") && !finds("regular_two"), "only the owner of a shared survey finds a hidden workgroup");
    world.get("regular_two", &customer_voice).fails(Error::NotFound);
    let group = world.patch("admin", &customer_voice, json!({ "description": "d", "metadata": { "a": 1 } })).ok();
    let found = world.get("regular", &customer_voice).ok();
    assert_eq!((&found["id"], &found["name"]), (&group["id"], &group["name"]));
    let rest = ["description", "metadata", "members", "members_count"];
    assert_eq!(rest.map(|field| found[field].clone()), [json!(""), json!({}), json!([]), json!(0)]);
    let listed = world.get("regular", "/v3/workgroups").ok()["data"].as_array().unwrap().clone();
    assert!(listed.contains(&found) && !listed.contains(&group));
    let member = group["members"][0]["user_id"].as_str().unwrap();
    let of_member = world.get("regular", &format!("/v3/users/{member}/workgroups")).ok()["data"].clone();
    assert!(!of_member.as_array().unwrap().iter().any(|seen| seen["id"] == group["id"]));
    for part in ["members".to_owned(), format!("members/{member}")] {
        world.get("regular", &format!("{customer_voice}/{part}")).fails(Error::NotFound);
    }
    let body = json!({ "resource_type": "survey", "resource_id": surveys::CSAT });
    let foreign = world.post("admin", &path, body).ok()["id"].as_str().unwrap().to_owned();
    world.get("regular", &format!("{path}/{foreign}")).fails(Error::NotFound);
    assert_eq!(world.delete("regular", &format!("{path}/{share}")).ok()["id"], share);
    world.get("regular", &format!("{path}/{foreign}")).fails(Error::NotFound);
    world.get("regular", &path).fails(Error::NotFound);
    assert!(!finds("regular"));
    let share = json!({ "resource_type": "survey", "resource_id": surveys::LUNCH });
    let share = world.post("admin", &elsewhere, share).ok()["id"].as_str().unwrap().to_owned();
    world.delete("regular_two", &format!("{elsewhere}/{share}")).fails(Error::NotPermitted);
    assert_eq!(world.delete("regular", &format!("{elsewhere}/{share}")).ok()["resource_id"], surveys::LUNCH);
}

#[test]
fn who_made_a_share_and_is_no_member_does_not_see_the_survey_of_another_user() {
    let world = World::new();
    let other = world.post("admin", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).ok();
    let path = format!("/v3/workgroups/{}/shares", other["id"].as_str().unwrap());
    world.post("admin", &path, json!({ "resource_type": "survey", "resource_id": surveys::LUNCH })).ok();
    let listed = |person: &str| world.get(person, &format!("{path}?include=resource_details")).ok()["data"][0].clone();
    assert!(listed("regular")["resource_details"]["title"].is_string(), "the owner of the survey");
    // As if the administrator who shared it were one no more.
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let sharer = world.person("regular_two")["user_id"].as_str().unwrap().to_owned();
    team.run("UPDATE shares SET owner_user_id = ? WHERE resource_id = ?", &[sharer.into(), surveys::LUNCH.into()])
        .unwrap();
    assert_eq!(listed("regular_two")["resource_details"], Value::Null);
    assert!(listed("admin")["resource_details"]["title"].is_string());
}

#[test]
fn who_deleted_the_account_is_no_member_until_it_is_restored() {
    let world = World::new();
    let path = customer_voice(&world);
    let user = world.person("regular")["user_id"].as_str().unwrap().to_owned();
    let shown = || {
        let workgroup = world.get("owner", &path).ok();
        let named = workgroup["members"].as_array().unwrap().iter().any(|member| member["user_id"] == user.as_str());
        let one = world.get("owner", &format!("{path}/members/{user}")).status;
        (named, workgroup["members_count"].clone(), total(&world, "owner", &format!("{path}/members")), one)
    };
    let (_, count, all, _) = shown();
    assert_eq!(shown(), (true, count.clone(), all, 200));
    let team = world.database(&canvass::service::actor::protocol::ActorId::Team(people::NORTHWIND.to_owned()));
    canvass::service::store::sql::Sql::run(
        &*team,
        "UPDATE users SET deleted = 1 WHERE id = ?",
        &[user.as_str().into()],
    )
    .unwrap();
    assert_eq!(shown(), (false, (count.as_u64().unwrap() - 1).into(), all - 1, 404));
    world.delete("owner", &format!("{path}/members/{user}")).fails(Error::NotFound);
}
