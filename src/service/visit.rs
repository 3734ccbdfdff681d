//! What a step of a walk may use at a place, and how it goes on to the next.

use super::Service;
use super::context::CLIENT_ADDRESS;
use super::ground::Ground;
use super::place::{Note, Place, Turn};
use super::random::Random;
use super::sql::Sql;
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
    /// The time.
    pub now: Moment,
    /// Randomness.
    pub random: &'a dyn Random,
    /// The place's database.
    pub sql: &'a dyn Sql,
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

    /// From which network address the request came; empty if unknown.
    pub fn ip(&self) -> &str {
        self.request.header(CLIENT_ADDRESS).unwrap_or_default()
    }
}
