//! Who may call: a page of the gateway's origin, which alone can send the static header unasked, and a configured guest.

use super::origin::Origin;
use super::problem::Problem;
use crate::wire::http::Request;

/// The static header. A page of another origin cannot send it without a preflight, which is allowed to a guest only.
pub const HEADER: &str = "x-canvass";

/// Its only value.
pub const VALUE: &str = "1";

/// Refuses a request that a page of another origin than ours and the guest's, or no page at all, may have caused.
///
/// To a guest, `Sec-Fetch-Site` says nothing that its `Origin` does not: it must be there and be the guest's exactly.
pub fn check_request(request: &Request, origin: &Origin, guest: Option<&Origin>) -> Result<(), Problem> {
    let absent_or = |name: &str, expected: &str| {
        request.headers.iter().filter(|(key, _)| key == name).all(|(_, value)| value == expected)
    };
    let ours = request.header(HEADER) == Some(VALUE) && absent_or(HEADER, VALUE);
    let page = guest.unwrap_or(origin);
    if ours && (guest.is_some() || absent_or("sec-fetch-site", "same-origin")) && absent_or("origin", page.as_str()) {
        Ok(())
    } else {
        Err(Problem::Forbidden)
    }
}
