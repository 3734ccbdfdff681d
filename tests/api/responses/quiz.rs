//! Quizzes: what is right, what it wins, and how it adds up.

use super::stored_survey::{COLLECTOR, SURVEY, body, made, sql};
use crate::support::{Answered, World};
use serde_json::{Value, json};

fn scored(family: &str, scores: &[(&str, u32)]) -> Value {
    let choices: Value = (1..)
        .zip(scores)
        .map(|(position, (id, score))| {
            json!({ "id": id, "text": id, "position": position, "visible": true, "quiz_options": { "score": score } })
        })
        .collect();
    json!({ "family": family, "subtype": "vertical", "quiz_options": { "scoring_enabled": true },
        "answers": { "choices": choices } })
}

fn quiz(world: &World) {
    let mut unscored = scored("single_choice", &[("41", 5)]);
    unscored["quiz_options"]["scoring_enabled"] = json!(false);
    made(
        world,
        json!({ "quiz_options": { "is_quiz_mode": true } }),
        &[
            scored("single_choice", &[("11", 0), ("12", 1), ("13", 2)]),
            scored("multiple_choice", &[("21", 1), ("22", 1), ("23", 0)]),
            scored("single_choice", &[("31", 3), ("32", 0)]),
            unscored,
        ],
    );
}

fn result(world: &World, answers: &[Value]) -> (Value, Value) {
    let id =
        world.post("owner", &format!("{COLLECTOR}/responses"), body(answers)).ok()["id"].as_str().unwrap().to_owned();
    let details = world.get("owner", &format!("{SURVEY}/responses/{id}/details")).ok();
    (details["quiz_results"].clone(), details["pages"][0]["questions"].clone())
}

#[test]
fn points_add_up_over_right_partly_right_and_wrong_answers() {
    let world = World::new();
    quiz(&world);
    let pick = |ids: &[&str]| -> Value { ids.iter().map(|id| json!({ "choice_id": id })).collect() };
    let (results, questions) = result(&world, &[pick(&["12"]), pick(&["21", "22"]), pick(&["32"]), pick(&["41"])]);
    let expected = json!({ "correct": 1, "incorrect": 1, "partially_correct": 1, "total_questions": 3, "score": 3, "total_score": 7 });
    assert_eq!(results, expected);
    assert_eq!(questions[0]["answers"], json!([{ "choice_id": "12", "is_correct": true, "score": 1 }]));
    assert_eq!(questions[2]["answers"], json!([{ "choice_id": "32", "is_correct": false, "score": 0 }]));
    assert_eq!(questions[3]["answers"], json!([{ "choice_id": "41" }]), "its scoring is off");
    let (results, _) = result(&world, &[pick(&["13"]), pick(&["21", "22", "23"])]);
    let expected = json!({ "correct": 1, "incorrect": 0, "partially_correct": 1, "total_questions": 3, "score": 4, "total_score": 7 });
    assert_eq!(results, expected, "a wrong pick beside the right ones is right in part; what is skipped is not wrong");
}

#[test]
fn a_changed_answer_is_scored_again() {
    let world = World::new();
    quiz(&world);
    let one = json!([{ "choice_id": "31" }]);
    let new = world.post("owner", &format!("{COLLECTOR}/responses"), body(&[Value::Null, Value::Null, one])).ok();
    assert_eq!(new["quiz_results"]["score"], 3);
    let path = format!("{SURVEY}/responses/{}", new["id"].as_str().unwrap());
    let changed = world.patch("owner", &path, body(&[Value::Null, Value::Null, json!([{ "choice_id": "32" }])])).ok();
    assert_eq!((&changed["quiz_results"]["score"], &changed["quiz_results"]["incorrect"]), (&json!(0), &json!(1)));
}

#[test]
fn a_survey_that_is_no_quiz_scores_nothing() {
    let world = World::new();
    made(&world, json!({}), &[scored("single_choice", &[("11", 1)])]);
    let (results, questions) = result(&world, &[json!([{ "choice_id": "11" }])]);
    assert_eq!((results, &questions[0]["answers"]), (Value::Null, &json!([{ "choice_id": "11" }])));
}

#[test]
fn a_choice_that_was_deleted_after_it_was_picked_counts_among_the_possible_points() {
    let world = World::new();
    quiz(&world);
    let one = json!([{ "choice_id": "31" }]);
    let new = world.post("owner", &format!("{COLLECTOR}/responses"), body(&[Value::Null, Value::Null, one])).ok();
    let deleted = "UPDATE questions SET body = json_set(body, '$.answers.choices[0].visible', json('false'),
                                                          '$.answers.choices[1].quiz_options.score', 1) WHERE id = '923'";
    sql(&world, deleted, &[]);
    let path = format!("{SURVEY}/responses/{}", new["id"].as_str().unwrap());
    let changed = world.patch("owner", &path, body(&[json!([{ "choice_id": "13" }])])).ok();
    let expected = json!({ "correct": 2, "incorrect": 0, "partially_correct": 0, "total_questions": 3, "score": 5, "total_score": 7 });
    assert_eq!(changed["quiz_results"], expected, "the points that were won are possible");
    let fresh = world.post("owner", &format!("{COLLECTOR}/responses"), body(&[json!([{ "choice_id": "13" }])])).ok();
    assert_eq!(fresh["quiz_results"]["total_score"], 5, "no one else can win them");
}
