//! The job runner of an actor: runs the jobs that are due, each step in a transaction of its own.
//!
//! An HTTP request or a message to another actor becomes an [`OutboundTask`]. The shell runs it and reports its result.
//! The job is deleted only when the task has succeeded or its attempts are used up, so that none is lost if the program
//! ends in between; at worst a task runs twice.

use super::task::{JobHandler, OutboundTask};
use super::{deliveries, mail_delivery, purge, unconfirmed};
use crate::service::actor::protocol::ActorId;
use crate::service::actor::service::Service;
use crate::service::mail::message_sending;
use crate::service::store::backlog;
use crate::service::store::config::Config;
use crate::service::store::effects::Effects;
use crate::service::store::egress::{OutboundStatus, is_success};
use crate::service::store::job_queue::{self, Job, JobKind};
use crate::service::store::random::Random;
use crate::service::store::sql::{Sql, SqlError, first_row, in_transaction};
use crate::service::surveys::design::survey_rows;
use crate::wire::dates::{MINUTE, Timestamp};
use crate::wire::error::ApiError;

/// Jobs that one run handles at most.
const JOBS_MAX: i64 = 64;

/// Tasks that one run starts at most.
const TASKS_MAX: usize = 24;

/// The delay before a job is tried again that failed because of the service itself.
const POSTPONED_BY: i64 = 10 * MINUTE;

impl Service {
    /// The actor that a database belongs to, read from its rows: an alarm has no message that names it. Only teams and
    /// apps have jobs.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn stored_actor_id(sql: &dyn Sql) -> Result<Option<ActorId>, SqlError> {
        let kinds = "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('team', 'listing')";
        let Some(kind) = first_row(sql, kinds, &[])? else { return Ok(None) };
        match kind.text("name").as_str() {
            "team" => Ok(first_row(sql, "SELECT id FROM team", &[])?.map(|row| ActorId::Team(row.text("id")))),
            _ => {
                Ok(first_row(sql, "SELECT client_id FROM listing", &[])?.map(|row| ActorId::App(row.text("client_id"))))
            }
        }
    }

    /// When the actor's next job is due; `None` if it has none.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn next_job_time(&self, place: &ActorId, sql: &dyn Sql) -> Result<Option<Timestamp>, SqlError> {
        match place {
            ActorId::Team(_) | ActorId::App(_) => job_queue::next_due(sql),
            ActorId::Directory(_) | ActorId::Reviews => Ok(None),
        }
    }

    /// Runs the jobs that are due, each in its own transaction, and returns the tasks that they need. Jobs of other
    /// rooms are passed to `others`.
    ///
    /// # Errors
    ///
    /// Fails if the jobs cannot be read, or a failed one cannot be postponed. The failure of a job only postpones it.
    pub fn run_jobs(
        &self,
        place: &ActorId,
        now: Timestamp,
        random: &dyn Random,
        sql: &dyn Sql,
        others: JobHandler,
    ) -> Result<Vec<OutboundTask>, SqlError> {
        let ground = Effects { sql, now, random };
        let mut errands = Vec::new();
        if !matches!(place, ActorId::Team(_) | ActorId::App(_)) {
            return Ok(errands);
        }
        for entry in job_queue::due_jobs(ground, JOBS_MAX)? {
            match in_transaction(sql, || run_job(&self.config, ground, &entry, others)) {
                Ok(errand) => errands.extend(errand),
                Err(_) => job_queue::retry_later(ground, &entry, now.saturating_add(POSTPONED_BY))?,
            }
            // Deleting rows takes long: the other due jobs wait for the next run.
            if errands.len() >= TASKS_MAX || entry.kind == JobKind::TakeAway {
                break;
            }
        }
        Ok(errands)
    }

    /// Handles the result of a task.
    ///
    /// # Errors
    ///
    /// Fails if the result cannot be stored; the job stays and runs again.
    pub fn complete_task(
        &self,
        id: &str,
        outcome: OutboundStatus,
        now: Timestamp,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Result<(), SqlError> {
        let ground = Effects { sql, now, random };
        let (work, subject) = id.split_once('/').unwrap_or((id, ""));
        let done = in_transaction(sql, || match JobKind::parse(work) {
            Some(JobKind::Deliver) => Ok(deliveries::on_result(ground, subject, outcome)?),
            Some(JobKind::HandOver) => Ok(mail_delivery::on_result(ground, subject, outcome)?),
            Some(work @ (JobKind::ForgetAddress | JobKind::EndApp | JobKind::AskHolder | JobKind::ListApp))
                if is_success(outcome) =>
            {
                Ok(job_queue::complete(ground, work, subject)?)
            }
            Some(work @ (JobKind::ForgetAddress | JobKind::EndApp | JobKind::AskHolder | JobKind::ListApp)) => {
                Ok(job_queue::schedule(ground, work, subject, now.saturating_add(POSTPONED_BY))?)
            }
            Some(
                JobKind::SendMessage
                | JobKind::AnnounceEvent
                | JobKind::Purge
                | JobKind::EndUnconfirmed
                | JobKind::CarryOut
                | JobKind::TakeAway,
            )
            | None => Ok(()),
        });
        done.map_err(|error| SqlError(format!("errand {id}: {}", error.error.row().meaning)))
    }
}

fn run_job(
    config: &Config,
    ground: Effects,
    entry: &Job,
    others: JobHandler,
) -> Result<Option<OutboundTask>, ApiError> {
    match entry.kind {
        JobKind::AnnounceEvent => {
            deliveries::create_deliveries(ground, &entry.subject)?;
            job_queue::complete(ground, entry.kind, &entry.subject)?;
            Ok(None)
        }
        JobKind::Deliver => Ok(deliveries::delivery_task(ground, &entry.subject)?),
        JobKind::HandOver => Ok(mail_delivery::mail_task(config, ground, entry)?),
        JobKind::SendMessage => {
            message_sending::send_next_mails(config, ground, &entry.subject)?;
            Ok(None)
        }
        JobKind::Purge => {
            purge::run_purge_step(ground, &entry.subject)?;
            Ok(None)
        }
        JobKind::EndUnconfirmed => {
            unconfirmed::end_account(ground, &entry.subject)?;
            Ok(None)
        }
        JobKind::CarryOut => {
            backlog::go_on(ground)?;
            Ok(None)
        }
        JobKind::TakeAway => {
            survey_rows::delete_rows(ground, &entry.subject)?;
            Ok(None)
        }
        JobKind::ForgetAddress | JobKind::EndApp | JobKind::AskHolder | JobKind::ListApp => others(ground, entry),
    }
}
