//! Large deletions are done some rows at a time. A large survey that is deleted is gone at once.

use crate::support::chunked_request::ChunkedRequest;
use crate::support::database::Database;
use crate::support::{Answered, World, messages, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
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
    // The actor's memory has not seen that write.
    world.evict_all();
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

/// Runs a statement that returns numbers in the column `number`, and returns the first.
fn number(database: &Database, sql: &str) -> i64 {
    database.run(sql, &[]).unwrap().first().map_or(0, |row| row.integer("number"))
}

/// A web link of the owner's empty survey with so many responses: the id of the link, and of its first response.
fn link_with_responses(world: &World, count: usize) -> (String, String) {
    let path = format!("/v3/surveys/{}/collectors", surveys::EMPTY);
    let made = world.post("owner", &path, json!({ "type": "weblink" })).ok();
    let collector = made["id"].as_str().unwrap().to_owned();
    let response = add_response(world, &collector);
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for sql in [
        format!(
            "INSERT INTO responses
             SELECT responses.id || '.' || value, survey_id, collector_id, recipient_id, status, mode, email, first_name,
                    last_name, ip, custom_value, total_time, body, pages, created, modified
             FROM responses, json_each('{}')
             WHERE responses.id = '{response}'",
            Value::from((1..count).collect::<Vec<_>>())
        ),
        format!("UPDATE collectors SET response_count = {count} WHERE id = '{collector}'"),
        format!("UPDATE surveys SET response_count = response_count + {count} - 1 WHERE id = '{}'", surveys::EMPTY),
    ] {
        database.run(&sql, &[]).unwrap();
    }
    (collector, response)
}

fn add_response(world: &World, collector: &str) -> String {
    let made = world.post("owner", &format!("/v3/collectors/{collector}/responses"), json!({ "pages": [] })).ok();
    made["id"].as_str().unwrap().to_owned()
}

#[test]
fn s74_a_collector_is_cleared_in_chunks_and_what_arrives_meanwhile_stays() {
    let world = World::new();
    let (collector, _) = link_with_responses(&world, 1000);
    let path = format!("/v3/collectors/{collector}/responses");
    world.most();
    let call = ChunkedRequest::begin(&world, "DELETE", &path, &Value::Null);
    assert!(call.step().is_none());
    assert!(call.step().is_none());
    let new = add_response(&world, &collector);
    let cleared = call.end().ok();
    let most = world.most();
    assert!(most.statements <= 30 && most.rows <= 620, "{most:?}");
    assert_eq!((&cleared["id"], &cleared["response_count"]), (&json!(collector), &json!(1)));
    let left = world.get("owner", &path).ok();
    assert_eq!((&left["total"], &left["data"][0]["id"]), (&json!(1), &json!(new)));
    assert_eq!(number(&call.data, "SELECT COUNT(*) AS number FROM jobs WHERE kind = 'clear_responses'"), 0);
    let survey = world.get("owner", &format!("/v3/surveys/{}/details", surveys::EMPTY)).ok();
    assert_eq!(survey["response_count"], 1);
}

#[test]
fn previews_that_are_cleared_are_neither_counted_nor_reported() {
    let world = World::new();
    let (other, _) = link_with_responses(&world, 5);
    let (collector, response) = link_with_responses(&world, 4);
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for sql in [
        // Previews have never been counted.
        format!("UPDATE responses SET mode = 'survey_preview' WHERE id LIKE '{response}.%'"),
        format!("UPDATE collectors SET response_count = 1 WHERE id = '{collector}'"),
        format!("UPDATE surveys SET response_count = response_count - 3 WHERE id = '{}'", surveys::EMPTY),
        format!(
            "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
             VALUES ('w', '{}', 'c', 'n', 'response_deleted', 'u', 0, 0)",
            people::OLIVIA
        ),
    ] {
        database.run(&sql, &[]).unwrap();
    }
    world.delete("owner", &format!("/v3/collectors/{collector}/responses")).ok();
    let reported = database.run("SELECT object_id FROM events WHERE type = 'response_deleted'", &[]).unwrap();
    assert_eq!(reported.iter().map(|row| row.text("object_id")).collect::<Vec<_>>(), [response]);
    for path in [format!("/v3/collectors/{other}"), format!("/v3/surveys/{}/details", surveys::EMPTY)] {
        assert_eq!(world.get("owner", &path).ok()["response_count"], 5, "{path}");
    }
}

#[test]
fn a_collector_is_cleared_although_the_call_ends_early() {
    let world = World::new();
    let (collector, _) = link_with_responses(&world, 1000);
    let path = format!("/v3/collectors/{collector}/responses");
    let call = ChunkedRequest::begin(&world, "DELETE", &path, &Value::Null);
    assert!(call.step().is_none());
    drop(call);
    let new = add_response(&world, &collector);
    world.wake_all();
    assert!(world.get("owner", &path).ok()["total"].as_u64().unwrap() > 500, "the call may go on");
    world.pass(10_000);
    world.wake_all();
    let left = world.get("owner", &path).ok();
    assert_eq!((&left["total"], &left["data"][0]["id"]), (&json!(1), &json!(new)));
    assert_eq!(world.get("owner", &format!("/v3/collectors/{collector}")).ok()["response_count"], 1);
}

#[test]
fn s74_a_collector_is_deleted_in_chunks_with_every_response() {
    let world = World::new();
    let (collector, _) = link_with_responses(&world, 1000);
    let path = format!("/v3/collectors/{collector}");
    world.most();
    let call = ChunkedRequest::begin(&world, "DELETE", &path, &Value::Null);
    assert!(call.step().is_none());
    world.patch("owner", &path, json!({ "status": "open" })).ok();
    add_response(&world, &collector);
    let deleted = call.end().ok();
    let most = world.most();
    assert!(most.statements <= 40 && most.rows <= 620, "{most:?}");
    assert_eq!((&deleted["id"], &deleted["response_count"]), (&json!(collector), &json!(1000)));
    assert_eq!(world.get("owner", &path).status, 404);
    let left = format!("SELECT COUNT(*) AS number FROM responses WHERE collector_id = '{collector}'");
    assert_eq!(number(&call.data, &left), 0);
    assert_eq!(number(&call.data, "SELECT COUNT(*) AS number FROM jobs WHERE kind = 'clear_responses'"), 0);
}

/// The numbers from 1 to 1000, as SQL.
const NUMBERS: &str = "WITH RECURSIVE numbers (number) AS
                       (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1000)";

/// A statement that adds 100 messages to a collector.
fn messages_of(collector: &str) -> String {
    format!(
        "INSERT INTO messages (id, collector_id, type, status, subject, body, is_html, is_branding_enabled,
                               embed_first_question, created)
         {NUMBERS}
         SELECT 'm' || number, '{collector}', 'invite', 'sent', '', '', 0, 0, 0, 0 FROM numbers WHERE number <= 100"
    )
}

#[test]
fn a_collector_that_is_deleted_in_chunks_is_closed_and_the_first_chunk_decides_the_privilege() {
    let world = World::new();
    let collectors = format!("/v3/surveys/{}/collectors", surveys::EVERY_KIND);
    let made = world.post("regular", &collectors, json!({ "type": "weblink" })).ok();
    let collector = made["id"].as_str().unwrap();
    let path = format!("/v3/collectors/{collector}");
    let data = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let role = "UPDATE workgroups SET default_role_id = (SELECT id FROM roles WHERE name = 'Collector')";
    for sql in [role, messages_of(collector).as_str()] {
        data.run(sql, &[]).unwrap();
    }
    let call = ChunkedRequest::begin_as(&world, "regular", "DELETE", &path, &Value::Null);
    assert!(call.step().is_none());
    assert_eq!(world.get("owner", &path).ok()["status"], "closed");
    world.post("owner", &format!("{path}/responses"), json!({ "pages": [] })).fails(Error::Conflict);
    // As if a response had arrived.
    data.run("UPDATE collectors SET response_count = 1 WHERE id = ?", &[collector.into()]).unwrap();
    let deleted = call.end().ok();
    assert_eq!((&deleted["id"], &deleted["status"]), (&json!(collector), &json!("open")));
    world.get("owner", &path).fails(Error::NotFound);
}

#[test]
fn s74_a_collector_is_deleted_in_chunks_with_every_message_and_what_arrives_meanwhile() {
    let world = World::new();
    let (collector, _) = link_with_responses(&world, 10);
    let path = format!("/v3/collectors/{collector}");
    let data = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for sql in [
        messages_of(&collector),
        format!(
            "INSERT INTO respondent_tokens (id, collector_id, progress_id, address, is_device, expires)
             {NUMBERS}
             SELECT 't' || number, '{collector}', '', '', 0, 9e15 FROM numbers"
        ),
    ] {
        data.run(&sql, &[]).unwrap();
    }
    let left = |table: &str| {
        number(&data, &format!("SELECT COUNT(*) AS number FROM {table} WHERE collector_id = '{collector}'"))
    };
    world.most();
    let call = ChunkedRequest::begin(&world, "DELETE", &path, &Value::Null);
    assert!(call.step().is_none());
    assert_eq!([left("responses"), left("messages"), left("respondent_tokens")], [0, 90, 800]);
    assert_eq!(world.get("owner", &path).status, 200, "it is there until its messages are deleted");
    world.patch("owner", &path, json!({ "status": "open" })).ok();
    add_response(&world, &collector);
    let deleted = call.end().ok();
    let most = world.most();
    assert!(most.statements <= 90 && most.rows <= 620, "{most:?}");
    assert_eq!((&deleted["id"], &deleted["response_count"]), (&json!(collector), &json!(10)));
    assert_eq!(world.get("owner", &path).status, 404);
    assert_eq!([left("responses"), left("messages"), left("respondent_tokens")], [0, 0, 0]);
}

#[test]
fn s74_a_chunk_deletes_few_responses_with_large_files() {
    let world = World::new();
    let (collector, response) = link_with_responses(&world, 20);
    let place = ActorId::Team(people::NORTHWIND.to_owned());
    let database = world.database(&place);
    let files = format!(
        "INSERT INTO files (id, collector_id, response_id, name, content_type, content, created)
         SELECT id, collector_id, id, 'n', 'text/plain', printf('%.200000c', 'x'), 0
         FROM responses
         WHERE id GLOB '{response}*'"
    );
    database.run(&files, &[]).unwrap();
    let call = ChunkedRequest::begin(&world, "DELETE", &format!("/v3/collectors/{collector}/responses"), &Value::Null);
    let left = || number(&call.data, "SELECT COUNT(*) AS number FROM files WHERE name = 'n'");
    assert!(call.step().is_none());
    assert_eq!(left(), 18);
    call.end().ok();
    assert_eq!(left(), 0);
}

/// A collector with a message that was sent to so many recipients: the paths of both, and the id of the last recipient.
fn sent_message(world: &World, count: usize) -> (String, String, String) {
    let email = messages::collector(world, "email");
    let message = messages::message(world, &email, json!({ "type": "invite" }));
    let addresses: Vec<String> = (0..count).map(|number| format!("{number}@many.example")).collect();
    let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
    let added = messages::invite(world, &message, &addresses);
    messages::send(world, &message);
    let last = added["succeeded"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap().to_owned();
    (email, message, last)
}

/// Numbers of recipients and of their mails, of addresses of this test.
fn recipients_left(database: &Database) -> [i64; 2] {
    let of = "FROM recipients WHERE address LIKE '%@many.example'";
    // Ids of the demo world are shorter.
    let mails = "SELECT COUNT(*) AS number FROM message_recipients WHERE LENGTH(recipient_id) = 13";
    [number(database, &format!("SELECT COUNT(*) AS number {of}")), number(database, mails)]
}

#[test]
fn s74_a_message_is_deleted_at_once_and_its_recipients_in_chunks() {
    for ends_early in [false, true] {
        let world = World::new();
        let (email, message, last) = sent_message(&world, 450);
        let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
        assert_eq!(recipients_left(&database), [450, 450]);
        world.most();
        let call = ChunkedRequest::begin(&world, "DELETE", &message, &Value::Null);
        assert!(call.step().is_none());
        assert_eq!(world.get("owner", &message).status, 404);
        assert_eq!(recipients_left(&database), [350, 350]);
        if ends_early {
            drop(call);
            world.wake_all();
            assert_eq!(recipients_left(&database), [350, 350], "the call may go on");
            world.pass(10_000);
            world.wake_all();
        } else {
            assert_eq!(call.end().ok()["status"], "sent");
        }
        let most = world.most();
        assert!(most.statements <= 30 && most.rows <= 620, "{most:?}");
        assert_eq!(recipients_left(&database), [0, 0]);
        assert_eq!(world.get("owner", &format!("{email}/recipients")).ok()["total"], 0);
        let opts_out = format!("SELECT COUNT(*) AS number FROM former_recipients WHERE id = '{last}'");
        assert_eq!(number(&database, &opts_out), 1);
        assert_eq!(number(&database, "SELECT COUNT(*) AS number FROM jobs WHERE kind = 'delete_recipients'"), 0);
    }
}

#[test]
fn s74_a_collector_or_survey_is_deleted_at_once_and_its_recipients_some_at_a_time() {
    for is_survey in [false, true] {
        let world = World::new();
        let (email, _, last) = sent_message(&world, 450);
        let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
        let path = if is_survey { format!("/v3/surveys/{}", surveys::EMPTY) } else { email.clone() };
        world.most();
        world.delete("owner", &path).ok();
        let most = world.most();
        assert!(most.statements <= 50 && most.rows <= 620, "{most:?}");
        assert_eq!(recipients_left(&database), [350, 350]);
        assert_eq!(world.get("owner", &email).status, 404);
        world.wake_all();
        assert_eq!(recipients_left(&database), [0, 0]);
        let opts_out = format!("SELECT COUNT(*) AS number FROM former_recipients WHERE id = '{last}'");
        assert_eq!(number(&database, &opts_out), 1);
    }
}

#[test]
fn s74_a_survey_with_many_collectors_is_deleted_at_once_and_they_go_some_at_a_time() {
    let world = World::new();
    let place = ActorId::Team(people::NORTHWIND.to_owned());
    let (email, message, _) = sent_message(&world, 1);
    let due = messages::message(&world, &email, json!({ "type": "invite" }));
    messages::invite(&world, &due, &["later@many.example"]);
    world.post("owner", &format!("{due}/send"), json!({ "scheduled_date": "2030-01-01T00:00:00" })).ok();
    let database = world.database(&place);
    let id_of = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let (collector, survey) = (id_of(&email), surveys::EMPTY);
    let numbers = "WITH RECURSIVE numbers (number) AS
                   (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 19999)";
    for sql in [
        format!(
            "INSERT INTO collectors (id, survey_id, type, status, name, body, response_count, created, modified)
             {numbers}
             SELECT id || '.' || number, survey_id, type, status, name, '{{}}', 0, created, modified
             FROM collectors, numbers
             WHERE id = '{collector}'"
        ),
        format!(
            "INSERT INTO respondent_tokens (id, collector_id, progress_id, address, is_device, expires)
             {numbers}
             SELECT 't' || number, '{collector}', '', '', 0, 9e15 FROM numbers WHERE number <= 500"
        ),
        format!(
            "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
             VALUES ('w', '{}', 'c', 'n', 'collector_deleted', 'u', 0, 0),
                    ('v', '{}', 'c', 'n', 'collector_deleted', 'u', 0, 0)",
            people::OLIVIA,
            people::ROSA
        ),
        format!(
            "INSERT INTO webhook_objects (webhook_id, object_id)
             VALUES ('w', '{collector}'), ('v', '{collector}'), ('v', '{survey}'), ('v', '{}')",
            surveys::EVERY_KIND
        ),
        // Its collector is deleted late.
        format!("UPDATE messages SET collector_id = '{collector}.9999' WHERE id = '{}'", id_of(&due)),
    ] {
        database.run(&sql, &[]).unwrap();
    }
    let left = || number(&database, &format!("SELECT COUNT(*) AS number FROM collectors WHERE survey_id = '{survey}'"));
    let before = left();
    assert!(before >= 20_000);

    world.most();
    world.delete("owner", &format!("/v3/surveys/{survey}")).ok();
    let most = world.most();
    assert!(most.statements <= 60 && most.rows <= 1000 && most.instructions < 40_000, "{most:?}");
    assert!(left() >= before - 200, "{}", left());
    let objects =
        "SELECT webhook_id || ' ' || object_id AS id FROM webhook_objects WHERE webhook_id IN ('v', 'w') ORDER BY 1";
    let objects: Vec<String> = database.run(objects, &[]).unwrap().iter().map(|row| row.text("id")).collect();
    assert_eq!(objects, [format!("v {}", surveys::EVERY_KIND), format!("w {collector}")]);
    // A message is due of a collector that is not deleted yet.
    database.run("UPDATE jobs SET due = 0 WHERE kind = 'send_message'", &[]).unwrap();
    world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*database)).unwrap();
    let due = format!("SELECT COUNT(*) AS number FROM messages WHERE id = '{}' AND status = 'not_sent'", id_of(&due));
    assert_eq!(number(&database, &due), 1);
    let mails = "SELECT COUNT(*) AS number FROM outbox WHERE receiver = 'later@many.example'";
    assert_eq!(number(&database, mails), 0);
    for path in [format!("{email}.19999"), email, message] {
        assert_eq!(world.get("owner", &path).status, 404, "{path}");
    }
    let events = || number(&database, "SELECT COUNT(*) AS number FROM events WHERE type = 'collector_deleted'");
    let run = || {
        let before = left();
        // Announcements would make the events of a run be gone before they are counted.
        database.run("DELETE FROM jobs WHERE kind = 'announce_event'", &[]).unwrap();
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*database)).unwrap();
        before - left()
    };
    let mut runs = 0;
    while left() > 0 {
        runs += 1;
        assert!(run() <= 200 && runs < 200, "{runs}");
    }
    assert_eq!(events(), before);
    world.most();
    world.wake_all();
    for table in ["respondent_tokens", "messages"] {
        let of = format!("SELECT COUNT(*) AS number FROM {table} WHERE collector_id = '{collector}'");
        assert_eq!(number(&database, &of), 0, "{table}");
    }
    assert_eq!(number(&database, "SELECT COUNT(*) AS number FROM jobs WHERE kind IN ('take_away', 'send_message')"), 0);
}
