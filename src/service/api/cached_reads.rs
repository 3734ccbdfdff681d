//! The responses to reads: which are cached, their entity tags, and 304.
//!
//! A cached response saves steps 3 to 8 of a call. Its key is everything in the request that a response depends on.
//! What it depends on in the database is found while it is computed (`store/table_set.rs`).

use super::check_headers;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::api_call::ApiCall;
use crate::service::actor::call_context::Account;
use crate::service::actor::read_cache::Dependencies;
use crate::spec::apps::AppState;
use crate::wire::etag::{ETAG_HEADER, IF_NONE_MATCH_HEADER, lists_etag, tag_of};
use crate::wire::http::{Request, Response};

/// The key of the response to a request; `None` if it is no read, or refused for its headers.
pub fn key_of(request: &Request, call: &ApiCall, state: AppState) -> Option<String> {
    let is_read = matches!(request.method.as_str(), "GET" | "HEAD");
    let Request { origin, path, query, body, .. } = request;
    // The names of headers and hosts, paths and queries have no spaces.
    let key = || [call.token.hash.as_str(), state.as_str(), origin, path, query].join(" ");
    (is_read && body.is_empty() && check_headers(request).is_ok()).then(key)
}

/// The response to a request from the cached one with this key, if that is current.
pub fn find_response(context: &ActorContext, key: &str) -> Option<Response> {
    let memory = context.memory;
    let mut responses = memory.read_cache.borrow_mut();
    let cached = responses.find(key, &memory.table_versions, context.now)?;
    Some(match status_without_body(context.request, cached) {
        Some(status) => Response { status, headers: cached.headers.clone(), body: Vec::new() },
        None => cached.clone(),
    })
}

/// The response with its tag. It is cached unless it depends on more than the request and the database.
pub fn store_response(context: &ActorContext, key: String, account: &Account, response: Response) -> Response {
    let is_whole = !context.chunked_work.is_paused() && context.external.pending.borrow().is_none();
    if response.status != 200 || !is_whole {
        return response;
    }
    let tag = tag_of(&context.service.config.key, &response.body);
    let response = response.with_header(ETAG_HEADER, &tag);
    context.note_reads();
    let reads = context.chunked_work.reads();
    if let Some(since) = reads.since
        && !reads.is_unique
        && context.external.results.iter().all(|(call, _)| call.is_about_permits())
    {
        let dependencies = Dependencies { tables: reads.tables, since, ends: account.ends };
        context.memory.read_cache.borrow_mut().insert(key, response.clone(), dependencies);
    }
    response
}

/// The response to a request: without a body to `HEAD`, and 304 if the client has the body already.
pub fn for_request(request: &Request, response: Response) -> Response {
    match status_without_body(request, &response) {
        Some(status) => Response { status, body: Vec::new(), ..response },
        None => response,
    }
}

/// The status of a response that is sent without its body; `None` if it needs the body.
fn status_without_body(request: &Request, response: &Response) -> Option<u16> {
    let known = request.header(IF_NONE_MATCH_HEADER).zip(response.header(ETAG_HEADER));
    if known.is_some_and(|(listed, tag)| lists_etag(listed, tag)) {
        return Some(304);
    }
    (request.method == "HEAD").then_some(response.status)
}
