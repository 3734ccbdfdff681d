//! Sign-in, consent and the token exchange: heading "Authentication", step by step and place by place.
//!
//! | Request | Walk |
//! |---|---|
//! | `GET /oauth/authorize` | door → app: the sign-in page |
//! | `POST /oauth/authorize` with a password | door → directory (client) → directory (address) → team → app: the consent page |
//! | `POST /oauth/authorize` with a yes | door → team → app: a code, by redirect |
//! | `POST /oauth/authorize` with a no | door → app: an error, by redirect |
//! | `POST /oauth/token` | door → app → team: a token |
//! | `/oauth/sign-up` | see `account::sign_up` |
//!
//! The pages set no cookie: the consent form carries a sealed ticket.
//!
//! No anonymous request asks an app whose client id anybody may have invented. The sign-in page for such an id names no
//! app and comes from the door; the app is asked for whoever has signed in, and with a code that it gave.

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
use crate::service::html::refusal::RefusalPage;
use crate::service::store::client_ip::ClientIp;
use crate::spec::content::REGISTRATION;
use crate::spec::oauth::{AUTHORIZE_PATH, TOKEN_PATH};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;
use authorize_request::AuthorizeRequest;
use fields::read_form;
use serde::{Deserialize, Serialize};
use sign_in::SignInPurpose;

/// Where a sign-in or a token exchange stands: what the place that is visited next is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OAuthStep {
    /// The app: may it ask this? Then the sign-in page.
    ShowSignIn(AuthorizeRequest),
    /// The directory, which counts what a client tries: may it sign in?
    CountClient(sign_in::SignInForm),
    /// The directory: which team knows the e-mail address?
    FindTeam(sign_in::SignInForm),
    /// The team: is this the password?
    VerifyPassword(sign_in::SignInForm, crate::spec::regions::Region),
    /// The app: the consent page for whoever signed in.
    ShowConsent(AuthorizeRequest, String, SignInResult),
    /// The team: is the user still there?
    CheckUser(consent::ConsentDecision),
    /// The app: a code for what the user decided.
    IssueCode(consent::ConsentDecision, SignInResult),
    /// The app: the user said no, which cannot become a yes.
    Deny(consent_token::ConsentToken),
    /// The app: is this its secret, and is the code good?
    RedeemCode(token_exchange::CodeExchange),
    /// The team: stores the grant and answers with the token.
    GrantToken(token_exchange::GrantRequest),
    /// The team: revokes the token of a code that was used twice.
    RevokeToken(token_exchange::ReusedCode),
}

impl crate::service::actor::protocol::FeatureStep for OAuthStep {
    const FEATURE: Feature = Feature::OAuth;
}

const SIGN_UP: &str = REGISTRATION.form_path;

/// At the door: which app is this about?
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
        // What the form said stands in the step; passwords and secrets travel no further than they must.
        Ok((place, step)) => {
            ActorReply::forward_to(place, Request { body: Vec::new(), ..request }, Command::from(step))
        }
        Err(response) => response.into(),
    }
}

/// At a place: one step further.
pub fn handle_step(visit: &ActorContext<'_>, step: OAuthStep) -> ActorReply {
    let outcome = match step {
        OAuthStep::ShowSignIn(asked) => sign_in::show_sign_in(visit, &asked),
        OAuthStep::CountClient(sign_in) => after_sign_in::count_client(visit, sign_in),
        OAuthStep::FindTeam(sign_in) => sign_in::find_team(visit, sign_in),
        OAuthStep::VerifyPassword(sign_in, region) => after_sign_in::verify_sign_in(visit, sign_in, region),
        OAuthStep::ShowConsent(asked, email, who) => consent::present_consent(visit, asked, &email, who),
        OAuthStep::CheckUser(decision) => consent::check_user(visit, decision),
        OAuthStep::IssueCode(decision, who) => consent::issue_code(visit, decision, who),
        OAuthStep::Deny(ticket) => consent::deny_consent(visit, &ticket),
        OAuthStep::RedeemCode(redemption) => token_exchange::redeem_code(visit, redemption),
        OAuthStep::GrantToken(granted) => token_exchange::grant_token(visit, &granted),
        OAuthStep::RevokeToken(reused) => token_exchange::revoke_token(visit, &reused),
    };
    outcome.unwrap_or_else(ActorReply::from)
}

fn get_authorize(service: &Service, request: &Request) -> Result<(ActorId, OAuthStep), Response> {
    let asked = AuthorizeRequest::parse_query(&request.query).map_err(|refusal| refusal.render_page())?;
    match asked.is_proven(&service.config) {
        true => Ok((asked.app_actor(), OAuthStep::ShowSignIn(asked))),
        false => Err(sign_in::unnamed_page(&asked, "", None)),
    }
}

/// A form of one of the two pages.
fn post_authorize(service: &Service, request: &Request, now: Timestamp) -> Result<(ActorId, OAuthStep), Response> {
    let fields = read_form(request)?;
    if let Some(sealed) = fields.first(consent::page::TICKET) {
        let ticket = consent_token::open_token(&service.config, sealed, now)
            .ok_or_else(|| RefusalPage::StartAgain.render_page())?;
        return consent::parse_decision(ticket, &fields);
    }
    let asked = AuthorizeRequest::parse_query(&request.query).map_err(|refusal| refusal.render_page())?;
    sign_in::parse_sign_in(ClientIp::from_request(&service.config, request), SignInPurpose::App(asked), &fields)
}
