//! Batches of reads at a team's object: one call of the platform for several messages.

use super::config::service_of;
use super::database::ActorDatabase;
use super::objects::{ActorObject, Delivery};
use crate::edge::sandbox::active_requests;
use crate::edge::stub::{self, WriteStatus};
use crate::edge::timer::sleep;
use crate::edge::{NOT_CONFIGURED, load_config, log_error};
use crate::service::Service;
use crate::service::actor::protocol::{ActorId, ActorReply, Message};
use crate::service::actor::read_batch::{BatchReplies, BatchWork, decode_batch};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::JsValue;

/// The reply to a message of a batch.
enum BatchedReply<'a> {
    Ready(ActorReply),
    /// It waits for another actor, while the next messages are handled.
    Pending(Pin<Box<dyn Future<Output = ActorReply> + 'a>>),
    SentBack,
}

impl ActorObject {
    /// Handles a batch, as the method that other objects call.
    pub(super) fn run_batch(self: &Rc<ActorObject>, batch: &Uint8Array) -> Promise {
        let (object, batch) = (Rc::clone(self), batch.to_vec());
        stub::run_method(async move { object.handle_batch(&batch).await })
    }

    async fn handle_batch(self: &Rc<ActorObject>, batch: &[u8]) -> worker::Result<JsValue> {
        // The sender sends each message alone, if the reply to it is missing.
        let Some((actor_id, messages)) = decode_batch(batch) else {
            return Ok(stub::reply_bytes(&[], WriteStatus::Nothing));
        };
        let config = load_config(&self.env).ok_or(NOT_CONFIGURED)?;
        let (service, sql) = (service_of(&config), ActorDatabase::from_state(&self.state));
        if crate::SANDBOX {
            active_requests::sync_state(&self.env).await;
        }
        let mut replies = Vec::new();
        let mut work = BatchWork::default();
        for bytes in messages {
            if work.is_enough() {
                replies.push(BatchedReply::SentBack);
                continue;
            }
            if work.should_yield() {
                // Not `yield_to_event_loop`: under load the rest of the batch would wait for all that arrive later.
                sleep(0).await;
            }
            let Some(message) = Message::decode(bytes, Vec::new()) else {
                replies.push(BatchedReply::SentBack);
                continue;
            };
            let hits = self.memory.read_cache.borrow().hits();
            let reply = self.begin_reply(&service, &actor_id, message, &sql).await.unwrap_or_else(|error| {
                log_error("a read of a batch failed", &error);
                BatchedReply::SentBack
            });
            match &reply {
                BatchedReply::Ready(ActorReply::Forward { .. }) => work.note_long(),
                BatchedReply::Ready(reply) => {
                    work.note(reply.body().len(), self.memory.read_cache.borrow().hits() > hits);
                }
                BatchedReply::Pending(_) | BatchedReply::SentBack => {}
            }
            replies.push(reply);
        }
        let mut encoded = BatchReplies::default();
        for reply in replies {
            match reply {
                BatchedReply::Ready(reply) => encoded.add(&reply.encode(), reply.body()),
                BatchedReply::Pending(future) => {
                    let reply = future.await;
                    encoded.add(&reply.encode(), reply.body());
                }
                BatchedReply::SentBack => encoded.send_back(),
            }
        }
        if self.opened.get() {
            self.finish(&service, &actor_id, &sql).await;
        }
        Ok(stub::reply_with_body(&encoded.heads, &encoded.bodies, sql.take_write_status()))
    }

    /// Begins the reply to a message.
    async fn begin_reply<'a>(
        &'a self,
        service: &'a Service,
        actor_id: &'a ActorId,
        message: Message,
        sql: &'a ActorDatabase,
    ) -> worker::Result<BatchedReply<'a>> {
        let database = self.open_existing(service, actor_id, &message, sql).await?;
        let mut reply = Box::pin(self.reply_to(service, actor_id, message, Delivery::InBatch, database));
        Ok(match poll_fn(|context| Poll::Ready(reply.as_mut().poll(context))).await {
            Poll::Ready(reply) => BatchedReply::Ready(reply),
            Poll::Pending => BatchedReply::Pending(reply),
        })
    }
}
