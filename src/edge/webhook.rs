//! The gateway's own webhook: its address told to a session, deliveries checked, and what they concern forgotten.

use super::{RequestContext, cache, session};
use crate::gateway::account::Account;
use crate::gateway::csrf;
use crate::gateway::json::{Written, object};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::webhook::{self as rules, BODY_MAX, PATH};
use crate::spec::endpoint::Method;
use crate::wire::http::Response;
use worker::web_sys;

/// Answers at the path that tells the address, and at the address itself.
pub(crate) async fn respond(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let answer = match visit.head().path == PATH {
        true => tell(visit).await,
        false => receive(visit).await,
    };
    match answer {
        Ok(response) => visit.answer(&response),
        Err(refusal) => visit.refuse(&refusal),
    }
}

async fn tell(visit: &RequestContext) -> Result<Response, Refusal> {
    let config = &visit.config;
    if visit.head().method != Method::GET.as_str() {
        return Ok(Problem::MethodNotAllowed.response().with("allow", "GET"));
    }
    csrf::check(visit.head(), &config.origin, None)?;
    let session = session::open(visit, Method::GET).await?;
    let path = rules::path(config, &Account::of(&session.ticket)).ok_or(Problem::Internal)?;
    let url = config.origin.as_str().to_owned() + &path;
    let response = Response::json(200, object(&[("subscription_url", Written::Text(&url))]));
    Ok(match session.cookie {
        Some(cookie) => response.with("set-cookie", &cookie),
        None => response,
    })
}

/// Takes a delivery. One that cannot be acted on is answered with an error, so that it is sent again.
async fn receive(visit: &RequestContext) -> Result<Response, Refusal> {
    let account = rules::account(&visit.config, &visit.head().path).ok_or(Problem::NotFound)?;
    match visit.head().method.as_str() {
        // Whoever creates a webhook asks first whether somebody is there.
        "HEAD" => Ok(Response::empty(200)),
        "POST" => {
            let body = visit.arrival.body(BODY_MAX).await.ok().flatten().ok_or(Problem::BadRequest)?;
            if !rules::is_signed(&visit.config, visit.head(), &body) {
                return Err(Problem::Forbidden.into());
            }
            cache::forget(visit, &account, &rules::changed(&body)).await?;
            Ok(Response::empty(204))
        }
        _ => Ok(Problem::MethodNotAllowed.response().with("allow", "HEAD, POST")),
    }
}
