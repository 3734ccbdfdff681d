//! A survey of the owner's with one page, made of questions as they are stored.

use crate::support::{World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::{Sql, Value as Cell};
use serde_json::{Value, json};

/// The survey.
pub const SURVEY: &str = "/v3/surveys/901";
/// Its collector, a web link.
pub const COLLECTOR: &str = "/v3/collectors/931";

/// Runs a statement in the database of the owner's team.
pub fn sql(world: &World, statement: &str, values: &[&str]) -> Vec<canvass::service::store::sql::Row> {
    let cells: Vec<Cell> = values.iter().map(|value| Cell::Text((*value).to_owned())).collect();
    world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run(statement, &cells).unwrap()
}

/// Makes the survey, its page 911, its questions 921 and so on, and its collector.
pub fn made(world: &World, survey: Value, questions: &[Value]) {
    let owner = world.person("owner")["user_id"].as_str().unwrap();
    sql(
        world,
        "INSERT INTO surveys (id, owner_id, title, nickname, language, category, folder_id, body,
                              page_count, question_count, response_count, created, modified)
         VALUES ('901', ?, 'Made', '', 'en', '', '0', ?, 1, 1, 0, 0, 0)",
        &[owner, &survey.to_string()],
    );
    sql(world, "INSERT INTO pages (id, survey_id, position, title, description) VALUES ('911', '901', 1, '', '')", &[]);
    for (place, own) in (921..).zip(questions) {
        let mut question = json!({
            "visible": true, "layout": null, "headings": [{ "heading": "?" }], "sorting": null, "required": null,
            "validation": null, "forced_ranking": false,
        });
        question.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
        sql(
            world,
            "INSERT INTO questions (id, survey_id, page_id, position, body)
             VALUES (?, '901', '911', CAST(? AS INTEGER), ?)",
            &[&place.to_string(), &place.to_string(), &question.to_string()],
        );
    }
    sql(
        world,
        "INSERT INTO collectors (id, survey_id, type, status, name, body, response_count, created, modified)
         VALUES ('931', '901', 'weblink', 'open', 'Link', '{\"url\":null}', 0, 0, 0)",
        &[],
    );
}

/// Changes what has no column of the collector.
pub fn collector(world: &World, patch: Value) {
    sql(world, "UPDATE collectors SET body = json_patch(body, ?) WHERE id = '931'", &[&patch.to_string()]);
}

/// Options with ids, texts and places; a text that begins with `-` is of a deleted one.
pub fn options(list: &[(&str, &str)]) -> Value {
    let options = (1..).zip(list).map(|(position, (id, text))| {
        json!({ "id": id, "text": text.trim_start_matches('-'), "position": position, "visible": !text.starts_with('-') })
    });
    options.collect()
}

/// A body with answers to one question after the other; null leaves one out.
pub fn body(answers: &[Value]) -> Value {
    let answered = (921..).zip(answers).filter(|(_, answers)| !answers.is_null());
    let questions: Value = answered.map(|(id, answers)| json!({ "id": id.to_string(), "answers": answers })).collect();
    json!({ "pages": [{ "id": "911", "questions": questions }] })
}

/// A body whose response is not complete.
pub fn partial(answers: &[Value]) -> Value {
    let mut body = body(answers);
    body["response_status"] = json!("partial");
    body
}
