//! Redirect URIs: https, or http to a loopback host. They are compared character by character.
//!
//! This is an allow-list: a URI with a user name, a fragment, or a character that browsers read differently is refused.

use crate::wire::http::Response;
use crate::wire::query;
use crate::wire::url::WebUrl;

/// Hosts allowed with plain http: the machine on which the browser runs.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "[::1]", "localhost"];

/// Whether codes may be sent to the URI, whatever an app has registered.
pub fn is_allowed(address: &str) -> bool {
    allowed_origin(address).is_some()
}

/// The origin of an allowed URI: scheme, host and port.
pub fn allowed_origin(address: &str) -> Option<&str> {
    let url = WebUrl::parse(address).filter(|url| url.is_plain() && url.fragment.is_none())?;
    // Redirect URIs are compared character by character, so only the lower-case spelling of a scheme is allowed.
    let is_secure = url.origin.starts_with("https://");
    let is_local = url.origin.starts_with("http://") && LOOPBACK.contains(&url.host);
    (is_secure || is_local).then_some(url.origin)
}

/// The URI with these parameters after its own.
pub fn with_params(address: &str, pairs: &[(&str, &str)]) -> String {
    let separator = match address.split_once('?') {
        None => "?",
        Some((_, query)) if query.is_empty() || query.ends_with('&') => "",
        Some(_) => "&",
    };
    format!("{address}{separator}{}", query::encode_query(pairs))
}

/// Redirects the browser. The URL contains a code or an error, so it is neither stored nor sent as a referrer.
pub fn redirect_to(address: &str) -> Response {
    Response::empty(302)
        .with_header("location", address)
        .with_header("cache-control", "no-store")
        .with_header("referrer-policy", "no-referrer")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::url::spellings::SPELLINGS;

    #[test]
    fn each_spelling_of_a_url_is_allowed_or_not_as_its_row_says() {
        for row in SPELLINGS {
            assert_eq!(is_allowed(row.text), row.may_redirect, "{:?}", row.text);
        }
    }

    #[test]
    fn the_origin_ends_before_the_path() {
        assert_eq!(allowed_origin("https://app.example:8443/a?b=c"), Some("https://app.example:8443"));
        assert_eq!(allowed_origin("http://[::1]:9000"), Some("http://[::1]:9000"));
        assert_eq!(allowed_origin("https://app.example?x=1"), Some("https://app.example"));
    }

    #[test]
    fn parameters_go_behind_those_of_the_address() {
        assert_eq!(with_params("https://a.example/cb", &[("code", "x")]), "https://a.example/cb?code=x");
        assert_eq!(with_params("https://a.example/cb?t=1", &[("code", "x y")]), "https://a.example/cb?t=1&code=x%20y");
        assert_eq!(with_params("https://a.example/cb?", &[("code", "x")]), "https://a.example/cb?code=x");
    }
}
