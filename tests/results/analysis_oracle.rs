//! Analysis calculated a second time: response by response, from the JSON alone.

use crate::analysis_world::{kind_of, list};
use canvass::spec::questions::{DateStyle, Parts, Picks};
use canvass::wire::dates::Timestamp;
use canvass::wire::plain_text::plain_text;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The label of a part of the design that has a text.
fn label(part: &Value) -> String {
    plain_text(part["text"].as_str().unwrap())
}

/// The responses in view that a rule lets through. Only some rules are known.
pub fn in_view<'a>(responses: &'a [Value], rule: &Value) -> Vec<&'a Value> {
    let counts = |response: &&Value| response["collection_mode"] != "survey_preview" && passes(response, rule);
    responses.iter().filter(counts).collect()
}

fn passes(response: &Value, rule: &Value) -> bool {
    let one_of = |values: &Value, value: &Value| list(values).contains(value);
    if let Some(rules) = rule["all"].as_array() {
        rules.iter().all(|rule| passes(response, rule))
    } else if let Some(rules) = rule["any"].as_array() {
        rules.iter().any(|rule| passes(response, rule))
    } else if rule["not"].is_object() {
        !passes(response, &rule["not"])
    } else if rule["status"].is_array() {
        one_of(&rule["status"], &response["response_status"])
    } else if rule["collector"].is_array() {
        one_of(&rule["collector"], &response["collector_id"])
    } else if rule["choices"].is_array() {
        let picked = |answer: &&Value| {
            ["choice_id", "other_id"].iter().any(|part| one_of(&rule["choices"], &answer[*part]))
                && (rule["row"].is_null() || answer["row_id"] == rule["row"])
        };
        answers(response, rule["question"].as_str().unwrap()).iter().any(picked)
    } else {
        panic!("{rule}")
    }
}

/// The answers of a response to a question.
pub fn answers<'a>(response: &'a Value, question: &str) -> Vec<&'a Value> {
    let pages = list(&response["pages"]).iter();
    let questions = pages.flat_map(|page| list(&page["questions"])).filter(|answered| answered["id"] == question);
    questions.flat_map(|answered| list(&answered["answers"])).collect()
}

/// How a choice counts in a row and a column, which are `null` where there are none.
pub fn has_choice(response: &Value, question: &str, row: &Value, column: &Value, choice: &Value) -> bool {
    answers(response, question)
        .iter()
        .any(|answer| answer["choice_id"] == *choice && answer["row_id"] == *row && answer["col_id"] == *column)
}

/// Whether a response is in the base of a cell.
pub fn in_base(response: &Value, question: &Value, row: &Value, column: &Value) -> bool {
    let own = answers(response, question["id"].as_str().unwrap());
    match kind_of(question).picks {
        Picks::OnePerRow => own
            .iter()
            .any(|answer| answer["choice_id"].is_string() && answer["row_id"] == *row && answer["col_id"] == *column),
        _ => !own.is_empty(),
    }
}

/// The weight of a choice, otherwise its position.
pub fn value_of(choice: &Value) -> Option<f64> {
    choice["weight"].as_f64().or(choice["position"].as_f64()).filter(|_| choice["is_na"] != true)
}

/// Mean, median, min, max and std of the population.
pub fn stats(mut values: Vec<f64>) -> Value {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    if n == 0 {
        return Value::Null;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n as f64;
    let median = (values[(n - 1) / 2] + values[n / 2]) / 2.0;
    json!({ "n": n, "mean": mean, "median": median, "min": values[0], "max": values[n - 1], "std": variance.sqrt() })
}

/// An entered number: digits with a point, spaces around it.
pub fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|_| !text.contains(|letter: char| letter.is_alphabetic()))
}

/// Fails unless two documents are the same, numbers to nine digits.
#[track_caller]
pub fn same(found: &Value, expected: &Value, place: &str) {
    match (found, expected) {
        (Value::Number(found), Value::Number(expected)) => {
            let (found, expected) = (found.as_f64().unwrap(), expected.as_f64().unwrap());
            assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{place}: {found} is not {expected}");
        }
        (Value::Array(found), Value::Array(expected)) => {
            assert_eq!(found.len(), expected.len(), "{place}");
            for (position, (found, expected)) in found.iter().zip(expected).enumerate() {
                same(found, expected, &format!("{place}/{position}"));
            }
        }
        (Value::Object(found), Value::Object(expected)) => {
            let names = |members: &serde_json::Map<String, Value>| members.keys().cloned().collect::<BTreeSet<_>>();
            assert_eq!(names(found), names(expected), "{place}");
            for (name, found) in found {
                same(found, &expected[name], &format!("{place}/{name}"));
            }
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

fn percent(count: usize, base: usize) -> f64 {
    if base == 0 { 0.0 } else { 100.0 * count as f64 / base as f64 }
}

fn choice_results(
    responses: &[&Value],
    all: &[&Value],
    question: &Value,
    place: [&Value; 2],
    choices: &[Value],
    base: usize,
) -> Value {
    let id = question["id"].as_str().unwrap();
    let [row, column] = place;
    let count = |responses: &[&Value], choice: &Value| {
        responses.iter().filter(|response| has_choice(response, id, row, column, &choice["id"])).count()
    };
    let gone = |choice: &&Value| choice["visible"] == false;
    let shown = choices.iter().filter(|choice| !gone(choice));
    let ever = choices.iter().filter(|choice| gone(choice) && count(all, choice) > 0);
    let result = |choice: &Value| {
        let own = count(responses, choice);
        json!({
            "id": choice["id"], "label": label(choice), "count": own, "percent": percent(own, base), "base": base,
            "weight": choice["weight"], "is_na": choice["is_na"] == true, "deleted": gone(&choice),
        })
    };
    shown.chain(ever).map(result).collect()
}

/// Adds the histogram of numbers with at most three decimals, reckoned in thousandths.
fn add_bins(result: &mut Value, numbers: &[f64]) {
    let numbers: Vec<i64> = numbers.iter().map(|number| (number * 1000.0).round() as i64).collect();
    let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) else { return };
    let are_whole = numbers.iter().all(|number| number % 1000 == 0);
    let widths = (0..12).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    let mut widths = widths.filter(|width| !are_whole || width % 1000 == 0);
    let bins_of = |width: i64| least.div_euclid(width)..=most.div_euclid(width);
    let width = widths.find(|width| bins_of(*width).count() <= 20).unwrap();
    let units = |number: i64| number as f64 / 1000.0;
    let is_one = least == most;
    let bins = bins_of(width).map(|bin| {
        let own: Vec<i64> = numbers.iter().copied().filter(|number| number.div_euclid(width) == bin).collect();
        let (from, to) = (bin * width, (bin + 1) * width - if are_whole { 1000 } else { 0 });
        let (from, to) = if is_one { (*least, *least) } else { (from, to) };
        json!({
            "from": units(from), "to": units(to), "count": own.len(),
            "min": own.iter().min().map(|number| units(*number)), "max": own.iter().max().map(|number| units(*number)),
        })
    });
    result["bins"] = bins.collect();
}

/// Year, month, day, hour of a date as answers contain it; a time of day is one of 1 January 1970.
fn date_parts(text: &str, style: DateStyle) -> [i64; 4] {
    let part = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap();
    let day = || [part(6..10), part(0..2), part(3..5)];
    let ([year, month, day], clock) = match style {
        DateStyle::Date => (day(), None),
        DateStyle::DateTime => (day(), Some(11)),
        DateStyle::Time => ([1970, 1, 1], Some(0)),
    };
    let hour = |at: usize| part(at..at + 2) % 12 + if text.ends_with("PM") { 12 } else { 0 };
    [year, month, day, clock.map_or(0, hour)]
}

/// Days since 1970, counted year by year.
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let years: i64 = (1970..year).map(|year| 365 + i64::from(is_leap(year))).sum();
    let lengths = [31, 28 + i64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    years + lengths[..usize::try_from(month - 1).unwrap()].iter().sum::<i64>() + day - 1
}

/// Adds the histogram of dates from 1970 on: each period has a number, which grows by one.
fn add_dates(result: &mut Value, texts: &[&str], style: DateStyle) {
    let dates: Vec<[i64; 4]> = texts.iter().map(|text| date_parts(text, style)).collect();
    if dates.is_empty() {
        return;
    }
    let number = |by: &str, [year, month, day, hour]: [i64; 4]| match by {
        "hour" => day_number(year, month, day) * 24 + hour,
        "day" => day_number(year, month, day),
        "week" => (day_number(year, month, day) + 3) / 7,
        "month" => year * 12 + month - 1,
        "quarter" => year * 4 + (month - 1) / 3,
        "year" => year,
        _ => year / 10,
    };
    let periods = ["hour", "day", "week", "month", "quarter", "year", "decade"];
    let most = if style == DateStyle::Time { 24 } else { 20 };
    let allowed = periods.iter().filter(|by| style != DateStyle::Date || **by != "hour");
    let range = |by: &str| {
        let numbers = || dates.iter().map(|date| number(by, *date));
        numbers().min().unwrap()..=numbers().max().unwrap()
    };
    let Some(by) = allowed.copied().find(|by| range(by).count() <= most) else { return };
    let start = |number: i64| {
        let first = |year: i64, month: i64| day_number(year, month + 1, 1) * 24;
        let hours = match by {
            "hour" => number,
            "day" => number * 24,
            "week" => (number * 7 - 3) * 24,
            "month" => first(number.div_euclid(12), number.rem_euclid(12)),
            "quarter" => first(number.div_euclid(4), number.rem_euclid(4) * 3),
            "year" => first(number, 0),
            _ => first(number * 10, 0),
        };
        Timestamp(hours * 3_600_000).with_offset().0
    };
    let bins = range(by).map(|at| {
        let count = dates.iter().filter(|date| number(by, **date) == at).count();
        json!({ "from": start(at), "to": start(at + 1), "count": count })
    });
    result["dates"] = json!({ "by": by, "bins": bins.collect::<Vec<_>>() });
}

/// The counts of a question: everything but the design, scores and what [`super::analysis`] looks at by itself.
pub fn counts(responses: &[&Value], all: &[&Value], question: &Value) -> Value {
    let kind = kind_of(question);
    let id = question["id"].as_str().unwrap();
    let design = &question["answers"];
    let answered = responses.iter().filter(|response| !answers(response, id).is_empty()).count();
    let mut result = json!({ "answered": answered, "skipped": responses.len() - answered });
    let none = &Value::Null;
    let display = question["display_options"]["display_type"].as_str().unwrap_or("");
    let is_number = kind.subtype.as_str() == "numerical" || display == "slider";
    let entered = |row: &Value| -> Vec<f64> {
        let own = responses.iter().flat_map(|response| answers(response, id));
        let own = own.filter(|answer| row.is_null() || answer["row_id"] == *row);
        own.filter_map(|answer| number(answer["text"].as_str()?)).collect()
    };
    let values = |row: &Value| -> Vec<f64> {
        let own = responses.iter().flat_map(|response| answers(response, id));
        let own = own.filter(|answer| row.is_null() || answer["row_id"] == *row);
        let choice =
            |answer: &Value| list(&design["choices"]).iter().find(|choice| choice["id"] == answer["choice_id"]);
        own.filter_map(|answer| value_of(choice(answer)?)).collect()
    };
    let touches = |response: &Value, row: &Value, text: bool| {
        let own = answers(response, id);
        own.iter().any(|answer| answer["row_id"] == *row && (text || answer["choice_id"].is_string()))
    };
    let ever = |row: &&Value| row["visible"] != false || all.iter().any(|response| touches(response, &row["id"], true));
    let rows = || list(&design["rows"]).iter().filter(ever);
    // A row without a text has its number, unless it is the only one.
    let row_label = |row: &Value| match label(row).as_str() {
        "" if list(&design["rows"]).len() == 1 => String::new(),
        "" => format!("Row {}", 1 + list(&design["rows"]).iter().position(|other| other == row).unwrap()),
        text => text.to_owned(),
    };
    let row_result = |row: &Value, count: usize| {
        json!({
            "id": row["id"], "label": row_label(row), "answered": count, "percent": percent(count, answered),
            "deleted": row["visible"] == false, "stats": null, "average_place": null, "texts": 0,
        })
    };
    let has_values = matches!(kind.picks, Picks::One | Picks::OnePerRow) && kind.parts != Parts::RowColumnChoice;
    result["stats"] = if has_values { stats(values(none)) } else { Value::Null };
    match kind.parts {
        Parts::Choice => {
            result["choices"] =
                choice_results(responses, all, question, [none, none], list(&design["choices"]), answered);
        }
        Parts::RowChoice => {
            result["rows"] = rows()
                .map(|row| {
                    let count = responses.iter().filter(|response| touches(response, &row["id"], false)).count();
                    let base = if kind.picks == Picks::OnePerRow { count } else { answered };
                    let mut result = row_result(row, count);
                    let choices = list(&design["choices"]);
                    result["choices"] = choice_results(responses, all, question, [&row["id"], none], choices, base);
                    if has_values {
                        result["stats"] = stats(values(&row["id"]));
                    }
                    if kind.subtype.as_str() == "ranking" {
                        result["average_place"] = result["stats"]["mean"].clone();
                    }
                    result
                })
                .collect();
        }
        Parts::RowColumnChoice => {
            result["rows"] = rows()
                .map(|row| {
                    let mut result = row_result(
                        row,
                        responses.iter().filter(|response| touches(response, &row["id"], false)).count(),
                    );
                    let has = |response: &Value, column: &Value| in_base(response, question, &row["id"], &column["id"]);
                    let columns = list(&design["cols"]).iter().filter(|column| {
                        column["visible"] != false || all.iter().any(|response| has(response, column))
                    });
                    let columns: Vec<Value> = columns
                        .map(|column| {
                            let count = responses.iter().filter(|response| has(response, column)).count();
                            let choices = list(&column["choices"]);
                            let place = [&row["id"], &column["id"]];
                            let choices = choice_results(responses, all, question, place, choices, count);
                            let deleted = column["visible"] == false;
                            json!({
                                "id": column["id"], "label": label(column), "answered": count, "deleted": deleted,
                                "choices": choices,
                            })
                        })
                        .collect();
                    if !columns.is_empty() {
                        result["columns"] = json!(columns);
                    }
                    result
                })
                .collect();
        }
        Parts::Nothing => {}
        Parts::RowText | Parts::Text | Parts::File => {
            let own = |response: &Value| answers(response, id).len();
            result["texts"] = json!(responses.iter().map(|response| own(response)).sum::<usize>());
            if is_number {
                result["stats"] = stats(entered(none));
                if list(&design["rows"]).is_empty() {
                    add_bins(&mut result, &entered(none));
                }
            }
            if !list(&design["rows"]).is_empty() {
                result["rows"] = rows()
                    .map(|row| {
                        let count = responses.iter().filter(|response| touches(response, &row["id"], true)).count();
                        let mut result = row_result(row, count);
                        result["texts"] = json!(count);
                        if let Some(style) = kind.date_style() {
                            let own = responses.iter().flat_map(|response| answers(response, id));
                            let own = own.filter(|answer| answer["row_id"] == row["id"]);
                            let texts: Vec<&str> = own.filter_map(|answer| answer["text"].as_str()).collect();
                            add_dates(&mut result, &texts, style);
                        }
                        if is_number {
                            result["stats"] = stats(entered(&row["id"]));
                            add_bins(&mut result, &entered(&row["id"]));
                        }
                        result
                    })
                    .collect();
            }
        }
    }
    let others = |response: &Value| {
        let own = answers(response, id);
        own.iter().filter(|answer| answer["other_id"].is_string()).count()
    };
    result["other"] = match design["other"].as_object() {
        Some(other) if other["visible"] != false || all.iter().any(|response| others(response) > 0) => {
            let count = responses.iter().map(|response| others(response)).sum::<usize>();
            json!({
                "id": other["id"], "label": label(&design["other"]), "count": count, "percent": percent(count, answered),
                "is_choice": other["is_answer_choice"] == true, "deleted": other["visible"] == false,
            })
        }
        _ => Value::Null,
    };
    result
}
