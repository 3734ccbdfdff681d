//! Calls of the service's actors, each of which is a Durable Object.

use super::write_batch::WriteUnderWay;
use crate::edge::hooks;
use crate::edge::isolate_state;
use crate::edge::stub;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Message};
use crate::service::actor::read_batch::{BatchReplies, encode_batch};
use crate::service::environment::codec;
use crate::service::jobs::task::blank_request;
use crate::service::respond::error_response::decode_reply;
use crate::wire::http::Response;
use worker::Env;
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// A stub of a team's object.
    type TeamStub;
    #[wasm_bindgen(structural, method, catch, js_name = handleBatch)]
    fn handle_batch(this: &TeamStub, batch: &Uint8Array) -> Result<Promise, JsValue>;
}

/// A call of an actor.
pub(super) struct ActorCall {
    pub(super) actor_id: ActorId,
    pub(super) message: Message,
    /// Other writes that the caller has sent to the actor at the same time.
    pub(super) others: u32,
}

/// A call as bytes: the number of other writes, the length of the actor's id, the id, the message.
fn encode_call(actor_id: &ActorId, message: &Message, others: u32) -> worker::Result<Vec<u8>> {
    let actor_id = codec::encode(actor_id).ok_or("unencodable actor id")?;
    let length = u32::try_from(actor_id.len()).unwrap_or(u32::MAX);
    Ok([&others.to_be_bytes(), length.to_be_bytes().as_slice(), &actor_id, &message.encode()].concat())
}

/// The call of [`encode_call`], with the body of the message.
pub(super) fn decode_call(bytes: &[u8], body: Vec<u8>) -> Option<ActorCall> {
    let (others, rest) = bytes.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (actor_id, message) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    let (actor_id, message) = (codec::decode(actor_id)?, Message::decode(message, body)?);
    Some(ActorCall { actor_id, message, others: u32::from_be_bytes(*others) })
}

/// Sends a message to an actor. Returns its reply; the body of a response is apart from it, in the platform's memory.
///
/// # Errors
///
/// If the id cannot be encoded, or the actor's object fails.
pub(super) async fn send_message(
    env: &Env,
    actor_id: &ActorId,
    message: &Message,
) -> worker::Result<(ActorReply, Uint8Array)> {
    let binding = match actor_id {
        ActorId::Team(_) => "TEAM",
        ActorId::App(_) => "APP",
        // The list of reviews shares a class: an actor's schema follows from its id, not from the class.
        ActorId::Directory(_) | ActorId::Reviews => "DIRECTORY",
    };
    hooks::actor_called();
    let name = actor_id.database_name();
    let write = WriteUnderWay::begin(&name, &message.request);
    let call = encode_call(actor_id, message, write.as_ref().map_or(0, |write| write.others))?;
    let (head, body) = stub::call_object_with_body(env, binding, &name, &call, &message.request.body).await?;
    Ok((decode_reply_to(message, &head, &body), body))
}

/// The reply to a message from its head and body.
pub(super) fn decode_reply_to(message: &Message, head: &[u8], body: &Uint8Array) -> ActorReply {
    decode_reply(head, &message.request).with_request_body(|| body.to_vec())
}

/// Sends encoded messages without bodies to a team in one call. Returns the heads and bodies of the replies; `None`
/// stands for a message that was sent back.
///
/// # Errors
///
/// As for [`send_message`].
pub(super) async fn send_batch<'a>(
    env: &Env,
    actor_id: &ActorId,
    name: &str,
    messages: impl Iterator<Item = &'a [u8]>,
) -> worker::Result<Vec<Option<(Vec<u8>, Uint8Array)>>> {
    hooks::actor_called();
    let batch = encode_batch(actor_id, messages).ok_or("unencodable actor id")?;
    let team: TeamStub = stub::stub_of(env, "TEAM", name)?.unchecked_into();
    // A failure says nothing about the disk: each message is sent alone then.
    let parts = stub::reply_parts(team.handle_batch(&Uint8Array::from(batch.as_slice()))).await?;
    if parts.get(2).is_truthy() {
        isolate_state::set_storing(true);
    }
    let (heads, bodies) = stub::read_parts(&parts)?;
    let body_at = |[start, end]: [usize; 2]| {
        let index = |at| u32::try_from(at).unwrap_or(u32::MAX);
        bodies.slice(index(start), index(end))
    };
    let replies = BatchReplies::decode_heads(&heads).into_iter();
    Ok(replies.map(|(head, body)| Some((head?.to_vec(), body_at(body)))).collect())
}

/// Sends a message to an actor. Returns its reply, with the whole body of a response.
///
/// # Errors
///
/// As for [`send_message`].
pub(crate) async fn call_actor(env: &Env, actor_id: &ActorId, message: &Message) -> worker::Result<ActorReply> {
    Ok(match send_message(env, actor_id, message).await? {
        (ActorReply::Respond(response), body) if body.length() > 0 => {
            ActorReply::Respond(Response { body: body.to_vec(), ..response })
        }
        (reply, _) => reply,
    })
}

/// Sends a command that no client caused to an actor. Returns its reply.
///
/// # Errors
///
/// As for [`send_message`].
pub(super) async fn send_command(env: &Env, actor_id: &ActorId, command: Command) -> worker::Result<ActorReply> {
    call_actor(env, actor_id, &Message::new(blank_request(String::new(), Vec::new()), command)).await
}
