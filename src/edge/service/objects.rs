//! The service's Durable Object classes: each is one place, visited with a message and answered with a turn.

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

/// What the three classes have in common.
struct ActorObject {
    state: State,
    env: Env,
    opened: Cell<bool>,
    /// For when the alarm is set, as far as this isolate knows.
    alarm: Cell<Option<Timestamp>>,
    /// How many visits take several pieces of work.
    long_tasks: Cell<usize>,
    /// What wakes those that wait for one of these to end.
    waiting: RefCell<VecDeque<Function>>,
}

/// Visits that may take several pieces of work at the same time.
const LONG_MAX: usize = 4;

/// Milliseconds after which one that waits looks by itself.
const WAIT_MAX_MS: u32 = 1_000;

/// A visit that takes several pieces of work.
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
        let Some((place, message)) = decode_call(&body) else {
            return stub::respond_bytes(&ActorReply::version_mismatch(), WriteStatus::Nothing);
        };
        let config = load_config(&self.env).ok_or("not configured")?;
        let (service, sql) = (build_service(&config), ActorDatabase::from_state(&self.state));
        let asked: Option<SandboxStep> = if crate::SANDBOX { message.command.decode_step() } else { None };
        if asked == Some(SandboxStep::Clear) {
            self.clear_actor(&sql).await?;
            return stub::respond_bytes(&ActorReply::from(Answer::empty(204)).encode(), sql.take_write_status());
        }
        active_requests::sync_state(&self.env).await;
        if !self.opened.get() && !service.actor_exists(&place, &message.command, &sql).map_err(|error| error.0)? {
            let turn = self.run_message(&service, &place, &message, &AbsentDatabase).await;
            return stub::respond_bytes(&turn.encode(), WriteStatus::Nothing);
        }
        self.open_actor(&service, &place, &sql).await?;
        let has_moved = matches!(asked, Some(SandboxStep::Moved(_)));
        let turn = self.run_message(&service, &place, &message, &sql).await;
        if has_moved {
            self.handle_alarm().await?;
        }
        match may_delete_actor(&message.command) {
            true => self.clear_or_schedule(&service, &place, &sql).await?,
            false => self.schedule_alarm(&service, &place, &sql).await?,
        }
        stub::respond_bytes(&turn.encode(), sql.take_write_status())
    }

    /// The end of a visit, which may take several pieces of work: others have their turn between them.
    async fn run_message(&self, service: &Service, place: &ActorId, message: &Message, sql: &dyn Sql) -> ActorReply {
        let pieces = ChunkedWork::default();
        let visit = || service.handle_message(place, message, &pieces, now(), &PlatformRandom, sql);
        if let Some(turn) = visit() {
            return turn;
        }
        let _long = self.begin_long_task().await;
        loop {
            sleep(0).await;
            if let Some(turn) = visit() {
                return turn;
            }
        }
    }

    /// Waits until few other visits take several pieces: what all of them have so far is in memory.
    async fn begin_long_task(&self) -> LongTask<'_> {
        while self.long_tasks.get() >= LONG_MAX {
            let (wake, woken) = waiter(WAIT_MAX_MS);
            self.waiting.borrow_mut().push_back(wake);
            woken.await;
        }
        self.long_tasks.set(self.long_tasks.get().saturating_add(1));
        LongTask(self)
    }

    async fn open_actor(&self, service: &Service, place: &ActorId, sql: &ActorDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            hooks::opened(&self.env, place).await?;
            service.open_actor(place, now(), sql).map_err(|error| error.0)?;
            self.opened.set(true);
        }
        Ok(())
    }

    /// Removes the store of a place that is over; else sets the alarm.
    async fn clear_or_schedule(&self, service: &Service, place: &ActorId, sql: &ActorDatabase) -> worker::Result<()> {
        match service.is_obsolete(place, sql).map_err(|error| error.0)? {
            true => self.clear_actor(sql).await,
            false => self.schedule_alarm(service, place, sql).await,
        }
    }

    async fn clear_actor(&self, sql: &ActorDatabase) -> worker::Result<()> {
        self.opened.set(false);
        self.alarm.set(None);
        sql.delete_data().await
    }

    /// Sets the alarm for the place's next work. An alarm that comes too early does no harm.
    async fn schedule_alarm(&self, service: &Service, place: &ActorId, sql: &ActorDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            return Ok(());
        }
        let Some(next) = service.next_job_time(place, sql).map_err(|error| error.0)? else { return Ok(()) };
        if self.alarm.get() != Some(next) {
            sql.set_alarm(next).await?;
            self.alarm.set(Some(next));
        }
        Ok(())
    }

    /// Does what is due. The platform gives an alarm up that fails too often, so this one never does.
    async fn handle_alarm(&self) -> worker::Result<Response> {
        self.alarm.set(None);
        if let Err(error) = self.run_alarm().await {
            log_error("alarm failed", &error);
            ActorDatabase::from_state(&self.state).set_alarm(now().saturating_add(MINUTE)).await?;
        }
        stub::respond_bytes(&[], WriteStatus::Nothing)
    }

    async fn run_alarm(&self) -> worker::Result<()> {
        let _under_way = active_requests::begin_request(&self.env).await;
        let config = load_config(&self.env).ok_or("not configured")?;
        let (service, sql) = (build_service(&config), ActorDatabase::from_state(&self.state));
        let Some(place) = Service::stored_actor_id(&sql).map_err(|error| error.0)? else { return Ok(()) };
        self.open_actor(&service, &place, &sql).await?;
        task_runner::run_due_tasks(&self.env, &service, &place, &sql).await?;
        self.clear_or_schedule(&service, &place, &sql).await
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
