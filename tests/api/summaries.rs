//! Results in numbers: what the SDK makes of rollups it makes of the responses too, for every kind of question.

use crate::rollups::filters;
use crate::support::{Answered, World};
use canvass::results::summary::{QuestionSummary, Stats, SummaryBuilder, SurveySummary};
use canvass::spec::questions::{KINDS, Parts};
use canvass::spec::resources::rollups::RollupStats;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SURVEY: &str = "/v3/surveys/301000001";

/// Every page of a list, one after the other.
fn pages(world: &World, mut path: String, take: &mut dyn FnMut(&Value)) {
    loop {
        let page = world.get("owner", &path).ok();
        take(&page);
        match page["links"]["next"].as_str() {
            Some(next) => path = next.to_owned(),
            None => return,
        }
    }
}

fn fresh(world: &World, survey: &str) -> SummaryBuilder {
    SummaryBuilder::new(world.get("owner", &format!("{survey}/details")).ok().to_string().as_bytes()).unwrap()
}

/// What rollups say and what responses say.
fn both(world: &World, survey: &str, query: &str) -> (SurveySummary, SurveySummary) {
    let (mut rolled, mut counted) = (fresh(world, survey), fresh(world, survey));
    pages(world, format!("{survey}/rollups?per_page=7&{query}"), &mut |page| {
        rolled.add_rollups(page.to_string().as_bytes()).unwrap();
    });
    pages(world, format!("{survey}/responses/bulk?per_page=100&{query}"), &mut |page| {
        counted.add_responses(page.to_string().as_bytes()).unwrap();
    });
    (rolled.build_summary(), counted.build_summary())
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}

fn same_stats(one: Option<Stats>, other: Option<Stats>) -> bool {
    let all = |stats: Stats| [stats.mean, stats.median, stats.min, stats.max, stats.std];
    match (one.map(all), other.map(all)) {
        (Some(one), Some(other)) => one.iter().zip(&other).all(|(one, other)| near(*one, *other)),
        (None, None) => true,
        _ => false,
    }
}

/// Fails unless two summaries say the same, but for the rows of texts that rollups do not tell.
fn agree(rolled: &SurveySummary, counted: &SurveySummary) {
    // Where nothing can be answered, rollups say nothing.
    assert_eq!(rolled.responses, counted.responses.filter(|_| !counted.questions.is_empty()));
    assert_eq!(rolled.questions.len(), counted.questions.len());
    for (one, other) in rolled.questions.iter().zip(&counted.questions) {
        assert!(same_stats(one.stats, other.stats), "{one:?} {other:?}");
        let rows = one.rows.is_some() || other.choices.is_some() || other.text.is_none();
        let plain = |question: &QuestionSummary| QuestionSummary {
            stats: None,
            rows: question.rows.clone().filter(|_| rows),
            ..question.clone()
        };
        assert_eq!(plain(one), plain(other));
    }
}

#[test]
fn rollups_and_responses_come_to_the_same_for_every_kind_of_question() {
    let world = World::new();
    let mut kinds = BTreeSet::new();
    let (rolled, counted) = both(&world, SURVEY, "");
    agree(&rolled, &counted);
    assert!(counted.responses.unwrap() > 200);
    assert!(rolled.questions.iter().all(|question| question.answered > 0), "each is answered");
    kinds.extend(rolled.questions.iter().map(|question| format!("{} {}", question.family, question.subtype)));
    let asked = KINDS.iter().filter(|kind| kind.parts != Parts::Nothing);
    let expected = asked.map(|kind| format!("{} {}", kind.family.as_str(), kind.subtype.as_str())).collect();
    assert_eq!(kinds, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rollups_and_responses_come_to_the_same_whatever_the_filter(query in filters()) {
        let (rolled, counted) = both(&World::new(), SURVEY, &query);
        agree(&rolled, &counted);
    }
}

#[test]
fn every_survey_of_the_demo_comes_to_the_same_both_ways() {
    let world = World::new();
    let mut surveys = Vec::new();
    pages(&world, "/v3/surveys?per_page=100".to_owned(), &mut |page| {
        surveys.extend(page["data"].as_array().unwrap().iter().map(|survey| survey["id"].as_str().unwrap().to_owned()));
    });
    assert!(surveys.len() > 2);
    for id in surveys {
        let (rolled, counted) = both(&world, &format!("/v3/surveys/{id}"), "");
        agree(&rolled, &counted);
    }
}

#[test]
fn what_a_survey_comes_to_is_what_its_rollups_say() {
    let world = World::new();
    let (_, counted) = both(&world, SURVEY, "");
    let rollups = world.get("owner", &format!("{SURVEY}/rollups?per_page=1000")).ok();
    let by_id: BTreeMap<&str, &Value> =
        rollups["data"].as_array().unwrap().iter().map(|rollup| (rollup["id"].as_str().unwrap(), rollup)).collect();
    let count = |choices: &[Value], id: &str| {
        choices.iter().filter(|choice| choice["id"] == id).map(|choice| choice["count"].as_u64().unwrap()).sum::<u64>()
    };
    for question in &counted.questions {
        let told = &by_id[question.id.as_str()]["summary"][0];
        assert_eq!(json!([question.answered, question.skipped]), json!([told["answered"], told["skipped"]]));
        assert_eq!(json!(question.other_answered), told.get("other_answered").cloned().unwrap_or_default());
        assert_eq!(json!(question.text), told.get("text").cloned().unwrap_or_default());
        let stats: Option<RollupStats> = told.get("stats").filter(|stats| !stats.is_null()).map(|stats| {
            let number = |name: &str| stats[name].as_f64().unwrap();
            RollupStats {
                std: number("std"),
                max: number("max"),
                min: number("min"),
                median: number("median"),
                mean: number("mean"),
            }
        });
        let stats = stats.map(|RollupStats { std, max, min, median, mean }| Stats { mean, median, min, max, std });
        assert!(same_stats(question.stats, stats), "{question:?} {stats:?}");
        for choice in question.choices.iter().flatten() {
            assert_eq!(u64::from(choice.count), count(told["choices"].as_array().unwrap(), &choice.id));
            assert!(near(choice.percent, f64::from(choice.count) / f64::from(question.answered.max(1)) * 100.0));
        }
        assert!(near(question.percent, f64::from(question.answered) / f64::from(counted.responses.unwrap()) * 100.0));
        for (row, told) in question.rows.iter().flatten().zip(told["rows"].as_array().unwrap_or(&Vec::new())) {
            assert_eq!(row.id, told["id"]);
            let cells = row.columns.iter().flatten().flat_map(|column| &column.choices);
            for choice in row.choices.iter().flatten().chain(cells) {
                assert_eq!(u64::from(choice.count), count(told["choices"].as_array().unwrap(), &choice.id));
            }
        }
    }
}

#[test]
fn labels_are_texts_and_percentages_of_a_choice_come_to_a_hundred() {
    let world = World::new();
    let (rolled, counted) = both(&world, SURVEY, "");
    let of = |family: &str, subtype: &str| {
        let found = counted.questions.iter().find(|question| question.family == family && question.subtype == subtype);
        found.cloned().unwrap()
    };
    let whole = |choices: &[canvass::results::summary::ChoiceSummary]| {
        near(choices.iter().map(|choice| choice.percent).sum(), 100.0)
    };
    let rating = of("matrix", "rating");
    for row in rating.rows.iter().flatten() {
        assert!(row.answered.unwrap() > 0 && whole(row.choices.as_ref().unwrap()));
        let mean = row.stats.unwrap().mean;
        assert!(row.stats.unwrap().min <= mean && mean <= row.stats.unwrap().max);
    }
    let menu = of("matrix", "menu");
    for column in menu.rows.iter().flatten().flat_map(|row| row.columns.as_ref().unwrap()) {
        assert!(column.answered == 0 || whole(&column.choices), "{column:?}");
    }
    assert!(menu.stats.is_none() && of("multiple_choice", "vertical").stats.is_none());
    assert!(
        of("multiple_choice", "vertical")
            .choices
            .unwrap()
            .iter()
            .all(|choice| choice.percent <= 100.0 && choice.label != choice.id)
    );
    // What only the responses tell: who answered which row in words, and what its numbers come to.
    let numerical = of("open_ended", "numerical");
    let rows = numerical.rows.unwrap();
    assert_eq!(rows.iter().map(|row| row.answered.unwrap()).sum::<u32>(), numerical.text.unwrap());
    assert!(rows.iter().any(|row| row.stats.is_some()));
    let same = rolled.questions.iter().find(|question| question.id == numerical.id).unwrap();
    assert!(same.rows.is_none());
}

#[test]
fn a_summary_crosses_as_json_whose_fractions_are_separate() {
    const FRACTIONS: [&str; 6] = ["percent", "mean", "median", "min", "max", "std"];
    fn put_back(value: &mut Value, fractions: &[f64], used: &mut usize) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| put_back(item, fractions, used)),
            Value::Object(members) => {
                for (name, value) in members.iter_mut() {
                    if FRACTIONS.contains(&name.as_str()) {
                        assert_eq!(value.as_u64().unwrap(), *used as u64);
                        *value = json!(fractions[*used]);
                        *used += 1;
                    } else {
                        put_back(value, fractions, used);
                    }
                }
            }
            _ => {}
        }
    }
    let (_, counted) = both(&World::new(), SURVEY, "");
    let written = counted.to_json();
    let (mut all, mut used): (Value, usize) = (serde_json::from_str(&written.json).unwrap(), 0);
    put_back(&mut all, &written.fractions, &mut used);
    assert_eq!(used, written.fractions.len());
    assert_eq!(all["responses"], json!(counted.responses));
    for (told, question) in all["questions"].as_array().unwrap().iter().zip(&counted.questions) {
        assert_eq!(told["heading"], json!(question.heading));
        assert_eq!(told["percent"], json!(question.percent));
        assert_eq!(told["has_mean"], json!(question.has_mean));
        let (rows, choices) = (question.rows.as_ref(), question.choices.as_ref());
        assert_eq!(told["rows"].as_array().map(Vec::len), rows.map(Vec::len));
        assert_eq!(told["choices"].as_array().map(Vec::len), choices.map(Vec::len));
        assert_eq!(told["stats"]["mean"], json!(question.stats.map(|stats| stats.mean)));
        for (told, choice) in told["choices"].as_array().into_iter().flatten().zip(question.choices.iter().flatten()) {
            assert_eq!(
                *told,
                json!({ "id": choice.id, "label": choice.label, "count": choice.count, "percent": choice.percent,
                    "is_na": choice.is_na, "deleted": choice.deleted })
            );
        }
        for (told, row) in told["rows"].as_array().into_iter().flatten().zip(question.rows.iter().flatten()) {
            assert_eq!(
                (&told["label"], &told["deleted"], &told["stats"]["std"]),
                (&json!(row.label), &json!(row.deleted), &json!(row.stats.map(|stats| stats.std)))
            );
            assert_eq!(told["columns"].as_array().map(Vec::len), row.columns.as_ref().map(Vec::len));
            assert_eq!(told.get("answered"), row.answered.map(|answered| json!(answered)).as_ref());
        }
    }
    assert_eq!(
        SummaryBuilder::new(b"{}").unwrap().build_summary().to_json().json,
        r#"{"responses":null,"questions":[]}"#
    );
}

#[test]
fn previews_unknown_questions_and_unknown_choices_do_not_count() {
    let design = json!({ "pages": [{ "questions": [{
        "id": "1", "family": "single_choice", "subtype": "vertical", "headings": [{ "heading": "" }, { "heading": "Which?" }],
        "answers": {
            "choices": [{ "id": "a", "text": "A", "position": 1 }, { "id": "b", "text": " ", "weight": 7 }, { "id": "n", "text": "N/A", "is_na": true, "position": 3 }],
            "other": { "id": "o", "text": "Other" },
        },
    }] }] });
    let mut summary = SummaryBuilder::new(design.to_string().as_bytes()).unwrap();
    let response = |mode: &str, id: &str, answers: Value| json!({ "pages": [{ "questions": [{ "id": id, "answers": answers }] }], "collection_mode": mode });
    let page = json!({ "data": [
        response("default", "1", json!([{ "choice_id": "a" }])),
        response("default", "1", json!([{ "choice_id": "b" }, { "other_id": "o", "text": "why" }])),
        response("default", "1", json!([{ "choice_id": "n" }])),
        response("default", "1", json!([{ "choice_id": "gone" }])),
        response("default", "9", json!([{ "choice_id": "a" }])),
        response("survey_preview", "1", json!([{ "choice_id": "a" }])),
    ] });
    summary.add_responses(page.to_string().as_bytes()).unwrap();
    let SurveySummary { responses, questions } = summary.build_summary();
    let question = &questions[0];
    assert_eq!((responses, question.answered, question.skipped, question.other_answered), (Some(5), 4, 1, Some(1)));
    assert_eq!(question.heading, "Which?");
    let choices: Vec<(&str, u32, f64)> =
        question.choices.iter().flatten().map(|choice| (choice.label.as_str(), choice.count, choice.percent)).collect();
    assert_eq!(choices, [("A", 1, 25.0), ("7", 1, 25.0), ("N/A", 1, 25.0)]);
    assert_eq!(question.stats, Some(Stats { mean: 4.0, median: 4.0, min: 1.0, max: 7.0, std: 3.0 }));
}

#[test]
fn a_mean_says_something_only_if_all_choices_have_a_weight_or_are_places() {
    let choice = |id: &str, more: Value| {
        let mut choice = json!({ "id": id, "text": id, "position": 1 });
        choice.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        choice
    };
    let weighted = |id: &str| choice(id, json!({ "weight": 0 }));
    for (family, subtype, choices, has_mean) in [
        ("single_choice", "vertical", vec![choice("a", json!({})), choice("b", json!({}))], false),
        ("single_choice", "vertical", vec![weighted("a"), choice("b", json!({}))], false),
        ("single_choice", "vertical", vec![weighted("a"), choice("b", json!({ "is_na": true }))], true),
        ("single_choice", "vertical", vec![weighted("a"), choice("b", json!({ "visible": false }))], true),
        ("single_choice", "vertical", vec![choice("a", json!({ "visible": false, "weight": 1 }))], false),
        ("multiple_choice", "vertical", vec![weighted("a")], false),
        ("matrix", "ranking", vec![choice("1", json!({}))], true),
        ("matrix", "rating", vec![choice("1", json!({}))], false),
        ("open_ended", "numerical", vec![], true),
        ("open_ended", "single", vec![], false),
    ] {
        let design = json!({ "pages": [{ "questions": [{
            "id": "1", "family": family, "subtype": subtype, "headings": [], "answers": { "choices": choices },
        }] }] });
        let builder = || SummaryBuilder::new(design.to_string().as_bytes()).unwrap();
        let (mut rolled, mut counted) = (builder(), builder());
        let rollup = json!({ "id": "1", "summary": [{ "answered": 0, "skipped": 0 }] });
        rolled.add_rollups(json!({ "data": [rollup] }).to_string().as_bytes()).unwrap();
        counted.add_responses(b"{\"data\":[]}").unwrap();
        for summary in [rolled, counted] {
            assert_eq!(summary.build_summary().questions[0].has_mean, has_mean, "{family} {subtype} {choices:?}");
        }
    }
}

#[test]
fn what_is_no_design_or_page_is_an_error() {
    assert!(SummaryBuilder::new(b"[]").is_err() && SummaryBuilder::new(b"{").is_err());
    let mut none = SummaryBuilder::new(b"{}").unwrap();
    assert!(none.add_rollups(b"{\"data\":[{]}").is_err() && none.add_responses(b"7").is_err());
    assert_eq!(none.build_summary(), SurveySummary { responses: None, questions: Vec::new() });
    none.add_responses(b"{\"data\":[]}").unwrap();
    assert_eq!(none.build_summary().responses, Some(0));
}
