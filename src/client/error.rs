//! The client's error: what the engine reports about a failed call.

use super::quota::{Metadata, Quota};
use super::sign_in_options::SignIn;
use crate::spec::gateway::SessionEnd;
use crate::wire::cause::Cause;
use crate::wire::failure::Failure;
use serde::Deserialize;
use serde_json::Value;
use std::fmt;
use std::ops::Deref;

/// A failed call. Its [`Details`] are its fields: `error.kind` names the cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Error(Box<Details>);

/// What is known about a failed call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Details {
    /// Why the call failed.
    pub kind: Cause,
    /// One sentence for the developer: what is wrong, and what to do.
    pub message: String,
    /// Code of the API's error table, if the API reported the error.
    pub code: Option<u16>,
    /// HTTP status, if there was a response.
    pub status: Option<u16>,
    /// The argument, or the place in the response, that the error is about.
    pub path: Option<String>,
    /// Of `SignedOut`: why the session ended, if the gateway reports it.
    pub ended: Option<SessionEnd>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// What can be done.
    pub remedy: Remedy,
    /// The app's quota, if the response reported it.
    pub quota: Option<Quota>,
    /// Identifies the request in the gateway's log.
    pub request_id: Option<String>,
    /// URL at which the API documents the error, if it has one.
    pub docs: Option<String>,
    /// Of `Network`: what the browser says about it. It is also the error's [`source`](std::error::Error::source).
    pub source: Option<BrowserError>,
    /// Of a sign-in that failed, or in which the user has not granted all scopes: the same sign-in, for another
    /// attempt.
    pub sign_in: Option<SignIn>,
}

/// What the browser says about a request without a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserError(String);

impl fmt::Display for BrowserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BrowserError {}

/// What can be done about an error.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Remedy {
    /// What to do: `sign_in`, `grant_scope`, `upgrade`, `verify_email`, `wait`, `retry`, `correct` or `none`.
    pub action: String,
    /// The scope that was needed.
    pub scope: Option<String>,
    /// The plan that the needed scope requires: `any`, `paid` or `paid_except_weblink`.
    pub plan: Option<String>,
    /// Whether the user's plan makes the scope available, so that the user could grant it. `None` if the response does
    /// not say.
    #[serde(skip)]
    pub available: Option<bool>,
    /// Seconds to wait before a retry.
    pub seconds: Option<u32>,
    /// When the wait ends: milliseconds since 1970, as in `Date.now()`.
    #[serde(skip)]
    pub until: Option<f64>,
    /// A page size that works, if the page was too large.
    pub per_page: Option<u64>,
}

/// A failure as the engine writes it.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Reason {
    kind: String,
    message: String,
    code: Option<u16>,
    status: Option<u16>,
    path: Option<String>,
    ended: Option<String>,
    retryable: bool,
    remedy: Remedy,
    /// Whether the call may be sent again.
    #[serde(default)]
    pub again: bool,
    /// Seconds to wait, as the response says.
    pub wait: Option<u32>,
    #[serde(flatten)]
    pub metadata: Metadata,
    /// Read from the body of the response.
    #[serde(skip)]
    pub docs: Option<String>,
    /// What the browser says about a missing response.
    #[serde(skip)]
    source: Option<String>,
}

impl Reason {
    /// Reads a failure of the engine; `None` for another report. A failure begins with its kind.
    pub fn parse(json: &str) -> Option<Reason> {
        json.starts_with("{\"kind\"").then(|| Reason::read(json))
    }

    /// Reads a failure of the engine where there must be one.
    pub fn read(json: &str) -> Reason {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// Whether the gateway has refused the request for the quota, and so sent nothing.
    pub fn is_held_back(&self) -> bool {
        self.kind == Cause::RateLimited.as_str() && self.code.is_none() && self.wait.is_some_and(|seconds| seconds > 0)
    }

    /// Adds what the browser says about a missing response.
    #[must_use]
    pub fn with_source(mut self, source: Option<String>) -> Reason {
        self.source = source;
        self
    }

    /// Adds the link to the documentation that the body of a response may have.
    #[must_use]
    pub fn with_docs_of(mut self, body: &[u8]) -> Reason {
        let body: Option<Value> = serde_json::from_slice(body).ok();
        let docs = body.as_ref().and_then(|body| body.get("error")?.get("docs")?.as_str());
        self.docs = docs.filter(|url| url.starts_with("https://") || url.starts_with("http://")).map(str::to_owned);
        self
    }
}

impl Error {
    /// The error of a reason, at a time in milliseconds.
    pub(super) fn new(reason: Reason, now: f64) -> Error {
        let known = Cause::DOCS.iter().find(|(cause, _)| cause.as_str() == reason.kind);
        let mut remedy = reason.remedy;
        if let (Some(scope), Some(scopes)) = (&remedy.scope, &reason.metadata.scopes) {
            remedy.available = Some(scopes.available.contains(scope));
        }
        remedy.until = reason.wait.map(|seconds| now + f64::from(seconds) * 1000.0);
        Error(Box::new(Details {
            kind: known.map_or(Cause::UnexpectedAnswer, |(cause, _)| *cause),
            message: reason.message,
            code: reason.code,
            status: reason.status,
            path: reason.path,
            ended: reason.ended.and_then(|ended| SessionEnd::parse(&ended)),
            retryable: reason.retryable,
            remedy,
            quota: reason.metadata.quota(now),
            request_id: reason.metadata.request_id,
            docs: reason.docs,
            source: reason.source.map(BrowserError),
            sign_in: None,
        }))
    }

    /// An error without a response.
    pub(super) fn local(kind: Cause, message: &str) -> Error {
        Error::of_failure(&Failure::local(kind, message))
    }

    /// The error of a failure without metadata.
    pub(super) fn of_failure(failure: &Failure) -> Error {
        Error::new(Reason::read(&failure.to_json(None)), 0.0)
    }

    /// The error with another kind and message; what the response said stays.
    #[must_use]
    pub(super) fn restated(mut self, kind: Cause, message: String) -> Error {
        self.0.kind = kind;
        self.0.message = message;
        self.0.retryable = kind.is_retryable();
        self.0.remedy = Remedy { action: kind.remedy().to_owned(), ..Remedy::default() };
        self
    }

    /// The error with the seconds to wait before a retry, from a time in milliseconds.
    #[must_use]
    pub(super) fn after(mut self, seconds: u32, now: f64) -> Error {
        self.0.remedy.seconds = Some(seconds);
        self.0.remedy.until = Some(now + f64::from(seconds) * 1000.0);
        self
    }

    /// The error of a sign-in, which can be tried again.
    #[must_use]
    pub(super) fn of_sign_in(mut self, sign_in: SignIn) -> Error {
        self.0.sign_in = Some(sign_in);
        self
    }

    /// The error of a sign-in in which the user has not granted these scopes.
    pub(super) fn not_granted(missing: &[&str]) -> Error {
        let message = format!("The user is signed in, but has not granted: {}.", missing.join(", "));
        let mut error = Error::local(Cause::ScopeMissing, &message);
        error.0.remedy.scope = missing.first().map(|name| (*name).to_owned());
        error
    }
}

impl Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.source.as_ref()?)
    }
}
