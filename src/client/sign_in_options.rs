//! How to sign in: what the app asks for, and what a tab has stored of it.

use crate::spec::scopes::Scope;
use crate::wire::sign_in::{OtherSessions, split_carried};

/// How to sign in: `SignIn::default().return_to("/report").scopes([Scope::ContactsRead])`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SignIn {
    /// The path of this origin to return to; that of the current page if `None`, or `/` if the page has a path to which
    /// no sign-in may return.
    pub return_to: Option<String>,
    /// Whether the accounts that are signed in already stay signed in next to the new one.
    pub add: bool,
    /// The scopes that the app needs. The sign-in page asks for all scopes of the app if it does not know a list of
    /// them.
    pub scopes: Vec<Scope>,
}

impl SignIn {
    /// The sign-in that returns to this path.
    #[must_use]
    pub fn return_to(mut self, path: impl Into<String>) -> SignIn {
        self.return_to = Some(path.into());
        self
    }

    /// The sign-in that leaves the accounts signed in that are.
    #[must_use]
    pub fn add(mut self) -> SignIn {
        self.add = true;
        self
    }

    /// The sign-in that asks for these scopes.
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = Scope>) -> SignIn {
        self.scopes = scopes.into_iter().collect();
        self
    }

    /// The sign-in that a tab has stored.
    pub(super) fn of_stored(return_to: &str, others: OtherSessions, carried: &str) -> SignIn {
        let (_, scopes) = split_carried(carried);
        SignIn {
            return_to: Some(return_to.to_owned()),
            add: others == OtherSessions::Stay,
            scopes: scopes.filter_map(Scope::parse).collect(),
        }
    }
}
