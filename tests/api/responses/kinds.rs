//! Every kind of question: answers that an app writes are read back as those of a respondent are.

use crate::support::{Answered, World};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SURVEY: &str = "/v3/surveys/301000001";
const COLLECTOR: &str = "/v3/collectors/430000011";

fn details(world: &World) -> Vec<Value> {
    world.get("owner", &format!("{SURVEY}/details")).ok()["pages"].as_array().unwrap().clone()
}

/// Ids of everything that was deleted: questions, choices, rows, columns.
fn deleted(value: &Value, ids: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| deleted(item, ids)),
        Value::Object(fields) => {
            if fields.get("visible") == Some(&json!(false)) {
                ids.insert(fields["id"].as_str().unwrap().to_owned());
            }
            fields.values().for_each(|field| deleted(field, ids));
        }
        _ => {}
    }
}

/// The answers as an app writes them: without what the service adds.
fn as_written(pages: &Value) -> Value {
    let mut pages = pages.clone();
    for question in pages.as_array_mut().unwrap().iter_mut().flat_map(|page| page["questions"].as_array_mut().unwrap())
    {
        for answer in question["answers"].as_array_mut().unwrap() {
            answer.as_object_mut().unwrap().retain(|name, _| name != "choice_metadata" && name != "tag_data");
        }
    }
    pages
}

#[test]
fn what_respondents_of_every_kind_of_question_answered_can_be_written_and_is_read_back_alike() {
    let world = World::new();
    let mut gone = BTreeSet::new();
    let pages = details(&world);
    deleted(&json!(pages), &mut gone);
    let bulk = world.get("owner", &format!("{SURVEY}/responses/bulk?per_page=60")).ok();
    let mut kinds = BTreeSet::new();
    for response in bulk["data"].as_array().unwrap() {
        let mut answered = response["pages"].clone();
        for page in answered.as_array_mut().unwrap() {
            let questions = page["questions"].as_array_mut().unwrap();
            questions.retain(|question| {
                let text = question["answers"].to_string();
                // The sum of 100 coins is held against respondents of our own alone.
                let coins = pages
                    .iter()
                    .flat_map(|page| page["questions"].as_array().unwrap())
                    .any(|design| design["id"] == question["id"] && design["subtype"] == "numerical");
                !coins
                    && !gone.contains(question["id"].as_str().unwrap())
                    && !gone.iter().any(|id| text.contains(id.as_str()))
            });
        }
        let body = json!({ "response_status": "partial", "pages": as_written(&answered) });
        let answer = world.post("owner", &format!("{COLLECTOR}/responses"), body);
        // Answers of the demo world may lack what is required of those who answer a question at all.
        let id = match answer.code().as_str() {
            "" => answer.ok()["id"].as_str().unwrap().to_owned(),
            _ => {
                let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
                assert!(message.contains("requires an answer") || message.contains("Answer every row."), "{message}");
                continue;
            }
        };
        let read = world.get("owner", &format!("{COLLECTOR}/responses/{id}/details")).ok();
        assert_eq!(read["pages"], answered);
        for question in answered.as_array().unwrap().iter().flat_map(|page| page["questions"].as_array().unwrap()) {
            kinds.insert(question["id"].as_str().unwrap().to_owned());
        }
        world.pass(1000);
    }
    let mut takes_answers = 0;
    for question in pages.iter().flat_map(|page| page["questions"].as_array().unwrap()) {
        let kind = question["family"].as_str().unwrap();
        if question["visible"] == true
            && kind != "presentation"
            && kind != "click_map"
            && question["subtype"] != "numerical"
        {
            takes_answers += 1;
            assert!(kinds.contains(question["id"].as_str().unwrap()), "{} {}", question["family"], question["subtype"]);
        }
    }
    assert_eq!(takes_answers, kinds.len());
}

#[test]
fn numbers_that_add_up_are_read_back() {
    let world = World::new();
    let pages = details(&world);
    let (page, question) = pages
        .iter()
        .find_map(|page| {
            Some((page, page["questions"].as_array().unwrap().iter().find(|q| q["subtype"] == "numerical")?))
        })
        .unwrap();
    let rows = question["answers"]["rows"].as_array().unwrap();
    let answers: Value =
        rows.iter().zip(["20", "30", "50"]).map(|(row, text)| json!({ "row_id": row["id"], "text": text })).collect();
    let pages = json!([{ "id": page["id"], "questions": [{ "id": question["id"], "answers": answers }] }]);
    let body = json!({ "response_status": "partial", "pages": pages });
    let id = world.post("owner", &format!("{COLLECTOR}/responses"), body).ok()["id"].as_str().unwrap().to_owned();
    let bulk = world.get("owner", &format!("{COLLECTOR}/responses/bulk?sort_order=DESC&per_page=1")).ok();
    assert_eq!(bulk["data"][0]["id"], id);
    let read = bulk["data"][0]["pages"].as_array().unwrap().iter().find(|read| read["id"] == page["id"]).unwrap();
    assert_eq!(read["questions"][0]["answers"], answers);
    assert_eq!(bulk["data"][0]["pages"].as_array().unwrap().len(), details(&world).len(), "pages without answers too");
}

#[test]
fn dates_are_read_as_they_are_meant_and_stored_in_us_order() {
    let rows = super::stored_survey::options(&[("1", "When")]);
    for (subtype, given, kept) in [
        ("both", "3/5/2022 9:05 pm", "03/05/2022 09:05 PM"),
        ("date_only", "12/31/2026", "12/31/2026"),
        ("time_only", "9:30am", "09:30 AM"),
    ] {
        let world = World::new();
        super::stored_survey::made(
            &world,
            json!({}),
            &[json!({ "family": "datetime", "subtype": subtype, "answers": { "rows": rows } })],
        );
        let body = super::stored_survey::body(&[json!([{ "row_id": "1", "text": given }])]);
        let id = world.post("owner", "/v3/collectors/931/responses", body).ok()["id"].as_str().unwrap().to_owned();
        let read = world.get("owner", &format!("/v3/collectors/931/responses/{id}/details")).ok();
        assert_eq!(read["pages"][0]["questions"][0]["answers"], json!([{ "row_id": "1", "text": kept }]), "{subtype}");
    }
}

#[test]
fn a_blank_text_is_no_answer() {
    let world = World::new();
    super::stored_survey::made(&world, json!({}), &[json!({ "family": "open_ended", "subtype": "single" })]);
    let body = super::stored_survey::body(&[json!([{ "text": "  " }])]);
    let id = world.post("owner", "/v3/collectors/931/responses", body).ok()["id"].as_str().unwrap().to_owned();
    let read = world.get("owner", &format!("/v3/collectors/931/responses/{id}/details")).ok();
    assert_eq!(read["pages"], json!([{ "id": "911", "questions": [] }]));
}
