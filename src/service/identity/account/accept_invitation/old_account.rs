//! Deleting the account that an address already has, to join a team.

use super::page;
use super::page::JoinError;
use super::{JoinStep, NewMember, render_again};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::refusal::RefusalPage;
use crate::service::identity::account::profile::deletion::begin_deletion;
use crate::service::identity::invitations::InvitationLink;
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::wire::http::Response;

/// The address's team: deletes the account if the password was right. Its data is purged when the restore window ends,
/// as for any deleted account.
///
/// # Errors
///
/// A page, if the password is wrong, attempts are limited, the account owns a team with other members, or a statement
/// fails.
pub fn leave_account(
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
    let work = || Ok(delete_old_account(context, &person)?);
    let new_member = in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    let new_member = new_member.ok_or_else(|| render_again(context, &link, true, Some(JoinError::HasMembers)))?;
    Ok(context.forward_to(ActorId::of_email(&link.email), JoinStep::ClaimAddress(link, new_member, Some(person.team))))
}

/// Deletes the account. `None` if it owns a team with other members, which must not lose its owner.
pub(super) fn delete_old_account(
    context: &ActorContext<'_>,
    person: &SignedInUser,
) -> Result<Option<NewMember>, SqlError> {
    let row = first_row(
        context.sql,
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
        begin_deletion(context, &person.user_id)?;
    }
    Ok(Some(NewMember {
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        password: CarriedSecret::new(row.text("password")),
    }))
}
