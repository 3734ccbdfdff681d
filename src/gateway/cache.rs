//! The cache: cached responses of an account, reads in flight that others join, and what a write makes of both.
//!
//! A read that was in flight when a write touched it is answered, but neither cached nor joined any more: a read after
//! the write sees the write. A response is cached with its links already rewritten. It is served while the service has
//! confirmed, by the scopes that its responses name, what the account granted and what its plan has: other scopes or a
//! sign-in clear the account's cache, and after ten minutes without a confirmation the service is asked. `cache_policy`
//! says which routes are cached. `Cache-Status` says on every read of a page what the cache did.

use super::account::Account;
use super::cache_policy::{Invalidation, SCOPES_TTL, STALE_IF_ERROR_TTL, Ttl};
use super::headers::{RESPONSE_HEADERS, to_header};
use crate::spec::limits::SCOPE_HEADERS;
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::Header;
use std::rc::Rc;

/// Bytes of a body that is kept; a longer one passes through.
pub const BODY_MAX: u64 = 1_000_000;

/// Bytes that are kept at once of one account.
pub const STORE_MAX: usize = 4_000_000;

/// What an answer counts for beside its body, so that there are never too many of them to look through.
const OVERHEAD: usize = 8_000;

/// What an answer is kept under. It names the account: there is no other way to make one.
///
/// ```compile_fail
/// let key = canvass::gateway::cache::CacheKey { account: None, scopes: "", path: "", query: "", language: "" };
/// ```
/// ```compile_fail
/// let key = canvass::gateway::cache::CacheKey::default();
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheKey {
    path: String,
    query: String,
    language: String,
    scopes: String,
    account: Account,
}

impl CacheKey {
    /// The key of a read. `scopes` are what the service last said of the account's, `query` is sorted.
    pub fn new(account: &Account, scopes: &str, path: &str, query: &str, language: &str) -> CacheKey {
        let [scopes, path, query, language] = [scopes, path, query, language].map(str::to_owned);
        CacheKey { path, query, language, scopes, account: *account }
    }

    /// True if it is a key of this account.
    pub fn belongs_to(&self, account: &Account) -> bool {
        self.account == *account
    }
}

/// An answer that is kept.
#[derive(Debug)]
pub struct CachedResponse<B> {
    /// 200 or 404.
    pub status: u16,
    /// The headers that are true of the body whenever it is given.
    pub headers: Vec<Header>,
    /// The gateway's own tag: strong, since it is made of the body.
    pub etag: String,
    /// The service's tag, to ask it whether the answer has changed.
    pub upstream_etag: Option<String>,
    /// The body.
    pub body: B,
    /// The body's bytes.
    pub length: usize,
}

impl<B> CachedResponse<B> {
    /// An answer of the service with its body, whose digest is this.
    pub fn new(status: u16, headers: &[Header], body: B, length: usize, digest: &str) -> CachedResponse<B> {
        let lasting = |name: &str| RESPONSE_HEADERS.contains(&name) && !matches!(name, "etag" | "retry-after");
        let tag = format!("\"{digest}\"");
        let mut kept: Vec<Header> = headers.iter().filter(|(name, _)| lasting(name)).cloned().collect();
        kept.push(to_header(("etag", &tag)));
        let theirs = headers.iter().find(|(name, _)| name == "etag").map(|(_, tag)| tag.clone());
        CachedResponse { status, headers: kept, etag: tag, upstream_etag: theirs, body, length }
    }
}

struct CacheEntry<B> {
    key: CacheKey,
    response: Rc<CachedResponse<B>>,
    ttl: Ttl,
    at: Timestamp,
    used: u64,
}

impl<B> CacheEntry<B> {
    /// Milliseconds until it is not fresh any more, negative from then on; none if it is of no use at all.
    fn fresh_for(&self, now: Timestamp) -> Option<i64> {
        let age = now.0.saturating_sub(self.at.0);
        let left = self.ttl.fresh.saturating_sub(age);
        (0..STALE_IF_ERROR_TTL).contains(&age).then_some(left)
    }
}

struct CacheFlight {
    number: u64,
    key: CacheKey,
    at: Timestamp,
    invalidated: bool,
}

/// What there is for a read.
#[derive(Debug)]
pub enum Lookup<B> {
    /// An answer, and for how many seconds more.
    Hit(Rc<CachedResponse<B>>, i64),
    /// An answer that has just grown old, since when, and the flight that must fetch another one, if none does.
    Stale(Rc<CachedResponse<B>>, i64, Option<FlightLeader<B>>),
    /// Nothing: this flight must fetch it.
    Miss(FlightLeader<B>),
    /// A flight that fetches it already.
    Join(u64),
}

/// A flight to the service.
#[derive(Debug)]
pub struct FlightLeader<B> {
    /// Its number.
    pub number: u64,
    /// An answer that has grown old, and is better than none.
    pub stale: Option<Rc<CachedResponse<B>>>,
}

/// The answers of an account, and its reads under way.
pub struct ResponseCache<B> {
    entries: Vec<CacheEntry<B>>,
    flights: Vec<CacheFlight>,
    scopes: String,
    /// When the service was last asked that said so.
    confirmed: Timestamp,
    last_number: u64,
}

impl<B> Default for ResponseCache<B> {
    fn default() -> ResponseCache<B> {
        let (entries, flights) = (Vec::new(), Vec::new());
        ResponseCache { entries, flights, scopes: String::new(), confirmed: Timestamp::default(), last_number: 0 }
    }
}

impl<B> ResponseCache<B> {
    /// The scopes that the service last said were granted, and those that it said the plan has.
    pub fn scopes(&self) -> &str {
        &self.scopes
    }

    /// What there is for a read that starts now.
    pub fn look_up(&mut self, key: &CacheKey, now: Timestamp) -> Lookup<B> {
        let (used, confirmed) = (self.next_number(), self.confirmed);
        let mut old = None;
        if let Some((entry, left)) = self.find_entry(key, now) {
            entry.used = used;
            let trusted = confirmed.max(entry.at).saturating_add(SCOPES_TTL).0.saturating_sub(now.0);
            let (kept, seconds) = (Rc::clone(&entry.response), left.min(trusted).div_euclid(SECOND));
            if left.min(trusted) > 0 {
                return Lookup::Hit(kept, seconds);
            }
            if left.saturating_add(entry.ttl.stale).min(trusted) > 0 {
                let lead = self.find_flight(key).is_none().then(|| self.begin_flight(key, Some(Rc::clone(&kept)), now));
                return Lookup::Stale(kept, seconds, lead);
            }
            old = Some(kept);
        }
        match self.find_flight(key) {
            Some(number) => Lookup::Join(number),
            None => Lookup::Miss(self.begin_flight(key, old, now)),
        }
    }

    /// Ends a flight with an answer, and keeps it unless a write has touched it meanwhile. `headers` are those that came;
    /// what was kept under other scopes, granted or of the plan, is forgotten.
    pub fn complete_flight(&mut self, number: u64, kept: &Rc<CachedResponse<B>>, pace: Ttl, headers: &[Header]) {
        let Some(CacheFlight { mut key, at, invalidated: spoiled, .. }) = self.remove_flight(number) else { return };
        let said = parse_scopes(headers);
        if let Some(said) = said.as_ref().filter(|said| **said != self.scopes) {
            self.entries.retain(|entry| entry.key.scopes == *said);
            self.scopes.clone_from(said);
        }
        if spoiled {
            return;
        }
        if said.is_some() {
            self.confirmed = self.confirmed.max(at);
        }
        key.scopes.clone_from(&self.scopes);
        self.entries.retain(|entry| entry.key != key);
        let used = self.next_number();
        self.entries.push(CacheEntry { key, response: Rc::clone(kept), ttl: pace, at, used });
        self.make_room();
    }

    /// Ends a flight whose answer must not be kept: the one from before is not true any more.
    pub fn complete_uncached(&mut self, number: u64) {
        if let Some(flight) = self.remove_flight(number).filter(|flight| !flight.invalidated) {
            self.entries.retain(|entry| entry.key != flight.key);
        }
    }

    /// Ends a flight that brought nothing; the answer from before stands in, with its seconds left, if there is one.
    pub fn fail_flight(&mut self, number: u64, now: Timestamp) -> Option<(Rc<CachedResponse<B>>, i64)> {
        let flight = self.remove_flight(number)?;
        let (entry, left) = self.find_entry(&flight.key, now)?;
        (entry.response.status == 200).then(|| (Rc::clone(&entry.response), left.div_euclid(SECOND)))
    }

    /// Forgets what a write has touched.
    pub fn invalidate(&mut self, touch: &Invalidation<'_>) {
        self.remove_matching(&|key| touch.covers_path(&key.path));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.remove_matching(&|_| true);
    }

    fn remove_matching(&mut self, touched: &dyn Fn(&CacheKey) -> bool) {
        self.entries.retain(|entry| !touched(&entry.key));
        for flight in self.flights.iter_mut().filter(|flight| touched(&flight.key)) {
            flight.invalidated = true;
        }
    }

    fn find_entry(&mut self, key: &CacheKey, now: Timestamp) -> Option<(&mut CacheEntry<B>, i64)> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == *key)?;
        let left = entry.fresh_for(now)?;
        Some((entry, left))
    }

    fn find_flight(&self, key: &CacheKey) -> Option<u64> {
        self.flights.iter().find(|flight| flight.key == *key && !flight.invalidated).map(|flight| flight.number)
    }

    fn begin_flight(&mut self, key: &CacheKey, old: Option<Rc<CachedResponse<B>>>, now: Timestamp) -> FlightLeader<B> {
        let number = self.next_number();
        self.flights.push(CacheFlight { number, key: key.clone(), at: now, invalidated: false });
        FlightLeader { number, stale: old.filter(|old| old.status == 200) }
    }

    fn remove_flight(&mut self, number: u64) -> Option<CacheFlight> {
        let at = self.flights.iter().position(|flight| flight.number == number)?;
        Some(self.flights.swap_remove(at))
    }

    /// Drops what was not used for longest until the rest fits.
    fn make_room(&mut self) {
        let size = |entry: &CacheEntry<B>| entry.response.length.saturating_add(OVERHEAD);
        let mut total: usize = self.entries.iter().map(size).sum();
        while total > STORE_MAX {
            let oldest = self.entries.iter().enumerate().min_by_key(|(_, entry)| entry.used).map(|(at, _)| at);
            let Some(at) = oldest else { return };
            total = total.saturating_sub(size(&self.entries.swap_remove(at)));
        }
    }

    fn next_number(&mut self) -> u64 {
        self.last_number = self.last_number.saturating_add(1);
        self.last_number
    }
}

/// What an answer says of the scopes, if it says anything.
fn parse_scopes(headers: &[Header]) -> Option<String> {
    let said = |name: &str| headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value);
    let said = SCOPE_HEADERS.map(said).join("\n");
    (said.len() > 1).then_some(said)
}

/// `Cache-Status` of RFC 9211 for a read whose answer is never kept.
pub const BYPASS: &str = "canvass; fwd=bypass";

/// What follows in `Cache-Status` where another read had asked already.
pub const COLLAPSED: &str = "; collapsed";

/// How `Cache-Status` begins for an answer that was kept.
pub const HIT: &str = "canvass; hit";

/// `Cache-Status` for an answer that was kept, and why it was given although it had grown old.
pub fn hit_status(seconds: i64, why: &str) -> String {
    let detail = if why.is_empty() { "" } else { "; detail=" };
    format!("{HIT}; ttl={seconds}{detail}{why}")
}

/// `Cache-Status` for an answer of the service, and for how long it is kept.
pub fn forward_status(why: &str, status: u16, pace: Option<Ttl>) -> String {
    let stored = pace.map(|pace| format!("; stored; ttl={}", pace.fresh.div_euclid(SECOND))).unwrap_or_default();
    format!("canvass; fwd={why}; fwd-status={status}{stored}")
}
