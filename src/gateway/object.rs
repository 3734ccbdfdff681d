//! The session object: keeps one record until it is told to forget it, or until the session is too old.

use super::session::Record;

/// What the gateway asks of a session object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// Keep the record of a new session.
    Begin(Record),
    /// Keep the record in place of the one that is there.
    Renew(Record),
    /// Show the record.
    Show,
    /// Forget the record.
    Forget,
}

impl Call {
    /// The call as bytes, to cross to the object.
    pub fn encode(&self) -> Vec<u8> {
        let (kind, record) = match self {
            Call::Begin(record) => (b'b', record.encode()),
            Call::Renew(record) => (b'r', record.encode()),
            Call::Show => (b's', Vec::new()),
            Call::Forget => (b'f', Vec::new()),
        };
        [&[kind], record.as_slice()].concat()
    }

    /// The call of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Call> {
        match bytes.split_first()? {
            (b'b', record) => Record::decode(record).map(Call::Begin),
            (b'r', record) => Record::decode(record).map(Call::Renew),
            (b's', []) => Some(Call::Show),
            (b'f', []) => Some(Call::Forget),
            _ => None,
        }
    }
}

/// What the object does to its storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// Stores a record.
    Store(Record),
    /// Removes what is stored.
    Remove,
}

/// What a call changes, and the record that it is answered with.
///
/// An id is never used twice, and a session that has ended stays ended: a record is renewed only while it is there.
pub fn answer(stored: Option<Record>, call: Call) -> (Change, Option<Record>) {
    match (call, stored) {
        (Call::Begin(record), None) => (Change::Store(record.clone()), Some(record)),
        (Call::Renew(record), Some(stored)) if stored.epoch == record.epoch && stored.created == record.created => {
            (Change::Store(record.clone()), Some(record))
        }
        (Call::Forget, _) => (Change::Remove, None),
        (Call::Begin(_), Some(_)) => (Change::None, None),
        (Call::Show | Call::Renew(_), stored) => (Change::None, stored),
    }
}
