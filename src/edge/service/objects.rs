//! The code that the service's Durable Object classes share. Each object is one actor, which handles messages and
//! returns replies.

use super::actors::{ActorCall, decode_call};
use super::config::service_of;
use super::database::ActorDatabase;
use super::permit_flights::PermitFlights;
use super::write_batch::WriteBatch;
use crate::edge::clock::platform_time;
use crate::edge::hooks;
use crate::edge::sandbox::active_requests;
use crate::edge::stub::{self, WriteStatus};
use crate::edge::timer::{sleep, waiter};
use crate::edge::{NOT_CONFIGURED, PlatformRandom, load_config, log_error, now};
use crate::service::Service;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::memory::ActorMemory;
use crate::service::actor::protocol::{ActorId, ActorReply, Message};
use crate::service::environment::external::{ExternalCall, ExternalResult};
use crate::service::may_delete_actor;
use crate::service::sandbox::SandboxStep;
use crate::service::store::absent_database::AbsentDatabase;
use crate::service::store::effects::Effects;
use crate::service::store::sql::Sql;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use worker::js_sys::{Function, Promise, Uint8Array};
use worker::wasm_bindgen::JsValue;
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// An object of any of the classes.
pub(super) struct ActorObject {
    pub(super) state: State,
    pub(super) env: Env,
    /// What the actor has in memory.
    pub(super) memory: ActorMemory,
    /// The writes that wait for each other.
    batch: WriteBatch,
    /// The requests for leases.
    pub(super) permit_flights: PermitFlights,
    /// Whether a task waits to return leases that are not used.
    pub(super) returns_leases: Cell<bool>,
    /// Whether this isolate has opened the actor's database.
    pub(super) opened: Cell<bool>,
    /// The number of the last write before this isolate looked for the actor's next job; `None` before that.
    pub(super) knows_jobs: Cell<Option<u64>>,
    /// The time of the alarm, as far as this isolate knows.
    pub(super) alarm: Cell<Option<Timestamp>>,
    /// How many messages are handled as chunked work.
    long_tasks: Cell<usize>,
    /// Functions that wake the messages that wait for one of these to end.
    waiting: RefCell<VecDeque<Function>>,
}

/// Messages that are handled as chunked work at the same time.
const LONG_MAX: usize = 4;

/// Milliseconds after which a waiting message checks by itself: the one that would wake it may have been dropped.
const WAIT_MAX_MS: u32 = 1_000;

/// Calls to other actors that one message makes at most. The limit ends a loop.
const ACTOR_CALLS_MAX: usize = 16;

/// Whether other messages wait for the reply to this one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Delivery {
    Alone,
    /// Chunked work is sent back, to be sent alone.
    InBatch,
}

/// A message that is handled as chunked work.
struct LongTask<'a>(&'a ActorObject);

impl Drop for LongTask<'_> {
    fn drop(&mut self) {
        self.0.long_tasks.set(self.0.long_tasks.get().saturating_sub(1));
        if let Some(wake) = self.0.waiting.borrow_mut().pop_front() {
            let _ = wake.call0(&JsValue::UNDEFINED);
        }
    }
}

impl ActorObject {
    pub(super) fn new(state: DurableObjectState, env: Env) -> Rc<ActorObject> {
        Rc::new(ActorObject {
            state: State::from(state),
            env,
            memory: ActorMemory::default(),
            batch: WriteBatch::default(),
            permit_flights: PermitFlights::default(),
            returns_leases: Cell::new(false),
            opened: Cell::new(false),
            knows_jobs: Cell::new(None),
            alarm: Cell::new(None),
            long_tasks: Cell::new(0),
            waiting: RefCell::default(),
        })
    }

    /// Handles a message with a body, as the method that other objects call.
    pub(super) fn run_message(self: &Rc<ActorObject>, message: &Uint8Array, body: &Uint8Array) -> Promise {
        let (object, message, body) = (Rc::clone(self), message.to_vec(), body.to_vec());
        stub::run_method(async move { object.handle_message(&message, body).await })
    }

    async fn handle_message(self: &Rc<ActorObject>, message: &[u8], body: Vec<u8>) -> worker::Result<JsValue> {
        let Some(ActorCall { actor_id, message, others }) = decode_call(message, body) else {
            return Ok(stub::reply_bytes(&ActorReply::version_mismatch(), WriteStatus::Nothing));
        };
        self.batch.join(others).await;
        let config = load_config(&self.env).ok_or(NOT_CONFIGURED)?;
        let (service, sql) = (service_of(&config), ActorDatabase::from_state(&self.state));
        let step: Option<SandboxStep> = if crate::SANDBOX { message.command.decode_step() } else { None };
        if step == Some(SandboxStep::Clear) {
            self.clear_actor(&sql).await?;
            let done = ActorReply::from(Response::empty(204));
            return Ok(stub::reply_bytes(&done.encode(), sql.take_write_status()));
        }
        // After `Clear`, which is part of the reset that other requests wait for here.
        if crate::SANDBOX {
            active_requests::sync_state(&self.env).await;
        }
        let database = self.open_existing(&service, &actor_id, &message, &sql).await?;
        let has_moved = matches!(step, Some(SandboxStep::Moved(_)));
        let may_delete = may_delete_actor(&message.command);
        let reply = self.reply_to(&service, &actor_id, message, Delivery::Alone, database).await;
        if self.opened.get() {
            if has_moved {
                self.handle_alarm().await?;
            }
            if may_delete {
                self.clear_or_schedule(&service, &actor_id, &sql).await?;
            }
            self.finish(&service, &actor_id, &sql).await;
        }
        Ok(stub::reply_with_body(&reply.encode(), reply.body(), sql.take_write_status()))
    }

    /// The database of a message's actor, opened. Made-up ids must not create databases.
    pub(super) async fn open_existing<'a>(
        &self,
        service: &Service,
        actor_id: &ActorId,
        message: &Message,
        sql: &'a ActorDatabase,
    ) -> worker::Result<&'a dyn Sql> {
        if !self.opened.get() && !service.actor_exists(actor_id, &message.command, sql).map_err(|error| error.0)? {
            return Ok(&AbsentDatabase);
        }
        self.open_actor(service, actor_id, sql).await?;
        Ok(sql)
    }

    /// The reply to a message, after the calls to other actors that it needs.
    pub(super) async fn reply_to(
        &self,
        service: &Service,
        actor_id: &ActorId,
        mut message: Message,
        delivery: Delivery,
        sql: &dyn Sql,
    ) -> ActorReply {
        let chunks = ChunkedWork::default();
        let mut reply = self.run_chunks(service, actor_id, &message, delivery, &chunks, sql).await;
        for _ in 0..ACTOR_CALLS_MAX {
            let ActorReply::Fetch { call, .. } = &reply else { break };
            let result = match call {
                ExternalCall::RequestPermit(request) => self.request_permit(request).await,
                ExternalCall::RecallLeases(recall) => Some(ExternalResult::Recalled(self.recall_leases(recall).await)),
                ExternalCall::SendRequest(_) | ExternalCall::DerivePassword(_) => break,
            };
            message.results.extend(result.map(|result| (call.clone(), result)));
            reply = self.run_chunks(service, actor_id, &message, delivery, &chunks, sql).await;
        }
        if let Some(recall) = self.memory.take_due_recall() {
            let recalled = self.recall_leases(&recall).await;
            if let Err(error) = Service::settle_leases(&recalled, sql) {
                log_error("recalled leases were not settled", &worker::Error::RustError(error.0));
            }
        }
        reply
    }

    /// The reply to a message. Chunked work lets other messages run between its chunks.
    async fn run_chunks(
        &self,
        service: &Service,
        actor_id: &ActorId,
        message: &Message,
        delivery: Delivery,
        chunks: &ChunkedWork,
        sql: &dyn Sql,
    ) -> ActorReply {
        let next_chunk = || {
            let effects = Effects { sql, now: now(), random: &PlatformRandom };
            service.handle_message(actor_id, message, &self.memory, chunks, effects)
        };
        if let Some(reply) = next_chunk() {
            return reply;
        }
        if delivery == Delivery::InBatch {
            return message.send_back(actor_id, chunks.permit());
        }
        let _long = self.begin_long_task().await;
        loop {
            // Only a timer lets the platform deliver other messages; an immediate wake would not.
            sleep(0).await;
            if let Some(reply) = next_chunk() {
                return reply;
            }
        }
    }

    /// Waits until few other messages are handled as chunked work, each of which holds its partial result in memory.
    async fn begin_long_task(&self) -> LongTask<'_> {
        while self.long_tasks.get() >= LONG_MAX {
            let (wake, woken) = waiter(WAIT_MAX_MS);
            self.waiting.borrow_mut().push_back(wake);
            woken.await;
        }
        self.long_tasks.set(self.long_tasks.get().saturating_add(1));
        LongTask(self)
    }

    pub(super) async fn open_actor(
        &self,
        service: &Service,
        actor_id: &ActorId,
        sql: &ActorDatabase,
    ) -> worker::Result<()> {
        if !self.opened.get() {
            hooks::actor_opened(&self.env, actor_id).await?;
            service.open_actor(actor_id, now(), platform_time(), sql).map_err(|error| error.0)?;
            self.opened.set(true);
        }
        Ok(())
    }

    pub(super) async fn clear_actor(&self, sql: &ActorDatabase) -> worker::Result<()> {
        self.opened.set(false);
        self.knows_jobs.set(None);
        self.alarm.set(None);
        self.memory.clear();
        sql.delete_data().await
    }
}
