//! Contacts, their lists and their fields.

use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::{Sql, Value as Stored};
use canvass::spec::errors::Error;
use serde_json::{Value, json};

fn person(email: &str) -> Value {
    json!({ "first_name": "Mia", "last_name": "Holt", "email": email })
}

fn made(world: &World, body: Value) -> Value {
    world.post("owner", "/v3/contacts", body).ok()
}

fn list(world: &World, name: &str) -> String {
    let list = world.post("owner", "/v3/contact_lists", json!({ "name": name })).ok();
    list["id"].as_str().unwrap().to_owned()
}

fn emails(world: &World, target: &str) -> Vec<String> {
    let list = world.get("owner", target).ok();
    let email = |contact: &Value| contact["email"].as_str().unwrap_or_default().to_owned();
    list["data"].as_array().unwrap().iter().map(email).collect()
}

/// Empties the user's address book, so that a test knows all that is in it.
fn emptied(world: &World) {
    world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run("DELETE FROM contacts", &[]).unwrap();
}

#[test]
fn a_contact_has_names_an_address_and_custom_fields() {
    let world = World::new();
    let mut body = person("mia@mail.example");
    body["custom_fields"] = json!({ "1": "north", "6": "gold" });
    let answer = world.post("owner", "/v3/contacts", body);
    assert_eq!(answer.status, 201);
    let contact = answer.ok();
    assert_eq!(contact["custom_fields"], json!({ "1": "north", "6": "gold" }));
    assert!(contact.get("phone_number").is_none(), "what is unknown is left out");
    let path = format!("/v3/contacts/{}", contact["id"].as_str().unwrap());
    assert!(contact["href"].as_str().unwrap().ends_with(&path));
    assert_eq!(world.get("owner", &path).ok(), contact);
    assert_eq!(world.delete("owner", &path).ok(), contact);
    world.get("owner", &path).fails(Error::NotFound);
}

#[test]
fn a_contact_needs_both_names_and_an_email_address_or_a_phone_number() {
    let world = World::new();
    for (body, field) in [
        (json!({ "last_name": "x", "email": "a@b.example" }), "first_name"),
        (json!({ "first_name": "x", "email": "a@b.example" }), "last_name"),
        (json!({ "first_name": "x", "last_name": "y" }), "email"),
        (json!({ "first_name": "x", "last_name": "y", "email": "" }), "email"),
        (person("no address"), "email"),
        (json!({ "first_name": "x", "last_name": "y", "phone_number": "0301234567" }), "phone_number"),
        (
            json!({ "first_name": "x", "last_name": "y", "email": "a@b.example", "custom_fields": { "7": "" } }),
            "custom_fields",
        ),
    ] {
        let answer = world.post("owner", "/v3/contacts", body);
        answer.fails(Error::BadBody);
        let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("`{field}`")), "{message}");
    }
    let by_phone = json!({ "first_name": "x", "last_name": "y", "phone_number": "+12175550142" });
    assert_eq!(made(&world, by_phone.clone())["phone_number"], "+12175550142");
    world.post("owner", "/v3/contacts", by_phone).fails(Error::AlreadyExists);
}

#[test]
fn contacts_belong_to_one_user() {
    let world = World::new();
    let contact = made(&world, person("mia@mail.example"));
    let path = format!("/v3/contacts/{}", contact["id"].as_str().unwrap());
    let own = list(&world, "Mine");
    for token in ["admin", "other_team"] {
        assert_eq!(world.get(token, &path).error(), Some(Error::NotFound), "{token}");
        assert_eq!(world.delete(token, &path).error(), Some(Error::NotFound), "{token}");
        world.get(token, &format!("/v3/contact_lists/{own}")).fails(Error::NotFound);
        let found = world.get(token, "/v3/contacts?search=mia@mail.example").ok();
        assert_eq!(found["total"], 0, "{token}");
    }
    assert_eq!(world.post("admin", "/v3/contacts", person("mia@mail.example")).status, 201, "another address book");
}

#[test]
fn an_address_is_in_the_address_book_once_whatever_its_case() {
    let world = World::new();
    let mia = made(&world, person("mia@mail.example"));
    world.post("owner", "/v3/contacts", person("MIA@mail.example")).fails(Error::AlreadyExists);
    let other = made(&world, person("other@mail.example"));
    let path = format!("/v3/contacts/{}", other["id"].as_str().unwrap());
    world.patch("owner", &path, json!({ "email": "Mia@mail.example" })).fails(Error::AlreadyExists);
    world.put("owner", &path, person("mia@mail.example")).fails(Error::AlreadyExists);
    assert_eq!(world.get("owner", &path).ok()["email"], "other@mail.example");
    let path = format!("/v3/contacts/{}", mia["id"].as_str().unwrap());
    assert_eq!(world.patch("owner", &path, json!({ "email": "Mia@Mail.example" })).ok()["email"], "Mia@Mail.example");
    assert_eq!(made(&world, person("Jörg@KÖLN.example"))["email"], "jörg@köln.example");
    world.post("owner", "/v3/contacts", person("JÖRG@Köln.example")).fails(Error::AlreadyExists);
    let people = json!({ "contacts": [person("JÖRG@KÖLN.example"), person("jörg@köln.example")] });
    assert_eq!(world.post("owner", "/v3/contacts/bulk", people).ok()["existing"].as_array().unwrap().len(), 2);
}

#[test]
fn a_patch_changes_what_it_names_and_a_put_replaces_all() {
    let world = World::new();
    let mut body = person("mia@mail.example");
    body["phone_number"] = json!("+12175550142");
    body["custom_fields"] = json!({ "1": "north", "2": "gold" });
    let path = format!("/v3/contacts/{}", made(&world, body)["id"].as_str().unwrap());
    let patched = world.patch("owner", &path, json!({ "last_name": "Berg", "custom_fields": { "2": "tin" } })).ok();
    assert_eq!((&patched["first_name"], &patched["last_name"]), (&json!("Mia"), &json!("Berg")));
    assert_eq!(patched["custom_fields"], json!({ "1": "north", "2": "tin" }));
    let replaced = world.put("owner", &path, person("mia@mail.example")).ok();
    assert_eq!(replaced["custom_fields"], json!({}));
    assert!(replaced.get("phone_number").is_none());
    assert_eq!(
        world.patch("owner", &path, json!({ "email": "" })).error(),
        Some(Error::BadBody),
        "no address would be left"
    );
    world.patch("owner", &path, json!({ "email": "x" })).fails(Error::BadBody);
}

#[test]
fn contacts_are_sorted_and_searched_by_every_field() {
    let world = World::new();
    emptied(&world);
    for (first, last, email, second) in
        [("Cem", "Ames", "b@x.example", "2"), ("ann", "Bell", "c@x.example", "1"), ("Bob", "cook", "A@x.example", "3")]
    {
        let body = json!({ "first_name": first, "last_name": last, "email": email,
                           "custom_fields": { "1": "same_%", "2": second } });
        made(&world, body);
    }
    let [a, b, c] = ["A@x.example", "b@x.example", "c@x.example"];
    for (query, expected) in [
        ("", [a, b, c]),
        ("?sort_order=desc", [c, b, a]),
        ("?sort_by=first_name", [c, a, b]),
        ("?sort_by=last_name", [b, c, a]),
        ("?sort_by=2", [c, b, a]),
        ("?sort_by=2&sort_order=DESC", [a, b, c]),
    ] {
        assert_eq!(emails(&world, &format!("/v3/contacts{query}")), expected, "{query}");
        assert_eq!(emails(&world, &format!("/v3/contacts/bulk{query}")), expected, "{query}");
    }
    assert_eq!(emails(&world, "/v3/contacts?search=C@X"), [c]);
    assert_eq!(emails(&world, "/v3/contacts?search_by=first_name&search=b"), [a]);
    assert_eq!(emails(&world, "/v3/contacts?search_by=2&search=1"), [c]);
    assert_eq!(emails(&world, "/v3/contacts?search_by=1&search=e_%25").len(), 3, "wildcards are taken literally");
    assert!(emails(&world, "/v3/contacts?search_by=1&search=a_e").is_empty());
    world.get("owner", "/v3/contacts?sort_by=7").fails(Error::BadParameters);
    let second = world.get("owner", "/v3/contacts?per_page=1&page=2&sort_by=2").ok();
    assert_eq!((&second["data"][0]["email"], &second["total"]), (&json!(b), &json!(3)));
    assert!(second["links"]["next"].as_str().unwrap().contains("sort_by=2"));
}

#[test]
fn custom_fields_come_with_bulk_alone() {
    let world = World::new();
    made(&world, person("mia@mail.example"));
    assert!(world.get("owner", "/v3/contacts").ok()["data"][0].get("custom_fields").is_none());
    assert!(world.get("owner", "/v3/contacts/bulk").ok()["data"][0]["custom_fields"].is_object());
}

#[test]
fn every_sort_order_of_contacts_is_served_by_an_index() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for column in ["email", "first_name", "last_name", "custom_1", "custom_6"] {
        let plan = database
            .run(
                &format!(
                    "EXPLAIN QUERY PLAN SELECT id FROM contacts WHERE user_id = ? AND status = ?
                     ORDER BY {column} ASC, id ASC LIMIT 50 OFFSET 0"
                ),
                &[Stored::from("1"), Stored::from("active")],
            )
            .unwrap();
        let steps: Vec<String> = plan.iter().map(|row| row.text("detail")).collect();
        assert!(steps.len() == 1 && steps[0].contains(&format!("contacts_by_{column}")), "{steps:?}");
    }
}

#[test]
fn a_page_of_a_list_with_many_of_the_contacts_is_found_in_order_and_one_of_a_short_list_from_the_list() {
    let world = World::new();
    emptied(&world);
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let user = world.person("owner")["user_id"].as_str().unwrap();
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)";
    let [long, short] = [list(&world, "Long"), list(&world, "Short")];
    for sql in [
        format!(
            "{numbers} INSERT INTO contacts SELECT 'c' || i, '{user}', 'F' || (i % 7), '', 'x' || i || '@y.example', '', '', '',
             '', '', '', '', iif(i % 5, 'active', 'optout'), 0 FROM n"
        ),
        format!("{numbers} INSERT INTO contact_list_members SELECT '{long}', 'c' || i FROM n WHERE i % 3"),
        format!("{numbers} INSERT INTO contact_list_members SELECT '{short}', 'c' || i FROM n WHERE i % 40 = 1"),
    ] {
        database.run(&sql, &[]).unwrap();
    }
    let all = |list: &str, query: &str| {
        let mut found = Vec::new();
        let mut steps = Vec::new();
        for page in 1.. {
            database.forget();
            let path = format!("/v3/contact_lists/{list}/contacts?per_page=50&page={page}{query}");
            let page = world.get("owner", &path).ok();
            let plans =
                database.plans().into_iter().filter(|(sql, _)| sql.contains("ORDER BY") && sql.contains("OFFSET"));
            steps.push(plans.flat_map(|(_, steps)| steps).collect::<Vec<_>>().join("; "));
            found.extend(page["data"].as_array().unwrap().iter().map(|contact| contact["id"].clone()));
            if found.len() as u64 >= page["total"].as_u64().unwrap() {
                return (found, steps);
            }
        }
        unreachable!()
    };
    for (query, order, index) in [
        ("", "email, id", "contacts_by_email"),
        ("&sort_by=first_name&sort_order=DESC", "first_name DESC, id DESC", "contacts_by_first_name"),
        ("&search=3&sort_by=first_name", "first_name, id", "contacts_by_first_name"),
    ] {
        for (list, many) in [(&long, true), (&short, false)] {
            let (found, steps) = all(list, query);
            let search = if query.contains("search") { "email LIKE '%3%'" } else { "1" };
            let expected = format!(
                "SELECT id FROM contacts JOIN contact_list_members ON contact_id = id
                 WHERE list_id = '{list}' AND status = 'active' AND {search} ORDER BY {order}"
            );
            let expected: Vec<Value> =
                database.run(&expected, &[]).unwrap().iter().map(|row| row.text("id").into()).collect();
            assert_eq!(found, expected, "{list} {query}");
            let in_order = steps[0].contains(index) && !steps[0].contains("TEMP B-TREE");
            assert_eq!(in_order, many, "{query}: {}", steps[0]);
        }
    }
}

#[test]
fn an_address_is_found_by_an_index() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for (condition, index) in [
        ("email <> '' AND email = ?", "contacts_by_address"),
        ("email = '' AND phone_number = ?", "contacts_by_number"),
    ] {
        let sql = format!("EXPLAIN QUERY PLAN SELECT id FROM contacts WHERE user_id = ? AND {condition}");
        let plan = database.run(&sql, &[Stored::from("1"), Stored::from("x")]).unwrap();
        assert!(plan[0].text("detail").contains(index), "{plan:?}");
    }
}

#[test]
fn bulk_reports_the_outcome_of_each_contact() {
    let world = World::new();
    let old = made(&world, person("old@mail.example"));
    let contacts = json!([
        person("new@mail.example"), person("old@mail.example"), person("NEW@mail.example"), person("nowhere"),
        { "first_name": "No", "last_name": "Address" },
    ]);
    let answer = world.post("owner", "/v3/contacts/bulk", json!({ "contacts": contacts }));
    assert_eq!(answer.status, 200);
    let added = answer.ok();
    assert_eq!(added["succeeded"].as_array().unwrap().len(), 1);
    assert_eq!(added["succeeded"][0]["email"], "new@mail.example");
    assert_eq!(added["existing"][0]["id"], old["id"]);
    assert_eq!(added["existing"][1]["id"], added["succeeded"][0]["id"], "the second time in one request");
    assert_eq!(added["invalids"], json!(["nowhere", "No Address"]));
}

#[test]
fn bulk_updates_those_that_exist_on_request() {
    let world = World::new();
    let mut body = person("old@mail.example");
    body["custom_fields"] = json!({ "1": "kept", "2": "old" });
    let old = made(&world, body);
    let path = format!("/v3/contacts/{}", old["id"].as_str().unwrap());
    let newer = json!({ "first_name": "Max", "last_name": "Holt", "email": "old@mail.example",
                        "custom_fields": { "2": "new" } });
    world.post("owner", "/v3/contacts/bulk", json!({ "contacts": [newer] })).ok();
    assert_eq!(world.get("owner", &path).ok()["first_name"], "Mia", "not told to");
    let added = world.post("owner", "/v3/contacts/bulk", json!({ "contacts": [newer], "update_existing": true })).ok();
    assert_eq!(added["succeeded"][0]["id"], old["id"]);
    let changed = world.get("owner", &path).ok();
    assert_eq!(
        (&changed["first_name"], &changed["custom_fields"]),
        (&json!("Max"), &json!({ "1": "kept", "2": "new" }))
    );
}

#[test]
fn the_contacts_of_a_day_are_limited_by_plan() {
    let world = World::new();
    let contacts = |from: usize, count: usize| -> Value {
        (from..from + count).map(|number| person(&format!("p{number}@mail.example"))).collect()
    };
    let bulk = |from, count| world.post("free", "/v3/contacts/bulk", json!({ "contacts": contacts(from, count) }));
    assert_eq!(bulk(0, 1001).error(), Some(Error::ResourceLimit), "more than one request may hold");
    assert_eq!(bulk(0, 999).status, 200);
    bulk(1000, 2).fails(Error::ResourceLimit);
    assert_eq!(world.get("free", "/v3/contacts?search=p1001@").ok()["total"], 0, "nothing was written");
    assert_eq!(bulk(1000, 1).status, 200);
    world.post("free", "/v3/contacts", person("one@more.example")).fails(Error::ResourceLimit);
    assert_eq!(bulk(0, 5).status, 200, "those that exist are not counted");
    world.pass(86_400_000);
    assert_eq!(world.post("free", "/v3/contacts", person("one@more.example")).status, 201, "the next day");
}

#[test]
fn a_list_is_made_renamed_replaced_and_deleted_without_its_contacts() {
    let world = World::new();
    let answer = world.post("owner", "/v3/contact_lists", json!({}));
    assert_eq!((answer.status, &answer.ok()["name"]), (201, &json!("New List")));
    let id = list(&world, "Friends");
    let path = format!("/v3/contact_lists/{id}");
    let contact = world.post("owner", &format!("{path}/contacts"), person("mia@mail.example")).ok();
    assert_eq!(world.patch("owner", &path, json!({ "name": "Foes" })).ok()["name"], "Foes");
    assert_eq!(world.patch("owner", &path, json!({})).ok()["name"], "Foes");
    world.patch("owner", &path, json!({ "name": " " })).fails(Error::BadBody);
    assert_eq!(world.put("owner", &path, json!({})).ok()["name"], "New List");
    assert_eq!(world.delete("owner", &path).ok()["id"], json!(id));
    world.get("owner", &path).fails(Error::NotFound);
    world.get("owner", &format!("{path}/contacts")).fails(Error::NotFound);
    let contact = format!("/v3/contacts/{}", contact["id"].as_str().unwrap());
    assert_eq!(world.get("owner", &contact).status, 200, "contacts stay");
}

#[test]
fn lists_are_paged_in_the_order_in_which_they_were_made() {
    let world = World::new();
    let before = world.get("owner", "/v3/contact_lists").ok()["total"].as_u64().unwrap();
    let (one, two) = (list(&world, "One"), list(&world, "Two"));
    let page = world.get("owner", &format!("/v3/contact_lists?per_page=1&page={}", before + 1)).ok();
    assert_eq!((&page["data"][0]["id"], &page["total"]), (&json!(one), &json!(before + 2)));
    let page = world.get("owner", &format!("/v3/contact_lists?per_page=1&page={}", before + 2)).ok();
    assert_eq!(page["data"][0]["id"], json!(two));
}

#[test]
fn a_contact_is_once_in_a_list_and_may_be_in_several() {
    let world = World::new();
    let [one, two] = ["One", "Two"].map(|name| format!("/v3/contact_lists/{}/contacts", list(&world, name)));
    let contact = world.post("owner", &one, person("mia@mail.example")).ok();
    world.post("owner", &one, person("mia@mail.example")).fails(Error::AlreadyExists);
    let newer = json!({ "first_name": "Max", "last_name": "Holt", "email": "mia@mail.example" });
    let joined = world.post("owner", &two, newer).ok();
    assert_eq!((&joined["id"], &joined["first_name"]), (&contact["id"], &json!("Max")));
    assert_eq!(emails(&world, &one), ["mia@mail.example"]);
    assert_eq!(emails(&world, &format!("{two}/bulk")), ["mia@mail.example"]);
    let bulk = json!({ "contacts": [person("mia@mail.example"), person("ben@mail.example")] });
    let three = format!("/v3/contact_lists/{}/contacts", list(&world, "Three"));
    let added = world.post("owner", &format!("{three}/bulk"), bulk.clone()).ok();
    assert_eq!((added["succeeded"].as_array().unwrap().len(), &added["existing"]), (2, &json!([])));
    let again = world.post("owner", &format!("{three}/bulk"), bulk).ok();
    assert_eq!((again["existing"].as_array().unwrap().len(), &again["succeeded"]), (2, &json!([])));
    assert_eq!(emails(&world, &three), ["ben@mail.example", "mia@mail.example"]);
    assert_eq!(emails(&world, &format!("{three}?sort_order=desc&search=mail&per_page=1")), ["mia@mail.example"]);
}

#[test]
fn a_copy_of_a_list_holds_its_contacts_and_a_merge_adds_those_of_another() {
    let world = World::new();
    let (one, two) = (list(&world, "One"), list(&world, "Two"));
    world.post("owner", &format!("/v3/contact_lists/{one}/contacts"), person("a@mail.example")).ok();
    world.post("owner", &format!("/v3/contact_lists/{two}/contacts"), person("b@mail.example")).ok();
    let copy = world.post("owner", &format!("/v3/contact_lists/{one}/copy"), json!({}));
    assert_eq!((copy.status, &copy.ok()["name"]), (201, &json!("Copy of One")));
    let copy = copy.ok()["id"].as_str().unwrap().to_owned();
    assert_eq!(emails(&world, &format!("/v3/contact_lists/{copy}/contacts")), ["a@mail.example"]);
    let merged = world.post("owner", &format!("/v3/contact_lists/{one}/merge"), json!({ "list_id": two }));
    assert_eq!((merged.status, &merged.ok()["id"]), (200, &json!(one)));
    let both = ["a@mail.example", "b@mail.example"];
    assert_eq!(emails(&world, &format!("/v3/contact_lists/{one}/contacts")), both);
    assert_eq!(emails(&world, &format!("/v3/contact_lists/{two}/contacts")), ["b@mail.example"]);
    assert_eq!(emails(&world, &format!("/v3/contact_lists/{copy}/contacts")), ["a@mail.example"]);
    let unknown = world.post("owner", &format!("/v3/contact_lists/{one}/merge"), json!({ "list_id": "1" }));
    unknown.fails(Error::NotFound);
    assert!(unknown.body()["error"]["message"].as_str().unwrap().contains("`list_id`"));
    world.post("owner", "/v3/contact_lists/1/copy", json!({})).fails(Error::NotFound);
}

#[test]
fn the_six_fields_have_labels_that_their_user_can_change() {
    let world = World::new();
    let fields = world.get("owner", "/v3/contact_fields").ok();
    let labels: Vec<&str> =
        fields["data"].as_array().unwrap().iter().map(|field| field["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["Custom 1", "Custom 2", "Custom 3", "Custom 4", "Custom 5", "Custom 6"]);
    assert_eq!(world.get("owner", "/v3/contact_fields?per_page=4&page=2").ok()["data"][1]["id"], "6");
    let renamed = world.patch("owner", "/v3/contact_fields/3", json!({ "label": "Shoe size" })).ok();
    assert_eq!((&renamed["id"], &renamed["label"]), (&json!("3"), &json!("Shoe size")));
    assert_eq!(world.get("owner", "/v3/contact_fields/3").ok(), renamed);
    assert_eq!(world.get("admin", "/v3/contact_fields/3").ok()["label"], "Custom 3", "another user's");
    world.patch("owner", "/v3/contact_fields/3", json!({ "label": "" })).fails(Error::BadBody);
    world.get("owner", "/v3/contact_fields/7").fails(Error::NotFound);
}
