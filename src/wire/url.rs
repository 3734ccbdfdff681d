//! The one parser of URLs from users and programs. What browsers, proxies and libraries read in different ways is
//! refused, so that a URL that was checked here leads everywhere to the host that was checked.
//!
//! | Part | Accepted |
//! |---|---|
//! | scheme | `http` or `https`, in any case |
//! | user info | refused |
//! | host | a name of ASCII labels, an IPv4 address of four decimal numbers, an IPv6 address in brackets |
//! | port | 1 to 65535 without leading zeros, or none |
//! | path, query, fragment | any text without spaces, control characters and backslashes |
//!
//! Callers add their own policy: the schemes, hosts and characters that they accept.

#[cfg(test)]
pub(crate) mod spellings;

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Bytes of the longest name in the domain name system.
const NAME_MAX: usize = 253;

/// The scheme of a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Without encryption.
    Http,
    /// With encryption.
    Https,
}

impl Scheme {
    /// The port of a URL without one.
    pub const fn default_port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

/// A parsed URL; its parts borrow from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebUrl<'a> {
    /// The scheme.
    pub scheme: Scheme,
    /// The host as written; an IPv6 address with its brackets.
    pub host: &'a str,
    /// The port, if one is written.
    pub port: Option<u16>,
    /// Scheme, host and port as written.
    pub origin: &'a str,
    /// The path; empty, or from its first slash.
    pub path: &'a str,
    /// The text behind `?`, if there is one.
    pub query: Option<&'a str>,
    /// The text behind `#`, if there is one.
    pub fragment: Option<&'a str>,
}

impl<'a> WebUrl<'a> {
    /// Parses a URL; `None` if it is malformed, or could be read in different ways.
    pub fn parse(text: &'a str) -> Option<WebUrl<'a>> {
        // Browsers drop some blanks and read a backslash as a slash.
        if text.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\') {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        let scheme = match scheme {
            _ if scheme.eq_ignore_ascii_case("https") => Scheme::Https,
            _ if scheme.eq_ignore_ascii_case("http") => Scheme::Http,
            _ => return None,
        };
        // The authority ends here for every parser; user info in it fails as a host.
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, after) = rest.split_at_checked(end)?;
        let (origin, _) = text.split_at_checked(text.len().checked_sub(after.len())?)?;
        let (after, fragment) = split_at_mark(after, '#');
        let (path, query) = split_at_mark(after, '?');
        // The colons inside the brackets of an IPv6 address do not begin the port.
        let (host, port) = match authority.rfind(']') {
            Some(bracket) => authority.split_at_checked(bracket.checked_add(1)?)?,
            None => authority.split_at_checked(authority.find(':').unwrap_or(authority.len()))?,
        };
        let port = match port {
            "" => None,
            _ => Some(read_port(port.strip_prefix(':')?)?),
        };
        let is_host = is_name(host) || read_ip(host).is_some();
        is_host.then_some(WebUrl { scheme, host, port, origin, path, query, fragment })
    }

    /// The IP address that the host is; `None` if it is a name.
    pub fn ip(&self) -> Option<IpAddr> {
        read_ip(self.host)
    }

    /// Whether path, query and fragment have only printable ASCII other than quotes and angle brackets, so that the
    /// text means the same in headers, policies and HTML.
    pub fn is_plain(&self) -> bool {
        let is_plain =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>'));
        is_plain(self.path) && [self.query, self.fragment].into_iter().flatten().all(is_plain)
    }
}

fn split_at_mark(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn read_port(text: &str) -> Option<u16> {
    // `parse` accepts a plus sign, and parsers differ about leading zeros.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain)
}

/// A name does not end in a label that begins with a digit: such hosts are IPv4 addresses, which have many spellings.
/// [`read_ip`] reads the usual one.
fn is_name(host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(is_plain);
    let is_numeric = |label: &str| label.starts_with(|first: char| first.is_ascii_digit());
    host.len() <= NAME_MAX && host.split('.').all(is_label) && !host.rsplit('.').next().is_some_and(is_numeric)
}

fn read_ip(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(inner) => inner.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

#[cfg(test)]
mod tests {
    use super::spellings::SPELLINGS;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_spelling_is_read_as_its_row_says() {
        for row in SPELLINGS {
            let read = WebUrl::parse(row.text).map(|url| (url.origin, url.host, url.port, url.path, url.query));
            assert_eq!(read, row.read, "{:?}", row.text);
        }
    }

    #[test]
    fn no_policy_permits_what_cannot_be_read() {
        for row in SPELLINGS {
            assert!(row.read.is_some() || !row.is_public && !row.may_redirect, "{:?}", row.text);
        }
    }

    proptest! {
        #[test]
        fn a_url_is_the_sum_of_its_parts(text in "(http|HTTPS|ftp)://[a-z0-9.:@\\[\\]_%-]{0,12}[/?#a-z0-9 \\\\]{0,8}") {
            if let Some(url) = WebUrl::parse(&text) {
                let query = url.query.map_or(String::new(), |query| format!("?{query}"));
                let fragment = url.fragment.map_or(String::new(), |fragment| format!("#{fragment}"));
                prop_assert_eq!(format!("{}{}{query}{fragment}", url.origin, url.path), text.as_str());
                let port = url.port.map_or(String::new(), |port| format!(":{port}"));
                let host_and_port = format!("://{}{port}", url.host);
                prop_assert!(url.origin.ends_with(&host_and_port));
                prop_assert!(!text.contains(['@', ' ', '\\']) || !url.origin.contains(['@', ' ', '\\', '%']));
            }
        }
    }
}
