//! How a test answers a question of any kind: what it types, and what the API must say then.

use super::browser::Form;
use serde_json::{Value, json};

fn str<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or("")
}

fn visible(list: &Value) -> Vec<&Value> {
    let mut list: Vec<&Value> =
        list.as_array().map(|list| list.iter().filter(|item| item["visible"] == true).collect()).unwrap_or_default();
    list.sort_by_key(|item| item["position"].as_u64());
    list
}

/// Fills in a question; the answers that the API gives back. None if the question takes no answer.
pub fn fill(question: &Value, form: &mut Form) -> Option<Value> {
    let field = format!("q{}", str(question, "id"));
    let display = str(&question["display_options"], "display_type");
    let answers = &question["answers"];
    let (rows, choices) = (visible(&answers["rows"]), visible(&answers["choices"]));
    let choices: Vec<&Value> = choices.into_iter().filter(|choice| choice["is_na"] != true).collect();
    let kind = (str(question, "family"), str(question, "subtype"));
    let other = &answers["other"];
    let mut expected = Vec::new();
    let id = |value: &Value| value["id"].as_str().unwrap().to_owned();
    match kind {
        ("presentation" | "click_map", _) => return None,
        ("single_choice", _) if other["is_answer_choice"] == true => {
            form.set(&field, &[&id(other)]);
            form.set(&format!("{field}.other"), &["<b>Something</b> \"else\""]);
            expected.push(json!({ "other_id": other["id"], "text": "<b>Something</b> \"else\"" }));
        }
        ("single_choice", _) => {
            form.set(&field, &[&id(choices[1])]);
            expected.push(json!({ "choice_id": choices[1]["id"] }));
        }
        ("multiple_choice", _) => {
            form.set(&field, &[&id(choices[0]), &id(choices[2])]);
            expected.extend([json!({ "choice_id": choices[0]["id"] }), json!({ "choice_id": choices[2]["id"] })]);
            if other["is_answer_choice"] == true {
                form.set(&format!("{field}.other"), &["One more"]);
                expected.push(json!({ "other_id": other["id"], "text": "One more" }));
            }
        }
        ("matrix", "menu") => {
            for row in &rows {
                for column in visible(&answers["cols"]) {
                    let choice = visible(&column["choices"])[1];
                    form.set(&format!("{field}.{}.{}", id(row), id(column)), &[&id(choice)]);
                    let answer = json!({ "row_id": row["id"], "col_id": column["id"], "choice_id": choice["id"] });
                    expected.push(answer);
                }
            }
        }
        ("matrix", "multi") => {
            for row in &rows {
                form.set(&format!("{field}.{}", id(row)), &[&id(choices[0]), &id(choices[1])]);
                expected.push(json!({ "row_id": row["id"], "choice_id": choices[0]["id"] }));
                expected.push(json!({ "row_id": row["id"], "choice_id": choices[1]["id"] }));
            }
        }
        ("matrix", _) => {
            for (place, row) in rows.iter().enumerate() {
                let choice = choices[place % choices.len()];
                form.set(&format!("{field}.{}", id(row)), &[&id(choice)]);
                let mut answer = json!({ "row_id": row["id"], "choice_id": choice["id"] });
                if let Some(weight) = choice["weight"].as_u64() {
                    answer["choice_metadata"] = json!({ "weight": weight.to_string() });
                }
                expected.push(answer);
                if other["apply_all_rows"] == true {
                    form.set(&format!("{field}.{}.other", id(row)), &["Because"]);
                    expected.push(json!({ "row_id": row["id"], "other_id": other["id"], "text": "Because" }));
                }
            }
        }
        ("open_ended", "single") if display == "file_upload" => {
            form.files.push((field.clone(), "sea view.png".to_owned(), b"\x89PNG\r\n\x1a\n".to_vec()));
            expected.push(json!({ "content_type": "image/png", "text": "sea view.png" }));
        }
        ("open_ended", "single" | "essay") => {
            let words = match (display, str(&question["validation"], "type")) {
                ("slider", _) => "75",
                (_, "email") => "ada@lovelace.example",
                _ => "One & <two>",
            };
            form.set(&field, &[words]);
            expected.push(json!({ "text": words, "tag_data": [] }));
        }
        (family, subtype) => {
            for (place, row) in rows.iter().enumerate() {
                let field = format!("{field}.{}", id(row));
                let typed = match (family, subtype, str(row, "type")) {
                    ("open_ended", "numerical", _) => ["50", "30", "20"][place],
                    ("datetime", "both", _) => {
                        form.set(&format!("{field}.date"), &["03/05/2026"]);
                        form.set(&format!("{field}.time"), &["09:30 PM"]);
                        "03/05/2026 09:30 PM"
                    }
                    ("datetime", "date_only", _) => "12/31/2025",
                    ("datetime", "time_only", _) => "07:05 AM",
                    (_, _, "email") => "grace@hopper.example",
                    _ => "Line \u{e9} 1",
                };
                if subtype != "both" {
                    form.set(&field, &[typed]);
                }
                expected.push(json!({ "row_id": row["id"], "text": typed }));
            }
        }
    }
    if other.is_object() && other["is_answer_choice"] != true && other["apply_all_rows"] != true {
        form.set(&format!("{field}.other"), &["A comment,\non two lines"]);
        expected.push(json!({ "other_id": other["id"], "text": "A comment,\non two lines" }));
    }
    Some(Value::Array(expected))
}
