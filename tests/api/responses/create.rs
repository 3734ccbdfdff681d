//! Responses that an app writes: what is kept, who may write, and what follows.

use super::stored_survey::{COLLECTOR, SURVEY, body, collector, made, sql};
use crate::support::surveys::EVERY_KIND_LINK;
use crate::support::{Answered, World};
use canvass::spec::errors::Error;
use serde_json::{Value, json};

fn world() -> World {
    let world = World::new();
    made(
        &world,
        json!({ "custom_variables": { "source": "From where" } }),
        &[json!({ "family": "open_ended", "subtype": "single" })],
    );
    world
}

fn text(text: &str) -> Value {
    body(&[json!([{ "text": text }])])
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn counts(world: &World) -> (Value, Value) {
    let survey = sql(world, "SELECT response_count FROM surveys WHERE id = '901'", &[]);
    let collector = sql(world, "SELECT response_count FROM collectors WHERE id = '931'", &[]);
    (survey[0].integer("response_count").into(), collector[0].integer("response_count").into())
}

#[test]
fn a_response_with_an_earlier_date_is_listed_behind_those_that_were_created_before_it() {
    let world = world();
    let create = |body: Value| world.post("owner", &format!("{COLLECTOR}/responses"), body).ok()["id"].clone();
    let expected = [create(text("x")), create(with(text("y"), "date_created", json!("2020-01-01T00:00:00Z")))];
    for list in [COLLECTOR, SURVEY] {
        for bulk in ["", "/bulk"] {
            let listed = world.get("owner", &format!("{list}/responses{bulk}")).ok();
            let ids: Vec<Value> = listed["data"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
            assert_eq!(ids, expected, "{list}{bulk}");
        }
    }
}

#[test]
fn a_response_is_created_with_what_was_given_and_found_at_once() {
    let world = world();
    let mut given = text("x");
    given["custom_variables"] = json!({ "source": "newsletter" });
    given["custom_value"] = json!("spring");
    given["date_created"] = json!("2025-03-05T10:00:00Z");
    given["ip_address"] = json!("203.0.113.7");
    let answer = world.post("owner", &format!("{COLLECTOR}/responses"), given.clone());
    assert_eq!(answer.status, 201);
    let new = answer.ok();
    let id = new["id"].as_str().unwrap();
    assert!(id.parse::<u64>().unwrap() > u64::from(u32::MAX));
    for field in ["custom_variables", "custom_value", "ip_address"] {
        assert_eq!(new[field], given[field], "{field}");
    }
    assert_eq!(new["date_created"], "2025-03-05T10:00:00+00:00");
    assert_eq!((&new["response_status"], &new["collection_mode"]), (&json!("completed"), &json!("default")));
    assert_eq!((&new["total_time"], &new["recipient_id"]), (&json!(0), &json!("")));
    assert!(new["href"].as_str().unwrap().ends_with(&format!("{COLLECTOR}/responses/{id}")));
    assert!(new.get("pages").is_none(), "answers are given with bulk and details alone");
    assert_eq!(world.get("owner", &format!("{SURVEY}/responses/{id}")).ok()["id"], id);
    assert_eq!(counts(&world), (json!(1), json!(1)));
}

#[test]
fn the_custom_value_and_variables_of_a_response_have_a_limit_and_longer_ones_stay() {
    let world = world();
    let path = format!("{COLLECTOR}/responses");
    let facts = |length: usize| {
        let long = "ä".repeat(length);
        [("custom_value", json!(long)), ("custom_variables", json!({ "source": long }))]
    };
    let made = world.post("owner", &path, text("x")).ok();
    let one = format!("{SURVEY}/responses/{}", made["id"].as_str().unwrap());
    for ((field, fits), (_, long)) in facts(1000).into_iter().zip(facts(1001)) {
        assert_eq!(world.post("owner", &path, with(text("x"), field, fits.clone())).ok()[field], fits);
        let answer = world.post("owner", &path, with(text("x"), field, long.clone()));
        assert_eq!(answer.error(), Some(Error::BadBody), "{field}");
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains(&format!("`{field}`")), "{field}");
        world.patch("owner", &one, with(json!({}), field, long)).fails(Error::BadBody);
    }
    let [(_, long), (_, variables)] = facts(1001);
    sql(
        &world,
        "UPDATE responses SET custom_value = ?, body = json_set(body, '$.custom_variables.source', ?)",
        &[long.as_str().unwrap(), long.as_str().unwrap()],
    );
    let sent_back = json!({ "custom_value": long, "custom_variables": variables });
    assert_eq!(world.patch("owner", &one, sent_back).ok()["custom_value"], long);
}

#[test]
fn other_facts_that_are_wrong_are_named() {
    let world = world();
    for (field, value) in [
        ("custom_variables", json!({ "colour": "red" })),
        ("date_created", json!("yesterday")),
        ("ip_address", json!("somewhere")),
        ("recipient_id", json!("77")),
        ("response_status", json!("new")),
    ] {
        let answer = world.post("owner", &format!("{COLLECTOR}/responses"), with(text("x"), field, value));
        assert_eq!(answer.error(), Some(Error::BadBody), "{field}");
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains(&format!("`{field}")), "{field}");
    }
    assert_eq!(counts(&world), (json!(0), json!(0)));
}

#[test]
fn a_closed_or_full_collector_takes_no_responses() {
    let world = world();
    let path = format!("{COLLECTOR}/responses");
    collector(&world, json!({ "response_limit": 2 }));
    world.post("owner", &path, text("1")).ok();
    world.post("owner", &path, text("2")).ok();
    let answer = world.post("owner", &path, text("3"));
    assert_eq!((answer.code().as_str(), answer.status), ("1025", 409));
    assert!(answer.body()["error"]["message"].as_str().unwrap().contains("response_limit"));
    let closed = sql(&world, "SELECT status FROM collectors WHERE id = '931'", &[]);
    assert_eq!(closed[0].text("status"), "closed", "the last response closes it");
    world.post("owner", &path, with(text("4"), "response_status", json!("overquota"))).ok();
    assert_eq!(counts(&world), (json!(3), json!(3)));

    collector(&world, json!({ "response_limit": null }));
    world.post("owner", &path, text("5")).fails(Error::Conflict);
    sql(&world, "UPDATE collectors SET status = 'open' WHERE id = '931'", &[]);
    world.post("owner", &path, text("5")).ok();
    collector(&world, json!({ "close_date": "2020-01-01T00:00:00+00:00" }));
    world.post("owner", &path, text("6")).fails(Error::Conflict);
}

#[test]
fn only_the_owner_and_members_with_the_privilege_may_write() {
    let world = World::new();
    // Shared with the regular member by a workgroup of viewers, with the owner of the team by one of analyzers.
    for (token, survey, code) in [("regular", 5, "1016"), ("owner", 3, "1016"), ("other_team", 3, "1020")] {
        let path = format!("/v3/collectors/{}/responses", 430_000_000 + survey * 10 + 1);
        let answer = world.post(token, &path, json!({ "pages": [] }));
        assert_eq!(answer.code(), code, "{token}");
    }
    let path = &format!("/v3/collectors/{EVERY_KIND_LINK}/responses");
    world.post("regular", path, json!({ "pages": [], "response_status": "partial" })).ok();
    world.post("owner", "/v3/collectors/1/responses", json!({ "pages": [] })).fails(Error::NotFound);
}

#[test]
fn an_anonymous_collector_stores_no_identity() {
    for (kind, knows_recipient) in [("not_anonymous", true), ("partially_anonymous", true), ("fully_anonymous", false)]
    {
        let world = world();
        collector(&world, json!({ "anonymous_type": kind }));
        recipient(&world);
        let given = with(with(text("x"), "ip_address", json!("203.0.113.7")), "recipient_id", json!("941"));
        let new = world.post("owner", &format!("{COLLECTOR}/responses"), given).ok();
        assert_eq!(new["ip_address"] == "", kind != "not_anonymous", "{kind}");
        assert_eq!(new["recipient_id"] == "941", knows_recipient, "{kind}");
        assert_eq!(new["email_address"] == "ana@mail.example", knows_recipient, "{kind}");
        let text = |text: &str| json!({ "type": "string", "value": text });
        let contact = json!({ "first_name": text("Ana"), "last_name": text("Almeida"),
            "email": text("ana@mail.example"), "custom_value": text("Gold") });
        let contact = if knows_recipient { contact } else { json!({}) };
        assert_eq!(new["metadata"]["contact"], contact, "{kind}");
        let noted = sql(&world, "SELECT response_status FROM recipients WHERE id = '941'", &[]);
        assert_eq!(noted[0].text("response_status") == "completely_responded", !knows_recipient, "{kind}");
    }
}

fn recipient(world: &World) {
    sql(
        world,
        "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields, extra_fields, created)
         VALUES ('941', '931', '951', 'ana@mail.example', 'Ana', 'Almeida', '{\"1\":\"Gold\",\"2\":\"West\"}', '{}', 0)",
        &[],
    );
}

#[test]
fn webhooks_hear_that_a_collector_closes_when_it_is_full() {
    let world = world();
    sql(
        &world,
        "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
         VALUES ('1', '1', '1', 'Hook', 'collector_updated', 'x', 0, 0)",
        &[],
    );
    collector(&world, json!({ "response_limit": 2 }));
    let heard = || sql(&world, "SELECT object_id, resources FROM events", &[]);
    world.post("owner", &format!("{COLLECTOR}/responses"), text("1")).ok();
    assert!(heard().is_empty());
    world.post("owner", &format!("{COLLECTOR}/responses"), text("2")).ok();
    let events = heard();
    assert_eq!((events.len(), events[0].text("object_id").as_str()), (1, "931"));
    assert!(events[0].json("resources").get("respondent_id").is_none());
}

#[test]
fn webhooks_hear_of_every_step_of_a_response() {
    let world = world();
    for kind in ["created", "completed", "updated", "deleted", "disqualified", "overquota"] {
        sql(
            &world,
            "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
             VALUES (?, '1', '1', 'Hook', ?, ?, 0, 0)",
            &[kind, &format!("response_{kind}"), kind],
        );
    }
    let events = || -> Vec<String> {
        let rows = sql(&world, "DELETE FROM events RETURNING type, object_id, resources", &[]);
        let mut names: Vec<String> = rows
            .iter()
            .map(|row| {
                let resources = row.json("resources");
                assert_eq!(resources["respondent_id"], row.text("object_id"));
                assert_eq!((&resources["collector_id"], &resources["survey_id"]), (&json!("931"), &json!("901")));
                assert!(resources["user_id"].is_string() && resources.get("recipient_id").is_none());
                row.text("type").replace("response_", "")
            })
            .collect();
        names.sort_unstable();
        names
    };
    let path = format!("{COLLECTOR}/responses");
    let new = world.post("owner", &path, with(text("x"), "response_status", json!("partial"))).ok();
    assert_eq!(events(), ["created"]);
    let one = format!("{path}/{}", new["id"].as_str().unwrap());
    world.patch("owner", &one, json!({ "response_status": "completed" })).ok();
    assert_eq!(events(), ["completed", "updated"]);
    world.patch("owner", &one, text("y")).ok();
    assert_eq!(events(), ["updated"]);
    world.delete("owner", &one).ok();
    assert_eq!(events(), ["deleted"]);
    world.post("owner", &path, with(text("x"), "response_status", json!("disqualified"))).ok();
    world.post("owner", &path, with(text("x"), "response_status", json!("overquota"))).ok();
    assert_eq!(events(), ["created", "created", "disqualified", "overquota"]);
    world.delete("owner", &path).ok();
    assert_eq!(events(), ["deleted", "deleted"]);
}
