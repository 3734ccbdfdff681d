//! Calls of the service's actors, each of which is a Durable Object.

use crate::edge::stub;
use crate::service::actor::protocol::{ActorId, ActorReply, Message};
use crate::service::respond::error_response::decode_reply;
use crate::service::store::codec;
use worker::Env;

/// An actor's id and a message as one body: the length of the id, the id, the message.
fn encode_call(actor_id: &ActorId, message: &Message) -> worker::Result<Vec<u8>> {
    let actor_id = codec::encode(actor_id).ok_or("unencodable actor id")?;
    let length = u32::try_from(actor_id.len()).unwrap_or(u32::MAX);
    Ok([&length.to_be_bytes(), actor_id.as_slice(), message.encode().as_slice()].concat())
}

/// The parts of a body of [`encode_call`].
pub(super) fn decode_call(body: &[u8]) -> Option<(ActorId, Message)> {
    let (length, rest) = body.split_first_chunk::<4>()?;
    let (actor_id, message) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((codec::decode(actor_id)?, Message::decode(message)?))
}

/// Sends a message to an actor. Returns its reply.
///
/// # Errors
///
/// If the id cannot be encoded, or the actor's object fails.
pub(crate) async fn call_actor(env: &Env, actor_id: &ActorId, message: &Message) -> worker::Result<ActorReply> {
    let binding = match actor_id {
        ActorId::Team(_) => "TEAM",
        ActorId::App(_) => "APP",
        // The list of reviews shares a class: an actor's schema follows from its id, not from the class.
        ActorId::Directory(_) | ActorId::Reviews => "DIRECTORY",
    };
    let reply = stub::call_object(env, binding, &actor_id.database_name(), &encode_call(actor_id, message)?).await?;
    Ok(decode_reply(&reply, &message.request))
}
