//! Access to the sandbox: from this machine only, with a header that no page of another origin can send.

use super::csrf;
use super::origin::Origin;
use super::problem::Problem;
use crate::wire::http::Request;

/// Admits a request to the sandbox. `origin` is that whose host the request has named exactly.
///
/// # Errors
///
/// [`Problem::NotFound`] at an origin that is not loopback, [`Problem::Forbidden`] if another site may have caused it.
pub fn admit_local(request: &Request, origin: &Origin) -> Result<(), Problem> {
    if !crate::SANDBOX || !origin.is_loopback() {
        return Err(Problem::NotFound);
    }
    csrf::check_request(request, origin, None)
}
