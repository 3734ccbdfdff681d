//! The log: what happened goes to the platform's console, a line for each event.

use super::RequestContext;
use crate::gateway::log::{Level, LogSubject, Loggable, format_line};

/// The platform's reason, which tells of objects and connections.
impl Loggable for worker::Error {
    fn reason(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Notes a failure of no request in particular.
pub(crate) fn log_error(what: &'static str, told: &dyn Loggable) {
    print_line(Level::Error, what, None, told);
}

impl RequestContext {
    /// Notes what happened to the request.
    pub(crate) fn log_event(&self, level: Level, what: &'static str, told: &dyn Loggable) {
        print_line(level, what, Some((self.trace.id(), self.route)), told);
    }
}

fn print_line(level: Level, what: &'static str, about: Option<LogSubject<'_>>, told: &dyn Loggable) {
    let line = format_line(level, what, about, told);
    match level {
        Level::Warn => worker::console_warn!("{line}"),
        Level::Error => worker::console_error!("{line}"),
    }
}
