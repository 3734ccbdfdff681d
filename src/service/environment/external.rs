//! External calls: what an actor needs before it can go on, and only the shell can do: an HTTP request to another
//! server, hashing a password, and questions about leases to other actors.
//!
//! A message is handled synchronously. It ends with its first external call, its writes are rolled back or harmless,
//! and it is handled again from the beginning with the result. A limit on guesses (`attempts.rs`) is therefore checked
//! before a password is hashed and again before the result is used, so that concurrent guesses are limited too.

use super::derivation::PasswordDerivation;
use super::egress::{OutboundRequest, OutboundStatus};
use super::permit::{PermitReply, PermitRequest, Recall, RecalledLeases};
use crate::service::environment::secret::CarriedSecret;
use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// An external call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExternalCall {
    /// Sends an HTTP request.
    SendRequest(OutboundRequest),
    /// Hashes a password.
    DerivePassword(PasswordDerivation),
    /// At a team: requests a lease of an app. The team's own object sends it.
    RequestPermit(PermitRequest),
    /// At an app: recalls leases. The app's own object sends it to all holders at once.
    RecallLeases(Recall),
}

impl ExternalCall {
    /// Whether the call is about the permit of an API call, on which no response depends.
    pub fn is_about_permits(&self) -> bool {
        matches!(self, ExternalCall::RequestPermit(_) | ExternalCall::RecallLeases(_))
    }
}

/// The result of an external call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ExternalResult {
    /// The outcome of an HTTP request.
    Sent(OutboundStatus),
    /// The hash of a password in base64; `None` if the platform failed.
    Derived(Option<CarriedSecret>),
    /// The app's reply; `None` if the app cannot be reached.
    Permitted(Option<PermitReply>),
    /// The leases of the teams that were reached.
    Recalled(RecalledLeases),
}

/// External calls with their results.
pub type ExternalResults = Vec<(ExternalCall, ExternalResult)>;

/// The error of a handler that needs an external call. No caller sees it, unless the call has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallPending;

/// The external calls of a message: the completed ones with their results, and the pending one.
#[derive(Clone, Copy)]
pub struct ExternalCalls<'a> {
    /// The completed calls.
    pub results: &'a [(ExternalCall, ExternalResult)],
    /// The call to make next.
    pub pending: &'a RefCell<Option<ExternalCall>>,
}

impl ExternalCalls<'_> {
    /// Sends an HTTP request and returns its outcome.
    ///
    /// # Errors
    ///
    /// [`CallPending`] until the shell has the result.
    pub fn send_request(&self, request: OutboundRequest) -> Result<OutboundStatus, CallPending> {
        let call = ExternalCall::SendRequest(request);
        match self.results.iter().find(|(made, _)| *made == call) {
            Some((_, ExternalResult::Sent(outcome))) => Ok(*outcome),
            Some(_) => Err(CallPending),
            None => Err(self.request_call(call)),
        }
    }

    /// Hashes a password. Returns the derivation that was made, which is the first completed one that `is_alike`
    /// accepts: a new derivation has another random salt each time the message is handled.
    ///
    /// # Errors
    ///
    /// [`CallPending`] until the shell has the result, and if the platform failed.
    pub fn derive_password(
        &self,
        derivation: PasswordDerivation,
        is_alike: impl Fn(&PasswordDerivation) -> bool,
    ) -> Result<(&PasswordDerivation, &CarriedSecret), CallPending> {
        let completed = self.results.iter().find_map(|(made, result)| match (made, result) {
            (ExternalCall::DerivePassword(made), ExternalResult::Derived(derived)) if is_alike(made) => {
                Some((made, derived))
            }
            _ => None,
        });
        match completed {
            Some((made, Some(derived))) => Ok((made, derived)),
            Some((_, None)) => Err(CallPending),
            None => Err(self.request_call(ExternalCall::DerivePassword(derivation))),
        }
    }

    /// The app's reply to the last request for a lease; `None` without a request.
    pub fn permit_reply(&self) -> Option<&Option<PermitReply>> {
        self.results.iter().rev().find_map(|(_, result)| match result {
            ExternalResult::Permitted(reply) => Some(reply),
            _ => None,
        })
    }

    /// The leases that were recalled for this message; `None` if there was no recall.
    pub fn recalled_leases(&self) -> Option<&RecalledLeases> {
        self.results.iter().find_map(|(_, result)| match result {
            ExternalResult::Recalled(leases) => Some(leases),
            _ => None,
        })
    }

    /// Ends the handling of a message until the result of a call is there.
    pub fn request_call(&self, call: ExternalCall) -> CallPending {
        self.pending.borrow_mut().get_or_insert(call);
        CallPending
    }
}

impl From<CallPending> for ApiError {
    fn from(_: CallPending) -> ApiError {
        Error::Internal.into()
    }
}
