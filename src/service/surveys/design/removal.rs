//! Deletion of surveys: what refers to a survey is deleted at once, its collectors and other rows later, some at a
//! time. Without the survey's row they cannot be found, and no message of its collectors is sent.
//!
//! Webhooks whose users can see the survey keep its id, because they still get its last events.

use super::survey_rows;
use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::values;
use crate::spec::resources::workgroups::ResourceType;
use crate::wire::error::ApiError;

/// One statement per table; the parameter is the survey's id.
const STATEMENTS: &[&str] = &[
    "DELETE FROM choice_counts WHERE survey_id = ?",
    "DELETE FROM translations WHERE survey_id = ?",
    "DELETE FROM team_templates WHERE survey_id = ?",
    "DELETE FROM surveys WHERE id = ?",
];

/// Removes a survey and its collectors from the webhooks of users who cannot see it. It looks through the objects of
/// these webhooks, because a survey may have very many collectors.
const FORGET_IN_WEBHOOKS: &str = "
    DELETE FROM webhook_objects
    WHERE rowid IN (
        SELECT webhook_objects.rowid
        FROM users
        CROSS JOIN webhooks ON webhooks.user_id = users.id
        CROSS JOIN webhook_objects ON webhook_objects.webhook_id = webhooks.id
        WHERE user_id <> ?
          AND user_id NOT IN (
              SELECT user_id
              FROM shares
              JOIN workgroup_members ON workgroup_members.workgroup_id = shares.workgroup_id
              WHERE resource_type = ? AND resource_id = ? AND status = 'active')
          AND ? IN (object_id, (SELECT survey_id FROM collectors WHERE collectors.id = object_id)))";

/// Deletes a survey and everything that belongs to it.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn delete_survey(context: &CallContext, id: &str, owner: &str) -> Result<(), ApiError> {
    // Before the shares are deleted, which say who can see the survey.
    let survey = ResourceType::Survey.as_str();
    context.sql.run(FORGET_IN_WEBHOOKS, values![owner, survey, id, id])?;
    for statement in STATEMENTS {
        context.sql.run(statement, values![id])?;
    }
    context.sql.run(
        "DELETE FROM shares
         WHERE resource_type = ? AND resource_id = ?",
        values![survey, id],
    )?;
    Ok(survey_rows::delete_rows(context.effects(), &format!("{id} {owner}"))?)
}
