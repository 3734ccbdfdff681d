//! The connections of an account, which are one record: its agents, what they did last, and what they have planned.

use super::plans::{Plan, PlanKind, PlanState};
use super::value::Value;
use crate::gateway::session::{IDLE_LIFETIME, LIFETIME};
use crate::spec::tools::{AgentScope, Tool};
use crate::wire::dates::{MINUTE, SECOND, Timestamp};

/// Connections of an account: our choice. The one that was used least recently goes first.
const CONNECTIONS_MAX: usize = 50;

/// Calls that are kept for the user to see: our choice.
const CALLS_KEPT: usize = 100;

/// Calls of a connection in a minute: our choice.
const CALLS_PER_MINUTE: u32 = 60;

/// Plans of an account: our choice.
const PLANS_MAX: usize = 20;

/// The name of the object with the connections of an account, by its public id.
pub fn object_name(account: &str) -> String {
    ["agents.", account].concat()
}

/// A connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// The id, which is that of its session.
    pub id: String,
    /// The name of the object with its session.
    pub account: String,
    /// The name that the client gives itself.
    pub name: String,
    /// The host of the client's id; none if it has registered itself.
    pub host: Option<String>,
    /// The host to which its codes go.
    pub redirect: String,
    /// What it may do.
    pub scopes: Vec<AgentScope>,
    /// When it began.
    pub created: i64,
    /// When it was used last.
    pub used: i64,
    /// Requests to the service that it has spent.
    pub requests: u64,
    /// When the minute began in which its calls are counted, and how many there were.
    pub minute: (i64, u32),
    /// The newest refresh token.
    pub generation: u32,
    /// Whether its code was redeemed.
    pub redeemed: bool,
}

impl Connection {
    /// When it ends unless it is used before; if its code was not redeemed, after twice the validity of that.
    fn end(&self) -> i64 {
        let idle_end = match self.redeemed {
            true => self.used.saturating_add(IDLE_LIFETIME),
            false => self.created.saturating_add(2 * MINUTE),
        };
        idle_end.min(self.created.saturating_add(LIFETIME))
    }
}

/// A call of a tool, without arguments and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// When it ended.
    pub at: i64,
    /// The connection.
    pub connection: String,
    /// The tool.
    pub tool: String,
    /// The survey that it was about.
    pub survey_id: Option<String>,
    /// Requests that it has spent.
    pub requests: u64,
    /// How it ended: `done`, `truncated`, `waiting`, `refused` or `failed`.
    pub outcome: String,
    /// Bytes of its result.
    pub bytes: usize,
}

impl ToolCall {
    /// A call of a connection that has spent nothing and is about no survey.
    pub fn new(now: Timestamp, connection: &str, tool: &Tool, outcome: &str, bytes: usize) -> ToolCall {
        ToolCall {
            at: now.0,
            connection: connection.to_owned(),
            tool: tool.name.to_owned(),
            survey_id: None,
            requests: 0,
            outcome: outcome.to_owned(),
            bytes,
        }
    }
}

/// A command to the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentsCommand {
    /// Adds a connection. Returns the one that it replaces, if there are too many.
    Add(Connection),
    /// Returns connections and calls.
    List,
    /// Removes a connection.
    Remove(String),
    /// Redeems the code of a connection, unless it is late: then it only ends a connection whose code was redeemed
    /// before.
    Redeem(String, bool),
    /// Replaces the refresh token of a connection: the one that was presented has this generation.
    Rotate(String, u32),
    /// Asks whether a connection may call a tool now, and counts the call.
    Begin(String),
    /// Notes a call.
    Finish(ToolCall),
    /// Stores a plan. `Refused` if there are too many that must stay.
    Plan(Plan),
    /// Returns a plan.
    ShowPlan(String),
    /// The user agrees to a plan.
    Agree(String),
    /// A connection begins to carry out a plan of a kind.
    Take(String, String, PlanKind),
    /// A plan was carried out, with this result, or was not: then it can be taken again.
    Settle(String, Option<Value>),
}

/// What a command leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentsReply {
    /// It was done.
    Done,
    /// There is no such connection or plan, or no room for a new plan.
    Refused,
    /// A code or a refresh token was used again: the connection was removed.
    Reused(Connection),
    /// The connection, as it is now.
    Connection(Connection),
    /// Too many calls: seconds to wait.
    Wait(i64),
    /// The plan, as it was before the command.
    Plan(Plan),
    /// Connections and calls.
    All(Vec<Connection>, Vec<ToolCall>),
}

/// The record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Agents {
    pub(super) connections: Vec<Connection>,
    pub(super) calls: Vec<ToolCall>,
    pub(super) plans: Vec<Plan>,
}

impl Agents {
    /// Applies a command.
    pub fn apply(&mut self, command: AgentsCommand, now: Timestamp) -> AgentsReply {
        self.prune(now);
        match command {
            AgentsCommand::Add(connection) => {
                let oldest = self.connections.iter().min_by_key(|known| known.used).map(|known| known.id.clone());
                let is_full = self.connections.len() >= CONNECTIONS_MAX;
                let replaced = oldest.filter(|_| is_full).and_then(|id| self.remove(&id));
                self.connections.push(connection);
                replaced.map_or(AgentsReply::Done, AgentsReply::Connection)
            }
            AgentsCommand::List => AgentsReply::All(self.connections.clone(), self.calls.clone()),
            AgentsCommand::Remove(id) => self.remove(&id).map_or(AgentsReply::Refused, AgentsReply::Connection),
            AgentsCommand::Redeem(id, is_late) => match self.find(&id) {
                Some(connection) if connection.redeemed => self.end_reused(&id),
                Some(connection) if !is_late => {
                    connection.redeemed = true;
                    AgentsReply::Connection(connection.clone())
                }
                _ => AgentsReply::Refused,
            },
            AgentsCommand::Rotate(id, presented) => self.rotate(&id, presented, now),
            AgentsCommand::Begin(id) => self.begin(&id, now),
            AgentsCommand::Finish(call) => {
                if let Some(connection) = self.find(&call.connection) {
                    connection.used = call.at;
                    connection.requests = connection.requests.saturating_add(call.requests);
                }
                // Of calls that did nothing, the last one of each tool is kept: they must not displace what was done.
                if matches!(call.outcome.as_str(), "refused" | "waiting") {
                    let key = |call: &ToolCall| [&call.connection, &call.tool, &call.outcome].map(String::clone);
                    self.calls.retain(|old| key(old) != key(&call));
                }
                self.calls.push(call);
                self.calls.drain(..self.calls.len().saturating_sub(CALLS_KEPT));
                AgentsReply::Done
            }
            AgentsCommand::Plan(plan) => {
                if self.plans.len() >= PLANS_MAX && !self.drop_plan(&plan.connection) {
                    return AgentsReply::Refused;
                }
                self.plans.push(plan);
                AgentsReply::Done
            }
            AgentsCommand::ShowPlan(id) => self.with_plan(&id, |_| true, |_| {}),
            AgentsCommand::Agree(id) => {
                self.with_plan(&id, |plan| plan.kind == PlanKind::Invitation, |plan| plan.agree(now))
            }
            AgentsCommand::Take(id, connection, kind) => {
                self.with_plan(&id, |plan| plan.connection == connection && plan.kind == kind, Plan::take)
            }
            AgentsCommand::Settle(id, result) => self.with_plan(&id, |_| true, |plan| plan.settle(result)),
        }
    }

    /// Removes the plans and connections whose time is over.
    pub fn prune(&mut self, now: Timestamp) {
        self.plans.retain(|plan| plan.end() > now);
        self.connections.retain(|connection| connection.end() > now.0);
    }

    /// When the next plan or connection ends.
    pub fn next_end(&self) -> Option<Timestamp> {
        let plans = self.plans.iter().map(|plan| plan.end().0);
        plans.chain(self.connections.iter().map(Connection::end)).min().map(Timestamp)
    }

    /// Removes the oldest plan that a new one of a connection may displace. One that was carried out goes before one
    /// without an agreement, and of these a link goes first, because every look at the links of a survey plans one.
    /// False if there is none: an agreement is not lost, and a plan whose outcome is unknown is not carried out again.
    fn drop_plan(&mut self, connection: &str) -> bool {
        let rank = |plan: &Plan| {
            let is_other = plan.connection != connection;
            let is_link = matches!(plan.kind, PlanKind::Link | PlanKind::Export);
            match plan.state {
                PlanState::Done => Some((0, is_other)),
                PlanState::Planned => Some((if is_link { 1 } else { 2 }, is_other)),
                PlanState::Agreed | PlanState::Running => None,
            }
        };
        // The list is in the order of time, and the first of the lowest is found.
        let ranked = self.plans.iter().enumerate().filter_map(|(place, plan)| Some((rank(plan)?, place)));
        ranked.min().map(|(_, place)| self.plans.remove(place)).is_some()
    }

    /// Whether nothing needs to be stored. What was called by connections that are gone does not.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty() && self.plans.is_empty()
    }

    fn find(&mut self, id: &str) -> Option<&mut Connection> {
        self.connections.iter_mut().find(|connection| connection.id == id)
    }

    fn remove(&mut self, id: &str) -> Option<Connection> {
        let place = self.connections.iter().position(|connection| connection.id == id)?;
        self.plans.retain(|plan| plan.connection != id);
        Some(self.connections.remove(place))
    }

    fn end_reused(&mut self, id: &str) -> AgentsReply {
        self.remove(id).map_or(AgentsReply::Refused, AgentsReply::Reused)
    }

    /// The token before the newest stays good until the newest is used, because several processes of one program
    /// refresh at the same time, and an answer may be lost. An older one was stolen.
    fn rotate(&mut self, id: &str, presented: u32, now: Timestamp) -> AgentsReply {
        let Some(connection) = self.find(id) else { return AgentsReply::Refused };
        match connection.generation.checked_sub(presented) {
            Some(0) => connection.generation = connection.generation.saturating_add(1),
            Some(1) => {}
            _ => return self.end_reused(id),
        }
        connection.used = now.0;
        AgentsReply::Connection(connection.clone())
    }

    fn begin(&mut self, id: &str, now: Timestamp) -> AgentsReply {
        let Some(connection) = self.find(id) else { return AgentsReply::Refused };
        let (began, count) = connection.minute;
        // A minute that begins after now was counted before the clock was set back.
        let wait = if began > now.0 { 0 } else { began.saturating_add(MINUTE).saturating_sub(now.0) };
        if wait > 0 && count >= CALLS_PER_MINUTE {
            return AgentsReply::Wait(wait.saturating_add(SECOND - 1).div_euclid(SECOND));
        }
        connection.minute = if wait > 0 { (began, count.saturating_add(1)) } else { (now.0, 1) };
        AgentsReply::Connection(connection.clone())
    }

    /// Changes the plan with an id, if the command may be used for it.
    fn with_plan(
        &mut self,
        id: &str,
        may_be_used: impl FnOnce(&Plan) -> bool,
        change: impl FnOnce(&mut Plan),
    ) -> AgentsReply {
        let found = self.plans.iter_mut().find(|plan| plan.id == id);
        let Some(plan) = found.filter(|plan| may_be_used(plan)) else { return AgentsReply::Refused };
        let before = plan.clone();
        change(plan);
        AgentsReply::Plan(before)
    }
}
