//! The service, as every step of a request knows it.

use crate::service::store::config::Config;

/// The survey service.
#[derive(Clone)]
pub struct Service {
    /// What it was told from outside.
    pub config: Config,
}
