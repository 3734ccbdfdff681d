//! Records looked up a moment ago: a read may go by one for five minutes, a write never does.

use super::session::{RECHECK_AFTER, SessionId, SessionRecord};
use crate::spec::endpoint::Method;
use crate::wire::dates::Timestamp;

/// Sessions remembered at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// The records that an isolate remembers, in the order of their sessions.
#[derive(Default)]
pub struct SessionRecordCache(Vec<(SessionId, Timestamp, SessionRecord)>);

impl SessionRecordCache {
    /// The record that a request may go by; none if it must be looked up.
    pub fn get(&self, id: &SessionId, method: Method, now: Timestamp) -> Option<&SessionRecord> {
        let (_, checked, record) = self.0.get(self.position_of(id).ok()?)?;
        let fresh = *checked <= now && now < checked.saturating_add(RECHECK_AFTER);
        (method.is_read() && fresh).then_some(record)
    }

    /// Remembers what a look-up found; forgets the session if it found nothing.
    pub fn update(&mut self, id: SessionId, record: Option<SessionRecord>, now: Timestamp) {
        if let Ok(known) = self.position_of(&id) {
            self.0.remove(known);
        }
        let Some(record) = record else { return };
        if self.0.len() >= REMEMBERED_MAX {
            self.0.retain(|(_, checked, _)| now < checked.saturating_add(RECHECK_AFTER));
        }
        if self.0.len() >= REMEMBERED_MAX {
            self.0.clear();
        }
        if let Err(free) = self.position_of(&id) {
            self.0.insert(free, (id, now, record));
        }
    }

    /// Where a session is, or would be.
    fn position_of(&self, id: &SessionId) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, ..)| known.cmp(id))
    }
}
