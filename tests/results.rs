//! The table of results: every kind of question, joined by id, and no answer lost or invented.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use canvass::results::{Content, Format, Table};
use canvass::spec::questions::{KINDS, Parts, Picks};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A design with one question of every kind and the three displays; ids are made of the question's number.
fn design() -> Value {
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

fn table() -> Table {
    Table::new(design().to_string().as_bytes()).unwrap()
}

fn rows(table: &mut Table, responses: &[Value]) -> Vec<BTreeMap<String, String>> {
    let page = json!({ "page": 1, "data": responses, "per_page": 100, "total": responses.len() });
    let mut out = Vec::new();
    assert_eq!(table.page(page.to_string().as_bytes(), Format::JsonLines, &mut out), Ok(responses.len()));
    String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn response(id: &str, answers: &[(&str, Value)]) -> Value {
    let questions: Vec<Value> = answers.iter().map(|(id, answers)| json!({ "answers": answers, "id": id })).collect();
    json!({
        "pages": [{ "id": "1", "questions": [] }, { "id": "2", "questions": questions }],
        "id": id, "collector_id": "7", "response_status": "completed", "date_created": "2026-01-02T03:04:05+00:00",
        "total_time": 9, "ip_address": "", "custom_value": "c", "custom_variables": { "source": "mail" },
    })
}

fn one(answers: &[(&str, Value)]) -> BTreeMap<String, String> {
    rows(&mut table(), &[response("1", answers)]).remove(0)
}

#[test]
fn metadata_and_custom_variables_come_first() {
    let row = one(&[]);
    let expected = [
        ("id", "1"),
        ("collector_id", "7"),
        ("response_status", "completed"),
        ("date_created", "2026-01-02T03:04:05+00:00"),
        ("custom_value", "c"),
        ("custom_variables.source", "mail"),
    ];
    assert_eq!(row, expected.map(|(key, value)| (key.to_owned(), value.to_owned())).into());
}

#[test]
fn choices_are_joined_by_id_and_repeated_texts_are_told_apart() {
    assert_eq!(one(&[("100", json!([{ "choice_id": "100-c1" }]))])["100"], "Same [100-c1]");
    assert_eq!(one(&[("100", json!([{ "choice_id": "100-c2" }]))])["100"], "Same [100-c2]");
    assert_eq!(one(&[("100", json!([{ "choice_id": "100-c3" }]))])["100"], "Gone");
    assert_eq!(one(&[("100", json!([{ "choice_id": "100-c4" }]))])["100"], "4", "an empty text has its weight");
    assert_eq!(one(&[("100", json!([{ "choice_id": "77" }]))])["100"], "77", "an unknown id stays");
}

#[test]
fn other_may_be_the_answer_or_a_comment() {
    let comment = one(&[("100", json!([{ "choice_id": "100-c3" }, { "other_id": "100-o", "text": "because" }]))]);
    assert_eq!((comment["100"].as_str(), comment["100.100-o"].as_str()), ("Gone", "because"));
    let answer = one(&[("101", json!([{ "other_id": "101-o", "text": "mine" }]))]);
    assert_eq!((answer.get("101"), answer["101.101-o"].as_str()), (None, "mine"));
}

fn number(family: &str, subtype: &str) -> String {
    let found = KINDS.iter().position(|kind| kind.family.as_str() == family && kind.subtype.as_str() == subtype);
    (found.unwrap() + 100).to_string()
}

#[test]
fn a_matrix_has_a_cell_for_every_row_choice_or_column() {
    let id = number("matrix", "rating");
    let row = one(&[(
        &id,
        json!([
            { "row_id": format!("{id}-r1"), "choice_id": format!("{id}-c4"), "choice_metadata": { "weight": "4" } },
            { "row_id": format!("{id}-r2"), "other_id": format!("{id}-o"), "text": "of this row" },
            { "other_id": format!("{id}-o"), "text": "of all" },
        ]),
    )]);
    assert_eq!(row[&format!("{id}.{id}-r1")], "4");
    assert_eq!(row[&format!("{id}.{id}-r2.{id}-o")], "of this row");
    assert_eq!(row[&format!("{id}.{id}-o")], "of all");

    let id = number("matrix", "multi");
    let picked = |choice: u8| json!({ "row_id": format!("{id}-r1"), "choice_id": format!("{id}-c{choice}") });
    let row = one(&[(&id, json!([picked(3), picked(4)]))]);
    assert_eq!(row[&format!("{id}.{id}-r1.{id}-c3")], "Gone");
    assert_eq!(row[&format!("{id}.{id}-r1.{id}-c4")], "4");

    let id = number("matrix", "menu");
    let menu = json!([{ "row_id": format!("{id}-r2"), "col_id": format!("{id}-l1"), "choice_id": format!("{id}-c2") }]);
    assert_eq!(one(&[(&id, menu)])[&format!("{id}.{id}-r2.{id}-l1")], "No");
}

#[test]
fn texts_dates_files_and_sliders_stand_in_their_cells() {
    for (family, subtype) in [("open_ended", "multi"), ("demographic", "us"), ("datetime", "both")] {
        let id = number(family, subtype);
        let row = one(&[(&id, json!([{ "row_id": format!("{id}-r2"), "text": "01/02/2026 03:04 AM" }]))]);
        assert_eq!(row[&format!("{id}.{id}-r2")], "01/02/2026 03:04 AM");
    }
    let id = number("open_ended", "essay");
    assert_eq!(one(&[(&id, json!([{ "text": "line\nline", "tag_data": [] }]))])[&id], "line\nline");
    let file = one(&[(
        "900",
        json!([{ "download_url": "https://x.example/f", "content_type": "image/png", "text": "f.png" }]),
    )]);
    assert_eq!((file["900.file"].as_str(), file["900.name"].as_str()), ("https://x.example/f", "f.png"));
    assert_eq!(one(&[("901", json!([{ "text": "-3" }]))])["901"], "-3");
    let dates = table().columns().iter().filter(|column| column.content == Content::Date).count();
    assert_eq!(dates, 6);
}

#[test]
fn what_has_no_cell_goes_into_the_last_column() {
    let click = number("click_map", "single");
    for (id, answer) in [
        ("5555", json!({ "text": "to a question that is gone" })),
        ("100", json!({ "row_id": "r", "choice_id": "100-c1" })),
        ("100", json!({ "text": "without other_id" })),
        ("105", json!({ "choice_id": "unknown" })),
        (click.as_str(), json!({ "x": 1, "y": 2 })),
    ] {
        let row = one(&[(id, json!([answer.clone()]))]);
        let kept: Value = serde_json::from_str(&row["unmatched"]).unwrap();
        assert_eq!(kept, json!({ "question_id": id, "value": answer }));
        assert!(!row.keys().any(|key| key.starts_with(id)), "{id}");
    }
    assert_eq!(table().columns().last().unwrap().content, Content::Unmatched);
}

#[test]
fn headings_and_keys_are_distinct() {
    let table = table();
    for part in [|c: &canvass::results::Column| c.heading.clone(), |c: &canvass::results::Column| c.key.clone()] {
        let mut all: Vec<String> = table.columns().iter().map(part).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
    let columns: Value = serde_json::to_value(table.columns()).unwrap();
    assert_eq!(columns.as_array().unwrap().len(), table.columns().len());
    assert_eq!(columns[0], json!({ "key": "id", "heading": "Response ID", "content": "metadata" }));
}

#[test]
fn csv_has_one_line_a_response_and_a_cell_for_every_column() {
    let mut table = table();
    let mut out = Vec::new();
    table.header(Format::CsvWithMark, &mut out);
    let answer = response("1", &[("901", json!([{ "text": "=1+1" }]))]);
    let page = json!({ "data": [answer, response("2", &[])] }).to_string();
    assert_eq!(table.page(page.as_bytes(), Format::Csv, &mut out), Ok(2));
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').split("\r\n").collect();
    assert!(text.starts_with("\u{feff}Response ID,"));
    assert_eq!((lines.len(), lines[3]), (4, ""));
    assert!(lines[1].contains(",'=1+1,"));
    assert_eq!(lines[2].matches(',').count(), table.columns().len() - 1);
}

#[test]
fn a_row_leaves_nothing_behind_for_the_next() {
    let rows = rows(&mut table(), &[response("1", &[("901", json!([{ "text": "5" }]))]), response("2", &[])]);
    assert_eq!((rows[0].get("901").map(String::as_str), rows[1].get("901")), (Some("5"), None));
}

#[test]
fn responses_that_an_earlier_table_has_are_left_out_once() {
    let mut table = table();
    table.pass_over(1);
    let mut out = Vec::new();
    let page = json!({ "data": [response("1", &[]), response("2", &[])] }).to_string();
    assert_eq!(table.page(page.as_bytes(), Format::JsonLines, &mut out), Ok(1));
    assert_eq!(table.page(page.as_bytes(), Format::JsonLines, &mut out), Ok(2));
}

#[test]
fn what_is_no_design_or_page_is_an_error_that_names_no_row() {
    assert!(Table::new(b"[]").is_err());
    assert!(Table::new(b"{").is_err());
    assert!(table().page(b"{\"data\":[{]}", Format::Csv, &mut Vec::new()).is_err());
    assert_eq!(table().page(b"{\"data\":[]}", Format::Csv, &mut Vec::new()), Ok(0));
}

/// A random answer to a question of the design; ids are now and then unknown.
fn answer(id: String) -> impl Strategy<Value = (String, Value)> {
    let part = |kind: &'static str, id: String, most: u8| {
        prop_oneof![
            1 => Just(None),
            4 => (1..=most).prop_map(move |n| Some(format!("{id}-{kind}{n}"))),
            1 => Just(Some("unknown".to_owned())),
        ]
    };
    let other = prop_oneof![3 => Just(None), 1 => Just(Some(format!("{id}-o"))), 1 => Just(Some("unknown".to_owned()))];
    let text = prop::option::of("[a-z,\"=\\n]{1,8}");
    (part("c", id.clone(), 4), part("r", id.clone(), 2), part("l", id.clone(), 2), other, text).prop_map(
        move |(choice, row, column, other, text)| {
            let parts =
                [("choice_id", choice), ("row_id", row), ("col_id", column), ("other_id", other), ("text", text)];
            let object: Map<String, Value> =
                parts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), json!(value?)))).collect();
            (id.clone(), Value::Object(object))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Counting words is enough: an answer that fits fills its cells, every other one stands in the last column whole.
    #[test]
    fn no_answer_is_lost_or_invented(answers in prop::collection::vec((100_usize..127).prop_map(|n| n.to_string()).prop_flat_map(answer), 0..6)) {
        let mut table = table();
        let metadata = table.columns().iter().filter(|c| matches!(c.content, Content::Metadata | Content::Variable)).count();
        let mut filled = Vec::new();
        let mut kept = 0;
        for (id, answer) in &answers {
            let row = rows(&mut table, &[response("1", &[(id, json!([answer]))])]).remove(0);
            let cells: BTreeMap<&String, &String> = row.iter().filter(|(key, _)| key.starts_with(id.as_str())).collect();
            let parts = answer.as_object().unwrap();
            match row.get("unmatched") {
                Some(json) => {
                    let whole: Value = serde_json::from_str(json).unwrap();
                    prop_assert_eq!(&whole["value"], answer);
                    prop_assert!(cells.is_empty());
                    kept += 1;
                }
                None => {
                    let written = parts.get("text").map(|text| text.as_str().unwrap());
                    let expected = usize::from(parts.contains_key("choice_id")) + usize::from(written.is_some());
                    prop_assert_eq!(cells.len(), expected, "{} {} {:?}", id, answer, cells);
                    if let Some(written) = written {
                        prop_assert!(cells.values().any(|cell| *cell == written));
                    }
                    // The ids of a chosen option are told by its cell: the key names the place, the label the choice.
                    if let Some(choice) = parts.get("choice_id").and_then(Value::as_str) {
                        let number = choice.rsplit('c').next().unwrap();
                        let label = ["", "Same [", "Same [", "Gone", "4"].get(number.parse::<usize>().unwrap_or(0)).unwrap();
                        let menu = KINDS[id.parse::<usize>().unwrap() - 100].parts == Parts::RowColumnChoice;
                        let told = |cell: &&&String| cell.as_str() == choice || menu || (!label.is_empty() && cell.starts_with(label));
                        prop_assert!(cells.values().any(|cell| told(&cell)), "{} {} {:?}", id, answer, cells);
                    }
                    filled.push(cells.len());
                }
            }
        }
        let all = rows(&mut table, &[response("1", &answers.iter().map(|(id, answer)| (id.as_str(), json!([answer]))).collect::<Vec<_>>())]).remove(0);
        let unmatched = all.get("unmatched").map_or(0, |text| serde_json::Deserializer::from_str(text).into_iter::<Value>().count());
        prop_assert_eq!(unmatched, kept);
        let cells: usize = all.iter().filter(|(key, _)| key.starts_with('1')).map(|(_, cell)| cell.split("; ").count()).sum();
        prop_assert_eq!(cells, filled.iter().sum::<usize>());
        prop_assert!(metadata >= 10);
    }
}

#[test]
fn picks_of_one_and_many_have_different_columns() {
    let table = table();
    for (number, kind) in KINDS.iter().enumerate() {
        let id = (number + 100).to_string();
        let columns =
            table.columns().iter().filter(|column| column.question_id == id && column.content != Content::Other);
        let expected = match (kind.parts, kind.picks) {
            (Parts::Nothing, _) => 0,
            (Parts::Choice, Picks::Many) | (Parts::RowColumnChoice, _) => 4,
            (Parts::RowChoice, Picks::ManyPerRow) => 8,
            (Parts::RowChoice | Parts::RowText, _) => 2,
            (Parts::File, _) => 2,
            _ => 1,
        };
        assert_eq!(columns.count(), expected, "{:?} {:?}", kind.family, kind.subtype);
    }
}
