//! Calls of the service's actors, each of which is a Durable Object.

use crate::edge::stub;
use crate::service::actor::protocol::{ActorId, ActorReply, Message};
use crate::service::respond::error_response::decode_reply;
use crate::service::store::codec;
use worker::Env;

/// A place and a message as one body: the place's length, the place, the message.
fn encode_call(place: &ActorId, message: &Message) -> worker::Result<Vec<u8>> {
    let place = codec::encode(place).ok_or("a place that cannot be written")?;
    let length = u32::try_from(place.len()).unwrap_or(u32::MAX);
    Ok([&length.to_be_bytes(), place.as_slice(), message.encode().as_slice()].concat())
}

/// What [`encode_call`] made one body.
pub(super) fn decode_call(body: &[u8]) -> Option<(ActorId, Message)> {
    let (length, rest) = body.split_first_chunk::<4>()?;
    let (place, message) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((codec::decode(place)?, Message::decode(message)?))
}

/// Sends a message to a place.
pub(crate) async fn call_actor(env: &Env, place: &ActorId, message: &Message) -> worker::Result<ActorReply> {
    let binding = match place {
        ActorId::Team(_) => "TEAM",
        ActorId::App(_) => "APP",
        // The reviews need no class of their own: what a place holds follows from the place.
        ActorId::Directory(_) | ActorId::Reviews => "DIRECTORY",
    };
    let answer = stub::call_object(env, binding, &place.database_name(), &encode_call(place, message)?).await?;
    Ok(decode_reply(&answer, &message.request))
}
