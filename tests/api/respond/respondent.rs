//! Who responds: one response per device and per recipient, who may change what, and what is kept of whom.

use super::browser::{Browser, TEAM, change, count, form, set, text};
use super::{details, fill_page, poll, take_every_kind, taken};
use crate::support::surveys::{
    EVERY_KIND, EVERY_KIND_LINK, EVERY_KIND_MAIL, INVITED, LUNCH, LUNCH_LINK, VISIT_FIELD, VISIT_VERY_GOOD,
};
use crate::support::{Answered, COST, World, messages};
use canvass::service::actor::protocol::ActorId;
use canvass::service::environment::password;
use canvass::service::store::sql::Sql;
use canvass::wire::dates::DAY;
use serde_json::json;

fn answer_poll(browser: &Browser) -> String {
    let mut filled = form(&browser.open());
    fill_page(&details(browser.world, LUNCH)["pages"][0], &mut filled);
    text(&browser.send(&filled, "next"))
}

/// Makes a recipient of the collector that sends mail.
fn recipient(world: &World, id: &str) {
    let team = world.database(&ActorId::Team(TEAM.to_owned()));
    team.run(
        "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                 extra_fields, created)
         VALUES (?, ?, '1', ?, 'Ada', 'Byron', '{\"1\":\"Gold\"}', '{}', 0)",
        &[id.into(), EVERY_KIND_MAIL.into(), format!("ada{id}@mail.example").into()],
    )
    .unwrap();
}

#[test]
fn a_device_responds_once() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    assert!(answer_poll(&browser).contains("Thank you"));
    let again = text(&browser.open());
    assert!(again.contains("Thank you for completing our survey!") && !again.contains("<form"), "{again}");
    browser.forget();
    assert!(text(&browser.open()).contains("<form"), "another device has not responded");
    assert_eq!(taken(&world, LUNCH_LINK).len(), 1);
}

#[test]
fn a_device_responds_often_where_the_collector_says_so() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("allow_multiple_responses", "true")]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    answer_poll(&browser);
    answer_poll(&browser);
    assert_eq!(taken(&world, LUNCH_LINK).len(), 2);
}

#[test]
fn two_tabs_of_a_device_that_responds_often_are_two_responses() {
    let world = poll();
    set(&world, LUNCH_LINK, &[("allow_multiple_responses", "true")]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let design = details(&world, LUNCH);
    let forms = [browser.open(), browser.open()].map(|page| {
        let mut filled = form(&page);
        fill_page(&design["pages"][0], &mut filled);
        filled
    });
    for filled in [&forms[0], &forms[1], &forms[1], &forms[0]] {
        assert!(text(&browser.send(filled, "next")).contains("Thank you"));
    }
    assert_eq!(taken(&world, LUNCH_LINK).len(), 2, "a form that is sent again is no other response");
}

#[test]
fn s21_the_cookie_of_a_respondent_is_for_this_survey_and_no_script() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let page = browser.open();
    let cookie = page.header("set-cookie").unwrap();
    assert!(cookie.starts_with("taking=") && cookie.contains(&format!("; Path={};", browser.path)), "{cookie}");
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"), "{cookie}");
    // Over https its name says so, and it is known again by that name alone.
    let https = |cookie: &str| {
        let mut request = world.request("GET", "", &browser.path);
        request.origin = "https://canvass.example".to_owned();
        request.headers.push(("cookie".to_owned(), cookie.to_owned()));
        world.call(request).header("set-cookie").unwrap().to_owned()
    };
    let word = |cookie: &str| cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let secure = https("");
    assert!(secure.starts_with("__Secure-taking=") && secure.contains("; Secure"), "{secure}");
    assert_eq!(word(&https(&format!("__Secure-taking={}", word(&secure)))), word(&secure));
    assert_ne!(word(&https(&format!("taking={}", word(&secure)))), word(&secure));
}

#[test]
fn s39_opening_a_survey_writes_nothing_but_once_that_a_recipient_followed_the_link() {
    let world = World::new();
    recipient(&world, INVITED);
    let changes = || count(&world, "SELECT total_changes()");
    let mail = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    for (browser, below, writes) in [
        (Browser::at(&world, EVERY_KIND_LINK, None), "", 0),
        (Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED)), "/opt-out", 0),
        (Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED)), "/privacy", 0),
        (mail, "", 1),
        (Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED)), "", 0),
    ] {
        let before = changes();
        for _ in 0..2 {
            let opened = world.call(world.request("GET", "", &format!("{}{below}", browser.path)));
            assert_eq!(opened.status, 200, "{below}");
        }
        assert_eq!(changes() - before, writes, "{}{below}", browser.path);
    }
    assert_eq!(count(&world, &format!("SELECT clicked IS NOT NULL FROM recipients WHERE id = '{INVITED}'")), 1);
    assert_eq!(taken(&world, EVERY_KIND_MAIL).len(), 0);
}

#[test]
fn a_survey_can_be_taken_without_cookies() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let mut page = browser.open();
    for of_design in design["pages"].as_array().unwrap() {
        browser.forget();
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        page = browser.send(&form, "next");
    }
    assert!(text(&page).contains("Thank you for completing our survey!"));
    assert_eq!(taken(&world, EVERY_KIND_LINK).len(), 1);
}

#[test]
fn a_survey_goes_on_where_it_was_left() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    browser.send(&form(&browser.open()), "next");
    let page = text(&browser.open());
    assert!(page.contains("Page 2 of 8") && page.contains("Your earlier answers are saved."), "{page}");
}

#[test]
fn answers_that_may_never_be_changed_have_no_way_back() {
    let world = World::new();
    set(&world, EVERY_KIND_LINK, &[("edit_response_type", "\"never\"")]);
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let second = browser.send(&form(&browser.open()), "next");
    assert!(!text(&second).contains("value=\"prev\""));
    let mut filled = form(&second);
    fill_page(&design["pages"][1], &mut filled);
    let third = browser.send(&filled, "next");
    let before = taken(&world, EVERY_KIND_LINK);
    let mut changed = filled.clone();
    changed.set(VISIT_FIELD, &[VISIT_VERY_GOOD]);
    let page = browser.send(&changed, "next");
    assert!(text(&page).contains("Page 3 of 8"), "{}", text(&page));
    assert!(text(&browser.send(&form(&third), "prev")).contains("Page 3 of 8"));
    assert_eq!(super::answers(&taken(&world, EVERY_KIND_LINK)[0]), super::answers(&before[0]));
}

#[test]
fn answers_that_may_be_changed_until_complete_are_left_alone_then() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    let mut filled = form(&browser.open());
    fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
    browser.send(&filled, "next");
    let before = taken(&world, LUNCH_LINK);
    let question = details(&world, LUNCH)["pages"][0]["questions"][0].clone();
    let field = format!("q{}", question["id"].as_str().unwrap());
    filled.set(&field, &[question["answers"]["choices"][0]["id"].as_str().unwrap()]);
    assert!(text(&browser.send(&filled, "next")).contains("Thank you"));
    assert_eq!(taken(&world, LUNCH_LINK), before);
}

#[test]
fn a_response_that_was_deleted_is_begun_again() {
    let world = poll();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    answer_poll(&browser);
    change(&world, "DELETE FROM responses WHERE LENGTH(id) = 13", &[]);
    answer_poll(&browser);
    assert_eq!(taken(&world, LUNCH_LINK).len(), 1);
}

#[test]
fn a_recipient_is_known_by_the_link_on_every_device() {
    let world = World::new();
    recipient(&world, INVITED);
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    let page = browser.open();
    assert_eq!(page.header("set-cookie"), None);
    browser.send(&form(&page), "next");
    let other = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    assert!(text(&other.open()).contains("Page 2 of 8"));
    let taken = taken(&world, EVERY_KIND_MAIL);
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0]["recipient_id"], INVITED);
    assert_eq!(
        (&taken[0]["first_name"], &taken[0]["email_address"]),
        (&"Ada".into(), &"ada5300000001@mail.example".into())
    );
    let contact = &taken[0]["metadata"]["contact"];
    assert_eq!((&contact["last_name"]["value"], &contact["custom_value"]["value"]), (&"Byron".into(), &"Gold".into()));
    assert_eq!(
        count(
            &world,
            &format!("SELECT clicked IS NOT NULL AND opened IS NOT NULL FROM recipients WHERE id = '{INVITED}'")
        ),
        1
    );
}

#[test]
fn a_recipient_responds_once_from_two_windows() {
    let world = World::new();
    recipient(&world, INVITED);
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    let (one, two) = (form(&browser.open()), form(&browser.open()));
    browser.send(&one, "next");
    browser.send(&two, "next");
    assert_eq!(taken(&world, EVERY_KIND_MAIL).len(), 1);
}

#[test]
fn a_recipient_whose_response_came_another_way_does_not_respond_again() {
    let world = World::new();
    let team = world.database(&ActorId::Team(TEAM.to_owned()));
    let sql = "SELECT recipient_id FROM responses WHERE collector_id = ? AND status = 'completed' AND recipient_id <> '' LIMIT 1";
    let recipient = team.run(sql, &[EVERY_KIND_MAIL.into()]).unwrap()[0].text("recipient_id");
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(&recipient));
    team.forget();
    assert!(!text(&browser.open()).contains("<form"));
    let plans = team.plans().into_iter().filter(|(statement, _)| statement.contains("WHERE recipient_id = ?"));
    let steps: Vec<String> = plans.flat_map(|(_, steps)| steps).collect();
    let [step, ..] = &steps[..] else { panic!("{steps:?}") };
    assert!(step.contains("INDEX responses_of_recipient "), "the other responses are not read: {step}");
}

#[test]
fn an_anonymous_collector_stores_nothing_of_who_responded() {
    for (kind, named) in [("partially_anonymous", true), ("fully_anonymous", false)] {
        let world = World::new();
        recipient(&world, INVITED);
        set(&world, EVERY_KIND_MAIL, &[("anonymous_type", &format!("{kind:?}")), ("edit_response_type", "\"always\"")]);
        let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        browser.headers.borrow_mut().push(("cf-connecting-ip".to_owned(), "198.51.100.7".to_owned()));
        browser.headers.borrow_mut().push(("user-agent".to_owned(), "Lynx/2.9".to_owned()));
        take_every_kind(&browser);
        let taken = taken(&world, EVERY_KIND_MAIL);
        assert_eq!(taken.len(), 1, "{kind}");
        assert_eq!(taken[0]["ip_address"], "", "{kind}");
        assert_eq!(taken[0]["email_address"] == "ada5300000001@mail.example", named, "{kind}");
        assert_eq!(taken[0]["recipient_id"] == INVITED, named, "{kind}");
        assert_eq!(taken[0].to_string().contains("Lynx"), named, "{kind}");
        assert_eq!(taken[0].to_string().contains("Gold"), named, "{kind}");
        let ties = "SELECT COUNT(*) FROM respondent_progress WHERE response_id IS NOT NULL";
        assert_eq!(count(&world, ties) == 1, named, "nothing leads from the recipient to the answers");
        assert_eq!(text(&browser.open()).contains("<form"), named, "who is not known again cannot change anything");
    }
}

#[test]
fn s21_the_answers_of_an_anonymous_recipient_are_shown_on_the_device_that_sent_them_alone() {
    for edits in ["until_complete", "always", "never"] {
        let world = World::new();
        recipient(&world, INVITED);
        let settings =
            [("anonymous_type", "\"fully_anonymous\"".to_owned()), ("edit_response_type", format!("{edits:?}"))];
        set(&world, EVERY_KIND_MAIL, &settings.each_ref().map(|(name, value)| (*name, value.as_str())));
        let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        let design = details(&world, EVERY_KIND);
        let send_pages = |browser: &Browser, pages: std::ops::Range<usize>| {
            pages.fold(String::new(), |_, page| {
                let mut filled = form(&browser.open());
                fill_page(&design["pages"][page], &mut filled);
                text(&browser.send(&filled, "next"))
            })
        };
        send_pages(&browser, 0..2);
        assert!(text(&browser.open()).contains("Page 3 of 8"), "{edits}: the device goes on");
        // Whoever has the link, such as the owner of the survey, begins with the first page, and goes back to no other.
        let other = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        assert!(text(&other.open()).contains("Page 1 of 8"), "{edits}");
        assert!(
            text(&other.get(&format!("?survey-page={}", design["pages"][1]["id"].as_str().unwrap())))
                .contains("Page 1 of 8")
        );
        send_pages(&other, 0..1);
        let progress = format!("SELECT COUNT(*) FROM respondent_progress WHERE id LIKE '%{INVITED}%'");
        assert_eq!(count(&world, &progress), 0, "nothing leads from the recipient to the answers");
        assert!(send_pages(&browser, 2..8).contains("Thank you"), "{edits}");
        // The recipient responds once.
        assert!(text(&other.open()).contains("Thank you") && !text(&other.open()).contains("<form"), "{edits}");
        browser.forget();
        assert!(!text(&browser.open()).contains("<form"), "{edits}");
        assert_eq!(
            taken(&world, EVERY_KIND_MAIL).iter().filter(|one| one["response_status"] == "completed").count(),
            1
        );
        let privacy = text(&browser.get("/privacy"));
        assert!(privacy.contains("A cookie lets you continue") && !privacy.contains("Your link is personal"));
    }
}

#[test]
fn a_recipient_who_has_finished_does_not_respond_again_when_the_anonymity_changes() {
    for (begun, before, after) in [
        (false, "not_anonymous", "fully_anonymous"),
        (false, "partially_anonymous", "fully_anonymous"),
        (false, "fully_anonymous", "not_anonymous"),
        (false, "fully_anonymous", "partially_anonymous"),
        // With a response that was begun while the recipient was known.
        (true, "fully_anonymous", "not_anonymous"),
        (true, "fully_anonymous", "fully_anonymous"),
    ] {
        let world = World::new();
        recipient(&world, INVITED);
        let set_anonymity = |kind: &str| set(&world, EVERY_KIND_MAIL, &[("anonymous_type", &format!("{kind:?}"))]);
        let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        if begun {
            browser.send(&form(&browser.open()), "next");
        }
        set_anonymity(before);
        take_every_kind(&browser);
        set_anonymity(after);
        let other = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        for device in [&browser, &other] {
            let page = text(&device.open());
            assert!(page.contains("Thank you") && !page.contains("<form"), "{begun} {before} {after}");
        }
        let path = format!("/v3/collectors/{EVERY_KIND_MAIL}");
        let status = &world.get("owner", &format!("{path}/recipients/{INVITED}")).ok()["survey_response_status"];
        assert_eq!(status, "completely_responded", "{begun} {before} {after}");
    }
}

#[test]
fn what_was_answered_under_full_anonymity_gets_no_name_when_the_anonymity_changes() {
    for (anonymity, pages) in
        [("not_anonymous", 0), ("not_anonymous", 1), ("partially_anonymous", 0), ("partially_anonymous", 1)]
    {
        let world = World::new();
        recipient(&world, INVITED);
        set(&world, EVERY_KIND_MAIL, &[("anonymous_type", "\"fully_anonymous\"")]);
        let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        let mut page = browser.open();
        if pages > 0 {
            page = browser.send(&form(&page), "next");
        }
        set(&world, EVERY_KIND_MAIL, &[("anonymous_type", &format!("{anonymity:?}"))]);
        let before = taken(&world, EVERY_KIND_MAIL);
        let refused = text(&browser.send(&form(&page), "next"));
        assert!(!refused.contains("<form") && refused.contains("Open the link to the survey again."), "{refused}");
        assert!(!refused.contains("continue"), "the recipient begins again: {refused}");
        assert_eq!(taken(&world, EVERY_KIND_MAIL), before, "{anonymity}");
        assert_eq!(before.len(), pages);
        // The recipient begins again, under the conditions of now.
        assert!(text(&browser.open()).contains("Page 1 of 8"));
        browser.send(&form(&browser.open()), "next");
        let named = taken(&world, EVERY_KIND_MAIL).into_iter().filter(|response| response["recipient_id"] == INVITED);
        assert_eq!(named.count(), 1);
    }
}

#[test]
fn the_password_page_of_an_anonymous_recipient_opens_no_page_when_the_anonymity_changes() {
    let world = World::new();
    recipient(&world, INVITED);
    let stored = password::hash_with_salt("open sesame", [7; 16], COST);
    let settings = [("password", &*format!("{stored:?}")), ("password_enabled", "true")];
    set(&world, EVERY_KIND_MAIL, &settings);
    for (before, refused) in [("fully_anonymous", true), ("partially_anonymous", false)] {
        set(&world, EVERY_KIND_MAIL, &[("anonymous_type", &format!("{before:?}"))]);
        let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
        let mut asked = form(&browser.open());
        set(&world, EVERY_KIND_MAIL, &[("anonymous_type", "\"not_anonymous\"")]);
        asked.set("password", &["open sesame"]);
        let page = text(&browser.send(&asked, ""));
        assert_eq!(page.contains("This page has expired"), refused, "{before}: {page}");
        assert_eq!(page.contains("Page 1 of 8"), !refused, "{before}: {page}");
    }
}

#[test]
fn a_recipient_opts_out_by_a_button_or_by_the_mail_program() {
    let world = World::new();
    recipient(&world, INVITED);
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    let opted = || count(&world, &format!("SELECT opted_out IS NOT NULL FROM recipients WHERE id = '{INVITED}'"));
    let page = browser.get("/opt-out");
    assert!(text(&page).contains("<form method=\"post\""));
    assert_eq!(opted(), 0, "looking at the page changes nothing");
    let answer =
        browser.call("POST", &format!("{}/opt-out", browser.path), &[], b"List-Unsubscribe=One-Click".to_vec());
    assert_eq!((answer.status, opted()), (200, 1));
    let shared = Browser::at(&world, EVERY_KIND_LINK, None);
    assert_eq!(shared.get("/opt-out").status, 404);
}

#[test]
fn the_links_that_the_api_names_for_a_recipient_lead_here_and_it_reports_how_far_the_recipient_came() {
    let world = World::new();
    recipient(&world, INVITED);
    let ask = || world.get("owner", &format!("/v3/collectors/{EVERY_KIND_MAIL}/recipients/{INVITED}")).ok();
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    let link = format!("http://127.0.0.1:8787{}", browser.path);
    assert_eq!(ask()["survey_link"], link);
    assert_eq!(ask()["remove_link"], format!("{link}/opt-out"));
    assert_eq!(ask()["survey_response_status"], "not_responded");
    browser.send(&form(&browser.open()), "next");
    assert_eq!(ask()["survey_response_status"], "partially_responded");
    take_rest(&browser);
    assert_eq!(ask()["survey_response_status"], "completely_responded");
}

/// Takes the survey with every kind from the page on which the respondent stands.
fn take_rest(browser: &Browser) {
    let design = details(browser.world, EVERY_KIND);
    let mut page = browser.open();
    for of_design in &design["pages"].as_array().unwrap()[1..] {
        let mut form = form(&page);
        fill_page(of_design, &mut form);
        page = browser.send(&form, "next");
    }
    assert!(text(&page).contains("Thank you"), "{}", text(&page));
}

#[test]
fn the_address_of_a_recipient_who_was_deleted_leads_nowhere() {
    let world = World::new();
    recipient(&world, "77");
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some("77"));
    assert_eq!(browser.open().status, 200);
    world.delete("owner", &format!("/v3/collectors/{EVERY_KIND_MAIL}/recipients/77")).ok();
    assert_eq!(world.get("", &browser.path).status, 404);
}

#[test]
fn who_was_deleted_still_opts_out_by_the_link_in_the_mail() {
    for (deleted, is_written_to) in [("recipient", true), ("message", true), ("collector", true), ("recipient", false)]
    {
        let world = World::new();
        let made = messages::collector(&world, "email");
        let message = messages::message(&world, &made, json!({ "type": "invite" }));
        let added = messages::invite(&world, &message, &["leaving@mail.example"]);
        let id = added["succeeded"][0]["id"].as_str().unwrap();
        if is_written_to {
            messages::send(&world, &message);
        }
        let target = match deleted {
            "recipient" => format!("{made}/recipients/{id}"),
            "message" => message,
            _ => made.clone(),
        };
        let browser = Browser::at(&world, made.rsplit('/').next().unwrap(), Some(id));
        world.delete("owner", &target).ok();
        let refused = || count(&world, "SELECT COUNT(*) FROM suppressions WHERE address = 'leaving@mail.example'");
        for _ in 0..2 {
            let answer = browser.call("POST", &format!("{}/opt-out", browser.path), &[], Vec::new());
            assert_eq!(answer.status == 200, is_written_to, "{deleted}: {}", answer.status);
            assert_eq!(refused() == 1, is_written_to, "{deleted}");
        }
    }
}

#[test]
fn a_deleted_recipient_opts_out_for_a_year_and_then_the_address_is_no_longer_stored() {
    for (passed, is_known) in [(365 * DAY - 1, true), (365 * DAY, false)] {
        let world = World::new();
        let made = messages::collector(&world, "email");
        let message = messages::message(&world, &made, json!({ "type": "invite" }));
        let added = messages::invite(&world, &message, &["leaving@mail.example"]);
        let id = added["succeeded"][0]["id"].as_str().unwrap();
        messages::send(&world, &message);
        let browser = Browser::at(&world, made.rsplit('/').next().unwrap(), Some(id));
        world.delete("owner", &format!("{made}/recipients/{id}")).ok();
        world.pass(passed);
        world.wake_all();
        let stored = "SELECT COUNT(*) FROM former_recipients WHERE address = 'leaving@mail.example'";
        assert_eq!(count(&world, stored) == 1, is_known);
        let answer = browser.call("POST", &format!("{}/opt-out", browser.path), &[], Vec::new());
        assert_eq!(answer.status == 200, is_known, "{}", answer.status);
    }
}

#[test]
fn recipients_of_an_anonymous_collector_that_was_emptied_begin_again() {
    let world = World::new();
    recipient(&world, INVITED);
    set(&world, EVERY_KIND_MAIL, &[("anonymous_type", "\"fully_anonymous\"")]);
    let browser = Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED));
    take_every_kind(&browser);
    let path = format!("/v3/collectors/{EVERY_KIND_MAIL}");
    let came = || world.get("owner", &format!("{path}/recipients/{INVITED}")).ok()["survey_response_status"].clone();
    assert_eq!(came(), "completely_responded");
    assert!(!text(&browser.open()).contains("<form"));
    world.delete("owner", &format!("{path}/responses")).ok();
    assert_eq!(came(), "not_responded");
    assert!(text(&browser.open()).contains("<form"));
}

#[test]
fn nothing_remains_of_who_responded_anonymously_once_the_responses_are_deleted() {
    let anonymous = || {
        let world = poll();
        set(&world, LUNCH_LINK, &[("anonymous_type", "\"fully_anonymous\"")]);
        world
    };
    let progress = |world: &World| count(world, "SELECT COUNT(*) FROM respondent_progress");
    let world = anonymous();
    let browser = Browser::at(&world, LUNCH_LINK, None);
    answer_poll(&browser);
    assert!(!text(&browser.open()).contains("<form"));
    world.delete("owner", &format!("/v3/collectors/{LUNCH_LINK}/responses")).ok();
    assert_eq!(progress(&world), 0);
    assert!(text(&browser.open()).contains("<form"), "the device begins again");
    for deleted in [format!("/v3/collectors/{LUNCH_LINK}"), format!("/v3/surveys/{LUNCH}")] {
        let world = anonymous();
        answer_poll(&Browser::at(&world, LUNCH_LINK, None));
        assert_eq!(progress(&world), 1);
        world.delete("owner", &deleted).ok();
        world.wake_all();
        assert_eq!(progress(&world), 0, "{deleted}");
    }
}
