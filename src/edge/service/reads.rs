//! Reads of the API: sent together with others, and asked with the tag of a copy.

use super::{actors, read_queue};
use crate::edge::RequestContext;
use crate::service::actor::answer_copies::{AnswerCopies, AskedAnswer};
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Message};
use std::cell::RefCell;
use std::collections::VecDeque;
use worker::js_sys::Uint8Array;

/// Teams and paths whose reads are known to be long.
const LONG_READS_MAX: usize = 64;

thread_local! {
    static COPIES: RefCell<AnswerCopies<Uint8Array>> = RefCell::default();
    /// Teams and paths of reads that were sent back from a batch: the next ones are sent alone at once.
    static LONG_READS: RefCell<VecDeque<String>> = const { RefCell::new(VecDeque::new()) };
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
    let asked = COPIES.with_borrow_mut(|copies| copies.ask(&mut message));
    let place = [actor_id.database_name().as_str(), &message.request.path].join(" ");
    let is_long =
        !asked.as_ref().is_some_and(AskedAnswer::has_copy) && LONG_READS.with_borrow(|places| places.contains(&place));
    let mut sent = match is_long {
        true => None,
        false => read_queue::send_in_batch(context, actor_id, &message).await,
    };
    if let Some((ActorReply::Forward { message: again, .. }, _)) = sent {
        LONG_READS.with_borrow_mut(|places| {
            if !places.contains(&place) {
                places.truncate(LONG_READS_MAX - 1);
                places.push_front(place);
            }
        });
        message = *again;
        sent = None;
    }
    let (mut reply, body) = match sent {
        Some(sent) => sent,
        None => actors::send_message(&context.env, actor_id, &message).await?,
    };
    let (ActorReply::RespondCounted(response, _), Some(asked)) = (&mut reply, asked) else {
        return Ok((reply, Some(body)));
    };
    let bytes = body.length() as usize;
    let body = (bytes > 0).then_some((body, bytes));
    let body = COPIES.with_borrow_mut(|copies| copies.complete(asked, response, body));
    Ok((reply, body))
}
