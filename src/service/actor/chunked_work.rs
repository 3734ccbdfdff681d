//! Chunked work: long work is split into chunks, so that no request blocks the one thread for long.
//!
//! All requests share one thread, and an actor handles a message synchronously. Work that grows with a survey or its
//! responses is therefore limited to a few milliseconds a chunk. A chunk stores its state here and ends without a
//! reply; the caller lets other requests go first and calls again with the same message until there is a response. As
//! after an external call, the handler starts from its beginning and finds the stored state. What an unfinished chunk
//! wrote is rolled back, except by [`ChunkedWork::pause_keeping_writes`].
//!
//! Chunked are: reading a design, rendering a page for respondents, the details of a survey, responses with their
//! answers, rollups and trends, adding contacts and recipients in bulk, creating or copying a survey, deleting a
//! folder, and deleting a collector or its responses. An actor does this for four messages at a time
//! (`edge/service/objects.rs`), which limits the memory of their states.

use crate::service::environment::permit::Permit;
use crate::service::store::table_set::TableSet;
use crate::spec::errors::Error;
use crate::wire::error::ApiError;
use std::any::Any;
use std::cell::Cell;

/// Cells of a design that one chunk reads or writes: a few milliseconds.
pub const CHUNK_CELLS: i64 = 300;

/// What a question costs in addition to its cells, in cells.
pub const QUESTION_COST_CELLS: i64 = 5;

/// Bytes of stored responses that one chunk reads. A single larger response is still read in one chunk, unless its
/// handler splits it.
pub const CHUNK_RESPONSE_BYTES: usize = 50_000;

/// Cells of a design, and bytes of responses, that one chunk copies as stored text: it takes a tenth of the time of
/// reading and writing them.
pub const CHUNK_COPIED_CELLS: i64 = 3_000;
/// See [`CHUNK_COPIED_CELLS`].
pub const CHUNK_COPIED_BYTES: usize = 200_000;

/// What a response costs in addition to its answers, in bytes.
pub const RESPONSE_COST_BYTES: usize = 500;

/// What a row costs in addition to its text, in bytes.
pub const ROW_COST_BYTES: usize = 500;

/// Bytes of questions that one chunk builds or writes.
pub const CHUNK_QUESTION_BYTES: usize = 25_000;

/// How far a large request body has been checked.
pub enum BodyCheck {
    /// Not yet.
    Begun,
    /// It matches the shape of the operation.
    Fits,
    /// It does not match; the text says where.
    Differs(String),
    /// The body reduced to the fields that the shape names.
    Known(Vec<u8>),
}

/// What the chunks of a message have read.
#[derive(Debug, Default, Clone, Copy)]
pub struct ReadTrace {
    /// The number of the last write before the first chunk; `None` before that.
    pub since: Option<u64>,
    /// The tables.
    pub tables: TableSet,
    /// Whether a chunk has read the time, or may have written.
    pub is_unique: bool,
}

/// The stored state of one message between its chunks.
#[derive(Default)]
pub struct ChunkedWork {
    body_check: Cell<Option<BodyCheck>>,
    state: Cell<Option<Box<dyn Any>>>,
    body: Cell<Option<Vec<u8>>>,
    /// The permit of an API call, which is taken once for all its chunks.
    permit: Cell<Option<Permit>>,
    /// What the chunks so far have read.
    reads: Cell<ReadTrace>,
    paused: Cell<bool>,
    /// Whether the writes of a paused chunk are committed.
    keeps_writes: Cell<bool>,
    /// Whether this chunk has added rows to the backlog that are not applied yet.
    backlog_required: Cell<bool>,
}

impl ChunkedWork {
    /// Takes the state that the previous chunk stored, if it has this type and `fits` accepts it. Another state stays
    /// stored.
    pub fn take_state<T: Any>(&self, fits: impl FnOnce(&T) -> bool) -> Option<Box<T>> {
        let state = self.state.take()?;
        if state.downcast_ref::<T>().is_some_and(fits) {
            return state.downcast().ok();
        }
        self.state.set(Some(state));
        None
    }

    /// Whether an earlier chunk has stored a state.
    pub fn has_state(&self) -> bool {
        let state = self.state.take();
        let has_state = state.is_some();
        self.state.set(state);
        has_state
    }

    /// Takes the state of checking a large request body; `None` if there is none.
    pub fn take_body_check(&self) -> Option<BodyCheck> {
        self.body_check.take()
    }

    /// Stores how far the body has been checked.
    pub fn store_body_check(&self, check: BodyCheck) {
        self.body_check.set(Some(check));
    }

    /// Pauses the work with this state. The handler must return the error, which no caller sees.
    pub fn pause_with(&self, state: Box<dyn Any>) -> ApiError {
        self.state.set(Some(state));
        self.paused.set(true);
        Error::Internal.into()
    }

    /// Pauses like [`ChunkedWork::pause_with`], but what the chunk wrote is committed.
    pub fn pause_keeping_writes(&self, state: Box<dyn Any>) -> ApiError {
        self.keeps_writes.set(true);
        self.pause_with(state)
    }

    /// Pauses with the state that is stored already.
    pub fn pause(&self) {
        self.paused.set(true);
    }

    /// Marks that backlog rows must be applied before the response is sent.
    pub fn require_backlog(&self) {
        self.backlog_required.set(true);
    }

    /// Whether backlog rows must be applied before the response is sent.
    pub fn requires_backlog(&self) -> bool {
        self.backlog_required.get()
    }

    /// Stores a state without pausing, for a later part of the same chunk.
    pub fn store_state(&self, state: Box<dyn Any>) {
        self.state.set(Some(state));
    }

    /// Whether the work is paused and its writes are committed.
    pub fn keeps_writes(&self) -> bool {
        self.keeps_writes.get()
    }

    /// Ends a handler whose response body was written in chunks. The handler must return the error, which no caller
    /// sees.
    pub fn finish_with_body(&self, body: Vec<u8>) -> ApiError {
        self.body.set(Some(body));
        Error::Internal.into()
    }

    /// Takes the response body that was written in chunks, if there is one.
    pub fn take_body(&self) -> Option<Vec<u8>> {
        self.body.take()
    }

    /// The permit of the call, if it has one already.
    pub fn permit(&self) -> Option<Permit> {
        self.permit.get()
    }

    /// Stores the permit of the call.
    pub fn store_permit(&self, permit: Permit) {
        self.permit.set(Some(permit));
    }

    /// What the chunks so far have read.
    pub fn reads(&self) -> ReadTrace {
        self.reads.get()
    }

    /// Notes what a chunk reads, or what has been read before it.
    pub fn note_reads(&self, reads: ReadTrace) {
        let before = self.reads.get();
        self.reads.set(ReadTrace {
            since: before.since.or(reads.since),
            tables: before.tables.union(reads.tables),
            is_unique: before.is_unique || reads.is_unique,
        });
    }

    /// Notes that the time was read.
    pub fn note_clock(&self) {
        self.note_reads(ReadTrace { is_unique: true, ..ReadTrace::default() });
    }

    /// Whether the work is paused.
    pub fn is_paused(&self) -> bool {
        self.paused.get()
    }

    /// Starts the next chunk.
    pub fn resume(&self) {
        self.paused.set(false);
        self.keeps_writes.set(false);
        self.backlog_required.set(false);
    }
}
