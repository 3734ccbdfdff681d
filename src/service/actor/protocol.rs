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

/// Seconds after which somebody whom a deployment got in the way of is told to try again. Our choice.
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
    /// The apps that wait for their review, and the public list of those that are published. There is one such place:
    /// people look at it now and then, no call of the API leads there, and apps cannot be listed where they live, each
    /// alone in a place of its own.
    Reviews,
}

impl ActorId {
    /// The shard of the directory that knows an e-mail address; case does not matter.
    pub fn of_email(email: &str) -> ActorId {
        ActorId::Directory(shard_of(&email.trim().to_lowercase()))
    }

    /// The shard of the directory that counts what a client tries, whatever it tries it at. Where no client is known,
    /// one shard counts for all.
    pub fn of_client(client: ClientIp) -> ActorId {
        ActorId::Directory(shard_of(&client.rate_limit_key().unwrap_or_default()))
    }

    /// The name of the database: the same for ever.
    pub fn database_name(&self) -> String {
        match self {
            ActorId::Team(id) => format!("team:{id}"),
            ActorId::App(client_id) => format!("app:{client_id}"),
            ActorId::Directory(shard) => format!("directory:{shard}"),
            ActorId::Reviews => "reviews".to_owned(),
        }
    }
}

/// A text's shard of the directory: the same for ever.
fn shard_of(text: &str) -> u8 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let [.., last] = hash.to_be_bytes();
    last
}

/// What a request is about when it arrives at a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// An API call that has passed the door and asks the app's quota.
    CheckQuota(ApiCall),
    /// An API call that the quota permits and the team answers.
    RunCall(ApiCall, QuotaStatus),
    /// A delivery whose body the app signs.
    SignDelivery,
    /// A step of a call of the legacy operation.
    Legacy(LegacyStep),
    /// A step of a feature.
    FeatureStep(Feature, EncodedStep),
}

/// The features whose steps go from place to place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feature {
    /// What the sandbox asks.
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

/// A step as bytes, which only its feature reads. It may hold a password and is not shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodedStep(Vec<u8>);

impl fmt::Debug for EncodedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encoded")
    }
}

/// A step of a feature: what a place is to do for it.
pub trait FeatureStep: Serialize + DeserializeOwned {
    /// The feature.
    const FEATURE: Feature;
}

impl<S: FeatureStep> From<S> for Command {
    fn from(step: S) -> Command {
        Command::FeatureStep(S::FEATURE, EncodedStep(codec::encode(&step).unwrap_or_default()))
    }
}

impl Command {
    /// The step, if it is one of the feature.
    pub fn decode_step<S: FeatureStep>(&self) -> Option<S> {
        match self {
            Command::FeatureStep(feature, EncodedStep(step)) if *feature == S::FEATURE => codec::decode(step),
            _ => None,
        }
    }
}

/// A request on its way to a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The request as it arrived.
    pub request: Request,
    /// What it is about.
    pub command: Command,
    /// The replies to the questions that its visits ended with.
    pub results: ExternalResults,
}

/// How a visit ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ActorReply {
    /// With the answer to the caller.
    Respond(Response),
    /// With a message to another place.
    Forward {
        /// Where to.
        actor: ActorId,
        /// What with.
        message: Box<Message>,
    },
    /// With a question. Whoever runs the service finds the reply and goes on to the place, where the message then has it.
    Fetch {
        /// The question.
        call: ExternalCall,
        /// Where to.
        actor: ActorId,
        /// What with.
        message: Box<Message>,
    },
}

impl ActorReply {
    /// A message to a place.
    pub fn forward_to(place: ActorId, request: Request, note: Command) -> ActorReply {
        ActorReply::Forward { actor: place, message: Box::new(Message::new(request, note)) }
    }
}

impl From<Response> for ActorReply {
    fn from(response: Response) -> ActorReply {
        ActorReply::Respond(response)
    }
}

impl Message {
    /// A message without replies.
    pub fn new(request: Request, note: Command) -> Message {
        Message { request, command: note, results: Vec::new() }
    }

    /// The message with the reply to a question.
    #[must_use]
    pub fn with_result(mut self, question: ExternalCall, reply: ExternalResult) -> Message {
        self.results.push((question, reply));
        self
    }

    /// The message as bytes, to cross from one object to another.
    pub fn encode(&self) -> Vec<u8> {
        encode_frame(self, &self.request.body)
    }

    /// The message of these bytes; none if another program wrote them.
    pub fn decode(bytes: &[u8]) -> Option<Message> {
        let (mut message, body) = decode_frame::<Message>(bytes)?;
        message.request.body = body.to_vec();
        Some(message)
    }
}

impl ActorReply {
    /// The turn as bytes, to cross from one object to another.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            ActorReply::Respond(response) => encode_frame(self, &response.body),
            ActorReply::Forward { message, .. } | ActorReply::Fetch { message, .. } => {
                encode_frame(self, &message.request.body)
            }
        }
    }

    /// What a place sends that cannot read the message it got: no turn at all, in any format.
    pub fn version_mismatch() -> Vec<u8> {
        PROTOCOL_VERSION.to_be_bytes().to_vec()
    }

    /// The turn of these bytes; none if another program wrote them.
    pub fn decode(bytes: &[u8]) -> Option<ActorReply> {
        let (mut turn, body) = decode_frame::<ActorReply>(bytes)?;
        match &mut turn {
            ActorReply::Respond(response) => response.body = body.to_vec(),
            ActorReply::Forward { message, .. } | ActorReply::Fetch { message, .. } => {
                message.request.body = body.to_vec()
            }
        }
        Some(turn)
    }
}

/// The number of the format, length of the head, the head, the body as it is.
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
        let turn = ActorReply::forward_to(ActorId::Team("1".to_owned()), signing().request, Command::SignDelivery);
        assert_eq!(ActorReply::decode(&turn.encode()), Some(turn.clone()));
        assert_eq!(ActorReply::decode(&foreign(turn.encode())), None);
    }
}
