//! The apps that an account has linked.

use super::{Browser, shows, text};
use crate::support::people::OLIVIA;
use crate::support::{Answered, people};
use canvass::service::store::sql::Sql;

#[test]
fn linked_apps_are_listed_with_what_they_may_do() {
    let browser = Browser::of("regular");
    let page = text(&browser.open("/account/"));
    shows(&page, "<strong>Chartroom</strong> may use <code>surveys_read</code>");
    shows(&page, "<strong>Workbench</strong>");
    assert!(!text(&Browser::of("admin").open("/account/")).contains("Chartroom"), "a revoked one is not listed");
}

#[test]
fn an_app_that_is_removed_gets_the_revoked_answer_at_its_next_call() {
    let browser = Browser::of("owner");
    browser.me("owner");
    let client_id = browser.world.app("workbench")["client_id"].as_str().unwrap().to_owned();
    shows(&browser.send_and_follow("/account/remove", &[("client_id", &client_id)]), "no longer has access");
    let answer = browser.world.get("owner", "/v3/users/me");
    assert_eq!((answer.status, answer.body()["status"].as_u64()), (401, Some(1)));
    assert!(answer.body()["errmsg"].as_str().unwrap().contains("revoked"));
    assert!(!text(&browser.open("/account/")).contains("<strong>Workbench</strong>"));
    assert_eq!(browser.activities(people::NORTHWIND, "grant_info_deleted"), ["Workbench"]);
    browser.me("admin");
}

#[test]
fn no_one_removes_an_app_of_someone_else() {
    let browser = Browser::of("regular");
    let client_id = browser.world.app("sync")["client_id"].as_str().unwrap().to_owned();
    browser.send("/account/remove", &[("client_id", &client_id)]);
    browser.me("private");
    assert_eq!(browser.activities(people::NORTHWIND, "grant_info_deleted").len(), 0);
}

#[test]
fn a_webhook_that_waits_for_it_is_notified_that_an_app_is_gone() {
    let browser = Browser::of("owner");
    let team = browser.team(people::NORTHWIND);
    let sql = &format!(
        "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
               VALUES ('1', '{OLIVIA}', 'x', 'n', 'app_uninstalled', 'https://a.example/', 0, 0)"
    );
    team.run(sql, &[]).unwrap();
    let client_id = browser.world.app("workbench")["client_id"].as_str().unwrap().to_owned();
    browser.send("/account/remove", &[("client_id", &client_id)]);
    let events = team.run("SELECT type, object_id, resources FROM events", &[]).unwrap();
    assert_eq!(
        (events.len(), events[0].text("type"), events[0].text("object_id")),
        (1, "app_uninstalled".into(), client_id)
    );
    assert_eq!(events[0].json("resources")["user_id"], people::OLIVIA);
}
