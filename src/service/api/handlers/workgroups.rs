//! Workgroups: visibility, administration, and their form in the API.

mod members;
mod shares;

pub use shares::{SHARE_COLUMNS, shared_resource};

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::text_limits::{check_length, check_name};
use crate::service::store::filter::Filter;
use crate::service::store::sql::{Row, SqlError, Value, first_row, values};
use crate::service::surveys::roles;
use crate::spec::endpoint::Endpoint;
use crate::spec::endpoints::query::Paging;
use crate::spec::endpoints::workgroups::{
    CreateWorkgroup, DeleteWorkgroup, GetWorkgroup, ListWorkgroups, UpdateWorkgroup,
};
use crate::spec::errors::Error;
use crate::spec::limits::TEXT_CHARS_MAX;
use crate::spec::resources::groups::MembershipStatus;
use crate::spec::resources::workgroups::{DefaultRole, Membership, RoleName, Workgroup, WorkgroupUser};
use crate::spec::types::{Integer, List, Nullable};
use crate::wire::error::ApiError;
use std::collections::BTreeMap;

/// The columns of a workgroup; the first parameter is the caller.
const COLUMNS: &str = "workgroups.id, workgroups.name, workgroups.description, workgroups.is_visible,
    workgroups.metadata, workgroups.created, workgroups.modified,
    roles.id AS role_id, roles.name AS role_name, roles.description AS role_description,
    roles.is_enabled AS role_is_enabled, own.is_owner AS own_is_owner, own.status AS own_status,
    (SELECT COUNT(*) FROM shares WHERE shares.workgroup_id = workgroups.id) AS shares_count,
    (SELECT COUNT(*)
     FROM workgroup_members AS every
     JOIN users ON users.id = every.user_id
     WHERE every.workgroup_id = workgroups.id AND users.deleted IS NULL) AS members_count,
    (SELECT json_group_array(json_array(active.user_id, active.is_owner))
     FROM workgroup_members AS active
     JOIN users ON users.id = active.user_id
     WHERE active.workgroup_id = workgroups.id AND active.status = 'active' AND users.deleted IS NULL) AS members
  FROM workgroups
  JOIN roles ON roles.id = workgroups.default_role_id
  LEFT JOIN workgroup_members AS own ON own.workgroup_id = workgroups.id AND own.user_id = ?";

/// Workgroups are visible to the team, or only to members and to administrators: [`is_visible`]. The owners of surveys
/// that are shared with a hidden one find its id and name, so that they can end these shares. The second parameter says
/// whether the caller is an administrator, the third is the caller again. The order of the join lets SQLite read the
/// caller's own surveys once, and not all shares of the team.
const FOUND_SQL: &str = "(workgroups.is_visible = 1 OR own.user_id IS NOT NULL OR ? OR workgroups.id IN (
    SELECT shares.workgroup_id
    FROM surveys
    CROSS JOIN shares ON shares.resource_type = 'survey' AND shares.resource_id = surveys.id
    WHERE surveys.owner_id = ?))";

impl Handle for ListWorkgroups {
    fn handle_request(self, context: &CallContext) -> Result<List<Workgroup>, ApiError> {
        list_workgroups::<ListWorkgroups>(context, &self.query.0, None)
    }
}

impl Handle for CreateWorkgroup {
    fn handle_request(self, context: &CallContext) -> Result<Workgroup, ApiError> {
        if !context.account.has_team {
            return Err(ApiError::with_detail(Error::NotPermitted, "Workgroups need a team, and the user has none."));
        }
        check_texts(Some(&self.body.name), self.body.description.as_deref())?;
        let id = context.random.hex_id();
        context.sql.run(
            "INSERT INTO workgroups (id, name, description, is_visible, metadata, default_role_id, created, modified)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            values![
                id.as_str(),
                self.body.name,
                self.body.description.unwrap_or_default(),
                self.body.is_visible,
                encode_metadata(&self.body.metadata.unwrap_or_default())?,
                roles::role_id(RoleName::FullAccess),
                context.now(),
                context.now(),
            ],
        )?;
        context.sql.run(
            "INSERT INTO workgroup_members (workgroup_id, user_id, is_owner, status, created, modified)
             VALUES (?, ?, 1, ?, ?, ?)",
            values![
                id.as_str(),
                context.account.user_id.as_str(),
                MembershipStatus::Active.as_str(),
                context.now(),
                context.now(),
            ],
        )?;
        workgroup_from_row(context, &load_workgroup(context, &id)?)
    }
}

impl Handle for GetWorkgroup {
    fn handle_request(self, context: &CallContext) -> Result<Workgroup, ApiError> {
        workgroup_from_row(context, &find_workgroup(context, self.workgroup_id.as_str())?)
    }
}

impl Handle for UpdateWorkgroup {
    fn handle_request(self, context: &CallContext) -> Result<Workgroup, ApiError> {
        let id = self.workgroup_id.as_str();
        require_administered(context, id)?;
        check_texts(self.body.name.as_deref(), self.body.description.as_deref())?;
        context.sql.run(
            "UPDATE workgroups
             SET name = new.name, description = new.description, is_visible = new.is_visible, metadata = new.metadata,
                 modified = ?
             FROM (
               SELECT COALESCE(?, name) AS name,
                      COALESCE(?, description) AS description,
                      COALESCE(?, is_visible) AS is_visible,
                      COALESCE(?, metadata) AS metadata
               FROM workgroups
               WHERE id = ?
             ) AS new
             WHERE workgroups.id = ?
               AND (workgroups.name, workgroups.description, workgroups.is_visible, workgroups.metadata)
                 <> (new.name, new.description, new.is_visible, new.metadata)",
            values![
                context.now(),
                self.body.name,
                self.body.description,
                self.body.is_visible,
                self.body.metadata.as_ref().map(encode_metadata).transpose()?,
                id,
                id,
            ],
        )?;
        workgroup_from_row(context, &load_workgroup(context, id)?)
    }
}

impl Handle for DeleteWorkgroup {
    fn handle_request(self, context: &CallContext) -> Result<Workgroup, ApiError> {
        let id = self.workgroup_id.as_str();
        let deleted = workgroup_from_row(context, &require_administered(context, id)?)?;
        context.sql.run("DELETE FROM shares WHERE workgroup_id = ?", values![id])?;
        context.sql.run("DELETE FROM workgroup_members WHERE workgroup_id = ?", values![id])?;
        context.sql.run("DELETE FROM workgroups WHERE id = ?", values![id])?;
        Ok(deleted)
    }
}

/// The workgroups that the caller sees: all, or those of a user, pending or active.
///
/// # Errors
///
/// An internal error, if a statement fails.
pub fn list_workgroups<E: Endpoint>(
    context: &CallContext,
    paging: &Paging,
    of_user: Option<&str>,
) -> Result<List<Workgroup>, ApiError> {
    let slice = context.page_range(paging);
    let (rows, total) = workgroup_rows(context, [slice.limit(), slice.offset()], of_user)?;
    let data = rows.iter().map(|row| workgroup_from_row(context, row)).collect::<Result<_, _>>()?;
    Ok(context.list_envelope::<E, _>(slice, data, total))
}

fn workgroup_rows(context: &CallContext, slice: [i64; 2], of_user: Option<&str>) -> Result<(Vec<Row>, u64), ApiError> {
    let mut filter = Filter::new(FOUND_SQL, &viewer_values(context));
    filter.and_if(
        "workgroups.id IN (
            SELECT belongs.workgroup_id
            FROM workgroup_members AS belongs
            WHERE belongs.user_id = ?)",
        of_user,
    );
    filter.and_if(
        "(workgroups.is_visible = 1 OR own.user_id IS NOT NULL OR ?)",
        of_user.map(|_| context.account.is_admin()),
    );
    let total = first_row(
        context.sql,
        &format!(
            "SELECT COUNT(*) AS total
             FROM workgroups
             LEFT JOIN workgroup_members AS own ON own.workgroup_id = workgroups.id AND own.user_id = ?
             WHERE {}",
            filter.where_clause()
        ),
        &filter.bind_values(&[]),
    )?;
    let rows = context.sql.run(
        &format!(
            "SELECT {COLUMNS}
             WHERE {}
             ORDER BY workgroups.created, workgroups.id
             LIMIT ? OFFSET ?",
            filter.where_clause()
        ),
        &filter.bind_values(&slice.map(Value::from)),
    )?;
    Ok((rows, total.map_or(0, |row| row.count("total"))))
}

/// The workgroup, if the caller is one of its active owners or an administrator of the team.
fn require_administered(context: &CallContext, id: &str) -> Result<Row, ApiError> {
    let row = load_workgroup(context, id)?;
    if is_administrator(context, &row) {
        return Ok(row);
    }
    Err(ApiError::with_detail(Error::NotPermitted, "Only an owner of the workgroup or an administrator can do this."))
}

fn is_administrator(context: &CallContext, row: &Row) -> bool {
    context.account.is_admin() || (row.boolean("own_is_owner") && is_active_member(row))
}

/// Whether the caller is an active member.
fn is_active_member(row: &Row) -> bool {
    row.text("own_status") == MembershipStatus::Active.as_str()
}

fn viewer_values(context: &CallContext) -> [Value; 3] {
    let user = context.account.user_id.as_str();
    [user.into(), context.account.is_admin().into(), user.into()]
}

/// Whether the caller sees all of a workgroup that was found.
fn is_visible(context: &CallContext, row: &Row) -> bool {
    row.boolean("is_visible") || row.optional_text("own_status").is_some() || context.account.is_admin()
}

fn load_workgroup(context: &CallContext, id: &str) -> Result<Row, ApiError> {
    let row = find_workgroup(context, id)?;
    if is_visible(context, &row) { Ok(row) } else { Err(Error::NotFound.into()) }
}

fn find_workgroup(context: &CallContext, id: &str) -> Result<Row, ApiError> {
    let [user, admin, owner] = viewer_values(context);
    let row = first_row(
        context.sql,
        &format!("SELECT {COLUMNS} WHERE {FOUND_SQL} AND workgroups.id = ?"),
        &[user, admin, owner, id.into()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// Checks the texts of a workgroup, `None` where the request says nothing.
fn check_texts(name: Option<&str>, description: Option<&str>) -> Result<(), ApiError> {
    name.map_or(Ok(()), |name| check_name("name", name))?;
    description.map_or(Ok(()), |text| check_length("description", text, TEXT_CHARS_MAX))
}

fn encode_metadata(metadata: &BTreeMap<String, serde_json::Value>) -> Result<String, ApiError> {
    let encoded = serde_json::to_string(metadata).map_err(|error| SqlError(error.to_string()))?;
    check_length("metadata", &encoded, TEXT_CHARS_MAX)?;
    Ok(encoded)
}

fn workgroup_from_row(context: &CallContext, row: &Row) -> Result<Workgroup, ApiError> {
    let members: Vec<(String, i64)> = row.decode_json("members").ok_or(Error::Internal)?;
    let workgroup = Workgroup {
        id: row.text("id").into(),
        name: row.text("name"),
        description: row.text("description"),
        is_visible: row.boolean("is_visible"),
        metadata: row.decode_json("metadata").unwrap_or_default(),
        created_at: row.timestamp("created").iso_without_offset(),
        updated_at: row.timestamp("modified").iso_without_offset(),
        members: members
            .into_iter()
            .map(|(user_id, is_owner)| WorkgroupUser { user_id: user_id.into(), is_owner: is_owner != 0 })
            .collect(),
        membership: Membership {
            is_owner: row.boolean("own_is_owner"),
            status: Nullable::from(row.optional_text("own_status").and_then(|status| MembershipStatus::parse(&status))),
        },
        shares_count: Some(Integer::saturating(row.count("shares_count"))),
        share_count: None,
        members_count: Integer::saturating(row.count("members_count")),
        default_role: DefaultRole {
            id: row.text("role_id").into(),
            name: RoleName::parse(&row.text("role_name")).ok_or(Error::Internal)?,
            description: row.text("role_description"),
            is_enabled: row.boolean("role_is_enabled"),
            metadata: BTreeMap::new(),
        },
        organization_id: context.account.team_id.as_str().into(),
    };
    if is_visible(context, row) {
        return Ok(workgroup);
    }
    let (members, members_count) = (Vec::new(), Integer::saturating(0_u64));
    Ok(Workgroup { description: String::new(), metadata: BTreeMap::new(), members, members_count, ..workgroup })
}
