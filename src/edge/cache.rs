//! The cache in front of the API. The cache object of an account answers reads of cached routes; all others stay in the
//! isolate, which saves a call to an object. A write invalidates before its response is passed on.

use super::RequestContext;
use super::objects::cache_client;
use super::request::UpstreamRequest;
use super::response::CacheReply;
use crate::gateway::account::Account;
use crate::gateway::cache_policy::{Invalidation, evicts_account};
use crate::gateway::changes::SurveyEvent;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{AdmittedRequest, Refusal};
use crate::gateway::session::{AccountName, SessionToken};

/// Has a read of a cached route answered by the account's cache object. Any other request goes to the next stage.
///
/// # Errors
///
/// If the object or the next stage refuses the request.
pub(crate) async fn send_to_cache_object<Next>(
    context: &RequestContext,
    token: &SessionToken,
    admitted: &AdmittedRequest,
    request: UpstreamRequest<'_>,
    next: Next,
) -> Result<CacheReply, Refusal>
where
    Next: AsyncFn(&RequestContext, &SessionToken, &AdmittedRequest, UpstreamRequest<'_>) -> Result<CacheReply, Refusal>,
{
    if let Some(ttl) = admitted.ttl {
        match cache_client::read_cached(context, &Account::of_session(token), ttl, &request).await {
            Ok(reply) => return reply,
            // Without its cache object an account can still read: the isolate calls the API itself.
            Err(error) => _ = context.log_failure("cache object failed", &error),
        }
    }
    next(context, token, admitted, request).await
}

/// Sends a request. After a write the cached responses that it changes are removed, and after a response that revokes
/// access all of the account.
///
/// # Errors
///
/// If the next stage fails.
pub(crate) async fn send_and_invalidate<Next>(
    context: &RequestContext,
    token: &SessionToken,
    admitted: &AdmittedRequest,
    request: UpstreamRequest<'_>,
    next: Next,
) -> Result<CacheReply, Refusal>
where
    Next: AsyncFn(&RequestContext, &SessionToken, &AdmittedRequest, UpstreamRequest<'_>) -> Result<CacheReply, Refusal>,
{
    let sent = next(context, token, admitted, request).await;
    let account = Account::of_session(token);
    // Also after a failure: a write without a response may have taken effect.
    if !admitted.method.is_read() {
        invalidate_written(context, &account, admitted).await;
    }
    let reply = sent?;
    if evicts_account(reply.response.status) {
        clear_account(context, &account).await;
    }
    Ok(reply)
}

/// Removes the cached responses of an account that a write changes.
pub(crate) async fn invalidate_written(context: &RequestContext, account: &Account, admitted: &AdmittedRequest) {
    if Invalidation::of_write(&admitted.path).is_some() {
        let _ = invalidate_path(context, account, &admitted.path, None).await;
    }
}

/// Removes all cached responses of an account.
pub(crate) async fn clear_account(context: &RequestContext, account: &Account) {
    let _ = invalidate_path(context, account, cache_client::ALL_PATHS, None).await;
}

/// Removes all cached responses of an account in every region: a sign-in may reduce its scopes, with the same token.
pub(crate) async fn clear_in_all_regions(context: &RequestContext, account: AccountName) {
    for region in context.config.api.regions() {
        clear_account(context, &Account::new(account, region)).await;
    }
}

/// Removes the cached responses of an account that a write to a path changes. `event` is what reported the write, if it
/// was made elsewhere.
///
/// # Errors
///
/// If the cache object cannot be reached. It has most likely lost its responses then, since it has only memory.
pub(crate) async fn invalidate_path(
    context: &RequestContext,
    account: &Account,
    path: &str,
    event: Option<&SurveyEvent>,
) -> Result<(), Problem> {
    let sent = cache_client::send_invalidation(&context.env, account, path, event).await;
    sent.map_err(|error| context.log_failure("cache object failed", &error))
}
