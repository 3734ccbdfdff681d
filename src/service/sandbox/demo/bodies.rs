//! The designs of the demo world in stored form: questions, surveys and collectors as JSON.

use super::design::{DemoChoice, DemoCollector, DemoQuestion, DemoRow, DemoSurvey, Display, Other, QuestionKey};
use crate::service::surveys::collectors::default_settings;
use crate::spec::questions::Family;
use crate::spec::questions::Subtype::{Ranking, Rating};
use serde_json::{Map, Value, json};

/// A question without id, position and URL. `origin` is that of its pictures.
pub fn question_body(origin: &str, key: QuestionKey, question: &DemoQuestion) -> Value {
    let mut body = json!({
        "visible": question.visible,
        "family": question.family.as_str(),
        "subtype": question.subtype.as_str(),
        "layout": null,
    });
    let mut add = |name: &str, value: Value| body.as_object_mut().and_then(|body| body.insert(name.to_owned(), value));
    if question.family == Family::Presentation {
        add("nickname", question.heading.into());
    }
    add("headings", headings_json(origin, key, question));
    add(
        "sorting",
        question.sorting.map_or(Value::Null, |sorting| json!({ "type": sorting.as_str(), "ignore_last": false })),
    );
    add(
        "required",
        question.required.map_or(Value::Null, |(kind, amount)| {
            json!({ "text": "This question requires an answer.", "type": kind.as_str(), "amount": amount })
        }),
    );
    add("validation", validation_json(question));
    add("forced_ranking", false.into());
    if let Some(display) = &question.display {
        add("display_options", display_json(key, display));
    }
    let answers = answers_json(origin, key, question);
    if !answers.is_empty() {
        add("answers", Value::Object(answers));
    }
    body
}

fn headings_json(origin: &str, key: QuestionKey, question: &DemoQuestion) -> Value {
    if !question.variants.is_empty() {
        let variants = (1_u64..).zip(question.variants).map(|(position, (text, name, percent))| {
            let assignment =
                json!({ "id": key.label_id(position), "percent": percent, "position": position, "variable_name": name });
            json!({ "heading": text, "random_assignment": assignment })
        });
        return variants.collect();
    }
    match question.image {
        Some(path) => {
            json!([{ "heading": "", "description": question.heading, "image": { "url": format!("{origin}{path}") } }])
        }
        None => json!([{ "heading": question.heading }]),
    }
}

fn validation_json(question: &DemoQuestion) -> Value {
    let Some((kind, [min, max])) = question.validation else { return Value::Null };
    json!({
        "type": kind.as_str(),
        "text": "The comment you entered is in an invalid format.",
        "min": min,
        "max": max,
        "sum": question.sum,
        "sum_text": question.sum.map(|sum| format!("The numbers must add up to {sum}.")).unwrap_or_default(),
    })
}

fn display_json(key: QuestionKey, display: &Display) -> Value {
    match display {
        Display::Pictures => json!({ "display_type": "image_choice" }),
        Display::Emoji(picture) => json!({
            "display_type": "emoji",
            "display_subtype": picture.as_str(),
            "show_display_number": false,
            "custom_options": { "color": "#f5a623" },
        }),
        Display::Slider(left, middle, right) => json!({
            "display_type": "slider",
            "left_label": left,
            "left_label_id": key.label_id(1),
            "middle_label": middle,
            "middle_label_id": key.label_id(2),
            "right_label": right,
            "right_label_id": key.label_id(3),
            "show_display_number": true,
            "custom_options": { "starting_position": 50, "step_size": 1 },
        }),
        Display::Upload(kinds) => json!({ "display_type": "file_upload", "custom_options": { "option_set": kinds } }),
    }
}

fn answers_json(origin: &str, key: QuestionKey, question: &DemoQuestion) -> Map<String, Value> {
    let mut answers = Map::new();
    if !question.rows.is_empty() {
        let rows = (1_u64..).zip(question.rows).map(|(position, table)| row_json(key, position, table));
        answers.insert("rows".to_owned(), rows.collect());
    }
    if !question.cols.is_empty() {
        let columns =
            (1_u64..).zip(question.cols).map(|(position, (text, choices))| column_json(key, position, text, choices));
        answers.insert("cols".to_owned(), columns.collect());
    }
    if !question.choices.is_empty() {
        let choices = (1_u64..)
            .zip(question.choices)
            .map(|(position, table)| choice_json(origin, key, position, question, table));
        answers.insert("choices".to_owned(), choices.collect());
    }
    if let Some(table) = question.other {
        answers.insert("other".to_owned(), other_json(key, table, question.choices.len()));
    }
    answers
}

fn row_json(key: QuestionKey, position: u64, row: &DemoRow) -> Value {
    let mut body = json!({ "id": key.row_id(position), "text": row.text, "position": position, "visible": true });
    if let (Some(detail), Some(fields)) = (row.detail, body.as_object_mut()) {
        fields.insert("type".to_owned(), detail.as_str().into());
        fields.insert("required".to_owned(), (position == 1).into());
    }
    body
}

fn column_json(key: QuestionKey, column: u64, text: &str, choices: &[&str]) -> Value {
    let choices = (1_u64..).zip(choices).map(|(position, text)| {
        let id = key.column_choice_id(column, position);
        json!({ "id": id, "text": text, "position": position, "visible": true, "is_na": false })
    });
    let choices: Value = choices.collect();
    json!({ "id": key.column_id(column), "text": text, "position": column, "visible": true, "choices": choices })
}

fn choice_json(origin: &str, key: QuestionKey, position: u64, question: &DemoQuestion, choice: &DemoChoice) -> Value {
    let mut body =
        json!({ "id": key.choice_id(position), "text": choice.text, "position": position, "visible": choice.visible });
    let Some(fields) = body.as_object_mut() else { return body };
    fields.insert("quiz_options".to_owned(), json!({ "score": 0 }));
    if question.family == Family::Matrix {
        fields.insert("description".to_owned(), "".into());
        if let Some(weight) = choice.weight.filter(|_| matches!(question.subtype, Rating | Ranking)) {
            fields.insert("weight".to_owned(), weight.into());
        }
        fields.insert("is_na".to_owned(), choice.is_na.into());
    }
    if let Some(path) = choice.image {
        let (url, s3_key) = (format!("{origin}{path}"), format!("choices/{}", key.choice_id(position)));
        fields.insert("image".to_owned(), json!({ "url": url, "s3_key": s3_key }));
    }
    body
}

fn other_json(key: QuestionKey, other: Other, choices: usize) -> Value {
    let (text, is_answer_choice, apply_all_rows) = match other {
        Other::Answer(text) => (text, true, false),
        Other::Comment(text) => (text, false, false),
        Other::EveryRow(text) => (text, false, true),
    };
    json!({
        "id": key.other_id(),
        "text": text,
        "visible": true,
        "is_answer_choice": is_answer_choice,
        "apply_all_rows": apply_all_rows,
        "position": choices.saturating_add(1),
        "num_chars": 50,
        "num_lines": if is_answer_choice { 1 } else { 3 },
        "error_text": "Please write something.",
    })
}

/// The fields of a survey that have no column.
pub fn survey_body(survey: &DemoSurvey) -> Value {
    let [next, previous, done] = match survey.language {
        "de" => ["Weiter", "Zurück", "Fertig"],
        "fr" => ["Suivant", "Précédent", "Terminé"],
        _ => ["Next", "Prev", "Done"],
    };
    let buttons = json!({ "next_button": next, "prev_button": previous, "done_button": done, "exit_button": "" });
    let variables = match (survey.number, survey.story) {
        (1, _) => json!({ "source": "Where the link was found" }),
        (_, Some(_)) => json!({ "source": "Where the link was found", "group": "Group of customers" }),
        _ => json!({}),
    };
    json!({ "buttons_text": buttons, "footer": true, "custom_variables": variables, "theme_id": "1507280", "template_id": null })
}

/// The fields of a collector that have no column.
pub fn collector_body(collector: &DemoCollector, sender: &str) -> Value {
    let mut settings = default_settings(collector.kind, sender);
    settings.insert("anonymous_type".to_owned(), collector.anonymous.as_str().into());
    Value::Object(settings)
}
