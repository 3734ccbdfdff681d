//! How the database finds what a request asks for: every list is served by an index, whatever it is filtered and
//! sorted by, and so is every write of a design. The test reads SQLite's own plan of each statement that was run.

use crate::support::people::{MEMBER_OLIVIA, MEMBER_ROSA, OLIVIA, ROSA};
use crate::support::surveys::{EVERY_KIND_SECOND_PAGE, RESEARCH_DAY};
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::spec::endpoint::Route;
use canvass::spec::endpoints::routes;
use canvass::spec::shape::Shape;
use canvass::wire::path::fill_route;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Tables, by the names that statements give them, that are short by their nature.
const SHORT: &[(&str, &str)] = &[
    ("team", "one row"),
    ("roles", "a handful for a team"),
    ("users", "as many as the team may invite"),
    ("attempts", "counts of a limited number"),
];

/// Tables that are themselves a list of the whole team: they are counted, and walked through in the order of an index.
const WHOLE: &[&str] = &["workgroups", "team_templates", "bank_questions", "activities"];

/// What is wrong with a step of a statement's plan: the table that it walks through. The rows of a sub-select are
/// walked through; its own steps are in the same plan.
fn fault<'a>(statement: &str, steps: &[String], step: &'a str) -> Option<&'a str> {
    let name = step.strip_prefix("SCAN ")?;
    let table = name.split(' ').next().unwrap();
    let is_select = ["CO-ROUTINE", "MATERIALIZE"].iter().any(|kind| steps.contains(&format!("{kind} {table}")));
    let made = name.contains("VIRTUAL TABLE") || table.starts_with('(') || name.starts_with("CONSTANT") || is_select;
    let short = SHORT.iter().any(|(short, _)| *short == table);
    let whole = WHOLE.contains(&table) && (name.contains(" INDEX ") || statement.starts_with("SELECT COUNT(*)"));
    (!made && !short && !whole).then_some(table)
}

/// The statements that walk through a table. Index-only walks count too: they grow with the table all the same.
fn walks(world: &World) -> Vec<String> {
    let plans = world.database(&ActorId::Team(people::NORTHWIND.to_owned())).plans();
    assert!(!plans.is_empty(), "nothing was run");
    let faulty = plans.into_iter().filter(|(text, steps)| steps.iter().any(|step| fault(text, steps, step).is_some()));
    faulty.map(|(statement, steps)| format!("{statement}\n  {}\n", steps.join("\n  "))).collect()
}

#[track_caller]
fn none(walks: Vec<String>) {
    assert!(walks.is_empty(), "these walk through a table that grows:\n\n{}", walks.join("\n"));
}

/// Ids by the names that paths give them: of a small survey, for a plan does not depend on how much there is.
fn known(world: &World) -> BTreeMap<&'static str, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let post = |path: &str, body: Value| text(&world.post("owner", path, body).ok()["id"]);
    let first = |path: &str| text(&world.get("owner", path).ok()["data"][0]["id"]);
    let question = json!({ "headings": [{ "heading": "Which?" }], "family": "single_choice", "subtype": "menu",
        "answers": { "choices": [{ "text": "A" }] } });
    let survey = post("/v3/surveys", json!({ "pages": [{ "questions": [question] }] }));
    let page = first(&format!("/v3/surveys/{survey}/pages"));
    let question = first(&format!("/v3/surveys/{survey}/pages/{page}/questions"));
    let collector = post(&format!("/v3/surveys/{survey}/collectors"), json!({ "type": "email" }));
    let response = post(&format!("/v3/collectors/{collector}/responses"), json!({ "pages": [] }));
    let message = post(&format!("/v3/collectors/{collector}/messages"), json!({ "type": "invite" }));
    let recipients = format!("/v3/collectors/{collector}/messages/{message}/recipients");
    let recipient = post(&recipients, json!({ "email": "x@plans.example" }));
    let list = post("/v3/contact_lists", json!({ "name": "Plans" }));
    BTreeMap::from([
        ("survey_id", survey),
        ("page_id", page),
        ("question_id", question),
        ("collector_id", collector),
        ("message_id", message),
        ("recipient_id", recipient),
        ("response_id", response),
        ("group_id", people::NORTHWIND.to_owned()),
        ("member_id", MEMBER_OLIVIA.to_owned()),
        ("user_id", people::OLIVIA.to_owned()),
        ("workgroup_id", first("/v3/workgroups")),
        ("contact_list_id", list.clone()),
        ("list_id", list),
        ("action_type", "survey_info_create".to_owned()),
        ("language_code", "de".to_owned()),
    ])
}

/// Values of a parameter: all of a set, one of everything else.
fn values(shape: &Shape) -> Vec<String> {
    match shape {
        Shape::Choice(choice) => choice.values.iter().map(|value| (*value).to_owned()).collect(),
        Shape::Array(item) => values(item),
        Shape::Date => vec!["2026-01-01T00:00:00".to_owned()],
        Shape::Boolean => vec!["true".to_owned()],
        _ => vec!["1".to_owned()],
    }
}

/// Queries of a route: none, every value of every parameter, and each pair of sorting and direction.
fn queries(route: &Route) -> Vec<String> {
    let mut queries = vec![String::new()];
    for field in route.parameters() {
        queries.extend(values(&field.shape).into_iter().map(|value| format!("{}={value}", field.name)));
    }
    let of = |name: &str| route.parameters().find(|field| field.name == name).map(|field| values(&field.shape));
    for (by, order) in of("sort_by").into_iter().zip(of("sort_order")) {
        let pairs = by.iter().flat_map(|by| order.iter().map(move |order| (by, order)));
        queries.extend(pairs.map(|(by, order)| format!("sort_by={by}&sort_order={order}")));
    }
    // A series needs to know its interval whatever else it is asked.
    let needed: Vec<String> = route
        .parameters()
        .filter(|field| field.required)
        .filter_map(|field| values(&field.shape).first().map(|value| format!("&{}={value}", field.name)))
        .collect();
    queries.iter().map(|query| format!("{query}{}", needed.concat())).collect()
}

#[test]
fn every_list_and_every_resource_is_found_by_an_index() {
    let world = World::new();
    let known = known(&world);
    world.database(&ActorId::Team(people::NORTHWIND.to_owned())).forget();
    for route in routes().filter(|route| route.method.is_read()) {
        let path = fill_route(route, |name| Some(known.get(name).map_or("1", String::as_str))).unwrap();
        let answers = queries(route).into_iter().map(|query| world.get("owner", &format!("{path}?{query}")).status);
        let answered = answers.filter(|status| *status == 200).count();
        // Benchmarks are for private apps, and their tables are the service's own data.
        let list = matches!(route.response, Shape::List(_)) && !route.name.contains("benchmark");
        assert!(!list || answered > 0, "{} at {path} gives no list", route.name);
    }
    none(walks(&world));
}

#[test]
fn s39_no_get_of_the_api_writes_a_row() {
    let world = World::new();
    let known = known(&world);
    world.get("owner", "/v3/users/me").ok();
    let before = world.changes();
    for route in routes().filter(|route| route.method.is_read()) {
        let path = fill_route(route, |name| Some(known.get(name).map_or("1", String::as_str))).unwrap();
        for query in queries(route) {
            world.get("owner", &format!("{path}?{query}"));
            assert_eq!(world.changes(), before, "{path}?{query}");
        }
    }
}

#[test]
fn what_a_list_of_surveys_leaves_out_costs_no_more_than_an_entry_of_an_index() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for sort in ["title", "date_modified", "num_responses"] {
        for filter in ["title=e", "folder_id=0", "start_modified_at=2025-01-01T00:00:00", "title=e&folder_id=0"] {
            world.evict_all();
            database.forget();
            world.get("owner", &format!("/v3/surveys?include=owned&sort_by={sort}&{filter}")).ok();
            let plans = database.plans().into_iter().filter(|(statement, _)| statement.contains("owner_id = ?"));
            let steps: Vec<String> =
                plans.flat_map(|(_, steps)| steps).filter(|step| step.contains("surveys")).collect();
            assert!(steps.len() >= 2, "{steps:?}");
            assert!(steps.iter().all(|step| step.contains("USING COVERING INDEX")), "{filter}: {steps:?}");
        }
    }
}

#[test]
fn what_a_user_shares_is_found_from_the_shares_and_not_from_every_survey() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database.forget();
    let shared = world.get("owner", "/v3/surveys?include=shared_by").ok();
    assert_ne!(shared["total"], 0);
    let plans = database.plans().into_iter().filter(|(statement, _)| statement.contains("+owner_id = ?"));
    let steps: Vec<String> =
        plans.flat_map(|(_, steps)| steps).filter(|step| step.contains("SEARCH surveys")).collect();
    assert!(steps.len() >= 2, "{steps:?}");
    assert!(steps.iter().all(|step| step.contains("(id=?)")), "{steps:?}");
}

#[test]
fn what_is_shared_with_a_user_is_found_from_the_user_s_workgroups() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database.forget();
    assert_ne!(world.get("regular", "/v3/surveys?include=shared_with").ok()["total"], 0);
    let plans = database.plans().into_iter().filter(|(statement, _)| statement.contains("owner_id <> ?"));
    let steps: Vec<String> = plans.flat_map(|(_, steps)| steps).filter(|step| step.contains("shares ")).collect();
    assert!(steps.len() >= 2 && steps.iter().all(|step| step.contains("(workgroup_id=?)")), "{steps:?}");
}

#[test]
fn the_webhooks_of_an_event_are_found_from_what_they_name() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let webhook = json!({ "name": "x", "event_type": "survey_updated", "object_type": "survey",
        "object_ids": [surveys::EVERY_KIND], "subscription_url": "https://hooks.example.com/" });
    world.post("owner", "/v3/webhooks", webhook).ok();
    world.patch("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND), json!({ "title": "x" })).ok();
    database.forget();
    world.wake_all();
    let plans = database.plans().into_iter().filter(|(statement, _)| statement.contains("FROM webhook_objects"));
    let steps: Vec<String> = plans.flat_map(|(_, steps)| steps).filter(|step| step.starts_with("SEARCH")).collect();
    let [objects, webhooks] = &steps[..] else { panic!("{steps:?}") };
    assert!(objects.contains("webhook_objects") && objects.contains("(object_id=? AND webhook_id>?)"), "{objects}");
    assert!(webhooks.contains(" id=?)"), "{webhooks}");
}

#[test]
fn a_list_of_surveys_is_merged_from_ordered_parts_and_reads_no_table_through() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for sort in ["title", "date_modified", "num_responses"] {
        database.forget();
        world.get("owner", &format!("/v3/surveys?sort_by={sort}&page=2&per_page=1")).ok();
        let plans = database.plans();
        let (_, steps) = plans.iter().find(|(statement, _)| statement.contains("UNION ALL")).unwrap();
        assert!(steps.iter().any(|step| step.contains("MERGE")), "{steps:?}");
        assert!(steps.iter().any(|step| step.contains("COVERING INDEX") && step.contains("owner_id=?")), "{steps:?}");
        none(walks(&world));
    }
}

#[test]
fn every_write_of_a_design_finds_its_rows_by_an_index() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database.forget();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let survey = text(&world.post("owner", "/v3/surveys", json!({ "from_survey_id": surveys::EVERY_KIND })).ok()["id"]);
    let pages = format!("/v3/surveys/{survey}/pages");
    let page = text(&world.post("owner", &pages, json!({ "position": 1 })).ok()["id"]);
    let questions = format!("{pages}/{page}/questions");
    let question =
        json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay", "position": 1 });
    let id = text(&world.post("owner", &questions, question.clone()).ok()["id"]);
    world.patch("owner", &format!("{questions}/{id}"), json!({ "position": 1 })).ok();
    world.put("owner", &format!("{questions}/{id}"), question).ok();
    world.delete("owner", &format!("{questions}/{id}")).ok();
    world.patch("owner", &format!("{pages}/{page}"), json!({ "position": 2, "title": "x" })).ok();
    world.delete("owner", &format!("{pages}/{page}")).ok();
    world.delete("owner", &format!("/v3/surveys/{}/pages/{EVERY_KIND_SECOND_PAGE}", surveys::EVERY_KIND)).ok();
    world.patch("regular", &format!("/v3/surveys/{}", surveys::EVERY_KIND), json!({ "title": "x" })).ok();
    world.put("owner", &format!("/v3/surveys/{survey}"), json!({})).ok();
    world.delete("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND)).ok();
    none(walks(&world));
}

#[test]
fn every_write_of_a_workgroup_a_folder_and_a_translation_finds_its_rows_by_an_index() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database.forget();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let made = world.post("owner", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).ok();
    let group = format!("/v3/workgroups/{}", text(&made["id"]));
    world.post("owner", &format!("{group}/members"), json!({ "user_id": people::ROSA })).ok();
    world.patch("owner", &format!("{group}/members/{ROSA}"), json!({ "is_workgroup_owner": true })).ok();
    world.delete("owner", &format!("{group}/members/{OLIVIA}")).ok();
    let survey = json!({ "resource_type": "survey", "resource_id": surveys::LUNCH });
    let share = text(&world.post("regular", &format!("{group}/shares"), survey).ok()["id"]);
    world.delete("regular", &format!("{group}/shares/{share}")).ok();
    world.delete("regular", &group).ok();
    world.patch("owner", "/v3/survey_folders/1400001", json!({ "title": "x" })).ok();
    world.delete("owner", "/v3/survey_folders/1400001").ok();
    world
        .patch(
            "admin",
            &format!("/v3/groups/{}/members/{MEMBER_ROSA}", people::NORTHWIND),
            json!({ "email": "r@northwind.example" }),
        )
        .ok();
    let german = &format!("/v3/surveys/{RESEARCH_DAY}/languages/de");
    let texts = ["", "Weiter"]
        .map(|text| json!({ "context": "survey_next", "resource_id": surveys::RESEARCH_DAY, "translation": text }));
    assert_eq!(world.patch("owner", german, json!({ "translations": texts })).status, 200);
    world.delete("owner", german).ok();
    none(walks(&world));
}

#[test]
fn every_write_of_contacts_finds_its_rows_by_an_index() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    database.forget();
    let list = world.get("owner", "/v3/contact_lists").ok()["data"][0]["id"].clone();
    let [mut mia, ben] = ["mia@mail.example", "ben@mail.example"]
        .map(|email| json!({ "first_name": "x", "last_name": "y", "email": email }));
    for path in ["/v3/contacts/bulk".to_owned(), format!("/v3/contact_lists/{}/contacts/bulk", list.as_str().unwrap())]
    {
        let by_number = json!({ "first_name": "x", "last_name": "y", "phone_number": "+12175550199" });
        let body = json!({ "contacts": [mia, ben, by_number], "update_existing": true });
        world.post("owner", &path, body).ok();
        mia["first_name"] = "z".into();
    }
    let changed = database.plans().into_iter().filter(|(statement, _)| statement.starts_with("UPDATE OR IGNORE"));
    let steps: Vec<String> = changed.flat_map(|(_, steps)| steps).filter(|step| step.contains(" contacts")).collect();
    assert!(!steps.is_empty() && steps.iter().all(|step| step.contains("SEARCH contacts USING INDEX")), "{steps:?}");
    none(walks(&world));
}

#[test]
fn a_page_of_own_surveys_is_read_in_the_order_of_an_index() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for sort in ["title", "date_modified", "num_responses"] {
        for order in ["asc", "desc"] {
            database.forget();
            world.get("owner", &format!("/v3/surveys?include=owned&sort_by={sort}&sort_order={order}")).ok();
            let read = database.plans().into_iter().filter(|(statement, _)| statement.contains("sort_key"));
            let steps: Vec<String> = read.flat_map(|(_, steps)| steps).collect();
            assert!(steps.iter().any(|step| step.contains("USING COVERING INDEX surveys_by_")), "{steps:?}");
            assert!(!steps.iter().any(|step| step.contains("TEMP B-TREE")), "{sort}: {steps:?}");
        }
    }
}

#[test]
fn a_scan_of_a_table_is_detected() {
    let sub_select = ["CO-ROUTINE page".to_owned(), "SCAN page".to_owned()];
    assert_eq!(fault("SELECT id", &sub_select, "SCAN page"), None);
    assert_eq!(fault("SELECT id", &sub_select, "SCAN pages"), Some("pages"));
    let fault = |statement, step| fault(statement, &[], step);
    assert_eq!(fault("SELECT id", "SCAN surveys"), Some("surveys"));
    assert_eq!(fault("SELECT id", "SCAN surveys USING COVERING INDEX surveys_by_title"), Some("surveys"));
    assert_eq!(fault("SELECT id", "SEARCH surveys USING INDEX surveys_by_title (owner_id=?)"), None);
    assert_eq!(fault("SELECT id", "SCAN wanted VIRTUAL TABLE INDEX 1:"), None);
    assert_eq!(fault("SELECT id", "SCAN CONSTANT ROW"), None);
    assert_eq!(fault("SELECT id", "SCAN roles"), None);
    assert_eq!(fault("SELECT id", "SCAN activities USING INDEX activities_by_time"), None);
    assert_eq!(fault("SELECT id", "SCAN activities"), Some("activities"));
    assert_eq!(fault("SELECT COUNT(*) AS total", "SCAN activities"), None);
}

#[test]
fn contacts_are_stored_and_messages_sent_by_indexes() {
    use crate::support::messages::{collector, invite, message, send};
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    world.get("owner", "/v3/surveys?per_page=1").ok();
    database.forget();
    let person = |email: &str| json!({ "first_name": "x", "last_name": "y", "email": email });
    let list = world.post("owner", "/v3/contact_lists", json!({})).ok();
    let list = format!("/v3/contact_lists/{}", list["id"].as_str().unwrap());
    let contact = world.post("owner", &format!("{list}/contacts"), person("a@plans.example")).ok();
    let bulk = json!({ "contacts": [person("a@plans.example"), person("b@plans.example")], "update_existing": true });
    world.post("owner", &format!("{list}/contacts/bulk"), bulk).ok();
    world.post("owner", &format!("{list}/copy"), json!({})).ok();
    let copied = world.post("owner", "/v3/contact_lists", json!({})).ok();
    world.post("owner", &format!("{list}/merge"), json!({ "list_id": copied["id"] })).ok();
    let contact = format!("/v3/contacts/{}", contact["id"].as_str().unwrap());
    world.patch("owner", &contact, json!({ "last_name": "z" })).ok();
    let email = collector(&world, "email");
    let first = message(&world, &email, json!({ "type": "invite" }));
    world.post("owner", &format!("{first}/recipients"), json!({ "email": "c@plans.example" })).ok();
    let added = invite(&world, &first, &["a@plans.example", "b@plans.example"]);
    let by_list = json!({ "contact_list_ids": [list.rsplit_once('/').unwrap().1] });
    world.post("owner", &format!("{first}/recipients/bulk"), by_list).ok();
    send(&world, &first);
    crate::support::messages::at_team(&world, |ground| {
        let id = added["succeeded"][0]["id"].as_str().unwrap();
        canvass::service::surveys::recipients::record_opt_out(ground, id).unwrap();
        canvass::service::surveys::recipients::mark_clicked(ground, id).unwrap();
    });
    let reminder = message(&world, &email, json!({ "type": "reminder" }));
    send(&world, &reminder);
    crate::support::messages::at_team(&world, |ground| {
        canvass::service::mail::sender::pass_to_owners(ground, "x@plans.example").unwrap();
    });
    world.delete("owner", &reminder).ok();
    world.delete("owner", &contact).ok();
    world.delete("owner", &list).ok();
    world.delete("owner", &email).ok();
    none(walks(&world));
}
