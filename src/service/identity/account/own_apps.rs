//! The apps of an account, from registration to deletion. Heading "App lifecycle".
//!
//! The app actor stores the app. The team stores which apps an account has, and the token of each for that account. A
//! flow begins in the team, which checks the user, and ends there, where the result is recorded. A flow that ends early
//! leaves an app that is listed and deleted, or registered and not listed; both can be repeated. An app under review is
//! also in the queue of the reviews actor; another request for the review puts it there again.

mod ownership;
pub mod page;
pub mod registration;

use super::app_form::AppForm;
use super::limits_form::LimitsForm;
use super::review::queue::{self, QueuedApp};
use super::session::{self, AccountSession, current_user, in_own_team, redirect_to};
use super::{RouteResult, parse_notice};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::app::{self, App};
use crate::service::identity::app_id;
use crate::service::identity::app_lifecycle::{self, AppActionResult, Verb};
use crate::service::identity::grants::{self};
use crate::service::identity::paths::{NEW_APP, VERB_FIELD};
use crate::service::store::scope_list::parse_scope_list;
use crate::service::store::sql::{in_transaction, values};
use crate::spec::apps::AppState;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use ownership::load_ownership;
pub(super) use ownership::set_own_scopes;
use page::{AppOwnership, AppSettingsView};
use registration::{create_app, list_app, may_register, permit_own_account};
use serde::{Deserialize, Serialize};

/// A step of a request about an own app, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OwnAppStep {
    /// Team: shows the form of a new app.
    ShowForm,
    /// Team: checks whether the user may register an app.
    Register(AppForm),
    /// App: creates it.
    Create(AppForm, String),
    /// Team: lists the app and issues the token for its own account.
    AddToList(AppForm, String, CarriedSecret),
    /// Team: checks that the app is the user's.
    CheckOwner(String, Option<Notice>),
    /// App: shows its settings.
    Settings(AppOwnership, Option<Notice>),
    /// Team: checks whether the user may do this with the app.
    Authorize(String, Verb, AppForm),
    /// App: does it.
    Apply(AppOwnership, Verb, AppForm),
    /// Reviews: adds the app to the queue, or removes it, because the review that began at this time has ended.
    UpdateQueue(AppOwnership, AppActionResult, Result<QueuedApp, Timestamp>),
    /// Team: records the result.
    Record(String, AppActionResult),
}

fn forward_step(
    context: &ActorContext<'_>,
    actor_id: ActorId,
    session: AccountSession,
    step: OwnAppStep,
) -> ActorReply {
    context.forward_to(actor_id, Command::from(super::AccountStep::OwnApp(session, step)))
}

/// Router: the form of a new app, or an app's page.
///
/// # Errors
///
/// A page or redirect, if there is no session or the client id is malformed.
pub fn get_page(service: &Service, request: &Request, now: Timestamp, id: Option<&str>) -> RouteResult {
    let session = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = match id {
        None => return Err(redirect_to(crate::spec::account::ACCOUNT_PATH)),
        Some(NEW_APP) => OwnAppStep::ShowForm,
        Some(id) => OwnAppStep::CheckOwner(parse_client_id(id)?, parse_notice(request)),
    };
    Ok(in_own_team(&session, super::AccountStep::OwnApp(session.clone(), step)))
}

/// Router: a form of these pages. Invalid input is refused before any actor gets a message.
///
/// # Errors
///
/// A page, if there is no session, the form is not from it, or a field is invalid.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, id: Option<&str>) -> RouteResult {
    let (session, fields) = session::read_session_form(service, request, now)?;
    let verb = match id {
        None => Verb::Edit,
        Some(_) => fields.first(VERB_FIELD).and_then(Verb::parse).ok_or_else(|| RefusalPage::NotFound.render_page())?,
    };
    let form = match verb {
        Verb::Edit => AppForm::from_fields(&fields),
        Verb::RaiseLimits => AppForm { limits: LimitsForm::from_fields(&fields), ..AppForm::default() },
        _ => AppForm::default(),
    };
    if let Some(error) = form.limits.validation_error().filter(|_| verb == Verb::RaiseLimits) {
        return Err(page::refused_page(&error));
    }
    if let Some(error) = form.validation_error().filter(|_| verb == Verb::Edit) {
        return Err(page::form_page(&form, id, &session.csrf_token, Some(&error)));
    }
    let step = match id {
        None => OwnAppStep::Register(form),
        Some(id) => OwnAppStep::Authorize(parse_client_id(id)?, verb, form),
    };
    Ok(in_own_team(&session, super::AccountStep::OwnApp(session.clone(), step)))
}

fn parse_client_id(text: &str) -> Result<String, Response> {
    if app_id::is_formed(text) { Ok(text.to_owned()) } else { Err(RefusalPage::NotFound.render_page()) }
}

/// Actor: handles one step.
///
/// # Errors
///
/// A page or redirect, if the session has ended, the app is not the user's, the action is refused, or a statement
/// fails.
pub fn handle_step(
    context: &ActorContext<'_>,
    session: AccountSession,
    step: OwnAppStep,
) -> Result<ActorReply, Response> {
    match step {
        OwnAppStep::ShowForm => {
            may_register(context, &current_user(context, &session)?)?;
            Ok(page::form_page(&AppForm::default(), None, &session.csrf_token, None).into())
        }
        OwnAppStep::Register(form) => {
            may_register(context, &current_user(context, &session)?)?;
            let client_id = app_id::new_client_id(&context.service.config, context.random);
            let client_id = client_id.ok_or_else(|| RefusalPage::InternalError.render_page())?;
            Ok(forward_step(context, ActorId::App(client_id.clone()), session, OwnAppStep::Create(form, client_id)))
        }
        OwnAppStep::Create(form, client_id) => create_app(context, session, form, client_id),
        OwnAppStep::AddToList(form, client_id, secret) => list_app(context, &session, &form, &client_id, &secret),
        OwnAppStep::CheckOwner(client_id, notice) => {
            let ownership = load_ownership(context, &session, client_id)?;
            Ok(forward_step(
                context,
                ActorId::App(ownership.client_id.clone()),
                session,
                OwnAppStep::Settings(ownership, notice),
            ))
        }
        OwnAppStep::Settings(ownership, notice) => show_settings(context, &session, &ownership, notice),
        OwnAppStep::Authorize(client_id, verb, form) => authorize_verb(context, session, client_id, verb, form),
        OwnAppStep::Apply(ownership, verb, form) => apply_verb(context, session, ownership, verb, &form),
        OwnAppStep::UpdateQueue(ownership, result, queued) => {
            queue::put_app(context, &ownership.client_id, queued.as_ref().map_err(|began| *began))
                .map_err(internal_error)?;
            finish_verb(context, session, ownership, result)
        }
        OwnAppStep::Record(client_id, result) => record_result(context, &session, &client_id, result),
    }
}

fn try_load_app(context: &ActorContext<'_>, client_id: &str) -> Result<Option<App>, Response> {
    app::load_app(context.sql, client_id).map_err(|_| RefusalPage::InternalError.render_page())
}

fn show_settings(
    context: &ActorContext<'_>,
    session: &AccountSession,
    ownership: &AppOwnership,
    notice: Option<Notice>,
) -> Result<ActorReply, Response> {
    let app = try_load_app(context, &ownership.client_id)?
        .ok_or_else(|| page::gone_page(&ownership.client_id, &session.csrf_token))?;
    let config = &context.service.config;
    Ok(page::settings_page(&AppSettingsView {
        app: &app,
        ownership,
        config,
        now: context.now,
        csrf_token: &session.csrf_token,
        notice,
    })
    .into())
}

fn authorize_verb(
    context: &ActorContext<'_>,
    session: AccountSession,
    client_id: String,
    verb: Verb,
    form: AppForm,
) -> Result<ActorReply, Response> {
    let ownership = load_ownership(context, &session, client_id)?;
    // Users of the app, or the people who review it.
    let reaches_others = matches!(verb, Verb::DeployPublic | Verb::DeployPrivate | Verb::RaiseLimits);
    if reaches_others && !ownership.email_verified {
        return Err(page::unverified_page());
    }
    if verb == Verb::DeployPrivate && !AppState::Private.permits(ownership.plan) {
        return Err(page::direct_access_page(ownership.plan));
    }
    Ok(forward_step(
        context,
        ActorId::App(ownership.client_id.clone()),
        session,
        OwnAppStep::Apply(ownership, verb, form),
    ))
}

fn apply_verb(
    context: &ActorContext<'_>,
    session: AccountSession,
    ownership: AppOwnership,
    verb: Verb,
    form: &AppForm,
) -> Result<ActorReply, Response> {
    let app = try_load_app(context, &ownership.client_id)?;
    if app.is_none() && verb != Verb::Delete {
        return Err(page::gone_page(&ownership.client_id, &session.csrf_token));
    }
    let result = match &app {
        Some(app) => in_transaction(context.sql, || Ok(app_lifecycle::apply_verb(context, app, verb, form)?))
            .map_err(|_| RefusalPage::InternalError.render_page())?,
        None => AppActionResult::Deleted,
    };
    // An app that has just left review leaves the queue too.
    let queued =
        try_load_app(context, &ownership.client_id)?.and_then(|app| QueuedApp::from_app(&app, &ownership.email));
    if let Some(entry) = queued.map(Ok).or(app.and_then(|app| app.review).map(Err)) {
        let step = OwnAppStep::UpdateQueue(ownership, result, entry);
        return Ok(forward_step(context, ActorId::Reviews, session, step));
    }
    finish_verb(context, session, ownership, result)
}

/// Responds with the result, or forwards it to the team to be recorded.
fn finish_verb(
    context: &ActorContext<'_>,
    session: AccountSession,
    ownership: AppOwnership,
    result: AppActionResult,
) -> Result<ActorReply, Response> {
    match result {
        AppActionResult::Refused(notice) => Err(redirect_to(&page::notice_url(&ownership.client_id, notice))),
        AppActionResult::NewSecret(secret) => Ok(page::new_secret_page(&ownership.client_id, secret.expose()).into()),
        AppActionResult::Complete(notice) => Ok(redirect_to(&page::notice_url(&ownership.client_id, notice)).into()),
        result => Ok(forward_step(
            context,
            ActorId::Team(session.team.clone()),
            session,
            OwnAppStep::Record(ownership.client_id, result),
        )),
    }
}

fn record_result(
    context: &ActorContext<'_>,
    session: &AccountSession,
    client_id: &str,
    result: AppActionResult,
) -> Result<ActorReply, Response> {
    let user = current_user(context, session)?;
    let user_id = user.user_id.as_str();
    let work = || match result {
        AppActionResult::Edited(name, scopes) => {
            context.sql.run("UPDATE own_apps SET name = ? WHERE client_id = ?", values![name.as_str(), client_id])?;
            context.sql.run(
                "UPDATE grants SET app_name = ? WHERE user_id = ? AND client_id = ?",
                values![name, user_id, client_id],
            )?;
            if let Some(scopes) = scopes {
                set_own_scopes(context, user_id, client_id, &scopes)?;
            }
            Ok(page::notice_url(client_id, Notice::Saved))
        }
        AppActionResult::NewToken(name, scopes) => {
            permit_own_account(context, &user, client_id, &name, &parse_scope_list(&scopes))?;
            Ok(page::notice_url(client_id, Notice::NewToken))
        }
        _ => {
            context.sql.run("DELETE FROM own_apps WHERE client_id = ? AND user_id = ?", values![client_id, user_id])?;
            grants::remove_grants(context, user_id, client_id)?;
            Ok(notice::account_notice_url(Notice::AppDeleted))
        }
    };
    in_transaction(context.sql, work)
        .map(|address| redirect_to(&address).into())
        .map_err(|_| RefusalPage::InternalError.render_page())
}
