//! The log: one line on the platform's console for each event.

use super::RequestContext;
use crate::gateway::log::{Level, LogSubject, Loggable, format_line};
use crate::gateway::problem::Problem;

/// The platform's message, which is about objects and connections.
impl Loggable for worker::Error {
    fn reason(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Logs a failure that belongs to no request.
pub(crate) fn log_error(event: &'static str, cause: &dyn Loggable) {
    print_line(Level::Error, event, None, cause);
}

impl RequestContext {
    /// Logs an event of the request.
    pub(crate) fn log_event(&self, level: Level, event: &'static str, cause: &dyn Loggable) {
        print_line(level, event, Some(self.log_subject()), cause);
    }

    /// The request, as events of it name it.
    pub(crate) fn log_subject(&self) -> LogSubject<'_> {
        (self.trace.id(), self.route)
    }

    /// Logs a failure of the gateway itself. Returns the problem that the client gets.
    pub(crate) fn log_failure(&self, event: &'static str, cause: &worker::Error) -> Problem {
        self.log_event(Level::Error, event, cause);
        Problem::Internal
    }
}

/// Logs an event, which may belong to no request.
pub(crate) fn print_line(level: Level, event: &'static str, subject: Option<LogSubject<'_>>, cause: &dyn Loggable) {
    let line = format_line(level, event, subject, cause);
    match level {
        Level::Info => worker::console_log!("{line}"),
        Level::Warn => worker::console_warn!("{line}"),
        Level::Error => worker::console_error!("{line}"),
    }
}
