//! What goes with a survey that is deleted, table by table.
//!
//! Webhooks keep naming it: they are still to be told of its end.

use crate::service::actor::context::Context;
use crate::service::store::sql::values;
use crate::service::surveys::collectors::removal;
use crate::spec::resources::workgroups::ResourceType;
use crate::wire::error::ApiError;

/// One statement per table; its parameter is the survey.
const STATEMENTS: &[&str] = &[
    "DELETE FROM responses WHERE survey_id = ?",
    "DELETE FROM picked WHERE survey_id = ?",
    "DELETE FROM translated_texts WHERE survey_id = ?",
    "DELETE FROM translations WHERE survey_id = ?",
    "DELETE FROM team_templates WHERE survey_id = ?",
    "DELETE FROM questions WHERE survey_id = ?",
    "DELETE FROM pages WHERE survey_id = ?",
    "DELETE FROM surveys WHERE id = ?",
];

/// Deletes a survey and all that belongs to it.
pub fn survey(context: &Context, id: &str) -> Result<(), ApiError> {
    let collectors = context.sql.run("SELECT id, survey_id FROM collectors WHERE survey_id = ?", values![id])?;
    collectors.iter().try_for_each(|collector| removal::collector(context, collector))?;
    for statement in STATEMENTS {
        context.sql.run(statement, values![id])?;
    }
    context.sql.run(
        "DELETE FROM shares
         WHERE resource_type = ? AND resource_id = ?",
        values![ResourceType::Survey.as_str(), id],
    )?;
    Ok(())
}
