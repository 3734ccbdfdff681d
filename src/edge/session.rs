//! Sessions: the cookie opened, the session object asked.

use super::clock::Due;
use super::objects::session as kept;
use super::{Platform, RequestContext, budget, cache, isolate};
use crate::crypto::secret::Secret;
use crate::gateway::account::Account;
use crate::gateway::metrics::Counter;
use crate::gateway::object::{Call, Kept};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::purse::Purse;
use crate::gateway::session::{self as rules, AccountName, Record, SessionId, Ticket};
use crate::spec::endpoint::Method;
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::Moment;

/// Milliseconds between two tries to store what could not be stored: our choice.
const STORE_AFTER: i64 = 1_000;

thread_local! {
    /// The next try.
    static STORE: Due = const { Due::never() };
}

/// A session that is good for one call.
pub(crate) struct Opened {
    pub(crate) ticket: Ticket,
    pub(crate) token: Secret,
    /// The cookie sealed anew, if it is time.
    pub(crate) cookie: Option<String>,
    pub(crate) purse: Purse,
}

/// Opens the caller's current session, or says that there is none.
pub(crate) async fn open(visit: &RequestContext, method: Method) -> Result<Opened, Refusal> {
    let mut purse = purse(visit);
    let Some(mut ticket) = purse.current().cloned() else {
        explain(visit, &mut purse).await;
        return Err(over(visit, &purse));
    };
    let (record, token) = known(visit, &mut purse, &ticket, method).await?;
    ticket.region = record.region;
    let mut sealed = None;
    if purse.is_changed() {
        renew(visit, &ticket, &record).await?;
        sealed = Some(cookie(visit, &purse)?);
    }
    Ok(Opened { ticket, token, cookie: sealed, purse })
}

/// Ends the session of a call, whose token is good for nothing any more. The browser's other accounts stay.
pub(crate) async fn close(visit: &RequestContext, session: &mut Opened) -> Result<Refusal, Problem> {
    end(visit, &session.ticket, SessionEnd::Revoked).await?;
    session.purse.remove(&session.ticket.id, Some(SessionEnd::Revoked));
    Ok(over(visit, &session.purse))
}

/// Ends a session where it is kept, and forgets what is kept of its account.
pub(crate) async fn end(visit: &RequestContext, ticket: &Ticket, why: SessionEnd) -> Result<(), Problem> {
    isolate::count(Counter::SessionsEnded);
    let ended = end_at(visit, ticket.account, Call::End(ticket.id, why)).await;
    isolate::recent(|recent| recent.learn(ticket.id, None, visit.now));
    let region = match &ended {
        Ok(Kept::Open(record)) => record.region,
        _ => ticket.region,
    };
    cache::clear(visit, &Account::at(ticket.account, region)).await;
    ended.map(drop)
}

/// Makes a call that ends sessions. What cannot be stored is remembered here, and stored when that is possible.
pub(crate) async fn end_at(visit: &RequestContext, account: AccountName, call: Call) -> Result<Kept, Problem> {
    match kept::call(&visit.env, &account, &call).await {
        Err(_) if isolate::unstored(|unstored| unstored.learn(account, call)) => Ok(Kept::Nothing),
        ended => ended,
    }
}

/// Where a write has failed, tries again beside a request: to store ends of sessions that could not be, and anything else
/// at all, so that it shows when the disk has room.
pub(crate) fn store_again(visit: &RequestContext) {
    let is_stored = isolate::is_storing() && isolate::unstored(|unstored| unstored.is_empty());
    if is_stored || !STORE.with(|due| due.begin(STORE_AFTER)) {
        return;
    }
    let later = visit.clone();
    visit.context.wait_until(async move {
        let _ = store_ends(&later, isolate::unstored(|unstored| unstored.all())).await;
        if !isolate::is_storing() {
            let _ = budget::plan(&later).await;
        }
    });
}

/// Tries again to store ends of sessions; the others wait where one cannot be stored.
pub(crate) async fn store_ends(visit: &RequestContext, ends: Vec<(AccountName, Call)>) -> Result<(), Problem> {
    for (account, call) in ends {
        kept::call(&visit.env, &account, &call).await?;
        isolate::unstored(|unstored| unstored.stored(&account, &call));
    }
    Ok(())
}

/// Notes that an account was found in a ticket's region, if its record says another.
pub(crate) async fn moved(visit: &RequestContext, ticket: &Ticket, record: &Record) {
    if record.region == ticket.region {
        return;
    }
    let call = Call::Move(ticket.id, Record { region: ticket.region, ..record.clone() });
    if let Ok(kept) = kept::call(&visit.env, &ticket.account, &call).await {
        remember(&ticket.id, &kept, visit.now);
    }
}

/// The sessions of the caller's browser.
pub(crate) fn purse(visit: &RequestContext) -> Purse {
    let config = &visit.config;
    Purse::open(&config.sealer, &config.origin, visit.head().header("cookie"), visit.now)
}

/// The cookie of a purse.
pub(crate) fn cookie(visit: &RequestContext, purse: &Purse) -> Result<String, Problem> {
    let config = &visit.config;
    purse.cookie(&config.sealer, &config.origin, visit.now, Platform.bytes()).ok_or(Problem::Internal)
}

/// Asks whether the session that is over by its times had ended before, and why.
pub(crate) async fn explain(visit: &RequestContext, purse: &mut Purse) {
    let Some(ticket) = purse.lapsed().cloned() else { return };
    if let Ok(Kept::Ended(why)) = found(visit, &ticket).await {
        purse.explain(why);
    }
}

/// The refusal of a call whose session is over. It says why once: the cookie comes again without it.
fn over(visit: &RequestContext, purse: &Purse) -> Refusal {
    match cookie(visit, purse) {
        Ok(cookie) if purse.is_changed() => Refusal::Over(Problem::SignedOut, purse.ended(), cookie),
        _ => Problem::SignedOut.into(),
    }
}

/// What is kept of a session, and its token; a refusal if it has ended.
pub(crate) async fn known(
    visit: &RequestContext,
    purse: &mut Purse,
    ticket: &Ticket,
    method: Method,
) -> Result<(Record, Secret), Refusal> {
    look_up(visit, purse, ticket, method).await?.map_err(|why| {
        purse.remove(&ticket.id, why);
        over(visit, purse)
    })
}

/// What is kept of a session, and its token; why it has ended, if it has. The purse learns where its account lives.
pub(crate) async fn look_up(
    visit: &RequestContext,
    purse: &mut Purse,
    ticket: &Ticket,
    method: Method,
) -> Result<Result<(Record, Secret), Option<SessionEnd>>, Problem> {
    let found = match isolate::recent(|recent| recent.get(&ticket.id, method, visit.now).cloned()) {
        Some(known) => Kept::Open(known),
        None => found(visit, ticket).await?,
    };
    let record = match found {
        Kept::Open(record) => record,
        Kept::Ended(why) => return Ok(Err(Some(why))),
        Kept::Nothing => return Ok(Err(None)),
    };
    let config = &visit.config;
    let Some(token) = rules::token(&config.sealer, &config.origin, ticket, &record) else { return Ok(Err(None)) };
    purse.place(&ticket.id, record.region);
    Ok(Ok((record, token)))
}

/// What is kept of a session, in its object or as an end that could not be stored there.
async fn found(visit: &RequestContext, ticket: &Ticket) -> Result<Kept, Problem> {
    if let Some(why) = isolate::unstored(|unstored| unstored.ended(ticket)) {
        return Ok(Kept::Ended(why));
    }
    let found = kept::call(&visit.env, &ticket.account, &Call::Show(ticket.id)).await?;
    remember(&ticket.id, &found, visit.now);
    Ok(found)
}

fn remember(id: &SessionId, kept: &Kept, now: Moment) {
    let record = if let Kept::Open(record) = kept { Some(record.clone()) } else { None };
    isolate::recent(|recent| recent.learn(*id, record, now));
}

/// Seals the stored token with the newest key, where an older one did.
pub(crate) async fn renew(visit: &RequestContext, ticket: &Ticket, record: &Record) -> Result<(), Problem> {
    let config = &visit.config;
    let Some(renewed) = rules::renewed(&config.sealer, &config.origin, ticket, record, Platform.bytes()) else {
        return Ok(());
    };
    let kept = kept::call(&visit.env, &ticket.account, &Call::Renew(ticket.id, renewed)).await?;
    remember(&ticket.id, &kept, visit.now);
    Ok(())
}
