//! Sign-in, consent and the token exchange.

use super::Service;
use super::place::{Place, Turn};
use super::random::Random;
use super::sql::Sql;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use serde::{Deserialize, Serialize};

/// Where a sign-in or a token exchange stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {}

/// At the door: which app is this about?
pub fn at_the_door(_: &Service, _: Request, _: Moment) -> Turn {
    Response::empty(404).into()
}

/// At a place: one step further.
pub fn at_a_place(_: &Service, _: &Place, _: Request, step: Step, _: Moment, _: &dyn Random, _: &dyn Sql) -> Turn {
    match step {}
}
