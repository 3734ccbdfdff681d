//! Accounts: whose answers are kept, as far as a session proves it. Without one there is no key, and nothing is kept.

use super::region::Region;
use super::session::{AccountName, SessionToken};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// An account of the app: its name, which follows from its token and tells nothing about it, and its region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    id: AccountName,
    region: Region,
}

impl Account {
    /// The account of this name.
    pub fn new(id: AccountName, region: Region) -> Account {
        Account { id, region }
    }

    /// The account of a session.
    pub fn of_session(ticket: &SessionToken) -> Account {
        Account::new(ticket.account, ticket.region)
    }

    /// The account as one session alone knows it: for what is kept no longer than a read takes.
    pub fn of_session_alone(ticket: &SessionToken) -> Account {
        Account::new(ticket.id, ticket.region)
    }

    /// The name of its object.
    pub fn object_name(&self) -> String {
        [self.region.as_str(), &URL_SAFE_NO_PAD.encode(self.id)].join(".")
    }

    /// The account of an object's name.
    pub fn from_name(name: &str) -> Option<Account> {
        let (region, id) = name.split_once('.')?;
        Some(Account::new(URL_SAFE_NO_PAD.decode(id).ok()?.try_into().ok()?, Region::from_name(region)?))
    }

    /// Its name as bytes.
    pub fn id(&self) -> AccountName {
        self.id
    }

    /// Where it lives.
    pub fn region(&self) -> Region {
        self.region
    }
}
