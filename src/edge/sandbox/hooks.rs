//! Where the sandbox reaches into the service: faults before an answer, the journal after it, and which places there are.

use super::actors::ask;
use super::object::{self, Ask};
use super::pipe::broken;
use super::{state_cache, under_way};
use crate::edge::clock::platform;
use crate::edge::pause::pause;
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::edge::{RequestContext, note as log};
use crate::service::actor::place::Place;
use crate::service::sandbox::Step;
use crate::service::sandbox::faults::Effect;
use crate::service::sandbox::journal::{Answered, Trace};
use crate::service::sandbox::wish::Call;
use crate::wire::http::{Request, Response};
use worker::Env;

/// A place is opened.
pub(crate) async fn opened(env: &Env, place: &Place) -> worker::Result<()> {
    object::call(env, &Ask::Opened(place.clone())).await.map(drop)
}

/// The answer to a request: the service's own, or what a fault makes of it.
pub(crate) async fn answer<F: Future<Output = (Response, Trace)>>(
    visit: &RequestContext,
    request: Request,
    walk: impl FnOnce(Request) -> F,
) -> worker::Result<UpstreamResponse> {
    let began = platform();
    let sent_to = &visit.head().path;
    let asked = request.clone();
    let effect = strike(visit, &request).await;
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
    note(visit, &Answered { request, sent_to, answer: &answer, at, duration, fault, trace: &trace });
    if answer.body.is_empty() || !effect.is_some_and(|effect| effect.cut) {
        return Ok(answer.into());
    }
    let body = ResponseBody::Stream(Some(broken(&answer.body)?));
    Ok(UpstreamResponse { status: answer.status, headers: answer.headers, body })
}

/// What befalls a request.
async fn strike(visit: &RequestContext, request: &Request) -> Option<Effect> {
    if state_cache::with(|state| state.faults.is_empty()) {
        return None;
    }
    let call = Call::of(request, &visit.head().path);
    let told = object::call(&visit.env, &Ask::Strike(call, visit.now)).await;
    told.inspect_err(|error| log("no fault could be looked for", error)).ok()?.effect
}

/// Notes a request and its answer in the journal, while the answer is on its way.
fn note(visit: &RequestContext, answered: &Answered<'_>) {
    let (env, entry) = (visit.env.clone(), answered.entry());
    let (world, token) = (state_cache::with(|state| state.world), answered.trace.token.clone());
    visit.context.wait_until(under_way::noting(async move {
        let _under_way = under_way::enter(&env).await;
        let mut entry = entry;
        if let (Some(token), Some(account)) = (token, entry.get_mut("account")) {
            let whose = ask(&env, &Place::Team(token.team), Step::Whose(token.hash)).await;
            *account = whose.ok().and_then(|answer| serde_json::from_slice(&answer.body).ok()).unwrap_or_default();
        }
        if let Err(error) = object::call(&env, &Ask::Note(world, entry)).await {
            log("the journal was not written", &error);
        }
    }));
}
