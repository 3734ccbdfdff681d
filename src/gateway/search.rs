//! The search for an account's region, where a read was answered that it lives elsewhere: the read itself is made in
//! every other region once.
//!
//! A write is never tried in another region: it goes where the account is known to live.

use super::account::Account;
use super::bearer::{is_elsewhere, tries};
use super::freshness::is_owed;
use super::proxy::{code, ends_session, may_end_session};
use super::region::{Origins, Region};
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::dates::{MINUTE, Moment};

/// Milliseconds for which others wait for a search that is under way: our choice.
pub const PATIENCE: u32 = 10_000;

/// Milliseconds during which an account that was found in no region is not looked for again: our choice.
pub const REST: i64 = MINUTE;

/// Accounts that were found in no region, remembered at once in one isolate: our choice.
pub const REMEMBERED_MAX: usize = 1024;

/// What the service finds wrong before it knows whose a call is: the path, the headers, the size, the token, the region,
/// the app. The same codes may come of a handler, and then say no more.
const BEFORE: &[Error] = &[
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
pub fn can_follow(origins: &Origins, method: Method) -> bool {
    tries(origins, None, method).len() > 1
}

/// The regions to ask after one that sent a read elsewhere. `known` is where the account is said to live by now.
pub fn after(origins: &Origins, been: Region, known: Region) -> Vec<Region> {
    let mut left = tries(origins, Some(known), Method::GET);
    left.retain(|region| *region != been);
    left
}

/// What the answer of a region says of the account. Of two answers the page gets that which says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// It lives elsewhere, or the region does not know the token at all.
    Elsewhere,
    /// Nothing.
    Nothing,
    /// Nothing yet: the answer is owed.
    Owed,
    /// It lives there.
    Here,
    /// It lived there, and the token is good for nothing any more.
    Over,
}

/// What an answer says. Of a success the body need not be there.
pub fn word(status: u16, body: &[u8]) -> Word {
    let code = code(body);
    let is = |error: &Error| code.as_ref().is_some_and(|code| *code == error.row().code.to_string());
    if is_owed(status) {
        Word::Owed
    } else if status < 400 {
        Word::Here
    } else if is_elsewhere(body) || is(&Error::InvalidToken) {
        Word::Elsewhere
    } else if may_end_session(status) && ends_session(body) {
        Word::Over
    } else if Error::ALL.iter().any(|error| is(error) && !BEFORE.contains(error)) {
        Word::Here
    } else {
        Word::Nothing
    }
}

/// Accounts that every region has just sent elsewhere, with the region that did so first; the oldest gives way.
#[derive(Default)]
pub struct Nowhere(Vec<(Account, Moment)>);

impl Nowhere {
    /// True if a search for the account has just been in vain.
    pub fn has(&self, account: &Account, now: Moment) -> bool {
        let fresh = |at: Moment| at <= now && now < at.plus(REST);
        self.0.iter().any(|(known, at)| known == account && fresh(*at))
    }

    /// Remembers a search that was in vain.
    pub fn learn(&mut self, account: Account, now: Moment) {
        self.0.retain(|(known, at)| *known != account && now < at.plus(REST));
        if self.0.len() >= REMEMBERED_MAX {
            self.0.remove(0);
        }
        self.0.push((account, now));
    }
}
