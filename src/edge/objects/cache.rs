//! The cache object: one per account, in memory only. It asks the API itself, so that it is the one place where like
//! reads wait for one response and a write invalidates for every isolate at once: a read that follows a write through
//! the gateway sees the write.
//!
//! Reads of routes that are never cached do not come here. What is lost with the object is fetched again: nothing is
//! stored. What others change the gateway learns by a webhook (`edge/webhook.rs`): `GET /gateway/webhook` returns to a
//! session the URL that its account can subscribe.

use super::cache_client::{ACCOUNT_HEADER, ROW_HEADER};
use super::flight_outcome::{
    BodyBytes, FlightOutcome, WholeResponse, cached_response, read_whole, refusal_response, with_cache_status,
};
use super::flight_outcome::{FAILED, MISS, REVALIDATING, SPARED, STALE};
use crate::edge::budget::{self, Caller};
use crate::edge::convert::{self, IncomingRequest};
use crate::edge::response::UpstreamResponse;
use crate::edge::sandbox::active_requests;
use crate::edge::upstream::{RequestBody, UpstreamRequest};
use crate::edge::{PlatformRandom, RequestContext, clock, load_config, now, retry, stub};
use crate::gateway::account::Account;
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::cache::{
    COLLAPSED, CacheKey, CachedResponse, FlightLeader, Lookup, ResponseCache, forward_status, hit_status,
};
use crate::gateway::cache_policy::{self, Invalidation, Ttl};
use crate::gateway::headers::{is_quota_header, to_header};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{PREFIX, Refusal, check_response};
use crate::gateway::route::Route;
use crate::gateway::trace::TraceContext;
use crate::wire::http::{Header, Request as Head};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::{Context, DurableObject, Env, Request, Response, State, durable_object, web_sys};

/// Headers of a read that the API is sent too.
const FORWARDED_HEADERS: &[&str] = &["authorization", "accept-language", "traceparent", "tracestate"];

/// Milliseconds until the API is given up: our choice.
const TIMEOUT_MS: u32 = 20_000;

/// The path at the API: a read comes with that of the page.
fn api_path(head: &Head) -> &str {
    head.path.strip_prefix(PREFIX).unwrap_or_default()
}

/// The answers of one account.
#[durable_object(fetch)]
pub struct Cache(Rc<CacheMemory>);

struct CacheMemory {
    env: Env,
    /// The object's own: what is handed to it goes on while the object lives.
    context: Rc<Context>,
    store: RefCell<ResponseCache<Uint8Array>>,
    flights: RefCell<Vec<Flight>>,
}

/// A read under way: it settles when there is an outcome.
#[derive(Clone)]
struct Flight {
    number: u64,
    settled: Promise,
    outcome: Rc<RefCell<Option<Rc<FlightOutcome>>>>,
}

impl DurableObject for Cache {
    fn new(state: State, env: Env) -> Cache {
        let context = Rc::new(Context::new(JsValue::from(state._inner()).unchecked_into()));
        Cache(Rc::new(CacheMemory { env, context, store: RefCell::default(), flights: RefCell::default() }))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let memory = &self.0;
        let arrival = IncomingRequest::from_platform(Clone::clone(request.inner()));
        if arrival.head.method == "DELETE" {
            let mut store = memory.store.borrow_mut();
            match Invalidation::of_write(&arrival.head.path) {
                Some(touch) => store.invalidate(&touch),
                None => store.clear(),
            }
            return stub::respond_bytes(&[], stub::WriteStatus::Nothing);
        }
        active_requests::sync_state(&memory.env).await;
        let config = load_config(&memory.env).ok_or("not configured")?;
        let origin = config.origin.clone();
        let (env, context) = (memory.env.clone(), Rc::clone(&memory.context));
        let trace = Rc::new(TraceContext::from_request(&arrival.head, PlatformRandom.unique_bytes()));
        let (began, arrival, surface) = (clock::platform_time(), Rc::new(arrival.detached()), Route::Api.name());
        let visit = RequestContext { env, config, origin, now: now(), arrival, context, trace, began, route: surface };
        let answer = memory.answer_read(&visit).await?;
        budget::report_outcomes(&visit, &visit.context);
        Ok(answer.into())
    }
}

impl CacheMemory {
    async fn answer_read(self: &Rc<CacheMemory>, visit: &RequestContext) -> worker::Result<web_sys::Response> {
        let head = &visit.arrival.head;
        let known = head.header("if-none-match");
        let account = head.header(ACCOUNT_HEADER).and_then(Account::from_name).ok_or("a read of no account")?;
        let row = head.header(ROW_HEADER).and_then(|row| row.parse().ok());
        let pace = row.and_then(cache_policy::ttl_of_row).ok_or("a read of no row")?;
        let language = head.header("accept-language").unwrap_or_default();
        let path = api_path(head);
        let class = RequestClass::from_request(head);
        let found = {
            let mut store = self.store.borrow_mut();
            let key = CacheKey::new(&account, store.scopes(), path, &head.query, language);
            store.look_up(&key, visit.now)
        };
        let (flight, joined) = match found {
            Lookup::Hit(kept, seconds) => return cached_response(&kept, &[], &hit_status(seconds, ""), known),
            Lookup::Stale(kept, seconds, lead) => {
                if let Some(lead) = lead {
                    self.start_flight(visit, &account, pace, lead, RequestClass::Background);
                }
                return cached_response(&kept, &[], &hit_status(seconds, REVALIDATING), known);
            }
            Lookup::Miss(lead) => (self.start_flight(visit, &account, pace, lead, class), ""),
            Lookup::Join(number) => (self.find_flight(number).ok_or("a flight that is not there")?, COLLAPSED),
        };
        JsFuture::from(flight.settled).await?;
        let outcome = flight.outcome.borrow().clone().ok_or("a flight without an outcome")?;
        match &*outcome {
            FlightOutcome::Cached(kept, quota, status) => {
                cached_response(kept, quota, &[status, joined].concat(), known)
            }
            FlightOutcome::Uncached(status, headers, body, said) => {
                convert::build_response(*status, &with_cache_status(headers, &[said, joined].concat()), Some(body))
            }
            FlightOutcome::Large(status, headers, body, said) => {
                let first = body.take();
                let UpstreamResponse { status, headers, body } = match first {
                    Some(body) => UpstreamResponse { status: *status, headers: headers.clone(), body },
                    None => {
                        let caller = Caller { id: account.id(), class, fallback: Fallback::None };
                        match CacheMemory::ask_service(visit, &account, caller, None).await {
                            Ok(alone) => alone,
                            Err(refusal) => return refusal_response(&refusal),
                        }
                    }
                };
                body.into_response(status, with_cache_status(&headers, said), &[])
            }
            FlightOutcome::Failed(refusal) => refusal_response(refusal),
        }
    }

    fn find_flight(&self, number: u64) -> Option<Flight> {
        self.flights.borrow().iter().find(|flight| flight.number == number).cloned()
    }

    /// Begins a flight, which goes on whoever waits for it or leaves.
    fn start_flight(
        self: &Rc<CacheMemory>,
        visit: &RequestContext,
        account: &Account,
        pace: Ttl,
        lead: FlightLeader<Uint8Array>,
        class: RequestClass,
    ) -> Flight {
        let (number, outcome) = (lead.number, Rc::new(RefCell::new(None)));
        let (memory, place, visit, account) = (Rc::clone(self), Rc::clone(&outcome), visit.clone(), *account);
        let settled = future_to_promise(async move {
            let brought = memory.fetch_response(&visit, &account, pace, lead, class).await;
            place.replace(Some(Rc::new(brought)));
            memory.flights.borrow_mut().retain(|flight| flight.number != number);
            Ok(JsValue::UNDEFINED)
        });
        let flight = Flight { number, settled, outcome };
        self.flights.borrow_mut().push(flight.clone());
        flight
    }

    async fn fetch_response(
        &self,
        visit: &RequestContext,
        account: &Account,
        pace: Ttl,
        lead: FlightLeader<Uint8Array>,
        class: RequestClass,
    ) -> FlightOutcome {
        let theirs = lead.stale.as_ref().and_then(|old| old.upstream_etag.as_deref());
        let copy = if lead.stale.is_some() { Fallback::Stale } else { Fallback::None };
        let caller = Caller { id: account.id(), class, fallback: copy };
        let answer = match CacheMemory::ask_service(visit, account, caller, theirs).await {
            Ok(answer) => read_whole(answer).await.map_err(|_| Problem::UpstreamFailed.into()),
            Err(refusal) => Err(refusal),
        };
        self.settle_flight(pace, lead, answer)
    }

    /// Asks the API; `theirs` is its tag of an answer that may still be true.
    async fn ask_service(
        visit: &RequestContext,
        account: &Account,
        caller: Caller,
        theirs: Option<&str>,
    ) -> Result<UpstreamResponse, Refusal> {
        let head = &visit.arrival.head;
        let passed = head.headers.iter().filter(|(name, _)| FORWARDED_HEADERS.contains(&name.as_str()));
        let mut headers: Vec<Header> = passed.cloned().collect();
        headers.push(to_header(("accept", "application/json")));
        headers.extend(theirs.map(|tag| to_header(("if-none-match", tag))));
        let outgoing = UpstreamRequest {
            method: "GET",
            origin: visit.config.api.origin_of(account.region()).ok_or(Problem::SignedOut)?,
            path: api_path(head),
            query: &head.query,
            headers,
            body: RequestBody::None,
            timeout: Some(TIMEOUT_MS),
            prefix: Some(PREFIX),
        };
        let answer = retry::send_with_retries(visit, caller, outgoing).await?;
        check_response(answer.status, &answer.headers)?;
        Ok(answer)
    }

    fn settle_flight(
        &self,
        pace: Ttl,
        lead: FlightLeader<Uint8Array>,
        answer: Result<WholeResponse, Refusal>,
    ) -> FlightOutcome {
        let mut store = self.store.borrow_mut();
        let FlightLeader { number, stale: old } = lead;
        let asked_for = if old.is_some() { STALE } else { MISS };
        let WholeResponse { status, headers, body } = match answer {
            Ok(answer) if !cache_policy::allows_stale_if_error(answer.status) => answer,
            owed => {
                let why = if matches!(owed, Err(Refusal::Budget(_))) { SPARED } else { FAILED };
                return match (store.fail_flight(number, now()), owed) {
                    (Some((kept, seconds)), _) => FlightOutcome::Cached(kept, Vec::new(), hit_status(seconds, why)),
                    (None, Ok(answer)) => answer.into_uncached(asked_for),
                    (None, Err(refusal)) => FlightOutcome::Failed(refusal),
                };
            }
        };
        let quota: Vec<Header> = headers.iter().filter(|(name, _)| is_quota_header(name)).cloned().collect();
        match (status, old, cache_policy::ttl_of_response(pace, status, &headers), body) {
            (304, Some(old), ..) => {
                store.complete_flight(number, &old, pace, &headers);
                FlightOutcome::Cached(old, quota, forward_status(asked_for, status, Some(pace)))
            }
            (_, _, Some(pace), BodyBytes::All(body, digest)) => {
                let length = usize::try_from(body.length()).unwrap_or(usize::MAX);
                let kept = Rc::new(CachedResponse::new(status, &headers, body, length, &digest));
                store.complete_flight(number, &kept, pace, &headers);
                FlightOutcome::Cached(kept, quota, forward_status(asked_for, status, Some(pace)))
            }
            (.., body) => {
                store.complete_uncached(number);
                if cache_policy::evicts_account(status) {
                    store.clear();
                }
                WholeResponse { status, headers, body }.into_uncached(asked_for)
            }
        }
    }
}
