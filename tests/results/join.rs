//! Random surveys: a table loses no answer and invents none, in one go or in several.

use crate::oracle::{reckon, words};
use crate::random::{Survey, survey, text};
use crate::{EXACT, SAFE, page, rows, written};
use canvass::results::{ColumnContent, Format, Table};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

fn table(survey: &Survey, translated: bool) -> Table {
    let translation = survey.translation.to_string();
    let translation = translated.then_some(translation.as_bytes());
    Table::new(survey.design.to_string().as_bytes(), translation).unwrap()
}

/// Values in an order of their own, so that equal collections are equal lists.
fn sorted(values: impl IntoIterator<Item = Value>) -> Vec<String> {
    let mut values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.sort();
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_table_loses_no_answer_and_invents_none(survey in survey(), translated: bool) {
        let mut table = table(&survey, translated);
        let words = words(translated.then_some(&survey.translation));
        let columns = table.columns().to_vec();
        let made = rows(&mut table, &survey.responses);
        prop_assert_eq!(made.len(), survey.responses.len());
        for (mut row, response) in made.into_iter().zip(&survey.responses) {
            let expected = reckon(response, &survey.design, &columns, &words);
            let unmatched = row.remove("unmatched").unwrap_or_default();
            let unmatched = serde_json::Deserializer::from_str(&unmatched).into_iter::<Value>().map(Result::unwrap);
            prop_assert_eq!(sorted(unmatched), sorted(expected.unmatched));
            prop_assert_eq!(row, expected.cells);
        }
    }

    #[test]
    fn keys_and_headings_are_distinct_and_the_same_in_every_export(survey in survey()) {
        let (one, other) = (table(&survey, false), table(&survey, true));
        prop_assert_eq!(one.fingerprint(), other.fingerprint());
        prop_assert_eq!(one.columns().to_vec(), table(&survey, false).columns().to_vec());
        for table in [&one, &other] {
            let parts = |part: fn(&canvass::results::Column) -> &str| {
                let mut all: Vec<&str> = table.columns().iter().map(part).collect();
                all.sort_unstable();
                all.windows(2).all(|pair| pair[0] != pair[1])
            };
            prop_assert!(parts(|column| &column.key));
            prop_assert!(parts(|column| &column.heading));
            let told: Value = serde_json::from_str(&table.columns_json()).unwrap();
            for (told, column) in told.as_array().unwrap().iter().zip(table.columns()) {
                prop_assert_eq!(&told["key"], &json!(column.key));
                prop_assert_eq!(&told["heading"], &json!(column.heading));
            }
        }
        prop_assert_eq!(one.columns().last().unwrap().content, ColumnContent::Unmatched);
        let mut fewer = survey.design.clone();
        let gone = fewer["pages"][1]["questions"].as_array_mut().unwrap().pop().unwrap();
        let fewer = Table::new(fewer.to_string().as_bytes(), None).unwrap();
        let had_columns = one.columns().iter().any(|column| json!(column.question_id) == gone["id"]);
        prop_assert_eq!(fewer.fingerprint() != one.fingerprint(), had_columns);
    }

    /// Pages of any size, and a second table that goes on behind what the first one wrote.
    #[test]
    fn an_export_in_parts_is_the_export(survey in survey(), at in any::<Index>(), width in 1_usize..4) {
        for format in [EXACT, SAFE, Format::JsonLines] {
            let whole = written(&mut table(&survey, false), &survey.responses, format);
            let (mut first, mut second) = (table(&survey, false), table(&survey, false));
            prop_assert_eq!(first.columns(), second.columns());
            let pages: Vec<Vec<u8>> = survey.responses.chunks(width).map(page).collect();
            let stop = at.index(survey.responses.len());
            let mut out = String::new();
            let mut early = Vec::new();
            for (number, responses) in survey.responses.chunks(width).enumerate() {
                // The first table ends in the middle of a page; the second one gets that page again.
                let taken = stop.saturating_sub(number * width).min(responses.len());
                early.extend_from_slice(&responses[..taken]);
                if taken < responses.len() {
                    out.push_str(&written(&mut first, &early, format));
                    second.skip_responses(taken);
                    for page in &pages[number..] {
                        second.write_page(page, format, &mut out).unwrap();
                    }
                    break;
                }
            }
            prop_assert_eq!(&out, &whole);
        }
    }

    /// Whatever stands in a page: an error or rows, never a panic, and rows are always JSON.
    #[test]
    fn a_page_of_anything_is_rows_or_an_error(survey in survey(), at in any::<Index>(), byte: u8, inserted in text()) {
        let mut bytes = page(&survey.responses);
        let place = at.index(bytes.len());
        bytes[place] = byte;
        let mut out = String::new();
        if table(&survey, false).write_page(&bytes, Format::Rows, &mut out).is_ok() {
            prop_assert!(serde_json::from_str::<Value>(&out).is_ok(), "{}", out);
        }
        let mut bytes = page(&survey.responses);
        bytes.splice(place..place, inserted.bytes());
        let _ = table(&survey, false).write_page(&bytes, EXACT, &mut String::new());
    }
}

#[test]
fn a_quiz_has_columns_for_its_score() {
    let design = |is_quiz: bool| json!({ "pages": [], "quiz_options": { "show_results": true, "is_quiz_mode": is_quiz }, "custom_variables": { "source": "" } });
    let response =
        |id: &str, score: Value| json!({ "id": id, "quiz_results": score, "custom_variables": { "source": "mail" } });
    let score = json!({ "correct": 3, "incorrect": 1, "partially_correct": 2, "total_questions": 6, "score": 7, "total_score": 10 });
    let responses = [response("1", score), response("2", Value::Null)];
    let mut quiz = Table::new(design(true).to_string().as_bytes(), None).unwrap();
    let mut csv = String::new();
    quiz.write_header(EXACT, &mut csv);
    csv.push_str(&written(&mut quiz, &responses, EXACT));
    let lines: Vec<&str> = csv.lines().collect();
    let score = "Score,Total score,Correct answers,Partially correct answers,Incorrect answers,Scored questions";
    assert!(lines[0].ends_with(&format!("Language,{score},source,Answers without a column")), "{csv}");
    assert!(lines[1].starts_with("1,") && lines[1].ends_with(",7,10,3,2,1,6,mail,"), "{csv}");
    assert!(lines[2].starts_with("2,") && lines[2].ends_with(",,,,,,,mail,"), "{csv}");
    let row = &rows(&mut quiz, &responses)[0];
    assert_eq!((row["quiz_results.score"].as_str(), row["custom_variables.source"].as_str()), ("7", "mail"));
    let mut other = Table::new(design(false).to_string().as_bytes(), None).unwrap();
    assert!(other.columns().iter().all(|column| !column.key.starts_with("quiz_results")));
    assert_eq!(rows(&mut other, &responses)[0]["custom_variables.source"], "mail");
}

/// Fails unless labels are the same in a table, in a summary of pages and in a store.
#[test]
fn labels_are_the_same_plain_text_in_exports_and_summaries() {
    let design = json!({ "pages": [{ "id": "1", "questions": [{
        "id": "5", "family": "matrix", "subtype": "single", "headings": [{ "heading": "Essay\n<b>A</b>" }],
        "answers": {
            "choices": [{ "id": "51", "text": "Tom &amp; Jerry <b>bold</b>" }, { "id": "52", "text": "<p></p>", "weight": 3 }],
            "rows": [{ "id": "61", "text": "<i>One</i>" }, { "id": "62", "text": "&nbsp;" }],
        },
    }] }] });
    let answers = json!([{ "row_id": "61", "choice_id": "51" }, { "row_id": "62", "choice_id": "52" }]);
    let responses = [json!({ "id": "1", "pages": [{ "id": "1", "questions": [{ "id": "5", "answers": answers }] }] })];
    let mut table = Table::new(design.to_string().as_bytes(), None).unwrap();
    let columns: Vec<_> = table.columns().iter().filter(|column| column.question_id == "5").cloned().collect();
    assert_eq!(columns[0].heading, "Essay A - One");
    assert_eq!((columns[0].row.as_str(), columns[1].row.as_str()), ("One", "Row 2"));
    let row = &rows(&mut table, &responses)[0];
    let cells = [&row[&columns[0].key], &row[&columns[1].key]];
    assert_eq!(cells, ["Tom & Jerry bold", "3"]);

    let found =
        crate::analysis_world::query(&crate::analysis_world::store_of(&design, &responses), "summary", &json!({}));
    let found = &found["questions"][0];
    let mut builder = canvass::results::summary::SummaryBuilder::new(design.to_string().as_bytes()).unwrap();
    builder.add_responses(&page(&responses)).unwrap();
    let counted = &builder.build_summary().questions[0];
    assert_eq!(
        (&found["heading"], &json!(counted.heading)),
        (&json!(columns[0].question), &json!(columns[0].question))
    );
    for (position, counted) in counted.rows.as_ref().unwrap().iter().enumerate() {
        let found = &found["rows"][position];
        assert_eq!(
            (&found["label"], &json!(counted.label)),
            (&json!(columns[position].row), &json!(columns[position].row))
        );
        let (choice, label) = (&counted.choices.as_ref().unwrap()[position], json!(cells[position]));
        assert_eq!((&found["choices"][position]["label"], &json!(choice.label)), (&label, &label));
    }
}
