//! Where the sandbox would reach into the service, in a build without it.

use crate::edge::Visit;
use crate::edge::upstream::Incoming;
use crate::service::actor::place::Place;
use crate::service::sandbox::journal::Trace;
use crate::wire::http::{Request, Response};
use worker::Env;

/// Nobody wants to know which places there are.
pub(crate) async fn opened(_: &Env, _: &Place) -> worker::Result<()> {
    Ok(())
}

/// The service's own answer.
pub(crate) async fn answer<F: Future<Output = (Response, Trace)>>(
    _: &Visit,
    request: Request,
    walk: impl FnOnce(Request) -> F,
) -> worker::Result<Incoming> {
    Ok(walk(request).await.0.into())
}
