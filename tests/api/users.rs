//! Users: the account that a token speaks for, the workgroups of a user, and what is shared with one.

use crate::support::people::{OLIVIA, RAVI, ROSA};
use crate::support::surveys::{CSAT, KITCHEN};
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::identity::grants;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::dates::DAY;
use serde_json::{Value, json};

#[test]
fn me_shows_the_account_with_its_plan_scopes_types_and_features() {
    let me = World::new().get("owner", "/v3/users/me").ok();
    assert_eq!(me["email"], "olivia@northwind.example");
    assert_eq!(me["href"], "http://127.0.0.1:8787/v3/users/me");
    assert_eq!(me["scopes"]["granted"].as_array().unwrap().len(), 23);
    assert_eq!(me["question_types"]["matrix_question_type"], true);
    assert_eq!(me["features"]["num_free_responses"], "unlimited");
    let created = me["date_created"].as_str().unwrap();
    assert!(created.ends_with("+00:00"), "{created}");
    let login = me["date_last_login"].as_str().unwrap();
    assert!(login.len() == "2026-01-01T00:00:00.000000+00:00".len(), "{login}");
}

#[test]
fn a_free_account_has_the_free_plans_scopes_and_limits() {
    let me = World::new().get("free", "/v3/users/me").ok();
    assert_eq!(me["account_type"], "basic");
    let available = me["scopes"]["available"].as_array().unwrap();
    assert!(available.contains(&"surveys_read".into()) && !available.contains(&"groups_read".into()));
    assert_eq!(me["features"]["collector_email_enabled"], false);
    assert_eq!(me["features"]["num_free_responses"], "0", "answers need a paid plan");
}

#[test]
fn a_deleted_users_token_is_answered_with_1052_for_30_days_and_then_with_1053() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run(&format!("UPDATE users SET deleted = ? WHERE id = '{ROSA}'"), &[world.now().into()]).unwrap();
    let answer = |name: &str| world.get(name, "/v3/surveys");
    assert_eq!((answer("regular").code().as_str(), answer("regular").status), ("1052", 404));
    assert_eq!(answer("owner").status, 200, "others go on");
    world.pass(30 * DAY - 1);
    answer("regular").fails(Error::UserSoftDeleted);
    world.pass(1);
    assert_eq!((answer("regular").code().as_str(), answer("regular").status), ("1053", 410));
}

#[test]
fn a_private_app_requires_direct_api_access_on_every_call() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let plan = |plan: &str| {
        team.run("UPDATE users SET plan = ?", &[plan.into()]).unwrap();
        // The service did not see this write.
        world.evict_all();
    };
    for path in ["/v3/users/me", "/v3/surveys", "/v3/errors"] {
        plan("enterprise");
        world.get("private", path).ok();
        plan("standard");
        let answer = world.get("private", path);
        assert_eq!((answer.code().as_str(), answer.status), ("1015", 403), "{path}");
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains("direct API access"), "{path}");
        assert!(answer.header("x-oauth-scopes-available").is_some(), "{path}");
        world.get("owner", path).ok();
        world.get("draft", path).ok();
    }
}

#[test]
fn a_token_that_has_ended_is_answered_with_1012() {
    let world = World::new();
    let token = token::verify_token(&world.service.config, &world.token("owner")).unwrap();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    grants::expire_token(&*team, &token.hash, world.now().saturating_add(1)).unwrap();
    world.get("owner", "/v3/users/me").ok();
    world.pass(1);
    let answer = world.get("owner", "/v3/users/me");
    assert_eq!((answer.code().as_str(), answer.status), ("1012", 401));
}

#[test]
fn a_token_does_not_end_by_itself() {
    let world = World::new();
    world.get("owner", "/v3/users/me").ok();
    world.pass(20 * 365 * DAY);
    world.get("owner", "/v3/users/me").ok();
}

fn names(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|group| group["name"].as_str().unwrap()).collect()
}

#[test]
fn the_workgroups_of_a_user_are_listed_as_far_as_the_caller_sees_them() {
    let world = World::new();
    let of = |token: &str, user: &str| world.get(token, &format!("/v3/users/{user}/workgroups")).ok();
    assert_eq!(names(&of("owner", people::OLIVIA)), ["Customer voice", "People team", "Küche & Gäste"]);
    assert_eq!(names(&of("regular", people::OLIVIA)), ["Customer voice", "Küche & Gäste"], "one is hidden from her");
    assert_eq!(names(&of("admin", people::ROSA)), ["Customer voice", "Küche & Gäste"]);
    assert_eq!(of("admin", people::ROSA)["data"][0]["membership"]["status"], "pending", "the caller's own");
    assert_eq!(of("owner", people::RAVI)["total"], 0);
    let page = world.get("owner", &format!("/v3/users/{OLIVIA}/workgroups?per_page=2&page=2")).ok();
    assert_eq!((names(&page), &page["total"]), (vec!["Küche & Gäste"], &json!(3)));
    assert!(page["links"]["prev"].as_str().unwrap().contains(&format!("/v3/users/{OLIVIA}/workgroups?page=1")));
}

#[test]
fn a_user_of_another_team_does_not_exist() {
    let world = World::new();
    for path in ["workgroups", "shared"] {
        for user in [people::HANA, "1"] {
            world.get("owner", &format!("/v3/users/{user}/{path}")).fails(Error::NotFound);
        }
    }
}

#[test]
fn what_is_shared_with_a_user_is_for_the_user_and_administrators() {
    let world = World::new();
    let path = format!("/v3/users/{ROSA}/shared");
    let shared = world.get("regular", &path).ok();
    assert_eq!(shared["total"], 3);
    assert_eq!(world.get("admin", &path).ok(), shared);
    world.get("regular_two", &path).fails(Error::NotPermitted);
    assert_eq!(world.get("owner", &format!("/v3/users/{RAVI}/shared")).ok()["total"], 0);
    let record = &shared["data"][0];
    assert_eq!(record.as_object().unwrap().len(), 5, "nothing that was not asked for");
    assert_eq!(record["privileges"], json!(["design.full_access", "collect.full_access", "analyze.full_access"]));
    let read_only =
        shared["data"].as_array().unwrap().iter().find(|share| share["resource_id"] == surveys::KITCHEN).unwrap();
    assert_eq!(read_only["privileges"], json!(["design.read_only", "collect.read_only", "analyze.read_only"]));
}

#[test]
fn a_pending_member_receives_nothing() {
    let world = World::new();
    let shared = world.get("admin", &format!("/v3/users/{}/shared", people::ANTON)).ok();
    let ids: Vec<&Value> = shared["data"].as_array().unwrap().iter().map(|share| &share["resource_id"]).collect();
    assert_eq!(ids, [surveys::ENGAGEMENT], "not what the workgroup got to which Anton was only invited");
}

#[test]
fn shared_resources_are_picked_by_id_together_with_their_type() {
    let world = World::new();
    let path = format!("/v3/users/{ROSA}/shared");
    let picked = world.get("regular", &format!("{path}?resource_type=survey&resource_id={KITCHEN},{CSAT},1")).ok();
    assert_eq!(picked["total"], 2);
    assert_eq!(world.get("regular", &format!("{path}?resource_type=survey")).ok()["total"], 3);
    let alone = world.get("regular", &format!("{path}?resource_id={KITCHEN}"));
    alone.fails(Error::BadParameters);
    assert!(alone.body()["error"]["message"].as_str().unwrap().contains("`resource_id`"));
    world.get("regular", &format!("{path}?resource_type=poem")).fails(Error::BadParameters);
    let page = world.get("regular", &format!("{path}?resource_type=survey&per_page=1&include=permissions")).ok();
    assert!(page["links"]["next"].as_str().unwrap().ends_with("resource_type=survey&include=permissions"), "{page}");
}

#[test]
fn include_adds_permissions_or_the_survey_to_a_shared_resource() {
    let world = World::new();
    let first = |include: &str| {
        world.get("regular", &format!("/v3/users/{ROSA}/shared?include={include}")).ok()["data"][2].clone()
    };
    let permissions = first("permissions");
    assert_eq!(
        permissions["permissions"],
        json!({ "survey": ["survey.view", "responses.view"], "collector": ["collector.view"] })
    );
    assert!(permissions.get("resource_details").is_none());
    let details = first("resource_details");
    assert_eq!(details["resource_details"]["title"], "Produktforschung: Küchengeräte für Gäste");
    assert_eq!(details["resource_details"]["href"], format!("http://127.0.0.1:8787/v3/surveys/{KITCHEN}"));
    assert!(details.get("permissions").is_none());
    assert_eq!(first("permissions,resource_details").as_object().unwrap().len(), 7);
}
