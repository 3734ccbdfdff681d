//! Layer 2: the survey service. No `async`, no I/O, no clock: a request, the time, randomness and a database in,
//! an answer out.
//!
//! A request enters at the door and goes from place to place until one of them answers ([`place`]).
//! [`Service::enter`] and [`Service::visit`] are the two steps of that walk; whoever runs the
//! service follows it.

mod access;
mod account;
mod activities;
mod address;
mod agenda;
mod answers;
pub mod api;
pub mod app;
mod app_id;
mod app_life;
mod app_limits;
mod attempts;
mod benchmarks;
pub mod bytes;
mod client;
mod collectors;
pub mod config;
pub mod context;
mod deliveries;
pub mod demo;
mod design;
mod dispatch;
mod documentation;
mod events;
pub mod failure;
mod filter;
mod foreign;
mod format;
pub mod founding;
pub mod grants;
pub mod ground;
pub mod hand_over;
mod handlers;
mod ids;
mod invitations;
mod legacy;
mod library;
pub mod link;
pub mod listing;
mod mac;
mod mailing;
pub mod oauth;
pub mod outbox;
pub mod outside;
mod pages;
pub mod password;
pub mod pieces;
pub mod place;
mod purge;
pub mod question;
pub mod quota;
pub mod random;
pub mod recipients;
mod roles;
mod rollups;
pub mod sandbox;
mod schema;
mod seal;
pub mod secret;
pub mod sending;
mod signing;
mod simple;
pub mod sql;
mod take;
pub mod token;
mod translation;
mod unconfirmed;
mod visit;
pub mod wake;
pub mod words;

use crate::wire::dates::Moment;
use crate::wire::http::Request;
use config::Config;
use pieces::Pieces;
use place::{Message, Note, Place, Turn};
use question::Outside;
use random::Random;
use sql::{Sql, SqlError};
use std::cell::RefCell;
use visit::Visit;

/// The survey service.
#[derive(Clone)]
pub struct Service {
    /// What it was told from outside.
    pub config: Config,
}

/// True for the paths that the service answers; the rest of an origin belongs to the gateway.
pub fn handles(path: &str) -> bool {
    path.split('/')
        .find(|segment| !segment.is_empty())
        .is_some_and(|first| matches!(first, "v3" | "v2" | "oauth" | "account" | "apps" | "r"))
}

impl Service {
    /// The first step of a request. It needs no data.
    pub fn enter(&self, request: Request, now: Moment) -> Turn {
        match request.path.split('/').find(|segment| !segment.is_empty()) {
            Some("oauth") => oauth::at_the_door(self, request, now),
            Some("account") => account::at_the_door(self, request, now),
            Some("apps") => listing::at_the_door(request),
            Some("v2") => legacy::at_the_door(self, request),
            Some("r") => take::at_the_door(self, request),
            _ => api::at_the_door(self, request),
        }
    }

    /// Prepares a place that [is there](Service::is_there) before its first visit: its tables, and its part of the demo
    /// world where there is one.
    pub fn open(&self, place: &Place, now: Moment, sql: &dyn Sql) -> Result<(), SqlError> {
        let mut outcome = Ok(());
        sql.transaction(&mut || {
            outcome = schema::open(place, sql).and_then(|fresh| match fresh {
                true => self.fill(place, now, sql),
                false => Ok(()),
            });
            if outcome.is_ok() { sql::Verdict::Keep } else { sql::Verdict::Undo }
        })?;
        outcome
    }

    /// What a place holds before anybody has written to it.
    fn fill(&self, place: &Place, now: Moment, sql: &dyn Sql) -> Result<(), SqlError> {
        if crate::SANDBOX {
            demo::seed(&self.config, place, now, sql)?;
        } else {
            app::found(&self.config, place, now, sql)?;
        }
        if matches!(place, Place::Team(_)) { roles::seed(now, sql) } else { Ok(()) }
    }

    /// The next step of a request, at a place. None if it takes more than one piece of work: the same visit goes on in
    /// another call, once others have had their turn. One that ends with a question is made again with the reply.
    pub fn visit(
        &self,
        place: &Place,
        message: &Message,
        pieces: &Pieces,
        now: Moment,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Option<Turn> {
        pieces.resume();
        let Message { request, note, replies } = message;
        let question = RefCell::new(None);
        let outside = Outside { replies, question: &question };
        let visit = Visit { service: self, place, request, pieces, now, random, sql, outside };
        let turn = match note.clone() {
            Note::Spend(call) => api::at_the_app(&visit, call),
            Note::Answer(call, quota) => api::at_the_team(&visit, call, quota),
            Note::Sign => signing::at_the_app(&visit).into(),
            Note::Sandbox(step) => sandbox::at_a_place(place, &step, sql).into(),
            Note::OAuth(step) => oauth::at_a_place(&visit, step),
            Note::Account(step) => account::at_a_place(&visit, step),
            Note::Legacy(step) => legacy::at_a_place(&visit, step),
            Note::Take(step) => take::at_the_team(&visit, &step).into(),
            Note::Listing(step) => listing::at_the_reviews(&visit, &step).into(),
        };
        if pieces.is_paused() {
            return None;
        }
        let Some(question) = question.take() else { return Some(turn) };
        Some(Turn::Ask { question, place: place.clone(), message: Box::new(message.clone()) })
    }
}

/// The path without repeated slashes or one at the end.
fn normal(path: &str) -> String {
    path.split('/').filter(|segment| !segment.is_empty()).fold(String::new(), |path, segment| path + "/" + segment)
}
