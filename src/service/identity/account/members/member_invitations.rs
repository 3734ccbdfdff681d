//! Invitations to a team: seats, the daily limit, sending again, withdrawing.

use super::{Invitee, MemberAction, MembersStep, find_member, record_member_activity};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::notice::Notice;
use crate::service::identity::account::AccountStep;
use crate::service::identity::account::address_change::is_of_another_member;
use crate::service::identity::account::session::{AccountSession, CurrentUser};
use crate::service::identity::invitations;
use crate::service::jobs::purge;
use crate::service::mail::outbox;
use crate::service::store::ids;
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::resources::groups::{ActivityType, MembershipStatus};

/// Why an address cannot be invited; `None` if no user of the team has it and a seat is free.
///
/// # Errors
///
/// When a statement fails.
pub fn find_refusal(context: &ActorContext<'_>, email: &str) -> Result<Option<Notice>, SqlError> {
    if is_of_another_member(context.sql, email, "")? {
        return Ok(Some(Notice::IsMember));
    }
    let seats = "SELECT max_invites > (SELECT COUNT(*) FROM users WHERE deleted IS NULL) AS free FROM team";
    if !first_row(context.sql, seats, &[])?.is_some_and(|row| row.boolean("free")) {
        return Ok(Some(Notice::NoSeat));
    }
    Ok((!invitations::may_send(context.effects())?).then_some(Notice::TooManyInvitations))
}

/// Team: draws an id for an invited user. The directory claims it, because it must be unique in the whole service.
pub fn draw_id(context: &ActorContext<'_>, session: &AccountSession, invitee: Invitee) -> ActorReply {
    let id = ids::invited_user_id(context.random);
    let step = MembersStep::ClaimId(invitee, id.clone());
    context.forward_to(ActorId::of_user_id(&id), AccountStep::Members(session.clone(), step))
}

/// Directory: claims an id. If another user has had it, the team draws again.
///
/// # Errors
///
/// When the statement fails.
pub fn claim_id(
    context: &ActorContext<'_>,
    session: &AccountSession,
    invitee: Invitee,
    id: String,
) -> Result<ActorReply, SqlError> {
    let claim = "INSERT OR IGNORE INTO invited_user_ids (id) VALUES (?) RETURNING id";
    let action = match first_row(context.sql, claim, values![id.as_str()])? {
        Some(_) => MemberAction::AddInvitee(invitee, id),
        None => MemberAction::Invite(invitee),
    };
    let step = AccountStep::Members(session.clone(), MembersStep::Act(action));
    Ok(context.forward_to(ActorId::Team(session.team.clone()), step))
}

/// Team: adds a pending member with a claimed id, and sends the invitation.
///
/// # Errors
///
/// When a statement fails.
pub fn add_invitee(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    Invitee { email, role }: &Invitee,
    id: &str,
) -> Result<Notice, SqlError> {
    if let Some(refusal) = find_refusal(context, email)? {
        return Ok(refusal);
    }
    context.sql.run(
        "INSERT INTO users (id, member_id, username, email, email_verified, password, first_name, last_name,
                            language, plan, member_type, member_status, created, last_login)
         VALUES (?, ?, ?, ?, 0, '', '', '', 'en', ?, ?, ?, ?, ?)",
        values![
            id,
            id,
            email.as_str(),
            email.as_str(),
            user.plan.as_str(),
            role.as_str(),
            MembershipStatus::Pending.as_str(),
            context.now,
            context.now,
        ],
    )?;
    invitations::send_invitation(&context.service.config, context.effects(), id, email, &user.user_id)?;
    record_member_activity(context, user, ActivityType::InviteCreated, email)?;
    Ok(Notice::Invited)
}

/// Sends an invitation again. The previous link stops working.
///
/// # Errors
///
/// When a statement fails.
pub fn resend_invitation(context: &ActorContext<'_>, user: &CurrentUser, member_id: &str) -> Result<Notice, SqlError> {
    let Some(row) = find_member(context, member_id, MembershipStatus::Pending)? else { return Ok(Notice::NoMember) };
    if !invitations::may_send(context.effects())? {
        return Ok(Notice::TooManyInvitations);
    }
    let email = row.text("email");
    invitations::send_invitation(&context.service.config, context.effects(), &row.text("id"), &email, &user.user_id)?;
    record_member_activity(context, user, ActivityType::InviteResent, &email)?;
    Ok(Notice::InvitedAgain)
}

/// Withdraws an invitation, also its mail if that waits. Of the pending member only the reserved id remains, and the
/// address in the record of activities, which says whom a member has invited.
///
/// # Errors
///
/// When a statement fails.
pub fn withdraw_invitation(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    member_id: &str,
) -> Result<Notice, SqlError> {
    let Some(row) = find_member(context, member_id, MembershipStatus::Pending)? else { return Ok(Notice::NoMember) };
    let id = row.text("id");
    context.sql.run("DELETE FROM workgroup_members WHERE user_id = ?", values![id.as_str()])?;
    context.sql.run("DELETE FROM users WHERE id = ?", values![id.as_str()])?;
    purge::reserve_user_id(context.sql, &id)?;
    let email = row.text("email");
    outbox::delete_account_mails(context.sql, &email)?;
    record_member_activity(context, user, ActivityType::MemberDeleted, &email)?;
    Ok(Notice::Withdrawn)
}
