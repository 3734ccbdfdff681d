//! The log: one JSON object per line and event. Only types that implement [`Loggable`] can be logged. A text, header,
//! body, token or secret does not.
//!
//! ```compile_fail
//! canvass::gateway::log::format_line(canvass::gateway::log::Level::Error, "x", None, &String::from("any text"));
//! ```
//! ```compile_fail
//! let token = crate::crypto::secret::Secret::new("hush");
//! canvass::gateway::log::format_line(canvass::gateway::log::Level::Error, "x", None, &token);
//! ```

use super::config::BadVariable;
use super::exchange::ExchangeFailure;
use super::json::{JsonValue, write_object};

/// How severe an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// What was done.
    Info,
    /// The service or a caller refused or failed.
    Warn,
    /// The gateway failed.
    Error,
}

/// The request that an event belongs to: its id, and the name of its route.
pub type LogSubject<'a> = (&'a str, &'static str);

/// A type that was made for the log.
pub trait Loggable {
    /// The status of the response in question, if there is one.
    fn status(&self) -> Option<u16> {
        None
    }

    /// The cause, in words of the gateway or the platform.
    fn reason(&self) -> Option<String> {
        None
    }
}

/// A status of a response, mostly of the service.
pub struct UpstreamStatus(pub u16);

impl Loggable for UpstreamStatus {
    fn status(&self) -> Option<u16> {
        Some(self.0)
    }
}

/// A call of the service that failed: the service's name, the status of a response that cannot be used, and the cause.
pub struct UpstreamFailure<'a> {
    /// The name of a region, or of another origin of the configuration.
    pub service: &'a str,
    /// The status of a response that cannot be passed on.
    pub status: Option<u16>,
    /// The cause, in words of the gateway or the platform.
    pub cause: &'a str,
}

impl Loggable for UpstreamFailure<'_> {
    fn status(&self) -> Option<u16> {
        self.status
    }

    fn reason(&self) -> Option<String> {
        Some([self.service, ": ", self.cause].concat())
    }
}

/// The name of a tool that an agent has called: a name of the table, never one that was sent.
pub struct CalledTool(pub &'static str);

impl Loggable for CalledTool {
    fn reason(&self) -> Option<String> {
        Some(self.0.to_owned())
    }
}

impl Loggable for BadVariable {
    fn reason(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Loggable for ExchangeFailure {
    fn status(&self) -> Option<u16> {
        match self {
            ExchangeFailure::Refused(status) | ExchangeFailure::Status(status) => Some(*status),
            _ => None,
        }
    }

    fn reason(&self) -> Option<String> {
        Some(format!("{self:?}"))
    }
}

/// Characters of a reason that are logged; the rest is cut off.
const REASON_MAX: usize = 300;

/// Formats a line of the log, without a line end.
pub fn format_line(level: Level, what: &'static str, about: Option<LogSubject<'_>>, event: &dyn Loggable) -> String {
    let level = match level {
        Level::Info => "info",
        Level::Warn => "warn",
        Level::Error => "error",
    };
    let mut members = vec![("level", JsonValue::Text(level)), ("what", JsonValue::Text(what))];
    if let Some((id, route)) = about {
        members.push(("request", JsonValue::Text(id)));
        members.push(("route", JsonValue::Text(route)));
    }
    members.extend(event.status().map(|status| ("status", JsonValue::Number(status.into()))));
    // A line end in a reason of the platform would forge a second line.
    let reason: Option<String> = event
        .reason()
        .map(|reason| reason.chars().filter(|character| !character.is_control()).take(REASON_MAX).collect());
    members.extend(reason.as_deref().map(|reason| ("reason", JsonValue::Text(reason))));
    write_object(&members)
}
