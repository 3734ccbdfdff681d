//! What respondents and owners do at the wrong moment: nothing that was accepted is lost, and every answer is a clear
//! page.

use super::browser::{Browser, change, count, form, set, text};
use super::{answers, details, fill_page, poll, taken};
use crate::support::surveys::{
    ALSO_INVITED, EVERY_KIND, EVERY_KIND_LINK, EVERY_KIND_MAIL, INVITED, LUNCH, LUNCH_LINK, VISIT, VISIT_FIELD,
    VISIT_GOOD, VISIT_VERY_GOOD,
};
use crate::support::{Answered, World, messages};
use serde_json::{Value, json};

const SECOND_QUESTION: &str = "q400001003";

#[test]
fn two_tabs_of_a_device_write_one_response() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let (one, two) = (browser.open(), browser.open());
    let second = browser.send(&form(&one), "next");
    let mut filled = form(&second);
    fill_page(&design["pages"][1], &mut filled);
    browser.send(&filled, "next");
    let late = browser.send(&form(&two), "next");
    assert!(text(&late).contains("Page 2 of 8"), "{}", text(&late));
    assert!(text(&late).contains("checked"), "what the other tab answered is there");
    let taken = taken(&world, EVERY_KIND_LINK);
    assert_eq!(taken.len(), 1);
    assert!(!answers(&taken[0]).is_empty());
}

#[test]
fn a_page_from_further_back_changes_its_own_answers_alone() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let second = browser.send(&form(&browser.open()), "next");
    let mut filled = form(&second);
    fill_page(&design["pages"][1], &mut filled);
    let third = browser.send(&filled, "next");
    let mut further = form(&third);
    fill_page(&design["pages"][2], &mut further);
    browser.send(&further, "next");
    let before = answers(&taken(&world, EVERY_KIND_LINK)[0]);
    filled.set(SECOND_QUESTION, &[VISIT_VERY_GOOD]);
    browser.send(&filled, "next");
    let after = answers(&taken(&world, EVERY_KIND_LINK)[0]);
    assert_eq!(after.len(), before.len());
    let changed = after.iter().zip(&before).filter(|(after, before)| after != before).count();
    assert_eq!(changed, 1);
}

#[test]
fn the_last_page_counts_once_however_often_it_is_sent() {
    for repeats in ["false", "true"] {
        let world = poll();
        set(&world, LUNCH_LINK, &[("allow_multiple_responses", repeats)]);
        let browser = Browser::at(&world, LUNCH_LINK, None);
        let mut filled = form(&browser.open());
        fill_page(&details(&world, LUNCH)["pages"][0], &mut filled);
        for _ in 0..3 {
            assert!(text(&browser.send(&filled, "next")).contains("Thank you"));
        }
        assert_eq!(taken(&world, LUNCH_LINK).len(), 1);
        assert_eq!(count(&world, &format!("SELECT response_count FROM collectors WHERE id = '{LUNCH_LINK}'")), 32);
    }
}

#[test]
fn a_page_that_was_deleted_meanwhile_is_reported_as_gone_and_nothing_is_saved_in_its_place() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let page = |place: usize| design["pages"][place]["id"].as_str().unwrap().to_owned();
    let first = form(&browser.open());
    world.delete("owner", &format!("/v3/surveys/{EVERY_KIND}/pages/{}", page(0))).ok();
    let answer = browser.send(&first, "next");
    assert_eq!(answer.status, 200);
    assert!(text(&answer).contains("The survey has changed in the meantime.") && text(&answer).contains("Page 1 of 7"));
    assert_eq!(taken(&world, EVERY_KIND_LINK).len(), 0);
    let mut filled = form(&answer);
    fill_page(&design["pages"][1], &mut filled);
    let third = browser.send(&filled, "next");
    let kept = answers(&taken(&world, EVERY_KIND_LINK)[0]);
    world.delete("owner", &format!("/v3/surveys/{EVERY_KIND}/pages/{}", page(2))).ok();
    assert!(text(&browser.send(&form(&third), "next")).contains("The survey has changed in the meantime."));
    assert_eq!(answers(&taken(&world, EVERY_KIND_LINK)[0]), kept);
}

#[test]
fn a_respondent_whose_answers_are_final_continues_after_the_current_page_was_deleted() {
    let number = json!({ "headings": [{ "heading": "How many?" }], "family": "open_ended", "subtype": "single",
                         "validation": { "type": "integer", "text": "" } });
    let pages = json!([{ "questions": [number] }, { "questions": [number] }, { "questions": [number] }]);
    for (kind, deleted) in [("response", 1), ("last page", 2), ("draft", 0), ("response of the API", 0)] {
        let world = World::new();
        let id = |made: &Value| made["id"].as_str().unwrap().to_owned();
        let survey = id(&world.post("owner", "/v3/surveys", json!({ "title": "Asked", "pages": pages })).ok());
        let design = details(&world, &survey);
        let by_api = kind == "response of the API";
        let collector = json!({ "type": if by_api { "email" } else { "weblink" } });
        let collector = id(&world.post("owner", &format!("/v3/surveys/{survey}/collectors"), collector).ok());
        set(&world, &collector, &[("edit_response_type", "\"never\"")]);
        let path = format!("/v3/collectors/{collector}");
        let recipient = by_api.then(|| {
            let message = messages::message(&world, &path, json!({ "type": "invite" }));
            id(&messages::invite(&world, &message, &["a@mail.example"])["succeeded"][0])
        });
        if let Some(recipient) = &recipient {
            let partial = json!({ "recipient_id": recipient, "response_status": "partial", "pages": [] });
            world.post("owner", &format!("{path}/responses"), partial).ok();
        }
        let browser = Browser::at(&world, &collector, recipient.as_deref());
        let send = |typed: &str| {
            let mut filled = form(&browser.open());
            let field = filled.fields.iter_mut().find(|(name, _)| name.starts_with('q')).unwrap();
            field.1 = typed.to_owned();
            browser.send(&filled, "next")
        };
        let first = form(&browser.open());
        match kind {
            "response" => assert!(text(&send("1")).contains("Page 2 of 3")),
            "last page" => ["1", "2"].iter().for_each(|typed| drop(send(typed))),
            "draft" => assert_eq!(send("one").status, 422),
            _ => {}
        }
        world.delete("owner", &format!("/v3/surveys/{survey}/pages/{}", id(&design["pages"][deleted]))).ok();
        let is_saved = ["response", "last page"].contains(&kind);
        if is_saved {
            let mut late = first;
            late.fields
                .iter_mut()
                .filter(|(name, _)| name.starts_with('q'))
                .for_each(|(_, typed)| *typed = "9".to_owned());
            assert!(text(&browser.send(&late, "next")).contains("Page 2 of 2"), "{kind}");
        }
        assert!(text(&send("7")).contains(if is_saved { "Thank you" } else { "Page 2 of 2" }), "{kind}");
        let stored = taken(&world, &collector);
        let texts: Vec<Value> = answers(&stored[0]).iter().map(|(_, given)| given[0]["text"].clone()).collect();
        assert_eq!(
            (stored.len(), texts),
            (1, if is_saved { vec![json!("1"), json!("7")] } else { vec![json!("7")] }),
            "{kind}"
        );
    }
}

#[test]
fn a_question_and_a_choice_that_are_deleted_meanwhile_stop_no_one() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let page = browser.send(&form(&browser.open()), "next");
    let mut filled = form(&page);
    fill_page(&design["pages"][1], &mut filled);
    let second = design["pages"][1]["id"].as_str().unwrap();
    let sql = "UPDATE questions SET body = json_set(body, '$.answers.choices[0].visible', json('false')) WHERE id = ?";
    change(&world, sql, &[VISIT]);
    let mut gone = filled.clone();
    gone.set(SECOND_QUESTION, &[VISIT_VERY_GOOD]);
    let refused = browser.send(&gone, "next");
    assert_eq!(refused.status, 422);
    assert!(text(&refused).contains("This is no longer offered."), "{}", text(&refused));
    world.delete("owner", &format!("/v3/surveys/{EVERY_KIND}/pages/{second}/questions/{VISIT}")).ok();
    let next = browser.send(&gone, "next");
    assert!(text(&next).contains("Page 3 of 8"), "{}", text(&next));
}

#[test]
fn a_survey_or_collector_that_is_deleted_meanwhile_leads_to_a_clear_page() {
    for path in [format!("/v3/collectors/{EVERY_KIND_LINK}"), format!("/v3/surveys/{EVERY_KIND}")] {
        let world = World::new();
        let browser = Browser::at(&world, EVERY_KIND_LINK, None);
        let page = browser.send(&form(&browser.open()), "next");
        world.delete("owner", &path).ok();
        let answer = browser.send(&form(&page), "next");
        assert_eq!(answer.status, 404, "{path}");
        assert!(text(&answer).contains("There is no survey here"));
    }
}

#[test]
fn a_survey_without_pages_is_no_survey() {
    let world = poll();
    let page = form(&Browser::at(&world, LUNCH_LINK, None).open());
    change(&world, "DELETE FROM pages WHERE survey_id = ?", &[LUNCH]);
    let browser = Browser::at(&world, LUNCH_LINK, None);
    assert_eq!((browser.get("").status, browser.send(&page, "next").status), (404, 404));
}

#[test]
fn a_collector_that_closes_meanwhile_keeps_what_was_saved_and_takes_no_more() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let second = browser.send(&form(&browser.open()), "next");
    let mut filled = form(&second);
    fill_page(&design["pages"][1], &mut filled);
    let third = browser.send(&filled, "next");
    let kept = answers(&taken(&world, EVERY_KIND_LINK)[0]);
    world.patch("owner", &format!("/v3/collectors/{EVERY_KIND_LINK}"), json!({ "status": "closed" })).ok();
    let mut more = form(&third);
    fill_page(&design["pages"][2], &mut more);
    assert!(text(&browser.send(&more, "next")).contains("This survey is currently closed."));
    assert!(text(&browser.open()).contains("This survey is currently closed."));
    assert_eq!(answers(&taken(&world, EVERY_KIND_LINK)[0]), kept);
    world.patch("owner", &format!("/v3/collectors/{EVERY_KIND_LINK}"), json!({ "status": "open" })).ok();
    assert!(text(&browser.send(&more, "next")).contains("Page 4 of 8"), "an opened one goes on");
}

#[test]
fn whatever_a_form_holds_the_answer_is_a_page_and_what_was_saved_stays() {
    let world = World::new();
    let browser = Browser::at(&world, EVERY_KIND_LINK, None);
    let design = details(&world, EVERY_KIND);
    let second = browser.send(&form(&browser.open()), "next");
    let mut filled = form(&second);
    fill_page(&design["pages"][1], &mut filled);
    browser.send(&filled, "next");
    let kept = answers(&taken(&world, EVERY_KIND_LINK)[0]);
    let ticket = filled.first("ticket").to_owned();
    for values in [
        &[VISIT_VERY_GOOD, VISIT_GOOD][..],
        &["0", ""],
        &["\u{0}", VISIT_VERY_GOOD],
        &["' OR 1=1 --"],
        &["\u{202e}\u{feff}"],
        &["9999999999999999999999999999"],
    ] {
        for name in [
            SECOND_QUESTION,
            &format!("{VISIT_FIELD}.other"),
            "q.other.other",
            "q",
            "q999.1.2.3",
            "go",
            "password",
            "proof",
        ] {
            let mut hostile = filled.clone();
            hostile.set(name, values);
            let answer = browser.send(&hostile, "exit\u{0}");
            assert!(matches!(answer.status, 200 | 422), "{name} {values:?}: {}", answer.status);
            assert!(text(&answer).contains("</html>"));
            browser.send(&filled, "next");
            assert_eq!(answers(&taken(&world, EVERY_KIND_LINK)[0]), kept, "{name} {values:?}");
        }
    }
    let post = |kind: &str, body: Vec<u8>| browser.call("POST", &browser.path, &[("content-type", kind)], body).status;
    for body in ["--x\r\n\r\n", "--x--", "--x\r\nContent-Disposition: form-data; name=\"\r\n\r\n\r\n--x--"] {
        assert_eq!(post("multipart/form-data; boundary=x", body.as_bytes().to_vec()), 400, "{body}");
    }
    assert_eq!(post("application/json", format!("{{\"ticket\":\"{ticket}\"}}").into_bytes()), 400);
    assert_eq!(post("multipart/form-data; boundary=", Vec::new()), 400);
    assert_eq!(answers(&taken(&world, EVERY_KIND_LINK)[0]), kept);
}

#[test]
fn a_form_token_of_one_recipient_is_none_of_another() {
    let world = World::new();
    let sql = "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                       extra_fields, created)
               VALUES (?, ?, '1', ? || '@mail.example', '', '', '{}', '{}', 0)";
    for id in [INVITED, ALSO_INVITED] {
        change(&world, sql, &[id, EVERY_KIND_MAIL, id]);
    }
    let (ada, bob) =
        (Browser::at(&world, EVERY_KIND_MAIL, Some(INVITED)), Browser::at(&world, EVERY_KIND_MAIL, Some(ALSO_INVITED)));
    let form = form(&ada.open());
    assert_eq!(bob.send(&form, "next").status, 400);
    assert_eq!(taken(&world, EVERY_KIND_MAIL).len(), 0);
}

#[test]
fn s21_a_cookie_of_another_collector_changes_no_response_and_no_progress() {
    let world = poll();
    let made = world.post("owner", &format!("/v3/surveys/{EVERY_KIND}/collectors"), json!({ "type": "weblink" })).ok();
    let sibling = made["id"].as_str().unwrap();
    set(&world, sibling, &[("edit_response_type", "\"always\"")]);
    let own = Browser::at(&world, EVERY_KIND_LINK, None);
    let first = form(&own.open());
    let at = |collector| {
        let browser = Browser::at(&world, collector, None);
        browser.take_cookie(&own);
        browser
    };
    // A form that was opened before the cookie belonged to a collector.
    let early = at(LUNCH_LINK);
    let mut filled = form(&early.open());
    let poll_page = &details(&world, LUNCH)["pages"][0];
    fill_page(poll_page, &mut filled);
    own.send(&first, "next");
    let kept = || (taken(&world, EVERY_KIND_LINK), text(&own.open()).contains("Page 2 of 8"));
    let before = kept();
    assert!(before.1);
    assert_eq!(early.send(&filled, "next").status, 404);
    assert_eq!((kept(), taken(&world, LUNCH_LINK).len()), (before.clone(), 0));

    let other = at(LUNCH_LINK);
    let mut filled = form(&other.open());
    fill_page(poll_page, &mut filled);
    assert!(text(&other.send(&filled, "next")).contains("Thank you"));
    assert_eq!((kept(), taken(&world, LUNCH_LINK).len()), (before, 1));

    // Of the same survey too, where the answers of one collector are final and those of the other are not.
    let mut page = own.open();
    for of_design in &details(&world, EVERY_KIND)["pages"].as_array().unwrap()[1..] {
        let mut filled = form(&page);
        fill_page(of_design, &mut filled);
        page = own.send(&filled, "next");
    }
    assert!(text(&page).contains("Thank you"));
    let before = taken(&world, EVERY_KIND_LINK);
    let other = at(sibling);
    let page = other.get("?edit=1");
    assert!(text(&page).contains("Page 1 of 8"), "{}", text(&page));
    other.send(&form(&page), "next");
    assert_eq!((taken(&world, EVERY_KIND_LINK), taken(&world, sibling).len()), (before, 1));
}
