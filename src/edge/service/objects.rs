//! The code that the service's Durable Object classes share. Each object is one actor, which handles messages and returns
//! replies.

use super::actors::{ActorCall, decode_call};
use super::config::service_of;
use super::database::ActorDatabase;
use super::permit_flights::PermitFlights;
use super::task_runner;
use super::write_batch::WriteBatch;
use crate::edge::hooks;
use crate::edge::sandbox::active_requests;
use crate::edge::stub::{self, WriteStatus};
use crate::edge::timer::{sleep, waiter};
use crate::edge::{PlatformRandom, load_config, log_error, now};
use crate::service::Service;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::memory::ActorMemory;
use crate::service::actor::protocol::{ActorId, ActorReply, Message};
use crate::service::may_delete_actor;
use crate::service::sandbox::SandboxStep;
use crate::service::store::absent_database::AbsentDatabase;
use crate::service::store::effects::Effects;
use crate::service::store::external::{ExternalCall, ExternalResult};
use crate::service::store::sql::Sql;
use crate::wire::dates::{MINUTE, Timestamp};
use crate::wire::http::Response as Answer;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use worker::js_sys::{Function, Promise, Uint8Array};
use worker::wasm_bindgen::JsValue;
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// An object of any of the classes.
pub(super) struct ActorObject {
    state: State,
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
    opened: Cell<bool>,
    /// The number of the last write before this isolate looked for the actor's next job; `None` before that.
    knows_jobs: Cell<Option<u64>>,
    /// The time of the alarm, as far as this isolate knows.
    alarm: Cell<Option<Timestamp>>,
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

    /// Runs the alarm, as the method that the platform calls.
    pub(super) fn run_alarm(self: &Rc<ActorObject>) -> Promise {
        let object = Rc::clone(self);
        stub::run_method(async move {
            object.handle_alarm().await?;
            Ok(JsValue::UNDEFINED)
        })
    }

    async fn handle_message(self: &Rc<ActorObject>, message: &[u8], body: Vec<u8>) -> worker::Result<JsValue> {
        let Some(ActorCall { actor_id, message, others }) = decode_call(message, body) else {
            return Ok(stub::reply_bytes(&ActorReply::version_mismatch(), WriteStatus::Nothing));
        };
        self.batch.join(others).await;
        let config = load_config(&self.env).ok_or("not configured")?;
        let (service, sql) = (service_of(&config), ActorDatabase::from_state(&self.state));
        let step: Option<SandboxStep> = if crate::SANDBOX { message.command.decode_step() } else { None };
        if step == Some(SandboxStep::Clear) {
            self.clear_actor(&sql).await?;
            let done = ActorReply::from(Answer::empty(204));
            return Ok(stub::reply_bytes(&done.encode(), sql.take_write_status()));
        }
        // After `Clear`, which is part of the reset that other requests wait for here.
        if crate::SANDBOX {
            active_requests::sync_state(&self.env).await;
        }
        // Made-up ids must not create databases.
        if !self.opened.get() && !service.actor_exists(&actor_id, &message.command, &sql).map_err(|error| error.0)? {
            let reply = self.reply_to(&service, &actor_id, message, &AbsentDatabase).await;
            return Ok(stub::reply_with_body(&reply.encode(), reply.body(), WriteStatus::Nothing));
        }
        self.open_actor(&service, &actor_id, &sql).await?;
        let has_moved = matches!(step, Some(SandboxStep::Moved(_)));
        let may_delete = may_delete_actor(&message.command);
        let reply = self.reply_to(&service, &actor_id, message, &sql).await;
        if has_moved {
            self.handle_alarm().await?;
        }
        match may_delete {
            true => self.clear_or_schedule(&service, &actor_id, &sql).await?,
            false if self.knows_jobs.get().is_some_and(|since| !self.memory.has_written_jobs(since)) => {}
            false => self.schedule_alarm(&service, &actor_id, &sql).await?,
        }
        self.return_idle_leases(&actor_id);
        Ok(stub::reply_with_body(&reply.encode(), reply.body(), sql.take_write_status()))
    }

    /// The reply to a message, after the calls to other actors that it needs.
    async fn reply_to(&self, service: &Service, actor_id: &ActorId, mut message: Message, sql: &dyn Sql) -> ActorReply {
        let chunks = ChunkedWork::default();
        let mut reply = self.run_chunks(service, actor_id, &message, &chunks, sql).await;
        for _ in 0..ACTOR_CALLS_MAX {
            let ActorReply::Fetch { call, .. } = &reply else { break };
            let result = match call {
                ExternalCall::RequestPermit(request) => self.request_permit(request).await,
                ExternalCall::RecallLeases(recall) => Some(ExternalResult::Recalled(self.recall_leases(recall).await)),
                ExternalCall::SendRequest(_) | ExternalCall::DerivePassword(_) => break,
            };
            message.results.extend(result.map(|result| (call.clone(), result)));
            reply = self.run_chunks(service, actor_id, &message, &chunks, sql).await;
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

    async fn open_actor(&self, service: &Service, actor_id: &ActorId, sql: &ActorDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            hooks::actor_opened(&self.env, actor_id).await?;
            service.open_actor(actor_id, now(), sql).map_err(|error| error.0)?;
            self.opened.set(true);
        }
        Ok(())
    }

    /// Deletes the database of an obsolete actor, or sets the alarm.
    async fn clear_or_schedule(
        &self,
        service: &Service,
        actor_id: &ActorId,
        sql: &ActorDatabase,
    ) -> worker::Result<()> {
        match service.is_obsolete(actor_id, sql).map_err(|error| error.0)? {
            true => self.clear_actor(sql).await,
            false => self.schedule_alarm(service, actor_id, sql).await,
        }
    }

    async fn clear_actor(&self, sql: &ActorDatabase) -> worker::Result<()> {
        self.opened.set(false);
        self.knows_jobs.set(None);
        self.alarm.set(None);
        self.memory.clear();
        sql.delete_data().await
    }

    /// Sets the alarm for the actor's next job. An alarm that is too early does no harm.
    async fn schedule_alarm(&self, service: &Service, actor_id: &ActorId, sql: &ActorDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            return Ok(());
        }
        let since = self.memory.generations.now();
        let next = service.next_job_time(actor_id, sql).map_err(|error| error.0)?;
        if let Some(next) = next.filter(|next| self.alarm.get() != Some(*next)) {
            sql.set_alarm(next).await?;
            self.alarm.set(Some(next));
        }
        // After the alarm: one that was not set is tried again with the next message.
        self.knows_jobs.set(Some(since));
        Ok(())
    }

    /// Runs the jobs that are due. The platform abandons an alarm that fails too often, so this one never fails for a job.
    async fn handle_alarm(&self) -> worker::Result<()> {
        self.alarm.set(None);
        if let Err(error) = self.run_due_jobs().await {
            log_error("alarm failed", &error);
            ActorDatabase::from_state(&self.state).set_alarm(now().saturating_add(MINUTE)).await?;
        }
        Ok(())
    }

    async fn run_due_jobs(&self) -> worker::Result<()> {
        let _active = active_requests::begin_request(&self.env).await;
        let config = load_config(&self.env).ok_or("not configured")?;
        let (service, sql) = (service_of(&config), ActorDatabase::from_state(&self.state));
        let Some(actor_id) = Service::stored_actor_id(&sql).map_err(|error| error.0)? else { return Ok(()) };
        self.open_actor(&service, &actor_id, &sql).await?;
        task_runner::run_due_tasks(&self.env, &service, &actor_id, &self.memory, &sql).await?;
        self.clear_or_schedule(&service, &actor_id, &sql).await
    }
}
