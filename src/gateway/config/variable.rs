//! A variable that cannot be used, and the origins that variables name.

use crate::gateway::origin::Origin;
use std::fmt;

/// A variable that cannot be used. It prints as one sentence, without the value, which may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadVariable {
    /// The variable's name.
    pub name: &'static str,
    reason: &'static str,
}

impl fmt::Display for BadVariable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}.", self.name, self.reason)
    }
}

pub(super) const fn bad_variable(name: &'static str, reason: &'static str) -> BadVariable {
    BadVariable { name, reason }
}

/// Parses an origin to which credentials may be sent: https, or a loopback address.
pub(super) fn parse_safe_origin(name: &'static str, value: &str) -> Result<Origin, BadVariable> {
    let origin =
        Origin::parse(value).ok_or(bad_variable(name, "must be an origin such as https://surveys.example.com"))?;
    if origin.is_secure() || origin.is_loopback() {
        Ok(origin)
    } else {
        Err(bad_variable(name, "must be https, unless it is a loopback address"))
    }
}
