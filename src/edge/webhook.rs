//! The gateway's own webhook: its address told to a session, deliveries checked, and what they concern forgotten.

use super::{RequestContext, cache, session};
use crate::gateway::account::Account;
use crate::gateway::csrf;
use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::webhook::{self as rules, BODY_MAX, PATH};
use crate::spec::endpoint::Method;
use crate::wire::http::Response;
use worker::web_sys;

/// Answers at the path that tells the address, and at the address itself.
pub(crate) async fn respond(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let answer = match visit.head().path == PATH {
        true => show_subscription(visit).await,
        false => receive_delivery(visit).await,
    };
    match answer {
        Ok(response) => visit.respond_with(&response),
        Err(refusal) => visit.respond_refusal(&refusal),
    }
}

async fn show_subscription(visit: &RequestContext) -> Result<Response, Refusal> {
    let config = &visit.config;
    if visit.head().method != Method::GET.as_str() {
        return Ok(Problem::MethodNotAllowed.to_response().with_header("allow", "GET"));
    }
    csrf::check_request(visit.head(), &config.origin, None)?;
    let session = session::open_session(visit, Method::GET).await?;
    let path = rules::subscription_path(config, &Account::of_session(&session.ticket)).ok_or(Problem::Internal)?;
    let url = config.origin.as_str().to_owned() + &path;
    let response = Response::json(200, write_object(&[("subscription_url", JsonValue::Text(&url))]));
    Ok(match session.cookie {
        Some(cookie) => response.with_header("set-cookie", &cookie),
        None => response,
    })
}

/// Takes a delivery. One that cannot be acted on is answered with an error, so that it is sent again.
async fn receive_delivery(visit: &RequestContext) -> Result<Response, Refusal> {
    let account = rules::account_of_path(&visit.config, &visit.head().path).ok_or(Problem::NotFound)?;
    match visit.head().method.as_str() {
        // Whoever creates a webhook asks first whether somebody is there.
        "HEAD" => Ok(Response::empty(200)),
        "POST" => {
            let body = visit.arrival.read_body(BODY_MAX).await.ok().flatten().ok_or(Problem::BadRequest)?;
            if !rules::is_signed(&visit.config, visit.head(), &body) {
                return Err(Problem::Forbidden.into());
            }
            cache::invalidate_path(visit, &account, &rules::changed_path(&body)).await?;
            Ok(Response::empty(204))
        }
        _ => Ok(Problem::MethodNotAllowed.to_response().with_header("allow", "HEAD, POST")),
    }
}
