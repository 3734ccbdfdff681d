//! Signing in at the gateway of the page's origin: leaving for the sign-in page, and the callback that comes back.
//!
//! The state of a sign-in is in the tab's session storage, in the form and under the name that the JavaScript SDK uses.

use super::canvass::Canvass;
use super::error::Error;
use super::exchange::operation;
use super::page;
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::failure::Failure;
use crate::wire::sign_in::{self, AcceptedCallback, OtherSessions};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The item of the session storage with the sign-ins that the tab has begun.
const NAME: &str = "canvass.sign_in";

/// How to sign in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignIn {
    /// The path of this origin to return to; that of the current page if `None`, or `/` if the page has a path to which
    /// no sign-in may return.
    pub return_to: Option<String>,
    /// Whether the accounts that are signed in already stay signed in next to the new one.
    pub add: bool,
}

/// What the gateway needs back with the code.
#[derive(Deserialize)]
struct Carried {
    pkce: Option<String>,
}

impl Canvass {
    /// Sends the browser to the sign-in page. It returns to the app's callback, which calls
    /// [`Canvass::complete_sign_in`].
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidArgument`] if `return_to` is not a path of this origin; otherwise as [`Canvass::call`].
    pub async fn sign_in(&self, options: SignIn) -> Result<(), Error> {
        let current =
            || page::current_path().map(|path| if sign_in::is_return_path(&path) { path } else { "/".to_owned() });
        let return_to = options.return_to.map_or_else(current, Ok)?;
        if !sign_in::is_return_path(&return_to) {
            let mismatch = Mismatch::at_cursor(Expected::ReturnPath).in_field("return_to");
            return Err(Error::of_failure(&Failure::bad_argument(mismatch)));
        }
        let received = self.exchange(operation("configuration"), "{}").await?;
        let configuration = String::from_utf8_lossy(&received.body);
        let state = page::new_state()?;
        let unusable = || Error::local(Cause::UnexpectedAnswer, "The gateway's configuration is not as documented.");
        let url = sign_in::authorize_url(&configuration, &state).map_err(|_| unusable())?;
        let Carried { pkce } = serde_json::from_str(&configuration).map_err(|_| unusable())?;
        let others = if options.add { OtherSessions::Stay } else { OtherSessions::Leave };
        let (stored, now) = (page::load_stored(NAME)?, page::now() as u64);
        let begun = sign_in::begin_sign_in(&stored, &state, &return_to, others, &pkce.unwrap_or_default(), now);
        page::save_stored(NAME, &begun.ok_or_else(unusable)?)?;
        page::open(&url)
    }

    /// Completes the sign-in whose callback is the current page, and returns the path to return to. The code leaves the
    /// address bar before anything is sent, because a callback is valid once: call this once.
    ///
    /// # Errors
    ///
    /// [`Cause::SignInDenied`], [`Cause::StateMissing`], [`Cause::StateMismatch`], [`Cause::SignInExpired`] or
    /// [`Cause::SignInFailed`]: start a new sign-in after any of them.
    pub async fn complete_sign_in(&self) -> Result<String, Error> {
        let query = page::take_query()?;
        let (stored, outcome) = sign_in::finish_sign_in(&page::load_stored(NAME)?, &query, page::now() as u64);
        // Stored before the exchange: the same callback cannot be used a second time, whatever happens to the request.
        page::save_stored(NAME, &stored)?;
        let accepted = outcome.map_err(|refusal| Error::of_failure(&refusal.failure()))?;
        let AcceptedCallback { code, return_to, others, carried } = accepted;
        let mut arguments = Map::from_iter([("code".to_owned(), Value::from(code))]);
        if others == OtherSessions::Stay {
            arguments.insert("add".to_owned(), true.into());
        }
        if !carried.is_empty() {
            arguments.insert("pkce".to_owned(), carried.into());
        }
        self.change_session("token", &arguments.into()).await.map_err(|error| {
            let message = "The sign-in failed, and its callback cannot be used again: start a new sign-in. ";
            let message = [message, &error.message].concat();
            // What may pass elsewhere does not here.
            if error.retryable { error.restated(Cause::SignInFailed, message) } else { error }
        })?;
        Ok(return_to)
    }
}
