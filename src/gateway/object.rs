//! The session object: keeps the records of an account's sessions until it is told to forget them, or they are too old.

use super::session::{Record, SessionId};

/// Sessions that an account may have at once, in all browsers: our choice. The oldest ends.
pub const SESSIONS_MAX: u16 = 500;

/// What the gateway asks of a session object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// Keep the record of a new session.
    Begin(SessionId, Record),
    /// Keep the record in place of the one that is there.
    Renew(SessionId, Record),
    /// The account lives in the record's region: note that for all its sessions.
    Move(SessionId, Record),
    /// Show the record.
    Show(SessionId),
    /// Forget the record.
    Forget(SessionId),
    /// Forget every record.
    ForgetAll,
}

impl Call {
    /// The call as bytes, to cross to the object.
    pub fn encode(&self) -> Vec<u8> {
        let (kind, id, record) = match self {
            Call::Begin(id, record) => (b'b', &id[..], record.encode()),
            Call::Renew(id, record) => (b'r', &id[..], record.encode()),
            Call::Move(id, record) => (b'm', &id[..], record.encode()),
            Call::Show(id) => (b's', &id[..], Vec::new()),
            Call::Forget(id) => (b'f', &id[..], Vec::new()),
            Call::ForgetAll => (b'a', &[][..], Vec::new()),
        };
        [&[kind], id, record.as_slice()].concat()
    }

    /// The call of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Call> {
        let (kind, rest) = bytes.split_first()?;
        if (*kind, rest) == (b'a', &[]) {
            return Some(Call::ForgetAll);
        }
        let (id, record) = rest.split_first_chunk()?;
        match (kind, record) {
            (b'b', record) => Record::decode(record).map(|record| Call::Begin(*id, record)),
            (b'r', record) => Record::decode(record).map(|record| Call::Renew(*id, record)),
            (b'm', record) => Record::decode(record).map(|record| Call::Move(*id, record)),
            (b's', []) => Some(Call::Show(*id)),
            (b'f', []) => Some(Call::Forget(*id)),
            _ => None,
        }
    }

    /// The session that the call is about; none if it is about all.
    pub fn session(&self) -> Option<&SessionId> {
        match self {
            Call::Begin(id, _) | Call::Renew(id, _) | Call::Move(id, _) | Call::Show(id) | Call::Forget(id) => Some(id),
            Call::ForgetAll => None,
        }
    }
}

/// What the object does to its storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// Stores a record.
    Store(SessionId, Record),
    /// Stores a record, and its region in all others.
    StoreAll(SessionId, Record),
    /// Removes a record.
    Remove(SessionId),
    /// Removes all that is stored.
    RemoveAll,
}

/// What a call changes, and the record that it is answered with. `stored` is the record of the session that it is about.
///
/// An id is never used twice, and a session that has ended stays ended: a record is renewed only while it is there. What
/// renews a token may not know where the account has been found meanwhile, and what moves an account not its newest
/// token: each changes its own. A record that is forgotten is shown once more.
pub fn answer(stored: Option<Record>, call: Call) -> (Change, Option<Record>) {
    match (call, stored) {
        (Call::Begin(id, record), None) => (Change::Store(id, record.clone()), Some(record)),
        (Call::Renew(id, record), Some(stored)) if stored.epoch == record.epoch && stored.created == record.created => {
            let record = Record { region: stored.region, ..record };
            (Change::Store(id, record.clone()), Some(record))
        }
        (Call::Move(id, Record { region, .. }), Some(stored)) => {
            let record = Record { region, ..stored };
            (Change::StoreAll(id, record.clone()), Some(record))
        }
        (Call::Forget(id), stored @ Some(_)) => (Change::Remove(id), stored),
        (Call::ForgetAll, _) => (Change::RemoveAll, None),
        (Call::Begin(..), Some(_)) | (Call::Forget(_) | Call::Move(..), None) => (Change::None, None),
        (Call::Show(_) | Call::Renew(..), stored) => (Change::None, stored),
    }
}
