//! Comparisons of groups, and questions to analysis that are none.

use crate::analysis_letters::letters;
use crate::analysis_world::{AnalysisWorld, list, query, store_of, surveys};
use canvass::results::analysis;
use serde_json::{Value, json};

#[test]
fn a_comparison_has_the_results_of_each_group_and_the_letters_of_its_shares() {
    let mut lettered = 0;
    for number in surveys(30) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let groups = [
            json!({ "collector": ["11"] }),
            json!({ "collector": ["12"] }),
            json!({ "all": [{ "collector": ["13"] }] }),
        ];
        let named: Vec<Value> = groups.iter().map(|rule| json!({ "name": rule.to_string(), "rule": rule })).collect();
        let found = query(&store, "compare", &json!({ "groups": named, "min_base": 10 }));
        let alone: Vec<Value> = groups.iter().map(|rule| query(&store, "summary", &json!({ "rule": rule }))).collect();
        assert_eq!(found["overlapping"], json!(false));
        for (group, alone) in list(&found["groups"]).iter().zip(&alone) {
            assert_eq!(group["count"], alone["responses"]);
        }
        for (position, question) in list(&found["questions"]).iter().enumerate() {
            for (group, alone) in list(&question["groups"]).iter().zip(&alone) {
                assert_eq!(*group, alone["questions"][position], "{number}");
            }
            // The parts that stand in each group are the same, so that their shares can be laid side by side.
            let keys = |results: &Value| -> Vec<(String, [usize; 2])> {
                let share = |choice: &Value| ["count", "base"].map(|name| choice[name].as_u64().unwrap() as usize);
                let id = |part: &Value| part["id"].as_str().unwrap().to_owned();
                let mut keys: Vec<_> =
                    list(&results["choices"]).iter().map(|choice| (id(choice), share(choice))).collect();
                for row in list(&results["rows"]) {
                    keys.extend(
                        list(&row["choices"])
                            .iter()
                            .map(|choice| (format!("{}:{}", id(row), id(choice)), share(choice))),
                    );
                    for column in list(&row["columns"]) {
                        let key = |choice: &Value| format!("{}:{}:{}", id(row), id(column), id(choice));
                        keys.extend(list(&column["choices"]).iter().map(|choice| (key(choice), share(choice))));
                    }
                }
                keys
            };
            let sides: Vec<Vec<(String, [usize; 2])>> = list(&question["groups"]).iter().map(keys).collect();
            for (line, (key, _)) in sides[0].iter().enumerate() {
                assert!(sides.iter().all(|side| side[line].0 == *key), "{number} {key}");
                let shares: Vec<[usize; 2]> = sides.iter().map(|side| side[line].1).collect();
                let expected = letters(&shares, question["tested"] == true, 10);
                lettered += usize::from(expected.iter().any(|letters| !letters.is_empty()));
                assert_eq!(question["letters"][key], json!(expected), "{number} {key} {shares:?}");
            }
        }
    }
    assert!(lettered > 20, "{lettered}");
}

/// A response of a collector, with ratings of the rows of question 3.
fn rated(number: usize, collector: &str, ratings: &[&str]) -> Value {
    let answers: Value = ratings
        .iter()
        .zip(["5", "6", "7"])
        .map(|(choice, row)| json!({ "row_id": row, "choice_id": choice }))
        .collect();
    json!({ "id": number.to_string(), "collection_mode": "default", "collector_id": collector,
            "date_created": "2026-01-01T00:00:00+00:00", "date_modified": "2026-01-01T00:00:00+00:00",
            "pages": [{ "id": "2", "questions": [{ "id": "3", "answers": answers }] }] })
}

#[test]
fn ratings_of_several_rows_are_not_tested_as_those_of_as_many_respondents() {
    let option = |id: &str, weight: i64| json!({ "id": id, "text": id, "weight": weight });
    let rows = ["5", "6", "7"].map(|id| json!({ "id": id, "text": id }));
    let design = json!({ "id": "1", "pages": [{ "id": "2", "questions": [{ "id": "3", "family": "matrix", "subtype": "rating",
        "answers": { "rows": rows, "choices": [option("8", 1), option("9", 5)] } }] }] });
    // Twelve respondents in each group: fewer than are tested, although they gave 36 ratings.
    let responses: Vec<Value> = (0..24)
        .map(|number| if number < 12 { rated(number, "11", &["8"; 3]) } else { rated(number, "12", &["9"; 3]) })
        .collect();
    let store = store_of(&design, &responses);
    let groups = ["11", "12"].map(|id| json!({ "name": id, "rule": { "collector": [id] } }));
    let found = query(&store, "compare", &json!({ "groups": groups }));
    let letters = &found["questions"][0]["letters"];
    assert!(letters.get("mean").is_none(), "{letters}");
    assert_eq!(letters["5:mean"], json!(["", ""]), "{letters}");
    let margins = |row: &Value| {
        query(&store, "trend", &json!({ "by": "day", "question": "3", "row": row }))["buckets"][0].clone()
    };
    assert_eq!((&margins(&Value::Null)["mean"], &margins(&Value::Null)["margin"]), (&json!(3), &Value::Null));
    assert!(margins(&json!("5"))["margin"].is_number());
}

#[test]
fn shares_with_few_expected_answers_are_named_as_not_tested() {
    let choices = ["8", "9"].map(|id| json!({ "id": id, "text": id }));
    let design = json!({ "id": "1", "pages": [{ "id": "2", "questions": [{ "id": "3", "family": "matrix", "subtype": "rating",
        "answers": { "rows": [{ "id": "5", "text": "5" }], "choices": choices } }] }] });
    let untested = |rare: usize| {
        let answer = |number: usize| if number < rare { "9" } else { "8" };
        let responses: Vec<Value> =
            (0..200).map(|number| rated(number, if number < 100 { "11" } else { "12" }, &[answer(number)])).collect();
        let groups = ["11", "12"].map(|id| json!({ "name": id, "rule": { "collector": [id] } }));
        let found = query(&store_of(&design, &responses), "compare", &json!({ "groups": groups }));
        assert_eq!(found["questions"][0]["tested"], true);
        assert_eq!(found["questions"][0]["groups"][0]["has_mean"], false);
        found["questions"][0]["expected_low"].clone()
    };
    assert_eq!(untested(6), json!(["5:8", "5:9"]));
    assert_eq!(untested(20), json!([]));
    assert_eq!(untested(0), json!([]), "there is no difference to test");
}

#[test]
fn a_row_that_few_groups_have_answered_has_the_letters_of_its_crosstab() {
    let option = |id: &str, weight: i64| json!({ "id": id, "text": id, "weight": weight });
    let rows = ["5", "6"].map(|id| json!({ "id": id, "text": id }));
    let design = json!({ "id": "1", "pages": [{ "id": "2", "questions": [{ "id": "3", "family": "matrix", "subtype": "rating",
        "answers": { "rows": rows, "choices": [option("8", 1), option("9", 5)] } }] }] });
    // Forty respondents in each of five groups; only those of the first two have rated the second row.
    let collectors = ["11", "12", "13", "14", "15"];
    let rating = |number: usize| match (number / 40, number % 40) {
        (0, 0..20) | (1, 0..30) => ["8", "9"].as_slice(),
        (0 | 1, _) => &["8", "8"],
        _ => &["8"],
    };
    let responses: Vec<Value> = (0..200).map(|number| rated(number, collectors[number / 40], rating(number))).collect();
    let store = store_of(&design, &responses);
    let groups = collectors.map(|id| json!({ "name": id, "rule": { "collector": [id] } }));
    let compared = query(&store, "compare", &json!({ "groups": groups, "bonferroni": true }));
    let letters = &compared["questions"][0]["letters"];
    let columns = json!([{ "groups": groups }]);
    let request = json!({ "rows": { "question": "3", "row": "6" }, "columns": columns, "bonferroni": true });
    let table = query(&store, "crosstab", &request);
    let of_cells = |cells: &Value| -> Value { list(cells).iter().map(|cell| cell["letters"].clone()).collect() };
    assert_eq!(table["rows"][1]["id"], "9");
    assert_eq!(of_cells(&table["rows"][1]["cells"]), json!(["", "A", "", "", ""]));
    assert_eq!(letters["6:9"], of_cells(&table["rows"][1]["cells"]));
    assert_eq!(letters["6:mean"], of_cells(&table["means"]["cells"]));
}

#[test]
fn groups_that_share_respondents_are_not_tested() {
    let world = (0..)
        .map(AnalysisWorld::new)
        .find(|world| world.responses.len() > 200 && !world.questions().is_empty())
        .unwrap();
    let groups = json!([{ "name": "all", "rule": {"all": []} }, { "name": "some", "rule": { "collector": ["11"] } }]);
    let found = query(&world.store(), "compare", &json!({ "groups": groups }));
    assert_eq!((&found["overlapping"], &found["groups"][0]["letter"]), (&json!(true), &Value::Null));
    let marked = |question: &Value| {
        question["letters"].as_object().unwrap().values().flat_map(list).any(|letters| letters != "")
    };
    assert!(list(&found["questions"]).iter().all(|question| question["tested"] == false && !marked(question)));
}

#[test]
fn an_invalid_query_is_refused_with_the_name_of_the_member() {
    let world = (0..).map(AnalysisWorld::new).find(|world| world.questions().len() > 3).unwrap();
    let store = world.store();
    for (kind, query, member) in [
        ("nothing", json!({}), "kind"),
        ("summary", json!([]), "object"),
        ("summary", json!({ "questions": ["0"] }), "questions"),
        ("summary", json!({ "own": [] }), "own"),
        ("crosstab", json!({}), "rows"),
        ("crosstab", json!({ "rows": { "question": "0" } }), "question"),
        ("crosstab", json!({ "rows": {}, "confidence": [100] }), "confidence"),
        ("crosstab", json!({ "rows": {}, "confidence": [95, 90, 80] }), "confidence"),
        ("crosstab", json!({ "rows": {}, "min_base": -1 }), "min_base"),
        ("crosstab", json!({ "rows": {}, "bonferroni": 1 }), "bonferroni"),
        ("crosstab", json!({ "rows": { "question": "0", "rwo": "1" } }), "rwo"),
        ("compare", json!({ "groups": [{}] }), "groups"),
        ("compare", json!({ "groups": [{ "name": "a", "rules": {} }] }), "rules"),
        ("compare", json!({}), "groups"),
        ("trend", json!({ "by": "minute" }), "by"),
        ("trend", json!({ "by": "day", "zone": [[1]] }), "zone"),
        ("texts", json!({ "from": 0, "to": 5000 }), "to"),
        ("texts", json!({ "order": "best" }), "order"),
        ("words", json!({}), "question"),
    ] {
        let failure = analysis::run(&store, kind, &query).unwrap_err();
        assert_eq!(failure.path, member, "{kind} {query} {}", failure.message);
    }
}
