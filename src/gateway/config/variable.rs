//! A variable that cannot be used, and the origins that variables name.

use crate::gateway::origin::Origin;
use crate::wire::public_host::is_public;
use crate::wire::url::WebUrl;
use std::fmt;

/// Variables with the origins of the API in the regions of the specification.
pub(super) const API_URLS: [&str; 3] = ["API_URL", "API_URL_EU", "API_URL_CA"];

/// Variables, besides [`API_URLS`], that a remote service needs and the embedded one has no use for.
pub(super) const OF_REMOTE: [&str; 5] = ["REGIONS", "LEGACY_API_URL", "CLIENT_ID", "CLIENT_SECRET", "BEARER_CALLS"];

/// What is wrong with the origins of regions if some are equal.
pub(super) const THREE_ORIGINS: &str = "must be three different origins";

/// A variable that cannot be used. It prints as one sentence, without the value, which may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadVariable {
    /// The variable's name, or the names of those that contradict each other.
    pub name: &'static str,
    reason: &'static str,
    /// The least and the greatest number that it can be, if it is a number.
    range: Option<(u32, u32)>,
}

impl fmt::Display for BadVariable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.name, self.reason)?;
        if let Some((least, greatest)) = self.range {
            write!(formatter, " from {least} to {greatest}")?;
        }
        formatter.write_str(".")
    }
}

pub(super) const fn bad_variable(name: &'static str, reason: &'static str) -> BadVariable {
    BadVariable { name, reason, range: None }
}

pub(super) const fn bad_number(name: &'static str, least: u32, greatest: u32) -> BadVariable {
    BadVariable { name, reason: "must be a whole number", range: Some((least, greatest)) }
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
    if takes_mails(&url, crate::SANDBOX) {
        Ok(url)
    } else {
        Err(bad_variable(name, "must be an https URL of a public host"))
    }
}

/// Whether mails may be sent to a URL: to any in the sandbox, otherwise by https to a public host.
fn takes_mails(url: &str, is_sandbox: bool) -> bool {
    let is_safe = |parsed: WebUrl<'_>| parsed.is_plain() && url.starts_with("https://") && is_public(&parsed);
    WebUrl::parse(url).is_some_and(|parsed| is_sandbox || is_safe(parsed))
}

#[cfg(test)]
mod tests {
    use super::takes_mails;

    #[test]
    fn without_a_sandbox_mails_are_sent_by_https_to_a_public_host_only() {
        assert!(takes_mails("https://mail.example.com/send?from=canvass", false));
        for url in [
            "http://mail.example.com/send",
            "http://127.0.0.1:2525/mail",
            "https://127.0.0.1/mail",
            "https://mailer.internal/send",
            "https://10.0.0.1/",
            "https://[::1]/",
            "https://user@mail.example.com/send",
        ] {
            assert!(!takes_mails(url, false), "{url}");
        }
        assert!(takes_mails("http://127.0.0.1:2525/mail", true), "developers have a mail server on their machine");
        assert!(!takes_mails("mail.example.com/send", true));
    }
}
