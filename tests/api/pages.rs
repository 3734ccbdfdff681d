//! Pages of a survey: their places, their changes, and what becomes of the questions of a page that is deleted.

use crate::support::surveys::KITCHEN;
use crate::support::{Answered, World, surveys};
use canvass::spec::errors::Error;
use serde_json::{Value, json};

/// A new survey of the owner; its pages' address.
fn survey(world: &World) -> String {
    let survey = world.post("owner", "/v3/surveys", json!({})).ok();
    format!("/v3/surveys/{}/pages", survey["id"].as_str().unwrap())
}

fn add(world: &World, pages: &str, body: Value) -> String {
    let answer = world.post("owner", pages, body);
    assert_eq!(answer.status, 201);
    format!("{pages}/{}", answer.ok()["id"].as_str().unwrap())
}

/// The titles of the pages in order; their places are always 1 to n.
#[track_caller]
fn titles(world: &World, pages: &str) -> Vec<String> {
    let list = world.get("owner", pages).ok();
    let list = list["data"].as_array().unwrap();
    for (place, page) in (1..).zip(list) {
        assert_eq!(page["position"], place, "{list:?}");
        assert_eq!(page.as_object().unwrap().len(), 5, "id, title, description, position, href");
    }
    list.iter().map(|page| page["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_page_is_added_at_the_end_or_where_it_is_wanted() {
    let world = World::new();
    let pages = survey(&world);
    assert_eq!(titles(&world, &pages), [""]);
    add(&world, &pages, json!({ "title": "B" }));
    add(&world, &pages, json!({ "title": "A", "description": "first", "position": 1 }));
    add(&world, &pages, json!({ "title": "C", "position": 3 }));
    let last = add(&world, &pages, json!({ "title": "Z", "position": 99 }));
    assert_eq!(titles(&world, &pages), ["A", "", "C", "B", "Z"]);
    let page = world.get("owner", &last).ok();
    assert_eq!((&page["position"], &page["description"], &page["question_count"]), (&json!(5), &json!(""), &json!(0)));
    assert_eq!(page["href"].as_str().unwrap().split_once("/v3").unwrap().1, last.split_once("/v3").unwrap().1);
    let survey = world.get("owner", pages.trim_end_matches("/pages")).ok();
    assert_eq!(survey["page_count"], 5);
    let second = world.get("owner", &format!("{pages}?per_page=2&page=2")).ok();
    assert_eq!((second["total"].as_u64(), second["data"][0]["title"].as_str()), (Some(5), Some("C")));
}

#[test]
fn a_page_moves_and_the_others_close_up() {
    let world = World::new();
    let pages = survey(&world);
    let made: Vec<String> = ["A", "B", "C", "D"].map(|title| add(&world, &pages, json!({ "title": title }))).into();
    for (page, position, expected) in [
        (0, 4, ["", "B", "C", "A", "D"]),
        (3, 1, ["D", "", "B", "C", "A"]),
        (2, 4, ["D", "", "B", "C", "A"]),
        (1, 77, ["D", "", "C", "A", "B"]),
        (1, 2, ["D", "B", "", "C", "A"]),
    ] {
        let moved = world.patch("owner", &made[page], json!({ "position": position })).ok();
        assert_eq!(moved["position"].as_u64().unwrap(), position.min(5));
        assert_eq!(titles(&world, &pages), expected);
    }
    world.delete("owner", &made[1]).ok();
    assert_eq!(titles(&world, &pages), ["D", "", "C", "A"]);
    world.delete("owner", &made[1]).fails(Error::NotFound);
}

#[test]
fn a_patch_of_a_page_keeps_what_it_leaves_out_and_a_put_empties_it() {
    let world = World::new();
    let pages = survey(&world);
    let page = add(&world, &pages, json!({ "title": "T", "description": "D", "position": 1 }));
    let patched = world.patch("owner", &page, json!({ "title": "U", "description": null })).ok();
    assert_eq!((&patched["title"], &patched["description"]), (&json!("U"), &json!("D")));
    let replaced = world.put("owner", &page, json!({ "description": "E" })).ok();
    assert_eq!((&replaced["title"], &replaced["description"]), (&json!(""), &json!("E")));
    assert_eq!(replaced["position"], 1, "it stays where it is");
}

#[test]
fn bad_fields_of_a_page_are_named_and_change_nothing() {
    let world = World::new();
    let pages = survey(&world);
    let page = add(&world, &pages, json!({ "title": "T" }));
    let before = world.get("owner", &pages).body;
    for (body, code, field) in [
        (json!({ "position": 0 }), "1000", "position"),
        (json!({ "title": "x".repeat(501) }), "1000", "title"),
        (json!({ "description": "x".repeat(10_001) }), "1000", "description"),
        (json!({ "title": "ok", "position": -1 }), "1002", "position"),
    ] {
        for answer in [
            world.post("owner", &pages, body.clone()),
            world.patch("owner", &page, body.clone()),
            world.put("owner", &page, body.clone()),
        ] {
            assert_eq!(answer.code(), code, "{body}");
            assert!(answer.body()["error"]["message"].as_str().unwrap().contains(&format!("`{field}`")));
        }
    }
    assert_eq!(world.get("owner", &pages).body, before);
}

#[test]
fn a_page_belongs_to_its_survey_and_to_who_may_change_it() {
    let world = World::new();
    let (pages, others) = (survey(&world), survey(&world));
    let page = add(&world, &pages, json!({}));
    let elsewhere = page.replace(&pages, &others);
    world.get("owner", &elsewhere).fails(Error::NotFound);
    world.patch("owner", &elsewhere, json!({})).fails(Error::NotFound);
    world.delete("owner", &elsewhere).fails(Error::NotFound);
    world.get("regular", &page).fails(Error::NotFound);
    // A viewer sees the pages of a shared survey and may not change them.
    let shared = &format!("/v3/surveys/{KITCHEN}/pages");
    let first = world.get("regular", shared).ok()["data"][0]["id"].as_str().unwrap().to_owned();
    world.get("regular", &format!("{shared}/{first}")).ok();
    world.patch("regular", &format!("{shared}/{first}"), json!({ "title": "x" })).fails(Error::NotPermitted);
    world.delete("regular", &format!("{shared}/{first}")).fails(Error::NotPermitted);
}

#[test]
fn the_only_page_stays() {
    let world = World::new();
    let pages = survey(&world);
    let only = format!("{pages}/{}", world.get("owner", &pages).ok()["data"][0]["id"].as_str().unwrap());
    world.delete("owner", &only).fails(Error::Conflict);
    add(&world, &pages, json!({ "title": "B" }));
    world.delete("owner", &only).ok();
    assert_eq!(titles(&world, &pages), ["B"]);
}

#[test]
fn the_questions_of_a_deleted_page_go_with_it_unless_answers_may_refer_to_them() {
    let world = World::new();
    let pages = survey(&world);
    let page = add(&world, &pages, json!({}));
    let question = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    world.post("owner", &format!("{page}/questions"), question).ok();
    let deleted = world.delete("owner", &page);
    assert_eq!((deleted.status, &deleted.ok()["question_count"]), (200, &json!(1)));
    assert_eq!(world.get("owner", pages.trim_end_matches("/pages")).ok()["question_count"], 0);

    // A survey with responses: the first two pages are taken out.
    let details = || world.get("owner", &format!("/v3/surveys/{}/details", surveys::EVERY_KIND)).ok();
    let before = details();
    for place in [1, 0] {
        let page = before["pages"][place]["id"].as_str().unwrap();
        world.delete("owner", &format!("/v3/surveys/{}/pages/{page}", surveys::EVERY_KIND)).ok();
    }
    let after = details();
    assert_eq!(after["page_count"].as_u64().unwrap() + 2, before["page_count"].as_u64().unwrap());
    assert_eq!(after["question_count"], before["question_count"]);
    let questions = |page: &Value| page["questions"].as_array().unwrap().clone();
    let gone: Vec<Value> = questions(&before["pages"][0]).into_iter().chain(questions(&before["pages"][1])).collect();
    let first = questions(&after["pages"][0]);
    assert_eq!(after["pages"][0]["id"], before["pages"][2]["id"]);
    assert_eq!(first.len(), gone.len() + questions(&before["pages"][2]).len());
    for old in gone {
        let kept = first.iter().find(|question| question["id"] == old["id"]).unwrap();
        assert_eq!((&kept["visible"], &kept["answers"]), (&json!(false), &old["answers"]));
    }
    let places: Vec<u64> = first.iter().map(|question| question["position"].as_u64().unwrap()).collect();
    assert_eq!(places, (1..=first.len() as u64).collect::<Vec<_>>());
}
