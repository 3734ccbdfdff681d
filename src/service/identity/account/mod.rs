//! Accounts: opening one, viewing and changing it, its linked apps and its own apps.
//!
//! | Request | Flow |
//! |---|---|
//! | `POST /oauth/sign-up` | router → directory (client) → directory (address) → team (creates) → directory (decides) → team (sends mail): [`sign_up`] |
//! | later, for an address that the directory knows | team → the address's team (checks, sends mail) → directory (frees) → …: [`address_availability`](sign_up::address_availability) |
//! | `POST /account/sign-in` | router → directory (client) → directory (address) → team: [`session`] |
//! | `GET /account/` and changes of the account alone | router → team: [`profile`] |
//! | another e-mail address | router → team → directory (new) → team → directory (old): [`address_change`] |
//! | an app of the user | router → team → app → team: [`own_apps`] |
//! | `/account/verify` | router → team: [`verification`] |
//! | members and templates of the team | router → team: [`members`], [`templates`] |
//! | inviting a member | router → team → directory (claims an id) → team: [`members`] |
//! | accepting an invitation | see [`accept_invitation`] |
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
use crate::service::environment::client_ip::ClientIp;
use crate::service::html::notice::{NOTICE, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::store::sql::in_transaction;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::path::normalize_path;
use crate::wire::query;
use serde::{Deserialize, Serialize};
use session::{AccountSession, in_own_team};

/// A step of a request flow, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum AccountStep {
    /// A step of opening an account.
    SignUp(sign_up::SignUpStep),
    /// Team: shows the account page.
    ShowAccount(AccountSession, Option<Notice>),
    /// Team: changes the profile.
    ChangeProfile(AccountSession, profile::ProfileChange),
    /// Directory or team: changes or frees an e-mail address.
    ChangeAddress(address_change::AddressStep),
    /// A step of registering, seeing or changing an app.
    OwnApp(AccountSession, own_apps::OwnAppStep),
    /// Team: confirms the address.
    VerifyAddress(verification::VerificationLink),
    /// A step of a review.
    Review(AccountSession, review::ReviewStep),
    /// A step of the members' page.
    Members(AccountSession, members::MembersStep),
    /// A step of accepting an invitation.
    Join(accept_invitation::JoinStep),
    /// Team: templates.
    Templates(AccountSession, templates::TemplatesStep),
    /// App: its owner's account is purged.
    EndApp(PurgedApp),
    /// Reviews: removes the app with this client id.
    RemoveFromQueue(String),
}

impl crate::service::actor::protocol::FeatureStep for AccountStep {
    const FEATURE: Feature = Feature::Account;
}

impl AccountStep {
    /// Whether the step may create the actor's database.
    pub const fn founds_actor(&self) -> bool {
        matches!(
            self,
            AccountStep::SignUp(sign_up::SignUpStep::CreateAccount(_))
                | AccountStep::OwnApp(_, own_apps::OwnAppStep::Create(..))
        )
    }

    /// Whether the actor's database may be obsolete after the step.
    pub const fn may_end(&self) -> bool {
        matches!(
            self,
            AccountStep::EndApp(_)
                | AccountStep::OwnApp(_, own_apps::OwnAppStep::Apply(_, app_lifecycle::Verb::Delete, _))
        )
    }
}

/// An app whose owner's account is purged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurgedApp {
    /// Client id.
    pub client_id: String,
    /// Id of the owner's team.
    pub team: String,
    /// Id of the owner.
    pub user_id: String,
}

/// The actor and command to forward to, or a page.
type RouteResult = Result<(ActorId, Command), Response>;

/// Router: picks the page by path and method.
pub fn route(service: &Service, request: Request, now: Timestamp) -> ActorReply {
    let path = normalize_path(&request.path);
    let mut segments = path.split('/').skip(2);
    let actor_id = (segments.next(), segments.next(), segments.next());
    let outcome = match (actor_id, request.method.as_str()) {
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
        Ok((actor_id, command)) => ActorReply::forward_to(actor_id, Request { body: Vec::new(), ..request }, command),
        Err(response) => response.into(),
    }
}

/// Actor: handles one step.
pub fn handle_step(context: &ActorContext<'_>, step: AccountStep) -> ActorReply {
    let outcome = match step {
        AccountStep::SignUp(step) => sign_up::handle_step(context, step),
        AccountStep::ShowAccount(session, notice) => profile::show_account(context, &session, notice),
        AccountStep::ChangeProfile(session, change) => profile::apply_change(context, &session, change),
        AccountStep::ChangeAddress(step) => address_change::handle_step(context, step),
        AccountStep::OwnApp(session, step) => own_apps::handle_step(context, session, step),
        AccountStep::VerifyAddress(link) => address_change::confirm_address(context, link),
        AccountStep::Review(session, step) => review::handle_step(context, session, step),
        AccountStep::Members(session, step) => members::handle_step(context, &session, step),
        AccountStep::Join(step) => accept_invitation::handle_step(context, step),
        AccountStep::Templates(session, step) => templates::handle_in_team(context, &session, step),
        AccountStep::EndApp(ended) => end_app(context, ended),
        AccountStep::RemoveFromQueue(client_id) => {
            review::queue::put_app(context, &client_id, Err(Timestamp(i64::MAX)))
                .map(|()| Response::empty(204).into())
                .map_err(internal_error)
        }
    };
    outcome.unwrap_or_else(ActorReply::from)
}

fn end_app(context: &ActorContext<'_>, ended: PurgedApp) -> Result<ActorReply, Response> {
    let end = || Ok(app_lifecycle::end_app(context, &ended.client_id, (&ended.team, &ended.user_id))?);
    let waited = in_transaction(context.sql, end).map_err(|_| RefusalPage::InternalError.render_page())?;
    let unlist = Command::from(AccountStep::RemoveFromQueue(ended.client_id));
    Ok(if waited { context.forward_to(ActorId::Reviews, unlist) } else { Response::empty(204).into() })
}

fn get_account_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let session = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    Ok(in_own_team(&session, AccountStep::ShowAccount(session.clone(), parse_notice(request))))
}

/// The notice in the query, set by the redirect from the previous page.
fn parse_notice(request: &Request) -> Option<Notice> {
    let pairs = query::decode_query(&request.query).ok()?;
    pairs.iter().find(|(name, _)| name == NOTICE).and_then(|(_, value)| Notice::parse(value))
}

fn post_sign_in(service: &Service, request: &Request) -> RouteResult {
    let fields = read_form(request)?;
    sign_in::parse_sign_in(ClientIp::from_request(&service.config, request), SignInPurpose::Account, &fields)
        .map(|(actor_id, step)| (actor_id, step.into()))
}
