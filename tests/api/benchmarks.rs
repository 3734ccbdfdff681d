//! Benchmarks: to whom they are offered, and what is computed from the reference data.

use crate::support::surveys::EMPTY;
use crate::support::{Answered, World, surveys};
use canvass::spec::errors::Error;
use canvass::wire::http::Response;
use serde_json::{Value, json};

const LOYALTY: &str = "/v3/benchmark_bundles/customer_loyalty";
const LOYALTY_GB: &str = "/v3/benchmark_bundles/customer_loyalty_gb";

fn message(answer: &Response) -> String {
    answer.body()["error"]["message"].as_str().unwrap().to_owned()
}

fn sum(shares: &Value) -> f64 {
    shares.as_object().unwrap().values().map(|share| share.as_f64().unwrap()).sum()
}

#[test]
fn bundles_are_those_of_a_country() {
    let world = World::new();
    let ids = |query: &str| {
        let list = world.get("private", &format!("/v3/benchmark_bundles{query}")).ok();
        list["data"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(""), ["customer_loyalty", "employee_engagement", "event_quality"]);
    assert_eq!(ids("?country=us"), ids(""));
    assert_eq!(ids("?country=DE"), ["kundenbindung"]);
    assert!(ids("?country=AQ").is_empty());
    let page = world.get("private", "/v3/benchmark_bundles?country=US&per_page=2").ok();
    let next = world.get("private", page["links"]["next"].as_str().unwrap()).ok();
    assert_eq!((&next["data"][0]["id"], &next["total"]), (&json!("event_quality"), &json!(3)));
    assert_eq!(world.get("private", next["data"][0]["href"].as_str().unwrap()).ok()["id"], "event_quality");
}

#[test]
fn benchmarks_are_for_private_apps_of_accounts_with_direct_api_access() {
    let world = World::new();
    let pages = world.get("owner", &format!("/v3/surveys/{}/pages", surveys::CSAT)).ok();
    let page = pages["data"][0]["href"].as_str().unwrap().split("/v3").nth(1).unwrap().to_owned();
    let questions = world.get("owner", &format!("/v3{page}/questions")).ok();
    let question = questions["data"][0]["href"].as_str().unwrap().split("/v3").nth(1).unwrap().to_owned();
    for path in [
        "/v3/benchmark_bundles".to_owned(),
        LOYALTY.to_owned(),
        format!("{LOYALTY}/analyze?question_ids=5001"),
        format!("/v3{question}/benchmark"),
    ] {
        assert_eq!(world.get("owner", &path).error(), Some(Error::NotPermitted), "{path}: a public app");
        assert_eq!(world.get("draft", &path).error(), Some(Error::NotPermitted), "{path}: a draft");
        assert!(!["1016", "1005"].contains(&world.get("private", &path).code().as_str()), "{path}");
    }
    for token in ["free", "eu"] {
        assert_eq!((world.get(token, LOYALTY).code().as_str(), world.get(token, LOYALTY).status), ("1005", 402));
    }
    world.get("owner", "/v3/benchmark_bundles/nothing").fails(Error::NotFound);
}

#[test]
fn a_bundle_shows_its_questions_with_their_choices() {
    let world = World::new();
    let bundle = world.get("private", LOYALTY).ok();
    assert!(!bundle["details"]["bullets"].as_array().unwrap().is_empty());
    let first = &bundle["questions"][0];
    assert_eq!(first["title"], "How likely is it that you would recommend our company to a friend or colleague?");
    assert_eq!((&first["id"], &first["answer_order"]), (&json!("5001"), &json!("normal")));
    assert_eq!(first["answers"]["choices"].as_array().unwrap().len(), 11);
    assert_eq!(first["answers"]["choices"][10], json!({ "text": "10" }));
}

#[test]
fn an_analysis_answers_in_the_order_of_the_questions_with_shares_that_add_up() {
    let world = World::new();
    let analysis = world.get("private", &format!("{LOYALTY}/analyze?question_ids=5002,5001")).ok();
    assert_eq!(
        (&analysis["id"], &analysis["date_start"]),
        (&json!("customer_loyalty"), &json!("2025-01-01T00:00:00+00:00"))
    );
    let [satisfied, likely] = [0, 1].map(|at| &analysis["benchmarks"][at]);
    assert_eq!((&satisfied["question"]["id"], &likely["question"]["id"]), (&json!("5002"), &json!("5001")));
    for benchmark in [satisfied, likely] {
        assert!((sum(&benchmark["distribution_values"]) - 1.0).abs() < 0.001);
        let at = |percent: &str| benchmark["quartile_values"][percent].as_f64().unwrap();
        let values = ["0", "25", "50", "75", "100"].map(at);
        assert!(values.is_sorted() && values[0] < values[4], "{values:?}");
        assert!(benchmark["num_data_points"].as_u64().unwrap() >= 5);
        assert!(benchmark.get("data_point_type_distribution").is_none());
    }
    let keys = |benchmark: &Value| benchmark["distribution_values"].as_object().unwrap().len();
    assert_eq!((keys(satisfied), keys(likely)), (5, 11));
    assert!(likely["distribution_values"]["0"].is_f64() && satisfied["distribution_values"].get("0").is_none());
}

#[test]
fn percentiles_take_the_data_points_between_them() {
    let world = World::new();
    let of = |query: &str| {
        let path = format!("{LOYALTY_GB}/analyze?question_ids=5001{query}");
        world.get("private", &path).ok()["benchmarks"][0].clone()
    };
    let (all, low, high) = (of(""), of("&percentile_end=50"), of("&percentile_start=51"));
    let count = |benchmark: &Value, what: &str| benchmark[what].as_u64().unwrap();
    for what in ["num_data_points", "num_responses"] {
        assert_eq!(count(&low, what) + count(&high, what), count(&all, what), "{what}");
    }
    let end = |benchmark: &Value, percent: &str| benchmark["quartile_values"][percent].as_f64().unwrap();
    assert!(end(&low, "100") < end(&high, "0"));
    assert_eq!((end(&low, "0"), end(&high, "100")), (end(&all, "0"), end(&all, "100")));
    let none = of("&percentile_start=1&percentile_end=2");
    assert_eq!((count(&none, "num_data_points"), &none["quartile_values"]), (0, &json!({})));
    assert_eq!(count(&of("&percentile_start=0&percentile_end=0"), "num_data_points"), 1);
}

#[test]
fn a_bad_parameter_of_an_analysis_is_named() {
    let world = World::new();
    for (query, field) in [
        ("", "question_ids"),
        ("question_ids=,", "question_ids"),
        ("question_ids=5001,5101", "question_ids"),
        ("question_ids=5001&percentile_start=101", "percentile_start"),
        ("question_ids=5001&percentile_end=101", "percentile_end"),
        ("question_ids=5001&percentile_start=60&percentile_end=40", "percentile_start"),
    ] {
        let answer = world.get("private", &format!("{LOYALTY}/analyze?{query}"));
        assert_eq!(answer.error(), Some(Error::BadParameters), "{query}");
        assert!(message(&answer).contains(&format!("`{field}`")), "{}", message(&answer));
    }
}

/// Adds a question of the bank to the empty survey, and gives its address.
fn asked(world: &World, pick: Value) -> String {
    let pages = world.get("owner", &format!("/v3/surveys/{}/pages", surveys::EMPTY)).ok();
    let page = format!("/v3/surveys/{EMPTY}/pages/{}/questions", pages["data"][0]["id"].as_str().unwrap());
    let made = world.post("owner", &page, json!({ "question_bank": pick })).ok();
    format!("{page}/{}", made["id"].as_str().unwrap())
}

#[test]
fn a_question_from_the_bank_has_the_benchmark_of_its_bundle() {
    let world = World::new();
    let question = asked(
        &world,
        json!({
            "question_bank_question_id": "5001",
            "modifier_options": [{ "modifier_id": "7001", "modifier_options_id": "70019", "value": "our bakery" }],
        }),
    );
    let benchmark = world.get("private", &format!("{question}/benchmark")).ok();
    assert_eq!(benchmark["id"], question.rsplit('/').next().unwrap());
    let bundle = world.get("private", &format!("{LOYALTY}/analyze?question_ids=5001")).ok();
    assert_eq!(benchmark["benchmark"]["distribution_values"], bundle["benchmarks"][0]["distribution_values"]);
    assert_eq!(
        benchmark["benchmark"]["data_point_type_distribution"],
        json!({ "respondent_data_points": 0, "entity_data_points": 100 })
    );
    assert!(benchmark["benchmark"].get("question").is_none());
    world.get("other_team", &format!("{question}/benchmark")).fails(Error::NotFound);
    world.patch("owner", &question, json!({ "headings": [{ "heading": "Do you like our bakery?" }] })).ok();
    assert_eq!(
        world.get("private", &format!("{question}/benchmark")).error(),
        Some(Error::NotFound),
        "it says something else by now"
    );
}

#[test]
fn a_question_without_a_reference_has_no_benchmark() {
    let world = World::new();
    let question = asked(&world, json!({ "question_bank_question_id": "5307" }));
    world.get("private", &format!("{question}/benchmark")).fails(Error::NotFound);
}
