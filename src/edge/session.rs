//! Sessions: the cookie opened, the session object asked.

use super::clock::OneShot;
use super::objects::session as session_object;
use super::{PlatformRandom, RequestContext, budget, cache, isolate_state};
use crate::crypto::secret::Secret;
use crate::gateway::account::Account;
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::session::{self as rules, AccountName, SessionId, SessionRecord, SessionToken};
use crate::gateway::session_jar::SessionJar;
use crate::gateway::session_object::{SessionCommand, SessionState};
use crate::spec::endpoint::Method;
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::Timestamp;

/// Milliseconds between two tries to store what could not be stored: our choice.
const STORE_AFTER_MS: i64 = 1_000;

thread_local! {
    /// The next try.
    static NEXT_STORE: OneShot = const { OneShot::never() };
}

/// A session that is good for one call.
pub(crate) struct OpenSession {
    pub(crate) ticket: SessionToken,
    pub(crate) token: Secret,
    /// The cookie sealed anew, if it is time.
    pub(crate) cookie: Option<String>,
    pub(crate) jar: SessionJar,
}

/// Opens the caller's current session, or says that there is none.
pub(crate) async fn open_session(visit: &RequestContext, method: Method) -> Result<OpenSession, Refusal> {
    let mut jar = read_jar(visit);
    let Some(mut ticket) = jar.current().cloned() else {
        explain_lapse(visit, &mut jar).await;
        return Err(session_over(visit, &jar));
    };
    let (record, token) = require_record(visit, &mut jar, &ticket, method).await?;
    ticket.region = record.region;
    let mut sealed = None;
    if jar.is_changed() {
        renew_record(visit, &ticket, &record).await?;
        sealed = Some(seal_cookie(visit, &jar)?);
    }
    Ok(OpenSession { ticket, token, cookie: sealed, jar })
}

/// Ends the session of a call, whose token is good for nothing any more. The browser's other accounts stay.
pub(crate) async fn close_revoked(visit: &RequestContext, session: &mut OpenSession) -> Result<Refusal, Problem> {
    end_session(visit, &session.ticket, SessionEnd::Revoked).await?;
    session.jar.remove_ended(&session.ticket.id, Some(SessionEnd::Revoked));
    Ok(session_over(visit, &session.jar))
}

/// Ends a session where it is kept, and forgets what is kept of its account.
pub(crate) async fn end_session(visit: &RequestContext, ticket: &SessionToken, why: SessionEnd) -> Result<(), Problem> {
    isolate_state::count_event(Counter::SessionsEnded);
    let ended = end_at_account(visit, ticket.account, SessionCommand::End(ticket.id, why)).await;
    isolate_state::with_record_cache(|recent| recent.update(ticket.id, None, visit.now));
    let region = match &ended {
        Ok(SessionState::Open(record)) => record.region,
        _ => ticket.region,
    };
    cache::clear_account(visit, &Account::new(ticket.account, region)).await;
    ended.map(drop)
}

/// Makes a call that ends sessions. What cannot be stored is remembered here, and stored when that is possible.
pub(crate) async fn end_at_account(
    visit: &RequestContext,
    account: AccountName,
    call: SessionCommand,
) -> Result<SessionState, Problem> {
    match session_object::call_session_object(&visit.env, &account, &call).await {
        Err(_) if isolate_state::with_unstored_ends(|unstored| unstored.add_end(account, call)) => {
            Ok(SessionState::Absent)
        }
        ended => ended,
    }
}

/// Where a write has failed, tries again beside a request: to store ends of sessions that could not be, and anything else
/// at all, so that it shows when the disk has room.
pub(crate) fn retry_unstored_ends(visit: &RequestContext) {
    let is_stored = isolate_state::is_storing() && isolate_state::with_unstored_ends(|unstored| unstored.is_empty());
    if is_stored || !NEXT_STORE.with(|due| due.try_begin(STORE_AFTER_MS)) {
        return;
    }
    let later = visit.clone();
    visit.context.wait_until(async move {
        let _ = store_ends(&later, isolate_state::with_unstored_ends(|unstored| unstored.all_ends())).await;
        if !isolate_state::is_storing() {
            let _ = budget::fetch_plan(&later).await;
        }
    });
}

/// Tries again to store ends of sessions; the others wait where one cannot be stored.
pub(crate) async fn store_ends(
    visit: &RequestContext,
    ends: Vec<(AccountName, SessionCommand)>,
) -> Result<(), Problem> {
    for (account, call) in ends {
        session_object::call_session_object(&visit.env, &account, &call).await?;
        isolate_state::with_unstored_ends(|unstored| unstored.remove_stored(&account, &call));
    }
    Ok(())
}

/// Notes that an account was found in a ticket's region, if its record says another.
pub(crate) async fn store_new_region(visit: &RequestContext, ticket: &SessionToken, record: &SessionRecord) {
    if record.region == ticket.region {
        return;
    }
    let call = SessionCommand::Move(ticket.id, SessionRecord { region: ticket.region, ..record.clone() });
    if let Ok(kept) = session_object::call_session_object(&visit.env, &ticket.account, &call).await {
        cache_record(&ticket.id, &kept, visit.now);
    }
}

/// The sessions of the caller's browser.
pub(crate) fn read_jar(visit: &RequestContext) -> SessionJar {
    let config = &visit.config;
    SessionJar::open_cookie(&config.sealer, &config.origin, visit.head().header("cookie"), visit.now)
}

/// The cookie of a jar.
pub(crate) fn seal_cookie(visit: &RequestContext, jar: &SessionJar) -> Result<String, Problem> {
    let config = &visit.config;
    jar.to_set_cookie(&config.sealer, &config.origin, visit.now, PlatformRandom.random_bytes()).ok_or(Problem::Internal)
}

/// Asks whether the session that is over by its times had ended before, and why.
pub(crate) async fn explain_lapse(visit: &RequestContext, jar: &mut SessionJar) {
    let Some(ticket) = jar.lapsed_session().cloned() else { return };
    if let Ok(SessionState::Ended(why)) = load_state(visit, &ticket).await {
        jar.set_end_reason(why);
    }
}

/// The refusal of a call whose session is over. It says why once: the cookie comes again without it.
fn session_over(visit: &RequestContext, jar: &SessionJar) -> Refusal {
    match seal_cookie(visit, jar) {
        Ok(cookie) if jar.is_changed() => Refusal::SessionOver(Problem::SignedOut, jar.end_reason(), cookie),
        _ => Problem::SignedOut.into(),
    }
}

/// What is kept of a session, and its token; a refusal if it has ended.
pub(crate) async fn require_record(
    visit: &RequestContext,
    jar: &mut SessionJar,
    ticket: &SessionToken,
    method: Method,
) -> Result<(SessionRecord, Secret), Refusal> {
    look_up_record(visit, jar, ticket, method).await?.map_err(|why| {
        jar.remove_ended(&ticket.id, why);
        session_over(visit, jar)
    })
}

/// What is kept of a session, and its token; why it has ended, if it has. The jar learns where its account lives.
pub(crate) async fn look_up_record(
    visit: &RequestContext,
    jar: &mut SessionJar,
    ticket: &SessionToken,
    method: Method,
) -> Result<Result<(SessionRecord, Secret), Option<SessionEnd>>, Problem> {
    let found = match isolate_state::with_record_cache(|recent| recent.get(&ticket.id, method, visit.now).cloned()) {
        Some(known) => SessionState::Open(known),
        None => load_state(visit, ticket).await?,
    };
    let record = match found {
        SessionState::Open(record) => record,
        SessionState::Ended(why) => return Ok(Err(Some(why))),
        SessionState::Absent => return Ok(Err(None)),
    };
    let config = &visit.config;
    let Some(token) = rules::open_token(&config.sealer, &config.origin, ticket, &record) else { return Ok(Err(None)) };
    jar.set_region(&ticket.id, record.region);
    Ok(Ok((record, token)))
}

/// What is kept of a session, in its object or as an end that could not be stored there.
async fn load_state(visit: &RequestContext, ticket: &SessionToken) -> Result<SessionState, Problem> {
    if let Some(why) = isolate_state::with_unstored_ends(|unstored| unstored.end_reason(ticket)) {
        return Ok(SessionState::Ended(why));
    }
    let found =
        session_object::call_session_object(&visit.env, &ticket.account, &SessionCommand::Show(ticket.id)).await?;
    cache_record(&ticket.id, &found, visit.now);
    Ok(found)
}

fn cache_record(id: &SessionId, kept: &SessionState, now: Timestamp) {
    let record = if let SessionState::Open(record) = kept { Some(record.clone()) } else { None };
    isolate_state::with_record_cache(|recent| recent.update(*id, record, now));
}

/// Seals the stored token with the newest key, where an older one did.
pub(crate) async fn renew_record(
    visit: &RequestContext,
    ticket: &SessionToken,
    record: &SessionRecord,
) -> Result<(), Problem> {
    let config = &visit.config;
    let Some(renewed) =
        rules::reseal_record(&config.sealer, &config.origin, ticket, record, PlatformRandom.random_bytes())
    else {
        return Ok(());
    };
    let kept =
        session_object::call_session_object(&visit.env, &ticket.account, &SessionCommand::Renew(ticket.id, renewed))
            .await?;
    cache_record(&ticket.id, &kept, visit.now);
    Ok(())
}
