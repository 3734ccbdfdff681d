//! Implements `SyncStore` for `Store`.

use super::{SyncCounts, SyncStore};
use crate::results::store::{Store, TimeRange};
use crate::wire::failure::Failure;

impl SyncStore for Store {
    fn put(&mut self, page: &[u8]) -> Result<SyncCounts, Box<Failure>> {
        let put = Store::put(self, page)?;
        Ok(SyncCounts { added: put.added, changed: put.changed })
    }

    fn remove(&mut self, ids: &[String]) -> u32 {
        Store::remove(self, ids)
    }

    fn held(&self) -> u32 {
        Store::held(self)
    }

    fn modified(&self, id: &str) -> Option<i64> {
        self.row_of(id).and_then(|row| self.date_modified(row))
    }

    fn created(&self) -> Vec<i64> {
        self.held_rows().iter().map(|row| self.date_created(row).unwrap_or_default()).collect()
    }

    fn ids_created(&self, from: Option<i64>, until: Option<i64>) -> Vec<String> {
        Store::ids_created(self, TimeRange { from, to: until })
    }
}
