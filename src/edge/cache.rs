//! Reads and writes on their way to the API. A read of a cached route asks the account's cache object; any other read
//! stays in the isolate, which costs no hop, and joins a like read that is in flight there. A write invalidates both
//! before its response is passed on.

use super::budget::Caller;
use super::objects::cache_client;
use super::single_flight;
use super::upstream::UpstreamRequest;
use super::{RequestContext, log_error, retry};
use crate::edge::response::UpstreamResponse;
use crate::gateway::account::Account;
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::cache::CacheKey;
use crate::gateway::cache_policy::{Invalidation, evicts_account};
use crate::gateway::headers::CacheScope;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{AdmittedRequest, Refusal};
use crate::gateway::session::{AccountName, SessionToken};

/// An answer, and what is said of it.
pub(crate) struct CacheReply {
    pub(crate) incoming: UpstreamResponse,
    /// `Cache-Status` of a read.
    pub(crate) cache_status: Option<String>,
    pub(crate) scope: CacheScope,
}

/// Sends a request, unless its answer is there.
pub(crate) async fn send_through_cache(
    visit: &RequestContext,
    ticket: &SessionToken,
    forward: &AdmittedRequest,
    outgoing: UpstreamRequest<'_>,
) -> Result<CacheReply, Refusal> {
    let account = Account::of_session(ticket);
    if let Some(row) = forward.cached_route {
        match cache_client::read_cached(visit, &account, row, &outgoing).await {
            Ok(Ok((incoming, said, keep))) => {
                return Ok(CacheReply { incoming, cache_status: Some(said), scope: keep });
            }
            Ok(Err(refusal)) => return Err(refusal),
            Err(error) => log_error("cache object failed", &error),
        }
    }
    let private = Account::of_session_alone(ticket);
    let caller = Caller { id: account.id(), class: RequestClass::from_request(visit.head()), fallback: Fallback::None };
    let (sent, said) = if forward.method.is_read() {
        let header = |name| outgoing.headers.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value);
        let told = ["accept", "accept-language", "if-none-match"].map(header).join("\n");
        let key = CacheKey::new(&private, "", outgoing.path, outgoing.query, &told);
        let (sent, said) = single_flight::send_shared(visit, key, caller, outgoing).await;
        (sent, Some(said))
    } else {
        let sent = retry::send_with_retries(visit, caller, outgoing).await;
        single_flight::close_for_account(&private);
        invalidate_written(visit, &account, forward).await;
        (sent, None)
    };
    let incoming = sent?;
    if evicts_account(incoming.status) {
        clear_account(visit, &account).await;
    }
    Ok(CacheReply { incoming, cache_status: said, scope: CacheScope::Nobody })
}

/// Forgets what a write of an account touches.
pub(crate) async fn invalidate_written(visit: &RequestContext, account: &Account, forward: &AdmittedRequest) {
    if Invalidation::of_write(&forward.path).is_some() {
        let _ = invalidate_path(visit, account, &forward.path).await;
    }
}

/// Forgets all that is kept of an account.
pub(crate) async fn clear_account(visit: &RequestContext, account: &Account) {
    let _ = invalidate_path(visit, account, cache_client::ALL_PATHS).await;
}

/// Forgets all that is kept of an account in every region: a sign-in may leave it with less than it had, and its token is
/// the same.
pub(crate) async fn clear_in_all_regions(visit: &RequestContext, account: AccountName) {
    for region in visit.config.api.regions() {
        clear_account(visit, &Account::new(account, region)).await;
    }
}

/// Forgets what a write to a path touches. An object that cannot be reached has most likely lost what it kept.
pub(crate) async fn invalidate_path(visit: &RequestContext, account: &Account, path: &str) -> Result<(), Problem> {
    cache_client::send_invalidation(&visit.env, account, path).await.map_err(|error| {
        log_error("cache object failed", &error);
        Problem::Internal
    })
}
