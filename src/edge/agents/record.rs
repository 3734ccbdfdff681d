//! Calls the record of an account's agents, and ends their sessions.

use crate::edge::objects::records::call_records_object;
use crate::edge::{RequestContext, isolate_state, session_ends};
use crate::gateway::agents::codec::FromValue as _;
use crate::gateway::agents::connections::{AgentsCommand, AgentsReply, Connection, object_name};
use crate::gateway::agents::value::{ToValue as _, Value};
use crate::gateway::problem::Problem;
use crate::gateway::records::RecordsCommand;
use crate::gateway::session::{AccountName, SessionId};
use crate::gateway::session_object::SessionCommand;
use crate::spec::gateway::SessionEnd;
use crate::wire::text::hex_digit_value;

/// Sends a command to the record of an account, which is named by its public id.
///
/// # Errors
///
/// If the object fails.
pub(super) async fn call_record(
    context: &RequestContext,
    account: &str,
    command: &AgentsCommand,
) -> Result<AgentsReply, Problem> {
    let body = command.to_value().to_json().into_bytes();
    let reply = call_records_object(context, &object_name(account), &RecordsCommand::Agents, &body).await;
    let reply = reply.map_err(|(problem, _)| problem)?;
    Value::parse(&reply).ok().as_ref().and_then(AgentsReply::from_value).ok_or(Problem::Internal)
}

/// Ends the session of a connection, so that its tokens are of no use.
///
/// # Errors
///
/// If the end can neither be stored nor remembered.
pub(super) async fn end_connection(context: &RequestContext, connection: &Connection) -> Result<(), Problem> {
    let (Some(account), Some(id)) = (read_id(&connection.account), read_id(&connection.id)) else {
        return Err(Problem::Internal);
    };
    end_session(context, account, id).await
}

/// Ends the session of a connection by the ids in its tokens. It can be repeated.
///
/// # Errors
///
/// If the end can neither be stored nor remembered.
pub(super) async fn end_session(context: &RequestContext, account: AccountName, id: SessionId) -> Result<(), Problem> {
    session_ends::end_at_account(context, account, SessionCommand::End(id, SessionEnd::SignedOut)).await?;
    isolate_state::with_record_cache(|cache| cache.update(id, None, context.now));
    Ok(())
}

/// The bytes of an id in hexadecimal digits.
pub(super) fn read_id(text: &str) -> Option<[u8; 16]> {
    let digits: Vec<u8> = text.bytes().map(hex_digit_value).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes: Vec<u8> = pairs.iter().map(|[high, low]| (high << 4) | low).collect();
    bytes.first_chunk().copied().filter(|_| rest.is_empty() && bytes.len() == 16)
}
