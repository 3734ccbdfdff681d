//! Outbound tasks: the part of a job that the shell runs, an HTTP request or a message to another actor.

use crate::service::actor::protocol::{ActorId, Command, Message};
use crate::service::environment::egress::OutboundRequest;
use crate::service::store::effects::Effects;
use crate::service::store::job_queue;
use crate::service::store::job_queue::Job;
use crate::service::store::sql::SqlError;
use crate::spec::plans::Plan;
use crate::wire::dates::SECOND;
use crate::wire::http::{Request, Response};

/// How long a running task is waited for before it is started again. An actor starts no task that it still runs, so
/// that none runs twice at the same time. The lease matters only for tasks that the end of a program interrupted.
pub const LEASE: i64 = 20 * SECOND;

/// The handler for jobs whose rules are in modules above this one.
pub type JobHandler = fn(Effects, &Job) -> Result<Option<OutboundTask>, SqlError>;

/// What the jobs of an actor that are due need from the shell.
#[derive(Debug, Default)]
pub struct DueWork {
    /// The tasks to run.
    pub tasks: Vec<OutboundTask>,
    /// The jobs that failed, for the log: kind and cause. A subject may be an address, which is never logged.
    pub failures: Vec<String>,
    /// Why a failed job could not be postponed, which ended the run. The tasks of the jobs before it are still to be
    /// run.
    pub stopped: Option<SqlError>,
}

/// A task for the shell.
#[derive(Debug, Clone, PartialEq)]
pub struct OutboundTask {
    /// The id under which its result is reported: kind and subject of the job.
    pub id: String,
    /// What to do.
    pub action: TaskAction,
}

/// What a task does.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskAction {
    /// Sends a request to another server.
    Send {
        /// Client id of the app that signs the request, and the plan that the app's state must permit, if any; `None`
        /// if the request is not signed.
        signer: Option<(String, Option<Plan>)>,
        /// The request.
        request: OutboundRequest,
    },
    /// Sends a message to another actor. The result is the status of its response.
    Notify {
        /// The actor.
        actor: ActorId,
        /// The message.
        message: Box<Message>,
    },
}

/// The task of a job that sends a message to another actor. The job is not due again until [`LEASE`] has passed or the
/// result is reported.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn notify_actor(
    effects: Effects,
    job: &Job,
    (actor, command): (ActorId, Command),
) -> Result<OutboundTask, SqlError> {
    job_queue::schedule(effects, job.kind, &job.subject, effects.now.saturating_add(LEASE))?;
    let message = Box::new(Message::new(blank_request(String::new(), Vec::new()), command));
    Ok(OutboundTask {
        id: format!("{}/{}", job.kind.as_str(), job.subject),
        action: TaskAction::Notify { actor, message },
    })
}

/// A request with neither URL nor headers, for messages that no client caused.
pub fn blank_request(method: String, body: Vec<u8>) -> Request {
    let text = String::new;
    Request { method, origin: text(), path: text(), query: text(), headers: Vec::new(), body }
}

impl OutboundTask {
    /// Whether the task delivers an event to a webhook: only deliveries are signed.
    pub const fn is_delivery(&self) -> bool {
        matches!(self.action, TaskAction::Send { signer: Some(_), .. })
    }
}

impl TaskAction {
    /// The actor that signs this request, and the message that asks it to; `None` if no signature is needed.
    pub fn signing_message(&self) -> Option<(ActorId, Message)> {
        let TaskAction::Send { signer: Some((app, plan)), request: outbound } = self else { return None };
        let request = blank_request(outbound.method.clone(), outbound.body.clone().into_bytes());
        Some((ActorId::App(app.clone()), Message::new(request, Command::SignDelivery(*plan))))
    }
}

/// Adds the headers of a signature to a request; `None` if the app refused to sign.
pub fn with_signature(mut outbound: OutboundRequest, signature: Response) -> Option<OutboundRequest> {
    outbound.headers.extend(signature.headers);
    (signature.status < 300).then_some(outbound)
}
