//! A variable that cannot be used, and the origins that variables name.

use crate::gateway::origin::Origin;
use crate::wire::public_host::is_public;
use crate::wire::url::WebUrl;
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

/// A URL to which the service can send mails: the requests contain a token, and reach public hosts only.
pub(super) fn parse_mail_url(name: &'static str, url: String) -> Result<String, BadVariable> {
    let can_send = |parsed: WebUrl<'_>| parsed.is_plain() && url.starts_with("https://") && is_public(&parsed);
    match WebUrl::parse(&url) {
        Some(parsed) if crate::SANDBOX || can_send(parsed) => Ok(url),
        _ => Err(bad_variable(name, "must be an https URL of a public host")),
    }
}
