//! The session object: keeps the records of an account's sessions, and of those that have ended why, until a session of
//! their age is over in any case.

use super::session::{Record, SessionId};
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::Moment;

/// Sessions that an account may have at once, in all browsers: our choice. The oldest ends. Of as many that have ended it
/// is remembered why.
pub const SESSIONS_MAX: u16 = 500;

/// What is kept of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// Nothing.
    Nothing,
    /// Its record.
    Open(Record),
    /// Why it ended. Its token is gone.
    Ended(SessionEnd),
}

impl Kept {
    /// What is kept as bytes, to cross from the object.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Kept::Nothing => Vec::new(),
            Kept::Open(record) => record.encode(),
            Kept::Ended(why) => why.as_str().into(),
        }
    }

    /// What is kept as these bytes say. No record is as short as a reason.
    pub fn decode(bytes: &[u8]) -> Kept {
        let open = || Record::decode(bytes).map_or(Kept::Nothing, Kept::Open);
        reason(bytes).map_or_else(open, Kept::Ended)
    }
}

fn reason(bytes: &[u8]) -> Option<SessionEnd> {
    SessionEnd::parse(std::str::from_utf8(bytes).ok()?)
}

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
    /// The session has ended: keep why, and nothing else.
    End(SessionId, SessionEnd),
    /// The same for every session of the account.
    EndAll(SessionEnd),
    /// Forget everything.
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
            Call::End(id, why) => (b'f', &id[..], why.as_str().into()),
            Call::EndAll(why) => (b'e', &[][..], why.as_str().into()),
            Call::ForgetAll => (b'a', &[][..], Vec::new()),
        };
        [&[kind], id, record.as_slice()].concat()
    }

    /// The call of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Call> {
        let (kind, rest) = bytes.split_first()?;
        match (*kind, rest) {
            (b'a', []) => return Some(Call::ForgetAll),
            (b'e', why) => return reason(why).map(Call::EndAll),
            _ => {}
        }
        let (id, record) = rest.split_first_chunk()?;
        match (kind, record) {
            (b'b', record) => Record::decode(record).map(|record| Call::Begin(*id, record)),
            (b'r', record) => Record::decode(record).map(|record| Call::Renew(*id, record)),
            (b'm', record) => Record::decode(record).map(|record| Call::Move(*id, record)),
            (b's', []) => Some(Call::Show(*id)),
            // A program of an earlier version gives no reason.
            (b'f', []) => Some(Call::End(*id, SessionEnd::SignedOut)),
            (b'f', why) => reason(why).map(|why| Call::End(*id, why)),
            _ => None,
        }
    }

    /// The session that the call is about; none if it is about all.
    pub fn session(&self) -> Option<&SessionId> {
        match self {
            Call::Begin(id, _) | Call::Renew(id, _) | Call::Move(id, _) | Call::Show(id) | Call::End(id, _) => Some(id),
            Call::EndAll(_) | Call::ForgetAll => None,
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
    /// Removes a record, which began then, and stores why it ended.
    End(SessionId, Moment, SessionEnd),
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
pub fn answer(stored: Kept, call: Call) -> (Change, Kept) {
    match (call, stored) {
        (Call::Begin(id, record), Kept::Nothing) => (Change::Store(id, record.clone()), Kept::Open(record)),
        (Call::Renew(id, record), Kept::Open(stored))
            if stored.epoch == record.epoch && stored.created == record.created =>
        {
            let record = Record { region: stored.region, ..record };
            (Change::Store(id, record.clone()), Kept::Open(record))
        }
        (Call::Move(id, Record { region, .. }), Kept::Open(stored)) => {
            let record = Record { region, ..stored };
            (Change::StoreAll(id, record.clone()), Kept::Open(record))
        }
        (Call::End(id, why), Kept::Open(stored)) => (Change::End(id, stored.created, why), Kept::Open(stored)),
        (Call::EndAll(why), _) => (Change::EndAll(why), Kept::Nothing),
        (Call::ForgetAll, _) => (Change::RemoveAll, Kept::Nothing),
        (Call::Begin(..), Kept::Open(_) | Kept::Ended(_)) => (Change::None, Kept::Nothing),
        (Call::Show(_) | Call::Renew(..) | Call::Move(..) | Call::End(..), stored) => (Change::None, stored),
    }
}
