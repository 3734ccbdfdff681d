//! Runs a tool: carries out its steps, and notes the call.

use super::record::call_record;
use crate::edge::response::UpstreamResponse;
use crate::edge::session::OpenSession;
use crate::edge::{PlatformRandom, RequestContext, budget, now, pipeline};
use crate::gateway::agents::PLAN_PATH;
use crate::gateway::agents::connections::{AgentsCommand, AgentsReply, Connection, ToolCall};
use crate::gateway::agents::failure::{OUTCOME_UNKNOWN, ToolFailure};
use crate::gateway::agents::plans::{self, Plan, PlanKind, PlanState};
use crate::gateway::agents::requests::ApiRequest;
use crate::gateway::agents::tools::{self, AgentCaller, Cost, Run, Step};
use crate::gateway::agents::value::{ToValue, Value, object};
use crate::gateway::cache::{HIT, is_outdated};
use crate::gateway::headers::CACHE_STATUS;
use crate::gateway::log::{CalledTool, Level};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{BodySize, Refusal, match_endpoint};
use crate::gateway::session::LIFETIME;
use crate::spec::endpoint::Method;
use crate::spec::tools::{AgentScope, Tool};
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::rate;
use crate::wire::text::hex;
use std::rc::Rc;

/// Bytes of a response of the API that a tool reads: more than a page of the service has.
const RESPONSE_MAX: u64 = 10_000_000;

/// What an agent gets whose plan is too large.
const PLAN_TOO_LARGE: &str = "This is too large for one plan. Shorten the texts, or plan a part of it.";

/// What an agent gets who has too many plans that no other may displace.
const PLANS_FULL: &str =
    "Too many plans are agreed to or being carried out. Carry out those that the user has agreed to, or wait an hour.";

/// Steps after which a tool must have ended: more than any needs.
const STEPS_MAX: usize = 60;

/// The agent that calls a tool.
pub(super) struct Agent {
    pub(super) session: OpenSession,
    pub(super) connection: Connection,
    /// The public id of the account.
    pub(super) account: String,
    pub(super) scopes: Vec<AgentScope>,
}

/// Milliseconds after which a call requests no further page.
const READING_MAX: i64 = 25 * SECOND;

/// What an agent gets after this time.
const TOO_SLOW: &str = "The rest would take too long for one call. Use filters, or ask for less.";

/// What an agent gets for a response that is too long, breaks or is no JSON.
const UNUSABLE: &str = "The service's response cannot be used. Ask for less.";

/// What a call has cost so far, and the survey that it is about.
#[derive(Default)]
struct CallUsage {
    survey_id: Option<String>,
    cost: Cost,
}

/// How a tool ended: with its result, or with a sentence for the agent.
type ToolOutcome = Result<Value, String>;

/// Runs a tool whose arguments fit its table.
///
/// # Errors
///
/// If the session has ended, or an object of the gateway fails.
pub(super) async fn run_tool(
    context: &RequestContext,
    mut agent: Agent,
    tool: &'static Tool,
    arguments: Value,
) -> Result<ToolOutcome, Refusal> {
    let id_of = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let mut usage = CallUsage { survey_id: id_of(&arguments, "survey_id"), ..CallUsage::default() };
    let ended = match tools::plan_kind(tool) {
        None => {
            let caller = AgentCaller {
                granted: agent.scopes.clone(),
                until: Timestamp(agent.connection.created).saturating_add(LIFETIME).with_offset().0,
                region: agent.session.token.region.as_str().to_owned(),
                origin: context.config.origin.as_str().to_owned(),
            };
            let run = tools::begin(tool, arguments, caller);
            drive(context, &mut agent, run, &mut usage).await.map(|ended| ended.map_err(|failure| failure.message))
        }
        Some(kind) => {
            let plan = arguments.get("plan").and_then(Value::as_str).unwrap_or_default();
            carry_out(context, &mut agent, kind, plan, &mut usage).await
        }
    };
    let (ended, is_cut) = match ended {
        Ok(Ok(result)) => {
            let (result, is_cut) = tools::finish(tool.name, result, usage.cost);
            (Ok(Ok(result)), is_cut)
        }
        other => (other, false),
    };
    let (outcome, bytes) = match &ended {
        Ok(Ok(result)) => {
            let is_waiting = result.get("state").and_then(Value::as_str) == Some("waiting");
            let outcome = if is_cut { "truncated" } else { "done" };
            (if is_waiting { "waiting" } else { outcome }, result.to_json().len())
        }
        Ok(Err(message)) => ("refused", message.len()),
        Err(_) => ("failed", 0),
    };
    // A survey that was created is known by the result only.
    let created = ended.iter().flatten().find_map(|result| id_of(result.get("survey")?, "id"));
    let call = ToolCall {
        survey_id: usage.survey_id.or(created),
        requests: usage.cost.requests,
        ..ToolCall::new(context.now, &agent.connection.id, tool, outcome, bytes)
    };
    note_call(context, &agent.account, tool, call);
    ended
}

/// Notes a call in the background: without arguments and texts.
pub(super) fn note_call(context: &RequestContext, account: &str, tool: &'static Tool, call: ToolCall) {
    context.log_event(Level::Info, "an agent has called a tool", &CalledTool(tool.name));
    let (background, account) = (context.clone(), account.to_owned());
    context.execution.wait_until(async move {
        let _ = call_record(&background, &account, &AgentsCommand::Finish(call)).await;
    });
}

/// Carries out a plan, once.
async fn carry_out(
    context: &RequestContext,
    agent: &mut Agent,
    kind: PlanKind,
    id: &str,
    usage: &mut CallUsage,
) -> Result<ToolOutcome, Refusal> {
    let take = AgentsCommand::Take(id.to_owned(), agent.connection.id.clone(), kind);
    let AgentsReply::Plan(plan) = call_record(context, &agent.account, &take).await? else {
        return Ok(Err(
            "There is no such plan for this tool: it is of another tool or connection, older than an hour, or \
                       displaced by newer plans. Plan it again."
                .to_owned(),
        ));
    };
    let survey = plan.what.get("survey").and_then(|survey| survey.get("id"));
    usage.survey_id = survey.and_then(Value::as_str).map(str::to_owned);
    match (plan.state, &plan.result) {
        (PlanState::Done, Some(result)) => return Ok(Ok(result.clone())),
        (PlanState::Running, _) => return Ok(Err(OUTCOME_UNKNOWN.to_owned())),
        _ if !plan.is_ready() => {
            return Ok(Ok(object(vec![("state", "waiting".to_value()), ("open", plan_url(context, id).to_value())])));
        }
        _ => {}
    }
    let run = tools::carry_out(&plan, context.config.origin.as_str());
    let ended = drive(context, agent, run, usage).await;
    let settled = match &ended {
        Ok(Ok(result)) => Some(Some(result.clone())),
        // Nothing has happened that cannot happen again.
        Ok(Err(failure)) if failure.is_certain => Some(None),
        _ => None,
    };
    if let Some(result) = settled {
        // Without this note, a repeated call does not know the outcome. This one does.
        let _ = call_record(context, &agent.account, &AgentsCommand::Settle(id.to_owned(), result)).await;
    }
    ended.map(|ended| ended.map_err(|failure| failure.message))
}

fn plan_url(context: &RequestContext, id: &str) -> String {
    [context.config.origin.as_str(), PLAN_PATH, "?plan=", id].concat()
}

/// Carries out the steps of a tool.
async fn drive(
    context: &RequestContext,
    agent: &mut Agent,
    mut run: Run,
    usage: &mut CallUsage,
) -> Result<Result<Value, ToolFailure>, Refusal> {
    let (mut last, mut has_written) = (Value::Null, false);
    for _ in 0..STEPS_MAX {
        last = match run(last) {
            Step::Ask(request) if request.is_more && is_late(context) => tools::stopped(TOO_SLOW),
            Step::Ask(request) => match ask(context, agent, &request, usage).await? {
                Ok(body) => {
                    has_written |= request.method != Method::GET;
                    body
                }
                Err(ToolFailure { fitting_size: Some(size), .. }) => tools::too_large(size),
                Err(failure) if request.is_more => tools::stopped(&failure.message),
                Err(failure) if request.method == Method::GET && !has_written => return Ok(Err(failure)),
                Err(failure) => return Ok(Err(failure.of_write(has_written))),
            },
            Step::ShowBudget => Value::parse(&budget::fetch_state(context).await?).map_err(|_| Problem::Internal)?,
            Step::Store(_, what) if what.to_json().len() > plans::BYTES_MAX => {
                return Ok(Err(ToolFailure::certain(PLAN_TOO_LARGE)));
            }
            Step::Store(kind, what) => match store_plan(context, agent, kind, what).await? {
                Some(stored) => stored,
                None => return Ok(Err(ToolFailure::certain(PLANS_FULL))),
            },
            Step::Done(result) => return Ok(Ok(result)),
            Step::Fail(message) => return Ok(Err(ToolFailure::certain(&message).of_write(has_written))),
        };
    }
    Err(Problem::Internal.into())
}

/// Whether a call has taken so long that it ends with what it has read.
fn is_late(context: &RequestContext) -> bool {
    now().0.saturating_sub(context.now.0) >= READING_MAX
}

/// Stores a plan. Returns what the agent learns of it; `None` if there are too many.
async fn store_plan(
    context: &RequestContext,
    agent: &Agent,
    kind: PlanKind,
    what: Value,
) -> Result<Option<Value>, Problem> {
    let id = hex(&PlatformRandom.random_bytes::<16>());
    let (connection, name) = (agent.connection.id.clone(), agent.connection.name.clone());
    let plan = Plan::new(id.clone(), connection, name, kind, what, context.now);
    let until = Timestamp(plan.until).with_offset().0;
    if call_record(context, &agent.account, &AgentsCommand::Plan(plan)).await? == AgentsReply::Refused {
        return Ok(None);
    }
    let open = plan_url(context, &id);
    Ok(Some(object(vec![("plan", id.to_value()), ("until", until.to_value()), ("open", open.to_value())])))
}

/// Sends a request to the API as background work of the agent's session.
async fn ask(
    context: &RequestContext,
    agent: &mut Agent,
    request: &ApiRequest,
    usage: &mut CallUsage,
) -> Result<Result<Value, ToolFailure>, Refusal> {
    let mut head = request.to_request(context.config.origin.as_str());
    let body = std::mem::take(&mut head.body);
    let size = match u64::try_from(body.len()) {
        Ok(0) | Err(_) => BodySize::Absent,
        Ok(length) => BodySize::Sized(length),
    };
    let admitted = match match_endpoint(&head, &request.path, size) {
        Ok(admitted) => admitted,
        Err(refusal) => return Ok(Err(ToolFailure::from_refusal(&refusal))),
    };
    let incoming = Rc::new(context.incoming.with_head(head));
    let context = RequestContext { incoming, ..context.clone() };
    let sent = pipeline::send_for_agent(&context, &mut agent.session, &admitted, body).await;
    let UpstreamResponse { status, headers, body } = match sent {
        Ok(response) => response,
        Err(refusal @ (Refusal::SessionOver(..) | Refusal::Problem(Problem::SignedOut))) => return Err(refusal),
        Err(refusal) => return Ok(Err(ToolFailure::from_refusal(&refusal))),
    };
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let cached = header(CACHE_STATUS).filter(|status| status.starts_with(HIT));
    let cost = &mut usage.cost;
    cost.requests = cost.requests.saturating_add(u64::from(cached.is_none()));
    cost.is_outdated |= cached.is_some_and(|status| is_outdated(&status));
    let [day, _] = rate::read_windows(&header);
    if let Some(day) = day.filter(rate::QuotaWindow::is_limited) {
        cost.left_today = Some(u64::from(day.remaining));
    }
    let Ok(Some(body)) = body.read_bytes(RESPONSE_MAX).await else {
        return Ok(Err(ToolFailure::uncertain(UNUSABLE)));
    };
    if !(200..300).contains(&status) {
        return Ok(Err(ToolFailure::from_response(status, &body)));
    }
    let body = if body.is_empty() { Ok(object(vec![])) } else { Value::parse(&body) };
    Ok(body.map_err(|_| ToolFailure::uncertain(UNUSABLE)))
}
