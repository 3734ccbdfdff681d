//! What the account page shows, and what its forms change in the account itself.

pub mod deletion;

use super::address_change::{self, AddressChange};
use super::review::is_reviewer;
use super::session::{
    self, AccountSession, CurrentUser, current_user, end_session, in_own_team, redirect_to, sign_in_page,
};
use super::{AccountStep, RouteResult, verification};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::actor::service::Service;
use crate::service::html::notice::{Notice, account_notice_url};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::page;
use crate::service::identity::account::page::{AccountView, LinkedApp, OwnAppSummary};
use crate::service::identity::grants;
use crate::service::identity::names::{is_name, is_password, team_name};
use crate::service::store::attempts::PasswordGuess;
use crate::service::store::restore_window::restorable_until;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::service::store::{activities, password};
use crate::service::surveys::formats::{is_email, normalize_email};
use crate::spec::attempts::ACCOUNT;
use crate::spec::plans::Plan;
use crate::spec::resources::groups::{ActivityType, MemberType};
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use deletion::{delete_account, has_other_members, restore_account};
use serde::{Deserialize, Serialize};

/// Apps that the page lists at most.
const LISTED: i64 = 500;

/// What a form of the page asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ProfileChange {
    /// Another name.
    Name(String, String),
    /// Another e-mail address; the password must be right.
    Email(String, CarriedSecret),
    /// Another password; the one so far must be right.
    Password(CarriedSecret, CarriedSecret),
    /// Another plan.
    Plan(Plan),
    /// An app's access is taken away.
    Remove(String),
    /// The mail that confirms the address, once more.
    Mail,
    /// The session ends.
    SignOut,
    /// The account ends; the password must be right.
    Delete(CarriedSecret),
    /// The account does not end after all.
    Restore,
}

/// At the door: a form of the page. Its path says which one.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, name: &str) -> RouteResult {
    let (visitor, fields) = session::read_session_form(service, request, now)?;
    let change = parse_change(name, &fields).map_err(|notice| redirect_to(&account_notice_url(notice)))?;
    let change = change.ok_or_else(|| RefusalPage::NotFound.render_page())?;
    Ok(in_own_team(&visitor, AccountStep::ChangeProfile(visitor.clone(), change)))
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

/// At the team: the page.
pub fn show_account(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    notice: Option<Notice>,
) -> Result<ActorReply, Response> {
    let me = session::current_or_deleted_user(visit, visitor)?;
    if me.row.optional_text("deleted").is_some() {
        let until = restorable_until(me.row.timestamp("deleted"));
        return Ok(page::restorable_page(&me.email, until, &visitor.csrf_token).into());
    }
    let (linked, own) = load_app_lists(visit, &me).map_err(internal_error)?;
    let reviews = is_reviewer(visit.service, &me.email, me.row.boolean("email_verified"));
    let view = AccountView { me: &me, linked, own, reviews, csrf_token: &visitor.csrf_token, notice };
    Ok(page::account_page(&view).into())
}

fn load_app_lists(
    visit: &ActorContext<'_>,
    me: &CurrentUser,
) -> Result<(Vec<LinkedApp>, Vec<OwnAppSummary>), SqlError> {
    let user_id = me.user_id.as_str();
    let linked = visit.sql.run(
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
        scopes: grants::parse_scope_list(&row.text("scopes")),
        since: row.timestamp("created"),
    });
    let own = visit.sql.run(
        "SELECT client_id, name
         FROM own_apps
         WHERE user_id = ?
         ORDER BY created, client_id
         LIMIT ?",
        values![user_id, LISTED],
    )?;
    let own = own.iter().map(|row| OwnAppSummary { client_id: row.text("client_id"), name: row.text("name") });
    Ok((linked.collect(), own.collect()))
}

/// At the team: the change, if it may be.
pub fn apply_change(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    change: ProfileChange,
) -> Result<ActorReply, Response> {
    if change == ProfileChange::Restore {
        return restore_account(visit, visitor);
    }
    let me = current_user(visit, visitor)?;
    let notice = match change {
        ProfileChange::Email(email, password) => return change_email(visit, visitor, &me, email, &password),
        ProfileChange::Delete(password) => return delete_account(visit, visitor, &me, &password),
        ProfileChange::SignOut => return sign_out(visit, &me),
        ProfileChange::Name(first_name, last_name) => {
            run_change(visit, || update_name(visit, &me, &first_name, &last_name))?
        }
        ProfileChange::Password(old, new) => {
            check_password(visit, &me, &old)?;
            let cost = visit.service.config.password_cost;
            let stored = password::hash_password(visit.external, cost, new.expose(), visit.random)?;
            run_change(visit, || replace_password(visit, &me, &stored))?;
            return Ok(end_session(visit.request, sign_in_page(&me.username, None)).into());
        }
        ProfileChange::Plan(plan) => {
            may_change_plan(visit, &me, plan)?;
            run_change(visit, || set_plan(visit, &me, plan)).map(|_| Notice::PlanChanged)?
        }
        ProfileChange::Remove(client_id) => {
            run_change(visit, || grants::remove_grants(visit, &me.user_id, &client_id).map(drop))
                .map(|_| Notice::Removed)?
        }
        ProfileChange::Mail if !verification::may_send(visit, &me.email).map_err(internal_error)? => Notice::EnoughMail,
        ProfileChange::Mail => {
            run_change(visit, || verification::send_link(visit, &me.user_id, &me.email)).map(|_| Notice::MailSent)?
        }
        ProfileChange::Restore => Notice::Restored,
    };
    Ok(redirect_to(&account_notice_url(notice)).into())
}

fn run_change(visit: &ActorContext<'_>, work: impl FnOnce() -> Result<(), SqlError>) -> Result<Notice, Response> {
    let work = || work().map_err(ApiError::from);
    in_transaction(visit.sql, work).map(|()| Notice::Saved).map_err(|_| RefusalPage::InternalError.render_page())
}

fn update_name(visit: &ActorContext<'_>, me: &CurrentUser, first_name: &str, last_name: &str) -> Result<(), SqlError> {
    let sql = "UPDATE users SET first_name = ?, last_name = ? WHERE id = ?";
    visit.sql.run(sql, values![first_name, last_name, me.user_id.as_str()]).map(drop)
}

/// The password of somebody who is signed in already; guesses count like those at the sign-in.
fn check_password(visit: &ActorContext<'_>, me: &CurrentUser, given: &CarriedSecret) -> Result<(), Response> {
    let refused = |notice| redirect_to(&account_notice_url(notice));
    let guess = PasswordGuess { rules: &ACCOUNT, account: &me.username, client: visit.client_ip() };
    if guess.blocked_until(visit.effects()).map_err(internal_error)?.is_some() {
        return Err(refused(Notice::TooOften));
    }
    let known = me.row.text("password");
    let cost = visit.service.config.password_cost;
    if password::check_password(visit.external, cost, given.expose(), Some(&known), visit.random)?.matches {
        return Ok(());
    }
    run_change(visit, || guess.record_failure(visit.effects()))?;
    Err(refused(Notice::WrongPassword))
}

/// A new password ends every session of the account pages.
fn replace_password(visit: &ActorContext<'_>, me: &CurrentUser, stored: &str) -> Result<(), SqlError> {
    let sql = "UPDATE users SET password = ?, sessions_after = ? WHERE id = ?";
    visit.sql.run(sql, values![stored, visit.now, me.user_id.as_str()]).map(drop)
}

fn sign_out(visit: &ActorContext<'_>, me: &CurrentUser) -> Result<ActorReply, Response> {
    run_change(visit, || {
        let sql = "UPDATE users SET sessions_after = ? WHERE id = ?";
        visit.sql.run(sql, values![visit.now, me.user_id.as_str()])?;
        let kind = ActivityType::AuthenticationSignout;
        activities::record_activity(visit.effects(), &me.user_id, &visit.client_ip().to_text(), kind, "")
    })?;
    Ok(end_session(visit.request, sign_in_page("", None)).into())
}

fn change_email(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    me: &CurrentUser,
    email: String,
    given: &CarriedSecret,
) -> Result<ActorReply, Response> {
    check_password(visit, me, given)?;
    if email == me.email && email == me.username {
        return Ok(redirect_to(&account_notice_url(Notice::Saved)).into());
    }
    let sql = "SELECT id FROM users WHERE (email = ? OR username = ?) AND id != ?";
    if first_row(visit.sql, sql, values![email.as_str(), email.as_str(), me.user_id.as_str()])
        .map_err(internal_error)?
        .is_some()
    {
        return Err(redirect_to(&account_notice_url(Notice::AddressTaken)));
    }
    if !verification::may_send(visit, &email).map_err(internal_error)? {
        return Err(redirect_to(&account_notice_url(Notice::EnoughMail)));
    }
    let moving = AddressChange {
        user_id: me.user_id.clone(),
        team: visitor.team.clone(),
        region: me.row.region().ok_or_else(|| RefusalPage::InternalError.render_page())?,
        from: me.username.clone(),
        to: email,
    };
    Ok(visit.forward_to(ActorId::of_email(&moving.to), address_change::AddressStep::Claim(moving)))
}

/// A team has one plan, which its owner chooses; while it has members, it needs a plan for teams. Our choice.
fn may_change_plan(visit: &ActorContext<'_>, me: &CurrentUser, plan: Plan) -> Result<(), Response> {
    if me.member_type != MemberType::AccountOwner {
        return Err(redirect_to(&account_notice_url(Notice::NotOwner)));
    }
    if !plan.row().team && has_other_members(visit, me)? {
        return Err(redirect_to(&account_notice_url(Notice::HasMembers)));
    }
    Ok(())
}

fn set_plan(visit: &ActorContext<'_>, me: &CurrentUser, plan: Plan) -> Result<(), SqlError> {
    visit.sql.run("UPDATE users SET plan = ?", values![plan.as_str()])?;
    let name = team_name(&me.row.text("first_name"), &me.row.text("last_name"));
    let sql = "UPDATE team SET is_team = ?, name = CASE WHEN ? AND name = '' THEN ? ELSE name END";
    visit.sql.run(sql, values![plan.row().team, plan.row().team, name]).map(drop)
}
