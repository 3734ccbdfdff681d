//! Changes of e-mail addresses. The directory learns the new address before the team does, and forgets the old one
//! last, so that the user can sign in at every moment.

use super::session::redirect_to;
use super::{reservation, verification};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::html::notice::{Notice, account_notice_url};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::message_pages::deleted_page;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::regions::Region;
use crate::wire::dates::Timestamp;
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
    /// The address that the directory has so far.
    pub from: String,
    /// The new address.
    pub to: String,
}

/// What the directory does with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AddressFate {
    /// Frees it at once.
    Free,
    /// Frees it at a time, unless the account is restored before.
    FreeFrom(Timestamp),
    /// Cancels its end.
    Keep,
    /// Frees it after a purge. No user waits for a page, so the response is empty.
    Purge,
}

/// A step of a change of address, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AddressStep {
    /// Directory of the new address: makes it lead to the team, if it is free.
    Claim(AddressChange),
    /// Team: stores the new address.
    Apply(AddressChange),
    /// Directory: frees or retains the address, if it leads to this team.
    Release {
        /// The e-mail address.
        email: String,
        /// Id of the team.
        team: String,
        /// What happens to it.
        fate: AddressFate,
    },
}

impl From<AddressStep> for Command {
    fn from(step: AddressStep) -> Command {
        Command::from(super::AccountStep::ChangeAddress(step))
    }
}

/// Actor: handles one step.
///
/// # Errors
///
/// A redirect, if the address belongs to another account; a page, if a statement fails.
pub fn handle_step(context: &ActorContext<'_>, step: AddressStep) -> Result<ActorReply, Response> {
    match step {
        AddressStep::Claim(change) => claim_address(context, change),
        AddressStep::Apply(change) => apply_change(context, change),
        AddressStep::Release { email, team, fate } => release_address(context, &email, &team, fate),
    }
}

fn claim_address(context: &ActorContext<'_>, change: AddressChange) -> Result<ActorReply, Response> {
    let work = || Ok(assign_address(context, &change.to, (&change.team, change.region), None)?);
    if in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        return Ok(context.forward_to(ActorId::Team(change.team.clone()), AddressStep::Apply(change)));
    }
    Err(redirect_to(&account_notice_url(Notice::AddressTaken)))
}

/// Directory: makes an address lead to a team. False if it belongs to another account. `left` is the team whose
/// account with this address was just deleted.
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
    let (sql, now) = (context.sql, context.now);
    let entry = first_row(sql, "SELECT team, free_from FROM addresses WHERE email = ?", values![email])?;
    let free = entry.is_none_or(|row| {
        let holder = row.text("team");
        holder == team
            || former_team == Some(holder.as_str())
            || reservation::is_over(row.optional_text("free_from").map(|_| row.timestamp("free_from")), now)
    });
    let reserved = "SELECT team FROM reservations WHERE email = ? AND expires > ? AND team NOT IN (?, ?)";
    if !free || first_row(sql, reserved, values![email, now, team, former_team.unwrap_or(team)])?.is_some() {
        return Ok(false);
    }
    sql.run(
        "INSERT INTO addresses (email, region, team, free_from)
         VALUES (?, ?, ?, NULL)
         ON CONFLICT (email) DO UPDATE
         SET region = excluded.region, team = excluded.team, free_from = NULL",
        values![email, region.as_str(), team],
    )?;
    // The reservation bridges the time until the team has stored the address. In between, a check with the team
    // would find that the address is not in use there, and free it.
    sql.run(
        "INSERT INTO reservations (email, team, expires)
         VALUES (?, ?, ?)
         ON CONFLICT (email) DO UPDATE
         SET team = excluded.team, expires = excluded.expires",
        values![email, team, reservation::reserved_until(now)],
    )?;
    Ok(true)
}

fn apply_change(context: &ActorContext<'_>, change: AddressChange) -> Result<ActorReply, Response> {
    let work = || {
        context.sql.run(
            "UPDATE users
             SET email = ?, username = ?, email_verified = 0
             WHERE id = ?",
            values![change.to.as_str(), change.to.as_str(), change.user_id.as_str()],
        )?;
        Ok(verification::send_link(context, &change.user_id, &change.to)?)
    };
    in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    if change.from == change.to {
        return Ok(redirect_to(&account_notice_url(Notice::MailSent)).into());
    }
    let old = ActorId::of_email(&change.from);
    Ok(context.forward_to(old, AddressStep::Release { email: change.from, team: change.team, fate: AddressFate::Free }))
}

fn release_address(
    context: &ActorContext<'_>,
    email: &str,
    team: &str,
    fate: AddressFate,
) -> Result<ActorReply, Response> {
    let until = |until: Option<Timestamp>| {
        let sql = "UPDATE addresses SET free_from = ? WHERE email = ? AND team = ?";
        context.sql.run(sql, values![until, email, team])
    };
    let (done, answer) = match fate {
        AddressFate::Free => (
            ["addresses", "reservations"].iter().try_fold(Vec::new(), |_, table| {
                context.sql.run(&format!("DELETE FROM {table} WHERE email = ? AND team = ?"), values![email, team])
            }),
            redirect_to(&account_notice_url(Notice::MailSent)),
        ),
        AddressFate::FreeFrom(at) => (until(Some(at)), deleted_page(at)),
        AddressFate::Keep => (until(None), redirect_to(&account_notice_url(Notice::Restored))),
        AddressFate::Purge => (
            context.sql.run("DELETE FROM addresses WHERE email = ? AND team = ?", values![email, team]),
            Response::empty(204),
        ),
    };
    done.map_err(internal_error)?;
    Ok(answer.into())
}
