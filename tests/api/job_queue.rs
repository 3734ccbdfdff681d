//! The job queue: what an actor does later, and that no job is lost.

use crate::support::{Answered, World, messages};
use canvass::service::Service;
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::jobs::task::LEASE;
use canvass::service::store::sql::Sql;
use canvass::wire::dates::{DAY, MINUTE};
use serde_json::json;

fn team(world: &World) -> ActorId {
    ActorId::Team(token::verify_token(&world.service.config, &world.token("owner")).unwrap().team)
}

/// A webhook, and an event for it that waits to be announced.
fn with_event() -> World {
    let world = World::new();
    let hook = json!({ "name": "x", "event_type": "survey_created", "subscription_url": "https://hooks.example.com/" });
    world.post("owner", "/v3/webhooks", hook).ok();
    world.post("owner", "/v3/surveys", json!({ "title": "Another" })).ok();
    world.asked();
    world
}

#[test]
fn a_store_knows_which_place_it_is_and_when_to_wake_it() {
    let world = with_event();
    let place = team(&world);
    let sql = world.database(&place);
    assert_eq!(Service::stored_actor_id(&*sql).unwrap(), Some(place.clone()));
    assert_eq!(world.service.next_job_time(&place, &*sql).unwrap(), Some(world.now()));
    world.wake_all();
    assert_eq!(world.service.next_job_time(&place, &*sql).unwrap(), None);
}

const _: () = assert!(LEASE < 30_000);

#[test]
fn s84_an_outbound_task_that_never_returned_is_run_again_within_30_seconds() {
    let world = with_event();
    let place = team(&world);
    let sql = world.database(&place);
    let wake = || -> Vec<_> {
        let errands = [(); 2]
            .map(|()| world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap().tasks);
        errands.into_iter().flatten().collect()
    };
    let errands = wake();
    assert_eq!(errands.len(), 1);
    world.pass(LEASE - 1);
    assert_eq!(wake(), [], "while it is under way nobody else is sent");
    world.pass(1);
    assert_eq!(wake(), errands);
    world.service.complete_task(&errands[0].id, Some(200), &world.memory(&place), world.effects(&*sql)).unwrap();
    world.pass(100 * DAY);
    assert_eq!(wake(), []);
}

#[test]
fn jobs_of_other_kinds_run_while_deliveries_wait() {
    let world = with_event();
    let place = team(&world);
    let sql = world.database(&place);
    let memory = world.memory(&place);
    let run = || world.service.run_jobs_without_deliveries(&place, &memory, world.effects(&*sql)).unwrap().tasks;
    let deliveries = || sql.run("SELECT 1 AS one FROM deliveries", &[]).unwrap().len();
    assert_eq!((run(), run(), deliveries()), (vec![], vec![], 1), "the event is announced");
    assert_eq!(world.service.run_due_jobs(&place, &memory, world.effects(&*sql)).unwrap().tasks.len(), 1);
}

#[test]
fn s74_one_run_writes_the_mails_of_one_message() {
    let world = World::new();
    let email = messages::collector(&world, "email");
    let tomorrow = json!({ "scheduled_date": world.now().saturating_add(DAY).with_offset().0 });
    for number in 0..10 {
        let message = messages::message(&world, &email, json!({ "type": "invite" }));
        messages::invite(&world, &message, &[&format!("{number}@mail.example")]);
        world.post("owner", &format!("{message}/send"), tomorrow.clone()).ok();
    }
    world.wake_all();
    world.pass(DAY);
    let place = team(&world);
    let sql = world.database(&place);
    let before = messages::mails(&world).len();
    for number in 1..=3 {
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
        assert_eq!(messages::mails(&world).len() - before, number);
    }
    world.wake_all();
    assert_eq!(messages::mails(&world).len() - before, 10);
}

#[test]
fn s74_one_run_creates_a_limited_number_of_deliveries() {
    let world = World::new();
    let hook = |number: usize| json!({ "name": format!("x{number}"), "event_type": "survey_created", "subscription_url": format!("https://hooks.example.com/{number}") });
    for number in 0..20 {
        world.post("owner", "/v3/webhooks", hook(number)).ok();
    }
    for _ in 0..10 {
        world.post("owner", "/v3/surveys", json!({ "title": "Another" })).ok();
    }
    let place = team(&world);
    let sql = world.database(&place);
    let deliveries = || sql.run("SELECT 1 AS one FROM deliveries", &[]).unwrap().len();
    world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
    assert_eq!(deliveries(), 60, "an event has all its deliveries, and those of three are enough");
    world.asked();
    assert_eq!(world.wake_all().len(), 200);
}

#[test]
fn s74_an_event_of_many_webhooks_is_announced_to_some_at_a_time_and_to_each_in_order() {
    let world = World::new();
    let place = team(&world);
    let sql = world.database(&place);
    world.wake_all();
    let hook =
        json!({ "name": "x", "event_type": "survey_created", "subscription_url": "https://hooks.example.com/0" });
    world.post("owner", "/v3/webhooks", hook).ok();
    let many =
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 999)
        INSERT INTO webhooks SELECT * FROM (
            SELECT first.id || '-' || number, COLUMNS FROM webhooks AS first CROSS JOIN numbers)";
    let columns = sql.run("SELECT name FROM pragma_table_info('webhooks') WHERE name <> 'id'", &[]).unwrap();
    let columns: Vec<String> = columns
        .iter()
        .map(|row| match row.text("name") {
            url if url == "subscription_url" => format!("{url} || number"),
            name => format!("first.{name}"),
        })
        .collect();
    sql.run(&many.replace("COLUMNS", &columns.join(", ")), &[]).unwrap();
    for title in ["First", "Second"] {
        world.post("owner", "/v3/surveys", json!({ "title": title })).ok();
    }
    let count = |condition: &str| {
        let statement = format!("SELECT COUNT(*) AS number FROM deliveries WHERE {condition}");
        sql.run(&statement, &[]).unwrap()[0].count("number")
    };
    let run = || drop(world.service.run_jobs_without_deliveries(&place, &world.memory(&place), world.effects(&*sql)));
    for number in 1..=20 {
        sql.load();
        run();
        let load = sql.load();
        assert!(load.statements < 600, "{load:?}");
        assert_eq!(count("TRUE"), number * 50, "the second event waits for the first");
    }
    for _ in 0..22 {
        run();
    }
    assert_eq!(count("TRUE"), 2000);
    assert_eq!(count("event_id = (SELECT MIN(event_id) FROM deliveries)"), 1000);
    assert!(sql.run("SELECT 1 FROM events", &[]).unwrap().is_empty());
}

#[test]
fn s74_one_run_deletes_a_limited_number_of_deliveries() {
    let world = World::new();
    let place = team(&world);
    world.wake_all();
    let sql = world.database(&place);
    let numbers =
        "WITH RECURSIVE numbers (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1999)";
    for statement in [
        "INSERT INTO deliveries (webhook_id, event_id, state, body, event_at, attempts, due)
         NUMBERS SELECT 'gone' || (number % 20), number, 'waiting', '{\"object_type\": \"survey\"}', 0, 0, 0 FROM numbers",
        "INSERT INTO jobs (kind, subject, due, attempts)
         NUMBERS SELECT 'deliver', 'gone' || number, 0, 0 FROM numbers WHERE number < 20",
    ] {
        sql.run(&statement.replace("NUMBERS", numbers), &[]).unwrap();
    }
    let left = || sql.run("SELECT 1 AS one FROM deliveries", &[]).unwrap().len();
    for number in 1..=3 {
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
        assert_eq!(left(), 2000 - number * 100);
    }
    world.wake_all();
    assert_eq!(left(), 0);
}

/// An announcement whose event cannot be stored as a delivery: a trigger stands for any failure of the service.
fn add_failing_job(sql: &dyn Sql, due: i64) {
    sql.run(
        "INSERT INTO events (id, type, object_id, resources, at) VALUES ('0', 'survey_created', '1', '{}', 0)",
        &[],
    )
    .unwrap();
    let job = "INSERT INTO jobs (kind, subject, due, attempts) VALUES ('announce_event', '0', ?, 0)";
    sql.run(job, &[due.into()]).unwrap();
    sql.run("CREATE TRIGGER fails BEFORE DELETE ON events WHEN old.id = '0' BEGIN SELECT RAISE(ABORT, 'no'); END", &[])
        .unwrap();
}

#[test]
fn an_entry_that_cannot_be_postponed_takes_no_task_of_the_others_with_it() {
    let world = with_event();
    let place = team(&world);
    let sql = world.database(&place);
    let run = || world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
    assert_eq!(run().tasks, [], "the event becomes a delivery");
    world.pass(1);
    add_failing_job(&*sql, world.now().0);
    let trigger = "CREATE TRIGGER stays BEFORE UPDATE OF attempts ON jobs BEGIN SELECT RAISE(ABORT, 'no'); END";
    sql.run(trigger, &[]).unwrap();
    let due = run();
    assert_eq!((due.tasks.len(), due.stopped.is_some()), (1, true));
}

#[test]
fn a_job_that_fails_does_not_keep_the_others_from_being_done() {
    let world = with_event();
    let sql = world.database(&team(&world));
    add_failing_job(&*sql, 0);
    let place = team(&world);
    let due = world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
    let [failure] = &due.failures[..] else { panic!("{:?}", due.failures) };
    assert!(failure.starts_with("announce_event: no"), "{failure}");
    assert_eq!(world.wake_all().len(), 1, "the other event is told");
    let left = sql.run("SELECT attempts FROM jobs WHERE subject = '0'", &[]).unwrap();
    assert_eq!(left[0].integer("attempts"), 1, "what failed stays");
}

#[test]
fn jobs_of_kinds_that_only_a_newer_version_knows_are_postponed_and_stop_no_others() {
    let world = with_event();
    let place = team(&world);
    let sql = world.database(&place);
    for number in 0..65 {
        let job = "INSERT INTO jobs (kind, subject, due, attempts) VALUES ('of_tomorrow', ?, 0, 0)";
        sql.run(job, &[number.to_string().into()]).unwrap();
    }
    let run = || world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
    assert_eq!(run().failures, ["of_tomorrow: this version does not know the kind"]);
    assert_eq!(world.wake_all().len(), 1, "the event is announced");
    assert_eq!(world.service.next_job_time(&place, &*sql).unwrap(), Some(world.now().saturating_add(10 * MINUTE)));
    let left = sql.run("SELECT attempts FROM jobs WHERE kind = 'of_tomorrow' AND attempts = 0", &[]).unwrap();
    assert_eq!(left.len(), 65);
}

#[test]
fn mail_of_a_local_service_ends_in_the_outbox_and_elsewhere_goes_to_the_post_office() {
    use canvass::service::environment::config::MailTransport;
    use canvass::service::mail::outbox;
    use canvass::service::mail::outbox::{Mail, MailKind};
    use canvass::service::store::effects::Effects;
    let post = |world: &World| {
        let sql = world.database(&team(world));
        let ground = Effects { sql: &*sql, now: world.now(), random: world.random() };
        let mail = Mail {
            kind: MailKind::Account,
            to: "a@mail.example",
            from: "b@mail.example",
            subject: "Hello",
            text: "Text",
            html: None,
            headers: &[("x-one", "1")],
            recipient_id: None,
        };
        outbox::enqueue_mail(ground, &mail).unwrap()
    };
    let handed =
        |world: &World, id: &str| outbox::load_mail(&*world.database(&team(world)), id).unwrap().unwrap().handed_over;
    let world = World::new();
    let id = post(&world);
    assert_eq!(world.wake_all(), []);
    assert!(handed(&world, &id).is_some());

    let mut world = World::new();
    world.service.config.mail_transport =
        Some(MailTransport::Server { url: "https://mail.example/send".to_owned(), token: "word".to_owned() });
    let id = post(&world);
    world.outside(|_| Some(503));
    assert_eq!(world.wake_all().len(), 1);
    assert_eq!(handed(&world, &id), None);
    world.outside(|_| Some(202));
    world.pass(DAY);
    let sent = world.wake_all();
    assert_eq!((sent.len(), sent[0].url.as_str()), (1, "https://mail.example/send"));
    assert!(sent[0].headers.contains(&("authorization".to_owned(), "Bearer word".to_owned())));
    let body: serde_json::Value = serde_json::from_str(&sent[0].body).unwrap();
    assert_eq!(
        (&body["to"], &body["id"], &body["headers"]["x-one"]),
        (&json!("a@mail.example"), &json!(id), &json!("1"))
    );
    assert!(handed(&world, &id).is_some());
}
