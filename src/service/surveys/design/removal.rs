//! Deletion of surveys: what refers to a survey is deleted at once, its rows later, some at a time. Without the
//! survey's row they cannot be found.
//!
//! Webhooks keep the survey's id, because they still get its last events.

use super::survey_rows;
use crate::service::actor::context::Context;
use crate::service::store::events;
use crate::service::store::sql::values;
use crate::service::surveys::collectors::removal;
use crate::spec::events::DeliveryResources;
use crate::spec::resources::webhooks::EventType;
use crate::spec::resources::workgroups::ResourceType;
use crate::wire::error::ApiError;

/// One statement per table; the parameter is the survey's id.
const STATEMENTS: &[&str] = &[
    "DELETE FROM choice_counts WHERE survey_id = ?",
    "DELETE FROM translations WHERE survey_id = ?",
    "DELETE FROM team_templates WHERE survey_id = ?",
    "DELETE FROM surveys WHERE id = ?",
];

/// Deletes a survey and everything that belongs to it.
///
/// # Errors
///
/// 1050 if a statement fails.
pub fn delete_survey(context: &Context, id: &str, owner: &str) -> Result<(), ApiError> {
    let collectors = context.sql.run("SELECT id FROM collectors WHERE survey_id = ?", values![id])?;
    collectors.iter().try_for_each(|collector| removal::delete_without_responses(context, &collector.text("id")))?;
    events::emit_events(context.effects(), EventType::CollectorDeleted, &mut || {
        let resources = |collector: &str| DeliveryResources {
            respondent_id: None,
            recipient_id: None,
            collector_id: Some(collector.into()),
            survey_id: Some(id.into()),
            user_id: Some(owner.into()),
        };
        let ids = collectors.iter().map(|collector| collector.text("id"));
        ids.map(|collector| (collector.clone(), resources(&collector))).collect()
    })?;
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
