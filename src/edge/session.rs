//! Sessions: the cookie opened, the session object asked.

use super::objects::session as kept;
use super::{Platform, Visit, cache, isolate};
use crate::gateway::account::Account;
use crate::gateway::metrics::Counter;
use crate::gateway::object::Call;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::purse::Purse;
use crate::gateway::secret::Secret;
use crate::gateway::session::{self as rules, Record, Ticket};
use crate::spec::endpoint::Method;

/// A session that is good for one call.
pub(crate) struct Opened {
    pub(crate) ticket: Ticket,
    pub(crate) token: Secret,
    /// The cookie sealed anew, if it is time.
    pub(crate) cookie: Option<String>,
    pub(crate) purse: Purse,
}

/// Opens the caller's current session, or says that there is none.
pub(crate) async fn open(visit: &Visit, method: Method) -> Result<Opened, Refusal> {
    let mut purse = purse(visit);
    let Some(mut ticket) = purse.current().cloned() else { return Err(over(visit, &purse)) };
    let Some((record, token)) = look_up(visit, &mut purse, &ticket, method).await? else {
        purse.remove(&ticket.id);
        return Err(over(visit, &purse));
    };
    ticket.region = record.region;
    let mut sealed = None;
    if purse.is_changed() {
        renew(visit, &ticket, &record).await?;
        sealed = Some(cookie(visit, &purse)?);
    }
    Ok(Opened { ticket, token, cookie: sealed, purse })
}

/// Ends the session of a call, whose token is good for nothing any more. The browser's other accounts stay.
pub(crate) async fn close(visit: &Visit, session: &mut Opened) -> Result<Refusal, Problem> {
    end(visit, &session.ticket).await?;
    session.purse.remove(&session.ticket.id);
    Ok(over(visit, &session.purse))
}

/// Ends a session where it is kept, and forgets what is kept of its account.
pub(crate) async fn end(visit: &Visit, ticket: &Ticket) -> Result<(), Problem> {
    isolate::count(Counter::SessionsEnded);
    isolate::recent(|recent| recent.learn(ticket.id, None, visit.now));
    let ended = kept::call(&visit.env, &ticket.account, &Call::Forget(ticket.id)).await;
    let region = match &ended {
        Ok(Some(record)) => record.region,
        _ => ticket.region,
    };
    cache::clear(visit, &Account::at(ticket.account, region)).await;
    ended.map(drop)
}

/// Notes that an account was found in a ticket's region, if its record says another.
pub(crate) async fn moved(visit: &Visit, ticket: &Ticket, record: &Record) {
    if record.region == ticket.region {
        return;
    }
    let call = Call::Move(ticket.id, Record { region: ticket.region, ..record.clone() });
    if let Ok(kept) = kept::call(&visit.env, &ticket.account, &call).await {
        isolate::recent(|recent| recent.learn(ticket.id, kept, visit.now));
    }
}

/// The sessions of the caller's browser.
pub(crate) fn purse(visit: &Visit) -> Purse {
    let config = &visit.config;
    Purse::open(&config.keys, &config.origin, visit.head().header("cookie"), visit.now)
}

/// The cookie of a purse.
pub(crate) fn cookie(visit: &Visit, purse: &Purse) -> Result<String, Problem> {
    let config = &visit.config;
    purse.cookie(&config.keys, &config.origin, visit.now, Platform.bytes()).ok_or(Problem::Internal)
}

/// The refusal of a call whose session is over. Where others are left, the cookie comes again without it.
fn over(visit: &Visit, purse: &Purse) -> Refusal {
    match cookie(visit, purse) {
        Ok(cookie) if !purse.tickets().is_empty() => Refusal::Over(Problem::SignedOut, cookie),
        _ => Problem::SignedOut.into(),
    }
}

/// What is kept of a session, and its token; none if it has ended. The purse learns where its account lives.
pub(crate) async fn look_up(
    visit: &Visit,
    purse: &mut Purse,
    ticket: &Ticket,
    method: Method,
) -> Result<Option<(Record, Secret)>, Problem> {
    let found = match isolate::recent(|recent| recent.get(&ticket.id, method, visit.now).cloned()) {
        Some(known) => Some(known),
        None => {
            let found = kept::call(&visit.env, &ticket.account, &Call::Show(ticket.id)).await?;
            isolate::recent(|recent| recent.learn(ticket.id, found.clone(), visit.now));
            found
        }
    };
    let config = &visit.config;
    let opened = |record: Record| {
        let token = rules::token(&config.keys, &config.origin, ticket, &record)?;
        purse.place(&ticket.id, record.region);
        Some((record, token))
    };
    Ok(found.and_then(opened))
}

/// Seals the stored token with the newest key, where an older one did.
pub(crate) async fn renew(visit: &Visit, ticket: &Ticket, record: &Record) -> Result<(), Problem> {
    let config = &visit.config;
    let Some(renewed) = rules::renewed(&config.keys, &config.origin, ticket, record, Platform.bytes()) else {
        return Ok(());
    };
    let kept = kept::call(&visit.env, &ticket.account, &Call::Renew(ticket.id, renewed)).await?;
    isolate::recent(|recent| recent.learn(ticket.id, kept, visit.now));
    Ok(())
}
