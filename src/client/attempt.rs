//! One request through gloo-net. It is aborted when its time is over, or when its future is dropped.

use crate::wire::cause::Cause;
use futures_util::future::{Either, select};
use gloo_net::http::{Headers, Method, RequestBuilder};
use gloo_timers::future::TimeoutFuture;
use std::pin::pin;
use web_sys::{AbortController, AbortSignal, RequestCredentials, RequestRedirect};

/// The longest delay of a browser's timers, in milliseconds.
pub(super) const LONGEST: u32 = i32::MAX as u32;

/// A request that can be sent several times.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub method: String,
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Option<String>,
    pub credentials: RequestCredentials,
    pub redirect: RequestRedirect,
}

/// A response that was read to its end.
#[derive(Debug)]
pub(super) struct Incoming {
    pub status: u16,
    /// One header a line, names in lower case.
    pub headers: String,
    pub body: Vec<u8>,
}

/// Aborts its request when it is dropped; a request that is complete stays as it is.
struct AbortOnDrop(AbortController);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Why there is no complete response.
#[derive(Debug)]
pub(super) struct SendFailure {
    pub cause: Cause,
    /// What the browser says about it.
    pub source: Option<String>,
}

impl From<Cause> for SendFailure {
    fn from(cause: Cause) -> SendFailure {
        SendFailure { cause, source: None }
    }
}

/// Sends a request, and reads its response in at most so many milliseconds.
///
/// # Errors
///
/// [`Cause::Timeout`] or [`Cause::Network`] if there is no complete response.
pub(super) async fn send(outgoing: &Outgoing, limit: u32) -> Result<Incoming, SendFailure> {
    let abort = AbortOnDrop(AbortController::new().map_err(|_| Cause::Unavailable)?);
    let signal = abort.0.signal();
    let received = pin!(receive(outgoing, &signal));
    match select(received, TimeoutFuture::new(limit.min(LONGEST))).await {
        Either::Left((received, _)) => {
            received.map_err(|error| SendFailure { cause: Cause::Network, source: Some(error.to_string()) })
        }
        Either::Right(_) => Err(Cause::Timeout.into()),
    }
}

async fn receive(outgoing: &Outgoing, signal: &AbortSignal) -> Result<Incoming, gloo_net::Error> {
    let method = Method::from_bytes(outgoing.method.as_bytes()).unwrap_or_default();
    let headers = Headers::new();
    for (name, value) in &outgoing.headers {
        headers.set(name, value);
    }
    let builder = RequestBuilder::new(&outgoing.url)
        .method(method)
        .headers(headers)
        .credentials(outgoing.credentials)
        .redirect(outgoing.redirect)
        .abort_signal(Some(signal));
    let request = match &outgoing.body {
        Some(body) => builder.body(body.as_str())?,
        None => builder.build()?,
    };
    let response = request.send().await?;
    let headers = response.headers().entries().map(|(name, value)| [name, value].join(":"));
    let headers = headers.collect::<Vec<_>>().join("\n");
    Ok(Incoming { status: response.status(), headers, body: response.binary().await? })
}
