//! Events: what webhooks are told of. Heading "Events".
//!
//! An event is written down in the transaction that caused it, and announced later, by the agenda.

use super::effects::Effects;
use super::ids::{self, IdKind};
use super::job_queue::JobKind;
use super::sql::{SqlError, first_row, values};
use crate::spec::events::DeliveryResources;
use crate::spec::resources::webhooks::EventType;
use crate::wire::payload;
use serde_json::{Value, json};

/// Something that happened.
#[derive(Debug, Clone)]
pub struct Event<'a> {
    /// What happened.
    pub kind: EventType,
    /// To what it happened: a survey, a collector or a response.
    pub object_id: &'a str,
    /// Ids of all that it concerns.
    pub resources: DeliveryResources,
}

/// Writes an event down, if any webhook of the team waits for its kind.
pub fn emit_event(ground: Effects, event: &Event) -> Result<(), SqlError> {
    happened_to(ground, event.kind, &mut || vec![(event.object_id.to_owned(), event.resources.clone())])
}

/// What happened to one thing each, and whom it concerns.
pub type Happened = Vec<(String, DeliveryResources)>;

/// Writes events of one kind down, if any webhook of the team waits for it. Only then it is asked what they are.
pub fn happened_to(ground: Effects, kind: EventType, things: &mut dyn FnMut() -> Happened) -> Result<(), SqlError> {
    let kind = kind.as_str();
    if first_row(ground.sql, "SELECT id FROM webhooks WHERE event_type = ? LIMIT 1", values![kind])?.is_none() {
        return Ok(());
    }
    let things = things();
    let mut rows = Vec::with_capacity(things.len());
    for (id, (object_id, resources)) in ids::next_ids(ground.sql, IdKind::Event, things.len())?.zip(things) {
        rows.push(json!([id, object_id, payload::to_value(&resources).to_string()]));
    }
    let rows = Value::Array(rows).to_string();
    ground.sql.run(
        "INSERT INTO events (id, type, object_id, resources, at)
         SELECT value ->> 0, ?, value ->> 1, value ->> 2, ?
         FROM json_each(?)",
        values![kind, ground.now, rows.as_str()],
    )?;
    ground.sql.run(
        "INSERT INTO agenda (work, subject, due, attempts)
         SELECT ?, value ->> 0, ?, 0
         FROM json_each(?)",
        values![JobKind::AnnounceEvent.as_str(), ground.now, rows.as_str()],
    )?;
    Ok(())
}
