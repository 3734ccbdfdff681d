//! Ends of sessions that could not be stored: while a disk is full a session is refused from memory, until its end can be
//! written.

use super::session::{AccountName, SessionToken};
use super::session_object::SessionCommand;
use crate::spec::gateway::SessionEnd;

/// Ends remembered at once in one isolate: our choice. None gives way to another: beyond them ending a session fails.
pub const REMEMBERED_MAX: usize = 10_000;

/// The ends that are not stored yet.
#[derive(Default)]
pub struct UnstoredEnds(Vec<(AccountName, SessionCommand)>);

impl UnstoredEnds {
    /// Remembers a call that ends sessions of an account. False if there are too many.
    pub fn add_end(&mut self, account: AccountName, call: SessionCommand) -> bool {
        self.remove_stored(&account, &call);
        let fits = self.0.len() < REMEMBERED_MAX;
        if fits {
            self.0.push((account, call));
        }
        fits
    }

    /// Why a session has ended whose record says nothing of it yet.
    pub fn end_reason(&self, ticket: &SessionToken) -> Option<SessionEnd> {
        self.0.iter().find_map(|(account, call)| match call {
            SessionCommand::End(id, why) => (*id == ticket.id && *account == ticket.account).then_some(*why),
            SessionCommand::EndAll(why) => (*account == ticket.account).then_some(*why),
            _ => None,
        })
    }

    /// True if everything is stored.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that is not stored.
    pub fn all_ends(&self) -> Vec<(AccountName, SessionCommand)> {
        self.0.clone()
    }

    /// What is not stored of an account: before a session begins there, what ended all of them must be.
    pub fn ends_of_account(&self, account: &AccountName) -> Vec<(AccountName, SessionCommand)> {
        self.0.iter().filter(|(known, _)| known == account).cloned().collect()
    }

    /// Forgets what has been stored.
    pub fn remove_stored(&mut self, account: &AccountName, call: &SessionCommand) {
        self.0.retain(|(known, other)| known != account || other != call);
    }
}
