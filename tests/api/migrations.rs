//! A store that an older program wrote opens in this one: nothing is lost, and everything newer works on it.

use crate::support::{Answered, World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::store::sql::Sql;
use canvass::spec::regions::Region;
use canvass::spec::scopes::Scope;
use serde_json::json;

/// A team of the first version, as its program left it: a script that is never changed, and a number.
const FIRST: &str = include_str!("../../src/service/actor/schema/team/1.sql");

const TEAM: &str = "7001";

/// What an account of the first version had.
const CONTENT: &str = "
    INSERT INTO team VALUES ('7001', 'Older Ltd', 'us', 1, 10, 1700000000000);
    INSERT INTO users VALUES ('7101', '7201', 'ada', 'ada@older.example', 1, 'x', 'Ada', 'Old', 'en', 'enterprise',
      'account_owner', 'active', 1700000000000, 1700000000000);
    INSERT INTO surveys VALUES ('7301', '7101', 'Kept', '', 'en', '', '0',
      '{\"buttons_text\":{\"next_button\":\"Next\",\"prev_button\":\"Prev\",\"done_button\":\"Done\",\"exit_button\":\"\"},\"footer\":true,\"custom_variables\":{},\"theme_id\":\"1507280\",\"template_id\":null}',
      1, 1, 1, 1700000000000, 1700000000000);
    INSERT INTO pages VALUES ('7401', '7301', 1, 'Page', '');
    INSERT INTO questions VALUES ('7501', '7301', '7401', 1,
      '{\"visible\":true,\"family\":\"open_ended\",\"subtype\":\"single\",\"layout\":null,\"sorting\":null,\"required\":null,\"validation\":null,\"forced_ranking\":false,\"headings\":[{\"heading\":\"Why?\"}]}');
    INSERT INTO collectors VALUES ('7601', '7301', 'weblink', 'open', 'Link', '{}', 1, 1700000000000, 1700000000000);
    INSERT INTO responses VALUES ('7701', '7301', '7601', '', 'completed', 'default', '', '', '', '', '', 9, '{}',
      '[{\"id\":\"7401\",\"questions\":[{\"id\":\"7501\",\"answers\":[{\"text\":\"Because\"}]}]}]', 1700000000000, 1700000000000)";

/// A world with such a store in it, and a token of its account.
fn older(more: &[String]) -> (World, String) {
    let world = World::new();
    let app = world.app("workbench")["client_id"].as_str().unwrap().to_owned();
    let token = token::mint_token(&world.service.config, Region::Us, TEAM, &app, [7; 24]).unwrap();
    let database = crate::support::database::Database::new();
    for statement in FIRST
        .split(';')
        .chain(CONTENT.split(';'))
        .chain(more.iter().map(String::as_str))
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        database.run(statement, &[]).unwrap();
    }
    database.run("CREATE TABLE schema (version INTEGER NOT NULL)", &[]).unwrap();
    database.run("INSERT INTO schema (version) VALUES (1)", &[]).unwrap();
    let scopes: Vec<&str> = Scope::ALL.iter().map(|scope| scope.as_str()).collect();
    database
        .run(
            "INSERT INTO grants (token_hash, user_id, client_id, app_name, scopes, created, revoked)
             VALUES (?, '7101', ?, 'App', ?, 1700000000000, NULL)",
            &[token::hash_secret(&token).into(), app.into(), scopes.join(" ").into()],
        )
        .unwrap();
    world.keep(ActorId::Team(TEAM.to_owned()), database);
    (world, token)
}

/// What a question asks of its numbers, as older programs stored it.
fn question(id: &str, sum: &str) -> String {
    format!(
        r#"INSERT INTO questions VALUES ('{id}', '7301', '7401', {id},
           '{{"visible":true,"family":"open_ended","subtype":"numerical","layout":null,"sorting":null,"required":null,
           "forced_ranking":false,"headings":[{{"heading":"How much?"}}],"answers":{{"rows":[]}},
           "validation":{{"type":"integer","text":"No.","min":"0","max":null,{sum}}}}}')"#
    )
}

#[test]
fn a_sum_that_an_older_program_stored_as_a_text_is_an_integer_and_what_is_said_of_it_a_text() {
    let (world, token) = older(&[
        question("7511", r#""sum":"100","sum_text":"Make it 100.""#),
        question("7512", r#""sum":null,"sum_text":null"#),
        question("7513", r#""sum":"1.5","sum_text":"Half.""#),
        question("7514", r#""sum":"-3","sum_text":"Less.""#),
        question("7515", r#""sum":"4294967296","sum_text":"Much.""#),
    ]);
    let details = world.get(&token, "/v3/surveys/7301/details").ok();
    let found = details["pages"][0]["questions"].as_array().unwrap().iter().skip(1);
    let sums: Vec<_> =
        found.map(|question| json!([question["validation"]["sum"], question["validation"]["sum_text"]])).collect();
    assert_eq!(
        json!(sums),
        json!([[100, "Make it 100."], [null, ""], [null, "Half."], [null, "Less."], [null, "Much."]])
    );
    assert_eq!(details["pages"][0]["questions"][0]["validation"], json!(null));
}

#[test]
fn what_an_older_program_stored_is_read_and_changed_by_this_one() {
    let (world, token) = older(&[]);
    assert_eq!(world.get(&token, "/v3/surveys").ok()["data"][0]["title"], "Kept");
    let bulk = world.get(&token, "/v3/surveys/7301/responses/bulk").ok();
    assert_eq!(bulk["data"][0]["pages"][0]["questions"][0]["answers"][0]["text"], "Because");
    assert_eq!(world.get(&token, "/v3/surveys/7301/details").ok()["pages"][0]["questions"][0]["id"], "7501");
    assert_eq!(world.get(&token, "/v3/surveys/7301/rollups").ok()["data"][0]["summary"][0]["answered"], 1);
    let patched = world.patch(&token, "/v3/surveys/7301", json!({ "title": "Changed" })).ok();
    assert_eq!((&patched["title"], &patched["response_count"]), (&json!("Changed"), &json!(1)));
}

#[test]
fn what_is_newer_than_a_store_works_on_it() {
    let (world, token) = older(&[]);
    let list = world.post(&token, "/v3/contact_lists", json!({ "name": "New" })).ok();
    assert_eq!(world.get(&token, &format!("/v3/contact_lists/{}", list["id"].as_str().unwrap())).ok()["name"], "New");
    world.post(&token, "/v3/survey_folders", json!({ "title": "Folder" })).ok();
    world.get(&token, "/v3/groups/7001/activities").ok();
}

#[test]
fn a_brought_up_store_has_the_tables_of_a_fresh_one() {
    let (world, _) = older(&[]);
    let tables = |place: ActorId| {
        let database = world.database(&place);
        let rows = database.run("SELECT type, name, sql FROM sqlite_master ORDER BY type, name", &[]).unwrap();
        rows.iter().map(|row| [row.text("type"), row.text("name"), row.text("sql")]).collect::<Vec<_>>()
    };
    assert_eq!(tables(ActorId::Team(TEAM.to_owned())), tables(ActorId::Team(people::NORTHWIND.to_owned())));
}

#[test]
fn a_store_of_a_newer_program_is_left_alone() {
    let world = World::new();
    let place = ActorId::Team(TEAM.to_owned());
    let database = crate::support::database::Database::new();
    database.run("CREATE TABLE schema (version INTEGER NOT NULL)", &[]).unwrap();
    database.run("INSERT INTO schema (version) VALUES (999)", &[]).unwrap();
    let refused = world.service.open_actor(&place, world.now(), &database).unwrap_err();
    assert!(refused.0.contains("999"), "{}", refused.0);
}
