//! Shares: surveys that members of a workgroup may use, as far as its role permits.

use super::{is_active_member, is_administrator, load_workgroup};
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::Filter;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::IS_SHARED_SQL;
use crate::service::surveys::roles;
use crate::spec::endpoints::surveys::GetSurvey;
use crate::spec::endpoints::workgroups::{
    BulkWorkgroupShares, CreateWorkgroupShare, DeleteWorkgroupShare, GetWorkgroupShare, ListWorkgroupShares,
    ShareInclude,
};
use crate::spec::errors::Error;
use crate::spec::limits::SHARES_BULK_MAX;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::users::SharedResource;
use crate::spec::resources::workgroups::{
    ResourceDetails, ResourceType, WorkgroupShare, WorkgroupShareNew, WorkgroupSharesAdded,
};
use crate::spec::types::List;
use crate::wire::error::ApiError;

/// The columns of a share. If the survey no longer exists, its columns are empty.
pub const SHARE_COLUMNS: &str = "shares.id, shares.workgroup_id, shares.owner_user_id, shares.resource_type,
    shares.resource_id, shares.created, roles.privileges, surveys.owner_id, surveys.title, surveys.nickname
  FROM shares
  JOIN workgroups ON workgroups.id = shares.workgroup_id
  JOIN roles ON roles.id = workgroups.default_role_id
  LEFT JOIN surveys ON surveys.id = shares.resource_id";

impl Handle for ListWorkgroupShares {
    fn handle_request(self, context: &CallContext) -> Result<List<WorkgroupShare>, ApiError> {
        let id = self.workgroup_id.as_str();
        let membership = require_membership(context, id);
        let is_member = membership.is_ok();
        let mut filter = Filter::new("shares.workgroup_id = ?", values![id]);
        filter.and_if(
            "? IN (shares.owner_user_id, surveys.owner_id)",
            (!is_member).then_some(context.account.user_id.as_str()),
        );
        let (paging, fields) = self.query;
        let slice = context.page_range(&paging);
        let total = first_row(
            context.sql,
            &format!(
                "SELECT COUNT(*) AS total
                 FROM shares
                 LEFT JOIN surveys ON surveys.id = shares.resource_id
                 WHERE {}",
                filter.where_clause()
            ),
            &filter.bind_values(&[]),
        )?;
        let total = total.map_or(0, |row| row.count("total"));
        if total == 0 {
            membership?;
        }
        let rows = context.sql.run(
            &format!(
                "SELECT {SHARE_COLUMNS}
                 WHERE {}
                 ORDER BY shares.created, shares.id
                 LIMIT ? OFFSET ?",
                filter.where_clause()
            ),
            &filter.bind_values(values![slice.limit(), slice.offset()]),
        )?;
        let include = fields.include.map(|include| include.0).unwrap_or_default();
        // Who only made a share, and is no member, does not see the survey of another user.
        let user = &context.account.user_id;
        let shown = |row: &Row| match is_member || row.text("owner_id") == *user {
            true => share_from_row(context, row, &include),
            false => share_from_row(context, row, &[]),
        };
        let data = rows.iter().map(shown).collect::<Result<_, _>>()?;
        Ok(context.list_envelope::<ListWorkgroupShares, _>(slice, data, total))
    }
}

impl Handle for CreateWorkgroupShare {
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupShare, ApiError> {
        let id = self.workgroup_id.as_str();
        require_active_member(context, id)?;
        add_share(context, id, &self.body, "resource_id")
    }
}

impl Handle for BulkWorkgroupShares {
    /// Shares all, or none if one cannot be shared.
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupSharesAdded, ApiError> {
        let id = self.workgroup_id.as_str();
        require_active_member(context, id)?;
        if !(1..=SHARES_BULK_MAX).contains(&self.body.shares.len()) {
            let detail = format!("`shares` must contain 1 to {SHARES_BULK_MAX} items.");
            return Err(ApiError::with_detail(Error::BadBody, detail));
        }
        let shares = self.body.shares.iter().enumerate();
        let shares = shares.map(|(at, new)| add_share(context, id, new, &format!("shares[{at}].resource_id")));
        Ok(WorkgroupSharesAdded { shares: shares.collect::<Result<_, _>>()? })
    }
}

impl Handle for GetWorkgroupShare {
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupShare, ApiError> {
        let row = load_visible_share(context, self.workgroup_id.as_str(), self.share_id.as_str())?;
        share_from_row(context, &row, &[])
    }
}

impl Handle for DeleteWorkgroupShare {
    /// Ended by the user who shared the survey, by its owner, or by an administrator of the workgroup.
    fn handle_request(self, context: &CallContext) -> Result<WorkgroupShare, ApiError> {
        let id = self.workgroup_id.as_str();
        let row = load_visible_share(context, id, self.share_id.as_str())?;
        if !is_own(context, &row) && !is_administrator(context, &load_workgroup(context, id)?) {
            return Err(ApiError::with_detail(
                Error::NotPermitted,
                "Only the user who shared the survey, its owner, or an administrator of the workgroup can do this.",
            ));
        }
        context.sql.run("DELETE FROM shares WHERE id = ?", values![self.share_id.as_str()])?;
        context.record_activity(ActivityType::PermissionUpdated, &row.text("title"))?;
        share_from_row(context, &row, &[])
    }
}

/// The workgroup, if the caller is a member, pending or active, or an administrator of the team.
fn require_membership(context: &CallContext, id: &str) -> Result<Row, ApiError> {
    let row = load_workgroup(context, id)?;
    if context.account.is_admin() || row.optional_text("own_status").is_some() {
        return Ok(row);
    }
    Err(ApiError::with_detail(Error::NotPermitted, "Only members of the workgroup can see its shares."))
}

/// The workgroup, if the caller is an active member or an administrator of the team.
fn require_active_member(context: &CallContext, id: &str) -> Result<Row, ApiError> {
    let row = load_workgroup(context, id)?;
    if context.account.is_admin() || is_active_member(&row) {
        return Ok(row);
    }
    Err(ApiError::with_detail(Error::NotPermitted, "Only active members of the workgroup can share with it."))
}

/// Shares a survey. `field` is the name in error details.
fn add_share(
    context: &CallContext,
    id: &str,
    new: &WorkgroupShareNew,
    field: &str,
) -> Result<WorkgroupShare, ApiError> {
    let (kind, survey) = (new.resource_type.as_str(), new.resource_id.as_str());
    let title = shareable_title(context, survey, field)?;
    let existing = first_row(
        context.sql,
        "SELECT id
         FROM shares
         WHERE resource_type = ? AND resource_id = ? AND workgroup_id = ?",
        values![kind, survey, id],
    )?;
    if existing.is_some() {
        return Err(ApiError::with_detail(
            Error::AlreadyExists,
            format!("`{field}`: {survey} is already shared with the workgroup."),
        ));
    }
    let share_id = context.random.hex_id();
    context.sql.run(
        "INSERT INTO shares (id, workgroup_id, owner_user_id, resource_type, resource_id, created)
         VALUES (?, ?, ?, ?, ?, ?)",
        values![share_id.as_str(), id, context.account.user_id.as_str(), kind, survey, context.now()],
    )?;
    context.record_activity(ActivityType::PermissionCreated, &title)?;
    share_from_row(context, &load_share(context, id, &share_id)?, &[])
}

/// The title of a survey that the caller may share: an own one, or as an administrator any survey of the team.
fn shareable_title(context: &CallContext, id: &str, field: &str) -> Result<String, ApiError> {
    let user = context.account.user_id.as_str();
    let row = first_row(
        context.sql,
        &format!("SELECT title, owner_id, {IS_SHARED_SQL} AS is_seen FROM surveys WHERE id = ?"),
        values![user, id],
    )?;
    match row {
        Some(row) if row.text("owner_id") == user || context.account.is_admin() => Ok(row.text("title")),
        Some(row) if row.boolean("is_seen") => {
            Err(ApiError::with_detail(Error::NotPermitted, format!("`{field}`: only the owner of {id} can share it.")))
        }
        _ => Err(ApiError::with_detail(Error::NotFound, format!("`{field}`: the survey {id} does not exist."))),
    }
}

fn load_share(context: &CallContext, id: &str, share_id: &str) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        &format!("SELECT {SHARE_COLUMNS} WHERE shares.id = ? AND shares.workgroup_id = ?"),
        values![share_id, id],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// The share, if the caller is a member of the workgroup or an administrator of the team, or if the share is the
/// caller's own. Who leaves a workgroup can still end what is shared with it.
fn load_visible_share(context: &CallContext, id: &str, share_id: &str) -> Result<Row, ApiError> {
    let share = load_share(context, id, share_id);
    if !share.as_ref().is_ok_and(|row| is_own(context, row)) {
        require_membership(context, id)?;
    }
    share
}

/// Whether the caller shared the survey, or owns it.
fn is_own(context: &CallContext, share: &Row) -> bool {
    ["owner_user_id", "owner_id"].iter().any(|column| share.text(column) == context.account.user_id)
}

fn share_from_row(context: &CallContext, row: &Row, include: &[ShareInclude]) -> Result<WorkgroupShare, ApiError> {
    let permissions =
        include.contains(&ShareInclude::Permissions).then(|| roles::permitted_actions(&share_privileges(row)));
    Ok(WorkgroupShare {
        id: row.text("id").into(),
        workgroup_id: row.text("workgroup_id").into(),
        organization_id: context.account.team_id.as_str().into(),
        owner_user_id: row.text("owner_user_id").into(),
        resource_id: row.text("resource_id").into(),
        resource_type: ResourceType::parse(&row.text("resource_type")).ok_or(Error::Internal)?,
        created_at: row.timestamp("created").iso_without_offset(),
        permissions,
        resource_details: resource_details(context, row, include),
    })
}

fn share_privileges(row: &Row) -> Vec<String> {
    row.decode_json("privileges").unwrap_or_default()
}

/// A summary of the survey, if it is requested and exists.
fn resource_details(context: &CallContext, row: &Row, include: &[ShareInclude]) -> Option<ResourceDetails> {
    let id = row.text("resource_id");
    let title = row.optional_text("title").filter(|_| include.contains(&ShareInclude::ResourceDetails))?;
    Some(ResourceDetails {
        title,
        nickname: row.text("nickname"),
        href: context.operation_url::<GetSurvey>(&[&id]),
        id: id.into(),
    })
}

/// A share as a resource of the user who receives it.
///
/// # Errors
///
/// An internal error, if the stored share is damaged.
pub fn shared_resource(context: &CallContext, row: &Row, include: &[ShareInclude]) -> Result<SharedResource, ApiError> {
    let share = share_from_row(context, row, include)?;
    Ok(SharedResource {
        share_id: share.id,
        workgroup_id: share.workgroup_id,
        resource_type: share.resource_type,
        resource_id: share.resource_id,
        privileges: share_privileges(row),
        permissions: share.permissions,
        resource_details: share.resource_details,
    })
}
