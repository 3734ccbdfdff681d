//! The cache object: one per account, in memory alone. It asks the API itself, so that whatever reads wait for one
//! answer wait in one place, and a write forgets for every isolate at once.
//!
//! Reads that are never kept do not come here. What is forgotten with the object is fetched again: nothing is stored.

use super::outcome::{Bytes, KEPT, Outcome, REFUSED, Whole, given, read_whole, refused, with_status};
use super::outcome::{FAILED, MISS, REVALIDATING, SPARED, STALE};
use crate::edge::budget::{self, Caller};
use crate::edge::convert::{self, Arrival};
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::edge::sandbox::under_way;
use crate::edge::upstream::{RequestBody, UpstreamRequest};
use crate::edge::{Platform, RequestContext, clock, config, now, retry, stub};
use crate::gateway::account::Account;
use crate::gateway::budget::{CLASS_HEADER, Class, Copy};
use crate::gateway::cache::{COLLAPSED, Found, Kept, Key, Lead, Store, asked, hit};
use crate::gateway::freshness::{self, Pace, Touch};
use crate::gateway::headers::{CACHE_STATUS, Keep, is_of_quota, owned};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{PREFIX, Refusal, check_answer};
use crate::gateway::surface::Surface;
use crate::gateway::trace::Trace;
use crate::wire::http::{Header, Request as Head};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::{Context, DurableObject, Env, Request, Response, State, durable_object, web_sys};

/// Name of the binding.
const BINDING: &str = "CACHE";

/// Path that stands for all that is kept.
pub(crate) const EVERYTHING: &str = "/";

/// Headers in which the gateway tells the object of whom and how, and the object what it did.
const ACCOUNT: &str = "x-account";
const ROW: &str = "x-row";

/// Headers of a read that the API is sent too.
const PASSED: &[&str] = &["authorization", "accept-language", "traceparent", "tracestate"];

/// Milliseconds until the API is given up: our choice.
const TIMEOUT_MS: u32 = 20_000;

/// Asks an account's object for the answer to a read, which may be a refusal.
pub(crate) async fn read(
    visit: &RequestContext,
    account: &Account,
    row: usize,
    outgoing: &UpstreamRequest<'_>,
) -> worker::Result<Result<(UpstreamResponse, String, Keep), Refusal>> {
    let (name, row) = (account.name(), row.to_string());
    let mut headers = outgoing.headers.clone();
    visit.trace.attach(&mut headers);
    headers.extend([owned((ACCOUNT, &name)), owned((ROW, &row))]);
    headers.extend(visit.head().header(CLASS_HEADER).map(|class| owned((CLASS_HEADER, class))));
    let init = web_sys::RequestInit::new();
    init.set_headers(&convert::platform_headers(&headers).into());
    let target = [PREFIX, outgoing.path, "?", outgoing.query].concat();
    let answer = stub::ask(&visit.env, BINDING, &name, &target, &init).await?;
    let headers = convert::headers(&answer.headers());
    let header = |wanted| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    if let Some(refusal) = header(REFUSED) {
        return Ok(Err(Refusal::read(refusal)));
    }
    let status = header(CACHE_STATUS).ok_or("an object answered without its status")?.clone();
    let keep = if header(KEPT).is_some() { Keep::Browser } else { Keep::Nobody };
    let body = ResponseBody::Stream(answer.body());
    Ok(Ok((UpstreamResponse { status: answer.status(), headers, body }, status, keep)))
}

/// The path at the API: a read comes with that of the page.
fn path(head: &Head) -> &str {
    head.path.strip_prefix(PREFIX).unwrap_or_default()
}

/// Makes an account's object forget what a write to a path touches.
pub(crate) async fn forget(env: &Env, account: &Account, path: &str) -> worker::Result<()> {
    let init = web_sys::RequestInit::new();
    init.set_method("DELETE");
    stub::ask(env, BINDING, &account.name(), path, &init).await.map(drop)
}

/// The answers of one account.
#[durable_object(fetch)]
pub struct Cache(Rc<Memory>);

struct Memory {
    env: Env,
    /// The object's own: what is handed to it goes on while the object lives.
    context: Rc<Context>,
    store: RefCell<Store<Uint8Array>>,
    flights: RefCell<Vec<Flight>>,
}

/// A read under way: it settles when there is an outcome.
#[derive(Clone)]
struct Flight {
    number: u64,
    settled: Promise,
    outcome: Rc<RefCell<Option<Rc<Outcome>>>>,
}

impl DurableObject for Cache {
    fn new(state: State, env: Env) -> Cache {
        let context = Rc::new(Context::new(JsValue::from(state._inner()).unchecked_into()));
        Cache(Rc::new(Memory { env, context, store: RefCell::default(), flights: RefCell::default() }))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let memory = &self.0;
        let arrival = Arrival::of(Clone::clone(request.inner()));
        if arrival.head.method == "DELETE" {
            let mut store = memory.store.borrow_mut();
            match Touch::of(&arrival.head.path) {
                Some(touch) => store.purge(&touch),
                None => store.clear(),
            }
            return stub::answered(&[], stub::Wrote::Nothing);
        }
        under_way::ready(&memory.env).await;
        let config = config(&memory.env).ok_or("not configured")?;
        let origin = config.origin.clone();
        let (env, context) = (memory.env.clone(), Rc::clone(&memory.context));
        let trace = Rc::new(Trace::of(&arrival.head, Platform.unlike()));
        let (began, arrival, surface) = (clock::platform(), Rc::new(arrival.shared()), Surface::Api.name());
        let visit = RequestContext { env, config, origin, now: now(), arrival, context, trace, began, surface };
        let answer = memory.answer(&visit).await?;
        budget::report(&visit, &visit.context);
        Ok(answer.into())
    }
}

impl Memory {
    async fn answer(self: &Rc<Memory>, visit: &RequestContext) -> worker::Result<web_sys::Response> {
        let head = &visit.arrival.head;
        let known = head.header("if-none-match");
        let account = head.header(ACCOUNT).and_then(Account::named).ok_or("a read of no account")?;
        let row = head.header(ROW).and_then(|row| row.parse().ok());
        let pace = row.and_then(freshness::pace).ok_or("a read of no row")?;
        let language = head.header("accept-language").unwrap_or_default();
        let path = path(head);
        let class = Class::of(head);
        let found = {
            let mut store = self.store.borrow_mut();
            let key = Key::of(&account, store.scopes(), path, &head.query, language);
            store.look(&key, visit.now)
        };
        let (flight, joined) = match found {
            Found::Hit(kept, seconds) => return given(&kept, &[], &hit(seconds, ""), known),
            Found::Stale(kept, seconds, lead) => {
                if let Some(lead) = lead {
                    self.fly(visit, &account, pace, lead, Class::Background);
                }
                return given(&kept, &[], &hit(seconds, REVALIDATING), known);
            }
            Found::Lead(lead) => (self.fly(visit, &account, pace, lead, class), ""),
            Found::Join(number) => (self.flight(number).ok_or("a flight that is not there")?, COLLAPSED),
        };
        JsFuture::from(flight.settled).await?;
        let outcome = flight.outcome.borrow().clone().ok_or("a flight without an outcome")?;
        match &*outcome {
            Outcome::Kept(kept, quota, status) => given(kept, quota, &[status, joined].concat(), known),
            Outcome::Passed(status, headers, body, said) => {
                convert::filled(*status, &with_status(headers, &[said, joined].concat()), Some(body))
            }
            Outcome::Large(status, headers, body, said) => {
                let first = body.take();
                let UpstreamResponse { status, headers, body } = match first {
                    Some(body) => UpstreamResponse { status: *status, headers: headers.clone(), body },
                    None => {
                        let caller = Caller { id: account.id(), class, copy: Copy::None };
                        match Memory::ask(visit, &account, caller, None).await {
                            Ok(alone) => alone,
                            Err(refusal) => return refused(&refusal),
                        }
                    }
                };
                body.under(status, with_status(&headers, said), &[])
            }
            Outcome::Failed(refusal) => refused(refusal),
        }
    }

    fn flight(&self, number: u64) -> Option<Flight> {
        self.flights.borrow().iter().find(|flight| flight.number == number).cloned()
    }

    /// Begins a flight, which goes on whoever waits for it or leaves.
    fn fly(
        self: &Rc<Memory>,
        visit: &RequestContext,
        account: &Account,
        pace: Pace,
        lead: Lead<Uint8Array>,
        class: Class,
    ) -> Flight {
        let (number, outcome) = (lead.number, Rc::new(RefCell::new(None)));
        let (memory, place, visit, account) = (Rc::clone(self), Rc::clone(&outcome), visit.clone(), *account);
        let settled = future_to_promise(async move {
            let brought = memory.fetch(&visit, &account, pace, lead, class).await;
            place.replace(Some(Rc::new(brought)));
            memory.flights.borrow_mut().retain(|flight| flight.number != number);
            Ok(JsValue::UNDEFINED)
        });
        let flight = Flight { number, settled, outcome };
        self.flights.borrow_mut().push(flight.clone());
        flight
    }

    async fn fetch(
        &self,
        visit: &RequestContext,
        account: &Account,
        pace: Pace,
        lead: Lead<Uint8Array>,
        class: Class,
    ) -> Outcome {
        let theirs = lead.old.as_ref().and_then(|old| old.theirs.as_deref());
        let copy = if lead.old.is_some() { Copy::Stale } else { Copy::None };
        let caller = Caller { id: account.id(), class, copy };
        let answer = match Memory::ask(visit, account, caller, theirs).await {
            Ok(answer) => read_whole(answer).await.map_err(|_| Problem::UpstreamFailed.into()),
            Err(refusal) => Err(refusal),
        };
        self.settle(pace, lead, answer)
    }

    /// Asks the API; `theirs` is its tag of an answer that may still be true.
    async fn ask(
        visit: &RequestContext,
        account: &Account,
        caller: Caller,
        theirs: Option<&str>,
    ) -> Result<UpstreamResponse, Refusal> {
        let head = &visit.arrival.head;
        let passed = head.headers.iter().filter(|(name, _)| PASSED.contains(&name.as_str()));
        let mut headers: Vec<Header> = passed.cloned().collect();
        headers.push(owned(("accept", "application/json")));
        headers.extend(theirs.map(|tag| owned(("if-none-match", tag))));
        let outgoing = UpstreamRequest {
            method: "GET",
            origin: visit.config.api.of(account.region()).ok_or(Problem::SignedOut)?,
            path: path(head),
            query: &head.query,
            headers,
            body: RequestBody::None,
            timeout: Some(TIMEOUT_MS),
            prefix: Some(PREFIX),
        };
        let answer = retry::send(visit, caller, outgoing).await?;
        check_answer(answer.status, &answer.headers)?;
        Ok(answer)
    }

    fn settle(&self, pace: Pace, lead: Lead<Uint8Array>, answer: Result<Whole, Refusal>) -> Outcome {
        let mut store = self.store.borrow_mut();
        let Lead { number, old } = lead;
        let asked_for = if old.is_some() { STALE } else { MISS };
        let Whole { status, headers, body } = match answer {
            Ok(answer) if !freshness::is_owed(answer.status) => answer,
            owed => {
                let why = if matches!(owed, Err(Refusal::Budget(_))) { SPARED } else { FAILED };
                return match (store.fail(number, now()), owed) {
                    (Some((kept, seconds)), _) => Outcome::Kept(kept, Vec::new(), hit(seconds, why)),
                    (None, Ok(answer)) => answer.passed(asked_for),
                    (None, Err(refusal)) => Outcome::Failed(refusal),
                };
            }
        };
        let quota: Vec<Header> = headers.iter().filter(|(name, _)| is_of_quota(name)).cloned().collect();
        match (status, old, freshness::pace_of(pace, status, &headers), body) {
            (304, Some(old), ..) => {
                store.land(number, &old, pace, &headers);
                Outcome::Kept(old, quota, asked(asked_for, status, Some(pace)))
            }
            (_, _, Some(pace), Bytes::All(body, digest)) => {
                let length = usize::try_from(body.length()).unwrap_or(usize::MAX);
                let kept = Rc::new(Kept::new(status, &headers, body, length, &digest));
                store.land(number, &kept, pace, &headers);
                Outcome::Kept(kept, quota, asked(asked_for, status, Some(pace)))
            }
            (.., body) => {
                store.end_without(number);
                if freshness::ends_all(status) {
                    store.clear();
                }
                Whole { status, headers, body }.passed(asked_for)
            }
        }
    }
}
