//! Events: what webhooks are told of. Heading "Events".
//!
//! An event is written down in the transaction that caused it, and announced later, by the agenda.

use super::agenda::{self, Work};
use super::ground::Ground;
use super::ids::{self, Kind};
use super::sql::{SqlError, first, values};
use crate::spec::events::DeliveryResources;
use crate::spec::resources::webhooks::EventType;
use crate::wire::payload;

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
pub fn happened(ground: Ground, event: &Event) -> Result<(), SqlError> {
    let kind = event.kind.as_str();
    if first(ground.sql, "SELECT id FROM webhooks WHERE event_type = ? LIMIT 1", values![kind])?.is_none() {
        return Ok(());
    }
    let id = ids::next(ground.sql, Kind::Event)?;
    let resources = payload::write(&event.resources).to_string();
    ground.sql.run(
        "INSERT INTO events (id, type, object_id, resources, at)
         VALUES (?, ?, ?, ?, ?)",
        values![id.as_str(), kind, event.object_id, resources, ground.now],
    )?;
    agenda::plan(ground, Work::AnnounceEvent, &id, ground.now)
}
