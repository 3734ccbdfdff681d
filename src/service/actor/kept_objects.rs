//! Values that an actor has read from its tables and keeps in memory, such as designs of surveys. A value is used until
//! one of its tables is written.

use super::chunked_work::{ChunkedWork, ReadTrace};
use crate::service::store::generations::{Generations, TableSet};
use crate::service::store::recent_values::RecentValues;
use std::any::Any;
use std::rc::Rc;

/// Bytes of all values. Our choice.
const BYTES_MAX: usize = 7_000_000;

/// Bytes of one value.
const VALUE_BYTES_MAX: usize = 4_500_000;

/// The values of an actor.
#[derive(Debug)]
pub struct KeptObjects(RecentValues<KeptObject>);

#[derive(Debug)]
struct KeptObject {
    value: Rc<dyn Any>,
    tables: TableSet,
    /// The number of the last write before the value was read.
    since: u64,
}

impl Default for KeptObjects {
    fn default() -> KeptObjects {
        KeptObjects(RecentValues::new(BYTES_MAX))
    }
}

impl KeptObjects {
    /// The value with a key, if it is current. The work has then read its tables.
    pub fn find<T: Any>(&mut self, key: &str, generations: &Generations, work: &ChunkedWork) -> Option<Rc<T>> {
        let kept = self.0.find(key)?;
        if !generations.are_unchanged(kept.tables, kept.since) {
            self.0.remove(key);
            return None;
        }
        work.note_reads(ReadTrace { tables: kept.tables, ..ReadTrace::default() });
        Rc::clone(&kept.value).downcast().ok()
    }

    /// Keeps a value of some bytes that was read from these tables, of which none was written after the write with this number.
    pub fn keep(&mut self, key: String, value: Rc<dyn Any>, (tables, since): (TableSet, u64), bytes: usize) {
        if bytes > VALUE_BYTES_MAX {
            self.0.remove(&key);
            return;
        }
        self.0.insert(key, KeptObject { value, tables, since }, bytes);
    }
}
