//! Crosstabs of random surveys: equal to a second reckoning on the responses.

use crate::analysis::rule;
use crate::analysis_letters::letters;
use crate::analysis_oracle::{answers, has_choice, in_base, in_view, same, value_of};
use crate::analysis_world::{AnalysisWorld, Dice, kind_of, list, query, store_of, surveys};
use canvass::spec::questions::{Parts, Picks};
use serde_json::{Value, json};

/// A line or a column: id, and who is in it.
type Group<'a> = (String, Vec<&'a Value>);

/// A random place with choices: what to ask for, its question, row and column.
fn place<'a>(world: &'a AnalysisWorld, dice: &mut Dice) -> Option<(Value, &'a Value, Value, Value)> {
    let questions = world.questions();
    let countable: Vec<&Value> = questions
        .iter()
        .map(|(_, question)| *question)
        .filter(|question| matches!(kind_of(question).parts, Parts::Choice | Parts::RowChoice | Parts::RowColumnChoice))
        .collect();
    let question = (!countable.is_empty()).then(|| *dice.pick(&countable))?;
    let part = |name: &str, dice: &mut Dice| {
        let options = list(&question["answers"][name]);
        if options.is_empty() { Value::Null } else { dice.pick(options)["id"].clone() }
    };
    let (row, column) = (part("rows", dice), part("cols", dice));
    Some((json!({ "question": question["id"], "row": row, "column": column }), question, row, column))
}

/// The choices of a place with who picked them; deleted ones come last and only if they were picked.
fn split<'a>(all: &[&'a Value], responses: &[&'a Value], place: &(Value, &'a Value, Value, Value)) -> Vec<Group<'a>> {
    let (_, question, row, column) = place;
    let (id, design) = (question["id"].as_str().unwrap(), &question["answers"]);
    let own = list(&design["cols"]).iter().find(|one| one["id"] == *column);
    let choices = list(own.map_or(&design["choices"], |own| &own["choices"]));
    let with = |responses: &[&'a Value], choice: &Value| -> Vec<&'a Value> {
        responses.iter().copied().filter(|response| has_choice(response, id, row, column, &choice["id"])).collect()
    };
    let group = |choice: &Value| (choice["id"].as_str().unwrap().to_owned(), with(responses, choice));
    let mut groups: Vec<Group> = choices.iter().filter(|choice| choice["visible"] != false).map(group).collect();
    if design["other"]["is_answer_choice"] == true {
        let other = |response: &&'a Value| answers(response, id).iter().any(|answer| answer["other_id"].is_string());
        let id = design["other"]["id"].as_str().unwrap().to_owned();
        groups.push((id, responses.iter().copied().filter(other).collect()));
    }
    groups
        .extend(choices.iter().filter(|choice| choice["visible"] == false && !with(all, choice).is_empty()).map(group));
    groups
}

fn has(group: &[&Value], response: &Value) -> bool {
    group.iter().any(|other| std::ptr::eq(*other, response))
}

#[test]
fn a_crosstab_of_any_two_questions_is_that_of_a_second_reckoning() {
    let (mut lettered, mut squares) = (0, 0);
    for number in surveys(30) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let mut dice = Dice(number + 2_000_000);
        let all = in_view(&world.responses, &json!({ "all": [] }));
        for _ in 0..4 {
            let rule = rule(&world, &mut dice);
            let Some((stub, banner)) = place(&world, &mut dice).zip(place(&world, &mut dice)) else { continue };
            let min_base = *dice.pick(&[10, 30]);
            let found = query(
                &store,
                "crosstab",
                &json!({ "rule": rule, "rows": stub.0, "columns": [banner.0], "min_base": min_base }),
            );
            let at = format!("{number} {rule} {} by {}", stub.0, banner.0);
            let responses = in_view(&world.responses, &rule);
            let base: Vec<&Value> =
                responses.iter().copied().filter(|response| in_base(response, stub.1, &stub.2, &stub.3)).collect();
            let (lines, columns) = (split(&all, &base, &stub), split(&all, &responses, &banner));
            assert_eq!(found["total"]["base"], json!(base.len()), "{at}");
            let groups: Vec<Vec<&Value>> = columns
                .iter()
                .map(|(_, group)| base.iter().copied().filter(|response| has(group, response)).collect())
                .collect();
            let mut seen: Vec<&Value> =
                columns.iter().flat_map(|(_, group)| group.iter().map(|response| &response["id"])).collect();
            let everybody = seen.len();
            seen.sort_by_key(|id| id.as_str());
            seen.dedup();
            let overlapping = seen.len() < everybody;
            let block = &found["blocks"][0];
            assert_eq!(block["overlapping"], json!(overlapping), "{at}");
            let large = groups.iter().filter(|group| group.len() >= min_base).count();
            let pairs = if overlapping { 0 } else { large * large.saturating_sub(1) / 2 };
            assert_eq!((&block["comparisons"], &block["tested"]), (&json!(pairs), &json!(pairs > 0)), "{at}");
            let heads: Vec<(&Value, &Value)> =
                list(&block["columns"]).iter().map(|column| (&column["id"], &column["base"])).collect();
            let expected: Vec<(Value, Value)> =
                columns.iter().zip(&groups).map(|((id, _), group)| (json!(id), json!(group.len()))).collect();
            assert_eq!(heads, expected.iter().map(|(id, base)| (id, base)).collect::<Vec<_>>(), "{at}");
            let mut table = Vec::new();
            for ((id, line), row) in lines.iter().zip(list(&found["rows"])) {
                assert_eq!((&row["id"], &row["total"]["count"]), (&json!(id), &json!(line.len())), "{at}");
                let cells: Vec<[usize; 2]> = groups
                    .iter()
                    .map(|group| [group.iter().filter(|response| has(line, response)).count(), group.len()])
                    .collect();
                let marks = letters(&cells, pairs > 0, min_base);
                lettered += marks.iter().filter(|marks| !marks.is_empty()).count();
                let percent =
                    |[count, base]: [usize; 2]| if base == 0 { 0.0 } else { 100.0 * count as f64 / base as f64 };
                let expected: Vec<Value> = cells
                    .iter()
                    .zip(marks)
                    .map(|(cell, letters)| json!({ "count": cell[0], "percent": percent(*cell), "letters": letters }))
                    .collect();
                same(&row["cells"], &json!(expected), &at);
                table.push(cells.iter().map(|cell| cell[0]).collect::<Vec<_>>());
            }
            assert_eq!(list(&found["rows"]).len(), lines.len(), "{at}");
            let is_multiple = matches!(kind_of(stub.1).picks, Picks::Many | Picks::ManyPerRow);
            let test = &found["chi_square"][0];
            match chi_square(&table).filter(|_| !is_multiple && !overlapping) {
                Some([statistic, df, v]) => {
                    squares += 1;
                    let [one, two, three] = ["statistic", "df", "v"].map(|name| test[name].as_f64().unwrap());
                    assert!((one - statistic).abs() < 1e-8 && two == df && (three - v).abs() < 1e-9, "{at} {test}");
                    assert!((0.0..=1.0).contains(&test["p"].as_f64().unwrap()));
                }
                None => assert!(test.is_null(), "{at} {test}"),
            }
            means(&found, stub.1, &stub.2, &base, &groups, &at);
        }
    }
    assert!(lettered > 50 && squares > 20, "{lettered} letters, {squares} tests");
}

/// Statistic, degrees of freedom and V as n·(Σ o²/(r·c) − 1).
fn chi_square(table: &[Vec<usize>]) -> Option<[f64; 3]> {
    let rows: Vec<f64> = table.iter().map(|row| row.iter().sum::<usize>() as f64).collect();
    let width = table.first()?.len();
    let columns: Vec<f64> =
        (0..width).map(|column| table.iter().map(|row| row[column]).sum::<usize>() as f64).collect();
    let n: f64 = rows.iter().sum();
    let used = |sums: &[f64]| sums.iter().filter(|sum| **sum > 0.0).count();
    let (down, across) = (used(&rows).checked_sub(1)?, used(&columns).checked_sub(1)?);
    if down * across == 0 {
        return None;
    }
    let mut sum = 0.0;
    for (row, counts) in rows.iter().zip(table) {
        for (column, count) in columns.iter().zip(counts) {
            sum += if *count > 0 { (*count as f64).powi(2) / row / column } else { 0.0 };
        }
    }
    let statistic = n * (sum - 1.0);
    Some([statistic, (down * across) as f64, (statistic.max(0.0) / n / down.min(across) as f64).sqrt()])
}

/// Means stand where each choice has a weight, and for places.
fn means(found: &Value, question: &Value, row: &Value, base: &[&Value], groups: &[Vec<&Value>], at: &str) {
    let (id, choices) = (question["id"].as_str().unwrap(), list(&question["answers"]["choices"]));
    let mut scored = choices.iter().filter(|choice| choice["visible"] != false && choice["is_na"] != true).peekable();
    let weighted = scored.peek().is_some() && scored.all(|choice| choice["weight"].is_number());
    let one = matches!(kind_of(question).picks, Picks::One | Picks::OnePerRow);
    if !(one && (weighted || question["subtype"] == "ranking")) {
        return assert!(found["means"].is_null(), "{at} {}", found["means"]);
    }
    let mean = |group: &[&Value]| {
        let picked = group.iter().flat_map(|response| answers(response, id)).filter(|answer| answer["row_id"] == *row);
        let values: Vec<f64> = picked
            .filter_map(|answer| choices.iter().find(|choice| choice["id"] == answer["choice_id"]).and_then(value_of))
            .collect();
        let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
        (mean, values.len())
    };
    let (total, n) = mean(base);
    same(&found["means"]["total"], &json!({ "mean": total, "n": n }), at);
    for (cell, group) in list(&found["means"]["cells"]).iter().zip(groups) {
        let (own, n) = mean(group);
        same(&json!([cell["mean"], cell["n"]]), &json!([own, n]), at);
    }
    assert_eq!(list(&found["means"]["cells"]).len(), groups.len(), "{at}");
}

#[test]
fn a_deleted_other_option_is_the_last_line_if_someone_has_chosen_it_and_none_otherwise() {
    let design = json!({ "id": "1", "pages": [{ "id": "2", "questions": [{ "id": "3", "family": "single_choice", "subtype": "vertical",
        "answers": { "choices": [{ "id": "4", "text": "A" }, { "id": "5", "text": "B", "visible": false }],
                     "other": { "id": "6", "text": "Other", "is_answer_choice": true, "visible": false } } }] }] });
    let response = |number: usize, answer: Value| {
        json!({ "id": number.to_string(), "collection_mode": "default",
                "date_created": "2026-01-01T00:00:00+00:00", "date_modified": "2026-01-01T00:00:00+00:00",
                "pages": [{ "id": "2", "questions": [{ "id": "3", "answers": [answer] }] }] })
    };
    let lines = |answers: &[Value]| -> Vec<String> {
        let responses: Vec<Value> =
            answers.iter().enumerate().map(|(at, answer)| response(at, answer.clone())).collect();
        let found = query(
            &store_of(&design, &responses),
            "crosstab",
            &json!({ "rows": { "question": "3" }, "columns": [{ "question": "3" }] }),
        );
        let columns: Vec<&Value> = list(&found["blocks"][0]["columns"]).iter().map(|column| &column["label"]).collect();
        let labels: Vec<&Value> = list(&found["rows"]).iter().map(|row| &row["label"]).collect();
        assert_eq!(columns, labels);
        labels.iter().map(|label| label.as_str().unwrap().to_owned()).collect()
    };
    let (a, b, other) =
        (json!({ "choice_id": "4" }), json!({ "choice_id": "5" }), json!({ "other_id": "6", "text": "x" }));
    assert_eq!(lines(&[a.clone(), b.clone()]), ["A", "B"]);
    assert_eq!(lines(&[a, other, b]), ["A", "B", "Other"]);
}

#[test]
fn a_crosstab_says_when_a_field_has_more_values_than_columns() {
    let values = |count: i64| {
        let response = |number: i64| {
            json!({ "id": number.to_string(), "collection_mode": "default", "custom_value": number.to_string(), "pages": [],
                    "date_created": "2026-01-01T00:00:00+00:00", "date_modified": "2026-01-01T00:00:00+00:00" })
        };
        let design = json!({ "id": "1", "pages": [{ "id": "2", "questions": [{ "id": "3", "family": "single_choice", "subtype": "vertical",
            "answers": { "choices": [{ "id": "4", "text": "A" }] } }] }] });
        let store = store_of(&design, &(1..=count).map(response).collect::<Vec<_>>());
        let table =
            query(&store, "crosstab", &json!({ "rows": { "question": "3" }, "columns": [{ "field": "custom" }] }));
        (list(&table["blocks"][0]["columns"]).len(), list(&table["note"]).contains(&json!("left_out")))
    };
    assert_eq!([values(50), values(51)], [(50, false), (50, true)]);
}
