//! Sessions: a sealed ticket in the cookie, a record in the session object, and how long each is good for.
//!
//! Tokens do not expire, so a sealed cookie alone could not be revoked. The token therefore lies in the
//! record, under a key that needs both the server's secret and a secret that only the ticket holds: a dump
//! of the storage reveals nothing, and a copied cookie ends with its record.

use super::keys::{KeyRing, Purpose};
use super::origin::Origin;
use super::seal::{self, Binding, Nonce, SealedBy};
use super::secret::Secret;
use super::{cookie, region::Origins};
use crate::spec::regions::Region;
use crate::wire::dates::{DAY, MINUTE, Moment};

/// How long a session lasts at most: our choice.
pub const LIFETIME: i64 = 30 * DAY;

/// How long a session lasts without being used: our choice.
pub const IDLE: i64 = 7 * DAY;

/// How old the ticket's time of last use may grow before the ticket is sealed anew: our choice.
pub const REFRESH: i64 = 60 * MINUTE;

/// How long a read may go by a record that was looked up earlier. Writes always look it up.
pub const RECHECK: i64 = 5 * MINUTE;

/// Clocks of two machines may differ by this much.
const SKEW: i64 = 5 * MINUTE;

/// Random bytes that a new session needs: its id, and the ticket's half of the key.
pub const RANDOM_BYTES: usize = 48;

/// The session's id: names its object.
pub type SessionId = [u8; 16];

/// What the cookie holds, sealed.
pub struct Ticket {
    /// The session.
    pub id: SessionId,
    half: Secret,
    epoch: u32,
    issued: Moment,
    seen: Moment,
    /// Where the account lives.
    pub region: Region,
}

/// What the session object holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Grows when every ticket issued so far must end.
    pub epoch: u32,
    /// The token, sealed.
    pub token: String,
    /// Where the account lives.
    pub region: Region,
    /// When the session began.
    pub created: Moment,
}

/// What a cookie is worth.
pub enum Standing {
    /// Nothing: absent, damaged, foreign and expired are one and the same.
    None,
    /// A session.
    Good(Ticket),
    /// A session whose ticket should be sealed anew.
    Refresh(Ticket),
}

/// The object name of a session.
pub fn object_name(id: &SessionId) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Begins a session. None only if the token is too long to seal.
pub fn begin(
    ring: &KeyRing,
    origin: &Origin,
    token: &Secret,
    region: Region,
    now: Moment,
    random: &[u8; RANDOM_BYTES],
    nonce: Nonce,
) -> Option<(Ticket, Record)> {
    let (id, half) = random.split_first_chunk::<16>()?;
    let ticket = Ticket { id: *id, half: Secret::new(half), epoch: 1, issued: now, seen: now, region };
    let token = seal::seal(ring, token_binding(&ticket, origin), token.expose(), nonce)?;
    Some((ticket, Record { epoch: 1, token, region, created: now }))
}

/// What the session cookie of a `Cookie` header is worth.
pub fn standing(ring: &KeyRing, origin: &Origin, cookies: Option<&str>, now: Moment) -> Standing {
    let opened = cookies
        .and_then(|header| cookie::read(header, origin))
        .and_then(|sealed| seal::open(ring, ticket_binding(origin), sealed))
        .and_then(|(bytes, by)| Some((Ticket::from_bytes(&bytes)?, by)));
    match opened {
        Some((ticket, _)) if !ticket.is_alive(now) => Standing::None,
        Some((ticket, SealedBy::Newest)) if now < ticket.seen.plus(REFRESH) => Standing::Good(ticket),
        Some((ticket, _)) => Standing::Refresh(ticket),
        None => Standing::None,
    }
}

/// The `Set-Cookie` header of a ticket that is used now.
pub fn set_cookie(ring: &KeyRing, origin: &Origin, ticket: &Ticket, now: Moment, nonce: Nonce) -> Option<String> {
    let used = Ticket { seen: now, half: ticket.half.clone(), ..*ticket };
    let sealed = seal::seal(ring, ticket_binding(origin), &used.to_bytes(), nonce)?;
    let left = ticket.issued.plus(LIFETIME).0.saturating_sub(now.0).clamp(0, IDLE);
    Some(cookie::keep(origin, &sealed, left.checked_div(1_000)?))
}

/// The record with its token sealed by the newest key, where an older one sealed it.
pub fn renewed(ring: &KeyRing, origin: &Origin, ticket: &Ticket, record: &Record, nonce: Nonce) -> Option<Record> {
    let binding = token_binding(ticket, origin);
    match seal::open(ring, binding, &record.token)? {
        (_, SealedBy::Newest) => None,
        (token, SealedBy::Older) => Some(Record { token: seal::seal(ring, binding, &token, nonce)?, ..record.clone() }),
    }
}

/// The token of a session, if ticket and record belong together and the epoch has not moved on.
pub fn token(ring: &KeyRing, origin: &Origin, ticket: &Ticket, record: &Record) -> Option<Secret> {
    if record.epoch != ticket.epoch || record.region != ticket.region || record.created != ticket.issued {
        return None;
    }
    seal::open(ring, token_binding(ticket, origin), &record.token).map(|(token, _)| Secret::new(token))
}

/// The API origin of a session's account.
pub fn api_origin<'a>(ticket: &Ticket, origins: &'a Origins) -> &'a Origin {
    origins.of(ticket.region)
}

impl Record {
    /// The record as bytes: epoch, time, region, token.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.epoch.to_be_bytes().to_vec();
        bytes.extend_from_slice(&self.created.0.to_be_bytes());
        bytes.push(number_of(self.region));
        bytes.extend_from_slice(self.token.as_bytes());
        bytes
    }

    /// The record of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Record> {
        let (epoch, rest) = bytes.split_first_chunk::<4>()?;
        let (created, rest) = rest.split_first_chunk::<8>()?;
        let (region, token) = rest.split_first()?;
        Some(Record {
            epoch: u32::from_be_bytes(*epoch),
            token: String::from_utf8(token.to_vec()).ok()?,
            region: region_of(*region)?,
            created: Moment(i64::from_be_bytes(*created)),
        })
    }
}

fn number_of(region: Region) -> u8 {
    match region {
        Region::Us => 0,
        Region::Eu => 1,
        Region::Ca => 2,
    }
}

fn region_of(number: u8) -> Option<Region> {
    Region::ALL.into_iter().find(|region| number_of(*region) == number)
}

impl Ticket {
    fn is_alive(&self, now: Moment) -> bool {
        self.issued <= now.plus(SKEW)
            && self.seen <= now.plus(SKEW)
            && now < self.issued.plus(LIFETIME)
            && now < self.seen.plus(IDLE)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.id.to_vec();
        bytes.extend_from_slice(self.half.expose());
        bytes.extend_from_slice(&self.epoch.to_be_bytes());
        bytes.extend_from_slice(&self.issued.0.to_be_bytes());
        bytes.extend_from_slice(&self.seen.0.to_be_bytes());
        bytes.push(number_of(self.region));
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Ticket> {
        let (id, rest) = bytes.split_first_chunk::<16>()?;
        let (half, rest) = rest.split_first_chunk::<32>()?;
        let (epoch, rest) = rest.split_first_chunk::<4>()?;
        let (issued, rest) = rest.split_first_chunk::<8>()?;
        let (seen, rest) = rest.split_first_chunk::<8>()?;
        let [region] = rest else { return None };
        Some(Ticket {
            id: *id,
            half: Secret::new(*half),
            epoch: u32::from_be_bytes(*epoch),
            issued: Moment(i64::from_be_bytes(*issued)),
            seen: Moment(i64::from_be_bytes(*seen)),
            region: region_of(*region)?,
        })
    }
}

fn ticket_binding(origin: &Origin) -> Binding<'_> {
    Binding { purpose: Purpose::Ticket, name: cookie::name(origin).as_bytes(), origin: origin.as_str(), half: &[] }
}

fn token_binding<'a>(ticket: &'a Ticket, origin: &'a Origin) -> Binding<'a> {
    Binding { purpose: Purpose::Token, name: &ticket.id, origin: origin.as_str(), half: ticket.half.expose() }
}
