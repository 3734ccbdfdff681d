//! Calls of the service's actors, each of which is a Durable Object.

use crate::edge::stub;
use crate::service::actor::place::{Message, Place, Turn};
use crate::service::respond::failure::read_turn;
use crate::service::store::bytes;
use worker::Env;

/// A place and a message as one body: the place's length, the place, the message.
fn pack(place: &Place, message: &Message) -> worker::Result<Vec<u8>> {
    let place = bytes::write(place).ok_or("a place that cannot be written")?;
    let length = u32::try_from(place.len()).unwrap_or(u32::MAX);
    Ok([&length.to_be_bytes(), place.as_slice(), message.encode().as_slice()].concat())
}

/// What [`pack`] made one body.
pub(super) fn unpack(body: &[u8]) -> Option<(Place, Message)> {
    let (length, rest) = body.split_first_chunk::<4>()?;
    let (place, message) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((bytes::read(place)?, Message::decode(message)?))
}

/// Sends a message to a place.
pub(crate) async fn visit(env: &Env, place: &Place, message: &Message) -> worker::Result<Turn> {
    let binding = match place {
        Place::Team(_) => "TEAM",
        Place::App(_) => "APP",
        // The reviews need no class of their own: what a place holds follows from the place.
        Place::Directory(_) | Place::Reviews => "DIRECTORY",
    };
    let answer = stub::call(env, binding, &place.name(), &pack(place, message)?).await?;
    Ok(read_turn(&answer, &message.request))
}
