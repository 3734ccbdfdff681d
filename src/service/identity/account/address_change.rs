//! E-mail addresses that change or end: the directory learns the new one before the team does, and forgets the old one
//! last, so that whoever signs in is found at every moment.

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
    /// The user.
    pub user_id: String,
    /// The user's team.
    pub team: String,
    /// The team's region.
    pub region: Region,
    /// The address that the directory knows so far.
    pub from: String,
    /// The new address.
    pub to: String,
}

/// What is to become of an address in the directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AddressFate {
    /// It is free at once.
    Free,
    /// It is free from a moment on, unless the account is restored before.
    FreeFrom(Timestamp),
    /// It stays.
    Keep,
    /// It is free, and nobody waits to see a page: what was its account's is purged.
    Purge,
}

/// Where a change stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AddressStep {
    /// The directory of the new address: leads to the team from now on, if it is free.
    Claim(AddressChange),
    /// The team: the user has the new address.
    Apply(AddressChange),
    /// The directory: what becomes of the address that leads to this team.
    Release {
        /// The address.
        email: String,
        /// The team.
        team: String,
        /// What becomes of it.
        fate: AddressFate,
    },
}

impl From<AddressStep> for Command {
    fn from(step: AddressStep) -> Command {
        Command::from(super::AccountStep::ChangeAddress(step))
    }
}

/// At a place: one step further.
pub fn handle_step(visit: &ActorContext<'_>, step: AddressStep) -> Result<ActorReply, Response> {
    match step {
        AddressStep::Claim(moving) => claim_address(visit, moving),
        AddressStep::Apply(moving) => apply_change(visit, moving),
        AddressStep::Release { email, team, fate } => release_address(visit, &email, &team, fate),
    }
}

fn claim_address(visit: &ActorContext<'_>, moving: AddressChange) -> Result<ActorReply, Response> {
    let work = || Ok(assign_address(visit, &moving.to, (&moving.team, moving.region), None)?);
    if in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        return Ok(visit.forward_to(ActorId::Team(moving.team.clone()), AddressStep::Apply(moving)));
    }
    Err(redirect_to(&account_notice_url(Notice::AddressTaken)))
}

/// At the directory: an address leads to a team from now on. False if it is somebody else's; `left` names the team
/// that its account has just left.
pub fn assign_address(
    visit: &ActorContext<'_>,
    email: &str,
    (team, region): (&str, Region),
    left: Option<&str>,
) -> Result<bool, SqlError> {
    let (sql, now) = (visit.sql, visit.now);
    let known = first_row(sql, "SELECT team, free_from FROM addresses WHERE email = ?", values![email])?;
    let free = known.is_none_or(|row| {
        let leads = row.text("team");
        leads == team
            || left == Some(leads.as_str())
            || reservation::is_over(row.optional_text("free_from").map(|_| row.timestamp("free_from")), now)
    });
    let reserved = "SELECT team FROM reservations WHERE email = ? AND expires > ? AND team NOT IN (?, ?)";
    if !free || first_row(sql, reserved, values![email, now, team, left.unwrap_or(team)])?.is_some() {
        return Ok(false);
    }
    sql.run(
        "INSERT INTO addresses (email, region, team, free_from)
         VALUES (?, ?, ?, NULL)
         ON CONFLICT (email) DO UPDATE
         SET region = excluded.region, team = excluded.team, free_from = NULL",
        values![email, region.as_str(), team],
    )?;
    // Until the team has it, nobody may find that it has it not. One that is over must not be settled over this.
    sql.run(
        "INSERT INTO reservations (email, team, expires)
         VALUES (?, ?, ?)
         ON CONFLICT (email) DO UPDATE
         SET team = excluded.team, expires = excluded.expires",
        values![email, team, reservation::reserved_until(now)],
    )?;
    Ok(true)
}

fn apply_change(visit: &ActorContext<'_>, moving: AddressChange) -> Result<ActorReply, Response> {
    let work = || {
        visit.sql.run(
            "UPDATE users
             SET email = ?, username = ?, email_verified = 0
             WHERE id = ?",
            values![moving.to.as_str(), moving.to.as_str(), moving.user_id.as_str()],
        )?;
        Ok(verification::send_link(visit, &moving.user_id, &moving.to)?)
    };
    in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    if moving.from == moving.to {
        return Ok(redirect_to(&account_notice_url(Notice::MailSent)).into());
    }
    let old = ActorId::of_email(&moving.from);
    Ok(visit.forward_to(old, AddressStep::Release { email: moving.from, team: moving.team, fate: AddressFate::Free }))
}

fn release_address(
    visit: &ActorContext<'_>,
    email: &str,
    team: &str,
    fate: AddressFate,
) -> Result<ActorReply, Response> {
    let until = |until: Option<Timestamp>| {
        let sql = "UPDATE addresses SET free_from = ? WHERE email = ? AND team = ?";
        visit.sql.run(sql, values![until, email, team])
    };
    let (done, answer) = match fate {
        AddressFate::Free => (
            ["addresses", "reservations"].iter().try_fold(Vec::new(), |_, table| {
                visit.sql.run(&format!("DELETE FROM {table} WHERE email = ? AND team = ?"), values![email, team])
            }),
            redirect_to(&account_notice_url(Notice::MailSent)),
        ),
        AddressFate::FreeFrom(moment) => (until(Some(moment)), deleted_page(moment)),
        AddressFate::Keep => (until(None), redirect_to(&account_notice_url(Notice::Restored))),
        AddressFate::Purge => (
            visit.sql.run("DELETE FROM addresses WHERE email = ? AND team = ?", values![email, team]),
            Response::empty(204),
        ),
    };
    done.map_err(internal_error)?;
    Ok(answer.into())
}
