//! The user of a new session, asked of the service with the new token.

use super::request::{Caller, UpstreamRequest};
use super::response::UpstreamResponse;
use super::{RequestContext, budget, pipeline};
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::exchange::{ANSWER_MAX, Grant, TIMEOUT_MS};
use crate::gateway::headers::{self, to_header};
use crate::gateway::profile::{PATH, Profile};
use crate::gateway::session::account_name;
use crate::spec::endpoint::Method;
use crate::spec::limits::SCOPE_HEADERS;
use crate::wire::http::Header;

/// Asks the service for the user of a new token. Returns the headers with the scopes of the token, as far as the service
/// reports them. A failure costs only what the page would have shown.
pub(super) async fn load_profile(context: &RequestContext, grant: &mut Grant) -> Vec<Header> {
    let config = &context.config;
    let caller = Caller {
        id: account_name(&config.client_id, &grant.token),
        class: RequestClass::from_request(context.head()),
        fallback: Fallback::None,
    };
    let (Some(origin), Some(headers)) = (
        config.api.origin_of(grant.region),
        headers::service_headers(&[to_header(("accept", "application/json"))], &grant.token),
    ) else {
        return Vec::new();
    };
    let request = UpstreamRequest {
        method: Method::GET.as_str(),
        origin,
        path: PATH,
        query: "",
        headers,
        body: Vec::new(),
        timeout: Some(TIMEOUT_MS),
        prefix: None,
    };
    let sent = pipeline::send_to_api(context, caller, request).await;
    budget::report_outcomes(context);
    let Ok(UpstreamResponse { status, mut headers, body }) = sent else { return Vec::new() };
    if let Ok(Some(body)) = body.read_bytes(ANSWER_MAX).await {
        grant.profile = Profile::from_response(status, &body);
    }
    headers.retain(|(name, _)| SCOPE_HEADERS.contains(&name.as_str()));
    headers
}
