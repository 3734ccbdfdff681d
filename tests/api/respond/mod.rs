//! Responding to surveys: through the forms that a browser sends, and read back through the API.

mod access;
pub mod browser;
mod editing;
mod ending;
mod files;
mod history;
mod hostile;
mod kinds;
mod large;
mod locale;
mod page_submission;
mod preview;
mod respondent;
mod respondent_auth;
mod typed;

use crate::support::people::NORTHWIND;
use crate::support::surveys::{EVERY_KIND, EVERY_KIND_LINK, LUNCH, LUNCH_LINK, VISIT_DELETED, VISIT_FIELD};
use crate::support::{Answered, World};
use browser::{Browser, Form, change, count, form, set, text};
use canvass::service::actor::protocol::ActorId;
use serde_json::{Value, json};

/// The index by which drafts were counted.
fn index_of_drafts(world: &World) -> String {
    let plans = world.database(&ActorId::Team(NORTHWIND.to_owned())).plans();
    let (_, steps) = plans.into_iter().find(|(statement, _)| statement.contains("AS others")).unwrap();
    let step = steps.first().unwrap();
    step.split_once("INDEX ").unwrap().1.split(' ').next().unwrap().to_owned()
}

/// A world in which the poll is open, and the owner's.
pub fn poll() -> World {
    let world = World::new();
    let owner = "UPDATE surveys SET owner_id = (SELECT owner_id FROM surveys WHERE id = ?) WHERE id = ?";
    change(&world, owner, &[EVERY_KIND, LUNCH]);
    change(&world, "UPDATE collectors SET status = 'open' WHERE id = ?", &[LUNCH_LINK]);
    world
}

/// A new survey of the owner with these questions on one page, and a link to it: the ids of both.
fn asking(world: &World, questions: &Value) -> (String, String) {
    let id = |made: Value| made["id"].as_str().unwrap().to_owned();
    let body = json!({ "title": "Asked", "pages": [{ "questions": questions }] });
    let survey = id(world.post("owner", "/v3/surveys", body).ok());
    let collectors = format!("/v3/surveys/{survey}/collectors");
    let collector = id(world.post("owner", &collectors, json!({ "type": "weblink" })).ok());
    (survey, collector)
}

fn details(world: &World, survey: &str) -> Value {
    world.get("owner", &format!("/v3/surveys/{survey}/details")).ok()
}

/// The responses of a collector that are not of the demo world, with their answers, oldest first.
fn taken(world: &World, collector: &str) -> Vec<Value> {
    let mut taken = Vec::new();
    for page in 1.. {
        let target = format!("/v3/collectors/{collector}/responses/bulk?per_page=100&page={page}");
        let bulk = world.get("owner", &target).ok();
        let data = bulk["data"].as_array().unwrap().clone();
        // Ids of the demo world are shorter.
        let is_new = |response: &Value| response["id"].as_str().unwrap().len() == 13;
        taken.extend(data.iter().filter(|response| is_new(response)).cloned());
        if data.len() < 100 {
            break;
        }
    }
    taken
}

/// Fills in every question of a page of the design; what the API must say of each.
pub fn fill_page(page: &Value, form: &mut Form) -> Vec<(String, Value)> {
    let questions = page["questions"].as_array().unwrap().iter().filter(|question| question["visible"] == true);
    let filled = questions
        .filter_map(|question| Some((question["id"].as_str().unwrap().to_owned(), kinds::fill(question, form)?)));
    filled.collect()
}

/// Takes the survey with every kind from its first page to its end; what the API must say of each question.
fn take_every_kind(browser: &Browser) -> Vec<(String, Value)> {
    let design = details(browser.world, EVERY_KIND);
    let mut expected = Vec::new();
    let mut page = browser.open();
    for of_design in design["pages"].as_array().unwrap() {
        let mut form = form(&page);
        expected.extend(fill_page(of_design, &mut form));
        page = browser.send(&form, "next");
        assert_eq!(page.status, 200, "{}", text(&page));
    }
    assert!(text(&page).contains("Thank you for completing our survey!"), "{}", text(&page));
    expected
}

/// The answers of a response by question, without the address of a file.
fn answers(response: &Value) -> Vec<(String, Value)> {
    let questions = response["pages"].as_array().unwrap().iter().flat_map(|page| page["questions"].as_array().unwrap());
    questions
        .map(|question| {
            let mut answers = question["answers"].clone();
            for answer in answers.as_array_mut().unwrap() {
                answer.as_object_mut().unwrap().remove("download_url");
            }
            (question["id"].as_str().unwrap().to_owned(), answers)
        })
        .collect()
}

#[test]
fn each_scale_of_symbols_is_stored_and_shown() {
    let world = World::new();
    for (subtype, symbols) in [("star", "★★★★★"), ("heart", "♥♥♥♥♥"), ("smiley", "😞🙁😐🙂😀"), ("thumb", "👎👎👎👍👍")]
    {
        let question = json!({ "headings": [{ "heading": "?" }], "family": "matrix", "subtype": "rating",
            "display_options": { "display_type": "emoji", "display_subtype": subtype },
            "answers": { "rows": [{ "text": "" }], "choices": [{}, {}, {}, {}, {}] } });
        let (survey, collector) = asking(&world, &json!([question]));
        let asked = &details(&world, &survey)["pages"][0]["questions"][0];
        assert_eq!(asked["display_options"]["display_subtype"], subtype);
        let page = text(&Browser::at(&world, &collector, None).open());
        let after = page.split("<span class=\"emoji\" aria-hidden=\"true\">").skip(1);
        let seen: String = after.map(|part| part.split('<').next().unwrap()).collect();
        assert_eq!(seen, symbols, "{subtype}");
    }
}

#[test]
fn a_survey_of_every_kind_is_taken_and_the_api_returns_what_was_answered() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let expected = take_every_kind(&browser);
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!(taken.len(), 1);
    assert_eq!(answers(&taken[0]), expected);
    assert_eq!(taken[0]["response_status"], "completed");
    assert_eq!(taken[0]["page_path"].as_array().unwrap().len(), 8);
}

#[test]
fn a_page_that_is_opened_again_holds_what_was_answered() {
    let world = World::new();
    set(&world, EVERY_KIND_LINK, &[("edit_response_type", "\"always\"")]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let expected = take_every_kind(&browser);
    let mut page = browser.open();
    assert!(text(&page).contains("You have taken this survey already"));
    for _ in 0..8 {
        page = browser.send(&form(&page), "next");
        assert_eq!(page.status, 200, "{}", text(&page));
    }
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!(taken.len(), 1);
    assert_eq!(answers(&taken[0]), expected);
    assert_eq!(taken[0]["response_status"], "completed");
}

#[test]
fn a_page_says_how_far_it_is_and_asks_for_every_question_that_is_visible() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let first = text(&browser.open());
    assert!(first.contains("Page 1 of 8") && first.contains("Thank you for taking part. It takes ten minutes."));
    assert!(!first.contains("value=\"prev\""), "there is no page before the first");
    let design = details(&world, EVERY_KIND);
    let mut page = browser.open();
    for (number, of_design) in (1..).zip(design["pages"].as_array().unwrap()) {
        let shown = text(&page);
        assert!(shown.contains(&format!("Page {number} of 8")));
        for question in of_design["questions"].as_array().unwrap() {
            let heading = browser::unescaped(question["headings"][0]["heading"].as_str().unwrap());
            if heading.is_empty() || question["headings"].as_array().unwrap().len() > 1 {
                continue;
            }
            assert_eq!(browser::unescaped(&shown).contains(&heading), question["visible"] == true, "{heading}");
        }
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        page = browser.send(&form, "next");
    }
}

#[test]
fn fields_have_the_attributes_that_browsers_and_screen_readers_need() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (mut page, mut shown) = (browser.open(), String::new());
    for of_design in details(&world, EVERY_KIND)["pages"].as_array().unwrap() {
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        shown += &text(&page);
        page = browser.send(&form, "next");
    }
    for part in [
        " enctype=\"multipart/form-data\"",
        " maxlength=\"20000\"",
        " aria-required=\"true\"",
        " inputmode=\"email\" autocomplete=\"email\"",
    ] {
        assert!(shown.contains(part), "{part}");
    }
}

#[test]
fn a_deleted_choice_cannot_be_picked() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let page = browser.send(&form(&browser.open()), "next");
    assert!(text(&page).contains("Neither good nor bad") && !text(&page).contains("Very bad"));
    let mut form = form(&page);
    form.set(VISIT_FIELD, &[VISIT_DELETED]);
    let answer = browser.send(&form, "next");
    assert_eq!(answer.status, 422, "{}", text(&answer));
}

#[test]
fn what_people_answer_is_found_by_the_filters_of_the_api() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    browser.headers.borrow_mut().push(("cf-connecting-ip".to_owned(), "198.51.100.7".to_owned()));
    browser.headers.borrow_mut().push(("user-agent".to_owned(), "Lynx/2.9".to_owned()));
    let page = browser.get("?c=autumn");
    world.pass(90_000);
    let mut filled = form(&page);
    fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
    browser.send(&filled, "next");
    let total = |query: &str| {
        world.get("owner", &format!("/v3/collectors/{LUNCH_LINK}/responses?{query}")).ok()["total"].as_u64().unwrap()
    };
    assert_eq!(total("custom=autumn"), 1);
    assert_eq!(total("ip=198.51.100.7"), 1);
    assert_eq!(total("ip=198.51.100.7&status=completed&total_time_min=90&total_time_max=90"), 1);
    assert_eq!(total("ip=198.51.100.7&status=partial"), 0);
    assert_eq!(taken(&world, LUNCH_LINK)[0]["metadata"]["respondent"]["user_agent"]["value"], "Lynx/2.9");
    assert_eq!(count(&world, &format!("SELECT response_count FROM collectors WHERE id = '{LUNCH_LINK}'")), 32);
}

#[test]
fn the_address_that_the_api_names_for_a_collector_leads_to_its_survey() {
    let world = World::new();
    let collector = world.get("owner", &format!("/v3/collectors/{EVERY_KIND_LINK}")).ok();
    let url = collector["url"].as_str().unwrap();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    assert_eq!(url, format!("http://127.0.0.1:8787{}", browser.path));
    let page = browser.call("GET", url.strip_prefix("http://127.0.0.1:8787").unwrap(), &[], Vec::new());
    assert!(text(&page).contains("<h1>Every kind of question</h1>"));
}

#[test]
fn the_details_of_a_response_say_on_which_page_the_respondent_is() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let at = || {
        let id = taken(&world, EVERY_KIND_LINK)[0]["id"].as_str().unwrap().to_owned();
        world.get("owner", &format!("/v3/surveys/{EVERY_KIND}/responses/{id}/details")).ok()
    };
    let page = browser.send(&form(&browser.open()), "next");
    let design = details(&world, EVERY_KIND);
    assert_eq!(at()["current_page_id"], design["pages"][1]["id"]);
    browser.send(&form(&page), "prev");
    assert_eq!(at()["current_page_id"], design["pages"][0]["id"]);
    let expected = take_every_kind(&browser);
    assert_eq!(at()["current_page_id"], "0");
    assert_eq!(answers(&at()), expected);
}

#[test]
fn webhooks_hear_of_the_first_page_of_every_further_one_and_of_the_end() {
    let world = World::new();
    let kinds = ["response_created", "response_updated", "response_completed"];
    for (place, kind) in kinds.iter().enumerate() {
        let sql = "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
                   VALUES (?, '1', 'app', 'hook', ?, ?, 0, 0)";
        change(&world, sql, &[&place.to_string(), kind, &format!("https://hooks.example/{kind}")]);
    }
    take_every_kind(&Browser::at(&world, EVERY_KIND_LINK, None));
    let heard = |kind: &str| count(&world, &format!("SELECT COUNT(*) FROM events WHERE type = '{kind}'"));
    assert_eq!(kinds.map(heard), [1, 7, 1]);
}
