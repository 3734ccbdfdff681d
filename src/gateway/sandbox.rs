//! Who sees the demo world: this machine only, by a header that no page of another origin can send.

use super::csrf;
use super::origin::Origin;
use super::problem::Problem;
use crate::wire::http::Request;

/// Admits a request to the sandbox at an origin whose host it has named exactly.
pub fn admit_local(request: &Request, origin: &Origin) -> Result<(), Problem> {
    if !crate::SANDBOX || !origin.is_loopback() {
        return Err(Problem::NotFound);
    }
    csrf::check_request(request, origin, None)
}
