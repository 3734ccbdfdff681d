//! The pages of the user: connects an agent, lists and ends connections, and shows and agrees to plans.

use super::documents::load_client;
use super::record::{call_record, end_connection, read_id};
use crate::edge::new_session::{begin_session, draw_random};
use crate::edge::objects::session::call_session_object;
use crate::edge::page_request::{self, PageRules};
use crate::edge::profile::find_owner_ids;
use crate::edge::session::{OpenSession, look_up_record};
use crate::edge::{PlatformRandom, RequestContext, isolate_state};
use crate::gateway::agents::authorization::{RequestProblem, client_id, parse_request};
use crate::gateway::agents::clients::ClientProblem;
use crate::gateway::agents::connections::{AgentsCommand, AgentsReply, Connection};
use crate::gateway::agents::tokens::{AgentToken, Code};
use crate::gateway::agents::user_pages::{
    BODY_MAX, Decision, PagePart, connections_json, describe_request, new_connection, parse_decision, parse_page_path,
    parse_query, plan_json,
};
use crate::gateway::agents::value::{ToValue, Value, object};
use crate::gateway::exchange::TokenGrant;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::session as rules;
use crate::gateway::session_jar::SessionJar;
use crate::gateway::session_object::{SessionCommand, SessionState};
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::http::Response;
use worker::web_sys;

/// Responds to a page.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let part = parse_page_path(&context.head().path);
    let methods: &[Method] = match part {
        Some(PagePart::Connections) => &[Method::GET],
        Some(PagePart::Ask | PagePart::Decide) => &[Method::POST],
        Some(PagePart::Connection(_)) => &[Method::DELETE],
        Some(PagePart::Plan(_)) => &[Method::GET, Method::POST],
        None => return context.respond_with(&Problem::NotFound.to_response()),
    };
    // A page of another origin does not show the user what is decided.
    let rules = PageRules { other: None, methods, body_max: BODY_MAX, too_large: Error::TooLarge.into() };
    page_request::respond(context, rules, async |method, session, body| {
        match parse_page_path(&context.head().path).ok_or(Problem::NotFound)? {
            PagePart::Ask => ask(context, session, body).await,
            PagePart::Decide => decide(context, session, body).await,
            part => use_records(context, session, part, method).await,
        }
    })
    .await
}

/// Uses the connections and plans of all ids that the account owns.
async fn use_records(
    context: &RequestContext,
    session: &OpenSession,
    part: PagePart<'_>,
    method: Method,
) -> Result<Response, Refusal> {
    let (owners, missing) = find_owner_ids(context, session).await;
    let found = match part {
        PagePart::Connection(id) => end(context, owners, id).await?,
        PagePart::Plan(id) => use_plan(context, owners, id, method).await?,
        // A list without some of the connections would say that there are none.
        _ if missing.is_some() => None,
        _ => Some(list_connections(context, owners).await?),
    };
    found.ok_or(missing.unwrap_or(Problem::NotFound.into()))
}

/// Lists the connections whose sessions have not ended, and forgets the others.
async fn list_connections(context: &RequestContext, owners: Vec<String>) -> Result<Response, Problem> {
    let (mut open, mut calls) = (Vec::new(), Vec::new());
    for owner in owners {
        let AgentsReply::All(listed, called) = call_record(context, &owner, &AgentsCommand::List).await? else {
            return Err(Problem::Internal);
        };
        for connection in listed {
            if is_open(context, &connection).await? {
                open.push(connection);
            } else {
                call_record(context, &owner, &AgentsCommand::Remove(connection.id)).await?;
            }
        }
        calls.extend(called);
    }
    Ok(Response::json(200, connections_json(&open, &calls).to_json()))
}

async fn is_open(context: &RequestContext, connection: &Connection) -> Result<bool, Problem> {
    let (Some(account), Some(id)) = (read_id(&connection.account), read_id(&connection.id)) else { return Ok(false) };
    let state = call_session_object(context, &account, &SessionCommand::Show(id)).await?;
    Ok(matches!(state, SessionState::Open(record) if context.now < record.began_at.saturating_add(rules::LIFETIME)))
}

async fn end(context: &RequestContext, owners: Vec<String>, id: &str) -> Result<Option<Response>, Problem> {
    for owner in owners {
        let AgentsReply::All(listed, _) = call_record(context, &owner, &AgentsCommand::List).await? else {
            return Err(Problem::Internal);
        };
        if let Some(connection) = listed.into_iter().find(|connection| connection.id == id) {
            // First the session: a connection that is removed already could not be ended when the user tries again.
            end_connection(context, &connection).await?;
            call_record(context, &owner, &AgentsCommand::Remove(connection.id)).await?;
            return Ok(Some(Response::empty(204)));
        }
    }
    Ok(None)
}

/// Describes the request of a program, so that the user can decide.
async fn ask(context: &RequestContext, session: &OpenSession, body: &[u8]) -> Result<Response, Refusal> {
    let query = parse_query(body)?;
    let account = session.token.public_id();
    let id = client_id(&query).unwrap_or_default();
    let described = match load_client(context, &account, &id).await {
        Ok(client) => match parse_request(&context.config, &client, &query) {
            Ok(request) => describe_request(&client, &request),
            Err(problem) => problem_json(&problem),
        },
        Err(problem) => client_problem_json(problem),
    };
    Ok(Response::json(200, described.to_json()))
}

fn problem_json(problem: &RequestProblem) -> Value {
    match problem {
        RequestProblem::Shown(code) => object(vec![("problem", code.to_value())]),
        RequestProblem::SentBack(location) => object(vec![("location", location.to_value())]),
    }
}

fn client_problem_json(problem: ClientProblem) -> Value {
    object(vec![("problem", problem.as_str().to_value())])
}

/// Carries out the decision of the user. The request is read again, so that nothing has to be trusted that the page
/// sends.
async fn decide(context: &RequestContext, session: &OpenSession, body: &[u8]) -> Result<Response, Refusal> {
    let Decision { query, account: shown, is_allowed, scopes } = parse_decision(body)?;
    let config = &context.config;
    let account = session.token.public_id();
    if shown != account {
        // Another tab has switched the account since: the agent would work for one that the user has not seen.
        let problem = RequestProblem::Shown("account_changed");
        return Ok(Response::json(200, problem_json(&problem).to_json()));
    }
    let client = match load_client(context, &account, &client_id(&query).unwrap_or_default()).await {
        Ok(client) => client,
        Err(problem) => return Ok(Response::json(200, client_problem_json(problem).to_json())),
    };
    let request = match parse_request(config, &client, &query) {
        Ok(request) => request,
        Err(problem) => return Ok(Response::json(200, problem_json(&problem).to_json())),
    };
    if !is_allowed {
        return Ok(Response::json(200, object(vec![("location", request.denied_url(config).to_value())]).to_json()));
    }
    let token = begin_agent_session(context, session).await?;
    let connection = new_connection(&token, &client, &request, &scopes, context.now);
    if let AgentsReply::Connection(replaced) = call_record(context, &account, &AgentsCommand::Add(connection)).await? {
        end_connection(context, &replaced).await?;
    }
    let token = AgentToken::new(token, scopes, &client.id);
    let nonce = PlatformRandom.random_bytes();
    let code = Code::seal(&token, &request.challenge, &request.redirect_uri, config, context.now, nonce);
    let location = request.code_url(config, &code.ok_or(Problem::Internal)?);
    Ok(Response::json(200, object(vec![("location", location.to_value())]).to_json()))
}

/// Begins a session of the same account for an agent.
async fn begin_agent_session(context: &RequestContext, session: &OpenSession) -> Result<rules::SessionToken, Refusal> {
    let (random, mut jar) = (draw_random(), SessionJar::default());
    let found = look_up_record(context, &mut jar, &session.token, Method::POST).await?;
    let Ok((record, access_token)) = found else { return Err(Problem::SignedOut.into()) };
    let config = &context.config;
    let profile = rules::open_profile(&config.sealer, &config.origin, &session.token, &record);
    let grant = TokenGrant { token: access_token, region: record.region, profile };
    let token = begin_session(context, &grant, random).await?.with_user_of(&session.token);
    isolate_state::with_record_cache(|cache| cache.update(token.id, None, context.now));
    Ok(token)
}

async fn use_plan(
    context: &RequestContext,
    owners: Vec<String>,
    id: &str,
    method: Method,
) -> Result<Option<Response>, Problem> {
    let command = match method {
        Method::GET => AgentsCommand::ShowPlan(id.to_owned()),
        _ => AgentsCommand::Agree(id.to_owned()),
    };
    for owner in owners {
        if let AgentsReply::Plan(mut plan) = call_record(context, &owner, &command).await? {
            if method != Method::GET {
                plan.agree(context.now);
            }
            return Ok(Some(Response::json(200, plan_json(&plan).to_json())));
        }
    }
    Ok(None)
}
