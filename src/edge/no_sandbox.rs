//! What stands in the sandbox's place in a build without it.

use crate::edge::Visit;
use crate::gateway::problem::Problem;
use crate::wire::dates::Moment;
use worker::{Env, web_sys};

/// A request that is under way.
pub(crate) struct UnderWay;

impl UnderWay {
    /// Nobody waits for its end.
    pub(crate) fn over(self) {}
}

/// Nothing has to be known before a request.
pub(crate) async fn ready(_: &Env) -> UnderWay {
    UnderWay
}

/// Nobody counts the requests that are under way.
pub(crate) async fn enter(_: &Env) -> UnderWay {
    UnderWay
}

/// Nobody counts the sessions.
pub(crate) async fn began(_: &Env, _: String) -> worker::Result<()> {
    Ok(())
}

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
