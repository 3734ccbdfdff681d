//! The user of an access token, asked of the service with that token: at the sign-in, and later if that has failed.

use super::request::{Caller, UpstreamRequest};
use super::response::UpstreamResponse;
use super::session::OpenSession;
use super::{RequestContext, budget, pipeline};
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::exchange::{ANSWER_MAX, TIMEOUT_MS, TokenGrant};
use crate::gateway::headers::{self, to_header};
use crate::gateway::problem::Problem;
use crate::gateway::profile::{PATH, Profile, may_be_reported_later};
use crate::gateway::proxy::Refusal;
use crate::gateway::records::owner_ids;
use crate::gateway::session::account_name;
use crate::spec::endpoint::Method;
use crate::spec::limits::SCOPE_HEADERS;
use crate::wire::http::Header;

/// The public ids under which the account of a session may own records. A session that does not name its user has the
/// service asked for it; if that fails, the refusal says why ids may be missing.
pub(super) async fn find_owner_ids(context: &RequestContext, session: &OpenSession) -> (Vec<String>, Option<Refusal>) {
    let OpenSession { token, access_token, .. } = session;
    let mut grant = TokenGrant { token: access_token.clone(), region: token.region, profile: None };
    let failed = match token.names_user() {
        true => None,
        false => load_profile(context, &mut grant).await.err(),
    };
    (owner_ids(token, grant.user_name(&context.config.client_id)), failed)
}

/// Asks the service for the user of a token. Returns the headers with the scopes of the token, as far as the service
/// reports them. The grant has no user if the service says that it may not be reported.
///
/// # Errors
///
/// If the service does not respond, or says that it cannot respond now.
pub(super) async fn load_profile(context: &RequestContext, grant: &mut TokenGrant) -> Result<Vec<Header>, Refusal> {
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
        return Err(Problem::Internal.into());
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
    let UpstreamResponse { status, mut headers, body } = sent?;
    let body = body.read_bytes(ANSWER_MAX).await.ok().flatten().ok_or(Problem::UpstreamFailed)?;
    grant.profile = Profile::from_response(status, &body);
    headers.retain(|(name, _)| SCOPE_HEADERS.contains(&name.as_str()));
    match may_be_reported_later(status, &body) {
        true => Err(Problem::UpstreamFailed.into()),
        false => Ok(headers),
    }
}
