//! Changes of e-mail addresses. A new address is stored with the user at once, and becomes the one that the user signs
//! in with when it is confirmed. Before that the directory does not learn of it, so that no account can hold the
//! address of another person.
//!
//! After the confirmation the directory learns the new address before the team does, and forgets the old one last, so
//! that the user can sign in at every moment. The old one is freed by a job, and so is the new one if the flow ends
//! before the team has stored it: no address leads for long to a team in which no user has it.

use super::session::redirect_to;
use super::verification::page::{confirmed_page, stale_link_page, taken_page};
use super::{reservation, verification};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::api_call::{AddressReply, ApiCall};
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::html::notice::{Notice, account_notice_url};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::jobs::{purge, unconfirmed};
use crate::service::mail::sender;
use crate::service::store::attempts;
use crate::service::store::sql::{Sql, SqlError, first_row, in_transaction, values};
use crate::spec::attempts::SIGN_UPS_OF_ADDRESS;
use crate::spec::regions::Region;
use crate::wire::http::Response;
use serde::{Deserialize, Serialize};

/// A change of address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressChange {
    /// Id of the user.
    pub user_id: String,
    /// Id of the user's team.
    pub team: String,
    /// The team's region.
    pub region: Region,
    /// The address that the user signs in with so far.
    pub from: String,
    /// The new address.
    pub to: String,
}

/// A step of a change of address, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AddressStep {
    /// Directory of the new address: checks that it is free.
    Check(AddressChange),
    /// The same, for a call of the API, which goes back to its team with the reply.
    CheckForCall(String, ApiCall),
    /// Team: stores the new address, and sends the link that confirms it.
    Store(AddressChange),
    /// Directory of the confirmed address: makes it lead to the team, if it is free.
    Claim(AddressChange),
    /// Team: makes the confirmed address the one that the user signs in with.
    Apply(AddressChange),
    /// Directory: frees the address, if it leads to this team. No user waits for a page, so the response is empty.
    Free {
        /// The e-mail address.
        email: String,
        /// Id of the team.
        team: String,
    },
}

/// The state of a call of the API that needs to know whether an address is free.
pub struct AddressQuestion(pub String);

impl From<AddressStep> for Command {
    fn from(step: AddressStep) -> Command {
        Command::from(super::AccountStep::ChangeAddress(step))
    }
}

/// Actor: handles one step.
///
/// # Errors
///
/// A redirect or page, if the address belongs to another account; a page, if the user has another address now or a
/// statement fails.
pub fn handle_step(context: &ActorContext<'_>, step: AddressStep) -> Result<ActorReply, Response> {
    match step {
        AddressStep::Check(change) => match check_address(context, &change.to, &change.team) {
            AddressReply::Free => {
                Ok(context.forward_to(ActorId::Team(change.team.clone()), AddressStep::Store(change)))
            }
            AddressReply::Taken => Err(redirect_to(&account_notice_url(Notice::AddressTaken))),
            AddressReply::Limited => Err(redirect_to(&account_notice_url(Notice::EnoughChanges))),
            AddressReply::Failed => Err(RefusalPage::InternalError.render_page()),
        },
        AddressStep::CheckForCall(email, call) => {
            let (team, address) = (call.token.team.clone(), Some(check_address(context, &email, &call.token.team)));
            Ok(context.forward_to(ActorId::Team(team), Command::RunCall(ApiCall { address, ..call })))
        }
        AddressStep::Store(change) => store_address(context, &change),
        AddressStep::Claim(change) => claim_address(context, change),
        AddressStep::Apply(change) => apply_change(context, change),
        AddressStep::Free { email, team } => free_address(context, &email, &team).map(|()| Response::empty(204).into()),
    }
}

fn check_address(context: &ActorContext<'_>, email: &str, team: &str) -> AddressReply {
    let work = || {
        // Each account can send a few mails there: together they must not flood the address of another person.
        if attempts::try_attempt(context.effects(), &SIGN_UPS_OF_ADDRESS, email)?.is_some() {
            return Ok(AddressReply::Limited);
        }
        Ok(if is_free(context, email, [team; 2])? { AddressReply::Free } else { AddressReply::Taken })
    };
    in_transaction(context.sql, work).unwrap_or(AddressReply::Failed)
}

/// Team: whether another member has an address, or has asked for it.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn is_of_another_member(sql: &dyn Sql, email: &str, user_id: &str) -> Result<bool, SqlError> {
    let others = "SELECT id FROM users WHERE (email = ? OR username = ?) AND id <> ?";
    Ok(first_row(sql, others, values![email, email, user_id])?.is_some())
}

fn store_address(context: &ActorContext<'_>, change: &AddressChange) -> Result<ActorReply, Response> {
    let work = || {
        // Another member may have asked for it while the directory was asked.
        if is_of_another_member(context.sql, &change.to, &change.user_id)? {
            return Ok(Notice::AddressTaken);
        }
        let sql = "UPDATE users SET email = ?, email_verified = 0 WHERE id = ?";
        context.sql.run(sql, values![change.to.as_str(), change.user_id.as_str()])?;
        verification::send_link(&context.service.config, context.effects(), &change.user_id, &change.to)?;
        Ok(Notice::MailSent)
    };
    let notice = in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    Ok(redirect_to(&account_notice_url(notice)).into())
}

fn claim_address(context: &ActorContext<'_>, change: AddressChange) -> Result<ActorReply, Response> {
    let work = || Ok(assign_address(context, &change.to, (&change.team, change.region), None)?);
    if in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        return Ok(context.forward_to(ActorId::Team(change.team.clone()), AddressStep::Apply(change)));
    }
    Err(taken_page(&change.to))
}

/// Directory: whether an address leads to no team but these, and is not reserved for another one.
fn is_free(context: &ActorContext<'_>, email: &str, teams: [&str; 2]) -> Result<bool, SqlError> {
    let [team, other] = teams;
    let reserved = "SELECT team FROM reservations WHERE email = ? AND expires > ? AND team NOT IN (?, ?)";
    Ok(!is_held_elsewhere(context, email, &teams)?
        && first_row(context.sql, reserved, values![email, context.now, team, other])?.is_none())
}

/// Directory: whether an address leads to an account of a team other than these.
///
/// # Errors
///
/// When the statement fails.
pub fn is_held_elsewhere(context: &ActorContext<'_>, email: &str, teams: &[&str]) -> Result<bool, SqlError> {
    let entry = first_row(context.sql, "SELECT team FROM addresses WHERE email = ?", values![email])?;
    Ok(entry.is_some_and(|row| !teams.contains(&row.text("team").as_str())))
}

/// Directory: reserves an address for a team, for the time until the team has stored it: meanwhile nothing frees it.
/// False if it belongs to another account than that of `former_team`, which its user leaves.
///
/// # Errors
///
/// When a statement fails.
pub fn reserve_address(
    context: &ActorContext<'_>,
    email: &str,
    team: &str,
    former_team: Option<&str>,
) -> Result<bool, SqlError> {
    if !is_free(context, email, [team, former_team.unwrap_or(team)])? {
        return Ok(false);
    }
    context.sql.run(
        "INSERT INTO reservations (email, team, expires)
         VALUES (?, ?, ?)
         ON CONFLICT (email) DO UPDATE
         SET team = excluded.team, expires = excluded.expires",
        values![email, team, reservation::reserved_until(context.now)],
    )?;
    Ok(true)
}

/// Directory: makes an address lead to a team, and reserves it. False if it belongs to another account than that of
/// `former_team`.
///
/// # Errors
///
/// When a statement fails.
pub fn assign_address(
    context: &ActorContext<'_>,
    email: &str,
    (team, region): (&str, Region),
    former_team: Option<&str>,
) -> Result<bool, SqlError> {
    if !reserve_address(context, email, team, former_team)? {
        return Ok(false);
    }
    context.sql.run(
        "INSERT INTO addresses (email, region, team)
         VALUES (?, ?, ?)
         ON CONFLICT (email) DO UPDATE
         SET region = excluded.region, team = excluded.team",
        values![email, region.as_str(), team],
    )?;
    Ok(true)
}

/// Team: confirms the address, if the user still has it. An address that the user does not sign in with yet has to be
/// free: the directory is asked first.
///
/// # Errors
///
/// A page, if the user has another address now or a statement fails.
pub fn confirm_address(
    context: &ActorContext<'_>,
    link: verification::VerificationLink,
) -> Result<ActorReply, Response> {
    let row = first_row(
        context.sql,
        "SELECT username, team.region
         FROM users
         JOIN team
         WHERE users.id = ? AND email = ? AND deleted IS NULL",
        values![link.user_id.as_str(), link.email.as_str()],
    );
    let row = row.map_err(internal_error)?.ok_or_else(stale_link_page)?;
    let region = row.region().ok_or_else(|| RefusalPage::InternalError.render_page())?;
    let change =
        AddressChange { user_id: link.user_id, team: link.team, region, from: row.text("username"), to: link.email };
    if change.from == change.to {
        return apply_change(context, change);
    }
    reservation::free_unless_stored(context.effects(), &change.to).map_err(internal_error)?;
    Ok(context.forward_to(ActorId::of_email(&change.to), AddressStep::Claim(change)))
}

/// Team: marks the address as confirmed, and makes it the one that the user signs in with and that invitations come
/// from.
fn apply_change(context: &ActorContext<'_>, change: AddressChange) -> Result<ActorReply, Response> {
    let work = || {
        let row = first_row(
            context.sql,
            "UPDATE users
             SET username = email, email_verified = 1
             WHERE id = ? AND email = ?
             RETURNING id",
            values![change.user_id.as_str(), change.to.as_str()],
        )?;
        if row.is_some() {
            unconfirmed::mark_confirmed(context.effects(), &change.user_id)?;
            if change.from != change.to {
                sender::replace_sender(context.effects(), &change.from, Some(&change.to))?;
                purge::forget_address(context.effects(), &change.from)?;
            }
        }
        Ok(row.is_some())
    };
    if !in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        return Err(stale_link_page());
    }
    Ok(confirmed_page(&change.to).into())
}

/// Directory: removes an address that no user of the team has. While a reservation lasts, a flow may be about to store
/// the address in that team, so the caller tries again later.
///
/// # Errors
///
/// Status 503 during a reservation; a page, if a statement fails.
pub fn free_address(context: &ActorContext<'_>, email: &str, team: &str) -> Result<(), Response> {
    let reserved = "SELECT team FROM reservations WHERE email = ? AND expires > ?";
    if first_row(context.sql, reserved, values![email, context.now]).map_err(internal_error)?.is_some() {
        return Err(Response::empty(503));
    }
    let sql = "DELETE FROM addresses WHERE email = ? AND team = ?";
    context.sql.run(sql, values![email, team]).map(drop).map_err(internal_error)
}
