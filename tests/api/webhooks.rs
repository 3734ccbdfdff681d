//! Webhooks: where accounts want events sent, who is told of what, and how it is posted and signed.

use crate::support::{Answered, World, people, surveys};
use base64ct::{Base64, Encoding as _};
use canvass::service::actor::protocol::ActorId;
use canvass::service::environment::egress::{OutboundRequest, OutboundStatus};
use canvass::service::store::sql::Sql as _;
use canvass::spec::errors::Error;
use canvass::spec::events::RETRY_MINUTES;
use canvass::spec::limits::LIMITED;
use canvass::wire::dates::MINUTE;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha1::Sha1;

const URL: &str = "https://hooks.example.com/in";

/// A survey of the owner with its first collector.
fn survey(world: &World) -> (String, String) {
    let surveys = world.described["surveys"].as_array().unwrap();
    let survey = surveys.iter().find(|survey| survey["owner"] == "owner").unwrap();
    (survey["id"].as_str().unwrap().to_owned(), survey["collectors"][0].as_str().unwrap().to_owned())
}

fn wanted(event: &str, kind: &str, ids: &[&str], url: &str) -> Value {
    json!({ "name": "Told", "event_type": event, "object_type": kind, "object_ids": ids, "subscription_url": url })
}

/// A webhook of the owner on the events of one survey.
fn hook(world: &World, event: &str, url: &str) -> Value {
    let (survey, _) = survey(world);
    world.post("owner", "/v3/webhooks", wanted(event, "survey", &[&survey], url)).ok()
}

/// Changes the survey, which is an event.
fn rename(world: &World, title: &str) {
    let (survey, _) = survey(world);
    world.patch("owner", &format!("/v3/surveys/{survey}"), json!({ "title": title })).ok();
}

fn body(call: &OutboundRequest) -> Value {
    serde_json::from_str(&call.body).unwrap()
}

fn header<'a>(call: &'a OutboundRequest, name: &str) -> Option<&'a str> {
    call.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn fails(answer: &canvass::wire::http::Response, status: u16, code: &str, about: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.body());
    assert!(answer.body()["error"]["message"].as_str().unwrap().contains(about), "{}", answer.body());
}

#[test]
fn a_webhook_is_created_shown_listed_changed_replaced_and_deleted() {
    let world = World::new();
    let (survey, collector) = survey(&world);
    let mut new = wanted("response_completed", "survey", &[&survey], URL);
    new["authorization"] = "Bearer secret".into();
    let created = world.post("owner", "/v3/webhooks", new).ok();
    let path = format!("/v3/webhooks/{}", created["id"].as_str().unwrap());
    assert!(created["href"].as_str().unwrap().ends_with(&path));
    assert_eq!(created["object_ids"], json!([survey]));
    assert_eq!(world.get("owner", &path).ok(), created);
    let listed = world.get("owner", "/v3/webhooks").ok();
    assert_eq!(listed["data"], json!([{ "id": created["id"], "name": "Told", "href": created["href"] }]));
    assert_eq!(listed["total"], 1);

    let changed = world.patch("owner", &path, json!({ "name": "Other", "event_type": "survey_created" })).ok();
    assert_eq!(
        (&changed["name"], changed.get("object_ids"), changed.get("object_type")),
        (&json!("Other"), None, None)
    );
    assert_eq!(changed["authorization"], "Bearer secret");
    let replaced = world.put("owner", &path, wanted("response_created", "collector", &[&collector], URL)).ok();
    assert_eq!((&replaced["object_ids"], replaced.get("authorization")), (&json!([collector]), None));

    assert_eq!(world.delete("owner", &path).ok(), replaced);
    world.get("owner", &path).fails(Error::NotFound);
    assert_eq!(world.get("owner", "/v3/webhooks").ok()["total"], 0);
}

#[test]
fn a_webhook_belongs_to_its_user_and_app_alone() {
    let world = World::new();
    let path = format!("/v3/webhooks/{}", hook(&world, "survey_updated", URL)["id"].as_str().unwrap());
    for token in ["admin", "private"] {
        assert_eq!(world.get(token, &path).error(), Some(Error::NotFound), "{token}");
        assert_eq!(world.delete(token, &path).error(), Some(Error::NotFound), "{token}");
        assert_eq!(world.get(token, "/v3/webhooks").ok()["total"], 0, "{token}");
    }
}

#[test]
fn the_address_must_answer_head_with_200_and_a_refusal_writes_nothing() {
    let world = World::new();
    let (survey, _) = survey(&world);
    let new = || wanted("survey_updated", "survey", &[&survey], URL);
    world.outside(|_| Some(404));
    fails(&world.post("owner", "/v3/webhooks", new()), 400, "1000", "subscription_url");
    world.outside(|_| Some(301));
    fails(&world.post("owner", "/v3/webhooks", new()), 400, "1000", "subscription_url");
    world.outside(|_| None);
    fails(&world.post("owner", "/v3/webhooks", new()), 400, "1000", "subscription_url");
    assert_eq!(world.get("owner", "/v3/webhooks").ok()["total"], 0);
    assert!(world.asked().iter().all(|call| (call.method.as_str(), call.url.as_str()) == ("HEAD", URL)));

    world.outside(|call| Some(if call.url == URL { 200 } else { 500 }));
    let path = format!("/v3/webhooks/{}", world.post("owner", "/v3/webhooks", new()).ok()["id"].as_str().unwrap());
    fails(
        &world.patch("owner", &path, json!({ "subscription_url": "https://b.example/" })),
        400,
        "1000",
        "subscription_url",
    );
    world.asked();
    world.patch("owner", &path, json!({ "name": "New" })).ok();
    assert!(world.asked().is_empty(), "an address that stays is not asked again");
}

#[test]
fn a_question_to_another_server_costs_no_second_request_of_the_quota() {
    let mut world = World::new();
    let client_id = world.app("workbench")["client_id"].as_str().unwrap().to_owned();
    world.service.config.quotas = vec![(client_id, LIMITED)];
    let (survey, _) = survey(&world);
    let left = |answer: &canvass::wire::http::Response| answer.number("x-ratelimit-app-global-minute-remaining");
    let before = left(&world.get("owner", "/v3/webhooks"));
    let answer = world.post("owner", "/v3/webhooks", wanted("survey_updated", "survey", &[&survey], URL));
    assert_eq!((answer.status, left(&answer)), (201, before - 1));
}

#[test]
fn no_two_webhooks_of_an_account_have_one_address() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    let (survey, _) = survey(&world);
    world.asked();
    let again = world.post("owner", "/v3/webhooks", wanted("survey_deleted", "survey", &[&survey], URL));
    fails(&again, 409, "1026", "subscription_url");
    assert!(world.asked().is_empty());
    let facts = canvass::service::actor::token::verify_token(&world.service.config, &world.token("owner")).unwrap();
    let team = world.database(&canvass::service::actor::protocol::ActorId::Team(facts.team));
    team.run("UPDATE webhooks SET client_id = 'another'", &[]).unwrap();
    let grant = "INSERT INTO grants (token_hash, user_id, client_id, app_name, scopes, created, revoked)
                 SELECT 'x', user_id, 'another', 'x', '', 0, NULL FROM webhooks";
    team.run(grant, &[]).unwrap();
    let post = || world.post("owner", "/v3/webhooks", wanted("survey_deleted", "survey", &[&survey], URL));
    fails(&post(), 409, "1026", "subscription_url");
    team.run("UPDATE grants SET revoked = 1 WHERE client_id = 'another'", &[]).unwrap();
    assert_eq!(post().status, 201, "that of an app without access is in nobody's way");
}

#[test]
fn what_a_webhook_names_must_fit_its_event() {
    let world = World::new();
    let (survey, collector) = survey(&world);
    let post = |body: Value| world.post("owner", "/v3/webhooks", body);
    fails(&post(wanted("survey_created", "survey", &[&survey], URL)), 400, "1002", "object_type");
    fails(&post(wanted("collector_created", "collector", &[&collector], URL)), 400, "1002", "object_type");
    fails(&post(wanted("survey_updated", "survey", &[], URL)), 400, "1002", "object_ids");
    fails(&post(wanted("app_installed", "survey", &[&survey], URL)), 400, "1002", "object_type");
    fails(&post(wanted("response_created", "survey", &[&collector], URL)), 404, "1020", "object_ids");
    fails(&post(wanted("response_created", "collector", &[&survey], URL)), 404, "1020", "object_ids");
    fails(
        &post(json!({ "name": "x", "event_type": "response_created", "subscription_url": URL })),
        400,
        "1002",
        "object_type",
    );
    for url in ["", "nowhere", "ftp://hooks.example.com/", "https://user@hooks.example.com/"] {
        fails(&post(wanted("survey_updated", "survey", &[&survey], url)), 400, "1002", "subscription_url");
    }
    let long = format!("https://hooks.example.com/{}", "x".repeat(2048));
    fails(&post(wanted("survey_updated", "survey", &[&survey], &long)), 400, "1002", "at most 2048 bytes");
    let mut bad = wanted("survey_updated", "survey", &[&survey], URL);
    bad["authorization"] = "two\r\nlines".into();
    fails(&post(bad), 400, "1002", "authorization");
    fails(&post(json!({ "name": " ", "event_type": "survey_created", "subscription_url": URL })), 400, "1002", "name");
    assert!(world.asked().is_empty());
}

#[test]
fn a_survey_that_the_user_does_not_see_cannot_be_named() {
    let world = World::new();
    let (survey, _) = survey(&world);
    let answer = world.post("other_team", "/v3/webhooks", wanted("survey_updated", "survey", &[&survey], URL));
    fails(&answer, 404, "1020", "object_ids");
}

#[test]
fn a_webhook_is_changed_and_keeps_its_objects_even_if_one_is_gone() {
    let world = World::new();
    let new = || world.post("owner", "/v3/surveys", json!({ "title": "New" })).ok()["id"].as_str().unwrap().to_owned();
    let (gone, stays, never) = (new(), new(), survey(&world).1);
    let made = world.post("owner", "/v3/webhooks", wanted("survey_updated", "survey", &[&gone, &stays], URL)).ok();
    let path = format!("/v3/webhooks/{}", made["id"].as_str().unwrap());
    world.delete("owner", &format!("/v3/surveys/{gone}")).ok();
    let changed = world.patch("owner", &path, json!({ "name": "Other", "event_type": "survey_deleted" })).ok();
    assert_eq!((&changed["name"], &changed["object_ids"]), (&json!("Other"), &made["object_ids"]));
    let put = |kind: &str, ids: &[&str]| world.put("owner", &path, wanted("response_created", kind, ids, URL));
    assert_eq!(put("survey", &[&gone, &stays]).ok()["object_ids"], made["object_ids"]);
    for answer in [put("survey", &[&gone, &never]), put("collector", &[&gone])] {
        fails(&answer, 404, "1020", "object_ids");
    }
    assert_eq!(put("survey", &[&stays]).ok()["object_ids"], json!([stays]));
    fails(&put("survey", &[&gone]), 404, "1020", "object_ids");
}

#[test]
fn an_event_is_posted_with_the_documented_body_and_a_signature_of_the_app() {
    let world = World::new();
    let (survey, _) = survey(&world);
    let mut new = wanted("survey_updated", "survey", &[&survey], URL);
    new["authorization"] = "Bearer secret".into();
    world.post("owner", "/v3/webhooks", new).ok();
    rename(&world, "New title");
    let sent = world.wake_all();
    let [call] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((call.method.as_str(), call.url.as_str()), ("POST", URL));
    assert_eq!(header(call, "content-type"), Some("application/json"));
    assert_eq!(header(call, "authorization"), Some("Bearer secret"));

    let app = world.app("workbench");
    let key = format!("{}&{}", app["client_id"].as_str().unwrap(), app["client_secret"].as_str().unwrap());
    let mut mac = Hmac::<Sha1>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(call.body.as_bytes());
    let signature = Base64::encode_string(&mac.finalize().into_bytes());
    assert_eq!(header(call, "sm-signature"), Some(signature.as_str()));
    assert_eq!(header(call, "sm-apikey"), app["client_id"].as_str());

    let body = body(call);
    assert_eq!(body["name"], "Told");
    assert_eq!((&body["event_type"], &body["object_type"]), (&json!("survey_updated"), &json!("survey")));
    assert_eq!((&body["object_id"], &body["filter_id"]), (&json!(survey), &json!(survey)));
    assert_eq!(body["filter_type"], "survey");
    assert_eq!(body["event_datetime"], world.now().with_microseconds().0);
    assert_eq!(body["resources"]["survey_id"], json!(survey));
    assert!(world.wake_all().is_empty(), "what has arrived is not sent again");
}

#[test]
fn the_body_of_a_delivery_is_ascii() {
    let world = World::new();
    let (survey, _) = survey(&world);
    let mut new = wanted("survey_updated", "survey", &[&survey], URL);
    new["name"] = "\"Tür\" 😀\n".into();
    world.post("owner", "/v3/webhooks", new).ok();
    rename(&world, "New title");
    let sent = world.wake_all();
    assert!(sent[0].body.is_ascii(), "{}", sent[0].body);
    assert!(sent[0].body.contains(r#""\"T\u00fcr\" \ud83d\ude00\n""#), "{}", sent[0].body);
    assert_eq!(body(&sent[0])["name"], "\"Tür\" 😀\n");
}

#[test]
fn events_of_other_kinds_and_other_surveys_are_not_posted() {
    let world = World::new();
    hook(&world, "survey_deleted", URL);
    rename(&world, "New title");
    world.post("owner", "/v3/surveys", json!({ "title": "Another" })).ok();
    assert_eq!(world.wake_all(), []);
}

#[test]
fn the_event_of_a_created_survey_names_no_survey_and_goes_to_its_owner_alone() {
    let world = World::new();
    for token in ["owner", "admin"] {
        let url = format!("https://{token}.example/");
        let new = json!({ "name": token, "event_type": "survey_created", "subscription_url": url });
        world.post(token, "/v3/webhooks", new).ok();
    }
    let id = world.post("owner", "/v3/surveys", json!({ "title": "Another" })).ok()["id"].clone();
    let sent = world.wake_all();
    assert_eq!(sent.iter().map(|call| call.url.as_str()).collect::<Vec<_>>(), ["https://owner.example/"]);
    assert_eq!(body(&sent[0])["object_id"], id);
    assert_eq!(body(&sent[0]).get("filter_id"), None);
}

#[test]
fn an_app_is_notified_that_its_user_revoked_it_and_other_apps_are_not() {
    let world = World::new();
    let new = |url: &str| json!({ "name": "x", "event_type": "app_uninstalled", "subscription_url": url });
    world.post("owner", "/v3/webhooks", new(URL)).ok();
    world.post("admin", "/v3/webhooks", new("https://admin.example/")).ok();
    let facts = canvass::service::actor::token::verify_token(&world.service.config, &world.token("owner")).unwrap();
    let team = world.database(&canvass::service::actor::protocol::ActorId::Team(facts.team));
    let user = world.person("owner")["user_id"].as_str().unwrap();
    for (id, app) in [("1", facts.app.as_str()), ("2", "another")] {
        let resources = json!({ "user_id": user }).to_string();
        team.run(
            "INSERT INTO events (id, type, object_id, resources, at) VALUES (?, 'app_uninstalled', ?, ?, 0)",
            &[id.into(), app.into(), resources.into()],
        )
        .unwrap();
        team.run("INSERT INTO jobs (kind, subject, due, attempts) VALUES ('announce_event', ?, 0, 0)", &[id.into()])
            .unwrap();
    }
    let sent = world.wake_all();
    assert_eq!(sent.iter().map(|call| call.url.as_str()).collect::<Vec<_>>(), [URL]);
    assert_eq!((&body(&sent[0])["object_type"], &body(&sent[0])["object_id"]), (&json!("app"), &json!(facts.app)));
}

#[test]
fn an_app_whose_access_was_revoked_gets_no_more_events() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    let token = canvass::service::actor::token::verify_token(&world.service.config, &world.token("owner")).unwrap();
    let team = world.database(&canvass::service::actor::protocol::ActorId::Team(token.team));
    rename(&world, "New title");
    canvass::service::identity::grants::revoke_grant(&*team, &token.hash, world.now()).unwrap();
    assert_eq!(world.wake_all(), []);
}

#[test]
fn an_app_without_a_scope_of_the_webhooks_or_without_the_plan_that_it_needs_is_sent_nothing() {
    let world = World::new();
    let (survey, _) = survey(&world);
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    world.post("private", "/v3/webhooks", wanted("survey_updated", "survey", &[&survey], URL)).ok();
    let posted = |title: &str| {
        rename(&world, title);
        world.wake_all().len()
    };
    assert_eq!(posted("One"), 1);
    let app = world.app("sync")["client_id"].as_str().unwrap();
    for (scopes, expected) in [("surveys_read", 0), ("surveys_read webhooks_read", 1), ("webhooks_write", 1)] {
        team.run("UPDATE grants SET scopes = ? WHERE client_id = ?", &[scopes.into(), app.into()]).unwrap();
        assert_eq!(posted(scopes), expected, "{scopes}");
    }
    let subscribed = |plan: &str| {
        team.run("UPDATE users SET plan = ? WHERE id = ?", &[plan.into(), people::OLIVIA.into()]).unwrap();
    };
    subscribed("standard");
    assert_eq!(posted("Without direct API access"), 0);
    subscribed("team");
    world.pass(RETRY_MINUTES[0] * MINUTE);
    assert_eq!(world.wake_all().len(), 1);
}

#[test]
fn an_app_without_access_to_webhooks_or_without_its_plan_is_notified_that_it_was_revoked_and_not_that_it_was_installed()
{
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let app = world.app("sync")["client_id"].as_str().unwrap();
    let address = |event: &str| format!("https://{}.example/", event.replace('_', "-"));
    let events = ["app_installed", "app_uninstalled"];
    for event in events {
        let new = json!({ "name": "x", "event_type": event, "subscription_url": address(event) });
        world.post("private", "/v3/webhooks", new).ok();
    }
    team.run("UPDATE users SET plan = 'standard' WHERE id = ?", &[people::OLIVIA.into()]).unwrap();
    for (number, scopes) in [(0, "surveys_read"), (2, "webhooks_read")] {
        team.run("UPDATE grants SET scopes = ? WHERE client_id = ?", &[scopes.into(), app.into()]).unwrap();
        for (number, event) in (number + 1..).zip(events) {
            let (id, resources) = (number.to_string(), json!({ "user_id": people::OLIVIA }).to_string());
            team.run(
                "INSERT INTO events (id, type, object_id, resources, at) VALUES (?, ?, ?, ?, 0)",
                &[id.clone().into(), event.into(), app.into(), resources.into()],
            )
            .unwrap();
            let job = "INSERT INTO jobs (kind, subject, due, attempts) VALUES ('announce_event', ?, 0, 0)";
            team.run(job, &[id.into()]).unwrap();
        }
        let sent: Vec<_> = world.wake_all().into_iter().map(|call| call.url).collect();
        assert_eq!(sent, [address("app_uninstalled")], "{scopes}");
    }
}

#[test]
fn a_delivery_that_waits_is_not_sent_once_the_access_was_revoked() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    let token = canvass::service::actor::token::verify_token(&world.service.config, &world.token("owner")).unwrap();
    let team = world.database(&canvass::service::actor::protocol::ActorId::Team(token.team));
    rename(&world, "New title");
    world.outside(|_| Some(500));
    assert_eq!(world.wake_all().len(), 1);
    canvass::service::identity::grants::revoke_grant(&*team, &token.hash, world.now()).unwrap();
    world.outside(|_| Some(200));
    world.pass(RETRY_MINUTES[0] * MINUTE);
    assert_eq!(world.wake_all(), []);
    assert_eq!(team.run("SELECT event_id FROM deliveries", &[]).unwrap().len(), 0);
}

#[test]
fn whose_share_has_ended_gets_no_waiting_delivery_and_no_news_of_the_deletion() {
    for (is_shared, is_deleted_first) in [(true, false), (true, true), (false, false), (false, true)] {
        let world = World::new();
        let survey = surveys::EVERY_KIND;
        let named = |event: &str, url: &str| wanted(event, "survey", &[survey], url);
        world.post("regular", "/v3/webhooks", named("survey_updated", URL)).ok();
        world.post("regular", "/v3/webhooks", named("survey_deleted", "https://hooks.example.com/gone")).ok();
        world.asked();
        world.patch("owner", &format!("/v3/surveys/{survey}"), json!({ "title": "New title" })).ok();
        world.outside(|_| Some(500));
        assert_eq!(world.wake_all().len(), 1);
        if !is_shared {
            let groups = world.described["workgroups"].as_array().unwrap();
            for group in groups.iter().filter(|group| group["name"] == "Customer voice") {
                world.delete("owner", &format!("/v3/workgroups/{}", group["id"].as_str().unwrap())).ok();
            }
            world.get("regular", &format!("/v3/surveys/{survey}")).fails(Error::NotFound);
        }
        world.outside(|_| Some(200));
        let retried = || {
            world.pass(RETRY_MINUTES[0] * MINUTE);
            world.wake_all().len()
        };
        if is_deleted_first {
            world.delete("owner", &format!("/v3/surveys/{survey}")).ok();
            assert_eq!(retried(), if is_shared { 2 } else { 0 }, "what has waited, and the deletion");
        } else {
            assert_eq!(retried(), usize::from(is_shared), "what has waited");
            world.delete("owner", &format!("/v3/surveys/{survey}")).ok();
            assert_eq!(world.wake_all().len(), usize::from(is_shared), "the deletion");
        }
    }
}

#[test]
fn a_failed_delivery_is_repeated_with_the_same_bytes_and_longer_waits_until_it_is_given_up() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    rename(&world, "New title");
    world.outside(|_| Some(500));
    let first = world.wake_all();
    assert_eq!(first.len(), 1);
    for minutes in RETRY_MINUTES {
        world.pass(minutes * MINUTE - 1);
        assert_eq!(world.wake_all(), [], "not before {minutes} minutes");
        world.pass(1);
        assert_eq!(world.wake_all(), first, "after {minutes} minutes");
    }
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    assert_eq!(team.run("SELECT state FROM deliveries", &[]).unwrap(), [], "what is given up is deleted");
    world.pass(100 * 24 * 60 * MINUTE);
    assert_eq!(world.wake_all(), []);
    rename(&world, "Newer title");
    world.outside(|_| Some(200));
    assert_eq!(world.wake_all().len(), 1, "what happens later is told all the same");
}

#[test]
fn a_failed_attempt_reads_few_of_the_deliveries_that_wait() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    rename(&world, "New title");
    world.outside(|_| None);
    assert_eq!(world.wake_all().len(), 1);
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let waiting = || team.run("SELECT 1 AS one FROM deliveries", &[]).unwrap().len();
    team.run(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
         INSERT INTO deliveries (webhook_id, event_id, state, body, event_at, attempts, due)
         SELECT webhook_id, CAST(event_id + i AS TEXT), state, body, event_at, 0, due
         FROM deliveries, n",
        &[],
    )
    .unwrap();
    let attempt = || {
        world.pass(MINUTE);
        team.load();
        let attempts = world.wake_all().len();
        (attempts, team.load().instructions)
    };
    let (attempts, few) = attempt();
    assert_eq!((attempts, waiting()), (1, 10_001));
    assert!(few < 20_000, "{few}");
    team.run("UPDATE deliveries SET event_at = 0", &[]).unwrap();
    world.pass(RETRY_MINUTES[1] * MINUTE);
    let (attempts, _) = attempt();
    assert!((2..=110).contains(&attempts), "{attempts}");
    assert_eq!(waiting(), 0, "those that are too old are given up some at a time");
}

#[test]
fn s74_many_deliveries_that_wait_are_deleted_some_at_a_time() {
    for end in ["webhook", "access", "survey"] {
        let world = World::new();
        let shared = surveys::EVERY_KIND;
        let webhook = world.post("regular", "/v3/webhooks", wanted("survey_updated", "survey", &[shared], URL)).ok();
        world.asked();
        world.patch("owner", &format!("/v3/surveys/{shared}"), json!({ "title": "New title" })).ok();
        world.outside(|_| None);
        assert_eq!(world.wake_all().len(), 1);
        let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
        team.run(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
             INSERT INTO deliveries (webhook_id, event_id, state, body, event_at, attempts, due)
             SELECT webhook_id, CAST(event_id + i AS TEXT), IIF(i % 2, 'late', 'waiting'), body, event_at, 0, due
             FROM deliveries, n",
            &[],
        )
        .unwrap();
        let left = || team.run("SELECT 1 AS one FROM deliveries", &[]).unwrap().len();
        match end {
            "webhook" => {
                world.delete("regular", &format!("/v3/webhooks/{}", webhook["id"].as_str().unwrap())).ok();
            }
            "access" => {
                team.run("UPDATE grants SET revoked = 1 WHERE user_id = ?", &[people::ROSA.into()]).unwrap();
            }
            _ => {
                team.run("DELETE FROM shares WHERE resource_id = ?", &[shared.into()]).unwrap();
                world.delete("owner", &format!("/v3/surveys/{shared}")).ok();
            }
        }
        assert!(left() > 400, "{end}: {}", left());
        world.outside(|_| Some(200));
        world.pass(MINUTE);
        let place = ActorId::Team(people::NORTHWIND.to_owned());
        for _ in 0..600 {
            let before = left();
            let due = world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*team)).unwrap();
            assert_eq!(due.tasks, [], "{end}");
            assert!(before - left() <= 100, "{end}: {before}");
            if end != "survey" && left() > 0 {
                let range = "SELECT MAX(event_id) - MIN(event_id) + 1 AS number FROM deliveries";
                let range = team.run(range, &[]).unwrap()[0].integer("number");
                assert_eq!(usize::try_from(range).unwrap(), left(), "{end}: the oldest are deleted first");
            }
        }
        assert_eq!(left(), 0, "{end}");
    }
}

#[test]
fn the_result_of_an_attempt_does_not_postpone_the_end_of_a_deleted_webhook() {
    let world = World::new();
    let id = hook(&world, "survey_updated", URL)["id"].as_str().unwrap().to_owned();
    rename(&world, "New title");
    let place = ActorId::Team(people::NORTHWIND.to_owned());
    let team = world.database(&place);
    let run = || world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*team)).unwrap().tasks;
    let tasks: Vec<_> = [run(), run()].into_iter().flatten().collect();
    assert_eq!(tasks.len(), 1);
    team.run(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
         INSERT INTO deliveries (webhook_id, event_id, state, body, event_at, attempts, due)
         SELECT webhook_id, CAST(event_id - i AS TEXT), state, body, event_at, 0, due
         FROM deliveries, n",
        &[],
    )
    .unwrap();
    world.delete("owner", &format!("/v3/webhooks/{id}")).ok();
    world.service.complete_task(&tasks[0].id, None, &world.memory(&place), world.effects(&*team)).unwrap();
    for _ in 0..6 {
        assert_eq!(run(), []);
    }
    assert!(team.run("SELECT 1 AS one FROM deliveries", &[]).unwrap().is_empty());
}

#[test]
fn those_that_are_too_old_are_given_up_with_the_last_attempt_too() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    world.outside(|_| None);
    rename(&world, "New title");
    rename(&world, "Newer title");
    assert_eq!(world.wake_all().len(), 1);
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let last = i64::try_from(RETRY_MINUTES.len()).unwrap();
    team.run("UPDATE deliveries SET event_at = 0, attempts = ? WHERE attempts > 0", &[last.into()]).unwrap();
    team.run("UPDATE deliveries SET event_at = 0, state = 'late', due = due + 9e9 WHERE attempts = 0", &[]).unwrap();
    world.pass(RETRY_MINUTES[0] * MINUTE);
    assert_eq!(world.wake_all().len(), 1);
    assert!(team.run("SELECT 1 AS one FROM deliveries", &[]).unwrap().is_empty());
}

#[test]
fn deliveries_keep_the_order_of_events_and_a_failing_one_steps_aside_after_a_while() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    world.outside(|_| None);
    for title in ["One", "Two", "Three"] {
        rename(&world, title);
    }
    let ids = |sent: Vec<OutboundRequest>| -> Vec<String> {
        sent.iter().map(|call| body(call)["event_id"].as_str().unwrap().to_owned()).collect()
    };
    let first = ids(world.wake_all());
    assert_eq!(first.len(), 1, "the younger ones wait for the first");
    world.pass(MINUTE);
    assert_eq!(ids(world.wake_all()), first);
    world.pass(5 * MINUTE);
    let sent = ids(world.wake_all());
    assert_eq!((sent.len(), &sent[0]), (2, &first[0]), "after its third attempt the next has its turn");
    assert!(sent[0] < sent[1]);
    world.outside(|_| Some(204));
    world.pass(60 * MINUTE);
    let mut rest = ids(world.wake_all());
    rest.sort();
    assert_eq!(rest.len(), 3, "{rest:?}");
}

#[test]
fn a_webhook_that_answers_gets_its_events_in_their_order() {
    let world = World::new();
    hook(&world, "survey_updated", URL);
    world.outside(|_| Some(200));
    for title in ["One", "Two", "Three"] {
        rename(&world, title);
        world.pass(1);
    }
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let events = team.run("SELECT id FROM events ORDER BY CAST(id AS INTEGER)", &[]).unwrap();
    let events: Vec<String> = events.iter().map(|row| row.text("id")).collect();
    let sent: Vec<Value> = world.wake_all().iter().map(|call| body(call)["event_id"].clone()).collect();
    assert_eq!((sent.len(), sent), (3, events.into_iter().map(Value::from).collect()));
}

#[test]
fn a_deleted_webhook_is_sent_nothing_that_was_waiting() {
    let world = World::new();
    let id = hook(&world, "survey_updated", URL)["id"].as_str().unwrap().to_owned();
    world.outside(|_| None);
    rename(&world, "New title");
    assert_eq!(world.wake_all().len(), 1);
    world.delete("owner", &format!("/v3/webhooks/{id}")).ok();
    world.pass(60 * MINUTE);
    assert_eq!(world.wake_all(), []);
}

#[test]
fn a_user_who_has_deleted_the_account_gets_no_more_events() {
    let world = World::new();
    let regular = world.person("regular")["user_id"].as_str().unwrap().to_owned();
    let shared = surveys::EVERY_KIND;
    let new = wanted("survey_updated", "survey", &[shared], URL);
    world.post("regular", "/v3/webhooks", new).ok();
    let rename = |title: &str| {
        world.patch("owner", &format!("/v3/surveys/{shared}"), json!({ "title": title })).ok();
        world.wake_all().len()
    };
    let deleted = |at: Option<i64>| {
        let team = world.database(&canvass::service::actor::protocol::ActorId::Team(people::NORTHWIND.to_owned()));
        team.run("UPDATE users SET deleted = ? WHERE id = ?", &[at.into(), regular.as_str().into()]).unwrap();
    };
    assert_eq!(rename("One"), 1);
    deleted(Some(world.now().0));
    assert_eq!(rename("Two"), 0);
    deleted(None);
    assert_eq!(rename("Three"), 1);
}

#[test]
fn s78_a_refusal_does_not_say_how_the_address_answered() {
    let world = World::new();
    let refusal = |answer: fn(&OutboundRequest) -> OutboundStatus| {
        world.outside(answer);
        let refused = world.post("owner", "/v3/webhooks", json!({
            "name": "x", "event_type": "response_completed", "object_type": "survey", "object_ids": [surveys::EVERY_KIND],
            "subscription_url": "https://hooks.example/canvass",
        }));
        (refused.status, refused.body, refused.headers)
    };
    let silent = refusal(|_| None);
    assert_eq!(silent.0, 400);
    for answer in [
        |_: &OutboundRequest| Some(201),
        |_: &OutboundRequest| Some(302),
        |_: &OutboundRequest| Some(401),
        |_: &OutboundRequest| Some(500),
    ] {
        assert_eq!(refusal(answer), silent);
    }
}
