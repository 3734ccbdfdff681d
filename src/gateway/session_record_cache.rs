//! Recently looked up session records: a read may use one for five minutes, a write never does.

use super::session::{RECHECK_AFTER, SessionId, SessionRecord};
use crate::spec::endpoint::Method;
use crate::wire::dates::Timestamp;

/// Records that are cached at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// The cached records, sorted by session id.
#[derive(Default)]
pub struct SessionRecordCache(Vec<(SessionId, Timestamp, SessionRecord)>);

impl SessionRecordCache {
    /// The record that a request may use; `None` if it must be looked up.
    pub fn get(&self, id: &SessionId, method: Method, now: Timestamp) -> Option<&SessionRecord> {
        let (_, checked, record) = self.0.get(self.position_of(id).ok()?)?;
        let is_recent = *checked <= now && now < checked.saturating_add(RECHECK_AFTER);
        (method.is_read() && is_recent).then_some(record)
    }

    /// Stores the result of a lookup; `None` removes the session.
    pub fn update(&mut self, id: SessionId, record: Option<SessionRecord>, now: Timestamp) {
        if let Ok(position) = self.position_of(&id) {
            self.0.remove(position);
        }
        let Some(record) = record else { return };
        // Expired records first; if all are recent, an empty cache costs one lookup per session, and no bookkeeping.
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

    /// The position of a session, or the one where it belongs.
    fn position_of(&self, id: &SessionId) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, ..)| known.cmp(id))
    }
}
