//! Apps of one's own, from registration to deletion. Heading "App lifecycle".
//!
//! What an app is stands in its own place; which apps an account has, and the token of each for that account,
//! stands in the team. The team goes first, to see who asks, and last, to write down what became of it: a walk
//! that ends in between leaves an app that is listed and gone, or there and not listed, and both can be repeated.
//! An app that waits for its review is in the queue of the reviews too; who asks for the review again puts it there.

pub mod page;
pub mod registration;

use super::app_form::AppForm;
use super::limits_form::LimitsForm;
use super::review::queue::{self, QueuedApp};
use super::session::{self, AccountSession, CurrentUser, current_user, in_own_team, redirect_to};
use super::{RouteResult, parse_notice as asked_notice};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::actor::token;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::app::{self, App};
use crate::service::identity::app_id;
use crate::service::identity::app_lifecycle::{self, AppActionResult, Verb};
use crate::service::identity::grants::{self};
use crate::service::identity::paths::{NEW_APP, VERB_FIELD};
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use page::{AppOwnership, AppSettingsView};
use registration::{create_app, list_app, may_register, permit_own_account};
use serde::{Deserialize, Serialize};

/// Where a request stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OwnAppStep {
    /// The team: the form of a new app.
    ShowForm,
    /// The team: may the visitor register one?
    Register(AppForm),
    /// The app: begins to be.
    Create(AppForm, String),
    /// The team: lists the app and makes the token for its own account.
    AddToList(AppForm, String, CarriedSecret),
    /// The team: is it the visitor's app?
    CheckOwner(String, Option<Notice>),
    /// The app: the page of its settings.
    Settings(AppOwnership, Option<Notice>),
    /// The team: may the visitor do this with the app?
    Authorize(String, Verb, AppForm),
    /// The app: does it.
    Apply(AppOwnership, Verb, AppForm),
    /// The place of the reviews: the app waits for one, or does so no more.
    UpdateQueue(AppOwnership, AppActionResult, Option<QueuedApp>),
    /// The team: writes down what became of it.
    Record(String, AppActionResult),
}

fn forward_step(visit: &ActorContext<'_>, place: ActorId, visitor: AccountSession, step: OwnAppStep) -> ActorReply {
    visit.forward_to(place, Command::from(super::AccountStep::OwnApp(visitor, step)))
}

/// At the door: the list's form or an app's page.
pub fn get_page(service: &Service, request: &Request, now: Timestamp, id: Option<&str>) -> RouteResult {
    let visitor = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = match id {
        None => return Err(redirect_to(crate::spec::account::ACCOUNT_PATH)),
        Some(NEW_APP) => OwnAppStep::ShowForm,
        Some(id) => OwnAppStep::CheckOwner(parse_client_id(id)?, asked_notice(request)),
    };
    Ok(in_own_team(&visitor, super::AccountStep::OwnApp(visitor.clone(), step)))
}

/// At the door: a form of one of these pages. Bad input is told before anything is asked of a place.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, id: Option<&str>) -> RouteResult {
    let (visitor, fields) = session::read_session_form(service, request, now)?;
    let verb = match id {
        None => Verb::Edit,
        Some(_) => fields.first(VERB_FIELD).and_then(Verb::parse).ok_or_else(|| RefusalPage::NotFound.render_page())?,
    };
    let form = match verb {
        Verb::Edit => AppForm::from_fields(&fields),
        Verb::RaiseLimits => AppForm { limits: LimitsForm::from_fields(&fields), ..AppForm::default() },
        _ => AppForm::default(),
    };
    if let Some(trouble) = form.limits.validation_error().filter(|_| verb == Verb::RaiseLimits) {
        return Err(page::refused_page(&trouble));
    }
    if let Some(trouble) = form.validation_error().filter(|_| verb == Verb::Edit) {
        return Err(page::form_page(&form, id, &visitor.csrf_token, Some(&trouble)));
    }
    let step = match id {
        None => OwnAppStep::Register(form),
        Some(id) => OwnAppStep::Authorize(parse_client_id(id)?, verb, form),
    };
    Ok(in_own_team(&visitor, super::AccountStep::OwnApp(visitor.clone(), step)))
}

fn parse_client_id(text: &str) -> Result<String, Response> {
    if app_id::is_formed(text) { Ok(text.to_owned()) } else { Err(RefusalPage::NotFound.render_page()) }
}

/// At a place: one step further.
pub fn handle_step(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    step: OwnAppStep,
) -> Result<ActorReply, Response> {
    match step {
        OwnAppStep::ShowForm => {
            may_register(visit, &current_user(visit, &visitor)?)?;
            Ok(page::form_page(&AppForm::default(), None, &visitor.csrf_token, None).into())
        }
        OwnAppStep::Register(form) => {
            may_register(visit, &current_user(visit, &visitor)?)?;
            let fresh = app_id::new_client_id(&visit.service.config, visit.random);
            let client_id = fresh.ok_or_else(|| RefusalPage::InternalError.render_page())?;
            Ok(forward_step(visit, ActorId::App(client_id.clone()), visitor, OwnAppStep::Create(form, client_id)))
        }
        OwnAppStep::Create(form, client_id) => create_app(visit, visitor, form, client_id),
        OwnAppStep::AddToList(form, client_id, secret) => list_app(visit, &visitor, &form, &client_id, &secret),
        OwnAppStep::CheckOwner(client_id, notice) => {
            let owned = load_ownership(visit, &visitor, client_id)?;
            Ok(forward_step(visit, ActorId::App(owned.client_id.clone()), visitor, OwnAppStep::Settings(owned, notice)))
        }
        OwnAppStep::Settings(owned, notice) => show_settings(visit, &visitor, &owned, notice),
        OwnAppStep::Authorize(client_id, verb, form) => authorize_verb(visit, visitor, client_id, verb, form),
        OwnAppStep::Apply(owned, verb, form) => apply_verb(visit, visitor, owned, verb, &form),
        OwnAppStep::UpdateQueue(owned, applied, waiting) => {
            queue::put_app(visit, &owned.client_id, waiting.as_ref()).map_err(internal_error)?;
            finish_verb(visit, visitor, owned, applied)
        }
        OwnAppStep::Record(client_id, applied) => record_result(visit, &visitor, &client_id, applied),
    }
}

/// The token of an app for its own account, if it stands. It is made again, so that the page can show it at any time
/// though it is stored nowhere.
fn own_token(
    visit: &ActorContext<'_>,
    me: &CurrentUser,
    client_id: &str,
    round: i64,
) -> Result<Option<String>, SqlError> {
    let Some(region) = me.row.region() else { return Ok(None) };
    if let Some(token) = grants::current_token(visit, region, &me.user_id, client_id)? {
        return Ok(Some(token));
    }
    // Before grants had nonces, the tokens for an app's own account were numbered.
    let (config, ActorId::Team(team)) = (&visit.service.config, visit.actor_id) else { return Ok(None) };
    let secret = config.derive_key(&format!("own-account token {round} of {client_id} for {}", me.user_id));
    let token = secret.first_chunk().and_then(|secret| token::mint_token(config, region, team, client_id, *secret));
    let Some(token) = token else { return Ok(None) };
    let sql = "SELECT token_hash FROM grants WHERE token_hash = ? AND revoked IS NULL";
    Ok(first_row(visit.sql, sql, values![token::hash_secret(&token)])?.map(|_| token))
}

/// At the team: the app, if it is the visitor's.
fn load_ownership(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    client_id: String,
) -> Result<AppOwnership, Response> {
    let me = current_user(visit, visitor)?;
    let sql = "SELECT token_round FROM own_apps WHERE client_id = ? AND user_id = ?";
    let row = first_row(visit.sql, sql, values![client_id.as_str(), me.user_id.as_str()]).map_err(internal_error)?;
    let round = row.ok_or_else(|| RefusalPage::NotFound.render_page())?.integer("token_round");
    let token = own_token(visit, &me, &client_id, round).map_err(internal_error)?.map(CarriedSecret::new);
    Ok(AppOwnership {
        client_id,
        token,
        email: me.email,
        plan: me.plan,
        email_verified: me.row.boolean("email_verified"),
    })
}

fn try_load_app(visit: &ActorContext<'_>, client_id: &str) -> Result<Option<App>, Response> {
    app::load_app(visit.sql, client_id).map_err(|_| RefusalPage::InternalError.render_page())
}

fn show_settings(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    owned: &AppOwnership,
    notice: Option<Notice>,
) -> Result<ActorReply, Response> {
    let app =
        try_load_app(visit, &owned.client_id)?.ok_or_else(|| page::gone_page(&owned.client_id, &visitor.csrf_token))?;
    let config = &visit.service.config;
    Ok(page::settings_page(&AppSettingsView {
        app: &app,
        owned,
        config,
        now: visit.now,
        csrf_token: &visitor.csrf_token,
        notice,
    })
    .into())
}

fn authorize_verb(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    client_id: String,
    verb: Verb,
    form: AppForm,
) -> Result<ActorReply, Response> {
    let owned = load_ownership(visit, &visitor, client_id)?;
    if matches!(verb, Verb::DeployPublic | Verb::DeployPrivate) && !owned.email_verified {
        return Err(page::unverified_page());
    }
    if verb == Verb::DeployPrivate && !owned.plan.row().direct_api_access {
        return Err(page::direct_access_page(owned.plan));
    }
    Ok(forward_step(visit, ActorId::App(owned.client_id.clone()), visitor, OwnAppStep::Apply(owned, verb, form)))
}

fn apply_verb(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    owned: AppOwnership,
    verb: Verb,
    form: &AppForm,
) -> Result<ActorReply, Response> {
    let app = try_load_app(visit, &owned.client_id)?;
    if app.is_none() && verb != Verb::Delete {
        return Err(page::gone_page(&owned.client_id, &visitor.csrf_token));
    }
    let applied = match &app {
        Some(app) => in_transaction(visit.sql, || Ok(app_lifecycle::apply_verb(visit, app, verb, form)?))
            .map_err(|_| RefusalPage::InternalError.render_page())?,
        None => AppActionResult::Deleted,
    };
    let waits = try_load_app(visit, &owned.client_id)?.and_then(|app| QueuedApp::from_app(&app, &owned.email));
    if waits.is_some() || app.is_some_and(|app| app.review.is_some()) {
        return Ok(forward_step(visit, ActorId::Reviews, visitor, OwnAppStep::UpdateQueue(owned, applied, waits)));
    }
    finish_verb(visit, visitor, owned, applied)
}

/// On from what became of an app: to the answer, or to the team that writes it down.
fn finish_verb(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    owned: AppOwnership,
    applied: AppActionResult,
) -> Result<ActorReply, Response> {
    match applied {
        AppActionResult::Refused(notice) => Err(redirect_to(&page::notice_url(&owned.client_id, notice))),
        AppActionResult::NewSecret(secret) => Ok(page::new_secret_page(&owned.client_id, secret.expose()).into()),
        AppActionResult::Complete(notice) => Ok(redirect_to(&page::notice_url(&owned.client_id, notice)).into()),
        applied => Ok(forward_step(
            visit,
            ActorId::Team(visitor.team.clone()),
            visitor,
            OwnAppStep::Record(owned.client_id, applied),
        )),
    }
}

fn record_result(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    client_id: &str,
    applied: AppActionResult,
) -> Result<ActorReply, Response> {
    let me = current_user(visit, visitor)?;
    let user_id = me.user_id.as_str();
    let work = || match applied {
        AppActionResult::Edited(name, scopes) => {
            let sql = "UPDATE own_apps SET name = ? WHERE client_id = ? RETURNING token_round";
            let row = first_row(visit.sql, sql, values![name.as_str(), client_id])?;
            let token = own_token(visit, &me, client_id, row.map_or(0, |row| row.integer("token_round")))?;
            visit.sql.run(
                "UPDATE grants SET app_name = ? WHERE user_id = ? AND client_id = ?",
                values![name, user_id, client_id],
            )?;
            let sql = "UPDATE grants SET scopes = ? WHERE token_hash = ?";
            visit.sql.run(sql, values![scopes, token::hash_secret(&token.unwrap_or_default())])?;
            Ok(page::notice_url(client_id, Notice::Saved))
        }
        AppActionResult::NewToken(name, scopes) => {
            permit_own_account(visit, &me, client_id, &name, &grants::parse_scope_list(&scopes))?;
            Ok(page::notice_url(client_id, Notice::NewToken))
        }
        _ => {
            visit.sql.run("DELETE FROM own_apps WHERE client_id = ? AND user_id = ?", values![client_id, user_id])?;
            grants::remove_grants(visit, user_id, client_id)?;
            Ok(notice::account_notice_url(Notice::AppDeleted))
        }
    };
    in_transaction(visit.sql, work)
        .map(|address| redirect_to(&address).into())
        .map_err(|_| RefusalPage::InternalError.render_page())
}
