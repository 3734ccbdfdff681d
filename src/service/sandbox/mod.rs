//! The sandbox: tools of the local service for developers. This folder decides and does no I/O.
//!
//! It has a clock that can be set, faults on demand, a journal of requests and responses, the outbox, and bulk surveys
//! and responses for trying a program.

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

/// Maximum number of mails that an actor returns.
const MAILS_MAX: i64 = 200;

/// The state that every part of the Worker must know. One object stores it, so that it outlives a restart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SandboxState {
    /// The clock.
    pub clock: Clock,
    /// The faults.
    pub faults: Faults,
    /// Number of changes; of two states, the one with more is newer.
    pub changes: u64,
    /// Number of resets.
    pub world: u64,
}

/// A command for an actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SandboxStep {
    /// Deletes the database; the shell does it.
    Clear,
    /// The clock was moved by this number of milliseconds: runs what is due, which the shell does.
    Moved(i64),
    /// Lists the mails, or only those to one address.
    Outbox(Option<String>),
    /// Deletes the mails, or only those to one address.
    ClearOutbox(Option<String>),
    /// Finds the owner of a token by its hash.
    Whose(String),
    /// Writes surveys or responses.
    Seed(seed::SeedBatch),
}

impl crate::service::actor::protocol::FeatureStep for SandboxStep {
    const FEATURE: Feature = Feature::Sandbox;
}

/// Team: handles a step. Steps of the shell need nothing here.
pub fn handle_step(actor_id: &ActorId, step: &SandboxStep, sql: &dyn Sql) -> Response {
    if !crate::SANDBOX || !matches!(actor_id, ActorId::Team(_)) {
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

/// After the clock was moved back, shifts due times of jobs by the same amount. Dates that users have set stay.
fn set_back(sql: &dyn Sql, by: i64) -> Result<(), SqlError> {
    deliveries::shift_due_times(sql, by)?;
    job_queue::shift_due_times(sql, by)
}

/// The user and team of a token, by its hash.
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

/// A mail with the times of its delivery.
fn mail_json(mail: &OutboxMail) -> Value {
    let mut all = mail.to_json();
    let times = [("created", Some(mail.created)), ("handed_over", mail.handed_over), ("bounced", mail.bounced)];
    for (name, at) in times {
        all.insert(name.to_owned(), json!(at.map(|at| at.with_microseconds())));
    }
    all.into()
}
