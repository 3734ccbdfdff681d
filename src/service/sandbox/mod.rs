//! The sandbox: what only the local service offers to those who develop against it. Its decisions, without any I/O.
//!
//! A clock that can be set, faults that happen when they are wanted, a journal of what was asked and answered,
//! the outbox, and as many surveys and responses as somebody wants to try their program on.

pub mod bad_request;
pub mod clock;
pub mod control;
pub mod demo;
pub mod fault_spec;
pub mod faults;
pub mod journal;
mod redact;
pub mod seed;
pub mod seed_plan;

use crate::service::actor::protocol::{ActorId, Feature};
use crate::service::identity::grants;
use crate::service::jobs::deliveries;
use crate::service::mail::outbox::{self, OutboxMail};
use crate::service::store::job_queue;
use crate::service::store::sql::{Sql, SqlError, first_row, values};
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
pub struct SandboxState {
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
pub enum SandboxStep {
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
    Seed(seed::SeedBatch),
}

impl crate::service::actor::protocol::FeatureStep for SandboxStep {
    const FEATURE: Feature = Feature::Sandbox;
}

/// At a place: what needs its data alone.
pub fn handle_step(place: &ActorId, step: &SandboxStep, sql: &dyn Sql) -> Response {
    if !crate::SANDBOX || !matches!(place, ActorId::Team(_)) {
        return Response::empty(404);
    }
    let done = match step {
        SandboxStep::Clear => Ok(Value::Null),
        SandboxStep::Moved(by) if *by < 0 => set_back(sql, *by).map(|()| Value::Null),
        SandboxStep::Moved(_) => Ok(Value::Null),
        SandboxStep::Outbox(to) => {
            outbox::newest_mails(sql, to.as_deref(), MAILS_MAX).map(|mails| mails.iter().map(mail_json).collect())
        }
        SandboxStep::ClearOutbox(to) => outbox::clear_outbox(sql, to.as_deref()).map(|()| Value::Null),
        SandboxStep::Whose(hash) => find_token_owner(sql, hash),
        SandboxStep::Seed(part) => seed::write_batch(part, sql).map(|()| Value::Null),
    };
    match done {
        Ok(answer) => Response::json(200, answer.to_string()),
        Err(_) => ApiError::from(Error::Internal).response(""),
    }
}

/// The clock was moved back. What is to be done soon is still to be done soon; what has a date of its own keeps it.
fn set_back(sql: &dyn Sql, by: i64) -> Result<(), SqlError> {
    deliveries::shift_due_times(sql, by)?;
    job_queue::shift_due_times(sql, by)
}

/// The user whose token has a hash, and the team.
fn find_token_owner(sql: &dyn Sql, hash: &str) -> Result<Value, SqlError> {
    let Some(user_id) = grants::grant_holder(sql, hash)? else { return Ok(Value::Null) };
    let row = first_row(sql, "SELECT email FROM users WHERE id = ?", values![user_id.as_str()])?;
    let team = first_row(sql, "SELECT id FROM team", &[])?.map(|row| row.text("id"));
    Ok(Map::from_iter([
        ("user_id".to_owned(), user_id.into()),
        ("email".to_owned(), row.map(|row| row.text("email")).into()),
        ("team".to_owned(), team.into()),
    ])
    .into())
}

/// A mail with what became of it.
fn mail_json(mail: &OutboxMail) -> Value {
    let mut all = mail.to_json();
    let moments = [("created", Some(mail.created)), ("handed_over", mail.handed_over), ("bounced", mail.bounced)];
    for (name, at) in moments {
        all.insert(name.to_owned(), json!(at.map(|at| at.with_microseconds())));
    }
    all.into()
}
