//! What the account page shows, and what its forms change in the account itself.

use super::addresses::{self, Fate, Move};
use super::review::is_reviewer;
use super::session::{self, Me, Visitor, at_home, ended, me, sign_in_page, to};
use super::{Outcome, Step, verification};
use crate::service::actor::place::{Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::notice::{Notice, address};
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::account::page;
use crate::service::identity::account::page::{Linked, Own, View};
use crate::service::identity::grants;
use crate::service::identity::names::{is_name, is_password, team_name};
use crate::service::jobs::purge;
use crate::service::store::attempts::Guess;
use crate::service::store::restoring::restorable_until;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::service::store::{activities, password};
use crate::service::surveys::address::{folded, is_email};
use crate::spec::attempts::ACCOUNT;
use crate::spec::plans::Plan;
use crate::spec::resources::groups::{ActivityType, MemberType};
use crate::wire::dates::Moment;
use crate::wire::error::ApiError;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use serde::{Deserialize, Serialize};

/// Apps that the page lists at most.
const LISTED: i64 = 500;

/// What a form of the page asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Change {
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
pub fn read(service: &Service, request: &Request, now: Moment, name: &str) -> Outcome {
    let (visitor, fields) = session::form(service, request, now)?;
    let change = of_form(name, &fields).map_err(|notice| to(&address(notice)))?;
    let change = change.ok_or_else(|| Refusal::NoPage.page())?;
    Ok(at_home(&visitor, Step::Change(visitor.clone(), change)))
}

fn of_form(name: &str, fields: &Form) -> Result<Option<Change>, Notice> {
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let secret = |name: &str| CarriedSecret::new(fields.first(name).unwrap_or_default());
    Ok(Some(match name {
        "name" => {
            let (first_name, last_name) = (text("first_name"), text("last_name"));
            if !is_name(&first_name) || !is_name(&last_name) {
                return Err(Notice::BadName);
            }
            Change::Name(first_name, last_name)
        }
        "email" => {
            let email = folded(&text("email"));
            if !is_email(&email) {
                return Err(Notice::BadAddress);
            }
            Change::Email(email, secret("email_proof"))
        }
        "password" => {
            let new = secret("new_password");
            if !is_password(new.expose()) {
                return Err(Notice::BadPassword);
            }
            Change::Password(secret("password_proof"), new)
        }
        "plan" => Change::Plan(Plan::parse(&text("plan")).ok_or(Notice::BadPlan)?),
        "remove" => Change::Remove(text("client_id")),
        "mail" => Change::Mail,
        "sign-out" => Change::SignOut,
        "delete" => Change::Delete(secret("delete_proof")),
        "restore" => Change::Restore,
        _ => return Ok(None),
    }))
}

/// At the team: the page.
pub fn show(visit: &Visit<'_>, visitor: &Visitor, notice: Option<Notice>) -> Result<Turn, Response> {
    let me = session::whoever(visit, visitor)?;
    if me.row.optional_text("deleted").is_some() {
        let until = restorable_until(me.row.moment("deleted"));
        return Ok(page::restorable(&me.email, until, &visitor.mark).into());
    }
    let (linked, own) = lists(visit, &me).map_err(internal_error)?;
    let reviews = is_reviewer(visit.service, &me.email, me.row.truth("email_verified"));
    let view = View { me: &me, linked, own, reviews, mark: &visitor.mark, notice };
    Ok(page::page(&view).into())
}

fn lists(visit: &Visit<'_>, me: &Me) -> Result<(Vec<Linked>, Vec<Own>), SqlError> {
    let user_id = me.user_id.as_str();
    let linked = visit.sql.run(
        "SELECT client_id, app_name, scopes, created
         FROM grants
         WHERE user_id = ? AND revoked IS NULL
         ORDER BY client_id
         LIMIT ?",
        values![user_id, LISTED],
    )?;
    let linked = linked.iter().map(|row| Linked {
        client_id: row.text("client_id"),
        name: row.text("app_name"),
        scopes: grants::scopes_of(&row.text("scopes")),
        since: row.moment("created"),
    });
    let own = visit.sql.run(
        "SELECT client_id, name
         FROM own_apps
         WHERE user_id = ?
         ORDER BY created, client_id
         LIMIT ?",
        values![user_id, LISTED],
    )?;
    let own = own.iter().map(|row| Own { client_id: row.text("client_id"), name: row.text("name") });
    Ok((linked.collect(), own.collect()))
}

/// At the team: the change, if it may be.
pub fn change(visit: &Visit<'_>, visitor: &Visitor, change: Change) -> Result<Turn, Response> {
    if change == Change::Restore {
        return restore(visit, visitor);
    }
    let me = me(visit, visitor)?;
    let notice = match change {
        Change::Email(email, password) => return move_to(visit, visitor, &me, email, &password),
        Change::Delete(password) => return delete(visit, visitor, &me, &password),
        Change::SignOut => return sign_out(visit, &me),
        Change::Name(first_name, last_name) => done(visit, || name(visit, &me, &first_name, &last_name))?,
        Change::Password(old, new) => {
            proven(visit, &me, &old)?;
            let cost = visit.service.config.cost;
            let stored = password::stored(visit.outside, cost, new.expose(), visit.random)?;
            done(visit, || new_password(visit, &me, &stored))?;
            return Ok(ended(visit.request, sign_in_page(&me.username, None)).into());
        }
        Change::Plan(plan) => {
            may_change_plan(visit, &me, plan)?;
            done(visit, || set_plan(visit, &me, plan)).map(|_| Notice::PlanChanged)?
        }
        Change::Remove(client_id) => {
            done(visit, || grants::remove(visit, &me.user_id, &client_id).map(drop)).map(|_| Notice::Removed)?
        }
        Change::Mail if !verification::may_send(visit, &me.email).map_err(internal_error)? => Notice::EnoughMail,
        Change::Mail => done(visit, || verification::send(visit, &me.user_id, &me.email)).map(|_| Notice::MailSent)?,
        Change::Restore => Notice::Restored,
    };
    Ok(to(&address(notice)).into())
}

fn done(visit: &Visit<'_>, work: impl FnOnce() -> Result<(), SqlError>) -> Result<Notice, Response> {
    let work = || work().map_err(ApiError::from);
    atomically(visit.sql, work).map(|()| Notice::Saved).map_err(|_| Refusal::Broken.page())
}

fn name(visit: &Visit<'_>, me: &Me, first_name: &str, last_name: &str) -> Result<(), SqlError> {
    let sql = "UPDATE users SET first_name = ?, last_name = ? WHERE id = ?";
    visit.sql.run(sql, values![first_name, last_name, me.user_id.as_str()]).map(drop)
}

/// The password of somebody who is signed in already; guesses count like those at the sign-in.
fn proven(visit: &Visit<'_>, me: &Me, given: &CarriedSecret) -> Result<(), Response> {
    let refused = |notice| to(&address(notice));
    let guess = Guess { rules: &ACCOUNT, of: &me.username, client: visit.client() };
    if guess.wait(visit.ground()).map_err(internal_error)?.is_some() {
        return Err(refused(Notice::TooOften));
    }
    let known = me.row.text("password");
    let cost = visit.service.config.cost;
    if password::check(visit.outside, cost, given.expose(), Some(&known), visit.random)?.fits {
        return Ok(());
    }
    done(visit, || guess.failed(visit.ground()))?;
    Err(refused(Notice::WrongPassword))
}

/// A new password ends every session of the account pages.
fn new_password(visit: &Visit<'_>, me: &Me, stored: &str) -> Result<(), SqlError> {
    let sql = "UPDATE users SET password = ?, sessions_after = ? WHERE id = ?";
    visit.sql.run(sql, values![stored, visit.now, me.user_id.as_str()]).map(drop)
}

fn sign_out(visit: &Visit<'_>, me: &Me) -> Result<Turn, Response> {
    done(visit, || {
        let sql = "UPDATE users SET sessions_after = ? WHERE id = ?";
        visit.sql.run(sql, values![visit.now, me.user_id.as_str()])?;
        let kind = ActivityType::AuthenticationSignout;
        activities::record(visit.ground(), &me.user_id, &visit.client().address(), kind, "")
    })?;
    Ok(ended(visit.request, sign_in_page("", None)).into())
}

fn move_to(
    visit: &Visit<'_>,
    visitor: &Visitor,
    me: &Me,
    email: String,
    given: &CarriedSecret,
) -> Result<Turn, Response> {
    proven(visit, me, given)?;
    if email == me.email && email == me.username {
        return Ok(to(&address(Notice::Saved)).into());
    }
    let sql = "SELECT id FROM users WHERE (email = ? OR username = ?) AND id != ?";
    if first(visit.sql, sql, values![email.as_str(), email.as_str(), me.user_id.as_str()])
        .map_err(internal_error)?
        .is_some()
    {
        return Err(to(&address(Notice::AddressTaken)));
    }
    if !verification::may_send(visit, &email).map_err(internal_error)? {
        return Err(to(&address(Notice::EnoughMail)));
    }
    let moving = Move {
        user_id: me.user_id.clone(),
        team: visitor.team.clone(),
        region: me.row.region().ok_or_else(|| Refusal::Broken.page())?,
        from: me.username.clone(),
        to: email,
    };
    Ok(visit.go(Place::of_email(&moving.to), addresses::Step::Point(moving)))
}

/// Whether others belong to the place.
fn others(visit: &Visit<'_>, me: &Me) -> Result<bool, Response> {
    let sql = "SELECT id FROM users WHERE id != ? AND deleted IS NULL LIMIT 1";
    first(visit.sql, sql, values![me.user_id.as_str()]).map(|row| row.is_some()).map_err(internal_error)
}

/// A team has one plan, which its owner chooses; while it has members, it needs a plan for teams. Our choice.
fn may_change_plan(visit: &Visit<'_>, me: &Me, plan: Plan) -> Result<(), Response> {
    if me.member_type != MemberType::AccountOwner {
        return Err(to(&address(Notice::NotOwner)));
    }
    if !plan.row().team && others(visit, me)? {
        return Err(to(&address(Notice::HasMembers)));
    }
    Ok(())
}

fn set_plan(visit: &Visit<'_>, me: &Me, plan: Plan) -> Result<(), SqlError> {
    visit.sql.run("UPDATE users SET plan = ?", values![plan.as_str()])?;
    let name = team_name(&me.row.text("first_name"), &me.row.text("last_name"));
    let sql = "UPDATE team SET is_team = ?, name = CASE WHEN ? AND name = '' THEN ? ELSE name END";
    visit.sql.run(sql, values![plan.row().team, plan.row().team, name]).map(drop)
}

/// Ends the account: it can be restored for some days, after which its address is free. Its tokens are told so.
fn delete(visit: &Visit<'_>, visitor: &Visitor, me: &Me, given: &CarriedSecret) -> Result<Turn, Response> {
    proven(visit, me, given)?;
    if me.member_type == MemberType::AccountOwner && others(visit, me)? {
        return Err(to(&address(Notice::HasMembers)));
    }
    done(visit, || {
        let sql = "UPDATE users SET deleted = ?, sessions_after = ? WHERE id = ?";
        visit.sql.run(sql, values![visit.now, visit.now, me.user_id.as_str()])?;
        purge::plan(visit.ground(), &me.user_id, restorable_until(visit.now))?;
        let kind = ActivityType::MemberDeleted;
        activities::record(visit.ground(), &me.user_id, &visit.client().address(), kind, &me.email)
    })?;
    Ok(part(visit, visitor, me, Fate::GoneFrom(restorable_until(visit.now))))
}

fn restore(visit: &Visit<'_>, visitor: &Visitor) -> Result<Turn, Response> {
    let me = session::whoever(visit, visitor)?;
    done(visit, || {
        visit.sql.run("UPDATE users SET deleted = NULL WHERE id = ?", values![me.user_id.as_str()])?;
        purge::cancel(visit.ground(), &me.user_id)
    })?;
    Ok(part(visit, visitor, &me, Fate::Kept))
}

fn part(visit: &Visit<'_>, visitor: &Visitor, me: &Me, fate: Fate) -> Turn {
    let step = addresses::Step::Part { email: me.username.clone(), team: visitor.team.clone(), fate };
    visit.go(Place::of_email(&me.username), step)
}
