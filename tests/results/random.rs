//! Random designs of every kind of question, random translations of them, and random responses.

use canvass::spec::questions::{DISPLAYS, KINDS, Kind, Parts};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

/// A survey: its design, a translation of some of its texts, and responses to it.
#[derive(Debug, Clone)]
pub struct Survey {
    pub design: Value,
    pub translation: Value,
    pub responses: Vec<Value>,
}

/// Texts that mislead careless readers.
const AWKWARD: &[&str] = &[
    "",
    " ",
    "Same",
    "Same",
    "a; b",
    "Tom &amp; Jerry <b>bold</b>",
    "<p> </p>",
    "=1+1",
    "+49 30",
    "-5",
    "-5 points",
    "@SUM(A1)",
    "\t=1",
    "\r\n",
    "\n",
    "007",
    "0",
    "12345678901234567890",
    "3.1415926535897932",
    "1e5",
    "say \"x\"",
    "\"",
    ",",
    ";",
    "'",
    "とても",
    "👩‍🔬",
    "مرحبا",
    "＝1",
    "\u{feff}",
    "\u{a0}=1",
    "null",
    "{\"a\":1}",
    "\\",
    "\u{0}",
    "\u{1f}",
    "\u{2028}",
    "true",
    "01/02/2026 03:04 AM",
];

pub fn text() -> impl Strategy<Value = String> {
    let awkward = select(AWKWARD).prop_map(str::to_owned);
    prop_oneof![4 => awkward, 2 => "[ -~\\n\\r\\t]{0,10}", 1 => any::<String>(), 1 => "-?[0-9]{1,20}(\\.[0-9]{1,4})?"]
}

/// What a question is made of beside its kind; ids are given later.
#[derive(Debug, Clone)]
struct Plan {
    kind: usize,
    display: Option<Index>,
    headings: Vec<String>,
    choices: Vec<(String, Option<u8>)>,
    rows: Vec<String>,
    columns: Vec<Vec<String>>,
    others: Vec<(String, bool)>,
}

fn plan() -> impl Strategy<Value = Plan> {
    let weighted = (text(), prop::option::of(0_u8..9));
    (
        (0..KINDS.len(), prop::option::of(any::<Index>()), prop::collection::vec(text(), 0..3)),
        prop::collection::vec(weighted, 0..5),
        prop::collection::vec(text(), 0..4),
        prop::collection::vec(prop::collection::vec(text(), 0..3), 0..3),
        prop::collection::vec((text(), any::<bool>()), 0..3),
    )
        .prop_map(|((kind, display, headings), choices, rows, columns, others)| Plan {
            kind,
            display,
            headings,
            choices,
            rows,
            columns,
            others,
        })
}

/// Ids that no two parts of a survey share, in no order.
struct Ids(u64);

impl Ids {
    fn next(&mut self) -> String {
        self.0 += 1;
        (self.0 * 7_919 % 100_003 + 10_000_000_000).to_string()
    }
}

/// The kind's display, if the plan wants one that it may have.
fn display(kind: &Kind, wanted: Option<Index>) -> Option<(&'static str, Parts)> {
    let fits = DISPLAYS.iter().filter(|display| {
        display.family == kind.family && display.subtype.is_none_or(|subtype| subtype == kind.subtype)
    });
    let fits: Vec<_> = fits.collect();
    let wanted = wanted.filter(|_| !fits.is_empty())?.get(&fits);
    Some((wanted.display_type.as_str(), wanted.parts))
}

fn question(plan: &Plan, ids: &mut Ids) -> Value {
    let kind = &KINDS[plan.kind];
    let display = display(kind, plan.display);
    let parts = display.map_or(kind.parts, |(_, parts)| parts);
    let mut answers = Map::new();
    if matches!(parts, Parts::Choice | Parts::RowChoice) {
        let choice = |(text, weight): &(String, Option<u8>)| json!({ "id": ids.next(), "text": text, "visible": false, "weight": weight });
        answers.insert("choices".into(), plan.choices.iter().map(choice).collect());
    }
    if matches!(parts, Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText) {
        answers.insert("rows".into(), plan.rows.iter().map(|text| json!({ "text": text, "id": ids.next() })).collect());
    }
    if parts == Parts::RowColumnChoice {
        let mut columns = Vec::new();
        for (number, choices) in plan.columns.iter().enumerate() {
            let choices: Value = choices.iter().map(|text| json!({ "id": ids.next(), "text": text })).collect();
            columns.push(json!({ "choices": choices, "id": ids.next(), "text": format!("Column {}", number / 2) }));
        }
        answers.insert("cols".into(), Value::Array(columns));
    }
    if matches!(parts, Parts::Choice | Parts::RowChoice | Parts::RowColumnChoice) && !plan.others.is_empty() {
        let other =
            |(text, every_row): &(String, bool)| json!({ "id": ids.next(), "text": text, "apply_all_rows": every_row });
        let others: Vec<Value> = plan.others.iter().map(other).collect();
        // Seen as an object, and as an array in the documentation.
        answers.insert("other".into(), if others.len() == 1 { others[0].clone() } else { Value::Array(others) });
    }
    let assigned = plan.headings.len() > 1;
    let headings: Value = plan
        .headings
        .iter()
        .map(|text| match assigned {
            true => json!({ "heading": text, "random_assignment": { "percent": 50, "id": ids.next() } }),
            false => json!({ "heading": text }),
        })
        .collect();
    let mut question =
        json!({ "family": kind.family, "subtype": kind.subtype, "headings": headings, "id": ids.next() });
    if let Some((name, _)) = display {
        question["display_options"] = json!({ "display_type": name });
    }
    if !answers.is_empty() {
        question["answers"] = Value::Object(answers);
    }
    question
}

/// Every id in a part of the design, each with the text beside it and what a translation calls its place.
pub fn named(value: &Value, inside: &str, found: &mut Vec<(String, String, &'static str)>) {
    let context = match inside {
        "choices" => "answer_choice",
        "rows" => "answer_row",
        "cols" => "answer_column",
        _ => "answer_other",
    };
    match value {
        Value::Array(items) => items.iter().for_each(|item| named(item, inside, found)),
        Value::Object(members) => {
            if let (Some(id), Some(text)) = (members.get("id").and_then(Value::as_str), members.get("text")) {
                found.push((id.to_owned(), text.as_str().unwrap().to_owned(), context));
            }
            members.iter().for_each(|(name, member)| named(member, name, found));
        }
        _ => {}
    }
}

/// An answer that takes its ids from those of the question, and now and then from nowhere.
fn answer(question: &Value) -> BoxedStrategy<Value> {
    let ids = |inside: &str| -> Vec<String> {
        let mut found = Vec::new();
        if let Some(part) = question["answers"].get(inside) {
            named(part, inside, &mut found);
        }
        found.into_iter().map(|(id, ..)| id).collect()
    };
    let part = |mut pool: Vec<String>, absent: u32, odd: Vec<String>| {
        let none = if pool.is_empty() { 9 } else { absent };
        pool.push("666".to_owned());
        prop_oneof![
            none => Just(None), 6 => select(pool).prop_map(Some), 1 => Just(Some(String::new())),
            1 => select([odd, vec!["667".to_owned()]].concat()).prop_map(Some),
        ]
    };
    let mut choices = ids("choices");
    choices.extend(ids("cols"));
    let odd = ids("other");
    let written = prop_oneof![2 => Just(Value::Null), 1 => Just(json!("")), 4 => text().prop_map(|text| json!(text)), 1 => Just(json!(-12.50))];
    let file = prop_oneof![8 => Just(None), 1 => text().prop_map(Some)];
    (
        part(choices, 2, odd),
        part(ids("rows"), 2, vec![]),
        part(ids("cols"), 2, vec![]),
        part(ids("other"), 8, vec![]),
        written,
        file,
    )
        .prop_map(|(choice, row, column, other, text, file)| {
            let parts = [
                ("choice_id", choice),
                ("row_id", row),
                ("col_id", column),
                ("other_id", other),
                ("download_url", file),
            ];
            let mut answer: Map<String, Value> =
                parts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), json!(value?)))).collect();
            if !text.is_null() || answer.len().is_multiple_of(2) {
                answer.insert("text".to_owned(), text);
            }
            answer.insert("choice_metadata".to_owned(), json!({ "weight": "4" }));
            Value::Object(answer)
        })
        .boxed()
}

/// A question of a response; now and then one that the design does not have, or with answers that are none.
fn answered(question: Value) -> BoxedStrategy<Value> {
    let id = question["id"].clone();
    let mut variants: Vec<Value> = question["headings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|heading| heading["random_assignment"]["id"].clone())
        .collect();
    variants.extend([Value::Null, json!(""), json!("668")]);
    let answer = prop_oneof![12 => answer(&question), 1 => text().prop_map(|text| json!(text))];
    let answers = prop::collection::vec(answer, 0..4);
    (answers, select(variants), 0..9_u8, any::<bool>())
        .prop_map(move |(answers, variant, odd, last)| {
            let mut made = Map::new();
            let id = if odd == 0 { json!("555") } else { id.clone() };
            // The id comes first as a rule; the answers may.
            let members = [("id", id), ("variable_id", variant), ("answers", json!(answers))];
            let order: Vec<_> = if last { members.into_iter().rev().collect() } else { members.into_iter().collect() };
            made.extend(order.into_iter().map(|(name, value)| (name.to_owned(), value)));
            Value::Object(made)
        })
        .boxed()
}

fn response(questions: Vec<Value>, number: usize) -> BoxedStrategy<Value> {
    let some: Vec<_> = questions.into_iter().map(|question| prop::option::weighted(0.8, answered(question))).collect();
    (some, text(), text(), text(), any::<Index>())
        .prop_map(move |(questions, value, source, gone, split)| {
            let mut first: Vec<Value> = questions.into_iter().flatten().collect();
            let second = first.split_off(split.index(first.len() + 1));
            json!({
                "id": (number + 900).to_string(), "collector_id": "7", "custom_value": value, "total_time": number,
                "custom_variables": { "source": source, "gone": gone, "nothing": null },
                "pages": [{ "id": "1", "questions": first }, { "questions": second, "id": "2" }, { "id": "3" }],
            })
        })
        .boxed()
}

/// A survey and its responses.
pub fn survey() -> impl Strategy<Value = Survey> {
    prop::collection::vec(plan(), 1..6).prop_flat_map(|plans| {
        let mut ids = Ids(0);
        let questions: Vec<Value> = plans.iter().map(|plan| question(plan, &mut ids)).collect();
        let mut texts = Vec::new();
        for question in &questions {
            for heading in question["headings"].as_array().unwrap() {
                let text = heading["heading"].as_str().unwrap();
                texts.push((question["id"].as_str().unwrap().to_owned(), text.to_owned(), "question_heading"));
            }
            if let Some(answers) = question.get("answers") {
                named(answers, "answers", &mut texts);
            }
        }
        let words = prop::collection::vec(prop::option::of(text()), texts.len());
        let translation = words.prop_map(move |words| {
            let word = |((id, text, context), word): (&(String, String, &str), Option<String>)| {
                Some(json!({ "resource_id": id, "default": text, "context": context, "translation": word? }))
            };
            json!({ "id": "de", "translations": texts.iter().zip(words).filter_map(word).collect::<Vec<_>>() })
        });
        let half = questions.len() / 2;
        let design = json!({
            "custom_variables": { "source": "", "empty": "" },
            "pages": [{ "questions": questions[..half] }, { "id": "2", "questions": questions[half..] }],
        });
        let responses: Vec<_> = (0..4).map(|number| response(questions.clone(), number)).collect();
        (Just(design), translation, responses).prop_map(|(design, translation, responses)| Survey {
            design,
            translation,
            responses,
        })
    })
}
