//! The API for sessions: admitted, sent on with the session's token, streamed back.

use super::cache::{self, Reached};
use super::search::Search;
use super::session::Opened;
use super::upstream::{RequestBody, UpstreamRequest};
use super::{RequestContext, budget, clock, isolate, session};
use crate::edge::response::UpstreamResponse;
use crate::gateway::bearer::is_elsewhere;
use crate::gateway::headers::{self, Keep, owned};
use crate::gateway::log::{Level, Status};
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, BODY_MAX, Forward, Payload, Refusal};
use crate::gateway::search::can_follow;
use crate::gateway::session as rules;
use crate::spec::errors::Error;
use crate::wire::dates::Moment;
use crate::wire::http::Header;
use std::mem;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::{Context, web_sys};

/// Answers a call. A write that is sent goes on to its end even if the page goes away.
pub(crate) async fn respond(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let payload = visit.arrival.payload();
    let forward = match proxy::admit(visit.head(), payload, &visit.config.origin, visit.guest()) {
        Ok(forward) => proxy::keyed(forward, &visit.config),
        Err(refusal) => return visit.refuse(&refusal),
    };
    if forward.method.is_read() {
        let answer = call(visit, &forward, payload).await;
        budget::report(visit, &visit.context);
        return answer;
    }
    let context = &visit.context;
    let writer = visit.clone();
    let answer = to_its_end(visit, context, async move { call(&writer, &forward, payload).await }).await;
    budget::report(visit, context);
    answer
}

/// Does a write. Once it is sent it goes on to its end even if whoever asked for it goes away; until then it ends with them.
pub(super) async fn to_its_end(
    visit: &RequestContext,
    context: &Context,
    work: impl Future<Output = worker::Result<web_sys::Response>> + 'static,
) -> worker::Result<web_sys::Response> {
    let sending = visit.arrival.sending();
    let write = future_to_promise(async move { Ok(JsValue::from(work.await?)) });
    JsFuture::from(Promise::race(&Array::of2(&sending, &write))).await?;
    let kept = write.clone();
    context.wait_until(async move {
        let _ = JsFuture::from(kept).await;
    });
    Ok(JsFuture::from(write).await?.unchecked_into())
}

async fn call(visit: &RequestContext, forward: &Forward, payload: Payload) -> worker::Result<web_sys::Response> {
    match attempt(visit, forward, payload).await {
        Ok(answer) => answer,
        Err(refusal) => visit.refuse(&refusal),
    }
}

async fn attempt(
    visit: &RequestContext,
    forward: &Forward,
    payload: Payload,
) -> Result<worker::Result<web_sys::Response>, Refusal> {
    let mut session = session::open(visit, forward.method).await?;
    let mut body = body(visit, payload).await?;
    let mut search: Option<Search> = None;
    loop {
        // A body that was sent is gone. Where more than one region is asked there is none.
        let asked = ask(visit, &session, forward, mem::take(&mut body)).await;
        let last = match &mut search {
            Some(search) => Box::pin(search.heard(visit, &mut session, asked)).await?,
            None => match asked? {
                answer if !proxy::may_concern_session(answer.status) => Some(answer),
                answer => Box::pin(concerned(visit, &mut session, forward, &mut search, answer)).await?,
            },
        };
        if let Some(UpstreamResponse { status, headers, body }) = last {
            return Ok(body.under(status, headers, &[]));
        }
    }
}

/// What becomes of an answer that may concern the session: it is passed on, unless the session is over, or a search for
/// the account begins.
async fn concerned(
    visit: &RequestContext,
    session: &mut Opened,
    forward: &Forward,
    search: &mut Option<Search>,
    answer: UpstreamResponse,
) -> Result<Option<UpstreamResponse>, Refusal> {
    let follows = can_follow(&visit.config.api, forward.method);
    if !follows && !proxy::may_end_session(answer.status) {
        return Ok(Some(answer));
    }
    let answer = answer.whole().await?;
    if proxy::ends_session(&answer.body) {
        return Err(session::close(visit, session).await?);
    }
    if !follows || !is_elsewhere(&answer.body) {
        return Ok(Some(answer.into()));
    }
    search.insert(Search::begin(visit, session, answer.into()).await?).go_on(session)
}

/// Calls the API in the region of a session; the answer as the page gets it.
async fn ask(
    visit: &RequestContext,
    session: &Opened,
    forward: &Forward,
    body: RequestBody,
) -> Result<UpstreamResponse, Refusal> {
    let headers = headers::to_service(&visit.head().headers, &session.token).ok_or(Problem::Internal)?;
    let api = rules::api_origin(&session.ticket, &visit.config.api).ok_or(Problem::SignedOut)?;
    let outgoing = UpstreamRequest {
        method: forward.method.as_str(),
        origin: proxy::destination(forward, &visit.config, api),
        path: &forward.path,
        query: &forward.query,
        headers,
        body,
        timeout: None,
        prefix: Some(proxy::PREFIX),
    };
    let called = clock::platform();
    let Reached { incoming, said, keep } = cache::send(visit, &session.ticket, forward, outgoing).await?;
    let UpstreamResponse { status, headers, body } = incoming;
    proxy::check_answer(status, &headers)?;
    let keep = if session.cookie.is_none() { keep } else { Keep::Nobody };
    let mut passed = passed(visit, status, headers, keep, called);
    if let Some(counter) = said.as_deref().and_then(Counter::of_cache) {
        isolate::count(counter);
    }
    passed.extend(said.map(|said| owned((headers::CACHE_STATUS, &said))));
    passed.extend(session.cookie.as_ref().map(|cookie| owned(("set-cookie", cookie))));
    Ok(UpstreamResponse { status, headers: passed, body })
}

/// The headers of an answer that is passed on. A failure is named in the log. `called` is when the service was.
pub(super) fn passed(
    visit: &RequestContext,
    status: u16,
    headers: Vec<Header>,
    keep: Keep,
    called: Moment,
) -> Vec<Header> {
    let mut passed = headers::to_page(headers, keep);
    passed.extend(headers::always(&visit.origin));
    passed.push(headers::timing(visit.began, called, clock::platform()));
    if let Some(id) = headers::request_id(status, visit.trace.id()) {
        visit.note(Level::Warn, "the service refused", &Status(status));
        passed.push(owned((headers::REQUEST_ID, id)));
    }
    passed
}

/// The body to send: the page's own stream if its length is known, else what was read of it within the limit.
pub(super) async fn body(visit: &RequestContext, payload: Payload) -> Result<RequestBody, Refusal> {
    match payload {
        Payload::Absent => Ok(RequestBody::None),
        Payload::Sized(_) => Ok(visit.arrival.stream().map_or(RequestBody::None, RequestBody::Stream)),
        Payload::Unsized => match visit.arrival.body(BODY_MAX).await {
            Ok(Some(bytes)) => Ok(RequestBody::Bytes(bytes)),
            Ok(None) => Err(Error::TooLarge.into()),
            Err(_) => Err(Problem::BadRequest.into()),
        },
    }
}
