//! Chunked work: long work is done in pieces, so that no request keeps the one thread from the others for long.
//!
//! All requests share one thread, and an actor handles a message synchronously. Work that grows with a survey or its
//! responses is therefore bounded to a few milliseconds a piece. A piece keeps its result and ends without a reply;
//! whoever runs the service lets other requests go first and calls again with the same message, until there is a
//! response. As after an external call, the work runs again from its beginning and finds what it has kept. What it
//! wrote before is undone, unless all that is left is to write the response.
//!
//! Chunked are: reading a design, writing a page for respondents, the details of a survey, responses with their
//! answers, rollups and trends, and creating or copying a survey. An actor does this for four messages at a time
//! (`edge/service/objects.rs`), so that what they keep stays small.

use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use std::any::Any;
use std::cell::{Cell, RefCell};

/// Cells of a design that one piece reads or writes: a few milliseconds.
pub const CHUNK_CELLS: i64 = 300;

/// What a question costs beside its cells, in cells.
pub const QUESTION_COST_CELLS: i64 = 5;

/// Bytes of stored responses that one piece reads: of more than one response, no more than these.
pub const CHUNK_RESPONSE_BYTES: usize = 50_000;

/// What a response costs beside its answers, in bytes.
pub const RESPONSE_COST_BYTES: usize = 500;

/// What a row costs besides its text, in bytes.
pub const ROW_COST_BYTES: usize = 500;

/// Bytes of questions that one piece makes or writes.
pub const CHUNK_QUESTION_BYTES: usize = 25_000;

/// How far a large body is read.
pub enum Body {
    /// Not yet.
    Begun,
    /// It has the shape of its operation.
    Fits,
    /// It has not: where.
    Differs(String),
    /// What of it has a name in the shape.
    Known(Vec<u8>),
}

/// What a visit has kept so far, and whether it goes on.
#[derive(Default)]
pub struct ChunkedWork {
    request_body: Cell<Option<Body>>,
    state: RefCell<Option<Box<dyn Any>>>,
    body: RefCell<Option<Vec<u8>>>,
    paused: Cell<bool>,
    /// Whether what a paused visit wrote stays.
    keeps_writes: Cell<bool>,
    /// Whether the visit has added to the backlog.
    left: Cell<bool>,
}

impl ChunkedWork {
    /// What the piece before has kept, if it is of this type and fits; anything else stays where it is.
    pub fn take_state<T: Any>(&self, fits: impl FnOnce(&T) -> bool) -> Option<Box<T>> {
        let kept = self.state.take()?;
        if kept.downcast_ref::<T>().is_some_and(fits) {
            return kept.downcast().ok();
        }
        self.state.replace(Some(kept));
        None
    }

    /// How far the request's body is read, if it is a large one. It is asked once.
    pub fn take_request_body(&self) -> Option<Body> {
        self.request_body.take()
    }

    /// Notes how far the body is read.
    pub fn keep_request_body(&self, body: Body) {
        self.request_body.set(Some(body));
    }

    /// Ends the visit, to go on with this in the next one. Nobody sees what the visit returns, nor this error.
    pub fn pause_with(&self, kept: Box<dyn Any>) -> ApiError {
        self.state.replace(Some(kept));
        self.paused.set(true);
        Error::Internal.into()
    }

    /// Ends the visit like [`ChunkedWork::pause_with`], but what it wrote stays.
    pub fn pause_keeping_writes(&self, kept: Box<dyn Any>) -> ApiError {
        self.keeps_writes.set(true);
        self.pause_with(kept)
    }

    /// Ends the visit, to go on in the next one with what is kept by then.
    pub fn wait(&self) {
        self.paused.set(true);
    }

    /// Notes that the visit leaves something to be written before it is answered.
    pub fn leave(&self) {
        self.left.set(true);
    }

    /// Whether it does.
    pub fn leaves(&self) -> bool {
        self.left.get()
    }

    /// Keeps this for later in the same visit.
    pub fn store_state(&self, kept: Box<dyn Any>) {
        self.state.replace(Some(kept));
    }

    /// Whether the visit goes on in another one and what it wrote stays.
    pub fn keeps_writes(&self) -> bool {
        self.keeps_writes.get()
    }

    /// Ends a handler whose answer was written in pieces. The error is seen by nobody.
    pub fn finish_with_body(&self, answer: Vec<u8>) -> ApiError {
        self.body.replace(Some(answer));
        Error::Internal.into()
    }

    /// The answer that was written in pieces, if it is there.
    pub fn take_body(&self) -> Option<Vec<u8>> {
        self.body.take()
    }

    /// Whether the visit goes on in another one.
    pub fn is_paused(&self) -> bool {
        self.paused.get()
    }

    /// Begins another visit.
    pub fn resume(&self) {
        self.paused.set(false);
        self.keeps_writes.set(false);
        self.left.set(false);
    }
}
