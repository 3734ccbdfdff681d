//! Origins: scheme, host and port in one normal form, so that comparing them is comparing text.

use crate::wire::url::{Scheme, WebUrl};

/// Bytes of the longest URL that is parsed as an origin.
const URL_MAX: usize = 256;

/// An origin in its normal form: lower-case ASCII host, no default port, no trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    text: String,
    secure: bool,
}

impl Origin {
    /// Parses `http://` or `https://`, a host, optionally a port and one slash, and nothing else: no user info, path,
    /// query, trailing dot or encoding, and ASCII only.
    pub fn parse(url_text: &str) -> Option<Origin> {
        let url = WebUrl::parse(url_text).filter(|_| url_text.len() <= URL_MAX)?;
        if !matches!(url.path, "" | "/") || url.query.is_some() || url.fragment.is_some() || !is_host(url.host) {
            return None;
        }
        let secure = url.scheme == Scheme::Https;
        let (scheme, host) = (if secure { "https" } else { "http" }, url.host.to_ascii_lowercase());
        let text = match url.port.filter(|port| *port != url.scheme.default_port()) {
            Some(port) => format!("{scheme}://{host}:{port}"),
            None => format!("{scheme}://{host}"),
        };
        Some(Origin { text, secure })
    }

    /// The origin as text, such as `http://127.0.0.1:8787`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// True for `https`.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// Host and port, as a `Host` header names them.
    pub fn authority(&self) -> &str {
        self.text.rsplit('/').next().unwrap_or_default()
    }

    /// Host without port.
    pub fn host(&self) -> &str {
        self.authority().split(':').next().unwrap_or("")
    }

    /// The port, unless it is the scheme's default.
    pub fn port(&self) -> Option<u16> {
        self.authority().split_once(':').and_then(|(_, port)| port.parse().ok())
    }

    /// An origin next to this one: another port of a loopback origin, a subdomain of a public one.
    pub fn derive_neighbour(&self, label: &str, step: u16) -> Option<Origin> {
        let url = match (self.is_loopback(), self.port()) {
            (true, Some(port)) => format!("http://{}:{}", self.host(), port.checked_add(step)?),
            (true, None) => return None,
            (false, _) => format!("https://{label}.{}", self.authority()),
        };
        Origin::parse(&url)
    }

    /// True for a loopback host: only this machine can reach it.
    pub fn is_loopback(&self) -> bool {
        matches!(self.host(), "127.0.0.1" | "localhost")
    }
}

fn is_host(host: &str) -> bool {
    host.split('.').all(|label| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}
