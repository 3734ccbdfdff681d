//! The upstream: the embedded service, or a remote API. Links in a response lead to the gateway before any other part
//! reads it.

use super::fetch::{self, FetchRequest, FetchResponse, FetchTimeout};
use super::log::print_line;
use super::request::UpstreamRequest;
use super::response::{ResponseBody, UpstreamResponse};
use super::{RequestContext, clock, isolate_state, service};
use crate::gateway::config::{Config, Upstream};
use crate::gateway::headers::client_ip_header;
use crate::gateway::links::{LinkRewrite, LinkRewriter, rewrite_links};
use crate::gateway::log::{Level, LogSubject, UpstreamFailure};
use crate::gateway::metrics::Counter;
use crate::gateway::origin::Origin;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, ERROR_BODY_MAX};
use crate::gateway::retry::replace_retry_date;
use crate::wire::http::{Request, Response};
use std::mem;
use std::rc::Rc;
use worker::js_sys::Uint8Array;
use worker::wasm_bindgen::{JsCast, JsValue, closure::Closure};

/// The name, in the log, of a response whose body has failed.
const BODY: &str = "body";

fn link_rewrite<'a>(config: &'a Config, prefix: &'static str) -> LinkRewrite<'a> {
    LinkRewrite { api: &config.api, gateway: &config.origin, prefix }
}

/// The function that rewrites the links of a stream, and logs its failure; `fetch::pipe` says what it gets and returns.
fn rewrite_callback(context: &RequestContext, prefix: &'static str) -> JsValue {
    let (config, trace, route) = (Rc::clone(&context.config), Rc::clone(&context.trace), context.route);
    let mut rewriter = Some(LinkRewriter::default());
    let transform = move |chunk: JsValue| {
        if let Some(cause) = chunk.as_string() {
            log_failure(&config, (trace.id(), route), BODY, None, &cause);
            return None;
        }
        let rewritten = match chunk.dyn_into::<Uint8Array>() {
            Ok(chunk) => rewriter.as_mut()?.rewrite_chunk(&chunk.to_vec(), link_rewrite(&config, prefix)),
            // A link that may be cut at the end of a chunk is held back until here.
            Err(_) => rewriter.take().map(LinkRewriter::finish),
        };
        rewritten.map(|bytes| Uint8Array::from(bytes.as_slice()))
    };
    Closure::<dyn FnMut(JsValue) -> Option<Uint8Array>>::new(transform).into_js_value()
}

/// The body with its links rewritten, if there is a prefix. A stream of a remote API without a deadline gets a stall
/// timeout.
fn rewrite_body(
    context: &RequestContext,
    body: ResponseBody,
    prefix: Option<&'static str>,
    timeout: Option<u32>,
) -> ResponseBody {
    let config = &context.config;
    let may_stall = config.upstream == Upstream::Remote && timeout.is_none();
    match (body, prefix) {
        (ResponseBody::Bytes(bytes), Some(prefix)) => {
            let rewritten = rewrite_links(&bytes, link_rewrite(config, prefix));
            ResponseBody::Bytes(rewritten.unwrap_or(bytes))
        }
        // A body without links stays in the platform's memory.
        (ResponseBody::Whole(buffer), Some(prefix)) => {
            let rewritten = rewrite_links(&Uint8Array::new(&buffer).to_vec(), link_rewrite(config, prefix));
            rewritten.map_or(ResponseBody::Whole(buffer), ResponseBody::Bytes)
        }
        (ResponseBody::Stream(Some(stream)), prefix) if may_stall || prefix.is_some() => {
            let milliseconds = if may_stall { config.upstream_timeout } else { 0 };
            let transform = prefix.map_or(JsValue::UNDEFINED, |prefix| rewrite_callback(context, prefix));
            ResponseBody::Stream(Some(fetch::pipe(&stream, milliseconds, &transform)))
        }
        (body, _) => body,
    }
}

/// Sends a request to the API. Takes its body, so that only a request without one can be sent again.
///
/// # Errors
///
/// If no response arrives, or not in time.
pub(crate) async fn send_upstream(
    context: &RequestContext,
    request: &mut UpstreamRequest<'_>,
) -> Result<UpstreamResponse, Problem> {
    context.trace.attach_to(&mut request.headers);
    let sent = match context.config.upstream {
        Upstream::Embedded => send_embedded(context, request).await,
        Upstream::Remote => send_remote(context, request).await,
    };
    let UpstreamResponse { status, headers, body } = sent.map_err(|error| {
        let cause = error.to_string();
        log_failure(&context.config, context.log_subject(), context.config.service_name(request.origin), None, &cause);
        if cause.contains("TimeoutError") { Problem::UpstreamTimeout } else { Problem::UpstreamFailed }
    })?;
    // An error body is passed on byte for byte.
    let prefix = request.prefix.filter(|_| (200..300).contains(&status));
    Ok(UpstreamResponse { status, headers, body: rewrite_body(context, body, prefix, request.timeout) })
}

/// Logs and counts a call of the service without a usable response.
#[inline(never)]
fn log_failure(config: &Config, subject: LogSubject<'_>, service: &str, status: Option<u16>, cause: &str) {
    // A remote service is another party; the embedded one is a part of this Worker.
    let level = if config.upstream == Upstream::Remote { Level::Warn } else { Level::Error };
    print_line(level, "upstream failed", Some(subject), &UpstreamFailure { service, status, cause });
    isolate_state::count_event(Counter::UpstreamFailures);
}

/// Checks that a response of an origin may be passed on.
///
/// # Errors
///
/// If it may not, which is logged and counted.
#[inline(never)]
pub(crate) fn check_response(
    context: &RequestContext,
    origin: &Origin,
    response: &UpstreamResponse,
) -> Result<(), Problem> {
    let UpstreamResponse { status, headers, .. } = response;
    proxy::check_response(*status, headers).map_err(|cause| {
        log_failure(&context.config, context.log_subject(), context.config.service_name(origin), Some(*status), cause);
        Problem::UpstreamFailed
    })
}

/// The response with the body of an error, read completely.
///
/// # Errors
///
/// If the body exceeds the limit of an error or cannot be read, which is logged and counted.
pub(crate) async fn read_whole_error(
    context: &RequestContext,
    response: UpstreamResponse,
) -> Result<Response, Problem> {
    let UpstreamResponse { status, headers, body } = response;
    let Some(body) = body.read_bytes(ERROR_BODY_MAX).await.ok().flatten() else {
        log_failure(&context.config, context.log_subject(), BODY, Some(status), "broken or too long");
        return Err(Problem::UpstreamFailed);
    };
    Ok(Response { status, headers, body })
}

async fn send_embedded(
    context: &RequestContext,
    request: &mut UpstreamRequest<'_>,
) -> worker::Result<UpstreamResponse> {
    request.headers.extend(client_ip_header(&context.head().headers, context.config.client_ip_header.as_deref()));
    let service_request = Request {
        method: request.method.to_owned(),
        origin: request.origin.as_str().to_owned(),
        path: request.path.to_owned(),
        query: request.query.to_owned(),
        headers: mem::take(&mut request.headers),
        body: mem::take(&mut request.body),
    };
    service::respond(context, service_request).await
}

async fn send_remote(context: &RequestContext, request: &mut UpstreamRequest<'_>) -> worker::Result<UpstreamResponse> {
    let body = match mem::take(&mut request.body) {
        none if none.is_empty() => JsValue::UNDEFINED,
        bytes => Uint8Array::from(bytes.as_slice()).into(),
    };
    let UpstreamRequest { method, path, query, .. } = *request;
    let (origin, headers) = (request.origin.as_str(), request.headers.as_slice());
    let stall = FetchTimeout::Stall(context.config.upstream_timeout, context.incoming.is_detached());
    let timeout = request.timeout.map_or(stall, FetchTimeout::Deadline);
    let request = FetchRequest { method, origin, path, query, headers, body, timeout };
    let FetchResponse { status, mut headers, body } = fetch::send(&context.execution, request).await?;
    replace_retry_date(&mut headers, clock::platform_time());
    let body = match body.dyn_into() {
        Ok(buffer) => ResponseBody::Whole(buffer),
        Err(stream) => ResponseBody::Stream(stream.dyn_into().ok()),
    };
    Ok(UpstreamResponse { status, headers, body })
}
