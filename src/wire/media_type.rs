//! Media types: which ones are JSON. The gateway and the service refuse the same bodies.

/// True for the media type of JSON, and of formats written in it (`application/ld+json`), whatever their parameters. No
/// page can send these to another origin without a preflight.
pub fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence.strip_prefix("application/").is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_a_media_type_of_its_own_or_a_suffix() {
        for (kind, is) in [
            ("application/json", true),
            ("application/JSON; charset=utf-8", true),
            (" application/json ", true),
            ("application/ld+json", true),
            ("application/Client+JSON;v=1", true),
            ("text/ld+json", false),
            ("text/json", false),
            ("text/html", false),
            ("text/plain; application/json", false),
            ("application/jsonp", false),
            ("+json", false),
            ("", false),
        ] {
            assert_eq!(is_json(kind), is, "{kind}");
        }
    }
}
