//! What is stored for a limited time ends by a job, whether or not the team is used.

use crate::support::{Answered, World, messages, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::expiry::{self, CLIENT_IP_LIFETIME, DRAFT_LIFETIME, OPT_OUT_LIFETIME};
use canvass::service::store::sql::Sql as _;
use canvass::service::store::table_versions::{TableVersions, TrackedSql};
use canvass::wire::dates::{DAY, MINUTE};
use serde_json::json;

/// The tables of which something ends: what inserts a row `n` with the time `at`, the rows that are left, how long
/// after the time they end, and the index that finds them.
const EXPIRING: [(&str, &str, i64, &str); 4] = [
    (
        "INSERT INTO respondent_tokens (id, collector_id, progress_id, address, is_device, expires)
         SELECT n, '1', '1', 'a@mail.example', 0, at",
        "respondent_tokens",
        0,
        "respondent_tokens_by_end",
    ),
    (
        "INSERT INTO respondent_progress (id, survey_id, collector_id, page_id, drafts, modified)
         SELECT n, '1', '1', '1', '{}', at",
        "respondent_progress",
        DRAFT_LIFETIME,
        "respondent_drafts_by_age",
    ),
    (
        "INSERT INTO activities (kind, user_id, subject, ip, at) SELECT 'survey_info_create', '1', '', '::1', at",
        "activities WHERE ip <> ''",
        CLIENT_IP_LIFETIME,
        "activities_with_ip",
    ),
    (
        "INSERT INTO former_recipients (id, owner_id, address, deleted) SELECT n, '1', 'a@mail.example', at",
        "former_recipients",
        OPT_OUT_LIFETIME,
        "former_recipients_by_age",
    ),
];

#[test]
fn what_has_expired_ends_at_its_time_some_at_a_time_and_is_found_by_an_index() {
    for (insert, left, lifetime, index) in EXPIRING {
        let world = World::new();
        let place = ActorId::Team(people::NORTHWIND.to_owned());
        let database = world.database(&place);
        for (_, rows, ..) in EXPIRING {
            database.run(&format!("DELETE FROM {rows}"), &[]).unwrap();
        }
        let end = world.now().saturating_add(60 * MINUTE);
        let insert = format!(
            "WITH RECURSIVE rows (n, at) AS (SELECT 1, ? UNION ALL SELECT n + 1, at FROM rows WHERE n < 1100) {insert} FROM rows"
        );
        database.run(&insert, &[end.saturating_add(-lifetime).into()]).unwrap();
        expiry::schedule(world.effects(&*database), end).unwrap();
        let step = || {
            world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*database)).unwrap();
            database.run(&format!("SELECT 1 AS one FROM {left}"), &[]).unwrap().len()
        };
        world.pass(60 * MINUTE - 1);
        assert_eq!(step(), 1100, "{left}");
        world.pass(1);
        database.forget();
        assert_eq!([(); 3].map(|()| step()), [600, 100, 0], "{left}");
        let table = left.split(' ').next().unwrap();
        let mut plans = database.plans();
        plans.retain(|(sql, _)| sql.contains(table) && !sql.starts_with("SELECT 1 AS one"));
        assert_eq!(plans.len(), 2, "what ends, and what ends next: {plans:?}");
        for (sql, steps) in plans {
            assert!(steps.iter().any(|step| step.contains(index)), "{sql} {steps:?}");
        }
        let jobs = database.run("SELECT 1 AS one FROM jobs WHERE kind = 'expire'", &[]).unwrap();
        assert_eq!(jobs.len(), 0, "{left}: nothing is left to expire");
    }
}

#[test]
fn the_job_is_due_when_the_first_row_ends_and_then_once_an_hour_at_most() {
    let world = World::new();
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for (_, rows, ..) in EXPIRING {
        database.run(&format!("DELETE FROM {rows}"), &[]).unwrap();
    }
    let effects = || world.effects(&*database);
    let due = || database.run("SELECT due FROM jobs WHERE kind = 'expire'", &[]).unwrap()[0].timestamp("due");
    let after = |time: i64| world.now().saturating_add(time);
    for (scheduled, expected) in [(5, 5), (7, 5), (3, 3)] {
        expiry::schedule(effects(), after(scheduled * DAY)).unwrap();
        assert_eq!(due(), after(expected * DAY));
    }
    let versions = TableVersions::default();
    let tracked = TrackedSql::new(&*database, &versions);
    let statements = [(); 2].map(|()| {
        database.load();
        expiry::schedule(world.effects(&tracked), after(4 * DAY)).unwrap();
        database.load().statements
    });
    assert_eq!((statements, tracked.has_written(), due()), ([1, 0], false, after(3 * DAY)));
    let draft = "INSERT INTO respondent_progress (id, survey_id, collector_id, page_id, drafts, modified)
                 VALUES ('1', '1', '1', '1', '{}', ?)";
    database.run(draft, &[after(MINUTE - DRAFT_LIFETIME).into()]).unwrap();
    expiry::run_job(effects()).unwrap();
    assert_eq!(due(), after(60 * MINUTE));
    database.run("UPDATE respondent_progress SET modified = ?", &[world.now().into()]).unwrap();
    expiry::run_job(effects()).unwrap();
    assert_eq!(due(), after(DRAFT_LIFETIME));
}

#[test]
fn the_record_of_activities_has_a_network_address_for_ninety_days() {
    let world = World::new();
    let mut request = world.request("POST", "owner", "/v3/surveys");
    request.headers.push(("cf-connecting-ip".to_owned(), "198.51.100.7".to_owned()));
    request.body = json!({ "title": "From here" }).to_string().into_bytes();
    request.headers.push(("content-type".to_owned(), "application/json".to_owned()));
    world.call(request).ok();
    let has_address = || {
        world.wake_all();
        let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
        let kept = database.run("SELECT ip FROM activities WHERE subject = 'From here'", &[]).unwrap();
        kept[0].text("ip") == "198.51.100.7"
    };
    world.pass(90 * DAY - 1);
    assert!(has_address());
    world.pass(1);
    assert!(!has_address());
}

/// The tables that contain an address after the calls that "Erasing a person" of `docs/DEPLOYMENT.md` names, and how
/// long.
const LEFT: [(&str, &str, i64); 2] = [
    ("former_recipients", "so that the link in the mail still suppresses the address", OPT_OUT_LIFETIME),
    ("outbox", "mail that was sent", 30 * DAY),
];

#[test]
fn of_a_person_who_is_erased_only_what_the_document_names_is_left() {
    const ADDRESS: &str = "anna@erased.example";
    let world = World::new();
    let contact =
        world.post("owner", "/v3/contacts", json!({ "first_name": "Anna", "last_name": "E", "email": ADDRESS }));
    let contact = contact.ok()["id"].clone();
    let collector = messages::collector(&world, "email");
    let message = messages::message(&world, &collector, json!({ "type": "invite" }));
    let added = world.post("owner", &format!("{message}/recipients/bulk"), json!({ "contact_ids": [contact] })).ok();
    let recipient = added["succeeded"][0]["id"].as_str().unwrap();
    messages::send(&world, &message);
    world.wake_all();
    messages::respond(&world, recipient, "completed");
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    for statement in [
        "UPDATE responses SET email = ? WHERE id LIKE 'r%'",
        "INSERT INTO respondent_tokens (id, collector_id, progress_id, address, is_device, expires)
         SELECT 'token', collector_id, collector_id || '.' || id, address, 1, 9e15 FROM recipients WHERE address = ?",
        "INSERT INTO respondent_progress (id, survey_id, collector_id, response_id, page_id, drafts, modified)
         SELECT collector_id || '.' || id, '1', collector_id, 'r' || id, '1', '{\"1\":[[\"q\",\"' || address || '\"]]}', 0
         FROM recipients WHERE address = ?",
    ] {
        database.run(statement, &[ADDRESS.into()]).unwrap();
    }
    let tables = || -> Vec<String> {
        let rows = database.rows_but("");
        let named =
            rows.iter().filter(|row| row.contains(ADDRESS)).map(|row| row.split(' ').next().unwrap().to_owned());
        let mut tables: Vec<String> = named.collect();
        tables.dedup();
        tables
    };
    let before = ["contacts", "outbox", "recipients", "respondent_progress", "respondent_tokens", "responses"];
    assert_eq!(tables(), before);
    let listed = world.get("owner", &format!("/v3/surveys/{}/responses/bulk?email={ADDRESS}", surveys::EMPTY)).ok();
    let response = listed["data"][0]["id"].as_str().unwrap();
    for target in [
        format!("/v3/surveys/{}/responses/{response}", surveys::EMPTY),
        format!("{collector}/recipients/{recipient}"),
        format!("/v3/contacts/{}", contact.as_str().unwrap()),
    ] {
        world.delete("owner", &target).ok();
    }
    let begun = world.now();
    for passed in [0, 30 * DAY, OPT_OUT_LIFETIME] {
        world.set_clock(begun.saturating_add(passed));
        world.wake_all();
        let left = LEFT.iter().filter(|(_, _, lifetime)| *lifetime > passed).map(|(table, ..)| *table);
        assert_eq!(tables(), left.collect::<Vec<_>>());
    }
}
