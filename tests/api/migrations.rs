//! A store that an older program wrote opens in this one: nothing is lost, and everything newer works on it.

use crate::support::database::Database;
use crate::support::{Answered, START, World, people};
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
    let database = Database::new();
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
fn a_sum_that_an_older_program_stored_as_a_text_is_an_integer_and_its_description_a_text() {
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

/// The scripts of the first two steps of each kind of actor. They are released and never change.
macro_rules! released {
    ($($path:literal)+) => { [$( include_str!(concat!("../../src/service/actor/schema/", $path)) ),+].join(";") };
}

/// A store that the program of the second step left, with these rows, once this program has opened it.
fn opened_after_step_2(world: &World, actor: &ActorId, scripts: &str, rows: &[&str]) -> Database {
    let database = Database::new();
    let version = ["CREATE TABLE schema (version INTEGER NOT NULL)", "INSERT INTO schema (version) VALUES (2)"];
    let statements = scripts.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    for statement in statements.chain(version).chain(rows.iter().copied()) {
        database.run(statement, &[]).unwrap();
    }
    world.service.open_actor(actor, world.now(), START, &database).unwrap();
    database
}

/// The column `value` of each row that a statement returns.
fn texts(database: &Database, statement: &str) -> Vec<String> {
    let rows = database.run(statement, &[]).unwrap();
    rows.iter().map(|row| row.text("value")).collect()
}

#[test]
fn a_team_of_step_2_keeps_its_rows_under_the_new_names() {
    let scripts = released!(
        "team/1.sql" "team/2/ids.sql" "team/2/agenda.sql" "team/2/activities.sql" "team/2/webhooks.sql"
        "team/2/deliveries.sql" "team/2/contacts.sql" "team/2/messages.sql" "team/2/outbox.sql" "team/2/accounts.sql"
        "team/2/legacy.sql" "team/2/library.sql" "team/2/folders.sql" "team/2/surveys.sql" "team/2/people.sql"
        "team/2/take.sql" "team/2/translations.sql"
    );
    let rows = [
        "INSERT INTO agenda (work, subject, due, attempts) VALUES ('hand_over', '9', 5, 2)",
        "INSERT INTO mailings (message_id, recipient_id, status) VALUES ('m1', 'r1', 'sent')",
        "INSERT INTO mailings (message_id, recipient_id, status) VALUES ('m2', 'r1', 'sent')",
        "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                 extra_fields, opened, clicked, created)
         VALUES ('r1', 'c1', 'm1', 'a@mail.example', '', '', '{}', '{}', 8, 9, 7)",
        "INSERT INTO sendings (message_id, user_id, at, recipients) VALUES ('m1', 'u1', 7, 3)",
        "INSERT INTO refusals (address, status, at) VALUES ('Gone@mail.example', 'optout', 7)",
        "INSERT INTO takings (id, page_id, drafts, modified) VALUES ('c1.r1', 'p1', '{}', 7)",
        "INSERT INTO collectors VALUES ('c1', 's1', 'weblink', 'open', 'Link', '{}', 1, 7, 7)",
        "INSERT INTO responses VALUES ('n1', 's1', 'c1', '', 'partial', 'default', '', '', '', '', '', 9, '{}', '[]', 7, 7)",
        "INSERT INTO takings (id, response_id, page_id, drafts, modified) VALUES ('device', 'n1', 'p2', '{}', 7)",
        "INSERT INTO contact_days (user_id, day, made) VALUES ('u1', 20000, 41)",
        "INSERT INTO deliveries (webhook_id, event_id, state, body, happened, attempts, due)
         VALUES ('w1', 'e1', 'waiting', '{}', 77, 0, 0)",
        "INSERT INTO outbox (id, kind, receiver, sender, subject, text, headers, created)
         VALUES ('2', 'sms', '+1', '', '', '', '[]', 8), ('1', 'sms', '+1', '', '', '', '[]', 7)",
    ];
    let database = opened_after_step_2(&World::new(), &ActorId::Team(TEAM.to_owned()), &scripts, &rows);
    for (statement, value) in [
        ("SELECT kind || subject || due || attempts AS value FROM jobs WHERE subject <> ''", "hand_over952"),
        ("SELECT due AS value FROM jobs WHERE kind = 'prune_outbox'", "2592000007"),
        (
            "SELECT message_id || recipient_id || status AS value FROM message_recipients WHERE message_id = 'm1'",
            "m1r1sent",
        ),
        ("SELECT message_id || opened || clicked AS value FROM message_recipients WHERE clicked IS NOT NULL", "m189"),
        ("SELECT message_id || user_id || at || recipients AS value FROM message_sends", "m1u173"),
        ("SELECT status AS value FROM suppressions WHERE address = 'gone@MAIL.example'", "optout"),
        ("SELECT survey_id || collector_id || page_id AS value FROM respondent_progress WHERE id = 'c1.r1'", "s1c1p1"),
        ("SELECT survey_id || collector_id || page_id AS value FROM respondent_progress WHERE id = 'device'", "s1c1p2"),
        ("SELECT created AS value FROM contact_days WHERE user_id = 'u1' AND day = 20000", "41"),
        ("SELECT event_at AS value FROM deliveries WHERE webhook_id = 'w1'", "77"),
    ] {
        assert_eq!(texts(&database, statement), [value], "{statement}");
    }
}

#[test]
fn other_actors_of_step_2_keep_their_rows_under_the_new_names() {
    let world = World::new();
    let app = opened_after_step_2(
        &world,
        &ActorId::App("b2xkZXItYXBwLW9mLXRlc3Q".to_owned()),
        &released!("app/1.sql" "app/2.sql" "app/2/secret.sql"),
        &[
            "INSERT INTO app (client_id, secret_hash, name, description, state, owner_team, owner_user, redirect_uris,
                              scopes, created, extended, review)
             VALUES ('a', '', 'Older', '', 'draft', '1', '2', '[]', '[]', 0, 11, 12)",
            "INSERT INTO codes (code_hash, ticket, redirect_uri, region, team, user_id, scopes, expires)
             VALUES ('h', 'consent', '', 'us', '1', '2', '', 5)",
        ],
    );
    assert_eq!(texts(&app, "SELECT draft_renewed || ' ' || review_since AS value FROM app"), ["11 12"]);
    assert_eq!(texts(&app, "SELECT consent_id AS value FROM codes"), ["consent"]);
    let directory = opened_after_step_2(
        &world,
        &ActorId::Directory(1),
        &released!("directory/1.sql" "directory/2.sql"),
        &["INSERT INTO addresses (email, region, team, until) VALUES ('a@b.example', 'us', '1', 99)"],
    );
    assert_eq!(texts(&directory, "SELECT email || team AS value FROM addresses"), ["a@b.example1"]);
    let reviews = opened_after_step_2(
        &world,
        &ActorId::Reviews,
        &released!("reviews/1.sql" "reviews/2.sql"),
        &[
            "INSERT INTO waiting (client_id, name, owner, subject, since) VALUES ('a', 'Older', 'o', 'publication', 3)",
            "INSERT INTO listed (client_id, revision, position, name, description, hosts, required, optional)
             VALUES ('a', 1, 'older', 'Older', '', '', '', '')",
        ],
    );
    assert_eq!(texts(&reviews, "SELECT name || since AS value FROM review_queue"), ["Older3"]);
    assert_eq!(texts(&reviews, "SELECT sort_name AS value FROM published_apps"), ["older"]);
}

/// The tables and indexes of a store.
fn tables(database: &Database) -> Vec<[String; 3]> {
    let rows = database.run("SELECT type, name, sql FROM sqlite_master ORDER BY type, name", &[]).unwrap();
    rows.iter().map(|row| [row.text("type"), row.text("name"), row.text("sql")]).collect()
}

#[test]
fn a_brought_up_store_has_the_tables_of_a_fresh_one() {
    let (world, _) = older(&[]);
    let of_team = |id: &str| tables(&world.database(&ActorId::Team(id.to_owned())));
    assert_eq!(of_team(TEAM), of_team(people::NORTHWIND));
}

/// What undoes the steps after the seventh.
const WITHOUT_LATER_STEPS: [&str; 9] = [
    "DROP INDEX previews_of_survey",
    "DROP INDEX former_recipients_by_age",
    "ALTER TABLE former_recipients DROP COLUMN deleted",
    "DROP INDEX activities_with_ip",
    "DROP INDEX respondent_tokens_of_progress",
    "DROP INDEX responses_of_recipient",
    "CREATE INDEX responses_of_recipient ON responses (recipient_id, status)",
    "DROP INDEX respondent_progress_of_survey",
    "CREATE INDEX respondent_progress_of_survey ON respondent_progress (survey_id, collector_id)",
];

#[test]
fn a_store_whose_fourth_step_had_the_fifth_in_it_opens() {
    let world = World::new();
    let team = ActorId::Team(TEAM.to_owned());
    let database = Database::new();
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    let fresh = tables(&database);
    for statement in [
        "DROP TABLE former_members",
        "DROP INDEX respondent_drafts_of_collector",
        "DROP INDEX respondent_drafts_by_age",
        r#"INSERT INTO respondent_progress (id, page_id, drafts, modified)
           VALUES ('done', '', '{"1":[["q2","typed"]]}', 7), ('draft', '1', '{"1":[["q2","typed"]]}', 7)"#,
        "UPDATE schema SET version = 4",
    ]
    .into_iter()
    .chain(WITHOUT_LATER_STEPS)
    {
        database.run(statement, &[]).unwrap();
    }
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    assert_eq!(tables(&database), fresh);
    // Nothing that was typed is kept with a respondent who has finished.
    let typed = "SELECT drafts AS value FROM respondent_progress ORDER BY id";
    assert_eq!(texts(&database, typed), ["{}", r#"{"1":[["q2","typed"]]}"#]);
}

#[test]
fn in_a_store_of_step_6_nothing_leads_from_a_recipient_to_an_anonymous_response_and_who_has_finished_stays_finished() {
    const UNKNOWN: &str = "";
    let world = World::new();
    let team = ActorId::Team(TEAM.to_owned());
    let database = Database::new();
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    // The anonymity of the collector may have been another when the response was given.
    for [id, kind, proves, known] in [
        ["11", "fully_anonymous", "false", UNKNOWN],
        ["12", "fully_anonymous", "true", UNKNOWN],
        ["13", "not_anonymous", "null", "recipient"],
        ["14", "not_anonymous", "null", UNKNOWN],
        ["15", "fully_anonymous", "null", "recipient"],
    ] {
        let settings = format!(r#"{{"anonymous_type": "{kind}", "respondent_authentication": {proves}}}"#);
        let collector = "INSERT INTO collectors VALUES (?, '1', 'email', 'open', 'Mail', ?, 0, 7, 7)";
        database.run(collector, &[id.into(), settings.as_str().into()]).unwrap();
        for (number, status) in [("1", "partial"), ("2", "completed")] {
            let recipient = format!("{id}{number}");
            let response = format!("{recipient}9");
            for (statement, values) in [
                (
                    "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name,
                                             custom_fields, extra_fields, response_status, created)
                     VALUES (?, ?, '1', 'a@mail.example', '', '', '{}', '{}', 'partially_responded', 7)",
                    [recipient.as_str(), id],
                ),
                (
                    "INSERT INTO responses
                     SELECT value, '1', ?, '', 'partial', 'default', '', '', '', '', '', 9, '{}', '[]', 7, 7
                     FROM json_each(json_array(?))",
                    [id, response.as_str()],
                ),
                ("UPDATE responses SET status = ? WHERE id = ?", [status, response.as_str()]),
                ("UPDATE responses SET recipient_id = ? WHERE id = ?", [known, response.as_str()]),
                (
                    "INSERT INTO respondent_progress (id, response_id, page_id, drafts, modified, collector_id, survey_id)
                     SELECT collector_id || '.' || ?, id, '1', '{}', 7, collector_id, '1' FROM responses WHERE id = ?",
                    [recipient.as_str(), response.as_str()],
                ),
            ] {
                database.run(statement, &values.map(Into::into)).unwrap();
            }
        }
        let device =
            "INSERT INTO respondent_progress (id, response_id, page_id, drafts, modified, collector_id, survey_id)
                      SELECT 'device' || collector_id, id, '1', '{}', 7, collector_id, '1' FROM responses
                      WHERE collector_id = ? AND status = 'partial'";
        database.run(device, &[id.into()]).unwrap();
    }
    // Of a respondent who proved an address, before the collector was changed to ask for none.
    let hash = "INSERT INTO respondent_progress (id, response_id, page_id, drafts, modified, collector_id, survey_id)
                SELECT '14.hash', '1419', '1', '{}', 7, '14', '1'";
    database.run(hash, &[]).unwrap();
    for statement in WITHOUT_LATER_STEPS.into_iter().chain(["UPDATE schema SET version = 6"]) {
        database.run(statement, &[]).unwrap();
    }
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    assert_eq!(
        texts(&database, "SELECT id AS value FROM respondent_progress ORDER BY id"),
        [
            "12.121", "12.122", "13.131", "13.132", "14.hash", "15.151", "15.152", "device11", "device12", "device13",
            "device14", "device15"
        ]
    );
    let finished = "SELECT id AS value FROM recipients WHERE response_status = 'completely_responded'";
    assert_eq!(texts(&database, finished), ["112", "142"]);
}

#[test]
fn addresses_beyond_ascii_from_before_step_9_are_found_in_lower_case() {
    let world = World::new();
    let team = ActorId::Team(TEAM.to_owned());
    let database = Database::new();
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    // The lower case of one letter has two, so it keeps its spelling.
    let latin = ('À'..='Ž').filter(|letter| *letter != 'İ');
    let letters = latin.chain('Ά'..='Ω').chain('Ѐ'..='ҿ').filter(|letter| letter.is_alphabetic());
    let addresses: Vec<String> = letters.map(|letter| format!("Jane{letter}x.x{letter}@mail.example")).collect();
    for address in &addresses {
        let suppressed = "INSERT INTO suppressions (address, status, at) VALUES (?, 'optout', 7)";
        database.run(suppressed, &[address.as_str().into()]).unwrap();
        let recipient =
            "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                                 extra_fields, created)
                         VALUES (?, '1', '1', ?, '', '', '{}', '{}', 0)";
        database.run(recipient, &[address.as_str().into(), address.as_str().into()]).unwrap();
    }
    let without_step_9 = WITHOUT_LATER_STEPS.iter().filter(|statement| !statement.contains("previews"));
    for statement in without_step_9.copied().chain(["UPDATE schema SET version = 8"]) {
        database.run(statement, &[]).unwrap();
    }
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    for address in &addresses {
        let lower = |letter: char| Some(letter.to_lowercase()).filter(|lower| lower.len() == 1)?.next();
        let stored: String = address.chars().map(|letter| lower(letter).unwrap_or(letter)).collect();
        let stored = stored.replace('ς', "σ");
        for spelling in [address, &stored] {
            let rows =
                database.run("SELECT 1 FROM suppressions WHERE address = ?", &[spelling.as_str().into()]).unwrap();
            assert_eq!(rows.len(), 1, "{spelling}");
        }
        let recipient = "SELECT address AS value FROM recipients WHERE id = ?";
        let row = &database.run(recipient, &[address.as_str().into()]).unwrap()[0];
        assert_eq!(row.text("value"), stored);
    }
}

#[test]
fn the_seventh_step_reads_no_list_of_recipients_for_each_response() {
    let world = World::new();
    let team = ActorId::Team(TEAM.to_owned());
    let instructions = |many: u32| {
        let database = Database::new();
        world.service.open_actor(&team, world.now(), START, &database).unwrap();
        let numbers = format!("WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})");
        for statement in [
            "INSERT INTO collectors VALUES ('11', '1', 'email', 'open', 'Mail', '{}', 0, 7, 7)",
            &format!(
                "{numbers} INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name,
                                                   custom_fields, extra_fields, response_status, created)
                 SELECT CAST(i AS TEXT), '11', '1', i || '@mail.example', '', '', '{{}}', '{{}}', NULL, 7 FROM n"
            ),
            &format!(
                "{numbers} INSERT INTO responses
                 SELECT CAST(i AS TEXT), '1', '11', '', 'completed', 'default', '', '', '', '', '', 9, '{{}}', '[]', 7, 7
                 FROM n"
            ),
            &format!(
                "{numbers} INSERT INTO respondent_progress
                               (id, response_id, page_id, drafts, modified, collector_id, survey_id)
                 SELECT 'device' || i, CAST(i AS TEXT), '1', '{{}}', 7, '11', '1' FROM n"
            ),
            "UPDATE schema SET version = 6",
        ]
        .into_iter()
        .chain(WITHOUT_LATER_STEPS)
        {
            database.run(statement, &[]).unwrap();
        }
        database.load();
        world.service.open_actor(&team, world.now(), START, &database).unwrap();
        database.load().instructions
    };
    let [few, many] = [instructions(100), instructions(1_000)];
    assert!(many < 15 * few, "{few} for a hundred responses and recipients, {many} for a thousand");
}

#[test]
fn in_a_store_of_step_8_what_is_stored_for_a_limited_time_ends_too() {
    let world = World::new();
    let team = ActorId::Team(TEAM.to_owned());
    let database = Database::new();
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    for statement in [
        "INSERT INTO team (id, name, region, is_team, max_invites, created) VALUES ('7001', 'Older Ltd', 'us', 1, 10, 7)",
        "INSERT INTO former_recipients (id, owner_id, address) VALUES ('1', '2', 'a@mail.example')",
        "UPDATE schema SET version = 8",
    ]
    .into_iter()
    .chain(WITHOUT_LATER_STEPS.into_iter().skip(1))
    {
        database.run(statement, &[]).unwrap();
    }
    world.service.open_actor(&team, world.now(), START, &database).unwrap();
    assert_eq!(texts(&database, "SELECT CAST(due AS TEXT) AS value FROM jobs WHERE kind = 'expire'"), ["0"]);
    // A time of now, whatever the clock of the test is.
    let deleted = "SELECT CAST(deleted > 1700000000000 AS TEXT) AS value FROM former_recipients";
    assert_eq!(texts(&database, deleted), ["1"]);
}

#[test]
fn a_store_of_a_newer_program_is_left_alone() {
    let world = World::new();
    let place = ActorId::Team(TEAM.to_owned());
    let database = Database::new();
    database.run("CREATE TABLE schema (version INTEGER NOT NULL)", &[]).unwrap();
    database.run("INSERT INTO schema (version) VALUES (999)", &[]).unwrap();
    let refused = world.service.open_actor(&place, world.now(), START, &database).unwrap_err();
    assert!(refused.0.contains("999"), "{}", refused.0);
}
