//! What an answer that is no success means: all shapes in which errors come, made into one.
//!
//! There are three: the API's error object, whose `id` may be a string or a number; the body of a revoked
//! token, which comes under any status; and the gateway's own problems after RFC 9457.

use super::cause::Cause;
use super::check::{Expected, Mismatch};
use super::json::{Broken, Kind, Reader};
use super::retry;
use super::text::{self, number_into, quote_into};
use crate::spec::endpoint::Route;
use crate::spec::errors::Error;
use crate::spec::gateway::{ENDED, SessionEnd};
use crate::spec::limits::FITTING_PAGE;
use crate::spec::scopes::PlanRule;

/// Bodies of success longer than this are not searched for the marks of a revoked token.
const REVOKED_BODY_MAX: usize = 1024;

/// A failed call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Why it failed.
    pub cause: Cause,
    /// Code of the error table; 0 where the error is not the API's own.
    pub code: u16,
    /// HTTP status; 0 where no answer came.
    pub status: u16,
    /// One sentence for the developer.
    pub message: String,
    /// Why the session ended, where the gateway says so.
    pub ended: Option<SessionEnd>,
    /// The argument or the place in the answer that it is about; may be empty.
    pub path: String,
    /// Seconds until the same call may succeed, where that is known.
    pub wait: Option<u32>,
    /// What its answer says beside its body: members of JSON, each behind a comma; empty where no answer came.
    pub answer: String,
}

impl Fault {
    /// A fault that is not an answer. It is boxed, so that what passes it on stays small.
    #[cold]
    #[must_use]
    pub fn local(cause: Cause, message: &str) -> Box<Fault> {
        Fault::about(0, cause, 0, message.to_owned())
    }

    /// The fault of a call that no answer came to, in time or at all.
    #[must_use]
    pub fn unanswered(cause: Cause) -> Box<Fault> {
        let message = match cause {
            Cause::Timeout => "No answer came in time.",
            Cause::Offline => "The browser is offline.",
            _ => "The gateway could not be reached.",
        };
        Fault::local(cause, message)
    }

    #[cold]
    fn about(status: u16, cause: Cause, code: u16, message: String) -> Box<Fault> {
        let (path, answer) = (String::new(), String::new());
        Box::new(Fault { cause, code, status, message, ended: None, path, wait: None, answer })
    }

    /// The fault of a value that is not what it must be.
    #[allow(clippy::boxed_local)] // it comes boxed, so that what passes it on stays small
    fn of(mismatch: Box<Mismatch>, status: u16, cause: Cause, mut message: String) -> Box<Fault> {
        message.push_str(" must be ");
        message.push_str(mismatch.expected.as_str());
        if let Expected::Choice(values) = mismatch.expected {
            for (position, value) in values.iter().enumerate() {
                message.push_str(if position == 0 { ": " } else { ", " });
                message.push_str(value);
            }
        }
        message.push('.');
        let mut fault = Fault::about(status, cause, 0, message);
        fault.path = mismatch.path;
        fault
    }

    /// An argument that is not what it must be.
    pub fn argument(mismatch: Box<Mismatch>) -> Box<Fault> {
        let mut message = String::from("The argument ");
        if mismatch.path.is_empty() {
            message.push_str("object");
        } else {
            quote_into(&mut message, &mismatch.path);
        }
        Fault::of(mismatch, 0, Cause::InvalidArgument, message)
    }

    /// An answer that does not have its documented shape.
    pub fn answer(status: u16, mismatch: Box<Mismatch>) -> Box<Fault> {
        let mut message = String::from("The service's answer is not as documented: ");
        message.push_str(if mismatch.path.is_empty() { "the body" } else { &mismatch.path });
        Fault::of(mismatch, status, Cause::UnexpectedAnswer, message)
    }

    /// What an answer means, if it means a failure.
    pub fn read(status: u16, body: &[u8]) -> Option<Box<Fault>> {
        let success = (200..300).contains(&status);
        if success && body.len() > REVOKED_BODY_MAX {
            return None;
        }
        let mut found = Found::default();
        let mut reader = Reader::new(body);
        if found.read(&mut reader).and_then(|()| reader.end()).is_err() {
            found = Found::default();
        }
        if found.message.is_empty() {
            found.message.push_str("No reason was given.");
        }
        let Found { id, message, ended, .. } = found;
        if found.status == Some(1) && found.refused {
            const REVOKED: u16 = Error::RevokedToken.row().code;
            return Some(Fault::about(status, Cause::SignedOut, REVOKED, message));
        }
        // The legacy operation's failures have the status of success, and one of their own in the body.
        if let Some(legacy) = found.status.filter(|number| success && found.refused && *number > 0) {
            return Some(Fault::about(status, Cause::of_legacy(legacy), 0, message));
        }
        if success {
            return None;
        }
        let cause = id.and_then(Error::from_code).map_or_else(|| Cause::of_status(status), Cause::of);
        let mut fault = Fault::about(status, cause, id.unwrap_or(0), message);
        fault.ended = ended.filter(|_| cause == Cause::SignedOut);
        Some(fault)
    }

    /// The fault's facts in JSON, for the error that the caller sees. The route says which scope was needed.
    pub fn facts(&self, route: Option<&Route>) -> String {
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
        let ended = self.ended.map_or("", SessionEnd::as_str);
        for (name, text) in [(",\"path\":", self.path.as_str()), (",\"ended\":", ended)] {
            if !text.is_empty() {
                json.push_str(name);
                quote_into(&mut json, text);
            }
        }
        json.push_str(if self.cause.is_passing() { ",\"retryable\":true" } else { ",\"retryable\":false" });
        if retry::is_repeated(self.cause, route) {
            json.push_str(",\"again\":true");
        }
        if let Some(seconds) = self.wait {
            json.push_str(",\"wait\":");
            number_into(&mut json, seconds.into());
        }
        json.push_str(&self.answer);
        json.push_str(",\"remedy\":{\"action\":");
        quote_into(&mut json, self.cause.remedy());
        if matches!(self.cause, Cause::ScopeMissing | Cause::PlanNeeded)
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
        if let (Cause::TooLarge, Some(size)) = (self.cause, fitting(&self.message)) {
            json.push_str(",\"per_page\":");
            number_into(&mut json, size);
        }
        json.push_str("}}");
        json
    }
}

/// The resources that a page can have, as the refusal of a page that is too large names them.
fn fitting(message: &str) -> Option<u64> {
    // By bytes: the standard library's search for a text would make the engine a fifth larger.
    let message = message.as_bytes();
    let size = (0..message.len()).find_map(|at| text::behind(message.get(at..)?, FITTING_PAGE))?;
    let digits = size.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text::number(core::str::from_utf8(size.get(..digits)?).ok()?)
}

/// The members of an error body that matter, whichever shape it has.
#[derive(Default)]
struct Found {
    /// Code of the error, wherever it stands.
    id: Option<u16>,
    /// `status`, which is 1 in the body of a revoked token.
    status: Option<u16>,
    /// True if there is an `errmsg`.
    refused: bool,
    ended: Option<SessionEnd>,
    /// The best text that there is, and how good it is.
    message: String,
    rank: usize,
}

impl Found {
    fn read(&mut self, reader: &mut Reader) -> Result<(), Broken> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            // Texts from the least to the most telling.
            let rank = ["", "title", "detail", "message", "errmsg"].iter().position(|name| key.is(name)).unwrap_or(0);
            if rank > 0 {
                self.refused |= rank == 4;
                if let Some(message) = text(reader)?
                    && rank > self.rank
                    && !message.is_empty()
                {
                    (self.message, self.rank) = (message, rank);
                }
            } else if key.is("id") || key.is("code") {
                self.id = number(reader)?;
            } else if key.is("status") {
                self.status = number(reader)?;
            } else if key.is(ENDED) {
                self.ended = text(reader)?.and_then(|why| SessionEnd::parse(&why));
            } else if key.is("error") && reader.peek()? == Kind::Object {
                self.read(reader)?;
            } else {
                reader.skip()?;
            }
        }
        Ok(())
    }
}

fn text(reader: &mut Reader) -> Result<Option<String>, Broken> {
    if reader.peek()? == Kind::Text {
        return Ok(Some(reader.text()?.decoded()?.into_owned()));
    }
    reader.skip()?;
    Ok(None)
}

/// A number, or a string of one.
fn number(reader: &mut Reader) -> Result<Option<u16>, Broken> {
    let number = match reader.peek()? {
        Kind::Number => text::number(reader.number()?),
        _ => text(reader)?.and_then(|text| text::number(&text)),
    };
    Ok(number.and_then(|number| number.try_into().ok()))
}

#[cfg(test)]
mod tests;
