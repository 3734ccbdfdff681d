//! What all lists have in common, tried on every list of the API: the envelope, its defaults, its bounds, its links.

use crate::support::people::MEMBER_OLIVIA;
use crate::support::{Answered, World, people, surveys};
use canvass::spec::endpoint::Route;
use canvass::spec::endpoints::routes;
use canvass::spec::shape::Shape;
use canvass::wire::path::fill_route;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Ids of the demo world, by the names that paths give them.
pub fn known(world: &World) -> BTreeMap<&'static str, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let first = |token: &str, path: &str| text(&world.get(token, path).ok()["data"][0]["id"]);
    let survey = surveys::EVERY_KIND;
    let details = world.get("owner", &format!("/v3/surveys/{survey}/details")).ok();
    let page = &details["pages"][1];
    let collector = surveys::EVERY_KIND_MAIL;
    let messages = format!("/v3/collectors/{collector}/messages");
    let workgroup = first("owner", "/v3/workgroups");
    BTreeMap::from([
        ("survey_id", survey.to_owned()),
        ("page_id", text(&page["id"])),
        ("question_id", text(&page["questions"][0]["id"])),
        ("collector_id", collector.to_owned()),
        ("message_id", first("owner", &messages)),
        ("recipient_id", first("owner", &format!("/v3/collectors/{collector}/recipients"))),
        ("response_id", first("owner", &format!("/v3/collectors/{collector}/responses"))),
        ("group_id", people::NORTHWIND.to_owned()),
        ("member_id", MEMBER_OLIVIA.to_owned()),
        ("user_id", people::OLIVIA.to_owned()),
        ("share_id", first("owner", &format!("/v3/workgroups/{workgroup}/shares"))),
        ("workgroup_id", workgroup),
        ("contact_list_id", first("owner", "/v3/contact_lists")),
        ("contact_id", first("owner", "/v3/contacts")),
        ("contact_field_id", "1".to_owned()),
        ("folder_id", first("owner", "/v3/survey_folders")),
        ("bundle_id", first("private", "/v3/benchmark_bundles")),
        ("error_id", "1020".to_owned()),
        ("action_type", "survey_info_create".to_owned()),
        ("language_code", "de".to_owned()),
    ])
}

/// A list that somebody sees.
struct Seen {
    route: &'static Route,
    token: &'static str,
    path: String,
}

/// Every list of the API.
fn lists(known: &BTreeMap<&str, String>) -> Vec<Seen> {
    let lists = routes().filter(|route| matches!(route.response, Shape::List(_)));
    lists
        .map(|route| {
            let path = fill_route(route, |name| Some(known.get(name).map_or("1", String::as_str))).unwrap();
            // Benchmarks are for private apps.
            let token = if route.name.starts_with("benchmark") { "private" } else { "owner" };
            Seen { route, token, path }
        })
        .collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn every_list_has_the_envelope_and_begins_with_page_1_of_50() {
    let world = World::new();
    for Seen { route, token, path } in lists(&known(&world)) {
        let list = world.get(token, &path).ok();
        assert_eq!(keys(&list), ["data", "per_page", "page", "total", "links"], "{}", route.name);
        assert_eq!((&list["page"], &list["per_page"]), (&json!(1), &json!(50)), "{}", route.name);
        let total = list["total"].as_u64().unwrap();
        assert_eq!(list["data"].as_array().unwrap().len() as u64, total.min(50), "{}", route.name);
        let links: &[&str] = if total > 50 { &["self", "next", "last"] } else { &["self"] };
        assert_eq!(keys(&list["links"]), links, "{}", route.name);
    }
}

#[test]
fn a_page_holds_1000_resources_at_most() {
    let world = World::new();
    for Seen { route, token, path } in lists(&known(&world)) {
        let list = world.get(token, &format!("{path}?per_page=5000")).ok();
        assert_eq!(list["per_page"], 1000, "{}", route.name);
        assert!(list["links"]["self"].as_str().unwrap().contains("per_page=1000"), "{}", route.name);
    }
}

#[test]
fn links_lead_forward_and_back_from_page_to_page() {
    let world = World::new();
    let mut walked = 0;
    for Seen { route, token, path } in lists(&known(&world)) {
        let first = world.get(token, &format!("{path}?per_page=1")).ok();
        let total = first["total"].as_u64().unwrap();
        if total < 3 {
            continue;
        }
        walked += 1;
        let at = |page: u64| format!("http://127.0.0.1:8787{path}?page={page}&per_page=1");
        assert_eq!(first["links"], json!({ "self": at(1), "next": at(2), "last": at(total) }), "{}", route.name);
        let second = world.get(token, first["links"]["next"].as_str().unwrap()).ok();
        let expected = json!({ "self": at(2), "prev": at(1), "next": at(3), "first": at(1), "last": at(total) });
        assert_eq!(second["links"], expected, "{}", route.name);
        assert_ne!(first["data"], second["data"], "{}", route.name);
        let last = world.get(token, first["links"]["last"].as_str().unwrap()).ok();
        assert_eq!(
            last["links"],
            json!({ "self": at(total), "prev": at(total - 1), "first": at(1) }),
            "{}",
            route.name
        );
        assert_eq!(last["data"].as_array().unwrap().len(), 1, "{}", route.name);
        assert_eq!(world.get(token, last["links"]["first"].as_str().unwrap()).ok(), first, "{}", route.name);
    }
    assert!(walked > 20, "{walked} lists have three items");
}

#[test]
fn include_adds_exactly_the_field_that_it_names_with_the_value_of_the_resource() {
    let world = World::new();
    let mut compared = 0;
    for Seen { route, token, path } in lists(&known(&world)) {
        let Some(include) = route.parameters().find(|field| field.name == "include") else { continue };
        let (Shape::Array(Shape::Choice(choice)), Shape::List(Shape::Object(item))) = (include.shape, route.response)
        else {
            panic!("{} has another include", route.name)
        };
        let items = |query: &str| -> Vec<Value> {
            let list = world.get(token, &format!("{path}?per_page=5{query}")).ok();
            list["data"].as_array().unwrap().clone()
        };
        let plain = items("");
        assert!(!plain.is_empty(), "{}", route.name);
        // Other values of the list of surveys are filters.
        for name in choice.values.iter().filter(|name| item.fields.iter().any(|field| field.name == **name)) {
            let included = items(&format!("&include={name}"));
            assert_eq!(included.len(), plain.len(), "{} {name}", route.name);
            for (before, after) in plain.iter().zip(&included) {
                let mut expected = BTreeSet::from_iter(keys(before));
                expected.insert(name);
                assert_eq!(BTreeSet::from_iter(keys(after)), expected, "{} {name}", route.name);
                let resource = after["href"].as_str().map(|href| world.get(token, href).ok());
                if let Some(value) = resource.as_ref().and_then(|resource| resource.get(*name)) {
                    assert_eq!(after[*name], *value, "{} {name}", route.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 50, "{compared} values were compared");
}

#[test]
fn other_parameters_survive_in_links_and_a_stray_key_does_not() {
    let world = World::new();
    for Seen { route, token, path } in lists(&known(&world)) {
        let list = world.get(token, &format!("{path}?api_key=k&later=a%20b%26c&per_page=2&page=3")).ok();
        let expected = format!("http://127.0.0.1:8787{path}?page=3&per_page=2&later=a%20b%26c");
        assert_eq!(list["links"]["self"], expected, "{}", route.name);
        assert!(!list["links"].to_string().contains("api_key"), "{}", route.name);
    }
}
