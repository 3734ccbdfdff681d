//! The store at its size: many responses of 34 questions in little memory, and each operation at work on them.

use crate::store::{date, store};
use canvass::results::run_query;
use canvass::results::store::{Rule, Store};
use serde_json::{Value, json};
use std::fmt::Write;

/// Without optimisation a tenth, because the pages take the time, not the store.
const RESPONSES: u64 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
const PAGE: u64 = 1000;
const QUESTIONS: u64 = 34;

/// A stream of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn id(question: u64, part: u64) -> u64 {
    1_000_000_000 + question * 1000 + part
}

/// Of every ten questions six have one choice, two several, one is a matrix, and one is open.
fn design() -> Value {
    let question = |number: u64| {
        let choices: Vec<Value> =
            (1..=7).map(|choice| json!({ "id": id(number, choice).to_string(), "text": format!("Choice {choice}"), "position": choice, "weight": choice })).collect();
        let (family, subtype, answers) = match number % 10 {
            0..6 => ("single_choice", "vertical", json!({ "choices": choices })),
            6..8 => ("multiple_choice", "vertical", json!({ "choices": choices })),
            8 => {
                let rows: Vec<Value> = (11..=14)
                    .map(|row| json!({ "id": id(number, row).to_string(), "text": format!("Row {row}") }))
                    .collect();
                ("matrix", "rating", json!({ "rows": rows, "choices": choices }))
            }
            _ => ("open_ended", "essay", Value::Null),
        };
        let mut question = json!({ "id": id(number, 0).to_string(), "family": family, "subtype": subtype, "headings": [{ "heading": format!("Question {number}") }] });
        if !answers.is_null() {
            question["answers"] = answers;
        }
        question
    };
    let questions: Vec<Value> = (0..QUESTIONS).map(question).collect();
    let pages: Vec<Value> = questions
        .chunks(6)
        .zip(1..)
        .map(|(questions, page)| json!({ "id": page.to_string(), "questions": questions }))
        .collect();
    json!({ "id": "77", "pages": pages })
}

fn response(number: u64, version: u64, numbers: &mut Numbers) -> String {
    let mut json = format!(
        "{{\"id\":\"{}\",\"recipient_id\":\"\",\"collection_mode\":\"default\",\"response_status\":\"{}\",\"custom_value\":\"\",\
         \"first_name\":\"\",\"last_name\":\"\",\"email_address\":\"person{number}@example.org\",\"ip_address\":\"10.{}.{}.7\",\
         \"logic_path\":{{}},\"metadata\":{{\"contact\":{{}},\"respondent\":{{\"language\":{{\"type\":\"string\",\"value\":\"en\"}}}}}},\
         \"page_path\":[],\"collector_id\":\"{}\",\"survey_id\":\"77\",\"custom_variables\":{{\"region\":\"r{}\"}},\
         \"edit_url\":\"https://example.org/e/{number}\",\"analyze_url\":\"https://example.org/a/{number}\",\"href\":\"https://example.org/r/{number}\",\
         \"total_time\":{},\"date_created\":\"{}\",\"date_modified\":\"{}\",\"pages\":[",
        110_000_000_000 + number,
        if numbers.below(5) == 0 { "partial" } else { "completed" },
        numbers.below(250),
        numbers.below(250),
        400 + numbers.below(4),
        numbers.below(8),
        numbers.below(900),
        date(1_700_000_000 + number as i64),
        date(1_700_000_100 + (number + version * 200_000) as i64),
    );
    for question in 0..QUESTIONS {
        if question % 6 == 0 {
            let before = if question > 0 { "]}," } else { "" };
            write!(json, "{before}{{\"id\":\"{}\",\"questions\":[", question / 6 + 1).unwrap();
        }
        let comma = if question % 6 == 0 { "" } else { "," };
        let choice = |part: u64| format!("{{\"choice_id\":\"{}\"}}", id(question, part));
        let answers = match question % 10 {
            0..6 => choice(1 + numbers.below(7)),
            6..8 => (1..=7).filter(|_| numbers.below(3) == 0).map(choice).collect::<Vec<_>>().join(","),
            8 => (11..=14)
                .map(|row| {
                    format!(
                        "{{\"row_id\":\"{}\",\"choice_id\":\"{}\",\"choice_metadata\":{{\"weight\":\"4\"}}}}",
                        id(question, row),
                        id(question, 1 + numbers.below(7))
                    )
                })
                .collect::<Vec<_>>()
                .join(","),
            _ if numbers.below(3) > 0 => String::new(),
            _ => format!("{{\"tag_data\":[],\"text\":\"a few words {}\"}}", numbers.below(1000)),
        };
        write!(json, "{comma}{{\"id\":\"{}\",\"answers\":[{answers}]}}", id(question, 0)).unwrap();
    }
    json.push_str("]}]}");
    json
}

fn page(first: u64, count: u64, version: u64, numbers: &mut Numbers) -> Vec<u8> {
    let responses: Vec<String> = (first..first + count).map(|number| response(number, version, numbers)).collect();
    format!("{{\"data\":[{}],\"page\":1,\"per_page\":1000,\"total\":{RESPONSES}}}", responses.join(",")).into_bytes()
}

/// Runs, and prints how long it took.
fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = std::time::Instant::now();
    let result = work();
    eprintln!("{what}: {:?}", start.elapsed());
    result
}

fn query(store: &mut Store, query: Value) -> Value {
    serde_json::from_str(&run_query(store, &query.to_string()).unwrap()).unwrap()
}

#[test]
fn many_responses_take_little_memory_and_are_filtered_sorted_and_replaced() {
    let (design, mut numbers) = (design(), Numbers(7));
    let mut first = store(&design);
    for start in (0..RESPONSES).step_by(PAGE as usize) {
        first.put(&page(start, PAGE, 0, &mut numbers)).unwrap();
    }
    let segment = timed("segment", || first.segment());
    let bytes = segment.len() as u64 / RESPONSES;
    eprintln!("{bytes} bytes a response in a segment");
    assert!((100..=300).contains(&bytes), "{bytes} bytes a response");
    let mut store = store(&design);
    timed("load", || store.load(segment.clone()).unwrap());
    let memory = store.memory() as u64 / RESPONSES;
    eprintln!("{memory} bytes a response in memory");
    assert!(memory <= 700, "{memory} bytes a response");
    assert_eq!(u64::from(store.held()), RESPONSES);

    let rule = json!({ "all": [
        { "question": id(0, 0).to_string(), "choices": [id(0, 1).to_string(), id(0, 2).to_string()] },
        { "not": { "question": id(6, 0).to_string(), "choices": [id(6, 3).to_string()] } },
        { "status": ["completed"] }, { "variable": "region", "values": ["r1", "r2", "r3"] },
    ] });
    let read = Rule::from_value(Some(&rule)).unwrap();
    let rows = timed("filter", || store.filter(&read).unwrap());
    assert_eq!(rows, first.filter(&read).unwrap());
    assert!(rows.count() > 0 && u64::from(rows.count()) < RESPONSES);
    let text = json!({ "text": "WORDS 77" });
    let found = timed("search", || store.filter(&Rule::from_value(Some(&text)).unwrap()).unwrap());
    assert!(!found.is_empty());

    for key in ["date_modified", "email", &format!("question:{}", id(9, 0)), &format!("question:{}", id(3, 0))] {
        let window = json!({ "kind": "rows", "rule": rule, "from": 10, "to": 60, "columns": ["id", key], "sort": [{ "key": key, "order": "desc" }] });
        let result = timed(key, || query(&mut store, window));
        assert_eq!(result["filtered"], rows.count());
        let cells: Vec<String> =
            result["rows"].as_array().unwrap().iter().map(|row| row["cells"][1].to_string()).collect();
        assert_eq!(cells.len(), 50);
        assert!(cells.windows(2).all(|pair| pair[0] >= pair[1]), "{key}: {cells:?}");
    }

    let changed = page(500, 100, 1, &mut numbers);
    let put = timed("put of 100 changed", || store.put(&changed).unwrap());
    assert_eq!((put.changed, put.added, put.same), (100, 0, 0));
    let put = timed("put of 100 that are the same", || store.put(&changed).unwrap());
    assert_eq!((put.changed, put.same), (0, 100));
    assert_eq!(u64::from(store.held()), RESPONSES);
    let more = store.segment();
    assert!(more.len() < 60_000, "{}", more.len());
    let compact = timed("compact", || store.compact());
    assert!(compact.len() < segment.len() + 1000);
    let packed = timed("pack", || store.pack());
    let file = timed("column file", || store.column_file());
    eprintln!("{} bytes a response in the file of columns", file.len() as u64 / RESPONSES);
    let mut opened = self::store(&design);
    assert!(timed("load with columns", || opened.load_with(packed, &file).unwrap()));
    assert_eq!(opened.filter(&read).unwrap(), store.filter(&read).unwrap());
    timed("redesign", || store.redesign(design.to_string().as_bytes()).unwrap());
    assert_eq!(store.filter(&read).unwrap().count(), store.filter(&read).unwrap().count());
    assert_eq!(u64::from(store.rows_in_view().count()), RESPONSES);
}
