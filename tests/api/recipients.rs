//! Recipients: added one by one and in bulk, listed, read and removed.

use crate::support::messages::{at_team, collector, invite, mails, message, respond, send};
use crate::support::{Answered, World, people, surveys};
use canvass::service::mail::outbox;
use canvass::service::surveys::link::RespondentLink;
use canvass::service::surveys::recipients::{mark_bounced, record_opt_out};
use canvass::spec::errors::Error;
use serde_json::{Map, Value, json};

fn invitation(world: &World) -> (String, String) {
    let email = collector(world, "email");
    let path = message(world, &email, json!({ "type": "invite" }));
    (email, path)
}

fn contact(world: &World, email: &str, custom: Value) -> String {
    let body = json!({ "first_name": "Mia", "last_name": "Holt", "email": email, "custom_fields": custom });
    world.post("owner", "/v3/contacts", body).ok()["id"].as_str().unwrap().to_owned()
}

fn emails(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["email"].as_str().unwrap()).collect()
}

#[test]
fn a_recipient_has_links_of_their_own() {
    let world = World::new();
    let (email, path) = invitation(&world);
    let body = json!({ "email": "mia@mail.example", "first_name": "Mia", "custom_fields": { "1": "x" },
                       "extra_fields": { "Shoe": "41" } });
    let answer = world.post("owner", &format!("{path}/recipients"), body);
    assert_eq!(answer.status, 201);
    let added = answer.ok();
    for (field, value) in [
        ("email", json!("mia@mail.example")),
        ("first_name", json!("Mia")),
        ("last_name", json!("")),
        ("survey_id", json!(surveys::EMPTY)),
        ("survey_response_status", json!("not_responded")),
        ("mail_status", json!("not_sent")),
        ("custom_fields", json!({ "1": "x" })),
        ("extra_fields", json!({ "Shoe": "41" })),
    ] {
        assert_eq!(added[field], value, "{field}");
    }
    let link = added["survey_link"].as_str().unwrap();
    assert_eq!(added["remove_link"], format!("{link}/opt-out"));
    let named = RespondentLink::parse_key(&world.service.config, link.rsplit_once('/').unwrap().1).unwrap();
    assert_eq!((json!(named.recipient), named.team.as_str()), (added["id"].clone(), people::NORTHWIND));
    let own = format!("{email}/recipients/{}", added["id"].as_str().unwrap());
    assert!(added["href"].as_str().unwrap().ends_with(&own));
    assert_eq!(world.get("owner", &own).ok(), added);
    assert_eq!(world.delete("owner", &own).ok()["id"], added["id"]);
    world.get("owner", &own).fails(Error::NotFound);
    assert_eq!(world.get("owner", &format!("{path}/recipients")).ok()["total"], 0);
}

#[test]
fn who_may_only_look_gets_no_links_of_recipients_and_no_copy_of_them() {
    let world = World::new();
    let viewed = format!("/v3/surveys/{}/collectors", surveys::KITCHEN);
    let email = world.post("owner", &viewed, json!({ "type": "email" })).ok()["id"].as_str().unwrap().to_owned();
    let (email, own) = (format!("/v3/collectors/{email}"), email);
    let path = message(&world, &email, json!({ "type": "invite" }));
    let added = world.post("owner", &format!("{path}/recipients"), json!({ "email": "mia@mail.example" })).ok();
    let list = format!("{email}/recipients?include=survey_link,remove_link,mail_status");
    let one = format!("{email}/recipients/{}", added["id"].as_str().unwrap());
    let links = |shown: &Value| [shown["survey_link"].is_string(), shown["remove_link"].is_string()];
    for (token, has) in [("owner", [true, true]), ("regular", [false, false])] {
        let shown = world.get(token, &list).ok()["data"][0].clone();
        assert_eq!((links(&shown), &shown["mail_status"]), (has, &json!("not_sent")), "{token}");
        assert_eq!(links(&world.get(token, &one).ok()), has, "{token}");
    }
    let mine =
        world.post("regular", &format!("/v3/surveys/{}/collectors", surveys::EVERY_KIND), json!({ "type": "email" }));
    let mine = format!("/v3/collectors/{}/messages", mine.ok()["id"].as_str().unwrap());
    let message_id = path.rsplit('/').next().unwrap();
    let mut copy = json!({ "from_collector_id": own, "from_message_id": message_id, "include_recipients": true });
    world.post("regular", &mine, copy.clone()).fails(Error::NotPermitted);
    copy["include_recipients"] = json!(false);
    assert_eq!(world.post("regular", &mine, copy).status, 201);
}

#[test]
fn a_person_whose_fields_cannot_be_used_is_named_and_the_others_are_invited() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let long = "x".repeat(501);
    let person = |email: &str, more: Value| {
        let mut person = json!({ "email": email });
        person.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        person
    };
    // With their names, 500 characters each.
    let extra = |fields: usize| -> Value {
        (0..fields).map(|number| (format!("field {number:04}"), "x".repeat(490).into())).collect::<Map<_, _>>().into()
    };
    let contacts = [
        person("a@mail.example", json!({ "custom_fields": { "1": &long } })),
        person("b@mail.example", json!({ "custom_fields": { "7": "x" } })),
        person("c@mail.example", json!({ "first_name": &long })),
        person("d@mail.example", json!({ "extra_fields": { "Shoe": &long } })),
        person("many@mail.example", json!({ "extra_fields": extra(21) })),
        person("e@mail.example", json!({ "extra_fields": extra(20) })),
    ];
    let added = world.post("owner", &format!("{path}/recipients/bulk"), json!({ "contacts": contacts })).ok();
    assert_eq!(emails(&added["succeeded"]), ["e@mail.example"]);
    let invalids = ["a", "b", "c", "d", "many"].map(|name| format!("{name}@mail.example"));
    assert_eq!(added["invalids"], json!(invalids));
    for refused in &contacts[..5] {
        world.post("owner", &format!("{path}/recipients"), refused.clone()).fails(Error::BadBody);
    }
    let added = world
        .post(
            "owner",
            "/v3/contacts/bulk",
            json!({ "contacts": [
        { "first_name": "A", "last_name": "B", "email": "f@mail.example", "custom_fields": { "1": &long } },
        { "first_name": "A", "last_name": "B", "email": "g@mail.example" },
    ] }),
        )
        .ok();
    assert_eq!((&added["invalids"], emails(&added["succeeded"])), (&json!(["f@mail.example"]), vec!["g@mail.example"]));
}

#[test]
fn a_recipient_is_an_address_or_a_contact() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let path = format!("{path}/recipients");
    let id = contact(&world, "mia@mail.example", json!({ "2": "gold" }));
    let added = world.post("owner", &path, json!({ "contact_id": id })).ok();
    assert_eq!((&added["email"], &added["first_name"]), (&json!("mia@mail.example"), &json!("Mia")));
    assert_eq!(added["custom_fields"], json!({ "2": "gold" }));
    let by_address = world.post("owner", &path, json!({ "email": "mia@mail.example", "last_name": "Berg" })).ok();
    assert_eq!((&by_address["first_name"], &by_address["last_name"]), (&json!("Mia"), &json!("Berg")));
    for (body, code, field) in [
        (json!({}), "1002", "email"),
        (json!({ "email": "nowhere" }), "1002", "email"),
        (json!({ "phone_number": "+12175550142" }), "1002", "email"),
        (json!({ "contact_id": "1" }), "1020", "contact_id"),
        (json!({ "email": "a@mail.example", "custom_fields": { "7": "" } }), "1002", "custom_fields"),
    ] {
        let answer = world.post("owner", &path, body);
        assert_eq!(answer.code(), code, "{}", answer.body());
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains(&format!("`{field}`")));
    }
    let phone = json!({ "first_name": "x", "last_name": "y", "phone_number": "+12175550142" });
    let phone = world.post("owner", "/v3/contacts", phone).ok()["id"].clone();
    assert_eq!(
        world.post("owner", &path, json!({ "contact_id": phone })).error(),
        Some(Error::BadBody),
        "no email address"
    );
    assert_eq!(world.get("owner", &path).ok()["total"], 2);
}

#[test]
fn a_phone_number_leads_to_its_contact_too() {
    let world = World::new();
    let path = message(&world, &collector(&world, "sms"), json!({ "type": "sms" }));
    let person = json!({ "first_name": "Mia", "last_name": "Holt", "email": "mia@mail.example",
                         "phone_number": "+12175550142" });
    let id = world.post("owner", "/v3/contacts", person).ok()["id"].clone();
    for body in [json!({ "phone_number": "+12175550142" }), json!({ "contact_id": id })] {
        let added = world.post("owner", &format!("{path}/recipients"), body).ok();
        assert_eq!((&added["first_name"], &added["phone_number"]), (&json!("Mia"), &json!("+12175550142")));
    }
}

#[test]
fn what_becomes_of_doubles_can_be_chosen() {
    let world = World::new();
    let (email, first) = invitation(&world);
    let second = message(&world, &email, json!({ "type": "invite" }));
    let add = |path: &str, duplicates: Value| {
        let body = json!({ "email": "mia@mail.example", "duplicates": duplicates });
        world.post("owner", &format!("{path}/recipients"), body)
    };
    assert_eq!(add(&first, json!("add_if_not_in_collector")).status, 201);
    assert_eq!(add(&first, Value::Null).status, 201, "`add` is the default");
    assert_eq!(add(&first, json!("add")).status, 201);
    add(&first, json!("add_if_not_in_message")).fails(Error::AlreadyExists);
    add(&second, json!("add_if_not_in_collector")).fails(Error::AlreadyExists);
    assert_eq!(add(&second, json!("add_if_not_in_message")).status, 201);
    add(&first, json!("maybe")).fails(Error::BadBody);
}

#[test]
fn bulk_is_answered_with_200_and_six_arrays_whatever_happens() {
    let world = World::new();
    let (email, path) = invitation(&world);
    let added = invite(&world, &path, &["old@mail.example", "out@mail.example", "gone@mail.example"]);
    at_team(&world, |ground| {
        record_opt_out(ground, added["succeeded"][1]["id"].as_str().unwrap()).unwrap();
        mark_bounced(ground, added["succeeded"][2]["id"].as_str().unwrap()).unwrap();
    });
    let answer = world.post(
        "owner",
        &format!("{path}/recipients/bulk"),
        json!({ "contacts": [
        { "email": "new@mail.example" }, { "email": "NEW@mail.example" }, { "email": "OLD@mail.example" },
        { "email": "out@mail.example" }, { "email": "gone@mail.example" }, { "email": "nowhere" },
        { "phone_number": "+12175550142" },
    ] }),
    );
    assert_eq!(answer.status, 200);
    let report = answer.ok();
    assert_eq!(report.as_object().unwrap().len(), 6);
    assert_eq!(emails(&report["succeeded"]), ["new@mail.example"]);
    assert!(report["succeeded"][0]["href"].as_str().unwrap().contains(&format!("{email}/recipients/")));
    assert_eq!(report["duplicate"], json!(["NEW@mail.example"]));
    assert_eq!(report["existing"], json!(["OLD@mail.example"]));
    assert_eq!(report["opted_out"], json!(["out@mail.example"]));
    assert_eq!(report["bounced"], json!(["gone@mail.example"]));
    assert_eq!(report["invalids"], json!(["nowhere", "+12175550142"]));
    let nothing = world.post("owner", &format!("{path}/recipients/bulk"), json!({})).ok();
    assert!(nothing.as_object().unwrap().values().all(|list| list == &json!([])));
}

#[test]
fn bulk_takes_contacts_and_lists_by_id() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let list = world.post("owner", "/v3/contact_lists", json!({})).ok()["id"].as_str().unwrap().to_owned();
    for name in ["a", "b"] {
        let body = json!({ "first_name": name, "last_name": "x", "email": format!("{name}@mail.example"),
                           "custom_fields": { "1": name } });
        world.post("owner", &format!("/v3/contact_lists/{list}/contacts"), body).ok();
    }
    let phone = json!({ "first_name": "x", "last_name": "y", "phone_number": "+12175550142" });
    let phone = world.post("owner", &format!("/v3/contact_lists/{list}/contacts"), phone).ok()["id"].clone();
    let single = contact(&world, "c@mail.example", json!({}));
    let body = json!({ "contact_ids": [single, "1"], "contact_list_ids": [list, "2"] });
    let report = world.post("owner", &format!("{path}/recipients/bulk"), body).ok();
    assert_eq!(emails(&report["succeeded"]), ["c@mail.example", "a@mail.example", "b@mail.example"]);
    assert_eq!(report["invalids"], json!(["1", phone, "2"]));
    let listed = world.get("owner", &format!("{path}/recipients?include=custom_fields")).ok();
    assert_eq!(listed["data"][1]["custom_fields"], json!({ "1": "a" }));
    let foreign = json!({ "contact_ids": [single], "contact_list_ids": [list] });
    let made = world
        .post("admin", &format!("/v3/surveys/{}/collectors", surveys::ENGAGEMENT), json!({ "type": "email" }))
        .ok();
    let messages = format!("/v3/collectors/{}/messages", made["id"].as_str().unwrap());
    let message = world.post("admin", &messages, json!({ "type": "invite" })).ok()["id"].clone();
    let bulk = format!("{messages}/{}/recipients/bulk", message.as_str().unwrap());
    let report = world.post("admin", &bulk, foreign).ok();
    assert_eq!(report["invalids"], json!([single, list]), "somebody else's address book");
}

#[test]
fn custom_fields_of_one_clear_those_of_the_others() {
    let world = World::new();
    let id = contact(&world, "mia@mail.example", json!({ "1": "stored" }));
    let stored = || world.get("owner", &format!("/v3/contacts/{id}")).ok()["custom_fields"].clone();
    let bulk = |contacts: Value| {
        let (_, path) = invitation(&world);
        world.post("owner", &format!("{path}/recipients/bulk"), json!({ "contacts": contacts })).ok();
        let list = world.get("owner", &format!("{path}/recipients?include=custom_fields")).ok();
        list["data"][0]["custom_fields"].clone()
    };
    assert_eq!(bulk(json!([{ "email": "mia@mail.example" }, { "email": "b@mail.example" }])), json!({ "1": "stored" }));
    assert_eq!(stored(), json!({ "1": "stored" }));
    let others = json!([{ "email": "mia@mail.example" }, { "email": "b@mail.example", "custom_fields": { "1": "b" } }]);
    assert_eq!(bulk(others), json!({}));
    assert_eq!(stored(), json!({}), "in the address book too");
    let own = json!([{ "email": "mia@mail.example", "custom_fields": { "2": "new" } }]);
    assert_eq!(bulk(own), json!({ "2": "new" }));
    assert_eq!(stored(), json!({ "2": "new" }));
}

#[test]
fn a_message_has_room_for_so_many_recipients() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let bulk = |from: usize, to: usize| {
        let contacts: Value = (from..to).map(|number| json!({ "email": format!("p{number}@mail.example") })).collect();
        world.post("owner", &format!("{path}/recipients/bulk"), json!({ "contacts": contacts }))
    };
    bulk(0, 10_001).fails(Error::TooManyRecipients);
    assert_eq!(bulk(0, 10_000).status, 200);
    bulk(10_000, 10_001).fails(Error::TooManyRecipients);
    world
        .post("owner", &format!("{path}/recipients"), json!({ "email": "x@mail.example" }))
        .fails(Error::TooManyRecipients);
    assert_eq!(bulk(0, 10).status, 200, "those who are there take no room");
    assert_eq!(world.get("owner", &format!("{path}/recipients")).ok()["total"], 10_000);
}

/// Adds contacts of the owner and puts them on lists, which must have contacts of one request each.
fn fill_lists(world: &World, lists: usize, contacts: usize) -> Vec<String> {
    let user = world.person("owner")["user_id"].as_str().unwrap();
    let new = |_| world.post("owner", "/v3/contact_lists", json!({})).ok()["id"].as_str().unwrap().to_owned();
    let made: Vec<String> = (0..lists).map(new).collect();
    at_team(world, |ground| {
        let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {contacts})");
        let run = |sql: String| ground.sql.run(&sql, &[]).unwrap();
        run(format!(
            "{numbers} INSERT INTO contacts SELECT 'c' || i, '{user}', '', '', 'x' || i || '@y.example', '', '', '',
             '', '', '', '', 'active', 0 FROM n"
        ));
        for list in &made {
            run(format!("{numbers} INSERT INTO contact_list_members SELECT '{list}', 'c' || i FROM n"));
        }
    });
    made
}

#[test]
fn an_address_that_is_named_again_is_a_duplicate_and_a_list_that_is_named_again_adds_nothing() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let lists = fill_lists(&world, 2, 3);
    let body = json!({ "contacts": [{ "email": "X1@y.example" }], "contact_ids": ["c2", "c2", "1", "1"],
                       "contact_list_ids": [lists[0], lists[1], lists[0], "2"] });
    let report = world.post("owner", &format!("{path}/recipients/bulk"), body).ok();
    assert_eq!(emails(&report["succeeded"]), ["X1@y.example", "x2@y.example", "x3@y.example"]);
    let duplicates = ["x2", "x1", "x2", "x1", "x2", "x3"].map(|name| format!("{name}@y.example"));
    assert_eq!((&report["duplicate"], &report["invalids"]), (&json!(duplicates), &json!(["1", "1", "2"])));
}

#[test]
fn a_request_names_a_limited_number_of_people_however_it_names_them() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let lists = fill_lists(&world, 6, 9_999);
    let bulk = |body: Value| {
        world.most();
        let answer = world.post("owner", &format!("{path}/recipients/bulk"), body);
        (answer, world.most().rows)
    };
    let (answer, rows) = bulk(json!({ "contact_list_ids": lists }));
    answer.fails(Error::TooManyRecipients);
    assert!(rows < 1_000, "{rows}");
    let contacts: Value = (0..2).map(|number| json!({ "email": format!("p{number}@mail.example") })).collect();
    let repeated: Value = std::iter::repeat_n("c1", 50_001).collect();
    let (answer, rows) = bulk(json!({ "contact_ids": repeated }));
    answer.fails(Error::TooManyRecipients);
    assert!(rows < 100, "a contact that is named again is read once for each chunk: {rows}");
    let ids: Value = (1..10_000).map(|number| json!(format!("c{number}"))).collect();
    for body in [json!({ "contact_list_ids": vec![&lists[0]; 50] }), json!({ "contact_ids": ids })] {
        let mut more = body;
        more["contacts"] = contacts.clone();
        let (answer, rows) = bulk(more);
        let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("A message can have"), "a list that is named again is not read again: {message}");
        assert!(rows < 1_000, "{rows}");
    }
}

#[test]
fn many_recipients_are_added_and_copied_by_few_statements_as_each_would_be_alone() {
    let world = World::new();
    let (email, path) = invitation(&world);
    let people: Value = (0..400)
        .map(|number| {
            json!({ "email": format!("p{number}@mail.example"), "first_name": format!("\"{number}\\"),
                    "custom_fields": { "1": "é" }, "extra_fields": { "seat": "7" } })
        })
        .collect();
    world.most();
    let added = world.post("owner", &format!("{path}/recipients/bulk"), json!({ "contacts": people })).ok();
    assert!(world.most().statements < 60);
    let (collector, message) = (email.rsplit('/').next().unwrap(), path.rsplit('/').next().unwrap());
    let copy = json!({ "from_collector_id": collector, "from_message_id": message, "include_recipients": true });
    let copy = world.post("owner", &format!("{email}/messages"), copy).ok();
    assert!(world.most().statements < 60);
    let id = added["succeeded"][399]["id"].as_str().unwrap();
    let original = world.get("owner", &format!("{email}/recipients/{id}")).ok();
    assert_eq!((&original["first_name"], &original["custom_fields"]["1"]), (&json!("\"399\\"), &json!("é")));
    assert_eq!((&original["email"], &original["extra_fields"]["seat"]), (&json!("p399@mail.example"), &json!("7")));
    let copies = format!("{email}/messages/{}/recipients?per_page=1&page=400", copy["id"].as_str().unwrap());
    let copies = world.get("owner", &copies).ok();
    assert_eq!(copies["total"], 400);
    let copied = world.get("owner", copies["data"][0]["href"].as_str().unwrap()).ok();
    for field in ["email", "first_name", "last_name", "custom_fields", "extra_fields"] {
        assert_eq!(copied[field], original[field], "{field}");
    }
}

/// People who have opted out get no mail, so they do not count.
#[test]
fn only_those_who_are_added_count_as_recipients() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let lists = fill_lists(&world, 1, 10_001);
    at_team(&world, |ground| {
        drop(
            ground
                .sql
                .run("INSERT INTO suppressions (address, status, at) VALUES ('x7@y.example', 'optout', 0)", &[])
                .unwrap(),
        )
    });
    let report = world.post("owner", &format!("{path}/recipients/bulk"), json!({ "contact_list_ids": lists })).ok();
    assert_eq!(report["opted_out"], json!(["x7@y.example"]));
    assert_eq!(report["succeeded"].as_array().unwrap().len(), 10_000);
}

#[test]
fn an_item_of_a_list_is_small_and_include_adds_to_it() {
    let world = World::new();
    let (email, path) = invitation(&world);
    invite(&world, &path, &["a@mail.example", "b@mail.example"]);
    let other = message(&world, &email, json!({ "type": "invite" }));
    invite(&world, &other, &["c@mail.example"]);
    let fields = "survey_response_status,mail_status,custom_fields,remove_link,extra_fields,survey_link";
    for (target, total) in [(format!("{path}/recipients"), 2), (format!("{email}/recipients"), 3)] {
        let plain = world.get("owner", &target).ok();
        assert_eq!(plain["total"], total);
        assert_eq!(plain["data"][0].as_object().unwrap().len(), 3, "id, email and href");
        let full = world.get("owner", &format!("{target}?include={fields}&per_page=1")).ok();
        assert_eq!(full["data"][0].as_object().unwrap().len(), 9);
        let next = full["links"]["next"].as_str().unwrap();
        assert_eq!(world.get("owner", next).ok()["data"][0]["email"], "b@mail.example");
    }
}

#[test]
fn how_far_a_recipient_came_follows_from_the_responses() {
    let world = World::new();
    let (email, path) = invitation(&world);
    let added = invite(&world, &path, &["a@mail.example"]);
    let id = added["succeeded"][0]["id"].as_str().unwrap();
    let status = || world.get("owner", &format!("{email}/recipients/{id}")).ok()["survey_response_status"].clone();
    assert_eq!(status(), "not_responded");
    respond(&world, id, "partial");
    assert_eq!(status(), "partially_responded");
    at_team(&world, |ground| ground.sql.run("DELETE FROM responses WHERE id LIKE 'r%'", &[]).unwrap());
    assert_eq!(status(), "not_responded");
    respond(&world, id, "disqualified");
    assert_eq!(status(), "completely_responded", "there is nothing left to do");
}

#[test]
fn an_address_that_opts_out_or_bounces_is_marked_wherever_it_occurs() {
    let world = World::new();
    let [out, gone] = ["out@mail.example", "gone@mail.example"].map(|email| contact(&world, email, json!({})));
    let (_, path) = invitation(&world);
    let added = invite(&world, &path, &["OUT@mail.example", "gone@mail.example"]);
    send(&world, &path);
    let mail = mails(&world)[1].id.clone();
    at_team(&world, |ground| {
        record_opt_out(ground, added["succeeded"][0]["id"].as_str().unwrap()).unwrap();
        outbox::mark_bounced(ground, &mail).unwrap();
        assert_eq!(outbox::load_mail(ground.sql, &mail).unwrap().unwrap().bounced, Some(ground.now));
    });
    let with = |status: &str| {
        let name = if status == "optout" { "out@mail" } else { "gone@mail" };
        world.get("owner", &format!("/v3/contacts?status={status}&search={name}")).ok()
    };
    assert_eq!(with("optout")["data"][0]["id"], json!(out));
    assert_eq!(with("bounced")["data"][0]["id"], json!(gone));
    world.delete("owner", &format!("/v3/contacts/{out}")).ok();
    contact(&world, "out@mail.example", json!({}));
    assert_eq!(with("optout")["total"], 1, "a wish outlives the contact");
    let (_, path) = invitation(&world);
    for email in ["out@mail.example", "gone@mail.example"] {
        let answer = world.post("owner", &format!("{path}/recipients"), json!({ "email": email }));
        answer.fails(Error::Conflict);
    }
    at_team(&world, |ground| mark_bounced(ground, added["succeeded"][0]["id"].as_str().unwrap()).unwrap());
    assert_eq!(with("optout")["total"], 1, "a wish outweighs a failure");
    let stats = world.get("owner", &format!("{}/stats", path.rsplit_once("/messages").unwrap().0)).ok();
    assert_eq!(stats["recipients"], 0);
}

#[test]
fn an_opt_out_holds_for_every_spelling_of_an_address_beyond_ascii() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let added = invite(&world, &path, &["Jörg@Köln.example"]);
    assert_eq!(added["succeeded"][0]["email"], "jörg@köln.example");
    let one = json!({ "email": "JÖRG@KÖLN.example", "duplicates": "add_if_not_in_message" });
    world.post("owner", &format!("{path}/recipients"), one).fails(Error::AlreadyExists);
    send(&world, &path);
    at_team(&world, |ground| record_opt_out(ground, added["succeeded"][0]["id"].as_str().unwrap()).unwrap());
    contact(&world, "JÖRG@köln.example", json!({}));
    assert_eq!(world.get("owner", "/v3/contacts?status=optout&search=jörg@").ok()["total"], 1);
    let (_, path) = invitation(&world);
    let again = invite(&world, &path, &["JÖRG@KÖLN.example"]);
    assert_eq!((&again["succeeded"], &again["opted_out"]), (&json!([]), &json!(["jörg@köln.example"])));
}

#[test]
fn an_opt_out_of_a_recipient_whose_address_is_stored_as_typed_holds_for_every_spelling() {
    let world = World::new();
    let (_, path) = invitation(&world);
    let added = invite(&world, &path, &["x@mail.example"]);
    let id = added["succeeded"][0]["id"].as_str().unwrap();
    at_team(&world, |ground| {
        ground.sql.run("UPDATE recipients SET address = 'ÖZ@mail.example' WHERE id = ?", &[id.into()]).unwrap();
        record_opt_out(ground, id).unwrap();
        let stored =
            ground.sql.run("SELECT address FROM suppressions WHERE address LIKE '%z@mail.example' ORDER BY 1", &[]);
        let stored: Vec<String> = stored.unwrap().iter().map(|row| row.text("address")).collect();
        assert_eq!(stored, ["ÖZ@mail.example", "öz@mail.example"]);
    });
}

#[test]
fn recipients_of_another_collector_or_team_do_not_exist() {
    let world = World::new();
    let (email, path) = invitation(&world);
    let added = invite(&world, &path, &["a@mail.example"]);
    let id = added["succeeded"][0]["id"].as_str().unwrap();
    let other = collector(&world, "email");
    world.get("owner", &format!("{other}/recipients/{id}")).fails(Error::NotFound);
    world.get("other_team", &format!("{email}/recipients/{id}")).fails(Error::NotFound);
    world.delete("other_team", &format!("{email}/recipients/{id}")).fails(Error::NotFound);
    world.get("owner", &format!("{email}/messages/1/recipients")).fails(Error::NotFound);
}

#[test]
fn with_a_recipient_goes_how_far_they_were_in_the_survey() {
    let world = World::new();
    let (email, path) = invitation(&world);
    let added = invite(&world, &path, &["a@mail.example", "b@mail.example"]);
    let id = |place: usize| added["succeeded"][place]["id"].as_str().unwrap().to_owned();
    let takings = |world: &World| {
        at_team(world, |ground| ground.sql.run("SELECT id FROM respondent_progress", &[]).unwrap().len())
    };
    at_team(&world, |ground| {
        for place in [0, 1] {
            let sql = "INSERT INTO respondent_progress (id, survey_id, collector_id, page_id, drafts, modified)
                       SELECT id || '.' || ?, survey_id, id, '', '{}', 0 FROM collectors WHERE id = ?";
            let collector = email.rsplit('/').next().unwrap();
            ground.sql.run(sql, &[id(place).into(), collector.into()]).unwrap();
        }
    });
    world.delete("owner", &format!("{email}/recipients/{}", id(0))).ok();
    assert_eq!(takings(&world), 1);
    world.delete("owner", &email).ok();
    assert_eq!(takings(&world), 0);
}

#[test]
fn a_list_of_recipients_reads_their_fields_only_if_it_shows_them() {
    let world = World::new();
    let (email, message) = invitation(&world);
    for number in 0..10 {
        let fields = json!({ "note": "x".repeat(400) });
        let body = json!({ "email": format!("{number}@fields.example"), "extra_fields": fields });
        world.post("owner", &format!("{message}/recipients"), body).ok();
    }
    let bytes = |query: &str| {
        world.most();
        world.get("owner", &format!("{email}/recipients{query}")).ok();
        world.most().bytes
    };
    bytes("?per_page=1");
    assert!(bytes("") + 4_000 <= bytes("?include=extra_fields"));
}
