//! The service's Durable Object classes: each is one place, visited with a message and answered with a turn.

use super::database::Place as PlaceDatabase;
use crate::edge::{Platform, config, now, stub};
use crate::service::place::{Message, Place};
use std::cell::Cell;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// A place and a message as one body: the place's length, the place, the message.
pub(super) fn pack(place: &Place, message: &Message) -> worker::Result<Vec<u8>> {
    let place = serde_json::to_vec(place)?;
    let length = u32::try_from(place.len()).unwrap_or(u32::MAX);
    Ok([&length.to_be_bytes(), place.as_slice(), message.encode().as_slice()].concat())
}

fn unpack(bytes: &[u8]) -> Option<(Place, Message)> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (place, message) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)?;
    Some((serde_json::from_slice(place).ok()?, Message::decode(message)?))
}

/// What the three classes have in common.
struct Object {
    state: State,
    env: Env,
    opened: Cell<bool>,
}

impl Object {
    fn new(state: State, env: Env) -> Object {
        Object { state, env, opened: Cell::new(false) }
    }

    async fn visit(&self, request: Request) -> worker::Result<Response> {
        let body = stub::received(&request).await?;
        let (place, message) = unpack(&body).ok_or("a message that cannot be read")?;
        let config = config(&self.env).ok_or("not configured")?;
        let (service, sql, now) = (super::service(&config), PlaceDatabase::of(&self.state), now());
        if !self.opened.get() {
            service.open(&place, now, &sql).map_err(|error| error.0)?;
            self.opened.set(true);
        }
        stub::answered(&service.visit(&place, message, now, &Platform, &sql).encode())
    }
}

/// A team, or an account without one.
#[durable_object(fetch)]
pub struct Team(Object);

impl DurableObject for Team {
    fn new(state: State, env: Env) -> Team {
        Team(Object::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.visit(request).await
    }
}

/// An app.
#[durable_object(fetch)]
pub struct App(Object);

impl DurableObject for App {
    fn new(state: State, env: Env) -> App {
        App(Object::new(state, env))
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        self.0.visit(request).await
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
