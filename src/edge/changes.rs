//! The changes that a page hears of: asked of the cache object of its account, without a request to the service.

use super::objects::cache_client;
use super::page_request::{self, with_cookie};
use super::session::open_session;
use super::{RequestContext, log_error};
use crate::gateway::account::Account;
use crate::gateway::changes::ChangesQuery;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::spec::endpoint::Method;
use crate::wire::http::Response;
use worker::web_sys;

/// Responds to a page that asks for changes.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    page_request::respond(context, &[Method::GET], async |_| show_changes(context).await).await
}

async fn show_changes(context: &RequestContext) -> Result<Response, Refusal> {
    ChangesQuery::parse(&context.head().query)?;
    let session = open_session(context, Method::GET).await?;
    let account = Account::of_session(&session.token);
    let changes = cache_client::read_changes(&context.env, &account, &context.head().query).await;
    let changes = changes.map_err(|error| {
        log_error("cache object failed", &error);
        Problem::Internal
    })?;
    Ok(with_cookie(Response::json(200, changes), &session))
}
