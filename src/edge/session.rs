//! Sessions: opens the cookie, and reads and writes session records at the session object.

use super::objects::session as session_object;
use super::session_ends::end_sessions;
use super::{PlatformRandom, RequestContext, isolate_state, now};
use crate::crypto::secret::Secret;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::session::{self as rules, SessionId, SessionRecord, SessionToken};
use crate::gateway::session_jar::{ACCOUNT_HEADER, SessionJar};
use crate::gateway::session_object::{SessionCommand, SessionState};
use crate::spec::endpoint::Method;
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::Timestamp;
use std::slice;

/// The session of one request.
pub(crate) struct OpenSession {
    pub(crate) token: SessionToken,
    pub(crate) access_token: Secret,
    /// The cookie sealed again, if it is due.
    pub(crate) cookie: Option<String>,
    pub(crate) jar: SessionJar,
}

/// Opens the current session of the client.
///
/// # Errors
///
/// If there is no session, it has ended, another account than the one that the request names is current, or its object
/// fails.
pub(crate) async fn open_session(context: &RequestContext, method: Method) -> Result<OpenSession, Refusal> {
    let mut jar = read_jar(context);
    let Some(mut token) = jar.current().cloned() else {
        explain_lapse(context, &mut jar).await;
        return Err(session_over(context, &jar, Problem::SignedOut, jar.end_reason()));
    };
    if context.head().header(ACCOUNT_HEADER).is_some_and(|shown| shown != token.public_id()) {
        return Err(Problem::AccountChanged.into());
    }
    let (record, access_token) = require_record(context, &mut jar, &token, method).await?;
    token.region = record.region;
    let mut cookie = None;
    if jar.is_changed() {
        // If this fails, the cookie stays as it is, so that the next request tries again.
        renew_record(context, &token, &record).await?;
        cookie = Some(seal_cookie(context, &jar)?);
    }
    Ok(OpenSession { token, access_token, cookie, jar })
}

/// The body of a request, and the current session of the client, which is opened once the body has arrived: a session
/// that ends meanwhile permits nothing. Without a session the body is not read.
///
/// # Errors
///
/// `too_large` if the body has more than `limit` bytes, if it cannot be read, and as [`open_session`].
pub(crate) async fn open_session_with_body(
    context: &RequestContext,
    method: Method,
    limit: u64,
    too_large: Refusal,
) -> Result<(OpenSession, Vec<u8>), Refusal> {
    let body = match read_jar(context).current() {
        Some(_) => context.read_body(limit, too_large).await?,
        None => Vec::new(),
    };
    Ok((open_session(context, method).await?, body))
}

/// Ends a session whose access token was revoked. The browser's other accounts stay. Returns the refusal of the
/// request.
///
/// # Errors
///
/// If the end cannot be stored.
pub(crate) async fn close_revoked(context: &RequestContext, session: &mut OpenSession) -> Result<Refusal, Problem> {
    end_sessions(context, slice::from_ref(&session.token), SessionEnd::Revoked).await?;
    session.jar.remove_ended(&session.token.id, Some(SessionEnd::Revoked));
    Ok(session_over(context, &session.jar, Problem::SignedOut, session.jar.end_reason()))
}

/// Stores the region in which an account was found, if its record has another. A failure costs another discovery only.
pub(crate) async fn store_new_region(context: &RequestContext, token: &SessionToken, record: &SessionRecord) {
    if record.region == token.region {
        return;
    }
    let command = SessionCommand::Move(token.id, SessionRecord { region: token.region, ..record.clone() });
    if let Ok(state) = session_object::call_session_object(context, &token.account, &command).await {
        cache_record(&token.id, &state, context.now);
    }
}

/// The sessions of the client's browser.
pub(crate) fn read_jar(context: &RequestContext) -> SessionJar {
    let config = &context.config;
    // Not the time of the request: its body may have arrived long after it.
    SessionJar::open_cookie(&config.sealer, &config.origin, context.head().header("cookie"), now())
}

/// The `Set-Cookie` value of a jar.
///
/// # Errors
///
/// If sealing fails.
pub(crate) fn seal_cookie(context: &RequestContext, jar: &SessionJar) -> Result<String, Problem> {
    let config = &context.config;
    jar.to_set_cookie(&config.sealer, &config.origin, context.now, PlatformRandom.random_bytes())
        .ok_or(Problem::Internal)
}

/// Looks up whether a session that is over by its times had ended before, and why. The jar gets the reason.
pub(crate) async fn explain_lapse(context: &RequestContext, jar: &mut SessionJar) {
    let Some(token) = jar.lapsed_session().cloned() else { return };
    if let Ok(SessionState::Ended(why)) = load_state(context, &token).await {
        jar.set_end_reason(why);
    }
}

/// The refusal of a request whose session has ended. It gives the reason once, unless it is late: its cookie does not
/// have it any more.
pub(crate) fn session_over(
    context: &RequestContext,
    jar: &SessionJar,
    problem: Problem,
    why: Option<SessionEnd>,
) -> Refusal {
    match seal_cookie(context, jar) {
        Ok(cookie) if jar.is_changed() => Refusal::SessionOver(problem, why, (!context.is_late()).then_some(cookie)),
        _ => problem.into(),
    }
}

/// The record of a session, and its access token.
///
/// # Errors
///
/// If the session has ended, or its object fails.
pub(crate) async fn require_record(
    context: &RequestContext,
    jar: &mut SessionJar,
    token: &SessionToken,
    method: Method,
) -> Result<(SessionRecord, Secret), Refusal> {
    look_up_record(context, jar, token, method).await?.map_err(|why| {
        jar.remove_ended(&token.id, why);
        session_over(context, jar, Problem::SignedOut, jar.end_reason())
    })
}

/// The record of a session and its access token, or why it has ended, if that is known. The jar gets the account's
/// region. A `GET` may use a record that this isolate has cached.
///
/// # Errors
///
/// If the session object fails.
pub(crate) async fn look_up_record(
    context: &RequestContext,
    jar: &mut SessionJar,
    token: &SessionToken,
    method: Method,
) -> Result<Result<(SessionRecord, Secret), Option<SessionEnd>>, Problem> {
    let state = match isolate_state::with_record_cache(|cache| cache.get(&token.id, method, context.now).cloned()) {
        Some(record) => SessionState::Open(record),
        None => load_state(context, token).await?,
    };
    let record = match state {
        SessionState::Open(record) => record,
        SessionState::Ended(why) => return Ok(Err(Some(why))),
        SessionState::Absent => return Ok(Err(None)),
    };
    let config = &context.config;
    let Some(access_token) = rules::open_token(&config.sealer, &config.origin, token, &record) else {
        return Ok(Err(None));
    };
    jar.set_region(&token.id, record.region);
    Ok(Ok((record, access_token)))
}

/// The state of a session, from its object or from an end that could not be stored there.
async fn load_state(context: &RequestContext, token: &SessionToken) -> Result<SessionState, Problem> {
    if let Some(why) = isolate_state::with_unstored_ends(|unstored| unstored.end_reason(token)) {
        return Ok(SessionState::Ended(why));
    }
    let state = session_object::call_session_object(context, &token.account, &SessionCommand::Show(token.id)).await?;
    cache_record(&token.id, &state, context.now);
    Ok(state)
}

fn cache_record(id: &SessionId, state: &SessionState, now: Timestamp) {
    let record = if let SessionState::Open(record) = state { Some(record.clone()) } else { None };
    isolate_state::with_record_cache(|cache| cache.update(*id, record, now));
}

/// Seals the stored access token with the first key, if another one sealed it.
///
/// # Errors
///
/// If the session object fails.
pub(crate) async fn renew_record(
    context: &RequestContext,
    token: &SessionToken,
    record: &SessionRecord,
) -> Result<(), Problem> {
    let config = &context.config;
    let Some(renewed) =
        rules::reseal_record(&config.sealer, &config.origin, token, record, PlatformRandom.random_bytes())
    else {
        return Ok(());
    };
    let state =
        session_object::call_session_object(context, &token.account, &SessionCommand::Renew(token.id, renewed)).await?;
    cache_record(&token.id, &state, context.now);
    Ok(())
}
