//! Calls of servers, by way of `/v3`, with a token of their own, where they are configured: a read that reached the
//! wrong region is sent once to the others, and the region that answered is remembered.
//!
//! A browser has a session instead: what only a page sends is refused here, as a token is refused there.

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

/// What a page sends with a request, and a server does not. Of the headers of fetch metadata some servers send the mode.
const PAGE_HEADERS: &[&str] = &["cookie", "origin", "sec-fetch-site", csrf::HEADER];

/// Tokens whose region is remembered at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// Admits a server's call, and gives its token; or says why not.
pub fn admit_call(request: &Request, payload: BodySize) -> Result<(AdmittedRequest, Secret), Refusal> {
    if PAGE_HEADERS.iter().any(|name| request.header(name).is_some()) {
        return Err(Problem::BearerRefused.into());
    }
    let token = request.header("authorization").and_then(bearer::read_token).ok_or(Error::NoToken)?;
    let token = Secret::new(token);
    Ok((proxy::match_endpoint(request, &request.path, payload)?, token))
}

/// The regions in which a call is tried: the token's own if it is known, else the first, and for a read all others.
pub fn regions_to_try(origins: &RegionOrigins, known: Option<Region>, method: Method) -> Vec<Region> {
    let known = known.filter(|region| origins.origin_of(*region).is_some());
    let mut order: Vec<Region> = known.into_iter().collect();
    order.extend(origins.regions().filter(|region| Some(*region) != known));
    order.truncate(if method.is_read() { order.len() } else { 1 });
    order
}

/// What the region of a token is remembered by, whatever app it belongs to.
pub fn token_name(token: &Secret) -> [u8; 16] {
    keys::derive_account_name("", token.expose())
}

/// True if an answer's body may have to be read by [`is_elsewhere`].
pub fn may_be_elsewhere(status: u16) -> bool {
    status == Error::WrongRegion.row().status
}

/// True if an error says that the account lives in another region.
pub fn is_elsewhere(body: &[u8]) -> bool {
    proxy::error_code(body).is_some_and(|code| code == Error::WrongRegion.row().code.to_string())
}

/// The regions of tokens, by a hash of each; the oldest gives way.
#[derive(Default)]
pub struct RegionCache(Vec<([u8; 16], Region)>);

impl RegionCache {
    /// The region of a token, if it was answered there before.
    pub fn get(&self, token: &[u8; 16]) -> Option<Region> {
        self.0.iter().find(|(known, _)| known == token).map(|(_, region)| *region)
    }

    /// Remembers where a token was answered.
    pub fn insert(&mut self, token: [u8; 16], region: Region) {
        self.0.retain(|(known, _)| *known != token);
        if self.0.len() >= REMEMBERED_MAX {
            self.0.remove(0);
        }
        self.0.push((token, region));
    }
}
