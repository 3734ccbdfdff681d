//! The service with its configuration.

use crate::service::environment::config::Config;

/// The survey service.
#[derive(Clone)]
pub struct Service {
    /// The configuration.
    pub config: Config,
}
