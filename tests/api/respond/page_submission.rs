//! What becomes of a page that is sent: saved, sent back with what is wrong, saved once however often it comes.

use super::browser::{Browser, TEAM, change, count, form, set, text};
use super::{answers, asking, details, fill_page, poll, take_every_kind, taken};
use crate::support::surveys::{
    EVERY_KIND, EVERY_KIND_LINK, LUNCH, LUNCH_LINK, SOURCE, SOURCE_FIELD, SOURCE_SEARCH, SOURCE_UNKNOWN, VISIT,
    VISIT_FIELD, VISIT_GOOD, VISIT_UNKNOWN, VISIT_VERY_GOOD,
};
use crate::support::{Answered, World};
use canvass::service::actor::protocol::ActorId;
use canvass::wire::dates::{DAY, MINUTE};
use canvass::wire::http::Response;
use serde_json::json;
use std::collections::BTreeSet;

const NEW: &str = "SELECT COUNT(*) FROM responses WHERE LENGTH(id) = 13";

/// The second page of the survey with every kind: its first question is required.
fn second_page(browser: &Browser) -> Response {
    browser.send(&form(&browser.open()), "next")
}

#[test]
fn a_later_page_does_not_write_the_indexes_by_the_start_of_a_response() {
    let world = World::new();
    let team = world.database(&ActorId::Team(TEAM.to_owned()));
    take_every_kind(&Browser::at(&world, EVERY_KIND_LINK, None));
    let updates = team.plans().into_iter().map(|(statement, _)| statement);
    let updates: Vec<String> = updates.filter(|statement| statement.starts_with("UPDATE responses")).collect();
    assert!(!updates.is_empty() && updates.iter().all(|statement| !statement.contains("created")), "{updates:?}");
}

#[test]
fn nothing_is_stored_before_a_page_is_sent_and_each_page_is_stored_as_partial() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let page = browser.open();
    assert_eq!(count(&world, NEW), 0);
    browser.send(&form(&page), "next");
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0]["response_status"], "partial");
    assert_eq!(taken[0]["page_path"].as_array().unwrap().len(), 1);
}

#[test]
fn a_required_question_without_an_answer_comes_back_with_its_own_words() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let mut form = form(&second_page(&browser));
    form.set(&format!("{SOURCE_FIELD}.other"), &["Something I typed"]);
    let page = browser.send(&form, "next");
    assert_eq!(page.status, 422);
    let words = text(&page);
    assert!(words.contains("This question requires an answer."), "{words}");
    assert!(words.contains(&format!("href=\"#{VISIT_FIELD}\"")) && words.contains(&format!("id=\"{VISIT_FIELD}\"")));
    assert!(
        words.contains(&format!("aria-describedby=\"{VISIT_FIELD}-wrong\""))
            && words.contains(&format!("id=\"{VISIT_FIELD}-wrong\""))
    );
    assert!(words.contains("value=\"Something I typed\""), "what was typed is still there");
    assert!(words.contains("<title>Please check:"));
}

#[test]
fn a_page_with_something_wrong_changes_nothing() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let page = second_page(&browser);
    let before = taken(&world, EVERY_KIND_LINK);
    for (field, value) in [(VISIT_FIELD, VISIT_UNKNOWN), (VISIT_FIELD, "nonsense"), (SOURCE_FIELD, SOURCE_UNKNOWN)] {
        let mut form = form(&page);
        form.set(field, &[value]);
        assert_eq!(browser.send(&form, "next").status, 422, "{field} {value}");
    }
    let mut two = form(&page);
    two.set(VISIT_FIELD, &[VISIT_VERY_GOOD, VISIT_GOOD]);
    assert_eq!(browser.send(&two, "next").status, 422);
    assert_eq!(taken(&world, EVERY_KIND_LINK), before);
}

#[test]
fn the_time_of_a_response_includes_refused_attempts_and_parts_of_seconds() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let mut page = second_page(&browser);
    let total = || taken(&world, EVERY_KIND_LINK)[0]["total_time"].clone();
    assert_eq!(total(), 0);
    for _ in 0..2 {
        world.pass(30_000);
        page = browser.send(&form(&page), "next");
        assert_eq!(page.status, 422);
    }
    world.pass(1_900);
    let mut filled = form(&page);
    fill_page(&details(&world, EVERY_KIND)["pages"][1], &mut filled);
    page = browser.send(&filled, "next");
    assert_eq!(total(), 62);
    world.pass(1_900);
    browser.send(&form(&page), "prev");
    assert_eq!(total(), 64);
}

#[test]
fn a_form_that_is_sent_twice_is_saved_once() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let mut form = form(&browser.open());
    fill_page(&details(&world, LUNCH)["pages"][0], &mut form);
    for _ in 0..3 {
        assert!(text(&browser.send(&form, "next")).contains("Thank you for completing our survey!"));
    }
    assert_eq!(count(&world, NEW), 1);
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let form = super::form(&browser.open());
    for _ in 0..3 {
        browser.send(&form, "next");
    }
    assert_eq!(count(&world, NEW), 1);
}

#[test]
fn the_page_before_keeps_its_answers_and_they_can_be_changed() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, super::EVERY_KIND);
    let page = second_page(&browser);
    let mut filled = form(&page);
    fill_page(&design["pages"][1], &mut filled);
    let third = browser.send(&filled, "next");
    assert!(text(&third).contains("Page 3 of 8"));
    let mut again = form(&browser.send(&form(&third), "prev"));
    assert_eq!(again.first(VISIT_FIELD), filled.first(VISIT_FIELD));
    again.set(VISIT_FIELD, &[VISIT_VERY_GOOD]);
    browser.send(&again, "next");
    let taken = taken(&world, EVERY_KIND_LINK);
    let (_, answer) = answers(&taken[0]).into_iter().find(|(id, _)| id == VISIT).unwrap();
    assert_eq!(answer[0]["choice_id"], VISIT_VERY_GOOD);
}

#[test]
fn what_cannot_be_saved_waits_on_its_page() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, super::EVERY_KIND);
    let mut page = browser.open();
    for of_design in &design["pages"].as_array().unwrap()[..5] {
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        page = browser.send(&form, "next");
    }
    assert!(text(&page).contains("In your own words"));
    let mut typed = form(&page);
    let email = format!("q{}", design["pages"][5]["questions"][1]["id"].as_str().unwrap());
    let essay = format!("q{}", design["pages"][5]["questions"][4]["id"].as_str().unwrap());
    typed.set(&email, &["not an address"]);
    typed.set(&essay, &["A long story"]);
    let before = browser.send(&typed, "prev");
    assert!(text(&before).contains("Intermission"), "{}", text(&before));
    let again = form(&browser.send(&form(&before), "next"));
    assert_eq!((again.first(&email), again.first(&essay)), ("not an address", "A long story"));
    let page = browser.send(&again, "next");
    assert_eq!(page.status, 422);
    assert!(text(&page).contains("The comment you entered is in an invalid format."));
    let mut right = form(&page);
    right.set(&email, &["ada@lovelace.example"]);
    assert_eq!(browser.send(&right, "next").status, 200);
    let said = answers(&taken(&world, EVERY_KIND_LINK)[0]);
    assert!(
        said.iter().any(|(id, answers)| email.ends_with(id.as_str()) && answers[0]["text"] == "ada@lovelace.example")
    );
}

#[test]
fn a_refused_page_that_is_opened_again_shows_what_was_typed() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let mut typed = form(&second_page(&browser));
    typed.set(VISIT_FIELD, &[VISIT_UNKNOWN]);
    typed.set(&format!("{SOURCE_FIELD}.other"), &["Something I typed"]);
    let before = taken(&world, EVERY_KIND_LINK);
    assert_eq!(browser.send(&typed, "next").status, 422);
    let again = browser.open();
    assert!(text(&again).contains("Page 2 of 8"), "{}", text(&again));
    let again = form(&again);
    assert_eq!(again.first(&format!("{SOURCE_FIELD}.other")), "Something I typed");
    assert_eq!(taken(&world, EVERY_KIND_LINK), before, "the response stays as it is");
    let mut right = again.clone();
    fill_page(&details(&world, EVERY_KIND)["pages"][1], &mut right);
    assert!(text(&browser.send(&right, "next")).contains("Page 3 of 8"));
    let back = form(&browser.send(&form(&browser.open()), "prev"));
    assert_eq!(back.first(VISIT_FIELD), right.first(VISIT_FIELD), "the draft is gone when the page is saved");
}

#[test]
fn a_refused_first_page_is_a_draft_without_a_response_and_once_however_often_it_is_sent() {
    const DRAFTS: &str = "SELECT COUNT(*) FROM respondent_progress WHERE response_id IS NULL";
    let number = json!({ "headings": [{ "heading": "How many?" }], "family": "open_ended", "subtype": "single",
                         "validation": { "type": "integer", "text": "" } });
    let essay = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    for (limit, repeats) in [("null", "false"), ("1", "false"), ("null", "true")] {
        let world = World::new();
        let (survey, collector) = asking(&world, &json!([number, essay]));
        set(&world, &collector, &[("response_limit", limit), ("allow_multiple_responses", repeats)]);
        let browser = Browser::at(&world, &collector, None);
        let design = details(&world, &survey);
        let field = |place: usize| format!("q{}", design["pages"][0]["questions"][place]["id"].as_str().unwrap());
        let mut typed = form(&browser.open());
        typed.set(&field(0), &["forty"]);
        typed.set(&field(1), &["A long story"]);
        let drafts = count(&world, DRAFTS);
        for _ in 0..3 {
            world.pass(MINUTE);
            assert_eq!(browser.send(&typed, "next").status, 422);
        }
        assert_eq!((count(&world, DRAFTS) - drafts, count(&world, NEW)), (1, 0));
        let shown = |page: &Response| [0, 1].map(|place| form(page).first(&field(place)).to_owned());
        let draft = ["forty", "A long story"];
        let reloaded = format!("?survey-page={}", design["pages"][0]["id"].as_str().unwrap());
        assert_eq!(shown(&browser.get(&reloaded)), draft);
        // The next user of a device that may respond several times does not see it.
        assert_eq!(shown(&browser.open()), if repeats == "true" { ["", ""] } else { draft });
        let mut right = typed.clone();
        right.set(&field(0), &["40"]);
        assert!(text(&browser.send(&right, "next")).contains("Thank you"));
        let taken = taken(&world, &collector);
        assert_eq!((taken.len(), &taken[0]["response_status"]), (1, &"completed".into()));
        assert_eq!(taken[0]["total_time"], 180, "the time of the refused attempts counts");
        assert_eq!(count(&world, DRAFTS), drafts);
    }
}

#[test]
fn drafts_without_a_response_are_few_and_small_and_end_with_their_page() {
    let number = json!({ "headings": [{ "heading": "How many?" }], "family": "open_ended", "subtype": "single",
                         "validation": { "type": "integer", "text": "" } });
    let essay = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    let world = World::new();
    let (survey, collector) = asking(&world, &json!([number, essay, essay]));
    let drafts = || count(&world, &format!("SELECT COUNT(*) FROM respondent_progress WHERE survey_id = '{survey}'"));
    let fields: Vec<String> = details(&world, &survey)["pages"][0]["questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| format!("q{}", question["id"].as_str().unwrap()))
        .collect();
    let refuse = |browser: &Browser, story: &str| {
        let mut typed = form(&browser.open());
        typed.set(&fields[0], &["forty"]);
        typed.set(&fields[1], &[story]);
        typed.set(&fields[2], &[story]);
        let page = browser.send(&typed, "next");
        assert_eq!((page.status, form(&page).first(&fields[1])), (422, story), "what was typed is on the page");
    };
    let kept = |browser: &Browser| form(&browser.open()).first(&fields[1]).to_owned();
    let story = "é".repeat(16_500);
    let browser = Browser::at(&world, &collector, None);
    refuse(&browser, &story);
    assert_eq!((drafts(), kept(&browser)), (0, String::new()), "it has too many bytes");
    refuse(&browser, "A story");
    refuse(&browser, &story);
    assert_eq!((drafts(), kept(&browser)), (1, "A story".to_owned()), "the earlier draft stays");
    world.pass(13 * DAY);
    let other = Browser::at(&world, &collector, None);
    refuse(&other, "Another");
    assert_eq!((drafts(), kept(&browser)), (2, "A story".to_owned()));
    world.pass(2 * DAY);
    world.wake_all();
    assert_eq!(
        (drafts(), kept(&browser), kept(&other)),
        (1, String::new(), "Another".to_owned()),
        "without another too"
    );
    refuse(&other, "A third");
    assert_eq!((drafts(), kept(&browser), kept(&other)), (1, String::new(), "A third".to_owned()));
    let now = world.now().0.to_string();
    let sql = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 999)
               INSERT INTO respondent_progress (id, survey_id, collector_id, response_id, page_id, drafts, modified)
               SELECT 'draft' || n, ?, ?, NULL, '1', '{}', ? FROM numbers";
    change(&world, sql, &[&survey, &collector, &now]);
    refuse(&browser, "One too many");
    refuse(&other, "A fourth");
    assert_eq!((drafts(), kept(&browser), kept(&other)), (1_000, String::new(), "A fourth".to_owned()));
    assert_eq!(super::index_of_drafts(&world), "respondent_drafts_of_collector");
}

#[test]
fn the_drafts_of_a_respondent_with_a_response_have_1_mb_together() {
    let number = json!({ "headings": [{ "heading": "How many?" }], "family": "open_ended", "subtype": "single",
                         "validation": { "type": "integer", "text": "" } });
    let essay = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    let world = World::new();
    let mut long = vec![number.clone()];
    long.resize(31, essay);
    let long = json!({ "questions": long });
    let pages = json!([{ "questions": [number] }, long, long, { "questions": [number] }]);
    let survey = world.post("owner", "/v3/surveys", json!({ "title": "Asked", "pages": pages })).ok();
    let survey = format!("/v3/surveys/{}", survey["id"].as_str().unwrap());
    let collector = world.post("owner", &format!("{survey}/collectors"), json!({ "type": "weblink" })).ok();
    let collector = collector["id"].as_str().unwrap();
    let browser = Browser::at(&world, collector, None);
    let typed = |page: &Response, number: &str, story: &str| {
        let mut filled = form(page);
        let fields = filled.fields.iter_mut().filter(|(name, _)| name.starts_with('q'));
        fields.zip([number].into_iter().chain([story; 30])).for_each(|((_, value), typed)| *value = typed.to_owned());
        filled
    };
    let story_of = |page: &Response| {
        form(page).fields.into_iter().filter(|(name, _)| name.starts_with('q')).nth(1).map(|(_, story)| story).unwrap()
    };
    let story = "x".repeat(20_000);
    let second = browser.send(&form(&browser.open()), "next");
    let third = browser.send(&typed(&second, "2", "Short"), "next");
    let second = browser.send(&typed(&third, "three", &story), "prev");
    let bytes = || {
        let sql = "SELECT MAX(LENGTH(drafts)) FROM respondent_progress WHERE collector_id =";
        count(&world, &format!("{sql} '{collector}'"))
    };
    assert!(bytes() > 600_000);
    assert_eq!(browser.send(&typed(&second, "two", "Shorter"), "next").status, 422);
    let refused = browser.send(&typed(&second, "two", &story), "next");
    assert!(refused.status == 422 && story_of(&refused) == story, "what was typed is on the page");
    assert!(bytes() < 1_048_576 && story_of(&browser.open()) == "Shorter", "the earlier draft stays");
    let page = details(&world, survey.rsplit('/').next().unwrap())["pages"][2]["id"].as_str().unwrap().to_owned();
    world.delete("owner", &format!("{survey}/pages/{page}")).ok();
    assert_eq!(browser.send(&typed(&second, "two", &story), "next").status, 422);
    assert!(story_of(&browser.open()) == story, "the draft of a deleted page takes no place");
    let last = browser.send(&typed(&refused, "2", "Short"), "next");
    assert!(text(&last).contains("Page 3 of 3"), "{}", text(&last));
}

#[test]
fn nothing_that_was_typed_remains_with_the_respondent_after_a_fully_anonymous_end() {
    let number = json!({ "headings": [{ "heading": "How many?" }], "family": "open_ended", "subtype": "single",
                         "validation": { "type": "integer", "text": "" } });
    let essay = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    let world = World::new();
    let pages = json!([{ "questions": [number] }, { "questions": [essay] }]);
    let survey = world.post("owner", "/v3/surveys", json!({ "title": "Asked", "pages": pages })).ok();
    let collectors = format!("/v3/surveys/{}/collectors", survey["id"].as_str().unwrap());
    let collector = world.post("owner", &collectors, json!({ "type": "weblink" })).ok();
    let collector = collector["id"].as_str().unwrap();
    set(&world, collector, &[("anonymous_type", "\"fully_anonymous\"")]);
    let browser = Browser::at(&world, collector, None);
    let second = form(&browser.send(&form(&browser.open()), "next"));
    let mut first = form(&browser.send(&second, "prev"));
    let field = first.fields.iter().position(|(name, _)| name.starts_with('q')).unwrap();
    first.fields[field].1 = "my secret".to_owned();
    assert_eq!(browser.send(&first, "next").status, 422);
    let secrets = "SELECT COUNT(*) FROM respondent_progress WHERE instr(drafts, 'my secret') > 0";
    assert_eq!(count(&world, secrets), 1);
    assert!(text(&browser.send(&second, "next")).contains("Thank you"));
    assert_eq!(count(&world, secrets), 0);
    let done =
        format!("SELECT COUNT(*) FROM respondent_progress WHERE collector_id = '{collector}' AND drafts = '{{}}'");
    assert_eq!(count(&world, &done), 1);
}

#[test]
fn a_page_that_was_open_for_too_long_leads_back_to_the_survey_with_what_was_typed_where_the_respondent_is_known() {
    for (forgets, status) in [(false, 200), (true, 400)] {
        let world = World::new();
        let browser = Browser::at(&world, EVERY_KIND_LINK, None);
        browser.headers.borrow_mut().push(("accept-language".to_owned(), "de".to_owned()));
        let mut typed = form(&browser.send(&form(&browser.get("?c=autumn%26")), "next"));
        typed.set(&format!("{SOURCE_FIELD}.other"), &["Something I typed"]);
        let before = taken(&world, EVERY_KIND_LINK);
        world.pass(15 * DAY);
        if forgets {
            browser.forget();
        }
        let page = browser.send(&typed, "next");
        assert_eq!(page.status, status, "{}", text(&page));
        assert_eq!(taken(&world, EVERY_KIND_LINK), before, "nothing is answered");
        if forgets {
            assert!(text(&page).contains("This page has expired") && text(&page).contains("Saved answers remain."));
            let link = format!("<a href=\"{}?c=autumn%26&amp;lang=en\">Open the survey</a>", browser.path);
            assert!(text(&page).contains(&link), "{}", text(&page));
            continue;
        }
        assert!(text(&page).contains("Page 2 of 8") && text(&page).contains("You can continue"), "{}", text(&page));
        for page in [page, browser.open()] {
            assert_eq!(form(&page).first(&format!("{SOURCE_FIELD}.other")), "Something I typed");
        }
    }
}

#[test]
fn a_slider_that_was_not_touched_is_no_answer_unless_its_box_says_so() {
    for (kept, expected) in [("", None), ("yes", Some("50"))] {
        let world = World::new();
        let browser = Browser::at(&world, EVERY_KIND_LINK, None);
        let design = details(&world, super::EVERY_KIND);
        let slider = format!("q{}", design["pages"][5]["questions"][2]["id"].as_str().unwrap());
        let mut page = browser.open();
        for of_design in &design["pages"].as_array().unwrap()[..6] {
            let mut form = form(&page);
            if text(&page).contains("In your own words") {
                assert_eq!(form.first(&slider), "50");
                form.set(&format!("{slider}.kept"), &[kept]);
            } else {
                fill_page(of_design, &mut form);
            }
            page = browser.send(&form, "next");
        }
        let again = form(&browser.send(&form(&page), "prev"));
        assert_eq!(again.first(&format!("{slider}.kept")), kept, "the box is as it was left");
        let said = answers(&taken(&world, EVERY_KIND_LINK)[0]);
        let given = said.iter().find(|(id, _)| slider.ends_with(id.as_str())).map(|(_, answers)| &answers[0]["text"]);
        assert_eq!(given.and_then(|text| text.as_str()), expected);
    }
}

#[test]
fn a_survey_is_complete_only_when_every_required_question_is_answered() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, super::EVERY_KIND);
    let mut page = browser.open();
    for of_design in &design["pages"].as_array().unwrap()[..7] {
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        page = browser.send(&form, "next");
    }
    let required = r#"{"text": "Say something.", "type": "all", "amount": "0"}"#;
    let essay = design["pages"][5]["questions"][4]["id"].as_str().unwrap();
    change(
        &world,
        "UPDATE questions SET body = json_set(body, '$.required', json(?)) WHERE id = ?",
        &[required, essay],
    );
    assert!(text(&browser.send(&form(&page), "next")).contains("Thank you for completing"), "it was answered before");

    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let mut page = browser.open();
    for of_design in &design["pages"].as_array().unwrap()[..7] {
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        form.set(&format!("q{essay}"), &[""]);
        page = browser.send(&form, "next");
    }
    change(
        &world,
        "UPDATE questions SET body = json_set(body, '$.required', json(?)) WHERE id = ?",
        &[required, essay],
    );
    let page = browser.send(&form(&page), "next");
    assert_eq!(page.status, 422);
    assert!(text(&page).contains("In your own words") && text(&page).contains("Say something."));
    assert_eq!(taken(&world, EVERY_KIND_LINK)[0]["response_status"], "partial");
}

#[test]
fn the_time_that_a_page_was_open_counts_once() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let first = form(&browser.open());
    world.pass(MINUTE);
    let second = browser.send(&first, "next");
    browser.send(&first, "next");
    world.pass(MINUTE);
    browser.send(&form(&second), "prev");
    assert_eq!(taken(&world, EVERY_KIND_LINK)[0]["total_time"], 120);
}

#[test]
fn leaving_saves_what_is_there() {
    let world = World::new();
    let buttons = r#"{"next_button": "On", "prev_button": "Back", "done_button": "End", "exit_button": "Leave"}"#;
    change(&world, "UPDATE surveys SET body = json_set(body, '$.buttons_text', json(?))", &[buttons]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let mut form = form(&second_page(&browser));
    form.set(SOURCE_FIELD, &[SOURCE_SEARCH]);
    let page = browser.send(&form, "exit");
    assert!(text(&page).contains("Your answers so far are saved."), "{}", text(&page));
    let again = browser.open();
    assert!(
        text(&again).contains("Page 2 of 8")
            && text(&again).contains(">Leave</button>")
            && text(&again).contains(">On<")
    );
    assert_eq!(super::form(&again).first(SOURCE_FIELD), SOURCE_SEARCH);
}

#[test]
fn the_heading_that_was_seen_is_named_and_stays_the_same() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    take_every_kind(&browser);
    let taken = taken(&world, EVERY_KIND_LINK)[0].clone();
    let design = details(&world, super::EVERY_KIND);
    let question = &design["pages"][5]["questions"][0];
    let all = taken["pages"][5]["questions"].as_array().unwrap();
    let seen = all.iter().find(|answered| answered["id"] == question["id"]).unwrap()["variable_id"].as_str().unwrap();
    let ids: Vec<&str> = question["headings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|heading| heading["random_assignment"]["id"].as_str().unwrap())
        .collect();
    assert!(ids.contains(&seen), "{seen} {ids:?}");
}

/// The ids of the choices on a page, in the order in which they are shown.
fn shown(browser: &Browser) -> Vec<String> {
    let page = text(&browser.open());
    let values = page.split("type=\"radio\"").skip(1).map(|part| part.split("value=\"").nth(1).unwrap());
    values.map(|value| value.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn options_are_sorted_by_how_often_they_were_picked_and_counted_once_an_hour() {
    let world = poll();
    let sort = |kind: &str| {
        let sorting = format!(r#"{{"type": "{kind}"}}"#);
        change(&world, "UPDATE questions SET body = json_set(body, '$.sorting', json(?))", &[&sorting]);
        shown(&Browser::at(&world, LUNCH_LINK, None))
    };
    let stored = sort("default");
    let times = |id: &str| {
        let sql = format!(
            "SELECT COUNT(*) FROM responses WHERE survey_id = '{LUNCH}' AND status = 'completed' AND INSTR(pages, '\"{id}\"') > 0"
        );
        count(&world, &sql)
    };
    let mut expected = stored.clone();
    expected.sort_by_key(|id| std::cmp::Reverse(times(id)));
    assert_eq!(sort("resp_count_desc"), expected);
    expected = stored.clone();
    expected.sort_by_key(|id| times(id));
    assert_ne!(expected, stored, "the demo world must tell the two orders apart");
    assert_eq!(sort("resp_count_asc"), expected);
    let last = sort("resp_count_desc").pop().unwrap();
    change(&world, "UPDATE responses SET status = 'partial' WHERE INSTR(pages, ?) = 0", &[&last]);
    assert_eq!(sort("resp_count_desc").pop().unwrap(), last, "it is not counted for every page");
    world.pass(60 * MINUTE);
    assert_eq!(sort("resp_count_desc").remove(0), last);
    sort("default");
    change(&world, "DELETE FROM choice_counts", &[]);
    shown(&Browser::at(&world, LUNCH_LINK, None));
    assert_eq!(
        count(&world, "SELECT COUNT(*) FROM choice_counts"),
        0,
        "nothing is counted where nothing is sorted by it"
    );
}

#[test]
fn rows_are_sorted_by_how_often_they_were_answered() {
    let world = World::new();
    let details = details(&world, EVERY_KIND);
    let questions = details["pages"].as_array().unwrap().iter().flat_map(|page| page["questions"].as_array().unwrap());
    let matrix = questions.clone().find(|question| question["family"] == "matrix" && question["subtype"] == "multi");
    let matrix = matrix.unwrap();
    let id = matrix["id"].as_str().unwrap();
    let rows: Vec<&str> =
        matrix["answers"]["rows"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    let times = json!({ rows[0]: 1, rows[1]: 5 }).to_string();
    change(
        &world,
        "INSERT INTO choice_counts (survey_id, counts, counted) VALUES (?, ?, ?)",
        &[EVERY_KIND, &times, &world.now().0.to_string()],
    );
    let sorting = r#"{"type": "resp_count_desc", "ignore_last": false}"#;
    change(&world, "UPDATE questions SET body = json_set(body, '$.sorting', json(?)) WHERE id = ?", &[sorting, id]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let mut page = browser.open();
    for of_design in details["pages"].as_array().unwrap() {
        if text(&page).contains(rows[0]) {
            break;
        }
        let mut filled = form(&page);
        fill_page(of_design, &mut filled);
        page = browser.send(&filled, "next");
    }
    let page = text(&page);
    let place = |row: &str| page.find(&format!("id=\"q{id}.{row}\"")).unwrap();
    assert!(place(rows[1]) < place(rows[0]));
}

/// The orders in which twelve respondents see the four choices of the poll, each the same one twice.
fn orders(world: &World, sorting: &str) -> BTreeSet<Vec<String>> {
    change(world, "UPDATE questions SET body = json_set(body, '$.sorting', json(?))", &[sorting]);
    let twice = (0..12).map(|_| {
        let browser = Browser::at(world, LUNCH_LINK, None);
        let first = shown(&browser);
        assert_eq!((first.len(), &first), (4, &shown(&browser)));
        first
    });
    twice.collect()
}

#[test]
fn options_in_random_order_stay_in_it_for_the_same_respondent() {
    let seen = orders(&poll(), r#"{"type": "random", "ignore_last": true}"#);
    assert!(seen.len() > 2, "{seen:?}");
    assert!(seen.iter().all(|order| order[3].ends_with("04")), "the last one keeps its place: {seen:?}");
}

#[test]
fn flipped_options_are_in_their_order_or_in_the_reverse_one() {
    let world = poll();
    let stored = shown(&Browser::at(&world, LUNCH_LINK, None));
    let reverse: Vec<String> = stored.iter().rev().cloned().collect();
    assert_eq!(orders(&world, r#"{"type": "flip"}"#), BTreeSet::from([stored.clone(), reverse]));
    let mut all_but_last = stored.clone();
    all_but_last[..3].reverse();
    assert_eq!(orders(&world, r#"{"type": "flip", "ignore_last": true}"#), BTreeSet::from([stored, all_but_last]));
}

#[test]
fn a_question_that_was_deleted_meanwhile_keeps_its_answer() {
    let world = World::new();
    set(&world, EVERY_KIND_LINK, &[("edit_response_type", "\"always\"")]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let expected = take_every_kind(&browser);
    change(&world, "UPDATE questions SET body = json_set(body, '$.visible', json('false')) WHERE id = ?", &[SOURCE]);
    let mut page = browser.open();
    for _ in 0..8 {
        page = browser.send(&form(&page), "next");
    }
    assert_eq!(answers(&taken(&world, EVERY_KIND_LINK)[0]), expected);
}
