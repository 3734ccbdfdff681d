//! Payloads that come in several forms: every one that the service gives has exactly one of them.

use crate::support::surveys::{EMPTY, EVERY_KIND};
use crate::support::{Answered, World, surveys};
use canvass::spec::errors::Error;
use canvass::spec::forms::{self, FieldRule, Form};
use canvass::spec::questions::KINDS;
use canvass::spec::resources::collectors::CollectorType;
use canvass::spec::resources::webhooks::EventType;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The forms of a payload.
fn forms(payload: &str) -> Vec<Form> {
    forms::all_forms().into_iter().find(|forms| forms.payload == payload).unwrap().forms
}

/// The form of a name, of whichever payload.
fn named(name: &str) -> Form {
    forms::all_forms().into_iter().flat_map(|forms| forms.forms).find(|form| form.name == name).unwrap()
}

fn has(value: &Value, form: &Form) -> bool {
    form.fields.iter().all(|(field, holds)| {
        let held = value.get(field);
        match holds {
            FieldRule::Given => held.is_some_and(|held| !held.is_null()),
            FieldRule::Absent => held.is_none(),
            FieldRule::Null => held.is_some_and(Value::is_null),
            FieldRule::One(values) | FieldRule::Among(values) => {
                held.and_then(Value::as_str).is_some_and(|held| values.contains(&held))
            }
            // The service gives nothing that its own tables do not list.
            FieldRule::Unlisted => false,
            FieldRule::Part(part) => match held {
                Some(Value::Array(items)) => items.iter().all(|item| has(item, &named(part))),
                held => held.is_none_or(|held| has(held, &named(part))),
            },
        }
    })
}

/// The one form of a payload that a value has.
#[track_caller]
fn form_of(payload: &str, value: &Value) -> &'static str {
    let found: Vec<_> = forms(payload).iter().filter(|form| has(value, form)).map(|form| form.name).collect();
    assert_eq!(found.len(), 1, "{found:?} of {payload}: {value}");
    found[0]
}

fn id(value: &Value) -> &str {
    value["id"].as_str().unwrap()
}

#[test]
fn every_question_has_the_form_of_its_family_and_subtype() {
    let world = World::new();
    let mut kinds = BTreeSet::new();
    for survey in world.get("owner", "/v3/surveys?per_page=1000").ok()["data"].as_array().unwrap() {
        let details = world.get("owner", &format!("/v3/surveys/{}/details", id(survey))).ok();
        for page in details["pages"].as_array().unwrap() {
            for question in page["questions"].as_array().unwrap() {
                let form = form_of("Question", question);
                kinds.insert((question["family"].to_string(), question["subtype"].to_string(), form));
            }
        }
    }
    assert_eq!(kinds.len(), KINDS.len(), "a kind of question is asked nowhere, or has two forms: {kinds:?}");
}

#[test]
fn every_collector_has_the_form_of_its_type() {
    let world = World::new();
    for kind in CollectorType::ALL {
        let made = world.post("owner", &format!("/v3/surveys/{EMPTY}/collectors"), json!({ "type": kind.as_str() }));
        form_of("Collector", &made.ok());
        form_of("Collector", &world.get("owner", &format!("/v3/collectors/{}", id(&made.ok()))).ok());
    }
}

#[test]
fn every_message_has_the_form_of_its_type() {
    let world = World::new();
    let mut seen = BTreeSet::new();
    for (collector, messages) in [("email", &["invite", "reminder", "thank_you"][..]), ("sms", &["sms"])] {
        let made = world.post("owner", &format!("/v3/surveys/{EMPTY}/collectors"), json!({ "type": collector })).ok();
        for kind in messages {
            let path = format!("/v3/collectors/{}/messages", id(&made));
            let message = world.post("owner", &path, json!({ "type": kind })).ok();
            seen.insert(form_of("Message", &message));
        }
    }
    assert_eq!(seen.len(), 4);
}

#[test]
fn every_webhook_has_the_form_of_its_event() {
    let world = World::new();
    for event in EventType::ALL {
        let mut body = json!({
            "name": "Told", "event_type": event.as_str(),
            "subscription_url": format!("https://example.com/{}", event.as_str()),
        });
        if !event.filters().is_empty() {
            body["object_type"] = "survey".into();
            body["object_ids"] = json!([surveys::EVERY_KIND]);
        }
        let made = world.post("owner", "/v3/webhooks", body);
        assert_eq!(made.status, 201, "{}", made.body());
        form_of("Webhook", &made.ok());
    }
}

#[test]
fn responses_come_with_answers_where_the_table_of_forms_says_so() {
    let world = World::new();
    let at = |name: &str| -> Value {
        let route = canvass::spec::endpoints::routes().find(|route| route.name == name).unwrap();
        let list = world.get("owner", &format!("/v3/surveys/{EVERY_KIND}/responses/bulk")).ok();
        let first = &list["data"][0];
        let path = route.path.replace("{survey_id}", surveys::EVERY_KIND).replace("{response_id}", id(first));
        let path = path.replace("{collector_id}", first["collector_id"].as_str().unwrap());
        let answer = world.get("owner", &path).ok();
        answer.get("data").map_or(answer.clone(), |data| data[0].clone())
    };
    for (operation, form) in forms::ANSWERS {
        assert!(has(&at(operation), &named(form)), "{operation}");
    }
    assert!(!has(&at("surveys.responses.get"), &named("ResponseDetails")));
}

/// What a request of a form lacks or has too much is refused, so that its type keeps nobody from what would work.
#[test]
fn what_no_form_of_a_request_has_is_refused() {
    let world = World::new();
    let collectors = format!("/v3/surveys/{EMPTY}/collectors");
    let email = world.post("owner", &collectors, json!({ "type": "email" })).ok();
    let messages = format!("/v3/collectors/{}/messages", id(&email));
    let hook = |event: &str, more: Value| {
        let mut body = json!({ "name": "x", "event_type": event, "subscription_url": "https://example.com/x" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let objects = |kind: &str| json!({ "object_type": kind, "object_ids": [surveys::EVERY_KIND] });
    for (payload, path, body) in [
        ("CollectorNew", collectors.as_str(), json!({ "name": "of no kind" })),
        ("CollectorNew", &collectors, json!({ "type": "weblink", "width": 400 })),
        ("CollectorNew", &collectors, json!({ "type": "popup_survey", "sender_email": "ada@example.com" })),
        ("MessageNew", &messages, json!({ "subject": "of no kind" })),
        ("MessageNew", &messages, json!({ "type": "invite", "recipient_status": "completed" })),
        ("MessageNew", &messages, json!({ "type": "reminder", "recipient_status": "completed" })),
        ("MessageNew", &messages, json!({ "from_message_id": "1" })),
        ("ContactNew", "/v3/contacts", json!({ "first_name": "Ada", "last_name": "L" })),
        ("WebhookNew", "/v3/webhooks", hook("survey_created", objects("survey"))),
        ("WebhookNew", "/v3/webhooks", hook("collector_created", objects("collector"))),
        ("WebhookNew", "/v3/webhooks", hook("response_completed", json!({}))),
    ] {
        assert!(!forms(payload).iter().any(|form| has_of_request(&body, form)), "{payload} has a form for {body}");
        let answer = world.post("owner", path, body.clone());
        assert_eq!(answer.error(), Some(Error::BadBody), "{body}: {}", answer.body());
    }
}

/// The same for a request, in which an optional field may be left out whatever its values are.
fn has_of_request(value: &Value, form: &Form) -> bool {
    let there = |field: &str| value.get(field).is_some() || form.fields.contains(&(field, FieldRule::Given));
    let fields =
        form.fields.iter().filter(|(field, holds)| !matches!(holds, FieldRule::Among(_)) || there(field)).cloned();
    has(value, &Form { name: form.name, text: form.text, fields: fields.collect() })
}
