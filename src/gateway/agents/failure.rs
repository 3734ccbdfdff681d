//! What an agent gets when the service or the budget refuses a request of a tool: a sentence of this table that says
//! what to do next. The service's own words are not passed on, because they may quote what others have written.

use crate::gateway::budget::{BudgetPause, PauseCause};
use crate::gateway::json;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{Refusal, error_code};
use crate::spec::errors::Error;
use crate::wire::failure::largest_page_size;

/// What an agent gets whose plan was begun and may have been carried out: the plan is not carried out again. Another
/// call may be carrying it out at this moment.
pub const OUTCOME_UNKNOWN: &str = "This plan was begun, and its outcome is not known. Call again with the same plan in a \
    minute. If it is still not known, look whether it was done before you plan it again: find_surveys, share_link, or the \
    user.";

/// Why a tool could not do its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolFailure {
    /// The sentence for the agent.
    pub message: String,
    /// Whether it is certain that the request has changed nothing.
    pub is_certain: bool,
    /// The size of a page that fits, if the page that was asked for is too large.
    pub fitting_size: Option<u64>,
}

impl ToolFailure {
    /// The failure of a request that has changed nothing.
    pub fn certain(message: &str) -> ToolFailure {
        ToolFailure { message: message.to_owned(), is_certain: true, fitting_size: None }
    }

    /// The failure of a request that may have changed something.
    pub fn uncertain(message: &str) -> ToolFailure {
        ToolFailure { is_certain: false, ..ToolFailure::certain(message) }
    }

    /// The failure of a tool that carries out a plan, and has written something before if `has_written` says so.
    pub fn of_write(mut self, has_written: bool) -> ToolFailure {
        if !self.is_certain {
            self.message = OUTCOME_UNKNOWN.to_owned();
        } else if has_written {
            self.message.push_str(" A part was created before: look for it before you plan it again.");
            self.is_certain = false;
        }
        self
    }

    /// The failure of a response of the service.
    pub fn from_response(status: u16, body: &[u8]) -> ToolFailure {
        let code = error_code(body).and_then(|code| code.parse::<u16>().ok()).unwrap_or_default();
        let is = |error: Error| error.row().code == code;
        let sentence = match status {
            404 | 410 => {
                "The account has no such survey, question or response. Call find_surveys, and get_design for the ids."
            }
            _ if is(Error::MissingPlan) || is(Error::PaymentRequired) => {
                "The user's plan does not include this. Tell the user."
            }
            _ if is(Error::MissingScope) => {
                "The user's plan does not include this, or the user has not granted Canvass this at the service. If the \
                plan includes it, ask the user to sign in to Canvass again and to grant it. If not, it needs another plan."
            }
            _ if is(Error::EmailUnverified) => {
                "The user must first open the link in the mail that verifies the address."
            }
            _ if is(Error::ResourceQuota) => "The account has reached the limit of its plan for this. Tell the user.",
            _ if is(Error::ResourceLimit) => {
                "This is more than the service takes, such as a question or a page with too many rows and choices, or more \
                mail than the plan allows. Split it, or tell the user."
            }
            403 => "The user may not do this with the survey. Its owner or an admin of the team can permit it.",
            409 => "The survey or collector is in a state that does not allow this. Read it again.",
            413 => {
                "The service returns no survey of more than 1,000 questions, and no page of responses that is too large. \
                Ask for one question, or use filters."
            }
            429 => "The service has no requests left for the moment. Call budget, which says when there are more.",
            // After 408, a server between has given up, and the service may still work on the request.
            400..=499 if status != 408 => {
                "The service has refused the request. Check the arguments, and that the ids belong to this survey."
            }
            _ => return ToolFailure::uncertain("The service has failed. Try again in a minute."),
        };
        let fitting_size = (status == 413).then(|| fitting_size(body)).flatten();
        ToolFailure { fitting_size, ..ToolFailure::certain(sentence) }
    }

    /// The failure of a request that the gateway has refused.
    pub fn from_refusal(refusal: &Refusal) -> ToolFailure {
        match refusal {
            Refusal::Budget(pause) => ToolFailure::certain(&describe_pause(*pause)),
            Refusal::Problem(Problem::UpstreamTimeout) => {
                ToolFailure::uncertain("The service did not answer in time. Try again, and ask for less.")
            }
            Refusal::Api(error, _) => ToolFailure::from_response(error.error.row().status, &[]),
            _ => ToolFailure::uncertain("The service could not be reached. Try again in a minute."),
        }
    }
}

/// The size of a page that fits, as an error body names it.
fn fitting_size(body: &[u8]) -> Option<u64> {
    let message = json::get_member(body, "error").and_then(|error| json::get_member(error, "message"))?;
    largest_page_size(&json::decode_text(message)?).filter(|size| *size > 0)
}

fn describe_pause(pause: BudgetPause) -> String {
    let until = pause.until.with_offset().0;
    let what = match pause.cause {
        PauseCause::Minute => "This minute's requests for agents are spent",
        PauseCause::Day => "Today's requests for agents are spent",
        PauseCause::Refused | PauseCause::LimitUnknown => "The service takes no requests for the moment",
    };
    [what, " until ", &until, ". Try again then. What was read a moment ago may still be answered from the cache."]
        .concat()
}
