//! The search for an account's region, where a read was answered that it lives elsewhere: the read itself is made in
//! every other region once.
//!
//! A write is never tried in another region: it goes where the account is known to live.

use super::bearer::{is_elsewhere, tries};
use super::freshness::is_owed;
use super::region::{Origins, Region};
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;

/// Milliseconds for which others wait for a search that is under way: our choice.
pub const PATIENCE: u32 = 10_000;

/// The regions to ask after one that sent a read elsewhere. `known` is where the account is said to live by now.
pub fn after(origins: &Origins, been: Region, known: Region) -> Vec<Region> {
    let mut left = tries(origins, Some(known), Method::GET);
    left.retain(|region| *region != been);
    left
}

/// The same for a read that has waited for the search of another: where that found the account, if it did.
pub fn after_another(been: Region, known: Region) -> Vec<Region> {
    Vec::from_iter(Some(known).filter(|known| *known != been))
}

/// What the answer of a region says of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// It lives there.
    Here,
    /// It does not, or the region does not know the token at all.
    Elsewhere,
    /// Nothing: the answer is owed.
    Owed,
}

/// What an answer says. Of a success the body need not be there.
pub fn word(status: u16, body: &[u8]) -> Word {
    if is_owed(status) {
        Word::Owed
    } else if status == Error::InvalidToken.row().status || is_elsewhere(body) {
        Word::Elsewhere
    } else {
        Word::Here
    }
}
