//! Users: the account that a token speaks for.

use crate::support::{Answered, World};
use canvass::service::place::Place;
use canvass::service::sql::Sql;
use canvass::service::{grants, token};
use canvass::wire::dates::DAY;

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
    assert_eq!(me["features"]["num_free_responses"], "25");
}

#[test]
fn a_deleted_users_token_is_answered_with_1052_for_30_days_and_then_with_1053() {
    let world = World::new();
    let team = world.database(&Place::Team("61001".to_owned()));
    team.run("UPDATE users SET deleted = ? WHERE id = '20010003'", &[world.now().into()]).unwrap();
    let answer = |name: &str| world.get(name, "/v3/surveys");
    assert_eq!((answer("regular").code().as_str(), answer("regular").status), ("1052", 404));
    assert_eq!(answer("owner").status, 200, "others go on");
    world.pass(30 * DAY - 1);
    assert_eq!(answer("regular").code(), "1052");
    world.pass(1);
    assert_eq!((answer("regular").code().as_str(), answer("regular").status), ("1053", 410));
}

#[test]
fn a_token_that_has_ended_is_answered_with_1012() {
    let world = World::new();
    let token = token::read(&world.service.config, &world.token("owner")).unwrap();
    let team = world.database(&Place::Team("61001".to_owned()));
    grants::expire(&*team, &token.hash, world.now().plus(1)).unwrap();
    world.get("owner", "/v3/users/me").ok();
    world.pass(1);
    let answer = world.get("owner", "/v3/users/me");
    assert_eq!((answer.code().as_str(), answer.status), ("1012", 401));
}
