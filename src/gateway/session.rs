//! Sessions: a session token in the cookie, a session record where the account's sessions are stored, and their
//! lifetimes.
//!
//! - Access tokens do not expire, so a sealed cookie alone could not be revoked. The access token therefore is in the
//!   record. Its key has two shares: one is the server's, the other is in the session token only. A dump of the storage
//!   reveals nothing, and a copied cookie ends with its record.
//! - All sessions of an account, in all browsers, are in one object, which is named after a hash of its access token,
//!   so there is one per account and app. A call asks one object, and one session or all of them end in one step. A
//!   restart or a crash never leaves a session half ended.

use super::exchange::TokenGrant;
use super::keys::{self, Purpose};
use super::origin::Origin;
use super::profile::Profile;
use super::region::{Region, RegionOrigins};
use super::seal::Sealer;
use crate::crypto::aead::Nonce;
use crate::crypto::secret::Secret;
use crate::gateway::binding::{Binding, SealedBy};
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::text::hex;

/// Longest lifetime of a session: our choice.
pub const LIFETIME: i64 = 30 * DAY;

/// Longest time without use: our choice. The cookie stays longer, so that the reason of the end can be reported.
pub const IDLE_LIFETIME: i64 = 7 * DAY;

/// Age of the stored time of last use at which the cookie is sealed again: our choice.
pub const REFRESH_AFTER: i64 = 60 * MINUTE;

/// How long a read may use a record from the isolate's cache. Writes always ask the session object.
pub const RECHECK_AFTER: i64 = 5 * MINUTE;

/// Largest difference between the clocks of two machines.
const SKEW: i64 = 5 * MINUTE;

/// Random bytes that a new session needs: its id, and the session token's share of the key.
pub const RANDOM_BYTES: usize = 48;

/// Bytes of an encoded session token.
pub const SESSION_TOKEN_BYTES: usize = 108;

/// Bytes of a session token from before it named the user.
pub const UNNAMED_TOKEN_BYTES: usize = 92;

/// Separates the access token from the profile in what a record contains sealed. No token contains it.
const PROFILE_MARK: u8 = b'\n';

/// A session's id.
pub type SessionId = [u8; 16];

/// The name of an account of the app, and of the object that stores its sessions.
pub type AccountName = [u8; 16];

/// What the cookie holds of one session, sealed.
#[derive(Clone)]
pub struct SessionToken {
    /// The session's id.
    pub id: SessionId,
    /// The account. A session from before accounts had objects has its own object, named after its id.
    pub account: AccountName,
    /// The user: a hash of the id at the service, or the account's name if the service did not report the user.
    user: AccountName,
    key_share: Secret,
    epoch: u32,
    began_at: Timestamp,
    last_used: Timestamp,
    /// The account's region when the cookie was sealed. The record's region is newer.
    pub region: Region,
}

/// What the session object stores of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRecord {
    /// Increases when all session tokens issued so far must end.
    pub epoch: u32,
    /// The access token and the profile, sealed together.
    pub sealed: String,
    /// The region in which the account lives.
    pub region: Region,
    /// When the session began.
    pub began_at: Timestamp,
}

/// The name of an account's object, or of a session's row in it.
pub fn object_name(id: &[u8; 16]) -> String {
    hex(id)
}

/// The name of the account that an access token is for.
pub fn account_name(client_id: &str, token: &Secret) -> AccountName {
    keys::derive_account_name(client_id, token.expose())
}

/// Begins a session. `None` only if the access token and the profile are too long for the cipher.
pub fn begin_session(
    sealer: &Sealer,
    origin: &Origin,
    client_id: &str,
    grant: &TokenGrant,
    now: Timestamp,
    random: &[u8; RANDOM_BYTES],
    nonce: Nonce,
) -> Option<(SessionToken, SessionRecord)> {
    let (id, key_share) = random.split_first_chunk::<16>()?;
    let (account, region) = (account_name(client_id, &grant.token), grant.region);
    let user = grant.user_name(client_id).unwrap_or(account);
    let session = SessionToken {
        id: *id,
        account,
        user,
        key_share: Secret::new(key_share),
        epoch: 1,
        began_at: now,
        last_used: now,
        region,
    };
    let profile = grant.profile.as_ref().map(Profile::encode).unwrap_or_default();
    let content = [&grant.token.expose()[..], &[PROFILE_MARK], profile.as_bytes()].concat();
    let sealed = sealer.seal(token_binding(&session, origin), &content, nonce)?;
    Some((session, SessionRecord { epoch: 1, sealed, region, began_at: now }))
}

/// The record with its content sealed by the first key; `None` if it already is, or cannot be opened.
pub fn reseal_record(
    sealer: &Sealer,
    origin: &Origin,
    session: &SessionToken,
    record: &SessionRecord,
    nonce: Nonce,
) -> Option<SessionRecord> {
    let binding = token_binding(session, origin);
    match sealer.open(binding, &record.sealed)? {
        (_, SealedBy::First) => None,
        (content, SealedBy::Other) => {
            Some(SessionRecord { sealed: sealer.seal(binding, &content, nonce)?, ..record.clone() })
        }
    }
}

/// The access token of a session; `None` unless the session token belongs to the record and has its epoch.
pub fn open_token(sealer: &Sealer, origin: &Origin, session: &SessionToken, record: &SessionRecord) -> Option<Secret> {
    let mut content = open_record(sealer, origin, session, record)?;
    let end = content.iter().position(|byte| *byte == PROFILE_MARK);
    content.truncate(end.unwrap_or(content.len()));
    Some(Secret::new(content))
}

/// The user of a session, if the service reported it at the sign-in.
pub fn open_profile(
    sealer: &Sealer,
    origin: &Origin,
    session: &SessionToken,
    record: &SessionRecord,
) -> Option<Profile> {
    let content = open_record(sealer, origin, session, record)?;
    let mark = content.iter().position(|byte| *byte == PROFILE_MARK)?;
    Profile::decode(content.get(mark.saturating_add(1)..)?)
}

fn open_record(sealer: &Sealer, origin: &Origin, session: &SessionToken, record: &SessionRecord) -> Option<Vec<u8>> {
    if record.epoch != session.epoch || record.began_at != session.began_at {
        return None;
    }
    sealer.open(token_binding(session, origin), &record.sealed).map(|(content, _)| content)
}

/// The API origin of a session's account; `None` if its region is no longer configured.
pub fn api_origin<'a>(session: &SessionToken, origins: &'a RegionOrigins) -> Option<&'a Origin> {
    origins.origin_of(session.region)
}

impl SessionRecord {
    /// Encodes the record: epoch, time, region, then what is sealed.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.epoch.to_be_bytes().to_vec();
        bytes.extend_from_slice(&self.began_at.0.to_be_bytes());
        bytes.extend_from_slice(&self.region.encode());
        bytes.extend_from_slice(self.sealed.as_bytes());
        bytes
    }

    /// Decodes a record; `None` if the bytes are too short or not one.
    pub fn decode(bytes: &[u8]) -> Option<SessionRecord> {
        let (epoch, rest) = bytes.split_first_chunk::<4>()?;
        let (began_at, rest) = rest.split_first_chunk::<8>()?;
        let (region, sealed) = Region::decode_prefix(rest)?;
        Some(SessionRecord {
            epoch: u32::from_be_bytes(*epoch),
            sealed: String::from_utf8(sealed.to_vec()).ok()?,
            region,
            began_at: Timestamp(i64::from_be_bytes(*began_at)),
        })
    }
}

impl SessionToken {
    /// The id by which pages know the session's account: the same at each sign-in of the user.
    pub fn public_id(&self) -> String {
        keys::derive_public_id(&self.user)
    }

    /// The session with the user of another one. The id of a user depends on the region in which the user has signed
    /// in, and the account may have moved since.
    #[must_use]
    pub fn with_user_of(self, other: &SessionToken) -> SessionToken {
        SessionToken { user: other.user, ..self }
    }

    /// Whether the service has reported the user at the sign-in.
    pub fn names_user(&self) -> bool {
        self.user != self.account
    }

    /// Whether another session is one of the same user.
    pub fn is_same_user(&self, other: &SessionToken) -> bool {
        self.user == other.user
    }

    /// When the session began. Pages list accounts in this order.
    pub fn began_at(&self) -> Timestamp {
        self.began_at
    }

    /// Why the session has ended by its own times; `None` if it has not. A time too far in the future counts as an end.
    pub fn end_reason(&self, now: Timestamp) -> Option<SessionEnd> {
        let (idle_end, end) = (self.last_used.saturating_add(IDLE_LIFETIME), self.began_at.saturating_add(LIFETIME));
        // Times of the future come from a clock that was wrong: such a session would last too long.
        match self.began_at <= now.saturating_add(SKEW)
            && self.last_used <= now.saturating_add(SKEW)
            && now < idle_end.min(end)
        {
            true => None,
            false if idle_end < end => Some(SessionEnd::Idle),
            false => Some(SessionEnd::Expired),
        }
    }

    /// Whether the cookie should be sealed again with the present time of use.
    pub fn is_stale(&self, now: Timestamp) -> bool {
        now >= self.last_used.saturating_add(REFRESH_AFTER)
    }

    /// The session token with this time of last use.
    pub fn used_at(&self, now: Timestamp) -> SessionToken {
        SessionToken { last_used: now, ..self.clone() }
    }

    /// Encodes the session token as [`SESSION_TOKEN_BYTES`] bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes =
            [&self.user[..], &self.account, &self.id, self.key_share.expose(), &self.epoch.to_be_bytes()].concat();
        bytes.extend_from_slice(&self.began_at.0.to_be_bytes());
        bytes.extend_from_slice(&self.last_used.0.to_be_bytes());
        bytes.extend_from_slice(&self.region.encode());
        bytes
    }

    /// Decodes a session token.
    pub fn decode(bytes: &[u8]) -> Option<SessionToken> {
        let (user, rest) = bytes.split_first_chunk::<16>()?;
        Some(SessionToken { user: *user, ..SessionToken::decode_unnamed(rest)? })
    }

    /// Decodes a session token from before they named the user.
    pub fn decode_unnamed(bytes: &[u8]) -> Option<SessionToken> {
        let (account, rest) = bytes.split_first_chunk::<16>()?;
        Some(SessionToken { account: *account, user: *account, ..SessionToken::decode_legacy(rest)? })
    }

    /// Decodes a session token from before they named an account.
    pub fn decode_legacy(bytes: &[u8]) -> Option<SessionToken> {
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (key_share, rest) = rest.split_first_chunk::<32>()?;
        let (epoch, rest) = rest.split_first_chunk::<4>()?;
        let (began_at, rest) = rest.split_first_chunk::<8>()?;
        let (last_used, rest) = rest.split_first_chunk::<8>()?;
        let (region, rest) = Region::decode_prefix(rest)?;
        rest.is_empty().then_some(SessionToken {
            id: *id,
            account: *id,
            user: *id,
            key_share: Secret::new(*key_share),
            epoch: u32::from_be_bytes(*epoch),
            began_at: Timestamp(i64::from_be_bytes(*began_at)),
            last_used: Timestamp(i64::from_be_bytes(*last_used)),
            region,
        })
    }
}

fn token_binding<'a>(session: &'a SessionToken, origin: &'a Origin) -> Binding<'a> {
    let key_share = session.key_share.expose();
    Binding { purpose: Purpose::Token, name: &session.id, origin: origin.as_str(), key_share }
}
