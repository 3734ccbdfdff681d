//! Surveys: which ones a user sees, in which order, the design of one, and how one is made, changed and deleted.

use crate::support::people::OLIVIA;
use crate::support::surveys::{EMPTY, EVERY_KIND, EVERY_KIND_LINK, EVERY_KIND_MAIL};
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn titles(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|survey| survey["title"].as_str().unwrap()).collect()
}

fn every_kind(world: &World) -> String {
    let surveys = world.described["surveys"].as_array().unwrap();
    surveys.iter().find(|survey| survey["responses"] == 260).unwrap()["id"].as_str().unwrap().to_owned()
}

#[test]
fn an_item_is_small_and_include_adds_to_it() {
    let world = World::new();
    let plain = world.get("owner", "/v3/surveys").ok();
    assert_eq!(plain["data"][0].as_object().unwrap().len(), 4, "id, title, nickname, href");
    let fields = "response_count,date_created,date_modified,language,question_count,analyze_url,preview,collect_stats";
    let full = world.get("owner", &format!("/v3/surveys?include={fields}")).ok();
    assert_eq!(full["data"][0].as_object().unwrap().len(), 12);
    let modified = full["data"][0]["date_modified"].as_str().unwrap();
    assert!(modified.len() == 19 && modified.ends_with(":00"), "no offset, seconds 00: {modified}");
}

#[test]
fn a_list_has_the_same_bytes_whether_sqlite_or_the_service_writes_them() {
    let world = World::new();
    let odd: String = (1..0x20).filter_map(char::from_u32).chain("\"\\/'\u{7f}é\u{2028}😀".chars()).collect();
    for title in ["", "Plain", &odd] {
        world.post("owner", "/v3/surveys", json!({ "title": format!("x{title}"), "nickname": title })).ok();
    }
    let data = |query: &str| {
        let text = String::from_utf8(world.get("owner", &format!("/v3/surveys?{query}")).body).unwrap();
        let (start, end) = (text.find("\"data\":").unwrap(), text.find("\"per_page\":").unwrap());
        text[start..end].to_owned()
    };
    for sort in ["title", "date_modified", "num_responses"] {
        for order in ["ASC", "DESC"] {
            let query = format!("sort_by={sort}&sort_order={order}");
            // A page of more than 200 surveys is written by the service.
            let written = data(&format!("{query}&per_page=1000"));
            assert!(written.contains("😀"), "{written}");
            assert_eq!(data(&query), written);
        }
    }
}

#[test]
fn a_list_is_sorted_and_searched_as_requested() {
    let world = World::new();
    for title in ["apple", "Zoo", "Apple"] {
        world.post("owner", "/v3/surveys", json!({ "title": title })).ok();
    }
    let ascending = world.get("owner", "/v3/surveys?sort_by=title&sort_order=asc").ok();
    let mut sorted = titles(&ascending);
    sorted.sort_by_key(|title| title.to_ascii_lowercase());
    assert_eq!(titles(&ascending), sorted, "without regard to case");
    let included = world.get("owner", "/v3/surveys?sort_by=title&sort_order=desc&include=language").ok();
    assert!(titles(&included).iter().rev().eq(sorted.iter()), "{included}");
    let descending =
        world.get("owner", "/v3/surveys?sort_by=num_responses&sort_order=DESC&include=response_count").ok();
    let counts: Vec<u64> = descending["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|survey| survey["response_count"].as_u64().unwrap())
        .collect();
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    let latest_first = world.get("owner", "/v3/surveys?sort_by=date_modified&sort_order=DESC").ok();
    assert_eq!(world.get("owner", "/v3/surveys").ok()["data"], latest_first["data"]);
    assert_ne!(world.get("owner", "/v3/surveys?sort_order=ASC").ok()["data"], latest_first["data"]);
    let word = titles(&ascending)[0].split(' ').next().unwrap().to_lowercase();
    let found = world.get("owner", &format!("/v3/surveys?title={word}")).ok();
    assert!(titles(&found).iter().all(|title| title.to_lowercase().contains(&word)) && found["total"] != 0);
    assert_eq!(world.get("owner", "/v3/surveys?title=%25").ok()["total"], 0, "wildcards are taken literally");
}

#[test]
fn dates_bound_the_list_and_nonsense_is_refused() {
    let world = World::new();
    let all = world.get("owner", "/v3/surveys?include=date_modified&sort_by=date_modified&sort_order=asc").ok();
    let newest = all["data"].as_array().unwrap().last().unwrap()["date_modified"].as_str().unwrap();
    let since = world.get("owner", &format!("/v3/surveys?start_modified_at={newest}Z")).ok();
    assert_eq!(since["total"], 1);
    let before = world.get("owner", &format!("/v3/surveys?end_modified_at={}", newest.replace('T', "%20"))).ok();
    assert_eq!(before["total"].as_u64().unwrap(), all["total"].as_u64().unwrap() - 1);
    let answer = world.get("owner", "/v3/surveys?start_modified_at=yesterday");
    answer.fails(Error::BadParameters);
    assert!(answer.body()["error"]["message"].as_str().unwrap().contains("`start_modified_at`"));
}

#[test]
fn shared_surveys_are_seen_through_a_workgroup_and_others_do_not_exist() {
    let world = World::new();
    let all = world.get("regular", "/v3/surveys").ok()["total"].as_u64().unwrap();
    let owned = world.get("regular", "/v3/surveys?include=owned").ok()["total"].as_u64().unwrap();
    let shared = world.get("regular", "/v3/surveys?include=shared_with").ok()["total"].as_u64().unwrap();
    assert!(shared > 0 && all == owned + shared, "{all} = {owned} + {shared}");
    let shared_by = total(&world, "/v3/surveys?include=shared_by");
    assert!(0 < shared_by && shared_by < total(&world, "/v3/surveys?include=owned"), "{shared_by}");
    let data = |token: &str, include: &str| {
        let list = world.get(token, &format!("/v3/surveys?per_page=1000&include={include}")).ok();
        list["data"].clone()
    };
    for (token, second, first) in [
        ("regular", "share_with", "shared_with"),
        ("owner", "share_by", "shared_by"),
        ("owner", "owner", "owned"),
        ("owner", "owned,shared_by", "owned"),
    ] {
        assert_eq!(data(token, second), data(token, first), "{second}");
    }
    let path = format!("/v3/surveys/{}/details", every_kind(&world));
    world.get("other_team", &path).fails(Error::NotFound);
}

#[test]
fn details_contain_every_kind_of_question_in_order() {
    let world = World::new();
    let survey = world.get("owner", &format!("/v3/surveys/{}/details", every_kind(&world))).ok();
    let pages = survey["pages"].as_array().unwrap();
    assert_eq!(survey["page_count"].as_u64().unwrap(), pages.len() as u64);
    let questions: Vec<&Value> = pages.iter().flat_map(|page| page["questions"].as_array().unwrap()).collect();
    assert_eq!(survey["question_count"].as_u64().unwrap(), questions.len() as u64);
    let mut kinds: Vec<String> = questions.iter().map(|q| format!("{}/{}", q["family"], q["subtype"])).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 25, "{kinds:?}");
    for page in pages {
        let positions: Vec<u64> = page["questions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|question| question["position"].as_u64().unwrap())
            .collect();
        assert!(positions.is_sorted(), "{positions:?}");
        assert_eq!(page["question_count"].as_u64().unwrap(), positions.len() as u64);
    }
}

fn total(world: &World, target: &str) -> u64 {
    world.get("owner", target).ok()["total"].as_u64().unwrap()
}

fn made(world: &World, token: &str, body: Value) -> Value {
    let answer = world.post(token, "/v3/surveys", body);
    assert_eq!(answer.status, 201, "{}", answer.body());
    answer.ok()
}

fn path(survey: &Value) -> String {
    format!("/v3/surveys/{}", survey["id"].as_str().unwrap())
}

#[track_caller]
fn refused(answer: &canvass::wire::http::Response, code: &str, field: &str) {
    assert_eq!(answer.code(), code, "{}", answer.body());
    let message = answer.body()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains(&format!("`{field}`")), "{message}");
}

/// A design without what the service gives each of its parts: ids, addresses, positions of options.
fn bare(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(strip),
            Value::Object(fields) => {
                fields.retain(|name, _| !(name == "id" || name == "href" || name.ends_with("_id")));
                fields.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    strip(&mut value);
    value
}

/// Every id in a design.
fn ids(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| ids(item, found)),
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(id) if name == "id" || name.ends_with("label_id") => found.push(id.clone()),
                    _ => ids(field, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn a_blank_survey_has_its_defaults_and_one_empty_page() {
    let world = World::new();
    let survey = made(&world, "owner", json!({}));
    for (field, value) in [
        ("title", json!("New Survey")),
        ("nickname", json!("")),
        ("language", json!("en")),
        ("category", json!("")),
        ("folder_id", json!("0")),
        ("template_id", json!(null)),
        ("footer", json!(true)),
        ("is_owner", json!(true)),
        ("custom_variables", json!({})),
        ("page_count", json!(1)),
        ("question_count", json!(0)),
        ("response_count", json!(0)),
    ] {
        assert_eq!(survey[field], value, "{field}");
    }
    assert_eq!(survey["buttons_text"].as_object().unwrap().len(), 4);
    assert!(survey["date_created"].as_str().unwrap().ends_with(":00"));
    assert!(survey.get("quiz_options").is_none() && survey.get("theme_id").is_none());
    let details = world.get("owner", &format!("{}/details", path(&survey))).ok();
    assert_eq!(details["pages"].as_array().unwrap().len(), 1);
    assert_eq!(details["pages"][0]["questions"], json!([]));
    assert_eq!(world.get("owner", &path(&survey)).ok(), survey);
    assert_eq!(world.get("regular_two", &path(&survey)).error(), Some(Error::NotFound), "nobody shares it");
}

#[test]
fn a_survey_is_made_whole_and_written_as_it_was_read() {
    let world = World::new();
    let original = world.get("owner", &format!("/v3/surveys/{}/details", every_kind(&world))).ok();
    let survey = made(&world, "owner", json!({ "title": "Whole", "pages": original["pages"] }));
    assert_eq!(
        (&survey["page_count"], &survey["question_count"]),
        (&original["page_count"], &original["question_count"])
    );
    let details = world.get("owner", &format!("{}/details", path(&survey))).ok();
    for (made, read) in details["pages"].as_array().unwrap().iter().zip(original["pages"].as_array().unwrap()) {
        for (made, read) in made["questions"].as_array().unwrap().iter().zip(read["questions"].as_array().unwrap()) {
            assert_eq!(bare(made.clone()), bare(read.clone()));
        }
    }
    let (mut old, mut new) = (Vec::new(), Vec::new());
    ids(&original["pages"], &mut old);
    ids(&details["pages"], &mut new);
    assert_eq!(old.len(), new.len());
    new.sort_unstable();
    new.dedup();
    assert_eq!(old.len(), new.len(), "no id stands twice");
    assert!(new.iter().all(|id| !id.is_empty() && !old.contains(id)), "none of the old design's ids is used again");
}

#[test]
fn a_copy_has_the_design_without_what_was_deleted_and_ids_of_its_own() {
    let world = World::new();
    let from = every_kind(&world);
    let original = world.get("owner", &format!("/v3/surveys/{from}/details")).ok();
    let copy = made(&world, "regular", json!({ "from_survey_id": from, "nickname": "Mine" }));
    assert_eq!((&copy["title"], &copy["nickname"]), (&json!("New Survey"), &json!("Mine")));
    assert_eq!(copy["custom_variables"], original["custom_variables"]);
    assert_eq!((&copy["response_count"], &copy["is_owner"]), (&json!(0), &json!(true)));
    assert_eq!(copy["page_count"], original["page_count"]);
    assert_eq!(copy["question_count"].as_u64().unwrap() + 1, original["question_count"].as_u64().unwrap());
    let details = world.get("regular", &format!("{}/details", path(&copy))).ok();
    assert!(!details.to_string().contains("\"visible\":false"));
    let (mut old, mut new) = (Vec::new(), Vec::new());
    ids(&original["pages"], &mut old);
    ids(&details["pages"], &mut new);
    assert!(new.iter().all(|id| !id.is_empty() && !old.contains(id)));
    world.post("other_team", "/v3/surveys", json!({ "from_survey_id": from })).fails(Error::NotFound);
    let both = world.post("owner", "/v3/surveys", json!({ "from_survey_id": from, "pages": [] }));
    refused(&both, "1000", "from_survey_id");
}

#[test]
fn a_survey_is_made_from_every_template_that_the_plan_includes() {
    let world = World::new();
    for language in ["en", "de", "fr", "es"] {
        let templates = world.get("owner", &format!("/v3/survey_templates?per_page=1000&language={language}")).ok();
        for template in templates["data"].as_array().unwrap() {
            let survey = made(&world, "owner", json!({ "from_template_id": template["id"] }));
            assert_eq!((&survey["title"], &survey["category"]), (&template["title"], &template["category"]));
            assert_eq!(
                (&survey["template_id"], &survey["question_count"]),
                (&template["id"], &template["num_questions"])
            );
        }
    }
    refused(&world.post("owner", "/v3/surveys", json!({ "from_template_id": "1" })), "1020", "from_template_id");
    let teams = world.get("owner", "/v3/team_survey_templates").ok();
    for template in teams["data"].as_array().unwrap() {
        let survey = made(&world, "regular_two", json!({ "from_team_template_id": template["team_template_id"] }));
        assert_eq!(survey["title"], template["name"]);
    }
    refused(
        &world.post("owner", "/v3/surveys", json!({ "from_team_template_id": "1" })),
        "1020",
        "from_team_template_id",
    );
    let paid = world.get("free", "/v3/survey_templates?per_page=1000").ok();
    let paid = paid["data"].as_array().unwrap().iter().find(|template| template["available"] == false).unwrap().clone();
    world.post("free", "/v3/surveys", json!({ "from_template_id": paid["id"] })).fails(Error::PaymentRequired);
}

#[test]
fn bad_fields_of_a_survey_are_named_and_make_nothing() {
    let world = World::new();
    let before = total(&world, "/v3/surveys");
    let quiz = |min: u64, max: u64| {
        json!({ "quiz_options": { "is_quiz_mode": true, "feedback": { "ranges_type": "percentage", "ranges": [
            { "min": 0, "max": 49, "message": "Hm" }, { "min": min, "max": max, "message": "Good" } ] } } })
    };
    let question = json!({ "headings": [{ "heading": "Which?" }], "family": "single_choice", "subtype": "vertical",
        "answers": { "choices": [{ "text": "A" }, { "text": "B" }, { "text": " " }] } });
    for (body, code, field) in [
        (json!({ "title": " " }), "1000", "title"),
        (json!({ "title": "x".repeat(501) }), "1000", "title"),
        (json!({ "title": 5 }), "1002", "title"),
        (json!({ "language": "klingon" }), "1000", "language"),
        (json!({ "buttons_text": { "next_button": "" } }), "1000", "buttons_text.next_button"),
        (json!({ "custom_variables": { "a b": "x" } }), "1000", "custom_variables"),
        (json!({ "custom_variables": { "a": 1 } }), "1002", "custom_variables.a"),
        (json!({ "folder_id": "77" }), "1020", "folder_id"),
        (json!({ "theme_id": "blue" }), "1000", "theme_id"),
        (json!({ "from_survey_id": "77" }), "1020", "from_survey_id"),
        (json!({ "pages": [] }), "1000", "pages"),
        (quiz(51, 100), "1000", "quiz_options.feedback.ranges[1].min"),
        (quiz(50, 101), "1000", "quiz_options.feedback.ranges[1].max"),
        (quiz(50, 49), "1000", "quiz_options.feedback.ranges[1].max"),
        (
            json!({ "quiz_options": { "is_quiz_mode": true, "feedback": { "ranges_type": "points",
                "ranges": [{ "min": -1, "max": 100, "message": "Hm" }] } } }),
            "1000",
            "quiz_options.feedback.ranges[0].min",
        ),
        (json!({ "pages": [{ "questions": [question] }] }), "1000", "pages[0].questions[0].answers.choices[2].text"),
        (json!({ "pages": [{}, { "questions": [{ "headings": [] }] }] }), "1002", "pages[1].questions[0].family"),
    ] {
        refused(&world.post("owner", "/v3/surveys", body), code, field);
    }
    assert_eq!(total(&world, "/v3/surveys"), before);
}

#[test]
fn whole_numbers_that_were_written_with_a_fraction_are_stored_as_integers() {
    let world = World::new();
    let quiz = |min: Value, max: Value| {
        json!({ "is_quiz_mode": true, "show_results_type": "results_only", "feedback": {
            "ranges_type": "points", "ranges": [{ "min": min, "max": max, "message": "Good" }] } })
    };
    let submitted = json!({ "title": "Quiz", "quiz_options": quiz(json!(0.0), json!(5.0)) });
    assert_eq!(made(&world, "owner", submitted)["quiz_options"], quiz(json!(0), json!(5)));
}

#[test]
fn a_patch_changes_what_is_given_and_a_put_resets_the_rest() {
    let world = World::new();
    let folder = world.post("owner", "/v3/survey_folders", json!({ "title": "Drawer" })).ok()["id"].clone();
    let quiz = json!({ "is_quiz_mode": true, "show_results_type": "results_only" });
    let survey = made(
        &world,
        "owner",
        json!({ "title": "Old", "nickname": "Nick", "theme_id": 1507280, "footer": false, "folder_id": folder,
            "language": "de", "custom_variables": { "source": "Where from" }, "quiz_options": quiz }),
    );
    assert_eq!((&survey["folder_id"], &survey["theme_id"]), (&folder, &json!("1507280")));
    assert_eq!(survey["quiz_options"], quiz);
    assert_eq!(survey["buttons_text"]["next_button"], "Weiter");
    world.pass(120_000);
    let patch = json!({ "title": "New", "nickname": null, "buttons_text": { "exit_button": "Leave" } });
    let changed = world.patch("owner", &path(&survey), patch).ok();
    assert_eq!((&changed["title"], &changed["nickname"]), (&json!("New"), &json!("Nick")));
    assert_eq!(changed["buttons_text"]["exit_button"], "Leave");
    assert_eq!(changed["buttons_text"]["done_button"], "Fertig");
    assert_eq!((&changed["footer"], &changed["folder_id"]), (&json!(false), &folder));
    assert!(changed["date_modified"].as_str() > survey["date_modified"].as_str());
    let replaced = world.put("owner", &path(&survey), json!({ "nickname": "Only" })).ok();
    assert_eq!((&replaced["title"], &replaced["nickname"]), (&json!("New Survey"), &json!("Only")));
    assert_eq!((&replaced["language"], &replaced["footer"]), (&json!("en"), &json!(true)));
    assert_eq!((&replaced["folder_id"], &replaced["custom_variables"]), (&json!("0"), &json!({})));
    assert_eq!(replaced["buttons_text"]["next_button"], "Next");
    assert_eq!(replaced["theme_id"], "1507280", "what a PUT cannot set stays");
    world.patch("owner", &path(&survey), json!({ "language": "" })).fails(Error::BadRequest);
    assert_eq!(world.get("owner", &path(&survey)).ok(), replaced);
}

#[test]
fn who_sees_a_survey_may_change_it_only_with_the_privilege_and_delete_it_never() {
    let world = World::new();
    // Shared with the regular member in a workgroup of full access, and in one of viewers.
    for (survey, code) in [(surveys::EVERY_KIND, ""), (surveys::KITCHEN, "1016"), (surveys::ENGAGEMENT, "1020")] {
        let path = format!("/v3/surveys/{survey}");
        assert_eq!(world.patch("regular", &path, json!({ "nickname": "n" })).code(), code, "{survey}");
        assert_eq!(world.put("regular", &path, json!({ "title": "t" })).code(), code, "{survey}");
        assert_eq!(world.post("regular", &format!("{path}/pages"), json!({})).code(), code, "{survey}");
        let deleted = if code.is_empty() { "1016" } else { code };
        assert_eq!(world.delete("regular", &path).code(), deleted, "{survey}");
    }
    let mine = world.get("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND)).ok();
    assert_eq!(mine["nickname"], "", "the PUT of the member went through");
    let folder = world.post("regular", "/v3/survey_folders", json!({ "title": "Mine" })).ok()["id"].clone();
    let answer =
        world.patch("regular", &format!("/v3/surveys/{}", surveys::EVERY_KIND), json!({ "folder_id": folder }));
    refused(&answer, "1016", "folder_id");
}

#[test]
fn a_deleted_survey_is_returned_once_and_takes_everything_with_it() {
    let world = World::new();
    let before = total(&world, "/v3/surveys");
    let survey = world.get("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND)).ok();
    let deleted = world.delete("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND));
    assert_eq!((deleted.status, deleted.ok()), (200, survey));
    world.delete("owner", &format!("/v3/surveys/{}", surveys::EVERY_KIND)).fails(Error::NotFound);
    world.get("owner", &format!("/v3/surveys/{}/details", surveys::EVERY_KIND)).fails(Error::NotFound);
    world.get("owner", &format!("/v3/collectors/{}/responses", surveys::EVERY_KIND_LINK)).fails(Error::NotFound);
    assert_eq!(total(&world, "/v3/surveys"), before - 1);
}

#[test]
fn no_table_has_rows_of_a_deleted_survey() {
    let world = World::new();
    let survey = surveys::EVERY_KIND;
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let sql = |statement: &str| database.run(statement, &[]).unwrap();
    // Something in every table that names surveys, collectors, messages or responses.
    let messages = &format!("/v3/collectors/{EVERY_KIND_MAIL}/messages");
    let message = world.post("owner", messages, json!({ "type": "invite" })).ok()["id"].clone();
    let recipients = format!("{messages}/{}/recipients", message.as_str().unwrap());
    world.post("owner", &recipients, json!({ "email": "gone@surveys.example" })).ok();
    let german =
        json!({ "translations": [{ "context": "survey_title", "resource_id": survey, "translation": "Alles" }] });
    world.post("owner", &format!("/v3/surveys/{survey}/languages/de"), german);
    let first = sql(&format!("SELECT id FROM responses WHERE survey_id = '{EVERY_KIND}' LIMIT 1"))[0].text("id");
    sql(&format!(
        "INSERT INTO files (id, collector_id, response_id, name, content_type, content, created)
         VALUES ('f', '{EVERY_KIND_LINK}', '{first}', 'n', 't', '', 0)"
    ));
    sql(&format!(
        "INSERT INTO respondent_progress (id, survey_id, collector_id, response_id, page_id, drafts, modified)
         VALUES ('t', '{EVERY_KIND}', '{EVERY_KIND_LINK}', '{first}', '', '[]', 0),
                ('anonymous', '{EVERY_KIND}', '{EVERY_KIND_LINK}', NULL, '', '{{}}', 0),
                ('draft', '{EVERY_KIND}', '{EVERY_KIND_LINK}', NULL, '1', '{{}}', 0)"
    ));
    let mut named = Vec::new();
    for table in sql("SELECT name FROM sqlite_master WHERE type = 'table'") {
        let table = table.text("name");
        for column in ["survey_id", "collector_id", "message_id", "response_id"] {
            let columns = sql(&format!("SELECT name FROM pragma_table_info('{table}') WHERE name = '{column}'"));
            // What was sent goes on counting for the day.
            if !columns.is_empty() && table != "message_sends" {
                named.push((table.clone(), column));
            }
        }
    }
    let ids = |parent: &str, of: &str| {
        let rows = sql(&format!("SELECT id FROM {parent} WHERE {of}"));
        rows.iter().map(|row| format!("'{}'", row.text("id"))).collect::<Vec<_>>().join(",")
    };
    let collectors = ids("collectors", &format!("survey_id = '{EVERY_KIND}'"));
    let messages = ids("messages", &format!("collector_id IN ({collectors})"));
    let responses = ids("responses", &format!("survey_id = '{EVERY_KIND}'"));
    let left = || {
        let counted = named.iter().map(|(table, column)| {
            let ids = match *column {
                "survey_id" => &format!("'{EVERY_KIND}'"),
                "collector_id" => &collectors,
                "message_id" => &messages,
                _ => &responses,
            };
            (table.clone(), sql(&format!("SELECT 1 FROM {table} WHERE {column} IN ({ids})")).len())
        });
        counted.collect::<Vec<_>>()
    };
    for table in
        ["pages", "questions", "collectors", "responses", "recipients", "messages", "files", "respondent_progress"]
    {
        assert!(left().iter().any(|(name, rows)| name == table && *rows > 0), "{table} is not tried");
    }
    world.delete("owner", &format!("/v3/surveys/{survey}")).ok();
    // What nobody finds any more is taken away some at a time.
    world.wake_all();
    for (table, rows) in left() {
        assert_eq!(rows, 0, "{table}");
    }
    assert_eq!(sql(&format!("SELECT id FROM shares WHERE resource_id = '{EVERY_KIND}'")).len(), 0);
    // What belonged to a response is not looked up again.
    let deleted = database.plans().into_iter().filter(|(statement, _)| {
        statement.starts_with("DELETE FROM respondent_progress") && statement.contains("WHERE survey_id = ?")
    });
    let steps = deleted.flat_map(|(_, steps)| steps).collect::<Vec<_>>();
    assert!(steps.iter().any(|step| step.contains("INDEX respondent_progress_of_survey ")), "{steps:?}");
}

#[test]
fn webhooks_are_notified_when_a_survey_is_created_changed_and_deleted() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for event in ["survey_created", "survey_updated", "survey_deleted"] {
        database
            .run(
                &format!("INSERT INTO webhooks (id, user_id, client_id, name, event_type, subscription_url, created, modified)
                 VALUES (?1, '{OLIVIA}', 'c', 'n', ?1, ?1, 0, 0)"),
                &[event.into()],
            )
            .unwrap();
    }
    let survey = made(&world, "owner", json!({}));
    let page = format!("{}/pages", path(&survey));
    world.patch("owner", &path(&survey), json!({ "title": "x" })).ok();
    let page = format!("{page}/{}", world.post("owner", &page, json!({})).ok()["id"].as_str().unwrap());
    let question = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    world.post("owner", &format!("{page}/questions"), question).ok();
    world.delete("owner", &page).ok();
    world.patch("owner", &path(&survey), json!({ "title": "" }));
    world.delete("owner", &path(&survey)).ok();
    let rows = database.run("SELECT type, object_id FROM events ORDER BY id", &[]).unwrap();
    let told: Vec<String> = rows.iter().map(|row| row.text("type")).collect();
    let expected = ["created", "updated", "updated", "updated", "updated", "deleted"];
    assert_eq!(told, expected.map(|event| format!("survey_{event}")), "what is refused tells nothing");
    assert!(rows.iter().all(|row| row.text("object_id") == survey["id"]));
}

#[test]
fn the_record_of_the_team_lists_what_was_done_to_surveys() {
    let world = World::new();
    let survey = made(&world, "owner", json!({ "title": "Watched" }));
    let copy = made(&world, "owner", json!({ "from_survey_id": survey["id"], "title": "Twin" }));
    world.patch("owner", &path(&survey), json!({ "title": "Renamed" })).ok();
    world.delete("owner", &path(&copy)).ok();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    let rows = database.run("SELECT kind, subject FROM activities ORDER BY id DESC LIMIT 4", &[]).unwrap();
    let told: Vec<(String, String)> = rows.iter().rev().map(|row| (row.text("kind"), row.text("subject"))).collect();
    let expected = [
        ("survey_info_create", "Watched"),
        ("survey_info_copy", "Twin"),
        ("survey_info_update", "Renamed"),
        ("survey_info_delete", "Twin"),
    ];
    assert_eq!(told, expected.map(|(kind, subject)| (kind.to_owned(), subject.to_owned())));
}

#[test]
fn a_survey_of_more_than_1000_questions_is_answered_with_413_and_can_be_cut_down() {
    let world = World::new();
    let question = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    let page = |questions: usize| json!({ "questions": vec![question.clone(); questions] });
    let survey = made(&world, "owner", json!({ "pages": [page(999), page(1)] }));
    assert_eq!(survey["question_count"], 1000);
    world.get("owner", &format!("{}/details", path(&survey))).ok();
    let pages = world.get("owner", &format!("{}/pages", path(&survey))).ok();
    let last = format!("{}/pages/{}", path(&survey), pages["data"][1]["id"].as_str().unwrap());
    world.post("owner", &format!("{last}/questions"), question.clone()).ok();
    for target in [path(&survey), format!("{}/details", path(&survey))] {
        let answer = world.get("owner", &target);
        assert_eq!(answer.error(), Some(Error::TooLarge), "{target}");
    }
    let copy = made(&world, "owner", json!({ "from_survey_id": survey["id"] }));
    assert_eq!(copy["question_count"], 1001);
    world.delete("owner", &last).ok();
    assert_eq!(world.get("owner", &path(&survey)).ok()["question_count"], 999);
    // With responses, deleted questions stay, hidden.
    let pages = world.get("owner", &format!("{}/pages", path(&copy))).ok();
    let last = format!("{}/pages/{}", path(&copy), pages["data"][1]["id"].as_str().unwrap());
    let collector = world.post("owner", &format!("{}/collectors", path(&copy)), json!({ "type": "weblink" })).ok();
    let collector = format!("/v3/collectors/{}/responses", collector["id"].as_str().unwrap());
    world.post("owner", &collector, json!({ "pages": [] })).ok();
    world.delete("owner", &last).ok();
    for target in [path(&copy), format!("{}/details", path(&copy))] {
        assert_eq!(world.get("owner", &target).status, 200, "{target}");
    }
    let pages = vec![page(1000); 5];
    let largest = made(&world, "owner", json!({ "pages": pages }));
    let first = world.get("owner", &format!("{}/pages", path(&largest))).ok()["data"][0]["id"].clone();
    let target = format!("{}/pages/{}/questions", path(&largest), first.as_str().unwrap());
    world.post("owner", &target, question).fails(Error::ResourceLimit);
}

#[test]
fn a_plan_bounds_the_questions_of_a_survey_and_their_types() {
    let world = World::new();
    let question = json!({ "headings": [{ "heading": "Why?" }], "family": "open_ended", "subtype": "essay" });
    let page = |questions: usize| json!({ "pages": [{ "questions": vec![question.clone(); questions] }] });
    world.post("free", "/v3/surveys", page(11)).fails(Error::ResourceQuota);
    let survey = made(&world, "free", page(10));
    let pages = world.get("free", &format!("{}/pages", path(&survey))).ok();
    let questions = format!("{}/pages/{}/questions", path(&survey), pages["data"][0]["id"].as_str().unwrap());
    world.post("free", &questions, question).fails(Error::ResourceQuota);
    let slider = json!({ "headings": [{ "heading": "How?" }], "family": "open_ended", "subtype": "single",
        "display_options": { "display_type": "slider" } });
    world.post("free", &questions, slider).fails(Error::PaymentRequired);
    assert_eq!(world.get("free", &path(&survey)).ok()["question_count"], 10);
}

#[test]
fn own_and_shared_surveys_are_in_one_order_on_every_page() {
    let world = World::new();
    for (sort, token) in
        [("title", "regular"), ("date_modified", "regular"), ("num_responses", "regular"), ("title", "owner")]
    {
        for order in ["ASC", "DESC"] {
            let target = format!("/v3/surveys?sort_by={sort}&sort_order={order}&include=response_count,date_modified");
            let all = world.get(token, &target).ok();
            let all = all["data"].as_array().unwrap();
            assert!(all.len() >= 4, "own and shared ones");
            let ids: BTreeSet<&str> = all.iter().map(|survey| survey["id"].as_str().unwrap()).collect();
            assert_eq!(ids.len(), all.len(), "what {token} owns and shares with others stands once");
            let key = |survey: &Value| match sort {
                "title" => survey["title"].to_string(),
                "date_modified" => survey["date_modified"].to_string(),
                _ => format!("{:09}", survey["response_count"].as_u64().unwrap()),
            };
            let keys: Vec<String> = all.iter().map(key).collect();
            assert!(keys.is_sorted_by(|a, b| if order == "ASC" { a <= b } else { a >= b }), "{keys:?}");
            for (place, survey) in all.iter().enumerate() {
                let page = world.get(token, &format!("{target}&per_page=1&page={}", place + 1)).ok();
                assert_eq!((&page["data"][0], page["total"].as_u64()), (survey, Some(all.len() as u64)));
            }
        }
    }
    let stats = world.get("owner", "/v3/surveys?include=collect_stats&sort_by=num_responses").ok();
    assert!(stats["data"][0]["collect_stats"]["total"].as_u64().unwrap() > 0);
}

#[test]
fn a_text_is_found_in_any_case_with_letters_beyond_ascii_too() {
    let world = World::new();
    let id = world.post("owner", "/v3/surveys", json!({ "title": "Über Ärger, ÉTÉ" })).ok()["id"].clone();
    for text in ["Über", "über", "ÜBER", "über ärger", "ÄRGER", "été", "ber ä"] {
        let found = world.get("owner", &format!("/v3/surveys?title={}", text.replace(' ', "%20"))).ok();
        assert_eq!((&found["total"], &found["data"][0]["id"]), (&json!(1), &id), "{text}");
    }
    let alphabet: String = ('А'..='Я').collect();
    let two_alphabets: String = ('А'..='Я').chain('Α'..='Ρ').collect();
    for (title, text) in [
        ("Опрос клиентов", "опрос КЛИЕНТОВ"),
        ("Ärger über Öl", "ärger über öl"),
        ("Müller-Özdemir", "müller-özdemir"),
        ("Иванова-Петрова", "иванова-петрова"),
        ("Έρευνα πελατών", "έρευνα πελατών"),
        ("ΟΔΟΣ", "οδος"),
        ("οδός", "ΟΔΌΣ"),
        ("Ÿ İ", "Ÿ İ"),
        ("50 % über_all\\", "50 % ÜBER_ALL\\"),
        (&format!("{alphabet}."), &alphabet.to_lowercase()),
        (&two_alphabets, &two_alphabets),
    ] {
        let id = world.post("owner", "/v3/surveys", json!({ "title": title })).ok()["id"].clone();
        let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = world.get("owner", &format!("/v3/surveys?title={encoded}")).ok();
        assert_eq!((&found["total"], &found["data"][0]["id"]), (&json!(1), &id), "{text}");
    }
}

#[test]
fn a_title_is_found_by_texts_of_every_length_around_what_the_platform_takes_as_a_pattern() {
    let world = World::new();
    let title = "A_b%c\\".repeat(10);
    let id = world.post("owner", "/v3/surveys", json!({ "title": title })).ok()["id"].clone();
    world.post("owner", "/v3/surveys", json!({ "title": "AxbxcxAxbxcx".repeat(5) })).ok();
    for length in 2..=title.len() {
        let text = title[..length].to_lowercase().replace('%', "%25").replace('\\', "%5C");
        let found = world.get("owner", &format!("/v3/surveys?title={text}")).ok();
        assert_eq!((&found["total"], &found["data"][0]["id"]), (&json!(1), &id), "{length}");
    }
}

#[test]
fn a_collector_whose_date_has_passed_counts_as_closed() {
    let world = World::new();
    let path = &format!("/v3/surveys/{EMPTY}/collectors");
    let date = world.now().saturating_add(1000).with_offset().0;
    for body in
        [json!({ "type": "weblink", "name": "B" }), json!({ "type": "weblink", "name": "A", "close_date": date })]
    {
        world.post("owner", path, body).ok();
    }
    let stats = || {
        let list = world.get("owner", "/v3/surveys?include=collect_stats&per_page=1000").ok();
        let all = list["data"].as_array().unwrap().clone();
        all.into_iter().find(|survey| survey["id"] == surveys::EMPTY).unwrap()["collect_stats"].clone()
    };
    let sorted = || {
        let list = world.get("owner", &format!("{path}?sort_by=status&include=status")).ok();
        let all = list["data"].as_array().unwrap().clone();
        let shown = |one: &Value| format!("{} {}", one["name"].as_str().unwrap(), one["status"].as_str().unwrap());
        all.iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(stats(), json!({ "total": 2, "open": 2, "closed": 0 }));
    assert_eq!(sorted(), ["B open", "A open"]);
    world.pass(2000);
    assert_eq!(stats(), json!({ "total": 2, "open": 1, "closed": 1 }));
    assert_eq!(sorted(), ["A closed", "B open"]);
}
