//! Large bodies: read in pieces, and without what nobody knows.

use crate::support::{Answered, World};
use canvass::spec::errors::Error;
use canvass::wire::http::Response;
use serde_json::json;

/// Sends a text as the body of a change to a survey; how many pieces that took, and the answer.
fn sent(world: &World, survey: &str, body: &str) -> (usize, Response) {
    let mut request = world.request("PATCH", "owner", &format!("/v3/surveys/{survey}"));
    request.body = body.as_bytes().to_vec();
    let before = world.pieces();
    let answer = world.call(request);
    (world.pieces() - before, answer)
}

#[test]
fn a_body_of_another_shape_is_named_as_such_and_so_is_one_that_is_too_deep() {
    let world = World::new();
    let survey = made(&world);
    let deep = format!("{{\"z\":{}{}}}", "[".repeat(100), "]".repeat(100));
    for (body, words) in [
        ("null", "The body must be an object."),
        ("[]", "The body must be an object."),
        ("\"x\"", "The body must be an object."),
        (deep.as_str(), "must be JSON of at most 64 levels."),
    ] {
        let answer = sent(&world, &survey, body).1;
        answer.fails(Error::BadBody);
        let message = String::from_utf8(answer.body).unwrap();
        assert!(message.contains(words) && !message.contains("``"), "{message}");
    }
}

#[test]
fn names_and_texts_have_a_greatest_length() {
    let world = World::new();
    let survey = made(&world);
    let list = world.post("owner", "/v3/contact_lists", json!({ "name": "x" })).ok()["id"].as_str().unwrap().to_owned();
    let collectors = format!("/v3/surveys/{survey}/collectors");
    let contacts = format!("/v3/contact_lists/{list}/contacts");
    let person = json!({ "first_name": "A", "last_name": "B", "email": "a@b.example" });
    let bodies = [
        ("/v3/workgroups", json!({ "name": "x", "is_visible": true }), "name", 500),
        ("/v3/workgroups", json!({ "name": "x", "is_visible": true }), "description", 10_000),
        ("/v3/survey_folders", json!({ "title": "x" }), "title", 500),
        ("/v3/contact_lists", json!({ "name": "x" }), "name", 500),
        (collectors.as_str(), json!({ "type": "weblink" }), "name", 500),
        (contacts.as_str(), person.clone(), "first_name", 500),
        (contacts.as_str(), person, "last_name", 500),
    ];
    for (number, (path, body, field, most)) in bodies.into_iter().enumerate() {
        for (length, fits) in [(most, true), (most + 1, false)] {
            let mut body = body.clone();
            body[field] = "é".repeat(length).into();
            if body.get("email").is_some() {
                body["email"] = format!("a{number}@b.example").into();
            }
            let answer = world.post("owner", path, body);
            assert_eq!(answer.status < 300, fits, "{path} {field} {length}: {answer:?}");
        }
    }
    let long = json!({ "type": "weblink", "thank_you_message": "é".repeat(60_000) });
    world.post("owner", &collectors, long).fails(Error::BadBody);
    let long = json!({ "name": "x", "is_visible": true, "metadata": { "a": "x".repeat(10_000) } });
    world.post("owner", "/v3/workgroups", long).fails(Error::BadBody);
}

fn made(world: &World) -> String {
    world.post("owner", "/v3/surveys", json!({ "title": "Before" })).ok()["id"].as_str().unwrap().to_owned()
}

#[test]
fn s74_a_megabyte_that_nobody_knows_is_passed_over_in_pieces() {
    let world = World::new();
    let survey = made(&world);
    let (few, _) = sent(&world, &survey, r#"{"z":[1],"title":"Small"}"#);
    let unknown = [vec!["1"; 440_000].join(","), vec!["{\"title\":1}"; 70_000].join(","), "\"é\"".to_owned()];
    for (number, unknown) in unknown.iter().enumerate() {
        let blanks = " ".repeat(110_000);
        let body = format!("{{\"z\":[{unknown}],{blanks}\"title\":\"{number}\",\"y\":{{\"nickname\":\"no\"}}}}");
        let (count, answer) = sent(&world, &survey, &body);
        let answer = answer.ok();
        assert_eq!((&answer["title"], &answer["nickname"]), (&json!(number.to_string()), &json!("")));
        assert_eq!(count, few + 3);
    }
}

#[test]
fn s74_a_megabyte_that_is_refused_is_refused_in_pieces_and_in_the_words_of_a_small_body() {
    let world = World::new();
    let survey = made(&world);
    for (head, tail) in
        [("[", ""), ("\"", ""), ("[", "]}x"), ("[", "],}"), ("[", "],\"title\":1}"), ("[", "],\"title\":\"\u{1}\"}")]
    {
        let told = |blanks: usize| {
            let (count, answer) = sent(&world, &survey, &format!("{{\"z\":{head}{}1{tail}", " ".repeat(blanks)));
            (count, answer.body()["error"]["message"].as_str().unwrap().to_owned(), answer.status)
        };
        let ((few, small, status), (count, large, _)) = (told(10), told(900_010));
        let moved = |column: usize| format!("column {}", column + 900_000);
        let column = small.split("column ").nth(1).and_then(|rest| rest.split('.').next()?.parse::<usize>().ok());
        let expected =
            column.map_or(small.clone(), |column| small.replace(&format!("column {column}"), &moved(column)));
        assert_eq!((large, status), (expected, 400), "{head} {tail}");
        assert_eq!(count, few + 2);
    }
    let mut broken = format!("{{\"z\":\"{}", " ".repeat(110_000)).into_bytes();
    broken.extend(b"\xff\",\"title\":\"x\"}");
    let mut request = world.request("PATCH", "owner", &format!("/v3/surveys/{survey}"));
    request.body = broken;
    world.call(request).fails(Error::NotJson);
    assert_eq!(world.get("owner", &format!("/v3/surveys/{survey}")).ok()["title"], "Before");
}
