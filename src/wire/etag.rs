//! Strong entity tags of responses, and `If-None-Match`.

use std::hash::{DefaultHasher, Hasher as _};

/// The header of a response with its tag.
pub const ETAG_HEADER: &str = "etag";

/// The header of a request with the tags that the client knows.
pub const IF_NONE_MATCH_HEADER: &str = "if-none-match";

/// The tag of a body. Only who knows the key can find another body with the same tag.
pub fn tag_of(key: &[u8], body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(key);
    hasher.write(body);
    format!("\"{:016x}\"", hasher.finish())
}

/// Whether an `If-None-Match` lists a tag. Weak tags count as strong ones, because no ranges are served.
pub fn lists_etag(header: &str, tag: &str) -> bool {
    header.split(',').map(str::trim).any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item) == tag)
}
