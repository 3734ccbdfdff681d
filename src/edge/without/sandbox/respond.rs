//! The paths below `/sandbox` in a build without it.

use crate::edge::RequestContext;
use crate::gateway::problem::Problem;
use worker::web_sys;

/// Responds with 404.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    context.respond_with(&Problem::NotFound.to_response())
}
