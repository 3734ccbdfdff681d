//! Asks the service whether an account may read a survey: past the cache of responses, with the session's own token.

use super::isolate_state;
use super::request::{Caller, UpstreamRequest};
use super::response::UpstreamResponse;
use super::session::{OpenSession, close_revoked};
use super::{RequestContext, budget, cache, pipeline, upstream};
use crate::gateway::account::Account;
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::cache_policy::evicts_account;
use crate::gateway::exchange::TIMEOUT_MS;
use crate::gateway::headers::{self, CacheScope, to_header};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, BODY_MAX, Refusal};
use crate::gateway::survey_access::{notes_object_name, survey_path};
use crate::spec::endpoint::Method;
use crate::wire::http::Response;

/// The name of the object with the notes of a survey, or the response of the service that does not show the survey to
/// the account.
///
/// # Errors
///
/// If the session has ended, the budget refuses the request, or the service does not respond.
pub(super) async fn find_notes_object(
    context: &RequestContext,
    session: &mut OpenSession,
    survey_id: &str,
) -> Result<Result<String, Response>, Refusal> {
    let account = Account::of_session(&session.token);
    let known =
        isolate_state::with_survey_access(|memory| memory.find(&account, survey_id, context.now).map(str::to_owned));
    if let Some(name) = known {
        return Ok(Ok(name));
    }
    let sent = ask_service(context, session, survey_id).await;
    budget::report_outcomes(context);
    let UpstreamResponse { status, headers, body } = sent?;
    let body = body.read_bytes(BODY_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
    if status == 200 {
        let name = notes_object_name(context.config.upstream, &account, survey_id, &body);
        let name = name.ok_or(Problem::UpstreamFailed)?;
        isolate_state::with_survey_access(|memory| memory.allow(account, survey_id, &name, context.now));
        return Ok(Ok(name));
    }
    if proxy::may_end_session(status) && proxy::ends_session(&body) {
        return Err(close_revoked(context, session).await?);
    }
    isolate_state::with_survey_access(|memory| memory.deny(&account, survey_id));
    if evicts_account(status) {
        cache::clear_account(context, &account).await;
    }
    Ok(Err(Response { status, headers: headers::page_headers(headers, CacheScope::Nobody), body }))
}

async fn ask_service(
    context: &RequestContext,
    session: &OpenSession,
    survey_id: &str,
) -> Result<UpstreamResponse, Refusal> {
    let account = Account::of_session(&session.token);
    let accept = [to_header(("accept", "application/json"))];
    let origin = context.config.api.origin_of(account.region()).ok_or(Problem::SignedOut)?;
    let request = UpstreamRequest {
        method: Method::GET.as_str(),
        origin,
        path: &survey_path(survey_id),
        query: "",
        headers: headers::service_headers(&accept, &session.access_token).ok_or(Problem::Internal)?,
        body: Vec::new(),
        timeout: Some(TIMEOUT_MS),
        prefix: None,
    };
    let class = RequestClass::from_request(context.head());
    let caller = Caller { id: account.id(), class, fallback: Fallback::None };
    let response = pipeline::send_to_api(context, caller, request).await?;
    upstream::check_response(context, origin, &response)?;
    Ok(response)
}
