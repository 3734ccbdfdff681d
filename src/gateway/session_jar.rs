//! The session jar: the sessions of one browser, sealed in its only cookie. The one that was used last is the current
//! one.
//!
//! Each session ends by itself. When the current one has ended, a call is refused once before another account becomes
//! current: a page must not write into an account other than the one it shows. The cookie stays in the browser for as
//! long as the reason of an end is stored: the first refused call names the reason and removes the cookie.

use super::cookie;
use super::json::{JsonValue, write_object};
use super::keys::Purpose;
use super::origin::Origin;
use super::region::Region;
use super::seal::Sealer;
use super::session::{LIFETIME, SESSION_TOKEN_BYTES, SessionId, SessionToken};
use crate::crypto::aead::Nonce;
use crate::gateway::binding::{Binding, SealedBy};
use crate::spec::gateway::{ENDED, SessionEnd};
use crate::wire::dates::{SECOND, Timestamp};

/// Accounts that one browser may be signed in to: our choice.
pub const ACCOUNTS_MAX: usize = 5;

/// The sessions of a browser, the current one first.
#[derive(Default)]
pub struct SessionJar {
    sessions: Vec<SessionToken>,
    changed: bool,
    /// The session that was current, where it is over and no other has stepped in.
    lapsed_session: Option<SessionToken>,
    end_reason: Option<SessionEnd>,
}

impl SessionJar {
    /// The jar in a `Cookie` header. Absent, damaged and foreign are one and the same, which is an empty one.
    pub fn open_cookie(sealer: &Sealer, origin: &Origin, cookies: Option<&str>, now: Timestamp) -> SessionJar {
        let sealed = cookies.and_then(|header| cookie::find_in_header(header, origin));
        let Some((mut tickets, by)) = sealed.and_then(|sealed| open_sessions(sealer, origin, sealed)) else {
            return SessionJar::default();
        };
        let stale = by == SealedBy::Older || tickets.first().is_some_and(|current| current.is_stale(now));
        let ended = tickets.first().and_then(|current| current.end_reason(now));
        let lapsed = tickets.first().filter(|_| ended.is_some()).cloned();
        let held = tickets.len();
        tickets.retain(|ticket| ticket.end_reason(now).is_none());
        SessionJar {
            changed: stale || tickets.len() < held,
            lapsed_session: lapsed,
            end_reason: ended,
            sessions: tickets,
        }
    }

    /// The session that calls are made with; none too if the one that was current is over.
    pub fn current(&self) -> Option<&SessionToken> {
        self.sessions.first().filter(|_| self.lapsed_session.is_none())
    }

    /// The session that was current, if it is over by its times: it may have ended before, for another reason.
    pub fn lapsed_session(&self) -> Option<&SessionToken> {
        self.lapsed_session.as_ref()
    }

    /// Notes that the session that was current ended for a reason of its own, before its time.
    pub fn set_end_reason(&mut self, why: SessionEnd) {
        self.end_reason = Some(why);
    }

    /// Every session, the current one first.
    pub fn sessions(&self) -> &[SessionToken] {
        &self.sessions
    }

    /// Why the session that was current ended, where that is known.
    pub fn end_reason(&self) -> Option<SessionEnd> {
        self.end_reason
    }

    /// Whether the cookie should be sealed anew.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// The jar of a page that asks which account is current, and so learns of a change.
    pub fn acknowledge_end(self) -> SessionJar {
        SessionJar { lapsed_session: None, ..self }
    }

    /// Notes where the account of a session lives.
    pub fn set_region(&mut self, id: &SessionId, region: Region) {
        for ticket in self.sessions.iter_mut().filter(|ticket| ticket.id == *id && ticket.region != region) {
            ticket.region = region;
            self.changed = true;
        }
    }

    /// Puts a new session in front. Gives those that must end for it: the account's earlier one, and the one that was
    /// used longest ago if there are too many.
    pub fn add_session(&mut self, ticket: SessionToken) -> Vec<SessionToken> {
        let mut ended = self.take_matching(&|known| known.account == ticket.account);
        self.sessions.insert(0, ticket);
        ended.extend(self.sessions.split_off(self.sessions.len().min(ACCOUNTS_MAX)));
        (self.changed, self.lapsed_session, self.end_reason) = (true, None, None);
        ended
    }

    /// Makes the account that pages know by this id current; false if there is none.
    pub fn select_account(&mut self, shown: &str) -> bool {
        let Some(at) = self.sessions.iter().position(|ticket| ticket.public_id() == shown) else { return false };
        let ticket = self.sessions.remove(at);
        self.sessions.insert(0, ticket);
        (self.changed, self.lapsed_session, self.end_reason) = (true, None, None);
        true
    }

    /// Takes out the current session. One that is over has gone already.
    pub fn remove_current(&mut self) -> Vec<SessionToken> {
        let current = self.current().map(|ticket| ticket.id);
        self.lapsed_session = None;
        self.take_matching(&|ticket| Some(ticket.id) == current)
    }

    /// Takes out a session that has ended, and notes why if it was the current one.
    pub fn remove_ended(&mut self, id: &SessionId, why: Option<SessionEnd>) {
        if self.sessions.first().is_some_and(|current| current.id == *id) {
            self.end_reason = self.end_reason.or(why);
        }
        self.take_matching(&|ticket| ticket.id == *id);
    }

    /// Takes out the sessions of which something is true.
    pub fn take_matching(&mut self, is_one: &dyn Fn(&SessionToken) -> bool) -> Vec<SessionToken> {
        let mut taken = Vec::new();
        self.sessions.retain(|ticket| {
            let is_one = is_one(ticket);
            if is_one {
                taken.push(ticket.clone());
            }
            !is_one
        });
        self.changed |= !taken.is_empty();
        taken
    }

    /// The `Set-Cookie` header of a jar whose current session is used now; an empty jar takes the cookie away.
    pub fn to_set_cookie(&self, sealer: &Sealer, origin: &Origin, now: Timestamp, nonce: Nonce) -> Option<String> {
        let Some((current, others)) = self.sessions.split_first() else { return Some(cookie::clear_cookie(origin)) };
        let current = current.used_at(now);
        let mut bytes = current.to_bytes();
        for ticket in others {
            bytes.extend_from_slice(&ticket.to_bytes());
        }
        let sealed = sealer.seal(cookie_binding(Purpose::SessionJar, origin), &bytes, nonce)?;
        Some(cookie::set_cookie(origin, &sealed, LIFETIME.checked_div(SECOND)?))
    }

    /// What a page is told: who is signed in, and why the session ended that was current.
    pub fn to_json(&self) -> String {
        let (id, accounts);
        let mut members = vec![("signed_in", JsonValue::Bool(self.current().is_some()))];
        if let Some(current) = self.current() {
            (id, accounts) = (current.public_id(), self.accounts_json(current));
            members.push(("region", JsonValue::Text(current.region.as_str())));
            members.push(("account", JsonValue::Text(&id)));
            members.push(("accounts", JsonValue::Raw(&accounts)));
        }
        members.extend(self.end_reason.map(|why| (ENDED, JsonValue::Text(why.as_str()))));
        write_object(&members)
    }

    /// The accounts, in the order of signing in.
    fn accounts_json(&self, current: &SessionToken) -> String {
        let mut ordered: Vec<&SessionToken> = Vec::new();
        for ticket in &self.sessions {
            let place =
                ordered.iter().position(|known| (known.issued_at(), known.id) > (ticket.issued_at(), ticket.id));
            ordered.insert(place.unwrap_or(ordered.len()), ticket);
        }
        let mut accounts = String::from("[");
        for ticket in ordered {
            if accounts.len() > 1 {
                accounts.push(',');
            }
            accounts.push_str(&write_object(&[
                ("id", JsonValue::Text(&ticket.public_id())),
                ("region", JsonValue::Text(ticket.region.as_str())),
                ("current", JsonValue::Bool(ticket.id == current.id)),
            ]));
        }
        accounts.push(']');
        accounts
    }
}

/// The tickets of a sealed cookie: a jar, or the one ticket of a cookie that is older than purses.
fn open_sessions(sealer: &Sealer, origin: &Origin, sealed: &str) -> Option<(Vec<SessionToken>, SealedBy)> {
    if let Some((bytes, by)) = sealer.open(cookie_binding(Purpose::SessionJar, origin), sealed) {
        let (tickets, rest) = bytes.as_chunks::<SESSION_TOKEN_BYTES>();
        let whole = rest.is_empty() && (1..=ACCOUNTS_MAX).contains(&tickets.len());
        let tickets: Option<Vec<SessionToken>> = tickets.iter().map(|bytes| SessionToken::from_bytes(bytes)).collect();
        return Some((tickets.filter(|_| whole)?, by));
    }
    let (bytes, _) = sealer.open(cookie_binding(Purpose::SingleSession, origin), sealed)?;
    Some((vec![SessionToken::from_legacy_bytes(&bytes)?], SealedBy::Older))
}

fn cookie_binding(purpose: Purpose, origin: &Origin) -> Binding<'_> {
    Binding { purpose, name: cookie::cookie_name(origin).as_bytes(), origin: origin.as_str(), key_share: &[] }
}
