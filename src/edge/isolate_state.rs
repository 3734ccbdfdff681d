//! What an isolate keeps between requests: its configuration, what it counts, the session records it has looked up, its leases of the
//! budget, digests of files.

use crate::gateway::bearer::RegionCache;
use crate::gateway::budget::lease_pool::LeasePool;
use crate::gateway::config::{Build, Config};
use crate::gateway::metrics::{Counter, Metrics};
use crate::gateway::region_discovery::UnknownRegionCache;
use crate::gateway::session_record_cache::SessionRecordCache;
use crate::gateway::unstored_ends::UnstoredEnds;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use worker::{Env, js_sys, wasm_bindgen::JsValue};

/// Files whose digests are kept: more than there are.
const DIGESTS_MAX: usize = 500;

/// What this Worker was built with. A constant, so that nothing is linked that another build needs.
const BUILD: Build = if crate::EMBEDDED { Build::WithService } else { Build::Gateway };

thread_local! {
    static METRICS: RefCell<Metrics> = RefCell::new(Metrics::default());
    static DIGESTS: RefCell<Vec<[String; 3]>> = const { RefCell::new(Vec::new()) };
    static CONFIG: OnceCell<Option<Rc<Config>>> = const { OnceCell::new() };
    static REGION_CACHE: RefCell<RegionCache> = RefCell::new(RegionCache::default());
    static UNKNOWN_REGIONS: RefCell<UnknownRegionCache> = RefCell::new(UnknownRegionCache::default());
    static RECORD_CACHE: RefCell<SessionRecordCache> = RefCell::new(SessionRecordCache::default());
    static LEASE_POOL: RefCell<LeasePool> = RefCell::new(LeasePool::default());
    static STORING: Cell<bool> = const { Cell::new(true) };
    static UNSTORED_ENDS: RefCell<UnstoredEnds> = RefCell::new(UnstoredEnds::default());
}

/// The configuration; none if a variable or a binding is missing or bad, which the log tells once.
pub(crate) fn load_config(env: &Env) -> Option<Rc<Config>> {
    let value = |name: &str| js_sys::Reflect::get(env, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
    CONFIG.with(|config| {
        config
            .get_or_init(|| {
                Config::from_variables(BUILD, |name| value(name).as_string())
                    .and_then(|config| config.check_bindings(|name| value(name).is_object()))
                    .inspect_err(|bad| super::log_error("not configured", bad))
                    .ok()
                    .map(Rc::new)
            })
            .clone()
    })
}

/// Works with what this isolate counts.
pub(crate) fn with_metrics<T>(work: impl FnOnce(&mut Metrics) -> T) -> T {
    METRICS.with_borrow_mut(work)
}

/// Counts an event.
pub(crate) fn count_event(counter: Counter) {
    with_metrics(|metrics| metrics.count_event(counter));
}

/// Works with the records that this isolate has looked up.
pub(crate) fn with_record_cache<T>(work: impl FnOnce(&mut SessionRecordCache) -> T) -> T {
    RECORD_CACHE.with(|recent| work(&mut recent.borrow_mut()))
}

/// Whether what objects write is stored: false from a write that failed until one succeeds.
pub(crate) fn is_storing() -> bool {
    STORING.get()
}

/// Notes whether a write succeeded.
pub(crate) fn set_storing(succeeded: bool) {
    STORING.set(succeeded);
}

/// Works with the ends of sessions that could not be stored.
pub(crate) fn with_unstored_ends<T>(work: impl FnOnce(&mut UnstoredEnds) -> T) -> T {
    UNSTORED_ENDS.with_borrow_mut(work)
}

/// Works with the leases that this isolate holds.
pub(crate) fn with_lease_pool<T>(work: impl FnOnce(&mut LeasePool) -> T) -> T {
    LEASE_POOL.with(|stock| work(&mut stock.borrow_mut()))
}

/// Works with the regions of tokens that this isolate has found out.
pub(crate) fn with_region_cache<T>(work: impl FnOnce(&mut RegionCache) -> T) -> T {
    REGION_CACHE.with(|homes| work(&mut homes.borrow_mut()))
}

/// Works with the accounts that this isolate has found in no region.
pub(crate) fn with_unknown_regions<T>(work: impl FnOnce(&mut UnknownRegionCache) -> T) -> T {
    UNKNOWN_REGIONS.with(|nowhere| work(&mut nowhere.borrow_mut()))
}

/// The digest of a file, if this isolate has made it of the same version.
pub(crate) fn cached_digest(path: &str, version: &str) -> Option<String> {
    DIGESTS.with_borrow(|kept| {
        let found = kept.iter().find(|[known, of, _]| known == path && of == version);
        found.map(|[_, _, digest]| digest.clone())
    })
}

/// Keeps the digest of a file.
pub(crate) fn cache_digest(path: &str, version: &str, digest: &str) {
    DIGESTS.with_borrow_mut(|kept| {
        kept.retain(|[known, ..]| known != path);
        if kept.len() < DIGESTS_MAX {
            kept.push([path, version, digest].map(str::to_owned));
        }
    });
}
