//! Region discovery: a read that was answered with 1018, because its account lives elsewhere, is sent once to each
//! other region. The session object then notes the region for all sessions of the account, and the cookie follows.
//!
//! - A write is never tried in another region: it goes where the account is known to live.
//! - Only one read of an account searches at a time in an isolate; the others wait for its result.
//! - An account lives where the response is a success, or an error that the service finds only once it knows whose the
//!   call is. An error that comes before that, or from a proxy, is no evidence.

use super::account::Account;
use super::bearer::{is_elsewhere, regions_to_try};
use super::cache_policy::allows_stale_if_error;
use super::proxy::{ends_session, error_code, may_end_session};
use super::region::{Region, RegionOrigins};
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds for which others wait for a search that is under way: our choice.
pub const WAIT_MAX_MS: u32 = 10_000;

/// Milliseconds during which an account that was found in no region is not looked for again: our choice.
pub const UNKNOWN_TTL: i64 = MINUTE;

/// Accounts that were found in no region, remembered at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// What the service finds wrong before it knows whose a call is: the path, the headers, the size, the token, the region,
/// the app. The same codes may come of a handler, and then say no more.
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

/// True if a request may be made in another region after one that sent it elsewhere: a read, where there is another.
pub fn can_retry_elsewhere(origins: &RegionOrigins, method: Method) -> bool {
    regions_to_try(origins, None, method).len() > 1
}

/// The regions to ask after one that sent a read elsewhere. `known` is where the account is said to live by now.
pub fn remaining_regions(origins: &RegionOrigins, been: Region, known: Region) -> Vec<Region> {
    let mut left = regions_to_try(origins, Some(known), Method::GET);
    left.retain(|region| *region != been);
    left
}

/// What the answer of a region says of the account. Of two answers the page gets that which says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegionEvidence {
    /// It lives elsewhere, or the region does not know the token at all.
    Elsewhere,
    /// Nothing.
    Inconclusive,
    /// Nothing yet: the answer is owed.
    Unavailable,
    /// It lives there.
    Here,
    /// It lived there, and the token is good for nothing any more.
    SessionOver,
}

/// What an answer says. Of a success the body need not be there.
pub fn weigh_answer(status: u16, body: &[u8]) -> RegionEvidence {
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

/// Accounts that every region has just sent elsewhere, with the region that did so first; the oldest gives way.
#[derive(Default)]
pub struct UnknownRegionCache(Vec<(Account, Timestamp)>);

impl UnknownRegionCache {
    /// True if a search for the account has just been in vain.
    pub fn contains(&self, account: &Account, now: Timestamp) -> bool {
        let fresh = |at: Timestamp| at <= now && now < at.saturating_add(UNKNOWN_TTL);
        self.0.iter().any(|(known, at)| known == account && fresh(*at))
    }

    /// Remembers a search that was in vain.
    pub fn insert(&mut self, account: Account, now: Timestamp) {
        self.0.retain(|(known, at)| *known != account && now < at.saturating_add(UNKNOWN_TTL));
        if self.0.len() >= REMEMBERED_MAX {
            self.0.remove(0);
        }
        self.0.push((account, now));
    }
}
