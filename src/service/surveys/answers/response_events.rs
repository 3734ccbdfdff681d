//! The events of responses for webhooks. The owner of the survey is read only if a webhook subscribes to an event.

use super::record::Record;
use crate::service::store::effects::Effects;
use crate::service::store::events;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::spec::events::DeliveryResources;
use crate::spec::resources::responses::ResponseStatus;
use crate::spec::resources::webhooks::EventType;

/// The event for a status, in addition to that of a created or updated response.
pub fn of_status(status: ResponseStatus) -> Option<EventType> {
    match status {
        ResponseStatus::Completed => Some(EventType::ResponseCompleted),
        ResponseStatus::Disqualified => Some(EventType::ResponseDisqualified),
        ResponseStatus::Overquota => Some(EventType::ResponseOverquota),
        ResponseStatus::Partial => None,
    }
}

/// The ids of an event: response, recipient, collector, survey.
pub type EventIds = [String; 4];

/// Emits an event about a response, and another one if there is one.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn emit(effects: Effects, record: &Record, kind: EventType, other: Option<EventType>) -> Result<(), SqlError> {
    let kinds: Vec<EventType> = [kind].into_iter().chain(other).collect();
    let ids = [&record.id, &record.recipient_id, &record.collector_id, &record.survey_id].map(String::clone);
    emit_for_subscribers(effects, &ids, &kinds)
}

/// Emits events of types that a webhook subscribes to. One without a response is about the collector.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn emit_for_subscribers(effects: Effects, ids: &EventIds, kinds: &[EventType]) -> Result<(), SqlError> {
    let kinds = events::subscribed_kinds(effects, kinds)?;
    if kinds.is_empty() {
        return Ok(());
    }
    let [response, _, collector, survey] = ids;
    let object_id = if response.is_empty() { collector } else { response };
    let resources = event_resources(ids, survey_owner(effects, survey)?.as_deref());
    kinds
        .into_iter()
        .try_for_each(|kind| events::store_events(effects, kind, vec![(object_id.clone(), resources.clone())]))
}

/// Emits the events of deleted responses.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn emit_deleted(effects: Effects, rows: &[Row], owner: Option<&str>) -> Result<(), SqlError> {
    events::emit_events(effects, EventType::ResponseDeleted, &mut || {
        let ids = |row: &Row| ["id", "recipient_id", "collector_id", "survey_id"].map(|id| row.text(id));
        rows.iter().map(|row| (row.text("id"), event_resources(&ids(row), owner))).collect()
    })
}

fn event_resources([response, recipient, collector, survey]: &EventIds, owner: Option<&str>) -> DeliveryResources {
    let id = |id: &String| Some(id).filter(|id| !id.is_empty()).map(|id| id.as_str().into());
    DeliveryResources {
        respondent_id: id(response),
        recipient_id: id(recipient),
        collector_id: id(collector),
        survey_id: id(survey),
        user_id: owner.map(Into::into),
    }
}

/// The owner of a survey.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn survey_owner(effects: Effects, survey_id: &str) -> Result<Option<String>, SqlError> {
    let row = first_row(effects.sql, "SELECT owner_id FROM surveys WHERE id = ?", values![survey_id])?;
    Ok(row.map(|row| row.text("owner_id")))
}
