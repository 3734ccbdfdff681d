//! The browser's history: the URL of each page, by which Back and Reload show it without sending a form again.

use super::browser::{Browser, Form, attribute, form, set, text};
use super::{EVERY_KIND, EVERY_KIND_LINK, LUNCH_LINK, asking, details, fill_page, poll, take_every_kind, taken};
use crate::support::World;
use crate::support::surveys::VISIT_FIELD;
use base64ct::{Base64, Encoding as _};
use canvass::wire::http::Response;
use serde_json::json;
use sha2::{Digest as _, Sha256};

/// The attributes of a page's script, and its source.
fn script(page: &Response) -> Option<(String, String)> {
    let page = text(page);
    let (_, rest) = page.split_once("<script")?;
    let (attributes, rest) = rest.split_once('>')?;
    assert!(!rest.contains("<script"), "more than one script");
    Some((attributes.to_owned(), rest.split_once("</script>")?.0.to_owned()))
}

/// The URL that shows a page again.
fn url(page: &Response) -> String {
    attribute(&script(page).unwrap().0, "data-url").unwrap()
}

fn at(browser: &Browser, url: &str) -> Response {
    browser.call("GET", url, &[], Vec::new())
}

fn shows(page: &Response, number: usize) -> bool {
    text(page).contains(&format!("Page {number} of 8"))
}

/// The second page with its answers.
fn second(browser: &Browser, page: &Response) -> Form {
    let mut filled = form(page);
    fill_page(&details(browser.world, EVERY_KIND)["pages"][1], &mut filled);
    filled
}

#[test]
fn going_back_shows_the_earlier_page_with_its_answers() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let first = browser.get("?c=from-mail");
    let page = browser.send(&form(&first), "next");
    let filled = second(&browser, &page);
    let third = browser.send(&filled, "next");
    assert!(shows(&third, 3));
    let back = at(&browser, &url(&page));
    assert!(shows(&back, 2), "{}", text(&back));
    assert_eq!(form(&back).first(VISIT_FIELD), filled.first(VISIT_FIELD));
    assert!(!text(&back).contains("already begun"), "the respondent has not been away");
    assert!(shows(&at(&browser, &url(&first)), 1));
    assert!(shows(&at(&browser, &url(&third)), 3), "forward again");
    let again = browser.send(&form(&back), "next");
    assert!(shows(&again, 3));
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!((taken.len(), &taken[0]["custom_value"]), (1, &"from-mail".into()));
}

#[test]
fn no_url_leads_past_the_current_page() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let page = browser.send(&form(&browser.open()), "next");
    let later = details(&world, EVERY_KIND)["pages"][4]["id"].as_str().unwrap().to_owned();
    for id in [later.as_str(), "1", "", "none"] {
        assert!(shows(&browser.get(&format!("?survey-page={id}")), 2), "{id}");
    }
    let other = Browser::at(&world, EVERY_KIND_LINK, None);
    assert!(shows(&at(&other, &url(&page)), 1), "another respondent begins at the first page");
    set(&world, EVERY_KIND_LINK, &[("edit_response_type", "\"never\"")]);
    let first = details(&world, EVERY_KIND)["pages"][0]["id"].as_str().unwrap().to_owned();
    assert!(shows(&browser.get(&format!("?survey-page={first}")), 2), "a page that was sent is final");
}

#[test]
fn values_of_the_url_are_in_the_url_of_each_page() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let opened = browser.get("?c=a%26b&lang=en");
    let page = browser.send(&form(&opened), "next");
    for page in [&opened, &page] {
        let url = url(page);
        assert!(url.starts_with(&format!("{}?", browser.path)), "{url}");
        assert!(url.contains("c=a%26b") && url.contains("lang=en") && url.contains("survey-page="), "{url}");
    }
}

#[test]
fn a_page_that_no_cookie_finds_again_keeps_its_form_in_the_history() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let first = browser.open();
    browser.forget();
    let page = browser.send(&form(&first), "next");
    assert_eq!((shows(&page, 2), script(&page)), (true, None), "the URL would show the first page of a new respondent");
    assert!(script(&browser.send(&form(&page), "prev")).is_some(), "the cookie of the answer is known now");
}

#[test]
fn a_page_of_a_response_that_is_changed_stays_that_though_the_device_may_respond_again() {
    let world = World::new();
    set(&world, EVERY_KIND_LINK, &[("edit_response_type", "\"always\""), ("allow_multiple_responses", "true")]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    take_every_kind(&browser);
    let page = browser.send(&form(&browser.get("?edit=1")), "next");
    assert!(shows(&at(&browser, &url(&page)), 2));
    assert_eq!(taken(&world, EVERY_KIND_LINK).len(), 1);
}

#[test]
fn the_finished_survey_keeps_its_end() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let opened = browser.open();
    let mut filled = form(&opened);
    fill_page(&details(&world, super::LUNCH)["pages"][0], &mut filled);
    let end = browser.send(&filled, "next");
    assert_eq!(script(&end), None, "the end answers a form that may be sent again");
    assert_eq!(text(&at(&browser, &url(&opened))), text(&browser.open()));
}

#[test]
fn a_survey_page_runs_its_own_scripts_and_no_other() {
    let world = World::new();
    let page = Browser::at(&world, EVERY_KIND_LINK, None).open();
    let (_, source) = script(&page).unwrap();
    let hash = Base64::encode_string(&Sha256::digest(source));
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with(&format!("default-src 'none'; script-src 'sha256-{hash}'; style-src 'self';")),
        "{policy}"
    );
    let shown = asking(
        &world,
        &json!([{ "headings": [{ "heading": "How much?" }], "family": "open_ended",
        "subtype": "single", "display_options": { "display_type": "slider" } }]),
    );
    let page = Browser::at(&world, &shown.1, None).open();
    let body = text(&page);
    let sources = body.split("<script").skip(1).map(|rest| rest.split(['>', '<']).nth(1).unwrap());
    let hashes: String =
        sources.map(|source| format!(" 'sha256-{}'", Base64::encode_string(&Sha256::digest(source)))).collect();
    assert_eq!(hashes.matches("sha256").count(), 2, "{body}");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with(&format!("default-src 'none'; script-src{hashes}; style-src 'self';")), "{policy}");
    let privacy = Browser::at(&world, EVERY_KIND_LINK, None).get("/privacy");
    assert!(!privacy.header("content-security-policy").unwrap().contains("script-src"));
}
