//! Users: the account that a token speaks for.

use crate::support::{Answered, World};

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
