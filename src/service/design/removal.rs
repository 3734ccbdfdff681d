//! What goes with a survey that is deleted, table by table.
//!
//! Webhooks keep naming it: they are still to be told of its end.

use crate::service::context::Context;
use crate::service::sql::values;
use crate::spec::resources::workgroups::ResourceType;
use crate::wire::error::ApiError;

/// One statement per table; its parameter is the survey. What hangs on collectors goes before them.
const STATEMENTS: &[&str] = &[
    "DELETE FROM agenda
     WHERE work = 'send_message'
       AND subject IN (SELECT messages.id
                       FROM collectors
                       JOIN messages ON messages.collector_id = collectors.id
                       WHERE collectors.survey_id = ?)",
    "DELETE FROM mailings
     WHERE message_id IN (SELECT messages.id
                          FROM collectors
                          JOIN messages ON messages.collector_id = collectors.id
                          WHERE collectors.survey_id = ?)",
    "DELETE FROM recipients WHERE collector_id IN (SELECT id FROM collectors WHERE survey_id = ?)",
    "DELETE FROM messages WHERE collector_id IN (SELECT id FROM collectors WHERE survey_id = ?)",
    "DELETE FROM responses WHERE survey_id = ?",
    "DELETE FROM collectors WHERE survey_id = ?",
    "DELETE FROM translated_texts WHERE survey_id = ?",
    "DELETE FROM translations WHERE survey_id = ?",
    "DELETE FROM questions WHERE survey_id = ?",
    "DELETE FROM pages WHERE survey_id = ?",
    "DELETE FROM surveys WHERE id = ?",
];

/// Deletes a survey and all that belongs to it.
pub fn survey(context: &Context, id: &str) -> Result<(), ApiError> {
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
