//! Signing in and out: the gateway's own addresses, and the transactions of the tab.

use super::hooks::{self, Limits};
use super::transport::{Failure, Incoming, Outgoing, send};
use super::{Engine, Task};
use crate::spec::endpoint::Method;
use crate::spec::shape::{Choice, Field, Object, Shape};
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::fault::Fault;
use crate::wire::json::{Broken, Reader};
use crate::wire::sign_in::{self, Accepted, Refusal};
use crate::wire::text::quote_into;
use wasm_bindgen::JsValue;

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

/// What is said where a tab keeps nothing.
const NO_STORE: &str = "Signing in needs a page with session storage.";

impl Engine {
    /// Does what has to do with sessions.
    pub(super) async fn attend(&self, task: Task, input: &str, limits: &Limits) -> Result<JsValue, Failure> {
        match task {
            Task::BeginSignIn if !sign_in::is_return_path(input) => {
                Err(Fault::argument(*Mismatch::here(Expected::ReturnPath).under("return_to")).into())
            }
            Task::BeginSignIn => {
                let configuration = self.ask(Method::GET, "/auth/configuration", None, limits).await?;
                configuration.check(&CONFIGURATION)?;
                let url = begun(&configuration.body, input);
                url.map(JsValue::from).ok_or_else(|| Fault::local(Cause::Unavailable, NO_STORE).into())
            }
            Task::FinishSignIn => {
                let accepted = finished(input)?;
                let mut body = String::from("{\"code\":");
                quote_into(&mut body, &accepted.code);
                body.push('}');
                match self.ask(Method::POST, "/auth/token", Some(body), limits).await {
                    Err(Failure::Fault(fault)) if (400..500).contains(&fault.status) => {
                        Err(Fault { cause: Cause::SignInFailed, ..*fault }.into())
                    }
                    answer => answer.map(|_| accepted.return_to.into()),
                }
            }
            Task::SignOut => self.ask(Method::POST, "/auth/sign-out", None, limits).await.map(|_| JsValue::UNDEFINED),
            _ => {
                let session = self.ask(Method::GET, "/auth/session", None, limits).await?;
                session.check(&SESSION)?;
                session.value()
            }
        }
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        limits: &Limits,
    ) -> Result<Incoming, Failure> {
        let mut url = String::from(&self.gateway);
        url.push_str(path);
        send(&self.hooks, limits, Outgoing { method, url: &url, body }).await
    }
}

/// Begins a transaction: the address to send the browser to; none where the tab keeps nothing.
fn begun(configuration: &[u8], return_to: &str) -> Option<String> {
    let [authorize_url, client_id, redirect_uri] =
        members(configuration, ["authorize_url", "client_id", "redirect_uri"]).ok()?;
    let state = hooks::random_state()?;
    let stored = sign_in::begin(&hooks::transactions()?, &state, return_to, hooks::now())?;
    hooks::store_transactions(&stored)
        .then(|| sign_in::authorize_url(&authorize_url, &client_id, &redirect_uri, &state))
}

/// Takes the transaction that a callback belongs to, before anything is sent.
fn finished(query: &str) -> Result<Accepted, Fault> {
    let unavailable = || Fault::local(Cause::Unavailable, NO_STORE);
    let (stored, outcome) = sign_in::finish(&hooks::transactions().ok_or_else(unavailable)?, query, hooks::now());
    if !hooks::store_transactions(&stored) {
        return Err(unavailable());
    }
    outcome.map_err(refused)
}

fn refused(refusal: Refusal) -> Fault {
    let (cause, message) = match refusal {
        Refusal::Denied => (Cause::SignInDenied, "The user declined to give the app access."),
        Refusal::Missing => (Cause::StateMissing, "No sign-in is under way in this tab."),
        Refusal::Mismatch => (Cause::StateMismatch, "The sign-in was not begun in this tab."),
        Refusal::Expired => (Cause::SignInExpired, "The sign-in took too long, or was completed before."),
        Refusal::Failed => (Cause::SignInFailed, "The service did not complete the sign-in."),
    };
    Fault::local(cause, message)
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
