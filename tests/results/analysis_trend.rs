//! Trends and funnels: periods of a time zone, also where the clock changes, and sums that come out.

use crate::analysis::rule;
use crate::analysis_oracle::{answers, in_view, same, value_of};
use crate::analysis_world::{AnalysisWorld, Dice, kind_of, list, query, store_of, surveys};
use canvass::spec::questions::Picks;
use canvass::wire::dates::{Timestamp, parse_date};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use time::{Duration, OffsetDateTime, Time};

const HOUR: i64 = 3_600;

/// Berlin in 2026: summer time from 29 March, 01:00 UTC, to 25 October, 01:00 UTC.
const BERLIN: [(i64, i64); 3] = [(1_761_440_400, HOUR), (1_774_746_000, 2 * HOUR), (1_792_890_000, HOUR)];

/// Havana in 2026: the clock is set forward at midnight of 8 March and back from 01:00 to midnight of 1 November.
const HAVANA: [(i64, i64); 3] = [(1_762_059_600, -5 * HOUR), (1_772_946_000, -4 * HOUR), (1_793_509_200, -5 * HOUR)];

fn seconds(text: &Value) -> i64 {
    parse_date(text.as_str().unwrap()).unwrap().0 / 1_000
}

fn offset_at(zone: &[(i64, i64)], time: i64) -> i64 {
    zone.iter().rev().find(|(from, _)| *from <= time).or(zone.first()).map_or(0, |(_, offset)| *offset)
}

/// The local start of the period in which a time lies.
fn local_start(zone: &[(i64, i64)], by: &str, time: i64) -> OffsetDateTime {
    let local = OffsetDateTime::from_unix_timestamp(time + offset_at(zone, time)).unwrap();
    let date = local.date();
    let first = |month: u8| date.replace_day(1).unwrap().replace_month(month.try_into().unwrap()).unwrap();
    let day = match by {
        "hour" => return local.replace_time(Time::from_hms(local.hour(), 0, 0).unwrap()),
        "day" => date,
        "week" => date - Duration::days(date.weekday().number_days_from_monday().into()),
        "month" => first(u8::from(date.month())),
        "quarter" => first((u8::from(date.month()) - 1) / 3 * 3 + 1),
        _ => first(1),
    };
    day.midnight().assume_utc()
}

#[test]
fn a_trend_of_any_survey_is_that_of_a_second_reckoning_in_any_zone() {
    for number in surveys(30) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let mut dice = Dice(number + 3_000_000);
        for by in ["hour", "day", "week", "month", "quarter", "year"] {
            let rule = rule(&world, &mut dice);
            let zone: &[(i64, i64)] = if dice.one_in(2) { &BERLIN } else { &[] };
            let found = query(&store, "trend", &json!({ "rule": rule, "by": by, "zone": zone }));
            let buckets = list(&found["buckets"]);
            let mut expected: BTreeMap<OffsetDateTime, usize> = BTreeMap::new();
            for response in in_view(&world.responses, &rule) {
                *expected.entry(local_start(zone, by, seconds(&response["date_created"]))).or_default() += 1;
            }
            let filled = buckets.iter().filter(|bucket| bucket["count"] != 0).map(|bucket| {
                let from = seconds(&bucket["from"]);
                let local = OffsetDateTime::from_unix_timestamp(from + offset_at(zone, from)).unwrap();
                assert_eq!(bucket["n"], bucket["count"]);
                (local, bucket["count"].as_u64().unwrap() as usize)
            });
            assert_eq!(filled.collect::<BTreeMap<_, _>>(), expected, "{number} {by} {rule}");
            // No gap, and no empty period at either end.
            assert!(buckets.windows(2).all(|pair| pair[0]["to"] == pair[1]["from"]));
            assert!(
                buckets.first().is_none_or(|bucket| bucket["count"] != 0)
                    && buckets.last().is_none_or(|bucket| bucket["count"] != 0)
            );
        }
    }
}

#[test]
fn a_score_over_time_is_that_of_a_second_reckoning() {
    let (mut scored, mut unscored) = (0, 0);
    for number in surveys(25) {
        let world = AnalysisWorld::new(number);
        let store = world.store();
        let responses = in_view(&world.responses, &json!({ "all": [] }));
        for (_, question) in world.questions() {
            let found = query(&store, "trend", &json!({ "by": "week", "question": question["id"] }));
            let (id, choices) = (question["id"].as_str().unwrap(), list(&question["answers"]["choices"]));
            let one = matches!(kind_of(question).picks, Picks::One | Picks::OnePerRow) && !choices.is_empty();
            let is_number =
                question["subtype"] == "numerical" || question["display_options"]["display_type"] == "slider";
            // The base of a net promoter score is without those who chose "not applicable".
            let is_score = list(&found["buckets"]).iter().any(|bucket| bucket["nps"].is_number());
            for bucket in list(&found["buckets"]) {
                let within = |response: &&&Value| {
                    (seconds(&bucket["from"])..seconds(&bucket["to"])).contains(&seconds(&response["date_created"]))
                };
                let own: Vec<&&Value> = responses.iter().filter(within).collect();
                let values: Vec<f64> = own
                    .iter()
                    .flat_map(|response| answers(response, id))
                    .filter_map(|answer| {
                        choices.iter().find(|choice| choice["id"] == answer["choice_id"]).and_then(value_of)
                    })
                    .collect();
                if one && has_mean(question) {
                    let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
                    same(&json!([bucket["n"], bucket["mean"]]), &json!([values.len(), mean]), id);
                    scored += 1;
                } else if !is_number && !is_score {
                    unscored += usize::from(one);
                    let answered = own.iter().filter(|response| !answers(response, id).is_empty()).count();
                    assert_eq!((&bucket["n"], &bucket["mean"]), (&json!(answered), &Value::Null));
                }
            }
        }
    }
    assert!(scored > 30 && unscored > 30, "{scored} {unscored}");
}

/// Whether a mean of a question with choices says something: in a ranking, or if each choice has a weight.
fn has_mean(question: &Value) -> bool {
    let choices = list(&question["answers"]["choices"]);
    let mut counted = choices.iter().filter(|choice| choice["visible"] != false && choice["is_na"] != true).peekable();
    question["subtype"] == "ranking" || counted.peek().is_some() && counted.all(|choice| choice["weight"].is_number())
}

#[test]
fn a_score_over_time_is_that_of_the_row_that_is_shown() {
    let choices: Vec<Value> =
        (0..=10).map(|points| json!({ "id": (100 + points).to_string(), "text": points.to_string() })).collect();
    let rows = json!([{ "id": "5", "text": "", "visible": false }, { "id": "6", "text": "" }]);
    let design = json!({ "id": "1", "pages": [{ "id": "2", "questions": [{ "id": "3", "family": "matrix", "subtype": "rating",
        "answers": { "rows": rows, "choices": choices } }] }] });
    let response = |id: usize, row: &str, choice: &str| {
        json!({ "id": id.to_string(), "collection_mode": "default", "collector_id": "11",
            "date_created": "2026-01-01T00:00:00+00:00", "date_modified": "2026-01-01T00:00:00+00:00",
            "pages": [{ "id": "2", "questions": [{ "id": "3", "answers": [{ "row_id": row, "choice_id": choice }] }] }] })
    };
    let store = store_of(&design, &[response(1, "5", "100"), response(2, "6", "110"), response(3, "6", "109")]);
    let score = |row: Value| {
        let found = query(&store, "trend", &json!({ "by": "day", "question": "3", "row": row }));
        ["n", "mean", "nps"].map(|name| found["buckets"][0][name].clone())
    };
    for row in [Value::Null, json!("6")] {
        assert_eq!(score(row), [json!(2), Value::Null, json!(100)]);
    }
    let [_, mean, nps] = score(json!("5"));
    assert_eq!([mean, nps], [Value::Null, Value::Null]);
}

/// One response an hour over this many hours.
fn hourly(from: i64, hours: i64) -> canvass::results::store::Store {
    started((0..hours).map(|hour| from + hour * HOUR))
}

/// Responses that were started at these seconds.
fn started(times: impl Iterator<Item = i64>) -> canvass::results::store::Store {
    let responses: Vec<Value> = (1_000..)
        .zip(times)
        .map(|(number, time): (i64, i64)| {
            let time = Timestamp(time * 1_000).with_offset().0;
            json!({
                "id": number.to_string(), "survey_id": "1", "collector_id": "2", "recipient_id": "", "response_status": "completed",
                "collection_mode": "default", "total_time": 60, "custom_value": "", "custom_variables": {}, "page_path": [],
                "pages": [], "edit_url": "", "analyze_url": "", "href": "", "date_created": time, "date_modified": time,
            })
        })
        .collect();
    store_of(&json!({ "id": "1", "pages": [] }), &responses)
}

/// Counts of the periods of a trend.
fn periods(store: &canvass::results::store::Store, by: &str, zone: &[(i64, i64)]) -> Vec<u64> {
    let found = query(store, "trend", &json!({ "by": by, "zone": zone }));
    list(&found["buckets"]).iter().map(|bucket| bucket["count"].as_u64().unwrap()).collect()
}

#[test]
fn days_have_23_and_25_hours_where_the_clock_changes() {
    // From midnight of 28 March, and of 24 October.
    assert_eq!(periods(&hourly(1_774_652_400, 71), "day", &BERLIN), [24, 23, 24]);
    assert_eq!(periods(&hourly(1_792_792_800, 73), "day", &BERLIN), [24, 25, 24]);
    assert_eq!(periods(&hourly(1_774_652_400, 71), "hour", &BERLIN), vec![1; 71]);
    assert_eq!(periods(&hourly(1_792_792_800, 73), "hour", &BERLIN), vec![1; 73]);
    // In UTC every day has 24.
    assert_eq!(periods(&hourly(1_774_656_000, 72), "day", &[]), [24, 24, 24]);
}

#[test]
fn one_date_of_1970_does_not_keep_a_trend_from_being_shown() {
    let store = started([86_400, 1_774_652_400, 1_774_652_400 + 5 * HOUR].into_iter());
    assert_eq!(periods(&store, "hour", &[]), [1, 1, 1], "without half a million empty hours");
    assert_eq!(periods(&store, "year", &[]).len(), 57, "with all years, which are few");
}

#[test]
fn responses_of_1970_and_earlier_are_counted_and_found_by_their_date() {
    let times = [-70_000 * 86_400, -1, 0, 1, 1_774_652_400];
    let mut store = started(times.into_iter());
    let segment = store.pack();
    let columns = store.column_file();
    let mut read = canvass::results::store::Store::new(br#"{"id":"1","pages":[]}"#).unwrap();
    assert!(read.load_with(segment, &columns).unwrap());
    for store in [&mut store, &mut read] {
        assert_eq!(periods(store, "day", &[]), [1, 1, 2, 1]);
        assert_eq!(periods(store, "year", &BERLIN).iter().sum::<u64>(), 5);
        let found =
            |range: Value| query(store, "summary", &json!({ "rule": { "created": range } }))["responses"].clone();
        assert_eq!(
            (found(json!({ "to": "1970-01-01" })), found(json!({ "from": "1970-01-01" }))),
            (json!(2), json!(3))
        );
        let question = json!({ "kind": "rows", "columns": ["date_created"], "sort": [{ "key": "date_created" }] });
        let rows: Value =
            serde_json::from_str(&canvass::results::run_query(store, &question.to_string()).unwrap()).unwrap();
        let dates: Vec<i64> = list(&rows["rows"]).iter().map(|row| seconds(&row["cells"][0])).collect();
        assert_eq!(dates, times);
    }
}

#[test]
fn a_trend_says_that_empty_periods_are_left_out() {
    let sparse = |store: &canvass::results::store::Store, by: &str| {
        query(store, "trend", &json!({ "by": by })).get("sparse").cloned()
    };
    let far = started([1_774_652_400, 1_774_652_400 + 20_000 * HOUR].into_iter());
    assert_eq!((sparse(&far, "hour"), sparse(&far, "day")), (Some(json!(true)), None));
    let near = started([1_774_652_400, 1_774_652_400 + 19_999 * HOUR].into_iter());
    assert_eq!((periods(&near, "hour", &[]).len(), sparse(&near, "hour")), (20_000, None));
}

#[test]
fn a_day_without_midnight_begins_with_its_first_second() {
    // From midnight of 7 March, and of 31 October.
    let spring = hourly(1_772_859_600, 71);
    assert_eq!(periods(&spring, "day", &HAVANA), [24, 23, 24]);
    let found = query(&spring, "trend", &json!({ "by": "day", "zone": HAVANA }));
    assert_eq!(seconds(&found["buckets"][1]["from"]), HAVANA[1].0);
    assert_eq!(periods(&hourly(1_793_419_200, 73), "day", &HAVANA), [24, 25, 24]);
}

#[test]
fn where_the_clock_is_set_back_over_midnight_the_day_before_is_longer() {
    // Set back at midnight to 23:00: the day before has the hour from 23:00 twice.
    let zone = [(0, 0), (1_774_915_200, -HOUR)];
    assert_eq!(periods(&hourly(1_774_915_200 - 48 * HOUR, 73), "day", &zone), [24, 25, 24]);
}

#[test]
fn empty_periods_stand_between_filled_ones_and_the_current_one_is_marked() {
    let store = hourly(1_774_656_000, 3);
    let found = query(&store, "trend", &json!({ "by": "hour", "now": 1_774_656_000 + HOUR + 5 }));
    let marks: Vec<&Value> = list(&found["buckets"]).iter().map(|bucket| &bucket["current"]).collect();
    assert_eq!(marks, [&Value::Null, &json!(true), &Value::Null]);
    assert_eq!(
        found["buckets"][0],
        json!({
            "from": "2026-03-28T00:00:00+00:00", "to": "2026-03-28T01:00:00+00:00", "count": 1, "n": 1, "mean": null, "nps": null, "margin": null,
        })
    );
    let days = query(&hourly(1_774_656_000, 1), "trend", &json!({ "by": "day" }));
    assert_eq!(list(&days["buckets"]).len(), 1);
    assert_eq!(query(&hourly(0, 0), "trend", &json!({ "by": "day" })), json!({ "buckets": [] }));
}

#[test]
fn everybody_who_began_a_survey_has_come_to_one_end() {
    for number in surveys(30) {
        let world = AnalysisWorld::new(number);
        let rule = rule(&world, &mut Dice(number + 4_000_000));
        let found = query(&world.store(), "funnel", &json!({ "rule": rule }));
        let responses = in_view(&world.responses, &rule);
        let status = |status: &str| responses.iter().filter(|response| response["response_status"] == status).count();
        assert_eq!(found["began"], json!(responses.len()));
        for name in ["completed", "disqualified", "overquota"] {
            assert_eq!(found[name], json!(status(name)), "{number} {rule}");
        }
        let number_of = |value: &Value| value.as_u64().unwrap() as usize;
        let left: usize = list(&found["pages"]).iter().map(|page| number_of(&page["left"])).sum();
        assert_eq!(left + number_of(&found["other"]), status("partial"), "{number} {rule}");
        // Where every path is known, it alone decides.
        if responses.iter().all(|response| !list(&response["page_path"]).is_empty()) {
            for (page, found) in list(&world.design["pages"]).iter().zip(list(&found["pages"])) {
                let reached = responses.iter().filter(|response| list(&response["page_path"]).contains(&page["id"]));
                let last = |response: &&&Value| {
                    response["response_status"] == "partial" && list(&response["page_path"]).last() == Some(&page["id"])
                };
                assert_eq!(
                    (&found["reached"], &found["left"]),
                    (&json!(reached.count()), &json!(responses.iter().filter(last).count()))
                );
            }
        }
        let mut times: Vec<u64> = responses
            .iter()
            .filter(|response| response["response_status"] == "completed")
            .filter_map(|response| response["total_time"].as_u64())
            .filter(|seconds| *seconds > 0)
            .collect();
        times.sort_unstable();
        let counted: u64 = list(&found["histogram"]).iter().map(|class| class["count"].as_u64().unwrap()).sum();
        assert_eq!(counted as usize, times.len());
        for class in list(&found["histogram"]) {
            let range = class["from"].as_u64().unwrap()..class["to"].as_u64().unwrap_or(u64::MAX);
            assert_eq!(class["count"], json!(times.iter().filter(|seconds| range.contains(seconds)).count()));
        }
        match times.len() {
            0 => assert!(found["seconds"].is_null()),
            n => same(
                &json!([found["seconds"]["n"], found["seconds"]["median"]]),
                &json!([n, (times[(n - 1) / 2] + times[n / 2]) as f64 / 2.0]),
                "seconds",
            ),
        }
    }
}
