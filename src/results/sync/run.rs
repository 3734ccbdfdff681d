//! A run of the synchronisation: which request is next, and where its answer goes.

use super::find::Finder;
use super::request;
use super::state::{LARGEST_PAGE, SyncState};
use super::walk::Walk;
use super::{OVERLAP_DEFAULT, OVERLAP_MAX, SyncCounts, SyncMode, SyncOutcome, SyncPhase, SyncStore};
use crate::wire::failure::Failure;

/// Responses that a probe asks for: enough for the changes between two visits, and quickly read.
const PROBE: u32 = 100;

/// The synchronisation of a survey.
#[derive(Debug)]
pub struct SyncMachine {
    pub(super) state: SyncState,
    pub(super) overlap: i64,
    pub(super) run: Run,
}

/// What is known of the run under way.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) phase: SyncPhase,
    /// Up to which second everything was read in this run.
    pub(super) frontier: Option<i64>,
    pub(super) rounds: u32,
    /// True if every response was compared in this run.
    pub(super) has_audited: bool,
    /// True if the seconds before the cursor were read again, and nothing in them was new.
    pub(super) is_quiet: bool,
    pub(super) has_reread: bool,
    /// True if a search found more deleted responses than there can be.
    pub(super) has_doubt: bool,
    pub(super) is_moving: bool,
    pub(super) finder: Option<Finder>,
    /// Number of responses that the current walk has not reached.
    pub(super) ahead: u32,
    /// Number of responses that an audit has listed.
    pub(super) listed: u32,
}

impl Run {
    fn new(phase: SyncPhase) -> Run {
        Run {
            phase,
            frontier: None,
            rounds: 0,
            has_audited: false,
            is_quiet: true,
            has_reread: false,
            has_doubt: false,
            is_moving: false,
            finder: None,
            ahead: 0,
            listed: 0,
        }
    }
}

impl SyncMachine {
    /// A synchronisation that goes on from a state. `overlap` is a number of seconds, [`OVERLAP_DEFAULT`] if not given.
    #[must_use]
    pub fn new(state: SyncState, overlap: Option<u32>) -> SyncMachine {
        let overlap = overlap.unwrap_or(OVERLAP_DEFAULT).min(OVERLAP_MAX);
        SyncMachine { state, overlap: overlap.into(), run: Run::new(SyncPhase::Done) }
    }

    /// The state, to be stored after the responses that it covers.
    #[must_use]
    pub fn state(&self) -> &SyncState {
        &self.state
    }

    /// Begins a run, or goes on with one that was broken off.
    pub fn begin(&mut self, mode: SyncMode) {
        self.run = Run::new(SyncPhase::Probe);
        if mode == SyncMode::Audit && self.state.cursor.is_some() {
            self.state.audit.get_or_insert_default();
        }
        if self.state.cursor.is_none() {
            self.state.reading.get_or_insert_default();
        }
        let has_group = |walk: &Walk| walk.page() > 1;
        let reading = self.state.reading.iter();
        let audited = self.state.audit.iter().flat_map(|audit| audit.fetch.iter().chain([&audit.walk]));
        if !reading.chain(audited).any(has_group) {
            // The service may give larger pages than the last time.
            self.state.page_size = self.state.largest_page;
        }
        if !self.state.audit.iter().any(|audit| has_group(&audit.walk)) {
            self.state.list_size = LARGEST_PAGE;
        }
        self.continue_reading();
    }

    /// The next request, as JSON with the operation and its arguments; `None` if the run is over.
    pub fn next_request(&mut self, held: &dyn SyncStore) -> Option<String> {
        if held.held() == 0 && self.state.cursor.is_some() && self.run.phase != SyncPhase::Done {
            // The rows of this state are lost: everything is read again, which takes fewer requests than an audit.
            self.state = SyncState {
                page_size: self.state.page_size,
                largest_page: self.state.largest_page,
                reading: Some(Walk::default()),
                ..SyncState::default()
            };
            self.run.phase = SyncPhase::Delta;
        }
        match self.run.phase {
            SyncPhase::Done => None,
            SyncPhase::Probe => Some(request::newest(PROBE.min(self.state.page_size))),
            SyncPhase::Delta => self.state.reading.as_ref().map(|walk| request::changes(walk, self.state.page_size)),
            SyncPhase::Audit => self.state.audit.as_ref().map(|audit| match audit.fetch.last() {
                Some(walk) => request::changes(walk, self.state.page_size),
                None if self.state.has_respondents => request::respondents(&audit.walk, self.state.list_size),
                None => request::changes(&audit.walk, self.state.page_size),
            }),
            SyncPhase::Find => self.run.finder.as_mut().and_then(Finder::next_request).map(request::ids),
        }
    }

    /// Takes the body of the answer to the last request.
    ///
    /// # Errors
    ///
    /// If it is not as documented. The run can go on: the same request is next.
    pub fn take(&mut self, held: &mut dyn SyncStore, body: &[u8]) -> Result<SyncOutcome, Box<Failure>> {
        let phase = self.run.phase;
        let (counts, removed) = match phase {
            SyncPhase::Done => (SyncCounts::default(), 0),
            SyncPhase::Delta => self.take_changes(held, body)?,
            SyncPhase::Probe => self.take_newest(held, body)?,
            SyncPhase::Find => (SyncCounts::default(), self.take_ids(held, body)?),
            SyncPhase::Audit => (self.take_audit(held, body)?, 0),
        };
        let left = self.requests_left();
        let SyncCounts { added, changed } = counts;
        let is_done = self.run.phase == SyncPhase::Done;
        Ok(SyncOutcome { added, changed, removed, phase, is_done, is_moving: self.run.is_moving, left })
    }

    /// Takes the refusal of the last request: its HTTP status and, if the page was too large, the size that fits. True
    /// if the run goes on with another request; otherwise the refusal is final, and what is held is kept.
    pub fn refuse(&mut self, status: u16, fits: Option<u32>) -> bool {
        let is_list = self.run.phase == SyncPhase::Audit
            && self.state.has_respondents
            && self.state.audit.as_ref().is_some_and(|audit| audit.fetch.is_empty());
        if is_list {
            // The legacy list refuses with 200 too. The quota and the session's end concern every request.
            let is_refused = status == 200 || (400..500).contains(&status) && !matches!(status, 401 | 408 | 429);
            if is_refused {
                self.audit_with_answers();
            }
            return is_refused;
        }
        let Some(size) = fits.filter(|size| (1..self.state.page_size).contains(size)) else { return false };
        self.shrink_pages(size);
        true
    }
}
