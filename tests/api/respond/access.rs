//! Access to a survey: keys, closed and full collectors, passwords, forms of other sites, and what the pages may do.

use super::browser::{Browser, change, count, form, set, text};
use super::{answers, asking, details, fill_page, poll, taken};
use crate::support::people::NORTHWIND;
use crate::support::surveys::{
    CSAT_LINK, EVERY_KIND, EVERY_KIND_LINK, EVERY_KIND_MAIL, LUNCH, LUNCH_LINK, SOURCE_FIELD,
};
use crate::support::{COST, World};
use canvass::service::environment::password;
use canvass::spec::attempts::{GUESSING_MINUTES, SURVEY};
use canvass::wire::dates::{DAY, MINUTE};
use serde_json::json;

fn says(browser: &Browser, words: &str) {
    let page = browser.open();
    assert!(text(&page).contains(words) && !text(&page).contains("<form"), "{}", text(&page));
}

#[test]
fn an_address_that_the_service_did_not_make_leads_nowhere() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let key = browser.path.strip_prefix("/r/").unwrap();
    let (ids, mac) = key.rsplit_once('.').unwrap();
    for path in [
        "/r",
        "/r/",
        "/r/x",
        &format!("/r/{ids}"),
        &format!("/r/{NORTHWIND}.{CSAT_LINK}.{mac}"),
        &format!("/r/{key}/more"),
        &format!("/r/{key}/files"),
    ] {
        let page = browser.call("GET", path, &[], Vec::new());
        assert_eq!(page.status, 404, "{path}");
        assert!(text(&page).contains("There is no survey here"));
    }
    change(&world, "DELETE FROM collectors WHERE id = ?", &[EVERY_KIND_LINK]);
    assert_eq!(browser.get("").status, 404);
}

#[test]
fn a_link_with_a_tilde_still_opens_the_survey_and_its_cookie_has_the_path_of_the_browser() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let (ids, mac) = browser.path.rsplit_once('.').unwrap();
    assert!(!browser.path.contains(['~', '%']), "mail programs encode these");
    for path in [&browser.path, &format!("{ids}~{mac}"), &format!("{ids}%7E{mac}"), &format!("{ids}%7e{mac}")] {
        let browser = Browser::on(&world, path.clone());
        for opened in [path.clone(), format!("{path}?c=1"), format!("{path}/")] {
            let page = browser.call("GET", &opened, &[], Vec::new());
            let cookie = page.header("set-cookie").unwrap();
            assert!(cookie.contains(&format!("; Path={path};")), "{cookie}");
            assert!(text(&page).contains(&format!("action=\"{path}\"")), "{path}");
        }
        assert!(text(&browser.send(&form(&browser.open()), "next")).contains("Page 2 of 8"), "{path}");
        assert!(text(&browser.open()).contains("Page 2 of 8"), "{path}: the device goes on");
    }
}

#[test]
fn a_closed_collector_says_so_and_saves_nothing() {
    let world = World::new();
    says(&Browser::at(&world, LUNCH_LINK, None), "This survey is currently closed.");
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let filled = form(&browser.open());
    set(&world, LUNCH_LINK, &[("closed_page_message", "\"Come back <soon>.\"")]);
    change(&world, "UPDATE collectors SET status = 'closed' WHERE id = ?", &[LUNCH_LINK]);
    assert!(text(&browser.send(&filled, "next")).contains("Come back &lt;soon&gt;."));
    assert_eq!(taken(&world, LUNCH_LINK).len(), 0);
}

#[test]
fn a_collector_closes_on_its_date() {
    let world = poll();
    let ends = world.now().saturating_add(DAY).with_offset().0;
    set(&world, LUNCH_LINK, &[("close_date", &format!("{ends:?}"))]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    world.pass(DAY - MINUTE);
    assert!(text(&browser.open()).contains("<form"));
    world.pass(MINUTE);
    says(&browser, "This survey is currently closed.");
}

#[test]
fn a_full_collector_admits_no_one_but_lets_those_who_have_begun_finish() {
    let world = World::new();
    set(&world, EVERY_KIND_LINK, &[("response_limit", "181")]);
    let (first, second) = (Browser::at(&world, EVERY_KIND_LINK, None), Browser::at(&world, EVERY_KIND_LINK, None));
    let late = form(&second.open());
    let page = first.send(&form(&first.open()), "next");
    says(&Browser::at(&world, EVERY_KIND_LINK, None), "This survey is currently closed.");
    assert!(text(&first.send(&form(&page), "prev")).contains("<form"), "the first one goes on");
    assert!(text(&first.open()).contains("<form"));
    assert!(text(&second.send(&late, "next")).contains("This survey is currently closed."));
}

#[test]
fn a_response_beyond_the_limit_is_overquota() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("response_limit", "32")]);
    let (first, second) = (Browser::at(&world, LUNCH_LINK, None), Browser::at(&world, LUNCH_LINK, None));
    let (mut one, mut two) = (form(&first.open()), form(&second.open()));
    let design = details(&world, LUNCH);
    fill_page(&design["pages"][0], &mut one);
    fill_page(&design["pages"][0], &mut two);
    assert!(text(&first.send(&one, "next")).contains("Thank you"));
    says(&first, "Thank you");
    assert!(text(&second.send(&two, "next")).contains("This survey is currently closed."));
    says(&second, "This survey is currently closed.");
    let statuses: Vec<String> =
        taken(&world, LUNCH_LINK).iter().map(|response| response["response_status"].to_string()).collect();
    assert_eq!(statuses, ["\"completed\"", "\"overquota\""]);
}

#[test]
fn who_is_over_the_quota_of_an_anonymous_survey_never_sees_its_end() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("response_limit", "32"), ("anonymous_type", "\"fully_anonymous\"")]);
    let (first, second) = (Browser::at(&world, LUNCH_LINK, None), Browser::at(&world, LUNCH_LINK, None));
    let design = details(&world, LUNCH);
    let forms = [&first, &second].map(|browser| {
        let mut filled = form(&browser.open());
        fill_page(&design["pages"][0], &mut filled);
        filled
    });
    assert!(text(&first.send(&forms[0], "next")).contains("Thank you"));
    for _ in 0..2 {
        assert!(text(&second.send(&forms[1], "next")).contains("This survey is currently closed."));
    }
    says(&second, "This survey is currently closed.");
}

#[test]
fn a_collector_that_sends_invitations_opens_for_its_recipients_alone() {
    let world = World::new();
    for kind in ["email", "sms"] {
        change(&world, "UPDATE collectors SET type = ? WHERE id = ?", &[kind, EVERY_KIND_MAIL]);
        // Such is the link to a file in an answer.
        let link = Browser::at(&world, EVERY_KIND_MAIL, None);
        assert_eq!((link.get("").status, link.get("/privacy").status), (404, 404), "{kind}");
    }
}

#[test]
fn a_password_opens_the_survey() {
    let world = poll();
    let stored = password::hash_with_salt("open sesame", [7; 16], COST);
    set(&world, LUNCH_LINK, &[("password", &format!("{stored:?}")), ("password_enabled", "true")]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let asked = browser.open();
    assert!(!text(&asked).contains("lunch on Friday"));
    let mut wrong = form(&asked);
    wrong.set("password", &["open"]);
    let refused = browser.send(&wrong, "");
    assert_eq!(refused.status, 403);
    assert!(text(&refused).contains("That is not the password.") && !text(&refused).contains("lunch on Friday"));
    let mut right = form(&asked);
    right.set("password", &["open sesame"]);
    let page = browser.send(&right, "");
    assert!(text(&page).contains("lunch on Friday"), "{}", text(&page));
    let mut filled = form(&page);
    fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
    assert!(text(&browser.send(&filled, "next")).contains("Thank you"));
    let mut skipped = form(&asked);
    skipped.set("go", &["next"]);
    skipped.set("password", &[]);
    browser.forget();
    assert_eq!(browser.send(&skipped, "next").status, 403);
}

#[test]
fn s21_a_cookie_of_another_collector_opens_no_survey_with_a_password() {
    let world = poll();
    let stored = password::hash_with_salt("open sesame", [7; 16], COST);
    set(&world, LUNCH_LINK, &[("password", &format!("{stored:?}"))]);
    let (_, collector) = asking(
        &world,
        &json!([{
            "headings": [{ "heading": "Name?" }],
            "family": "open_ended",
            "subtype": "single",
            "required": { "text": "Required", "type": "all" },
        }]),
    );
    let open = Browser::at(&world, &collector, None);
    for (name, status) in [("", 422), ("Ada", 200)] {
        let mut filled = form(&open.open());
        let field = filled.fields.iter().find(|(name, _)| name.starts_with('q')).unwrap().0.clone();
        filled.set(&field, &[name]);
        assert_eq!(open.send(&filled, "next").status, status);
        let protected = Browser::at(&world, LUNCH_LINK, None);
        protected.take_cookie(&open);
        let page = text(&protected.open());
        assert!(page.contains("name=\"password\"") && !page.contains("lunch on Friday"), "{name} {page}");
    }
}

#[test]
fn a_password_that_is_sent_again_resumes_the_survey_where_it_was() {
    let world = World::new();
    let stored = password::hash_with_salt("open sesame", [7; 16], COST);
    set(&world, EVERY_KIND_LINK, &[("password", &format!("{stored:?}"))]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let mut right = form(&browser.open());
    right.set("password", &["open sesame"]);
    let second = browser.send(&form(&browser.send(&right, "")), "next");
    let mut filled = form(&second);
    fill_page(&details(&world, EVERY_KIND)["pages"][1], &mut filled);
    browser.send(&form(&browser.send(&filled, "next")), "prev");
    let before = taken(&world, EVERY_KIND_LINK);
    let again = browser.send(&right, "");
    assert!(text(&again).contains("Page 2 of 8"), "{}", text(&again));
    browser.send(&form(&again), "next");
    assert_eq!(answers(&taken(&world, EVERY_KIND_LINK)[0]), answers(&before[0]));
}

#[test]
fn a_password_that_is_guessed_too_often_is_not_looked_at_for_a_while() {
    let world = poll();
    let stored = password::hash_with_salt("open sesame", [7; 16], COST);
    set(&world, LUNCH_LINK, &[("password", &format!("{stored:?}"))]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let from = |address: &str| {
        *browser.headers.borrow_mut() = vec![("cf-connecting-ip".to_owned(), address.to_owned())];
    };
    from("192.0.2.7");
    let mut form = form(&browser.open());
    form.set("password", &["guess"]);
    let mut statuses: Vec<u16> = (0..SURVEY.of_client.tolerated).map(|_| browser.send(&form, "").status).collect();
    form.set("password", &["open sesame"]);
    statuses.push(browser.send(&form, "").status);
    assert!(statuses[..statuses.len() - 1].iter().all(|status| *status == 403), "{statuses:?}");
    assert_eq!(statuses.last(), Some(&429));
    from("198.51.100.7");
    assert_eq!(browser.send(&form, "").status, 200, "others are let in");
    from("192.0.2.7");
    world.pass(MINUTE * GUESSING_MINUTES);
    assert_eq!(browser.send(&form, "").status, 200);
}

#[test]
fn a_form_of_another_site_is_refused() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let ticket = form(&browser.open()).first("ticket").to_owned();
    let body = format!("ticket={ticket}&go=next").into_bytes();
    for site in ["cross-site", "same-site"] {
        let answer = browser.call("POST", &browser.path, &[("sec-fetch-site", site)], body.clone());
        assert_eq!(answer.status, 403, "{site}");
    }
    for site in ["same-origin", "none"] {
        assert_ne!(browser.call("POST", &browser.path, &[("sec-fetch-site", site)], body.clone()).status, 403);
    }
}

#[test]
fn a_form_without_a_form_token_of_this_survey_is_refused() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let mut filled = form(&browser.open());
    let other = form(&Browser::at(&world, EVERY_KIND_LINK, None).open()).first("ticket").to_owned();
    let own = filled.first("ticket").to_owned();
    for ticket in ["", "x", &own[1..], &other] {
        filled.set("ticket", &[ticket]);
        let answer = browser.send(&filled, "next");
        assert_eq!(answer.status, 400, "{}", text(&answer));
    }
    filled.set("ticket", &[&own]);
    world.pass(14 * DAY);
    browser.forget();
    assert_eq!(browser.send(&filled, "next").status, 400);
    assert_eq!(count(&world, "SELECT COUNT(*) FROM respondent_progress"), 0);
}

#[test]
fn a_form_that_is_too_large_or_damaged_is_refused() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let post = |body: Vec<u8>| browser.call("POST", &browser.path, &[], body).status;
    assert_eq!(post(vec![b'a'; 1_000_001]), 413);
    assert_eq!(post(vec!["a=1"; 10_011].join("&").into_bytes()), 413);
    assert_eq!(post(format!("q1={}", "a".repeat(60_001)).into_bytes()), 413);
    assert_eq!(post(b"a=%zz".to_vec()), 400);
    assert_eq!(browser.call("PUT", &browser.path, &[], Vec::new()).status, 405);
    assert_eq!(browser.call("POST", &format!("{}/privacy", browser.path), &[], Vec::new()).status, 405);
    let head = browser.call("HEAD", &browser.path, &[], Vec::new());
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn the_pages_are_cached_by_no_one_and_framed_only_where_they_are_made_for_it() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let page = browser.open();
    let policy = page.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("; style-src 'self'; img-src 'self' https:; form-action 'self';"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"));
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
    assert_eq!((page.header("cache-control"), page.header("referrer-policy")), (Some("no-store"), Some("same-origin")));
    assert_eq!(page.header("x-robots-tag"), Some("noindex"));
    assert!(!text(&page).contains(" style=") && !text(&page).contains(" onclick"));
    change(&world, "UPDATE collectors SET type = 'embedded_survey' WHERE id = ?", &[EVERY_KIND_LINK]);
    let page = browser.open();
    assert!(page.header("content-security-policy").unwrap().contains("frame-ancestors *"));
    assert_eq!(page.header("x-frame-options"), None);
}

#[test]
fn whatever_a_survey_says_is_text() {
    let world = World::new();
    let evil = "</fieldset><script>alert(1)</script>\"'";
    change(&world, "UPDATE surveys SET title = ?", &[evil]);
    change(&world, "UPDATE pages SET title = ?, description = ?", &[evil, evil]);
    change(&world, "UPDATE questions SET body = replace(body, 'Good', ?)", &["</b><script>x"]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let first = browser.open();
    let second = browser.send(&form(&first), "next");
    let mut typed = form(&second);
    typed.set(&format!("{SOURCE_FIELD}.other"), &[evil]);
    let again = browser.send(&typed, "next");
    assert_eq!(again.status, 422);
    for page in [first, second, again] {
        assert!(!text(&page).contains("<script>") && !text(&page).contains("</b>"), "{}", text(&page));
    }
}

#[test]
fn what_cannot_be_decoded_in_the_url_keeps_no_one_out() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let page = browser.get("?c=50%&utm=%E4rger&source=poster&lang=en");
    assert_eq!(page.status, 200, "{}", text(&page));
    browser.send(&form(&page), "next");
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!(taken[0]["custom_variables"], json!({ "source": "poster" }));
}

#[test]
fn variables_of_the_survey_come_from_the_address_and_no_others() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let page = browser.get("?source=poster%20%26%20flyer&other=x&c=42");
    browser.send(&form(&page), "next");
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!(taken[0]["custom_variables"], json!({ "source": "poster & flyer" }));
    assert_eq!(taken[0]["custom_value"], "42");
}
