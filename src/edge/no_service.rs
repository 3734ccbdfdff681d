//! What stands in the service's place in a build without it.

use crate::edge::Visit;
use crate::edge::upstream::Incoming;
use crate::gateway::problem::Problem;
use crate::wire::http::Request;

/// No path is the service's.
pub(crate) fn handles(_: &str) -> bool {
    false
}

/// Never asked: a build without the service refuses to start without a remote one.
pub(crate) async fn respond(_: &Visit, _: Request) -> worker::Result<Incoming> {
    Ok(Problem::NotFound.response().into())
}
