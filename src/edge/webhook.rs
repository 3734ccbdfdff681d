//! The gateway's own webhook: shows a session its URL, checks deliveries, invalidates the cache by them, and has them
//! logged for pages.

use super::{RequestContext, cache, page_request, session};
use crate::gateway::account::Account;
use crate::gateway::changes::SurveyEvent;
use crate::gateway::csrf;
use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::webhook::{self as rules, BODY_MAX, PATH};
use crate::spec::endpoint::Method;
use crate::wire::http::Response;
use worker::web_sys;

/// Responds at the path that shows the URL, and at the URL itself.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let response = match context.head().path == PATH {
        true => show_subscription(context).await,
        false => receive_delivery(context).await,
    };
    match response {
        Ok(response) => context.respond_with(&response),
        Err(refusal) => context.respond_refusal(&refusal),
    }
}

async fn show_subscription(context: &RequestContext) -> Result<Response, Refusal> {
    let config = &context.config;
    if context.head().method != Method::GET.as_str() {
        return Ok(Problem::MethodNotAllowed.to_response().with_header("allow", "GET"));
    }
    csrf::check_request(context.head(), &config.origin, None)?;
    let session = session::open_session(context, Method::GET).await?;
    let path = rules::subscription_path(config, &Account::of_session(&session.token)).ok_or(Problem::Internal)?;
    let url = config.origin.as_str().to_owned() + &path;
    let response = Response::json(200, write_object(&[("subscription_url", JsonValue::Text(&url))]));
    Ok(page_request::with_cookie(context, response, &session))
}

/// Handles a delivery. The response is an error if the cache could not be invalidated, so that it is delivered again.
async fn receive_delivery(context: &RequestContext) -> Result<Response, Refusal> {
    let account = rules::account_of_path(&context.config, &context.head().path).ok_or(Problem::NotFound)?;
    match context.head().method.as_str() {
        // The service checks by `HEAD` that a new webhook's URL exists.
        "HEAD" => Ok(Response::empty(200)),
        "POST" => {
            let body = context.incoming.read_body(BODY_MAX).await.ok().flatten().ok_or(Problem::BadRequest)?;
            // Before the body is looked at: anybody can send to this URL.
            if !rules::is_signed(&context.config, context.head(), &body) {
                return Err(Problem::Forbidden.into());
            }
            let event = SurveyEvent::from_delivery(&body, context.now);
            cache::invalidate_path(context, &account, &rules::changed_path(&body), event.as_ref()).await?;
            Ok(Response::empty(204))
        }
        _ => Ok(Problem::MethodNotAllowed.to_response().with_header("allow", "HEAD, POST")),
    }
}
