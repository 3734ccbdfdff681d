//! The session at the gateway: who is signed in, switching between accounts, signing out.

use super::canvass::Canvass;
use super::error::Error;
use super::exchange::{AcceptedResponse, operation};
use super::quota::{Metadata, Scopes};
use crate::spec::gateway::SessionEnd;
use crate::wire::cause::Cause;
use serde::Deserialize;
use serde_json::{Value, json};

/// Who is signed in in this browser.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Session {
    /// Nobody.
    SignedOut {
        /// Why the last session ended. Only the first request after the end gets it.
        ended: Option<SessionEnd>,
    },
    /// A user.
    #[non_exhaustive]
    SignedIn {
        /// Id of the account that calls are made for.
        account: String,
        /// Region of that account.
        region: String,
        /// All accounts that are signed in, in the order of their sign-ins.
        accounts: Vec<Account>,
        /// Why the session before this one ended, if another account has become current.
        ended: Option<SessionEnd>,
    },
}

impl Session {
    /// True if somebody is signed in.
    #[must_use]
    pub fn is_signed_in(&self) -> bool {
        matches!(self, Session::SignedIn { .. })
    }
}

/// An account that is signed in in this browser.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Account {
    /// Id of the account. It is the same at each sign-in of the same user, and not the id of the API's `users`
    /// resource.
    pub id: String,
    /// Region of the account.
    pub region: String,
    /// Whether calls are made for this account.
    pub current: bool,
    /// First and last name of the user, if the gateway knows it.
    pub name: Option<String>,
    /// Email address of the user, if the gateway knows it.
    pub email: Option<String>,
    /// User name at the service, if the gateway knows it.
    pub username: Option<String>,
}

/// Which accounts to sign out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignOut {
    /// The current account.
    Current,
    /// The account with this id.
    Account(String),
    /// All accounts of this browser.
    All,
    /// The current account's sessions in all browsers.
    Everywhere,
}

/// The session as the gateway reports it; the engine has checked it.
#[derive(Deserialize)]
struct ReportedSession {
    signed_in: bool,
    region: Option<String>,
    account: Option<String>,
    accounts: Option<Vec<Account>>,
    ended: Option<String>,
}

impl Canvass {
    /// Who is signed in. From here on, all clients of the gateway in this page make calls for this account only: while
    /// another one is current, because another tab has switched, each call fails with [`Cause::SignedOut`] until the
    /// app asks for the session again.
    ///
    /// # Errors
    ///
    /// As [`Canvass::call`]; [`Cause::Unavailable`] for a client with a token.
    pub async fn session(&self) -> Result<Session, Error> {
        let mut first_end = None;
        loop {
            let changes = self.state.lock().session.changes;
            let ReportedSession { signed_in, region, account, accounts, ended } = self.load_session().await?;
            // Only the first response has the reason.
            first_end = first_end.or(ended.and_then(|ended| SessionEnd::parse(&ended)));
            let mut state = self.state.lock();
            // A response from before a change of the session may be the last to arrive.
            if state.session.changes != changes {
                continue;
            }
            let current = account.clone().filter(|_| signed_in);
            if state.session.account != current {
                // They are those of another account.
                state.scopes = None;
            }
            state.session.account = current;
            if !signed_in {
                return Ok(Session::SignedOut { ended: first_end });
            }
            return Ok(Session::SignedIn {
                account: account.unwrap_or_default(),
                region: region.unwrap_or_default(),
                accounts: accounts.unwrap_or_default(),
                ended: first_end,
            });
        }
    }

    async fn load_session(&self) -> Result<ReportedSession, Error> {
        let received = self.exchange(operation("session"), "{}").await?;
        serde_json::from_slice(&received.body).map_err(|_| {
            Error::local(Cause::UnexpectedAnswer, "The gateway's response about the session is not as documented.")
        })
    }

    /// Makes another account the current one.
    ///
    /// # Errors
    ///
    /// As [`Canvass::call`].
    pub async fn switch_account(&self, account: &str) -> Result<(), Error> {
        self.change_session("switch", &json!({ "account": account })).await.map(drop)
    }

    /// Signs out.
    ///
    /// # Errors
    ///
    /// As [`Canvass::call`].
    pub async fn sign_out(&self, which: SignOut) -> Result<(), Error> {
        let changed = match which {
            SignOut::Current => self.change_session("sign_out", &json!({})).await,
            SignOut::Account(account) => self.change_session("sign_out", &json!({ "account": account })).await,
            SignOut::All => self.change_session("sign_out", &json!({ "all": true })).await,
            SignOut::Everywhere => self.change_session("sign_out_everywhere", &json!({})).await,
        };
        changed.map(drop)
    }

    /// Makes a request that changes the session. Returns the scopes of the account, if the response reports them.
    pub(super) async fn change_session(&self, name: &str, arguments: &Value) -> Result<Option<Scopes>, Error> {
        let changed = self.exchange(operation(name), &arguments.to_string()).await;
        let mut state = self.state.lock();
        // Also after a failure, which may have come after the change.
        state.session.changes = state.session.changes.wrapping_add(1);
        state.scopes = None;
        let AcceptedResponse { metadata: Metadata { scopes, .. }, .. } = changed?;
        state.session.account = None;
        state.scopes.clone_from(&scopes);
        Ok(scopes)
    }
}
