//! Calls of the cache object of an account.

use super::flight_outcome::{CACHED_HEADER, REFUSED_HEADER};
use crate::edge::convert::{self};
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::edge::upstream::UpstreamRequest;
use crate::edge::{RequestContext, stub};
use crate::gateway::account::Account;
use crate::gateway::budget::CLASS_HEADER;
use crate::gateway::headers::{CACHE_STATUS, CacheScope, to_header};
use crate::gateway::proxy::{PREFIX, Refusal};
use worker::{Env, web_sys};

/// Name of the binding.
const BINDING: &str = "CACHE";

/// Path that stands for all that is kept.
pub(crate) const ALL_PATHS: &str = "/";

/// Headers in which the gateway tells the object of whom and how, and the object what it did.
pub(super) const ACCOUNT_HEADER: &str = "x-account";

pub(super) const ROW_HEADER: &str = "x-row";

/// Asks an account's object for the answer to a read, which may be a refusal.
pub(crate) async fn read_cached(
    visit: &RequestContext,
    account: &Account,
    row: usize,
    outgoing: &UpstreamRequest<'_>,
) -> worker::Result<Result<(UpstreamResponse, String, CacheScope), Refusal>> {
    let (name, row) = (account.object_name(), row.to_string());
    let mut headers = outgoing.headers.clone();
    visit.trace.attach_to(&mut headers);
    headers.extend([to_header((ACCOUNT_HEADER, &name)), to_header((ROW_HEADER, &row))]);
    headers.extend(visit.head().header(CLASS_HEADER).map(|class| to_header((CLASS_HEADER, class))));
    let init = web_sys::RequestInit::new();
    init.set_headers(&convert::to_platform_headers(&headers).into());
    let target = [PREFIX, outgoing.path, "?", outgoing.query].concat();
    let answer = stub::fetch_from_object(&visit.env, BINDING, &name, &target, &init).await?;
    let headers = convert::from_platform_headers(&answer.headers());
    let header = |wanted| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    if let Some(refusal) = header(REFUSED_HEADER) {
        return Ok(Err(Refusal::from_text(refusal)));
    }
    let status = header(CACHE_STATUS).ok_or("an object answered without its status")?.clone();
    let keep = if header(CACHED_HEADER).is_some() { CacheScope::Browser } else { CacheScope::Nobody };
    let body = ResponseBody::Stream(answer.body());
    Ok(Ok((UpstreamResponse { status: answer.status(), headers, body }, status, keep)))
}

/// Makes an account's object forget what a write to a path touches.
pub(crate) async fn send_invalidation(env: &Env, account: &Account, path: &str) -> worker::Result<()> {
    let init = web_sys::RequestInit::new();
    init.set_method("DELETE");
    stub::fetch_from_object(env, BINDING, &account.object_name(), path, &init).await.map(drop)
}
