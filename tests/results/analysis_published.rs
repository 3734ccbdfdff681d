//! Crosstabs of published data, from responses to percentages, p-values and letters.

use crate::analysis_oracle::same;
use crate::analysis_world::{list, query, store_of};
use crate::statistics::{AUTOMATIC, MANUAL};
use canvass::results::store::Store;
use serde_json::{Value, json};

/// A question of one choice, whose choices have their labels as ids.
fn single(id: &str, choices: &[&str]) -> Value {
    question(id, ["single_choice", "vertical"], choices)
}

fn question(id: &str, [family, subtype]: [&str; 2], choices: &[&str]) -> Value {
    let choices: Vec<Value> =
        choices.iter().map(|label| json!({ "id": format!("{id}-{label}"), "text": label })).collect();
    json!({ "id": id, "family": family, "subtype": subtype, "headings": [{ "heading": id }], "answers": { "choices": choices } })
}

/// A completed response with these questions and answers.
fn response(number: usize, answers: Vec<(&str, Vec<Value>)>) -> Value {
    let questions: Vec<Value> = answers
        .into_iter()
        .filter(|(_, answers)| !answers.is_empty())
        .map(|(id, answers)| json!({ "id": id, "answers": answers }))
        .collect();
    json!({
        "id": (5_000 + number).to_string(), "survey_id": "1", "collector_id": "2", "recipient_id": "", "response_status": "completed",
        "collection_mode": "default", "total_time": 60, "custom_value": "", "custom_variables": {}, "page_path": [],
        "pages": [{ "id": "10", "questions": questions }], "edit_url": "", "analyze_url": "", "href": "",
        "date_created": "2026-03-05T18:06:31+00:00", "date_modified": "2026-03-05T18:06:31+00:00",
    })
}

fn survey(questions: Vec<Value>, responses: &[Value]) -> Store {
    store_of(&json!({ "id": "1", "pages": [{ "id": "10", "title": "", "questions": questions }] }), responses)
}

fn pick(id: &str, label: &str) -> Vec<Value> {
    vec![json!({ "choice_id": format!("{id}-{label}") })]
}

/// R's `mtcars`: cylinders, miles per gallon and transmission.
fn cars() -> Store {
    let numerical = json!({
        "id": "mpg", "family": "open_ended", "subtype": "numerical", "headings": [{ "heading": "mpg" }],
        "answers": { "rows": [{ "id": "mpg-row", "text": "Miles" }] },
    });
    let mut responses = Vec::new();
    for (am, miles, cylinders) in [("auto", &AUTOMATIC[..], [3, 4, 12]), ("manual", &MANUAL[..], [8, 3, 2])] {
        let labels = ["4", "6", "8"].into_iter().zip(cylinders).flat_map(|(label, count)| vec![label; count]);
        for (miles, label) in miles.iter().zip(labels) {
            let entered = vec![json!({ "row_id": "mpg-row", "text": miles.to_string() })];
            responses.push(response(
                responses.len(),
                vec![("cyl", pick("cyl", label)), ("mpg", entered), ("am", pick("am", am))],
            ));
        }
    }
    survey(vec![single("cyl", &["4", "6", "8"]), numerical, single("am", &["auto", "manual"])], &responses)
}

/// One in each cell of a line: percent with one decimal and letters.
#[track_caller]
fn line(table: &Value, label: &str, expected: &[(f64, &str)]) {
    let row = list(&table["rows"]).iter().find(|row| row["label"] == label).unwrap();
    let found: Vec<(f64, &str)> = list(&row["cells"])
        .iter()
        .map(|cell| ((cell["percent"].as_f64().unwrap() * 10.0).round() / 10.0, cell["letters"].as_str().unwrap()))
        .collect();
    assert_eq!(found, expected, "{label}");
}

#[test]
fn cylinders_by_transmission() {
    let table = query(
        &cars(),
        "crosstab",
        &json!({ "rows": { "question": "cyl" }, "columns": [{ "question": "am" }], "min_base": 0 }),
    );
    line(&table, "4", &[(15.8, ""), (61.5, "A")]);
    line(&table, "6", &[(21.1, ""), (23.1, "")]);
    line(&table, "8", &[(63.2, "B"), (15.4, "")]);
    let totals: Vec<f64> = list(&table["rows"])
        .iter()
        .map(|row| (row["total"]["percent"].as_f64().unwrap() * 10.0).round() / 10.0)
        .collect();
    assert_eq!((totals, &table["total"]["base"]), (vec![34.4, 21.9, 43.8], &json!(32)));
    let block = &table["blocks"][0];
    assert_eq!(
        [&block["tested"], &block["overlapping"], &block["comparisons"]],
        [&json!(true), &json!(false), &json!(1)]
    );
    assert_eq!(
        block["columns"],
        json!([
            { "id": "am-auto", "label": "auto", "letter": "A", "base": 19, "small": false },
            { "id": "am-manual", "label": "manual", "letter": "B", "base": 13, "small": false },
        ])
    );
    assert_eq!((&table["note"], &table["means"]), (&json!([]), &Value::Null));
    let with_rule =
        query(&cars(), "crosstab", &json!({ "rows": { "question": "cyl" }, "columns": [{ "question": "am" }] }));
    line(&with_rule, "4", &[(15.8, ""), (61.5, "")]);
    assert_eq!((&with_rule["note"], &with_rule["blocks"][0]["tested"]), (&json!(["small_base"]), &json!(false)));
}

#[test]
fn miles_by_transmission() {
    let table = query(
        &cars(),
        "crosstab",
        &json!({ "rows": { "question": "mpg", "row": "mpg-row" }, "columns": [{ "question": "am" }], "min_base": 0 }),
    );
    let cells: Vec<(String, &str)> = list(&table["means"]["cells"])
        .iter()
        .map(|cell| (format!("{:.3}", cell["mean"].as_f64().unwrap()), cell["letters"].as_str().unwrap()))
        .collect();
    assert_eq!(cells, [("17.147".to_owned(), ""), ("24.392".to_owned(), "A")]);
    assert_eq!((&table["rows"], &table["chi_square"]), (&json!([]), &Value::Null));
    let total = AUTOMATIC.iter().chain(&MANUAL).sum::<f64>() / 32.0;
    same(&table["means"]["total"], &json!({ "mean": total, "n": 32 }), "total");
}

/// Groups of these sizes, in each of which so many picked each answer of a question.
fn groups(kind: [&str; 2], labels: &[&str], sizes: &[(&str, usize)], counts: &[&[usize]]) -> Store {
    let mut responses = Vec::new();
    for (group, (name, size)) in sizes.iter().enumerate() {
        for position in 0..*size {
            let mut answers: Vec<Value> = Vec::new();
            let mut before = 0;
            for (label, counts) in labels.iter().zip(counts) {
                // One choice each in a row of its own, or all of those who are early enough.
                let start = if kind[0] == "single_choice" { before } else { 0 };
                if (start..start + counts[group]).contains(&position) {
                    answers.extend(pick("q", label));
                }
                before += counts[group];
            }
            if answers.is_empty() {
                answers.extend(pick("q", "Rest"));
            }
            responses.push(response(responses.len(), vec![("q", answers), ("group", pick("group", name))]));
        }
    }
    let names: Vec<&str> = sizes.iter().map(|(name, _)| *name).collect();
    let labels: Vec<&str> = labels.iter().copied().chain(["Rest"]).collect();
    survey(vec![question("q", kind, &labels), single("group", &names)], &responses)
}

const MULTIPLE: [&str; 2] = ["multiple_choice", "vertical"];

fn by_group(store: &Store, more: Value) -> Value {
    let mut question = json!({ "rows": { "question": "q" }, "columns": [{ "question": "group" }] });
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    query(store, "crosstab", &question)
}

#[test]
fn likes_by_age() {
    let labels = ["Appearance", "Consistency", "Taste", "Stuffing", "Nuts"];
    let store = groups(
        MULTIPLE,
        &labels,
        &[("18-29", 70), ("30-39", 80)],
        &[&[15, 29], &[3, 15], &[27, 21], &[14, 27], &[51, 49]],
    );
    let table = by_group(&store, json!({}));
    line(&table, "Appearance", &[(21.4, ""), (36.3, "A")]);
    line(&table, "Consistency", &[(4.3, ""), (18.8, "A")]);
    line(&table, "Taste", &[(38.6, "b"), (26.3, "")]);
    line(&table, "Stuffing", &[(20.0, ""), (33.8, "a")]);
    line(&table, "Nuts", &[(72.9, "b"), (61.3, "")]);
    assert_eq!((&table["note"], &table["chi_square"]), (&json!(["multiple"]), &Value::Null));
    let strict = by_group(&store, json!({ "confidence": [95] }));
    line(&strict, "Taste", &[(38.6, ""), (26.3, "")]);
    line(&strict, "Consistency", &[(4.3, ""), (18.8, "A")]);
}

#[test]
fn likes_by_preference() {
    let sizes = [("first", 94), ("second", 50), ("neither", 6)];
    let store = groups(MULTIPLE, &["Taste", "Consistency"], &sizes, &[&[22, 24, 0], &[8, 7, 3]]);
    let table = by_group(&store, json!({}));
    line(&table, "Taste", &[(23.4, ""), (48.0, "A"), (0.0, "")]);
    line(&table, "Consistency", &[(8.5, ""), (14.0, ""), (50.0, "")]);
    let small: Vec<&Value> = list(&table["blocks"][0]["columns"]).iter().map(|column| &column["small"]).collect();
    assert_eq!(small, [false, false, true]);
    assert_eq!((&table["note"], &table["blocks"][0]["comparisons"]), (&json!(["small_base", "multiple"]), &json!(1)));
    let without_rule = by_group(&store, json!({ "min_base": 0, "confidence": [95] }));
    line(&without_rule, "Consistency", &[(8.5, ""), (14.0, ""), (50.0, "A B")]);
}

#[test]
fn ratings_by_age_and_by_preference() {
    let single_choice = ["single_choice", "vertical"];
    let by_age = groups(single_choice, &["Very good"], &[("18-29", 70), ("30-39", 80)], &[&[17, 33]]);
    line(&by_group(&by_age, json!({})), "Very good", &[(24.3, ""), (41.3, "A")]);
    let by_preference = groups(single_choice, &["Neither"], &[("first", 94), ("second", 50)], &[&[14, 1]]);
    line(&by_group(&by_preference, json!({})), "Neither", &[(14.9, "B"), (2.0, "")]);
}

#[test]
fn chi_square_of_a_table_of_one_choice() {
    // Gender and party in Agresti 2007, as R's `chisq.test` has it.
    let store = groups(
        ["single_choice", "vertical"],
        &["Democrat", "Independent", "Republican"],
        &[("F", 1557), ("M", 1200)],
        &[&[762, 484], &[327, 239], &[468, 477]],
    );
    let table = by_group(&store, json!({}));
    let test = &table["chi_square"][0];
    assert_eq!(
        (format!("{:.6}", test["statistic"].as_f64().unwrap()), &test["df"], &test["warning"]),
        ("30.070149".to_owned(), &json!(2), &json!(false))
    );
    assert!(
        (test["p"].as_f64().unwrap() - 2.9536e-7).abs() < 5e-12 && (test["v"].as_f64().unwrap() - 0.1044).abs() < 5e-5
    );
}
