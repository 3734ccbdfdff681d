//! The service's Durable Object classes. Each object is one actor, which handles messages and returns replies.

use super::actors::decode_call;
use super::config::build_service;
use super::database::ActorDatabase;
use super::task_runner;
use crate::edge::hooks;
use crate::edge::sandbox::active_requests;
use crate::edge::stub::{self, WriteStatus};
use crate::edge::timer::{sleep, waiter};
use crate::edge::{PlatformRandom, load_config, log_error, now};
use crate::service::Service;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::protocol::{ActorId, ActorReply, Message};
use crate::service::may_delete_actor;
use crate::service::sandbox::SandboxStep;
use crate::service::store::absent_database::AbsentDatabase;
use crate::service::store::sql::Sql;
use crate::wire::dates::{MINUTE, Timestamp};
use crate::wire::http::Response as Answer;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use worker::js_sys::Function;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// The code that the three classes share.
struct ActorObject {
    state: State,
    env: Env,
    /// Whether this isolate has opened the actor's database.
    opened: Cell<bool>,
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
    fn new(state: State, env: Env) -> ActorObject {
        ActorObject {
            state,
            env,
            opened: Cell::new(false),
            alarm: Cell::new(None),
            long_tasks: Cell::new(0),
            waiting: RefCell::default(),
        }
    }

    async fn handle_message(&self, request: Request) -> worker::Result<Response> {
        let body = stub::read_request(&request).await?;
        let Some((actor_id, message)) = decode_call(&body) else {
            return stub::respond_bytes(&ActorReply::version_mismatch(), WriteStatus::Nothing);
        };
        let config = load_config(&self.env).ok_or("not configured")?;
        let (service, sql) = (build_service(&config), ActorDatabase::from_state(&self.state));
        let step: Option<SandboxStep> = if crate::SANDBOX { message.command.decode_step() } else { None };
        if step == Some(SandboxStep::Clear) {
            self.clear_actor(&sql).await?;
            return stub::respond_bytes(&ActorReply::from(Answer::empty(204)).encode(), sql.take_write_status());
        }
        // After `Clear`, which is part of the reset that other requests wait for here.
        active_requests::sync_state(&self.env).await;
        // Made-up ids must not create databases.
        if !self.opened.get() && !service.actor_exists(&actor_id, &message.command, &sql).map_err(|error| error.0)? {
            let reply = self.run_message(&service, &actor_id, &message, &AbsentDatabase).await;
            return stub::respond_bytes(&reply.encode(), WriteStatus::Nothing);
        }
        self.open_actor(&service, &actor_id, &sql).await?;
        let has_moved = matches!(step, Some(SandboxStep::Moved(_)));
        let reply = self.run_message(&service, &actor_id, &message, &sql).await;
        if has_moved {
            self.handle_alarm().await?;
        }
        match may_delete_actor(&message.command) {
            true => self.clear_or_schedule(&service, &actor_id, &sql).await?,
            false => self.schedule_alarm(&service, &actor_id, &sql).await?,
        }
        stub::respond_bytes(&reply.encode(), sql.take_write_status())
    }

    /// The reply to a message. Chunked work lets other messages run between its chunks.
    async fn run_message(&self, service: &Service, actor_id: &ActorId, message: &Message, sql: &dyn Sql) -> ActorReply {
        let chunks = ChunkedWork::default();
        let next_chunk = || service.handle_message(actor_id, message, &chunks, now(), &PlatformRandom, sql);
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
        self.alarm.set(None);
        sql.delete_data().await
    }

    /// Sets the alarm for the actor's next job. An alarm that is too early does no harm.
    async fn schedule_alarm(&self, service: &Service, actor_id: &ActorId, sql: &ActorDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            return Ok(());
        }
        let Some(next) = service.next_job_time(actor_id, sql).map_err(|error| error.0)? else { return Ok(()) };
        if self.alarm.get() != Some(next) {
            sql.set_alarm(next).await?;
            self.alarm.set(Some(next));
        }
        Ok(())
    }

    /// Runs the jobs that are due. The platform abandons an alarm that fails too often, so this one never fails for a job.
    async fn handle_alarm(&self) -> worker::Result<Response> {
        self.alarm.set(None);
        if let Err(error) = self.run_alarm().await {
            log_error("alarm failed", &error);
            ActorDatabase::from_state(&self.state).set_alarm(now().saturating_add(MINUTE)).await?;
        }
        stub::respond_bytes(&[], WriteStatus::Nothing)
    }

    async fn run_alarm(&self) -> worker::Result<()> {
        let _active = active_requests::begin_request(&self.env).await;
        let config = load_config(&self.env).ok_or("not configured")?;
        let (service, sql) = (build_service(&config), ActorDatabase::from_state(&self.state));
        let Some(actor_id) = Service::stored_actor_id(&sql).map_err(|error| error.0)? else { return Ok(()) };
        self.open_actor(&service, &actor_id, &sql).await?;
        task_runner::run_due_tasks(&self.env, &service, &actor_id, &sql).await?;
        self.clear_or_schedule(&service, &actor_id, &sql).await
    }
}

/// A team, or an account without one.
#[durable_object(alarm)]
pub struct Team(ActorObject);

impl DurableObject for Team {
    fn new(state: State, env: Env) -> Team {
        Team(ActorObject::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.handle_message(request).await
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.0.handle_alarm().await
    }
}

/// An app.
#[durable_object(alarm)]
pub struct App(ActorObject);

impl DurableObject for App {
    fn new(state: State, env: Env) -> App {
        App(ActorObject::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.handle_message(request).await
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.0.handle_alarm().await
    }
}

/// A shard of the directory.
#[durable_object(fetch)]
pub struct Directory(ActorObject);

impl DurableObject for Directory {
    fn new(state: State, env: Env) -> Directory {
        Directory(ActorObject::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.handle_message(request).await
    }
}
