//! The preview of a survey: taken like the survey, marked as what it is, and not counted.

use super::browser::{Browser, count, form, text};
use super::{asking, details, fill_page, poll};
use crate::support::people::{NORTHWIND, ROSA};
use crate::support::surveys::{EVERY_KIND, LUNCH};
use crate::support::{Answered, World};
use canvass::service::surveys::link::RespondentLink;
use serde_json::{Value, json};

const HERE: &str = "http://127.0.0.1:8787";

/// A browser at the preview that the API names.
fn previews<'a>(world: &'a World, survey: &str) -> Browser<'a> {
    let address = details(world, survey)["preview"].as_str().unwrap().to_owned();
    Browser::on(world, address.strip_prefix(HERE).unwrap().to_owned())
}

fn of_survey(world: &World, survey: &str) -> Vec<Value> {
    let list = world.get("owner", &format!("/v3/surveys/{survey}/responses/bulk?per_page=100&sort_order=DESC")).ok();
    let all = list["data"].as_array().unwrap().iter();
    all.filter(|response| response["collection_mode"] == "survey_preview").cloned().collect()
}

/// Webhooks for everything that happens to responses.
fn subscribe(world: &World) {
    let sql = "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
               VALUES (?, '1', 'app', 'hook', ?, 'https://hooks.example/' || ?, 0, 0)";
    for event in ["response_created", "response_updated", "response_completed", "response_deleted"] {
        super::change(world, sql, &[event, event, event]);
    }
}

fn take_poll(world: &World) -> Browser<'_> {
    let browser = previews(world, LUNCH);
    let mut filled = form(&browser.open());
    fill_page(&details(world, LUNCH)["pages"][0], &mut filled);
    assert!(text(&browser.send(&filled, "next")).contains("Thank you"));
    browser
}

#[test]
fn a_preview_has_every_page_and_question_and_is_checked_like_the_survey() {
    let world = World::new();
    let browser = previews(&world, EVERY_KIND);
    let design = details(&world, EVERY_KIND);
    let mut page = browser.open();
    for of_design in design["pages"].as_array().unwrap() {
        // In a header, so that it is in a landmark.
        assert!(text(&page).contains("<header><p class=\"preview\">This is a preview."), "{}", text(&page));
        assert!(text(&page).contains("<title>Preview: Every kind"));
        let mut filled = form(&page);
        fill_page(of_design, &mut filled);
        let asked = of_design["questions"].as_array().unwrap();
        if asked.iter().any(|question| question["required"].is_object() && question["visible"] == true) {
            assert_eq!(browser.send(&form(&page), "next").status, 422);
        }
        page = browser.send(&filled, "next");
        assert_eq!(page.status, 200, "{}", text(&page));
    }
    assert!(text(&page).contains("Thank you for completing our survey!") && text(&page).contains("This is a preview."));
    let taken = of_survey(&world, EVERY_KIND);
    assert_eq!(taken.len(), 1);
    assert_eq!((&taken[0]["response_status"], &taken[0]["collector_id"]), (&json!("completed"), &json!("")));
    assert_eq!(taken[0]["pages"].as_array().unwrap().len(), 8);
    let response = taken[0].to_string();
    let file = response.split("\"download_url\":\"").nth(1).unwrap().split('"').next().unwrap();
    let file = browser.call("GET", file.strip_prefix(HERE).unwrap(), &[], Vec::new());
    assert_eq!((file.status, file.body.starts_with(b"\x89PNG")), (200, true));
}

#[test]
fn the_drafts_of_previews_are_counted_by_survey() {
    const DRAFTS: &str = "SELECT COUNT(*) FROM respondent_progress WHERE collector_id = '' AND id NOT LIKE 'draft%'";
    let number = json!({ "headings": [{ "heading": "How many?" }], "family": "open_ended", "subtype": "single",
                         "validation": { "type": "integer", "text": "" } });
    let world = poll();
    let (survey, _) = asking(&world, &json!([number]));
    let field = format!("q{}", details(&world, &survey)["pages"][0]["questions"][0]["id"].as_str().unwrap());
    let fill = |survey: &str| {
        let sql = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
                   INSERT INTO respondent_progress (id, survey_id, collector_id, response_id, page_id, drafts, modified)
                   SELECT 'draft' || ? || '.' || n, ?, '', NULL, '1', '{}', ? FROM numbers";
        super::change(&world, sql, &[survey, survey, &world.now().0.to_string()]);
    };
    let refuse = || {
        let browser = previews(&world, &survey);
        let mut typed = form(&browser.open());
        typed.set(&field, &["forty"]);
        assert_eq!(browser.send(&typed, "next").status, 422);
        count(&world, DRAFTS)
    };
    fill(LUNCH);
    assert_eq!(refuse(), 1, "those of another survey do not count");
    fill(&survey);
    assert_eq!(refuse(), 1);
    assert_eq!(super::index_of_drafts(&world), "respondent_progress_of_survey");
}

#[test]
fn a_preview_is_found_by_its_mode_and_counts_nowhere() {
    let world = poll();
    let counts = || {
        let survey = details(&world, LUNCH)["response_count"].clone();
        let rollups = world.get("owner", &format!("/v3/surveys/{LUNCH}/rollups")).ok()["data"].clone();
        let trends = world.get("owner", &format!("/v3/surveys/{LUNCH}/trends")).ok()["data"].clone();
        let events = count(&world, "SELECT COUNT(*) FROM events");
        (survey, rollups, trends, events)
    };
    subscribe(&world);
    let before = counts();
    take_poll(&world);
    assert_eq!(counts(), before);
    let taken = of_survey(&world, LUNCH);
    assert_eq!(taken.len(), 1);
    let path = format!("/v3/surveys/{LUNCH}/responses/{}", taken[0]["id"].as_str().unwrap());
    assert_eq!(world.get("owner", &path).ok()["collection_mode"], "survey_preview");
    world.delete("owner", &path).ok();
    assert_eq!(counts(), before, "one that is deleted does not count either");
}

#[test]
fn a_preview_that_is_changed_and_deleted_still_counts_nowhere() {
    let world = poll();
    let total = || details(&world, LUNCH)["response_count"].clone();
    let events = || count(&world, "SELECT COUNT(*) FROM events");
    subscribe(&world);
    let before = (total(), events());
    take_poll(&world);
    let path = format!("/v3/surveys/{LUNCH}/responses/{}", of_survey(&world, LUNCH)[0]["id"].as_str().unwrap());
    for change in [World::patch, World::put] {
        let changed = change(&world, "owner", &path, json!({ "custom_value": "seen" })).ok();
        assert_eq!((&changed["collection_mode"], &changed["custom_value"]), (&json!("survey_preview"), &json!("seen")));
    }
    world.delete("owner", &path).ok();
    assert_eq!((total(), events()), before);
}

#[test]
fn a_preview_that_goes_with_its_survey_is_not_reported() {
    let world = poll();
    take_poll(&world);
    subscribe(&world);
    world.delete("owner", &format!("/v3/surveys/{LUNCH}")).ok();
    let events = |condition: &str| count(&world, &format!("SELECT COUNT(*) FROM events WHERE {condition}"));
    assert_eq!(count(&world, &format!("SELECT COUNT(*) FROM responses WHERE survey_id = '{LUNCH}'")), 0);
    assert!(events("type = 'response_deleted'") > 0);
    assert_eq!(events("json_extract(resources, '$.collector_id') IS NULL"), 0);
}

#[test]
fn a_preview_can_be_taken_again_and_though_every_collector_is_closed() {
    let world = World::new();
    super::change(&world, "UPDATE surveys SET owner_id = (SELECT owner_id FROM surveys WHERE id = ?)", &[EVERY_KIND]);
    let browser = take_poll(&world);
    assert!(text(&browser.open()).contains("<form"));
    assert_eq!(of_survey(&world, LUNCH).len(), 1);
}

#[test]
fn no_one_can_invent_the_url_of_a_preview() {
    let world = World::new();
    let browser = previews(&world, EVERY_KIND);
    let own = browser.path.clone();
    for path in [
        own.replace(EVERY_KIND, LUNCH),
        own.replace(".preview.", "."),
        own.rsplit_once('.').unwrap().0.to_owned(),
        format!("{own}/opt-out"),
    ] {
        assert_eq!(browser.call("GET", &path, &[], Vec::new()).status, 404, "{path}");
    }
    world.delete("owner", &format!("/v3/surveys/{EVERY_KIND}")).ok();
    assert_eq!(browser.get("").status, 404, "the survey is gone");
}

#[test]
fn s102_the_link_to_a_preview_ends_when_its_user_can_no_longer_see_the_survey() {
    let unshare = "DELETE FROM shares WHERE resource_id = ?";
    let leave = "UPDATE workgroup_members SET status = 'pending' WHERE user_id = ?";
    let remove = "UPDATE users SET deleted = 0 WHERE id = ?";
    for (change, id) in [(unshare, EVERY_KIND), (leave, ROSA), (remove, ROSA)] {
        let world = World::new();
        let shared = world.get("regular", &format!("/v3/surveys/{EVERY_KIND}")).ok()["preview"].clone();
        let link = Browser::on(&world, shared.as_str().unwrap().strip_prefix(HERE).unwrap().to_owned());
        let page = form(&link.open());
        super::change(&world, change, &[id]);
        assert_eq!([link.get("").status, link.get("/privacy").status, link.send(&page, "next").status], [404; 3]);
        assert_eq!(of_survey(&world, EVERY_KIND).len(), 0);
        assert_eq!(previews(&world, EVERY_KIND).get("").status, 200, "the owner's link is another one");
    }
}

#[test]
fn s102_a_survey_has_500_previews_and_the_page_says_what_to_do() {
    let world = poll();
    let fill = |browser: &Browser| {
        let mut filled = form(&browser.open());
        fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
        filled
    };
    let (first, second) = (previews(&world, LUNCH), previews(&world, LUNCH));
    let forms = [fill(&first), fill(&second)];
    let copies = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 499)
                  INSERT INTO responses
                  SELECT 'copy' || n, survey_id, '', '', status, 'survey_preview', '', '', '', '', '', 0, body, '[]', 0, 0
                  FROM numbers JOIN (SELECT * FROM responses WHERE survey_id = ? LIMIT 1)";
    super::change(&world, copies, &[LUNCH]);
    let stored =
        || count(&world, &format!("SELECT COUNT(*) FROM responses WHERE survey_id = '{LUNCH}' AND collector_id = ''"));
    assert!(text(&first.send(&forms[0], "next")).contains("Thank you"));
    assert_eq!(stored(), 500);
    // Neither by a form that was opened before nor by a new one; what is stored can be changed.
    for page in [second.send(&forms[1], "next"), second.open(), first.open()] {
        assert!(text(&page).contains("Delete responses of earlier previews.") && !text(&page).contains("<form"));
    }
    assert!(text(&first.send(&forms[0], "next")).contains("Thank you"));
    assert_eq!(stored(), 500);
    assert!(text(&previews(&world, EVERY_KIND).open()).contains("<form"), "other surveys have their own");
    super::change(&world, "DELETE FROM responses WHERE id = 'copy1'", &[]);
    assert!(text(&second.send(&forms[1], "next")).contains("Thank you"));
}

#[test]
fn s102_no_answer_contains_the_link_of_a_user_to_a_preview() {
    let world = World::new();
    let browser = previews(&world, EVERY_KIND);
    super::take_every_kind(&browser);
    let response = of_survey(&world, EVERY_KIND)[0].to_string();
    assert!(response.contains("/files/") && !response.contains(&browser.path), "{response}");
    // The link in an answer, which is also that of earlier builds, opens the file alone.
    let (team, preview) = (NORTHWIND.to_owned(), Some(EVERY_KIND.to_owned()));
    let link = RespondentLink { team, collector: String::new(), recipient: None, preview };
    let key = link.to_key(&world.service.config).unwrap();
    assert!(response.contains(&key));
    assert_eq!(Browser::on(&world, format!("/r/{key}")).get("").status, 404);
}

#[test]
fn lists_name_the_same_preview_as_the_survey() {
    let world = World::new();
    let list = world.get("owner", "/v3/surveys?include=preview&per_page=100").ok();
    let listed = list["data"].as_array().unwrap().iter().find(|survey| survey["id"] == EVERY_KIND).unwrap().clone();
    assert_eq!(listed["preview"], details(&world, EVERY_KIND)["preview"]);
}
