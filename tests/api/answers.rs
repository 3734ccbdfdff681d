//! One response of as many answers as one may have: stored, read, changed and counted in chunks, and whole.

use crate::support::people;
use crate::support::{Answered, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use serde_json::{Value, json};

/// A survey of 20,000 cells, its details and a collector.
fn largest(world: &World) -> (String, Value, String) {
    let options: Value = (1..=500).map(|number| json!({ "text": format!("choice {number}") })).collect();
    let list = json!({ "headings": [{ "heading": "Which?" }], "family": "multiple_choice", "subtype": "vertical",
                       "answers": { "choices": options } });
    let pages = json!(vec![json!({ "questions": vec![list; 10] }); 4]);
    let made = world.post("owner", "/v3/surveys", json!({ "title": "Largest", "pages": pages })).ok();
    let path = format!("/v3/surveys/{}", made["id"].as_str().unwrap());
    let details = world.get("owner", &format!("{path}/details")).ok();
    let collector = world.post("owner", &format!("{path}/collectors"), json!({ "type": "weblink" })).ok();
    (path, details, format!("/v3/collectors/{}/responses", collector["id"].as_str().unwrap()))
}

/// Every choice of every question, but those that are left out.
fn answers(details: &Value, left_out: usize) -> Value {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let question = |question: &Value| {
        let choices = list(&question["answers"]["choices"]).into_iter().skip(left_out);
        json!({ "id": question["id"], "answers": choices.map(|choice| json!({ "choice_id": choice["id"] })).collect::<Value>() })
    };
    let pages = list(&details["pages"]).into_iter().map(|page| {
        json!({ "id": page["id"], "questions": list(&page["questions"]).iter().map(question).collect::<Value>() })
    });
    pages.collect()
}

fn chunks<T>(world: &World, work: impl FnOnce() -> T) -> (usize, T) {
    let before = world.chunks();
    let done = work();
    (world.chunks() - before, done)
}

#[test]
fn s74_a_response_of_20000_answers_is_stored_read_and_changed_in_chunks_and_is_whole() {
    let world = World::new();
    let (path, details, collector) = largest(&world);
    let pages = answers(&details, 0);
    let (count, made) = chunks(&world, || world.post("owner", &collector, json!({ "pages": pages })));
    // The design takes forty, the body three, and each 50 KB of answers one.
    assert!(count > 40 + 3 + 10, "{count}");
    let one = format!("{path}/responses/{}", made.ok()["id"].as_str().unwrap());
    let (count, read) = chunks(&world, || world.get("owner", &format!("{one}/details")).ok());
    assert!(count > 9, "{count}");
    assert_eq!((&read["pages"], &read["current_page_id"]), (&pages, &json!("0")));
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let stored = database.run("SELECT pages FROM responses ORDER BY rowid DESC LIMIT 1", &[]).unwrap();
    assert_eq!(stored[0].json("pages"), pages);

    // One among others, in words, some of its pages and questions.
    let (count, bulk) = chunks(&world, || world.get("owner", &format!("{path}/responses/bulk")).ok());
    // The stored text is copied whole.
    assert!(count < 5, "{count}");
    assert_eq!(bulk["data"][0]["pages"], pages);
    let (page, question) = (&pages[1], &pages[1]["questions"][3]);
    let some = format!("page_ids={}&question_ids={}", page["id"].as_str().unwrap(), question["id"].as_str().unwrap());
    let some = world.get("owner", &format!("{one}/details?{some}&simple=true")).ok();
    assert_eq!(some["pages"].as_array().unwrap().len(), 1);
    assert_eq!(some["pages"][0]["questions"].as_array().unwrap().len(), 1);
    assert_eq!(some["pages"][0]["questions"][0]["answers"][499]["simple_text"], "choice 500");

    // A change of one question leaves the others as they are; a replacement takes all.
    let less = answers(&details, 499);
    let patch = json!([{ "id": page["id"], "questions": [less[1]["questions"][3]] }]);
    let (count, patched) = chunks(&world, || world.patch("owner", &one, json!({ "pages": patch })));
    assert!(count > 40 + 10, "{count}");
    patched.ok();
    let mut expected = pages.clone();
    expected[1]["questions"][3] = less[1]["questions"][3].clone();
    assert_eq!(world.get("owner", &format!("{one}/details")).ok()["pages"], expected);
    world.put("owner", &one, json!({ "pages": less })).ok();
    assert_eq!(world.get("owner", &format!("{one}/details")).ok()["pages"], less);
}

#[test]
fn s74_a_refusal_of_the_last_of_20000_answers_stores_nothing() {
    let world = World::new();
    let (path, details, collector) = largest(&world);
    let mut pages = answers(&details, 0);
    pages[3]["questions"][9]["answers"][499]["choice_id"] = pages[3]["questions"][9]["answers"][0]["choice_id"].clone();
    pages[0]["id"] = "1".into();
    let refused = world.post("owner", &collector, json!({ "pages": pages }));
    let said = refused.body()["error"]["message"].as_str().unwrap().to_owned();
    for problem in ["`pages[0].id`: The survey has no page 1.", "`pages[3].questions[9].answers[499].choice_id`"] {
        assert!(said.contains(problem), "{said}");
    }
    refused.fails(Error::BadBody);
    assert_eq!(world.get("owner", &format!("{path}/responses")).ok()["total"], 0);
}

#[test]
fn s74_a_response_of_20000_answers_is_counted_in_chunks_and_the_counts_are_whole() {
    let world = World::new();
    let (path, details, collector) = largest(&world);
    world.post("owner", &collector, json!({ "pages": answers(&details, 0) })).ok();
    let (empty, _) = chunks(&world, || world.get("owner", &format!("{path}/rollups?status=partial")).ok());
    world.post("owner", &collector, json!({ "pages": answers(&details, 498) })).ok();
    let (count, rollups) = chunks(&world, || world.get("owner", &format!("{path}/rollups")).ok());
    assert!(count > empty + 10, "{count} {empty}");
    for question in rollups["data"].as_array().unwrap() {
        let summary = &question["summary"][0];
        assert_eq!((&summary["answered"], &summary["skipped"]), (&json!(2), &json!(0)));
        let counts: Vec<u64> =
            summary["choices"].as_array().unwrap().iter().map(|choice| choice["count"].as_u64().unwrap()).collect();
        assert_eq!(counts, [vec![1; 498], vec![2; 2]].concat());
    }
}

#[test]
fn s74_a_response_that_is_requested_without_answers_or_deleted_reads_none() {
    let world = World::new();
    let (path, details, collector) = largest(&world);
    let made = world.post("owner", &collector, json!({ "pages": answers(&details, 0) })).ok();
    let id = made["id"].as_str().unwrap();
    world.most();
    for one in [format!("{path}/responses/{id}"), format!("{collector}/{id}"), format!("/v3/responses/{id}")] {
        assert_eq!(world.get("owner", &one).ok()["id"], id);
    }
    world.delete("owner", &format!("{path}/responses/{id}")).ok();
    let most = world.most();
    assert!(most.bytes < 20_000, "{most:?}");
}
