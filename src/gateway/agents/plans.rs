//! Plans: what an agent wants to do, stored until it is done. A plan is carried out once: a repeated call gets the
//! result of the first.

use crate::gateway::agents::value::Value;
use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds for which a plan can be carried out: our choice.
pub const LIFETIME: i64 = 60 * MINUTE;

/// Bytes of what a plan does, as JSON: our choice. All plans of an account are one value of the platform's storage.
pub const BYTES_MAX: usize = 64_000;

/// What a plan does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanKind {
    /// Creates a survey.
    Survey,
    /// Makes a link to a survey.
    Link,
    /// Sends an invitation, once the user agrees.
    Invitation,
    /// Lets the user export responses.
    Export,
}

impl PlanKind {
    /// Its word.
    pub const fn as_str(self) -> &'static str {
        match self {
            PlanKind::Survey => "survey",
            PlanKind::Link => "link",
            PlanKind::Invitation => "invitation",
            PlanKind::Export => "export",
        }
    }

    /// The kind of a word, which earlier builds have stored with a capital.
    pub fn parse(word: &str) -> Option<PlanKind> {
        let kinds = [PlanKind::Survey, PlanKind::Link, PlanKind::Invitation, PlanKind::Export];
        kinds.into_iter().find(|kind| kind.as_str().eq_ignore_ascii_case(word))
    }
}

/// How far a plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanState {
    /// Nothing was done.
    Planned,
    /// The user has agreed.
    Agreed,
    /// It is being carried out, or the outcome of an attempt is unknown.
    Running,
    /// It was carried out.
    Done,
}

impl PlanState {
    /// Its word.
    pub const fn as_str(self) -> &'static str {
        match self {
            PlanState::Planned => "planned",
            PlanState::Agreed => "agreed",
            PlanState::Running => "running",
            PlanState::Done => "done",
        }
    }

    /// The state of a word, which earlier builds have stored with a capital.
    pub fn parse(word: &str) -> Option<PlanState> {
        let states = [PlanState::Planned, PlanState::Agreed, PlanState::Running, PlanState::Done];
        states.into_iter().find(|state| state.as_str().eq_ignore_ascii_case(word))
    }
}

/// A plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The id, which is random.
    pub id: String,
    /// The connection that has made it.
    pub connection: String,
    /// The name of the connection's client.
    pub agent: String,
    /// What it does.
    pub kind: PlanKind,
    /// How far it is.
    pub state: PlanState,
    /// Until when it can be used.
    pub until: i64,
    /// What is to be done, in the form of its kind.
    pub what: Value,
    /// The result of the tool that has carried it out.
    pub result: Option<Value>,
}

impl Plan {
    /// A new plan.
    pub fn new(id: String, connection: String, agent: String, kind: PlanKind, what: Value, now: Timestamp) -> Plan {
        let until = now.saturating_add(LIFETIME).0;
        Plan { id, connection, agent, kind, state: PlanState::Planned, until, what, result: None }
    }

    /// Whether it may be carried out now.
    pub fn is_ready(&self) -> bool {
        match self.kind {
            PlanKind::Invitation => self.state == PlanState::Agreed,
            PlanKind::Survey | PlanKind::Link => self.state == PlanState::Planned,
            // The user's own page does that.
            PlanKind::Export => false,
        }
    }

    /// The user agrees to it. The agent has as long from now on, because the user may agree at the end.
    pub fn agree(&mut self, now: Timestamp) {
        if self.state == PlanState::Planned {
            (self.state, self.until) = (PlanState::Agreed, now.saturating_add(LIFETIME).0);
        }
    }

    /// Begins to carry it out, if it may be.
    pub fn take(&mut self) {
        if self.is_ready() {
            self.state = PlanState::Running;
        }
    }

    /// When it is forgotten. One that was begun is known for longer, so that a repeated call does not do it again.
    pub fn end(&self) -> Timestamp {
        let until = Timestamp(self.until);
        match self.state {
            PlanState::Planned | PlanState::Agreed => until,
            PlanState::Running | PlanState::Done => until.saturating_add(LIFETIME),
        }
    }

    /// Ends an attempt: with its result, or without one if nothing was done.
    pub fn settle(&mut self, result: Option<Value>) {
        if self.state == PlanState::Running {
            self.state = match (&result, self.kind) {
                (Some(_), _) => PlanState::Done,
                (None, PlanKind::Invitation) => PlanState::Agreed,
                (None, _) => PlanState::Planned,
            };
            self.result = result;
        }
    }
}
