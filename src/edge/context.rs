//! What every part of the Worker works with: one request, its time, and what the Worker is bound to.

use super::convert::{self, Arrival};
use crate::gateway::config::Config;
use crate::gateway::cors;
use crate::gateway::headers;
use crate::gateway::origin::Origin;
use crate::gateway::proxy::Refusal;
use crate::gateway::trace::Trace;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use std::rc::Rc;
use worker::{Context, Env, web_sys};

/// A request and its surroundings.
#[derive(Clone)]
pub(crate) struct RequestContext {
    pub(crate) env: Env,
    pub(crate) config: Rc<Config>,
    pub(crate) origin: Origin,
    pub(crate) now: Moment,
    pub(crate) arrival: Rc<Arrival>,
    pub(crate) context: Rc<Context>,
    pub(crate) trace: Rc<Trace>,
    /// When it came, by the platform's clock.
    pub(crate) began: Moment,
    /// Name of the part of the Worker that it is for.
    pub(crate) surface: &'static str,
}

impl RequestContext {
    pub(crate) fn head(&self) -> &Request {
        &self.arrival.head
    }

    /// The other origin that the request comes from, if it may call.
    pub(crate) fn guest(&self) -> Option<&Origin> {
        cors::guest(&self.config, self.head())
    }

    /// An answer that depends on who asks, so that nobody may keep it.
    pub(crate) fn answer(&self, response: &Response) -> worker::Result<web_sys::Response> {
        let mut extra = headers::always(&self.origin);
        extra.extend(headers::private());
        convert::response(response.clone(), &extra)
    }

    pub(crate) fn refuse(&self, refusal: &Refusal) -> worker::Result<web_sys::Response> {
        self.answer(&refusal.response(self.config.api.first().unwrap_or(&self.origin)))
    }
}
