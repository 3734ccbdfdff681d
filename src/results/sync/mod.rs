//! The synchronisation of the responses held with those of the service, as a state machine: it says which request is
//! next, and takes its answer.
//!
//! Changes are read in their order, from the last one that is known (`walk`). A probe, the newest changes of the whole
//! survey, shows at once whether there are more changes and how many responses the service has. Everything that was
//! changed is then held, so an equal number proves that the responses are the same, and a larger number held proves
//! deletions (`find`). A smaller number proves that the order of changes was broken, for example by a clock that was
//! set back: then every response is compared (audit).
//!
//! A change may become visible late, so the seconds before the cursor (the overlap) are part of each probe. Where they
//! do not fit on it, they are read again at the next visit; once nothing in them was new, they have come to rest.

mod compare;
mod find;
mod page;
mod request;
mod run;
mod state;
mod steps;
mod store;
mod walk;

pub use page::{Listing, SyncPage, SyncRow};
pub use run::SyncMachine;
pub use state::{Audit, LARGEST_PAGE, SyncState};
pub use walk::{Group, Walk};

use crate::results::json::JsonOut;
use crate::wire::failure::Failure;

/// Seconds before the cursor that are read again by default: a change may become visible late, or be made by a computer
/// whose clock is behind.
pub const OVERLAP_DEFAULT: u32 = 120;

/// The largest overlap in seconds.
pub const OVERLAP_MAX: u32 = 3_600;

/// The responses that a synchronisation keeps up to date.
pub trait SyncStore {
    /// Takes a page of `surveys.responses.bulk`. A response is replaced whole by its id, unless a later version is
    /// held.
    ///
    /// # Errors
    ///
    /// If the page is not as documented; nothing is taken then.
    fn put(&mut self, page: &[u8]) -> Result<SyncCounts, Box<Failure>>;

    /// Removes responses, and returns how many were held.
    fn remove(&mut self, ids: &[String]) -> u32;

    /// Number of responses held, previews included.
    fn held(&self) -> u32;

    /// The second of a response's last change; `None` if it is not held.
    fn modified(&self, id: &str) -> Option<i64>;

    /// The seconds in which the responses were created, in any order.
    fn created(&self) -> Vec<i64>;

    /// The ids of the responses that were created in a range of seconds, its end not in it.
    fn ids_created(&self, from: Option<i64>, until: Option<i64>) -> Vec<String>;
}

/// How many responses a page changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SyncCounts {
    /// Responses that were not held.
    pub added: u32,
    /// Responses that replaced another version.
    pub changed: u32,
}

/// What is to be synchronised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncMode {
    /// What changed since the last time.
    Probe,
    /// Every response is compared.
    Audit,
}

impl SyncMode {
    /// The names of the modes.
    pub const NAMES: &'static [&'static str] = &["probe", "audit"];

    /// The mode of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<SyncMode> {
        match name {
            "probe" => Some(SyncMode::Probe),
            "audit" => Some(SyncMode::Audit),
            _ => None,
        }
    }
}

/// What a synchronisation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncPhase {
    /// Reads changes in their order.
    Delta,
    /// Reads the newest changes.
    Probe,
    /// Looks for deleted responses.
    Find,
    /// Compares every response.
    Audit,
    /// Nothing more.
    Done,
}

impl SyncPhase {
    /// The name in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            SyncPhase::Delta => "delta",
            SyncPhase::Probe => "probe",
            SyncPhase::Find => "find",
            SyncPhase::Audit => "audit",
            SyncPhase::Done => "done",
        }
    }
}

/// What a response of the service changed, and what is left to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyncOutcome {
    /// Responses that were not held.
    pub added: u32,
    /// Responses that replaced another version.
    pub changed: u32,
    /// Responses that the service does not have any more.
    pub removed: u32,
    /// What the request was for.
    pub phase: SyncPhase,
    /// True if no request is left.
    pub is_done: bool,
    /// True if the survey changed faster than it could be read, so that the responses held are not known to be
    /// complete.
    pub is_moving: bool,
    /// Number of requests that are probably left.
    pub left: u32,
}

impl SyncOutcome {
    /// The JSON for the facade.
    #[must_use]
    pub fn to_json(&self) -> String {
        JsonOut::document(|json| {
            json.member("added", self.added);
            json.member("changed", self.changed);
            json.member("removed", self.removed);
            json.member("left", self.left);
            json.member("done", self.is_done);
            json.member("moving", self.is_moving);
            json.member("phase", self.phase.as_str());
        })
    }
}
