//! Open text and frequent words: every entry once, in order, and words by the number of responses that have them.

use crate::analysis::rule;
use crate::analysis_oracle::in_view;
use crate::analysis_world::{AnalysisWorld, Dice, list, query, surveys};
use canvass::wire::fold::fold;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Response, question, row and text of each entry of open text.
fn entries(responses: &[&Value], wanted: &dyn Fn(&Value) -> bool, all_texts: bool) -> Vec<Value> {
    let mut found = Vec::new();
    for response in responses {
        for page in list(&response["pages"]) {
            for question in list(&page["questions"]).iter().filter(|question| wanted(&question["id"])) {
                for answer in list(&question["answers"]) {
                    let is_other = answer["other_id"].is_string();
                    let text = answer["text"].as_str().filter(|text| !text.is_empty());
                    if let Some(text) = text.filter(|_| is_other || all_texts) {
                        found.push(json!([response["id"], question["id"], answer["row_id"], text, is_other]));
                    }
                }
            }
        }
    }
    found.sort_by_key(Value::to_string);
    found
}

fn listed(items: &[Value]) -> Vec<Value> {
    let mut listed: Vec<Value> = items
        .iter()
        .map(|item| json!([item["response_id"], item["question"], item["row"], item["text"], item["other"]]))
        .collect();
    listed.sort_by_key(Value::to_string);
    listed
}

#[test]
fn every_text_of_a_question_is_listed_once_and_in_order() {
    for number in surveys(25) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let rule = rule(&world, &mut Dice(number + 5_000_000));
        let responses = in_view(&world.responses, &rule);
        for (_, question) in world.questions() {
            let is_file = question["display_options"]["display_type"] == "file_upload";
            if is_file {
                continue;
            }
            let mut asked =
                json!({ "rule": rule, "question": question["id"], "from": 0, "to": 1_000, "order": "oldest" });
            let found = query(&store, "texts", &asked);
            let expected = entries(&responses, &|id| *id == question["id"], true);
            assert_eq!(
                (&found["total"], listed(list(&found["items"]))),
                (&json!(expected.len()), expected.clone()),
                "{number} {question}"
            );
            let dates: Vec<&str> =
                list(&found["items"]).iter().map(|item| item["date_created"].as_str().unwrap()).collect();
            assert!(dates.is_sorted());
            asked["from"] = json!(2);
            asked["to"] = json!(5);
            assert_eq!(
                list(&query(&store, "texts", &asked)["items"]),
                &list(&found["items"])[2.min(expected.len())..5.min(expected.len())]
            );
            asked["text"] = json!("CAFE");
            asked["from"] = json!(0);
            let some = expected.iter().filter(|entry| fold(entry[3].as_str().unwrap()).contains("cafe")).count();
            assert_eq!(query(&store, "texts", &asked)["total"], json!(some));
        }
    }
}

#[test]
fn all_open_text_is_that_of_open_questions_and_other_fields() {
    for number in surveys(25) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let summary = query(&store, "summary", &json!({}));
        let open: Vec<&Value> = list(&summary["questions"])
            .iter()
            .filter(|question| question["kind"] == "texts")
            .map(|question| &question["id"])
            .collect();
        let responses = in_view(&world.responses, &json!({ "all": [] }));
        let own = entries(&responses, &|id| open.contains(&id), true).len();
        let others = entries(&responses, &|id| !open.contains(&id), false).len();
        let found = query(&store, "texts", &json!({ "from": 0, "to": 0 }));
        assert_eq!((&found["total"], &found["items"]), (&json!(own + others), &json!([])), "{number}");
    }
}

#[test]
fn words_and_texts_of_a_row_are_of_the_same_responses() {
    let mut met = 0;
    for number in surveys(25) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        for (_, question) in world.questions() {
            for row in list(&question["answers"]["rows"]) {
                let place = json!({ "question": question["id"], "row": row["id"], "from": 0, "to": 1_000 });
                let texts = query(&store, "texts", &place);
                let written =
                    list(&texts["items"]).iter().filter(|item| !item["text"].as_str().unwrap().trim().is_empty());
                let responses: BTreeSet<&str> = written.map(|item| item["response_id"].as_str().unwrap()).collect();
                let words = query(&store, "words", &json!({ "question": question["id"], "row": row["id"] }));
                assert_eq!(words["n"], json!(responses.len()), "{number} {question}");
                met += responses.len();
            }
        }
    }
    assert!(met > 100, "{met}");
}

#[test]
fn a_word_counts_once_for_each_response_and_stop_words_do_not() {
    let mut met = 0;
    for number in surveys(25) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let responses = in_view(&world.responses, &json!({ "all": [] }));
        for (_, question) in world.questions().iter().filter(|(_, question)| question["subtype"] == "essay") {
            let mut expected: BTreeMap<String, u64> = BTreeMap::new();
            let mut n = 0;
            for response in &responses {
                let texts = entries(&[*response], &|id| *id == question["id"], true);
                n += usize::from(!texts.is_empty());
                let mut words: Vec<String> = texts
                    .iter()
                    .flat_map(|entry| entry[3].as_str().unwrap().split(' '))
                    .map(|word| fold(word).into_owned())
                    .collect();
                words.sort();
                words.dedup();
                words.into_iter().for_each(|word| *expected.entry(word).or_default() += 1);
            }
            expected.remove("the");
            expected.retain(|_, count| *count >= 3);
            let found = query(&store, "words", &json!({ "question": question["id"], "language": "en" }));
            let listed: BTreeMap<String, u64> = list(&found["words"])
                .iter()
                .map(|word| (fold(word["word"].as_str().unwrap()).into_owned(), word["count"].as_u64().unwrap()))
                .collect();
            assert_eq!((&found["n"], &listed), (&json!(n), &expected), "{number}");
            assert!(
                list(&found["words"]).windows(2).all(|pair| pair[0]["count"].as_u64() >= pair[1]["count"].as_u64())
            );
            let top =
                query(&store, "words", &json!({ "question": question["id"], "language": "en", "top": 2, "min": 1 }));
            let every = query(&store, "words", &json!({ "question": question["id"], "language": "en", "min": 1 }));
            assert_eq!(list(&top["words"]), &list(&every["words"])[..2.min(list(&every["words"]).len())]);
            met += listed.len();
        }
    }
    assert!(met > 10, "{met}");
}
