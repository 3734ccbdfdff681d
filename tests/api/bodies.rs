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
