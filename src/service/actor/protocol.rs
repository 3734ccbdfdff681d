//! The protocol between actors: where the service's data lives, and how a request goes from one actor to the next.
//!
//! Each actor is one database with the code that runs on it: a team with all its surveys, an app with its quota, a
//! shard of the directory, or the reviews. An actor handles a message synchronously and returns an [`ActorReply`]: the
//! response, a message to another actor, or a call that only the shell can make. The shell follows the replies and
//! decides nothing. A step of a feature is carried as bytes that only the feature reads, so that actors know no
//! feature.
//!
//! While a new version is being deployed, a request may meet two programs that write their messages differently. Every
//! message begins with `PROTOCOL_VERSION`, which is computed from the shapes of the messages and the order of the
//! routes. An actor that gets a message of another version does nothing and sends [`ActorReply::version_mismatch`]; the
//! caller is answered with 503 (1051) and `Retry-After`.

pub use super::actor_id::ActorId;
use super::api_call::ApiCall;
use super::protocol_version::PROTOCOL_VERSION;
use crate::service::environment::codec;
use crate::service::environment::external::{ExternalCall, ExternalResult, ExternalResults};
use crate::service::environment::permit::{Counting, Permit, PermitReply, PermitRequest, ReturnedLease};
use crate::spec::plans::Plan;
use crate::wire::http::{Request, Response};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt;

/// Seconds in `Retry-After` when a deployment interrupts a request. Our choice.
pub(in crate::service) const RETRY_AFTER: &str = "2";

/// What a message asks an actor to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// At the team: run an API call.
    RunCall(ApiCall),
    /// At the team: run a call of the legacy operation.
    RunLegacyCall(ApiCall),
    /// At the app: grant a lease to a team.
    RequestPermit(PermitRequest),
    /// At the app: end the lease of a team.
    ReturnLease(String, ReturnedLease),
    /// At the team: give up the lease of an app, and take none whose number is not above this one.
    RecallLease(String, i64),
    /// At the app: sign the body of a webhook delivery for a user with this plan.
    SignDelivery(Option<Plan>),
    /// A step of a feature.
    FeatureStep(Feature, EncodedStep),
}

/// The features whose steps are sent between actors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feature {
    /// The controls of the sandbox.
    Sandbox,
    /// Sign-ins and token exchanges.
    OAuth,
    /// The account pages.
    Account,
    /// The public list of apps.
    Listing,
    /// The pages for respondents.
    Respond,
}

/// A step encoded as bytes, which only its feature decodes. Its `Debug` hides the content, which may hold a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodedStep(Vec<u8>);

impl fmt::Debug for EncodedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encoded")
    }
}

/// A step of a feature: what it asks an actor to do.
pub trait FeatureStep: Serialize + DeserializeOwned {
    /// The feature that the step belongs to.
    const FEATURE: Feature;
}

impl<S: FeatureStep> From<S> for Command {
    fn from(step: S) -> Command {
        Command::FeatureStep(S::FEATURE, EncodedStep(codec::encode(&step).unwrap_or_default()))
    }
}

impl Command {
    /// Decodes the step, if it belongs to the feature `S`.
    pub fn decode_step<S: FeatureStep>(&self) -> Option<S> {
        match self {
            Command::FeatureStep(feature, EncodedStep(step)) if *feature == S::FEATURE => codec::decode(step),
            _ => None,
        }
    }

    /// The command of a call that has got its permit.
    #[must_use]
    pub fn with_permit(self, permit: Option<Permit>) -> Command {
        match self {
            Command::RunCall(call) => Command::RunCall(ApiCall { permit, ..call }),
            Command::RunLegacyCall(call) => Command::RunLegacyCall(ApiCall { permit, ..call }),
            other => other,
        }
    }
}

/// A request on its way to an actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The request as it arrived.
    pub request: Request,
    /// What the actor is asked to do.
    pub command: Command,
    /// The results of the external calls made for this message so far.
    pub results: ExternalResults,
}

/// How an actor ends its work on a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ActorReply {
    /// The response to the caller.
    Respond(Response),
    /// The response to an API call that the quota permitted, and how the call is counted.
    RespondCounted(Response, Counting),
    /// The reply of an app to a team that requested a lease.
    Permit(PermitReply),
    /// The lease that a team gives up after a recall; `None` if it held none.
    GiveUp(Option<ReturnedLease>),
    /// A message to another actor.
    Forward {
        /// The next actor.
        actor: ActorId,
        /// The message for it.
        message: Box<Message>,
    },
    /// An external call. The shell makes it, adds the result to the message, and sends the message to the actor.
    Fetch {
        /// The call to make.
        call: ExternalCall,
        /// The actor that needs the result.
        actor: ActorId,
        /// The message to send again, with the result added.
        message: Box<Message>,
    },
}

impl ActorReply {
    /// Forwards a request to an actor with a command.
    pub fn forward_to(actor: ActorId, request: Request, command: Command) -> ActorReply {
        ActorReply::Forward { actor, message: Box::new(Message::new(request, command)) }
    }
}

impl From<Response> for ActorReply {
    fn from(response: Response) -> ActorReply {
        ActorReply::Respond(response)
    }
}

impl Message {
    /// A message without results of external calls.
    pub fn new(request: Request, command: Command) -> Message {
        Message { request, command, results: Vec::new() }
    }

    /// The message with the result of an external call added.
    #[must_use]
    pub fn with_result(mut self, call: ExternalCall, result: ExternalResult) -> Message {
        self.results.push((call, result));
        self
    }

    /// The reply that asks for the same message again, with the permit that it has got.
    pub fn send_back(&self, actor: &ActorId, permit: Option<Permit>) -> ActorReply {
        let message = Message { command: self.command.clone().with_permit(permit), ..self.clone() };
        ActorReply::Forward { actor: actor.clone(), message: Box::new(message) }
    }

    /// The message without its body as bytes, for transport between Durable Objects.
    pub fn encode(&self) -> Vec<u8> {
        encode_versioned(self)
    }

    /// Decodes a message; `None` if a program of another protocol version encoded it.
    pub fn decode(bytes: &[u8], body: Vec<u8>) -> Option<Message> {
        let mut message = decode_versioned::<Message>(bytes)?;
        message.request.body = body;
        Some(message)
    }
}

impl ActorReply {
    /// The reply without its body as bytes, for transport between Durable Objects.
    pub fn encode(&self) -> Vec<u8> {
        encode_versioned(self)
    }

    /// The body of the response or request in the reply, which is sent apart from it, because it may be large.
    pub fn body(&self) -> &[u8] {
        match self {
            ActorReply::Respond(response) | ActorReply::RespondCounted(response, _) => &response.body,
            ActorReply::Forward { message, .. } | ActorReply::Fetch { message, .. } => &message.request.body,
            ActorReply::Permit(_) | ActorReply::GiveUp(_) => &[],
        }
    }

    /// The reply with the body that was sent apart from it. `read` is called if the reply needs the body to go on; the
    /// body of a response stays where it is.
    #[must_use]
    pub fn with_request_body(mut self, read: impl FnOnce() -> Vec<u8>) -> ActorReply {
        if let ActorReply::Forward { message, .. } | ActorReply::Fetch { message, .. } = &mut self {
            message.request.body = read();
        }
        self
    }

    /// The bytes that an actor sends if it cannot decode a message. They decode to no reply in any version.
    pub fn version_mismatch() -> Vec<u8> {
        PROTOCOL_VERSION.to_be_bytes().to_vec()
    }

    /// Decodes a reply; `None` if a program of another protocol version encoded it.
    pub fn decode(bytes: &[u8]) -> Option<ActorReply> {
        decode_versioned(bytes)
    }
}

fn encode_versioned(value: &impl Serialize) -> Vec<u8> {
    let value = codec::encode(value).unwrap_or_default();
    [&PROTOCOL_VERSION.to_be_bytes(), value.as_slice()].concat()
}

fn decode_versioned<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    codec::decode(bytes.strip_prefix(&PROTOCOL_VERSION.to_be_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "http://127.0.0.1:8787";

    fn signing() -> Message {
        let request = Request {
            method: "POST".to_owned(),
            origin: ORIGIN.to_owned(),
            path: "/v3/surveys".to_owned(),
            query: String::new(),
            headers: Vec::new(),
            body: b"what is signed".to_vec(),
        };
        Message::new(request, Command::SignDelivery(Some(Plan::Team)))
    }

    /// The bytes as a program with another format would have written them.
    fn foreign(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes[..4].copy_from_slice(&(PROTOCOL_VERSION ^ 1).to_be_bytes());
        bytes
    }

    #[test]
    fn a_message_is_read_by_programs_with_its_format_alone() {
        let (bytes, body) = (signing().encode(), signing().request.body);
        assert_eq!(Message::decode(&bytes, body.clone()), Some(signing()));
        assert_eq!(Message::decode(&foreign(bytes), body), None);
        let reply = ActorReply::forward_to(ActorId::Team("1".to_owned()), signing().request, signing().command);
        let decoded =
            ActorReply::decode(&reply.encode()).map(|decoded| decoded.with_request_body(|| reply.body().to_vec()));
        assert_eq!(decoded, Some(reply.clone()));
        assert_eq!(ActorReply::decode(&foreign(reply.encode())), None);
    }
}
