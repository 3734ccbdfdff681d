//! The job runner of an actor: runs the jobs that are due, each step in a transaction of its own.
//!
//! An HTTP request or a message to another actor becomes an [`OutboundTask`]. The shell runs it and reports its result.
//! The job is deleted only when the task has succeeded or its attempts are used up, so that none is lost if the program
//! ends in between; at worst a task runs twice.

use super::task::{DueWork, JobHandler, LEASE, OutboundTask};
use super::{deliveries, mail_delivery, purge, unconfirmed};
use crate::service::actor::memory::ActorMemory;
use crate::service::actor::protocol::ActorId;
use crate::service::actor::service::Service;
use crate::service::environment::config::Config;
use crate::service::environment::egress::{OutboundStatus, is_success};
use crate::service::mail::{message_sending, outbox};
use crate::service::store::backlog;
use crate::service::store::effects::Effects;
use crate::service::store::expiry;
use crate::service::store::job_queue::{self, Job, JobKind};
use crate::service::store::sql::{Sql, SqlError, first_row, run_transaction};
use crate::service::surveys::answers;
use crate::service::surveys::collectors::removal;
use crate::service::surveys::design::survey_rows;
use crate::wire::dates::{MINUTE, Timestamp};

/// Jobs that one run handles at most.
const JOBS_MAX: i64 = 64;

/// Tasks that one run starts at most.
const TASKS_MAX: usize = 24;

/// Deliveries that are created or deleted, after which a run ends: an event can have many, and a webhook that is
/// deleted.
const DELIVERIES_MAX: i64 = 50;

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
    pub fn next_job_time(&self, actor_id: &ActorId, sql: &dyn Sql) -> Result<Option<Timestamp>, SqlError> {
        match actor_id {
            ActorId::Team(_) | ActorId::App(_) => job_queue::next_due(sql),
            ActorId::Directory(_) | ActorId::Reviews => Ok(None),
        }
    }

    /// Runs the jobs that are due, each in its own transaction, and returns the tasks that they need and what failed.
    /// Jobs of other modules are passed to `other_jobs`. Jobs of the kind `postponed` wait.
    ///
    /// # Errors
    ///
    /// Fails if the jobs cannot be read, or the backlog cannot be applied. The failure of a job only postpones it.
    pub fn run_jobs(
        &self,
        actor_id: &ActorId,
        effects: Effects,
        postponed: Option<JobKind>,
        other_jobs: JobHandler,
    ) -> Result<DueWork, SqlError> {
        let Effects { sql, now, .. } = effects;
        let mut due = DueWork::default();
        if !matches!(actor_id, ActorId::Team(_) | ActorId::App(_)) {
            return Ok(due);
        }
        // Like a request, a job never reads tables to which the backlog is not applied.
        if matches!(actor_id, ActorId::Team(_)) && run_transaction(sql, || backlog::apply_next(effects))? {
            return Ok(due);
        }
        let later = now.saturating_add(POSTPONED_BY);
        let (jobs, unknown) = job_queue::due_jobs(effects, postponed, JOBS_MAX)?;
        // They would stay the oldest: the alarm would be due for ever, and enough of them would stop all other jobs.
        for kind in unknown {
            job_queue::postpone_unknown(effects, &kind, later)?;
            due.failures.push([&kind, ": this version does not know the kind"].concat());
        }
        let mut deliveries = 0_i64;
        for job in jobs {
            match run_transaction(sql, || run_job(&self.config, effects, &job, other_jobs)) {
                Ok(JobOutcome { task, deliveries: number }) => {
                    due.tasks.extend(task);
                    deliveries = deliveries.saturating_add(number);
                }
                // Its transaction is rolled back, so the failure is recorded outside of it.
                Err(error) => {
                    due.failures.push([job.kind.as_str(), ": ", &error.0].concat());
                    if let Err(error) = job_queue::retry_later(effects, &job, later) {
                        due.stopped = Some(error);
                        break;
                    }
                }
            }
            // The other due jobs wait for the next run.
            if due.tasks.len() >= TASKS_MAX || deliveries >= DELIVERIES_MAX || job.kind.is_long() {
                break;
            }
        }
        Ok(due)
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
        memory: &ActorMemory,
        Effects { sql, now, random }: Effects,
    ) -> Result<(), SqlError> {
        let tracked = memory.track(sql);
        let effects = Effects { sql: &tracked, now, random };
        let sql = effects.sql;
        // The id was made by the job: kind and subject.
        let (kind, subject) = id.split_once('/').unwrap_or((id, ""));
        let handled = run_transaction(sql, || match JobKind::parse(kind) {
            Some(JobKind::Deliver) => deliveries::on_result(effects, subject, outcome),
            Some(JobKind::HandOver) => mail_delivery::on_result(effects, subject, outcome),
            Some(
                kind @ (JobKind::ForgetAddress
                | JobKind::LeaveAccount
                | JobKind::EndApp
                | JobKind::AskHolder
                | JobKind::ListApp),
            ) => match is_success(outcome) {
                true => end_notification(effects, kind, subject),
                false => job_queue::schedule(effects, kind, subject, now.saturating_add(POSTPONED_BY)),
            },
            Some(
                JobKind::SendMessage
                | JobKind::AnnounceEvent
                | JobKind::Purge
                | JobKind::EndUnconfirmed
                | JobKind::ApplyBacklog
                | JobKind::DeleteSurveyRows
                | JobKind::ClearResponses
                | JobKind::DeleteRecipients
                | JobKind::PruneOutbox
                | JobKind::Expire,
            )
            | None => Ok(()),
        });
        handled.map_err(|error: SqlError| SqlError([kind, ": ", &error.0].concat()))
    }
}

/// What a job has left to do and has done.
struct JobOutcome {
    task: Option<OutboundTask>,
    /// The number of deliveries that were created or deleted.
    deliveries: i64,
}

fn run_job(config: &Config, effects: Effects, job: &Job, other_jobs: JobHandler) -> Result<JobOutcome, SqlError> {
    let (mut task, mut number) = (None, 0);
    match job.kind {
        JobKind::AnnounceEvent => number = deliveries::create_deliveries(effects, &job.subject)?,
        JobKind::Deliver => (task, number) = deliveries::delivery_task(effects, &job.subject)?,
        JobKind::HandOver => task = mail_delivery::mail_task(config, effects, job)?,
        JobKind::SendMessage => message_sending::send_next_mails(config, effects, &job.subject)?,
        JobKind::Purge => purge::run_purge_step(effects, &job.subject)?,
        JobKind::EndUnconfirmed => unconfirmed::end_account(effects, &job.subject)?,
        // The run has applied the backlog before its first job.
        JobKind::ApplyBacklog => job_queue::complete(effects, job.kind, &job.subject)?,
        JobKind::DeleteSurveyRows => survey_rows::delete_rows(effects, &job.subject)?,
        JobKind::ClearResponses => end_or_repeat(effects, job, answers::clear_some(effects, &job.subject)?)?,
        JobKind::PruneOutbox => outbox::run_job(effects)?,
        JobKind::Expire => expiry::run_job(effects)?,
        JobKind::DeleteRecipients => {
            let mut left = removal::RECIPIENTS_PER_CHUNK;
            end_or_repeat(effects, job, removal::delete_recipients(effects, &job.subject, &mut left)?)?;
        }
        JobKind::ForgetAddress | JobKind::LeaveAccount | JobKind::EndApp | JobKind::AskHolder | JobKind::ListApp => {
            task = other_jobs(effects, job)?;
        }
    }
    Ok(JobOutcome { task, deliveries: number })
}

/// Deletes a job whose message to another actor was handled, unless it was scheduled again meanwhile. The address of a
/// member who has left an account leads here now: it is freed if the member was removed while the message was under
/// way.
fn end_notification(effects: Effects, kind: JobKind, subject: &str) -> Result<(), SqlError> {
    if kind == JobKind::LeaveAccount {
        purge::forget_address(effects, subject.splitn(3, ' ').nth(2).unwrap_or_default())?;
    }
    job_queue::complete_leased(effects, kind, subject, effects.now.saturating_add(LEASE))
}

/// Deletes a job that is done; one that has done a chunk runs again.
fn end_or_repeat(effects: Effects, job: &Job, is_done: bool) -> Result<(), SqlError> {
    match is_done {
        true => job_queue::complete(effects, job.kind, &job.subject),
        false => job_queue::schedule(effects, job.kind, &job.subject, effects.now),
    }
}
