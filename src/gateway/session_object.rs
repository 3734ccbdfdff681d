//! The session object: stores the records of an account's sessions. Of a session that has ended it stores the reason,
//! without the access token, until a session of that age would have ended in any case.
//!
//! An end that cannot be stored, because the disk is full, is held in the isolate's memory (`unstored_ends`) until it
//! can.

use super::session::{SessionId, SessionRecord};
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::Timestamp;

/// Sessions that an account may have at once, in all browsers: our choice. The oldest ends. The reasons of as many
/// ended sessions are stored.
pub const SESSIONS_MAX: u16 = 500;

/// What is stored of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionState {
    /// Nothing is stored.
    Absent,
    /// The record of an open session.
    Open(SessionRecord),
    /// Why it ended. Its access token is deleted.
    Ended(SessionEnd),
}

impl SessionState {
    /// Encodes the state, to return it from the object.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            SessionState::Absent => Vec::new(),
            SessionState::Open(record) => record.encode(),
            SessionState::Ended(why) => why.as_str().into(),
        }
    }

    /// Decodes a state. The two forms cannot be confused, because every record is longer than any reason.
    pub fn decode(bytes: &[u8]) -> SessionState {
        let open = || SessionRecord::decode(bytes).map_or(SessionState::Absent, SessionState::Open);
        parse_reason(bytes).map_or_else(open, SessionState::Ended)
    }
}

fn parse_reason(bytes: &[u8]) -> Option<SessionEnd> {
    SessionEnd::parse(std::str::from_utf8(bytes).ok()?)
}

/// A command to a session object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionCommand {
    /// Store the record of a new session.
    Begin(SessionId, SessionRecord),
    /// Replace the stored record.
    Renew(SessionId, SessionRecord),
    /// The account lives in the record's region: store that for all its sessions.
    Move(SessionId, SessionRecord),
    /// Return the record.
    Show(SessionId),
    /// The session has ended: store only the reason.
    End(SessionId, SessionEnd),
    /// The same for all sessions of the account; of an end that is stored late, for those that began until its time.
    EndAll(SessionEnd, Option<Timestamp>),
    /// Delete everything.
    ForgetAll,
}

impl SessionCommand {
    /// Encodes the command, to send it to the object.
    pub fn encode(&self) -> Vec<u8> {
        let (kind, id, record) = match self {
            SessionCommand::Begin(id, record) => (b'b', &id[..], record.encode()),
            SessionCommand::Renew(id, record) => (b'r', &id[..], record.encode()),
            SessionCommand::Move(id, record) => (b'm', &id[..], record.encode()),
            SessionCommand::Show(id) => (b's', &id[..], Vec::new()),
            SessionCommand::End(id, why) => (b'f', &id[..], why.as_str().into()),
            SessionCommand::EndAll(why, None) => (b'e', &[][..], why.as_str().into()),
            SessionCommand::EndAll(why, Some(until)) => {
                (b'u', &[][..], [&until.0.to_be_bytes()[..], why.as_str().as_bytes()].concat())
            }
            SessionCommand::ForgetAll => (b'a', &[][..], Vec::new()),
        };
        [&[kind], id, record.as_slice()].concat()
    }

    /// Decodes a command.
    pub fn decode(bytes: &[u8]) -> Option<SessionCommand> {
        let (kind, rest) = bytes.split_first()?;
        match (*kind, rest) {
            (b'a', []) => return Some(SessionCommand::ForgetAll),
            (b'e', why) => return parse_reason(why).map(|why| SessionCommand::EndAll(why, None)),
            (b'u', end) => {
                let (until, why) = end.split_first_chunk()?;
                return Some(SessionCommand::EndAll(parse_reason(why)?, Some(Timestamp(i64::from_be_bytes(*until)))));
            }
            _ => {}
        }
        let (id, record) = rest.split_first_chunk()?;
        match (kind, record) {
            (b'b', record) => SessionRecord::decode(record).map(|record| SessionCommand::Begin(*id, record)),
            (b'r', record) => SessionRecord::decode(record).map(|record| SessionCommand::Renew(*id, record)),
            (b'm', record) => SessionRecord::decode(record).map(|record| SessionCommand::Move(*id, record)),
            (b's', []) => Some(SessionCommand::Show(*id)),
            // A Worker of an earlier version sends no reason.
            (b'f', []) => Some(SessionCommand::End(*id, SessionEnd::SignedOut)),
            (b'f', why) => parse_reason(why).map(|why| SessionCommand::End(*id, why)),
            _ => None,
        }
    }

    /// The session that the command is about; `None` if it is about all.
    pub fn session_id(&self) -> Option<&SessionId> {
        match self {
            SessionCommand::Begin(id, _)
            | SessionCommand::Renew(id, _)
            | SessionCommand::Move(id, _)
            | SessionCommand::Show(id)
            | SessionCommand::End(id, _) => Some(id),
            SessionCommand::EndAll(..) | SessionCommand::ForgetAll => None,
        }
    }

    /// The command, to be stored later than at this time: it must not end sessions that begin meanwhile.
    #[must_use]
    pub fn delayed(self, now: Timestamp) -> SessionCommand {
        match self {
            SessionCommand::EndAll(why, None) => SessionCommand::EndAll(why, Some(now)),
            command => command,
        }
    }
}

/// The change that the object makes to its storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageChange {
    /// No change.
    None,
    /// Store a record.
    Store(SessionId, SessionRecord),
    /// Store a record, and its region in all others.
    StoreAll(SessionId, SessionRecord),
    /// Replace a record, which began at this time, by the reason of its end.
    End(SessionId, Timestamp, SessionEnd),
    /// Replace all records by this reason, or those of the sessions that began until a time.
    EndAll(SessionEnd, Option<Timestamp>),
    /// Delete everything.
    RemoveAll,
}

/// Applies a command. `stored` is the state of the session that it is about. Returns the change, and the state to
/// respond with: a record that ends is returned a last time.
///
/// An id is never used twice, and a session that has ended stays ended: a record is renewed only while it exists.
pub fn apply_command(stored: SessionState, command: SessionCommand) -> (StorageChange, SessionState) {
    match (command, stored) {
        (SessionCommand::Begin(id, record), SessionState::Absent) => {
            (StorageChange::Store(id, record.clone()), SessionState::Open(record))
        }
        (SessionCommand::Renew(id, record), SessionState::Open(stored))
            if stored.epoch == record.epoch && stored.began_at == record.began_at =>
        {
            // Who renews the token may not know that the account has moved meanwhile: only the token changes.
            let record = SessionRecord { region: stored.region, ..record };
            (StorageChange::Store(id, record.clone()), SessionState::Open(record))
        }
        (SessionCommand::Move(id, SessionRecord { region, .. }), SessionState::Open(stored)) => {
            // And who moves the account may not know the newest token: only the region changes.
            let record = SessionRecord { region, ..stored };
            (StorageChange::StoreAll(id, record.clone()), SessionState::Open(record))
        }
        (SessionCommand::End(id, why), SessionState::Open(stored)) => {
            (StorageChange::End(id, stored.began_at, why), SessionState::Open(stored))
        }
        // Whatever the state of one session: these are about all of them.
        (SessionCommand::EndAll(why, until), _) => (StorageChange::EndAll(why, until), SessionState::Absent),
        (SessionCommand::ForgetAll, _) => (StorageChange::RemoveAll, SessionState::Absent),
        (SessionCommand::Begin(..), SessionState::Open(_) | SessionState::Ended(_)) => {
            (StorageChange::None, SessionState::Absent)
        }
        (
            SessionCommand::Show(_) | SessionCommand::Renew(..) | SessionCommand::Move(..) | SessionCommand::End(..),
            stored,
        ) => (StorageChange::None, stored),
    }
}
