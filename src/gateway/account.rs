//! Accounts, as far as a session proves them. Responses are cached per account: without a session there is no key, and
//! nothing is cached.

use super::region::Region;
use super::session::{AccountName, SessionToken};
use base64ct::{Base64UrlUnpadded, Encoding as _};

/// An account of the app: its name, a hash of its access token that reveals nothing about it, and its region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    id: AccountName,
    region: Region,
}

impl Account {
    /// An account with this name and region.
    pub fn new(id: AccountName, region: Region) -> Account {
        Account { id, region }
    }

    /// The account of a session, shared by all sessions with the same access token.
    pub fn of_session(session: &SessionToken) -> Account {
        Account::new(session.account, session.region)
    }

    /// An account key that only this session has. Single flight uses it: a read is shared within one session only.
    pub fn of_session_alone(session: &SessionToken) -> Account {
        Account::new(session.id, session.region)
    }

    /// The name of the account's objects: region, dot, name in base64.
    pub fn object_name(&self) -> String {
        [self.region.as_str(), &Base64UrlUnpadded::encode_string(&self.id)].join(".")
    }

    /// Parses the result of [`Account::object_name`]; `None` for any other text.
    pub fn from_name(name: &str) -> Option<Account> {
        let (region, id) = name.split_once('.')?;
        Some(Account::new(Base64UrlUnpadded::decode_vec(id).ok()?.try_into().ok()?, Region::from_name(region)?))
    }

    /// The account's name: 16 bytes.
    pub fn id(&self) -> AccountName {
        self.id
    }

    /// The region that the account lives in.
    pub fn region(&self) -> Region {
        self.region
    }
}
