//! Leaving the account that an address already has, to join a team.

use super::page;
use super::page::JoinError;
use super::{JoinStep, NewMember, render_again};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::address_change;
use crate::service::identity::account::profile::deletion::begin_deletion;
use crate::service::identity::invitations::InvitationLink;
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::jobs::task::{OutboundTask, notify_actor};
use crate::service::store::effects::Effects;
use crate::service::store::expiry::restorable_until;
use crate::service::store::job_queue::{self, Job, JobKind};
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::regions::Region;
use crate::spec::resources::groups::MembershipStatus;
use crate::wire::http::Response;
use serde::{Deserialize, Serialize};

/// Whether a user owns a team with other members, which must not lose its owner.
const IS_NEEDED: &str = "member_type = 'account_owner'
    AND EXISTS (SELECT 1 FROM users AS others WHERE others.id <> users.id AND others.deleted IS NULL)";

/// The account that a user leaves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldAccount {
    /// Id of its team.
    pub team: String,
    user_id: String,
}

/// A user leaves an account for a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departure {
    email: String,
    old: OldAccount,
    /// The team, if the address is that of its member: it has the address from then on.
    to: Option<(String, Region)>,
}

/// The address's team: lets the user on if the password is right.
///
/// # Errors
///
/// A page, if the password is wrong, attempts are limited, the account owns a team with other members, or a statement
/// fails.
pub fn check_account(
    context: &ActorContext<'_>,
    link: InvitationLink,
    result: SignInResult,
) -> Result<ActorReply, Response> {
    let person = match result {
        SignInResult::Active(person) | SignInResult::Deleted(person) => person,
        SignInResult::Unknown | SignInResult::Invited => {
            return Err(render_again(context, &link, true, Some(JoinError::BadPassword)));
        }
        SignInResult::RateLimited(_) => return Err(render_again(context, &link, true, Some(JoinError::RateLimited))),
    };
    if person.team == link.team {
        return Err(page::joined_page(&link));
    }
    let new_member = load_old_account(context, &person).map_err(internal_error)?;
    let new_member = new_member.ok_or_else(|| render_again(context, &link, true, Some(JoinError::HasMembers)))?;
    let old = OldAccount { team: person.team, user_id: person.user_id };
    Ok(context.forward_to(ActorId::of_email(&link.email), JoinStep::ClaimAddress(link, new_member, Some(old))))
}

/// What moves to the new team. `None` if the account owns a team with other members, which must not lose its owner.
fn load_old_account(context: &ActorContext<'_>, person: &SignedInUser) -> Result<Option<NewMember>, SqlError> {
    let row = first_row(
        context.sql,
        &format!(
            "SELECT first_name, last_name, password, {IS_NEEDED} AS needed
             FROM users
             WHERE id = ?"
        ),
        values![person.user_id.as_str()],
    )?;
    Ok(row.filter(|row| !row.boolean("needed")).map(|row| NewMember {
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        password: CarriedSecret::new(row.text("password")),
    }))
}

/// The new team: schedules the job that deletes the old account, and has the address lead to this team.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn schedule_departure(effects: Effects, old: &OldAccount, email: &str) -> Result<(), SqlError> {
    let subject = [old.team.as_str(), old.user_id.as_str(), email].join(" ");
    job_queue::schedule(effects, JobKind::LeaveAccount, &subject, effects.now)
}

/// The task of that job. A member who was removed meanwhile, or has another address, has left the old account all the
/// same. Its address stays that of the old account, which can be restored.
///
/// # Errors
///
/// When a statement fails or the message cannot be encoded.
pub fn build_task(effects: Effects, job: &Job) -> Result<Option<OutboundTask>, SqlError> {
    let mut words = job.subject.splitn(3, ' ').map(str::to_owned);
    if let (Some(team), Some(user_id), Some(email)) = (words.next(), words.next(), words.next()) {
        let row = first_row(
            effects.sql,
            "SELECT team.id, region
             FROM users
             JOIN team
             WHERE username = ? AND member_status = ?",
            values![email.as_str(), MembershipStatus::Active.as_str()],
        )?;
        let to = row.and_then(|row| Some((row.text("id"), row.region()?)));
        let left = ActorId::Team(team.clone());
        let departure = Departure { email, old: OldAccount { team, user_id }, to };
        return notify_actor(effects, job, (left, JoinStep::LeaveAccount(departure).into())).map(Some);
    }
    job_queue::complete(effects, job.kind, &job.subject).map(|()| None)
}

/// The old account's team: deletes it. Its data is purged when the restore window ends, as for any deleted account. If
/// its address moves to the new team, no session restores it. An account that has got another address stays.
///
/// # Errors
///
/// Status 503 while it owns a team with other members, who may have joined since, unless it is all that its user has; a
/// page, if a statement fails.
pub fn delete_account(context: &ActorContext<'_>, departure: Departure) -> Result<ActorReply, Response> {
    let user_id = departure.old.user_id.as_str();
    let work = || {
        let present = format!("SELECT deleted, {IS_NEEDED} AS needed FROM users WHERE id = ? AND username = ?");
        let row = first_row(context.sql, &present, values![user_id, departure.email.as_str()])?;
        let Some(row) = row else { return Ok(true) };
        if row.optional_text("deleted").is_none() {
            if row.boolean("needed") {
                return Ok(false);
            }
            begin_deletion(context, user_id)?;
        }
        if departure.to.is_some() {
            let until_purged = restorable_until(context.now);
            context.sql.run("UPDATE users SET sessions_after = ? WHERE id = ?", values![until_purged, user_id])?;
        }
        Ok(true)
    };
    let is_deleted = in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    match (&departure.to, is_deleted) {
        (None, _) => Ok(Response::empty(204).into()),
        (Some(_), false) => Err(Response::empty(503)),
        (Some(_), true) => {
            Ok(context.forward_to(ActorId::of_email(&departure.email), JoinStep::MoveAddress(departure)))
        }
    }
}

/// Directory: makes the address lead to the new team.
///
/// # Errors
///
/// Status 503 while the address is reserved for another team; a page, if a statement fails.
pub fn move_address(context: &ActorContext<'_>, departure: &Departure) -> Result<ActorReply, Response> {
    let Departure { email, old, to: Some((team, region)) } = departure else { return Ok(Response::empty(204).into()) };
    let work = || Ok(address_change::assign_address(context, email, (team, *region), Some(&old.team))?);
    match in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        true => Ok(Response::empty(204).into()),
        false => Err(Response::empty(503)),
    }
}
