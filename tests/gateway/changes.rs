//! The log of changes: which events a page gets, and when it learns that some may be missing.

use canvass::gateway::changes::{ChangeLog, ChangesQuery, EVENTS_MAX, LIVE_FOR, SURVEYS_MAX, SurveyEvent};
use canvass::wire::dates::Timestamp;
use serde_json::{Value, json};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

fn event(survey: &str, response: &str) -> SurveyEvent {
    let body = json!({
        "event_type": "response_completed", "event_datetime": "2027-01-15T08:00:01.250000+00:00",
        "object_type": "response", "object_id": response, "resources": { "survey_id": survey },
    });
    SurveyEvent::from_delivery(body.to_string().as_bytes(), NOW).unwrap()
}

fn asked(log: &ChangeLog, query: &str) -> Value {
    asked_at(log, query, NOW)
}

fn asked_at(log: &ChangeLog, query: &str, now: Timestamp) -> Value {
    serde_json::from_str(&log.respond(&ChangesQuery::parse(query).unwrap(), now)).unwrap()
}

/// The answer about a survey since a number.
fn since(log: &ChangeLog, survey: &str, number: i64) -> Value {
    asked(log, &format!("survey_id={survey}&since={number}"))
}

fn numbers(answer: &Value) -> Vec<i64> {
    answer["events"].as_array().unwrap().iter().map(|event| event["sequence"].as_i64().unwrap()).collect()
}

#[test]
fn a_page_hears_of_the_events_of_its_survey_since_its_number() {
    let mut log = ChangeLog::new(NOW);
    let begin = asked(&log, "survey_id=7")["sequence"].as_i64().unwrap();
    for (survey, response) in [("7", "1"), ("8", "2"), ("7", "3")] {
        log.record(event(survey, response), NOW);
    }
    let answer = since(&log, "7", begin);
    assert_eq!(
        answer["events"],
        json!([
            { "sequence": begin + 1, "type": "response_completed", "response_id": "1", "at": "2027-01-15T08:00:01+00:00" },
            { "sequence": begin + 3, "type": "response_completed", "response_id": "3", "at": "2027-01-15T08:00:01+00:00" },
        ])
    );
    assert_eq!((&answer["sequence"], &answer["gap"]), (&json!(begin + 3), &json!(false)));
    assert_eq!(numbers(&since(&log, "7", begin + 1)), [begin + 3]);
    assert!(numbers(&since(&log, "7", begin + 3)).is_empty());
    assert!(numbers(&since(&log, "9", begin)).is_empty());
}

#[test]
fn a_reader_who_names_no_number_gets_that_of_the_log_and_learns_that_what_was_before_is_unknown() {
    let mut log = ChangeLog::new(NOW);
    log.record(event("7", "1"), NOW);
    let answer = asked(&log, "survey_id=7");
    assert_eq!((&answer["gap"], &answer["events"]), (&json!(true), &json!([])));
    assert_eq!(since(&log, "7", answer["sequence"].as_i64().unwrap())["gap"], false);
}

#[test]
fn a_number_of_a_log_that_was_lost_is_a_gap_however_many_events_the_new_one_has() {
    let mut old = ChangeLog::new(NOW);
    old.record(event("7", "1"), NOW);
    let number = asked(&old, "survey_id=7")["sequence"].as_i64().unwrap();
    let mut new = ChangeLog::new(Timestamp(NOW.0 + 2_000));
    assert_eq!(since(&new, "7", number)["gap"], true);
    for _ in 0..5 {
        new.record(event("7", "2"), NOW);
        assert_eq!(since(&new, "7", number)["gap"], true);
    }
    assert_eq!(since(&old, "7", number + 1)["gap"], true, "nor is there an event that is still to come");
}

#[test]
fn the_last_thousand_events_of_a_survey_are_held_and_older_ones_are_a_gap() {
    let mut log = ChangeLog::new(NOW);
    let begin = asked(&log, "survey_id=7")["sequence"].as_i64().unwrap();
    for _ in 0..EVENTS_MAX {
        log.record(event("7", "1"), NOW);
    }
    assert_eq!(EVENTS_MAX, 1_000);
    assert_eq!(since(&log, "7", begin)["gap"], false);
    log.record(event("7", "1"), NOW);
    assert_eq!(since(&log, "7", begin)["gap"], true);
    let next = since(&log, "7", begin + 1);
    assert_eq!((numbers(&next).len(), &next["gap"]), (EVENTS_MAX, &json!(false)));
}

#[test]
fn the_survey_without_news_for_longest_is_forgotten_and_that_is_a_gap() {
    let mut log = ChangeLog::new(NOW);
    let begin = asked(&log, "survey_id=0")["sequence"].as_i64().unwrap();
    for survey in 0..SURVEYS_MAX {
        log.record(event(&survey.to_string(), "1"), NOW);
    }
    log.record(event("0", "2"), NOW);
    assert_eq!(since(&log, "1", begin)["gap"], false);
    log.record(event("another", "3"), NOW);
    assert_eq!(since(&log, "1", begin)["gap"], true, "1 had no news since");
    assert_eq!(since(&log, "1", begin + 2)["gap"], false, "its one event had this number");
    assert_eq!(numbers(&since(&log, "0", begin)).len(), 2);
}

#[test]
fn a_survey_is_live_for_a_day_after_an_event_of_a_response() {
    let mut log = ChangeLog::new(NOW);
    assert_eq!(asked(&log, "survey_id=7")["live"], false);
    let edited = json!({ "event_type": "survey_updated", "object_type": "survey", "resources": { "survey_id": "7" } });
    log.record(SurveyEvent::from_delivery(edited.to_string().as_bytes(), NOW).unwrap(), NOW);
    assert_eq!(asked(&log, "survey_id=7")["live"], false, "responses may not be announced");
    log.record(event("7", "1"), NOW);
    assert_eq!(
        (&asked(&log, "survey_id=7")["live"], &asked(&log, "survey_id=8")["live"]),
        (&json!(true), &json!(false))
    );
    let live = |after: i64| asked_at(&log, "survey_id=7", Timestamp(NOW.0 + after))["live"].clone();
    assert_eq!((live(LIVE_FOR - 1), live(LIVE_FOR)), (json!(true), json!(false)));
    assert_eq!(live(-1), json!(false), "the clock was set back");
}

#[test]
fn an_event_is_what_the_delivery_says_and_arrives_at_the_object_unchanged() {
    let of = |body: Value| SurveyEvent::from_delivery(body.to_string().as_bytes(), NOW);
    let shown = |event: SurveyEvent| {
        let mut log = ChangeLog::new(NOW);
        log.record(SurveyEvent::decode(&event.encode()).unwrap(), NOW);
        since(&log, "7", NOW.0)["events"][0].clone()
    };
    let deleted = json!({ "event_type": "response_deleted", "object_type": "survey", "object_id": "7",
        "resources": { "survey_id": "7", "respondent_id": "5" } });
    let at = "2027-01-15T08:00:00+00:00";
    assert_eq!(
        shown(of(deleted).unwrap()),
        json!({ "sequence": NOW.0 + 1, "type": "response_deleted", "response_id": "5", "at": at }),
        "without a time it is that of the arrival"
    );
    let updated = json!({ "event_type": "survey_updated", "object_type": "survey", "object_id": "7",
        "resources": { "survey_id": "7" } });
    assert_eq!(shown(of(updated).unwrap())["response_id"], Value::Null);
    for none in [
        json!({}),
        json!({ "event_type": "app_installed", "resources": {} }),
        json!({ "event_type": "response created", "resources": { "survey_id": "7" } }),
        json!({ "event_type": "response_created", "resources": { "survey_id": "../7" } }),
    ] {
        assert_eq!(of(none.clone()), None, "{none}");
    }
}

#[test]
fn a_question_names_a_survey_and_a_number() {
    for bad in
        ["", "since=1", "survey_id=", "survey_id=../7", "survey_id=7&since=", "survey_id=7&since=x", "survey_id=%zz"]
    {
        assert!(ChangesQuery::parse(bad).is_err(), "{bad}");
    }
    assert!(ChangesQuery::parse("since=1&survey_id=7&other=2").is_ok());
}
