//! Where the sandbox reaches into the service: faults before an answer, the journal after it, and which places there are.

use crate::local::{self, object};
use crate::service::place::Place;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use core::time::Duration;
use worker::{Delay, Env};

/// A place is opened.
pub(crate) async fn opened(env: &Env, place: &Place) -> worker::Result<()> {
    object::call(env, &object::Ask::Opened(place.clone())).await.map(drop)
}

/// The answer to a request: the service's own, or what a fault makes of it.
pub(crate) async fn answer<F: Future<Output = Response>>(
    env: &Env,
    request: Request,
    now: Moment,
    walk: impl FnOnce(Request) -> F,
) -> Response {
    let asked = request.clone();
    let effect = local::strike(env, &request, now).await;
    if let Some(delay) = effect.as_ref().map(|effect| effect.delay).filter(|delay| *delay > 0) {
        Delay::from(Duration::from_millis(delay)).await;
    }
    let mut answer = match effect.as_ref().and_then(|effect| effect.answer(&request.origin, now)) {
        Some(refusal) => refusal,
        None => walk(request).await,
    };
    local::note(&asked, &answer, now, effect.as_ref().map(|effect| effect.fault));
    if effect.is_some_and(|effect| effect.cut) {
        answer.body.truncate(answer.body.len() / 2);
    }
    answer
}
