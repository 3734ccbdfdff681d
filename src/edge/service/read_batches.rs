//! Batches of reads at a team's object: one call of the platform for several messages.

use super::config::service_of;
use super::database::ActorDatabase;
use super::objects::{ActorObject, Delivery};
use crate::edge::load_config;
use crate::edge::sandbox::active_requests;
use crate::edge::stub::{self, WriteStatus};
use crate::service::actor::protocol::{ActorReply, Message};
use crate::service::actor::read_batch::{BatchReplies, decode_batch};
use crate::service::store::absent_database::AbsentDatabase;
use crate::service::store::sql::Sql;
use std::rc::Rc;
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::JsValue;

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
        let config = load_config(&self.env).ok_or("not configured")?;
        let (service, sql) = (service_of(&config), ActorDatabase::from_state(&self.state));
        if crate::SANDBOX {
            active_requests::sync_state(&self.env).await;
        }
        let mut replies = BatchReplies::default();
        let mut exists = false;
        for bytes in messages {
            if replies.is_full() {
                replies.send_back();
                continue;
            }
            let Some(message) = Message::decode(bytes, Vec::new()) else {
                replies.add(&ActorReply::version_mismatch(), &[]);
                continue;
            };
            exists = exists || self.exists(&service, &actor_id, &message, &sql)?;
            if exists {
                self.open_actor(&service, &actor_id, &sql).await?;
            }
            let database: &dyn Sql = if exists { &sql } else { &AbsentDatabase };
            let reply = self.reply_to(&service, &actor_id, message, Delivery::InBatch, database).await;
            replies.add(&reply.encode(), reply.body());
        }
        if exists {
            self.finish(&service, &actor_id, &sql).await?;
        }
        Ok(stub::reply_with_body(&replies.heads, &replies.bodies, sql.take_write_status()))
    }
}
