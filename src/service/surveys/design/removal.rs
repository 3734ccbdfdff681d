//! What goes with a survey that is deleted: at once what leads to it, and some at a time the rest, which nobody finds then.
//!
//! Webhooks keep naming it: they are still to be told of its end.

use super::survey_rows;
use crate::service::actor::context::Context;
use crate::service::store::sql::values;
use crate::service::surveys::collectors::removal;
use crate::spec::resources::workgroups::ResourceType;
use crate::wire::error::ApiError;

/// One statement per table; its parameter is the survey.
const STATEMENTS: &[&str] = &[
    "DELETE FROM picked WHERE survey_id = ?",
    "DELETE FROM translations WHERE survey_id = ?",
    "DELETE FROM team_templates WHERE survey_id = ?",
    "DELETE FROM surveys WHERE id = ?",
];

/// Deletes a survey and all that belongs to it.
pub fn delete_survey(context: &Context, id: &str, owner: &str) -> Result<(), ApiError> {
    let collectors = context.sql.run("SELECT id FROM collectors WHERE survey_id = ?", values![id])?;
    collectors.iter().try_for_each(|collector| removal::delete_without_responses(context, &collector.text("id")))?;
    for statement in STATEMENTS {
        context.sql.run(statement, values![id])?;
    }
    context.sql.run(
        "DELETE FROM shares
         WHERE resource_type = ? AND resource_id = ?",
        values![ResourceType::Survey.as_str(), id],
    )?;
    Ok(survey_rows::delete_rows(context.effects(), &format!("{id} {owner}"))?)
}
