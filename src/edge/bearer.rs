//! Calls of servers with a token of their own: sent to the token's region, which is found if it is not known.

use super::budget::{self, Caller};
use super::proxy::{self as page, passed};
use super::upstream::{RequestBody, UpstreamRequest};
use super::{RequestContext, cache, clock, convert, isolate, retry};
use crate::crypto::secret::Secret;
use crate::edge::response::UpstreamResponse;
use crate::gateway::account::Account;
use crate::gateway::bearer;
use crate::gateway::budget::{Class, Copy};
use crate::gateway::headers::{self, Keep};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, Forward, Payload, Refusal};
use crate::gateway::region::Region;
use crate::gateway::session::account;
use worker::{Context, web_sys};

/// Answers a call. A write goes on to its end even if the server goes away.
pub(crate) async fn respond(visit: &RequestContext, context: &Context) -> worker::Result<web_sys::Response> {
    let payload = visit.arrival.payload();
    let (forward, token) = match bearer::admit(visit.head(), payload) {
        Ok(admitted) => admitted,
        Err(refusal) => return visit.refuse(&refusal),
    };
    let answer = if forward.method.is_read() {
        call(visit, &forward, &token, payload).await
    } else {
        let writer = visit.clone();
        page::to_its_end(visit, context, async move { call(&writer, &forward, &token, payload).await }).await
    };
    budget::report(visit, context);
    answer
}

async fn call(
    visit: &RequestContext,
    forward: &Forward,
    token: &Secret,
    payload: Payload,
) -> worker::Result<web_sys::Response> {
    match attempt(visit, forward, token, payload).await {
        Ok(answer) => answer,
        Err(refusal) => visit.refuse(&refusal),
    }
}

async fn attempt(
    visit: &RequestContext,
    forward: &Forward,
    token: &Secret,
    payload: Payload,
) -> Result<worker::Result<web_sys::Response>, Refusal> {
    let name = bearer::name(token);
    let known = isolate::homes(|homes| homes.of(&name));
    let mut body = Some(page::body(visit, payload).await?);
    let mut answer = Err(Problem::Internal.into());
    for region in bearer::tries(&visit.config.api, known, forward.method) {
        // A body that was sent is gone. Where more than one region is tried there is none.
        let caller = Caller { id: name, class: Class::of(visit.head()), copy: Copy::None };
        let called = clock::platform();
        let sent = send(visit, caller, forward, token, region, body.take()).await;
        if !forward.method.is_read() {
            cache::written(visit, &Account::at(account(&visit.config.client_id, token), region), forward).await;
        }
        let UpstreamResponse { status, headers, body } = sent?;
        proxy::check_answer(status, &headers)?;
        let headers = passed(visit, status, headers, Keep::Nobody, called);
        if !bearer::may_be_elsewhere(status) {
            isolate::homes(|homes| homes.learn(name, region));
            return Ok(body.under(status, headers, &[]));
        }
        let refused = UpstreamResponse { status, headers, body }.whole().await?;
        let elsewhere = bearer::is_elsewhere(&refused.body);
        answer = Ok(convert::response(refused, &[]));
        if !elsewhere {
            break;
        }
    }
    answer
}

async fn send(
    visit: &RequestContext,
    caller: Caller,
    forward: &Forward,
    token: &Secret,
    region: Region,
    body: Option<RequestBody>,
) -> Result<UpstreamResponse, Refusal> {
    let outgoing = UpstreamRequest {
        method: forward.method.as_str(),
        origin: visit.config.api.of(region).ok_or(Problem::Internal)?,
        path: &forward.path,
        query: &forward.query,
        headers: headers::to_service(&visit.head().headers, token).ok_or(Problem::Internal)?,
        body: body.unwrap_or(RequestBody::None),
        timeout: None,
        // A server goes on where it asked, below the same budget.
        prefix: Some(""),
    };
    retry::send(visit, caller, outgoing).await
}
