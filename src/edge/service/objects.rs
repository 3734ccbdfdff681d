//! The service's Durable Object classes: each is one place, visited with a message and answered with a turn.

use super::actors::unpack;
use super::config::service;
use super::database::Place as PlaceDatabase;
use super::wake;
use crate::edge::hooks;
use crate::edge::pause::{pause, woken};
use crate::edge::sandbox::under_way;
use crate::edge::stub::{self, Wrote};
use crate::edge::{Platform, config, note, now};
use crate::service::Service;
use crate::service::actor::pieces::Pieces;
use crate::service::actor::place::{Message, Place, Turn};
use crate::service::may_end;
use crate::service::sandbox::Step;
use crate::service::store::nowhere::Nowhere;
use crate::service::store::sql::Sql;
use crate::wire::dates::{MINUTE, Moment};
use crate::wire::http::Response as Answer;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use worker::js_sys::Function;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// What the three classes have in common.
struct Object {
    state: State,
    env: Env,
    opened: Cell<bool>,
    /// For when the alarm is set, as far as this isolate knows.
    alarm: Cell<Option<Moment>>,
    /// How many visits take several pieces of work.
    long: Cell<usize>,
    /// What wakes those that wait for one of these to end.
    waiting: RefCell<VecDeque<Function>>,
}

/// Visits that may take several pieces of work at the same time.
const LONG_MAX: usize = 4;

/// Milliseconds after which one that waits looks by itself.
const PATIENCE: u32 = 1_000;

/// A visit that takes several pieces of work.
struct Long<'a>(&'a Object);

impl Drop for Long<'_> {
    fn drop(&mut self) {
        self.0.long.set(self.0.long.get().saturating_sub(1));
        if let Some(wake) = self.0.waiting.borrow_mut().pop_front() {
            let _ = wake.call0(&JsValue::UNDEFINED);
        }
    }
}

impl Object {
    fn new(state: State, env: Env) -> Object {
        Object {
            state,
            env,
            opened: Cell::new(false),
            alarm: Cell::new(None),
            long: Cell::new(0),
            waiting: RefCell::default(),
        }
    }

    async fn visit(&self, request: Request) -> worker::Result<Response> {
        let body = stub::received(&request).await?;
        let Some((place, message)) = unpack(&body) else { return stub::answered(&Turn::refused(), Wrote::Nothing) };
        let config = config(&self.env).ok_or("not configured")?;
        let (service, sql) = (service(&config), PlaceDatabase::of(&self.state));
        let asked: Option<Step> = if crate::SANDBOX { message.note.step() } else { None };
        if asked == Some(Step::Clear) {
            self.clear(&sql).await?;
            return stub::answered(&Turn::from(Answer::empty(204)).encode(), sql.wrote());
        }
        under_way::ready(&self.env).await;
        if !self.opened.get() && !service.is_there(&place, &message.note, &sql).map_err(|error| error.0)? {
            let turn = self.turn(&service, &place, &message, &Nowhere).await;
            return stub::answered(&turn.encode(), Wrote::Nothing);
        }
        self.open(&service, &place, &sql).await?;
        let has_moved = matches!(asked, Some(Step::Moved(_)));
        let turn = self.turn(&service, &place, &message, &sql).await;
        if has_moved {
            self.wake().await?;
        }
        match may_end(&message.note) {
            true => self.leave(&service, &place, &sql).await?,
            false => self.plan(&service, &place, &sql).await?,
        }
        stub::answered(&turn.encode(), sql.wrote())
    }

    /// The end of a visit, which may take several pieces of work: others have their turn between them.
    async fn turn(&self, service: &Service, place: &Place, message: &Message, sql: &dyn Sql) -> Turn {
        let pieces = Pieces::default();
        let visit = || service.visit(place, message, &pieces, now(), &Platform, sql);
        if let Some(turn) = visit() {
            return turn;
        }
        let _long = self.long().await;
        loop {
            pause(0).await;
            if let Some(turn) = visit() {
                return turn;
            }
        }
    }

    /// Waits until few other visits take several pieces: what all of them have so far is in memory.
    async fn long(&self) -> Long<'_> {
        while self.long.get() >= LONG_MAX {
            let (wake, woken) = woken(PATIENCE);
            self.waiting.borrow_mut().push_back(wake);
            woken.await;
        }
        self.long.set(self.long.get().saturating_add(1));
        Long(self)
    }

    async fn open(&self, service: &Service, place: &Place, sql: &PlaceDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            hooks::opened(&self.env, place).await?;
            service.open(place, now(), sql).map_err(|error| error.0)?;
            self.opened.set(true);
        }
        Ok(())
    }

    /// Removes the store of a place that is over; else sets the alarm.
    async fn leave(&self, service: &Service, place: &Place, sql: &PlaceDatabase) -> worker::Result<()> {
        match service.is_over(place, sql).map_err(|error| error.0)? {
            true => self.clear(sql).await,
            false => self.plan(service, place, sql).await,
        }
    }

    async fn clear(&self, sql: &PlaceDatabase) -> worker::Result<()> {
        self.opened.set(false);
        self.alarm.set(None);
        sql.clear().await
    }

    /// Sets the alarm for the place's next work. An alarm that comes too early does no harm.
    async fn plan(&self, service: &Service, place: &Place, sql: &PlaceDatabase) -> worker::Result<()> {
        if !self.opened.get() {
            return Ok(());
        }
        let Some(next) = service.next_wake(place, sql).map_err(|error| error.0)? else { return Ok(()) };
        if self.alarm.get() != Some(next) {
            sql.wake(next).await?;
            self.alarm.set(Some(next));
        }
        Ok(())
    }

    /// Does what is due. The platform gives an alarm up that fails too often, so this one never does.
    async fn wake(&self) -> worker::Result<Response> {
        self.alarm.set(None);
        if let Err(error) = self.work().await {
            note("alarm failed", &error);
            PlaceDatabase::of(&self.state).wake(now().plus(MINUTE)).await?;
        }
        stub::answered(&[], Wrote::Nothing)
    }

    async fn work(&self) -> worker::Result<()> {
        let _under_way = under_way::enter(&self.env).await;
        let config = config(&self.env).ok_or("not configured")?;
        let (service, sql) = (service(&config), PlaceDatabase::of(&self.state));
        let Some(place) = Service::resident(&sql).map_err(|error| error.0)? else { return Ok(()) };
        self.open(&service, &place, &sql).await?;
        wake::work(&self.env, &service, &place, &sql).await?;
        self.leave(&service, &place, &sql).await
    }
}

/// A team, or an account without one.
#[durable_object(alarm)]
pub struct Team(Object);

impl DurableObject for Team {
    fn new(state: State, env: Env) -> Team {
        Team(Object::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.visit(request).await
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.0.wake().await
    }
}

/// An app.
#[durable_object(alarm)]
pub struct App(Object);

impl DurableObject for App {
    fn new(state: State, env: Env) -> App {
        App(Object::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.visit(request).await
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.0.wake().await
    }
}

/// A shard of the directory.
#[durable_object(fetch)]
pub struct Directory(Object);

impl DurableObject for Directory {
    fn new(state: State, env: Env) -> Directory {
        Directory(Object::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.visit(request).await
    }
}
