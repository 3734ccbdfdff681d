//! Requests of pages to the gateway itself: the checks that come before a session is opened, and the response to it.

use super::RequestContext;
use super::session::OpenSession;
use crate::gateway::csrf;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::spec::endpoint::Method;
use crate::wire::http::Response;
use worker::web_sys;

/// Responds to a request of a page with the result of `work`, which runs only if the method is one of `allowed` and a
/// page sent the request.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(super) async fn respond(
    context: &RequestContext,
    allowed: &[Method],
    work: impl AsyncFnOnce(Method) -> Result<Response, Refusal>,
) -> worker::Result<web_sys::Response> {
    let Some(method) = allowed.iter().find(|method| method.as_str() == context.head().method) else {
        let names: Vec<&str> = allowed.iter().map(|method| method.as_str()).collect();
        return context.respond_with(&Problem::MethodNotAllowed.to_response().with_header("allow", &names.join(", ")));
    };
    if let Err(problem) = csrf::check_request(context.head(), &context.config.origin, context.allowed_origin()) {
        return context.respond_with(&problem.to_response());
    }
    match work(*method).await {
        Ok(response) => context.respond_with(&response),
        Err(refusal) => context.respond_refusal(&refusal),
    }
}

/// The response of a session: with its cookie, if that is due to be sealed again.
pub(super) fn with_cookie(response: Response, session: &OpenSession) -> Response {
    match &session.cookie {
        Some(cookie) => response.with_header("set-cookie", cookie),
        None => response,
    }
}
