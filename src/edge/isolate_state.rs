//! What an isolate stores between requests: configuration, metrics, cached session records, budget leases, file
//! digests.

use super::{OneShot, log_error};
use crate::gateway::agents::clients::ClientCache;
use crate::gateway::bearer::RegionCache;
use crate::gateway::budget::lease_pool::LeasePool;
use crate::gateway::config::{BadVariable, Build, Config};
use crate::gateway::metrics::{Counter, Metrics};
use crate::gateway::region_discovery::UnknownRegionCache;
use crate::gateway::session_record_cache::SessionRecordCache;
use crate::gateway::survey_access::AccessMemory;
use crate::gateway::unstored_ends::UnstoredEnds;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use worker::{Env, js_sys, wasm_bindgen::JsValue};

/// Files whose digests are cached: more than there are.
const DIGESTS_MAX: usize = 500;

/// Milliseconds between two lines that say that the configuration is wrong.
const LOG_AFTER_MS: i64 = 10_000;

/// What this Worker was built with. A constant, so that the linker drops the code of other builds.
const BUILD: Build = if crate::EMBEDDED { Build::WithService } else { Build::Gateway };

thread_local! {
    static METRICS: RefCell<Metrics> = RefCell::new(Metrics::default());
    static DIGESTS: RefCell<Vec<[String; 3]>> = const { RefCell::new(Vec::new()) };
    static CONFIG: OnceCell<Result<Rc<Config>, BadVariable>> = const { OnceCell::new() };
    static NOT_CONFIGURED_LOGGED: OneShot = const { OneShot::never() };
    static REGION_CACHE: RefCell<RegionCache> = RefCell::new(RegionCache::default());
    static UNKNOWN_REGIONS: RefCell<UnknownRegionCache> = RefCell::new(UnknownRegionCache::default());
    static RECORD_CACHE: RefCell<SessionRecordCache> = RefCell::new(SessionRecordCache::default());
    static LEASE_POOL: RefCell<LeasePool> = RefCell::new(LeasePool::default());
    static STORING: Cell<bool> = const { Cell::new(true) };
    static SURVEY_ACCESS: RefCell<AccessMemory> = RefCell::new(AccessMemory::default());
    static AGENT_CLIENTS: RefCell<ClientCache> = RefCell::new(ClientCache::default());
    static UNSTORED_ENDS: RefCell<UnstoredEnds> = RefCell::new(UnstoredEnds::default());
}

/// The error of an object of a Worker without a configuration.
pub(crate) const NOT_CONFIGURED: &str = "not configured: the log names what to set";

/// The configuration. `None` if a variable or a binding is missing or wrong, which is logged once in ten seconds.
#[inline(never)]
pub(crate) fn load_config(env: &Env) -> Option<Rc<Config>> {
    let value = |name: &str| js_sys::Reflect::get(env, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
    let config = CONFIG.with(|config| {
        config
            .get_or_init(|| {
                Config::from_variables(BUILD, |name| value(name).as_string())
                    .and_then(|config| config.check_bindings(|name| value(name).is_object()))
                    .map(Rc::new)
            })
            .clone()
    });
    config
        .inspect_err(|error| {
            // Again and again: the operator may begin to read the log long after the first request.
            if NOT_CONFIGURED_LOGGED.with(|logged| logged.try_begin(LOG_AFTER_MS)) {
                log_error("not configured", error);
            }
        })
        .ok()
}

/// Works with the metrics of this isolate.
pub(crate) fn with_metrics<T>(work: impl FnOnce(&mut Metrics) -> T) -> T {
    METRICS.with_borrow_mut(work)
}

/// Counts an event.
pub(crate) fn count_event(counter: Counter) {
    with_metrics(|metrics| metrics.count_event(counter));
}

/// Works with the cached session records.
pub(crate) fn with_record_cache<T>(work: impl FnOnce(&mut SessionRecordCache) -> T) -> T {
    RECORD_CACHE.with_borrow_mut(work)
}

/// Works with what the service has lately allowed accounts to read.
pub(crate) fn with_survey_access<T>(work: impl FnOnce(&mut AccessMemory) -> T) -> T {
    SURVEY_ACCESS.with_borrow_mut(work)
}

/// Works with the clients of agents whose documents were fetched a moment ago.
pub(crate) fn with_agent_clients<T>(work: impl FnOnce(&mut ClientCache) -> T) -> T {
    AGENT_CLIENTS.with_borrow_mut(work)
}

/// Whether writes of objects succeed: false from a failed write until a successful one.
pub(crate) fn is_storing() -> bool {
    STORING.get()
}

/// Records whether a write succeeded.
pub(crate) fn set_storing(succeeded: bool) {
    STORING.set(succeeded);
}

/// Works with the ends of sessions that could not be stored.
pub(crate) fn with_unstored_ends<T>(work: impl FnOnce(&mut UnstoredEnds) -> T) -> T {
    UNSTORED_ENDS.with_borrow_mut(work)
}

/// Works with the budget leases of this isolate.
pub(crate) fn with_lease_pool<T>(work: impl FnOnce(&mut LeasePool) -> T) -> T {
    LEASE_POOL.with_borrow_mut(work)
}

/// Works with the cached regions of access tokens.
pub(crate) fn with_region_cache<T>(work: impl FnOnce(&mut RegionCache) -> T) -> T {
    REGION_CACHE.with_borrow_mut(work)
}

/// Works with the accounts that were recently found in no region.
pub(crate) fn with_unknown_regions<T>(work: impl FnOnce(&mut UnknownRegionCache) -> T) -> T {
    UNKNOWN_REGIONS.with_borrow_mut(work)
}

/// The cached digest of a file in this version.
pub(crate) fn cached_digest(path: &str, version: &str) -> Option<String> {
    DIGESTS.with_borrow(|digests| {
        let cached = digests.iter().find(|[of_path, of_version, _]| of_path == path && of_version == version);
        cached.map(|[_, _, digest]| digest.clone())
    })
}

/// Caches the digest of a file, in place of those of other versions.
pub(crate) fn cache_digest(path: &str, version: &str, digest: &str) {
    DIGESTS.with_borrow_mut(|digests| {
        digests.retain(|[of_path, ..]| of_path != path);
        if digests.len() < DIGESTS_MAX {
            digests.push([path, version, digest].map(str::to_owned));
        }
    });
}
