//! Changing the plan of an account or team.

use super::deletion::has_other_members;
use crate::service::actor::actor_context::ActorContext;
use crate::service::html::notice::{Notice, account_notice_url};
use crate::service::identity::account::session::{CurrentUser, redirect_to};
use crate::service::identity::names::team_name;
use crate::service::store::sql::{SqlError, values};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::MemberType;
use crate::wire::http::Response;

/// Only the owner changes the team's plan, and a team with other members needs a plan for teams. Our choice.
pub(super) fn may_change_plan(context: &ActorContext<'_>, user: &CurrentUser, plan: Plan) -> Result<(), Response> {
    if user.member_type != MemberType::AccountOwner {
        return Err(redirect_to(&account_notice_url(Notice::NotOwner)));
    }
    if !plan.row().team && has_other_members(context, user)? {
        return Err(redirect_to(&account_notice_url(Notice::HasMembers)));
    }
    Ok(())
}

pub(super) fn set_plan(context: &ActorContext<'_>, user: &CurrentUser, plan: Plan) -> Result<(), SqlError> {
    context.sql.run("UPDATE users SET plan = ?", values![plan.as_str()])?;
    let name = team_name(&user.row.text("first_name"), &user.row.text("last_name"));
    let sql = "UPDATE team SET is_team = ?, name = CASE WHEN ? AND name = '' THEN ? ELSE name END";
    context.sql.run(sql, values![plan.row().team, plan.row().team, name]).map(drop)
}
