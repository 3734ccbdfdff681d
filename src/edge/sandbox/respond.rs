//! The paths below `/sandbox`.

use super::actors::ask_actor;
use super::object::{self, SandboxReply, SandboxRequest};
use super::{active_requests, cost, journal_queue, seeding};
use crate::edge::clock::platform_time;
use crate::edge::service::config::service_of;
use crate::edge::{RequestContext, now, objects, static_files, stub};
use crate::gateway::budget::message::{BudgetAction, BudgetRequest};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BODY_MAX;
use crate::gateway::records::RecordsCommand;
use crate::gateway::sandbox::admit_local;
use crate::gateway::session_object::SessionCommand;
use crate::gateway::static_files::StaticFile;
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::SandboxStep;
use crate::service::sandbox::bad_request::error_response;
use crate::service::sandbox::control::{self, SandboxCommand};
use crate::service::sandbox::demo;
use crate::wire::http::{Request, Response};
use serde_json::{Value, json};
use worker::{Env, web_sys};

/// Path of the page.
const PAGE: &str = "/sandbox/";

/// Responds to a request below `/sandbox`.
///
/// # Errors
///
/// If the sandbox's object or an actor fails.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let head = context.head();
    if head.path == PAGE && context.origin.is_loopback() {
        // A browser opens the page without the header that proves a local program. The page shows nothing by itself:
        // its requests send the header.
        return static_files::respond(context, &StaticFile::sandbox_page()).await;
    }
    if let Err(problem) = admit_local(head, &context.origin, crate::SANDBOX) {
        return context.respond_with(&problem.to_response());
    }
    let Ok(Some(body)) = context.incoming.read_body(BODY_MAX).await else {
        return context.respond_with(&Problem::BadRequest.to_response());
    };
    match control::parse_command(&Request { body, ..head.clone() }) {
        Ok(SandboxCommand::Seed(request)) => match request.check_limits() {
            Ok(()) => seeding::respond_seeding(context, request),
            Err(message) => context.respond_with(&error_response(400, &message)),
        },
        Ok(command) => {
            let response = run_command(context, command).await?;
            context.respond_with(&response)
        }
        Err(response) => context.respond_with(&response),
    }
}

async fn run_command(context: &RequestContext, command: SandboxCommand) -> worker::Result<Response> {
    let env = &context.env;
    let reply = match command {
        SandboxCommand::Describe => demo::describe_world(&service_of(&context.config).config, context.now),
        SandboxCommand::Reset => {
            active_requests::run_exclusively(clear_all(context)).await?;
            json!({ "message": "All data is that of the demo world again." })
        }
        SandboxCommand::ShowClock => clock_json(&object::call_sandbox(env, &SandboxRequest::Look).await?),
        SandboxCommand::ChangeClock(change) => {
            let changed = object::call_sandbox(env, &SandboxRequest::Change(change, platform_time())).await?;
            if let Some(bad) = changed.bad {
                return Ok(bad.to_response());
            }
            // Their alarms are set by the old clock.
            ask_teams(env, &SandboxStep::Moved(changed.moved)).await?;
            clock_json(&changed)
        }
        // `respond` handles it, because its response is a stream.
        SandboxCommand::Seed(_) => Value::Null,
        SandboxCommand::ListFaults => faults_json(&object::call_sandbox(env, &SandboxRequest::Look).await?),
        SandboxCommand::AddFault(spec) => {
            let SandboxReply { bad, fault, .. } =
                object::call_sandbox(env, &SandboxRequest::AddFault(spec, now())).await?;
            return Ok(
                bad.map_or_else(|| Response::json(201, json!({ "id": fault }).to_string()), |bad| bad.to_response())
            );
        }
        SandboxCommand::RemoveFault(id) => {
            let removed = object::call_sandbox(env, &SandboxRequest::RemoveFault(id)).await?;
            if removed.fault.is_none() {
                return Ok(error_response(404, "There is no such fault."));
            }
            faults_json(&removed)
        }
        SandboxCommand::ClearFaults => faults_json(&object::call_sandbox(env, &SandboxRequest::ClearFaults).await?),
        SandboxCommand::Outbox(to) => list_mails(env, &SandboxStep::Outbox(to)).await?,
        SandboxCommand::ClearOutbox(to) => {
            ask_teams(env, &SandboxStep::ClearOutbox(to)).await?;
            list_mails(env, &SandboxStep::Outbox(None)).await?
        }
        SandboxCommand::Journal => {
            journal_queue::store_records(env).await;
            json!({ "requests": object::call_sandbox(env, &SandboxRequest::Journal).await?.entries })
        }
        SandboxCommand::ShowCost => cost::to_json(),
        SandboxCommand::ClearJournal => {
            journal_queue::store_records(env).await;
            object::call_sandbox(env, &SandboxRequest::ClearJournal).await?;
            json!({ "requests": [] })
        }
    };
    Ok(Response::json(200, reply.to_string()))
}

fn clock_json(reply: &SandboxReply) -> Value {
    reply.state.clock.to_json(platform_time())
}

fn faults_json(reply: &SandboxReply) -> Value {
    reply.state.faults.to_json(now())
}

/// Resets everything to the demo world.
async fn clear_all(context: &RequestContext) -> worker::Result<()> {
    let env = &context.env;
    let SandboxReply { places: mut actor_ids, sessions, records, .. } =
        object::call_sandbox(env, &SandboxRequest::All).await?;
    // Also the demo world's actors that are not registered: clearing an empty actor does no harm.
    actor_ids.extend(demo::demo_actors(&service_of(&context.config).config));
    actor_ids.sort();
    actor_ids.dedup();
    for actor_id in &actor_ids {
        ask_actor(env, actor_id, SandboxStep::Clear).await?;
    }
    for session in &sessions {
        stub::call_object(env, objects::session::BINDING, session, &SessionCommand::ForgetAll.encode()).await?;
    }
    for name in &records {
        let forget = RecordsCommand::ForgetAll.encode();
        stub::call_object(env, objects::records::BINDING, name, forget.as_bytes()).await?;
    }
    let reset = BudgetRequest { reports: Vec::new(), sent: Vec::new(), action: BudgetAction::Reset };
    objects::budget::call_budget_object(context, &reset).await.map_err(|_| "the budget was not reset")?;
    object::call_sandbox(env, &SandboxRequest::Forget).await.map(drop)
}

/// The mails of all teams, newest first.
async fn list_mails(env: &Env, step: &SandboxStep) -> worker::Result<Value> {
    let mut mails: Vec<Value> = Vec::new();
    for response in ask_teams(env, step).await? {
        mails.extend(serde_json::from_slice::<Vec<Value>>(&response.body)?);
    }
    let created = |mail: &Value| mail.get("created").and_then(Value::as_str).map(str::to_owned);
    mails.sort_by_key(|mail| std::cmp::Reverse(created(mail)));
    Ok(json!({ "mails": mails }))
}

/// Sends a step to every registered team. Returns their responses.
async fn ask_teams(env: &Env, step: &SandboxStep) -> worker::Result<Vec<Response>> {
    let mut responses = Vec::new();
    for actor_id in object::call_sandbox(env, &SandboxRequest::All)
        .await?
        .places
        .iter()
        .filter(|actor_id| matches!(actor_id, ActorId::Team(_)))
    {
        responses.push(ask_actor(env, actor_id, step.clone()).await?);
    }
    Ok(responses)
}
