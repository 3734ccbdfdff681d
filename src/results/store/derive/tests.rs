//! A symbol in several roles.

use crate::results::store::Store;
use crate::results::store::derived::Mark;
use serde_json::{Value, json};

fn page(ids: std::ops::Range<u32>) -> Vec<u8> {
    let answered =
        |question: &str| json!({ "id": question, "answers": [{ "choice_id": "41" }, { "choice_id": "42" }] });
    let response = |id: u32| {
        let questions = ["31", "32"].map(answered);
        json!({
            "id": id.to_string(), "survey_id": "4", "date_created": "2026-01-31T12:00:00+00:00",
            "date_modified": "2026-01-31T12:00:00+00:00", "pages": [{ "id": "3", "questions": questions }],
        })
    };
    let data: Vec<Value> = ids.map(response).collect();
    let page = json!({ "page": 1, "per_page": 1000, "total": 1000, "data": data, "links": { "self": "s" } });
    page.to_string().into_bytes()
}

#[test]
fn an_answer_that_several_questions_have_takes_no_more_memory_with_each_use() {
    let choices = ["41", "42"].map(|id| json!({ "id": id, "text": id }));
    let question = |id: &str| {
        let answers = json!({ "choices": choices });
        json!({ "id": id, "family": "multiple_choice", "subtype": "vertical", "headings": [], "answers": answers })
    };
    let questions = ["31", "32"].map(question);
    let design = json!({ "id": "4", "pages": [{ "id": "3", "questions": questions }] });
    let mut store = Store::new(design.to_string().as_bytes()).unwrap();
    store.put(&page(100..300)).unwrap();
    let marks = store.deriver.marks.len();
    store.put(&page(300..900)).unwrap();
    assert_eq!(store.deriver.marks.len(), marks);
    for question in 0..2 {
        assert_eq!(store.columns(question).unwrap().answered.iter().count(), 800);
    }
    let columns = store.records.memory().saturating_add(store.derived.memory());
    assert!(marks > 0 && store.memory() >= columns.saturating_add(marks.saturating_mul(size_of::<Mark>())));
}
