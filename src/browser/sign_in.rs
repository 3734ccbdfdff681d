//! Signing in and out: the gateway's own addresses, and the transactions of the tab.

use super::hooks::{self, Limits};
use super::transport::{Failure, Incoming, Outgoing, send};
use super::{Engine, value_of};
use crate::spec::endpoint::Method;
use crate::spec::shape::{Choice, Field, Object, Shape};
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch, Side, check};
use crate::wire::fault::Fault;
use crate::wire::json::{Broken, Reader};
use crate::wire::sign_in::{self, Refusal};
use crate::wire::text::quote_into;
use wasm_bindgen::prelude::*;

/// Milliseconds that the gateway has for an answer about a session.
const TIMEOUT: f64 = 30_000.0;

const fn text(name: &'static str) -> Field {
    Field { name, shape: Shape::Text, required: true }
}

/// What a sign-in begins with.
const CONFIGURATION: Shape = Shape::Object(&Object {
    name: "Configuration",
    fields: &[text("authorize_url"), text("client_id"), text("redirect_uri")],
});

/// Who is signed in.
const SESSION: Shape = Shape::Object(&Object {
    name: "Session",
    fields: &[
        Field { name: "signed_in", shape: Shape::Boolean, required: true },
        Field {
            name: "region",
            shape: Shape::Choice(&Choice { name: "Region", values: &["us", "eu", "ca"] }),
            required: false,
        },
    ],
});

#[wasm_bindgen]
impl Engine {
    /// Begins a sign-in that comes back to a path of this origin; gives the address to send the browser to.
    pub async fn begin_sign_in(&self, return_to: String) -> Result<String, JsValue> {
        self.begun(&return_to).await.map_err(|failure| failure.thrown(&self.hooks, None))
    }

    /// Finishes the sign-in that a callback's query string belongs to; gives the path to return to.
    pub async fn finish_sign_in(&self, query: String) -> Result<String, JsValue> {
        self.finished(&query).await.map_err(|failure| failure.thrown(&self.hooks, None))
    }

    /// Who is signed in.
    pub async fn session(&self) -> Result<JsValue, JsValue> {
        let answer = self.ask(Method::GET, "/auth/session", None, Some(&SESSION)).await;
        answer.and_then(|incoming| value_of(&incoming)).map_err(|failure| failure.thrown(&self.hooks, None))
    }

    /// Ends the session.
    pub async fn sign_out(&self) -> Result<(), JsValue> {
        let answer = self.ask(Method::POST, "/auth/sign-out", None, None).await;
        answer.map(drop).map_err(|failure| failure.thrown(&self.hooks, None))
    }
}

impl Engine {
    async fn begun(&self, return_to: &str) -> Result<String, Failure> {
        if !sign_in::is_return_path(return_to) {
            return Err(Fault::argument(Mismatch::here(Expected::ReturnPath).under("return_to")).into());
        }
        let configuration = self.ask(Method::GET, "/auth/configuration", None, Some(&CONFIGURATION)).await?;
        let odd = |broken: Broken| Fault::answer(configuration.status, broken.into());
        let [authorize_url, client_id, redirect_uri] =
            members(&configuration.body, ["authorize_url", "client_id", "redirect_uri"]).map_err(odd)?;
        let begun = hooks::random_state().and_then(|state| {
            let stored = sign_in::begin(&hooks::transactions()?, &state, return_to, hooks::now())?;
            hooks::store_transactions(&stored).then_some(state)
        });
        let unavailable = || Fault::local(Cause::Unavailable, "Signing in needs a page with session storage.");
        let state = begun.ok_or_else(unavailable)?;
        Ok(sign_in::authorize_url(&authorize_url, &client_id, &redirect_uri, &state))
    }

    async fn finished(&self, query: &str) -> Result<String, Failure> {
        let unavailable = || Fault::local(Cause::Unavailable, "Signing in needs a page with session storage.");
        let stored = hooks::transactions().ok_or_else(unavailable)?;
        let (stored, outcome) = sign_in::finish(&stored, query, hooks::now());
        if !hooks::store_transactions(&stored) {
            return Err(unavailable().into());
        }
        let accepted = outcome.map_err(refused)?;
        let mut body = String::from("{\"code\":");
        quote_into(&mut body, &accepted.code);
        body.push('}');
        match self.ask(Method::POST, "/auth/token", Some(body), Some(&SESSION)).await {
            Ok(_) => Ok(accepted.return_to),
            Err(Failure::Fault(fault)) if (400..500).contains(&fault.status) => {
                Err(Fault { cause: Cause::SignInFailed, ..fault }.into())
            }
            Err(other) => Err(other),
        }
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        shape: Option<&Shape>,
    ) -> Result<Incoming, Failure> {
        let mut url = String::from(&self.gateway);
        url.push_str(path);
        let incoming = send(&self.hooks, &Limits::new(None, TIMEOUT), Outgoing { method, url: &url, body }).await?;
        if let Some(fault) = incoming.fault() {
            return Err(fault.into());
        }
        if let Some(shape) = shape {
            check(&incoming.body, shape, Side::Answer).map_err(|mismatch| Fault::answer(incoming.status, mismatch))?;
        }
        Ok(incoming)
    }
}

fn refused(refusal: Refusal) -> Failure {
    let (cause, message) = match refusal {
        Refusal::Denied => (Cause::SignInDenied, "The user declined to give the app access."),
        Refusal::Missing => (Cause::StateMissing, "No sign-in is under way in this tab."),
        Refusal::Mismatch => (Cause::StateMismatch, "The sign-in was not begun in this tab."),
        Refusal::Expired => (Cause::SignInExpired, "The sign-in took too long, or was completed before."),
        Refusal::Failed => (Cause::SignInFailed, "The service did not complete the sign-in."),
    };
    Fault::local(cause, message).into()
}

/// Text members of an object that was checked.
fn members<const N: usize>(body: &[u8], names: [&str; N]) -> Result<[String; N], Broken> {
    let mut values = [const { String::new() }; N];
    let mut reader = Reader::new(body);
    reader.object()?;
    while let Some(key) = reader.key()? {
        match names.iter().zip(&mut values).find(|(name, _)| key.is(name)) {
            Some((_, value)) => *value = reader.text()?.decoded()?.into_owned(),
            None => reader.skip()?,
        }
    }
    Ok(values)
}
