//! Questions that change: their places, what a PATCH keeps, and what answers may still refer to.

use super::{choice, made, page, path, refused, with};
use crate::support::surveys::{KITCHEN, KITCHEN_PAGE};
use crate::support::{Answered, World, surveys};
use canvass::spec::errors::Error;
use serde_json::{Value, json};

fn essay(heading: &str) -> Value {
    json!({ "headings": [{ "heading": heading }], "family": "open_ended", "subtype": "essay" })
}

/// The headings of a page's questions in order; their places are always 1 to n.
#[track_caller]
fn headings(world: &World, questions: &str) -> String {
    let list = world.get("owner", questions).ok();
    let list = list["data"].as_array().unwrap();
    for (place, question) in (1..).zip(list) {
        assert_eq!(question["position"], place, "{list:?}");
    }
    list.iter().map(|question| question["heading"].as_str().unwrap()).collect()
}

/// A question of the demo survey that has responses, by its heading; with its address.
fn answered(world: &World, heading: &str) -> (String, Value) {
    let details = world.get("owner", &format!("/v3/surveys/{}/details", surveys::EVERY_KIND)).ok();
    let pages = details["pages"].as_array().unwrap();
    let mut all = pages.iter().flat_map(|page| page["questions"].as_array().unwrap().iter());
    let question = all.find(|question| question["headings"][0]["heading"] == heading).unwrap().clone();
    let href = question["href"].as_str().unwrap();
    (href[href.find("/v3").unwrap()..].to_owned(), question)
}

#[test]
fn questions_keep_places_from_1_to_n_whatever_is_done() {
    let world = World::new();
    let questions = page(&world);
    let add = |heading: &str, more: Value| path(&questions, &made(&world, &questions, with(essay(heading), more)));
    let (a, b) = (add("a", json!({})), add("b", json!({})));
    let c = add("c", json!({ "position": 1 }));
    add("d", json!({ "position": 2 }));
    add("e", json!({ "position": 50 }));
    assert_eq!(headings(&world, &questions), "cdabe");
    world.patch("owner", &c, json!({ "position": 5 })).ok();
    assert_eq!(headings(&world, &questions), "dabec");
    world.put("owner", &b, with(essay("B"), json!({ "position": 1 }))).ok();
    assert_eq!(headings(&world, &questions), "Bdaec");
    world.put("owner", &b, essay("b")).ok();
    assert_eq!(headings(&world, &questions), "bdaec", "a PUT without a place moves nothing");
    let deleted = world.delete("owner", &a);
    assert_eq!((deleted.status, &deleted.ok()["position"]), (200, &json!(3)));
    assert_eq!(headings(&world, &questions), "bdec");
    world.get("owner", &a).fails(Error::NotFound);
    world.patch("owner", &a, json!({})).fails(Error::NotFound);
    let survey = world.get("owner", questions.split_once("/pages").unwrap().0).ok();
    assert_eq!(survey["question_count"], 4);
}

#[test]
fn a_question_belongs_to_its_page_and_to_who_may_change_it() {
    let world = World::new();
    let (here, there) = (page(&world), page(&world));
    let question = path(&here, &made(&world, &here, essay("a")));
    let elsewhere = question.replace(&here, &there);
    world.get("owner", &elsewhere).fails(Error::NotFound);
    world.put("owner", &elsewhere, essay("b")).fails(Error::NotFound);
    world.delete("owner", &elsewhere).fails(Error::NotFound);
    world.get("regular", &question).fails(Error::NotFound);
    let shared = &format!("/v3/surveys/{KITCHEN}/pages/{KITCHEN_PAGE}/questions");
    assert!(world.get("regular", shared).ok()["total"].as_u64().unwrap() > 0);
    world.post("regular", shared, essay("a")).fails(Error::NotPermitted);
}

#[test]
fn a_patch_keeps_what_it_leaves_out_and_a_put_resets_it() {
    let world = World::new();
    let questions = page(&world);
    let ask = json!({ "headings": [{ "heading": "Which?" }], "family": "multiple_choice", "subtype": "vertical",
        "required": { "text": "!", "type": "at_least", "amount": "2" }, "sorting": { "type": "random" },
        "answers": { "choices": [choice("A"), choice("B")], "other": { "text": "Else" } } });
    let question = made(&world, &questions, ask.clone());
    let path = path(&questions, &question);
    let patched =
        world.patch("owner", &path, json!({ "headings": [{ "heading": "Which ones?" }], "required": null })).ok();
    let expected = with(question.clone(), json!({ "headings": [{ "heading": "Which ones?" }] }));
    assert_eq!(patched, expected, "null for what is optional is as good as nothing");
    let grown = json!({ "answers": { "choices": [choice("C"), { "text": "A", "id": question["answers"]["choices"][0]["id"] }, choice("D")] } });
    let patched = world.patch("owner", &path, grown).ok();
    let choices = patched["answers"]["choices"].as_array().unwrap();
    assert_eq!(choices.len(), 3, "nothing refers to B");
    assert_eq!(choices[1]["id"], question["answers"]["choices"][0]["id"]);
    assert_eq!(patched["answers"]["other"], question["answers"]["other"]);
    let few = json!({ "answers": { "choices": [choice("A")] } });
    refused(&world.patch("owner", &path, few), "1000", "required.amount");
    let stranger = json!({ "answers": { "choices": [{ "text": "A", "id": "1" }] } });
    refused(&world.patch("owner", &path, stranger.clone()), "1000", "answers.choices[0].id");
    refused(&world.put("owner", &path, with(ask, stranger)), "1000", "answers.choices[0].id");
    let id = choices[0]["id"].clone();
    let twice = json!({ "answers": { "choices": [{ "text": "A", "id": id }, { "text": "B", "id": id }] } });
    refused(&world.patch("owner", &path, twice), "1000", "answers.choices[1].id");
    let bare = json!({ "headings": [{ "heading": "Now?" }], "family": "multiple_choice", "subtype": "horiz",
        "answers": { "choices": [choice("A")] } });
    let replaced = world.put("owner", &path, bare).ok();
    for field in ["required", "sorting", "layout"] {
        assert_eq!(replaced[field], json!(null), "{field}");
    }
    assert!(replaced["answers"].get("other").is_none());
    assert_eq!(replaced["position"], question["position"]);
}

#[test]
fn a_question_becomes_another_kind_with_the_options_that_fit() {
    let world = World::new();
    let questions = page(&world);
    let ask = json!({ "headings": [{ "heading": "Which?" }], "family": "single_choice", "subtype": "menu",
        "answers": { "choices": [choice("A"), choice("B")] } });
    let question = made(&world, &questions, ask);
    let path = path(&questions, &question);
    let several = json!({ "family": "multiple_choice", "subtype": "vertical" });
    assert_eq!(world.patch("owner", &path, several).ok()["answers"], question["answers"]);
    let essay = world.patch("owner", &path, json!({ "family": "open_ended", "subtype": "essay" })).ok();
    assert!(essay.get("answers").is_none());
    assert_eq!(essay["headings"], question["headings"]);
    let matrix = json!({ "family": "matrix", "subtype": "single" });
    refused(&world.patch("owner", &path, matrix), "1000", "answers.rows");
    refused(&world.patch("owner", &path, json!({ "family": "matrix" })), "1000", "subtype");
}

#[test]
fn what_answers_may_refer_to_is_hidden_not_removed() {
    let world = World::new();
    let (path, question) = answered(&world, "Which places did you visit?");
    let old = question["answers"]["choices"].as_array().unwrap();
    let kept = json!([{ "id": old[1]["id"], "text": "Books" }, choice("Roof")]);
    let changed = world.patch("owner", &path, json!({ "answers": { "choices": kept } })).ok();
    let choices = changed["answers"]["choices"].as_array().unwrap();
    assert_eq!(choices.len(), old.len() + 1);
    assert_eq!((&choices[0]["id"], &choices[0]["text"]), (&old[1]["id"], &json!("Books")));
    assert!(!old.iter().any(|old| old["id"] == choices[1]["id"]) && choices[1]["visible"] == true);
    for gone in &choices[2..] {
        let before = old.iter().find(|old| old["id"] == gone["id"]).unwrap();
        assert_eq!((&gone["visible"], &gone["text"]), (&json!(false), &before["text"]));
    }
    let places: Vec<u64> = choices.iter().map(|choice| choice["position"].as_u64().unwrap()).collect();
    assert_eq!(places, (1..=choices.len() as u64).collect::<Vec<_>>());
    let bare = json!({ "headings": question["headings"], "family": "multiple_choice", "subtype": "vertical",
        "answers": { "choices": kept } });
    let replaced = world.put("owner", &path, bare).ok();
    let other = &replaced["answers"]["other"];
    assert_eq!((&other["visible"], &other["id"]), (&json!(false), &question["answers"]["other"]["id"]));
    let essay = json!({ "family": "open_ended", "subtype": "essay" });
    refused(&world.patch("owner", &path, essay), "1025", "family");

    let count = |world: &World| {
        world.get("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND)).ok()["question_count"].clone()
    };
    let before = count(&world);
    let deleted = world.delete("owner", &path).ok();
    assert_eq!((&deleted["visible"], &deleted["position"]), (&json!(false), &question["position"]));
    assert_eq!(world.get("owner", &path).ok()["visible"], false);
    assert_eq!(count(&world), before, "it stays where it is");
    assert_eq!(world.patch("owner", &path, json!({ "visible": true })).ok()["visible"], true);
}

#[test]
fn every_question_of_the_demo_world_is_written_as_it_was_read() {
    let world = World::new();
    let details = world.get("owner", &format!("/v3/surveys/{}/details", surveys::EVERY_KIND)).ok();
    for page in details["pages"].as_array().unwrap() {
        for question in page["questions"].as_array().unwrap() {
            let href = question["href"].as_str().unwrap();
            let path = &href[href.find("/v3").unwrap()..];
            assert_eq!(&world.patch("owner", path, json!({})).ok(), question);
            assert_eq!(&world.put("owner", path, question.clone()).ok(), question);
        }
    }
}
