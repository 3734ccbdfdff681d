//! Bodies and queries that are wrong in one place.

use crate::hostile::{Dice, fitting, places, values, with};
use crate::support::{Answered, World};
use crate::world::{Tried, short, value};
use canvass::spec::endpoint::Method;
use canvass::spec::endpoints::routes;
use canvass::spec::errors::Error;
use canvass::spec::shape::Shape;
use canvass::wire::query::escape_into;

/// How many bodies of each row are tried.
fn rounds() -> usize {
    std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

/// An id of the kind that a field's name names.
fn id_for(tried: &Tried) -> impl Fn(&str) -> Option<String> + use<> {
    let ids = tried.ids.clone();
    move |name| {
        let name = name.strip_prefix("from_").unwrap_or(name);
        let name = if name == "list_id" { "contact_list_id" } else { name };
        ids.get(name).cloned()
    }
}

#[test]
fn a_body_that_is_wrong_in_one_place_is_refused_or_stored_and_never_breaks_anything() {
    let mut tried = Tried::new();
    let place = tried.team.clone();
    let start = tried.world.database(&place).bytes();
    let hostile: Vec<String> = values();
    for (number, route) in routes().enumerate().filter(|(_, route)| !matches!(route.body, Shape::Nothing)) {
        let mut dice = Dice(number as u64 + 1);
        let target = tried.target(route);
        let id = id_for(&tried);
        for _ in 0..rounds() {
            let body = fitting(&mut dice, &route.body, "", &id);
            let mut spots = Vec::new();
            places(&body, "", &mut spots);
            let bytes = if dice.below(5) == 0 {
                body.to_string().into_bytes()
            } else {
                with(&body, dice.of::<String>(&spots), dice.of::<String>(&hostile))
            };
            let request = tried.request("owner", route, &target, &bytes);
            let Some(answer) = tried.send(route, request) else { continue };
            if answer.status < 300 {
                if dice.below(4) == 0 {
                    read(&mut tried, &bytes);
                }
                tried.world.restore(&place, &start);
            }
        }
    }
    tried.end();
}

/// What was kept must be readable: the survey, its design, its answers and what is counted of them.
fn read(tried: &mut Tried, kept: &[u8]) {
    let (survey, count) = (tried.ids["survey_id"].clone(), tried.faults.len());
    for route in routes().filter(|route| READ.contains(&route.name)) {
        let target = tried.target(route);
        let request = tried.request("owner", route, &target.replace("{survey_id}", &survey), b"");
        tried.send(route, request);
    }
    for fault in tried.faults.iter_mut().skip(count) {
        *fault = format!("{fault} AFTER {}", short(&String::from_utf8_lossy(kept)));
    }
}

const READ: &[&str] = &[
    "surveys.details",
    "surveys.responses.details",
    "collectors.get",
    "collectors.messages.get",
    "surveys.languages.get",
    "contacts.list",
    "surveys.rollups",
    "surveys.trends",
    "groups.activities.list",
];

#[test]
fn a_parameter_that_is_wrong_is_refused_or_read_and_never_breaks_anything() {
    let mut tried = Tried::new();
    let place = tried.team.clone();
    let start = tried.world.database(&place).bytes();
    let mut dice = Dice(7);
    let long = "9,".repeat(20_000);
    for route in routes().filter(|route| route.method == Method::GET) {
        let target = tried.target(route);
        for field in route.parameters() {
            for hostile in values()
                .iter()
                .map(|text| match value(text.as_bytes()) {
                    serde_json::Value::String(text) => text,
                    _ => text.clone(),
                })
                .chain([long.clone(), ",".to_owned(), "a,b".to_owned(), "%".to_owned(), "é".repeat(100_000)])
            {
                if hostile.len() > 100 && dice.below(4) > 0 || dice.below(8) > 0 {
                    continue;
                }
                let mut pair = format!("{}=", field.name);
                escape_into(&mut pair, &hostile);
                let (path, query) = target.split_once('?').unwrap();
                let target = format!("{path}?{pair}&{query}&{}=1", field.name);
                let request = tried.request("owner", route, &target, b"");
                tried.send(route, request);
            }
        }
        if tried.world.database(&place).bytes() != start {
            tried.faults.push(format!("{} changes something", route.name))
        }
    }
    tried.end();
}

#[test]
fn a_text_of_any_length_can_be_searched_for() {
    let mut tried = Tried::new();
    for route in routes().filter(|route| route.method == Method::GET) {
        let target = tried.target(route);
        for field in route.parameters().filter(|field| matches!(field.shape, Shape::Text)) {
            for length in [49, 51, 60_000] {
                let request =
                    tried.request("owner", route, &format!("{target}&{}={}", field.name, "x".repeat(length)), b"");
                tried.send(route, request);
            }
        }
    }
    tried.end();
}

#[test]
fn what_is_no_json_at_all_is_refused_by_every_row() {
    let mut tried = Tried::new();
    let deep = "[".repeat(100_000);
    let nested = format!("{}{}", "{\"title\":".repeat(200), "1");
    let bodies: [&[u8]; 9] = [
        b"\xff\xfe{}",
        b"{\"title\":\"\xff\"}",
        b"{\"title\":\"\xed\xa0\x80\"}",
        b"{\"title\":\"\\ud800\"}",
        b"{\"title\":\"a\x00b\"}",
        deep.as_bytes(),
        nested.as_bytes(),
        b"NaN",
        b"{\"title\":1e400}",
    ];
    for route in routes().filter(|route| !matches!(route.body, Shape::Nothing)) {
        let target = tried.target(route);
        for body in bodies {
            let request = tried.request("owner", route, &target, body);
            let Some(answer) = tried.send(route, request) else { continue };
            if !["1001", "1002"].contains(&answer.code().as_str()) {
                tried.faults.push(format!(
                    "{} {} {}",
                    route.name,
                    answer.body(),
                    String::from_utf8_lossy(&body[..body.len().min(30)])
                ));
            }
        }
    }
    tried.end();
}

#[test]
fn an_id_in_a_path_is_letters_digits_and_two_signs_or_there_is_no_such_path() {
    let world = World::new();
    for route in routes().filter(|route| route.arguments().count() > 0) {
        for odd in [
            "%2e%2e",
            "..",
            ".",
            "a%2Fb",
            "%00",
            "1;x=1",
            "1%20",
            "é",
            "1.json",
            "*",
            "a\\b",
            &"9".repeat(65),
            &"9".repeat(5000),
        ] {
            let path: String = route
                .path
                .split('/')
                .skip(1)
                .map(|segment| format!("/{}", if segment.starts_with('{') { odd } else { segment }))
                .collect();
            let answer = world.call(world.request(route.method.as_str(), "owner", &path));
            assert_eq!(answer.error(), Some(Error::NotFound), "{path}");
        }
    }
}
