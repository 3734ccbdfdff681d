//! Rules of the table, one by one.

use crate::design::{design, number, response, table};
use crate::{Cells, EXACT, SAFE, rows, written};
use canvass::results::{Column, ColumnContent, Format, Table};
use canvass::spec::questions::{KINDS, Parts, Picks};
use serde_json::{Value, json};

fn one(answers: &[(&str, Value)]) -> Cells {
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
        ("total_time", "9"),
        ("custom_variables.source", "mail"),
    ];
    assert_eq!(row, expected.map(|(key, value)| (key.to_owned(), value.to_owned())).into());
}

#[test]
fn choices_are_joined_by_id_and_repeated_texts_are_distinguished() {
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
    let dates = table().columns().iter().filter(|column| column.content == ColumnContent::Date).count();
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
    assert_eq!(table().columns().last().unwrap().content, ColumnContent::Unmatched);
}

#[test]
fn headings_and_keys_are_distinct() {
    let table = table();
    for part in [|c: &Column| c.heading.clone(), |c: &Column| c.key.clone()] {
        let mut all: Vec<String> = table.columns().iter().map(part).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}

#[test]
fn a_column_names_its_question_row_and_choice() {
    let told: Value = serde_json::from_str(&table().columns_json()).unwrap();
    let told = told.as_array().unwrap();
    assert_eq!(told.len(), table().columns().len());
    assert_eq!(told[0], json!({ "key": "id", "heading": "Response ID", "content": "metadata" }));
    let id = number("matrix", "multi");
    let key = format!("{id}.{id}-r2.{id}-c1");
    let expected = json!({
        "key": key, "heading": format!("Question {id} - Row 2 - Same [{id}-c1]"), "content": "picked",
        "question_id": id, "row_id": format!("{id}-r2"), "choice_id": format!("{id}-c1"),
        "family": "matrix", "subtype": "multi",
        "question": format!("Question {id}"), "row": "Row 2", "choice": format!("Same [{id}-c1]"),
    });
    assert_eq!(told.iter().find(|column| column["key"] == json!(key)), Some(&expected));
}

#[test]
fn a_row_without_a_text_is_numbered_or_left_out_if_it_is_the_only_one() {
    let matrix = |id: &str, rows: Value| {
        json!({ "id": id, "family": "matrix", "subtype": "rating", "headings": [{ "heading": "Stars" }], "answers": {
            "rows": rows, "choices": [{ "id": "9", "weight": 1 }], "other": { "id": "8", "text": "Why?", "apply_all_rows": true },
        } })
    };
    let stars = matrix("5", json!([{ "id": "6", "text": "" }]));
    let headings = |questions: Value| {
        let design = json!({ "pages": [{ "questions": questions }] }).to_string();
        let table = Table::new(design.as_bytes(), None).unwrap();
        let of_questions = table.columns().iter().filter(|column| !column.question_id.is_empty());
        of_questions.map(|column| (column.heading.clone(), column.row.clone())).collect::<Vec<_>>()
    };
    let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(heading, row)| ((*heading).to_owned(), (*row).to_owned())).collect()
    };
    let own = pairs(&[("Stars", ""), ("Stars - Why? [5.8]", ""), ("Stars - Why? [5.6.8]", "")]);
    assert_eq!(headings(json!([stars])), own);
    let three = json!([{ "id": "1", "text": "" }, { "id": "2", "text": "Up" }, { "id": "3", "text": "Row 1" }]);
    let names: Vec<String> = headings(json!([matrix("5", three), stars])).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names[..3], ["Stars - Row 1 [1]", "Stars - Up", "Stars - Row 1 [3]"]);
    let unique: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
}

#[test]
fn csv_has_one_line_a_response_and_a_cell_for_every_column() {
    let mut table = table();
    let mut text = String::new();
    table.write_header(SAFE, &mut text);
    let answer = response("1", &[("901", json!([{ "text": "=1+1" }]))]);
    text.push_str(&written(&mut table, &[answer, response("2", &[])], SAFE));
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').split("\r\n").collect();
    assert!(text.starts_with("\u{feff}Response ID,"));
    assert_eq!((lines.len(), lines[3]), (4, ""));
    assert!(lines[1].contains(",'=1+1,"));
    assert_eq!(lines[2].matches(',').count(), table.columns().len() - 1);
}

#[test]
fn the_rows_of_a_page_may_be_one_array() {
    let responses = [response("1", &[]), response("2", &[])];
    let array: Value = serde_json::from_str(&written(&mut table(), &responses, Format::Rows)).unwrap();
    assert_eq!(array, serde_json::to_value(rows(&mut table(), &responses)).unwrap());
    assert_eq!(written(&mut table(), &[], Format::Rows), "[]");
}

#[test]
fn what_the_response_says_of_the_respondent_goes_before_its_metadata() {
    let value = |text: &str| json!({ "type": "string", "value": text });
    let metadata = json!({
        "contact": { "email": value("deep@x.example"), "first_name": value("Ada"), "custom_value": value("deep") },
        "respondent": { "language": value("de"), "user_agent": value("unread") },
    });
    let mut first = response("1", &[]);
    first["metadata"] = metadata.clone();
    first["first_name"] = json!("");
    let mut last = json!({ "metadata": metadata, "email_address": "own@x.example", "language": null });
    last["id"] = json!("2");
    let rows = rows(&mut table(), &[first, last]);
    let cell = |row: usize, key: &str| rows[row].get(key).map(String::as_str);
    assert_eq!((cell(0, "email_address"), cell(0, "first_name")), (Some("deep@x.example"), Some("Ada")));
    assert_eq!((cell(0, "custom_value"), cell(0, "language")), (Some("c"), Some("de")));
    assert_eq!((cell(1, "email_address"), cell(1, "custom_value")), (Some("own@x.example"), Some("deep")));
    assert!(!rows[0].values().any(|cell| cell.contains("unread")));
}

#[test]
fn who_picks_other_and_writes_nothing_has_its_label() {
    assert_eq!(one(&[("101", json!([{ "other_id": "101-o" }]))])["101.101-o"], "Other");
    assert_eq!(one(&[("101", json!([{ "other_id": "101-o", "text": "" }]))])["101.101-o"], "Other");
}

fn with_variants() -> Value {
    let heading = |text: &str, id: &str| json!({ "heading": text, "random_assignment": { "percent": 50, "id": id } });
    json!({ "pages": [{ "questions": [{
        "id": "5", "family": "open_ended", "subtype": "single", "headings": [heading("Plain?", "71"), heading("Strong?", "72")],
    }] }] })
}

#[test]
fn a_question_with_several_headings_reports_which_one_was_seen() {
    let mut table = Table::new(with_variants().to_string().as_bytes(), None).unwrap();
    let seen = |id: &str| json!({ "pages": [{ "questions": [{ "id": "5", "variable_id": id, "answers": [{ "text": "x" }] }] }] });
    let rows = rows(&mut table, &[seen("72"), seen("99"), seen("")]);
    let cells: Vec<Option<&str>> = rows.iter().map(|row| row.get("5.variable_id").map(String::as_str)).collect();
    assert_eq!(cells, [Some("Strong?"), Some("99"), None]);
    assert!(rows.iter().all(|row| row["5"] == "x" && !row.contains_key("unmatched")));
    let column = table.columns().iter().find(|column| column.content == ColumnContent::Variant).unwrap();
    assert_eq!((column.heading.as_str(), column.question.as_str()), ("Plain? - Heading shown", "Plain?"));
    let other = one(&[]);
    assert!(!other.contains_key("unmatched"));
    let mut odd = response("1", &[("901", json!([]))]);
    odd["pages"][1]["questions"][0]["variable_id"] = json!("3");
    let kept = crate::rows(&mut crate::design::table(), &[odd]).remove(0);
    assert_eq!(kept["unmatched"], r#"{"question_id":"901","value":{"variable_id":"3"}}"#);
}

#[test]
fn headings_and_labels_may_be_those_of_a_translation() {
    let word = |context: &str, id: &str, default: &str, translation: &str| json!({ "context": context, "resource_id": id, "default": default, "translation": translation });
    let translation = json!({ "id": "ja", "enabled": true, "translations": [
        word("question_heading", "100", "Question 100", "質問"),
        word("question_description", "100", "Question 100", "no heading"),
        word("answer_choice", "100-c3", "Gone", "消えた"),
        word("answer_choice", "100-c1", "another text by now", "stale"),
        word("answer_other", "100-o", "Other", " "),
    ] });
    let mut table = Table::new(design().to_string().as_bytes(), Some(translation.to_string().as_bytes())).unwrap();
    let answers = [("100", json!([{ "choice_id": "100-c3" }])), ("101", json!([{ "choice_id": "101-c3" }]))];
    let row = rows(&mut table, &[response("1", &answers)]).remove(0);
    assert_eq!((row["100"].as_str(), row["101"].as_str()), ("消えた", "Gone"));
    let heading = |key: &str| &table.columns().iter().find(|column| column.key == key).unwrap().heading;
    assert_eq!((heading("100").as_str(), heading("100.100-o").as_str()), ("質問", "質問 - Other"));
    assert_eq!(table.fingerprint(), crate::design::table().fingerprint());
    let mut both = Table::new(
        with_variants().to_string().as_bytes(),
        Some(
            json!({ "translations": [
        word("question_heading", "5", "Strong?", "Stark?"),
    ] })
            .to_string()
            .as_bytes(),
        ),
    )
    .unwrap();
    let seen = json!({ "pages": [{ "questions": [{ "id": "5", "variable_id": "72", "answers": [] }] }] });
    assert_eq!(rows(&mut both, &[seen]).remove(0)["5.variable_id"], "Stark?");
    assert!(Table::new(design().to_string().as_bytes(), Some(b"[]")).is_err());
}

#[test]
fn a_page_describes_itself_as_its_fields_say() {
    let mut out = String::new();
    let page = br#"{ "page": "3", "data": [{}, {}], "per_page": 100, "total": 302 }"#;
    let mut table = table();
    table.skip_responses(1);
    let read = table.write_page(page, EXACT, &mut out).unwrap();
    assert_eq!((read.rows, read.responses), (1, 2));
    assert_eq!((read.page, read.per_page, read.total), (&b"\"3\""[..], &b"100"[..], &b"302"[..]));
}

#[test]
fn a_row_leaves_nothing_behind_for_the_next() {
    let rows = rows(&mut table(), &[response("1", &[("901", json!([{ "text": "5" }]))]), response("2", &[])]);
    assert_eq!((rows[0].get("901").map(String::as_str), rows[1].get("901")), (Some("5"), None));
}

#[test]
fn responses_that_an_earlier_table_has_are_left_out_once() {
    let mut table = table();
    table.skip_responses(1);
    let responses = [response("1", &[]), response("2", &[])];
    let first: Vec<String> = rows(&mut table, &responses).into_iter().map(|row| row["id"].clone()).collect();
    assert_eq!(first, ["2"]);
    assert_eq!(rows(&mut table, &responses).len(), 2);
}

#[test]
fn what_is_no_design_or_page_is_an_error() {
    assert!(Table::new(b"[]", None).is_err());
    assert!(Table::new(b"{", None).is_err());
    assert!(table().write_page(b"{\"data\":[{]}", EXACT, &mut String::new()).is_err());
    assert!(table().write_page(b"[]", EXACT, &mut String::new()).is_err());
    assert_eq!(table().write_page(b"{\"data\":[]}", EXACT, &mut String::new()).map(|read| read.rows), Ok(0));
}

#[test]
fn picks_of_one_and_many_have_different_columns() {
    let table = table();
    for (number, kind) in KINDS.iter().enumerate() {
        let id = (number + 100).to_string();
        let columns =
            table.columns().iter().filter(|column| column.question_id == id && column.content != ColumnContent::Other);
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
