//! Templates of the team: who offers a survey, who begins with it, who takes it back.

use super::{Browser, shows, text};
use crate::support::Answered;
use crate::support::people::NORTHWIND;
use canvass::service::store::sql::Sql;
use serde_json::{Value, json};

fn listed(browser: &Browser, token: &str) -> Vec<Value> {
    browser.world.get(token, "/v3/team_survey_templates").ok()["data"].as_array().unwrap().clone()
}

fn offer(browser: &Browser, survey: &str, name: &str) -> String {
    browser.send_and_follow("/account/templates/offer", &[("survey_id", survey), ("name", name)])
}

/// A survey of somebody's own.
fn survey(browser: &Browser, token: &str) -> String {
    let made = browser.world.post(
        token,
        "/v3/surveys",
        json!({ "title": "Ours", "pages": [{ "title": "P", "questions": [
        { "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "single" }] }] }),
    );
    made.ok()["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_survey_that_is_offered_is_a_template_for_the_whole_team() {
    let browser = Browser::of("regular");
    let survey = survey(&browser, "regular");
    shows(&text(&browser.open("/account/")), "href=\"/account/templates\"");
    shows(&text(&browser.open("/account/templates")), &format!("<option value=\"{survey}\">Ours</option>"));
    let page = offer(&browser, &survey, "How we ask");
    shows(&page, "The template is available");
    shows(&page, "<strong>How we ask</strong>");
    let template = listed(&browser, "owner").pop().unwrap();
    assert_eq!((&template["name"], &template["survey_id"]), (&"How we ask".into(), &survey.as_str().into()));
    let id = template["team_template_id"].as_str().unwrap();
    let made = browser.world.post("owner", "/v3/surveys", json!({ "from_team_template_id": id })).ok();
    assert_eq!(made["title"], "How we ask");
    let details = browser.world.get("owner", &format!("/v3/surveys/{}/details", made["id"].as_str().unwrap())).ok();
    assert_eq!(details["pages"][0]["questions"][0]["headings"][0]["heading"], "Why?");
    assert!(listed(&browser, "other_team").iter().all(|other| other["name"] != "How we ask"));
}

#[test]
fn a_survey_is_one_template_at_most_and_is_renamed_by_offering_it_again() {
    let browser = Browser::of("regular");
    let survey = survey(&browser, "regular");
    let before = listed(&browser, "regular").len();
    offer(&browser, &survey, "One");
    offer(&browser, &survey, "Two");
    let now = listed(&browser, "regular");
    assert_eq!((now.len(), &now[before]["name"]), (before + 1, &"Two".into()));
}

#[test]
fn only_a_survey_of_ones_own_is_offered_under_a_name() {
    let browser = Browser::of("regular");
    let before = listed(&browser, "regular").len();
    let own = survey(&browser, "regular");
    let others = survey(&browser, "owner");
    for (survey, name, words) in [
        (&others, "Theirs", "no such survey"),
        (&"x".to_owned(), "X", "no such survey"),
        (&own, " ", "A name must have"),
    ] {
        shows(&offer(&browser, survey, name), words);
    }
    assert_eq!(listed(&browser, "regular").len(), before);
    let team = browser.team(NORTHWIND);
    for number in 0..100 {
        let sql = "INSERT INTO team_templates (id, name, survey_id, created) VALUES (?, '', '', 0)";
        team.run(sql, &[format!("t{number}").into()]).unwrap();
    }
    shows(&offer(&browser, &own, "One more"), "100 templates");
}

#[test]
fn the_owner_of_the_survey_and_administrators_take_a_template_back() {
    for (person, removes) in [("regular_two", false), ("regular", true), ("admin", true)] {
        let browser = Browser::of("regular");
        let survey = survey(&browser, "regular");
        offer(&browser, &survey, "How we ask");
        let id = listed(&browser, "owner").pop().unwrap()["team_template_id"].as_str().unwrap().to_owned();
        browser.sign_in(person);
        let page = text(&browser.open("/account/templates"));
        assert_eq!(page.contains(&format!("name=\"template_id\" value=\"{id}\"")), removes, "{person}");
        let page = browser.send_and_follow("/account/templates/remove", &[("template_id", &id)]);
        shows(&page, if removes { "The template is removed" } else { "no such survey or template" });
        let left = listed(&browser, "owner").iter().any(|template| template["team_template_id"] == id.as_str());
        assert_eq!(left, !removes, "{person}");
    }
}

#[test]
fn a_template_goes_with_its_survey() {
    let browser = Browser::of("regular");
    let survey = survey(&browser, "regular");
    offer(&browser, &survey, "How we ask");
    browser.world.delete("regular", &format!("/v3/surveys/{survey}")).ok();
    assert!(!text(&browser.open("/account/templates")).contains("How we ask"));
    assert!(listed(&browser, "owner").iter().all(|template| template["name"] != "How we ask"));
}

#[test]
fn the_preview_of_a_template_shows_its_questions_to_read() {
    let browser = Browser::new();
    let templates = browser.world.get("owner", "/v3/survey_templates?per_page=100&language=en").ok();
    for template in templates["data"].as_array().unwrap() {
        let address = template["preview_link"].as_str().unwrap();
        let path = address.strip_prefix("http://127.0.0.1:8787").unwrap();
        let answer = browser.open(path);
        let page = text(&answer);
        assert_eq!(answer.status, 200, "{path} {page}");
        shows(&page, &escaped(template["name"].as_str().unwrap()));
        assert!(!page.contains("name=\"ticket\""), "nothing can be sent");
    }
    let page = text(&browser.open("/r/templates/1001"));
    shows(&page, "How likely are you to recommend us to a friend or colleague?");
    shows(&page, "What could we do better?");
    assert_eq!(browser.open("/r/templates/9").status, 404);
    assert_eq!(browser.submit("/r/templates/1001", &[]).status, 405);
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
}
