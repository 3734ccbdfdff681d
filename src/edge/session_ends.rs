//! Ends of sessions: stored at the session object, or remembered by this isolate until they can be.

use super::objects::session as session_object;
use super::{OneShot, RequestContext, budget, cache, isolate_state, now};
use crate::gateway::account::Account;
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::session::{AccountName, SessionToken};
use crate::gateway::session_object::{SessionCommand, SessionState};
use crate::spec::gateway::SessionEnd;

/// Milliseconds between two attempts to store what could not be stored. Our choice.
const STORE_AFTER_MS: i64 = 1_000;

thread_local! {
    static NEXT_STORE: OneShot = const { OneShot::never() };
}

/// Ends sessions at their objects, then removes the cached responses of their accounts: what may take longer does not
/// delay an end, and an end that fails not the others.
///
/// # Errors
///
/// If an end can neither be stored nor remembered.
pub(crate) async fn end_sessions(
    context: &RequestContext,
    tokens: &[SessionToken],
    why: SessionEnd,
) -> Result<(), Problem> {
    let mut result = Ok(());
    let mut accounts = Vec::new();
    for token in tokens {
        let (account, ended) = end_session(context, token, why).await;
        accounts.push(account);
        result = result.and(ended);
    }
    for account in accounts {
        cache::clear_account(context, &account).await;
    }
    result
}

/// Ends a session at its object. Returns its account too.
async fn end_session(
    context: &RequestContext,
    token: &SessionToken,
    why: SessionEnd,
) -> (Account, Result<(), Problem>) {
    isolate_state::count_event(Counter::SessionsEnded);
    let ended = end_at_account(context, token.account, SessionCommand::End(token.id, why)).await;
    isolate_state::with_record_cache(|cache| cache.update(token.id, None, context.now));
    // The record knows the account's region better than a cookie that was sealed before a move.
    let region = match &ended {
        Ok(SessionState::Open(record)) => record.region,
        _ => token.region,
    };
    (Account::new(token.account, region), ended.map(drop))
}

/// Sends a command that ends sessions. If it cannot be stored, this isolate remembers it and tries again later.
///
/// # Errors
///
/// If the end can neither be stored nor remembered.
pub(crate) async fn end_at_account(
    context: &RequestContext,
    account: AccountName,
    command: SessionCommand,
) -> Result<SessionState, Problem> {
    let ended_at = now();
    match session_object::call_session_object(context, &account, &command).await {
        Err(_)
            if isolate_state::with_unstored_ends(|unstored| unstored.add_end(account, command.delayed(ended_at))) =>
        {
            Ok(SessionState::Absent)
        }
        ended => ended,
    }
}

/// After a failed write, tries again in the background of a request: to store the remembered ends of sessions, or else
/// the budget's state, so that `/healthz` shows when writes succeed again.
pub(crate) fn retry_unstored_ends(context: &RequestContext) {
    let is_stored = isolate_state::is_storing() && isolate_state::with_unstored_ends(|unstored| unstored.is_empty());
    if is_stored || !NEXT_STORE.with(|due| due.try_begin(STORE_AFTER_MS)) {
        return;
    }
    let background = context.clone();
    context.execution.wait_until(async move {
        let _ = store_ends(&background, isolate_state::with_unstored_ends(|unstored| unstored.all_ends())).await;
        if !isolate_state::is_storing() {
            let _ = budget::fetch_state(&background).await;
        }
    });
}

/// Stores remembered ends of sessions, up to the first that fails.
///
/// # Errors
///
/// If an end cannot be stored.
pub(crate) async fn store_ends(
    context: &RequestContext,
    ends: Vec<(AccountName, SessionCommand)>,
) -> Result<(), Problem> {
    for (account, command) in ends {
        // A sign-in may have stored it while an end before it was being stored.
        if !isolate_state::with_unstored_ends(|unstored| unstored.is_unstored(&account, &command)) {
            continue;
        }
        session_object::call_session_object(context, &account, &command).await?;
        isolate_state::with_unstored_ends(|unstored| unstored.remove_stored(&account, &command));
    }
    Ok(())
}
