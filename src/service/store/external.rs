//! External calls: what an actor must know before it can go on, and only the shell can find out. There are two: how
//! another server answers, and what a password is hashed to.
//!
//! A message is handled synchronously: it ends with its first external call, what it wrote is undone or harmless, and
//! it runs again from the beginning when the result is there. A limit on guessing (`attempts.rs`) is therefore checked
//! before a password is hashed and once more before the result is used, so that guesses that are hashed at the same
//! time are limited too.

use super::derivation::PasswordDerivation;
use super::egress::{OutboundRequest, OutboundStatus};
use crate::service::store::secret::CarriedSecret;
use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// A question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExternalCall {
    /// How does a server answer?
    SendRequest(OutboundRequest),
    /// What is a password hashed to?
    DerivePassword(PasswordDerivation),
}

/// The reply to one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExternalResult {
    /// How a server answered.
    Sent(OutboundStatus),
    /// What a password is hashed to, in base64; none if the platform could not say.
    Derived(Option<CarriedSecret>),
}

/// Questions with their replies.
pub type ExternalResults = Vec<(ExternalCall, ExternalResult)>;

/// The error of a visit that ends with a question. It becomes an answer that nobody sees, unless there is no reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallPending;

/// What a visit asks, and what it was replied before.
#[derive(Clone, Copy)]
pub struct ExternalCalls<'a> {
    /// The questions that have their replies.
    pub results: &'a [(ExternalCall, ExternalResult)],
    /// The question that the visit ended with.
    pub pending: &'a RefCell<Option<ExternalCall>>,
}

impl ExternalCalls<'_> {
    /// How a server answers.
    pub fn send_request(&self, outgoing: OutboundRequest) -> Result<OutboundStatus, CallPending> {
        let question = ExternalCall::SendRequest(outgoing);
        match self.results.iter().find(|(asked, _)| *asked == question) {
            Some((_, ExternalResult::Sent(outcome))) => Ok(*outcome),
            Some(_) => Err(CallPending),
            None => Err(self.request_call(question)),
        }
    }

    /// What a password is hashed to, for the derivation that was asked for if a similar one was.
    pub fn derive_password(
        &self,
        derivation: PasswordDerivation,
        is_alike: impl Fn(&PasswordDerivation) -> bool,
    ) -> Result<(&PasswordDerivation, &CarriedSecret), CallPending> {
        let replied = self.results.iter().find_map(|(asked, reply)| match (asked, reply) {
            (ExternalCall::DerivePassword(asked), ExternalResult::Derived(derived)) if is_alike(asked) => {
                Some((asked, derived))
            }
            _ => None,
        });
        match replied {
            Some((asked, Some(derived))) => Ok((asked, derived)),
            Some((_, None)) => Err(CallPending),
            None => Err(self.request_call(ExternalCall::DerivePassword(derivation))),
        }
    }

    fn request_call(&self, question: ExternalCall) -> CallPending {
        self.pending.borrow_mut().get_or_insert(question);
        CallPending
    }
}

impl From<CallPending> for ApiError {
    fn from(_: CallPending) -> ApiError {
        Error::Internal.into()
    }
}
