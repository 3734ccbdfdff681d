//! New sessions: of a sign-in, and of an agent that a user connects.

use super::objects::session as session_object;
use super::sandbox::object;
use super::session_ends::store_ends;
use super::{PlatformRandom, RequestContext, isolate_state, now};
use crate::crypto::aead::Nonce;
use crate::gateway::exchange::TokenGrant;
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::session::{self as rules, SessionToken};
use crate::gateway::session_object::{SessionCommand, SessionState};

/// The random values of a new session. They are drawn before anything is awaited: a platform without randomness panics,
/// and a panic behind a call of an object leaves the request unanswered.
pub(crate) type SessionRandom = ([u8; rules::RANDOM_BYTES], Nonce);

/// Draws the random values of a new session.
pub(crate) fn draw_random() -> SessionRandom {
    (PlatformRandom.random_bytes(), PlatformRandom.random_bytes())
}

/// Begins a session with an access token, and stores its record.
///
/// # Errors
///
/// If the record cannot be stored.
pub(crate) async fn begin_session(
    context: &RequestContext,
    grant: &TokenGrant,
    (random, nonce): SessionRandom,
) -> Result<SessionToken, Problem> {
    let config = &context.config;
    let session = rules::begin_session(&config.sealer, &config.origin, &config.client_id, grant, now(), &random, nonce);
    let (token, record) = session.ok_or(Problem::Internal)?;
    object::register_session(&context.env, rules::object_name(&token.account))
        .await
        .map_err(|error| context.log_failure("session object failed", &error))?;
    // A stored end of all the account's sessions, if it came later, would end this one too.
    store_ends(context, isolate_state::with_unstored_ends(|unstored| unstored.ends_of_account(&token.account))).await?;
    let begun = SessionCommand::Begin(token.id, record);
    match session_object::call_session_object(context, &token.account, &begun).await? {
        SessionState::Open(_) => {
            isolate_state::count_event(Counter::SessionsBegun);
            Ok(token)
        }
        _ => Err(Problem::Internal),
    }
}
