//! What takes the service's place in a build without it.

use crate::edge::RequestContext;
use crate::edge::response::UpstreamResponse;
use crate::gateway::problem::Problem;
use crate::wire::http::Request;

/// No path is the service's.
pub(crate) fn handles_path(_: &str) -> bool {
    false
}

/// Never asked: a build without the service refuses to start without a remote one.
pub(crate) async fn respond(_: &RequestContext, _: Request) -> worker::Result<UpstreamResponse> {
    Ok(Problem::NotFound.to_response().into())
}
