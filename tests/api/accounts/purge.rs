//! The purge: what is left of a deleted account after thirty days, and what of others stays.

use super::apps::Registered;
use super::{Browser, shows, text};
use crate::support::chunked_request::ChunkedRequest;
use crate::support::people::{FRANK as FRANK_ID, NORTHWIND, OLIVIA, ROSA};
use crate::support::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::Sql;
use canvass::spec::errors::Error;
use canvass::wire::dates::{DAY, SECOND};
use serde_json::json;

const FRANK: &str = "frank@solo.example";

fn delete(browser: &Browser, password: &str) {
    let page = text(&browser.send("/account/delete", &[("delete_proof", password)]));
    shows(&page, "Your account is deleted");
}

/// Names of the tables of a team that hold anything, and how many rows.
fn filled(browser: &Browser, team: &str) -> Vec<(String, usize)> {
    let database = browser.team(team);
    let tables = database.run("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", &[]).unwrap();
    let tables = tables.iter().map(|row| row.text("name"));
    let count = |name: &String| database.run(&format!("SELECT 1 AS one FROM {name}"), &[]).unwrap().len();
    tables.map(|name| (name.clone(), count(&name))).filter(|(_, count)| *count > 0).collect()
}

#[test]
fn thirty_days_after_its_deletion_nothing_of_an_account_is_left() {
    let browser = Browser::of("free");
    browser
        .world
        .post("free", "/v3/contacts", json!({ "first_name": "C", "last_name": "D", "email": "c@d.example" }))
        .ok();
    let app = Registered::in_browser(browser);
    let browser = &app.browser;
    assert!(filled(browser, people::FRANKS).len() > 10, "{:?}", filled(browser, people::FRANKS));
    delete(browser, "frank-solo-free");
    browser.world.pass(30 * DAY - SECOND);
    browser.world.wake_all();
    assert!(filled(browser, people::FRANKS).iter().any(|(table, _)| table == "surveys"), "it can still be restored");
    browser.world.get("free", "/v3/users/me").fails(Error::UserSoftDeleted);
    browser.world.pass(SECOND);
    browser.world.wake_all();
    let left: Vec<String> = filled(browser, people::FRANKS).into_iter().map(|(table, _)| table).collect();
    assert_eq!(left, ["former_users", "schema", "sequences", "sqlite_sequence", "team"]);
    let team = browser.team(people::FRANKS).run("SELECT * FROM team", &[]).unwrap();
    assert_eq!((team[0].text("id").as_str(), team[0].text("name").as_str()), (people::FRANKS, ""));
    assert_eq!(browser.team_of(FRANK), None);
    browser.world.get("free", "/v3/users/me").fails(Error::UserDeleted);
    let place = browser.world.database(&ActorId::App(app.client_id.clone()));
    assert_eq!(place.run("SELECT * FROM app", &[]).unwrap().len(), 0, "its apps end with it");
    shows(&text(&browser.sign_in_with(FRANK, "frank-solo-free")), "do not match");
}

#[test]
fn the_address_signs_up_again_and_no_number_is_assigned_twice() {
    let browser = Browser::of("free");
    delete(&browser, "frank-solo-free");
    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    assert_eq!(browser.sign_up(&[("email", FRANK)]).status, 200);
    let team = browser.team_of(FRANK).unwrap();
    assert_ne!(team, people::FRANKS);
    assert_eq!(browser.sign_in_with(FRANK, "a long password").status, 303);
    let team = browser.team(people::FRANKS).run("SELECT id FROM team", &[]).unwrap();
    assert_eq!(team.len(), 1, "whoever is given this number finds it taken");
}

#[test]
fn a_restored_account_is_not_purged() {
    let browser = Browser::of("free");
    delete(&browser, "frank-solo-free");
    browser.world.pass(29 * DAY);
    browser.sign_in_with(FRANK, "frank-solo-free");
    let page = text(&browser.open("/account/"));
    let mark = super::between(&page, "name=\"mark\" value=\"", "\"").to_owned();
    browser.submit("/account/restore", &[("mark", &mark)]);
    browser.world.pass(2 * DAY);
    browser.world.wake_all();
    browser.me("free");
    assert!(!browser.world.get("free", "/v3/surveys").ok()["data"].as_array().unwrap().is_empty());
}

#[test]
fn a_member_of_a_team_takes_along_what_was_their_own_and_nothing_else() {
    let browser = Browser::of("regular");
    let world = &browser.world;
    let survey = world.post("regular", "/v3/surveys", json!({ "title": "Of Rosa" })).ok()["id"].clone();
    let survey = survey.as_str().unwrap().to_owned();
    let collector = world.post("regular", &format!("/v3/surveys/{survey}/collectors"), json!({ "type": "weblink" }));
    let collector = collector.ok()["id"].as_str().unwrap().to_owned();
    world.post("regular", &format!("/v3/collectors/{collector}/responses"), json!({ "pages": [] })).ok();
    world.post("regular", "/v3/contacts", json!({ "first_name": "C", "last_name": "D", "email": "c@d.example" })).ok();
    let team = browser.team(NORTHWIND);
    let others = |table: &str, column: &str| {
        let sql = format!("SELECT 1 AS one FROM {table} WHERE {column} <> '{ROSA}'");
        team.run(&sql, &[]).unwrap().len()
    };
    let tables = [
        ("surveys", "owner_id"),
        ("redemptions", "user_id"),
        ("contacts", "user_id"),
        ("users", "id"),
        ("workgroup_members", "user_id"),
        ("webhooks", "user_id"),
        ("folders", "owner_id"),
    ];
    let redeemed = "INSERT INTO redemptions (code_hash, user_id, redeemed) SELECT id, id, 0 FROM users";
    team.run(redeemed, &[]).unwrap();
    let before = tables.map(|(table, column)| others(table, column));
    let responses = || team.run("SELECT 1 AS one FROM responses", &[]).unwrap().len();
    let all = responses();
    for sql in [
        "INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                 extra_fields, created)
         VALUES ('77', ?, '1', 'ada@mail.example', '', '', '{}', '{}', 0)",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1300)
         INSERT INTO recipients (id, collector_id, message_id, address, first_name, last_name, custom_fields,
                                 extra_fields, created)
         SELECT 'many' || i, ?, '1', 'x' || i || '@mail.example', '', '', '{}', '{}', 0 FROM n",
        "INSERT INTO message_recipients (message_id, recipient_id, status)
         SELECT collector_id || '-1', id, 'not_sent' FROM recipients WHERE collector_id = ?",
        "INSERT INTO message_recipients (message_id, recipient_id, status)
         SELECT collector_id || '-2', id, 'not_sent' FROM recipients WHERE collector_id = ?",
        "INSERT INTO respondent_progress (id, survey_id, collector_id, page_id, drafts, modified)
         SELECT 'a device', survey_id, id, '', '{}', 0 FROM collectors WHERE id = ?",
        "INSERT INTO respondent_tokens (id, collector_id, progress_id, address, is_device, expires)
         VALUES ('79', ?, '', 'ada@mail.example', 1, 0)",
        &format!(
            "INSERT INTO former_recipients (id, owner_id, address) VALUES ('78.' || ?, '{ROSA}', 'old@mail.example')"
        ),
    ] {
        team.run(sql, &[collector.as_str().into()]).unwrap();
    }
    delete(&browser, "rosa-northwind");
    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    for (table, column) in tables {
        let sql = format!("SELECT 1 AS one FROM {table} WHERE {column} = '{ROSA}'");
        assert_eq!(team.run(&sql, &[]).unwrap().len(), 0, "{table}");
    }
    for (table, parent) in [("collectors", "survey_id"), ("responses", "survey_id"), ("pages", "survey_id")] {
        let sql = format!("SELECT 1 AS one FROM {table} WHERE {parent} = ?");
        assert_eq!(team.run(&sql, &[survey.as_str().into()]).unwrap().len(), 0, "{table}");
    }
    for (table, column) in [
        ("recipients", "collector_id"),
        ("message_recipients", "message_id"),
        ("respondent_progress", "collector_id"),
        ("respondent_tokens", "collector_id"),
        ("former_recipients", "id"),
    ] {
        let sql = format!("SELECT 1 AS one FROM {table} WHERE {column} LIKE '%' || ? || '%'");
        assert_eq!(team.run(&sql, &[collector.as_str().into()]).unwrap().len(), 0, "{table}");
    }
    assert!(responses() < all);
    assert_eq!(tables.map(|(table, column)| others(table, column)), before);
    assert_eq!(browser.team_of("rosa@northwind.example"), None);
    browser.world.get("regular", "/v3/users/me").fails(Error::UserDeleted);
    browser.me("owner");
    browser.sign_in("owner");
    shows(&super::people::invite(&browser, "rosa@northwind.example"), "is sent");
}

#[test]
fn a_revoked_token_is_answered_alike_before_and_after_the_purge_of_its_user() {
    let browser = Browser::of("admin");
    let revoked = || browser.world.get("revoked", "/v3/users/me").body();
    let before = revoked();
    assert_eq!(before["status"], 1);
    delete(&browser, "anton-northwind");
    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    browser.world.get("admin", "/v3/users/me").fails(Error::UserDeleted);
    assert_eq!(revoked(), before);
}

#[test]
fn what_a_former_administrator_shared_stays_shared_by_the_owner_of_the_survey() {
    let browser = Browser::of("admin");
    let team = browser.team(NORTHWIND);
    let shares = || team.run("SELECT id, owner_user_id FROM shares ORDER BY id", &[]).unwrap();
    let of = |user: &str| shares().iter().filter(|row| row.text("owner_user_id") == user).count();
    team.run("UPDATE shares SET owner_user_id = ?", &[people::ANTON.into()]).unwrap();
    team.run("UPDATE surveys SET owner_id = ? WHERE owner_id = ?", &[ROSA.into(), people::ANTON.into()]).unwrap();
    let all = of(people::ANTON);
    assert!(all > 0);
    delete(&browser, "anton-northwind");
    assert_eq!(of(people::ANTON), all, "the account can still be restored");
    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    assert_eq!((of(people::ANTON), shares().len()), (0, all));
    let wrong = "SELECT 1 FROM shares JOIN surveys ON surveys.id = resource_id WHERE owner_user_id <> owner_id";
    assert_eq!(team.run(wrong, &[]).unwrap().len(), 0);
}

#[test]
fn recipients_whose_deletion_waits_are_deleted_before_their_owner() {
    let browser = Browser::of("regular");
    let team = browser.team(NORTHWIND);
    let later = browser.world.now().saturating_add(40 * DAY);
    let subject = format!("999 {ROSA}");
    let job = "INSERT INTO jobs (kind, subject, due, attempts) VALUES ('delete_recipients', ?, ?, 0)";
    team.run(job, &[subject.as_str().into(), later.into()]).unwrap();
    delete(&browser, "rosa-northwind");
    browser.world.pass(30 * DAY);
    browser.world.wake_all();
    assert!(team.run("SELECT 1 FROM jobs WHERE kind = 'delete_recipients'", &[]).unwrap().is_empty());
}

/// Tables from which the purge of a member takes nothing by a row of its list, each with the reason.
const OTHERS: &[(&str, &str)] = &[
    ("activities", "are the team's record of what its members did"),
    ("attempts", "counts by hashes, and each count ends by itself"),
    ("backlog", "is applied to its tables before anything else is done"),
    ("bank_questions", "are the same for everyone"),
    ("events", "have ids only, and are deleted once they are posted"),
    ("files", "go with their responses"),
    ("former_members", "says whose the activities are"),
    ("former_users", "has the ids that are not assigned again"),
    ("grants", "show that a token is that of a deleted user"),
    ("own_apps", "are ended first, because each has an actor of its own"),
    ("responses", "are deleted first, some bytes at a time"),
    ("roles", "are the team's"),
    ("schema", "has the version"),
    ("sequences", "has the last ids"),
    ("sqlite_sequence", "has the last ids"),
    ("suppressions", "are the wishes of people who are not of the team"),
    ("team", "is the team's"),
    ("users", "goes last, because the purge finds the rest by it"),
    ("workgroups", "are the team's"),
];

#[test]
fn a_table_of_a_team_is_purged_with_a_member_or_has_a_reason_to_stay() {
    let browser = Browser::of("regular");
    delete(&browser, "rosa-northwind");
    browser.world.pass(30 * DAY);
    let team = browser.world.database(&ActorId::Team(NORTHWIND.to_owned()));
    team.forget();
    browser.world.wake_all();
    let statements: Vec<String> = team.plans().into_iter().map(|(statement, _)| statement).collect();
    let is_purged = |table: &str| {
        let deletion = format!("DELETE FROM {table} WHERE rowid IN (SELECT {table}.rowid FROM ");
        statements.iter().any(|statement| statement.starts_with(&deletion))
    };
    let tables = team.run("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", &[]).unwrap();
    let tables = tables.iter().map(|row| row.text("name"));
    let left: Vec<String> = tables.filter(|table| !is_purged(table)).collect();
    assert_eq!(left, OTHERS.iter().map(|(table, _)| *table).collect::<Vec<_>>());
}

#[test]
fn a_step_of_the_purge_is_bounded_and_the_next_one_goes_on() {
    let browser = Browser::of("free");
    let team = browser.team(people::FRANKS);
    team.run(
        &format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         INSERT INTO contacts SELECT 'c' || i, '{FRANK_ID}', '', '', 'x' || i || '@y.example', '', '', '', '', '', '', '',
                                     'active', 0 FROM n"),
        &[],
    )
    .unwrap();
    delete(&browser, "frank-solo-free");
    browser.world.pass(30 * DAY);
    let rows = || filled(&browser, people::FRANKS).iter().map(|(_, count)| count).sum::<usize>();
    let mut before = rows();
    let wakes = wake(&browser, people::FRANKS, || {
        let left = rows();
        assert!(before.saturating_sub(left) <= 600, "{before} {left}");
        before = left;
    });
    assert!(wakes > 6, "{wakes}");
    assert!(rows() < 30);
}

#[test]
fn a_step_of_the_purge_looks_through_a_bounded_number_of_surveys() {
    let browser = Browser::of("regular");
    let team = browser.world.database(&ActorId::Team(NORTHWIND.to_owned()));
    surveys::add_many(&*team, ROSA, "0", 3000);
    delete(&browser, "rosa-northwind");
    browser.world.pass(30 * DAY);
    let mut most = 0;
    team.load();
    let wakes = wake(&browser, NORTHWIND, || most = most.max(team.load().instructions));
    assert!(most < 100_000, "{most} {wakes}");
    let left =
        format!("SELECT id FROM users WHERE id = '{ROSA}' UNION ALL SELECT id FROM surveys WHERE owner_id = '{ROSA}'");
    assert!(team.run(&left, &[]).unwrap().is_empty(), "{wakes}");
}

/// Runs the due jobs of a team, with a check after each time. Returns how many times.
fn wake(browser: &Browser, team: &str, mut check: impl FnMut()) -> usize {
    let (world, place) = (&browser.world, ActorId::Team(team.to_owned()));
    let (service, team, memory) = (&world.service, browser.team(team), world.memory(&place));
    let mut wakes = 0;
    while service.next_job_time(&place, &*team).unwrap().is_some_and(|next| next <= world.now()) && wakes < 50 {
        for errand in service.run_due_jobs(&place, &memory, world.effects(&*team)).unwrap().tasks {
            let (id, outcome) = (errand.id.clone(), world.run(errand));
            service.complete_task(&id, outcome, &memory, world.effects(&*team)).unwrap();
        }
        check();
        wakes += 1;
    }
    wakes
}

#[test]
fn a_step_of_the_purge_deletes_few_responses_with_large_files() {
    for (person, user, team_id, password) in
        [("free", FRANK_ID, people::FRANKS, "frank-solo-free"), ("regular", ROSA, NORTHWIND, "rosa-northwind")]
    {
        let browser = Browser::of(person);
        browser.world.post(person, "/v3/surveys", json!({ "title": "Large" })).ok();
        let team = browser.team(team_id);
        for sql in [
            format!(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
                 INSERT INTO responses (id, survey_id, collector_id, recipient_id, status, mode, email, first_name,
                                        last_name, ip, custom_value, total_time, body, pages, created, modified)
                 SELECT 'large' || i, (SELECT MAX(id) FROM surveys WHERE owner_id = '{user}'), '', '', 'completed',
                        'default', '', '', '', '', '', 1, '{{}}', '[]', 0, 0
                 FROM n"
            ),
            "INSERT INTO files (id, collector_id, response_id, name, content_type, content, created)
             SELECT id, '', id, 'n', 'text/plain', printf('%.200000c', 'x'), 0
             FROM responses
             WHERE id LIKE 'large%'"
                .to_owned(),
        ] {
            team.run(&sql, &[]).unwrap();
        }
        delete(&browser, password);
        browser.world.pass(30 * DAY);
        let left = || team.run("SELECT 1 AS one FROM files WHERE id LIKE 'large%'", &[]).unwrap().len();
        let mut before = left();
        assert_eq!(before, 20);
        wake(&browser, team_id, || {
            assert!(before - left() <= 2, "{before} {}", left());
            before = left();
        });
        assert_eq!(left(), 0);
    }
}

#[test]
fn contacts_in_the_backlog_go_with_the_member_who_added_them() {
    let world = World::new();
    let new = |number: usize| json!({ "first_name": "N", "last_name": "N", "email": format!("n{number}@new.example") });
    let contacts: Vec<_> = (0..1000).map(new).collect();
    let import = ChunkedRequest::begin(&world, "POST", "/v3/contacts/bulk", &json!({ "contacts": contacts }));
    let count = |table: &str| import.data.run(&format!("SELECT 1 AS one FROM {table}"), &[]).unwrap().len();
    while count("backlog") < 2 {
        assert!(import.step().is_none());
    }
    for sql in [
        format!("UPDATE users SET deleted = 0, username = 'former', email = 'former' WHERE id = '{OLIVIA}'"),
        format!("INSERT INTO jobs (kind, subject, due, attempts) VALUES ('purge', '{OLIVIA}', 0, 0)"),
    ] {
        import.data.run(&sql, &[]).unwrap();
    }
    world.wake_all();
    world.pass(10 * SECOND);
    world.wake_all();
    let of_member = format!("SELECT 1 AS one FROM contacts WHERE user_id = '{OLIVIA}'");
    assert_eq!((count("backlog"), import.data.run(&of_member, &[]).unwrap().len()), (0, 0));
}

#[test]
fn an_address_that_could_not_be_forgotten_is_forgotten_later() {
    let browser = Browser::of("free");
    delete(&browser, "frank-solo-free");
    browser.world.pass(30 * DAY);
    let team = browser.team(people::FRANKS);
    let (service, place) = (&browser.world.service, ActorId::Team(people::FRANKS.to_owned()));
    for _ in 0..20 {
        for errand in
            service.run_due_jobs(&place, &browser.world.memory(&place), browser.world.effects(&*team)).unwrap().tasks
        {
            service
                .complete_task(&errand.id, None, &browser.world.memory(&place), browser.world.effects(&*team))
                .unwrap();
        }
    }
    assert_eq!(browser.team_of(FRANK).as_deref(), Some(people::FRANKS));
    browser.world.pass(DAY);
    browser.world.wake_all();
    assert_eq!(browser.team_of(FRANK), None);
}
