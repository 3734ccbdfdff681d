//! Accounts: opening one, seeing and changing it, the apps that it has linked, and the apps of its own.
//!
//! | Request | Walk |
//! |---|---|
//! | `POST /oauth/sign-up` | door → directory (client) → directory (address) → team (makes) → directory (settles) → team (writes): [`sign_up`] |
//! | later, for an address that the directory knows | team → the address's team (looks, writes) → directory (frees) → …: [`address_availability`](sign_up::address_availability) |
//! | `POST /account/sign-in` | door → directory (client) → directory (address) → team: [`session`] |
//! | `GET /account/` and what the account alone changes | door → team: [`profile`] |
//! | another e-mail address | door → team → directory (new) → team → directory (old): [`address_change`] |
//! | an app of one's own | door → team → app → team: [`own_apps`] |
//! | `/account/verify` | door → team: [`verification`] |
//! | people of the team, templates of the team | door → team: [`members`], [`templates`] |
//! | an invitation that is accepted | see [`accept_invitation`] |
//! | the review of apps | see [`review`] |
//!
//! The pages work without JavaScript. Paths, forms and limits are our choice.

pub mod accept_invitation;
pub mod address_change;
pub mod app_form;
pub mod limits_form;
pub mod limits_view;
pub mod members;
pub mod message_pages;
pub mod own_apps;
pub mod page;
pub mod profile;
pub mod reservation;
pub mod review;
pub mod session;
pub mod sign_up;
pub mod templates;
pub mod verification;

use super::app_lifecycle;
use super::oauth::fields::read_form;
use super::oauth::sign_in::{self, SignInPurpose};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Feature};
use crate::service::actor::service::Service;
use crate::service::html::notice::{NOTICE, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::store::client_ip::ClientIp;
use crate::service::store::sql::in_transaction;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;
use crate::wire::query;
use serde::{Deserialize, Serialize};
use session::{AccountSession, in_own_team};

/// Where a request stands: what the place that is visited next is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum AccountStep {
    /// A step of opening an account.
    SignUp(sign_up::SignUpStep),
    /// The team: the account page.
    ShowAccount(AccountSession, Option<Notice>),
    /// The team: changes something.
    ChangeProfile(AccountSession, profile::ProfileChange),
    /// The directory or the team: another e-mail address, or the end of one.
    ChangeAddress(address_change::AddressStep),
    /// A step of registering, seeing or changing an app.
    OwnApp(AccountSession, own_apps::OwnAppStep),
    /// The team: the address is its user's.
    VerifyAddress(verification::VerificationLink),
    /// A step of a review.
    Review(AccountSession, review::ReviewStep),
    /// The team: its people.
    Members(AccountSession, members::MembersStep),
    /// A step of accepting an invitation.
    Join(accept_invitation::JoinStep),
    /// The team: its templates.
    Templates(AccountSession, templates::TemplatesStep),
    /// The app: its account is purged.
    EndApp(PurgedApp),
    /// The place of the reviews: the app of this client id is no more.
    RemoveFromQueue(String),
}

impl crate::service::actor::protocol::FeatureStep for AccountStep {
    const FEATURE: Feature = Feature::Account;
}

impl AccountStep {
    /// Whether the step founds the place that it goes to.
    pub const fn founds_actor(&self) -> bool {
        matches!(
            self,
            AccountStep::SignUp(sign_up::SignUpStep::CreateAccount(_))
                | AccountStep::OwnApp(_, own_apps::OwnAppStep::Create(..))
        )
    }

    /// Whether the place may be over after the step.
    pub const fn may_end(&self) -> bool {
        matches!(
            self,
            AccountStep::EndApp(_)
                | AccountStep::OwnApp(_, own_apps::OwnAppStep::Apply(_, app_lifecycle::Verb::Delete, _))
        )
    }
}

/// An app whose account is purged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurgedApp {
    /// Client id.
    pub client_id: String,
    /// The owner's team.
    pub team: String,
    /// The owner.
    pub user_id: String,
}

/// What becomes of a step at the door.
type RouteResult = Result<(ActorId, Command), Response>;

/// At the door: which page, and who is it?
pub fn route(service: &Service, request: Request, now: Timestamp) -> ActorReply {
    let path = normalize_path(&request.path);
    let mut segments = path.split('/').skip(2);
    let place = (segments.next(), segments.next(), segments.next());
    let outcome = match (place, request.method.as_str()) {
        ((None, ..), "GET" | "HEAD") => get_account_page(service, &request, now),
        ((Some("sign-in"), None, _), "POST") => post_sign_in(service, &request),
        ((Some("verify"), None, _), "GET" | "HEAD") => Err(verification::get_page(service, &request, now)),
        ((Some("verify"), None, _), "POST") => verification::post_form(service, &request, now),
        ((Some("apps"), id, None), "GET" | "HEAD") => own_apps::get_page(service, &request, now, id),
        ((Some("apps"), id, None), "POST") => own_apps::post_form(service, &request, now, id),
        ((Some("join"), None, _), "GET" | "HEAD") => accept_invitation::get_page(service, &request, now),
        ((Some("join"), None, _), "POST") => accept_invitation::post_form(service, &request, now),
        ((Some("people"), None, _), "GET" | "HEAD") => members::get_page(service, &request, now),
        ((Some("people"), Some(name), None), "POST") => members::post_form(service, &request, now, name),
        ((Some("templates"), None, _), "GET" | "HEAD") => templates::get_page(service, &request, now),
        ((Some("templates"), Some(name), None), "POST") => templates::post_form(service, &request, now, name),
        ((Some("reviews"), id, None), "GET" | "HEAD") => review::get_page(service, &request, now, id),
        ((Some("reviews"), Some(id), None), "POST") => review::post_form(service, &request, now, id),
        ((Some(name), None, _), "POST") => profile::post_form(service, &request, now, name),
        (_, "GET" | "HEAD" | "POST") => Err(RefusalPage::NotFound.render_page()),
        _ => Err(RefusalPage::MethodNotAllowed.render_page().with_header("allow", "GET, HEAD, POST")),
    };
    match outcome {
        Ok((place, note)) => ActorReply::forward_to(place, Request { body: Vec::new(), ..request }, note),
        Err(response) => response.into(),
    }
}

/// At a place: one step further.
pub fn handle_step(visit: &ActorContext<'_>, step: AccountStep) -> ActorReply {
    let outcome = match step {
        AccountStep::SignUp(step) => sign_up::handle_step(visit, step),
        AccountStep::ShowAccount(visitor, notice) => profile::show_account(visit, &visitor, notice),
        AccountStep::ChangeProfile(visitor, change) => profile::apply_change(visit, &visitor, change),
        AccountStep::ChangeAddress(step) => address_change::handle_step(visit, step),
        AccountStep::OwnApp(visitor, step) => own_apps::handle_step(visit, visitor, step),
        AccountStep::VerifyAddress(link) => verification::verify_address(visit, &link),
        AccountStep::Review(visitor, step) => review::handle_step(visit, visitor, step),
        AccountStep::Members(visitor, step) => members::handle_in_team(visit, &visitor, step),
        AccountStep::Join(step) => accept_invitation::handle_step(visit, step),
        AccountStep::Templates(visitor, step) => templates::handle_in_team(visit, &visitor, step),
        AccountStep::EndApp(ended) => end_app(visit, ended),
        AccountStep::RemoveFromQueue(client_id) => review::queue::put_app(visit, &client_id, None)
            .map(|()| Response::empty(204).into())
            .map_err(internal_error),
    };
    outcome.unwrap_or_else(ActorReply::from)
}

fn end_app(visit: &ActorContext<'_>, ended: PurgedApp) -> Result<ActorReply, Response> {
    let end = || Ok(app_lifecycle::end_app(visit, &ended.client_id, (&ended.team, &ended.user_id))?);
    let waited = in_transaction(visit.sql, end).map_err(|_| RefusalPage::InternalError.render_page())?;
    let unlist = Command::from(AccountStep::RemoveFromQueue(ended.client_id));
    Ok(if waited { visit.forward_to(ActorId::Reviews, unlist) } else { Response::empty(204).into() })
}

fn get_account_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let visitor = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    Ok(in_own_team(&visitor, AccountStep::ShowAccount(visitor.clone(), parse_notice(request))))
}

/// What the page before this one wants said.
fn parse_notice(request: &Request) -> Option<Notice> {
    let pairs = query::decode_query(&request.query).ok()?;
    pairs.iter().find(|(name, _)| name == NOTICE).and_then(|(_, value)| Notice::parse(value))
}

fn post_sign_in(service: &Service, request: &Request) -> RouteResult {
    let fields = read_form(request)?;
    sign_in::parse_sign_in(ClientIp::from_request(&service.config, request), SignInPurpose::Account, &fields)
        .map(|(place, step)| (place, step.into()))
}
