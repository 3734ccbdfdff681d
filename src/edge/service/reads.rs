//! Reads of the API: sent together with others, and with the tag of a copy of the response.

use super::{actors, read_queue};
use crate::edge::RequestContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Message};
use crate::service::actor::response_copies::{ConditionalRead, ResponseCopies};
use crate::service::store::lru_cache::LruCache;
use std::cell::RefCell;
use worker::js_sys::Uint8Array;

/// Bytes of all places of long reads: about a hundred places.
const LONG_READS_BYTES_MAX: usize = 64_000;

thread_local! {
    static COPIES: RefCell<ResponseCopies<Uint8Array>> = RefCell::default();
    /// Places, which are team and path, of reads that were sent back from a batch: the next ones are sent alone at
    /// once.
    static LONG_READS: RefCell<LruCache<()>> = RefCell::new(LruCache::new(LONG_READS_BYTES_MAX));
}

/// Whether a message is a read of the API.
pub(super) fn is_read(message: &Message) -> bool {
    let is_read = matches!(message.request.method.as_str(), "GET" | "HEAD") && message.request.body.is_empty();
    is_read && matches!(message.command, Command::RunCall(_))
}

/// Sends a read to a team. Returns its reply, and the body of a response.
///
/// # Errors
///
/// If the team's object fails.
pub(super) async fn send_read(
    context: &RequestContext,
    actor_id: &ActorId,
    mut message: Message,
) -> worker::Result<(ActorReply, Option<Uint8Array>)> {
    let read = COPIES.with_borrow_mut(|copies| copies.make_conditional(&mut message));
    let place = [actor_id.database_name().as_str(), &message.request.path].join(" ");
    let is_long = !read.as_ref().is_some_and(ConditionalRead::has_copy)
        && LONG_READS.with_borrow_mut(|places| places.find(&place).is_some());
    let mut sent = match is_long {
        true => None,
        false => read_queue::send_in_batch(context, actor_id, &message).await,
    };
    if let Some((ActorReply::Forward { message: again, .. }, _)) = sent {
        LONG_READS.with_borrow_mut(|places| places.insert(place, (), 0));
        message = *again;
        sent = None;
    }
    let (mut reply, body) = match sent {
        Some(sent) => sent,
        None => actors::send_message(&context.env, actor_id, &message).await?,
    };
    let (ActorReply::RespondCounted(response, _), Some(read)) = (&mut reply, read) else {
        return Ok((reply, Some(body)));
    };
    let bytes = body.length() as usize;
    let body = (bytes > 0).then_some((body, bytes));
    let body = COPIES.with_borrow_mut(|copies| copies.complete(read, response, body));
    Ok((reply, body))
}
