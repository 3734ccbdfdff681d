//! The context of one request: the request, its time, the configuration and the platform's bindings.

use super::convert::{self, IncomingRequest};
use super::{PlatformRandom, clock, now};
use crate::gateway::config::Config;
use crate::gateway::cors;
use crate::gateway::headers;
use crate::gateway::origin::Origin;
use crate::gateway::proxy::Refusal;
use crate::gateway::trace::TraceContext;
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::{Request, Response};
use std::rc::Rc;
use worker::{Context, Env, web_sys};

/// A response that takes longer than this leaves the cookie as it is; a later one renews it. Our choice.
const COOKIE_WITHIN: i64 = SECOND;

/// One request and what its handlers need.
#[derive(Clone)]
pub(crate) struct RequestContext {
    pub(crate) env: Env,
    pub(crate) config: Rc<Config>,
    pub(crate) origin: Origin,
    pub(crate) now: Timestamp,
    pub(crate) incoming: Rc<IncomingRequest>,
    /// The platform's context of the request, or of the Durable Object that handles it.
    pub(crate) execution: Rc<Context>,
    pub(crate) trace: Rc<TraceContext>,
    /// When it arrived, by the platform's clock.
    pub(crate) began: Timestamp,
    /// Name of its route, for logs.
    pub(crate) route: &'static str,
}

impl RequestContext {
    /// The context of a request that has just arrived.
    #[inline(never)]
    pub(crate) fn new(
        env: Env,
        config: Rc<Config>,
        incoming: Rc<IncomingRequest>,
        execution: Context,
        origin: Origin,
        route: &'static str,
    ) -> RequestContext {
        let trace = Rc::new(TraceContext::from_request(&incoming.head, PlatformRandom.unique_bytes()));
        let (began, execution) = (clock::platform_time(), Rc::new(execution));
        RequestContext { env, config, origin, now: now(), incoming, execution, trace, began, route }
    }

    /// The request without its body.
    pub(crate) fn head(&self) -> &Request {
        &self.incoming.head
    }

    /// The request's origin, if it is another one that may call.
    pub(crate) fn allowed_origin(&self) -> Option<&Origin> {
        cors::allowed_origin(&self.config, self.head())
    }

    /// True once the response may not set a cookie any more: the cookie has the accounts of the time of the request,
    /// and would undo a switch or a sign-in since.
    #[inline(never)]
    pub(crate) fn is_late(&self) -> bool {
        clock::platform_time() >= self.began.saturating_add(COOKIE_WITHIN)
    }

    /// The request's body.
    ///
    /// # Errors
    ///
    /// `too_large` if it has more than `limit` bytes; also if the client breaks off.
    pub(crate) async fn read_body(&self, limit: u64, too_large: Refusal) -> Result<Vec<u8>, Refusal> {
        self.incoming.read_body(limit).await?.ok_or(too_large)
    }

    /// A response for this client only: no cache may store it.
    ///
    /// # Errors
    ///
    /// If the platform refuses the status.
    pub(crate) fn respond_with(&self, response: &Response) -> worker::Result<web_sys::Response> {
        let mut extra = headers::security_headers(&self.origin);
        extra.extend(headers::private_headers());
        convert::to_platform_response(response.clone(), &extra)
    }

    /// The response of a refused request.
    ///
    /// # Errors
    ///
    /// If the platform refuses the status.
    pub(crate) fn respond_refusal(&self, refusal: &Refusal) -> worker::Result<web_sys::Response> {
        self.respond_with(&refusal.to_response(self.config.api.default_origin().unwrap_or(&self.origin)))
    }
}
