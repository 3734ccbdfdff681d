//! What the pages of the user send and get: a decision about an agent, the connections, and plans.

use super::CONNECTIONS_PATH;
use super::authorization::AccessRequest;
use super::clients::{Client, shown_host};
use super::connections::{Connection, ToolCall};
use super::plans::Plan;
use crate::gateway::agents::value::{ToValue, Value, object};
use crate::gateway::problem::Problem;
use crate::gateway::session::{LIFETIME, SessionToken, object_name};
use crate::spec::tools::AgentScope;
use crate::wire::dates::Timestamp;
use crate::wire::path::is_id;

/// Bytes of a body that a page sends.
pub const BODY_MAX: u64 = 16_384;

/// What a path of the pages is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagePart<'a> {
    /// All connections.
    Connections,
    /// The connection with an id.
    Connection(&'a str),
    /// A program's request, which the page shows.
    Ask,
    /// The decision about it.
    Decide,
    /// The plan with an id.
    Plan(&'a str),
}

/// What a path below [`CONNECTIONS_PATH`] is about.
pub fn parse_page_path(path: &str) -> Option<PagePart<'_>> {
    let rest = path.strip_prefix(CONNECTIONS_PATH)?;
    match rest.strip_prefix('/') {
        None => rest.is_empty().then_some(PagePart::Connections),
        Some("ask") => Some(PagePart::Ask),
        Some("decide") => Some(PagePart::Decide),
        Some(rest) => match rest.strip_prefix("plans/") {
            Some(id) => is_id(id).then_some(PagePart::Plan(id)),
            None => is_id(rest).then_some(PagePart::Connection(rest)),
        },
    }
}

/// The decision of a user about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The program's request, as it came in the URL.
    pub query: String,
    /// The public id of the account that the page has shown.
    pub account: String,
    /// Whether it is connected.
    pub is_allowed: bool,
    /// What it may do.
    pub scopes: Vec<AgentScope>,
}

/// Parses the body of a page that shows a request.
///
/// # Errors
///
/// [`Problem::BadRequest`].
pub fn parse_query(body: &[u8]) -> Result<String, Problem> {
    let body = Value::parse(body).map_err(|_| Problem::BadRequest)?;
    body.get("query").and_then(Value::as_str).map(str::to_owned).ok_or(Problem::BadRequest)
}

/// Parses the body of a page that sends a decision. A permission that is granted is named, but for seeing surveys,
/// which comes with every other: all tools need it for ids.
///
/// # Errors
///
/// [`Problem::BadRequest`].
pub fn parse_decision(body: &[u8]) -> Result<Decision, Problem> {
    let query = parse_query(body)?;
    let body = Value::parse(body).map_err(|_| Problem::BadRequest)?;
    let is_allowed = body.get("allow").and_then(Value::as_bool).ok_or(Problem::BadRequest)?;
    let account = body.get("account").and_then(Value::as_str).map(str::to_owned).ok_or(Problem::BadRequest)?;
    let names = body.get("scopes").and_then(Value::as_array).unwrap_or_default();
    let scopes = names.iter().map(|name| name.as_str().and_then(AgentScope::parse)).collect::<Option<Vec<_>>>();
    let mut scopes = scopes.ok_or(Problem::BadRequest)?;
    if is_allowed && scopes.is_empty() {
        return Err(Problem::BadRequest);
    }
    if !scopes.contains(&AgentScope::SurveysRead) {
        scopes.insert(0, AgentScope::SurveysRead);
    }
    Ok(Decision { query, account, is_allowed, scopes })
}

/// A request as the page shows it.
pub fn describe_request(client: &Client, request: &AccessRequest) -> Value {
    let (redirect, is_local) = shown_host(&request.redirect_uri);
    object(vec![
        ("name", client.name.to_value()),
        ("host", client.host.to_value()),
        ("redirect", redirect.to_value()),
        ("local", is_local.to_value()),
        ("asked", request.scopes.to_value()),
        ("scopes", (AgentScope::ALL).to_value()),
        ("days", LIFETIME.checked_div(crate::wire::dates::DAY).to_value()),
    ])
}

/// The connection that a decision makes.
pub fn new_connection(
    token: &SessionToken,
    client: &Client,
    request: &AccessRequest,
    scopes: &[AgentScope],
    now: Timestamp,
) -> Connection {
    Connection {
        id: object_name(&token.id),
        account: object_name(&token.account),
        name: client.name.clone(),
        host: client.host.clone(),
        redirect: shown_host(&request.redirect_uri).0,
        scopes: scopes.to_vec(),
        created: now.0,
        used: now.0,
        requests: 0,
        minute: (now.0, 0),
        generation: 0,
        redeemed: false,
    }
}

/// The connections and what they did last, the newest first.
pub fn connections_json(connections: &[Connection], calls: &[ToolCall]) -> Value {
    let date = |at: i64| Timestamp(at).with_offset().0;
    let shown = connections.iter().rev().map(|connection| {
        object(vec![
            ("id", connection.id.to_value()),
            ("name", connection.name.to_value()),
            ("host", connection.host.to_value()),
            ("redirect", connection.redirect.to_value()),
            ("scopes", connection.scopes.to_value()),
            ("created_at", date(connection.created).to_value()),
            ("used_at", date(connection.used).to_value()),
            ("ends_at", date(connection.created.saturating_add(LIFETIME)).to_value()),
            ("requests", connection.requests.to_value()),
        ])
    });
    let name_of =
        |call: &ToolCall| connections.iter().find(|connection| connection.id == call.connection).map(|one| &one.name);
    let called = calls.iter().rev().map(|call| {
        object(vec![
            ("at", date(call.at).to_value()),
            ("agent", name_of(call).to_value()),
            ("tool", call.tool.to_value()),
            ("survey_id", call.survey_id.to_value()),
            ("requests", call.requests.to_value()),
            ("outcome", call.outcome.to_value()),
        ])
    });
    object(vec![
        ("connections", (shown.collect::<Vec<_>>()).to_value()),
        ("calls", (called.collect::<Vec<_>>()).to_value()),
    ])
}

/// A plan as its page shows it.
pub fn plan_json(plan: &Plan) -> Value {
    object(vec![
        ("agent", plan.agent.to_value()),
        ("kind", plan.kind.as_str().to_value()),
        ("state", plan.state.as_str().to_value()),
        ("what", plan.what.to_value()),
        ("until", (Timestamp(plan.until).with_offset().0).to_value()),
    ])
}
