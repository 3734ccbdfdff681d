//! Runs an actor's outbound tasks after its alarm, a few at a time, until none is due.

use super::actors::call_actor;
use super::database::ActorDatabase;
use super::{egress, email};
use crate::edge::log::print_line;
use crate::edge::timer::sleep;
use crate::edge::{PlatformRandom, log_error, now};
use crate::gateway::log::Level;
use crate::service::Service;
use crate::service::actor::memory::ActorMemory;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::environment::egress::OutboundStatus;
use crate::service::jobs::mail_delivery;
use crate::service::jobs::task::{DueWork, OutboundTask, TaskAction, with_signature};
use crate::service::sandbox::journal::CallTrace;
use crate::service::store::effects::Effects;
use crate::service::store::sql::SqlError;
use std::collections::VecDeque;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::Env;
use worker::js_sys::{Array, Promise};
use worker::wasm_bindgen::JsValue;

/// Tasks that run at the same time.
const CONCURRENT_MAX: usize = 6;

/// Deliveries that run at the same time. A task of another kind, such as a mail, waits for no receiver of deliveries.
const DELIVERIES_MAX: usize = 4;

/// How often one alarm looks for more tasks, at most two minutes long. The next alarm does the rest.
const ROUNDS: usize = 600;

/// Tasks after which an alarm looks for no more, because the platform limits the requests of an alarm.
const TASKS_MAX: u32 = 400;

/// Milliseconds after which more tasks are looked for while some run.
const LOOK_MS: u64 = 200;

/// A task that runs.
struct RunningTask {
    id: String,
    is_delivery: bool,
    /// Identifies the task in the value of its promise.
    number: u32,
    /// Gives the number, and the outcome: a status, or null.
    promise: Promise,
}

/// Runs all tasks that are due, and stores their results. Some slow tasks delay no others: what becomes due meanwhile
/// is started, as long as fewer than [`CONCURRENT_MAX`] run. One to [`DELIVERIES_MAX`] of them are deliveries, if any
/// wait. Deliveries that still wait at the end of a run are due again when their leases end.
///
/// # Errors
///
/// If the database fails, with its first failure. All tasks that run are waited for before: a task whose result is not
/// stored runs again.
pub(super) async fn run_due_tasks(
    env: &Env,
    service: &Service,
    actor_id: &ActorId,
    memory: &ActorMemory,
    sql: &ActorDatabase,
) -> worker::Result<()> {
    let effects = || Effects { sql, now: now(), random: &PlatformRandom };
    let (mut deliveries, mut others) = (VecDeque::new(), VecDeque::new());
    let mut running: Vec<RunningTask> = Vec::new();
    let (mut rounds, mut number) = (0_usize, 0_u32);
    let mut failure: Option<SqlError> = None;
    loop {
        if number >= TASKS_MAX {
            rounds = ROUNDS;
        }
        if rounds == ROUNDS {
            deliveries.clear();
        }
        if others.is_empty() && running.len() < CONCURRENT_MAX && rounds < ROUNDS {
            rounds = rounds.saturating_add(1);
            let due = match deliveries.is_empty() {
                true => service.run_due_jobs(actor_id, memory, effects()),
                false => service.run_jobs_without_deliveries(actor_id, memory, effects()),
            };
            let due = due.unwrap_or_else(|error| DueWork { stopped: Some(error), ..DueWork::default() });
            if let Some(error) = due.stopped {
                failure.get_or_insert(error);
                rounds = ROUNDS;
            }
            for failure in due.failures {
                log_error("a job failed", &worker::Error::RustError(failure));
            }
            let is_new = |task: &OutboundTask| running.iter().all(|other| other.id != task.id);
            for task in due.tasks.into_iter().filter(is_new) {
                let queue = if task.is_delivery() { &mut deliveries } else { &mut others };
                queue.push_back(task);
            }
        }
        while running.len() < CONCURRENT_MAX {
            let task = match running.iter().filter(|task| task.is_delivery).count() {
                0 => deliveries.pop_front().or_else(|| others.pop_front()),
                1..DELIVERIES_MAX => others.pop_front().or_else(|| deliveries.pop_front()),
                _ => others.pop_front(),
            };
            let Some(task) = task else { break };
            number = number.wrapping_add(1);
            let (id, is_delivery) = (task.id.clone(), task.is_delivery());
            running.push(RunningTask { id, is_delivery, number, promise: start_task(env, task, number) });
        }
        if running.is_empty() {
            if let Some(failure) = failure {
                return Err(failure.0.into());
            }
            let next = service.next_job_time(actor_id, sql).map_err(|error| error.0)?;
            if rounds == ROUNDS || next.is_none_or(|next| next > now()) {
                return Ok(());
            }
            // Requests to this actor run between two rounds.
            sleep(0).await;
            continue;
        }
        let promises: Array = running.iter().map(|task| JsValue::from(&task.promise)).collect();
        if running.len() < CONCURRENT_MAX && rounds < ROUNDS {
            promises.push(&future_to_promise(async {
                sleep(LOOK_MS).await;
                Ok(Array::new().into())
            }));
        }
        let ended = Array::from(&JsFuture::from(Promise::race(&promises)).await?);
        let Some(place) = running.iter().position(|task| ended.get(0).as_f64() == Some(f64::from(task.number))) else {
            continue;
        };
        let RunningTask { id, .. } = running.swap_remove(place);
        let outcome = ended.get(1).as_f64().map(|status| status as u16);
        if let Some(failure) = mail_delivery::failure_of(&id, outcome) {
            print_line(Level::Warn, "a mail was not handed over", None, &worker::Error::RustError(failure));
        }
        if let Err(error) = service.complete_task(&id, outcome, memory, effects()) {
            log_error("the result of a task was not stored", &worker::Error::RustError(error.0.clone()));
            failure.get_or_insert(error);
            // Its job is due again when its lease ends, and would run in this run.
            rounds = ROUNDS;
        }
    }
}

fn start_task(env: &Env, task: OutboundTask, number: u32) -> Promise {
    let env = env.clone();
    future_to_promise(async move {
        let outcome = run_task(&env, task).await;
        let outcome = outcome.map_or(JsValue::NULL, |status| JsValue::from_f64(f64::from(status)));
        Ok(Array::of2(&JsValue::from_f64(f64::from(number)), &outcome).into())
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
