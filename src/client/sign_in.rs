//! Signing in at the gateway: leaving for the sign-in page, and the callback that comes back.
//!
//! The state of a sign-in is in the tab's session storage, in the form and under the name that the JavaScript SDK uses.

use super::canvass::Canvass;
use super::error::Error;
use super::exchange::operation;
use super::sign_in_options::SignIn;
use super::{lock, page};
use crate::spec::gateway::ORIGIN;
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::failure::Failure;
use crate::wire::query::encode_query;
use crate::wire::sign_in::{self, AcceptedCallback, OtherSessions};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The item of the session storage with the sign-ins that the tab has begun, and the Web Lock of the exchange of a
/// code.
const NAME: &str = "canvass.sign_in";

/// What the gateway says about sign-ins, beside what the sign-in page is opened with.
#[derive(Deserialize)]
struct Configuration {
    redirect_uri: String,
    /// Goes back to the gateway with the code.
    pkce: Option<String>,
    /// Whether the sign-in page accepts the names of scopes.
    scopes: Option<bool>,
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
        let origin = page::origin()?;
        let received = self.exchange(operation("configuration"), &json!({ ORIGIN: origin }).to_string()).await?;
        let configuration = String::from_utf8_lossy(&received.body);
        let unusable = || Error::local(Cause::UnexpectedAnswer, "The gateway's configuration is not as documented.");
        let parsed = serde_json::from_str(&configuration).map_err(|_| unusable())?;
        let Configuration { redirect_uri, pkce, scopes } = parsed;
        let state = sign_in::state_from(page::new_state()?, &redirect_uri, &origin);
        let names = || options.scopes.iter().map(|scope| scope.as_str());
        let mut url = sign_in::authorize_url(&configuration, &state).map_err(|_| unusable())?;
        if scopes == Some(true) && !options.scopes.is_empty() {
            let names = names().collect::<Vec<_>>().join(" ");
            url = [url, encode_query(&[("scope", names)])].join("&");
        }
        let others = if options.add { OtherSessions::Stay } else { OtherSessions::Leave };
        let (stored, now) = (page::load_stored(NAME)?, page::now() as u64);
        let carried = sign_in::join_carried(&pkce.unwrap_or_default(), names());
        let begun = sign_in::begin_sign_in(&stored, &state, &return_to, others, &carried, now);
        page::save_stored(NAME, &begun.ok_or_else(unusable)?)?;
        page::open(&url)
    }

    /// Completes the sign-in whose callback is the current page, and returns the path to return to. The code leaves the
    /// address bar before anything is sent, because a callback is valid once: call this once.
    ///
    /// # Errors
    ///
    /// [`Cause::SignInDenied`], [`Cause::StateMissing`], [`Cause::StateMismatch`], [`Cause::SignInExpired`] or
    /// [`Cause::SignInFailed`]: start a new sign-in after any of them. [`Cause::ScopeMissing`]: the user is signed in,
    /// but has not granted all [`SignIn::scopes`]. The error's `sign_in` is the one that failed, if this tab has begun
    /// it.
    pub async fn complete_sign_in(&self) -> Result<String, Error> {
        let query = page::take_callback()?;
        let before = page::load_stored(NAME)?;
        let (stored, outcome) = sign_in::finish_sign_in(&before, &query, page::now() as u64);
        // Stored before the exchange: the same callback cannot be used a second time, whatever happens to the request.
        page::save_stored(NAME, &stored)?;
        let sign_in = sign_in::find_sign_in(&before, &query)
            .map(|(return_to, others, carried)| SignIn::of_stored(&return_to, others, &carried));
        let completed = match outcome {
            Ok(accepted) => self.exchange_code(accepted).await,
            Err(refusal) => Err(Error::of_failure(&refusal.failure())),
        };
        completed.map_err(|error| sign_in.map_or(error.clone(), |sign_in| error.of_sign_in(sign_in)))
    }

    /// Exchanges the code of a callback for a session, and returns the path to return to.
    async fn exchange_code(&self, accepted: AcceptedCallback) -> Result<String, Error> {
        let AcceptedCallback { code, return_to, others, carried } = accepted;
        let (pkce, wanted) = sign_in::split_carried(&carried);
        let mut arguments = Map::from_iter([("code".to_owned(), Value::from(code))]);
        if others == OtherSessions::Stay {
            arguments.insert("add".to_owned(), true.into());
        }
        if !pkce.is_empty() {
            arguments.insert("pkce".to_owned(), pkce.into());
        }
        // Each response replaces the cookie with all accounts: one that was sent with an older cookie would remove the
        // account that another tab has added meanwhile.
        let lock = lock::acquire(NAME).await;
        let exchanged = self.change_session("token", &arguments.into()).await;
        drop(lock);
        let reported = exchanged.map_err(|error| {
            let message = "The sign-in failed, and its callback cannot be used again: start a new sign-in. ";
            let message = [message, &error.message].concat();
            // What may pass elsewhere does not here.
            if error.retryable { error.restated(Cause::SignInFailed, message) } else { error }
        })?;
        let is_missing =
            |name: &&str| reported.as_ref().is_some_and(|scopes| !scopes.granted.iter().any(|known| known == name));
        let missing: Vec<&str> = wanted.filter(is_missing).collect();
        if missing.is_empty() { Ok(return_to) } else { Err(Error::not_granted(&missing)) }
    }
}
