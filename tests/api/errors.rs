//! Errors: the table as a resource, and the links that lead to it.

use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::http::Response;
use serde_json::json;

#[test]
fn every_row_of_the_table_is_listed_and_can_be_requested() {
    let world = World::new();
    let list = world.get("regular", "/v3/errors?per_page=100").ok();
    assert_eq!(list["total"], Error::ALL.len());
    for (error, listed) in Error::ALL.iter().zip(list["data"].as_array().unwrap()) {
        let row = error.row();
        assert_eq!((&listed["id"], &listed["name"]), (&row.code.to_string().into(), &row.name.into()));
        let one = world.get("regular", listed["href"].as_str().unwrap()).ok();
        assert_eq!((&one["id"], &one["message"]), (&listed["id"], &row.meaning.into()));
        assert_eq!((&one["cause"], &one["remedy"]), (&error.help().cause.into(), &error.help().remedy.into()));
    }
}

#[test]
fn what_the_service_fails_at_is_answered_with_1050_and_reveals_no_cause() {
    let world = World::new();
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    world.get("owner", "/v3/survey_folders").ok();
    team.run("ALTER TABLE folders RENAME TO lost", &[]).unwrap();
    world.evict_all();
    let answer = world.get("owner", "/v3/survey_folders");
    answer.fails(Error::Internal);
    assert_eq!(answer.body()["error"]["message"], Error::Internal.row().meaning);
}

#[test]
fn a_failure_to_look_up_what_a_body_names_does_not_say_that_it_does_not_exist() {
    let world = World::new();
    let list = world.post("owner", "/v3/contact_lists", json!({ "name": "One" })).ok()["id"].clone();
    let merge = |other: &str| {
        let target = format!("/v3/contact_lists/{}/merge", list.as_str().unwrap());
        world.post("owner", &target, json!({ "list_id": other }))
    };
    let missing = merge("1");
    missing.fails(Error::NotFound);
    assert!(missing.body()["error"]["message"].as_str().unwrap().contains("`list_id`"));
    let blank = |id: &str| world.post("owner", "/v3/surveys", json!({ "from_survey_id": id }));
    blank("1").fails(Error::NotFound);
    let team = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    team.run("ALTER TABLE shares RENAME TO lost", &[]).unwrap();
    world.evict_all();
    blank("1").fails(Error::Internal);
}

#[test]
fn the_docs_of_an_error_lead_to_its_row() {
    let world = World::new();
    let refused = world.get("owner", "/v3/workgroups/nothing").body();
    let row = world.get("owner", refused["error"]["docs"].as_str().unwrap()).ok();
    assert_eq!((&row["id"], &row["name"]), (&refused["error"]["id"], &refused["error"]["name"]));
}

/// What opens at an address without a token.
fn opened(world: &World, method: &str, target: &str, accept: &str) -> Response {
    let mut request = world.request(method, "", target);
    request.headers[0].1 = accept.to_owned();
    world.call(request)
}

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

#[test]
fn the_docs_of_an_error_open_without_a_token_as_a_page_with_cause_and_remedy_and_as_json() {
    let world = World::new();
    let as_text = |part: &str| part.replace('`', "|");
    for error in Error::ALL {
        let (row, help) = (error.row(), error.help());
        let docs = format!("/v3/errors/{}", row.code);
        let page = opened(&world, "GET", &docs, BROWSER);
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
        assert!(page.header("content-security-policy").is_some() && page.header("vary").unwrap().contains("Accept"));
        let html = String::from_utf8(page.body).unwrap().replace("<code>", "|").replace("</code>", "|");
        for part in [&format!("{} {}", row.code, row.name), row.meaning, help.cause, help.remedy] {
            assert!(html.contains(&as_text(part)), "{part} is not in {html}");
        }
        for accept in ["application/json", "*/*", "application/json, text/plain, */*"] {
            let json = opened(&world, "GET", &docs, accept);
            assert_eq!(json.header("content-type"), Some("application/json"));
            assert_eq!(json.ok(), world.get("owner", &docs).ok(), "what a token gets");
        }
        let head = opened(&world, "HEAD", &docs, BROWSER);
        assert_eq!((head.status, head.body.len()), (200, 0));
    }
}

#[test]
fn the_docs_of_no_error_are_a_page_that_says_so_and_all_else_needs_a_token() {
    let world = World::new();
    let page = opened(&world, "GET", "/v3/errors/9999", BROWSER);
    assert_eq!((page.status, page.header("content-type")), (404, Some("text/html; charset=utf-8")));
    for (method, target, accept) in [
        ("GET", "/v3/errors/9999", "application/json"),
        ("GET", "/v3/errors", BROWSER),
        ("POST", "/v3/errors/1014", BROWSER),
        ("GET", "/v3/surveys", BROWSER),
    ] {
        assert_eq!(opened(&world, method, target, accept).error(), Some(Error::NoToken), "{method} {target}");
    }
    let mut request = world.request("GET", "invented", "/v3/errors/1014");
    assert_eq!(world.call(request.clone()).error(), Some(Error::InvalidToken), "a token that is given is judged");
    request.headers[1].1 = "nonsense".to_owned();
    world.call(request).fails(Error::NoToken);
}

#[test]
fn every_error_says_why_it_happens_and_what_helps() {
    for error in Error::ALL {
        for text in [error.help().cause, error.help().remedy] {
            assert!(text.len() > 25 && text.ends_with('.') && text.matches('`').count() % 2 == 0, "{text}");
        }
    }
}

#[test]
fn pages_of_the_table_follow_each_other() {
    let world = World::new();
    let page = world.get("owner", "/v3/errors?per_page=10&page=2").ok();
    assert_eq!(page["data"].as_array().unwrap().len(), 10);
    assert_eq!(page["data"][0]["id"], Error::ALL[10].row().code.to_string());
    assert!(page["links"]["next"].as_str().unwrap().contains("page=3&per_page=10"));
}

#[test]
fn what_is_no_code_is_answered_with_1020() {
    let world = World::new();
    for id in ["1", "01020", "%2B1020", "BadBody"] {
        assert_eq!(world.get("owner", &format!("/v3/errors/{id}")).error(), Some(Error::NotFound), "{id}");
    }
}
