//! Redirect addresses: https, or http on the machine itself, compared character by character, and nothing else.
//!
//! What is allowed is listed, not what is forbidden: an address with a user name, a fragment, or a
//! character that a browser would read in its own way is no redirect address.

use crate::wire::http::Response;
use crate::wire::query;

/// Hosts that plain http may lead to: the machine on which the browser runs.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "[::1]", "localhost"];

/// Whether codes may be sent to the address at all, whatever an app has registered.
pub fn allowed(address: &str) -> bool {
    origin(address).is_some()
}

/// Scheme, host and port of an allowed address.
pub fn origin(address: &str) -> Option<&str> {
    let plain =
        address.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'\\' | b'"' | b'<' | b'>'));
    let (scheme, rest) = address.split_once("://").filter(|_| plain)?;
    let authority = rest.split(['/', '?']).next()?;
    let known =
        authority.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']'));
    let port = authority.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let host = port.map_or(authority, |(host, _)| host);
    let secure = match scheme {
        "https" => true,
        "http" => LOOPBACK.contains(&host),
        _ => false,
    };
    let length = scheme.len().saturating_add(3).saturating_add(authority.len());
    (secure && known && !host.is_empty()).then(|| address.get(..length))?
}

/// The address with parameters behind those that it has.
pub fn with(address: &str, pairs: &[(&str, &str)]) -> String {
    let mark = match address.split_once('?') {
        None => "?",
        Some((_, query)) if query.is_empty() || query.ends_with('&') => "",
        Some(_) => "&",
    };
    format!("{address}{mark}{}", query::encode(pairs))
}

/// Sends the browser there. The address carries a code or an error and is nobody else's business.
pub fn to(address: &str) -> Response {
    Response::empty(302)
        .with("location", address)
        .with("cache-control", "no-store")
        .with("referrer-policy", "no-referrer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_loopback_http_are_allowed() {
        for address in [
            "https://app.example/callback",
            "https://app.example:8443/callback?tenant=1",
            "https://app.example",
            "http://127.0.0.1:8787/callback/",
            "http://localhost/cb",
            "http://[::1]:9000/cb",
        ] {
            assert!(allowed(address), "{address}");
        }
        for address in [
            "",
            "app.example/callback",
            "//app.example/callback",
            "http://app.example/callback",
            "http://127.0.0.1.example/callback",
            "http://localhost@app.example/callback",
            "https://user@app.example/callback",
            "https:///callback",
            "https://:443/callback",
            "HTTPS://app.example/callback",
            "javascript:alert(1)",
            "javascript://app.example/%0aalert(1)",
            "data:text/html,x",
            "myapp://callback",
            "https://app.example/callback#fragment",
            "https://app.example\\@evil.example/",
            "https://app.example/call back",
            "https://app.example/caf\u{e9}",
            "https://app.example;script-src/x",
        ] {
            assert!(!allowed(address), "{address}");
        }
    }

    #[test]
    fn the_origin_ends_before_the_path() {
        assert_eq!(origin("https://app.example:8443/a?b=c"), Some("https://app.example:8443"));
        assert_eq!(origin("http://[::1]:9000"), Some("http://[::1]:9000"));
        assert_eq!(origin("https://app.example?x=1"), Some("https://app.example"));
    }

    #[test]
    fn parameters_go_behind_those_of_the_address() {
        assert_eq!(with("https://a.example/cb", &[("code", "x")]), "https://a.example/cb?code=x");
        assert_eq!(with("https://a.example/cb?t=1", &[("code", "x y")]), "https://a.example/cb?t=1&code=x%20y");
        assert_eq!(with("https://a.example/cb?", &[("code", "x")]), "https://a.example/cb?code=x");
    }
}
