//! The read cache: responses to reads in the memory of a team. A response is used until a table that it was computed
//! from is written, so that no read gets a stale one.
//!
//! Not cached are responses that depend on the time, those with another status than 200, and large ones.

use crate::service::store::lru_cache::LruCache;
use crate::service::store::table_set::TableSet;
use crate::service::store::table_versions::TableVersions;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

/// Bytes of all responses of a team. Our choice: an isolate has 128 MB, which its objects share.
const BYTES_MAX: usize = 8_000_000;

/// Bytes of one response.
const RESPONSE_BYTES_MAX: usize = 1_000_000;

/// The cached responses of a team.
#[derive(Debug)]
pub struct ReadCache {
    responses: LruCache<CachedRead>,
    hits: u64,
}

#[derive(Debug)]
struct CachedRead {
    response: Response,
    dependencies: Dependencies,
}

/// What a response depends on.
#[derive(Debug, Clone, Copy)]
pub struct Dependencies {
    /// The tables that it was computed from.
    pub tables: TableSet,
    /// The number of the last write before it was computed.
    pub since: u64,
    /// When the permission to read it ends by itself.
    pub ends: Timestamp,
}

impl CachedRead {
    fn is_current(&self, versions: &TableVersions, now: Timestamp) -> bool {
        now < self.dependencies.ends && versions.are_unchanged(self.dependencies.tables, self.dependencies.since)
    }
}

impl Default for ReadCache {
    fn default() -> ReadCache {
        ReadCache { responses: LruCache::new(BYTES_MAX), hits: 0 }
    }
}

impl ReadCache {
    /// The response with a key, if it is current.
    pub fn find(&mut self, key: &str, versions: &TableVersions, now: Timestamp) -> Option<&Response> {
        if !self.responses.find(key)?.is_current(versions, now) {
            self.responses.remove(key);
            return None;
        }
        self.hits = self.hits.saturating_add(1);
        self.responses.find(key).map(|entry| &entry.response)
    }

    /// Caches a response, unless it is large.
    pub fn insert(&mut self, key: String, response: Response, dependencies: Dependencies) {
        let bytes = response.body.len();
        if bytes <= RESPONSE_BYTES_MAX {
            self.responses.insert(key, CachedRead { response, dependencies }, bytes);
        } else {
            self.responses.remove(&key);
        }
    }

    /// How often a response was found.
    pub fn hits(&self) -> u64 {
        self.hits
    }
}
