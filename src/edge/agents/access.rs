//! What programs use to be connected: the documents about the server, codes, tokens, and registrations.

use super::record::{call_record, end_connection, end_session};
use crate::edge::session::look_up_record;
use crate::edge::{PlatformRandom, RequestContext, convert};
use crate::gateway::agents::connections::{AgentsCommand, AgentsReply};
use crate::gateway::agents::metadata::{document, is_named_resource};
use crate::gateway::agents::tokens::{AgentToken, Code, TokenRefusal, token_response};
use crate::gateway::agents::value::{ToValue, object};
use crate::gateway::agents::{REGISTER_PATH, REVOKE_PATH, TOKEN_PATH, clients};
use crate::gateway::headers;
use crate::gateway::problem::Problem;
use crate::gateway::session::object_name;
use crate::gateway::session_jar::SessionJar;
use crate::spec::endpoint::Method;
use crate::wire::form::Form;
use crate::wire::http::Response;
use worker::web_sys;

/// Responds to a program.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let head = context.head();
    let response = match (head.method.as_str(), head.path.as_str()) {
        ("GET" | "HEAD", path) if let Some(document) = document(&context.config, path) => {
            // A page of another origin may read these, so they are not as private as other responses.
            return convert::to_platform_response(document, &headers::security_headers(&context.origin));
        }
        (_, path) if document(&context.config, path).is_some() => {
            Problem::MethodNotAllowed.to_response().with_header("allow", "GET, HEAD")
        }
        ("POST", TOKEN_PATH) => match exchange(context).await {
            Ok(response) => response,
            Err(refusal) => refusal.to_response(),
        },
        ("POST", REVOKE_PATH) => Response::empty(if revoke(context).await.is_ok() { 200 } else { 503 }),
        ("POST", REGISTER_PATH) if context.config.registers_agents => register(context).await,
        (_, TOKEN_PATH | REVOKE_PATH) => Problem::MethodNotAllowed.to_response().with_header("allow", "POST"),
        (_, REGISTER_PATH) if context.config.registers_agents => {
            Problem::MethodNotAllowed.to_response().with_header("allow", "POST")
        }
        _ => Problem::NotFound.to_response(),
    };
    context.respond_with(&response)
}

async fn register(context: &RequestContext) -> Response {
    let body = context.incoming.read_body(clients::REGISTRATION_MAX).await.ok().flatten().unwrap_or_default();
    match clients::register(&context.config, &body, context.now.0, PlatformRandom.random_bytes()) {
        Ok(client) => Response::json(201, client.to_json()),
        Err((error, description)) => Response::json(
            400,
            object(vec![("error", error.to_value()), ("error_description", description.to_value())]).to_json(),
        ),
    }
}

async fn read_form(context: &RequestContext) -> Option<Form> {
    let body = context.incoming.read_body(clients::REGISTRATION_MAX).await.ok().flatten()?;
    Form::of_pairs(&body).ok()
}

async fn exchange(context: &RequestContext) -> Result<Response, TokenRefusal> {
    let form = read_form(context).await.ok_or(TokenRefusal::BadRequest)?;
    let config = &context.config;
    if !form.all("resource").all(|named| is_named_resource(config, named)) {
        return Err(TokenRefusal::WrongResource);
    }
    let client_id = form.text("client_id");
    let (token, command) = match form.text("grant_type") {
        "authorization_code" => {
            let code = Code::open(config, form.text("code")).ok_or(TokenRefusal::BadGrant)?;
            if !code.is_proven(client_id, form.text("code_verifier"), form.text("redirect_uri")) {
                return Err(TokenRefusal::BadGrant);
            }
            let command = AgentsCommand::Redeem(object_name(&code.token.session.id), code.is_late(context.now));
            (code.token, command)
        }
        "refresh_token" => {
            let token = AgentToken::open_refresh(config, form.text("refresh_token"), context.now);
            let token = token.filter(|token| token.is_of(client_id)).ok_or(TokenRefusal::BadGrant)?;
            let command = AgentsCommand::Rotate(object_name(&token.session.id), token.generation);
            (token, command)
        }
        "" => return Err(TokenRefusal::BadRequest),
        _ => return Err(TokenRefusal::UnknownGrantType),
    };
    let is_open = look_up_record(context, &mut SessionJar::default(), &token.session, Method::POST).await;
    if is_open.map_err(|_| TokenRefusal::Failed)?.is_err() {
        return Err(TokenRefusal::BadGrant);
    }
    let reply = call_record(context, &token.session.public_id(), &command).await.map_err(|_| TokenRefusal::Failed)?;
    let generation = match reply {
        AgentsReply::Connection(connection) => connection.generation,
        AgentsReply::Reused(connection) => {
            end_connection(context, &connection).await.map_err(|_| TokenRefusal::Failed)?;
            return Err(TokenRefusal::BadGrant);
        }
        _ => return Err(TokenRefusal::BadGrant),
    };
    let nonces = [PlatformRandom.random_bytes(), PlatformRandom.random_bytes()];
    token_response(config, &token, generation, context.now, nonces).ok_or(TokenRefusal::Failed)
}

/// Ends a connection by either of its tokens. What was sent makes no difference to the response: RFC 7009.
///
/// # Errors
///
/// If the connection was not ended, so that the client must try again.
async fn revoke(context: &RequestContext) -> Result<(), Problem> {
    if let Some(form) = read_form(context).await {
        let sealed = form.text("token");
        let opened = AgentToken::open_refresh(&context.config, sealed, context.now)
            .or_else(|| AgentToken::open_access(&context.config, sealed, context.now));
        if let Some(token) = opened {
            // First the session: a connection that is removed already could not be ended when the client tries again.
            end_session(context, token.session.account, token.session.id).await?;
            let command = AgentsCommand::Remove(object_name(&token.session.id));
            call_record(context, &token.session.public_id(), &command).await?;
        }
    }
    Ok(())
}
