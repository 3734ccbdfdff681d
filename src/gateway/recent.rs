//! Records looked up a moment ago: a read may go by one for five minutes, a write never does.

use super::session::{RECHECK, Record, SessionId};
use crate::spec::endpoint::Method;
use crate::wire::dates::Moment;

/// Sessions remembered at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// The records that an isolate remembers, in the order of their sessions.
#[derive(Default)]
pub struct Recent(Vec<(SessionId, Moment, Record)>);

impl Recent {
    /// The record that a request may go by; none if it must be looked up.
    pub fn get(&self, id: &SessionId, method: Method, now: Moment) -> Option<&Record> {
        let (_, checked, record) = self.0.get(self.place(id).ok()?)?;
        let fresh = *checked <= now && now < checked.plus(RECHECK);
        (method.is_read() && fresh).then_some(record)
    }

    /// Remembers what a look-up found; forgets the session if it found nothing.
    pub fn learn(&mut self, id: SessionId, record: Option<Record>, now: Moment) {
        if let Ok(known) = self.place(&id) {
            self.0.remove(known);
        }
        let Some(record) = record else { return };
        if self.0.len() >= REMEMBERED_MAX {
            self.0.retain(|(_, checked, _)| now < checked.plus(RECHECK));
        }
        if self.0.len() >= REMEMBERED_MAX {
            self.0.clear();
        }
        if let Err(free) = self.place(&id) {
            self.0.insert(free, (id, now, record));
        }
    }

    /// Where a session is, or would be.
    fn place(&self, id: &SessionId) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, ..)| known.cmp(id))
    }
}
