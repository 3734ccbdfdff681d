//! The cache object: one per account, in memory only. It calls the API itself, so that like reads of all isolates wait
//! for one response, and a write invalidates for every isolate at once: a read that follows a write through the gateway
//! sees the write.
//!
//! Reads of routes that are never cached do not come here. Nothing is stored: what is lost with the object is fetched
//! again. A webhook reports changes that were made elsewhere (`edge/webhook.rs`): `GET /gateway/webhook` returns the
//! URL that an account can subscribe. The object logs the events for pages (`gateway/changes.rs`).

use super::cache_client::{ACCOUNT_HEADER, EVENT_HEADER, TTL_HEADER};
use super::flight_outcome::{
    BodyBytes, FlightOutcome, WholeResponse, cached_response, read_whole, refusal_response, with_cache_status,
};
use super::flight_outcome::{MISS, STALE};
use crate::edge::convert::{self, IncomingRequest};
use crate::edge::request::{Caller, UpstreamRequest};
use crate::edge::response::UpstreamResponse;
use crate::edge::sandbox::active_requests;
use crate::edge::{NOT_CONFIGURED, RequestContext, budget, clock, load_config, now, pipeline, upstream};
use crate::gateway::account::Account;
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::cache::{
    COLLAPSED, CacheKey, CachedResponse, FAILED, FlightLeader, Lookup, REVALIDATING, ResponseCache, SPARED,
    forward_status, hit_status,
};
use crate::gateway::cache_policy::{self, Invalidation, Ttl};
use crate::gateway::changes::{self, ChangeLog, ChangesQuery, SurveyEvent};
use crate::gateway::headers::{is_quota_header, to_header};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{PREFIX, Refusal};
use crate::gateway::route::Route;
use crate::gateway::trace::TraceContext;
use crate::wire::http::{Header, Request as Head};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::{Context, DurableObject, Env, Request, Response, State, durable_object, web_sys};

/// Headers of a read that are sent to the API.
const FORWARDED_HEADERS: &[&str] = &["authorization", "accept-language", "traceparent", "tracestate"];

/// The path at the API: a read arrives with the path of the page.
fn api_path(head: &Head) -> &str {
    head.path.strip_prefix(PREFIX).unwrap_or_default()
}

/// The cached responses of one account.
#[durable_object(fetch)]
pub struct Cache(Rc<CacheMemory>);

struct CacheMemory {
    env: Env,
    /// The object's own context: its background work runs while the object lives.
    execution: Rc<Context>,
    store: RefCell<ResponseCache<Uint8Array>>,
    flights: RefCell<Vec<Flight>>,
    changes: RefCell<ChangeLog>,
}

/// A call of the API under way. The promise settles when there is an outcome.
#[derive(Clone)]
struct Flight {
    number: u64,
    class: RequestClass,
    settled: Promise,
    end: Rc<RefCell<Option<Rc<FlightEnd>>>>,
}

struct FlightEnd {
    outcome: FlightOutcome,
    /// True if the budget has refused the call.
    is_refused: bool,
}

impl DurableObject for Cache {
    fn new(state: State, env: Env) -> Cache {
        let execution = Rc::new(Context::new(JsValue::from(state._inner()).unchecked_into()));
        let changes = RefCell::new(ChangeLog::new(now()));
        Cache(Rc::new(CacheMemory { env, execution, store: RefCell::default(), flights: RefCell::default(), changes }))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let memory = &self.0;
        let incoming = IncomingRequest::from_platform(Clone::clone(request.inner()));
        // Before anything is awaited: no read that arrives later gets a response from before the write.
        if incoming.head.method == "DELETE" {
            let mut store = memory.store.borrow_mut();
            match Invalidation::of_write(&incoming.head.path) {
                Some(invalidation) => store.invalidate(&invalidation),
                None => store.clear(),
            }
            if let Some(event) = incoming.head.header(EVENT_HEADER).and_then(SurveyEvent::decode) {
                memory.changes.borrow_mut().record(event, now());
            }
            return Ok(web_sys::Response::new()?.into());
        }
        if incoming.head.path == changes::PATH {
            let query = ChangesQuery::parse(&incoming.head.query).map_err(|_| "a wrong question for changes")?;
            let response = memory.changes.borrow().respond(&query, now());
            return Ok(web_sys::Response::new_with_opt_str(Some(&response))?.into());
        }
        active_requests::sync_state(&memory.env).await;
        let config = load_config(&memory.env).ok_or(NOT_CONFIGURED)?;
        let origin = config.origin.clone();
        let (env, execution) = (memory.env.clone(), Rc::clone(&memory.execution));
        let trace = Rc::new(TraceContext::received(&incoming.head));
        // Detached: the flight goes on when the page that began it disconnects.
        let (began, incoming, route) = (clock::platform_time(), Rc::new(incoming.detached()), Route::Api.name());
        let context = RequestContext { env, config, origin, now: now(), incoming, execution, trace, began, route };
        let response = memory.respond_to_read(&context).await?;
        budget::report_outcomes(&context);
        Ok(response.into())
    }
}

impl CacheMemory {
    async fn respond_to_read(self: &Rc<CacheMemory>, context: &RequestContext) -> worker::Result<web_sys::Response> {
        let head = &context.incoming.head;
        let if_none_match = head.header("if-none-match");
        let account = head.header(ACCOUNT_HEADER).and_then(Account::from_name).ok_or("a read without an account")?;
        let ttl = head.header(TTL_HEADER).and_then(Ttl::decode).ok_or("a read without a TTL")?;
        let language = head.header("accept-language").unwrap_or_default();
        let path = api_path(head);
        let class = RequestClass::from_request(head);
        // The time is read in every turn: a later read may have been confirmed while this one waited.
        let (end, joined) = loop {
            let lookup = {
                let mut store = self.store.borrow_mut();
                let key = CacheKey::new(&account, store.scopes(), path, &head.query, language);
                store.look_up(&key, now())
            };
            let (flight, joined) = match lookup {
                Lookup::Hit(cached, seconds) => {
                    return cached_response(&cached, &[], &hit_status(seconds, ""), if_none_match);
                }
                Lookup::Stale(cached, seconds, leader) => {
                    // Served at once, and revalidated in the background by the first read that finds it stale.
                    if let Some(leader) = leader {
                        self.start_flight(context, &account, ttl, leader, RequestClass::Background);
                    }
                    return cached_response(&cached, &[], &hit_status(seconds, REVALIDATING), if_none_match);
                }
                Lookup::Miss(leader) => (self.start_flight(context, &account, ttl, leader, class), ""),
                Lookup::Join(number) => (self.find_flight(number).ok_or("a flight that has ended")?, COLLAPSED),
            };
            JsFuture::from(flight.settled).await?;
            let end = flight.end.borrow().clone().ok_or("a flight without an end")?;
            // The budget may have a permit for a person where it has none for background work.
            if !end.is_refused || flight.class == class || class == RequestClass::Background {
                break (end, joined);
            }
        };
        match &end.outcome {
            FlightOutcome::Cached(cached, quota, status) => {
                cached_response(cached, quota, &[status, joined].concat(), if_none_match)
            }
            FlightOutcome::Uncached(status, headers, body, cache_status) => {
                let headers = with_cache_status(headers, &[cache_status, joined].concat());
                convert::build_response(*status, &headers, Some(body))
            }
            FlightOutcome::Large(status, headers, body, cache_status) => {
                let first = body.take();
                let UpstreamResponse { status, headers, body } = match first {
                    Some(body) => UpstreamResponse { status: *status, headers: headers.clone(), body },
                    // The body is too large for memory: each of the other reads fetches its own.
                    None => {
                        let caller = Caller { id: account.id(), class, fallback: Fallback::None };
                        match CacheMemory::call_api(context, &account, caller, None).await {
                            Ok(response) => response,
                            Err(refusal) => return refusal_response(&refusal),
                        }
                    }
                };
                body.into_response(status, with_cache_status(&headers, cache_status), &[])
            }
            FlightOutcome::Failed(refusal) => refusal_response(refusal),
        }
    }

    fn find_flight(&self, number: u64) -> Option<Flight> {
        self.flights.borrow().iter().find(|flight| flight.number == number).cloned()
    }

    /// Begins a flight, which runs to its end even if no read waits for it any more.
    fn start_flight(
        self: &Rc<CacheMemory>,
        context: &RequestContext,
        account: &Account,
        ttl: Ttl,
        leader: FlightLeader<Uint8Array>,
        class: RequestClass,
    ) -> Flight {
        let (number, end) = (leader.number, Rc::new(RefCell::new(None)));
        let (memory, slot, context, account) = (Rc::clone(self), Rc::clone(&end), context.clone(), *account);
        let settled = future_to_promise(async move {
            let result = memory.fetch_response(&context, &account, ttl, leader, class).await;
            slot.replace(Some(Rc::new(result)));
            memory.flights.borrow_mut().retain(|flight| flight.number != number);
            // No request may wait for this flight any more, whose end would report it.
            budget::report_outcomes(&context);
            Ok(JsValue::UNDEFINED)
        });
        let flight = Flight { number, class, settled, end };
        self.flights.borrow_mut().push(flight.clone());
        flight
    }

    async fn fetch_response(
        &self,
        context: &RequestContext,
        account: &Account,
        ttl: Ttl,
        leader: FlightLeader<Uint8Array>,
        class: RequestClass,
    ) -> FlightEnd {
        let etag = leader.stale.as_ref().and_then(|stale| stale.upstream_etag.as_deref());
        let fallback = if leader.stale.is_some() { Fallback::Stale } else { Fallback::None };
        let caller = Caller { id: account.id(), class, fallback };
        let response = match CacheMemory::call_api(context, account, caller, etag).await {
            Ok(response) => read_whole(response).await.map_err(|_| Problem::UpstreamFailed.into()),
            Err(refusal) => Err(refusal),
        };
        let is_refused = matches!(response, Err(Refusal::Budget(_)));
        FlightEnd { outcome: self.settle_flight(ttl, leader, response, is_refused), is_refused }
    }

    /// Calls the API. `etag` is the API's tag of a stale response, which a 304 confirms.
    async fn call_api(
        context: &RequestContext,
        account: &Account,
        caller: Caller,
        etag: Option<&str>,
    ) -> Result<UpstreamResponse, Refusal> {
        let head = &context.incoming.head;
        let forwarded = head.headers.iter().filter(|(name, _)| FORWARDED_HEADERS.contains(&name.as_str()));
        let mut headers: Vec<Header> = forwarded.cloned().collect();
        headers.push(to_header(("accept", "application/json")));
        headers.extend(etag.map(|tag| to_header(("if-none-match", tag))));
        let origin = context.config.api.origin_of(account.region()).ok_or(Problem::SignedOut)?;
        let request = UpstreamRequest {
            method: "GET",
            origin,
            path: api_path(head),
            query: &head.query,
            headers,
            body: Vec::new(),
            timeout: None,
            prefix: Some(PREFIX),
        };
        let response = pipeline::send_to_api(context, caller, request).await?;
        upstream::check_response(context, origin, &response)?;
        Ok(response)
    }

    fn settle_flight(
        &self,
        ttl: Ttl,
        leader: FlightLeader<Uint8Array>,
        response: Result<WholeResponse, Refusal>,
        is_refused: bool,
    ) -> FlightOutcome {
        let mut store = self.store.borrow_mut();
        let FlightLeader { number, stale } = leader;
        let reason = if stale.is_some() { STALE } else { MISS };
        let WholeResponse { status, headers, body } = match response {
            Ok(response) if !cache_policy::allows_stale_if_error(response.status) => response,
            // A stale response is better than an error of the API, or than spending a scarce quota.
            failed => {
                let why = if is_refused { SPARED } else { FAILED };
                return match (store.fail_flight(number, now()), failed) {
                    (Some((cached, seconds)), _) => FlightOutcome::Cached(cached, Vec::new(), hit_status(seconds, why)),
                    (None, Ok(response)) => response.into_uncached(reason),
                    (None, Err(refusal)) => FlightOutcome::Failed(refusal),
                };
            }
        };
        let quota: Vec<Header> = headers.iter().filter(|(name, _)| is_quota_header(name)).cloned().collect();
        match (status, stale, cache_policy::ttl_of_response(ttl, status, &headers), body) {
            (304, Some(cached), ..) => {
                store.complete_flight(number, &cached, ttl, &headers);
                FlightOutcome::Cached(cached, quota, forward_status(reason, status, Some(ttl)))
            }
            (_, _, Some(ttl), BodyBytes::All(body, Some(digest))) => {
                let length = usize::try_from(body.length()).unwrap_or(usize::MAX);
                let cached = Rc::new(CachedResponse::new(status, &headers, body, length, &digest));
                store.complete_flight(number, &cached, ttl, &headers);
                FlightOutcome::Cached(cached, quota, forward_status(reason, status, Some(ttl)))
            }
            (.., body) => {
                store.complete_uncached(number);
                // The account may have lost access to everything that is cached.
                if cache_policy::evicts_account(status) {
                    store.clear();
                }
                WholeResponse { status, headers, body }.into_uncached(reason)
            }
        }
    }
}
