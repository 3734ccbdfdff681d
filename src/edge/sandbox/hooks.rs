//! Where the sandbox reaches into the service: faults before an answer, the journal after it, and which places there are.

use crate::edge::Visit;
use crate::edge::clock::platform;
use crate::edge::pause::pause;
use crate::edge::upstream::{Answer, Incoming};
use crate::local::{self, object};
use crate::service::actor::place::Place;
use crate::service::sandbox::journal::{Answered, Trace};
use crate::wire::http::{Request, Response};
use worker::Env;

/// A place is opened.
pub(crate) async fn opened(env: &Env, place: &Place) -> worker::Result<()> {
    object::call(env, &object::Ask::Opened(place.clone())).await.map(drop)
}

/// The answer to a request: the service's own, or what a fault makes of it.
pub(crate) async fn answer<F: Future<Output = (Response, Trace)>>(
    visit: &Visit,
    request: Request,
    walk: impl FnOnce(Request) -> F,
) -> worker::Result<Incoming> {
    let began = platform();
    let sent_to = &visit.head().path;
    let asked = request.clone();
    let effect = local::strike(visit, &request).await;
    if let Some(delay) = effect.as_ref().map(|effect| effect.delay).filter(|delay| *delay > 0) {
        pause(delay).await;
    }
    let (answer, trace) = match effect.as_ref().and_then(|effect| effect.answer(&request.origin, visit.now)) {
        Some(refusal) => (refusal, Trace::default()),
        None => walk(request).await,
    };
    let duration = platform().0.saturating_sub(began.0);
    let fault = effect.as_ref().map(|effect| effect.fault);
    let (request, at) = (&asked, visit.now);
    local::note(visit, &Answered { request, sent_to, answer: &answer, at, duration, fault, trace: &trace });
    if answer.body.is_empty() || !effect.is_some_and(|effect| effect.cut) {
        return Ok(answer.into());
    }
    let body = Answer::Stream(Some(local::broken(&answer.body)?));
    Ok(Incoming { status: answer.status, headers: answer.headers, body })
}
