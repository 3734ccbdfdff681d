//! Leaving the account that an address already has, to join a team.

use super::page;
use super::page::JoinError;
use super::{JoinStep, NewMember, render_again};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::refusal::RefusalPage;
use crate::service::identity::invitations::InvitationLink;
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::jobs::purge;
use crate::service::store::activities;
use crate::service::store::restore_window::restorable_until;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::resources::groups::ActivityType;
use crate::wire::http::Response;

/// At the place of the account that the address has: who has its password leaves it. What is its only person's own is
/// deleted in time, as whoever deletes the account would have it.
pub fn leave_account(
    visit: &ActorContext<'_>,
    link: InvitationLink,
    who: SignInResult,
) -> Result<ActorReply, Response> {
    let person = match who {
        SignInResult::Active(person) | SignInResult::Deleted(person) => person,
        SignInResult::Unknown | SignInResult::Invited => {
            return Err(render_again(visit, &link, true, Some(JoinError::BadPassword)));
        }
        SignInResult::RateLimited(_) => return Err(render_again(visit, &link, true, Some(JoinError::RateLimited))),
    };
    if person.team == link.team {
        return Err(page::joined_page(&link));
    }
    let work = || Ok(delete_old_account(visit, &person)?);
    let newcomer = in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    let newcomer = newcomer.ok_or_else(|| render_again(visit, &link, true, Some(JoinError::HasMembers)))?;
    Ok(visit.forward_to(ActorId::of_email(&link.email), JoinStep::ClaimAddress(link, newcomer, Some(person.team))))
}

/// Deletes the account, unless it owns a team with other people in it.
pub(super) fn delete_old_account(
    visit: &ActorContext<'_>,
    person: &SignedInUser,
) -> Result<Option<NewMember>, SqlError> {
    let row = first_row(
        visit.sql,
        "SELECT first_name, last_name, password, deleted,
                member_type = 'account_owner'
                  AND EXISTS (SELECT 1 FROM users AS others WHERE others.id <> users.id AND others.deleted IS NULL)
                  AS needed
         FROM users
         WHERE id = ?",
        values![person.user_id.as_str()],
    )?;
    let Some(row) = row.filter(|row| !row.boolean("needed")) else { return Ok(None) };
    if row.optional_text("deleted").is_none() {
        let sql = "UPDATE users SET deleted = ?, sessions_after = ? WHERE id = ?";
        visit.sql.run(sql, values![visit.now, visit.now, person.user_id.as_str()])?;
        purge::schedule_purge(visit.effects(), &person.user_id, restorable_until(visit.now))?;
        let kind = ActivityType::MemberDeleted;
        activities::record_activity(
            visit.effects(),
            &person.user_id,
            &visit.client_ip().to_text(),
            kind,
            &person.email,
        )?;
    }
    Ok(Some(NewMember {
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        password: CarriedSecret::new(row.text("password")),
    }))
}
