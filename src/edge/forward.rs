//! What is passed on between a client and the API, body and headers, and writes whose client goes away.

use super::request::UpstreamRequest;
use super::response::{CacheReply, UpstreamResponse};
use super::session::OpenSession;
use super::timer::waiter;
use super::{RequestContext, clock, isolate_state, upstream};
use crate::gateway::headers::{self, CacheScope, to_header};
use crate::gateway::log::{Level, UpstreamStatus};
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, AdmittedRequest, Refusal};
use crate::gateway::session as rules;
use crate::gateway::session::SessionToken;
use crate::wire::dates::Timestamp;
use crate::wire::http::Header;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::web_sys;

/// Milliseconds that a write is held. The platform ends work in the background after this time in any case.
const HOLD_MAX_MS: u32 = 30_000;

/// Runs a write. Once it is sent to the API it runs to its end, even if the client disconnects; until then it is
/// dropped with the request.
///
/// # Errors
///
/// If the write fails.
pub(super) async fn run_to_completion(
    context: &RequestContext,
    write: impl Future<Output = worker::Result<web_sys::Response>> + 'static,
) -> worker::Result<web_sys::Response> {
    let sent = context.incoming.on_sent();
    let write = future_to_promise(async move { Ok(JsValue::from(write.await?)) });
    JsFuture::from(Promise::race(&Array::of2(&sent, &write))).await?;
    // A write that waits for the budget is not worth finishing for an absent client; a sent one must be followed by
    // its invalidation, or the cache would serve responses from before it.
    let completion = write.clone();
    context.execution.wait_until(async move {
        let _ = JsFuture::from(completion).await;
    });
    Ok(JsFuture::from(write).await?.unchecked_into())
}

/// Runs the write of a request that the Worker handles itself. It has several steps, and is not left between two of
/// them: it runs to its end, even if the client disconnects.
pub(super) async fn complete_write<T>(context: &RequestContext, write: impl Future<Output = T>) -> T {
    // The request's own task runs it, so that a panic fails the request at once.
    let (end, ended) = waiter(HOLD_MAX_MS);
    context.execution.wait_until(ended);
    let result = write.await;
    let _ = end.call0(&JsValue::UNDEFINED);
    result
}

/// Sends a request with the access token of a session, to the session's region. Returns the response with the headers
/// that the page gets.
///
/// # Errors
///
/// If the session's region is not configured, a later stage fails, or the response may not be passed on.
pub(crate) async fn send_with_token<Next>(
    context: &RequestContext,
    session: &OpenSession,
    admitted: &AdmittedRequest,
    body: Vec<u8>,
    next: Next,
) -> Result<UpstreamResponse, Refusal>
where
    Next: AsyncFn(&RequestContext, &SessionToken, &AdmittedRequest, UpstreamRequest<'_>) -> Result<CacheReply, Refusal>,
{
    let headers = headers::service_headers(&context.head().headers, &session.access_token).ok_or(Problem::Internal)?;
    let api = rules::api_origin(&session.token, &context.config.api).ok_or(Problem::SignedOut)?;
    let request = UpstreamRequest {
        method: admitted.method.as_str(),
        origin: proxy::destination_origin(admitted, &context.config, api),
        path: &admitted.path,
        query: &admitted.query,
        headers,
        body,
        timeout: None,
        prefix: Some(proxy::PREFIX),
    };
    let (origin, called) = (request.origin, clock::platform_time());
    let CacheReply { response, cache_status, scope } = next(context, &session.token, admitted, request).await?;
    upstream::check_response(context, origin, &response)?;
    let UpstreamResponse { status, headers, body } = response;
    let cookie = session.cookie.as_ref().filter(|_| !context.is_late());
    // A browser that stores the response would store its cookie too, and apply it at a later read.
    let scope = if cookie.is_none() { scope } else { CacheScope::Nobody };
    let mut headers = response_headers(context, status, headers, scope, called);
    if let Some(counter) = cache_status.as_deref().and_then(Counter::from_cache_status) {
        isolate_state::count_event(counter);
    }
    headers.extend(cache_status.map(|status| to_header((headers::CACHE_STATUS, &status))));
    headers.extend(cookie.map(|cookie| to_header(("set-cookie", cookie))));
    Ok(UpstreamResponse { status, headers, body })
}

/// The headers of a response that is passed on, whose call began at `called`. A failure is logged; the router adds its
/// id.
pub(super) fn response_headers(
    context: &RequestContext,
    status: u16,
    headers: Vec<Header>,
    scope: CacheScope,
    called: Timestamp,
) -> Vec<Header> {
    let mut passed = headers::page_headers(headers, scope);
    passed.extend(headers::security_headers(&context.origin));
    passed.push(headers::server_timing(context.began, called, clock::platform_time()));
    if status >= 400 {
        context.log_event(Level::Warn, "the service refused", &UpstreamStatus(status));
    }
    passed
}
