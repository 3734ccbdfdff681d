//! Requests of pages to the gateway itself: the checks and the body that come before a session is opened, and the
//! response.

use super::RequestContext;
use super::session::{OpenSession, open_session_with_body};
use crate::gateway::csrf;
use crate::gateway::origin::Origin;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, Refusal};
use crate::spec::endpoint::Method;
use crate::wire::http::Response;
use worker::web_sys;

/// What requests of pages are like.
pub(super) struct PageRules<'a> {
    /// The other origin whose pages may send them, besides the gateway's own.
    pub(super) other: Option<&'a Origin>,
    pub(super) methods: &'a [Method],
    /// Bytes of a body, and the refusal of a larger one.
    pub(super) body_max: u64,
    pub(super) too_large: Refusal,
}

/// Responds to a request of a page with the result of `work`, which gets the session and the body. It runs only if the
/// request fits the rules, and only with a session.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(super) async fn respond(
    context: &RequestContext,
    rules: PageRules<'_>,
    work: impl AsyncFnOnce(Method, &mut OpenSession, &[u8]) -> Result<Response, Refusal>,
) -> worker::Result<web_sys::Response> {
    let allow = rules.methods.iter().map(|method| method.as_str()).collect::<Vec<_>>().join(", ");
    let response = match open(context, rules).await {
        Ok(Some((method, mut session, body))) => {
            work(method, &mut session, &body).await.map(|response| with_cookie(context, response, &session))
        }
        Ok(None) => Ok(Problem::MethodNotAllowed.to_response().with_header("allow", &allow)),
        Err(refusal) => Err(refusal),
    };
    match response {
        Ok(response) => context.respond_with(&response),
        Err(refusal) => context.respond_refusal(&refusal),
    }
}

/// The method, the session and the body of a request; `None` if it has another method.
async fn open(
    context: &RequestContext,
    PageRules { other, methods, body_max, too_large }: PageRules<'_>,
) -> Result<Option<(Method, OpenSession, Vec<u8>)>, Refusal> {
    let head = context.head();
    let Some(method) = methods.iter().find(|method| method.as_str() == head.method) else { return Ok(None) };
    csrf::check_request(head, &context.config.origin, other)?;
    proxy::check_body(head, context.incoming.body_size())?;
    let (session, body) = open_session_with_body(context, *method, body_max, too_large).await?;
    Ok(Some((*method, session, body)))
}

/// The response of a session: with its cookie, if that is due to be sealed again.
#[inline(never)]
pub(super) fn with_cookie(context: &RequestContext, response: Response, session: &OpenSession) -> Response {
    match &session.cookie {
        Some(cookie) if !context.is_late() => response.with_header("set-cookie", cookie),
        _ => response,
    }
}
