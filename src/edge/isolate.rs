//! What an isolate keeps between requests: its configuration, what it counts, the session records it has looked up, its leases of the
//! budget, digests of files.

use crate::gateway::bearer::Homes;
use crate::gateway::budget::stock::Stock;
use crate::gateway::config::{Build, Config};
use crate::gateway::metrics::{Counter, Metrics};
use crate::gateway::recent::Recent;
use crate::gateway::search::Nowhere;
use crate::gateway::unstored::Unstored;
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
    static HOMES: RefCell<Homes> = RefCell::new(Homes::default());
    static NOWHERE: RefCell<Nowhere> = RefCell::new(Nowhere::default());
    static RECENT: RefCell<Recent> = RefCell::new(Recent::default());
    static STOCK: RefCell<Stock> = RefCell::new(Stock::default());
    static STORING: Cell<bool> = const { Cell::new(true) };
    static UNSTORED: RefCell<Unstored> = RefCell::new(Unstored::default());
}

/// The configuration; none if a variable or a binding is missing or bad, which the log tells once.
pub(crate) fn config(env: &Env) -> Option<Rc<Config>> {
    let value = |name: &str| js_sys::Reflect::get(env, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
    CONFIG.with(|config| {
        config
            .get_or_init(|| {
                Config::read(BUILD, |name| value(name).as_string())
                    .and_then(|config| config.bound(|name| value(name).is_object()))
                    .inspect_err(|bad| super::note("not configured", bad))
                    .ok()
                    .map(Rc::new)
            })
            .clone()
    })
}

/// Works with what this isolate counts.
pub(crate) fn metrics<T>(work: impl FnOnce(&mut Metrics) -> T) -> T {
    METRICS.with_borrow_mut(work)
}

/// Counts an event.
pub(crate) fn count(counter: Counter) {
    metrics(|metrics| metrics.count(counter));
}

/// Works with the records that this isolate has looked up.
pub(crate) fn recent<T>(work: impl FnOnce(&mut Recent) -> T) -> T {
    RECENT.with(|recent| work(&mut recent.borrow_mut()))
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
pub(crate) fn unstored<T>(work: impl FnOnce(&mut Unstored) -> T) -> T {
    UNSTORED.with_borrow_mut(work)
}

/// Works with the leases that this isolate holds.
pub(crate) fn stock<T>(work: impl FnOnce(&mut Stock) -> T) -> T {
    STOCK.with(|stock| work(&mut stock.borrow_mut()))
}

/// Works with the regions of tokens that this isolate has found out.
pub(crate) fn homes<T>(work: impl FnOnce(&mut Homes) -> T) -> T {
    HOMES.with(|homes| work(&mut homes.borrow_mut()))
}

/// Works with the accounts that this isolate has found in no region.
pub(crate) fn nowhere<T>(work: impl FnOnce(&mut Nowhere) -> T) -> T {
    NOWHERE.with(|nowhere| work(&mut nowhere.borrow_mut()))
}

/// The digest of a file, if this isolate has made it of the same version.
pub(crate) fn digest(path: &str, version: &str) -> Option<String> {
    DIGESTS.with_borrow(|kept| {
        let found = kept.iter().find(|[known, of, _]| known == path && of == version);
        found.map(|[_, _, digest]| digest.clone())
    })
}

/// Keeps the digest of a file.
pub(crate) fn keep_digest(path: &str, version: &str, digest: &str) {
    DIGESTS.with_borrow_mut(|kept| {
        kept.retain(|[known, ..]| known != path);
        if kept.len() < DIGESTS_MAX {
            kept.push([path, version, digest].map(str::to_owned));
        }
    });
}
