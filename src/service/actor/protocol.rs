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

use super::api_call::{ApiCall, LegacyStep};
use super::protocol_version::PROTOCOL_VERSION;
use crate::service::store::client_ip::ClientIp;
use crate::service::store::codec;
use crate::service::store::external::{ExternalCall, ExternalResult, ExternalResults};
use crate::wire::http::{Request, Response};
use crate::wire::rate::QuotaStatus;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt;

/// Seconds in `Retry-After` when a deployment interrupts a request. Our choice.
pub(in crate::service) const RETRY_AFTER: &str = "2";

/// One database of the service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ActorId {
    /// A team, or an account without one: its id.
    Team(String),
    /// An app: its client id.
    App(String),
    /// One of 256 shards of the map from e-mail addresses to teams.
    Directory(u8),
    /// The apps that wait for their review, and the public list of published apps. There is only one such actor: it is
    /// used rarely and by no API call, and apps cannot be listed from their own databases, because each app has its
    /// own.
    Reviews,
}

impl ActorId {
    /// The directory shard of an e-mail address, ignoring case.
    pub fn of_email(email: &str) -> ActorId {
        ActorId::Directory(shard_of(&email.trim().to_lowercase()))
    }

    /// The directory shard that counts the attempts of a client, whatever they are for. All unknown clients share one
    /// shard.
    pub fn of_client(client: ClientIp) -> ActorId {
        ActorId::Directory(shard_of(&client.rate_limit_key().unwrap_or_default()))
    }

    /// The name of the database. It never changes, because the platform finds the data by it.
    pub fn database_name(&self) -> String {
        match self {
            ActorId::Team(id) => format!("team:{id}"),
            ActorId::App(client_id) => format!("app:{client_id}"),
            ActorId::Directory(shard) => format!("directory:{shard}"),
            ActorId::Reviews => "reviews".to_owned(),
        }
    }
}

/// The directory shard of a text (FNV-1a). It never changes, because stored rows are found by it.
fn shard_of(text: &str) -> u8 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [.., last] = hash.to_be_bytes();
    last
}

/// What a message asks an actor to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// At the app: check the quota for an authenticated API call.
    CheckQuota(ApiCall),
    /// At the team: run an API call that the quota permits.
    RunCall(ApiCall, QuotaStatus),
    /// At the app: sign the body of a webhook delivery.
    SignDelivery,
    /// A step of the legacy operation.
    Legacy(LegacyStep),
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

    /// The message as bytes, for transport between Durable Objects.
    pub fn encode(&self) -> Vec<u8> {
        encode_frame(self, &self.request.body)
    }

    /// Decodes a message; `None` if a program of another protocol version encoded it.
    pub fn decode(bytes: &[u8]) -> Option<Message> {
        let (mut message, body) = decode_frame::<Message>(bytes)?;
        message.request.body = body.to_vec();
        Some(message)
    }
}

impl ActorReply {
    /// The reply as bytes, for transport between Durable Objects.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            ActorReply::Respond(response) => encode_frame(self, &response.body),
            ActorReply::Forward { message, .. } | ActorReply::Fetch { message, .. } => {
                encode_frame(self, &message.request.body)
            }
        }
    }

    /// The bytes that an actor sends if it cannot decode a message. They decode to no reply in any version.
    pub fn version_mismatch() -> Vec<u8> {
        PROTOCOL_VERSION.to_be_bytes().to_vec()
    }

    /// Decodes a reply; `None` if a program of another protocol version encoded it.
    pub fn decode(bytes: &[u8]) -> Option<ActorReply> {
        let (mut reply, body) = decode_frame::<ActorReply>(bytes)?;
        match &mut reply {
            ActorReply::Respond(response) => response.body = body.to_vec(),
            ActorReply::Forward { message, .. } | ActorReply::Fetch { message, .. } => {
                message.request.body = body.to_vec()
            }
        }
        Some(reply)
    }
}

/// Protocol version, length of the head, head, body. The body is not encoded again, because it may be large.
fn encode_frame(head: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let head = codec::encode(head).unwrap_or_default();
    let length = u32::try_from(head.len()).unwrap_or(0);
    [&PROTOCOL_VERSION.to_be_bytes(), &length.to_be_bytes(), head.as_slice(), body].concat()
}

fn decode_frame<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    let rest = bytes.strip_prefix(&PROTOCOL_VERSION.to_be_bytes())?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (head, body) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((codec::decode(head)?, body))
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
        Message::new(request, Command::SignDelivery)
    }

    /// The bytes as a program with another format would have written them.
    fn foreign(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes[..4].copy_from_slice(&(PROTOCOL_VERSION ^ 1).to_be_bytes());
        bytes
    }

    #[test]
    fn a_message_is_read_by_programs_with_its_format_alone() {
        let bytes = signing().encode();
        assert_eq!(Message::decode(&bytes), Some(signing()));
        assert_eq!(Message::decode(&foreign(bytes)), None);
        let reply = ActorReply::forward_to(ActorId::Team("1".to_owned()), signing().request, Command::SignDelivery);
        assert_eq!(ActorReply::decode(&reply.encode()), Some(reply.clone()));
        assert_eq!(ActorReply::decode(&foreign(reply.encode())), None);
    }
}
