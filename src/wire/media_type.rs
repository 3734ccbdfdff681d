//! Which bodies are JSON without compression, by their headers. The gateway and the service refuse the same ones.

/// True for the media type of JSON, and of formats written in it (`application/ld+json`), whatever their parameters. No
/// page can send these to another origin without a preflight.
pub fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence.strip_prefix("application/").is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

/// The error message for a body that is compressed.
pub const COMPRESSED: &str = "`Content-Encoding` must be left out: send the body without compression.";

/// Whether the value of `Content-Encoding` says that the body is compressed.
pub fn is_compressed(content_encoding: Option<&str>) -> bool {
    content_encoding.is_some_and(|encoding| !encoding.trim().eq_ignore_ascii_case("identity"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_identity_is_no_compression() {
        for (encoding, is) in
            [(None, false), (Some(" Identity "), false), (Some("gzip"), true), (Some("br, gzip"), true)]
        {
            assert_eq!(is_compressed(encoding), is, "{encoding:?}");
        }
    }

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
