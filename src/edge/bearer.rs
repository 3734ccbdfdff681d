//! Calls of servers with an access token of their own: sent to the token's region, which is found if it is not known.

use super::forward::{response_headers, run_to_completion};
use super::request::{Caller, UpstreamRequest};
use super::response::UpstreamResponse;
use super::{RequestContext, budget, cache, clock, convert, isolate_state, pipeline, upstream};
use crate::crypto::secret::Secret;
use crate::gateway::account::Account;
use crate::gateway::bearer;
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::headers::{self, CacheScope};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{AdmittedRequest, BODY_MAX, Refusal};
use crate::gateway::region::Region;
use crate::gateway::session::account_name;
use crate::spec::errors::Error;
use std::mem::take;
use worker::web_sys;

/// Responds to a call. A write that was sent runs to its end even if the server disconnects.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let (admitted, token) = match bearer::admit_call(context.head(), context.incoming.body_size()) {
        Ok(admitted) => admitted,
        Err(refusal) => return context.respond_refusal(&refusal),
    };
    let response = if admitted.method.is_read() {
        call_api(context, &admitted, &token).await
    } else {
        let writer = context.clone();
        run_to_completion(context, async move { call_api(&writer, &admitted, &token).await }).await
    };
    budget::report_outcomes(context);
    response
}

async fn call_api(
    context: &RequestContext,
    admitted: &AdmittedRequest,
    token: &Secret,
) -> worker::Result<web_sys::Response> {
    match try_regions(context, admitted, token).await {
        Ok(response) => response,
        Err(refusal) => context.respond_refusal(&refusal),
    }
}

async fn try_regions(
    context: &RequestContext,
    admitted: &AdmittedRequest,
    token: &Secret,
) -> Result<worker::Result<web_sys::Response>, Refusal> {
    let name = bearer::token_name(token);
    let known = isolate_state::with_region_cache(|regions| regions.get(&name));
    let mut body = context.read_body(BODY_MAX, Error::TooLarge.into()).await?;
    let mut last = Err(Problem::Internal.into());
    for region in bearer::regions_to_try(&context.config.api, known, admitted.method) {
        let class = RequestClass::from_request(context.head());
        let caller = Caller { id: name, class, fallback: Fallback::None };
        let called = clock::platform_time();
        // A body is gone once it was sent. Only reads, which have none, are sent to several regions.
        let sent = send_to_region(context, caller, admitted, token, region, take(&mut body)).await;
        if !admitted.method.is_read() {
            let account = Account::new(account_name(&context.config.client_id, token), region);
            cache::invalidate_written(context, &account, admitted).await;
        }
        let UpstreamResponse { status, headers, body } = sent?;
        let headers = response_headers(context, status, headers, CacheScope::Nobody, called);
        if !bearer::may_be_elsewhere(status) {
            isolate_state::with_region_cache(|regions| regions.insert(name, region));
            return Ok(body.into_response(status, headers, &[]));
        }
        let error = UpstreamResponse { status, headers, body };
        let error = upstream::read_whole_error(context, error).await?;
        let is_elsewhere = bearer::is_elsewhere(&error.body);
        last = Ok(convert::to_platform_response(error, &[]));
        if !is_elsewhere {
            break;
        }
    }
    last
}

async fn send_to_region(
    context: &RequestContext,
    caller: Caller,
    admitted: &AdmittedRequest,
    token: &Secret,
    region: Region,
    body: Vec<u8>,
) -> Result<UpstreamResponse, Refusal> {
    let origin = context.config.api.origin_of(region).ok_or(Problem::Internal)?;
    let request = UpstreamRequest {
        method: admitted.method.as_str(),
        origin,
        path: &admitted.path,
        query: &admitted.query,
        headers: headers::service_headers(&context.head().headers, token).ok_or(Problem::Internal)?,
        body,
        timeout: None,
        // Links lead to the gateway, so that the server's next call is below the same budget.
        prefix: Some(""),
    };
    let response = pipeline::send_to_api(context, caller, request).await?;
    upstream::check_response(context, origin, &response)?;
    Ok(response)
}
