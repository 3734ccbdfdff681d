//! Layer 3: the Worker's shell. It converts, calls and carries out; what is right stands in the layers below.

mod accounts;
mod bearer;
mod budget;
mod cache;
pub(crate) mod clock;
pub(crate) mod content;
mod context;
pub(crate) mod convert;
mod flights;
pub(crate) mod isolate;
mod log;
pub(crate) mod objects;
pub(crate) mod pause;
mod proxy;
mod random;
pub(crate) mod response;
mod retry;
mod rounds;
mod router;
mod search;
mod session;
pub(crate) mod sql;
pub(crate) mod stub;
mod task;
mod told;
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
pub(crate) use isolate::config;
pub(crate) use log::note;
pub(crate) use random::Platform;
