//! The purse: the sessions of one browser, sealed in its only cookie. The one that was used last is the current one.
//!
//! Each session ends by itself. When the current one is over, a call is refused once before another account becomes
//! current: no page shall write into an account that it does not think it is in.

use super::cookie;
use super::json::{Written, object};
use super::keys::Purpose;
use super::origin::Origin;
use super::region::Region;
use super::seal::Sealer;
use super::session::{LIFETIME, SessionId, TICKET_BYTES, Ticket};
use crate::crypto::aead::Nonce;
use crate::gateway::binding::{Binding, SealedBy};
use crate::spec::gateway::{ENDED, SessionEnd};
use crate::wire::dates::{Moment, SECOND};

/// Accounts that one browser may be signed in to: our choice.
pub const ACCOUNTS_MAX: usize = 5;

/// The sessions of a browser, the current one first.
#[derive(Default)]
pub struct Purse {
    tickets: Vec<Ticket>,
    changed: bool,
    /// The session that was current, where it is over and no other has stepped in.
    lapsed: Option<Ticket>,
    ended: Option<SessionEnd>,
}

impl Purse {
    /// The purse in a `Cookie` header. Absent, damaged and foreign are one and the same, which is an empty one.
    pub fn open(sealer: &Sealer, origin: &Origin, cookies: Option<&str>, now: Moment) -> Purse {
        let sealed = cookies.and_then(|header| cookie::read(header, origin));
        let Some((mut tickets, by)) = sealed.and_then(|sealed| read(sealer, origin, sealed)) else {
            return Purse::default();
        };
        let stale = by == SealedBy::Older || tickets.first().is_some_and(|current| current.is_stale(now));
        let ended = tickets.first().and_then(|current| current.ended(now));
        let lapsed = tickets.first().filter(|_| ended.is_some()).cloned();
        let held = tickets.len();
        tickets.retain(|ticket| ticket.ended(now).is_none());
        Purse { changed: stale || tickets.len() < held, lapsed, ended, tickets }
    }

    /// The session that calls are made with; none too if the one that was current is over.
    pub fn current(&self) -> Option<&Ticket> {
        self.tickets.first().filter(|_| self.lapsed.is_none())
    }

    /// The session that was current, if it is over by its times: it may have ended before, for another reason.
    pub fn lapsed(&self) -> Option<&Ticket> {
        self.lapsed.as_ref()
    }

    /// Notes that the session that was current ended for a reason of its own, before its time.
    pub fn explain(&mut self, why: SessionEnd) {
        self.ended = Some(why);
    }

    /// Every session, the current one first.
    pub fn tickets(&self) -> &[Ticket] {
        &self.tickets
    }

    /// Why the session that was current ended, where that is known.
    pub fn ended(&self) -> Option<SessionEnd> {
        self.ended
    }

    /// Whether the cookie should be sealed anew.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// The purse of a page that asks which account is current, and so learns of a change.
    pub fn settled(self) -> Purse {
        Purse { lapsed: None, ..self }
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
        (self.changed, self.lapsed, self.ended) = (true, None, None);
        ended
    }

    /// Makes the account that pages know by this id current; false if there is none.
    pub fn select(&mut self, shown: &str) -> bool {
        let Some(at) = self.tickets.iter().position(|ticket| ticket.shown() == shown) else { return false };
        let ticket = self.tickets.remove(at);
        self.tickets.insert(0, ticket);
        (self.changed, self.lapsed, self.ended) = (true, None, None);
        true
    }

    /// Takes out the current session. One that is over has gone already.
    pub fn leave(&mut self) -> Vec<Ticket> {
        let current = self.current().map(|ticket| ticket.id);
        self.lapsed = None;
        self.take(&|ticket| Some(ticket.id) == current)
    }

    /// Takes out a session that has ended, and notes why if it was the current one.
    pub fn remove(&mut self, id: &SessionId, why: Option<SessionEnd>) {
        if self.tickets.first().is_some_and(|current| current.id == *id) {
            self.ended = self.ended.or(why);
        }
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
    pub fn cookie(&self, sealer: &Sealer, origin: &Origin, now: Moment, nonce: Nonce) -> Option<String> {
        let Some((current, others)) = self.tickets.split_first() else { return Some(cookie::drop(origin)) };
        let current = current.used(now);
        let mut bytes = current.to_bytes();
        for ticket in others {
            bytes.extend_from_slice(&ticket.to_bytes());
        }
        let sealed = sealer.seal(binding(Purpose::Purse, origin), &bytes, nonce)?;
        Some(cookie::keep(origin, &sealed, LIFETIME.checked_div(SECOND)?))
    }

    /// What a page is told: who is signed in, and why the session ended that was current.
    pub fn shown(&self) -> String {
        let (id, accounts);
        let mut members = vec![("signed_in", Written::Bool(self.current().is_some()))];
        if let Some(current) = self.current() {
            (id, accounts) = (current.shown(), self.accounts(current));
            members.push(("region", Written::Text(current.region.as_str())));
            members.push(("account", Written::Text(&id)));
            members.push(("accounts", Written::Json(&accounts)));
        }
        members.extend(self.ended.map(|why| (ENDED, Written::Text(why.as_str()))));
        object(&members)
    }

    /// The accounts, in the order of signing in.
    fn accounts(&self, current: &Ticket) -> String {
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
            accounts.push_str(&object(&[
                ("id", Written::Text(&ticket.shown())),
                ("region", Written::Text(ticket.region.as_str())),
                ("current", Written::Bool(ticket.id == current.id)),
            ]));
        }
        accounts.push(']');
        accounts
    }
}

/// The tickets of a sealed cookie: a purse, or the one ticket of a cookie that is older than purses.
fn read(sealer: &Sealer, origin: &Origin, sealed: &str) -> Option<(Vec<Ticket>, SealedBy)> {
    if let Some((bytes, by)) = sealer.open(binding(Purpose::Purse, origin), sealed) {
        let (tickets, rest) = bytes.as_chunks::<TICKET_BYTES>();
        let whole = rest.is_empty() && (1..=ACCOUNTS_MAX).contains(&tickets.len());
        let tickets: Option<Vec<Ticket>> = tickets.iter().map(|bytes| Ticket::from_bytes(bytes)).collect();
        return Some((tickets.filter(|_| whole)?, by));
    }
    let (bytes, _) = sealer.open(binding(Purpose::Ticket, origin), sealed)?;
    Some((vec![Ticket::alone(&bytes)?], SealedBy::Older))
}

fn binding(purpose: Purpose, origin: &Origin) -> Binding<'_> {
    Binding { purpose, name: cookie::name(origin).as_bytes(), origin: origin.as_str(), half: &[] }
}
