//! The object cache: values in memory that an actor has built from rows of its tables, such as designs of surveys. A
//! value is used until one of its tables is written.

use super::chunked_work::{ChunkedWork, ReadTrace};
use crate::service::store::lru_cache::LruCache;
use crate::service::store::table_set::TableSet;
use crate::service::store::table_versions::TableVersions;
use std::any::Any;
use std::rc::Rc;

/// Bytes of all values. Our choice.
const BYTES_MAX: usize = 7_000_000;

/// Bytes of one value.
const VALUE_BYTES_MAX: usize = 4_500_000;

/// The cached values of an actor.
#[derive(Debug)]
pub struct ObjectCache(LruCache<CachedObject>);

#[derive(Debug)]
struct CachedObject {
    value: Rc<dyn Any>,
    tables: TableSet,
    /// The number of the last write before the value was built.
    since: u64,
}

impl Default for ObjectCache {
    fn default() -> ObjectCache {
        ObjectCache(LruCache::new(BYTES_MAX))
    }
}

impl ObjectCache {
    /// The value with a key, if it is current. The work has then read its tables.
    pub fn find<T: Any>(&mut self, key: &str, versions: &TableVersions, work: &ChunkedWork) -> Option<Rc<T>> {
        let cached = self.0.find(key)?;
        if !versions.are_unchanged(cached.tables, cached.since) {
            self.0.remove(key);
            return None;
        }
        work.note_reads(ReadTrace { tables: cached.tables, ..ReadTrace::default() });
        Rc::clone(&cached.value).downcast().ok()
    }

    /// Caches a value of some bytes, unless it is large. It was built from these tables, of which none was written
    /// after the write with this number.
    pub fn insert(&mut self, key: String, value: Rc<dyn Any>, (tables, since): (TableSet, u64), bytes: usize) {
        if bytes > VALUE_BYTES_MAX {
            self.0.remove(&key);
            return;
        }
        self.0.insert(key, CachedObject { value, tables, since }, bytes);
    }
}
