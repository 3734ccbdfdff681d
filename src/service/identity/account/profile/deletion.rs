//! Deleting an account, and restoring it.

use super::super::address_change::{self, AddressFate};
use super::super::session::{self, AccountSession, CurrentUser, redirect_to};
use super::{check_password, run_change};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::notice::{Notice, account_notice_url};
use crate::service::html::refusal::internal_error;
use crate::service::jobs::purge;
use crate::service::store::activities;
use crate::service::store::restore_window::restorable_until;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{first_row, values};
use crate::spec::resources::groups::{ActivityType, MemberType};
use crate::wire::http::Response;

/// Whether others belong to the place.
pub(super) fn has_other_members(visit: &ActorContext<'_>, me: &CurrentUser) -> Result<bool, Response> {
    let sql = "SELECT id FROM users WHERE id != ? AND deleted IS NULL LIMIT 1";
    first_row(visit.sql, sql, values![me.user_id.as_str()]).map(|row| row.is_some()).map_err(internal_error)
}

/// Ends the account: it can be restored for some days, after which its address is free. Its tokens are told so.
pub(super) fn delete_account(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    me: &CurrentUser,
    given: &CarriedSecret,
) -> Result<ActorReply, Response> {
    check_password(visit, me, given)?;
    if me.member_type == MemberType::AccountOwner && has_other_members(visit, me)? {
        return Err(redirect_to(&account_notice_url(Notice::HasMembers)));
    }
    run_change(visit, || {
        let sql = "UPDATE users SET deleted = ?, sessions_after = ? WHERE id = ?";
        visit.sql.run(sql, values![visit.now, visit.now, me.user_id.as_str()])?;
        purge::schedule_purge(visit.effects(), &me.user_id, restorable_until(visit.now))?;
        let kind = ActivityType::MemberDeleted;
        activities::record_activity(visit.effects(), &me.user_id, &visit.client_ip().to_text(), kind, &me.email)
    })?;
    Ok(release_address(visit, visitor, me, AddressFate::FreeFrom(restorable_until(visit.now))))
}

pub(super) fn restore_account(visit: &ActorContext<'_>, visitor: &AccountSession) -> Result<ActorReply, Response> {
    let me = session::current_or_deleted_user(visit, visitor)?;
    run_change(visit, || {
        visit.sql.run("UPDATE users SET deleted = NULL WHERE id = ?", values![me.user_id.as_str()])?;
        purge::cancel_purge(visit.effects(), &me.user_id)
    })?;
    Ok(release_address(visit, visitor, &me, AddressFate::Keep))
}

pub(super) fn release_address(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    me: &CurrentUser,
    fate: AddressFate,
) -> ActorReply {
    let step = address_change::AddressStep::Release { email: me.username.clone(), team: visitor.team.clone(), fate };
    visit.forward_to(ActorId::of_email(&me.username), step)
}
