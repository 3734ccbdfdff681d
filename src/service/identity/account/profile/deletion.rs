//! Deleting an account, and restoring it.

use super::super::message_pages::deleted_page;
use super::super::session::{self, AccountSession, CurrentUser, redirect_to};
use super::{check_password, run_change};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::ActorReply;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::notice::{Notice, account_notice_url};
use crate::service::html::refusal::internal_error;
use crate::service::jobs::purge;
use crate::service::mail::sender;
use crate::service::store::activities;
use crate::service::store::expiry::restorable_until;
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::resources::groups::{ActivityType, MemberType};
use crate::wire::http::Response;

/// Whether the team has other members.
pub(super) fn has_other_members(context: &ActorContext<'_>, user: &CurrentUser) -> Result<bool, Response> {
    let sql = "SELECT id FROM users WHERE id != ? AND deleted IS NULL LIMIT 1";
    first_row(context.sql, sql, values![user.user_id.as_str()]).map(|row| row.is_some()).map_err(internal_error)
}

/// Deletes the account and all its sessions. It can be restored for some days; then its data is purged, and the purge
/// frees its address. Until then its tokens are answered with the error for a deleted account.
pub(super) fn delete_account(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    password: &CarriedSecret,
) -> Result<ActorReply, Response> {
    check_password(context, user, password)?;
    if user.member_type == MemberType::AccountOwner && has_other_members(context, user)? {
        return Err(redirect_to(&account_notice_url(Notice::HasMembers)));
    }
    run_change(context, || begin_deletion(context, &user.user_id))?;
    Ok(deleted_page(restorable_until(context.now)).into())
}

/// Deletes an account until it is purged: its sessions end, and no mail comes from its address.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn begin_deletion(context: &ActorContext<'_>, user_id: &str) -> Result<(), SqlError> {
    let sql = "UPDATE users SET deleted = ?, sessions_after = ? WHERE id = ? RETURNING email, username";
    let user = first_row(context.sql, sql, values![context.now, context.now, user_id])?;
    let Some(user) = user else { return Ok(()) };
    sender::pass_to_owners(context.effects(), &user.text("username"))?;
    purge::schedule_purge(context.effects(), user_id, restorable_until(context.now))?;
    let (client, email) = (context.client_ip().to_text(), user.text("email"));
    activities::record_activity(context.effects(), user_id, &client, ActivityType::MemberDeleted, &email)
}

/// Restores the account. A team whose owner is deleted gets its restored member as the owner: surveys of members who
/// are removed would otherwise pass to an account that is purged, and nobody could change the plan.
pub(super) fn restore_account(context: &ActorContext<'_>, session: &AccountSession) -> Result<ActorReply, Response> {
    let user = session::current_or_deleted_user(context, session)?;
    run_change(context, || {
        context.sql.run("UPDATE users SET deleted = NULL WHERE id = ?", values![user.user_id.as_str()])?;
        let owner = "SELECT id FROM users WHERE member_type = ? AND deleted IS NULL";
        let (owns, administers) = (MemberType::AccountOwner.as_str(), MemberType::Admin.as_str());
        if first_row(context.sql, owner, values![owns])?.is_none() {
            let sql = "UPDATE users SET member_type = ? WHERE member_type = ?";
            context.sql.run(sql, values![administers, owns])?;
            let sql = "UPDATE users SET member_type = ? WHERE id = ?";
            context.sql.run(sql, values![owns, user.user_id.as_str()])?;
        }
        purge::cancel_purge(context.effects(), &user.user_id)
    })?;
    Ok(redirect_to(&account_notice_url(Notice::Restored)).into())
}
