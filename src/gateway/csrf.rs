//! Protection against forged requests (CSRF). Requests are accepted from pages of the gateway's origin, which alone can
//! send the static header without a preflight, and from pages of the configured other origins.

use super::origin::Origin;
use super::problem::Problem;
use crate::wire::http::Request;

/// The static header. A page of another origin needs a preflight to send it, and only the configured origins get one.
pub const HEADER: &str = "x-canvass";

/// The header's only value.
pub const VALUE: &str = "1";

/// Checks that a request was caused by a page of `origin`, or of `allowed` if the request comes from there.
///
/// # Errors
///
/// [`Problem::Forbidden`] if another page, or no page at all, may have caused it, and [`Problem::CrossSite`] if a page
/// of an allowed origin caused it that is not of the gateway's site: its browser sends no session.
pub fn check_request(request: &Request, origin: &Origin, allowed: Option<&Origin>) -> Result<(), Problem> {
    // Absent is accepted, because not every browser sends each header. Repeated headers must all be as expected.
    let absent_or = |name: &str, expected: &str| {
        request.headers.iter().filter(|(key, _)| key == name).all(|(_, value)| value == expected)
    };
    let has_header = request.header(HEADER) == Some(VALUE) && absent_or(HEADER, VALUE);
    let page = allowed.unwrap_or(origin);
    // For the allowed origin `Sec-Fetch-Site` says nothing that `Origin` does not, which must match it exactly.
    let is_same_origin = allowed.is_some() || absent_or("sec-fetch-site", "same-origin");
    if !(has_header && is_same_origin && absent_or("origin", page.as_str())) {
        return Err(Problem::Forbidden);
    }
    if request.header("sec-fetch-site") == Some("cross-site") { Err(Problem::CrossSite) } else { Ok(()) }
}
