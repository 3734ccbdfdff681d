//! Layer 3: the Worker's shell. It converts between the platform and the layers below, which decide.

mod accounts;
mod agents;
mod bearer;
mod budget;
mod cache;
mod changes;
mod context;
pub(crate) mod convert;
mod forward;
pub(crate) mod isolate_state;
mod log;
mod new_session;
mod notes;
pub(crate) mod objects;
mod page_request;
mod pipeline;
mod profile;
mod proxy;
mod random;
mod region_discovery;
mod request;
pub(crate) mod response;
mod retry;
mod router;
mod session;
mod session_ends;
mod shares;
mod single_flight;
pub(crate) mod sql;
mod sql_rows;
pub(crate) mod static_files;
pub(crate) mod stub;
mod survey_access;
mod time;
mod upstream;
mod webhook;

/// The Worker's own runtime. A part that a stock crate replaces is compiled too, and not linked.
#[cfg_attr(any(feature = "stock-executor", feature = "stock-fetch"), allow(dead_code))]
mod runtime;
#[cfg(feature = "sandbox")]
pub(crate) mod sandbox;
#[cfg(feature = "service")]
pub(crate) mod service;

/// Replacements of the parts that a build leaves out.
mod without {
    #[cfg(all(feature = "service", not(feature = "sandbox")))]
    pub(crate) mod hooks;
    #[cfg(not(feature = "sandbox"))]
    pub(crate) mod sandbox;
    #[cfg(not(feature = "service"))]
    pub(crate) mod service;

    /// The stock crates in place of parts of the runtime.
    pub(crate) mod stock {
        #[cfg(feature = "stock-fetch")]
        pub(crate) mod fetch;
        #[cfg(feature = "stock-executor")]
        pub(crate) mod task;
        #[cfg(feature = "stock-executor")]
        pub(crate) mod timer;
    }
}

use runtime::clock;
#[cfg(not(feature = "stock-fetch"))]
use runtime::fetch;
#[cfg(not(feature = "stock-executor"))]
use runtime::{task, timer};
#[cfg(feature = "sandbox")]
use sandbox::hooks;
#[cfg(all(feature = "service", not(feature = "sandbox")))]
use without::hooks;
#[cfg(not(feature = "sandbox"))]
use without::sandbox;
#[cfg(not(feature = "service"))]
use without::service;
#[cfg(feature = "stock-fetch")]
use without::stock::fetch;
#[cfg(feature = "stock-executor")]
use without::stock::{task, timer};

pub(crate) use context::RequestContext;
pub(crate) use isolate_state::{NOT_CONFIGURED, load_config};
pub(crate) use log::log_error;
pub(crate) use random::PlatformRandom;
pub(crate) use runtime::one_shot::OneShot;
pub(crate) use time::now;
