//! The outbox: what is kept of it, who sees it, and who sends it.

use crate::support::{Answered, World, messages, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::token;
use canvass::service::environment::config::MailTransport;
use canvass::service::jobs::mail_delivery::PLATFORM_URL;
use canvass::service::mail::outbox;
use canvass::service::mail::outbox::{Mail, MailKind, OutboxMail};
use canvass::service::sandbox::{SandboxStep, handle_step};
use canvass::service::store::effects::Effects;
use canvass::service::store::sql::Sql as _;
use canvass::service::surveys::recipients;
use canvass::wire::dates::{DAY, MINUTE};
use serde_json::{Value, json};

fn team(world: &World) -> ActorId {
    ActorId::Team(token::verify_token(&world.service.config, &world.token("owner")).unwrap().team)
}

fn post(world: &World, kind: MailKind, to: &str) -> String {
    let sql = world.database(&team(world));
    let ground = Effects { sql: &*sql, now: world.now(), random: world.random() };
    let (from, subject, text, html) = ("b@mail.example", "Hello", "Text", None);
    outbox::enqueue_mail(
        ground,
        &Mail { kind, to, from, subject, text, html, headers: &[("x-one", "1")], recipient_id: None },
    )
    .unwrap()
}

fn kept(world: &World) -> Vec<OutboxMail> {
    outbox::newest_mails(&*world.database(&team(world)), None, 20_000).unwrap()
}

fn sandbox(world: &World, step: SandboxStep) -> Value {
    let place = team(world);
    let answer = handle_step(&place, &step, &*world.database(&place));
    serde_json::from_slice(&answer.body).unwrap()
}

#[test]
fn a_mail_is_stored_for_thirty_days() {
    let world = World::new();
    post(&world, MailKind::Account, "old@mail.example");
    world.pass(DAY);
    post(&world, MailKind::Account, "newer@mail.example");
    let is_kept = |to: &str| {
        world.wake_all();
        kept(&world).iter().any(|mail| mail.to == to)
    };
    world.pass(29 * DAY - 1);
    assert!(is_kept("old@mail.example"));
    world.pass(1);
    assert!(!is_kept("old@mail.example"), "without another mail too");
    assert!(is_kept("newer@mail.example"));
    world.pass(DAY);
    assert!(!is_kept("newer@mail.example"));
}

#[test]
fn ten_thousand_mails_are_stored_and_all_that_are_not_handed_over_yet() {
    let mut world = World::new();
    world.service.config.mail_transport =
        Some(MailTransport::Server { url: "https://mail.example/".to_owned(), token: String::new() });
    let waiting = post(&world, MailKind::Account, "waiting@mail.example");
    for _ in 0..10_050 {
        post(&world, MailKind::Sms, "+1");
    }
    let mails = kept(&world);
    assert_eq!(mails.iter().filter(|mail| mail.kind == MailKind::Sms).count(), 10_000);
    assert!(mails.iter().any(|mail| mail.id == waiting));
    world.outside(|_| Some(202));
    world.wake_all();
    assert!(!kept(&world).iter().any(|mail| mail.id == waiting), "once it is taken it is one too many");
}

#[test]
fn mails_that_wait_are_not_read_when_others_are_deleted() {
    let world = World::new();
    let database = world.database(&team(&world));
    database.forget();
    post(&world, MailKind::Account, "a@mail.example");
    world.pass(31 * DAY);
    world.service.run_due_jobs(&team(&world), &world.memory(&team(&world)), world.effects(&*database)).unwrap();
    let plans = database.plans();
    let deletions: Vec<_> =
        plans.iter().filter(|(sql, _)| sql.starts_with("DELETE FROM outbox") && sql.contains("LIMIT")).collect();
    assert_eq!(deletions.len(), 2, "by number, and by age");
    for (sql, steps) in deletions {
        // The rows that are deleted, and the query for them.
        assert!(steps[0].contains("PRIMARY KEY") && steps[2].starts_with("SEARCH outbox USING"), "{sql} {steps:?}");
        assert!(!steps[2].contains("PRIMARY KEY"), "{sql} {steps:?}");
    }
}

#[test]
fn old_mails_are_deleted_some_at_a_time_until_none_is_left() {
    let world = World::new();
    sandbox(&world, SandboxStep::ClearOutbox(None));
    for _ in 0..1_100 {
        post(&world, MailKind::Sms, "+1");
    }
    world.pass(31 * DAY);
    let (place, sql) = (team(&world), world.database(&team(&world)));
    let counts = [(); 3].map(|()| {
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
        kept(&world).len()
    });
    assert_eq!(counts, [600, 100, 0]);
    assert_eq!(world.service.next_job_time(&place, &*sql).unwrap(), None);
}

#[test]
fn the_sandbox_shows_and_throws_away_the_mails_to_one_reader_or_to_all() {
    let world = World::new();
    post(&world, MailKind::Account, "mia@mail.example");
    post(&world, MailKind::Account, "ben@mail.example");
    let to = |to: &str| Some(to.to_owned());
    let seen = sandbox(&world, SandboxStep::Outbox(to("mia@mail.example")));
    assert_eq!((seen.as_array().unwrap().len(), &seen[0]["to"]), (1, &json!("mia@mail.example")));
    assert_eq!((&seen[0]["headers"], &seen[0]["bounced"]), (&json!({ "x-one": "1" }), &Value::Null));
    sandbox(&world, SandboxStep::ClearOutbox(to("mia@mail.example")));
    assert_eq!(sandbox(&world, SandboxStep::Outbox(to("mia@mail.example"))), json!([]));
    assert_eq!(sandbox(&world, SandboxStep::Outbox(to("ben@mail.example"))).as_array().unwrap().len(), 1);
    sandbox(&world, SandboxStep::ClearOutbox(None));
    assert_eq!(sandbox(&world, SandboxStep::Outbox(None)), json!([]));
    assert_eq!(world.wake_all(), [], "what was thrown away is not handed over");
}

#[test]
fn an_invitation_that_waits_is_not_sent_after_an_opt_out_or_a_deletion() {
    for change in ["", "opt-out", "recipient", "message", "collector", "survey"] {
        let mut world = World::new();
        world.service.config.mail_transport =
            Some(MailTransport::Server { url: "https://mail.example/".to_owned(), token: String::new() });
        world.outside(|_| Some(500));
        let collector = messages::collector(&world, "email");
        let message = messages::message(&world, &collector, json!({ "type": "invite" }));
        let added = messages::invite(&world, &message, &["Leaving@mail.example"]);
        let id = added["succeeded"][0]["id"].as_str().unwrap();
        messages::send(&world, &message);
        assert_eq!(world.wake_all().len(), 1);
        match change {
            "" => {}
            "opt-out" => {
                assert!(messages::at_team(&world, |effects| recipients::record_opt_out(effects, id)).unwrap());
            }
            "recipient" => drop(world.delete("owner", &format!("{collector}/recipients/{id}")).ok()),
            "message" => drop(world.delete("owner", &message).ok()),
            "collector" => drop(world.delete("owner", &collector).ok()),
            _ => drop(world.delete("owner", &format!("/v3/surveys/{}", surveys::EMPTY)).ok()),
        }
        world.outside(|_| Some(202));
        world.pass(2 * DAY);
        let posted = world.wake_all();
        assert_eq!(posted.len(), usize::from(change.is_empty()), "{change}: {posted:?}");
        let waits = "SELECT 1 FROM jobs WHERE kind = 'hand_over'";
        assert_eq!(world.database(&team(&world)).run(waits, &[]).unwrap().len(), 0, "{change}");
    }
}

#[test]
fn a_platform_sends_a_mail_without_what_it_does_not_know() {
    let mut world = World::new();
    world.service.config.mail_transport = Some(MailTransport::Platform);
    post(&world, MailKind::Account, "a@mail.example");
    world.outside(|_| Some(202));
    let sent = world.wake_all();
    assert_eq!(sent[0].url, PLATFORM_URL);
    let mail: Value = serde_json::from_str(&sent[0].body).unwrap();
    let expected = json!({
        "to": "a@mail.example",
        "from": "b@mail.example",
        "subject": "Hello",
        "text": "Text",
        "headers": { "x-one": "1" },
    });
    assert_eq!(mail, expected);
}

#[test]
fn work_goes_back_with_the_clock_unless_it_has_a_date_of_its_own() {
    let mut world = World::new();
    world.service.config.mail_transport =
        Some(MailTransport::Server { url: "https://mail.example/".to_owned(), token: String::new() });
    let place = team(&world);
    let next = |world: &World| world.service.next_job_time(&place, &*world.database(&place)).unwrap();
    let collector =
        world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::EMPTY), json!({ "type": "email" })).ok();
    let path = format!("/v3/collectors/{}/messages", collector["id"].as_str().unwrap());
    let body_text = "[SurveyLink] [OptOutLink] [PrivacyLink] [FooterLink]";
    let message =
        world.post("owner", &path, json!({ "type": "invite", "subject": "Hello", "body_text": body_text })).ok();
    let path = format!("{path}/{}", message["id"].as_str().unwrap());
    world.post("owner", &format!("{path}/recipients"), json!({ "email": "mia@readers.example" })).ok();
    let date = world.now().saturating_add(10 * DAY);
    world.post("owner", &format!("{path}/send"), json!({ "scheduled_date": date.with_offset() })).ok();
    world.wake_all();
    let scheduled = next(&world).unwrap();
    post(&world, MailKind::Account, "a@mail.example");
    let due = next(&world).unwrap();
    sandbox(&world, SandboxStep::Moved(-5 * MINUTE));
    assert_eq!(next(&world), Some(due.saturating_add(-5 * MINUTE)));
    sandbox(&world, SandboxStep::ClearOutbox(None));
    world.wake_all();
    assert_eq!(next(&world), Some(scheduled));
}

#[test]
fn a_message_that_is_sent_in_steps_goes_on_after_the_clock_was_set_back() {
    let world = World::new();
    let collector =
        world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::EMPTY), json!({ "type": "email" })).ok();
    let path = format!("/v3/collectors/{}/messages", collector["id"].as_str().unwrap());
    let message = world.post("owner", &path, json!({ "type": "invite" })).ok();
    let path = format!("{path}/{}", message["id"].as_str().unwrap());
    let contacts: Vec<Value> = (0..120).map(|number| json!({ "email": format!("p{number}@mail.example") })).collect();
    world.post("owner", &format!("{path}/recipients/bulk"), json!({ "contacts": contacts })).ok();
    world.post("owner", &format!("{path}/send"), json!({})).ok();
    let (place, before) = (team(&world), kept(&world).len());
    let step = || {
        let sql = world.database(&place);
        world.service.run_due_jobs(&place, &world.memory(&place), world.effects(&*sql)).unwrap();
        kept(&world).len() - before
    };
    assert_eq!(step(), 100);
    world.pass(-60 * MINUTE);
    sandbox(&world, SandboxStep::Moved(-60 * MINUTE));
    assert_eq!(step(), 120);
}
