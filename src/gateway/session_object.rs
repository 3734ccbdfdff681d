//! The session object: stores the records of an account's sessions, and of those that have ended the reason, without
//! the access token, until a session of their age would have ended in any case.
//!
//! An end that cannot be stored, because the disk is full, is remembered in the isolate (`unstored_ends`) until it can
//! be.

use super::session::{SessionId, SessionRecord};
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::Timestamp;

/// Sessions that an account may have at once, in all browsers: our choice. The oldest ends. Of as many that have ended it
/// is remembered why.
pub const SESSIONS_MAX: u16 = 500;

/// What is kept of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionState {
    /// Nothing.
    Absent,
    /// Its record.
    Open(SessionRecord),
    /// Why it ended. Its token is gone.
    Ended(SessionEnd),
}

impl SessionState {
    /// What is kept as bytes, to cross from the object.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            SessionState::Absent => Vec::new(),
            SessionState::Open(record) => record.encode(),
            SessionState::Ended(why) => why.as_str().into(),
        }
    }

    /// What is kept as these bytes say. No record is as short as a reason.
    pub fn decode(bytes: &[u8]) -> SessionState {
        let open = || SessionRecord::decode(bytes).map_or(SessionState::Absent, SessionState::Open);
        parse_reason(bytes).map_or_else(open, SessionState::Ended)
    }
}

fn parse_reason(bytes: &[u8]) -> Option<SessionEnd> {
    SessionEnd::parse(std::str::from_utf8(bytes).ok()?)
}

/// What the gateway asks of a session object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionCommand {
    /// Keep the record of a new session.
    Begin(SessionId, SessionRecord),
    /// Keep the record in place of the one that is there.
    Renew(SessionId, SessionRecord),
    /// The account lives in the record's region: note that for all its sessions.
    Move(SessionId, SessionRecord),
    /// Show the record.
    Show(SessionId),
    /// The session has ended: keep why, and nothing else.
    End(SessionId, SessionEnd),
    /// The same for every session of the account.
    EndAll(SessionEnd),
    /// Forget everything.
    ForgetAll,
}

impl SessionCommand {
    /// The call as bytes, to cross to the object.
    pub fn encode(&self) -> Vec<u8> {
        let (kind, id, record) = match self {
            SessionCommand::Begin(id, record) => (b'b', &id[..], record.encode()),
            SessionCommand::Renew(id, record) => (b'r', &id[..], record.encode()),
            SessionCommand::Move(id, record) => (b'm', &id[..], record.encode()),
            SessionCommand::Show(id) => (b's', &id[..], Vec::new()),
            SessionCommand::End(id, why) => (b'f', &id[..], why.as_str().into()),
            SessionCommand::EndAll(why) => (b'e', &[][..], why.as_str().into()),
            SessionCommand::ForgetAll => (b'a', &[][..], Vec::new()),
        };
        [&[kind], id, record.as_slice()].concat()
    }

    /// The call of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<SessionCommand> {
        let (kind, rest) = bytes.split_first()?;
        match (*kind, rest) {
            (b'a', []) => return Some(SessionCommand::ForgetAll),
            (b'e', why) => return parse_reason(why).map(SessionCommand::EndAll),
            _ => {}
        }
        let (id, record) = rest.split_first_chunk()?;
        match (kind, record) {
            (b'b', record) => SessionRecord::decode(record).map(|record| SessionCommand::Begin(*id, record)),
            (b'r', record) => SessionRecord::decode(record).map(|record| SessionCommand::Renew(*id, record)),
            (b'm', record) => SessionRecord::decode(record).map(|record| SessionCommand::Move(*id, record)),
            (b's', []) => Some(SessionCommand::Show(*id)),
            // A program of an earlier version gives no reason.
            (b'f', []) => Some(SessionCommand::End(*id, SessionEnd::SignedOut)),
            (b'f', why) => parse_reason(why).map(|why| SessionCommand::End(*id, why)),
            _ => None,
        }
    }

    /// The session that the call is about; none if it is about all.
    pub fn session_id(&self) -> Option<&SessionId> {
        match self {
            SessionCommand::Begin(id, _)
            | SessionCommand::Renew(id, _)
            | SessionCommand::Move(id, _)
            | SessionCommand::Show(id)
            | SessionCommand::End(id, _) => Some(id),
            SessionCommand::EndAll(_) | SessionCommand::ForgetAll => None,
        }
    }
}

/// What the object does to its storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageChange {
    /// Nothing.
    None,
    /// Stores a record.
    Store(SessionId, SessionRecord),
    /// Stores a record, and its region in all others.
    StoreAll(SessionId, SessionRecord),
    /// Removes a record, which began then, and stores why it ended.
    End(SessionId, Timestamp, SessionEnd),
    /// Removes every record, and stores why each ended.
    EndAll(SessionEnd),
    /// Removes all that is stored.
    RemoveAll,
}

/// What a call changes, and what it is answered with. `stored` is what is kept of the session that it is about.
///
/// An id is never used twice, and a session that has ended stays ended: a record is renewed only while it is there. What
/// renews a token may not know where the account has been found meanwhile, and what moves an account not its newest
/// token: each changes its own. A record that ends is shown once more.
pub fn apply_command(stored: SessionState, call: SessionCommand) -> (StorageChange, SessionState) {
    match (call, stored) {
        (SessionCommand::Begin(id, record), SessionState::Absent) => {
            (StorageChange::Store(id, record.clone()), SessionState::Open(record))
        }
        (SessionCommand::Renew(id, record), SessionState::Open(stored))
            if stored.epoch == record.epoch && stored.created == record.created =>
        {
            let record = SessionRecord { region: stored.region, ..record };
            (StorageChange::Store(id, record.clone()), SessionState::Open(record))
        }
        (SessionCommand::Move(id, SessionRecord { region, .. }), SessionState::Open(stored)) => {
            let record = SessionRecord { region, ..stored };
            (StorageChange::StoreAll(id, record.clone()), SessionState::Open(record))
        }
        (SessionCommand::End(id, why), SessionState::Open(stored)) => {
            (StorageChange::End(id, stored.created, why), SessionState::Open(stored))
        }
        (SessionCommand::EndAll(why), _) => (StorageChange::EndAll(why), SessionState::Absent),
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
