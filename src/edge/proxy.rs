//! The API for sessions: admits a request, and sends it through the pipeline.

use super::forward::run_to_completion;
use super::response::UpstreamResponse;
use super::{RequestContext, budget, pipeline};
use crate::gateway::proxy::{self, AdmittedRequest};
use worker::web_sys;

/// Responds to a request of a session. A write that was sent runs to its end even if the client disconnects.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) async fn respond(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let (size, other) = (context.incoming.body_size(), context.allowed_origin());
    let admitted = match proxy::admit_request(context.head(), size, &context.config.origin, other) {
        Ok(admitted) => proxy::with_app_key(admitted, &context.config),
        Err(refusal) => return context.respond_refusal(&refusal),
    };
    let response = if admitted.method.is_read() {
        call_api(context, &admitted).await
    } else {
        let writer = context.clone();
        run_to_completion(context, async move { call_api(&writer, &admitted).await }).await
    };
    budget::report_outcomes(context);
    response
}

async fn call_api(context: &RequestContext, admitted: &AdmittedRequest) -> worker::Result<web_sys::Response> {
    match pipeline::send_for_session(context, admitted).await {
        Ok(UpstreamResponse { status, headers, body }) => body.into_response(status, headers, &[]),
        Err(refusal) => context.respond_refusal(&refusal),
    }
}
