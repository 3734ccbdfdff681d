//! The sandbox: what only the local service offers to those who develop against it. Its decisions, without any I/O.
//!
//! A clock that can be set, faults that happen when they are wanted, a journal of what was asked and answered,
//! the outbox, and as many surveys and responses as somebody wants to try their program on.

pub mod clock;
pub mod control;
pub mod faults;
pub mod journal;
pub mod seed;

use super::Service;
use super::outbox::{self, Posted};
use super::place::Place;
use super::sql::Sql;
use crate::wire::http::Response;
use clock::Clock;
use faults::Faults;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Mails of one place that the outbox shows.
const MAILS_MAX: i64 = 200;

/// What outlives a restart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The clock.
    pub clock: Clock,
    /// The faults.
    pub faults: Faults,
}

/// What the sandbox asks of a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// Forget everything: whoever keeps the place does it.
    Clear,
    /// Do what is due: whoever keeps the place does it.
    Wake,
    /// Show the mails.
    Outbox,
    /// Write surveys or responses.
    Seed(seed::Part),
}

/// At a place: what needs its data alone.
pub fn at_a_place(service: &Service, place: &Place, step: &Step, sql: &dyn Sql) -> Response {
    if !crate::SANDBOX {
        return Response::empty(404);
    }
    let done = match step {
        Step::Clear | Step::Wake => Ok(Value::Null),
        Step::Outbox => outbox::newest(sql, MAILS_MAX).map(|mails| mails.iter().map(mail).collect()),
        Step::Seed(part) => seed::write(part, sql).map(|()| Value::Null),
    };
    match (done, place) {
        (Ok(answer), Place::Team(_)) => Response::json(200, answer.to_string()),
        (Ok(_), Place::App(_) | Place::Directory(_) | Place::Reviews) => Response::json(200, "[]"),
        (Err(_), _) => service.broken(""),
    }
}

fn mail(mail: &Posted) -> Value {
    json!({
        "id": mail.id,
        "kind": mail.kind.as_str(),
        "to": mail.to,
        "from": mail.from,
        "subject": mail.subject,
        "text": mail.text,
        "html": mail.html,
        "headers": mail.headers,
        "created": mail.created.with_microseconds(),
        "handed_over": mail.handed_over.map(|at| at.with_microseconds()),
        "bounced": mail.bounced.map(|at| at.with_microseconds()),
    })
}
