//! Layer 3: the Worker's shell. It converts, calls and carries out; what is right stands in the layers below.

mod accounts;
mod bearer;
mod budget;
mod cache;
pub(crate) mod clock;
mod context;
pub(crate) mod convert;
pub(crate) mod isolate_state;
mod log;
pub(crate) mod objects;
mod pending_fetch;
mod proxy;
mod random;
mod region_discovery;
pub(crate) mod response;
mod retry;
mod router;
mod session;
mod single_flight;
pub(crate) mod sql;
pub(crate) mod static_files;
pub(crate) mod stub;
mod task;
mod timeout_sweep;
pub(crate) mod timer;
mod upstream;
mod webhook;

#[cfg(feature = "sandbox")]
pub(crate) mod sandbox;
#[cfg(feature = "service")]
pub(crate) mod service;

/// What takes the place of a part that a build leaves out.
mod without {
    #[cfg(all(feature = "service", not(feature = "sandbox")))]
    pub(crate) mod hooks;
    #[cfg(not(feature = "sandbox"))]
    pub(crate) mod sandbox;
    #[cfg(not(feature = "service"))]
    pub(crate) mod service;
}

#[cfg(feature = "sandbox")]
use sandbox::hooks;
#[cfg(all(feature = "service", not(feature = "sandbox")))]
use without::hooks;
#[cfg(not(feature = "sandbox"))]
use without::sandbox;
#[cfg(not(feature = "service"))]
use without::service;

pub(crate) use clock::now;
pub(crate) use context::RequestContext;
pub(crate) use isolate_state::load_config;
pub(crate) use log::log_error;
pub(crate) use random::PlatformRandom;
