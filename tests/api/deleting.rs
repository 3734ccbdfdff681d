//! A large survey that is deleted is gone at once, and its rows are taken away some at a time.

use crate::support::people;
use crate::support::{Answered, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use serde_json::{Value, json};

#[test]
fn s74_a_survey_with_many_responses_is_gone_at_once_and_its_rows_go_some_at_a_time() {
    let world = World::new();
    let place = ActorId::Team(people::NORTHWIND.to_owned());
    let database = world.database(&place);
    let sql = |statement: &str| database.run(statement, &[]).unwrap();
    let question = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "single" });
    let pages = json!([{ "questions": vec![question; 300] }]);
    let survey = world.post("owner", "/v3/surveys", json!({ "title": "Large", "pages": pages })).ok();
    let (id, owner) = (survey["id"].as_str().unwrap(), sql("SELECT id FROM users WHERE username = 'owner'"));
    let owner = owner.first().map_or(people::OLIVIA.to_owned(), |row| row.text("id"));
    let path = format!("/v3/surveys/{id}");
    let made = world.post("owner", &format!("{path}/collectors"), json!({ "type": "weblink" })).ok();
    let collector = format!("/v3/collectors/{}", made["id"].as_str().unwrap());
    let response = world.post("owner", &format!("{collector}/responses"), json!({ "pages": [] })).ok();
    let response = response["id"].as_str().unwrap();
    sql(&format!(
        "INSERT INTO files (id, collector_id, response_id, name, content_type, content, created)
         VALUES ('f', '{}', '{response}', 'n', 'text/plain', '', 0)",
        made["id"].as_str().unwrap()
    ));
    sql(&format!(
        "INSERT INTO responses
         SELECT responses.id || '.' || value, survey_id, collector_id, recipient_id, status, mode, email, first_name, last_name,
                ip, custom_value, total_time, body, pages, created, modified
         FROM responses, json_each('{}')
         WHERE responses.id = '{response}'",
        Value::from((0..999).collect::<Vec<i32>>())
    ));
    let left = || sql(&format!("SELECT id FROM responses WHERE survey_id = '{id}'")).len();
    assert_eq!(left(), 1000);
    let url = made["url"].as_str().unwrap();
    let file = format!("{}/files/f", &url[url.find("/r/").unwrap()..]);
    assert_eq!(world.call(world.request("GET", "", &file)).status, 200);
    sql(&format!("UPDATE files SET response_id = '{response}.998' WHERE id = 'f'"));

    world.most();
    world.delete("owner", &path).ok();
    let most = world.most();
    assert!(most.statements <= 40 && most.rows <= 620, "{most:?}");
    assert!(left() >= 800, "{}", left());
    let one = format!("/v3/responses/{response}.998");
    for path in [path.clone(), format!("{path}/responses"), format!("{path}/responses/{response}.998"), collector, one]
    {
        assert_eq!(world.get("owner", &path).status, 404, "{path}");
    }
    assert_eq!(world.call(world.request("GET", "", &file)).status, 404);

    // Webhooks are told of those that go later too, and whose survey it was.
    sql(&format!(
        "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
         VALUES ('w', '{owner}', 'c', 'n', 'response_deleted', 'u', 0, 0)"
    ));
    let before = left();
    world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*database)).unwrap();
    let told = sql("SELECT type, object_id, resources FROM events");
    assert!((1..=250).contains(&(before - left())), "{} of {before}", left());
    assert_eq!(told.len(), before - left());
    let resources = told[0].json("resources");
    assert_eq!((&resources["survey_id"], &resources["user_id"]), (&json!(id), &json!(owner)));
    assert_eq!(resources["respondent_id"], told[0].text("object_id"));
    sql("DELETE FROM webhooks WHERE id = 'w'");

    world.wake_all();
    assert_eq!(left(), 0);
    for table in ["questions", "pages", "files"] {
        let column = if table == "files" { "id = 'f'" } else { &format!("survey_id = '{id}'") };
        assert!(sql(&format!("SELECT 1 FROM {table} WHERE {column}")).is_empty(), "{table}");
    }
    assert!(sql("SELECT subject FROM jobs WHERE kind = 'take_away'").is_empty());
}
