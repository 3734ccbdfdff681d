//! The API for sessions: admits a request, and sends it through the pipeline.

use super::forward::run_to_completion;
use super::response::UpstreamResponse;
use super::{RequestContext, budget, pipeline};
use crate::gateway::proxy::{self, AdmittedRequest, BodySize};
use worker::web_sys;

/// Responds to a request of a session. A write that was sent runs to its end even if the client disconnects.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let body_size = context.incoming.body_size();
    let admitted =
        match proxy::admit_request(context.head(), body_size, &context.config.origin, context.allowed_origin()) {
            Ok(admitted) => proxy::with_app_key(admitted, &context.config),
            Err(refusal) => return context.respond_refusal(&refusal),
        };
    let response = if admitted.method.is_read() {
        call_api(context, &admitted, body_size).await
    } else {
        let writer = context.clone();
        run_to_completion(context, async move { call_api(&writer, &admitted, body_size).await }).await
    };
    budget::report_outcomes(context);
    response
}

async fn call_api(
    context: &RequestContext,
    admitted: &AdmittedRequest,
    body_size: BodySize,
) -> worker::Result<web_sys::Response> {
    match pipeline::send_for_session(context, admitted, body_size).await {
        Ok(UpstreamResponse { status, headers, body }) => body.into_response(status, headers, &[]),
        Err(refusal) => context.respond_refusal(&refusal),
    }
}
