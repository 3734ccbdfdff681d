//! Calls of servers to `/v3` with their own token, where the configuration enables them. A read that reaches the wrong
//! region is sent once to each other region, and the region that accepted it is cached for the token.
//!
//! Browsers use a session instead: a request with a header that only pages send is refused here, and a request with a
//! token is refused there.

use super::csrf;
use super::keys;
use super::problem::Problem;
use super::proxy::{self, AdmittedRequest, BodySize, Refusal};
use super::region::{Region, RegionOrigins};
use crate::crypto::secret::Secret;
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::bearer;
use crate::wire::http::Request;

/// Headers that pages send and servers do not. `sec-fetch-mode` is not listed, because some servers send it.
const PAGE_HEADERS: &[&str] = &["cookie", "origin", "sec-fetch-site", csrf::HEADER];

/// Tokens whose region is cached at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// Admits a server's call and returns it with its token.
///
/// # Errors
///
/// A [`Refusal`] if the request has a header of a page or no token, or does not match the endpoint table.
pub fn admit_call(request: &Request, payload: BodySize) -> Result<(AdmittedRequest, Secret), Refusal> {
    // A page that could use this path would bypass its session and the checks against forged requests.
    if PAGE_HEADERS.iter().any(|name| request.header(name).is_some()) {
        return Err(Problem::BearerRefused.into());
    }
    let token = request.header("authorization").and_then(bearer::read_token).ok_or(Error::NoToken)?;
    let token = Secret::new(token);
    Ok((proxy::match_endpoint(request, &request.path, payload)?, token))
}

/// The regions in which a call is tried, in order: that of the token if it is known, else the default one; for a read
/// all others as well.
pub fn regions_to_try(origins: &RegionOrigins, known: Option<Region>, method: Method) -> Vec<Region> {
    let known = known.filter(|region| origins.origin_of(*region).is_some());
    let mut order: Vec<Region> = known.into_iter().collect();
    order.extend(origins.regions().filter(|region| Some(*region) != known));
    // A write goes to one region only, because a repeated write could take effect twice.
    order.truncate(if method.is_read() { order.len() } else { 1 });
    order
}

/// The cache key of a token: a hash of it, independent of any client id.
pub fn token_name(token: &Secret) -> [u8; 16] {
    keys::derive_account_name("", token.expose())
}

/// True if the response body must be read and passed to [`is_elsewhere`].
pub fn may_be_elsewhere(status: u16) -> bool {
    status == Error::WrongRegion.row().status
}

/// True if an error body says that the account lives in another region.
pub fn is_elsewhere(body: &[u8]) -> bool {
    proxy::error_code(body).is_some_and(|code| code == Error::WrongRegion.row().code.to_string())
}

/// Regions by token hash. The oldest entry is removed when the cache is full.
#[derive(Default)]
pub struct RegionCache(Vec<([u8; 16], Region)>);

impl RegionCache {
    /// The region in which the token was last accepted, if it is cached.
    pub fn get(&self, token: &[u8; 16]) -> Option<Region> {
        self.0.iter().find(|(known, _)| known == token).map(|(_, region)| *region)
    }

    /// Stores the region in which a token was accepted.
    pub fn insert(&mut self, token: [u8; 16], region: Region) {
        self.0.retain(|(known, _)| *known != token);
        if self.0.len() >= REMEMBERED_MAX {
            self.0.remove(0);
        }
        self.0.push((token, region));
    }
}
