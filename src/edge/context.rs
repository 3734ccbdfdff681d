//! What every part of the Worker works with: one request, its time, and what the Worker is bound to.

use super::convert::{self, IncomingRequest};
use crate::gateway::config::Config;
use crate::gateway::cors;
use crate::gateway::headers;
use crate::gateway::origin::Origin;
use crate::gateway::proxy::Refusal;
use crate::gateway::trace::TraceContext;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use std::rc::Rc;
use worker::{Context, Env, web_sys};

/// A request and its surroundings.
#[derive(Clone)]
pub(crate) struct RequestContext {
    pub(crate) env: Env,
    pub(crate) config: Rc<Config>,
    pub(crate) origin: Origin,
    pub(crate) now: Timestamp,
    pub(crate) arrival: Rc<IncomingRequest>,
    pub(crate) context: Rc<Context>,
    pub(crate) trace: Rc<TraceContext>,
    /// When it came, by the platform's clock.
    pub(crate) began: Timestamp,
    /// Name of the part of the Worker that it is for.
    pub(crate) route: &'static str,
}

impl RequestContext {
    pub(crate) fn head(&self) -> &Request {
        &self.arrival.head
    }

    /// The other origin that the request comes from, if it may call.
    pub(crate) fn allowed_origin(&self) -> Option<&Origin> {
        cors::allowed_origin(&self.config, self.head())
    }

    /// An answer that depends on who asks, so that nobody may keep it.
    pub(crate) fn respond_with(&self, response: &Response) -> worker::Result<web_sys::Response> {
        let mut extra = headers::security_headers(&self.origin);
        extra.extend(headers::private_headers());
        convert::to_platform_response(response.clone(), &extra)
    }

    pub(crate) fn respond_refusal(&self, refusal: &Refusal) -> worker::Result<web_sys::Response> {
        self.respond_with(&refusal.to_response(self.config.api.default_origin().unwrap_or(&self.origin)))
    }
}
