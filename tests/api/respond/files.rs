//! Files of respondents: a file is stored while an answer names it, and a page offers to remove what is stored.

use super::browser::{Browser, change, count, form, text};
use super::{EVERY_KIND, EVERY_KIND_LINK, details, fill_page, take_every_kind, taken};
use crate::support::World;
use canvass::wire::dates::DAY;
use canvass::wire::http::Response;
use serde_json::json;

const STORED: &str = "SELECT COUNT(*) FROM files";

/// The page with the question for a picture, its field for an e-mail address, and that for the picture.
fn file_page(browser: &Browser) -> (Response, String, String) {
    let design = details(browser.world, EVERY_KIND);
    let mut page = browser.open();
    for of_design in &design["pages"].as_array().unwrap()[..5] {
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        page = browser.send(&form, "next");
    }
    let field = |place: usize| format!("q{}", design["pages"][5]["questions"][place]["id"].as_str().unwrap());
    (page, field(1), field(3))
}

/// Sends the page with a file, and returns the same page as it is shown after the next one.
fn send_file(browser: &Browser, page: &Response, field: &str, name: &str) -> Response {
    let mut filled = form(page);
    filled.files.push((field.to_owned(), name.to_owned(), name.as_bytes().to_vec()));
    let next = browser.send(&filled, "next");
    assert_eq!(next.status, 200, "{}", text(&next));
    browser.send(&form(&next), "prev")
}

/// The target of the file that the answers name.
fn target(world: &World) -> String {
    let response = taken(world, EVERY_KIND_LINK)[0].to_string();
    let url = response.split("\"download_url\":\"").nth(1).unwrap().split('"').next().unwrap();
    url.strip_prefix("http://127.0.0.1:8787").unwrap().to_owned()
}

#[test]
fn a_removal_that_is_ticked_stays_ticked_until_it_is_done() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, email, file) = file_page(&browser);
    let removed = format!("{file}.removed");
    let mut ticked = form(&send_file(&browser, &page, &file, "passport.png"));
    ticked.set(&removed, &["yes"]);
    ticked.set(&email, &["wrong"]);
    let page = browser.send(&ticked, "next");
    assert!(page.status == 422 && text(&page).contains("<strong><bdi>passport.png</bdi></strong>"), "{}", text(&page));
    let mut right = form(&page);
    assert_eq!(right.first(&removed), "yes");
    right.set(&email, &[""]);
    browser.send(&right, "next");
    assert!(!taken(&world, EVERY_KIND_LINK)[0].to_string().contains("passport.png"));
}

#[test]
fn a_page_with_a_draft_names_the_stored_file() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, email, file) = file_page(&browser);
    let mut typed = form(&send_file(&browser, &page, &file, "passport.png"));
    typed.set(&email, &["wrong"]);
    let again = browser.send(&form(&browser.send(&typed, "prev")), "next");
    assert_eq!(form(&again).first(&email), "wrong");
    assert!(text(&again).contains("<strong><bdi>passport.png</bdi></strong>"), "{}", text(&again));
}

#[test]
fn a_removal_does_not_reach_the_file_that_was_sent_with_it() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, email, file) = file_page(&browser);
    let mut filled = form(&send_file(&browser, &page, &file, "old.png"));
    filled.set(&format!("{file}.removed"), &["yes"]);
    filled.set(&email, &["wrong"]);
    filled.files.push((file, "new.png".to_owned(), b"new".to_vec()));
    let mut right = form(&browser.send(&filled, "next"));
    right.set(&email, &[""]);
    browser.send(&right, "next");
    assert!(taken(&world, EVERY_KIND_LINK)[0].to_string().contains("new.png"));
}

#[test]
fn a_file_that_is_sent_with_an_expired_page_is_stored() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, email, file) = file_page(&browser);
    let before = taken(&world, EVERY_KIND_LINK)[0].clone();
    world.pass(15 * DAY);
    let mut filled = form(&page);
    filled.set(&email, &["wrong"]);
    filled.files.push((file, "passport.png".to_owned(), b"picture".to_vec()));
    let page = browser.send(&filled, "next");
    assert!(page.status == 200 && text(&page).contains("You can continue"), "{}", text(&page));
    assert!(text(&page).contains("<strong><bdi>passport.png</bdi></strong>"), "{}", text(&page));
    assert_eq!(form(&page).first(&email), "wrong", "the other input is a draft");
    let after = taken(&world, EVERY_KIND_LINK)[0].clone();
    assert!(after.to_string().contains("passport.png"));
    assert_eq!(after["total_time"], before["total_time"], "the time of an expired page does not count");
}

#[test]
fn a_file_that_is_refused_is_neither_stored_nor_offered_for_removal() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, _, file) = file_page(&browser);
    let send = |page: &Response, go: &str| {
        let mut wrong = form(page);
        wrong.files.push((file.clone(), "virus.exe".to_owned(), b"MZ".to_vec()));
        browser.send(&wrong, go)
    };
    let refused = send(&page, "next");
    assert!(refused.status == 422 && !text(&refused).contains(".removed"), "{}", text(&refused));
    send(&page, "prev");
    assert_eq!(count(&world, STORED), 0);
    let page = send_file(&browser, &page, &file, "kept.png");
    let kept = target(&world);
    for shown in [send(&page, "next"), browser.send(&form(&send(&page, "prev")), "next")] {
        assert!(text(&shown).contains("<strong><bdi>kept.png</bdi></strong>") && !text(&shown).contains("virus.exe"));
    }
    assert_eq!((count(&world, STORED), target(&world)), (1, kept.clone()));
    assert_eq!(browser.call("GET", &kept, &[], Vec::new()).status, 200);
}

#[test]
fn an_empty_file_is_refused() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, _, file) = file_page(&browser);
    let mut filled = form(&page);
    filled.files.push((file, "empty.png".to_owned(), Vec::new()));
    let refused = browser.send(&filled, "next");
    assert!(refused.status == 422 && text(&refused).contains("The file is empty."), "{}", text(&refused));
    assert_eq!(count(&world, STORED), 0);
    assert!(!taken(&world, EVERY_KIND_LINK)[0].to_string().contains("empty.png"));
}

#[test]
fn a_file_that_is_replaced_or_removed_is_deleted() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, _, file) = file_page(&browser);
    let page = send_file(&browser, &page, &file, "first.png");
    let first = target(&world);
    let page = send_file(&browser, &page, &file, "second.png");
    let second = target(&world);
    let read = |target: &str| browser.call("GET", target, &[], Vec::new()).status;
    assert_eq!((read(&first), read(&second), count(&world, STORED)), (404, 200, 1));
    let mut removes = form(&page);
    removes.set(&format!("{file}.removed"), &["yes"]);
    browser.send(&removes, "next");
    assert_eq!((read(&second), count(&world, STORED)), (404, 0));
}

#[test]
fn a_file_that_a_change_by_the_api_no_longer_names_is_deleted() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, _, file) = file_page(&browser);
    send_file(&browser, &page, &file, "passport.png");
    let response = taken(&world, EVERY_KIND_LINK).remove(0);
    let one = format!("/v3/collectors/{EVERY_KIND_LINK}/responses/{}", response["id"].as_str().unwrap());
    assert_eq!(world.patch("owner", &one, json!({ "custom_value": "seen" })).status, 200);
    assert_eq!((browser.call("GET", &target(&world), &[], Vec::new()).status, count(&world, STORED)), (200, 1));
    assert_eq!(world.put("owner", &one, json!({ "pages": [], "response_status": "partial" })).status, 200);
    assert!(!taken(&world, EVERY_KIND_LINK)[0].to_string().contains("passport.png"));
    assert_eq!(count(&world, STORED), 0);
}

#[test]
fn a_file_is_stored_and_returned_at_its_url() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    take_every_kind(&browser);
    let taken = taken(&world, EVERY_KIND_LINK);
    let url = taken[0].to_string().split("\"download_url\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(url.starts_with("http://127.0.0.1:8787/r/"), "{url}");
    let file = browser.call("GET", url.strip_prefix("http://127.0.0.1:8787").unwrap(), &[], Vec::new());
    assert_eq!((file.status, file.body.as_slice()), (200, &b"\x89PNG\r\n\x1a\n"[..]));
    assert_eq!(file.header("content-disposition"), Some("attachment; filename*=UTF-8''sea%20view.png"));
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(browser.get("/files/AAAAAAAAAAAAAAAAAAAAAA").status, 404);
    let file = "SELECT COUNT(*) FROM files";
    assert_eq!(count(&world, file), 1);
    change(&world, "DELETE FROM responses WHERE id = ?", &[taken[0]["id"].as_str().unwrap()]);
    assert_eq!(count(&world, file), 0, "a file goes with its response");
    assert_eq!(browser.call("GET", url.strip_prefix("http://127.0.0.1:8787").unwrap(), &[], Vec::new()).status, 404);
}

#[test]
fn a_file_is_retained_when_its_page_is_sent_again_and_can_be_removed() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (page, email, file) = file_page(&browser);
    let mut wrong = form(&page);
    wrong.files.push((file.clone(), "virus.exe".to_owned(), b"MZ".to_vec()));
    let page = browser.send(&wrong, "next");
    assert_eq!(page.status, 422, "the question takes pictures alone");
    let mut large = form(&page);
    large.files.push((file.clone(), "large.png".to_owned(), vec![0; 524_289]));
    assert!(text(&browser.send(&large, "next")).contains("The file is too large"));
    let mut filled = form(&page);
    filled.set(&email, &["wrong"]);
    filled.files.push((file.clone(), "kept.png".to_owned(), b"picture".to_vec()));
    let page = browser.send(&filled, "next");
    assert_eq!(page.status, 422);
    assert!(text(&page).contains("kept.png"), "{}", text(&page));
    let mut right = form(&page);
    right.set(&email, &[""]);
    let next = browser.send(&right, "next");
    assert_eq!(next.status, 200, "{}", text(&next));
    assert!(taken(&world, EVERY_KIND_LINK)[0].to_string().contains("kept.png"));
    let mut back = form(&browser.send(&form(&next), "prev"));
    back.set(&format!("{file}.removed"), &["yes"]);
    browser.send(&back, "next");
    assert!(!taken(&world, EVERY_KIND_LINK)[0].to_string().contains("kept.png"));
}
