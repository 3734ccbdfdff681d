//! What happens when an alarm wakes a place: its errands are run, a few at a time, until nothing more is due.

use super::actors::call_actor;
use super::database::ActorDatabase;
use super::{egress, email};
use crate::edge::timer::sleep;
use crate::edge::{PlatformRandom, log_error, now};
use crate::service::Service;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::jobs::mail_delivery;
use crate::service::jobs::task::{OutboundTask, TaskAction, with_signature};
use crate::service::sandbox::journal::CallTrace;
use crate::service::store::egress::OutboundStatus;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::Env;
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::JsValue;

/// Errands that are under way at the same time.
const CONCURRENT_MAX: usize = 6;

/// How often one alarm looks for more work; what is left then is the next alarm's.
const ROUNDS: usize = 20;

/// Does all that is due.
pub(super) async fn run_due_tasks(
    env: &Env,
    service: &Service,
    place: &ActorId,
    sql: &ActorDatabase,
) -> worker::Result<()> {
    for _ in 0..ROUNDS {
        let errands = service.run_due_jobs(place, now(), &PlatformRandom, sql).map_err(|error| error.0)?;
        for some in errands.chunks(CONCURRENT_MAX) {
            let under_way: Array = some.iter().map(|errand| JsValue::from(start_task(env, errand.clone()))).collect();
            let outcomes = Array::from(&JsFuture::from(Promise::all(&under_way)).await?);
            for (errand, outcome) in some.iter().zip(outcomes.iter()) {
                let outcome = outcome.as_f64().map(|status| status as u16);
                service.complete_task(&errand.id, outcome, now(), &PlatformRandom, sql).map_err(|error| error.0)?;
            }
        }
        let next = service.next_job_time(place, sql).map_err(|error| error.0)?;
        if next.is_none_or(|next| next > now()) {
            break;
        }
        sleep(0).await;
    }
    Ok(())
}

/// A promise of an errand's outcome: a status, or null.
fn start_task(env: &Env, errand: OutboundTask) -> Promise {
    let env = env.clone();
    future_to_promise(async move {
        let outcome = run_task(&env, errand).await;
        Ok(outcome.map_or(JsValue::NULL, |status| JsValue::from_f64(f64::from(status))))
    })
}

async fn run_task(env: &Env, errand: OutboundTask) -> OutboundStatus {
    let signing = errand.action.signing_message();
    match (errand.action, signing) {
        (TaskAction::Notify { actor: place, message }, _) => {
            super::follow_replies(env, ActorReply::Forward { actor: place, message }, &mut CallTrace::default())
                .await
                .map(|answer| answer.status)
        }
        (TaskAction::Send { request: call, .. }, None) if call.url == mail_delivery::PLATFORM_URL => {
            email::send_mail(env, &call.body).await
        }
        (TaskAction::Send { request: call, .. }, None) => egress::send_request(&call, egress::TASK_TIMEOUT_MS).await,
        (TaskAction::Send { request: call, .. }, Some((place, message))) => {
            match call_actor(env, &place, &message).await {
                Ok(ActorReply::Respond(signature)) => {
                    egress::send_request(&with_signature(call, signature)?, egress::TASK_TIMEOUT_MS).await
                }
                Ok(ActorReply::Forward { .. } | ActorReply::Fetch { .. }) => None,
                Err(error) => {
                    log_error("an errand was not signed", &error);
                    None
                }
            }
        }
    }
}
