//! The API for sessions: admitted, sent on with the session's token, streamed back.

use super::cache::{self, CacheReply};
use super::region_discovery::RegionDiscovery;
use super::session::OpenSession;
use super::upstream::{RequestBody, UpstreamRequest};
use super::{RequestContext, budget, clock, isolate_state, session};
use crate::edge::response::UpstreamResponse;
use crate::gateway::bearer::is_elsewhere;
use crate::gateway::headers::{self, CacheScope, to_header};
use crate::gateway::log::{Level, UpstreamStatus};
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, AdmittedRequest, BODY_MAX, BodySize, Refusal};
use crate::gateway::region_discovery::can_retry_elsewhere;
use crate::gateway::session as rules;
use crate::spec::errors::Error;
use crate::wire::dates::Timestamp;
use crate::wire::http::Header;
use std::mem;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::{Context, web_sys};

/// Answers a call. A write that is sent goes on to its end even if the page goes away.
pub(crate) async fn respond(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let payload = visit.arrival.body_size();
    let forward = match proxy::admit_request(visit.head(), payload, &visit.config.origin, visit.allowed_origin()) {
        Ok(forward) => proxy::with_app_key(forward, &visit.config),
        Err(refusal) => return visit.respond_refusal(&refusal),
    };
    if forward.method.is_read() {
        let answer = call_api(visit, &forward, payload).await;
        budget::report_outcomes(visit, &visit.context);
        return answer;
    }
    let context = &visit.context;
    let writer = visit.clone();
    let answer = run_to_completion(visit, context, async move { call_api(&writer, &forward, payload).await }).await;
    budget::report_outcomes(visit, context);
    answer
}

/// Does a write. Once it is sent it goes on to its end even if whoever asked for it goes away; until then it ends with them.
pub(super) async fn run_to_completion(
    visit: &RequestContext,
    context: &Context,
    work: impl Future<Output = worker::Result<web_sys::Response>> + 'static,
) -> worker::Result<web_sys::Response> {
    let sending = visit.arrival.on_sent();
    let write = future_to_promise(async move { Ok(JsValue::from(work.await?)) });
    JsFuture::from(Promise::race(&Array::of2(&sending, &write))).await?;
    let kept = write.clone();
    context.wait_until(async move {
        let _ = JsFuture::from(kept).await;
    });
    Ok(JsFuture::from(write).await?.unchecked_into())
}

async fn call_api(
    visit: &RequestContext,
    forward: &AdmittedRequest,
    payload: BodySize,
) -> worker::Result<web_sys::Response> {
    match try_call(visit, forward, payload).await {
        Ok(answer) => answer,
        Err(refusal) => visit.respond_refusal(&refusal),
    }
}

async fn try_call(
    visit: &RequestContext,
    forward: &AdmittedRequest,
    payload: BodySize,
) -> Result<worker::Result<web_sys::Response>, Refusal> {
    let mut session = session::open_session(visit, forward.method).await?;
    let mut body = request_body(visit, payload).await?;
    let mut search: Option<RegionDiscovery> = None;
    loop {
        // A body that was sent is gone. Where more than one region is asked there is none.
        let asked = send_to_service(visit, &session, forward, mem::take(&mut body)).await;
        let last = match &mut search {
            Some(search) => Box::pin(search.handle_answer(visit, &mut session, asked)).await?,
            None => match asked? {
                answer if !proxy::may_concern_session(answer.status) => Some(answer),
                answer => Box::pin(check_session_ended(visit, &mut session, forward, &mut search, answer)).await?,
            },
        };
        if let Some(UpstreamResponse { status, headers, body }) = last {
            return Ok(body.into_response(status, headers, &[]));
        }
    }
}

/// What becomes of an answer that may concern the session: it is passed on, unless the session is over, or a search for
/// the account begins.
async fn check_session_ended(
    visit: &RequestContext,
    session: &mut OpenSession,
    forward: &AdmittedRequest,
    search: &mut Option<RegionDiscovery>,
    answer: UpstreamResponse,
) -> Result<Option<UpstreamResponse>, Refusal> {
    let follows = can_retry_elsewhere(&visit.config.api, forward.method);
    if !follows && !proxy::may_end_session(answer.status) {
        return Ok(Some(answer));
    }
    let answer = answer.read_whole_error().await?;
    if proxy::ends_session(&answer.body) {
        return Err(session::close_revoked(visit, session).await?);
    }
    if !follows || !is_elsewhere(&answer.body) {
        return Ok(Some(answer.into()));
    }
    search.insert(RegionDiscovery::begin(visit, session, answer.into()).await?).next_region(session)
}

/// Calls the API in the region of a session; the answer as the page gets it.
async fn send_to_service(
    visit: &RequestContext,
    session: &OpenSession,
    forward: &AdmittedRequest,
    body: RequestBody,
) -> Result<UpstreamResponse, Refusal> {
    let headers = headers::service_headers(&visit.head().headers, &session.token).ok_or(Problem::Internal)?;
    let api = rules::api_origin(&session.ticket, &visit.config.api).ok_or(Problem::SignedOut)?;
    let outgoing = UpstreamRequest {
        method: forward.method.as_str(),
        origin: proxy::destination_origin(forward, &visit.config, api),
        path: &forward.path,
        query: &forward.query,
        headers,
        body,
        timeout: None,
        prefix: Some(proxy::PREFIX),
    };
    let called = clock::platform_time();
    let CacheReply { incoming, cache_status: said, scope: keep } =
        cache::send_through_cache(visit, &session.ticket, forward, outgoing).await?;
    let UpstreamResponse { status, headers, body } = incoming;
    proxy::check_response(status, &headers)?;
    let keep = if session.cookie.is_none() { keep } else { CacheScope::Nobody };
    let mut passed = response_headers(visit, status, headers, keep, called);
    if let Some(counter) = said.as_deref().and_then(Counter::from_cache_status) {
        isolate_state::count_event(counter);
    }
    passed.extend(said.map(|said| to_header((headers::CACHE_STATUS, &said))));
    passed.extend(session.cookie.as_ref().map(|cookie| to_header(("set-cookie", cookie))));
    Ok(UpstreamResponse { status, headers: passed, body })
}

/// The headers of an answer that is passed on. A failure is named in the log. `called` is when the service was.
pub(super) fn response_headers(
    visit: &RequestContext,
    status: u16,
    headers: Vec<Header>,
    keep: CacheScope,
    called: Timestamp,
) -> Vec<Header> {
    let mut passed = headers::page_headers(headers, keep);
    passed.extend(headers::security_headers(&visit.origin));
    passed.push(headers::server_timing(visit.began, called, clock::platform_time()));
    if let Some(id) = headers::request_id_of_failure(status, visit.trace.id()) {
        visit.log_event(Level::Warn, "the service refused", &UpstreamStatus(status));
        passed.push(to_header((headers::REQUEST_ID, id)));
    }
    passed
}

/// The body to send: the page's own stream if its length is known, else what was read of it within the limit.
pub(super) async fn request_body(visit: &RequestContext, payload: BodySize) -> Result<RequestBody, Refusal> {
    match payload {
        BodySize::Absent => Ok(RequestBody::None),
        BodySize::Sized(_) => Ok(visit.arrival.body_stream().map_or(RequestBody::None, RequestBody::Stream)),
        BodySize::Unsized => match visit.arrival.read_body(BODY_MAX).await {
            Ok(Some(bytes)) => Ok(RequestBody::Bytes(bytes)),
            Ok(None) => Err(Error::TooLarge.into()),
            Err(_) => Err(Problem::BadRequest.into()),
        },
    }
}
