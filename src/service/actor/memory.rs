//! What an actor has in memory between messages. It may be lost at any time.

use super::lease_book::LeaseBook;
use crate::service::store::permit::Recall;
use std::cell::RefCell;

/// The memory of an actor.
#[derive(Debug, Default)]
pub struct ActorMemory {
    /// At a team: the leases that it holds.
    pub leases: RefCell<LeaseBook>,
    /// At an app: the leases that must be recalled before the reply to the present message is sent.
    due_recall: RefCell<Option<Recall>>,
}

impl ActorMemory {
    /// Forgets everything, with the data of the actor.
    pub fn clear(&self) {
        self.leases.take();
        self.due_recall.take();
    }

    /// Requires a recall before the reply is sent.
    pub fn require_recall(&self, recall: Recall) {
        *self.due_recall.borrow_mut() = Some(recall);
    }

    /// Takes the recall that is due before the reply is sent.
    pub fn take_due_recall(&self) -> Option<Recall> {
        self.due_recall.borrow_mut().take()
    }
}
