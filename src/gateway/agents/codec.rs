//! The record of an account's agents as JSON, and its commands and replies, which go to the object and back.

use super::connections::{Agents, AgentsCommand, AgentsReply, Connection, ToolCall};
use super::plans::{Plan, PlanKind, PlanState};
use super::value::{ToValue, Value, object};
use crate::spec::tools::AgentScope;

/// First word of the stored record.
pub const KIND: &str = "agents";

/// What can be read from JSON: the counterpart of [`ToValue`].
pub trait FromValue: Sized {
    /// Reads it; `None` if the value is none.
    fn from_value(value: &Value) -> Option<Self>;
}

/// A command or reply: its word, and what it is about.
fn message(word: &str, about: Vec<Value>) -> Value {
    let mut items = vec![word.to_value()];
    items.extend(about);
    Value::Array(items)
}

impl FromValue for String {
    fn from_value(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }
}

impl FromValue for i64 {
    fn from_value(value: &Value) -> Option<i64> {
        match value {
            Value::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }
}

impl FromValue for AgentScope {
    fn from_value(value: &Value) -> Option<AgentScope> {
        value.as_str().and_then(AgentScope::parse)
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn from_value(value: &Value) -> Option<Vec<T>> {
        value.as_array()?.iter().map(T::from_value).collect()
    }
}

/// A member of an object.
fn member<T: FromValue>(object: &Value, name: &str) -> Option<T> {
    T::from_value(object.get(name)?)
}

/// A member that may be null. The outer `None` means that it is wrong.
#[expect(clippy::option_option, reason = "null is a value, and something else is an error")]
fn nullable<T: FromValue>(object: &Value, name: &str) -> Option<Option<T>> {
    match object.get(name)? {
        Value::Null => Some(None),
        value => T::from_value(value).map(Some),
    }
}

fn count<T: TryFrom<u64>>(value: Option<&Value>) -> Option<T> {
    T::try_from(value?.as_u64()?).ok()
}

impl Agents {
    /// The stored record; an empty one if nothing is stored. `None` if the text is none.
    pub fn decode(stored: Option<&str>) -> Option<Agents> {
        let Some(stored) = stored else { return Some(Agents::default()) };
        let record = Value::parse(stored.strip_prefix(KIND)?.as_bytes()).ok()?;
        Some(Agents {
            connections: member(&record, "connections")?,
            calls: member(&record, "calls")?,
            plans: member(&record, "plans")?,
        })
    }

    /// The record as it is stored.
    pub fn encode(&self) -> String {
        let record = object(vec![
            ("connections", self.connections.to_value()),
            ("calls", self.calls.to_value()),
            ("plans", self.plans.to_value()),
        ]);
        [KIND, " ", &record.to_json()].concat()
    }
}

impl ToValue for Connection {
    fn to_value(&self) -> Value {
        let (began, calls) = self.minute;
        object(vec![
            ("id", self.id.to_value()),
            ("account", self.account.to_value()),
            ("name", self.name.to_value()),
            ("host", self.host.to_value()),
            ("redirect", self.redirect.to_value()),
            ("scopes", self.scopes.to_value()),
            ("created", self.created.to_value()),
            ("used", self.used.to_value()),
            ("requests", self.requests.to_value()),
            ("minute", Value::Array(vec![began.to_value(), calls.to_value()])),
            ("generation", self.generation.to_value()),
            ("redeemed", self.redeemed.to_value()),
        ])
    }
}

impl FromValue for Connection {
    fn from_value(value: &Value) -> Option<Connection> {
        let [began, calls] = value.get("minute")?.as_array()? else { return None };
        Some(Connection {
            id: member(value, "id")?,
            account: member(value, "account")?,
            name: member(value, "name")?,
            host: nullable(value, "host")?,
            redirect: member(value, "redirect")?,
            scopes: member(value, "scopes")?,
            created: member(value, "created")?,
            used: member(value, "used")?,
            requests: count(value.get("requests"))?,
            minute: (i64::from_value(began)?, count(Some(calls))?),
            generation: count(value.get("generation"))?,
            redeemed: value.get("redeemed")?.as_bool()?,
        })
    }
}

impl ToValue for ToolCall {
    fn to_value(&self) -> Value {
        object(vec![
            ("at", self.at.to_value()),
            ("connection", self.connection.to_value()),
            ("tool", self.tool.to_value()),
            ("survey_id", self.survey_id.to_value()),
            ("requests", self.requests.to_value()),
            ("outcome", self.outcome.to_value()),
            ("bytes", self.bytes.to_value()),
        ])
    }
}

impl FromValue for ToolCall {
    fn from_value(value: &Value) -> Option<ToolCall> {
        Some(ToolCall {
            at: member(value, "at")?,
            connection: member(value, "connection")?,
            tool: member(value, "tool")?,
            survey_id: nullable(value, "survey_id")?,
            requests: count(value.get("requests"))?,
            outcome: member(value, "outcome")?,
            bytes: count(value.get("bytes"))?,
        })
    }
}

impl ToValue for Plan {
    fn to_value(&self) -> Value {
        object(vec![
            ("id", self.id.to_value()),
            ("connection", self.connection.to_value()),
            ("agent", self.agent.to_value()),
            ("kind", self.kind.as_str().to_value()),
            ("state", self.state.as_str().to_value()),
            ("until", self.until.to_value()),
            ("what", self.what.to_value()),
            ("result", self.result.to_value()),
        ])
    }
}

impl FromValue for Plan {
    fn from_value(value: &Value) -> Option<Plan> {
        Some(Plan {
            id: member(value, "id")?,
            connection: member(value, "connection")?,
            agent: member(value, "agent")?,
            kind: PlanKind::parse(value.get("kind")?.as_str()?)?,
            state: PlanState::parse(value.get("state")?.as_str()?)?,
            until: member(value, "until")?,
            what: value.get("what")?.clone(),
            result: value.get("result").filter(|result| !result.is_null()).cloned(),
        })
    }
}

impl ToValue for AgentsCommand {
    fn to_value(&self) -> Value {
        match self {
            AgentsCommand::Add(connection) => message("add", vec![connection.to_value()]),
            AgentsCommand::List => message("list", vec![]),
            AgentsCommand::Remove(id) => message("remove", vec![id.to_value()]),
            AgentsCommand::Redeem(id, is_late) => message("redeem", vec![id.to_value(), is_late.to_value()]),
            AgentsCommand::Rotate(id, presented) => message("rotate", vec![id.to_value(), presented.to_value()]),
            AgentsCommand::Begin(id) => message("begin", vec![id.to_value()]),
            AgentsCommand::Finish(call) => message("finish", vec![call.to_value()]),
            AgentsCommand::Plan(plan) => message("plan", vec![plan.to_value()]),
            AgentsCommand::ShowPlan(id) => message("show", vec![id.to_value()]),
            AgentsCommand::Agree(id) => message("agree", vec![id.to_value()]),
            AgentsCommand::Take(id, connection, kind) => {
                message("take", vec![id.to_value(), connection.to_value(), kind.as_str().to_value()])
            }
            AgentsCommand::Settle(id, result) => message("settle", vec![id.to_value(), result.to_value()]),
        }
    }
}

impl FromValue for AgentsCommand {
    fn from_value(value: &Value) -> Option<AgentsCommand> {
        let (word, about) = value.as_array()?.split_first()?;
        Some(match (word.as_str()?, about) {
            ("add", [connection]) => AgentsCommand::Add(Connection::from_value(connection)?),
            ("list", []) => AgentsCommand::List,
            ("remove", [id]) => AgentsCommand::Remove(String::from_value(id)?),
            ("redeem", [id, is_late]) => AgentsCommand::Redeem(String::from_value(id)?, is_late.as_bool()?),
            ("rotate", [id, presented]) => AgentsCommand::Rotate(String::from_value(id)?, count(Some(presented))?),
            ("begin", [id]) => AgentsCommand::Begin(String::from_value(id)?),
            ("finish", [call]) => AgentsCommand::Finish(ToolCall::from_value(call)?),
            ("plan", [plan]) => AgentsCommand::Plan(Plan::from_value(plan)?),
            ("show", [id]) => AgentsCommand::ShowPlan(String::from_value(id)?),
            ("agree", [id]) => AgentsCommand::Agree(String::from_value(id)?),
            ("take", [id, connection, kind]) => AgentsCommand::Take(
                String::from_value(id)?,
                String::from_value(connection)?,
                PlanKind::parse(kind.as_str()?)?,
            ),
            ("settle", [id, result]) => {
                AgentsCommand::Settle(String::from_value(id)?, Some(result).filter(|result| !result.is_null()).cloned())
            }
            _ => return None,
        })
    }
}

impl ToValue for AgentsReply {
    fn to_value(&self) -> Value {
        match self {
            AgentsReply::Done => message("done", vec![]),
            AgentsReply::Refused => message("gone", vec![]),
            AgentsReply::Reused(connection) => message("reused", vec![connection.to_value()]),
            AgentsReply::Connection(connection) => message("is", vec![connection.to_value()]),
            AgentsReply::Wait(seconds) => message("wait", vec![seconds.to_value()]),
            AgentsReply::Plan(plan) => message("plan", vec![plan.to_value()]),
            AgentsReply::All(connections, calls) => message("all", vec![connections.to_value(), calls.to_value()]),
        }
    }
}

impl FromValue for AgentsReply {
    fn from_value(value: &Value) -> Option<AgentsReply> {
        let (word, about) = value.as_array()?.split_first()?;
        Some(match (word.as_str()?, about) {
            ("done", []) => AgentsReply::Done,
            ("gone", []) => AgentsReply::Refused,
            ("reused", [connection]) => AgentsReply::Reused(Connection::from_value(connection)?),
            ("is", [connection]) => AgentsReply::Connection(Connection::from_value(connection)?),
            ("wait", [seconds]) => AgentsReply::Wait(i64::from_value(seconds)?),
            ("plan", [plan]) => AgentsReply::Plan(Plan::from_value(plan)?),
            ("all", [connections, calls]) => AgentsReply::All(Vec::from_value(connections)?, Vec::from_value(calls)?),
            _ => return None,
        })
    }
}
