//! Where the service's data lives, and how a request goes from place to place.
//!
//! Each place is one database of its own: a team with all its surveys, an app with its quota, a
//! shard of the directory. A visit to a place is synchronous and ends in an answer or in a message
//! to another place; the shell follows the messages and decides nothing.

use super::api::Call;
use super::outside::{Outcome, Outgoing};
use super::{account, bytes, legacy, oauth, sandbox, take};
use crate::wire::http::{Request, Response};
use crate::wire::rate::Quota;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// One database of the service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// A team, or an account without one: its id.
    Team(String),
    /// An app: its client id.
    App(String),
    /// One of 256 shards of the map from e-mail addresses to teams.
    Directory(u8),
    /// The apps that wait for their review. There is one such place: people look at it a few times a day, no call of
    /// the API leads there, and apps cannot be listed where they live, each alone in a place of its own.
    Reviews,
}

impl Place {
    /// The shard of the directory that knows an e-mail address; case does not matter.
    pub fn of_email(email: &str) -> Place {
        let folded = email.trim().to_lowercase();
        let hash =
            folded.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let [.., last] = hash.to_be_bytes();
        Place::Directory(last)
    }

    /// The name of the database: the same for ever.
    pub fn name(&self) -> String {
        match self {
            Place::Team(id) => format!("team:{id}"),
            Place::App(client_id) => format!("app:{client_id}"),
            Place::Directory(shard) => format!("directory:{shard}"),
            Place::Reviews => "reviews".to_owned(),
        }
    }
}

/// What a request is about when it arrives at a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Note {
    /// An API call that has passed the door and asks the app's quota.
    Spend(Call),
    /// An API call that the quota permits and the team answers.
    Answer(Call, Quota),
    /// A delivery whose body the app signs.
    Sign,
    /// What the sandbox asks.
    Sandbox(sandbox::Step),
    /// A step of a sign-in or a token exchange.
    OAuth(oauth::Step),
    /// A step on the account pages.
    Account(account::Step),
    /// A step of a call of the legacy operation.
    Legacy(legacy::Step),
    /// What a respondent asks about a survey.
    Take(take::Step),
}

impl From<oauth::Step> for Note {
    fn from(step: oauth::Step) -> Note {
        Note::OAuth(step)
    }
}

/// A request on its way to a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The request as it arrived.
    pub request: Request,
    /// What it is about.
    pub note: Note,
}

/// How a visit ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Turn {
    /// With the answer to the caller.
    Answer(Response),
    /// With a message to another place.
    Go {
        /// Where to.
        place: Place,
        /// What with.
        message: Box<Message>,
    },
    /// With a question to another server. Whoever runs the service asks it and goes on to the place, where the
    /// message's call then knows the answer.
    Ask {
        /// The question.
        question: Outgoing,
        /// Where to.
        place: Place,
        /// What with.
        message: Box<Message>,
    },
}

impl Turn {
    /// A message to a place.
    pub fn go(place: Place, request: Request, note: Note) -> Turn {
        Turn::Go { place, message: Box::new(Message { request, note }) }
    }
}

impl From<Response> for Turn {
    fn from(response: Response) -> Turn {
        Turn::Answer(response)
    }
}

impl Message {
    /// The message with the answer to a question that its call had.
    #[must_use]
    pub fn told(mut self, question: &Outgoing, outcome: Outcome) -> Message {
        if let Note::Answer(call, _) = &mut self.note {
            call.told.push((question.clone(), outcome));
        }
        self
    }

    /// The message as bytes, to cross from one object to another.
    pub fn encode(&self) -> Vec<u8> {
        framed(self, &self.request.body)
    }

    /// The message of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Message> {
        let (mut message, body) = unframed::<Message>(bytes)?;
        message.request.body = body.to_vec();
        Some(message)
    }
}

impl Turn {
    /// The turn as bytes, to cross from one object to another.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Turn::Answer(response) => framed(self, &response.body),
            Turn::Go { message, .. } | Turn::Ask { message, .. } => framed(self, &message.request.body),
        }
    }

    /// The turn of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Turn> {
        let (mut turn, body) = unframed::<Turn>(bytes)?;
        match &mut turn {
            Turn::Answer(response) => response.body = body.to_vec(),
            Turn::Go { message, .. } | Turn::Ask { message, .. } => message.request.body = body.to_vec(),
        }
        Some(turn)
    }
}

/// Length of the head, the head, the body as it is.
fn framed(head: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let head = bytes::write(head).unwrap_or_default();
    let length = u32::try_from(head.len()).unwrap_or(0);
    [&length.to_be_bytes(), head.as_slice(), body].concat()
}

fn unframed<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (head, body) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((bytes::read(head)?, body))
}
