//! The log: what happened goes to the platform's console, a line for each event.

use super::RequestContext;
use crate::gateway::log::{About, Level, Loggable, line};

/// The platform's reason, which tells of objects and connections.
impl Loggable for worker::Error {
    fn reason(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Notes a failure of no request in particular.
pub(crate) fn note(what: &'static str, told: &dyn Loggable) {
    print(Level::Error, what, None, told);
}

impl RequestContext {
    /// Notes what happened to the request.
    pub(crate) fn note(&self, level: Level, what: &'static str, told: &dyn Loggable) {
        print(level, what, Some((self.trace.id(), self.surface)), told);
    }
}

fn print(level: Level, what: &'static str, about: Option<About<'_>>, told: &dyn Loggable) {
    let line = line(level, what, about, told);
    match level {
        Level::Warn => worker::console_warn!("{line}"),
        Level::Error => worker::console_error!("{line}"),
    }
}
