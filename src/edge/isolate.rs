//! What an isolate keeps between requests: its configuration, and the session records it has looked up.

use crate::gateway::config::{Build, Config};
use crate::gateway::recent::Recent;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use worker::{Env, js_sys, wasm_bindgen::JsValue};

thread_local! {
    static CONFIG: OnceCell<Option<Rc<Config>>> = const { OnceCell::new() };
    static RECENT: RefCell<Recent> = RefCell::new(Recent::default());
}

/// The configuration; none if a variable is missing or bad, which the log tells once.
pub(crate) fn config(env: &Env) -> Option<Rc<Config>> {
    let build = if crate::EMBEDDED { Build::WithService } else { Build::Gateway };
    let variable = |name: &str| js_sys::Reflect::get(env, &JsValue::from_str(name)).ok()?.as_string();
    CONFIG.with(|config| {
        config
            .get_or_init(|| {
                Config::read(build, variable).inspect_err(|bad| super::note("not configured", bad)).ok().map(Rc::new)
            })
            .clone()
    })
}

/// Works with the records that this isolate has looked up.
pub(crate) fn recent<T>(work: impl FnOnce(&mut Recent) -> T) -> T {
    RECENT.with(|recent| work(&mut recent.borrow_mut()))
}
