//! What takes the sandbox's hooks' place in a build without it.

use crate::edge::RequestContext;
use crate::edge::response::UpstreamResponse;
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::journal::CallTrace;
use crate::wire::http::{Request, Response};
use worker::Env;

/// Nobody wants to know which places there are.
pub(crate) async fn opened(_: &Env, _: &ActorId) -> worker::Result<()> {
    Ok(())
}

/// The service's own answer.
pub(crate) async fn answer<F: Future<Output = (Response, CallTrace)>>(
    _: &RequestContext,
    request: Request,
    walk: impl FnOnce(Request) -> F,
) -> worker::Result<UpstreamResponse> {
    Ok(walk(request).await.0.into())
}
