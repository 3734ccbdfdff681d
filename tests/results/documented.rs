//! A page that the table finds to be as documented is so: the check, which goes by the tables of payloads alone,
//! agrees.

use crate::random::survey;
use canvass::results::{Format, Table};
use canvass::spec::endpoint::Endpoint;
use canvass::spec::endpoints::responses::BulkSurveyResponses;
use canvass::wire::check::{Direction, check_page};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// A page of `surveys.responses.bulk` with everything that it must have.
fn page(responses: &[Value]) -> Value {
    let data: Vec<Value> = responses.iter().cloned().map(completed).collect();
    let total = data.len();
    json!({ "data": data, "per_page": 100, "page": "1", "total": total, "links": { "self": "", "next": null } })
}

fn completed(mut response: Value) -> Value {
    for name in ["survey_id", "recipient_id", "response_status", "collection_mode", "date_created", "date_modified"] {
        response[name] = json!("");
    }
    for name in ["edit_url", "analyze_url", "href"] {
        response[name] = json!(name);
    }
    response["custom_variables"].as_object_mut().unwrap().remove("nothing");
    let value = |text: &str| json!({ "type": "string", "value": text });
    response["metadata"] = json!({ "contact": { "email": value("a"), "age": value("7") }, "respondent": null });
    response["quiz_results"] = json!({
        "correct": 1, "incorrect": 0, "partially_correct": 0, "total_questions": 1, "score": 1, "total_score": 2,
    });
    for page in response["pages"].as_array_mut().unwrap() {
        let page = page.as_object_mut().unwrap();
        let questions = page.entry("questions").or_insert(json!([]));
        for question in questions.as_array_mut().unwrap() {
            let answers = question["answers"].as_array_mut().unwrap();
            answers.retain(Value::is_object);
            for answer in answers {
                if answer["text"].is_number() {
                    answer["text"] = json!(answer["text"].to_string());
                }
            }
        }
    }
    response
}

/// Where everything in a value stands.
fn places(value: &Value, place: String, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| places(item, format!("{place}/{at}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| places(member, format!("{place}/{name}"), found));
        }
        _ => {}
    }
    found.push(place);
}

/// Whether the table finds a page to be as documented; none for an error.
fn found(table: &mut Table, page: &[u8]) -> Option<bool> {
    table.write_page(page, Format::JsonLines, &mut String::new()).ok().map(|read| read.is_documented)
}

fn is_documented(page: &[u8]) -> bool {
    check_page(page, &BulkSurveyResponses::ROUTE.response, Direction::Response).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_page_as_documented_is_found_to_be_so(survey in survey(), is_quiz in any::<bool>()) {
        let mut design = survey.design.clone();
        design["quiz_options"] = json!({ "is_quiz_mode": is_quiz });
        let mut table = Table::new(design.to_string().as_bytes(), None).unwrap();
        let page = page(&survey.responses).to_string();
        prop_assert_eq!(found(&mut table, page.as_bytes()), Some(true));
        prop_assert!(is_documented(page.as_bytes()));
    }

    /// The answers of a question before its id, and twice: each of them counts, and is looked at.
    #[test]
    fn answers_that_stand_before_the_id_of_their_question_are_looked_at(survey in survey(), odd in any::<bool>()) {
        let mut table = Table::new(survey.design.to_string().as_bytes(), None).unwrap();
        let first = if odd { json!([{ "choice_id": 7 }]) } else { json!([{ "choice_id": "7" }]) };
        let late = page(&survey.responses).to_string().replace("\"questions\":[{", &format!("\"questions\":[{{\"answers\":{first},"));
        let there = late.contains("{\"answers\":[{\"choice_id\":");
        prop_assert_eq!(found(&mut table, late.as_bytes()), Some(!(odd && there)));
    }

    /// One value is another, gone, or there twice, or one byte is another.
    #[test]
    fn a_page_that_is_found_to_be_as_documented_is_so(
        survey in survey(),
        at in any::<Index>(),
        other in select(vec![Value::Null, json!(7), json!(-1), json!(1.5), json!("7"), json!(true), json!([]), json!({}), json!([1]), json!({ "a": 1 })]),
        byte in any::<u8>(),
    ) {
        let mut design = survey.design.clone();
        design["quiz_options"] = json!({ "is_quiz_mode": byte % 2 == 0 });
        let mut table = Table::new(design.to_string().as_bytes(), None).unwrap();
        let page = page(&survey.responses);
        let mut all = Vec::new();
        places(&page, String::new(), &mut all);
        let place = at.get(&all);
        let mut changed = page.clone();
        *changed.pointer_mut(place).unwrap() = other.clone();
        let mut without = page.clone();
        let (parent, name) = place.rsplit_once('/').unwrap_or_default();
        if let Some(members) = without.pointer_mut(parent).and_then(Value::as_object_mut) {
            members.remove(name);
        }
        let mut broken = page.to_string().into_bytes();
        let position = at.index(broken.len());
        broken[position] = byte;
        let twice = page.to_string().replace(&format!("\"{name}\":"), &format!("\"{name}\":{other},\"{name}\":"));
        for bytes in [changed.to_string().into_bytes(), without.to_string().into_bytes(), twice.into_bytes(), broken] {
            if found(&mut table, &bytes) == Some(true) {
                prop_assert!(is_documented(&bytes), "{}", String::from_utf8_lossy(&bytes));
            }
        }
    }
}

#[test]
fn a_page_of_which_something_is_passed_over_is_not_looked_at_closely() {
    let mut table = Table::new(b"{}", None).unwrap();
    table.skip_responses(1);
    let page = br#"{"data":[{}],"per_page":1,"page":1,"total":1,"links":{"self":""}}"#;
    assert_eq!(found(&mut table, page), Some(false));
}

#[test]
fn an_unchecked_page_is_refused_where_it_is_not_as_documented() {
    let mut table = Table::new(b"{}", None).unwrap();
    let response = json!({ "id": "1", "collector_id": "7", "custom_value": "", "total_time": 1, "custom_variables": {}, "pages": [{ "id": "2" }] });
    let mut odd = page(&[response.clone(), response]);
    let mut out = String::new();
    assert_eq!(
        table.write_unchecked_page(odd.to_string().as_bytes(), Format::Rows, &mut out).map(|read| read.rows),
        Ok(2)
    );
    odd["data"][1]["total_time"] = json!(1.5);
    let page = odd.to_string();
    assert_eq!(table.write_page(page.as_bytes(), Format::Rows, &mut out).map(|read| read.rows), Ok(2));
    let refused = table.write_unchecked_page(page.as_bytes(), Format::Rows, &mut out).unwrap_err();
    assert_eq!(refused.path, "data[1].total_time");
}
