//! Work that needs the outside world or another place: it is carried out by whoever runs the service.

use crate::service::actor::protocol::{ActorId, Command, Message};
use crate::service::store::effects::Effects;
use crate::service::store::egress::OutboundRequest;
use crate::service::store::job_queue;
use crate::service::store::job_queue::Job;
use crate::service::store::sql::SqlError;
use crate::wire::dates::SECOND;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};

/// How long an errand that is under way is waited for before it is sent out again. A place looks at what is due only once
/// all that it sent out has returned or was given up, so that nothing is sent twice for it: what is left under way is
/// what the end of a program interrupted.
pub const LEASE: i64 = 20 * SECOND;

/// What other rooms do for the entries of the agenda that are theirs.
pub type JobHandler = fn(Effects, &Job) -> Result<Option<OutboundTask>, ApiError>;

/// Work that needs the outside world, or another place.
#[derive(Debug, Clone, PartialEq)]
pub struct OutboundTask {
    /// By which its return is reported.
    pub id: String,
    /// What is to be done.
    pub action: TaskAction,
}

/// What an errand does.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskAction {
    /// Sends something to another server.
    Send {
        /// Client id of the app that signs it; none for what is not signed.
        signer: Option<String>,
        /// What is sent.
        request: OutboundRequest,
    },
    /// Tells another place something. Its outcome is the status of the answer.
    Notify {
        /// Where to.
        actor: ActorId,
        /// What.
        message: Box<Message>,
    },
}

/// The errand of an entry that tells another place something. Until it has come back, it is not sent out again.
pub fn notify_actor(ground: Effects, entry: &Job, (place, note): (ActorId, Command)) -> Result<OutboundTask, SqlError> {
    job_queue::schedule(ground, entry.kind, &entry.subject, ground.now.saturating_add(LEASE))?;
    let message = Box::new(Message::new(blank_request(String::new(), Vec::new()), note));
    Ok(OutboundTask {
        id: format!("{}/{}", entry.kind.as_str(), entry.subject),
        action: TaskAction::Notify { actor: place, message },
    })
}

/// A request that nobody sent.
pub fn blank_request(method: String, body: Vec<u8>) -> Request {
    let text = String::new;
    Request { method, origin: text(), path: text(), query: text(), headers: Vec::new(), body }
}

impl TaskAction {
    /// Where the deed is signed, and what is said there; none if nobody signs it.
    pub fn signing_message(&self) -> Option<(ActorId, Message)> {
        let TaskAction::Send { signer: Some(signer), request: call } = self else { return None };
        let request = blank_request(call.method.clone(), call.body.clone().into_bytes());
        Some((ActorId::App(signer.clone()), Message::new(request, Command::SignDelivery)))
    }
}

/// The call with its signature; none if it was refused.
pub fn with_signature(mut call: OutboundRequest, signature: Response) -> Option<OutboundRequest> {
    call.headers.extend(signature.headers);
    (signature.status < 300).then_some(call)
}
