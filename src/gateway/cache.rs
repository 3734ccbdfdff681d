//! The cache: answers kept for an account, reads under way that others join, and what a write makes of both.
//!
//! A read that was under way when a write touched it is answered, and neither kept nor joined any more: whoever asks
//! after the write learns what it did.

use super::account::Account;
use super::freshness::{Pace, SPARE, TRUSTED, Touch};
use super::headers::{RESPONSE, owned};
use crate::spec::limits::SCOPE_HEADERS;
use crate::wire::dates::{Moment, SECOND};
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
/// let key = canvass::gateway::cache::Key { account: None, scopes: "", path: "", query: "", language: "" };
/// ```
/// ```compile_fail
/// let key = canvass::gateway::cache::Key::default();
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    path: String,
    query: String,
    language: String,
    scopes: String,
    account: Account,
}

impl Key {
    /// The key of a read. `scopes` are what the service last said of the account's, `query` is sorted.
    pub fn of(account: &Account, scopes: &str, path: &str, query: &str, language: &str) -> Key {
        let [scopes, path, query, language] = [scopes, path, query, language].map(str::to_owned);
        Key { path, query, language, scopes, account: *account }
    }

    /// True if it is a key of this account.
    pub fn is_of(&self, account: &Account) -> bool {
        self.account == *account
    }
}

/// An answer that is kept.
#[derive(Debug)]
pub struct Kept<B> {
    /// 200 or 404.
    pub status: u16,
    /// The headers that are true of the body whenever it is given.
    pub headers: Vec<Header>,
    /// The gateway's own tag: strong, since it is made of the body.
    pub tag: String,
    /// The service's tag, to ask it whether the answer has changed.
    pub theirs: Option<String>,
    /// The body.
    pub body: B,
    /// The body's bytes.
    pub length: usize,
}

impl<B> Kept<B> {
    /// An answer of the service with its body, whose digest is this.
    pub fn new(status: u16, headers: &[Header], body: B, length: usize, digest: &str) -> Kept<B> {
        let lasting = |name: &str| RESPONSE.contains(&name) && !matches!(name, "etag" | "retry-after");
        let tag = format!("\"{digest}\"");
        let mut kept: Vec<Header> = headers.iter().filter(|(name, _)| lasting(name)).cloned().collect();
        kept.push(owned(("etag", &tag)));
        let theirs = headers.iter().find(|(name, _)| name == "etag").map(|(_, tag)| tag.clone());
        Kept { status, headers: kept, tag, theirs, body, length }
    }
}

struct Entry<B> {
    key: Key,
    kept: Rc<Kept<B>>,
    pace: Pace,
    at: Moment,
    used: u64,
}

impl<B> Entry<B> {
    /// Milliseconds until it is not fresh any more, negative from then on; none if it is of no use at all.
    fn left(&self, now: Moment) -> Option<i64> {
        let age = now.0.saturating_sub(self.at.0);
        let left = self.pace.fresh.saturating_sub(age);
        (0..SPARE).contains(&age).then_some(left)
    }
}

struct Flight {
    number: u64,
    key: Key,
    at: Moment,
    spoiled: bool,
}

/// What there is for a read.
#[derive(Debug)]
pub enum Found<B> {
    /// An answer, and for how many seconds more.
    Hit(Rc<Kept<B>>, i64),
    /// An answer that has just grown old, since when, and the flight that must fetch another one, if none does.
    Stale(Rc<Kept<B>>, i64, Option<Lead<B>>),
    /// Nothing: this flight must fetch it.
    Lead(Lead<B>),
    /// A flight that fetches it already.
    Join(u64),
}

/// A flight to the service.
#[derive(Debug)]
pub struct Lead<B> {
    /// Its number.
    pub number: u64,
    /// An answer that has grown old, and is better than none.
    pub old: Option<Rc<Kept<B>>>,
}

/// The answers of an account, and its reads under way.
pub struct Store<B> {
    entries: Vec<Entry<B>>,
    flights: Vec<Flight>,
    scopes: String,
    /// When the service was last asked that said so.
    confirmed: Moment,
    counted: u64,
}

impl<B> Default for Store<B> {
    fn default() -> Store<B> {
        let (entries, flights) = (Vec::new(), Vec::new());
        Store { entries, flights, scopes: String::new(), confirmed: Moment::default(), counted: 0 }
    }
}

impl<B> Store<B> {
    /// The scopes that the service last said were granted, and those that it said the plan has.
    pub fn scopes(&self) -> &str {
        &self.scopes
    }

    /// What there is for a read that starts now.
    pub fn look(&mut self, key: &Key, now: Moment) -> Found<B> {
        let (used, confirmed) = (self.count(), self.confirmed);
        let mut old = None;
        if let Some((entry, left)) = self.entry(key, now) {
            entry.used = used;
            let trusted = confirmed.max(entry.at).plus(TRUSTED).0.saturating_sub(now.0);
            let (kept, seconds) = (Rc::clone(&entry.kept), left.min(trusted).div_euclid(SECOND));
            if left.min(trusted) > 0 {
                return Found::Hit(kept, seconds);
            }
            if left.saturating_add(entry.pace.stale).min(trusted) > 0 {
                let lead = self.flight(key).is_none().then(|| self.lead(key, Some(Rc::clone(&kept)), now));
                return Found::Stale(kept, seconds, lead);
            }
            old = Some(kept);
        }
        match self.flight(key) {
            Some(number) => Found::Join(number),
            None => Found::Lead(self.lead(key, old, now)),
        }
    }

    /// Ends a flight with an answer, and keeps it unless a write has touched it meanwhile. `headers` are those that came;
    /// what was kept under other scopes, granted or of the plan, is forgotten.
    pub fn land(&mut self, number: u64, kept: &Rc<Kept<B>>, pace: Pace, headers: &[Header]) {
        let Some(Flight { mut key, at, spoiled, .. }) = self.end(number) else { return };
        let said = scopes(headers);
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
        let used = self.count();
        self.entries.push(Entry { key, kept: Rc::clone(kept), pace, at, used });
        self.make_room();
    }

    /// Ends a flight whose answer must not be kept: the one from before is not true any more.
    pub fn end_without(&mut self, number: u64) {
        if let Some(flight) = self.end(number).filter(|flight| !flight.spoiled) {
            self.entries.retain(|entry| entry.key != flight.key);
        }
    }

    /// Ends a flight that brought nothing; the answer from before stands in, with its seconds left, if there is one.
    pub fn fail(&mut self, number: u64, now: Moment) -> Option<(Rc<Kept<B>>, i64)> {
        let flight = self.end(number)?;
        let (entry, left) = self.entry(&flight.key, now)?;
        (entry.kept.status == 200).then(|| (Rc::clone(&entry.kept), left.div_euclid(SECOND)))
    }

    /// Forgets what a write has touched.
    pub fn purge(&mut self, touch: &Touch<'_>) {
        self.forget(&|key| touch.covers(&key.path));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.forget(&|_| true);
    }

    fn forget(&mut self, touched: &dyn Fn(&Key) -> bool) {
        self.entries.retain(|entry| !touched(&entry.key));
        for flight in self.flights.iter_mut().filter(|flight| touched(&flight.key)) {
            flight.spoiled = true;
        }
    }

    fn entry(&mut self, key: &Key, now: Moment) -> Option<(&mut Entry<B>, i64)> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == *key)?;
        let left = entry.left(now)?;
        Some((entry, left))
    }

    fn flight(&self, key: &Key) -> Option<u64> {
        self.flights.iter().find(|flight| flight.key == *key && !flight.spoiled).map(|flight| flight.number)
    }

    fn lead(&mut self, key: &Key, old: Option<Rc<Kept<B>>>, now: Moment) -> Lead<B> {
        let number = self.count();
        self.flights.push(Flight { number, key: key.clone(), at: now, spoiled: false });
        Lead { number, old: old.filter(|old| old.status == 200) }
    }

    fn end(&mut self, number: u64) -> Option<Flight> {
        let at = self.flights.iter().position(|flight| flight.number == number)?;
        Some(self.flights.swap_remove(at))
    }

    /// Drops what was not used for longest until the rest fits.
    fn make_room(&mut self) {
        let size = |entry: &Entry<B>| entry.kept.length.saturating_add(OVERHEAD);
        let mut total: usize = self.entries.iter().map(size).sum();
        while total > STORE_MAX {
            let oldest = self.entries.iter().enumerate().min_by_key(|(_, entry)| entry.used).map(|(at, _)| at);
            let Some(at) = oldest else { return };
            total = total.saturating_sub(size(&self.entries.swap_remove(at)));
        }
    }

    fn count(&mut self) -> u64 {
        self.counted = self.counted.saturating_add(1);
        self.counted
    }
}

/// What an answer says of the scopes, if it says anything.
fn scopes(headers: &[Header]) -> Option<String> {
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
pub fn hit(seconds: i64, why: &str) -> String {
    let detail = if why.is_empty() { "" } else { "; detail=" };
    format!("{HIT}; ttl={seconds}{detail}{why}")
}

/// `Cache-Status` for an answer of the service, and for how long it is kept.
pub fn asked(why: &str, status: u16, pace: Option<Pace>) -> String {
    let stored = pace.map(|pace| format!("; stored; ttl={}", pace.fresh.div_euclid(SECOND))).unwrap_or_default();
    format!("canvass; fwd={why}; fwd-status={status}{stored}")
}
