//! The answers below `/sandbox`.

use super::actors::ask_actor;
use super::object::{self, SandboxReply, SandboxRequest};
use super::{active_requests, seeding};
use crate::edge::clock::{now, platform_time};
use crate::edge::service::config::build_service;
use crate::edge::{RequestContext, objects, static_files, stub};
use crate::gateway::budget::message::{BudgetAction, BudgetRequest as BudgetAsk};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BODY_MAX;
use crate::gateway::sandbox::admit_local;
use crate::gateway::session_object::SessionCommand as SessionCall;
use crate::gateway::static_files::StaticFile;
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::SandboxStep;
use crate::service::sandbox::bad_request::error_response;
use crate::service::sandbox::control::{self, SandboxCommand};
use crate::service::sandbox::demo;
use crate::wire::http::{Request, Response};
use serde_json::{Value, json};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::wasm_bindgen::JsValue;
use worker::{Env, web_sys};

/// Path of the page.
const PAGE: &str = "/sandbox/";

/// Answers below `/sandbox`.
pub(crate) async fn respond(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let head = visit.head();
    if head.path == PAGE && visit.origin.is_loopback() {
        // A person opens the page without the header. It shows nothing until its own requests send it.
        return static_files::respond(visit, &StaticFile::sandbox_page()).await;
    }
    if let Err(problem) = admit_local(head, &visit.origin) {
        return visit.respond_with(&problem.to_response());
    }
    let Some(body) = visit.arrival.read_body(BODY_MAX).await? else {
        return visit.respond_with(&Problem::BadRequest.to_response());
    };
    match control::parse_command(&Request { body, ..head.clone() }) {
        Ok(SandboxCommand::Seed(wish)) => match wish.check_limits() {
            Ok(()) => seeding::respond_seeding(visit, wish),
            Err(message) => visit.respond_with(&error_response(400, &message)),
        },
        Ok(command) => {
            let answer = run_command(visit, command).await?;
            visit.respond_with(&answer)
        }
        Err(answer) => visit.respond_with(&answer),
    }
}

async fn run_command(visit: &RequestContext, command: SandboxCommand) -> worker::Result<Response> {
    let env = &visit.env;
    let answer = match command {
        SandboxCommand::Describe => demo::describe_world(&build_service(&visit.config).config, visit.now),
        SandboxCommand::Reset => {
            reset_world(visit).await?;
            json!({ "message": "All data is that of the demo world again." })
        }
        SandboxCommand::ShowClock => clock_json(&object::call_sandbox(env, &SandboxRequest::Look).await?),
        SandboxCommand::ChangeClock(change) => {
            let told = object::call_sandbox(env, &SandboxRequest::Change(change, platform_time())).await?;
            if let Some(bad) = told.bad {
                return Ok(bad.to_response());
            }
            ask_teams(env, &SandboxStep::Moved(told.moved)).await?;
            clock_json(&told)
        }
        // Seeding is answered while it goes on.
        SandboxCommand::Seed(_) => Value::Null,
        SandboxCommand::ListFaults => faults_json(&object::call_sandbox(env, &SandboxRequest::Look).await?),
        SandboxCommand::AddFault(wish) => {
            let SandboxReply { bad, fault, .. } =
                object::call_sandbox(env, &SandboxRequest::AddFault(wish, now())).await?;
            return Ok(
                bad.map_or_else(|| Response::json(201, json!({ "id": fault }).to_string()), |bad| bad.to_response())
            );
        }
        SandboxCommand::RemoveFault(id) => {
            let told = object::call_sandbox(env, &SandboxRequest::RemoveFault(id)).await?;
            if told.fault.is_none() {
                return Ok(error_response(404, "There is no such fault."));
            }
            faults_json(&told)
        }
        SandboxCommand::ClearFaults => faults_json(&object::call_sandbox(env, &SandboxRequest::ClearFaults).await?),
        SandboxCommand::Outbox(to) => list_mails(env, &SandboxStep::Outbox(to)).await?,
        SandboxCommand::ClearOutbox(to) => {
            ask_teams(env, &SandboxStep::ClearOutbox(to)).await?;
            list_mails(env, &SandboxStep::Outbox(None)).await?
        }
        SandboxCommand::Journal => {
            active_requests::wait_for_journal().await;
            json!({ "requests": object::call_sandbox(env, &SandboxRequest::Journal).await?.entries })
        }
        SandboxCommand::ClearJournal => {
            active_requests::wait_for_journal().await;
            object::call_sandbox(env, &SandboxRequest::ClearJournal).await?;
            json!({ "requests": [] })
        }
    };
    Ok(Response::json(200, answer.to_string()))
}

fn clock_json(told: &SandboxReply) -> Value {
    told.state.clock.to_json(platform_time())
}

fn faults_json(told: &SandboxReply) -> Value {
    told.state.faults.to_json(now())
}

/// Brings everything back to the demo world: to the end, even if whoever asked for it goes away.
async fn reset_world(visit: &RequestContext) -> worker::Result<()> {
    let kept = visit.clone();
    let done = future_to_promise(async move {
        active_requests::run_exclusively(forget_all(&kept)).await?;
        Ok(JsValue::UNDEFINED)
    });
    let waited = done.clone();
    visit.context.wait_until(async move {
        let _ = JsFuture::from(waited).await;
    });
    Ok(JsFuture::from(done).await.map(drop)?)
}

async fn forget_all(visit: &RequestContext) -> worker::Result<()> {
    let env = &visit.env;
    let SandboxReply { mut places, sessions, .. } = object::call_sandbox(env, &SandboxRequest::All).await?;
    places.extend(demo::demo_actors(&build_service(&visit.config).config));
    places.sort();
    places.dedup();
    for place in &places {
        ask_actor(env, place, SandboxStep::Clear).await?;
    }
    for session in &sessions {
        stub::call_object(env, objects::session::BINDING, session, &SessionCall::ForgetAll.encode()).await?;
    }
    let client_id = &visit.config.client_id;
    let spent = BudgetAsk { reports: Vec::new(), sent: Vec::new(), action: BudgetAction::Reset };
    objects::budget::call_budget_object(env, client_id, &spent).await.map_err(|_| "the budget was not forgotten")?;
    object::call_sandbox(env, &SandboxRequest::Forget).await.map(drop)
}

/// The mails of all teams, the newest first.
async fn list_mails(env: &Env, step: &SandboxStep) -> worker::Result<Value> {
    let mut mails: Vec<Value> = Vec::new();
    for answer in ask_teams(env, step).await? {
        mails.extend(serde_json::from_slice::<Vec<Value>>(&answer.body)?);
    }
    let written = |mail: &Value| mail.get("created").and_then(Value::as_str).map(str::to_owned);
    mails.sort_by_key(|mail| std::cmp::Reverse(written(mail)));
    Ok(json!({ "mails": mails }))
}

/// Asks every team that was ever opened.
async fn ask_teams(env: &Env, step: &SandboxStep) -> worker::Result<Vec<Response>> {
    let mut answers = Vec::new();
    for place in object::call_sandbox(env, &SandboxRequest::All)
        .await?
        .places
        .iter()
        .filter(|place| matches!(place, ActorId::Team(_)))
    {
        answers.push(ask_actor(env, place, step.clone()).await?);
    }
    Ok(answers)
}
