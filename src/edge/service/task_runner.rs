//! Runs an actor's outbound tasks after its alarm, a few at a time, until none is due.

use super::actors::call_actor;
use super::database::ActorDatabase;
use super::{egress, email};
use crate::edge::timer::sleep;
use crate::edge::{PlatformRandom, log_error, now};
use crate::service::Service;
use crate::service::actor::memory::ActorMemory;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::jobs::mail_delivery;
use crate::service::jobs::task::{OutboundTask, TaskAction, with_signature};
use crate::service::sandbox::journal::CallTrace;
use crate::service::store::effects::Effects;
use crate::service::store::egress::OutboundStatus;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::Env;
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::JsValue;

/// Tasks that run at the same time.
const CONCURRENT_MAX: usize = 6;

/// How often one alarm looks for more tasks. The next alarm does the rest.
const ROUNDS: usize = 20;

/// Runs all tasks that are due, and stores their results.
///
/// # Errors
///
/// If the database fails.
pub(super) async fn run_due_tasks(
    env: &Env,
    service: &Service,
    actor_id: &ActorId,
    memory: &ActorMemory,
    sql: &ActorDatabase,
) -> worker::Result<()> {
    let effects = || Effects { sql, now: now(), random: &PlatformRandom };
    for _ in 0..ROUNDS {
        let tasks = service.run_due_jobs(actor_id, memory, effects()).map_err(|error| error.0)?;
        for batch in tasks.chunks(CONCURRENT_MAX) {
            let running: Array = batch.iter().map(|task| JsValue::from(start_task(env, task.clone()))).collect();
            let outcomes = Array::from(&JsFuture::from(Promise::all(&running)).await?);
            for (task, outcome) in batch.iter().zip(outcomes.iter()) {
                let outcome = outcome.as_f64().map(|status| status as u16);
                if let Some(failure) = mail_delivery::failure_of(&task.id, outcome) {
                    log_error("a mail was not handed over", &worker::Error::RustError(failure));
                }
                service.complete_task(&task.id, outcome, memory, effects()).map_err(|error| error.0)?;
            }
        }
        let next = service.next_job_time(actor_id, sql).map_err(|error| error.0)?;
        if next.is_none_or(|next| next > now()) {
            break;
        }
        // Requests to this actor run between two rounds.
        sleep(0).await;
    }
    Ok(())
}

/// A promise of a task's outcome: a status, or null.
fn start_task(env: &Env, task: OutboundTask) -> Promise {
    let env = env.clone();
    future_to_promise(async move {
        let outcome = run_task(&env, task).await;
        Ok(outcome.map_or(JsValue::NULL, |status| JsValue::from_f64(f64::from(status))))
    })
}

async fn run_task(env: &Env, task: OutboundTask) -> OutboundStatus {
    let signing = task.action.signing_message();
    match (task.action, signing) {
        (TaskAction::Notify { actor, message }, _) => {
            super::follow_replies(env, ActorReply::Forward { actor, message }, None, &mut CallTrace::default())
                .await
                .map(|response| response.status)
        }
        (TaskAction::Send { request, .. }, None) if request.url == mail_delivery::PLATFORM_URL => {
            email::send_mail(env, &request.body).await
        }
        (TaskAction::Send { request, .. }, None) => egress::send_request(&request, egress::TASK_TIMEOUT_MS).await,
        (TaskAction::Send { request, .. }, Some((actor_id, message))) => {
            // The key of the app is only in the app's actor, which signs without showing it.
            match call_actor(env, &actor_id, &message).await {
                Ok(ActorReply::Respond(signature)) => {
                    egress::send_request(&with_signature(request, signature)?, egress::TASK_TIMEOUT_MS).await
                }
                Ok(_) => None,
                Err(error) => {
                    log_error("a task was not signed", &error);
                    None
                }
            }
        }
    }
}
