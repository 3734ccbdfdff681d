//! Changing the answers to a survey that was finished: how it is offered, and that the response stays complete.

use super::browser::{Browser, change, count, form, set, text, unescaped};
use super::{EVERY_KIND_LINK, LUNCH, LUNCH_LINK, answers, details, fill_page, poll, take_every_kind, taken};
use crate::support::World;
use crate::support::surveys::{SOURCE_FIELD, SOURCE_SEARCH, VISIT_FIELD};
use canvass::wire::http::Response;

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
