//! Whether a form was sent from a page of this service, as far as the browser says. `Origin` and `Sec-Fetch-Site` are
//! checked independently, because browsers send either, both, or none.

use crate::wire::http::Request;

/// Whether a form was sent from another site or origin than the one that receives it.
///
/// `null` is the origin of a page that hides its own. A page of this service may hide it because of browser settings;
/// then `Sec-Fetch-Site` must be `same-origin`.
pub fn is_cross_site(request: &Request) -> bool {
    let values = |name: &'static str| {
        request.headers.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    };
    let is_same_origin = request.header("sec-fetch-site") == Some("same-origin");
    !values("sec-fetch-site").all(|site| matches!(site, "same-origin" | "none"))
        || !values("origin").all(|origin| origin == request.origin || (origin == "null" && is_same_origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "https://surveys.example.com";

    fn foreign(headers: &[(&str, &str)]) -> bool {
        is_cross_site(&Request {
            method: "POST".to_owned(),
            origin: OURS.to_owned(),
            path: "/oauth/authorize".to_owned(),
            query: String::new(),
            headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            body: Vec::new(),
        })
    }

    #[test]
    fn s81_a_foreign_origin_is_refused_whatever_the_other_headers_are() {
        for origin in [
            "https://evil.example",
            "https://eu.surveys.example.com",
            "http://surveys.example.com",
            "https://surveys.example.com:8443",
            "https://surveys.example.com/",
            "https://surveys.example.com, https://evil.example",
            "null",
            "",
        ] {
            assert!(foreign(&[("origin", origin)]), "{origin}");
            assert!(foreign(&[("origin", origin), ("sec-fetch-site", "none")]), "{origin}");
            assert!(foreign(&[("origin", OURS), ("origin", origin)]), "{origin}");
            assert_eq!(foreign(&[("origin", origin), ("sec-fetch-site", "same-origin")]), origin != "null", "{origin}");
        }
        for site in ["cross-site", "same-site", "", "same-origin, cross-site"] {
            assert!(foreign(&[("sec-fetch-site", site)]) && foreign(&[("origin", OURS), ("sec-fetch-site", site)]));
            assert!(foreign(&[("sec-fetch-site", "same-origin"), ("sec-fetch-site", site)]), "{site}");
        }
        assert!(!foreign(&[]) && !foreign(&[("origin", OURS)]));
        assert!(!foreign(&[("origin", OURS), ("sec-fetch-site", "same-origin")]));
        assert!(!foreign(&[("origin", OURS), ("sec-fetch-site", "none")]));
    }
}
