//! A design with every kind of question, and responses to it.

use canvass::results::Table;
use canvass::spec::questions::{KINDS, Parts};
use serde_json::{Map, Value, json};

/// A design with one question of every kind and the three displays; ids are made of the question's number.
pub fn design() -> Value {
    let mut questions: Vec<Value> = KINDS
        .iter()
        .enumerate()
        .map(|(number, kind)| {
            let id = number + 100;
            let mut answers = Map::new();
            let choice = |n: usize, text: &str, weight: i64| json!({ "id": format!("{id}-c{n}"), "text": text, "visible": n != 3, "weight": weight });
            if matches!(kind.parts, Parts::Choice | Parts::RowChoice) {
                // A repeated text, an empty one with a weight, and a deleted choice.
                answers.insert("choices".into(), json!([choice(1, "Same", 1), choice(2, "Same", 2), choice(3, "Gone", 3), choice(4, "", 4)]));
            }
            if matches!(kind.parts, Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText) {
                answers.insert("rows".into(), json!([{ "id": format!("{id}-r1"), "text": "First" }, { "id": format!("{id}-r2"), "text": "" }]));
            }
            if kind.parts == Parts::RowColumnChoice {
                let column = |n: usize| json!({ "id": format!("{id}-l{n}"), "text": format!("Column {n}"), "choices": [
                    { "id": format!("{id}-c1"), "text": "Yes" }, { "id": format!("{id}-c2"), "text": "No" },
                ] });
                answers.insert("cols".into(), json!([column(1), column(2)]));
            }
            if matches!(kind.parts, Parts::Choice | Parts::RowChoice | Parts::RowColumnChoice) {
                let other = json!({ "id": format!("{id}-o"), "text": "Other", "apply_all_rows": kind.parts == Parts::RowChoice });
                // Seen as an object, and as an array in the documentation.
                answers.insert("other".into(), if number % 2 == 0 { other } else { json!([other]) });
            }
            let mut question = json!({
                "headings": [{ "heading": format!("Question {id}") }], "family": kind.family, "subtype": kind.subtype,
            });
            // `answers` is absent, not empty, where there are none; and the id may come last.
            if !answers.is_empty() {
                question["answers"] = Value::Object(answers);
            }
            question["id"] = json!(id.to_string());
            question
        })
        .collect();
    for (id, display) in [("900", "file_upload"), ("901", "slider")] {
        questions.push(json!({
            "id": id, "headings": [{ "heading": "Same heading" }], "family": "open_ended", "subtype": "single",
            "display_options": { "display_type": display },
        }));
    }
    let half = questions.split_off(questions.len() / 2);
    json!({
        "title": "All", "custom_variables": { "source": "Source" },
        "pages": [{ "id": "1", "questions": questions }, { "id": "2", "questions": half }],
    })
}

/// The table of the design.
pub fn table() -> Table {
    Table::new(design().to_string().as_bytes(), None).unwrap()
}

/// A response with answers to some questions.
pub fn response(id: &str, answers: &[(&str, Value)]) -> Value {
    let questions: Vec<Value> = answers.iter().map(|(id, answers)| json!({ "answers": answers, "id": id })).collect();
    json!({
        "pages": [{ "id": "1", "questions": [] }, { "id": "2", "questions": questions }],
        "id": id, "collector_id": "7", "response_status": "completed", "date_created": "2026-01-02T03:04:05+00:00",
        "total_time": 9, "ip_address": "", "custom_value": "c", "custom_variables": { "source": "mail" },
    })
}

/// The number of the question of a kind.
pub fn number(family: &str, subtype: &str) -> String {
    let found = KINDS.iter().position(|kind| kind.family.as_str() == family && kind.subtype.as_str() == subtype);
    (found.unwrap() + 100).to_string()
}
