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
fn an_option_that_a_patch_names_keeps_what_it_leaves_out_and_so_do_other_and_layout() {
    let world = World::new();
    let questions = page(&world);
    let ask = json!({ "headings": [{ "heading": "Which?" }], "family": "matrix", "subtype": "rating",
        "layout": { "num_chars": 20, "bottom_spacing": 3 },
        "answers": {
            "rows": [{ "text": "Row" }, { "text": "Gone" }],
            "choices": [{ "text": "Good", "weight": 50, "description": "d" }, { "text": "Bad", "weight": 5 },
                        { "text": "None", "is_na": true }],
            "other": { "text": "Else", "num_chars": 7, "num_lines": 2, "error_text": "Write!", "apply_all_rows": true },
        } });
    let question = made(&world, &questions, ask.clone());
    let path = path(&questions, &question);
    let listed = question["answers"]["choices"].as_array().unwrap();
    let named: Vec<Value> = listed
        .iter()
        .rev()
        .map(|old| json!({ "id": old["id"], "text": format!("{}!", old["text"].as_str().unwrap()) }))
        .collect();
    let row = json!({ "id": question["answers"]["rows"][0]["id"] });
    let changes = json!({ "layout": { "num_chars": 10 },
        "answers": { "choices": named, "rows": [row], "other": { "text": "Another" } } });
    let patched = world.patch("owner", &path, changes.clone()).ok();
    for (place, (old, new)) in listed.iter().rev().zip(patched["answers"]["choices"].as_array().unwrap()).enumerate() {
        let expected = json!({ "position": place + 1, "text": format!("{}!", old["text"].as_str().unwrap()) });
        assert_eq!(*new, with(old.clone(), expected));
    }
    assert_eq!(patched["answers"]["rows"], json!([question["answers"]["rows"][0]]), "Gone is not named");
    assert_eq!(patched["answers"]["other"], with(question["answers"]["other"].clone(), json!({ "text": "Another" })));
    assert_eq!(patched["layout"], with(question["layout"].clone(), json!({ "num_chars": 10 })));
    let put = world.put("owner", &path, with(with(ask, json!({ "layout": null })), changes)).ok();
    assert_eq!(put["answers"]["choices"][1]["weight"], 2, "a PUT gives the defaults");
    assert_eq!(put["answers"]["other"]["num_chars"], 50);
}

#[test]
fn a_patch_of_choices_does_not_keep_scores_that_the_question_does_not_permit() {
    let world = World::new();
    let quiz = json!({ "title": "Quiz", "quiz_options": { "is_quiz_mode": true, "show_results_type": "disabled" } });
    let survey = world.post("owner", "/v3/surveys", quiz).ok();
    let pages = format!("/v3/surveys/{}/pages", survey["id"].as_str().unwrap());
    let page = world.get("owner", &pages).ok()["data"][0]["id"].as_str().unwrap().to_owned();
    let questions = format!("{pages}/{page}/questions");
    let scored = |text: &str, score: u64| json!({ "text": text, "quiz_options": { "score": score } });
    let ask = json!({ "headings": [{ "heading": "Which?" }], "family": "single_choice", "subtype": "vertical",
        "quiz_options": { "scoring_enabled": true },
        "answers": { "choices": [scored("Right", 2), scored("Wrong", 0)] } });
    let question = made(&world, &questions, ask);
    let path = path(&questions, &question);
    let choices: Vec<Value> = question["answers"]["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|old| json!({ "id": old["id"], "text": old["text"] }))
        .collect();
    let renamed = world.patch("owner", &path, json!({ "answers": { "choices": choices } })).ok();
    assert_eq!(renamed["answers"]["choices"][0]["quiz_options"]["score"], 2);
    let unscored = json!({ "quiz_options": { "scoring_enabled": false }, "answers": { "choices": choices } });
    let changed = world.patch("owner", &path, unscored).ok();
    assert_ne!(changed["answers"]["choices"][0]["quiz_options"]["score"], 2);
}

#[test]
fn a_heading_keeps_its_assignment_by_the_name_of_the_variable() {
    let world = World::new();
    let questions = page(&world);
    let heading = |text: &str, name: &str| json!({ "heading": text, "random_assignment": { "percent": 50, "variable_name": name } });
    let ask = |headings: Value| with(essay(""), json!({ "headings": headings }));
    let ids = |question: &Value| {
        let headings = question["headings"].as_array().unwrap();
        headings.iter().map(|heading| heading["random_assignment"]["id"].clone()).collect::<Vec<_>>()
    };
    let question = made(&world, &questions, ask(json!([heading("A", "a"), heading("B", "b")])));
    let path = path(&questions, &question);
    let swapped = ids(&question).into_iter().rev().collect::<Vec<_>>();
    let corrected = json!([heading("B!", "b"), heading("A!", "a")]);
    assert_eq!(ids(&world.patch("owner", &path, json!({ "headings": corrected })).ok()), swapped);
    assert_eq!(ids(&world.put("owner", &path, ask(corrected.clone())).ok()), swapped);
    let mut named = corrected;
    named[0]["random_assignment"]["id"] = swapped[0].clone();
    named[1]["random_assignment"]["variable_name"] = json!("b");
    let after = ids(&world.patch("owner", &path, json!({ "headings": named })).ok());
    assert_eq!(after[0], swapped[0]);
    assert!(!swapped.contains(&after[1]), "an id is kept once");
    let nameless = ids(&world.patch("owner", &path, json!({ "headings": [heading("A", ""), heading("B", "")] })).ok());
    assert!(nameless.iter().all(|id| !after.contains(id) && !id.as_str().unwrap().is_empty()));
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
