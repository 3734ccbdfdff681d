//! The `Accept` header: how much a client wants a media type.

use crate::wire::http::parse_quality;

/// The ranges that allow JSON, the most specific first. An empty header, or an empty item, forbids nothing.
const JSON_RANGES: [&str; 4] = ["application/json", "application/*", "*/*", ""];

/// Whether the header allows JSON. Of the ranges that it has, the most specific decides.
pub fn allows_json(accept: &str) -> bool {
    JSON_RANGES.iter().find_map(|range| quality_of(accept, range)).is_some_and(|quality| quality > 0)
}

/// Whether the header prefers HTML to JSON, as that of browsers does. One that has neither gets JSON.
pub fn prefers_page(accept: &str) -> bool {
    let quality = |media_type| quality_of(accept, media_type).unwrap_or(0);
    quality("text/html") > quality("application/json")
}

/// The quality of a media range, in thousandths; `None` if the header does not have it.
fn quality_of(accept: &str, range: &str) -> Option<u32> {
    let items = accept.split(',').map(|item| item.split_once(';').unwrap_or((item, "")));
    let named = items.filter(|(name, _)| name.trim().eq_ignore_ascii_case(range));
    named.map(|(_, parameters)| parse_quality(parameters)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_for_those_who_name_it_first() {
        for accept in [
            "text/html",
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "application/json;q=0.5, TEXT/HTML;q=0.51",
            "text/html; level=1; q=0.001",
        ] {
            assert!(prefers_page(accept), "{accept}");
        }
        for accept in [
            "",
            "*/*",
            "application/json, text/plain, */*",
            "application/json, text/html",
            "text/html;q=0.5, application/json",
            "text/html;q=0",
            "text/html;q=0.000",
            "text/htmlx",
        ] {
            assert!(!prefers_page(accept), "{accept}");
        }
    }

    #[test]
    fn json_is_allowed_by_the_most_specific_range() {
        for accept in
            ["", "*/*", "application/*;q=0.1", "text/html, Application/JSON; q=0.001", "*/*;q=0, application/json"]
        {
            assert!(allows_json(accept), "{accept}");
        }
        for accept in [
            "text/html",
            "application/json;q=0",
            "text/html, */*;q=0",
            "application/json; q=0.0, */*",
            "application/*;q=0, */*",
        ] {
            assert!(!allows_json(accept), "{accept}");
        }
    }
}
