//! Nothing answers below `/sandbox`.

use crate::edge::RequestContext;
use crate::gateway::problem::Problem;
use worker::web_sys;

/// There is no sandbox.
pub(crate) async fn respond(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    visit.respond_with(&Problem::NotFound.to_response())
}
