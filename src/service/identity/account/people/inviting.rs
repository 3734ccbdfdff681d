//! Inviting to the team: who gets a seat, how often a team writes, and an invitation that is sent again or withdrawn.

use super::{member, record};
use crate::service::actor::visit::Visit;
use crate::service::html::notice::Notice;
use crate::service::identity::account::session::Me;
use crate::service::identity::invitations;
use crate::service::jobs::purge;
use crate::service::store::ids;
use crate::service::store::sql::{SqlError, first, values};
use crate::spec::account::INVITATIONS_A_DAY;
use crate::spec::resources::groups::{ActivityType, MemberType, MembershipStatus};
use crate::wire::dates::DAY;

/// Invites an address, if nobody of the team has it and a seat is free.
pub fn invite(visit: &Visit<'_>, me: &Me, email: &str, role: MemberType) -> Result<Notice, SqlError> {
    let known = "SELECT id FROM users WHERE email = ? OR username = ?";
    if first(visit.sql, known, values![email, email])?.is_some() {
        return Ok(Notice::IsMember);
    }
    let seats = "SELECT max_invites > (SELECT COUNT(*) FROM users WHERE deleted IS NULL) AS free FROM team";
    if !first(visit.sql, seats, &[])?.is_some_and(|row| row.truth("free")) {
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
    invitations::send(&visit.service.config, visit.ground(), &id, email, &name(me))?;
    record(visit, me, ActivityType::InviteCreated, email)?;
    Ok(Notice::Invited)
}

/// A number that no user of the team has or had.
fn free_id(visit: &Visit<'_>) -> Result<Option<String>, SqlError> {
    for _ in 0..8 {
        let id = ids::account(visit.random);
        let taken = first(
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
pub fn again(visit: &Visit<'_>, me: &Me, member_id: &str) -> Result<Notice, SqlError> {
    let Some(row) = member(visit, member_id, MembershipStatus::Pending)? else { return Ok(Notice::NoMember) };
    if !may_send(visit)? {
        return Ok(Notice::TooManyInvitations);
    }
    let email = row.text("email");
    invitations::send(&visit.service.config, visit.ground(), &row.text("id"), &email, &name(me))?;
    record(visit, me, ActivityType::InviteResent, &email)?;
    Ok(Notice::InvitedAgain)
}

/// Takes an invitation back. Nothing of the member-to-be is left but the number.
pub fn withdraw(visit: &Visit<'_>, me: &Me, member_id: &str) -> Result<Notice, SqlError> {
    let Some(row) = member(visit, member_id, MembershipStatus::Pending)? else { return Ok(Notice::NoMember) };
    let id = row.text("id");
    visit.sql.run("DELETE FROM workgroup_members WHERE user_id = ?", values![id.as_str()])?;
    visit.sql.run("DELETE FROM users WHERE id = ?", values![id.as_str()])?;
    purge::remember(visit.sql, &id)?;
    record(visit, me, ActivityType::MemberDeleted, &row.text("email"))?;
    Ok(Notice::Withdrawn)
}

/// Whether the team may send one more invitation today.
fn may_send(visit: &Visit<'_>) -> Result<bool, SqlError> {
    let since = visit.now.plus(DAY.saturating_neg());
    let row = first(
        visit.sql,
        "SELECT COUNT(*) AS sent FROM activities WHERE kind IN (?, ?) AND at > ?",
        values![ActivityType::InviteCreated.as_str(), ActivityType::InviteResent.as_str(), since],
    )?;
    Ok(row.is_none_or(|row| row.count("sent") < u64::from(INVITATIONS_A_DAY)))
}

fn name(me: &Me) -> String {
    format!("{} {}", me.row.text("first_name"), me.row.text("last_name"))
}
