//! What stands in the sandbox's place in a build without it.

use crate::edge::Visit;
use crate::gateway::problem::Problem;
use crate::wire::dates::Moment;
use worker::{Env, web_sys};

/// Nothing has to be known before the first request.
pub(crate) async fn ready(_: &Env) {}

/// The time is the platform's.
pub(crate) fn time(platform: Moment) -> Moment {
    platform
}

/// An alarm comes at its moment.
pub(crate) fn alarm(at: Moment, _: Moment) -> Option<Moment> {
    Some(at)
}

/// There is no sandbox.
pub(crate) async fn respond(visit: &Visit) -> worker::Result<web_sys::Response> {
    visit.answer(&Problem::NotFound.response())
}
