//! Rollups and trends: answers counted, in all and over time.

use crate::responses::stored_survey::{COLLECTOR, SURVEY as MADE, body, made, options, partial, sql};
use crate::support::surveys::EVERY_KIND_FIRST_PAGE;
use crate::support::{Answered, World, surveys};
use canvass::spec::errors::Error;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SURVEY: &str = "/v3/surveys/301000001";

/// The questions of the survey's design, with the ids of their pages.
fn questions(world: &World, survey: &str) -> Vec<(String, Value)> {
    let details = world.get("owner", &format!("{survey}/details")).ok();
    let pages = details["pages"].as_array().unwrap();
    let own = |page: &Value| page["questions"].as_array().unwrap().clone();
    pages.iter().flat_map(|page| own(page).into_iter().map(|q| (page["id"].as_str().unwrap().to_owned(), q))).collect()
}

/// The answers to each question, response by response, as bulk gives them; and the number of responses.
fn answers(world: &World, query: &str) -> (BTreeMap<String, Vec<Vec<Value>>>, u64) {
    let mut path = format!("{SURVEY}/responses/bulk?per_page=100&{query}");
    let mut answered: BTreeMap<String, Vec<Vec<Value>>> = BTreeMap::new();
    loop {
        let list = world.get("owner", &path).ok();
        for response in list["data"].as_array().unwrap() {
            for page in response["pages"].as_array().unwrap() {
                for question in page["questions"].as_array().unwrap() {
                    let id = question["id"].as_str().unwrap().to_owned();
                    answered.entry(id).or_default().push(question["answers"].as_array().unwrap().clone());
                }
            }
        }
        match list["links"]["next"].as_str() {
            Some(next) => path = next.to_owned(),
            None => return (answered, list["total"].as_u64().unwrap()),
        }
    }
}

fn counted(options: &[&Value], answers: &[&Value]) -> Value {
    let count = |id: &Value| answers.iter().filter(|answer| answer["choice_id"] == *id).count();
    options.iter().map(|option| json!({ "id": option["id"], "count": count(&option["id"]) })).collect()
}

/// What a rollup must say, statistics apart.
fn expected(question: &Value, answered: &[Vec<Value>], responses: u64) -> Value {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let all: Vec<&Value> = answered.iter().flatten().collect();
    let (family, design) = (question["family"].as_str().unwrap(), &question["answers"]);
    if matches!(family, "presentation" | "click_map") {
        return json!([]);
    }
    let mut summary = json!({ "answered": answered.len(), "skipped": responses - answered.len() as u64 });
    let others = all.iter().filter(|answer| answer["other_id"].is_string()).count();
    if design["other"].is_object() && (design["other"]["visible"] != false || others > 0) {
        summary["other_answered"] = json!(others);
    }
    let (choices, columns) = (list(&design["choices"]), list(&design["cols"]));
    let cells: Vec<Value> = columns.iter().flat_map(|column| list(&column["choices"])).collect();
    let options: Vec<&Value> = choices.iter().chain(&cells).collect();
    if family == "matrix" {
        let rows = list(&design["rows"]);
        let row = |row: &Value| {
            let own: Vec<&Value> = all.iter().copied().filter(|answer| answer["row_id"] == row["id"]).collect();
            json!({ "id": row["id"], "choices": counted(&options, &own) })
        };
        summary["rows"] = rows.iter().map(row).collect();
    } else if options.is_empty() {
        summary["text"] = json!(all.len());
    } else {
        summary["choices"] = counted(&options, &all);
    }
    json!([summary])
}

fn without_stats(mut summary: Value) -> Value {
    if let Some(first) = summary.get_mut(0) {
        first.as_object_mut().unwrap().remove("stats");
    }
    summary
}

pub fn filters() -> impl Strategy<Value = String> {
    let statuses = prop::sample::subsequence(vec!["completed", "partial", "disqualified", "overquota"], 0..=4);
    let collectors = prop::sample::subsequence(vec![surveys::EVERY_KIND_LINK, surveys::EVERY_KIND_MAIL], 0..=2);
    let time = prop::option::of((0_u32..600, 300_u32..900));
    let days = prop::option::of((1_u32..60, 1_u32..60));
    let name = prop::option::of(prop::sample::select(vec!["first_name=Ana", "last_name=Brown", "custom=spring-2026"]));
    (statuses, collectors, time, days, name).prop_map(|(statuses, collectors, time, days, name)| {
        let mut query = vec![name.unwrap_or("x=y").to_owned()];
        if !statuses.is_empty() {
            query.push(format!("status={}", statuses.join(",")));
        }
        if !collectors.is_empty() {
            query.push(format!("collector_ids={}", collectors.join(",")));
        }
        if let Some((least, most)) = time {
            query.push(format!("total_time_min={least}&total_time_max={most}"));
        }
        if let Some((after, length)) = days {
            let start = crate::support::START.saturating_add(-86_400_000 * i64::from(after + length));
            let end = start.saturating_add(86_400_000 * i64::from(length));
            query.push(format!(
                "start_created_at={}&end_modified_at={}",
                start.iso_without_offset().0,
                end.iso_without_offset().0
            ));
        }
        query.join("&")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rollup_counts_what_bulk_gives_whatever_the_filter(query in filters()) {
        let world = World::new();
        let hidden = sql(
            &world,
            "UPDATE questions SET body = json_set(body, '$.answers.other.visible', json('false'))
             WHERE id = (SELECT MIN(id) FROM questions
                         WHERE survey_id = '301000001' AND json_type(body, '$.answers.other') = 'object')
             RETURNING id",
            &[],
        );
        prop_assert_eq!(hidden.len(), 1, "an option that was deleted has been picked");
        let (answered, responses) = answers(&world, &query);
        let list = world.get("owner", &format!("{SURVEY}/rollups?per_page=1000&{query}")).ok();
        let questions = questions(&world, SURVEY);
        prop_assert_eq!(list["data"].as_array().unwrap().len(), questions.len());
        for ((page, question), rollup) in questions.iter().zip(list["data"].as_array().unwrap()) {
            let id = question["id"].as_str().unwrap();
            let none = Vec::new();
            let expected = expected(question, answered.get(id).unwrap_or(&none), responses);
            prop_assert_eq!(without_stats(rollup["summary"].clone()), expected, "{} {}", &question["family"], &question["subtype"]);
            prop_assert_eq!(&rollup["id"], &question["id"]);
            let href = format!("{SURVEY}/pages/{page}/questions/{id}/rollups");
            prop_assert!(rollup["href"].as_str().unwrap().ends_with(&href));
        }
    }
}

#[test]
fn a_page_and_a_question_have_the_rollups_of_their_own() {
    let world = World::new();
    let all = world.get("owner", &format!("{SURVEY}/rollups?per_page=1000")).ok();
    let (page, question) = questions(&world, SURVEY)[3].clone();
    let id = question["id"].as_str().unwrap();
    let of_page = world.get("owner", &format!("{SURVEY}/pages/{page}/rollups")).ok();
    assert!(of_page["total"].as_u64().unwrap() > 1 && of_page["total"].as_u64() < all["total"].as_u64());
    let one = world.get("owner", &format!("{SURVEY}/pages/{page}/questions/{id}/rollups")).ok();
    assert_eq!((&one["total"], &one["data"][0]), (&json!(1), &all["data"][3]));
    assert!(of_page["data"].as_array().unwrap().contains(&one["data"][0]));
    for path in [
        format!("{SURVEY}/pages/1/rollups"),
        format!("{SURVEY}/pages/{page}/questions/1/rollups"),
        format!("{SURVEY}/pages/{EVERY_KIND_FIRST_PAGE}/questions/{id}/trends"),
        "/v3/surveys/1/trends".to_owned(),
    ] {
        assert_eq!(world.get("owner", &path).error(), Some(Error::NotFound), "{path}");
    }
    world.get("other_team", &format!("{SURVEY}/rollups")).fails(Error::NotFound);
}

#[test]
fn lists_are_paged_and_links_keep_the_filter() {
    let world = World::new();
    for kind in ["rollups", "trends"] {
        let total = questions(&world, SURVEY).len();
        let mut path = format!("{SURVEY}/{kind}?per_page=7&status=completed");
        let mut seen = 0;
        loop {
            let list = world.get("owner", &path).ok();
            assert_eq!(list["total"], total);
            seen += list["data"].as_array().unwrap().len();
            match list["links"]["next"].as_str() {
                Some(next) => path = next.to_owned(),
                None => break,
            }
            assert!(path.contains("status=completed"));
        }
        assert_eq!(seen, total);
    }
}

/// A survey whose answers have numbers: a rating, a choice, numbers and a slider.
fn numbers() -> World {
    let world = World::new();
    let mut scores = options(&[("1", "Poor"), ("2", "Good"), ("3", "N/A")]);
    scores[0]["weight"] = json!(10);
    scores[1]["weight"] = json!(20);
    scores[2]["is_na"] = json!(true);
    let rows = options(&[("5", "First"), ("6", "Second")]);
    made(
        &world,
        json!({}),
        &[
            json!({ "family": "matrix", "subtype": "rating", "answers": { "rows": rows, "choices": scores } }),
            json!({ "family": "single_choice", "subtype": "vertical", "answers": { "choices": options(&[("1", "A"), ("2", "B"), ("4", "C")]) } }),
            json!({ "family": "open_ended", "subtype": "numerical", "answers": { "rows": rows } }),
            json!({ "family": "open_ended", "subtype": "single", "display_options": { "display_type": "slider" } }),
            json!({ "family": "multiple_choice", "subtype": "vertical", "answers": { "choices": options(&[("1", "A"), ("2", "B")]) } }),
            json!({ "family": "open_ended", "subtype": "essay" }),
        ],
    );
    world
}

#[test]
fn statistics_are_those_of_weights_places_and_numbers() {
    let world = numbers();
    let rate = |first: &str, second: &str| json!([{ "row_id": "5", "choice_id": first }, { "row_id": "6", "choice_id": second }]);
    let pick = |id: &str| json!([{ "choice_id": id }]);
    let number = |text: &str| json!([{ "row_id": "5", "text": text }]);
    for (rating, choice, first, slider) in
        [(rate("1", "2"), "1", "1.5", "0"), (rate("2", "3"), "2", "2.5", "50"), (rate("2", "2"), "4", "8", "100")]
    {
        let given =
            [rating, pick(choice), number(first), json!([{ "text": slider }]), pick("1"), json!([{ "text": "7" }])];
        world.post("owner", &format!("{COLLECTOR}/responses"), body(&given)).ok();
    }
    let list = world.get("owner", &format!("{MADE}/rollups")).ok();
    let stats = |place: usize| list["data"][place]["summary"][0]["stats"].clone();
    let of = |place: usize, name: &str| stats(place)[name].as_f64().unwrap();
    assert_eq!((of(0, "min"), of(0, "max"), of(0, "median"), of(0, "mean")), (10.0, 20.0, 20.0, 18.0));
    assert!((of(0, "std") - 4.0).abs() < 1e-9);
    assert_eq!((of(1, "min"), of(1, "max"), of(1, "median"), of(1, "mean")), (1.0, 3.0, 2.0, 2.0));
    assert_eq!((of(2, "min"), of(2, "max"), of(2, "median"), of(2, "mean")), (1.5, 8.0, 2.5, 4.0));
    assert_eq!((of(3, "min"), of(3, "max"), of(3, "median"), of(3, "mean")), (0.0, 100.0, 50.0, 50.0));
    assert_eq!((stats(4), stats(5)), (Value::Null, Value::Null), "no number stands for these");
}

#[test]
fn trends_divide_a_rollup_by_the_calendar() {
    let world = World::new();
    for by in ["year", "quarter", "month", "week", "day", "hour"] {
        let trends = world.get("owner", &format!("{SURVEY}/trends?per_page=1000&trend_by={by}")).ok();
        let rollups = world.get("owner", &format!("{SURVEY}/rollups?per_page=1000")).ok();
        for ((trend, rollup), (_, question)) in trends["data"]
            .as_array()
            .unwrap()
            .iter()
            .zip(rollups["data"].as_array().unwrap())
            .zip(questions(&world, SURVEY))
        {
            let kind = format!(
                "{} {} {}",
                question["family"], question["subtype"], question["display_options"]["display_type"]
            );
            let periods = trend["trends"].as_array().unwrap();
            assert_eq!((&trend["id"], &trend["trend_by"]), (&rollup["id"], &json!(by)));
            let unsuited =
                ["\"presentation", "\"demographic", "\"datetime", "click_map", "\"menu\"", "slider", "file_upload"];
            let menu_of_choices = kind.contains("single_choice");
            let empty = !menu_of_choices && unsuited.iter().any(|word| kind.contains(word));
            assert_eq!(periods.is_empty(), empty, "{kind}");
            assert!(periods.is_sorted_by_key(|period| period["start"].as_str().unwrap().to_owned()));
            assert!(periods.windows(2).all(|pair| pair[0]["end"].as_str() <= pair[1]["start"].as_str()));
            if rollup["summary"].get(0).is_some() {
                assert_eq!(trend["answered"], rollup["summary"][0]["answered"], "{kind}");
                assert_eq!(trend["skipped"], rollup["summary"][0]["skipped"], "{kind}");
            }
            let total = |list: &mut dyn Iterator<Item = &Value>| -> u64 {
                list.flat_map(|at| at["choices"].as_array().unwrap())
                    .map(|choice| choice["count"].as_u64().unwrap())
                    .sum()
            };
            if let Some(choices) = rollup["summary"][0].get("choices") {
                let whole: u64 =
                    choices.as_array().unwrap().iter().map(|choice| choice["count"].as_u64().unwrap()).sum();
                assert_eq!(total(&mut periods.iter()), whole, "{kind}");
            }
            if let Some(rows) = rollup["summary"][0].get("rows").filter(|_| !empty) {
                let divided: Vec<&Value> =
                    periods.iter().flat_map(|period| period["rows"].as_array().unwrap()).collect();
                assert_eq!(total(&mut divided.iter().copied()), total(&mut rows.as_array().unwrap().iter()), "{kind}");
                for row in divided {
                    let counts: Vec<u64> = row["choices"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|choice| choice["count"].as_u64().unwrap())
                        .collect();
                    assert_eq!(
                        (row["total"].as_u64(), row["max"].as_u64()),
                        (Some(counts.iter().sum()), counts.iter().max().copied())
                    );
                }
            }
        }
        world.pass(60_000);
    }
}

#[test]
fn trends_that_would_be_too_large_are_refused() {
    let world = World::new();
    let many = |count: u32, from: u32| -> Value {
        let option = |id: u32| json!({ "id": (from + id).to_string(), "text": "", "position": id, "visible": true });
        (1..=count).map(option).collect()
    };
    made(
        &world,
        json!({}),
        &[
            json!({ "family": "matrix", "subtype": "single", "answers": { "rows": many(100, 1000), "choices": many(20, 0) } }),
        ],
    );
    sql(
        &world,
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 101)
         INSERT INTO responses (id, survey_id, collector_id, recipient_id, status, mode, email, first_name, last_name, ip,
                                custom_value, total_time, body, pages, created, modified)
         SELECT 'r' || n, '901', '931', '', 'completed', 'default', '', '', '', '', '', 0, '{}',
                '[{\"id\":\"911\",\"questions\":[{\"id\":\"921\",\"answers\":[{\"row_id\":\"1001\",\"choice_id\":\"2\"}]}]}]',
                n * 3600000, 0
         FROM numbers",
        &[],
    );
    // 101 hours with 100 rows of 20 choices each.
    world.get("owner", &format!("{MADE}/trends?trend_by=hour")).fails(Error::TooLarge);
    assert_eq!(world.get("owner", &format!("{MADE}/trends?trend_by=day")).ok()["data"][0]["answered"], 101);
    let some = world.get("owner", &format!("{MADE}/trends?trend_by=hour&last_respondent=100")).ok();
    assert_eq!(some["data"][0]["trends"].as_array().unwrap().len(), 100);
}

#[test]
fn rows_in_which_something_is_written_have_a_total() {
    let world = numbers();
    for text in ["1", "2"] {
        let given = [Value::Null, Value::Null, json!([{ "row_id": "5", "text": text }])];
        world.post("owner", &format!("{COLLECTOR}/responses"), partial(&given)).ok();
    }
    let trends = world.get("owner", &format!("{MADE}/trends")).ok();
    let expected = json!([
        { "id": "5", "max": 2, "total": 2, "choices": [] },
        { "id": "6", "max": 0, "total": 0, "choices": [] },
    ]);
    assert_eq!(trends["data"][2]["trends"][0]["rows"], expected);
    assert_eq!(trends["data"][2]["trends"][0]["start"], "2026-02-01T00:00:00+00:00");
    assert_eq!(trends["data"][2]["trends"][0]["end"], "2026-03-01T00:00:00+00:00");
}

#[test]
fn a_trend_counts_the_respondents_from_first_to_last() {
    let world = World::new();
    let seen = |query: &str| {
        let trends = world.get("owner", &format!("{SURVEY}/trends?per_page=3{query}")).ok();
        let trend = &trends["data"][2];
        trend["answered"].as_u64().unwrap() + trend["skipped"].as_u64().unwrap()
    };
    assert_eq!(seen(""), 260);
    assert_eq!(seen("&first_respondent=11"), 250);
    assert_eq!(seen("&last_respondent=11"), 11);
    assert_eq!(seen("&first_respondent=11&last_respondnet=20"), 10);
    assert_eq!(seen("&first_respondent=11&last_respondent=15&last_respondnet=20"), 5);
    assert_eq!(seen("&first_respondent=256&last_respondent=900"), 5);
    for query in ["first_respondent=0", "first_respondent=5&last_respondent=4", "trend_by=decade"] {
        assert_eq!(
            world.get("owner", &format!("{SURVEY}/trends?{query}")).error(),
            Some(Error::BadParameters),
            "{query}"
        );
    }
}

#[test]
fn more_responses_than_are_read_together_are_all_counted_and_by_an_index() {
    let world = numbers();
    sql(
        &world,
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1203)
         INSERT INTO responses (id, survey_id, collector_id, recipient_id, status, mode, email, first_name, last_name, ip,
                                custom_value, total_time, body, pages, created, modified)
         SELECT 'r' || n, '901', '931', '', 'completed', 'default', '', '', '', '', '', 0, '{}',
                '[{\"id\":\"911\",\"questions\":[{\"id\":\"922\",\"answers\":[{\"choice_id\":\"2\"}]}]}]', n / 700, 0
         FROM numbers",
        &[],
    );
    let list = world.get("owner", &format!("{MADE}/pages/911/questions/922/rollups")).ok();
    let summary = &list["data"][0]["summary"][0];
    assert_eq!((&summary["answered"], &summary["choices"][1]["count"]), (&json!(1203), &json!(1203)));
    let plan = sql(
        &world,
        "EXPLAIN QUERY PLAN SELECT id, created, pages FROM responses
         WHERE survey_id = '901' AND (created, id) > (0, '') ORDER BY created, id LIMIT 500",
        &[],
    );
    let plan: Vec<String> = plan.iter().map(|row| row.text("detail")).collect();
    assert!(
        plan.iter().all(|step| step.contains("USING INDEX responses_of_survey (survey_id=? AND (created")),
        "{plan:?}"
    );
}
