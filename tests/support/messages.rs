//! Messages of the demo world's main team: creating, sending step by step, and reading the outbox.

use super::{Answered, World, people, surveys};
use canvass::service::actor::protocol::ActorId;
use canvass::service::environment::random::Random;
use canvass::service::mail::message_sending::send_next_mails;
use canvass::service::mail::outbox::{self, OutboxMail};
use canvass::service::store::effects::Effects;
use canvass::service::store::sql::Value as Stored;
use serde_json::{Value, json};

/// Randomness for code that does not use it.
pub struct Zero;

impl Random for Zero {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}

/// Runs a function at the main team's actor.
pub fn at_team<T>(world: &World, run: impl FnOnce(Effects) -> T) -> T {
    let database = world.database(&ActorId::Team(people::NORTHWIND.to_owned()));
    run(Effects { sql: &*database, now: world.now(), random: &Zero })
}

/// Creates a collector of the owner's empty survey; returns its path.
pub fn collector(world: &World, kind: &str) -> String {
    let made = world.post("owner", &format!("/v3/surveys/{}/collectors", surveys::EMPTY), json!({ "type": kind })).ok();
    format!("/v3/collectors/{}", made["id"].as_str().unwrap())
}

/// Creates a message of a collector; returns its path.
pub fn message(world: &World, collector: &str, body: Value) -> String {
    let made = world.post("owner", &format!("{collector}/messages"), body).ok();
    format!("{collector}/messages/{}", made["id"].as_str().unwrap())
}

/// Adds recipients by address.
pub fn invite(world: &World, message: &str, emails: &[&str]) -> Value {
    let contacts: Value = emails.iter().map(|email| json!({ "email": email })).collect();
    world.post("owner", &format!("{message}/recipients/bulk"), json!({ "contacts": contacts })).ok()
}

/// Does one step of each due message; returns their number.
pub fn step(world: &World) -> usize {
    at_team(world, |ground| {
        let due = ground
            .sql
            .run("SELECT subject FROM jobs WHERE kind = 'send_message' AND due <= ?", &[Stored::from(ground.now)])
            .unwrap();
        for row in &due {
            send_next_mails(&world.service.config, ground, &row.text("subject")).unwrap();
        }
        due.len()
    })
}

/// Sends all due messages.
pub fn sent(world: &World) {
    while step(world) > 0 {}
}

/// Sends a message at once; returns the response.
pub fn send(world: &World, message: &str) -> Value {
    let answer = world.post("owner", &format!("{message}/send"), json!({})).ok();
    sent(world);
    answer
}

/// The mails in the outbox, the oldest first.
pub fn mails(world: &World) -> Vec<OutboxMail> {
    at_team(world, |ground| {
        let mut mails = outbox::newest_mails(ground.sql, None, 1000).unwrap();
        mails.reverse();
        mails
    })
}

/// Stores a response of a recipient, as if the recipient had taken the survey.
pub fn respond(world: &World, recipient: &str, status: &str) {
    at_team(world, |ground| {
        ground
            .sql
            .run(
                "INSERT INTO responses (id, survey_id, collector_id, recipient_id, status, mode, email, first_name,
                                        last_name, ip, custom_value, total_time, body, pages, created, modified)
                 SELECT 'r' || id, '301000007', collector_id, id, ?, 'default', '', '', '', '', '', 1, '{}', '[]', 0, 0
                 FROM recipients
                 WHERE id = ?",
                &[Stored::from(status), Stored::from(recipient)],
            )
            .unwrap();
    });
}
