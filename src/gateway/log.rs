//! The log: one line of JSON for an event. Only what was made for it can be logged: a text, a header, a body, a token or
//! a secret is none of these.
//!
//! ```compile_fail
//! canvass::gateway::log::line(canvass::gateway::log::Level::Error, "x", None, &String::from("any text"));
//! ```
//! ```compile_fail
//! let token = crate::crypto::secret::Secret::new("hush");
//! canvass::gateway::log::line(canvass::gateway::log::Level::Error, "x", None, &token);
//! ```

use super::config::BadVariable;
use super::exchange::Failure;
use super::json::{Written, object};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Somebody else refused or failed.
    Warn,
    /// Something here failed.
    Error,
}

/// Which request it happened to: its id, and the name of its route.
pub type About<'a> = (&'a str, &'static str);

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
pub struct Status(pub u16);

impl Loggable for Status {
    fn status(&self) -> Option<u16> {
        Some(self.0)
    }
}

impl Loggable for BadVariable {
    fn reason(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Loggable for Failure {
    fn status(&self) -> Option<u16> {
        match self {
            Failure::Refused(status) | Failure::Status(status) => Some(*status),
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
pub fn line(level: Level, what: &'static str, about: Option<About<'_>>, told: &dyn Loggable) -> String {
    let level = if level == Level::Warn { "warn" } else { "error" };
    let mut members = vec![("level", Written::Text(level)), ("what", Written::Text(what))];
    if let Some((id, route)) = about {
        members.push(("request", Written::Text(id)));
        members.push(("route", Written::Text(route)));
    }
    members.extend(told.status().map(|status| ("status", Written::Number(status.into()))));
    let reason: Option<String> = told
        .reason()
        .map(|reason| reason.chars().filter(|character| !character.is_control()).take(REASON_MAX).collect());
    members.extend(reason.as_deref().map(|reason| ("reason", Written::Text(reason))));
    object(&members)
}
