//! Sessions: a session token in the cookie, a session record where the account's sessions are stored, and their
//! lifetimes.
//!
//! Access tokens do not expire, so a sealed cookie alone could not be revoked. The access token therefore lies in the
//! record. Its key has two shares: one is the server's, the other is in the session token only. A dump of the storage
//! reveals nothing, and a copied cookie ends with its record.
//!
//! All sessions of an account, in all browsers, lie in one object, which is named after a hash of its access token:
//! there is one for each account and app. So a call asks one object, and one session or all of them end in one step. A
//! restart or a crash never leaves a session half ended.

use super::exchange::Grant;
use super::keys::{self, Purpose};
use super::origin::Origin;
use super::region::{Region, RegionOrigins};
use super::seal::Sealer;
use crate::crypto::aead::Nonce;
use crate::crypto::secret::Secret;
use crate::gateway::binding::{Binding, SealedBy};
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::text::hex;

/// How long a session lasts at most: our choice.
pub const LIFETIME: i64 = 30 * DAY;

/// How long a session lasts without being used: our choice. The cookie stays longer, so that it can be said why.
pub const IDLE_LIFETIME: i64 = 7 * DAY;

/// How old the ticket's time of last use may grow before the cookie is sealed anew: our choice.
pub const REFRESH_AFTER: i64 = 60 * MINUTE;

/// How long a read may go by a record that was looked up earlier. Writes always look it up.
pub const RECHECK_AFTER: i64 = 5 * MINUTE;

/// Clocks of two machines may differ by this much.
const SKEW: i64 = 5 * MINUTE;

/// Random bytes that a new session needs: its id, and the ticket's half of the key.
pub const RANDOM_BYTES: usize = 48;

/// Bytes of a ticket.
pub const SESSION_TOKEN_BYTES: usize = 92;

/// The session's id.
pub type SessionId = [u8; 16];

/// Names an account of the app, and the object that keeps its sessions.
pub type AccountName = [u8; 16];

/// What the cookie holds of a session, sealed.
#[derive(Clone)]
pub struct SessionToken {
    /// The session.
    pub id: SessionId,
    /// Where it is kept. A session that is older than such places is kept in one of its own, with its id as the name.
    pub account: AccountName,
    key_share: Secret,
    epoch: u32,
    issued_at: Timestamp,
    last_used: Timestamp,
    /// Where the account was said to live when the cookie was sealed; what is kept of the session knows better.
    pub region: Region,
}

/// What is kept of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRecord {
    /// Grows when every ticket issued so far must end.
    pub epoch: u32,
    /// The token, sealed.
    pub token: String,
    /// Where the account lives.
    pub region: Region,
    /// When the session began.
    pub created: Timestamp,
}

/// An account or a session as its object, or the object's row, is named.
pub fn object_name(id: &[u8; 16]) -> String {
    hex(id)
}

/// The name of the account that a token is for.
pub fn account_name(client_id: &str, token: &Secret) -> AccountName {
    keys::derive_account_name(client_id, token.expose())
}

/// Begins a session. None only if the token is too long to seal.
pub fn begin_session(
    sealer: &Sealer,
    origin: &Origin,
    client_id: &str,
    grant: &Grant,
    now: Timestamp,
    random: &[u8; RANDOM_BYTES],
    nonce: Nonce,
) -> Option<(SessionToken, SessionRecord)> {
    let (id, half) = random.split_first_chunk::<16>()?;
    let (account, region) = (account_name(client_id, &grant.token), grant.region);
    let ticket = SessionToken {
        id: *id,
        account,
        key_share: Secret::new(half),
        epoch: 1,
        issued_at: now,
        last_used: now,
        region,
    };
    let token = sealer.seal(token_binding(&ticket, origin), grant.token.expose(), nonce)?;
    Some((ticket, SessionRecord { epoch: 1, token, region, created: now }))
}

/// The record with its token sealed by the newest key, where an older one sealed it.
pub fn reseal_record(
    sealer: &Sealer,
    origin: &Origin,
    ticket: &SessionToken,
    record: &SessionRecord,
    nonce: Nonce,
) -> Option<SessionRecord> {
    let binding = token_binding(ticket, origin);
    match sealer.open(binding, &record.token)? {
        (_, SealedBy::Newest) => None,
        (token, SealedBy::Older) => {
            Some(SessionRecord { token: sealer.seal(binding, &token, nonce)?, ..record.clone() })
        }
    }
}

/// The token of a session, if ticket and record belong together and the epoch has not moved on.
pub fn open_token(sealer: &Sealer, origin: &Origin, ticket: &SessionToken, record: &SessionRecord) -> Option<Secret> {
    if record.epoch != ticket.epoch || record.created != ticket.issued_at {
        return None;
    }
    sealer.open(token_binding(ticket, origin), &record.token).map(|(token, _)| Secret::new(token))
}

/// The API origin of a session's account; none if its region is not configured any more.
pub fn api_origin<'a>(ticket: &SessionToken, origins: &'a RegionOrigins) -> Option<&'a Origin> {
    origins.origin_of(ticket.region)
}

impl SessionRecord {
    /// The record as bytes: epoch, time, region, token.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.epoch.to_be_bytes().to_vec();
        bytes.extend_from_slice(&self.created.0.to_be_bytes());
        bytes.extend_from_slice(&self.region.to_bytes());
        bytes.extend_from_slice(self.token.as_bytes());
        bytes
    }

    /// The record of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<SessionRecord> {
        let (epoch, rest) = bytes.split_first_chunk::<4>()?;
        let (created, rest) = rest.split_first_chunk::<8>()?;
        let (region, token) = Region::from_bytes(rest)?;
        Some(SessionRecord {
            epoch: u32::from_be_bytes(*epoch),
            token: String::from_utf8(token.to_vec()).ok()?,
            region,
            created: Timestamp(i64::from_be_bytes(*created)),
        })
    }
}

impl SessionToken {
    /// What pages call the account of the session.
    pub fn public_id(&self) -> String {
        keys::derive_public_id(&self.id)
    }

    /// When the session began: what pages see the accounts in the order of.
    pub fn issued_at(&self) -> Timestamp {
        self.issued_at
    }

    /// Why the session is over by its own times, if it is. One of the future is of a clock that was wrong.
    pub fn end_reason(&self, now: Timestamp) -> Option<SessionEnd> {
        let (unused, oldest) = (self.last_used.saturating_add(IDLE_LIFETIME), self.issued_at.saturating_add(LIFETIME));
        match self.issued_at <= now.saturating_add(SKEW)
            && self.last_used <= now.saturating_add(SKEW)
            && now < unused.min(oldest)
        {
            true => None,
            false if unused < oldest => Some(SessionEnd::Idle),
            false => Some(SessionEnd::Expired),
        }
    }

    /// Whether its last use should be written down anew.
    pub fn is_stale(&self, now: Timestamp) -> bool {
        now >= self.last_used.saturating_add(REFRESH_AFTER)
    }

    /// The ticket of a session that is used now.
    pub fn used_at(&self, now: Timestamp) -> SessionToken {
        SessionToken { last_used: now, ..self.clone() }
    }

    /// The ticket as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [&self.account[..], &self.id, self.key_share.expose(), &self.epoch.to_be_bytes()].concat();
        bytes.extend_from_slice(&self.issued_at.0.to_be_bytes());
        bytes.extend_from_slice(&self.last_used.0.to_be_bytes());
        bytes.extend_from_slice(&self.region.to_bytes());
        bytes
    }

    /// The ticket of these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<SessionToken> {
        let (account, rest) = bytes.split_first_chunk::<16>()?;
        Some(SessionToken { account: *account, ..SessionToken::from_legacy_bytes(rest)? })
    }

    /// The ticket of bytes that name no account.
    pub fn from_legacy_bytes(bytes: &[u8]) -> Option<SessionToken> {
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (half, rest) = rest.split_first_chunk::<32>()?;
        let (epoch, rest) = rest.split_first_chunk::<4>()?;
        let (issued, rest) = rest.split_first_chunk::<8>()?;
        let (seen, rest) = rest.split_first_chunk::<8>()?;
        let (region, rest) = Region::from_bytes(rest)?;
        rest.is_empty().then_some(SessionToken {
            id: *id,
            account: *id,
            key_share: Secret::new(*half),
            epoch: u32::from_be_bytes(*epoch),
            issued_at: Timestamp(i64::from_be_bytes(*issued)),
            last_used: Timestamp(i64::from_be_bytes(*seen)),
            region,
        })
    }
}

fn token_binding<'a>(ticket: &'a SessionToken, origin: &'a Origin) -> Binding<'a> {
    Binding { purpose: Purpose::Token, name: &ticket.id, origin: origin.as_str(), key_share: ticket.key_share.expose() }
}
