//! Mail delivery: the mails of the outbox are handed over as JSON to the mail transport, a server or the platform.
//!
//! Without a transport, as in a local service, a mail stays in the outbox and counts as handed over.

use super::task::{LEASE, OutboundTask, TaskAction};
use crate::service::environment::config::{Config, MailTransport};
use crate::service::environment::egress::{OutboundRequest, OutboundStatus, is_success};
use crate::service::mail::outbox;
use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, Job, JobKind};
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::events::RETRY_MINUTES;
use crate::wire::dates::MINUTE;
use serde_json::Value;

/// In place of a URL: the platform itself sends the mail that is the body.
pub const PLATFORM_URL: &str = "platform:";

/// The task that hands a mail over; `None` without a transport, and for an invitation that must not be sent any more:
/// it is deleted. The job is not due again until [`LEASE`] has passed or the result is reported.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mail_task(config: &Config, effects: Effects, job: &Job) -> Result<Option<OutboundTask>, SqlError> {
    outbox::delete_unwanted(effects.sql, &job.subject)?;
    let (Some(transport), Some(mail)) = (&config.mail_transport, outbox::load_mail(effects.sql, &job.subject)?) else {
        outbox::mark_handed_over(effects, &job.subject)?;
        job_queue::complete(effects, JobKind::HandOver, &job.subject)?;
        return Ok(None);
    };
    job_queue::schedule(effects, JobKind::HandOver, &job.subject, effects.now.saturating_add(LEASE))?;
    let mut fields = mail.to_json();
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    let url = match transport {
        MailTransport::Server { url, token } => {
            if !token.is_empty() {
                headers.push(("authorization".to_owned(), format!("Bearer {token}")));
            }
            url
        }
        MailTransport::Platform => {
            // The platform's mail API has no ids and no kinds, and rejects null members.
            fields.retain(|name, value| !matches!(name.as_str(), "id" | "kind") && !value.is_null());
            PLATFORM_URL
        }
    };
    let body = Value::Object(fields).to_string();
    let outbound = OutboundRequest { method: "POST".to_owned(), url: url.to_owned(), headers, body };
    let id = format!("{}/{}", JobKind::HandOver.as_str(), job.subject);
    Ok(Some(OutboundTask { id, action: TaskAction::Send { signer: None, request: outbound } }))
}

/// Why a task that hands a mail over has failed, for the log; `None` for a success and for another task.
pub fn failure_of(task_id: &str, outcome: OutboundStatus) -> Option<String> {
    let is_mail = task_id.split('/').next() == Some(JobKind::HandOver.as_str());
    (is_mail && !is_success(outcome))
        .then(|| outcome.map_or("no response".to_owned(), |status| format!("response {status}")))
}

/// Handles the result of handing a mail over. A mail that was rejected as often as a delivery is retried stays in the
/// outbox.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn on_result(effects: Effects, mail_id: &str, outcome: OutboundStatus) -> Result<(), SqlError> {
    if is_success(outcome) {
        outbox::mark_handed_over(effects, mail_id)?;
        return job_queue::complete(effects, JobKind::HandOver, mail_id);
    }
    let sql = "SELECT attempts FROM jobs WHERE kind = ? AND subject = ?";
    let Some(row) = first_row(effects.sql, sql, values![JobKind::HandOver.as_str(), mail_id])? else { return Ok(()) };
    let attempts = row.count("attempts");
    let delay = usize::try_from(attempts).ok().and_then(|attempts| RETRY_MINUTES.get(attempts));
    let job = Job { kind: JobKind::HandOver, subject: mail_id.to_owned(), attempts };
    match delay {
        Some(minutes) => {
            job_queue::retry_later(effects, &job, effects.now.saturating_add(MINUTE.saturating_mul(*minutes)))
        }
        None => job_queue::complete(effects, JobKind::HandOver, mail_id),
    }
}
