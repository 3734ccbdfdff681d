//! Calls of an account's cache object.

use super::flight_outcome::{CACHED_HEADER, REFUSED_HEADER};
use crate::edge::request::UpstreamRequest;
use crate::edge::response::{CacheReply, ResponseBody, UpstreamResponse};
use crate::edge::{RequestContext, convert, stub};
use crate::gateway::account::Account;
use crate::gateway::budget::CLASS_HEADER;
use crate::gateway::cache_policy::Ttl;
use crate::gateway::changes::{self, SurveyEvent};
use crate::gateway::headers::{CACHE_STATUS, CacheScope, to_header};
use crate::gateway::proxy::{PREFIX, Refusal};
use wasm_bindgen_futures::JsFuture;
use worker::{Env, web_sys};

/// Name of the binding.
const BINDING: &str = "CACHE";

/// The path that stands for all cached responses.
pub(crate) const ALL_PATHS: &str = "/";

/// Header with the account of a read.
pub(super) const ACCOUNT_HEADER: &str = "x-account";

/// Header with the TTL of the read's response.
pub(super) const TTL_HEADER: &str = "x-ttl";

/// Header with the event that caused an invalidation.
pub(super) const EVENT_HEADER: &str = "x-event";

/// Reads through an account's object. The inner result is its response or refusal.
///
/// # Errors
///
/// If the object fails.
pub(crate) async fn read_cached(
    context: &RequestContext,
    account: &Account,
    ttl: Ttl,
    request: &UpstreamRequest<'_>,
) -> worker::Result<Result<CacheReply, Refusal>> {
    let (name, ttl) = (account.object_name(), ttl.encode());
    let mut headers = request.headers.clone();
    context.trace.attach_to(&mut headers);
    headers.extend([to_header((ACCOUNT_HEADER, &name)), to_header((TTL_HEADER, &ttl))]);
    headers.extend(context.head().header(CLASS_HEADER).map(|class| to_header((CLASS_HEADER, class))));
    let init = web_sys::RequestInit::new();
    init.set_headers(&convert::to_platform_headers(&headers).into());
    let target = [PREFIX, request.path, "?", request.query].concat();
    let response = stub::fetch_from_object(&context.env, BINDING, &name, &target, &init).await?;
    let headers = convert::from_platform_headers(&response.headers());
    let header = |wanted| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    if let Some(refusal) = header(REFUSED_HEADER) {
        return Ok(Err(Refusal::decode(refusal)));
    }
    let cache_status = header(CACHE_STATUS).ok_or("a response without a cache status")?.clone();
    let scope = if header(CACHED_HEADER).is_some() { CacheScope::Browser } else { CacheScope::Nobody };
    let body = ResponseBody::Stream(response.body());
    let response = UpstreamResponse { status: response.status(), headers, body };
    Ok(Ok(CacheReply { response, cache_status: Some(cache_status), scope }))
}

/// Has an account's object remove the responses that a write to a path changes, and add the event that reported the
/// write to its log of changes.
///
/// # Errors
///
/// If the object fails.
pub(crate) async fn send_invalidation(
    env: &Env,
    account: &Account,
    path: &str,
    event: Option<&SurveyEvent>,
) -> worker::Result<()> {
    let init = web_sys::RequestInit::new();
    init.set_method("DELETE");
    if let Some(event) = event {
        init.set_headers(&convert::to_platform_headers(&[to_header((EVENT_HEADER, &event.encode()))]).into());
    }
    stub::fetch_from_object(env, BINDING, &account.object_name(), path, &init).await.map(drop)
}

/// The changes that an account's object has heard of, as JSON. `query` is that of the page.
///
/// # Errors
///
/// If the object fails.
pub(crate) async fn read_changes(env: &Env, account: &Account, query: &str) -> worker::Result<String> {
    let target = [changes::PATH, "?", query].concat();
    let init = web_sys::RequestInit::new();
    let response = stub::fetch_from_object(env, BINDING, &account.object_name(), &target, &init).await?;
    let text = JsFuture::from(response.text()?).await?;
    text.as_string().ok_or_else(|| "changes without a text".into())
}
