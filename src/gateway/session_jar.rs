//! The session jar: the sessions of one browser, sealed in its only cookie. The session that was used last is the
//! current one.
//!
//! Each session ends by itself. When the current one has ended, one call is refused before another account becomes
//! current. The cookie stays in the browser for as long as the reason of an end is stored: the first refused call names
//! the reason and removes the cookie.
//!
//! A page must not write into an account other than the one it shows, but its tabs and its calls in flight share the
//! cookie. So a call can name the account that its page knows, and is refused if another one is current.

use super::cookie;
use super::json::{JsonValue, write_object};
use super::keys::Purpose;
use super::origin::Origin;
use super::profile::Profile;
use super::region::Region;
use super::seal::Sealer;
use super::session::{LIFETIME, SESSION_TOKEN_BYTES, SessionId, SessionToken, UNNAMED_TOKEN_BYTES};
use crate::crypto::aead::Nonce;
use crate::gateway::binding::{Binding, SealedBy};
use crate::spec::gateway::{ENDED, SessionEnd};
use crate::wire::dates::{SECOND, Timestamp};

/// The header with the public id of the account that the caller takes for the current one: our choice.
pub const ACCOUNT_HEADER: &str = "x-canvass-account";

/// Accounts to which one browser may be signed in: our choice.
pub const ACCOUNTS_MAX: usize = 5;

/// The sessions of a browser, the current one first.
#[derive(Default)]
pub struct SessionJar {
    sessions: Vec<SessionToken>,
    /// The users of sessions, as far as they were looked up.
    profiles: Vec<(SessionId, Profile)>,
    changed: bool,
    /// The session that was current and has ended, until a page has learned of it.
    lapsed_session: Option<SessionToken>,
    end_reason: Option<SessionEnd>,
}

impl SessionJar {
    /// Opens the jar of a `Cookie` header. An absent, damaged or foreign cookie is an empty jar.
    pub fn open_cookie(sealer: &Sealer, origin: &Origin, cookies: Option<&str>, now: Timestamp) -> SessionJar {
        let sealed = cookies.and_then(|header| cookie::find_in_header(header, origin));
        let Some((mut sessions, sealed_by)) = sealed.and_then(|sealed| open_sessions(sealer, origin, sealed)) else {
            return SessionJar::default();
        };
        let needs_sealing =
            sealed_by == SealedBy::Other || sessions.first().is_some_and(|current| current.is_stale(now));
        let end_reason = sessions.first().and_then(|current| current.end_reason(now));
        let lapsed_session = sessions.first().filter(|_| end_reason.is_some()).cloned();
        let count = sessions.len();
        sessions.retain(|session| session.end_reason(now).is_none());
        SessionJar {
            changed: needs_sealing || sessions.len() < count,
            lapsed_session,
            end_reason,
            sessions,
            profiles: Vec::new(),
        }
    }

    /// The session that calls use; `None` also if the session that was current has ended.
    pub fn current(&self) -> Option<&SessionToken> {
        self.sessions.first().filter(|_| self.lapsed_session.is_none())
    }

    /// The session that was current, if it has ended by its times. It may have ended earlier for another reason.
    pub fn lapsed_session(&self) -> Option<&SessionToken> {
        self.lapsed_session.as_ref()
    }

    /// Sets why the session that was current has ended, if not by its times.
    pub fn set_end_reason(&mut self, why: SessionEnd) {
        self.end_reason = Some(why);
    }

    /// All sessions, the current one first.
    pub fn sessions(&self) -> &[SessionToken] {
        &self.sessions
    }

    /// Why the session that was current has ended, if that is known.
    pub fn end_reason(&self) -> Option<SessionEnd> {
        self.end_reason
    }

    /// Whether the cookie should be sealed again.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// The jar after a page has asked which account is current, and so has learned of an end.
    pub fn acknowledge_end(self) -> SessionJar {
        SessionJar { lapsed_session: None, ..self }
    }

    /// Sets the region of a session's account.
    pub fn set_region(&mut self, id: &SessionId, region: Region) {
        for session in self.sessions.iter_mut().filter(|session| session.id == *id && session.region != region) {
            session.region = region;
            self.changed = true;
        }
    }

    /// Sets the user of a session.
    pub fn set_profile(&mut self, id: &SessionId, profile: Profile) {
        self.profiles.push((*id, profile));
    }

    /// Adds a session as the current one. Returns those that must end for it: the account's earlier one, and the least
    /// recently used if there are too many.
    pub fn add_session(&mut self, session: SessionToken) -> Vec<SessionToken> {
        // One session per account, because a page lists accounts and not sessions.
        let mut ended = self.take_matching(&|known| known.account == session.account || known.is_same_user(&session));
        self.sessions.insert(0, session);
        ended.extend(self.sessions.split_off(self.sessions.len().min(ACCOUNTS_MAX)));
        (self.changed, self.lapsed_session, self.end_reason) = (true, None, None);
        ended
    }

    /// Makes the account with this public id current; false if there is none.
    pub fn select_account(&mut self, public_id: &str) -> bool {
        let Some(at) = self.sessions.iter().position(|session| session.public_id() == public_id) else { return false };
        let session = self.sessions.remove(at);
        self.sessions.insert(0, session);
        (self.changed, self.lapsed_session, self.end_reason) = (true, None, None);
        true
    }

    /// Removes and returns the current session. One that has ended by its times is no longer in the jar.
    pub fn remove_current(&mut self) -> Vec<SessionToken> {
        let current = self.current().map(|session| session.id);
        self.lapsed_session = None;
        self.take_matching(&|session| Some(session.id) == current)
    }

    /// Removes a session that has ended, and stores the reason if it was the current one.
    pub fn remove_ended(&mut self, id: &SessionId, reason: Option<SessionEnd>) {
        if self.sessions.first().is_some_and(|current| current.id == *id) {
            self.end_reason = self.end_reason.or(reason);
        }
        self.take_matching(&|session| session.id == *id);
    }

    /// Removes and returns the sessions that match.
    pub fn take_matching(&mut self, matches: &dyn Fn(&SessionToken) -> bool) -> Vec<SessionToken> {
        let mut taken = Vec::new();
        self.sessions.retain(|session| {
            let is_match = matches(session);
            if is_match {
                taken.push(session.clone());
            }
            !is_match
        });
        self.changed |= !taken.is_empty();
        taken
    }

    /// The `Set-Cookie` header of the jar, whose current session is used now. An empty jar removes the cookie.
    pub fn to_set_cookie(&self, sealer: &Sealer, origin: &Origin, now: Timestamp, nonce: Nonce) -> Option<String> {
        let Some((current, others)) = self.sessions.split_first() else { return Some(cookie::clear_cookie(origin)) };
        // Only the current session was used: the others keep their times, so that they end when they should.
        let current = current.used_at(now);
        let mut bytes = current.encode();
        for session in others {
            bytes.extend_from_slice(&session.encode());
        }
        let sealed = sealer.seal(cookie_binding(Purpose::SessionJar, origin), &bytes, nonce)?;
        Some(cookie::set_cookie(origin, &sealed, LIFETIME.checked_div(SECOND)?))
    }

    /// The body of `GET /auth/session`: which accounts are signed in, and why the last current session ended.
    pub fn to_json(&self) -> String {
        self.with_members(&[])
    }

    /// The body with further members.
    pub fn with_members(&self, extra_members: &[(&str, JsonValue<'_>)]) -> String {
        let (id, accounts);
        let mut members = vec![("signed_in", JsonValue::Bool(self.current().is_some()))];
        if let Some(current) = self.current() {
            (id, accounts) = (current.public_id(), self.accounts_json(current));
            members.push(("region", JsonValue::Text(current.region.as_str())));
            members.push(("account", JsonValue::Text(&id)));
            members.push(("accounts", JsonValue::Raw(&accounts)));
        }
        members.extend(self.end_reason.map(|why| (ENDED, JsonValue::Text(why.as_str()))));
        members.extend_from_slice(extra_members);
        write_object(&members)
    }

    /// The accounts as JSON, sorted by the time of sign-in, so that their order in a page does not change with use.
    fn accounts_json(&self, current: &SessionToken) -> String {
        let mut ordered: Vec<&SessionToken> = Vec::new();
        for session in &self.sessions {
            let position =
                ordered.iter().position(|known| (known.began_at(), known.id) > (session.began_at(), session.id));
            ordered.insert(position.unwrap_or(ordered.len()), session);
        }
        let mut accounts = String::from("[");
        for session in ordered {
            if accounts.len() > 1 {
                accounts.push(',');
            }
            let id = session.public_id();
            let mut members = vec![
                ("id", JsonValue::Text(&id)),
                ("region", JsonValue::Text(session.region.as_str())),
                ("current", JsonValue::Bool(session.id == current.id)),
            ];
            let profile = self.profiles.iter().find(|(id, _)| *id == session.id);
            members.extend(profile.into_iter().flat_map(|(_, profile)| profile.members()));
            accounts.push_str(&write_object(&members));
        }
        accounts.push(']');
        accounts
    }
}

/// Opens the sessions of a sealed cookie: a jar, or the one session of a cookie from before jars.
fn open_sessions(sealer: &Sealer, origin: &Origin, sealed: &str) -> Option<(Vec<SessionToken>, SealedBy)> {
    if let Some((bytes, sealed_by)) = sealer.open(cookie_binding(Purpose::SessionJar, origin), sealed) {
        // The number of accounts is so small that the length alone tells the two forms apart.
        let tokens = read_tokens::<SESSION_TOKEN_BYTES>(&bytes, SessionToken::decode);
        return match tokens {
            Some(tokens) => Some((tokens, sealed_by)),
            None => Some((read_tokens::<UNNAMED_TOKEN_BYTES>(&bytes, SessionToken::decode_unnamed)?, SealedBy::Other)),
        };
    }
    let (bytes, _) = sealer.open(cookie_binding(Purpose::SingleSession, origin), sealed)?;
    Some((vec![SessionToken::decode_legacy(&bytes)?], SealedBy::Other))
}

/// The session tokens of a jar; `None` unless the bytes are a whole number of them.
fn read_tokens<const N: usize>(bytes: &[u8], decode: fn(&[u8]) -> Option<SessionToken>) -> Option<Vec<SessionToken>> {
    let (chunks, rest) = bytes.as_chunks::<N>();
    let is_whole = rest.is_empty() && (1..=ACCOUNTS_MAX).contains(&chunks.len());
    chunks.iter().map(|bytes| decode(bytes)).collect::<Option<Vec<_>>>().filter(|_| is_whole)
}

fn cookie_binding(purpose: Purpose, origin: &Origin) -> Binding<'_> {
    Binding { purpose, name: cookie::cookie_name(origin).as_bytes(), origin: origin.as_str(), key_share: &[] }
}
