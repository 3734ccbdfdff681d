//! Access to surveys: who can see a survey, and who may change what belongs to it.
//!
//! A survey is visible to its owner and to active members of the workgroups that it is shared with. What a member may
//! do follows from the workgroup's role, which must have the privilege. For everyone else the survey does not exist.

use crate::service::actor::call_context::CallContext;
use crate::service::store::filter::json_list;
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::errors::Error;
use crate::spec::resources::roles::Privilege;
use crate::spec::resources::workgroups::ResourceType;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

/// Whether a survey of a query is shared with a user, who is the parameter.
pub const IS_SHARED_SQL: &str = "EXISTS (
    SELECT 1
    FROM shares
    JOIN workgroup_members ON workgroup_members.workgroup_id = shares.workgroup_id
    WHERE shares.resource_type = 'survey'
      AND shares.resource_id = surveys.id
      AND workgroup_members.user_id = ?
      AND workgroup_members.status = 'active')";

/// The survey, if the caller can see it.
///
/// # Errors
///
/// 1020 if there is no such survey, or the caller cannot see it.
pub fn require_visible(context: &CallContext, id: &Id) -> Result<Row, ApiError> {
    let user = context.account.user_id.as_str();
    let rows = context.sql.run_cached(
        &format!(
            "SELECT id, owner_id, title, nickname, language, category, folder_id, body,
                    page_count, question_count, response_count, created, modified
             FROM surveys
             WHERE id = ? AND (owner_id = ? OR {IS_SHARED_SQL})"
        ),
        values![id.as_str(), user, user],
    )?;
    rows.first().cloned().ok_or(Error::NotFound.into())
}

/// Whether a user can see a survey; `None` if there is no such survey.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn is_visible(sql: &dyn Sql, id: &str, user: &str) -> Result<Option<bool>, SqlError> {
    let statement = format!("SELECT owner_id = ? OR {IS_SHARED_SQL} AS is_visible FROM surveys WHERE id = ?");
    Ok(first_row(sql, &statement, values![user, user, id])?.map(|row| row.boolean("is_visible")))
}

/// The survey, if the caller owns it or has the privilege.
///
/// # Errors
///
/// 1016 if the caller can see the survey only, 1020 if not even that.
pub fn require_privilege(context: &CallContext, id: &Id, privilege: Privilege) -> Result<Row, ApiError> {
    require_any_privilege(context, id, &[privilege])
}

/// The survey, if the caller owns it or has a privilege to read its responses.
///
/// # Errors
///
/// As [`require_privilege`].
pub fn require_readable(context: &CallContext, id: &Id) -> Result<Row, ApiError> {
    require_any_privilege(context, id, &[Privilege::AnalyzeReadOnly, Privilege::AnalyzeFullAccess])
}

/// The survey, if the caller owns it or has one of the privileges, of which the first is the smallest.
fn require_any_privilege(context: &CallContext, id: &Id, privileges: &[Privilege]) -> Result<Row, ApiError> {
    let survey = require_visible(context, id)?;
    let user = context.account.user_id.as_str();
    if survey.text("owner_id") == user {
        return Ok(survey);
    }
    let names = || privileges.iter().map(|privilege| privilege.as_str());
    let granted = first_row(
        context.sql,
        "SELECT 1
         FROM shares
         JOIN workgroup_members ON workgroup_members.workgroup_id = shares.workgroup_id
         JOIN workgroups ON workgroups.id = shares.workgroup_id
         JOIN roles ON roles.id = workgroups.default_role_id
         JOIN json_each(roles.privileges) AS privilege
         WHERE shares.resource_type = ?
           AND shares.resource_id = ?
           AND workgroup_members.user_id = ?
           AND workgroup_members.status = 'active'
           AND privilege.value IN (SELECT value FROM json_each(?))
         LIMIT 1",
        values![ResourceType::Survey.as_str(), id.as_str(), user, json_list(names())],
    )?;
    match granted {
        Some(_) => Ok(survey),
        None => {
            let least = names().next().unwrap_or_default();
            Err(ApiError::with_detail(Error::NotPermitted, format!("You need the privilege {least}.")))
        }
    }
}

/// The survey, if the caller owns it.
///
/// # Errors
///
/// 1016 if the caller can see the survey only, 1020 if not even that.
pub fn require_owner(context: &CallContext, id: &Id) -> Result<Row, ApiError> {
    let survey = require_visible(context, id)?;
    if survey.text("owner_id") == context.account.user_id {
        return Ok(survey);
    }
    Err(ApiError::with_detail(Error::NotPermitted, "Only the owner of the survey can do this."))
}
