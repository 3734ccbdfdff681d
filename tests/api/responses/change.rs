//! Changes of responses: what a PATCH leaves alone, what a PUT erases, and what a DELETE leaves behind.

use super::stored_survey::{COLLECTOR, SURVEY, body, made, options, partial, sql};
use crate::support::chunked_request::ChunkedRequest;
use crate::support::surveys::{EVERY_KIND, EVERY_KIND_LINK, EVERY_KIND_MAIL};
use crate::support::{Answered, World, surveys};
use canvass::spec::errors::Error;
use serde_json::{Value, json};

/// A survey with two texts, the second of them required, and a response to both.
fn world() -> (World, String) {
    let world = World::new();
    let plain = json!({ "family": "open_ended", "subtype": "single" });
    let required = json!({ "family": "open_ended", "subtype": "single", "required": { "text": "Needed.", "type": "all", "amount": "0" } });
    made(&world, json!({ "custom_variables": { "source": "" } }), &[plain, required]);
    let mut given = body(&[text("a"), text("b")]);
    given["custom_value"] = json!("spring");
    given["custom_variables"] = json!({ "source": "mail" });
    given["ip_address"] = json!("203.0.113.7");
    let new = world.post("owner", &format!("{COLLECTOR}/responses"), given).ok();
    let path = format!("{SURVEY}/responses/{}", new["id"].as_str().unwrap());
    world.pass(86_400_000);
    (world, path)
}

fn text(text: &str) -> Value {
    json!([{ "text": text }])
}

/// The texts of the two questions; empty where one is not answered.
fn texts(world: &World, path: &str) -> [String; 2] {
    let details = world.get("owner", &format!("{path}/details")).ok();
    let questions = details["pages"][0]["questions"].as_array().unwrap();
    ["921", "922"].map(|id| {
        let answered = questions.iter().find(|question| question["id"] == id);
        answered.map_or(String::new(), |question| question["answers"][0]["text"].as_str().unwrap().to_owned())
    })
}

#[test]
fn a_patch_changes_what_it_names_and_nothing_else() {
    let (world, path) = world();
    let before = world.get("owner", &path).ok();
    let after = world.patch("owner", &path, body(&[text("A")])).ok();
    assert_eq!(texts(&world, &path), ["A", "b"]);
    for field in ["custom_value", "custom_variables", "ip_address", "response_status", "date_created", "recipient_id"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    assert_eq!(after["collection_mode"], "edit");
    assert!(after["date_modified"].as_str() > before["date_modified"].as_str());
    let after = world.patch("owner", &path, json!({ "custom_value": "autumn" })).ok();
    assert_eq!((&after["custom_value"], texts(&world, &path)), (&json!("autumn"), ["A".to_owned(), "b".to_owned()]));
    world.patch("owner", &path, json!({ "date_created": "2020-01-02T03:04:05Z" })).ok();
    assert_eq!(world.get("owner", &path).ok()["date_created"], "2020-01-02T03:04:05+00:00");
}

#[test]
fn other_answers_leave_the_heading_that_was_seen_and_simple_shows_it() {
    let world = World::new();
    let heading = |id: &str, text: &str| json!({ "heading": text, "random_assignment": { "id": id, "percent": 50 } });
    let headings = [heading("71", "How good?"), heading("72", "How bad?")];
    let question = json!({ "family": "open_ended", "subtype": "single", "headings": headings });
    made(&world, json!({}), &[question]);
    let mut given = body(&[text("very")]);
    given["pages"][0]["questions"][0]["variable_id"] = json!("72");
    let new = world.post("owner", &format!("{COLLECTOR}/responses"), given).ok();
    let path = format!("{SURVEY}/responses/{}", new["id"].as_str().unwrap());
    let seen =
        |query: &str| world.get("owner", &format!("{path}/details{query}")).ok()["pages"][0]["questions"][0].clone();
    world.patch("owner", &path, body(&[text("somewhat")])).ok();
    assert_eq!((&seen("")["variable_id"], &seen("")["answers"][0]["text"]), (&json!("72"), &json!("somewhat")));
    assert_eq!(seen("?simple=true")["heading"], "How bad?");
    let renamed = "UPDATE questions SET body = json_replace(body, '$.headings[1].random_assignment.id', ?)";
    sql(&world, renamed, &["73"]);
    assert_eq!(seen("?simple=true").get("heading"), None, "no other heading than the one that was seen");
    sql(&world, renamed, &["72"]);
    world.put("owner", &path, body(&[text("not")])).ok();
    assert_eq!((seen("").get("variable_id"), &seen("?simple=true")["heading"]), (None, &json!("How good?")));
}

#[test]
fn a_question_that_a_patch_names_without_answers_loses_them() {
    let (world, path) = world();
    for question in [json!({ "id": "921" }), json!({ "id": "922", "answers": [] })] {
        world.patch("owner", &path, json!({ "pages": [{ "id": "911", "questions": [question] }] })).ok();
    }
    assert_eq!(texts(&world, &path), ["", ""]);
    let details = world.get("owner", &format!("{path}/details")).ok();
    assert_eq!(details["pages"], json!([{ "id": "911", "questions": [] }]));
}

#[test]
fn a_put_replaces_the_answers_and_one_without_pages_erases_them() {
    let (world, path) = world();
    let after = world.put("owner", &path, body(&[Value::Null, text("B")])).ok();
    assert_eq!(texts(&world, &path), ["", "B"]);
    assert_eq!((&after["custom_value"], &after["custom_variables"]), (&json!(""), &json!({})));
    assert_eq!((&after["ip_address"], &after["response_status"]), (&json!(""), &json!("completed")));
    let refused = world.put("owner", &path, body(&[text("A")]));
    assert_eq!(refused.error(), Some(Error::BadBody), "a complete response needs what is required");
    assert!(refused.body()["error"]["message"].as_str().unwrap().contains("(question 922): Needed."));
    assert_eq!(texts(&world, &path), ["", "B"], "a refused change changes nothing");
    world.put("owner", &path, json!({})).ok();
    assert_eq!(texts(&world, &path), ["", ""]);
}

#[test]
fn a_response_becomes_complete_only_with_what_is_required() {
    let (world, _) = world();
    let new = world.post("owner", &format!("{COLLECTOR}/responses"), partial(&[text("a")])).ok();
    let path = format!("{COLLECTOR}/responses/{}", new["id"].as_str().unwrap());
    let done = |mut body: Value| {
        body["response_status"] = json!("completed");
        world.patch("owner", &path, body)
    };
    done(json!({})).fails(Error::BadBody);
    for replacement in [json!({}), json!({ "response_status": "completed" }), json!({ "pages": [] })] {
        world.put("owner", &path, replacement).fails(Error::BadBody);
    }
    assert_eq!(world.put("owner", &path, partial(&[text("a")])).ok()["response_status"], "partial");
    assert_eq!(done(body(&[Value::Null, text("b")])).ok()["response_status"], "completed");
}

#[test]
fn answers_that_no_longer_fit_the_design_outlive_a_patch() {
    let world = World::new();
    let choice =
        json!({ "family": "single_choice", "subtype": "vertical", "answers": { "choices": options(&[("1", "One")]) } });
    made(&world, json!({}), &[choice, json!({ "family": "open_ended", "subtype": "single" })]);
    let new = world.post("owner", &format!("{COLLECTOR}/responses"), body(&[json!([{ "choice_id": "1" }])])).ok();
    let path = format!("{SURVEY}/responses/{}", new["id"].as_str().unwrap());
    sql(&world, "UPDATE questions SET body = json_set(body, '$.visible', json('false')) WHERE id = '921'", &[]);
    world.patch("owner", &path, body(&[Value::Null, text("x")])).ok();
    sql(&world, "DELETE FROM questions WHERE id = '921'", &[]);
    world.patch("owner", &path, body(&[Value::Null, text("y")])).ok();
    let details = world.get("owner", &format!("{path}/details")).ok();
    let questions = details["pages"][0]["questions"].as_array().unwrap();
    assert!(questions.iter().any(|question| question["answers"] == json!([{ "choice_id": "1" }])), "{questions:?}");
    assert!(questions.iter().any(|question| question["answers"][0]["text"] == "y"), "{questions:?}");
}

#[test]
fn an_answer_follows_its_question_to_another_page() {
    let (world, path) = world();
    sql(
        &world,
        "INSERT INTO pages (id, survey_id, position, title, description) VALUES ('912', '901', 2, '', '')",
        &[],
    );
    sql(&world, "UPDATE questions SET page_id = '912' WHERE id = '921'", &[]);
    let moved = json!({ "pages": [{ "id": "912", "questions": [{ "id": "921", "answers": text("A") }] }] });
    world.patch("owner", &path, moved).ok();
    let pages = world.get("owner", &format!("{path}/details")).ok()["pages"].clone();
    let ids = |page: usize| -> Vec<Value> {
        pages[page]["questions"].as_array().unwrap().iter().map(|question| question["id"].clone()).collect()
    };
    assert_eq!((ids(0), ids(1)), (vec![json!("922")], vec![json!("921")]));
}

#[test]
fn a_deleted_response_is_returned_and_gone_and_counted_no_more() {
    let (world, path) = world();
    let id = path.rsplit('/').next().unwrap().to_owned();
    let gone = world.delete("owner", &path);
    assert_eq!((gone.status, &gone.body()["id"]), (200, &json!(id)));
    world.get("owner", &path).fails(Error::NotFound);
    world.delete("owner", &path).fails(Error::NotFound);
    let rows = sql(
        &world,
        "SELECT SUM(response_count) AS sum FROM (SELECT response_count FROM surveys WHERE id = '901' UNION ALL SELECT response_count FROM collectors WHERE id = '931')",
        &[],
    );
    assert_eq!(rows[0].integer("sum"), 0);
}

#[test]
fn a_collector_is_emptied_at_once_and_no_other() {
    let world = World::new();
    let path = &format!("/v3/collectors/{EVERY_KIND_LINK}");
    let count =
        |path: &str| world.get("owner", &format!("{path}/responses?per_page=1")).ok()["total"].as_u64().unwrap();
    let (before, rest) =
        (count(&format!("/v3/surveys/{EVERY_KIND}")), count(&format!("/v3/collectors/{EVERY_KIND_MAIL}")));
    assert!(before > rest && rest > 0);
    let collector = world.delete("owner", &format!("{path}/responses")).ok();
    assert_eq!((&collector["id"], &collector["response_count"]), (&json!(surveys::EVERY_KIND_LINK), &json!(0)));
    assert_eq!(
        (count(path), count(&format!("/v3/surveys/{EVERY_KIND}")), count(&format!("/v3/collectors/{EVERY_KIND_MAIL}"))),
        (0, rest, rest)
    );
    let survey = world.get("owner", &format!("/v3/surveys/{}/details", surveys::EVERY_KIND)).ok();
    assert_eq!(survey["response_count"], rest);
}

#[test]
fn changes_need_the_privilege_and_leave_a_record() {
    let world = World::new();
    let response = |survey: u32| {
        let list = world.get("owner", &format!("/v3/surveys/{}/responses?per_page=1", 301_000_000 + survey)).ok();
        format!("/v3/surveys/{}/responses/{}", 301_000_000 + survey, list["data"][0]["id"].as_str().unwrap())
    };
    let viewed = response(5);
    world.patch("regular", &viewed, json!({})).fails(Error::NotPermitted);
    world.put("regular", &viewed, json!({})).fails(Error::NotPermitted);
    world.delete("regular", &viewed).fails(Error::NotPermitted);
    world.delete("regular", &format!("/v3/collectors/{}/responses", surveys::KITCHEN_LINK)).fails(Error::NotPermitted);
    world.patch("other_team", &viewed, json!({})).fails(Error::NotFound);
    // An analyzer may change what respondents said.
    world.patch("owner", &response(3), json!({})).ok();
    let own = response(1);
    world.patch("regular", &own, json!({ "custom_value": "x" })).ok();
    world.delete("owner", &own).ok();
    let rows = sql(&world, "SELECT kind FROM activities WHERE subject LIKE 'Response %' ORDER BY id", &[]);
    let kinds: Vec<String> = rows.iter().map(|row| row.text("kind")).collect();
    assert_eq!(kinds, ["respondent_updated", "respondent_updated", "respondent_deleted"]);
}

#[test]
fn a_response_is_written_back_as_it_was_read_after_the_design_was_changed() {
    let world = World::new();
    let text_question = json!({ "family": "open_ended", "subtype": "single" });
    let seen = json!([{ "heading": "A?", "random_assignment": { "id": "71", "percent": 50 } },
                      { "heading": "B?", "random_assignment": { "id": "72", "percent": 50 } }]);
    let picks = json!({ "family": "multiple_choice", "subtype": "vertical", "headings": seen,
                        "answers": { "choices": options(&[("1", "One"), ("2", "Two")]) } });
    let numbers = json!({ "family": "open_ended", "subtype": "numerical",
                          "answers": { "rows": options(&[("3", "x"), ("4", "y")]) } });
    let questions = [picks, numbers, text_question.clone(), text_question.clone(), text_question];
    made(&world, json!({ "custom_variables": { "source": "" } }), &questions);
    sql(
        &world,
        "INSERT INTO pages (id, survey_id, position, title, description) VALUES ('912', '901', 2, '', '')",
        &[],
    );
    sql(&world, "UPDATE questions SET page_id = '912' WHERE id IN ('924', '925')", &[]);
    let mut new = body(&[
        json!([{ "choice_id": "1" }, { "choice_id": "2" }]),
        json!([{ "row_id": "3", "text": "1" }, { "row_id": "4", "text": "2" }]),
    ]);
    new["pages"][0]["questions"][0]["variable_id"] = json!("71");
    let gone = json!({ "id": "912", "questions": [{ "id": "924", "answers": text("a") }, { "id": "925", "answers": text("b") }] });
    new["pages"].as_array_mut().unwrap().push(gone);
    new["custom_variables"] = json!({ "source": "mail" });
    let new = world.post("owner", &format!("{COLLECTOR}/responses"), new).ok();
    let path = format!("{SURVEY}/responses/{}", new["id"].as_str().unwrap());

    let required = r#"{"text": "Needed.", "type": "all", "amount": "0"}"#;
    let sum = r#"{"type": "any", "text": "", "min": null, "max": null, "sum": 100, "sum_text": ""}"#;
    for (change, values) in [
        (
            "UPDATE questions SET body = json_set(body, '$.answers.choices[1].visible', json('false')) WHERE id = '921'",
            &[][..],
        ),
        ("UPDATE questions SET body = json_remove(body, '$.headings[0].random_assignment') WHERE id = '921'", &[]),
        ("UPDATE questions SET body = json_set(body, '$.validation', json(?)) WHERE id = '922'", &[sum]),
        ("UPDATE questions SET body = json_set(body, '$.required', json(?)) WHERE id = '923'", &[required]),
        (
            "UPDATE questions SET page_id = '911', body = json_set(body, '$.visible', json('false')) WHERE id = '924'",
            &[],
        ),
        ("DELETE FROM questions WHERE id = '925'", &[]),
        ("DELETE FROM pages WHERE id = '912'", &[]),
        ("UPDATE surveys SET body = '{}' WHERE id = '901'", &[]),
    ] {
        sql(&world, change, values);
    }
    let read = || world.get("owner", &format!("{path}/details")).ok();
    let before = read();
    assert_eq!(before["pages"].as_array().unwrap().len(), 2);
    let ids = |response: &Value| -> std::collections::BTreeMap<String, Value> {
        let pages = response["pages"].as_array().unwrap().iter();
        let questions = pages.flat_map(|page| page["questions"].as_array().unwrap());
        questions.map(|question| (question["id"].as_str().unwrap().to_owned(), question.clone())).collect()
    };
    world.put("owner", &path, before.clone()).ok();
    assert_eq!((ids(&read()), ids(&before).len()), (ids(&before), 4));
    let stored = read();
    world.patch("owner", &path, stored.clone()).ok();
    assert_eq!(read()["pages"], stored["pages"]);
    assert_eq!(read()["custom_variables"], json!({ "source": "mail" }));

    // What differs is checked.
    let place = |id: &str| {
        let mut pages = stored["pages"].as_array().unwrap().iter().enumerate();
        let of_page =
            |page: &Value| page["questions"].as_array().unwrap().iter().position(|question| question["id"] == id);
        pages.find_map(|(page, value)| Some((page, of_page(value)?))).unwrap()
    };
    for (id, answers, reason) in [
        ("921", json!([{ "choice_id": "2" }]), "The choice was deleted."),
        ("922", json!([{ "row_id": "3", "text": "1" }]), "100"),
        ("924", text("c"), "The question was deleted."),
        ("925", text("c"), "Page 912 has no question 925."),
    ] {
        let mut changed = stored.clone();
        let (page, question) = place(id);
        changed["pages"][page]["questions"][question]["answers"] = answers;
        for refused in [world.put("owner", &path, changed.clone()), world.patch("owner", &path, changed.clone())] {
            assert_eq!(refused.error(), Some(Error::BadBody), "{id}");
            let message = refused.body()["error"]["message"].as_str().unwrap().to_owned();
            assert!(message.contains(reason), "{id} {message}");
        }
    }
    let mut twice = stored.clone();
    let same = twice["pages"][0]["questions"][0].clone();
    twice["pages"][0]["questions"].as_array_mut().unwrap().push(same);
    world.put("owner", &path, twice).fails(Error::BadBody);
    let mut renamed = stored.clone();
    renamed["custom_variables"] = json!({ "source": "web" });
    world.put("owner", &path, renamed).fails(Error::BadBody);
    let mut picked = stored.clone();
    let (page, question) = place("921");
    picked["pages"][page]["questions"][question]["answers"] = json!([{ "choice_id": "1" }]);
    world.put("owner", &path, picked).ok();
    assert_eq!(ids(&read())["921"]["variable_id"], "71", "the heading that was seen may be gone");

    // A question that is not gone is not erased through another page.
    let other = &stored["pages"][1 - page]["id"];
    let erasing = json!({ "pages": [{ "id": other, "questions": [{ "id": "921" }] }] });
    world.patch("owner", &path, erasing).fails(Error::BadBody);
    assert_eq!(ids(&read())["921"]["answers"][0]["choice_id"], "1");

    // The answers to questions that are gone can be erased.
    for (left, id) in [(3, "924"), (2, "925")] {
        let page = &stored["pages"][place(id).0]["id"];
        let erasing = json!({ "pages": [{ "id": page, "questions": [{ "id": id }] }] });
        world.patch("owner", &path, erasing.clone()).ok();
        let read = ids(&read());
        assert_eq!((read.len(), read.get(id)), (left, None), "{id}");
        world.patch("owner", &path, erasing).fails(Error::BadBody);
    }
}

#[test]
fn the_answers_to_a_page_s_questions_are_found_where_the_design_has_these_questions_now() {
    let world = World::new();
    let plain = json!({ "family": "open_ended", "subtype": "single" });
    made(&world, json!({}), &[plain.clone(), plain]);
    let page = world.post("owner", &format!("{SURVEY}/pages"), json!({ "title": "Second" })).ok();
    let page = page["id"].as_str().unwrap();
    // The second is so large that it is read in chunks.
    let responses = [3, 30_000].map(|count| {
        let new = world.post("owner", &format!("{COLLECTOR}/responses"), body(&[text("a"), text("b")])).ok();
        let id = new["id"].as_str().unwrap().to_owned();
        let answers = json!([{ "text": "a".repeat(count) }]);
        let questions: Value = ["921", "922"].iter().map(|id| json!({ "id": id, "answers": answers })).collect();
        let pages = json!([{ "id": "911", "questions": questions }, { "id": page, "questions": [] }]);
        sql(&world, "UPDATE responses SET pages = ? WHERE id = ?", &[&pages.to_string(), &id]);
        id
    });
    assert_eq!(world.delete("owner", &format!("{SURVEY}/pages/911")).status, 200);
    sql(&world, "DELETE FROM questions WHERE id = '922'", &[]);
    let rollups = world.get("owner", &format!("{SURVEY}/pages/{page}/rollups")).ok();
    assert_eq!((&rollups["data"][0]["id"], rollups["data"].as_array().unwrap().len()), (&json!("921"), 1));
    // Answers are listed under the page on which they were given; a selected page is listed without any too.
    for (selection, expected, pages) in [
        (format!("page_ids={page}"), vec!["921"], vec!["911", page]),
        ("page_ids=911".to_owned(), vec!["922"], vec!["911"]),
        (format!("page_ids=911,{page}"), vec!["921", "922"], vec!["911", page]),
        (format!("page_ids={page}&question_ids=922"), vec![], vec![page]),
        (String::new(), vec!["921", "922"], vec!["911", page]),
    ] {
        let answered = |response: &Value| -> Value {
            let pages = response["pages"].as_array().unwrap().iter();
            let questions = pages.flat_map(|page| page["questions"].as_array().unwrap());
            questions.map(|question| question["id"].clone()).collect()
        };
        let bulk = world.get("owner", &format!("{SURVEY}/responses/bulk?{selection}")).ok();
        assert_eq!(bulk["data"].as_array().unwrap().len(), responses.len(), "{selection}");
        for (id, response) in responses.iter().zip(bulk["data"].as_array().unwrap()) {
            let listed: Vec<_> = response["pages"].as_array().unwrap().iter().map(|page| &page["id"]).collect();
            assert_eq!(listed, pages, "{selection}");
            assert_eq!((&response["id"], answered(response)), (&json!(id), json!(expected)), "{selection}");
            let details = world.get("owner", &format!("{SURVEY}/responses/{id}/details?{selection}")).ok();
            assert_eq!(details["pages"], response["pages"], "{selection}");
        }
    }
}

#[test]
fn a_page_that_is_deleted_while_its_answers_are_read_in_chunks_selects_the_same_answers_in_all_of_them() {
    for target in ["/ID/details?page_ids=911", "/bulk?page_ids=911"] {
        let world = World::new();
        let plain = json!({ "family": "open_ended", "subtype": "single" });
        made(&world, json!({}), &[plain.clone(), plain]);
        world.post("owner", &format!("{SURVEY}/pages"), json!({ "title": "Second" })).ok();
        let new = world.post("owner", &format!("{COLLECTOR}/responses"), body(&[text("a"), text("b")])).ok();
        let id = new["id"].as_str().unwrap();
        let answers = json!([{ "text": "a".repeat(30_000) }]);
        let questions: Value = ["921", "922"].iter().map(|id| json!({ "id": id, "answers": answers })).collect();
        let pages = json!([{ "id": "911", "questions": questions }]);
        sql(&world, "UPDATE responses SET pages = ? WHERE id = ?", &[&pages.to_string(), id]);
        let path = format!("{SURVEY}/responses{}", target.replace("ID", id));
        let underway = ChunkedRequest::begin(&world, "GET", &path, &Value::Null);
        assert!(underway.step().is_none());
        assert_eq!(world.delete("owner", &format!("{SURVEY}/pages/911")).status, 200);
        let read = underway.end().ok();
        let response = if target.starts_with("/bulk") { &read["data"][0] } else { &read };
        assert_eq!(response["pages"][0]["questions"].as_array().unwrap().len(), 2, "{target}");
    }
}
