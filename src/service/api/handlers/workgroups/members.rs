//! Members of a workgroup: seen by users who see the workgroup, changed by its owners and by administrators.

use super::{is_administrator, load_workgroup, require_administered};
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::roles;
use crate::spec::endpoints::workgroups::{
    BulkWorkgroupMembers, CreateWorkgroupMember, DeleteWorkgroupMember, GetWorkgroupMember, ListWorkgroupMembers,
    UpdateWorkgroupMember,
};
use crate::spec::errors::Error;
use crate::spec::resources::groups::MembershipStatus;
use crate::spec::resources::workgroups::{WorkgroupMember, WorkgroupMemberNew, WorkgroupMembersAdded};
use crate::spec::types::List;
use crate::wire::error::ApiError;

const COLUMNS: &str = "workgroup_id, user_id, is_owner, status, workgroup_members.created, modified";

/// A deleted account is not a member. It is one again after it is restored.
const FROM_MEMBERS: &str = "FROM workgroup_members JOIN users ON users.id = user_id AND users.deleted IS NULL";

impl Handle for ListWorkgroupMembers {
    fn handle_request(self, context: &CallContext) -> Result<List<WorkgroupMember>, ApiError> {
        let id = self.workgroup_id.as_str();
        load_workgroup(context, id)?;
        let slice = context.page_range(&self.query.0);
        let total = first_row(
            context.sql,
            &format!("SELECT COUNT(*) AS total {FROM_MEMBERS} WHERE workgroup_id = ?"),
            values![id],
        )?;
        let rows = context.sql.run(
            &format!(
                "SELECT {COLUMNS} {FROM_MEMBERS}
             WHERE workgroup_id = ?
             ORDER BY user_id
             LIMIT ? OFFSET ?"
            ),
            values![id, slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(member_from_row).collect::<Result<_, _>>()?;
        Ok(context.list_envelope::<ListWorkgroupMembers, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for CreateWorkgroupMember {
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupMember, ApiError> {
        let id = self.workgroup_id.as_str();
        require_administered(context, id)?;
        add_member(context, id, &self.body, "user_id")
    }
}

impl Handle for BulkWorkgroupMembers {
    /// Adds all, or none if one cannot be added.
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupMembersAdded, ApiError> {
        let id = self.workgroup_id.as_str();
        require_administered(context, id)?;
        if self.body.members.is_empty() {
            return Err(ApiError::with_detail(Error::BadBody, "`members` must not be empty."));
        }
        let members = self.body.members.iter().enumerate();
        let members = members.map(|(at, new)| add_member(context, id, new, &format!("members[{at}].user_id")));
        Ok(WorkgroupMembersAdded { members: members.collect::<Result<_, _>>()? })
    }
}

impl Handle for GetWorkgroupMember {
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupMember, ApiError> {
        load_workgroup(context, self.workgroup_id.as_str())?;
        member_from_row(&load_member(context, self.workgroup_id.as_str(), self.member_id.as_str())?)
    }
}

impl Handle for UpdateWorkgroupMember {
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupMember, ApiError> {
        let (id, user) = (self.workgroup_id.as_str(), self.member_id.as_str());
        require_administered(context, id)?;
        let member = load_member(context, id, user)?;
        let Some(owner) = self.body.is_workgroup_owner else { return member_from_row(&member) };
        if !owner {
            check_owner_remains(context, &member)?;
        }
        context.sql.run(
            "UPDATE workgroup_members
             SET is_owner = ?, modified = ?
             WHERE workgroup_id = ? AND user_id = ?",
            values![owner, context.now(), id, user],
        )?;
        member_from_row(&load_member(context, id, user)?)
    }
}

impl Handle for DeleteWorkgroupMember {
    /// Owners and administrators remove any member; a member may leave.
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupMember, ApiError> {
        let (id, user) = (self.workgroup_id.as_str(), self.member_id.as_str());
        let workgroup = load_workgroup(context, id)?;
        let row = load_member(context, id, user)?;
        if !is_administrator(context, &workgroup) && context.account.user_id != user {
            return Err(ApiError::with_detail(
                Error::NotPermitted,
                "Only an owner, an administrator or the member can do this.",
            ));
        }
        check_owner_remains(context, &row)?;
        context.sql.run(
            "DELETE FROM workgroup_members
             WHERE workgroup_id = ? AND user_id = ?",
            values![id, user],
        )?;
        member_from_row(&row)
    }
}

/// Adds a user of the team. `field` is the name in error details.
fn add_member(
    context: &CallContext,
    id: &str,
    new: &WorkgroupMemberNew,
    field: &str,
) -> Result<WorkgroupMember, ApiError> {
    let user = new.user_id.as_str();
    let status =
        first_row(context.sql, "SELECT member_status FROM users WHERE id = ? AND deleted IS NULL", values![user])?;
    let Some(status) = status.map(|row| row.text("member_status")) else {
        return Err(ApiError::with_detail(Error::NotFound, format!("`{field}`: the team has no user {user}.")));
    };
    if find_member(context, id, user)?.is_some() {
        return Err(ApiError::with_detail(
            Error::AlreadyExists,
            format!("`{field}`: the user {user} is already a member."),
        ));
    }
    context.sql.run(
        "INSERT INTO workgroup_members (workgroup_id, user_id, is_owner, status, created, modified)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![id, user, new.is_workgroup_owner == Some(true), status, context.now(), context.now()],
    )?;
    member_from_row(&load_member(context, id, user)?)
}

fn find_member(context: &CallContext, id: &str, user: &str) -> Result<Option<Row>, SqlError> {
    first_row(
        context.sql,
        &format!("SELECT {COLUMNS} {FROM_MEMBERS} WHERE workgroup_id = ? AND user_id = ?"),
        values![id, user],
    )
}

fn load_member(context: &CallContext, id: &str, user: &str) -> Result<Row, ApiError> {
    find_member(context, id, user)?.ok_or(Error::NotFound.into())
}

/// Checks that another active owner remains. Without one, only administrators of the team could manage the workgroup.
fn check_owner_remains(context: &CallContext, member: &Row) -> Result<(), ApiError> {
    if !member.boolean("is_owner") || member.text("status") != MembershipStatus::Active.as_str() {
        return Ok(());
    }
    let other = first_row(
        context.sql,
        &format!(
            "SELECT user_id {FROM_MEMBERS}
             WHERE workgroup_id = ? AND user_id <> ? AND is_owner = 1 AND status = 'active'
             LIMIT 1"
        ),
        values![member.text("workgroup_id"), member.text("user_id")],
    )?;
    match other {
        Some(_) => Ok(()),
        None => {
            let detail = "The workgroup needs an active owner. Make another member an owner first.";
            Err(ApiError::with_detail(Error::Conflict, detail))
        }
    }
}

fn member_from_row(row: &Row) -> Result<WorkgroupMember, ApiError> {
    let (workgroup, user) = (row.text("workgroup_id"), row.text("user_id"));
    Ok(WorkgroupMember {
        is_workgroup_owner: row.boolean("is_owner"),
        role_assignment_id: roles::derive_id("assignment", &format!("{workgroup} {user}")).into(),
        status: MembershipStatus::parse(&row.text("status")).ok_or(Error::Internal)?,
        created_at: row.timestamp("created").iso_without_offset(),
        updated_at: row.timestamp("modified").iso_without_offset(),
        id: user.into(),
        workgroup_id: workgroup.into(),
    })
}
