//! Invitations to a team: seats, the daily limit, sending again, withdrawing.

use super::{find_member, record_member_activity};
use crate::service::actor::actor_context::ActorContext;
use crate::service::html::notice::Notice;
use crate::service::identity::account::session::CurrentUser;
use crate::service::identity::invitations;
use crate::service::jobs::purge;
use crate::service::store::ids;
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::account::INVITATIONS_A_DAY;
use crate::spec::resources::groups::{ActivityType, MemberType, MembershipStatus};
use crate::wire::dates::DAY;

/// Invites an address, if no user of the team has it and a seat is free.
///
/// # Errors
///
/// When a statement fails.
pub fn invite_member(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    email: &str,
    role: MemberType,
) -> Result<Notice, SqlError> {
    let existing = "SELECT id FROM users WHERE email = ? OR username = ?";
    if first_row(context.sql, existing, values![email, email])?.is_some() {
        return Ok(Notice::IsMember);
    }
    let seats = "SELECT max_invites > (SELECT COUNT(*) FROM users WHERE deleted IS NULL) AS free FROM team";
    if !first_row(context.sql, seats, &[])?.is_some_and(|row| row.boolean("free")) {
        return Ok(Notice::NoSeat);
    }
    if !may_send(context)? {
        return Ok(Notice::TooManyInvitations);
    }
    let Some(id) = free_id(context)? else { return Ok(Notice::NoSeat) };
    context.sql.run(
        "INSERT INTO users (id, member_id, username, email, email_verified, password, first_name, last_name,
                            language, plan, member_type, member_status, created, last_login)
         VALUES (?, ?, ?, ?, 0, '', '', '', 'en', ?, ?, ?, ?, ?)",
        values![
            id.as_str(),
            id.as_str(),
            email,
            email,
            user.plan.as_str(),
            role.as_str(),
            MembershipStatus::Pending.as_str(),
            context.now,
            context.now,
        ],
    )?;
    invitations::send_invitation(&context.service.config, context.effects(), &id, email, &inviter_name(user))?;
    record_member_activity(context, user, ActivityType::InviteCreated, email)?;
    Ok(Notice::Invited)
}

/// An id that no present or former user of the team has. `None` if eight draws were all taken.
fn free_id(context: &ActorContext<'_>) -> Result<Option<String>, SqlError> {
    for _ in 0..8 {
        let id = ids::account_id(context.random);
        let taken = first_row(
            context.sql,
            "SELECT id FROM users WHERE id = ? OR member_id = ?
             UNION ALL
             SELECT id FROM former_users WHERE id = ?",
            values![id.as_str(), id.as_str(), id.as_str()],
        )?;
        if taken.is_none() {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Sends an invitation again. The previous link stops working.
///
/// # Errors
///
/// When a statement fails.
pub fn resend_invitation(context: &ActorContext<'_>, user: &CurrentUser, member_id: &str) -> Result<Notice, SqlError> {
    let Some(row) = find_member(context, member_id, MembershipStatus::Pending)? else { return Ok(Notice::NoMember) };
    if !may_send(context)? {
        return Ok(Notice::TooManyInvitations);
    }
    let email = row.text("email");
    invitations::send_invitation(
        &context.service.config,
        context.effects(),
        &row.text("id"),
        &email,
        &inviter_name(user),
    )?;
    record_member_activity(context, user, ActivityType::InviteResent, &email)?;
    Ok(Notice::InvitedAgain)
}

/// Withdraws an invitation. Of the pending member only the id remains reserved.
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
    record_member_activity(context, user, ActivityType::MemberDeleted, &row.text("email"))?;
    Ok(Notice::Withdrawn)
}

/// Whether the team is below its limit of invitations in the last 24 hours.
fn may_send(context: &ActorContext<'_>) -> Result<bool, SqlError> {
    let since = context.now.saturating_add(DAY.saturating_neg());
    let row = first_row(
        context.sql,
        "SELECT COUNT(*) AS sent FROM activities WHERE kind IN (?, ?) AND at > ?",
        values![ActivityType::InviteCreated.as_str(), ActivityType::InviteResent.as_str(), since],
    )?;
    Ok(row.is_none_or(|row| row.count("sent") < u64::from(INVITATIONS_A_DAY)))
}

fn inviter_name(user: &CurrentUser) -> String {
    format!("{} {}", user.row.text("first_name"), user.row.text("last_name"))
}
