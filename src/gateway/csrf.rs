//! Who may call: only a page of the configured origin, which alone can send the static header unasked.

use super::origin::Origin;
use super::problem::Problem;
use crate::wire::http::Request;

/// The static header. A page of another origin cannot send it without a preflight, and preflights are refused.
pub const HEADER: &str = "x-canvass";

/// Its only value.
pub const VALUE: &str = "1";

/// Refuses a request that a page of another origin, or no page at all, may have caused.
pub fn check(request: &Request, origin: &Origin) -> Result<(), Problem> {
    let absent_or = |name: &str, expected: &str| {
        request.headers.iter().filter(|(key, _)| key == name).all(|(_, value)| value == expected)
    };
    let ours = request.header(HEADER) == Some(VALUE) && absent_or(HEADER, VALUE);
    if ours && absent_or("sec-fetch-site", "same-origin") && absent_or("origin", origin.as_str()) {
        Ok(())
    } else {
        Err(Problem::Forbidden)
    }
}
