//! Values that an actor has read from its tables and keeps in memory, such as designs of surveys. A value is used until
//! one of its tables is written.

use super::chunked_work::{ChunkedWork, ReadTrace};
use crate::service::store::generations::{Generations, TableSet};
use std::any::Any;
use std::rc::Rc;

/// The cost of all values. Our choice: that of designs, in cells, which take some hundred bytes each.
const COST_MAX: usize = 30_000;

/// The cost of one value.
const VALUE_COST_MAX: usize = 15_000;

/// The least cost of a value, which limits their number: they are searched one after the other.
const VALUE_COST_MIN: usize = 30;

/// The values of an actor.
#[derive(Debug, Default)]
pub struct KeptObjects {
    /// In the order of their last use.
    values: Vec<KeptObject>,
}

#[derive(Debug)]
struct KeptObject {
    key: String,
    value: Rc<dyn Any>,
    tables: TableSet,
    /// The number of the last write before the value was read.
    since: u64,
    cost: usize,
}

impl KeptObjects {
    /// The value with a key, if it is current. The work has then read its tables.
    pub fn find<T: Any>(&mut self, key: &str, generations: &Generations, work: &ChunkedWork) -> Option<Rc<T>> {
        let at = self.values.iter().position(|kept| kept.key == key)?;
        let kept = self.values.remove(at);
        if !generations.are_unchanged(kept.tables, kept.since) {
            return None;
        }
        work.note_reads(ReadTrace { tables: kept.tables, ..ReadTrace::default() });
        let value = Rc::clone(&kept.value).downcast().ok();
        self.values.push(kept);
        value
    }

    /// Keeps a value that was read from these tables, of which none was written after the write with this number.
    pub fn keep(&mut self, key: String, value: Rc<dyn Any>, (tables, since): (TableSet, u64), cost: usize) {
        self.values.retain(|kept| kept.key != key);
        if cost > VALUE_COST_MAX {
            return;
        }
        self.values.push(KeptObject { key, value, tables, since, cost: cost.max(VALUE_COST_MIN) });
        while self.values.iter().map(|kept| kept.cost).sum::<usize>() > COST_MAX {
            self.values.remove(0);
        }
    }
}
