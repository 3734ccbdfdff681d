//! The first question of a survey in a mail: what it shows, and what its links fill in on the page.

use crate::support::messages::{invite, mails, message, send};
use crate::support::{Answered, World};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const FOUR: &str = "[SurveyLink] [OptOutLink] [PrivacyLink] [FooterLink]";

/// A link of a mail: where it leads, and its text.
type Link = (String, String);

/// Sends the first question of a new survey with these pages; the text and the HTML of each mail, before the message.
fn mailed(world: &World, pages: Value, emails: &[&str]) -> Vec<(String, String)> {
    let survey = world.post("owner", "/v3/surveys", json!({ "title": "Asked", "pages": pages })).ok();
    let collectors = format!("/v3/surveys/{}/collectors", survey["id"].as_str().unwrap());
    let made = world.post("owner", &collectors, json!({ "type": "email" })).ok();
    let collector = format!("/v3/collectors/{}", made["id"].as_str().unwrap());
    let body = format!("BODY {FOUR}");
    let path = message(world, &collector, json!({ "type": "invite", "body_text": body, "embed_first_question": true }));
    invite(world, &path, emails);
    let sent_before = mails(world).len();
    send(world, &path);
    let before = |text: &str| text.split_once("BODY").unwrap().0.to_owned();
    mails(world)
        .iter()
        .skip(sent_before)
        .map(|mail| (before(&mail.text), before(mail.html.as_ref().unwrap())))
        .collect()
}

fn one_page(question: &Value) -> Value {
    json!([{ "questions": [question] }])
}

fn links(html: &str) -> Vec<Link> {
    let anchors = html.split("<a href=\"").skip(1);
    let link = |anchor: &str| {
        let (url, rest) = anchor.split_once("\">").unwrap();
        (url.to_owned(), rest.split_once("</a>").unwrap().0.to_owned())
    };
    anchors.map(link).collect()
}

/// The page that a link opens.
fn opened(world: &World, url: &str) -> String {
    let page = world.call(world.request("GET", "", &format!("/r/{}", url.rsplit_once("/r/").unwrap().1)));
    String::from_utf8(page.body).unwrap()
}

fn choice_question(more: Value) -> Value {
    let mut question = json!({ "headings": [{ "heading": "Well?" }], "family": "single_choice", "subtype": "vertical",
                               "answers": { "choices": [{ "text": "Ant" }, { "text": "Cat" }, { "text": "Bee" }] } });
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    question
}

#[test]
fn a_mail_has_the_heading_that_the_recipient_sees_on_the_page() {
    let world = World::new();
    let heading = |text: &str| json!({ "heading": text, "random_assignment": { "percent": 50 } });
    let emails: Vec<String> = (0..16).map(|number| format!("p{number}@mail.example")).collect();
    let emails: Vec<&str> = emails.iter().map(String::as_str).collect();
    for [first, second] in [["One?", "Two?"], ["", "Two?"]] {
        let question = choice_question(json!({ "headings": [heading(first), heading(second)] }));
        let mut seen = BTreeSet::new();
        for (text, html) in mailed(&world, one_page(&question), &emails) {
            let page = opened(&world, &links(&html)[0].0);
            let shown = [&text, &html, &page].map(|place| [place.contains("One?"), place.contains("Two?")]);
            assert!(shown[0] == shown[2] && shown[1] == shown[2], "{shown:?} {text} {html}");
            assert!(text.contains("- Ant\n"), "{text}");
            seen.insert(shown[2]);
        }
        assert_eq!(seen.len(), 2, "both headings are drawn");
    }
}

#[test]
fn a_link_of_a_mail_fills_in_its_choice_on_the_page() {
    let world = World::new();
    let choices = [json!({ "text": "Ant" }), json!({ "text": "Cat" }), json!({ "text": "Bee" })];
    let other = json!({ "text": "Another", "is_answer_choice": true });
    let with_other = json!({ "choices": choices, "other": other });
    let comment = json!({ "choices": choices, "other": { "text": "Why?", "is_answer_choice": false } });
    let rated =
        json!([{ "text": "Bad", "weight": 1 }, { "text": "Good", "weight": 2 }, { "text": "Unsure", "is_na": true }]);
    let rating = json!({ "family": "matrix", "subtype": "rating",
                         "answers": { "rows": [{ "text": "Soup" }], "choices": rated } });
    let stars = json!({ "family": "matrix", "subtype": "rating",
                        "display_options": { "display_type": "emoji", "display_subtype": "star" },
                        "answers": { "rows": [{}], "choices": [{ "weight": 1 }, { "weight": 2 }] } });
    for (more, heading, labels) in [
        (json!({ "answers": with_other }), "Well?", vec!["Ant", "Cat", "Bee", "Another"]),
        (json!({ "subtype": "menu", "answers": with_other }), "Well?", vec!["Ant", "Cat", "Bee", "Another"]),
        (json!({ "answers": comment }), "Well?", vec!["Ant", "Cat", "Bee"]),
        (json!({ "family": "multiple_choice" }), "Well?", vec!["Ant", "Cat", "Bee"]),
        (json!({ "sorting": { "type": "textdesc" } }), "Well?", vec!["Cat", "Bee", "Ant"]),
        (rating, "Well? – Soup", vec!["Bad", "Good", "Unsure"]),
        (stars, "Well?", vec!["1", "2"]),
    ] {
        let (text, html) = mailed(&world, one_page(&choice_question(more)), &["a@mail.example"]).remove(0);
        let lines: String = labels.iter().map(|label| format!("- {label}\n")).collect();
        assert!(text.starts_with(&format!("{heading}\n{lines}http")), "{text}");
        let found = links(&html);
        assert_eq!(found.iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(), labels);
        for (url, _) in &found {
            let page = opened(&world, url);
            let value = url.rsplit_once('=').unwrap().1;
            let filled_in = ["checked", "selected"].map(|word| page.contains(&format!("value=\"{value}\" {word}")));
            assert_ne!(filled_in, [false, false], "{url}: {page}");
            assert_eq!(page.matches(" checked").count() + page.matches(" selected").count(), 1, "{page}");
        }
    }
}

#[test]
fn options_that_are_sorted_by_text_are_sorted_without_regard_to_case_and_diacritics() {
    let world = World::new();
    let texts = ["Zypern", "Österreich", "belgien", "Ägypten", "Oman", "Übersee", "Армения", "Єгипет"];
    let choices: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
    let mut sorted = ["Ägypten", "belgien", "Oman", "Österreich", "Übersee", "Zypern", "Армения", "Єгипет"];
    for sorting in ["textasc", "textdesc"] {
        let question = choice_question(json!({ "sorting": { "type": sorting }, "answers": { "choices": choices } }));
        let (_, html) = mailed(&world, one_page(&question), &["a@mail.example"]).remove(0);
        assert_eq!(links(&html).iter().map(|(_, label)| label.as_str()).collect::<Vec<_>>(), sorted);
        let page = opened(&world, &links(&html)[0].0);
        assert!(sorted.iter().map(|text| page.find(text).unwrap()).is_sorted(), "{page}");
        sorted.reverse();
    }
}

#[test]
fn options_in_random_order_are_in_the_same_order_in_a_mail_and_on_the_page() {
    let world = World::new();
    let choices: Vec<Value> = (0..8).map(|number| json!({ "text": format!("Choice {number}") })).collect();
    let question = choice_question(json!({ "sorting": { "type": "random" }, "answers": { "choices": choices } }));
    let mailed = mailed(&world, one_page(&question), &["a@mail.example", "b@mail.example"]);
    let orders = mailed.iter().map(|(_, html)| {
        let found = links(html);
        let page = opened(&world, &found[0].0);
        let places: Vec<usize> = found.iter().map(|(_, label)| page.find(label.as_str()).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?}");
        found.into_iter().map(|(_, label)| label).collect::<Vec<_>>()
    });
    let orders: BTreeSet<_> = orders.collect();
    assert_eq!(orders.len(), 2);
}

#[test]
fn a_question_that_one_link_cannot_answer_has_a_link_to_the_survey() {
    let world = World::new();
    let rows = json!([{ "text": "Soup" }, { "text": "Bread" }]);
    let scale = json!([{ "text": "Bad", "weight": 1 }, { "text": "Good", "weight": 2 }]);
    let matrix = json!({ "family": "matrix", "subtype": "rating", "answers": { "rows": rows, "choices": scale } });
    let columns = json!([{ "text": "Size", "choices": [{ "text": "Small" }, { "text": "Large" }] }]);
    let menus = json!({ "family": "matrix", "subtype": "menu", "answers": { "rows": rows, "cols": columns } });
    let ranking = json!({ "family": "matrix", "subtype": "ranking", "answers": { "rows": rows } });
    let pictures = json!([{ "image": { "url": "https://a.example/1.png" } },
                          { "image": { "url": "https://a.example/2.png" } }]);
    let pictures = json!({ "display_options": { "display_type": "image_choice" }, "answers": { "choices": pictures } });
    let mut essay = choice_question(json!({ "family": "open_ended", "subtype": "essay" }));
    essay.as_object_mut().unwrap().remove("answers");
    let asked = [matrix, menus, ranking, pictures].map(|more| one_page(&choice_question(more)));
    // Only the first page fills in what a link chooses.
    let second_page = json!([{ "title": "Hello" }, { "questions": [choice_question(json!({}))] }]);
    for pages in asked.into_iter().chain([one_page(&essay), second_page]) {
        let (text, html) = mailed(&world, pages, &["a@mail.example"]).remove(0);
        let found = links(&html);
        assert!(found.len() == 1 && !found[0].0.contains('?') && found[0].0 == found[0].1, "{html}");
        assert_eq!(text, format!("Well?\n{}\n\n", found[0].0));
        assert!(html.contains("<strong>Well?</strong>") && opened(&world, &found[0].0).contains("<form"), "{html}");
    }
}
