//! What a survey costs to show and to count is limited when it is written.

use crate::support::{Answered, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::limits::{PAGE_CELLS_MAX, QUESTION_CELLS_MAX, SURVEY_CELLS_MAX};
use canvass::wire::http::Response;
use serde_json::{Value, json};

fn options(count: usize) -> Value {
    (1..=count).map(|number| json!({ "text": number.to_string() })).collect()
}

/// A matrix of so many rows and choices.
fn matrix(rows: usize, choices: usize) -> Value {
    json!({ "headings": [{ "heading": "How often?" }], "family": "matrix", "subtype": "single",
            "answers": { "rows": options(rows), "choices": options(choices) } })
}

/// A matrix of menus: so many rows, columns, and choices of each column.
fn menus(rows: usize, columns: usize, choices: usize) -> Value {
    let column = |number: usize| json!({ "text": number.to_string(), "choices": options(choices) });
    json!({ "headings": [{ "heading": "Which?" }], "family": "matrix", "subtype": "menu",
            "answers": { "rows": options(rows), "cols": (1..=columns).map(column).collect::<Value>() } })
}

fn page(questions: Vec<Value>) -> Value {
    json!({ "questions": questions })
}

fn survey(world: &World, pages: Vec<Value>) -> Response {
    world.post("owner", "/v3/surveys", json!({ "pages": pages }))
}

/// The address of the first page's questions of a survey that was made.
fn questions(world: &World, survey: &Value) -> String {
    let path = format!("/v3/surveys/{}", survey["id"].as_str().unwrap());
    let pages = world.get("owner", &format!("{path}/pages")).ok();
    format!("{path}/pages/{}/questions", pages["data"][0]["id"].as_str().unwrap())
}

/// Fails unless the answer is the refusal that says all of this.
#[track_caller]
fn refused(answer: &Response, says: &[&str]) {
    assert_eq!(answer.error(), Some(Error::ResourceLimit), "{}", answer.body());
    let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
    for part in says {
        assert!(message.contains(part), "{part} is not in: {message}");
    }
}

#[test]
fn s73_a_question_has_no_more_cells_than_it_may_however_it_is_written() {
    let world = World::new();
    assert_eq!((QUESTION_CELLS_MAX, PAGE_CELLS_MAX, SURVEY_CELLS_MAX), (2500, 5000, 20_000));
    let total = || world.get("owner", "/v3/surveys").ok()["total"].clone();
    let before = total();
    let attack = survey(&world, vec![page(vec![matrix(2, 2), matrix(500, 500)])]);
    refused(&attack, &["Question 2 of page 1", "How often?", "250000", "2500", "Split it"]);
    refused(&survey(&world, vec![page(vec![menus(25, 10, 11)])]), &["2750", "2500"]);
    assert_eq!(total(), before);
    let whole = survey(&world, vec![page(vec![matrix(50, 50)])]).ok();
    let target = questions(&world, &whole);
    refused(&world.post("owner", &target, matrix(51, 50)), &["Question 2 of page 1", "2550"]);
    let own = world.get("owner", &target).ok()["data"][0]["id"].as_str().unwrap().to_owned();
    let own = format!("{target}/{own}");
    let kept = world.get("owner", &own).ok();
    refused(&world.put("owner", &own, matrix(51, 50)), &["Question 1 of page 1", "2550"]);
    refused(&world.patch("owner", &own, json!({ "answers": { "rows": options(51) } })), &["2550"]);
    assert_eq!(world.get("owner", &own).ok(), kept);
    world.patch("owner", &own, json!({ "answers": { "rows": options(25) } })).ok();
    let menu = survey(&world, vec![page(vec![menus(25, 10, 10)])]);
    assert_eq!(menu.status, 201);
}

#[test]
fn s73_a_page_and_a_survey_have_no_more_cells_than_they_may_however_they_are_written() {
    let world = World::new();
    let full = || page(vec![matrix(50, 50), matrix(50, 50)]);
    let refusal = survey(&world, vec![page(vec![]), page(vec![matrix(50, 50), matrix(50, 49), matrix(1, 51)])]);
    refused(&refusal, &["Question 3 of page 2", "the page has 5001 cells", "5000", "another page"]);
    let refusal = survey(&world, vec![full(), full(), full(), full(), page(vec![matrix(1, 1)])]);
    refused(&refusal, &["Question 1 of page 5", "the survey has 20001 cells", "20000", "another survey"]);
    let whole = survey(&world, vec![page(vec![]), full(), full(), full(), full()]).ok();
    let target = questions(&world, &whole);
    refused(&world.post("owner", &target, matrix(1, 1)), &["the survey has 20001 cells"]);
    let copy = world.post("owner", "/v3/surveys", json!({ "from_survey_id": whole["id"] })).ok();
    assert_eq!(copy["question_count"], 8);
    refused(&world.post("owner", &questions(&world, &copy), matrix(1, 1)), &["the survey has 20001 cells"]);
    let one = survey(&world, vec![full()]).ok();
    let target = questions(&world, &one);
    refused(&world.post("owner", &target, matrix(1, 1)), &["the page has 5001 cells"]);
    // What respondents do not see is not on the page. To show it again puts it there.
    let hidden = world
        .post(
            "owner",
            &target,
            json!({ "visible": false, "headings": [{ "heading": "?" }],
        "family": "open_ended", "subtype": "single" }),
        )
        .ok();
    let hidden = format!("{target}/{}", hidden["id"].as_str().unwrap());
    refused(&world.patch("owner", &hidden, json!({ "visible": true })), &["Question 3 of page 1", "5001"]);
}

#[test]
fn s73_long_texts_count_so_that_they_are_no_way_around() {
    let world = World::new();
    let mut wordy = matrix(50, 50);
    wordy["answers"]["choices"] =
        (0..50).map(|number| json!({ "text": format!("{number}{}", "x".repeat(9000)) })).collect();
    refused(&survey(&world, vec![page(vec![wordy])]), &["115000", "2500"]);
}

/// Puts a design of former times in place of a question: it was not measured when it was written.
fn outgrow(world: &World, question: &str, rows: usize, choices: usize) {
    let team = token::verify_token(&world.service.config, &world.token("owner")).unwrap().team;
    let team = world.database(&ActorId::Team(team));
    let option = |text: usize| {
        json!({ "id": (9_000_000_000_u64 + text as u64).to_string(), "position": text, "text": text.to_string(), "visible": true,
                "description": "", "is_na": false, "quiz_options": { "score": 0 } })
    };
    let list = |count: usize, from: usize| (from..from + count).map(option).collect::<Value>().to_string();
    team.run(
        "UPDATE questions
         SET body = json_set(body, '$.answers.rows', json(?), '$.answers.choices', json(?)),
             cells = NULL, visible_cells = NULL
         WHERE id = ?",
        &[list(rows, 1).into(), list(choices, 1000).into(), question.into()],
    )
    .unwrap();
}

#[test]
fn s73_a_larger_survey_that_is_stored_stays_readable_and_may_shrink() {
    let world = World::new();
    let whole = survey(&world, vec![page(vec![matrix(2, 2), matrix(1, 1)])]).ok();
    let (path, target) = (format!("/v3/surveys/{}", whole["id"].as_str().unwrap()), questions(&world, &whole));
    let large = world.get("owner", &target).ok()["data"][0]["id"].as_str().unwrap().to_owned();
    outgrow(&world, &large, 500, 500);
    let details = world.get("owner", &format!("{path}/details")).ok();
    assert_eq!(details["pages"][0]["questions"][0]["answers"]["rows"].as_array().unwrap().len(), 500);
    let large = format!("{target}/{large}");
    world.get("owner", &large).ok();
    world.patch("owner", &path, json!({ "title": "Still mine" })).ok();
    world.patch("owner", &large, json!({ "headings": [{ "heading": "Reworded" }] })).ok();
    refused(&world.post("owner", &target, matrix(1, 1)), &["the page has 250002 cells"]);
    refused(&world.post("owner", "/v3/surveys", json!({ "from_survey_id": whole["id"] })), &["250000"]);
    world.patch("owner", &large, json!({ "answers": { "rows": options(100), "choices": options(30) } })).ok();
    world.patch("owner", &large, json!({ "answers": { "rows": options(10) } })).ok();
    world.post("owner", &target, matrix(1, 1)).ok();
}

#[test]
fn rollups_that_would_be_too_large_are_refused_as_trends_are() {
    let world = World::new();
    let whole = survey(&world, vec![page(vec![matrix(2, 2), matrix(1, 1)])]).ok();
    let path = format!("/v3/surveys/{}", whole["id"].as_str().unwrap());
    let target = questions(&world, &whole);
    let large = world.get("owner", &target).ok()["data"][0]["id"].as_str().unwrap().to_owned();
    outgrow(&world, &large, 500, 500);
    for scope in [path.clone(), target.replace("/questions", ""), format!("{target}/{large}")] {
        let answer = world.get("owner", &format!("{scope}/rollups"));
        assert_eq!(answer.error(), Some(Error::TooLarge), "{scope}");
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains("per_page"));
    }
    // The page of the list on which it is not is served.
    world.get("owner", &format!("{path}/rollups?per_page=1&page=2")).ok();
}
