//! Records looked up a moment ago: a read may go by one for five minutes, a write never does.

use super::session::{RECHECK, Record, SessionId};
use crate::spec::endpoint::Method;
use crate::wire::dates::Moment;
use std::collections::BTreeMap;

/// Sessions remembered at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// The records that an isolate remembers.
#[derive(Default)]
pub struct Recent(BTreeMap<SessionId, (Moment, Record)>);

impl Recent {
    /// The record that a request may go by; none if it must be looked up.
    pub fn get(&self, id: &SessionId, method: Method, now: Moment) -> Option<&Record> {
        let (checked, record) = self.0.get(id)?;
        let fresh = *checked <= now && now < checked.plus(RECHECK);
        (method.is_read() && fresh).then_some(record)
    }

    /// Remembers what a look-up found; forgets the session if it found nothing.
    pub fn learn(&mut self, id: SessionId, record: Option<Record>, now: Moment) {
        let Some(record) = record else {
            self.0.remove(&id);
            return;
        };
        if self.0.len() >= REMEMBERED_MAX {
            self.0.retain(|_, (checked, _)| now < checked.plus(RECHECK));
        }
        if self.0.len() >= REMEMBERED_MAX {
            self.0.clear();
        }
        self.0.insert(id, (now, record));
    }
}
