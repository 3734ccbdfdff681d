//! Events for webhooks. Heading "Events".
//!
//! An event is stored in the transaction that causes it, and announced later by the job queue.

use super::effects::Effects;
use super::filter::json_list;
use super::ids::{self, IdKind};
use super::job_queue::JobKind;
use super::sql::{SqlError, values};
use crate::spec::events::DeliveryResources;
use crate::spec::resources::webhooks::EventType;
use crate::wire::payload;
use serde_json::{Value, json};

/// An event of a survey, a collector, a response or an app.
#[derive(Debug, Clone)]
pub struct Event<'a> {
    /// The type of the event.
    pub kind: EventType,
    /// The id of the survey, collector, response or app that it happened to.
    pub object_id: &'a str,
    /// The ids of all resources concerned.
    pub resources: DeliveryResources,
}

/// Emits an event, if a webhook of the team subscribes to its type.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn emit_event(effects: Effects, event: &Event) -> Result<(), SqlError> {
    emit_events(effects, event.kind, &mut || vec![(event.object_id.to_owned(), event.resources.clone())])
}

/// Ids of objects, each with the ids of all resources concerned.
pub type EventObjects = Vec<(String, DeliveryResources)>;

/// Emits events of one type, if a webhook of the team subscribes to it. Only then `things` is called, because
/// collecting them takes statements.
pub fn emit_events(
    effects: Effects,
    kind: EventType,
    objects: &mut dyn FnMut() -> EventObjects,
) -> Result<(), SqlError> {
    if subscribed_kinds(effects, &[kind])?.is_empty() {
        return Ok(());
    }
    store_events(effects, kind, objects())
}

/// Those of some types of events that a webhook of the team subscribes to.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn subscribed_kinds(effects: Effects, kinds: &[EventType]) -> Result<Vec<EventType>, SqlError> {
    let rows = effects.sql.run_cached(
        "SELECT DISTINCT event_type
         FROM webhooks
         WHERE event_type IN (SELECT value FROM json_each(?))",
        &[json_list(kinds.iter().map(|kind| kind.as_str()))],
    )?;
    let subscribed: Vec<String> = rows.iter().map(|row| row.text("event_type")).collect();
    Ok(kinds.iter().copied().filter(|kind| subscribed.iter().any(|name| name == kind.as_str())).collect())
}

/// Stores events of one type, which the job queue announces.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn store_events(effects: Effects, kind: EventType, objects: EventObjects) -> Result<(), SqlError> {
    let kind = kind.as_str();
    let mut rows = Vec::with_capacity(objects.len());
    for (id, (object_id, resources)) in ids::next_ids(effects.sql, IdKind::Event, objects.len())?.zip(objects) {
        rows.push(json!([id, object_id, payload::to_value(&resources).to_string()]));
    }
    let rows = Value::Array(rows).to_string();
    effects.sql.run(
        "INSERT INTO events (id, type, object_id, resources, at)
         SELECT value ->> 0, ?, value ->> 1, value ->> 2, ?
         FROM json_each(?)",
        values![kind, effects.now, rows.as_str()],
    )?;
    effects.sql.run(
        "INSERT INTO jobs (kind, subject, due, attempts)
         SELECT ?, value ->> 0, ?, 0
         FROM json_each(?)",
        values![JobKind::AnnounceEvent.as_str(), effects.now, rows.as_str()],
    )?;
    Ok(())
}
