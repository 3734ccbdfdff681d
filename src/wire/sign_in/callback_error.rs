//! Why the callback of a sign-in is refused, and the failure that its caller gets.

use crate::wire::cause::Cause;
use crate::wire::failure::Failure;

/// Why a callback is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallbackError {
    /// The user declined.
    Denied,
    /// The callback has no state, or no transaction is in progress in this tab.
    Missing,
    /// No transaction in progress has this state.
    Mismatch,
    /// The transaction took too long, or was completed before.
    Expired,
    /// The service reports another error, or the callback is malformed.
    Failed,
}

impl CallbackError {
    /// The failure of the sign-in.
    #[must_use]
    pub fn failure(self) -> Box<Failure> {
        let (cause, message) = match self {
            CallbackError::Denied => (Cause::SignInDenied, "The user declined to give the app access."),
            CallbackError::Missing => (Cause::StateMissing, "No sign-in is under way in this tab."),
            CallbackError::Mismatch => (Cause::StateMismatch, "The sign-in was not begun in this tab."),
            CallbackError::Expired => (Cause::SignInExpired, "The sign-in took too long, or was completed before."),
            CallbackError::Failed => (Cause::SignInFailed, "The service did not complete the sign-in."),
        };
        Failure::local(cause, message)
    }
}
