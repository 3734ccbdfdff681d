//! The sandbox: what only the local service offers to those who develop against it. Its decisions, without any I/O.
//!
//! A clock that can be set, faults that happen when they are wanted, a journal of what was asked and answered,
//! the outbox, and as many surveys and responses as somebody wants to try their program on.

pub mod bad;
pub mod clock;
pub mod control;
pub mod demo;
pub mod faults;
pub mod journal;
pub mod plan;
mod redact;
pub mod seed;
pub mod wish;

use crate::service::actor::place::{Feature, Place};
use crate::service::identity::grants;
use crate::service::jobs::deliveries;
use crate::service::mail::outbox::{self, Posted};
use crate::service::store::agenda;
use crate::service::store::sql::{Sql, SqlError, first, values};
use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use crate::wire::http::Response;
use clock::Clock;
use faults::Faults;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Mails of one place that the outbox shows.
const MAILS_MAX: i64 = 200;

/// What every part of the Worker must know of the sandbox. It is kept in one place, and outlives a restart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The clock.
    pub clock: Clock,
    /// The faults.
    pub faults: Faults,
    /// How often it has changed: of two states the one with more changes is the newer.
    pub changes: u64,
    /// How often everything was reset.
    pub world: u64,
}

/// What the sandbox asks of a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// Forget everything: whoever keeps the place does it.
    Clear,
    /// The clock has moved by milliseconds: do what is due, which whoever keeps the place does.
    Moved(i64),
    /// Show the mails; to one reader if an address is given.
    Outbox(Option<String>),
    /// Throw the mails away; to one reader if an address is given.
    ClearOutbox(Option<String>),
    /// Say whose token it is, by its hash.
    Whose(String),
    /// Write surveys or responses.
    Seed(seed::Part),
}

impl crate::service::actor::place::Step for Step {
    const FEATURE: Feature = Feature::Sandbox;
}

/// At a place: what needs its data alone.
pub fn at_a_place(place: &Place, step: &Step, sql: &dyn Sql) -> Response {
    if !crate::SANDBOX || !matches!(place, Place::Team(_)) {
        return Response::empty(404);
    }
    let done = match step {
        Step::Clear => Ok(Value::Null),
        Step::Moved(by) if *by < 0 => set_back(sql, *by).map(|()| Value::Null),
        Step::Moved(_) => Ok(Value::Null),
        Step::Outbox(to) => outbox::newest(sql, to.as_deref(), MAILS_MAX).map(|mails| mails.iter().map(mail).collect()),
        Step::ClearOutbox(to) => outbox::clear(sql, to.as_deref()).map(|()| Value::Null),
        Step::Whose(hash) => whose(sql, hash),
        Step::Seed(part) => seed::write(part, sql).map(|()| Value::Null),
    };
    match done {
        Ok(answer) => Response::json(200, answer.to_string()),
        Err(_) => ApiError::from(Error::Internal).response(""),
    }
}

/// The clock was moved back. What is to be done soon is still to be done soon; what has a date of its own keeps it.
fn set_back(sql: &dyn Sql, by: i64) -> Result<(), SqlError> {
    deliveries::set_back(sql, by)?;
    agenda::set_back(sql, by)
}

/// The user whose token has a hash, and the team.
fn whose(sql: &dyn Sql, hash: &str) -> Result<Value, SqlError> {
    let Some(user_id) = grants::holder(sql, hash)? else { return Ok(Value::Null) };
    let row = first(sql, "SELECT email FROM users WHERE id = ?", values![user_id.as_str()])?;
    let team = first(sql, "SELECT id FROM team", &[])?.map(|row| row.text("id"));
    Ok(Map::from_iter([
        ("user_id".to_owned(), user_id.into()),
        ("email".to_owned(), row.map(|row| row.text("email")).into()),
        ("team".to_owned(), team.into()),
    ])
    .into())
}

/// A mail with what became of it.
fn mail(mail: &Posted) -> Value {
    let mut all = mail.written();
    let moments = [("created", Some(mail.created)), ("handed_over", mail.handed_over), ("bounced", mail.bounced)];
    for (name, at) in moments {
        all.insert(name.to_owned(), json!(at.map(|at| at.with_microseconds())));
    }
    all.into()
}
