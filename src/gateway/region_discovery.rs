//! Region discovery: a read that was refused with 1018, because its account lives elsewhere, is sent once to each other
//! region. The session object then stores the region for all sessions of the account, and the cookie follows.
//!
//! - A write is never tried in another region: it goes where the account is known to live.
//! - Only one read of an account searches at a time in an isolate; the others wait for its result.
//! - The account lives in a region if that responds with a success, or with an error that the service finds only after
//!   identifying the account. An error that comes earlier, or from a proxy, is no evidence.

use super::account::Account;
use super::bearer::{is_elsewhere, regions_to_try};
use super::cache_policy::allows_stale_if_error;
use super::proxy::{ends_session, error_code, may_end_session};
use super::region::{Region, RegionOrigins};
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds for which other reads wait for a search in progress: our choice.
pub const WAIT_MAX_MS: u32 = 10_000;

/// Milliseconds for which an account that no region knows is not searched again: our choice.
pub const UNKNOWN_TTL: i64 = MINUTE;

/// Accounts without a region that are cached at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// Errors that the service finds before it identifies the account: in the path, the headers, the size, the token, the
/// region, the app. A handler may return the same codes, which then are no evidence either.
const UNSPECIFIC_ERRORS: &[Error] = &[
    Error::NotFound,
    Error::MethodNotAllowed,
    Error::BadHeaders,
    Error::TooLarge,
    Error::NoToken,
    Error::InvalidToken,
    Error::WrongRegion,
    Error::NotAuthorized,
];

/// True if a request that one region refused may be sent to another one: a read, if there is another region.
pub fn can_retry_elsewhere(origins: &RegionOrigins, method: Method) -> bool {
    regions_to_try(origins, None, method).len() > 1
}

/// The regions to ask after one refused a read as from elsewhere. `known` is where the account is now said to live.
pub fn remaining_regions(origins: &RegionOrigins, tried: Region, known: Region) -> Vec<Region> {
    let mut remaining = regions_to_try(origins, Some(known), Method::GET);
    remaining.retain(|region| *region != tried);
    remaining
}

/// What a region's response says about the account. Of two responses the page gets the one with the greater evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegionEvidence {
    /// The account lives elsewhere, or the region does not know the token at all.
    Elsewhere,
    /// Neither.
    Inconclusive,
    /// Nothing yet: the region failed or its quota is used up.
    Unavailable,
    /// The account lives there.
    Here,
    /// The account lived there, and the token is invalid for good.
    SessionOver,
}

/// Weighs a region's response. The body of a success is not needed.
pub fn weigh_answer(status: u16, body: &[u8]) -> RegionEvidence {
    // A failure may have any body, and a refused token says nothing about a session in another region.
    let code = error_code(body);
    let is = |error: &Error| code.as_ref().is_some_and(|code| *code == error.row().code.to_string());
    if allows_stale_if_error(status) {
        RegionEvidence::Unavailable
    } else if status < 400 {
        RegionEvidence::Here
    } else if is_elsewhere(body) || is(&Error::InvalidToken) {
        RegionEvidence::Elsewhere
    } else if may_end_session(status) && ends_session(body) {
        RegionEvidence::SessionOver
    } else if Error::ALL.iter().any(|error| is(error) && !UNSPECIFIC_ERRORS.contains(error)) {
        RegionEvidence::Here
    } else {
        RegionEvidence::Inconclusive
    }
}

/// Accounts that every region has just refused, with the time. The oldest entry is removed when the cache is full.
#[derive(Default)]
pub struct UnknownRegionCache(Vec<(Account, Timestamp)>);

impl UnknownRegionCache {
    /// True if a recent search for the account failed.
    pub fn contains(&self, account: &Account, now: Timestamp) -> bool {
        // An entry of the future is of a clock that has gone back since.
        let is_recent = |at: Timestamp| at <= now && now < at.saturating_add(UNKNOWN_TTL);
        self.0.iter().any(|(known, at)| known == account && is_recent(*at))
    }

    /// Stores that a search failed.
    pub fn insert(&mut self, account: Account, now: Timestamp) {
        self.0.retain(|(known, at)| *known != account && now < at.saturating_add(UNKNOWN_TTL));
        if self.0.len() >= REMEMBERED_MAX {
            self.0.remove(0);
        }
        self.0.push((account, now));
    }
}
