//! Large bodies: read in chunks, and without what nobody knows.

use crate::support::{Answered, World, messages};
use canvass::spec::errors::Error;
use canvass::wire::http::Response;
use serde_json::json;

/// Sends a text as the body of a change to a survey; how many chunks that took, and the answer.
fn sent(world: &World, survey: &str, body: &str) -> (usize, Response) {
    let mut request = world.request("PATCH", "owner", &format!("/v3/surveys/{survey}"));
    request.body = body.as_bytes().to_vec();
    let before = world.chunks();
    let answer = world.call(request);
    (world.chunks() - before, answer)
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
fn s74_a_megabyte_of_unknown_fields_is_skipped_in_chunks() {
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
fn s74_a_megabyte_that_is_refused_is_refused_in_chunks_and_in_the_words_of_a_small_body() {
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

#[test]
fn s74_a_list_of_a_megabyte_is_refused_as_one_that_is_a_little_too_long() {
    let world = World::new();
    let survey = made(&world);
    let question = json!({ "family": "open_ended", "subtype": "single", "headings": [{ "heading": "?" }] });
    let page = json!({ "questions": [question] });
    let design = world.post("owner", "/v3/surveys", json!({ "title": "x", "pages": [page] })).ok();
    let survey_id = design["id"].as_str().unwrap();
    let design = world.get("owner", &format!("/v3/surveys/{survey_id}/details")).ok();
    let collector = messages::collector(&world, "email");
    let message = messages::message(&world, &collector, json!({ "type": "invite" }));
    let pages = format!("/v3/surveys/{survey}/pages");
    let page = world.post("owner", &pages, json!({})).ok()["id"].as_str().unwrap().to_owned();
    let responses = format!("/v3/surveys/{survey_id}/collectors");
    let weblink = world.post("owner", &responses, json!({ "type": "weblink" })).ok()["id"].as_str().unwrap().to_owned();
    let questions = format!("{pages}/{page}/questions");
    let answered = design["pages"][0].clone();
    let workgroup =
        world.post("owner", "/v3/workgroups", json!({ "name": "x", "is_visible": true })).ok()["id"].clone();
    let workgroup = format!("/v3/workgroups/{}", workgroup.as_str().unwrap());
    let share = json!({ "resource_type": "survey", "resource_id": survey });
    let cases = [
        ("/v3/surveys".to_owned(), "/pages".to_owned(), json!({}), 1001),
        (questions.clone(), "/headings".to_owned(), json!({ "heading": "a long heading" }), 21),
        (questions, "/answers/choices".to_owned(), json!({ "text": "x" }), 2501),
        ("/v3/webhooks".to_owned(), "/object_ids".to_owned(), json!(survey), 101),
        (format!("{message}/recipients/bulk"), "/contact_list_ids".to_owned(), json!("1000001"), 1001),
        (format!("{message}/recipients/bulk"), "/contact_ids".to_owned(), json!("10001"), 50_001),
        (format!("{workgroup}/shares/bulk"), "/shares".to_owned(), share, 1001),
        (
            format!("/v3/collectors/{weblink}/responses"),
            "/pages/0/questions/0/answers".to_owned(),
            json!({ "text": "x" }),
            3501,
        ),
    ];
    for (path, list, item, count) in cases {
        let send = |count: usize| {
            let mut body = json!({
                "title": "x", "name": "x", "event_type": "response_created", "object_type": "survey",
                "subscription_url": "http://127.0.0.1:9/", "family": "single_choice", "subtype": "vertical",
            });
            match list.split('/').nth(1).unwrap() {
                "pages" if path.ends_with("/responses") => {
                    let id = &answered["questions"][0]["id"];
                    body["pages"] = json!([{ "id": answered["id"], "questions": [{ "id": id, "answers": [] }] }]);
                }
                "answers" => {
                    body["headings"] = json!([{ "heading": "?" }]);
                    body["answers"] = json!({ "choices": [] });
                }
                name => body[name] = json!([]),
            }
            *body.pointer_mut(&list).unwrap() = vec![item.clone(); count].into();
            world.post("owner", &path, body)
        };
        let few = send(count);
        let many = send((900_000 / (item.to_string().len() + 1)).max(count));
        // What a question has too many of is counted as far as it is read.
        let told = |answer: &Response| {
            let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
            (answer.status, answer.code(), message.replace(|letter: char| letter.is_ascii_digit(), ""))
        };
        assert!(few.status >= 400, "{list}: {few:?}");
        assert_eq!(told(&many), told(&few), "{list}");
    }
}
