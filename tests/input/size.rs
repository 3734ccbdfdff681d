//! The largest that callers send: it is taken, or refused as too large, and reaches no limit of the platform.

use crate::support::{Answered, World, people, surveys};
use canvass::gateway::proxy::BODY_MAX;
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::spec::limits::{BODY_BYTES_MAX, QUESTIONS_MAX, RECIPIENTS_MAX};
use canvass::wire::http::Response;
use serde_json::{Value, json};

fn post(world: &World, target: &str, body: Vec<u8>) -> Response {
    let mut request = world.request("POST", "owner", target);
    request.body = body;
    world.call(request)
}

#[test]
fn a_body_has_so_many_bytes_at_the_gateway_as_at_the_service() {
    assert_eq!(BODY_MAX, BODY_BYTES_MAX as u64);
    let world = World::new();
    let body = |length: usize| {
        let mut body = json!({ "name": "Large" }).to_string().into_bytes();
        body.resize(length, b' ');
        body
    };
    assert_eq!(post(&world, "/v3/contact_lists", body(BODY_BYTES_MAX)).status, 201);
    let answer = post(&world, "/v3/contact_lists", body(BODY_BYTES_MAX + 1));
    answer.fails(Error::TooLarge);
}

#[test]
fn what_grows_write_by_write_beyond_what_can_be_stored_is_too_large() {
    let world = World::new();
    let most = "x".repeat(900_000);
    let list =
        world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::EMPTY), json!({ "type": "email" })).ok();
    let collector = format!("/v3/collectors/{}", list["id"].as_str().unwrap());
    let message = world.post("owner", &format!("{collector}/messages"), json!({ "type": "invite" })).ok();
    let message = format!("{collector}/messages/{}", message["id"].as_str().unwrap());
    let contact = json!({ "first_name": "Mia", "last_name": "Holt", "email": "mia@large.example" });
    let contact = world.post("owner", "/v3/contacts", contact).ok();
    let contact = format!("/v3/contacts/{}", contact["id"].as_str().unwrap());
    let workgroup = world.post("owner", "/v3/workgroups", json!({ "name": "Large", "is_visible": true })).ok();
    let workgroup = format!("/v3/workgroups/{}", workgroup["id"].as_str().unwrap());
    let placeholders = "[SurveyLink][OptOutLink][PrivacyLink][FooterLink]";
    for (path, fields) in [
        (
            &contact,
            vec![
                json!({ "first_name": most }),
                json!({ "last_name": most }),
                json!({ "custom_fields": { "1": most } }),
            ],
        ),
        (
            &workgroup,
            vec![json!({ "name": most }), json!({ "description": most }), json!({ "metadata": { "a": most } })],
        ),
        (
            &collector,
            vec![
                json!({ "thank_you_message": most }),
                json!({ "closed_page_message": most }),
                json!({ "disqualification_message": most }),
            ],
        ),
        (
            &message,
            vec![
                json!({ "subject": most }),
                json!({ "body_text": format!("{placeholders}{most}") }),
                json!({ "subject": format!("{most}{most}") }),
            ],
        ),
    ] {
        let mut statuses = Vec::new();
        for body in fields {
            let answer = world.patch("owner", path, body);
            assert!(matches!(answer.status, 200 | 400 | 413), "{path} {} {}", answer.status, answer.code());
            statuses.push(answer.status);
        }
        assert_eq!(world.get("owner", path).status, 200, "{path}");
        assert!(statuses.contains(&413) || statuses.contains(&400), "{path} {statuses:?}");
    }
}

#[test]
fn a_response_that_grows_beyond_what_can_be_stored_is_too_large() {
    let world = World::new();
    let questions: Value = (0..3)
        .map(|_| json!({ "headings": [{ "heading": "?" }], "family": "open_ended", "subtype": "essay" }))
        .collect();
    let survey = world.post("owner", "/v3/surveys", json!({ "pages": [{ "questions": questions }] })).ok();
    let path = format!("/v3/surveys/{}", survey["id"].as_str().unwrap());
    let page = world.get("owner", &format!("{path}/details")).ok()["pages"][0].clone();
    let collector = world.post("owner", &format!("{path}/collectors"), json!({ "type": "weblink" })).ok();
    let collector = format!("/v3/collectors/{}", collector["id"].as_str().unwrap());
    let body = |question: usize| {
        let answers = json!([{ "text": "x".repeat(900_000) }]);
        let question = json!({ "id": page["questions"][question]["id"], "answers": answers });
        json!({ "pages": [{ "id": page["id"], "questions": [question] }] })
    };
    let made = world.post("owner", &format!("{collector}/responses"), body(0));
    if made.status == 400 {
        return;
    }
    let response = format!("{path}/responses/{}", made.ok()["id"].as_str().unwrap());
    let statuses: Vec<_> = [1, 2].map(|question| world.patch("owner", &response, body(question)).status).into();
    assert!(statuses.iter().all(|status| matches!(status, 200 | 413)), "{statuses:?}");
    assert_eq!(world.get("owner", &format!("{response}/details")).status, 200);
}

#[test]
fn json_that_is_nested_as_deeply_as_can_be_is_stored_and_returned() {
    let world = World::new();
    let nested = |depth: usize| {
        let body = format!(
            r#"{{"name":"Deep","is_visible":true,"metadata":{{"a":{}{}}}}}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        );
        post(&world, "/v3/workgroups", body.into_bytes())
    };
    for depth in [1, 60, 100, 120, 124, 125, 126, 127, 128, 129, 1000, 100_000] {
        let answer = nested(depth);
        assert!(matches!(answer.status, 201 | 400), "{depth}: {} {}", answer.status, answer.code());
        if answer.status == 201 {
            let path = format!("/v3/workgroups/{}", answer.ok()["id"].as_str().unwrap());
            assert_eq!(world.get("owner", &path).ok()["metadata"], answer.ok()["metadata"], "{depth}");
        }
    }
    world.get("owner", "/v3/workgroups").ok();
}

#[test]
fn a_survey_of_as_many_questions_as_are_returned_is_made_read_copied_and_answered() {
    let world = World::new();
    let question = json!({ "headings": [{ "heading": "?" }], "family": "open_ended", "subtype": "single" });
    let questions: Vec<Value> = (0..QUESTIONS_MAX).map(|_| question.clone()).collect();
    let survey = world.post("owner", "/v3/surveys", json!({ "pages": [{ "questions": questions }] })).ok();
    let path = format!("/v3/surveys/{}", survey["id"].as_str().unwrap());
    let details = world.get("owner", &format!("{path}/details")).ok();
    assert_eq!(details["pages"][0]["questions"].as_array().unwrap().len(), 1000);
    let copy = world.post("owner", "/v3/surveys", json!({ "from_survey_id": survey["id"] })).ok();
    assert_eq!(copy["question_count"], 1000);
    let collector = world.post("owner", &format!("{path}/collectors"), json!({ "type": "weblink" })).ok();
    let answered: Vec<Value> = details["pages"][0]["questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| json!({ "id": question["id"], "answers": [{ "text": "said" }] }))
        .collect();
    let body = json!({ "pages": [{ "id": details["pages"][0]["id"], "questions": answered }] });
    let responses = format!("/v3/collectors/{}/responses", collector["id"].as_str().unwrap());
    world.post("owner", &responses, body).ok();
    let rollups = world.get("owner", &format!("{path}/rollups?per_page=1000")).ok();
    assert_eq!(rollups["data"].as_array().unwrap().len(), 1000);
}

#[test]
fn as_many_recipients_as_a_message_may_have_are_added_and_written_to() {
    let world = World::new();
    let collector =
        world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::EMPTY), json!({ "type": "email" })).ok();
    let collector = format!("/v3/collectors/{}", collector["id"].as_str().unwrap());
    let message = world.post("owner", &format!("{collector}/messages"), json!({ "type": "invite" })).ok();
    let path = format!("{collector}/messages/{}", message["id"].as_str().unwrap());
    let contacts = |from: u32, to: u32| {
        let contacts: Value = (from..to).map(|number| json!({ "email": format!("p{number}@mail.example") })).collect();
        world.post("owner", &format!("{path}/recipients/bulk"), json!({ "contacts": contacts }))
    };
    assert_eq!(contacts(0, RECIPIENTS_MAX).ok()["succeeded"].as_array().unwrap().len(), 10_000);
    contacts(RECIPIENTS_MAX, RECIPIENTS_MAX + 1).fails(Error::TooManyRecipients);
    let sent = world.post("owner", &format!("{path}/send"), json!({})).ok();
    assert_eq!(sent["recipients"].as_array().unwrap().len(), 10_000);
    let place = ActorId::Team(people::NORTHWIND.to_owned());
    let team = world.database(&place);
    for _ in 0..400 {
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*team)).unwrap();
    }
    assert_eq!(world.get("owner", &path).ok()["status"], "sent");
    let mails = team.run("SELECT COUNT(*) AS mails FROM outbox WHERE receiver LIKE '%@mail.example'", &[]).unwrap();
    assert!(mails[0].integer("mails") >= 10_000);
    world.delete("owner", &collector).ok();
}
