//! The pipeline of a proxied request: its stages, the outermost first.
//!
//! Each stage is a function of its own file that gets the next stage as `next`, and calls it never, once or several
//! times. No stage names the next one: the order is here alone. The functions are generic, so a stage costs no
//! allocation and no indirect call. Stages 2 to 9 are no `async fn`, which would wrap the future of a stage once more.
//!
//! A session's request enters at stage 1, that of an agent at stage 2. The cache object of an account
//! (`objects/cache.rs`), which answers cached reads, and servers with a token of their own (`bearer.rs`) enter at stage
//! 7.

use super::request::{Caller, UpstreamRequest};
use super::response::{CacheReply, UpstreamResponse};
use super::session::OpenSession;
use super::{RequestContext, budget, cache, forward, region_discovery, retry, session, single_flight, upstream};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{AdmittedRequest, BODY_MAX, Refusal};
use crate::gateway::session::SessionToken;
use crate::spec::errors::Error;

/// 1. Session: reads the body, and opens the cookie and the access token of its current session.
///
/// # Errors
///
/// If a stage refuses the request, or the API does not respond.
pub(crate) async fn send_for_session(
    context: &RequestContext,
    admitted: &AdmittedRequest,
) -> Result<UpstreamResponse, Refusal> {
    let (mut session, body) =
        session::open_session_with_body(context, admitted.method, BODY_MAX, Error::TooLarge.into()).await?;
    discover_region(context, &mut session, admitted, body).await
}

/// The request of an agent, whose session was opened by its token: it enters behind stage 1.
///
/// # Errors
///
/// As [`send_for_session`].
pub(crate) fn send_for_agent(
    context: &RequestContext,
    session: &mut OpenSession,
    admitted: &AdmittedRequest,
    body: Vec<u8>,
) -> impl Future<Output = Result<UpstreamResponse, Refusal>> {
    discover_region(context, session, admitted, body)
}

/// 2. Region: ends a revoked session, and sends a read to other regions if the account lives elsewhere.
fn discover_region(
    context: &RequestContext,
    session: &mut OpenSession,
    admitted: &AdmittedRequest,
    body: Vec<u8>,
) -> impl Future<Output = Result<UpstreamResponse, Refusal>> {
    region_discovery::send_to_home_region(context, session, admitted, body, filter_headers)
}

/// 3. Headers: adds the access token, and passes on the allowed headers of request and response.
fn filter_headers(
    context: &RequestContext,
    session: &OpenSession,
    admitted: &AdmittedRequest,
    body: Vec<u8>,
) -> impl Future<Output = Result<UpstreamResponse, Refusal>> {
    forward::send_with_token(context, session, admitted, body, read_cache)
}

/// 4. Cache: has reads of cached routes answered by the account's cache object.
fn read_cache(
    context: &RequestContext,
    token: &SessionToken,
    admitted: &AdmittedRequest,
    request: UpstreamRequest<'_>,
) -> impl Future<Output = Result<CacheReply, Refusal>> {
    cache::send_to_cache_object(context, token, admitted, request, invalidate_cache)
}

/// 5. Invalidation: after a write, removes the cached responses that it changes.
fn invalidate_cache(
    context: &RequestContext,
    token: &SessionToken,
    admitted: &AdmittedRequest,
    request: UpstreamRequest<'_>,
) -> impl Future<Output = Result<CacheReply, Refusal>> {
    cache::send_and_invalidate(context, token, admitted, request, share_flight)
}

/// 6. Single flight: lets like reads of a session that are under way share one call.
fn share_flight(
    context: &RequestContext,
    token: &SessionToken,
    admitted: &AdmittedRequest,
    request: UpstreamRequest<'_>,
) -> impl Future<Output = Result<CacheReply, Refusal>> {
    single_flight::send_or_join(context, token, admitted, request, send_to_api)
}

/// 7. Retry: repeats a read that failed for a moment.
///
/// # Errors
///
/// If the budget refuses the request, or the API does not respond.
pub(crate) fn send_to_api(
    context: &RequestContext,
    caller: Caller,
    request: UpstreamRequest<'_>,
) -> impl Future<Output = Result<UpstreamResponse, Refusal>> {
    retry::send_with_retries(context, caller, request, take_permit)
}

/// 8. Budget: waits for a permit of the app's quota, and reports what the response says of the quota.
fn take_permit(
    context: &RequestContext,
    caller: Caller,
    request: &mut UpstreamRequest<'_>,
) -> impl Future<Output = Result<UpstreamResponse, Refusal>> {
    budget::send_with_permit(context, caller, request, send_upstream)
}

/// 9. Upstream: calls the embedded service or the remote API, and rewrites links in the response.
fn send_upstream(
    context: &RequestContext,
    request: &mut UpstreamRequest<'_>,
) -> impl Future<Output = Result<UpstreamResponse, Problem>> {
    upstream::send_upstream(context, request)
}
