//! The account page and the forms that change the account.

pub mod deletion;
mod plan;

use super::address_change::{self, AddressChange};
use super::review::is_reviewer;
use super::session::{
    self, AccountSession, CurrentUser, current_user, end_session, in_own_team, redirect_to, sign_in_page,
};
use super::{AccountStep, RouteResult, verification};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::actor::service::Service;
use crate::service::environment::password;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::notice::{Notice, account_notice_url};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::page;
use crate::service::identity::account::page::{AccountView, LinkedApp, OwnAppSummary};
use crate::service::identity::grants;
use crate::service::identity::names::{is_name, is_password};
use crate::service::store::activities;
use crate::service::store::attempts::{self, PasswordGuess};
use crate::service::store::expiry::restorable_until;
use crate::service::store::scope_list::parse_scope_list;
use crate::service::store::sql::{SqlError, in_transaction, values};
use crate::service::surveys::formats::{is_email, normalize_email};
use crate::spec::attempts::{ACCOUNT, ADDRESS_CHANGES};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::ActivityType;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use deletion::{delete_account, restore_account};
use plan::{may_change_plan, set_plan};
use serde::{Deserialize, Serialize};

/// Maximum number of linked and of own apps on the page.
const LISTED: i64 = 500;

/// The change that a form of the page asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ProfileChange {
    /// Changes the first and last name.
    Name(String, String),
    /// Changes the e-mail address; needs the password.
    Email(String, CarriedSecret),
    /// Changes the password; needs the present one, which comes first.
    Password(CarriedSecret, CarriedSecret),
    /// Changes the plan.
    Plan(Plan),
    /// Removes the access of the app with this client id.
    Remove(String),
    /// Sends the mail that confirms the address again.
    Mail,
    /// Ends all sessions.
    SignOut,
    /// Deletes the account; needs the password.
    Delete(CarriedSecret),
    /// Restores the deleted account.
    Restore,
}

/// Router: a form of the page, named by the last path segment.
///
/// # Errors
///
/// A page or redirect, if there is no session, or the form is not from it, unknown or invalid.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, name: &str) -> RouteResult {
    let (session, fields) = session::read_session_form(service, request, now)?;
    let change = parse_change(name, &fields).map_err(|notice| redirect_to(&account_notice_url(notice)))?;
    let change = change.ok_or_else(|| RefusalPage::NotFound.render_page())?;
    Ok(in_own_team(&session, AccountStep::ChangeProfile(session.clone(), change)))
}

fn parse_change(name: &str, fields: &Form) -> Result<Option<ProfileChange>, Notice> {
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let secret = |name: &str| CarriedSecret::new(fields.first(name).unwrap_or_default());
    Ok(Some(match name {
        "name" => {
            let (first_name, last_name) = (text("first_name"), text("last_name"));
            if !is_name(&first_name) || !is_name(&last_name) {
                return Err(Notice::BadName);
            }
            ProfileChange::Name(first_name, last_name)
        }
        "email" => {
            let email = normalize_email(&text("email"));
            if !is_email(&email) {
                return Err(Notice::BadAddress);
            }
            ProfileChange::Email(email, secret("email_proof"))
        }
        "password" => {
            let new = secret("new_password");
            if !is_password(new.expose()) {
                return Err(Notice::BadPassword);
            }
            ProfileChange::Password(secret("password_proof"), new)
        }
        "plan" => ProfileChange::Plan(Plan::parse(&text("plan")).ok_or(Notice::BadPlan)?),
        "remove" => ProfileChange::Remove(text("client_id")),
        "mail" => ProfileChange::Mail,
        "sign-out" => ProfileChange::SignOut,
        "delete" => ProfileChange::Delete(secret("delete_proof")),
        "restore" => ProfileChange::Restore,
        _ => return Ok(None),
    }))
}

/// Team: the account page, or the page that restores a deleted account.
///
/// # Errors
///
/// A page, if the session has ended or a statement fails.
pub fn show_account(
    context: &ActorContext<'_>,
    session: &AccountSession,
    notice: Option<Notice>,
) -> Result<ActorReply, Response> {
    let user = session::current_or_deleted_user(context, session)?;
    if user.row.optional_text("deleted").is_some() {
        let until = restorable_until(user.row.timestamp("deleted"));
        return Ok(page::restorable_page(&user.email, until, &session.csrf_token).into());
    }
    let (linked, own_apps) = load_app_lists(context, &user).map_err(internal_error)?;
    let reviews = is_reviewer(context.service, &user.email, user.row.boolean("email_verified"));
    let view = AccountView { user: &user, linked, own_apps, reviews, csrf_token: &session.csrf_token, notice };
    Ok(page::account_page(&view).into())
}

fn load_app_lists(
    context: &ActorContext<'_>,
    user: &CurrentUser,
) -> Result<(Vec<LinkedApp>, Vec<OwnAppSummary>), SqlError> {
    let user_id = user.user_id.as_str();
    let linked = context.sql.run(
        "SELECT client_id, app_name, scopes, created
         FROM grants
         WHERE user_id = ? AND revoked IS NULL
         ORDER BY client_id
         LIMIT ?",
        values![user_id, LISTED],
    )?;
    let linked = linked.iter().map(|row| LinkedApp {
        client_id: row.text("client_id"),
        name: row.text("app_name"),
        scopes: parse_scope_list(&row.text("scopes")),
        since: row.timestamp("created"),
    });
    let own_apps = context.sql.run(
        "SELECT client_id, name
         FROM own_apps
         WHERE user_id = ?
         ORDER BY created, client_id
         LIMIT ?",
        values![user_id, LISTED],
    )?;
    let own_apps =
        own_apps.iter().map(|row| OwnAppSummary { client_id: row.text("client_id"), name: row.text("name") });
    Ok((linked.collect(), own_apps.collect()))
}

/// Team: makes the change, if it is permitted.
///
/// # Errors
///
/// A page or redirect, if the session has ended, the change is refused, or a statement fails.
pub fn apply_change(
    context: &ActorContext<'_>,
    session: &AccountSession,
    change: ProfileChange,
) -> Result<ActorReply, Response> {
    if change == ProfileChange::Restore {
        return restore_account(context, session);
    }
    let user = current_user(context, session)?;
    let notice = match change {
        ProfileChange::Email(email, password) => return change_email(context, session, &user, email, &password),
        ProfileChange::Delete(password) => return delete_account(context, &user, &password),
        ProfileChange::SignOut => return sign_out(context, &user),
        ProfileChange::Name(first_name, last_name) => {
            run_change(context, || update_name(context, &user, &first_name, &last_name))?
        }
        ProfileChange::Password(old, new) => {
            check_password(context, &user, &old)?;
            let cost = context.service.config.password_cost;
            let stored = password::hash_password(context.external, cost, new.expose(), context.random)?;
            run_change(context, || replace_password(context, &user, &stored))?;
            return Ok(end_session(context.request, sign_in_page(&user.username, None)).into());
        }
        ProfileChange::Plan(plan) => {
            may_change_plan(context, &user, plan)?;
            run_change(context, || set_plan(context, &user, plan)).map(|_| Notice::PlanChanged)?
        }
        ProfileChange::Remove(client_id) => {
            run_change(context, || grants::remove_grants(context, &user.user_id, &client_id).map(drop))
                .map(|_| Notice::Removed)?
        }
        ProfileChange::Mail if !verification::may_send(context.effects(), &user.email).map_err(internal_error)? => {
            Notice::EnoughMail
        }
        ProfileChange::Mail => run_change(context, || {
            verification::send_link(&context.service.config, context.effects(), &user.user_id, &user.email)
        })
        .map(|_| Notice::MailSent)?,
        ProfileChange::Restore => Notice::Restored,
    };
    Ok(redirect_to(&account_notice_url(notice)).into())
}

fn run_change(context: &ActorContext<'_>, work: impl FnOnce() -> Result<(), SqlError>) -> Result<Notice, Response> {
    let work = || work().map_err(ApiError::from);
    in_transaction(context.sql, work).map(|()| Notice::Saved).map_err(|_| RefusalPage::InternalError.render_page())
}

fn update_name(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    first_name: &str,
    last_name: &str,
) -> Result<(), SqlError> {
    let sql = "UPDATE users SET first_name = ?, last_name = ? WHERE id = ?";
    context.sql.run(sql, values![first_name, last_name, user.user_id.as_str()]).map(drop)
}

/// Checks the password of a signed-in user. Wrong guesses count as those of a sign-in do, so that a stolen session is
/// no way around the limit.
fn check_password(context: &ActorContext<'_>, user: &CurrentUser, password: &CarriedSecret) -> Result<(), Response> {
    let refused = |notice| redirect_to(&account_notice_url(notice));
    let guess = PasswordGuess { rules: &ACCOUNT, account: &user.username, client: context.client_ip() };
    if guess.blocked_until(context.effects()).map_err(internal_error)?.is_some() {
        return Err(refused(Notice::TooOften));
    }
    let stored_password = user.row.text("password");
    let cost = context.service.config.password_cost;
    if password::check_password(context.external, cost, password.expose(), Some(&stored_password), context.random)?
        .matches
    {
        return Ok(());
    }
    run_change(context, || guess.record_failure(context.effects()))?;
    Err(refused(Notice::WrongPassword))
}

/// Stores a new password and ends every session of the account pages.
fn replace_password(context: &ActorContext<'_>, user: &CurrentUser, stored: &str) -> Result<(), SqlError> {
    let sql = "UPDATE users SET password = ?, sessions_after = ? WHERE id = ?";
    context.sql.run(sql, values![stored, context.now, user.user_id.as_str()]).map(drop)
}

fn sign_out(context: &ActorContext<'_>, user: &CurrentUser) -> Result<ActorReply, Response> {
    run_change(context, || {
        let sql = "UPDATE users SET sessions_after = ? WHERE id = ?";
        context.sql.run(sql, values![context.now, user.user_id.as_str()])?;
        let kind = ActivityType::AuthenticationSignout;
        activities::record_activity(context.effects(), &user.user_id, &context.client_ip().to_text(), kind, "")
    })?;
    Ok(end_session(context.request, sign_in_page("", None)).into())
}

fn change_email(
    context: &ActorContext<'_>,
    session: &AccountSession,
    user: &CurrentUser,
    email: String,
    password: &CarriedSecret,
) -> Result<ActorReply, Response> {
    check_password(context, user, password)?;
    let work = || Ok(verification::restore_address(context.sql, &user.user_id, &email)?);
    let is_restored = in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    if is_restored || (email == user.email && email == user.username) {
        return Ok(redirect_to(&account_notice_url(Notice::Saved)).into());
    }
    if address_change::is_of_another_member(context.sql, &email, &user.user_id).map_err(internal_error)? {
        return Err(redirect_to(&account_notice_url(Notice::AddressTaken)));
    }
    // Before the directory is asked: it shows whether the address has an account.
    let work = || Ok(attempts::try_attempt(context.effects(), &ADDRESS_CHANGES, &user.user_id)?);
    if in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?.is_some() {
        return Err(redirect_to(&account_notice_url(Notice::EnoughChanges)));
    }
    if !verification::may_send(context.effects(), &email).map_err(internal_error)? {
        return Err(redirect_to(&account_notice_url(Notice::EnoughMail)));
    }
    let change = AddressChange {
        user_id: user.user_id.clone(),
        team: session.team.clone(),
        region: user.row.region().ok_or_else(|| RefusalPage::InternalError.render_page())?,
        from: user.username.clone(),
        to: email,
    };
    Ok(context.forward_to(ActorId::of_email(&change.to), address_change::AddressStep::Check(change)))
}
