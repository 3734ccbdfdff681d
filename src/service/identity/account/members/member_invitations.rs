//! Inviting to the team: who gets a seat, how often a team writes, and an invitation that is sent again or withdrawn.

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

/// Invites an address, if nobody of the team has it and a seat is free.
pub fn invite_member(
    visit: &ActorContext<'_>,
    me: &CurrentUser,
    email: &str,
    role: MemberType,
) -> Result<Notice, SqlError> {
    let known = "SELECT id FROM users WHERE email = ? OR username = ?";
    if first_row(visit.sql, known, values![email, email])?.is_some() {
        return Ok(Notice::IsMember);
    }
    let seats = "SELECT max_invites > (SELECT COUNT(*) FROM users WHERE deleted IS NULL) AS free FROM team";
    if !first_row(visit.sql, seats, &[])?.is_some_and(|row| row.boolean("free")) {
        return Ok(Notice::NoSeat);
    }
    if !may_send(visit)? {
        return Ok(Notice::TooManyInvitations);
    }
    let Some(id) = free_id(visit)? else { return Ok(Notice::NoSeat) };
    visit.sql.run(
        "INSERT INTO users (id, member_id, username, email, email_verified, password, first_name, last_name,
                            language, plan, member_type, member_status, created, last_login)
         VALUES (?, ?, ?, ?, 0, '', '', '', 'en', ?, ?, ?, ?, ?)",
        values![
            id.as_str(),
            id.as_str(),
            email,
            email,
            me.plan.as_str(),
            role.as_str(),
            MembershipStatus::Pending.as_str(),
            visit.now,
            visit.now,
        ],
    )?;
    invitations::send_invitation(&visit.service.config, visit.effects(), &id, email, &inviter_name(me))?;
    record_member_activity(visit, me, ActivityType::InviteCreated, email)?;
    Ok(Notice::Invited)
}

/// A number that no user of the team has or had.
fn free_id(visit: &ActorContext<'_>) -> Result<Option<String>, SqlError> {
    for _ in 0..8 {
        let id = ids::account_id(visit.random);
        let taken = first_row(
            visit.sql,
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

/// Sends an invitation again; the link before works no more.
pub fn resend_invitation(visit: &ActorContext<'_>, me: &CurrentUser, member_id: &str) -> Result<Notice, SqlError> {
    let Some(row) = find_member(visit, member_id, MembershipStatus::Pending)? else { return Ok(Notice::NoMember) };
    if !may_send(visit)? {
        return Ok(Notice::TooManyInvitations);
    }
    let email = row.text("email");
    invitations::send_invitation(&visit.service.config, visit.effects(), &row.text("id"), &email, &inviter_name(me))?;
    record_member_activity(visit, me, ActivityType::InviteResent, &email)?;
    Ok(Notice::InvitedAgain)
}

/// Takes an invitation back. Nothing of the member-to-be is left but the number.
pub fn withdraw_invitation(visit: &ActorContext<'_>, me: &CurrentUser, member_id: &str) -> Result<Notice, SqlError> {
    let Some(row) = find_member(visit, member_id, MembershipStatus::Pending)? else { return Ok(Notice::NoMember) };
    let id = row.text("id");
    visit.sql.run("DELETE FROM workgroup_members WHERE user_id = ?", values![id.as_str()])?;
    visit.sql.run("DELETE FROM users WHERE id = ?", values![id.as_str()])?;
    purge::reserve_user_id(visit.sql, &id)?;
    record_member_activity(visit, me, ActivityType::MemberDeleted, &row.text("email"))?;
    Ok(Notice::Withdrawn)
}

/// Whether the team may send one more invitation today.
fn may_send(visit: &ActorContext<'_>) -> Result<bool, SqlError> {
    let since = visit.now.saturating_add(DAY.saturating_neg());
    let row = first_row(
        visit.sql,
        "SELECT COUNT(*) AS sent FROM activities WHERE kind IN (?, ?) AND at > ?",
        values![ActivityType::InviteCreated.as_str(), ActivityType::InviteResent.as_str(), since],
    )?;
    Ok(row.is_none_or(|row| row.count("sent") < u64::from(INVITATIONS_A_DAY)))
}

fn inviter_name(me: &CurrentUser) -> String {
    format!("{} {}", me.row.text("first_name"), me.row.text("last_name"))
}
