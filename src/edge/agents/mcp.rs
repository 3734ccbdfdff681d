//! `POST /mcp`: checks the request and its token, and has the tool run that it calls.

use super::record::call_record;
use super::run::{Agent, note_call, run_tool};
use crate::edge::session::{OpenSession, look_up_record};
use crate::edge::{RequestContext, budget, now};
use crate::gateway::agents::connections::{AgentsCommand, AgentsReply, ToolCall};
use crate::gateway::agents::elicitation::ask_user;
use crate::gateway::agents::envelope::{self, BODY_MAX, McpOutcome};
use crate::gateway::agents::metadata::TokenChallenge;
use crate::gateway::agents::schema::check_arguments;
use crate::gateway::agents::tokens::AgentToken;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::session::object_name;
use crate::gateway::session_jar::SessionJar;
use crate::spec::endpoint::Method;
use crate::wire::bearer::read_token;
use crate::wire::http::Response;
use worker::web_sys;

/// Responds to an agent.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let response = handle(context).await.unwrap_or_else(|response| response);
    budget::report_outcomes(context);
    context.respond_with(&response)
}

/// Handles a request. An early end is a response too.
async fn handle(context: &RequestContext) -> Result<Response, Response> {
    let (config, head) = (&context.config, context.head());
    // A page of another origin must not use a token, even if it has one.
    if head.header("origin").is_some_and(|origin| origin != config.origin.as_str()) {
        return Err(Problem::Forbidden.to_response());
    }
    envelope::check_method(head)?;
    let challenge = |challenge: TokenChallenge, granted: &[_]| challenge.to_response(config, granted);
    let sent = head.header("authorization").ok_or_else(|| challenge(TokenChallenge::Missing, &[]))?;
    let invalid = || challenge(TokenChallenge::Invalid, &[]);
    let open = |now| read_token(sent).and_then(|sealed| AgentToken::open_access(config, sealed, now));
    open(context.now).ok_or_else(invalid)?;
    envelope::check_media_types(head)?;
    let body = context.incoming.read_body(BODY_MAX).await.map_err(Problem::to_response)?;
    let body = body.ok_or_else(envelope::too_large)?;
    // The token may have ended, and the connection, while the body was on its way.
    let token = open(now()).ok_or_else(invalid)?;
    let internal = |_| Problem::Internal.to_response();
    let mut jar = SessionJar::default();
    // As for a write: a connection that was ended is of no use at once.
    let found = look_up_record(context, &mut jar, &token.session, Method::POST).await.map_err(internal)?;
    let (record, access_token) = found.map_err(|_| invalid())?;
    let (tool, called) = match envelope::handle_body(head, &body, &token.scopes) {
        McpOutcome::Answered(response) => return Ok(response),
        McpOutcome::NotGranted(tool) => (tool, None),
        McpOutcome::Tool(call, tool, arguments) => (tool, Some((call, arguments))),
    };
    let (account, id) = (token.session.public_id(), object_name(&token.session.id));
    // A call that is refused counts too, and the user sees it, unless it is one too many.
    let begun = match call_record(context, &account, &AgentsCommand::Begin(id.clone())).await {
        Ok(AgentsReply::Connection(connection)) => Ok(connection),
        Ok(AgentsReply::Wait(seconds)) => {
            Err(format!("This connection has made its calls of the minute. Wait {seconds} seconds."))
        }
        Ok(_) => return Err(invalid()),
        Err(problem) => return Err(problem.to_response()),
    };
    let note_refusal = |bytes| {
        note_call(context, &account, tool, ToolCall::new(context.now, &id, tool, "refused", bytes));
    };
    let Some((call, arguments)) = called else {
        if begun.is_ok() {
            note_refusal(0);
        }
        return Err(challenge(TokenChallenge::Scope(tool.scope), &token.scopes));
    };
    let connection = match begun {
        Ok(connection) => connection,
        Err(message) => return Ok(call.tool_error(&message)),
    };
    if let Err(message) = check_arguments(tool, &arguments) {
        note_refusal(message.len());
        return Ok(call.tool_error(&message));
    }
    let mut session = token.session.clone();
    session.region = record.region;
    let session = OpenSession { token: session, access_token, cookie: None, jar };
    let agent = Agent { session, connection, account, scopes: token.scopes };
    match run_tool(context, agent, tool, arguments).await {
        Ok(Ok(result)) => Ok(ask_user(&call, &result).unwrap_or_else(|| call.tool_result(&result))),
        Ok(Err(message)) => Ok(call.tool_error(&message)),
        Err(Refusal::SessionOver(..) | Refusal::Problem(Problem::SignedOut)) => Err(invalid()),
        Err(_) => Err(Problem::Internal.to_response()),
    }
}
