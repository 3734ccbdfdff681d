//! From an unsuccessful response to a failure: all forms of errors become one.
//!
//! There are three: the API's error object, whose `id` may be a string or a number; the body of a revoked token, which
//! may have any status; and the gateway's problem details of RFC 9457.

use super::cause::Cause;
use super::check::{Expected, Mismatch};
use super::json::{JsonError, Reader, ValueKind};
use super::retry;
use super::text::{self, number_into, quote_into};
use crate::spec::endpoint::Route;
use crate::spec::errors::Error;
use crate::spec::gateway::{ENDED, PROBLEM, SET_UP_PROBLEMS, SessionEnd};
use crate::spec::limits::FITTING_PAGE;
use crate::spec::scopes::PlanRule;

/// Bytes of the largest successful body that is searched for the members of a revoked token.
const REVOKED_BODY_MAX: usize = 1024;

/// Codes of the errors that the scope of the operation explains.
const MISSING_SCOPE: u16 = Error::MissingScope.row().code;
const MISSING_PLAN: u16 = Error::MissingPlan.row().code;

/// A failed call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Why it failed.
    pub cause: Cause,
    /// Code of the error table; 0 if the API did not report it.
    pub code: u16,
    /// HTTP status; 0 without a response.
    pub status: u16,
    /// One sentence for the developer.
    pub message: String,
    /// Why the session ended, if the gateway reports it.
    pub session_end: Option<SessionEnd>,
    /// The argument or the place in the response that is wrong; may be empty.
    pub path: String,
    /// Seconds until the same call may succeed, if that is known.
    pub wait: Option<u32>,
    /// Members of JSON with the response's metadata, each after a comma; empty without a response.
    pub metadata: String,
}

impl Failure {
    /// A failure without a response. It is boxed, so that results that may hold one stay small.
    #[cold]
    #[must_use]
    pub fn local(cause: Cause, message: &str) -> Box<Failure> {
        Failure::from_status(0, cause, 0, message.to_owned())
    }

    /// The failure of a call that got no response, in time or at all.
    #[must_use]
    pub fn without_response(cause: Cause) -> Box<Failure> {
        let message = match cause {
            Cause::Timeout => "No response came in time.",
            Cause::Offline => "The browser is offline.",
            _ => "The service could not be reached.",
        };
        Failure::local(cause, message)
    }

    #[cold]
    fn from_status(status: u16, cause: Cause, code: u16, message: String) -> Box<Failure> {
        let (path, metadata) = (String::new(), String::new());
        Box::new(Failure { cause, code, status, message, session_end: None, path, wait: None, metadata })
    }

    /// The failure of a value that is not what it must be; `message` begins the sentence.
    #[allow(clippy::boxed_local)] // Callers have it boxed already.
    fn from_mismatch(mismatch: Box<Mismatch>, status: u16, cause: Cause, mut message: String) -> Box<Failure> {
        message.push_str(" must be ");
        message.push_str(mismatch.expected.as_str());
        if let Expected::Choice(values) = mismatch.expected {
            for (position, value) in values.iter().filter(|value| !value.is_empty()).enumerate() {
                message.push_str(if position == 0 { ": " } else { ", " });
                message.push_str(value);
            }
        }
        message.push('.');
        let mut failure = Failure::from_status(status, cause, 0, message);
        failure.path = mismatch.path;
        failure
    }

    /// The failure of an invalid argument.
    pub fn bad_argument(mismatch: Box<Mismatch>) -> Box<Failure> {
        let mut message = String::from("The argument ");
        if mismatch.path.is_empty() {
            message.push_str("object");
        } else {
            quote_into(&mut message, &mismatch.path);
        }
        Failure::from_mismatch(mismatch, 0, Cause::InvalidArgument, message)
    }

    /// The failure of a response that does not have its documented shape.
    pub fn bad_response(status: u16, mismatch: Box<Mismatch>) -> Box<Failure> {
        let mut message = String::from("The service's response is not as documented: ");
        message.push_str(if mismatch.path.is_empty() { "the body" } else { &mismatch.path });
        Failure::from_mismatch(mismatch, status, Cause::UnexpectedAnswer, message)
    }

    /// The failure that a response reports; `None` for a success.
    pub fn from_body(status: u16, body: &[u8]) -> Option<Box<Failure>> {
        let success = (200..300).contains(&status);
        // The body of a revoked token and those of the legacy operation's failures are short.
        if success && body.len() > REVOKED_BODY_MAX {
            return None;
        }
        let mut members = ErrorMembers::default();
        let mut reader = Reader::new(body);
        // A body that is not JSON, such as a proxy's page, reports nothing: the status decides.
        if members.read_members(&mut reader).and_then(|()| reader.expect_end()).is_err() {
            members = ErrorMembers::default();
        }
        if members.message.is_empty() {
            members.message.push_str("No reason was given.");
        }
        let ErrorMembers { id, message, session_end, misconfigured, .. } = members;
        // Failures of the legacy operation have the HTTP status of a success, and their own status in the body; 0 is
        // none.
        let legacy = members.status.filter(|number| members.refused && (success || *number == 1)).unwrap_or(0);
        if success && legacy == 0 {
            return None;
        }
        let code = id.unwrap_or(if legacy == 1 { Error::RevokedToken.row().code } else { 0 });
        let cause = match Error::from_code(code) {
            Some(error) => Cause::from_error(error),
            None if legacy > 0 => Cause::from_legacy_status(legacy),
            None if misconfigured => Cause::Configuration,
            None => Cause::from_http_status(status),
        };
        let mut failure = Failure::from_status(status, cause, code, message);
        failure.session_end = session_end.filter(|_| cause == Cause::SignedOut);
        Some(failure)
    }

    /// The failure in JSON, for the error that the caller gets. The route says which scope the operation needs.
    pub fn to_json(&self, route: Option<&Route>) -> String {
        let mut json = String::from("{\"kind\":");
        quote_into(&mut json, self.cause.as_str());
        json.push_str(",\"message\":");
        quote_into(&mut json, &self.message);
        for (name, number) in [(",\"code\":", self.code), (",\"status\":", self.status)] {
            if number > 0 {
                json.push_str(name);
                number_into(&mut json, number.into());
            }
        }
        let session_end = self.session_end.map_or("", SessionEnd::as_str);
        for (name, text) in [(",\"path\":", self.path.as_str()), (",\"ended\":", session_end)] {
            if !text.is_empty() {
                json.push_str(name);
                quote_into(&mut json, text);
            }
        }
        json.push_str(if self.cause.is_retryable() { ",\"retryable\":true" } else { ",\"retryable\":false" });
        if retry::is_retryable(self.cause, route) {
            json.push_str(",\"again\":true");
        }
        if let Some(seconds) = self.wait {
            json.push_str(",\"wait\":");
            number_into(&mut json, seconds.into());
        }
        json.push_str(&self.metadata);
        json.push_str(",\"remedy\":{\"action\":");
        quote_into(&mut json, self.cause.remedy());
        // 1005 is about a feature, not about the operation, whose scope the user may have.
        if (self.code == MISSING_SCOPE || self.code == MISSING_PLAN)
            && let Some(scope) = route.and_then(|route| route.scope)
        {
            json.push_str(",\"scope\":");
            quote_into(&mut json, scope.as_str());
            json.push_str(",\"plan\":");
            json.push_str(match scope.plan_rule() {
                PlanRule::Free => "\"any\"",
                PlanRule::Paid => "\"paid\"",
                PlanRule::PaidExceptWeblink => "\"paid_except_weblink\"",
            });
        }
        if let (Cause::RateLimited, Some(seconds)) = (self.cause, self.wait) {
            json.push_str(",\"seconds\":");
            number_into(&mut json, seconds.into());
        }
        if let (Cause::TooLarge, Some(size)) = (self.cause, largest_page_size(&self.message)) {
            json.push_str(",\"per_page\":");
            number_into(&mut json, size);
        }
        json.push_str("}}");
        json
    }
}

/// The page size that the refusal of a page that is too large proposes.
pub fn largest_page_size(message: &str) -> Option<u64> {
    // By bytes: the standard library's search for a text would make the engine a fifth larger.
    let message = message.as_bytes();
    let size = (0..message.len()).find_map(|at| text::strip_name(message.get(at..)?, FITTING_PAGE))?;
    let digits = size.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text::parse_number(core::str::from_utf8(size.get(..digits)?).ok()?)
}

/// The relevant members of an error body, whichever form it has.
#[derive(Default)]
struct ErrorMembers {
    /// Code of the error, at any depth.
    id: Option<u16>,
    /// `status`, which is 1 in the body of a revoked token.
    status: Option<u16>,
    /// True if there is an `errmsg`.
    refused: bool,
    session_end: Option<SessionEnd>,
    /// True if the gateway refuses a page or a host that it is not set up for.
    misconfigured: bool,
    /// The best message so far.
    message: String,
    /// The position of its member's name among those that may hold a message.
    rank: usize,
}

impl ErrorMembers {
    fn read_members(&mut self, reader: &mut Reader) -> Result<(), JsonError> {
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            // Names of messages, from the least to the most specific.
            let rank =
                ["", "title", "detail", "message", "errmsg"].iter().position(|name| key.equals(name)).unwrap_or(0);
            if rank > 0 {
                self.refused |= rank == 4;
                if let Some(message) = read_text(reader)?
                    && rank > self.rank
                    && !message.is_empty()
                {
                    (self.message, self.rank) = (message, rank);
                }
            } else if key.equals("id") || key.equals("code") {
                self.id = read_number(reader)?;
            } else if key.equals("status") {
                self.status = read_number(reader)?;
            } else if key.equals(ENDED) {
                self.session_end = read_text(reader)?.and_then(|why| SessionEnd::parse(&why));
            } else if key.equals("type") {
                let name = read_text(reader)?.unwrap_or_default();
                self.misconfigured = name.strip_prefix(PROBLEM).is_some_and(|name| SET_UP_PROBLEMS.contains(&name));
            } else if key.equals("error") && reader.peek_kind()? == ValueKind::Object {
                self.read_members(reader)?;
            } else {
                reader.skip_value()?;
            }
        }
        Ok(())
    }
}

fn read_text(reader: &mut Reader) -> Result<Option<String>, JsonError> {
    if reader.peek_kind()? == ValueKind::Text {
        return Ok(Some(reader.read_text()?.decode()?.into_owned()));
    }
    reader.skip_value()?;
    Ok(None)
}

/// A number, or a string of one.
fn read_number(reader: &mut Reader) -> Result<Option<u16>, JsonError> {
    let number = match reader.peek_kind()? {
        ValueKind::Number => text::parse_number(reader.read_number()?),
        _ => read_text(reader)?.and_then(|text| text::parse_number(&text)),
    };
    Ok(number.and_then(|number| number.try_into().ok()))
}

#[cfg(test)]
mod tests;
