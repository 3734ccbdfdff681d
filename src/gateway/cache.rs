//! The cache: stored responses of an account, reads in flight that others join, and how a write invalidates both.
//!
//! A read that was in flight when a write invalidated it is answered, but neither stored nor joined: a read after the
//! write sees the write. Responses are stored after their links were rewritten. Each response of the service names the
//! granted scopes and those of the plan. If they change, or on a sign-in, the account's cache is cleared; after ten
//! minutes without such a confirmation the service is asked. `cache_policy` says which routes are cached.
//! `Cache-Status` on every read of a page says what the cache did.

mod status;

use super::account::Account;
use super::cache_policy::{Invalidation, SCOPES_TTL, STALE_IF_ERROR_TTL, Ttl};
use super::headers::{RESPONSE_HEADERS, to_header};
use crate::spec::limits::SCOPE_HEADERS;
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::Header;
pub use status::{BYPASS, COLLAPSED, FAILED, HIT, REVALIDATING, SPARED, forward_status, hit_status, is_outdated};
use std::rc::Rc;

/// Bytes of the largest body that is cached; larger ones are only passed on.
pub const BODY_MAX: u64 = 1_000_000;

/// Bytes that are cached at once for one account.
pub const STORE_MAX: usize = 4_000_000;

/// Bytes that an entry counts in addition to its body: it limits the number of entries, which are searched one by one.
const OVERHEAD: usize = 8_000;

/// The key of a cached response. Every key has an account, so that no response is shared between accounts.
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
    /// The key of a read. `scopes` is [`ResponseCache::scopes`]; the parameters of `query` are sorted by name.
    pub fn new(account: &Account, scopes: &str, path: &str, query: &str, language: &str) -> CacheKey {
        let [scopes, path, query, language] = [scopes, path, query, language].map(str::to_owned);
        CacheKey { path, query, language, scopes, account: *account }
    }

    /// True if the key is of this account.
    pub fn belongs_to(&self, account: &Account) -> bool {
        self.account == *account
    }
}

/// A cached response.
#[derive(Debug)]
pub struct CachedResponse<B> {
    /// 200 or 404.
    pub status: u16,
    /// The headers that stay valid for as long as the body does.
    pub headers: Vec<Header>,
    /// The gateway's own entity tag. It is strong, because it is a digest of the body.
    pub etag: String,
    /// The service's entity tag, for conditional requests.
    pub upstream_etag: Option<String>,
    /// The body.
    pub body: B,
    /// Bytes of the body.
    pub length: usize,
}

impl<B> CachedResponse<B> {
    /// Makes an entry from a response of the service; `digest` is that of the body.
    pub fn new(status: u16, headers: &[Header], body: B, length: usize, digest: &str) -> CachedResponse<B> {
        // The service's tag is of the body before links were rewritten, so the gateway sets its own.
        let is_stable = |name: &str| RESPONSE_HEADERS.contains(&name) && !matches!(name, "etag" | "retry-after");
        let etag = format!("\"{digest}\"");
        let mut stored: Vec<Header> = headers.iter().filter(|(name, _)| is_stable(name)).cloned().collect();
        stored.push(to_header(("etag", &etag)));
        let upstream_etag = headers.iter().find(|(name, _)| name == "etag").map(|(_, tag)| tag.clone());
        CachedResponse { status, headers: stored, etag, upstream_etag, body, length }
    }
}

struct CacheEntry<B> {
    key: CacheKey,
    response: Rc<CachedResponse<B>>,
    ttl: Ttl,
    /// When the flight began, not when it ended: the response is at least as new as this.
    requested_at: Timestamp,
    /// Number of the last lookup that returned the entry; the smallest is evicted first.
    last_lookup: u64,
}

impl<B> CacheEntry<B> {
    /// Milliseconds until the entry stops being fresh, negative once it has; `None` if it is too old to be used at all.
    fn fresh_for(&self, now: Timestamp) -> Option<i64> {
        let age = now.0.saturating_sub(self.requested_at.0);
        let remaining = self.ttl.fresh.saturating_sub(age);
        // A negative age means that the clock went back: such an entry is not trusted.
        (0..STALE_IF_ERROR_TTL).contains(&age).then_some(remaining)
    }
}

struct CacheFlight {
    number: u64,
    key: CacheKey,
    began_at: Timestamp,
    invalidated: bool,
}

/// The result of a lookup.
#[derive(Debug)]
pub enum Lookup<B> {
    /// A cached response, and the seconds for which it stays fresh.
    Hit(Rc<CachedResponse<B>>, i64),
    /// A response that expired recently, its negative seconds, and the flight that refreshes it, unless one does so.
    Stale(Rc<CachedResponse<B>>, i64, Option<FlightLeader<B>>),
    /// No usable response: this flight must fetch one.
    Miss(FlightLeader<B>),
    /// A flight with this number already fetches it.
    Join(u64),
}

/// The right and the duty to end a flight, with [`ResponseCache::complete_flight`] or one of the others.
#[derive(Debug)]
pub struct FlightLeader<B> {
    /// The flight's number.
    pub number: u64,
    /// An expired response that may be served if the flight fails.
    pub stale: Option<Rc<CachedResponse<B>>>,
}

/// The cached responses of an account and its reads in flight.
pub struct ResponseCache<B> {
    entries: Vec<CacheEntry<B>>,
    flights: Vec<CacheFlight>,
    scopes: String,
    /// When the newest request was sent whose response reported these scopes.
    confirmed_at: Timestamp,
    last_number: u64,
}

impl<B> Default for ResponseCache<B> {
    fn default() -> ResponseCache<B> {
        let (entries, flights) = (Vec::new(), Vec::new());
        ResponseCache { entries, flights, scopes: String::new(), confirmed_at: Timestamp::default(), last_number: 0 }
    }
}

impl<B> ResponseCache<B> {
    /// The values of the two scope headers as the service last reported them: granted, and available by the plan.
    pub fn scopes(&self) -> &str {
        &self.scopes
    }

    /// Looks up a read that starts now, and begins a flight if there is none to join.
    pub fn look_up(&mut self, key: &CacheKey, now: Timestamp) -> Lookup<B> {
        // A confirmation from after now means that the clock went back: it confirms nothing any more.
        if self.confirmed_at > now {
            self.confirmed_at = Timestamp::default();
        }
        let (lookup, confirmed_at) = (self.next_number(), self.confirmed_at);
        let mut expired = None;
        if let Some((entry, remaining)) = self.find_entry(key, now) {
            entry.last_lookup = lookup;
            // Freshness alone is not enough: an account that lost its access must not read its cache for long.
            let trusted = confirmed_at.max(entry.requested_at).saturating_add(SCOPES_TTL).0.saturating_sub(now.0);
            let (response, seconds) = (Rc::clone(&entry.response), remaining.min(trusted).div_euclid(SECOND));
            if remaining.min(trusted) > 0 {
                return Lookup::Hit(response, seconds);
            }
            if remaining.saturating_add(entry.ttl.stale).min(trusted) > 0 {
                // One caller refreshes; the others are served without a second flight.
                let is_alone = self.find_flight(key).is_none();
                let leader = is_alone.then(|| self.begin_flight(key, Some(Rc::clone(&response)), now));
                return Lookup::Stale(response, seconds, leader);
            }
            expired = Some(response);
        }
        match self.find_flight(key) {
            Some(number) => Lookup::Join(number),
            None => Lookup::Miss(self.begin_flight(key, expired, now)),
        }
    }

    /// Ends a flight with a response, and caches it unless a write has invalidated it meanwhile. `headers` are those of
    /// the service. Entries of other scopes, granted or of the plan, are removed.
    pub fn complete_flight(&mut self, number: u64, response: &Rc<CachedResponse<B>>, ttl: Ttl, headers: &[Header]) {
        let Some(CacheFlight { mut key, began_at, invalidated, .. }) = self.remove_flight(number) else { return };
        let reported = parse_scopes(headers);
        // Before the check for invalidation: a change of access counts whatever happens to the response.
        if let Some(reported) = reported.as_ref().filter(|reported| **reported != self.scopes) {
            self.entries.retain(|entry| entry.key.scopes == *reported);
            self.scopes.clone_from(reported);
        }
        if invalidated {
            return;
        }
        if reported.is_some() {
            self.confirmed_at = self.confirmed_at.max(began_at);
        }
        // The flight began under the scopes of that time; later lookups use the present ones.
        key.scopes.clone_from(&self.scopes);
        self.entries.retain(|entry| entry.key != key);
        let last_lookup = self.next_number();
        self.entries.push(CacheEntry { key, response: Rc::clone(response), ttl, requested_at: began_at, last_lookup });
        self.make_room();
    }

    /// Ends a flight whose response must not be cached, and removes the earlier response, which is outdated now.
    pub fn complete_uncached(&mut self, number: u64) {
        if let Some(flight) = self.remove_flight(number).filter(|flight| !flight.invalidated) {
            self.entries.retain(|entry| entry.key != flight.key);
        }
    }

    /// Ends a flight without a usable response. Returns an earlier one that may be served, with its remaining seconds.
    pub fn fail_flight(&mut self, number: u64, now: Timestamp) -> Option<(Rc<CachedResponse<B>>, i64)> {
        let flight = self.remove_flight(number)?;
        let (entry, remaining) = self.find_entry(&flight.key, now)?;
        // A 404 that is no longer true would hide a resource; an outdated 200 is better than an error.
        (entry.response.status == 200).then(|| (Rc::clone(&entry.response), remaining.div_euclid(SECOND)))
    }

    /// Removes the responses that a write may have changed, and marks such reads in flight as not to be cached.
    pub fn invalidate(&mut self, invalidation: &Invalidation<'_>) {
        self.remove_matching(&|key| invalidation.covers_path(&key.path));
    }

    /// Removes all responses, and marks all reads in flight as not to be cached.
    pub fn clear(&mut self) {
        self.remove_matching(&|_| true);
    }

    fn remove_matching(&mut self, matches: &dyn Fn(&CacheKey) -> bool) {
        self.entries.retain(|entry| !matches(&entry.key));
        // What is in flight may have been read before the write.
        for flight in self.flights.iter_mut().filter(|flight| matches(&flight.key)) {
            flight.invalidated = true;
        }
    }

    fn find_entry(&mut self, key: &CacheKey, now: Timestamp) -> Option<(&mut CacheEntry<B>, i64)> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == *key)?;
        let remaining = entry.fresh_for(now)?;
        Some((entry, remaining))
    }

    fn find_flight(&self, key: &CacheKey) -> Option<u64> {
        self.flights.iter().find(|flight| flight.key == *key && !flight.invalidated).map(|flight| flight.number)
    }

    fn begin_flight(
        &mut self,
        key: &CacheKey,
        stale: Option<Rc<CachedResponse<B>>>,
        now: Timestamp,
    ) -> FlightLeader<B> {
        let number = self.next_number();
        self.flights.push(CacheFlight { number, key: key.clone(), began_at: now, invalidated: false });
        FlightLeader { number, stale: stale.filter(|response| response.status == 200) }
    }

    fn remove_flight(&mut self, number: u64) -> Option<CacheFlight> {
        let at = self.flights.iter().position(|flight| flight.number == number)?;
        Some(self.flights.swap_remove(at))
    }

    /// Evicts the entries that were not looked up for longest until the rest fits.
    fn make_room(&mut self) {
        let size = |entry: &CacheEntry<B>| entry.response.length.saturating_add(OVERHEAD);
        let mut total: usize = self.entries.iter().map(size).sum();
        while total > STORE_MAX {
            let oldest = self.entries.iter().enumerate().min_by_key(|(_, entry)| entry.last_lookup).map(|(at, _)| at);
            let Some(at) = oldest else { return };
            total = total.saturating_sub(size(&self.entries.swap_remove(at)));
        }
    }

    fn next_number(&mut self) -> u64 {
        self.last_number = self.last_number.saturating_add(1);
        self.last_number
    }
}

/// The two scope headers in one text; `None` if the response has neither.
fn parse_scopes(headers: &[Header]) -> Option<String> {
    let value = |name: &str| headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value);
    let scopes = SCOPE_HEADERS.map(value).join("\n");
    // One byte is the line end alone.
    (scopes.len() > 1).then_some(scopes)
}
