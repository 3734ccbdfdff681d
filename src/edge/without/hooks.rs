//! The hooks of a build without the sandbox.

use crate::edge::RequestContext;
use crate::edge::response::UpstreamResponse;
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::journal::CallTrace;
use crate::wire::http::Request;
use worker::Env;

/// Actors are not registered.
pub(crate) async fn actor_opened(_: &Env, _: &ActorId) -> worker::Result<()> {
    Ok(())
}

/// Calls of objects are not counted.
pub(crate) fn actor_called() {}

/// Writes that commit together are not counted.
pub(crate) fn writes_grouped(_: usize) {}

/// The service's response.
pub(crate) async fn respond<F: Future<Output = (UpstreamResponse, CallTrace)>>(
    _: &RequestContext,
    request: Request,
    run_flow: impl FnOnce(Request) -> F,
) -> worker::Result<UpstreamResponse> {
    Ok(run_flow(request).await.0)
}
