//! Queries of the store: counts, the table, one response, values of filters, tags.

use crate::store::{date, page, store};
use canvass::results::run_query;
use canvass::results::store::Store;
use serde_json::{Value, json};

fn design() -> Value {
    json!({ "id": "4", "custom_variables": { "source": "" }, "pages": [{ "id": "1", "questions": [
        { "id": "10", "family": "single_choice", "subtype": "vertical", "headings": [{ "heading": "<b>Colour</b>" }],
          "answers": { "choices": [{ "id": "11", "text": "Red" }, { "id": "12", "text": "Blue", "visible": false }],
                       "other": { "id": "13", "text": "Another", "is_answer_choice": true } } },
        { "id": "20", "family": "matrix", "subtype": "multi", "headings": [{ "heading": "Grid" }],
          "answers": { "rows": [{ "id": "21", "text": "Up" }, { "id": "22", "text": "Down" }],
                       "choices": [{ "id": "23", "text": "Yes" }, { "id": "24", "text": "No" }] } },
        { "id": "30", "family": "open_ended", "subtype": "numerical", "headings": [{ "heading": "Sizes" }],
          "answers": { "rows": [{ "id": "31", "text": "Feet" }] } },
        { "id": "40", "family": "open_ended", "subtype": "essay", "headings": [{ "heading": "Why?" }] },
    ] }] })
}

fn response(id: &str, created: i64, answers: &[(&str, Value)]) -> Value {
    let questions: Vec<Value> = answers.iter().map(|(id, answers)| json!({ "id": id, "answers": answers })).collect();
    json!({ "id": id, "date_created": date(created), "date_modified": date(created), "response_status": "completed",
            "collector_id": "7", "total_time": created % 100, "custom_variables": { "source": "mail" },
            "metadata": { "respondent": { "language": { "type": "string", "value": "de" } } },
            "pages": [{ "id": "1", "questions": questions }] })
}

fn filled() -> Store {
    let mut store = store(&design());
    let responses = [
        response(
            "100",
            1010,
            &[("10", json!([{ "choice_id": "11" }])), ("30", json!([{ "row_id": "31", "text": "10.5" }]))],
        ),
        response(
            "101",
            1030,
            &[
                ("10", json!([{ "choice_id": "12" }, { "other_id": "13", "text": "Teal" }])),
                (
                    "20",
                    json!([{ "row_id": "21", "choice_id": "23" }, { "row_id": "21", "choice_id": "24" }, { "row_id": "22", "choice_id": "24" }]),
                ),
                ("40", json!([{ "text": "Because Émile said" }])),
            ],
        ),
        response(
            "102",
            1020,
            &[("10", json!([{ "choice_id": "99" }])), ("30", json!([{ "row_id": "31", "text": "9" }]))],
        ),
    ];
    store.put(&page(&responses)).unwrap();
    store
}

fn query(store: &mut Store, query: Value) -> Value {
    serde_json::from_str(&run_query(store, &query.to_string()).unwrap()).unwrap()
}

fn order(store: &mut Store, sort: Value) -> Vec<String> {
    let result = query(store, json!({ "kind": "rows", "sort": sort }));
    result["rows"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_count_has_the_counts_without_each_part_of_the_rule() {
    let mut store = filled();
    let (one, two) = (json!({ "question": "10", "choices": ["11"] }), json!({ "question": "40", "answered": true }));
    let counts = json!({ "kind": "count", "parts": true, "rule": { "all": [one, two] } });
    assert_eq!(
        query(&mut store, counts),
        json!({ "count": 0, "all": 3, "counts": [{ "rule": one, "count": 1 }, { "rule": two, "count": 1 }] })
    );
    assert_eq!(query(&mut store, json!({ "kind": "count" })), json!({ "count": 3, "all": 3 }));
}

#[test]
fn the_table_has_a_window_of_cells_in_the_order_of_the_query() {
    let mut store = filled();
    let keys = [
        "id",
        "seconds",
        "question:10",
        "question:20",
        "question:20:22",
        "question:30:31",
        "question:40",
        "variable:source",
        "language",
    ];
    let result = query(&mut store, json!({ "kind": "rows", "from": 0, "to": 2, "columns": keys }));
    assert_eq!(result["all"], 3);
    assert_eq!(result["filtered"], 3);
    assert_eq!(
        result["rows"],
        json!([
            { "id": "101", "cells": ["101", 30, "Blue; Teal", "Up: Yes; No; Down: No", "No", null, "Because Émile said", "mail", "de"] },
            { "id": "102", "cells": ["102", 20, "99", null, null, 9.0, null, "mail", "de"] },
        ])
    );
    let searched = query(&mut store, json!({ "kind": "rows", "text": "emile" }));
    assert_eq!((searched["filtered"].as_u64(), searched["rows"][0]["id"].as_str()), (Some(1), Some("101")));
}

#[test]
fn rows_without_a_value_come_last_in_both_orders() {
    let mut store = filled();
    assert_eq!(order(&mut store, Value::Null), ["101", "102", "100"]);
    assert_eq!(order(&mut store, json!([{ "key": "question:30:31", "order": "asc" }])), ["102", "100", "101"]);
    assert_eq!(order(&mut store, json!([{ "key": "question:30:31", "order": "desc" }])), ["100", "102", "101"]);
    assert_eq!(order(&mut store, json!([{ "key": "id", "order": "desc" }])), ["102", "101", "100"]);
    assert_eq!(
        order(&mut store, json!([{ "key": "language" }, { "key": "seconds", "order": "asc" }])),
        ["100", "102", "101"]
    );
}

#[test]
fn dates_and_times_of_day_are_in_their_own_order() {
    for (subtype, expected) in [
        ("date_only", ["12/31/1969", "12/31/2024", "01/01/2026", "02/01/2026"]),
        ("time_only", ["12:00 AM", "01:00 AM", "12:30 PM", "11:59 PM"]),
        ("both", ["12/31/2024 11:59 PM", "01/01/2026 12:00 AM", "01/01/2026 01:00 AM", "01/01/2026 12:00 PM"]),
    ] {
        let question = json!({ "id": "10", "family": "datetime", "subtype": subtype, "headings": [{ "heading": "When?" }],
            "answers": { "rows": [{ "id": "11", "text": "On" }] } });
        let design = json!({ "id": "1", "pages": [{ "id": "2", "questions": [question] }] });
        let mut store = Store::new(design.to_string().as_bytes()).unwrap();
        let answered = |id: &str, text: &str| response(id, 1000, &[("10", json!([{ "row_id": "11", "text": text }]))]);
        let given = [3, 1, 0, 2].map(|at| answered(&format!("10{at}"), expected[at]));
        store.put(&page(&given)).unwrap();
        store.put(&page(&[answered("104", "soon"), response("105", 1000, &[])])).unwrap();
        let key = "question:10:11";
        let ids = |order: &[u32]| -> Vec<String> { order.iter().map(|at| format!("10{at}")).collect() };
        assert_eq!(order(&mut store, json!([{ "key": key }])), ids(&[0, 1, 2, 3, 4, 5]), "{subtype}");
        let last = order(&mut store, json!([{ "key": key, "order": "desc" }]));
        assert_eq!(last[..4], ids(&[3, 2, 1, 0]), "{subtype}");
    }
}

#[test]
fn a_new_row_is_in_the_order_at_once() {
    let mut store = filled();
    assert_eq!(order(&mut store, Value::Null).len(), 3);
    store.put(&page(&[response("103", 1040, &[])])).unwrap();
    assert_eq!(order(&mut store, Value::Null), ["103", "101", "102", "100"]);
}

#[test]
fn every_listed_column_can_be_queried() {
    let mut store = filled();
    let columns = query(&mut store, json!({ "kind": "columns" }));
    let keys: Vec<&Value> = columns.as_array().unwrap().iter().map(|column| &column["key"]).collect();
    assert!(keys.contains(&&json!("variable:source")) && keys.contains(&&json!("question:20:22")));
    let result = query(&mut store, json!({ "kind": "rows", "columns": keys }));
    assert_eq!(result["rows"][0]["cells"].as_array().unwrap().len(), keys.len());
    assert_eq!(
        columns.as_array().unwrap().iter().find(|column| column["key"] == "question:10").unwrap()["label"],
        "Colour"
    );
}

#[test]
fn the_comment_of_a_question_with_rows_has_a_column() {
    let mut design = design();
    design["pages"][0]["questions"][1]["answers"]["other"] = json!({ "id": "25", "text": "Comment" });
    let mut store = store(&design);
    let grid = json!([{ "row_id": "21", "choice_id": "23" }, { "other_id": "25", "text": "Too steep" }]);
    store.put(&page(&[response("100", 1010, &[("20", grid)])])).unwrap();
    let columns = query(&mut store, json!({ "kind": "columns" }));
    let comment = columns.as_array().unwrap().iter().find(|column| column["key"] == "question:20:").unwrap();
    assert_eq!(comment["label"], "Grid - Comment");
    let result = query(&mut store, json!({ "kind": "rows", "columns": ["question:20:21", "question:20:"] }));
    assert_eq!(result["rows"][0]["cells"], json!(["Yes", "Too steep"]));
}

#[test]
fn a_column_is_never_named_by_the_id_of_its_row() {
    let mut design = design();
    let label = |design: &Value, key: &str| {
        let columns = query(&mut store(design), json!({ "kind": "columns" }));
        columns.as_array().unwrap().iter().find(|column| column["key"] == key).unwrap()["label"].clone()
    };
    design["pages"][0]["questions"][1]["answers"]["rows"][1]["text"] = json!("<p> </p>");
    assert_eq!(label(&design, "question:20:22"), "Grid - Row 2");
    design["pages"][0]["questions"][1]["answers"]["rows"] = json!([{ "id": "21", "text": "" }]);
    assert_eq!(label(&design, "question:20:21"), "Grid");
}

#[test]
fn a_response_reports_which_heading_was_seen() {
    let mut seen = response("100", 1010, &[("10", json!([{ "choice_id": "11" }]))]);
    seen["pages"][0]["questions"][0]["variable_id"] = json!("72");
    let mut store = store(&design());
    store.put(&page(&[seen])).unwrap();
    let result = query(&mut store, json!({ "kind": "response", "id": "100" }));
    assert_eq!(result["response"]["pages"][0]["questions"][0]["variable_id"], "72");
}

#[test]
fn a_rule_for_no_value_lets_all_through_where_no_response_has_the_variable() {
    let mut store = filled();
    for (values, count) in [(json!([""]), 3), (json!(["", "x"]), 3), (json!(["x"]), 0)] {
        let rule = json!({ "variable": "campaign", "values": values });
        assert_eq!(query(&mut store, json!({ "kind": "count", "rule": rule }))["count"], count, "{rule}");
    }
}

#[test]
fn a_response_has_its_neighbours() {
    let mut store = filled();
    let result = query(&mut store, json!({ "kind": "response", "id": "102" }));
    assert_eq!(result["response"]["pages"][0]["questions"][0]["answers"], json!([{ "choice_id": "99" }]));
    assert_eq!((&result["position"], &result["previous"], &result["next"]), (&json!(1), &json!("101"), &json!("100")));
    let at = json!({ "kind": "response", "at": 0, "sort": [{ "key": "id" }], "rule": { "question": "30", "answered": true } });
    let first = query(&mut store, at);
    assert_eq!(
        (&first["response"]["id"], &first["next"], &first["previous"]),
        (&json!("100"), &json!("102"), &Value::Null)
    );
    let none = json!({ "response": null, "position": null, "count": 3, "previous": null, "next": null, "tags": [] });
    assert_eq!(query(&mut store, json!({ "kind": "response", "id": "5" })), none);
}

#[test]
fn values_come_with_counts() {
    let mut store = filled();
    let values = |store: &mut Store, values: Value| {
        let result = query(store, values);
        let pair = |value: &Value| (value["value"].as_str().unwrap().to_owned(), value["count"].as_u64().unwrap());
        assert_eq!(result["total"], result["values"].as_array().unwrap().len());
        result["values"].as_array().unwrap().iter().map(pair).collect::<Vec<_>>()
    };
    assert_eq!(values(&mut store, json!({ "kind": "values", "field": "collector" })), [("7".to_owned(), 3)]);
    assert_eq!(values(&mut store, json!({ "kind": "values", "variable": "source" })), [("mail".to_owned(), 3)]);
    let choices = values(&mut store, json!({ "kind": "values", "question": "10" }));
    assert_eq!(choices, [("11".to_owned(), 1), ("12".to_owned(), 1), ("99".to_owned(), 1)]);
    let rule = json!({ "ids": ["100"] });
    assert_eq!(
        values(&mut store, json!({ "kind": "values", "field": "language", "rule": rule })),
        [("de".to_owned(), 1)]
    );
}

#[test]
fn an_answer_has_the_first_thousand_values_and_a_hundred_texts_and_says_how_many_there_are() {
    let mut store = store(&design());
    let texts = (0..1_200).map(|number| {
        response(&number.to_string(), number, &[("40", json!([{ "text": format!("text {}", number.min(1_100)) }]))])
    });
    store.put(&page(&texts.collect::<Vec<_>>())).unwrap();
    let values = query(&mut store, json!({ "kind": "values", "question": "40" }));
    assert_eq!((&values["total"], values["values"].as_array().unwrap().len()), (&json!(1_101), 1_000));
    assert_eq!(values["values"][0], json!({ "value": "text 1100", "label": "text 1100", "count": 100 }));
    for (from, items) in [(None, 100), (Some(150), 100), (Some(1_150), 50)] {
        let texts = query(&mut store, json!({ "kind": "texts", "from": from }));
        assert_eq!((&texts["total"], texts["items"].as_array().unwrap().len()), (&json!(1_200), items), "{from:?}");
    }
}

#[test]
fn tags_replace_each_other_and_are_rules_and_columns() {
    let mut store = filled();
    let tag = |store: &mut Store, set: Value| query(store, json!({ "kind": "tag", "set": set }));
    let count =
        |store: &mut Store| query(store, json!({ "kind": "count", "rule": { "tag": ["red"] } }))["count"].clone();
    assert_eq!(
        tag(&mut store, json!({ "100": ["red", "blue"], "101": ["red"], "5": ["red"] })),
        json!({ "tagged": 3 })
    );
    assert_eq!(count(&mut store), 2);
    let rows = query(&mut store, json!({ "kind": "rows", "columns": ["tags"], "rule": { "ids": ["100"] } }));
    assert_eq!(rows["rows"][0]["cells"], json!(["red, blue"]));
    tag(&mut store, json!({ "101": ["blue"] }));
    assert_eq!(count(&mut store), 0);
}

#[test]
fn an_invalid_query_is_refused_with_the_member() {
    let mut store = filled();
    for (query, path) in [
        ("", "query"),
        ("{}", "kind"),
        (r#"{"kind":"fortune"}"#, "kind"),
        (r#"{"kind":"count","rule":{"status":1}}"#, "rule.status"),
        (r#"{"kind":"rows","columns":["question:5"]}"#, "question:5"),
        (r#"{"kind":"rows","columns":["colour"]}"#, "colour"),
        (r#"{"kind":"rows","sort":[{"key":"id","order":"up"}]}"#, "sort.order"),
        (r#"{"kind":"rows","sort":[{"key":"id","descending":true}]}"#, "descending"),
        (r#"{"kind":"rows","from":-1}"#, "from"),
        (r#"{"kind":"rows","from":5,"to":10006}"#, "to"),
        (r#"{"kind":"rows","text":7}"#, "text"),
        (r#"{"kind":"rows","columns":[7]}"#, "columns"),
        (r#"{"kind":"count","parts":"yes"}"#, "parts"),
        (r#"{"kind":"values","field":7}"#, "field"),
        (r#"{"kind":"values","question":"1","row":7}"#, "row"),
        (r#"{"kind":"tag","set":{"900":["red",7]}}"#, "set.900"),
        (r#"{"kind":"values"}"#, "field"),
        (r#"{"kind":"response","id":7}"#, "id"),
        (r#"{"kind":"tag","set":[]}"#, "set"),
    ] {
        assert_eq!(run_query(&mut store, query).unwrap_err().path, path, "{query}");
    }
}
