//! The tools as state machines: each gets the result of its last step and returns the next one, without I/O.

mod account;
mod answers;
mod crosstab;
mod design;
mod draft;
mod filters;
mod invitation;
mod links;
mod responses;
mod result;
mod summary;

pub use responses::{stopped, too_large};
pub use result::{Cost, RESULT_MAX, finish};

use super::plans::{Plan, PlanKind};
use super::requests::ApiRequest;
use crate::gateway::agents::value::{ToValue, Value, object};
use crate::spec::tools::{AgentScope, Tool, ToolHandler};

/// What a tool needs to know of its caller.
#[derive(Debug, Clone)]
pub struct AgentCaller {
    /// What it may do.
    pub granted: Vec<AgentScope>,
    /// When its connection ends at the latest.
    pub until: String,
    /// The account's region.
    pub region: String,
    /// The origin of the gateway, for URLs.
    pub origin: String,
}

/// The next step of a tool.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Send a request to the API. The next step gets its body, [`too_large`], or [`stopped`] if it asks for more.
    Ask(Box<ApiRequest>),
    /// Show the budget. The next step gets it.
    ShowBudget,
    /// Store a plan. The next step gets its `plan`, `until` and `open`.
    Store(PlanKind, Value),
    /// The result.
    Done(Value),
    /// The tool cannot go on, for this reason.
    Fail(String),
}

impl Step {
    fn ask(request: ApiRequest) -> Step {
        Step::Ask(Box::new(request))
    }
}

/// A tool that runs. It is called with null first.
pub type Run = Box<dyn FnMut(Value) -> Step>;

/// Begins a tool that changes nothing. The arguments fit the table.
pub fn begin(tool: &Tool, arguments: Value, caller: AgentCaller) -> Run {
    match tool.handler {
        ToolHandler::WhoAmI => account::whoami(caller),
        ToolHandler::Budget => account::budget(),
        ToolHandler::FindSurveys => account::find_surveys(arguments),
        ToolHandler::GetDesign => design::get_design(arguments),
        ToolHandler::Summarise => summary::summarise(arguments),
        ToolHandler::Crosstab => crosstab::crosstab(arguments),
        ToolHandler::SampleAnswers => answers::sample_answers(arguments),
        ToolHandler::SearchText => answers::search_text(arguments),
        ToolHandler::GetResponse => answers::get_response(arguments),
        ToolHandler::ExportLink => links::export_link(arguments),
        ToolHandler::ShareLink => links::share_link(arguments),
        ToolHandler::DraftSurvey => draft::draft_survey(arguments),
        ToolHandler::PrepareInvitation => invitation::prepare_invitation(arguments),
        ToolHandler::CreateSurvey | ToolHandler::OpenShareLink | ToolHandler::SendInvitation => {
            Box::new(|_| Step::Fail("This tool takes a plan.".to_owned()))
        }
    }
}

/// The kind of plan that a tool carries out; `None` for a tool that changes nothing.
pub fn plan_kind(tool: &Tool) -> Option<PlanKind> {
    match tool.handler {
        ToolHandler::CreateSurvey => Some(PlanKind::Survey),
        ToolHandler::OpenShareLink => Some(PlanKind::Link),
        ToolHandler::SendInvitation => Some(PlanKind::Invitation),
        _ => None,
    }
}

/// Begins to carry out a plan.
pub fn carry_out(plan: &Plan, origin: &str) -> Run {
    let what = plan.what.clone();
    match plan.kind {
        PlanKind::Survey => draft::create_survey(what, origin.to_owned()),
        PlanKind::Link => links::open_share_link(what),
        PlanKind::Invitation => invitation::send_invitation(what),
        PlanKind::Export => Box::new(|_| Step::Fail("Only the user can export, on the page of the plan.".to_owned())),
    }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn number(value: &Value, name: &str) -> u64 {
    value.get(name).and_then(Value::as_u64).unwrap_or_default()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).and_then(Value::as_array).unwrap_or_default()
}

/// A survey as results name it.
fn survey(details: &Value) -> Value {
    object(vec![
        ("title", super::untrusted_text::label(text(details, "title")).to_value()),
        ("id", text(details, "id").to_value()),
    ])
}

/// A share in percent with one decimal.
fn percent(count: u64, base: u64) -> Value {
    decimal(count.saturating_mul(100), base, 10)
}

/// A quotient, rounded to parts of which a whole has 10 or 100.
fn decimal(sum: u64, base: u64, parts: u64) -> Value {
    // Half a part is added before the division, so that it rounds.
    let double = sum.saturating_mul(parts).saturating_mul(2).saturating_add(base);
    let rounded = double.checked_div(base.saturating_mul(2)).unwrap_or_default();
    let whole = rounded.checked_div(parts).unwrap_or_default();
    // A whole more keeps the zeros at the beginning.
    let rest = rounded.saturating_sub(whole.saturating_mul(parts)).saturating_add(parts).to_string();
    Value::Number([&whole.to_string(), ".", rest.get(1..).unwrap_or_default()].concat())
}

#[cfg(test)]
mod tests {
    use super::percent;
    use crate::spec::tools::TOOLS;

    #[test]
    fn no_two_tools_have_one_handler() {
        for (index, tool) in TOOLS.iter().enumerate() {
            assert!(TOOLS.iter().skip(index + 1).all(|other| other.handler != tool.handler), "{}", tool.name);
        }
    }

    #[test]
    fn a_share_is_rounded_to_a_tenth() {
        let shown = |count, base| percent(count, base).to_json();
        for (count, base, expected) in
            [(0, 0, "0.0"), (1, 3, "33.3"), (2, 3, "66.7"), (1, 8, "12.5"), (1, 2_000, "0.1"), (7, 7, "100.0")]
        {
            assert_eq!(shown(count, base), expected, "{count} of {base}");
        }
    }
}
