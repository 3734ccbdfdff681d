//! Calls of servers with a token of their own: sent to the token's region, which is found if it is not known.

use super::budget::{self, Caller};
use super::proxy::{self as page, response_headers};
use super::upstream::{RequestBody, UpstreamRequest};
use super::{RequestContext, cache, clock, convert, isolate_state, retry};
use crate::crypto::secret::Secret;
use crate::edge::response::UpstreamResponse;
use crate::gateway::account::Account;
use crate::gateway::bearer;
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::headers::{self, CacheScope};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, AdmittedRequest, BodySize, Refusal};
use crate::gateway::region::Region;
use crate::gateway::session::account_name;
use worker::{Context, web_sys};

/// Answers a call. A write goes on to its end even if the server goes away.
pub(crate) async fn respond(visit: &RequestContext, context: &Context) -> worker::Result<web_sys::Response> {
    let payload = visit.arrival.body_size();
    let (forward, token) = match bearer::admit_call(visit.head(), payload) {
        Ok(admitted) => admitted,
        Err(refusal) => return visit.respond_refusal(&refusal),
    };
    let answer = if forward.method.is_read() {
        call_api(visit, &forward, &token, payload).await
    } else {
        let writer = visit.clone();
        page::run_to_completion(visit, context, async move { call_api(&writer, &forward, &token, payload).await }).await
    };
    budget::report_outcomes(visit, context);
    answer
}

async fn call_api(
    visit: &RequestContext,
    forward: &AdmittedRequest,
    token: &Secret,
    payload: BodySize,
) -> worker::Result<web_sys::Response> {
    match try_regions(visit, forward, token, payload).await {
        Ok(answer) => answer,
        Err(refusal) => visit.respond_refusal(&refusal),
    }
}

async fn try_regions(
    visit: &RequestContext,
    forward: &AdmittedRequest,
    token: &Secret,
    payload: BodySize,
) -> Result<worker::Result<web_sys::Response>, Refusal> {
    let name = bearer::token_name(token);
    let known = isolate_state::with_region_cache(|homes| homes.get(&name));
    let mut body = Some(page::request_body(visit, payload).await?);
    let mut answer = Err(Problem::Internal.into());
    for region in bearer::regions_to_try(&visit.config.api, known, forward.method) {
        // A body that was sent is gone. Where more than one region is tried there is none.
        let caller = Caller { id: name, class: RequestClass::from_request(visit.head()), fallback: Fallback::None };
        let called = clock::platform_time();
        let sent = send_to_region(visit, caller, forward, token, region, body.take()).await;
        if !forward.method.is_read() {
            cache::invalidate_written(
                visit,
                &Account::new(account_name(&visit.config.client_id, token), region),
                forward,
            )
            .await;
        }
        let UpstreamResponse { status, headers, body } = sent?;
        proxy::check_response(status, &headers)?;
        let headers = response_headers(visit, status, headers, CacheScope::Nobody, called);
        if !bearer::may_be_elsewhere(status) {
            isolate_state::with_region_cache(|homes| homes.insert(name, region));
            return Ok(body.into_response(status, headers, &[]));
        }
        let refused = UpstreamResponse { status, headers, body }.read_whole_error().await?;
        let elsewhere = bearer::is_elsewhere(&refused.body);
        answer = Ok(convert::to_platform_response(refused, &[]));
        if !elsewhere {
            break;
        }
    }
    answer
}

async fn send_to_region(
    visit: &RequestContext,
    caller: Caller,
    forward: &AdmittedRequest,
    token: &Secret,
    region: Region,
    body: Option<RequestBody>,
) -> Result<UpstreamResponse, Refusal> {
    let outgoing = UpstreamRequest {
        method: forward.method.as_str(),
        origin: visit.config.api.origin_of(region).ok_or(Problem::Internal)?,
        path: &forward.path,
        query: &forward.query,
        headers: headers::service_headers(&visit.head().headers, token).ok_or(Problem::Internal)?,
        body: body.unwrap_or(RequestBody::None),
        timeout: None,
        // A server goes on where it asked, below the same budget.
        prefix: Some(""),
    };
    retry::send_with_retries(visit, caller, outgoing).await
}
