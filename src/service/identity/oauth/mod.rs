//! Sign-in, consent and the token exchange: heading "Authentication".
//!
//! | Request | Flow |
//! |---|---|
//! | `GET /oauth/authorize` | router → app: the sign-in page |
//! | `POST /oauth/authorize` with a password | router → directory (client) → directory (address) → team → app: the consent page |
//! | `POST /oauth/authorize`, allowed | router → team → app: a code, by redirect |
//! | `POST /oauth/authorize`, denied | router → app: an error, by redirect |
//! | `POST /oauth/token` | router → app → team: a token |
//! | `/oauth/sign-up` | see `account::sign_up` |
//!
//! The pages set no cookie: the consent form carries a sealed token.
//!
//! No anonymous request reaches an app actor by an invented client id. For an unproven id the router shows a sign-in
//! page without the app's name. The app actor is reached only after a sign-in, or with a code that it issued.

mod after_sign_in;
mod authorization_code;
pub mod authorize_request;
mod consent;
pub(in crate::service) mod consent_token;
pub mod fields;
pub mod redirect;
pub mod sign_in;
mod token_exchange;

use super::account::sign_up;
use super::person::SignInResult;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Feature};
use crate::service::actor::service::Service;
use crate::service::environment::client_ip::ClientIp;
use crate::service::html::refusal::RefusalPage;
use crate::spec::content::REGISTRATION;
use crate::spec::oauth::{AUTHORIZE_PATH, TOKEN_PATH};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;
use authorize_request::AuthorizeRequest;
use fields::read_form;
use serde::{Deserialize, Serialize};
use sign_in::SignInPurpose;
pub use token_exchange::refuse_token_request;

/// A step of a sign-in or a token exchange, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OAuthStep {
    /// App: checks the request and shows the sign-in page.
    ShowSignIn(AuthorizeRequest),
    /// Directory: counts the sign-in for the client's network.
    CountClient(sign_in::SignInForm),
    /// Directory: finds the team of the e-mail address.
    FindTeam(sign_in::SignInForm),
    /// Team: checks the password.
    VerifyPassword(sign_in::SignInForm, crate::spec::regions::Region),
    /// App: shows the consent page to the user who signed in.
    ShowConsent(AuthorizeRequest, String, SignInResult),
    /// Team: loads the user again after the decision.
    CheckUser(consent::ConsentDecision),
    /// App: issues a code.
    IssueCode(consent::ConsentDecision, SignInResult),
    /// App: records the denial, which is final.
    Deny(consent_token::ConsentToken),
    /// App: checks the client secret and the code.
    RedeemCode(token_exchange::CodeExchange),
    /// Team: stores the grant and responds with the token.
    GrantToken(token_exchange::GrantRequest),
    /// Team: revokes the token of a code that was used twice.
    RevokeToken(token_exchange::ReusedCode),
}

impl crate::service::actor::protocol::FeatureStep for OAuthStep {
    const FEATURE: Feature = Feature::OAuth;
}

const SIGN_UP: &str = REGISTRATION.form_path;

/// Router: picks the step by path and method.
pub fn route(service: &Service, request: Request, now: Timestamp) -> ActorReply {
    let outcome = match (normalize_path(&request.path).as_str(), request.method.as_str()) {
        (AUTHORIZE_PATH, "GET" | "HEAD") => get_authorize(service, &request),
        (AUTHORIZE_PATH, "POST") => post_authorize(service, &request, now),
        (AUTHORIZE_PATH, _) => Err(RefusalPage::MethodNotAllowed.render_page().with_header("allow", "GET, HEAD, POST")),
        (SIGN_UP, _) => return sign_up::route(service, request),
        (TOKEN_PATH, "POST") => token_exchange::parse_token_request(&service.config, &request),
        (TOKEN_PATH, _) => Err(token_exchange::wrong_method()),
        _ => Err(RefusalPage::NotFound.render_page()),
    };
    match outcome {
        // The step carries the input. The request goes on without its body, so that a secret is in as few messages as
        // possible.
        Ok((actor_id, step)) => {
            ActorReply::forward_to(actor_id, Request { body: Vec::new(), ..request }, Command::from(step))
        }
        Err(response) => response.into(),
    }
}

/// Actor: handles one step.
pub fn handle_step(context: &ActorContext<'_>, step: OAuthStep) -> ActorReply {
    let outcome = match step {
        OAuthStep::ShowSignIn(auth_request) => sign_in::show_sign_in(context, &auth_request),
        OAuthStep::CountClient(sign_in) => after_sign_in::count_client(context, sign_in),
        OAuthStep::FindTeam(sign_in) => sign_in::find_team(context, sign_in),
        OAuthStep::VerifyPassword(sign_in, region) => after_sign_in::verify_sign_in(context, sign_in, region),
        OAuthStep::ShowConsent(auth_request, email, result) => {
            consent::present_consent(context, auth_request, &email, result)
        }
        OAuthStep::CheckUser(decision) => consent::check_user(context, decision),
        OAuthStep::IssueCode(decision, result) => consent::issue_code(context, decision, result),
        OAuthStep::Deny(token) => consent::deny_consent(context, &token),
        OAuthStep::RedeemCode(redemption) => token_exchange::redeem_code(context, redemption),
        OAuthStep::GrantToken(granted) => token_exchange::grant_token(context, &granted),
        OAuthStep::RevokeToken(reused) => token_exchange::revoke_token(context, &reused),
    };
    outcome.unwrap_or_else(ActorReply::from)
}

fn get_authorize(service: &Service, request: &Request) -> Result<(ActorId, OAuthStep), Response> {
    let auth_request = AuthorizeRequest::parse_query(&request.query).map_err(|refusal| refusal.render_page())?;
    match auth_request.is_proven(&service.config) {
        true => Ok((auth_request.app_actor(), OAuthStep::ShowSignIn(auth_request))),
        false => Err(sign_in::unnamed_page(&auth_request, "", None)),
    }
}

/// Router: the form of the sign-in page or of the consent page.
fn post_authorize(service: &Service, request: &Request, now: Timestamp) -> Result<(ActorId, OAuthStep), Response> {
    let fields = read_form(request)?;
    if let Some(sealed) = fields.first(consent::page::TOKEN_FIELD) {
        let token = consent_token::open_token(&service.config, sealed, now)
            .ok_or_else(|| RefusalPage::StartAgain.render_page())?;
        return consent::parse_decision(token, &fields);
    }
    let auth_request = AuthorizeRequest::parse_query(&request.query).map_err(|refusal| refusal.render_page())?;
    sign_in::parse_sign_in(ClientIp::from_request(&service.config, request), SignInPurpose::App(auth_request), &fields)
}
