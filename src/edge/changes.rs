//! The changes that a page hears of: asked of the cache object of its account, without a request to the service.

use super::RequestContext;
use super::objects::cache_client;
use super::page_request::{self, PageRules};
use super::session::OpenSession;
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
    let rules = PageRules {
        other: context.allowed_origin(),
        methods: &[Method::GET],
        body_max: 0,
        too_large: Problem::BadRequest.into(),
    };
    page_request::respond(context, rules, async |_, session, _| show_changes(context, session).await).await
}

async fn show_changes(context: &RequestContext, session: &OpenSession) -> Result<Response, Refusal> {
    ChangesQuery::parse(&context.head().query)?;
    let account = Account::of_session(&session.token);
    let changes = cache_client::read_changes(&context.env, &account, &context.head().query).await;
    let changes = changes.map_err(|error| context.log_failure("cache object failed", &error))?;
    Ok(Response::json(200, changes))
}
