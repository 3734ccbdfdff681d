//! Reads and writes on their way to the API: what is kept is asked of the account's object, a read like one under way
//! waits for that, and a write makes both forget what it has touched before its answer is passed on.

use super::budget::Caller;
use super::flights;
use super::objects::cache as kept;
use super::upstream::UpstreamRequest;
use super::{RequestContext, note, retry};
use crate::edge::response::UpstreamResponse;
use crate::gateway::account::Account;
use crate::gateway::budget::{Class, Copy};
use crate::gateway::cache::Key;
use crate::gateway::freshness::{Touch, ends_all};
use crate::gateway::headers::Keep;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{Forward, Refusal};
use crate::gateway::session::{AccountName, Ticket};

/// An answer, and what is said of it.
pub(crate) struct Reached {
    pub(crate) incoming: UpstreamResponse,
    /// `Cache-Status` of a read.
    pub(crate) said: Option<String>,
    pub(crate) keep: Keep,
}

/// Sends a request, unless its answer is there.
pub(crate) async fn send(
    visit: &RequestContext,
    ticket: &Ticket,
    forward: &Forward,
    outgoing: UpstreamRequest<'_>,
) -> Result<Reached, Refusal> {
    let account = Account::of(ticket);
    if let Some(row) = forward.kept {
        match kept::read(visit, &account, row, &outgoing).await {
            Ok(Ok((incoming, said, keep))) => return Ok(Reached { incoming, said: Some(said), keep }),
            Ok(Err(refusal)) => return Err(refusal),
            Err(error) => note("cache object failed", &error),
        }
    }
    let private = Account::of_session(ticket);
    let caller = Caller { id: account.id(), class: Class::of(visit.head()), copy: Copy::None };
    let (sent, said) = if forward.method.is_read() {
        let header = |name| outgoing.headers.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value);
        let told = ["accept", "accept-language", "if-none-match"].map(header).join("\n");
        let key = Key::of(&private, "", outgoing.path, outgoing.query, &told);
        let (sent, said) = flights::send(visit, key, caller, outgoing).await;
        (sent, Some(said))
    } else {
        let sent = retry::send(visit, caller, outgoing).await;
        flights::close(&private);
        written(visit, &account, forward).await;
        (sent, None)
    };
    let incoming = sent?;
    if ends_all(incoming.status) {
        clear(visit, &account).await;
    }
    Ok(Reached { incoming, said, keep: Keep::Nobody })
}

/// Forgets what a write of an account touches.
pub(crate) async fn written(visit: &RequestContext, account: &Account, forward: &Forward) {
    if Touch::of(&forward.path).is_some() {
        let _ = forget(visit, account, &forward.path).await;
    }
}

/// Forgets all that is kept of an account.
pub(crate) async fn clear(visit: &RequestContext, account: &Account) {
    let _ = forget(visit, account, kept::EVERYTHING).await;
}

/// Forgets all that is kept of an account in every region: a sign-in may leave it with less than it had, and its token is
/// the same.
pub(crate) async fn clear_everywhere(visit: &RequestContext, account: AccountName) {
    for region in visit.config.api.regions() {
        clear(visit, &Account::at(account, region)).await;
    }
}

/// Forgets what a write to a path touches. An object that cannot be reached has most likely lost what it kept.
pub(crate) async fn forget(visit: &RequestContext, account: &Account, path: &str) -> Result<(), Problem> {
    kept::forget(&visit.env, account, path).await.map_err(|error| {
        note("cache object failed", &error);
        Problem::Internal
    })
}
