//! Collectors that ask who responds: a link that is sent to an address, works once, and opens the survey.

use super::browser::{Browser, TEAM, attribute, change, count, form, set, text, unescaped};
use super::{details, fill_page, poll, taken};
use crate::support::surveys::{EVERY_KIND, EVERY_KIND_LINK, EVERY_KIND_MAIL, INVITED, LUNCH, LUNCH_LINK};
use crate::support::{Answered, COST, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::environment::password;
use canvass::service::mail::outbox;
use canvass::spec::attempts::PROOFS_OF_ADDRESS;
use canvass::wire::dates::{DAY, MINUTE};
use canvass::wire::http::Response;

fn asking() -> World {
    let world = poll();
    set(&world, LUNCH_LINK, &[("respondent_authentication", "true")]);
    world
}

/// What the newest mail says, and to whom it goes.
fn mail(world: &World) -> (String, String) {
    let team = world.database(&ActorId::Team(TEAM.to_owned()));
    let mail = outbox::newest_mails(&*team, None, 1).unwrap().remove(0);
    (mail.to, mail.text)
}

/// The target of the link in the newest mail.
fn link(world: &World) -> String {
    let (_, words) = mail(world);
    let at = words.find("/r/").unwrap();
    words[at..].split_whitespace().next().unwrap().to_owned()
}

fn ask(browser: &Browser, below: &str, address: &str) -> Response {
    let mut asks = form(&browser.get(below));
    asks.set("email", &[address]);
    browser.send(&asks, "")
}

fn follow(browser: &Browser) -> Response {
    let page = browser.call("GET", &link(browser.world), &[], Vec::new());
    browser.send(&form(&page), "")
}

fn answer(browser: &Browser, page: &Response) -> Response {
    let mut filled = form(page);
    fill_page(&details(browser.world, LUNCH)["pages"][0], &mut filled);
    browser.send(&filled, "next")
}

#[test]
fn a_survey_opens_by_a_link_that_was_sent_and_the_response_has_the_address() {
    let world = asking();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let asked = browser.open();
    assert!(!text(&asked).contains("lunch on Friday") && text(&asked).contains("name=\"email\""), "{}", text(&asked));
    let sent = ask(&browser, "?c=autumn&lang=en", "Ada@mail.example");
    assert!(text(&sent).contains("was sent to <bdi>Ada@mail.example</bdi>"), "{}", text(&sent));
    assert_eq!(mail(&world).0, "Ada@mail.example");
    let page = follow(&browser);
    assert!(text(&page).contains("lunch on Friday"), "{}", text(&page));
    assert!(text(&answer(&browser, &page)).contains("Thank you"));
    let taken = taken(&world, LUNCH_LINK);
    assert_eq!((&taken[0]["email_address"], &taken[0]["custom_value"]), (&"Ada@mail.example".into(), &"autumn".into()));
    assert!(text(&browser.open()).contains("Thank you"), "the device is known");
}

#[test]
fn looking_at_a_link_uses_nothing_up_and_following_it_works_once() {
    let world = asking();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    ask(&browser, "", "ada@mail.example");
    let target = link(&world);
    for _ in 0..2 {
        assert!(text(&browser.call("GET", &target, &[], Vec::new())).contains("<button"));
    }
    let button = form(&browser.call("GET", &target, &[], Vec::new()));
    assert!(text(&browser.send(&button, "")).contains("lunch on Friday"));
    assert!(text(&browser.send(&button, "")).contains("lunch on Friday"), "a double click is one");
    let other = Browser::at(&world, LUNCH_LINK, None);
    let again = other.send(&form(&other.call("GET", &target, &[], Vec::new())), "");
    assert_eq!(again.status, 403);
    assert!(text(&again).contains("This link is no longer valid.") && !text(&again).contains("lunch on Friday"));
}

#[test]
fn a_link_works_for_an_hour_and_for_its_collector_alone() {
    let world = asking();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    ask(&browser, "", "ada@mail.example");
    let word = link(&world).split("proof=").nth(1).unwrap().to_owned();
    set(&world, EVERY_KIND_LINK, &[("respondent_authentication", "true")]);
    let elsewhere = Browser::at(&world, EVERY_KIND_LINK, None);
    let refused = elsewhere.send(&form(&elsewhere.get(&format!("?proof={word}"))), "");
    assert_eq!(refused.status, 403, "{}", text(&refused));
    world.pass(60 * MINUTE);
    assert_eq!(follow(&browser).status, 403);
    ask(&browser, "", "ada@mail.example");
    world.pass(59 * MINUTE);
    assert_eq!(follow(&browser).status, 200);
    world.wake_all();
    assert_eq!(
        count(&world, "SELECT COUNT(*) FROM respondent_tokens WHERE is_device = 0"),
        0,
        "what is over is forgotten"
    );
    world.pass(30 * DAY);
    assert!(text(&browser.open()).contains("name=\"email\""), "a device is known for a month");
    world.wake_all();
    assert_eq!(count(&world, "SELECT COUNT(*) FROM respondent_tokens"), 0, "without another link too");
}

#[test]
fn the_proofs_of_a_recipient_are_deleted_with_the_recipient() {
    let world = asking();
    set(&world, EVERY_KIND_MAIL, &[("respondent_authentication", "true")]);
    let sql = "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                       extra_fields, created)
               VALUES (?, ?, '1', 'ada@mail.example', 'Ada', 'Byron', '{}', '{}', 0)";
    change(&world, sql, &[INVITED, EVERY_KIND_MAIL]);
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    ask(&browser, "", "");
    follow(&browser);
    let other = Browser::at(&world, LUNCH_LINK, None);
    ask(&other, "", "ben@mail.example");
    let left = || count(&world, "SELECT COUNT(*) FROM respondent_tokens");
    assert_eq!(left(), 3);
    world.delete("owner", &format!("/v3/collectors/{EVERY_KIND_MAIL}/recipients/{INVITED}")).ok();
    assert_eq!(left(), 1);
    assert_eq!(follow(&other).status, 200);
}

#[test]
fn an_address_responds_once_on_whatever_device_and_goes_on_where_it_was() {
    let world = asking();
    set(&world, LUNCH_LINK, &[("allow_multiple_responses", "true")]);
    let first = Browser::at(&world, LUNCH_LINK, None);
    ask(&first, "", "ada@mail.example");
    let page = follow(&first);
    answer(&first, &page);
    let second = Browser::at(&world, LUNCH_LINK, None);
    ask(&second, "", "ADA@mail.example");
    assert!(text(&follow(&second)).contains("Thank you"));
    let third = Browser::at(&world, LUNCH_LINK, None);
    ask(&third, "", "bob@mail.example");
    assert!(text(&follow(&third)).contains("lunch on Friday"));
    assert_eq!(taken(&world, LUNCH_LINK).len(), 1);
}

#[test]
fn the_link_of_another_respondent_opens_their_own_survey_on_a_device_that_is_known() {
    let world = asking();
    let office = Browser::at(&world, LUNCH_LINK, None);
    ask(&office, "", "ada@mail.example");
    let page = follow(&office);
    answer(&office, &page);
    let phone = Browser::at(&world, LUNCH_LINK, None);
    ask(&phone, "", "bob@mail.example");
    let page = follow(&office);
    assert!(text(&page).contains("lunch on Friday"), "{}", text(&page));
    answer(&office, &page);
    let mut addresses: Vec<String> =
        taken(&world, LUNCH_LINK).iter().map(|response| response["email_address"].to_string()).collect();
    addresses.sort();
    assert_eq!(addresses, ["\"ada@mail.example\"", "\"bob@mail.example\""]);
    assert!(
        text(&office.open()).contains("Not <bdi>bob@mail.example</bdi>?"),
        "the device is known as that of the last one"
    );
    ask(&phone, "", "Bob@mail.example");
    let own = office.call("GET", &link(&world), &[], Vec::new());
    assert!(text(&own).contains("Thank you"), "their own link asks for nothing again: {}", text(&own));
}

#[test]
fn a_used_link_of_another_respondent_opens_no_survey_on_a_device_that_is_known() {
    let world = asking();
    let phone = Browser::at(&world, LUNCH_LINK, None);
    ask(&phone, "", "bob@mail.example");
    let page = follow(&phone);
    let used = link(&world);
    answer(&phone, &page);
    let office = Browser::at(&world, LUNCH_LINK, None);
    ask(&office, "", "ada@mail.example");
    follow(&office);
    world.pass(2 * DAY);
    let again = office.call("GET", &used, &[], Vec::new());
    assert!(!text(&again).contains("lunch on Friday"), "the answers would be those of Ada: {}", text(&again));
    let refused = office.send(&form(&again), "");
    assert_eq!(refused.status, 403, "{}", text(&refused));
    assert!(text(&phone.call("GET", &used, &[], Vec::new())).contains("Thank you"), "their own device knows them");
    ask(&Browser::at(&world, LUNCH_LINK, None), "", "eve@mail.example");
    let late = link(&world);
    world.pass(61 * MINUTE);
    let again = office.call("GET", &late, &[], Vec::new());
    assert!(!text(&again).contains("lunch on Friday"), "nor one that was never followed: {}", text(&again));
}

#[test]
fn a_respondent_who_is_known_can_enter_another_address() {
    let world = asking();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    ask(&browser, "", "ada@mail.example");
    let page = follow(&browser);
    answer(&browser, &page);
    let page = text(&browser.get("?c=autumn"));
    let (before, _) = page.split_once("\">Not <bdi>ada@mail.example</bdi>?").unwrap();
    let link = unescaped(before.rsplit_once("href=\"").unwrap().1);
    ask(&browser, link.strip_prefix(&browser.path).unwrap(), "bob@mail.example");
    let opened = follow(&browser);
    assert!(!text(&opened).contains("Use another address"), "no link may lose what is typed");
    answer(&browser, &opened);
    let taken = taken(&world, LUNCH_LINK);
    assert!(
        taken
            .iter()
            .any(|response| response["email_address"] == "bob@mail.example" && response["custom_value"] == "autumn")
    );
}

#[test]
fn a_respondent_who_was_sent_elsewhere_can_enter_another_address_when_they_come_back() {
    let world = asking();
    set(&world, LUNCH_LINK, &[("redirect_type", "\"url\""), ("redirect_url", "\"https://example.com/thanks\"")]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    ask(&browser, "", "ada@mail.example");
    let page = follow(&browser);
    let done = answer(&browser, &page);
    let location = done.headers.iter().find(|(name, _)| name == "location");
    assert_eq!(location.map(|(_, value)| value.as_str()), Some("https://example.com/thanks"));
    let back = browser.open();
    assert!(text(&back).contains("Not <bdi>ada@mail.example</bdi>?"), "{} {}", back.status, text(&back));
}

#[test]
fn a_disqualified_respondent_who_was_sent_elsewhere_can_enter_another_address() {
    let world = asking();
    let url = "\"https://example.com/sorry\"";
    set(&world, LUNCH_LINK, &[("disqualification_type", "\"url\""), ("disqualification_url", url)]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    ask(&browser, "", "ada@mail.example");
    let page = follow(&browser);
    answer(&browser, &page);
    change(&world, "UPDATE responses SET status = 'disqualified' WHERE collector_id = ?", &[LUNCH_LINK]);
    let back = browser.open();
    assert!(text(&back).contains("Not <bdi>ada@mail.example</bdi>?"), "{} {}", back.status, text(&back));
}

#[test]
fn a_link_goes_to_an_address_and_not_too_often() {
    let world = asking();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    for address in ["", "ada", "a b@mail.example", "a@b.example\r\nbcc: c@d.example"] {
        let refused = ask(&browser, "", address);
        assert_eq!(refused.status, 422, "{address:?}");
        assert!(text(&refused).contains("Please enter an email address."));
    }
    for _ in 0..PROOFS_OF_ADDRESS.tolerated {
        assert_eq!(ask(&browser, "", "ada@mail.example").status, 200);
    }
    assert_eq!(ask(&browser, "", "ada@mail.example").status, 429);
    assert_eq!(ask(&browser, "", "bob@mail.example").status, 200);
    assert_eq!(count(&world, "SELECT COUNT(*) FROM outbox"), i64::from(PROOFS_OF_ADDRESS.tolerated) + 1);
}

/// Makes a recipient of the collector that sends mail, and has it ask who responds.
fn invite(world: &World) {
    set(world, EVERY_KIND_MAIL, &[("respondent_authentication", "true")]);
    let sql = "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                       extra_fields, created)
               VALUES (?, ?, '1', 'ada@mail.example', 'Ada', 'Byron', '{}', '{}', 0)";
    change(world, sql, &[INVITED, EVERY_KIND_MAIL]);
}

#[test]
fn what_was_begun_under_full_anonymity_after_a_proof_gets_no_name_when_the_anonymity_changes() {
    for opens_again in [false, true] {
        let world = World::new();
        invite(&world);
        let set_anonymity = |kind: &str| set(&world, EVERY_KIND_MAIL, &[("anonymous_type", &format!("{kind:?}"))]);
        set_anonymity("fully_anonymous");
        let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        ask(&browser, "", "");
        let mut page = browser.send(&form(&follow(&browser)), "next");
        set_anonymity("not_anonymous");
        if opens_again {
            page = browser.open();
        }
        let design = details(&world, EVERY_KIND);
        for of_design in &design["pages"].as_array().unwrap()[1..] {
            let mut filled = form(&page);
            fill_page(of_design, &mut filled);
            page = browser.send(&filled, "next");
            let taken = taken(&world, EVERY_KIND_MAIL);
            let named = ["recipient_id", "email_address", "first_name"].map(|name| taken[0][name].as_str() != Some(""));
            assert_eq!((taken.len(), named), (1, [false; 3]), "{taken:?}");
        }
        assert!(text(&page).contains("Thank you"), "{}", text(&page));
        let recipient = format!("/v3/collectors/{EVERY_KIND_MAIL}/recipients/{INVITED}");
        assert_eq!(world.get("owner", &recipient).ok()["survey_response_status"], "completely_responded");
    }
}

#[test]
fn a_recipient_gets_the_link_where_they_were_invited() {
    let world = asking();
    invite(&world);
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    let page = text(&browser.open());
    assert!(page.contains("<bdi>a…@mail.example</bdi>") && !page.contains("ada@mail.example"), "{page}");
    ask(&browser, "", "eve@mail.example");
    assert_eq!(mail(&world).0, "ada@mail.example");
    let opened = follow(&browser);
    assert!(text(&opened).contains("Page 1 of 8"), "{}", text(&opened));
    browser.send(&form(&opened), "next");
    assert_eq!(taken(&world, EVERY_KIND_MAIL)[0]["recipient_id"], INVITED);
    assert!(text(&browser.open()).contains("Page 2 of 8"));
    browser.forget();
    assert!(text(&browser.open()).contains("a…@mail.example"), "another device is not known");
}

#[test]
fn an_anonymous_response_does_not_reveal_the_address() {
    let world = asking();
    set(&world, LUNCH_LINK, &[("anonymous_type", "\"fully_anonymous\"")]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    ask(&browser, "", "ada@mail.example");
    let page = follow(&browser);
    answer(&browser, &page);
    assert_eq!(taken(&world, LUNCH_LINK)[0]["email_address"], "");
    assert!(text(&browser.open()).contains("Thank you"), "it responds once all the same");
    assert_eq!(count(&world, "SELECT COUNT(*) FROM respondent_progress WHERE response_id IS NOT NULL"), 0);
}

#[test]
fn a_link_that_is_sent_carries_few_of_the_answers_in_the_url_and_no_words() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let mut filled = form(&browser.open());
    fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
    let (field, value) = filled.fields.iter().find(|(name, _)| name.starts_with('q')).unwrap();
    set(&world, LUNCH_LINK, &[("respondent_authentication", "true")]);
    let words = format!("{field}=buy+words&{field}.other=buy+words&{field}.words=1");
    let many = format!("&{field}=1234567890").repeat(100);
    let asked = Browser::on(&world, format!("{}?{words}&{field}={value}{many}", browser.path)).open();
    submit(&world, &asked, "email", "ada@mail.example");
    let target = link(&world);
    assert!(target.contains(&format!("{field}={value}")) && !target.contains("words"), "{target}");
    assert!(target.len() < 500, "{target}");
}

/// Sends the form of a page to the address that it names, with one more value.
fn submit(world: &World, page: &Response, field: &str, value: &str) -> Response {
    let words = text(page);
    let (tag, _) = words.split_once("<form").unwrap().1.split_once('>').unwrap();
    let mut filled = form(page);
    filled.set(field, &[value]);
    Browser::on(world, attribute(tag, "action").unwrap()).send(&filled, "")
}

#[test]
fn what_a_link_fills_in_outlives_the_proof_of_an_address_and_the_password() {
    let stored = format!("{:?}", password::hash_with_salt("open sesame", [7; 16], COST));
    for (proves, protected) in [(true, false), (false, true), (true, true)] {
        let world = poll();
        let browser = Browser::at(&world, LUNCH_LINK, None);
        let mut filled = form(&browser.open());
        fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
        let (field, value) = filled.fields.iter().find(|(name, _)| name.starts_with('q')).unwrap();
        set(&world, LUNCH_LINK, &[("respondent_authentication", if proves { "true" } else { "false" })]);
        if protected {
            set(&world, LUNCH_LINK, &[("password", &stored), ("password_enabled", "true")]);
        }
        let mut page = Browser::on(&world, format!("{}?{field}={value}&q1=2&other=3", browser.path)).open();
        if proves {
            submit(&world, &page, "email", "ada@mail.example");
            let target = link(&world);
            assert!(!target.contains("q1=2") && !target.contains("other"), "{target}");
            page = submit(&world, &Browser::on(&world, target).open(), "", "");
        }
        if protected {
            let refused = submit(&world, &page, "password", "open");
            assert_eq!(refused.status, 403);
            page = submit(&world, &refused, "password", "open sesame");
        }
        assert!(text(&page).contains("lunch on Friday"), "{}", text(&page));
        assert_eq!(form(&page).first(field), value, "{proves} {protected}");
    }
}
