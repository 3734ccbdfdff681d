//! Collectors: made, changed, listed and deleted, and what each kind and plan may have.

use crate::support::people::OLIVIA;
use crate::support::surveys::{BICYCLES, KITCHEN, NEWSLETTER};
use crate::support::{Answered, ORIGINS, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::service::surveys::link::RespondentLink;
use canvass::spec::errors::Error;
use serde_json::{Value, json};

/// A survey of the owner without collectors, and the reference survey.
const EMPTY: &str = "/v3/surveys/301000007/collectors";
const REFERENCE: &str = "/v3/surveys/301000001/collectors";

#[track_caller]
fn made(world: &World, body: Value) -> Value {
    let answer = world.post("owner", EMPTY, body);
    assert_eq!(answer.status, 201, "{}", answer.body());
    answer.ok()
}

fn path(collector: &Value) -> String {
    format!("/v3/collectors/{}", collector["id"].as_str().unwrap())
}

fn names(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}

#[track_caller]
fn refuses(world: &World, method: &str, target: &str, body: Value, code: &str, field: &str) {
    let answer = if method == "POST" { world.post("owner", target, body) } else { world.patch("owner", target, body) };
    assert_eq!(answer.code(), code, "{}", answer.body());
    let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains(&format!("`{field}`")), "{message}");
}

#[test]
fn a_web_link_has_defaults_and_an_address_that_the_service_made() {
    let world = World::new();
    let collector = made(&world, json!({ "type": "weblink" }));
    for (field, value) in [
        ("name", json!("Web Link 1")),
        ("status", json!("open")),
        ("thank_you_message", json!("Thank you for completing our survey!")),
        ("edit_response_type", json!("until_complete")),
        ("anonymous_type", json!("not_anonymous")),
        ("redirect_type", json!("close")),
        ("redirect_url", Value::Null),
        ("close_date", Value::Null),
        ("response_limit", Value::Null),
        ("sender_email", Value::Null),
        ("password_enabled", json!(false)),
        ("display_survey_results", json!(false)),
        ("allow_multiple_responses", json!(false)),
        ("is_branding_enabled", json!(true)),
        ("response_count", json!(0)),
        ("survey_id", json!(surveys::EMPTY)),
    ] {
        assert_eq!(collector.get(field), Some(&value), "{field}");
    }
    assert!(collector.get("width").is_none(), "popups alone have a size");
    assert!(collector["date_created"].as_str().unwrap().ends_with("+00:00"));
    let url = collector["url"].as_str().unwrap();
    let key = url.strip_prefix(&format!("{}/r/", ORIGINS[0])).unwrap();
    let link = RespondentLink::parse_key(&world.service.config, key).unwrap();
    assert_eq!(
        (link.team.as_str(), &json!(link.collector), link.recipient),
        (people::NORTHWIND, &collector["id"], None)
    );
    assert_eq!(world.get("owner", &path(&collector)).ok(), collector);
    assert_eq!(made(&world, json!({ "type": "weblink" }))["name"], "Web Link 2");
}

#[test]
fn the_web_links_of_the_demo_world_lead_to_their_collectors() {
    let world = World::new();
    for (token, survey) in [("owner", surveys::EVERY_KIND), ("eu", BICYCLES)] {
        let list = world.get(token, &format!("/v3/surveys/{survey}/collectors?include=url,type"));
        for collector in list.ok()["data"].as_array().unwrap() {
            if collector["type"] != "weblink" {
                assert_eq!(collector["url"], Value::Null);
                continue;
            }
            let url = collector["url"].as_str().unwrap();
            let key = url.strip_prefix(&format!("{}/r/", world.origin(token))).unwrap();
            assert_eq!(
                json!(RespondentLink::parse_key(&world.service.config, key).unwrap().collector),
                collector["id"]
            );
        }
    }
}

#[test]
fn other_kinds_have_no_address_and_an_email_collector_is_new_until_it_sends() {
    let world = World::new();
    let email = made(&world, json!({ "type": "email" }));
    assert_eq!((&email["status"], &email["url"]), (&json!("new"), &Value::Null));
    assert_eq!(email["sender_email"], "olivia@northwind.example");
    let popup = made(&world, json!({ "type": "popup_invitation", "width": 700, "border_color": "#0aF" }));
    assert_eq!((&popup["status"], &popup["url"]), (&json!("open"), &Value::Null));
    assert_eq!((&popup["width"], &popup["sample_rate"]), (&json!(700), &json!("100")));
    assert_eq!(popup["border_color"], "#0aF");
    assert!(popup["primary_button"]["text"].is_string());
}

#[test]
fn what_does_not_fit_is_refused_and_named() {
    let world = World::new();
    let link = |more: Value| {
        let mut body = json!({ "type": "weblink" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let popup = |more: Value| {
        let mut body = link(more);
        body["type"] = json!("popup_survey");
        body
    };
    for (body, field) in [
        (json!({}), "type"),
        (json!({ "type": "letter" }), "type"),
        (link(json!({ "name": " " })), "name"),
        (link(json!({ "redirect_url": "javascript:alert(1)" })), "redirect_url"),
        (link(json!({ "redirect_url": "ftp://x.example" })), "redirect_url"),
        (link(json!({ "redirect_type": "url" })), "redirect_url"),
        (link(json!({ "disqualification_url": "shop.example" })), "disqualification_url"),
        (link(json!({ "close_date": "soon" })), "close_date"),
        (link(json!({ "response_limit": 0 })), "response_limit"),
        (link(json!({ "response_limit": -1 })), "response_limit"),
        (link(json!({ "edit_response_type": "sometimes" })), "edit_response_type"),
        (link(json!({ "width": 400 })), "width"),
        (link(json!({ "headline": "x" })), "headline"),
        (link(json!({ "sender_email": "olivia@northwind.example" })), "sender_email"),
        (popup(json!({ "width": 299 })), "width"),
        (popup(json!({ "height": 701 })), "height"),
        (popup(json!({ "border_color": "red" })), "border_color"),
        (popup(json!({ "primary_button": { "bg_color": "#12" } })), "primary_button"),
        (popup(json!({ "secondary_button": { "text_color": "#ggg" } })), "secondary_button"),
        (popup(json!({ "sample_rate": "0" })), "sample_rate"),
        (popup(json!({ "sample_rate": "101" })), "sample_rate"),
        (popup(json!({ "sample_rate": "half" })), "sample_rate"),
        (popup(json!({ "sample_rate": "+50" })), "sample_rate"),
        (popup(json!({ "sample_rate": "007" })), "sample_rate"),
        (json!({ "type": "email", "sender_email": "nobody" }), "sender_email"),
    ] {
        refuses(&world, "POST", EMPTY, body, "1002", field);
    }
    let refusal =
        |body: Value| world.post("owner", EMPTY, body).body()["error"]["message"].as_str().unwrap().to_owned();
    for url in ["https://a.example/ü", "https://a:b@a.example/", "https://ü.example/"] {
        let message = refusal(link(json!({ "redirect_url": url })));
        for words in ["a host as `xn--…`", "percent-encoded", "without user and password"] {
            assert!(message.contains(words), "{message}");
        }
    }
    let message = refusal(json!({ "type": "letter" }));
    assert!(message.contains("`type` must be one of these values: weblink email sms"), "{message}");
    assert_eq!(world.get("owner", EMPTY).ok()["total"], 0, "bad input changes nothing");
}

#[test]
fn a_sender_may_be_named_before_the_address_is_verified() {
    let world = World::new();
    let email = |sender: &str| json!({ "type": "email", "sender_email": sender });
    for sender in ["boss@bank.example", "petra@northwind.example", "rosa@northwind.example"] {
        let collector = made(&world, email(sender));
        assert_eq!(collector["sender_email"], sender);
        let path = format!("/v3/collectors/{}", collector["id"].as_str().unwrap());
        let changed = world.patch("owner", &path, json!({ "sender_email": "desk@bank.example" })).ok();
        assert_eq!(changed["sender_email"], "desk@bank.example");
    }
}

#[test]
fn kinds_other_than_web_links_need_a_paid_plan() {
    let world = World::new();
    let survey = &format!("/v3/surveys/{NEWSLETTER}/collectors");
    for kind in ["email", "sms", "popup_invitation", "popup_survey", "embedded_survey"] {
        assert_eq!(world.post("free", survey, json!({ "type": kind })).error(), Some(Error::MissingPlan), "{kind}");
    }
    assert_eq!(world.post("free", survey, json!({ "type": "weblink" })).status, 201);
}

#[test]
fn a_thank_you_of_ones_own_is_a_feature_of_paid_plans() {
    let world = World::new();
    let survey = &format!("/v3/surveys/{NEWSLETTER}/collectors");
    let own = json!({ "type": "weblink", "thank_you_message": "Ta!" });
    world.post("free", survey, own.clone()).fails(Error::PaymentRequired);
    let collector = made(&world, own);
    assert_eq!(
        (&collector["thank_you_message"], &collector["thank_you_page"]["message"]),
        (&json!("Ta!"), &json!("Ta!"))
    );
    let page = json!({ "thank_you_page": { "is_enabled": false, "message": "Bye" } });
    let changed = world.patch("owner", &path(&collector), page).ok();
    assert_eq!(changed["thank_you_message"], "Bye");
    assert_eq!(changed["thank_you_page"], json!({ "is_enabled": false, "message": "Bye" }));
}

#[test]
fn a_plan_has_room_for_so_many_collectors_of_a_survey() {
    let world = World::new();
    let survey = &format!("/v3/surveys/{NEWSLETTER}/collectors");
    let limit: u64 =
        world.get("free", "/v3/users/me").ok()["features"]["collector_create_limit"].as_str().unwrap().parse().unwrap();
    for _ in world.get("free", survey).ok()["total"].as_u64().unwrap()..limit {
        world.post("free", survey, json!({ "type": "weblink" })).ok();
    }
    let answer = world.post("free", survey, json!({ "type": "weblink" }));
    assert_eq!((answer.code().as_str(), answer.status), ("1017", 403));
    assert_eq!(world.get("free", survey).ok()["total"], limit);
}

#[test]
fn a_password_is_stored_as_a_hash_and_never_read() {
    let world = World::new();
    let collector = made(&world, json!({ "type": "weblink", "password": "open sesame" }));
    assert_eq!(collector["password_enabled"], true);
    assert!(collector.get("password").is_none());
    let rows =
        world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run("SELECT body FROM collectors", &[]).unwrap();
    assert!(rows.iter().all(|row| !row.text("body").contains("sesame")));
    assert!(rows.iter().any(|row| row.text("body").contains("pbkdf2-chain$")));
    let path = path(&collector);
    assert_eq!(world.patch("owner", &path, json!({ "name": "x" })).ok()["password_enabled"], true);
    assert_eq!(world.patch("owner", &path, json!({ "password": "" })).ok()["password_enabled"], false);
    world.patch("owner", &path, json!({ "password": "again" })).ok();
    let replaced = world.put("owner", &path, json!({ "name": "x" })).ok();
    assert_eq!(replaced["password_enabled"], true, "no client can send back what it cannot read");
    assert_eq!(world.put("owner", &path, json!({ "password": "" })).ok()["password_enabled"], false);
}

#[test]
fn a_patch_changes_what_it_names_and_a_put_brings_the_defaults_back() {
    let world = World::new();
    let collector = made(
        &world,
        json!({ "type": "weblink", "name": "Mine", "redirect_type": "url", "redirect_url": "https://x.example/",
                "response_limit": 5.0, "close_date": "2030-01-01T00:00:00" }),
    );
    let path = path(&collector);
    world.pass(60_000);
    let patched = world.patch("owner", &path, json!({ "allow_multiple_responses": true, "name": null })).ok();
    assert_eq!((&patched["name"], &patched["response_limit"]), (&json!("Mine"), &json!(5)));
    assert_eq!(patched["close_date"], "2030-01-01T00:00:00+00:00");
    assert_eq!((&patched["allow_multiple_responses"], &patched["type"]), (&json!(true), &json!("weblink")));
    assert_ne!(patched["date_modified"], patched["date_created"]);
    let put = world.put("owner", &path, json!({ "display_survey_results": true })).ok();
    assert_eq!((&put["name"], &put["display_survey_results"]), (&json!("Web Link 1"), &json!(true)));
    for field in ["redirect_url", "response_limit", "close_date"] {
        assert_eq!(put[field], Value::Null, "{field}");
    }
    assert_eq!((&put["redirect_type"], &put["allow_multiple_responses"]), (&json!("close"), &json!(false)));
    refuses(&world, "PATCH", &path, json!({ "redirect_type": "url" }), "1002", "redirect_url");
    refuses(&world, "PATCH", &path, json!({ "height": 400 }), "1002", "height");
}

#[test]
fn a_collector_is_opened_and_closed_and_new_cannot_be_requested() {
    let world = World::new();
    let collector = path(&made(&world, json!({ "type": "weblink" })));
    assert_eq!(world.patch("owner", &collector, json!({ "status": "closed" })).ok()["status"], "closed");
    assert_eq!(world.patch("owner", &collector, json!({ "name": "x" })).ok()["status"], "closed");
    assert_eq!(world.patch("owner", &collector, json!({ "status": "open" })).ok()["status"], "open");
    refuses(&world, "PATCH", &collector, json!({ "status": "new" }), "1002", "status");
    world.patch("owner", &collector, json!({ "status": "closed" })).ok();
    assert_eq!(world.put("owner", &collector, json!({})).ok()["status"], "open", "the default");
    let email = path(&made(&world, json!({ "type": "email" })));
    assert_eq!(world.put("owner", &email, json!({})).ok()["status"], "new", "nothing was sent yet");
}

#[test]
fn a_collector_closes_by_itself_on_its_date() {
    let world = World::new();
    let collector = path(&made(&world, json!({ "type": "weblink" })));
    let date = world.now().saturating_add(60_000).with_offset().0;
    assert_eq!(world.patch("owner", &collector, json!({ "close_date": date })).ok()["status"], "open");
    world.pass(60_000);
    assert_eq!(world.get("owner", &collector).ok()["status"], "closed");
    let listed = world.get("owner", &format!("{EMPTY}?include=status")).ok();
    assert_eq!(listed["data"][0]["status"], "closed");
    refuses(&world, "PATCH", &collector, json!({ "status": "open" }), "1025", "close_date");
    let later = json!({ "status": "open", "close_date": "2030-01-01" });
    assert_eq!(world.patch("owner", &collector, later).ok()["status"], "open");
}

#[test]
fn a_collector_that_has_its_responses_is_closed() {
    let world = World::new();
    let collector = world.get("owner", REFERENCE).ok()["data"][0].clone();
    let collector = path(&collector);
    assert_eq!(world.patch("owner", &collector, json!({ "response_limit": 181 })).ok()["status"], "open");
    assert_eq!(world.patch("owner", &collector, json!({ "response_limit": 180 })).ok()["status"], "closed");
    refuses(&world, "PATCH", &collector, json!({ "status": "open" }), "1025", "response_limit");
}

#[test]
fn a_copy_has_the_settings_of_the_original_and_nothing_else_of_it() {
    let world = World::new();
    let original = made(&world, json!({ "type": "popup_survey", "name": "Shop", "height": 333, "password": "x" }));
    let copy = made(&world, json!({ "from_collector_id": original["id"] }));
    assert_eq!((&copy["type"], &copy["name"]), (&json!("popup_survey"), &json!("Copy of Shop")));
    assert_eq!((&copy["height"], &copy["password_enabled"]), (&json!(333), &json!(true)));
    assert_ne!(copy["id"], original["id"]);
    let reference = world.get("owner", REFERENCE).ok()["data"][0]["id"].clone();
    let copy = made(&world, json!({ "from_collector_id": reference, "name": "Again" }));
    assert_eq!((&copy["response_count"], &copy["name"]), (&json!(0), &json!("Again")));
    assert_eq!(copy["survey_id"], surveys::EMPTY);
    refuses(&world, "POST", EMPTY, json!({ "from_collector_id": "1" }), "1020", "from_collector_id");
    refuses(&world, "POST", EMPTY, json!({ "from_collector_id": reference, "type": "email" }), "1002", "type");
    let foreign =
        world.get("other_team", &format!("/v3/surveys/{}/collectors", surveys::HARBOUR)).ok()["data"][0]["id"].clone();
    refuses(&world, "POST", EMPTY, json!({ "from_collector_id": foreign }), "1020", "from_collector_id");
}

#[test]
fn the_name_of_a_copy_can_be_sent_back() {
    let world = World::new();
    let name = "ä".repeat(500);
    let original = made(&world, json!({ "type": "weblink", "name": name }));
    let copy = made(&world, json!({ "from_collector_id": original["id"] }));
    assert_eq!(copy["name"], format!("Copy of {}", "ä".repeat(492)));
    let collector = format!("/v3/collectors/{}", copy["id"].as_str().unwrap());
    world.patch("owner", &collector, json!({ "name": copy["name"] })).ok();
    let list = world.post("owner", "/v3/contact_lists", json!({ "name": name })).ok();
    let list = format!("/v3/contact_lists/{}/copy", list["id"].as_str().unwrap());
    assert_eq!(world.post("owner", &list, json!({})).ok()["name"], copy["name"]);
}

#[test]
fn the_texts_of_a_collector_are_limited_together_however_many_requests_write_them() {
    let world = World::new();
    let collector = made(&world, json!({ "type": "weblink" }));
    let collector = format!("/v3/collectors/{}", collector["id"].as_str().unwrap());
    let half = "x".repeat(60_000);
    world.patch("owner", &collector, json!({ "closed_page_message": half })).ok();
    world.patch("owner", &collector, json!({ "disqualification_message": half })).fails(Error::BadBody);
    // One that was larger before is closed and made smaller.
    let large = "UPDATE collectors
                 SET body = json_set(body, '$.disqualification_message', json_extract(body, '$.closed_page_message'))
                 WHERE id = ?";
    let id = collector.rsplit('/').next().unwrap();
    world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run(large, &[id.into()]).unwrap();
    world.patch("owner", &collector, json!({ "display_survey_results": true })).fails(Error::BadBody);
    assert_eq!(world.patch("owner", &collector, json!({ "status": "closed" })).ok()["status"], "closed");
    assert_eq!(world.patch("owner", &collector, json!({ "closed_page_message": "x" })).status, 200);
}

#[test]
fn a_list_is_small_and_include_adds_to_it() {
    let world = World::new();
    let plain = world.get("owner", REFERENCE).ok();
    assert_eq!(plain["data"][0].as_object().unwrap().len(), 4, "id, name, href and type");
    let fields = "type,status,response_count,date_created,date_modified,url";
    let full = world.get("owner", &format!("{REFERENCE}?include={fields}")).ok();
    assert_eq!(full["data"][0].as_object().unwrap().len(), 9);
    assert_eq!(full["data"][1]["url"], Value::Null, "an email collector");
    assert_eq!(full["data"][0]["response_count"], 180);
}

#[test]
fn a_list_is_searched_bounded_and_sorted() {
    let world = World::new();
    for (name, kind) in [("beta", "weblink"), ("Alpha", "sms"), ("gam_ma", "email")] {
        made(&world, json!({ "type": kind, "name": name }));
        world.pass(60_000);
    }
    let list = |query: &str| world.get("owner", &format!("{EMPTY}?{query}")).ok();
    assert_eq!(names(&list("")), ["beta", "Alpha", "gam_ma"]);
    assert_eq!(names(&list("sort_by=name&sort_order=asc")), ["Alpha", "beta", "gam_ma"]);
    assert_eq!(names(&list("sort_by=type")), ["gam_ma", "Alpha", "beta"]);
    assert_eq!(names(&list("sort_by=status&sort_order=DESC")), ["Alpha", "beta", "gam_ma"]);
    assert_eq!(names(&list("sort_by=date_modified&sort_order=DESC")), ["gam_ma", "Alpha", "beta"]);
    assert_eq!(names(&list("name=M_M")), ["gam_ma"], "wildcards are taken literally");
    let second = world.now().saturating_add(-120_000).iso_without_offset().0;
    assert_eq!(names(&list(&format!("start_date={second}"))), ["Alpha", "gam_ma"]);
    assert_eq!(names(&list(&format!("end_date={second}"))), ["beta"]);
    world.get("owner", &format!("{EMPTY}?start_date=soon")).fails(Error::BadParameters);
    let page = list("per_page=1&page=2&sort_by=name");
    assert_eq!((names(&page), &page["total"]), (vec!["beta"], &json!(3)));
    assert!(page["links"]["next"].as_str().unwrap().contains("sort_by=name"));
}

#[test]
fn to_change_a_shared_survey_s_collectors_takes_the_privilege() {
    let world = World::new();
    let link = json!({ "type": "weblink" });
    let collector = world.post("regular", REFERENCE, link.clone());
    assert_eq!(collector.status, 201, "full access");
    assert_eq!(world.patch("regular", &path(&collector.ok()), json!({ "name": "x" })).status, 200);
    let viewed = &format!("/v3/surveys/{KITCHEN}/collectors");
    let seen = world.get("regular", viewed).ok()["data"][0].clone();
    world.post("regular", viewed, link.clone()).fails(Error::NotPermitted);
    assert_eq!(world.get("regular", &path(&seen)).status, 200);
    world.patch("regular", &path(&seen), json!({ "name": "x" })).fails(Error::NotPermitted);
    world.delete("regular", &path(&seen)).fails(Error::NotPermitted);
    world.post("regular_two", REFERENCE, link.clone()).fails(Error::NotFound);
    world.post("other_team", REFERENCE, link).fails(Error::NotFound);
    world.get("regular_two", &path(&seen)).fails(Error::NotFound);
}

#[test]
fn a_collector_with_responses_is_deleted_by_those_who_may_delete_responses() {
    let world = World::new();
    let full = world.get("regular", REFERENCE).ok()["data"][0].clone();
    let empty = world.post("regular", REFERENCE, json!({ "type": "weblink" })).ok();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let become_role = |role: &str| {
        let sql = "UPDATE workgroups SET default_role_id = (SELECT id FROM roles WHERE name = ?)";
        database.run(sql, &[role.into()]).unwrap();
    };
    become_role("Collector");
    world.delete("regular", &format!("{}/responses", path(&full))).fails(Error::NotPermitted);
    let refused = world.delete("regular", &path(&full));
    refused.fails(Error::NotPermitted);
    assert!(refused.body()["error"]["message"].as_str().unwrap().contains("analyze.full_access"));
    assert_eq!(world.get("owner", &path(&full)).ok()["response_count"], 180);
    assert_eq!(world.delete("regular", &path(&empty)).status, 200);
    become_role("Full Access");
    assert_eq!(world.delete("regular", &path(&full)).ok()["response_count"], 180);
}

#[test]
fn with_a_collector_go_its_responses_and_the_survey_counts_fewer() {
    let world = World::new();
    let collector = world.get("owner", REFERENCE).ok()["data"][0].clone();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database
        .run(
            &format!(
                "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
             VALUES ('1', '{OLIVIA}', 'x', 'x', 'response_deleted', 'x', 0, 0)"
            ),
            &[],
        )
        .unwrap();
    let count = || {
        let list = world.get("owner", "/v3/surveys?include=response_count&title=every%20kind").ok();
        list["data"][0]["response_count"].as_u64().unwrap()
    };
    assert_eq!(count(), 260);
    let deleted = world.delete("owner", &path(&collector)).ok();
    assert_eq!((&deleted["id"], &deleted["response_count"]), (&collector["id"], &json!(180)));
    assert_eq!(count(), 80);
    let events = database.run("SELECT id FROM events WHERE type = 'response_deleted'", &[]).unwrap();
    assert_eq!(events.len(), 180, "webhooks hear of each");
    assert_eq!(world.get("owner", &format!("/v3/surveys/{}/responses", surveys::EVERY_KIND)).ok()["total"], 80);
    world.get("owner", &path(&collector)).fails(Error::NotFound);
    world.get("owner", &format!("{}/responses", path(&collector))).fails(Error::NotFound);
}

#[test]
fn what_happens_to_a_collector_is_written_down() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database
        .run(
            &format!(
                "INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
             SELECT value, '{OLIVIA}', 'x', 'x', value, value, 0, 0
             FROM json_each('[\"collector_created\", \"collector_updated\", \"collector_deleted\"]')"
            ),
            &[],
        )
        .unwrap();
    let collector = path(&made(&world, json!({ "type": "weblink", "name": "Door" })));
    world.patch("owner", &collector, json!({ "status": "closed" })).ok();
    world.delete("owner", &collector).ok();
    let texts =
        |sql: &str| -> Vec<String> { database.run(sql, &[]).unwrap().iter().map(|row| row.text("kind")).collect() };
    assert_eq!(
        texts("SELECT kind FROM activities WHERE subject = 'Door' ORDER BY id"),
        ["collector_info_created", "collector_info_updated", "collector_info_deleted"]
    );
    assert_eq!(
        texts("SELECT type AS kind FROM events ORDER BY id"),
        ["collector_created", "collector_updated", "collector_deleted"]
    );
    made(&world, json!({ "type": "weblink", "name": "Gate" }));
    world.delete("owner", &format!("/v3/surveys/{}", surveys::EMPTY)).ok();
    assert_eq!(
        texts("SELECT type AS kind FROM events ORDER BY id DESC LIMIT 2"),
        ["collector_deleted", "collector_created"],
        "a collector is deleted with its survey"
    );
    let resources = texts("SELECT resources AS kind FROM events ORDER BY id DESC LIMIT 1");
    let resources: Value = serde_json::from_str(&resources[0]).unwrap();
    assert_eq!((&resources["survey_id"], &resources["user_id"]), (&json!(surveys::EMPTY), &json!(people::OLIVIA)));
}

#[test]
fn what_was_read_of_a_collector_can_be_sent_back_and_changes_nothing() {
    let world = World::new();
    let sent_back = |token: &str, path: &str| {
        let seen = world.get(token, path).ok();
        for method in ["PATCH", "PUT"] {
            let send = if method == "PUT" { World::put } else { World::patch };
            let mut after = send(&world, token, path, seen.clone()).ok();
            after["date_modified"] = seen["date_modified"].clone();
            assert_eq!(after, seen, "{method} {path}");
        }
    };
    for (token, survey) in [("owner", surveys::EMPTY), ("free", NEWSLETTER)] {
        let target = format!("/v3/surveys/{survey}/collectors");
        for kind in ["weblink", "email", "sms", "popup_invitation", "popup_survey", "embedded_survey"] {
            if token == "free" && kind != "weblink" {
                continue;
            }
            let soon = world.now().saturating_add(60_000).with_offset().0;
            let collector = path(&world.post(token, &target, json!({ "type": kind, "password": "x" })).ok());
            sent_back(token, &collector);
            for status in ["closed", "open"] {
                world.patch(token, &collector, json!({ "status": status })).ok();
                sent_back(token, &collector);
            }
            let more = json!({ "close_date": soon, "response_limit": 5, "redirect_type": "url",
                "redirect_url": "https://x.example/", "disqualification_url": "https://y.example/",
                "disqualification_type": "url", "anonymous_type": "fully_anonymous", "name": "Mine" });
            world.patch(token, &collector, more).ok();
            sent_back(token, &collector);
            world.pass(60_000);
            sent_back(token, &collector);
            world.delete(token, &collector).ok();
        }
    }
    // As a paid plan has left it.
    let target = format!("/v3/surveys/{NEWSLETTER}/collectors");
    let link = path(&world.post("free", &target, json!({ "type": "weblink" })).ok());
    let own =
        "UPDATE collectors SET body = json_set(body, '$.thank_you_message', 'Ta!', '$.thank_you_page.message', 'Ta!')";
    world.database(&ActorId::Team(people::FRANKS.to_owned())).run(own, &[]).unwrap();
    sent_back("free", &link);
    let hidden = json!({ "thank_you_page": { "is_enabled": false } });
    for other in [
        hidden,
        json!({ "thank_you_message": "Bye" }),
        json!({ "thank_you_page": { "is_enabled": true, "message": "Bye" } }),
    ] {
        world.patch("free", &link, other.clone()).fails(Error::PaymentRequired);
        world.put("free", &link, other).fails(Error::PaymentRequired);
    }
    assert_eq!(world.put("free", &link, json!({})).ok()["thank_you_message"], "Thank you for completing our survey!");
}

#[test]
fn a_list_of_collectors_reads_no_large_settings() {
    let world = World::new();
    let settings = json!({ "type": "weblink", "closed_page_message": "x".repeat(9_000) });
    let collector = made(&world, settings);
    let path = format!("/v3/surveys/{}/collectors?include=status", collector["survey_id"].as_str().unwrap());
    world.most();
    let list = world.get("owner", &path).ok();
    assert_eq!(list["data"][0]["status"], "open");
    let most = world.most();
    assert!(most.bytes < 9_000, "{most:?}");
}
