//! What a visit must know before it can go on, and only the shell can find out: how another server answers, and what a
//! password is hashed to. A visit is synchronous: it ends with its first question, what it wrote is undone or harmless,
//! and it runs again from the beginning when the reply is there.

use super::derivation::Derivation;
use super::outside::{Outcome, Outgoing};
use crate::service::store::secret::CarriedSecret;
use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// A question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// How does a server answer?
    Send(Outgoing),
    /// What is a password hashed to?
    Derive(Derivation),
}

/// The reply to one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// How a server answered.
    Sent(Outcome),
    /// What a password is hashed to, in base64; none if the platform could not say.
    Derived(Option<CarriedSecret>),
}

/// Questions with their replies.
pub type Replies = Vec<(Question, Reply)>;

/// The error of a visit that ends with a question. It becomes an answer that nobody sees, unless there is no reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unanswered;

/// What a visit asks, and what it was replied before.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// The questions that have their replies.
    pub replies: &'a [(Question, Reply)],
    /// The question that the visit ended with.
    pub question: &'a RefCell<Option<Question>>,
}

impl Outside<'_> {
    /// How a server answers.
    pub fn send(&self, outgoing: Outgoing) -> Result<Outcome, Unanswered> {
        let question = Question::Send(outgoing);
        match self.replies.iter().find(|(asked, _)| *asked == question) {
            Some((_, Reply::Sent(outcome))) => Ok(*outcome),
            Some(_) => Err(Unanswered),
            None => Err(self.ask(question)),
        }
    }

    /// What a password is hashed to, for the derivation that was asked for if a similar one was.
    pub fn derive(
        &self,
        derivation: Derivation,
        is_alike: impl Fn(&Derivation) -> bool,
    ) -> Result<(&Derivation, &CarriedSecret), Unanswered> {
        let replied = self.replies.iter().find_map(|(asked, reply)| match (asked, reply) {
            (Question::Derive(asked), Reply::Derived(derived)) if is_alike(asked) => Some((asked, derived)),
            _ => None,
        });
        match replied {
            Some((asked, Some(derived))) => Ok((asked, derived)),
            Some((_, None)) => Err(Unanswered),
            None => Err(self.ask(Question::Derive(derivation))),
        }
    }

    fn ask(&self, question: Question) -> Unanswered {
        self.question.borrow_mut().get_or_insert(question);
        Unanswered
    }
}

impl From<Unanswered> for ApiError {
    fn from(_: Unanswered) -> ApiError {
        Error::Internal.into()
    }
}
