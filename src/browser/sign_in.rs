//! Signing in and out: the gateway's own addresses, and the transactions of the tab.

use super::{Outgoing, Task, hooks, value};
use crate::spec::endpoint::Method;
use crate::spec::shape::{Field, Object, Shape};
use crate::wire::answer::Answer;
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
    fields: &[
        text("authorize_url"),
        text("client_id"),
        text("redirect_uri"),
        Field { name: "pkce", shape: Shape::Text, required: false },
    ],
});

/// Who is signed in. The regions are an enumeration, which is open in answers.
const SESSION: Shape = Shape::Object(&Object {
    name: "Session",
    fields: &[
        Field { name: "signed_in", shape: Shape::Boolean, required: true },
        Field { name: "region", shape: Shape::Text, required: false },
    ],
});

/// The request of a task that has to do with sessions.
pub(super) fn request(task: Task, input: &str) -> Result<Outgoing, Box<Fault>> {
    let (method, path, body) = match task {
        Task::BeginSignIn if !sign_in::is_return_path(input) => {
            return Err(Fault::argument(Mismatch::here(Expected::ReturnPath).under("return_to")));
        }
        Task::BeginSignIn => (Method::GET, "/auth/configuration", None),
        Task::FinishSignIn => {
            let accepted = finished(input)?;
            let mut body = String::from("{\"code\":");
            quote_into(&mut body, &accepted.code);
            if !accepted.carried.is_empty() {
                body.push_str(",\"pkce\":");
                quote_into(&mut body, &accepted.carried);
            }
            body.push('}');
            (Method::POST, "/auth/token", Some(body))
        }
        Task::SignOut => (Method::POST, "/auth/sign-out", None),
        _ => (Method::GET, "/auth/session", None),
    };
    Ok(Outgoing { method, path: path.to_owned(), body })
}

/// What the answer to such a request gives.
pub(super) fn answer(task: Task, input: &str, answer: &Answer) -> Result<JsValue, Box<Fault>> {
    let text = match task {
        Task::BeginSignIn => {
            answer.check(&CONFIGURATION)?;
            begun(answer.body, input)
        }
        Task::FinishSignIn => hooks::transactions().and_then(|stored| sign_in::return_to(&stored, input)),
        Task::SignOut => return Ok(JsValue::UNDEFINED),
        _ => {
            answer.check(&SESSION)?;
            return value(answer);
        }
    };
    text.map(JsValue::from).ok_or_else(unavailable)
}

/// A failed answer as the task sees it: to the exchange of a code, every refusal is one of the sign-in.
pub(super) fn seen(task: Task, mut fault: Box<Fault>) -> Box<Fault> {
    if task == Task::FinishSignIn && (400..500).contains(&fault.status) {
        fault.cause = Cause::SignInFailed;
    }
    fault
}

fn unavailable() -> Box<Fault> {
    Fault::local(Cause::Unavailable, "Signing in needs a page with session storage.")
}

/// Begins a transaction: the address to send the browser to; none where the tab keeps nothing.
fn begun(configuration: &[u8], return_to: &str) -> Option<String> {
    let [authorize_url, client_id, redirect_uri, pkce] =
        members(configuration, ["authorize_url", "client_id", "redirect_uri", "pkce"]).ok()?;
    let state = hooks::random_state()?;
    let stored = sign_in::begin(&hooks::transactions()?, &state, return_to, &pkce, hooks::now())?;
    hooks::store_transactions(&stored)
        .then(|| sign_in::authorize_url(&authorize_url, &client_id, &redirect_uri, &state))
}

/// Takes the transaction that a callback belongs to, before anything is sent.
fn finished(query: &str) -> Result<Accepted, Box<Fault>> {
    let (stored, outcome) = sign_in::finish(&hooks::transactions().ok_or_else(unavailable)?, query, hooks::now());
    if !hooks::store_transactions(&stored) {
        return Err(unavailable());
    }
    outcome.map_err(refused)
}

fn refused(refusal: Refusal) -> Box<Fault> {
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
