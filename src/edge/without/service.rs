//! The service in a build without it.

use crate::edge::RequestContext;
use crate::edge::response::UpstreamResponse;
use crate::gateway::problem::Problem;
use crate::wire::http::Request;

/// No path belongs to the service.
pub(crate) fn handles_path(_: &str) -> bool {
    false
}

/// Never called, because no path belongs to the service.
pub(crate) async fn respond_to_client(_: &RequestContext) -> worker::Result<UpstreamResponse> {
    Ok(Problem::NotFound.to_response().into())
}

/// Never called: the configuration of a build without the service needs a remote one.
pub(crate) async fn respond(_: &RequestContext, _: Request) -> worker::Result<UpstreamResponse> {
    Ok(Problem::NotFound.to_response().into())
}
