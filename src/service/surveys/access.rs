//! Who sees a survey, and who may change what belongs to it.
//!
//! A survey is seen by its owner and by the active members of the workgroups in which it is shared.
//! What else a member may do follows from the role of the workgroup: one of its roles must have the
//! privilege. To everyone else the survey does not exist.

use crate::service::actor::context::Context;
use crate::service::store::filter::json_list;
use crate::service::store::sql::{Row, first_row, values};
use crate::spec::errors::Error;
use crate::spec::resources::roles::Privilege;
use crate::spec::resources::workgroups::ResourceType;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

/// The survey, if the caller may see it.
pub fn require_visible(context: &Context, id: &Id) -> Result<Row, ApiError> {
    let user = context.account.user_id.as_str();
    let row = first_row(
        context.sql,
        "SELECT id, owner_id, title, nickname, language, category, folder_id, body,
                page_count, question_count, response_count, created, modified
         FROM surveys
         WHERE id = ?
           AND (owner_id = ? OR EXISTS (
                SELECT 1
                FROM shares
                JOIN workgroup_members ON workgroup_members.workgroup_id = shares.workgroup_id
                WHERE shares.resource_type = ?
                  AND shares.resource_id = surveys.id
                  AND workgroup_members.user_id = ?
                  AND workgroup_members.status = 'active'))",
        values![id.as_str(), user, ResourceType::Survey.as_str(), user],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// The survey, if the caller owns it or has the privilege; 1016 if the caller only sees it.
pub fn require_privilege(context: &Context, id: &Id, privilege: Privilege) -> Result<Row, ApiError> {
    require_any_privilege(context, id, &[privilege])
}

/// The survey, if the caller owns it or has the privilege to read what respondents said; 1016 otherwise.
pub fn require_readable(context: &Context, id: &Id) -> Result<Row, ApiError> {
    require_any_privilege(context, id, &[Privilege::AnalyzeReadOnly, Privilege::AnalyzeFullAccess])
}

/// The survey, if the caller owns it or has one of the privileges, of which the first is the least.
fn require_any_privilege(context: &Context, id: &Id, privileges: &[Privilege]) -> Result<Row, ApiError> {
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
            Err(ApiError::with_detail(Error::NotPermitted, format!("It needs the privilege {least}.")))
        }
    }
}

/// The survey, if the caller owns it; 1016 if the caller only sees it.
pub fn require_owner(context: &Context, id: &Id) -> Result<Row, ApiError> {
    let survey = require_visible(context, id)?;
    if survey.text("owner_id") == context.account.user_id {
        return Ok(survey);
    }
    Err(ApiError::with_detail(Error::NotPermitted, "Only its owner may do this."))
}
