//! The purse: the sessions of one browser, sealed in its only cookie. The one that was used last is the current one.
//!
//! Each session ends by itself. When the current one is over, a call is refused once before another account becomes
//! current: no page shall write into an account that it does not think it is in.

use super::cookie;
use super::json::{Truth, Written, object};
use super::keys::{KeyRing, Purpose};
use super::origin::Origin;
use super::region::Region;
use super::seal::{self, Binding, Nonce, SealedBy};
use super::session::{IDLE, SessionId, TICKET_BYTES, Ticket};
use crate::wire::dates::Moment;

/// Accounts that one browser may be signed in to: our choice.
pub const ACCOUNTS_MAX: usize = 5;

/// The sessions of a browser, the current one first.
#[derive(Default)]
pub struct Purse {
    tickets: Vec<Ticket>,
    changed: bool,
    lapsed: bool,
}

impl Purse {
    /// The purse in a `Cookie` header. Absent, damaged and foreign are one and the same, which is an empty one.
    pub fn open(ring: &KeyRing, origin: &Origin, cookies: Option<&str>, now: Moment) -> Purse {
        let sealed = cookies.and_then(|header| cookie::read(header, origin));
        let Some((mut tickets, by)) = sealed.and_then(|sealed| read(ring, origin, sealed)) else {
            return Purse::default();
        };
        let stale = by == SealedBy::Older || tickets.first().is_some_and(|current| current.is_stale(now));
        let lapsed = tickets.first().is_some_and(|current| !current.is_alive(now));
        let held = tickets.len();
        tickets.retain(|ticket| ticket.is_alive(now));
        Purse { changed: stale || tickets.len() < held, lapsed, tickets }
    }

    /// The session that calls are made with; none too if the one that was current is over.
    pub fn current(&self) -> Option<&Ticket> {
        self.tickets.first().filter(|_| !self.lapsed)
    }

    /// Every session, the current one first.
    pub fn tickets(&self) -> &[Ticket] {
        &self.tickets
    }

    /// Whether the cookie should be sealed anew.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// The purse of a page that asks which account is current, and so learns of a change.
    pub fn settled(self) -> Purse {
        Purse { lapsed: false, ..self }
    }

    /// Notes where the account of a session lives.
    pub fn place(&mut self, id: &SessionId, region: Region) {
        for ticket in self.tickets.iter_mut().filter(|ticket| ticket.id == *id && ticket.region != region) {
            ticket.region = region;
            self.changed = true;
        }
    }

    /// Puts a new session in front. Gives those that must end for it: the account's earlier one, and the one that was
    /// used longest ago if there are too many.
    pub fn put(&mut self, ticket: Ticket) -> Vec<Ticket> {
        let mut ended = self.take(&|known| known.account == ticket.account);
        self.tickets.insert(0, ticket);
        ended.extend(self.tickets.split_off(self.tickets.len().min(ACCOUNTS_MAX)));
        (self.changed, self.lapsed) = (true, false);
        ended
    }

    /// Makes the account that pages know by this id current; false if there is none.
    pub fn select(&mut self, shown: &str) -> bool {
        let Some(at) = self.tickets.iter().position(|ticket| ticket.shown() == shown) else { return false };
        let ticket = self.tickets.remove(at);
        self.tickets.insert(0, ticket);
        (self.changed, self.lapsed) = (true, false);
        true
    }

    /// Takes out the current session. One that is over has gone already.
    pub fn leave(&mut self) -> Vec<Ticket> {
        let current = self.current().map(|ticket| ticket.id);
        self.lapsed = false;
        self.take(&|ticket| Some(ticket.id) == current)
    }

    /// Takes out a session.
    pub fn remove(&mut self, id: &SessionId) {
        self.take(&|ticket| ticket.id == *id);
    }

    /// Takes out the sessions of which something is true.
    pub fn take(&mut self, is_one: &dyn Fn(&Ticket) -> bool) -> Vec<Ticket> {
        let mut taken = Vec::new();
        self.tickets.retain(|ticket| {
            let is_one = is_one(ticket);
            if is_one {
                taken.push(ticket.clone());
            }
            !is_one
        });
        self.changed |= !taken.is_empty();
        taken
    }

    /// The `Set-Cookie` header of a purse whose current session is used now; an empty purse takes the cookie away.
    pub fn cookie(&self, ring: &KeyRing, origin: &Origin, now: Moment, nonce: Nonce) -> Option<String> {
        let Some((current, others)) = self.tickets.split_first() else { return Some(cookie::drop(origin)) };
        let current = current.used(now);
        let mut bytes = current.to_bytes();
        let mut left = current.left(now);
        for ticket in others {
            bytes.extend_from_slice(&ticket.to_bytes());
            left = left.max(ticket.left(now));
        }
        let sealed = seal::seal(ring, binding(Purpose::Purse, origin), &bytes, nonce)?;
        Some(cookie::keep(origin, &sealed, left.clamp(0, IDLE).checked_div(1_000)?))
    }

    /// What a page is told: who is signed in, in the order of signing in.
    pub fn shown(&self) -> String {
        let Some(current) = self.current() else { return object(&[("signed_in", Written::Truth(Truth::False))]) };
        let mut ordered: Vec<&Ticket> = Vec::new();
        for ticket in &self.tickets {
            let place = ordered.iter().position(|known| (known.issued(), known.id) > (ticket.issued(), ticket.id));
            ordered.insert(place.unwrap_or(ordered.len()), ticket);
        }
        let mut accounts = String::from("[");
        for ticket in ordered {
            if accounts.len() > 1 {
                accounts.push(',');
            }
            let is_current = if ticket.id == current.id { Truth::True } else { Truth::False };
            accounts.push_str(&object(&[
                ("id", Written::Text(&ticket.shown())),
                ("region", Written::Text(ticket.region.as_str())),
                ("current", Written::Truth(is_current)),
            ]));
        }
        accounts.push(']');
        object(&[
            ("signed_in", Written::Truth(Truth::True)),
            ("region", Written::Text(current.region.as_str())),
            ("account", Written::Text(&current.shown())),
            ("accounts", Written::Json(&accounts)),
        ])
    }
}

/// The tickets of a sealed cookie: a purse, or the one ticket of a cookie that is older than purses.
fn read(ring: &KeyRing, origin: &Origin, sealed: &str) -> Option<(Vec<Ticket>, SealedBy)> {
    if let Some((bytes, by)) = seal::open(ring, binding(Purpose::Purse, origin), sealed) {
        let (tickets, rest) = bytes.as_chunks::<TICKET_BYTES>();
        let whole = rest.is_empty() && (1..=ACCOUNTS_MAX).contains(&tickets.len());
        let tickets: Option<Vec<Ticket>> = tickets.iter().map(|bytes| Ticket::from_bytes(bytes)).collect();
        return Some((tickets.filter(|_| whole)?, by));
    }
    let (bytes, _) = seal::open(ring, binding(Purpose::Ticket, origin), sealed)?;
    Some((vec![Ticket::alone(&bytes)?], SealedBy::Older))
}

fn binding(purpose: Purpose, origin: &Origin) -> Binding<'_> {
    Binding { purpose, name: cookie::name(origin).as_bytes(), origin: origin.as_str(), half: &[] }
}
