//! Summaries of random surveys: equal to a second reckoning and to the summary that the SDK makes of the same pages.

use crate::analysis_oracle::{answers, counts, in_view, same};
use crate::analysis_world::{AnalysisWorld, Dice, kind_of, list, query, store_of, surveys};
use canvass::results::store::Store;
use canvass::results::summary::{ChoiceSummary, Stats, SummaryBuilder};
use canvass::spec::questions::Parts;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A random rule that the second reckoning knows.
pub fn rule(world: &AnalysisWorld, dice: &mut Dice) -> Value {
    match dice.roll(6) {
        0 | 1 => json!({ "all": [] }),
        2 => json!({ "status": ["completed", "partial"] }),
        3 => json!({ "not": { "collector": [dice.pick(&["11", "12"])] } }),
        4 => json!({ "all": [rule(world, dice), { "status": ["completed"] }] }),
        _ => {
            let questions = world.questions();
            let chosen: Vec<&Value> = questions
                .iter()
                .map(|(_, question)| *question)
                .filter(|question| kind_of(question).parts == Parts::Choice)
                .collect();
            let Some(question) = (!chosen.is_empty()).then(|| *dice.pick(&chosen)) else { return json!({ "all": [] }) };
            let choices = list(&question["answers"]["choices"]);
            json!({ "question": question["id"], "choices": [dice.pick(choices)["id"], dice.pick(choices)["id"]] })
        }
    }
}

/// The members of an object that have these names.
fn only(value: &Value, names: &Value) -> Value {
    let wanted = names.as_object().unwrap();
    Value::Object(
        value
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| wanted.contains_key(*name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect::<Map<_, _>>(),
    )
}

/// A survey with a question for days, and a response for each text.
fn dated(texts: &[&str]) -> Store {
    let question = json!({
        "id": "5", "family": "datetime", "subtype": "date_only", "headings": [{ "heading": "When?" }],
        "answers": { "rows": [{ "id": "51", "text": "Day", "visible": true }] },
    });
    let design =
        json!({ "id": "9001", "title": "Dates", "pages": [{ "id": "4", "title": "", "questions": [question] }] });
    let responses: Vec<Value> = (1..)
        .zip(texts)
        .map(|(id, text)| {
            let answers = json!([{ "row_id": "51", "text": text }]);
            json!({
                "id": id.to_string(), "response_status": "completed", "date_created": "2026-01-01T00:00:00+00:00",
                "date_modified": "2026-01-01T00:00:00+00:00",
                "pages": [{ "id": "4", "questions": [{ "id": "5", "answers": answers }] }],
            })
        })
        .collect();
    store_of(&design, &responses)
}

#[test]
fn a_date_that_cannot_be_read_is_an_answer_outside_the_histogram() {
    let store = dated(&["02/27/2026", "soon", "03/01/2026", "02/30/2026"]);
    let found = query(&store, "summary", &json!({ "rule": { "all": [] } }));
    let row = &found["questions"][0]["rows"][0];
    let bin = |from: &str, to: &str, count: u32| {
        let time = |day: &str| format!("2026-{day}T00:00:00+00:00");
        json!({ "from": time(from), "to": time(to), "count": count })
    };
    let bins = [bin("02-27", "02-28", 1), bin("02-28", "03-01", 0), bin("03-01", "03-02", 1)];
    assert_eq!((&row["answered"], &row["dates"]), (&json!(4), &json!({ "by": "day", "bins": bins })));
}

#[test]
fn a_rule_of_entered_dates_lets_through_those_of_its_period() {
    let store = dated(&["02/27/2026", "soon", "03/01/2026", "02/30/2026", "3/2/2026"]);
    let count = |date: Value| {
        let count = |rule: &Value| query(&store, "summary", &json!({ "rule": rule }))["responses"].clone();
        let rule = json!({ "question": "5", "date": date });
        assert_eq!(count(&json!({ "question": "5", "row": "51", "date": date })), count(&rule));
        assert_eq!(count(&json!({ "question": "5", "row": "52", "date": date })), 0);
        assert_eq!(count(&json!({ "not": rule })).as_u64(), count(&rule).as_u64().map(|found| 5 - found));
        count(&rule)
    };
    assert_eq!(
        count(json!({ "from": "2026-02-27T00:00:00Z", "to": "2026-03-02T00:00:00+00:00" })),
        2,
        "its end is not in it"
    );
    assert_eq!(count(json!({ "from": "2026-03-01T00:00:01Z" })), 1);
    assert_eq!(count(json!({ "to": "2026-02-27T00:00:00Z" })), 0);
    assert_eq!(count(json!({ "from": "1900-01-01T00:00:00Z" })), 3, "a text that is no date is in no period");
}

#[test]
fn a_bar_of_dates_filters_by_the_responses_that_it_counts() {
    let mut styles = BTreeSet::new();
    for number in surveys(40) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let summary = query(&store, "summary", &json!({}));
        for question in list(&summary["questions"]).iter().filter(|question| question["kind"] == "dates") {
            for row in list(&question["rows"]).iter().filter(|row| row["dates"].is_object()) {
                for bin in list(&row["dates"]["bins"]) {
                    let date = json!({ "from": bin["from"], "to": bin["to"] });
                    let rule = json!({ "question": question["id"], "row": row["id"], "date": date });
                    let found = query(&store, "summary", &json!({ "rule": rule }));
                    assert_eq!(found["responses"], bin["count"], "{number} {rule}");
                }
                styles.insert(question["subtype"].as_str().unwrap().to_owned());
            }
        }
    }
    assert_eq!(styles.len(), 3, "{styles:?}");
}

#[test]
fn a_summary_of_any_survey_under_any_rule_is_that_of_a_second_reckoning() {
    for number in surveys(40) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let all = in_view(&world.responses, &json!({ "all": [] }));
        let mut dice = Dice(number + 1_000_000);
        for _ in 0..3 {
            let rule = rule(&world, &mut dice);
            let responses = in_view(&world.responses, &rule);
            let found = query(&store, "summary", &json!({ "rule": rule }));
            assert_eq!(
                (&found["responses"], &found["all"]),
                (&json!(responses.len()), &json!(all.len())),
                "{number} {rule}"
            );
            assert_eq!(list(&found["questions"]).len(), world.questions().len());
            for ((page, question), found) in world.questions().iter().zip(list(&found["questions"])) {
                let expected = counts(&responses, &all, question);
                let place = format!("{number} {} {} {rule}", question["family"], question["subtype"]);
                same(&only(found, &expected), &expected, &place);
                assert_eq!(
                    (&found["id"], &found["page"], &found["visible"]),
                    (&question["id"], &json!(page + 1), &question["visible"])
                );
            }
        }
    }
}

#[test]
fn a_summary_says_the_same_as_the_summary_of_the_same_pages() {
    for number in surveys(40) {
        let world = AnalysisWorld::new(number);
        let mut builder = SummaryBuilder::new(world.design.to_string().as_bytes()).unwrap();
        builder.add_responses(json!({ "data": world.responses }).to_string().as_bytes()).unwrap();
        let expected = builder.build_summary();
        let found = query(&world.store(), "summary", &json!({}));
        assert_eq!(found["responses"], json!(expected.responses));
        agree(&found, &expected.questions, &format!("survey {number}"));
    }
}

/// Fails unless both summaries have the same counts and statistics. The builder's has deleted choices without answers
/// too.
#[track_caller]
pub fn agree(found: &Value, expected: &[canvass::results::summary::QuestionSummary], place: &str) {
    let found: Vec<&Value> = list(&found["questions"]).iter().filter(|question| question["kind"] != "none").collect();
    assert_eq!(found.len(), expected.len(), "{place}");
    for (found, expected) in found.iter().zip(expected) {
        let place = format!("{place}: {} {} {}", expected.id, expected.family, expected.subtype);
        assert_eq!(
            (&found["id"], &found["answered"], &found["skipped"]),
            (&json!(expected.id), &json!(expected.answered), &json!(expected.skipped)),
            "{place}"
        );
        assert_eq!(
            (&found["heading"], &found["has_mean"]),
            (&json!(expected.heading), &json!(expected.has_mean)),
            "{place}"
        );
        let other = found["other"].get("count").and_then(Value::as_u64);
        // The field of other answers is not listed if it was deleted and never used.
        assert_eq!(other.unwrap_or(0), u64::from(expected.other_answered.unwrap_or(0)), "{place}");
        assert!(other.is_none() || expected.other_answered.is_some(), "{place}");
        if let Some(texts) = expected.text {
            assert_eq!(found["texts"], json!(texts), "{place}");
        }
        same_stats(&found["stats"], expected.stats, &place);
        same_choices(&found["choices"], expected.choices.as_deref(), &place);
        for expected in expected.rows.iter().flatten() {
            let Some(found) = list(&found["rows"]).iter().find(|row| row["id"] == *expected.id) else {
                assert!(expected.choices.iter().flatten().all(|choice| choice.count == 0), "{place} {expected:?}");
                continue;
            };
            assert_eq!(found["deleted"], json!(expected.deleted), "{place}");
            // Written with or without the label of the only row, which is empty.
            assert_eq!(found["label"].as_str().unwrap_or_default(), expected.label, "{place}");
            if let Some(answered) = expected.answered {
                assert_eq!(found["answered"], json!(answered), "{place}");
            }
            same_stats(&found["stats"], expected.stats, &place);
            same_choices(&found["choices"], expected.choices.as_deref(), &place);
            for expected in expected.columns.iter().flatten() {
                let found = list(&found["columns"]).iter().find(|column| column["id"] == *expected.id);
                assert_eq!(
                    found.map_or(0, |found| found["answered"].as_u64().unwrap()),
                    u64::from(expected.answered),
                    "{place}"
                );
                same_choices(found.map_or(&Value::Null, |found| &found["choices"]), Some(&expected.choices), &place);
            }
        }
    }
}

#[track_caller]
fn same_choices(found: &Value, expected: Option<&[ChoiceSummary]>, place: &str) {
    for expected in expected.into_iter().flatten() {
        let found = list(found).iter().find(|choice| choice["id"] == *expected.id);
        let count = found.map_or(0, |found| found["count"].as_u64().unwrap());
        assert_eq!(count, u64::from(expected.count), "{place} {expected:?}");
        if let Some(found) = found {
            assert_eq!(found["label"], json!(expected.label), "{place}");
            assert_eq!(
                (&found["is_na"], &found["deleted"]),
                (&json!(expected.is_na), &json!(expected.deleted)),
                "{place}"
            );
            same(&found["percent"], &json!(expected.percent), place);
        }
    }
}

#[track_caller]
fn same_stats(found: &Value, expected: Option<Stats>, place: &str) {
    let Some(expected) = expected else { return assert!(found.is_null(), "{place}: {found}") };
    let Stats { mean, median, min, max, std } = expected;
    let expected = json!({ "n": found["n"], "mean": mean, "median": median, "min": min, "max": max, "std": std });
    same(found, &expected, place);
}

#[test]
fn scores_of_any_survey_are_those_of_a_second_reckoning() {
    let mut met = [0; 3];
    for number in surveys(40) {
        let world = AnalysisWorld::new(number);
        let found = query(&world.store(), "summary", &json!({}));
        let responses = in_view(&world.responses, &json!({ "all": [] }));
        for ((_, question), found) in world.questions().iter().zip(list(&found["questions"])) {
            let (id, choices) = (question["id"].as_str().unwrap(), list(&question["answers"]["choices"]));
            let picked: Vec<&Value> = responses
                .iter()
                .flat_map(|response| answers(response, id))
                .filter_map(|answer| choices.iter().find(|choice| choice["id"] == answer["choice_id"]))
                .collect();
            let one = matches!(found["multiple"], Value::Bool(false));
            let rows = list(&question["answers"]["rows"]);
            let visible = rows.iter().filter(|row| row["visible"] == true).count();
            let is_nps = one
                && choices.len() == 11
                && choices.iter().all(|choice| choice["text"].as_str().unwrap().parse::<u8>().is_ok())
                && (rows.len() == visible && visible < 2);
            if is_nps {
                let count = |least: u8, most: u8| {
                    picked
                        .iter()
                        .filter(|choice| (least..=most).contains(&choice["text"].as_str().unwrap().parse().unwrap()))
                        .count()
                };
                let [detractors, passives, promoters] = [count(0, 6), count(7, 8), count(9, 10)];
                assert_eq!(found["nps"]["n"], json!(picked.len()));
                assert_eq!(
                    [&found["nps"]["promoters"], &found["nps"]["passives"], &found["nps"]["detractors"]],
                    [&json!(promoters), &json!(passives), &json!(detractors)]
                );
                let score = (promoters as f64 - detractors as f64) / picked.len().max(1) as f64 * 100.0;
                assert!(picked.is_empty() || (found["nps"]["score"].as_f64().unwrap() - score).abs() < 1e-9);
                assert_eq!(found["nps"]["score"].is_null(), picked.is_empty());
                assert_eq!(found["nps"]["margin"].is_null(), picked.is_empty());
                met[0] += 1;
            }
            let weights: Option<Vec<f64>> = picked
                .iter()
                .filter(|choice| choice["is_na"] != true)
                .map(|choice| choice["weight"].as_f64())
                .collect();
            if let (Some(boxes), Some(weights)) = (found["boxes"].as_object(), weights) {
                let mut scale: Vec<f64> = choices
                    .iter()
                    .filter(|choice| choice["is_na"] != true && choice["visible"] == true)
                    .filter_map(|choice| choice["weight"].as_f64())
                    .collect();
                scale.sort_by(f64::total_cmp);
                scale.dedup();
                let top = weights.iter().filter(|weight| **weight >= scale[scale.len() - 2]).count();
                let bottom = weights.iter().filter(|weight| **weight <= scale[1]).count();
                let share = |count: usize| json!(100.0 * count as f64 / weights.len() as f64);
                same(&boxes["top2"], &share(top), id);
                same(&boxes["bottom2"], &share(bottom), id);
                met[1] += 1;
            }
            met[2] += usize::from(is_nps && found["nps"]["margin"].is_number());
        }
    }
    assert!(met.iter().all(|count| *count > 0), "{met:?}");
}

#[test]
fn those_who_did_not_reach_a_page_are_counted_where_the_path_is_known() {
    for number in surveys(40) {
        let world = AnalysisWorld::new(number);
        let found = query(&world.store(), "summary", &json!({}));
        let responses = in_view(&world.responses, &json!({ "all": [] }));
        let known: Vec<&&Value> =
            responses.iter().filter(|response| !list(&response["page_path"]).is_empty()).collect();
        for ((page, question), found) in world.questions().iter().zip(list(&found["questions"])) {
            let page = &world.design["pages"][page]["id"];
            let missed = known.iter().filter(|response| !list(&response["page_path"]).contains(page));
            let expected = if known.is_empty() { Value::Null } else { json!(missed.count()) };
            assert_eq!(found["not_reached"], expected, "{number} {}", question["id"]);
        }
    }
}

#[test]
fn a_question_with_a_rule_of_its_own_is_counted_by_that() {
    let world =
        (0..).map(AnalysisWorld::new).find(|world| world.responses.len() > 100 && world.questions().len() > 2).unwrap();
    let (_, question) = world.questions()[0];
    let all = json!({ "all": [] });
    let rule = json!({ "status": ["completed"] });
    let store = world.store();
    let id = question["id"].as_str().unwrap();
    let found = query(&store, "summary", &json!({ "rule": rule, "own": { id: all } }));
    let (whole, part) = (query(&store, "summary", &json!({})), query(&store, "summary", &json!({ "rule": rule })));
    assert_eq!(found["questions"][0], whole["questions"][0]);
    assert_eq!(found["questions"][1], part["questions"][1]);
    assert_eq!(found["responses"], part["responses"]);
    let one = query(&store, "summary", &json!({ "questions": [id] }));
    assert_eq!(one["questions"], json!([whole["questions"][0]]));
}
