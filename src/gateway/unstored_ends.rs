//! Ends of sessions that could not be stored: while the disk is full, a session is refused from memory until its end
//! can be written.

use super::session::{AccountName, SessionToken};
use super::session_object::SessionCommand;
use crate::spec::gateway::SessionEnd;

/// Ends that are held at once in one isolate: our choice. None is dropped for another: beyond them, ending one fails.
pub const REMEMBERED_MAX: usize = 10_000;

/// The ends that are not stored yet.
#[derive(Default)]
pub struct UnstoredEnds(Vec<(AccountName, SessionCommand)>);

impl UnstoredEnds {
    /// Adds a command that ends sessions of an account; false if there are too many.
    pub fn add_end(&mut self, account: AccountName, command: SessionCommand) -> bool {
        self.remove_stored(&account, &command);
        let fits = self.0.len() < REMEMBERED_MAX;
        if fits {
            self.0.push((account, command));
        }
        fits
    }

    /// Why a session has ended whose record does not say so yet.
    pub fn end_reason(&self, session: &SessionToken) -> Option<SessionEnd> {
        self.0.iter().find_map(|(account, command)| match command {
            SessionCommand::End(id, why) => (*id == session.id && *account == session.account).then_some(*why),
            SessionCommand::EndAll(why, until) => {
                (*account == session.account && until.is_none_or(|until| session.began_at() <= until)).then_some(*why)
            }
            _ => None,
        })
    }

    /// True if every end is stored.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All ends that are not stored.
    pub fn all_ends(&self) -> Vec<(AccountName, SessionCommand)> {
        self.0.clone()
    }

    /// The ends of an account that are not stored. They must be stored before a session of the account begins.
    pub fn ends_of_account(&self, account: &AccountName) -> Vec<(AccountName, SessionCommand)> {
        self.0.iter().filter(|(known, _)| known == account).cloned().collect()
    }

    /// True if an end is not stored yet. One that has been stored since must not be stored again: it would end sessions
    /// that have begun after it.
    pub fn is_unstored(&self, account: &AccountName, command: &SessionCommand) -> bool {
        self.0.iter().any(|(known, other)| known == account && other == command)
    }

    /// Removes an end that has been stored.
    pub fn remove_stored(&mut self, account: &AccountName, command: &SessionCommand) {
        self.0.retain(|(known, other)| known != account || other != command);
    }
}
