//! The log: one line of JSON for an event. Only what was made for it can be logged: a text, a header, a body, a token or
//! a secret is none of these.
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

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Somebody else refused or failed.
    Warn,
    /// Something here failed.
    Error,
}

/// Which request it happened to: its id, and the name of its route.
pub type LogSubject<'a> = (&'a str, &'static str);

/// What may stand in the log.
pub trait Loggable {
    /// Status of the answer that it is about; none if there is none.
    fn status(&self) -> Option<u16> {
        None
    }

    /// Why, in words of ours or the platform's.
    fn reason(&self) -> Option<String> {
        None
    }
}

/// A status that the service answered with.
pub struct UpstreamStatus(pub u16);

impl Loggable for UpstreamStatus {
    fn status(&self) -> Option<u16> {
        Some(self.0)
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

/// Characters of a reason that are logged.
const REASON_MAX: usize = 300;

/// A line of the log.
pub fn format_line(level: Level, what: &'static str, about: Option<LogSubject<'_>>, told: &dyn Loggable) -> String {
    let level = if level == Level::Warn { "warn" } else { "error" };
    let mut members = vec![("level", JsonValue::Text(level)), ("what", JsonValue::Text(what))];
    if let Some((id, route)) = about {
        members.push(("request", JsonValue::Text(id)));
        members.push(("route", JsonValue::Text(route)));
    }
    members.extend(told.status().map(|status| ("status", JsonValue::Number(status.into()))));
    let reason: Option<String> = told
        .reason()
        .map(|reason| reason.chars().filter(|character| !character.is_control()).take(REASON_MAX).collect());
    members.extend(reason.as_deref().map(|reason| ("reason", JsonValue::Text(reason))));
    write_object(&members)
}
