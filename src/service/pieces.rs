//! Long work is done in pieces, so that no request keeps the one thread from the others for long.
//!
//! A visit to a place is synchronous. One whose work grows with a survey or its responses does a bounded part of it,
//! keeps what it has and ends; whoever runs the service lets others have their turn and visits again with the same
//! message, until there is an answer. As after a question to another server, the work runs again from its beginning and
//! finds what it has kept. What it wrote before is undone, unless all that is left is to write the answer.

use super::answers::Loading;
use super::handlers::{Counting, Details};
use super::take::Paper;
use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use std::cell::{Cell, RefCell};

/// Cells of a design that one piece reads or writes: a few milliseconds.
pub const CELLS: i64 = 300;

/// What a question costs beside its cells, in cells.
pub const QUESTION: i64 = 5;

/// Bytes of stored responses that one piece reads, once it knows how large they are.
pub const BYTES: usize = 100_000;

/// What work keeps from one piece to the next.
pub enum Kept {
    /// A design that is being read.
    Design(Box<Loading>),
    /// A survey's details that are being written.
    Details(Box<Details>),
    /// Answers that are being counted.
    Counting(Box<Counting>),
    /// A page of a survey that is being written.
    Paper(Box<Paper>),
}

/// What a visit has kept so far, and whether it goes on.
#[derive(Default)]
pub struct Pieces {
    kept: RefCell<Option<Kept>>,
    written: RefCell<Option<Vec<u8>>>,
    paused: Cell<bool>,
}

impl Pieces {
    /// What the piece before has kept, if it is what `pick` looks for; anything else stays where it is.
    pub fn kept<T>(&self, pick: impl FnOnce(Kept) -> Result<T, Kept>) -> Option<T> {
        match pick(self.kept.take()?) {
            Ok(found) => Some(found),
            Err(other) => {
                self.kept.replace(Some(other));
                None
            }
        }
    }

    /// Ends the visit, to go on with this in the next one. Nobody sees what the visit returns, nor this error.
    pub fn pause(&self, kept: Kept) -> ApiError {
        self.kept.replace(Some(kept));
        self.paused.set(true);
        Error::Internal.into()
    }

    /// Ends a handler whose answer was written in pieces. The error is seen by nobody.
    pub fn write(&self, answer: Vec<u8>) -> ApiError {
        self.written.replace(Some(answer));
        Error::Internal.into()
    }

    /// The answer that was written in pieces, if it is there.
    pub fn written(&self) -> Option<Vec<u8>> {
        self.written.take()
    }

    /// Whether the visit goes on in another one.
    pub fn is_paused(&self) -> bool {
        self.paused.get()
    }

    /// Begins another visit.
    pub fn resume(&self) {
        self.paused.set(false);
    }
}
