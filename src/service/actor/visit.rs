//! What a step of a walk may use at a place, and how it goes on to the next.

use super::pieces::Pieces;
use super::place::{Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::store::client::Client;
use crate::service::store::ground::Ground;
use crate::service::store::question::Outside;
use crate::service::store::random::Random;
use crate::service::store::sql::Sql;
use crate::wire::dates::Moment;
use crate::wire::http::Request;

/// One visit to a place.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    /// The service.
    pub service: &'a Service,
    /// The place that is visited.
    pub place: &'a Place,
    /// The request as it arrived, without the body of a form.
    pub request: &'a Request,
    /// What the visit has done so far, if it takes several pieces of work.
    pub pieces: &'a Pieces,
    /// The time.
    pub now: Moment,
    /// Randomness.
    pub random: &'a dyn Random,
    /// The place's database.
    pub sql: &'a dyn Sql,
    /// What is asked of the shell.
    pub outside: Outside<'a>,
}

impl Visit<'_> {
    /// The next place of the walk.
    pub fn go(&self, place: Place, note: impl Into<Note>) -> Turn {
        Turn::go(place, self.request.clone(), note.into())
    }

    /// What activities, ids and the agenda are written on.
    pub fn ground(&self) -> Ground<'_> {
        Ground { sql: self.sql, now: self.now, random: self.random }
    }

    /// Where the request comes from.
    pub fn client(&self) -> Client {
        Client::of(&self.service.config, self.request)
    }
}
