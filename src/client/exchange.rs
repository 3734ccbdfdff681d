//! A call from end to end: sends the engine's request, has the engine decode the response, and retries what may be
//! retried.

use super::attempt::{self, LONGEST, Outgoing, SendFailure};
use super::canvass::{Canvass, Destination};
use super::error::{Error, Reason};
use super::page;
use super::quota::Metadata;
use super::state::{CallSession, InFlight};
use crate::spec::endpoint::Endpoint;
use crate::spec::gateway::API;
use crate::spec::payload::Reply;
use crate::wire::bearer;
use crate::wire::cause::Cause;
use crate::wire::check::Mismatch;
use crate::wire::dates::{DAY, MINUTE};
use crate::wire::engine::{BodyCheck, Engine};
use crate::wire::failure::Failure;
use crate::wire::packed::number_of;
use crate::wire::{pacing, retry, typed};
use serde::Deserialize;
use serde_json::Value;
use std::sync::OnceLock;
use std::time::Duration;
use web_sys::{RequestCredentials, RequestRedirect};

/// By how much a call may exceed the longest pause.
const DEADLINE_MARGIN: Duration = Duration::from_secs(120);

static ENGINE: OnceLock<Engine> = OnceLock::new();

fn engine() -> &'static Engine {
    ENGINE.get_or_init(Engine::default)
}

/// The number of an operation in the engine. The engine refuses a number that no operation has.
pub(super) const fn operation(name: &str) -> usize {
    match number_of(name) {
        Some(number) => number,
        None => usize::MAX,
    }
}

/// A response that the engine has accepted.
#[derive(Debug)]
pub(super) struct AcceptedResponse {
    /// The body, checked.
    pub body: Vec<u8>,
    pub status: u16,
    /// The arguments of the next page, if there is one.
    pub next: Option<String>,
    pub metadata: Metadata,
}

/// The engine's report of a success.
#[derive(Deserialize)]
struct Success {
    next: Option<String>,
    #[serde(flatten)]
    metadata: Metadata,
}

impl AcceptedResponse {
    /// What a reader makes of the body.
    pub fn read<T>(&self, read: impl FnOnce(&[u8]) -> Result<T, Box<Mismatch>>) -> Result<T, Error> {
        read(&self.body).map_err(|mismatch| Error::of_failure(&Failure::bad_response(self.status, mismatch)))
    }
}

impl Canvass {
    /// Calls an operation. Its future sends nothing before it is polled; dropping it aborts the request.
    ///
    /// # Errors
    ///
    /// An [`Error`] whose `kind` names the cause. `Network` and `Timeout` leave open whether a write was done.
    pub async fn call<E: Endpoint>(&self, request: E) -> Result<<E::Response as Reply>::Output, Error> {
        let received = self.exchange(operation(E::ROUTE.name), &typed::arguments_of(&request)).await?;
        received.read(typed::read_reply::<E::Response>)
    }

    /// Calls an operation, and returns its response as JSON: also if it has values that the payload's type lacks.
    ///
    /// # Errors
    ///
    /// As [`Canvass::call`].
    pub async fn call_json<E: Endpoint>(&self, request: E) -> Result<Value, Error> {
        let received = self.exchange(operation(E::ROUTE.name), &typed::arguments_of(&request)).await?;
        received.read(|body| typed::parse_reply(body, &E::ROUTE.response))
    }

    /// Calls an operation by its number, with arguments in JSON.
    pub(super) async fn exchange(&self, operation: usize, arguments: &str) -> Result<AcceptedResponse, Error> {
        let session = self.state.lock().session.clone();
        let mut outgoing = self.outgoing(&engine().prepare_request(operation, arguments), &session)?;
        // A gateway may have the response in its cache. Without one, a request that exceeds the day's quota is not
        // sent.
        let is_day_used_up = self.quota().is_some_and(|quota| quota.day.remaining == Some(0));
        if is_day_used_up && matches!(*self.destination, Destination::Api { .. }) {
            self.wait_for_quota(1).await?;
        }
        let max_wait = self.options.max_wait.as_millis() as f64;
        let end = match self.options.timeout {
            Some(_) => page::now() + max_wait + DEADLINE_MARGIN.as_millis() as f64,
            None => f64::INFINITY,
        };
        // Without a limit on time, a request that is held back still fails.
        let patience = page::now() + max_wait + DEADLINE_MARGIN.as_millis() as f64;
        let mut attempts: u32 = 0;
        // Refusals that name a wait and have no code of the API come from the gateway, which has sent nothing: they do
        // not count as retries.
        let mut held_back: u32 = 0;
        loop {
            if matches!(*self.destination, Destination::Gateway { .. }) {
                outgoing.headers.retain(|(name, _)| *name != "x-canvass-attempt");
                outgoing.headers.push(("x-canvass-attempt", attempts.to_string()));
            }
            let timeout = self.options.timeout.map_or(f64::INFINITY, |timeout| timeout.as_millis() as f64);
            let limit = timeout.min(end - page::now()).clamp(0.0, f64::from(LONGEST)) as u32;
            let reason = match self.attempt(operation, arguments, &outgoing, limit).await {
                Ok(received) => {
                    self.record(&received.metadata, &session);
                    return Ok(received);
                }
                Err(reason) => reason,
            };
            // The delay adds random time to a wait that the response named, so that pages do not all retry at once. The
            // longest pause applies to the named wait alone.
            held_back = held_back.saturating_add(reason.is_held_back().into());
            let retried = attempts.saturating_sub(held_back);
            let delay = retry::retry_delay(retried, reason.wait, page::jitter());
            let wait = reason.wait.map_or(delay as f64, |seconds| f64::from(seconds) * 1000.0);
            let is_over = page::now() + delay as f64 >= if reason.is_held_back() { end.min(patience) } else { end };
            let is_last = self.options.retries == 0 || retried >= self.options.retries;
            if !reason.again || is_last || wait > max_wait || is_over {
                return Err(self.fail(reason, &session));
            }
            page::sleep(delay).await;
            attempts = attempts.saturating_add(1);
        }
    }

    /// Waits until the next of `needed` requests can be sent.
    pub(super) async fn wait_for_quota(&self, needed: u32) -> Result<(), Error> {
        let Some(quota) = self.quota() else { return Ok(()) };
        let (now, in_flight) = (page::now(), self.state.lock().in_flight);
        let minute = quota.minute.remaining_at(now, in_flight, MINUTE);
        // A gateway sees all clients and lets users go first.
        let is_reserved = self.options.background && matches!(*self.destination, Destination::Api { .. });
        let minute = if is_reserved { minute.minus_reserve() } else { minute };
        let max_wait = self.options.max_wait.as_millis() as u64;
        let day = quota.day.remaining_at(now, in_flight, DAY);
        let pause = pacing::pause_before_next(minute, day, needed, max_wait);
        if pause > max_wait {
            let seconds = u32::try_from(pause.div_ceil(1000)).unwrap_or(u32::MAX);
            let message = format!(
                "The app's quota is used up. Retry in {seconds} seconds, or allow a longer pause: `with_max_wait`."
            );
            return Err(Error::local(Cause::RateLimited, &message).after(seconds, now));
        }
        if pause > 0 {
            page::sleep(pause).await;
        }
        Ok(())
    }

    /// Sends a request once.
    async fn attempt(
        &self,
        operation: usize,
        arguments: &str,
        outgoing: &Outgoing,
        limit: u32,
    ) -> Result<AcceptedResponse, Reason> {
        let missing = |cause| engine().missing_response(operation, cause);
        if page::is_offline() {
            return Err(Reason::read(&missing(Cause::Offline)));
        }
        // The computer has slept beyond the deadline: what is sent now would be aborted at once.
        if limit == 0 {
            return Err(Reason::read(&missing(Cause::Timeout)));
        }
        let in_flight = InFlight::count(&self.state);
        let sent = attempt::send(outgoing, limit).await;
        drop(in_flight);
        let incoming =
            sent.map_err(|SendFailure { cause, source }| Reason::read(&missing(cause)).with_source(source))?;
        let attempt::Incoming { status, headers, body } = incoming;
        let report = engine().decode_response(operation, arguments, status, &headers, &body, BodyCheck::Here);
        if let Some(reason) = Reason::parse(&report) {
            return Err(reason.with_docs_of(&body));
        }
        let Success { next, metadata } = serde_json::from_str(&report).map_err(|_| Reason::read(&report))?;
        Ok(AcceptedResponse { body, status, next, metadata })
    }

    /// The request that the engine has prepared: lines of method, path and body.
    fn outgoing(&self, prepared: &str, session: &CallSession) -> Result<Outgoing, Error> {
        if prepared.starts_with('{') {
            return Err(Error::new(Reason::read(prepared), page::now()));
        }
        let mut lines = prepared.splitn(3, '\n');
        let method = lines.next().unwrap_or_default().to_owned();
        let path = lines.next().unwrap_or_default();
        let body = lines.next().map(str::to_owned);
        let mut headers = vec![("accept", "application/json".to_owned())];
        if body.is_some() {
            headers.push(("content-type", "application/json".to_owned()));
        }
        let (url, credentials, redirect) = match &*self.destination {
            Destination::Gateway { origin } => {
                headers.push(("x-canvass", "1".to_owned()));
                if self.options.background {
                    headers.push(("x-canvass-class", "background".to_owned()));
                }
                // The gateway refuses a call for an account that is not the current one any more.
                headers.extend(session.account.clone().map(|account| ("x-canvass-account", account)));
                let credentials =
                    if origin.is_empty() { RequestCredentials::SameOrigin } else { RequestCredentials::Include };
                ([origin, path].concat(), credentials, RequestRedirect::Follow)
            }
            Destination::Api { origin, token } => {
                let Some(path) = path.strip_prefix(API) else {
                    let message = "Sessions need a gateway, which a client with a token does not have: use `gateway`.";
                    return Err(Error::local(Cause::Unavailable, message));
                };
                headers.push(("authorization", bearer::format_header(token)));
                // A redirect must not carry the token to another origin: here it is a response, which is a failure.
                ([origin, path].concat(), RequestCredentials::Omit, RequestRedirect::Manual)
            }
        };
        Ok(Outgoing { method, url, headers, body, credentials, redirect })
    }

    /// Stores what a response reports: scopes only if the session is still the one that the call was made for.
    fn record(&self, metadata: &Metadata, session: &CallSession) {
        let mut state = self.state.lock();
        state.quota = metadata.quota(page::now()).or(state.quota);
        if metadata.scopes.is_some() && state.session == *session {
            state.scopes.clone_from(&metadata.scopes);
        }
    }

    /// Stores what a failure reports, and makes an error of it.
    fn fail(&self, reason: Reason, session: &CallSession) -> Error {
        self.record(&reason.metadata, session);
        let error = Error::new(reason, page::now());
        let mut state = self.state.lock();
        if error.kind == Cause::SignedOut && state.session == *session {
            // Another account may have others.
            state.scopes = None;
        }
        error
    }
}
