//! Changing the answers to a survey that was finished: how it is offered, and that the response stays complete.

use super::browser::{Browser, change, count, form, set, text, unescaped};
use super::{EVERY_KIND_LINK, LUNCH, LUNCH_LINK, answers, asking, details, fill_page, poll, take_every_kind, taken};
use crate::support::surveys::{SOURCE_FIELD, SOURCE_SEARCH, VISIT_FIELD};
use crate::support::{Answered, World};
use canvass::wire::http::Response;
use serde_json::{Value, json};

/// A poll whose answers may be changed at any time, with more settings of its collector.
fn editable(settings: &[(&str, &str)]) -> World {
    let world = poll();
    set(&world, LUNCH_LINK, &[("edit_response_type", "\"always\"")]);
    set(&world, LUNCH_LINK, settings);
    world
}

fn finish(browser: &Browser) -> Response {
    let mut filled = form(&browser.open());
    fill_page(&details(browser.world, LUNCH)["pages"][0], &mut filled);
    browser.send(&filled, "next")
}

/// The target of the link to change the answers.
fn edit_link(page: &Response) -> Option<String> {
    let page = text(page);
    let (before, _) = page.split_once("\">Change my answers</a>")?;
    before.rsplit_once("href=\"").map(|(_, link)| unescaped(link))
}

#[test]
fn the_link_to_change_the_answers_opens_them_though_the_device_may_respond_again() {
    let world = editable(&[("allow_multiple_responses", "true")]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let link = edit_link(&finish(&browser)).unwrap();
    let before = taken(&world, LUNCH_LINK);
    let page = browser.call("GET", &link, &[], Vec::new());
    assert!(text(&page).contains("You have taken this survey already"), "{}", text(&page));
    browser.send(&form(&page), "next");
    let after = taken(&world, LUNCH_LINK);
    assert_eq!((after.len(), answers(&after[0])), (1, answers(&before[0])));
    assert!(!text(&browser.open()).contains(" checked"), "the survey's own link begins another response");
}

#[test]
fn the_answers_can_be_changed_only_while_the_collector_is_open() {
    let world = editable(&[]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let page = finish(&browser);
    let link = edit_link(&page).unwrap();
    change(&world, "UPDATE collectors SET status = 'closed' WHERE id = ?", &[LUNCH_LINK]);
    assert!(text(&browser.call("GET", &link, &[], Vec::new())).contains("This survey is currently closed."));
    let full = count(&world, &format!("SELECT response_count FROM collectors WHERE id = '{LUNCH_LINK}'")).to_string();
    let world = editable(&[("response_limit", &full)]);
    assert_eq!(edit_link(&finish(&Browser::at(&world, LUNCH_LINK, None))), None, "this response closed the collector");
}

#[test]
fn a_complete_response_keeps_its_required_answers_wherever_the_respondent_goes() {
    let world = World::new();
    set(&world, EVERY_KIND_LINK, &[("edit_response_type", "\"always\"")]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let expected = take_every_kind(&browser);
    let mut second = form(&browser.send(&form(&browser.open()), "next"));
    second.set(VISIT_FIELD, &[]);
    second.set(SOURCE_FIELD, &[SOURCE_SEARCH]);
    for go in ["prev", "exit", "next"] {
        browser.send(&second, go);
        let taken = taken(&world, EVERY_KIND_LINK);
        let is_required = |(id, _): &&(String, serde_json::Value)| VISIT_FIELD.ends_with(id.as_str());
        let kept = answers(&taken[0]);
        assert_eq!(kept.iter().find(is_required), expected.iter().find(is_required), "{go}");
        assert!(taken[0].to_string().contains(SOURCE_SEARCH), "the valid answers are stored");
        assert_eq!(taken[0]["response_status"], "completed");
    }
}

#[test]
fn picks_of_options_that_were_deleted_meanwhile_outlive_a_change_of_other_answers() {
    let choices = json!([{ "text": "a" }, { "text": "b" }, { "text": "c" }]);
    let required = json!({ "text": "This one, please.", "type": "exactly", "amount": "2" });
    let question = |family: &str, subtype: &str, answers: Value| {
        json!({ "headings": [{ "heading": "What?" }], "family": family,
                                                                         "subtype": subtype, "answers": answers })
    };
    let mut many = question("multiple_choice", "vertical", json!({ "choices": choices }));
    many["required"] = required;
    let one = question("single_choice", "vertical", json!({ "choices": choices }));
    let rows = question(
        "matrix",
        "single",
        json!({ "choices": choices, "rows": [{ "text": "r" }, { "text": "s" }, { "text": "t" }] }),
    );
    let typed = question("open_ended", "single", json!({}));
    let world = World::new();
    let (survey, collector) = asking(&world, &json!([many, one, rows, typed]));
    set(&world, &collector, &[("edit_response_type", "\"always\"")]);
    let page = details(&world, &survey)["pages"][0].clone();
    let questions = page["questions"].as_array().unwrap().clone();
    let id = |value: &Value| value["id"].as_str().unwrap().to_owned();
    let option = |question: usize, list: &str, place: usize| id(&questions[question]["answers"][list][place]);
    let field = |question: usize| format!("q{}", id(&questions[question]));
    let line = |row: usize| format!("{}.{}", field(2), option(2, "rows", row));
    let browser = Browser::at(&world, &collector, None);
    let mut filled = form(&browser.open());
    filled.set(&field(0), &[&option(0, "choices", 0), &option(0, "choices", 1)]);
    filled.set(&field(1), &[&option(1, "choices", 1)]);
    for row in 0..3 {
        filled.set(&line(row), &[&option(2, "choices", usize::from(row == 2))]);
    }
    filled.set(&field(3), &["before"]);
    browser.send(&filled, "next");

    // The second choice of each question and the second row are deleted.
    for (question, lists) in [(0, &["choices"][..]), (1, &["choices"]), (2, &["choices", "rows"])] {
        let mut answers = questions[question]["answers"].clone();
        for list in lists {
            answers[list].as_array_mut().unwrap().remove(1);
        }
        let path = format!("/v3/surveys/{survey}/pages/{}/questions/{}", id(&page), id(&questions[question]));
        world.patch("owner", &path, json!({ "answers": answers })).ok();
    }
    let stored = || -> Vec<Vec<Value>> {
        let of_question = |(_, answers): &(String, Value)| {
            let names = |answer: &Value| {
                let mut named = answer.clone();
                named
                    .as_object_mut()
                    .unwrap()
                    .retain(|name, _| matches!(name.as_str(), "choice_id" | "row_id" | "text"));
                named
            };
            answers.as_array().unwrap().iter().map(names).collect()
        };
        answers(&taken(&world, &collector)[0]).iter().map(of_question).collect()
    };
    let pick = |question: usize, choice: usize| json!({ "choice_id": option(question, "choices", choice) });
    let cell = |row: usize, choice: usize| json!({ "row_id": option(2, "rows", row), "choice_id": option(2, "choices", choice) });
    let mut changed = form(&browser.open());
    changed.set(&field(3), &["after"]);
    // Of the choices that are shown, as many must be picked as are required.
    assert!(text(&browser.send(&changed, "next")).contains("This one, please."));
    changed.set(&field(0), &[&option(0, "choices", 0), &option(0, "choices", 2)]);
    browser.send(&changed, "next");
    assert_eq!(
        stored(),
        [
            vec![pick(0, 0), pick(0, 2)],
            vec![pick(1, 1)],
            vec![cell(0, 0), cell(1, 0), cell(2, 1)],
            vec![json!({ "text": "after" })],
        ]
    );
    // A question that the respondent changes has what is picked now.
    let mut changed = form(&browser.open());
    changed.set(&field(1), &[&option(1, "choices", 2)]);
    changed.set(&line(2), &[&option(2, "choices", 2)]);
    browser.send(&changed, "next");
    assert_eq!(stored()[..3], [vec![pick(0, 0), pick(0, 2)], vec![pick(1, 2)], vec![cell(0, 0), cell(2, 2)]]);
}

#[test]
fn a_pick_of_a_deleted_option_is_retained_though_the_others_have_another_order() {
    let world = World::new();
    let choices = json!([{ "text": "a" }, { "text": "b" }, { "text": "c" }]);
    let question = json!({ "headings": [{ "heading": "What?" }], "family": "multiple_choice", "subtype": "vertical",
                           "answers": { "choices": choices } });
    let (survey, collector) = asking(&world, &json!([question]));
    set(&world, &collector, &[("edit_response_type", "\"always\"")]);
    let page = details(&world, &survey)["pages"][0].clone();
    let question = &page["questions"][0];
    let ids: Vec<&str> = question["answers"]["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|choice| choice["id"].as_str().unwrap())
        .collect();
    let field = format!("q{}", question["id"].as_str().unwrap());
    let browser = Browser::at(&world, &collector, None);
    let mut filled = form(&browser.open());
    filled.set(&field, &ids);
    browser.send(&filled, "next");
    let [page, asked] = [&page, question].map(|part| part["id"].as_str().unwrap());
    let path = format!("/v3/surveys/{survey}/pages/{page}/questions/{asked}");
    let left = [2, 0].map(|place| question["answers"]["choices"][place].clone());
    let left: Value = (1..)
        .zip(left)
        .map(|(position, mut choice)| {
            choice["position"] = json!(position);
            choice
        })
        .collect();
    world.patch("owner", &path, json!({ "answers": { "choices": left } })).ok();
    let unchanged = form(&browser.open());
    assert_eq!(
        unchanged.fields.iter().filter(|(name, _)| *name == field).map(|(_, id)| id).collect::<Vec<_>>(),
        [ids[2], ids[0]]
    );
    browser.send(&unchanged, "next");
    let stored = answers(&taken(&world, &collector)[0])[0].1.clone();
    let stored: Vec<&str> =
        stored.as_array().unwrap().iter().map(|answer| answer["choice_id"].as_str().unwrap()).collect();
    assert_eq!(stored, [ids[2], ids[0], ids[1]]);
}
