//! A response as the SDK reads it: its value, its metadata, or the failure that it reports.

use super::cause::Cause;
use super::check::{Direction, Envelope, Mismatch, check_page};
use super::failure::Failure;
use super::response_metadata::{metadata_json, metadata_members};
use super::text::parse_number;
use super::{next_page, rate};
use crate::spec::endpoint::Route;
use crate::spec::gateway::REQUEST_ID;
use crate::spec::limits::{SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::spec::shape::Shape;

/// A response that was read to its end.
#[derive(Clone, Copy)]
pub struct ApiResponse<'a, 'h> {
    /// HTTP status.
    pub status: u16,
    /// The body's bytes.
    pub body: &'a [u8],
    /// Returns the value of a header by its name in lower case.
    pub header: &'h dyn Fn(&str) -> Option<String>,
}

/// The result of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedResponse<'a> {
    /// The value in JSON, checked; empty if the operation returns none.
    pub value: &'a [u8],
    /// The arguments of the next page in JSON, if there is one.
    pub next: Option<String>,
}

impl<'a> ApiResponse<'a, '_> {
    /// The failure that the response reports; `None` for a success.
    pub fn failure(&self) -> Option<Box<Failure>> {
        let mut failure = Failure::from_body(self.status, self.body)?;
        // `Retry-After` comes first. The quota counts only if the failure is about it.
        let retry_after = (self.header)("retry-after").and_then(|seconds| parse_number(&seconds)?.try_into().ok());
        let quota = rate::read_headers(self.header);
        let reset = quota.filter(|_| failure.cause == Cause::RateLimited).map(|quota| quota.retry_after());
        failure.wait = retry_after.or(reset);
        failure.metadata = self.metadata_members(quota);
        Some(failure)
    }

    /// The result of an operation that was called with `arguments`, in JSON.
    ///
    /// # Errors
    ///
    /// A [`Failure`] if the body does not have its documented shape, or its link to the next page does not lead
    /// forward.
    pub fn decode_result(&self, route: &Route, arguments: &str) -> Result<DecodedResponse<'a>, Box<Failure>> {
        let is_empty = match route.response {
            Shape::Nothing => true,
            Shape::Any => self.body.is_empty(),
            _ => self.status == 204,
        };
        if is_empty {
            return Ok(DecodedResponse { value: &[], next: None });
        }
        let page = self.check_body(&route.response)?;
        let next = match route.response {
            Shape::List(_) => {
                next_page::next_arguments(route, arguments, page).map_err(|mismatch| self.mismatch_failure(mismatch))?
            }
            _ => None,
        };
        Ok(DecodedResponse { value: self.body, next })
    }

    /// Checks the body against a shape, and returns the envelope if it is a list.
    ///
    /// # Errors
    ///
    /// A [`Failure`] if the body does not have the shape.
    pub fn check_body(&self, shape: &Shape) -> Result<Envelope<'a>, Box<Failure>> {
        check_page(self.body, shape, Direction::Response).map_err(|mismatch| self.mismatch_failure(mismatch))
    }

    /// The failure of a response whose body is not as documented.
    #[cold]
    fn mismatch_failure(&self, mismatch: Box<Mismatch>) -> Box<Failure> {
        let mut failure = Failure::bad_response(self.status, mismatch);
        failure.metadata = self.metadata_members(rate::read_headers(self.header));
        failure
    }

    /// Status, quota, scopes and request id as one JSON object.
    pub fn metadata_json(&self) -> String {
        metadata_json(
            self.status,
            rate::read_headers(self.header).as_ref(),
            self.scope_headers(),
            (self.header)(REQUEST_ID).as_deref(),
        )
    }

    fn metadata_members(&self, quota: Option<rate::QuotaStatus>) -> String {
        metadata_members(quota.as_ref(), self.scope_headers(), (self.header)(REQUEST_ID).as_deref())
    }

    fn scope_headers(&self) -> [Option<String>; 2] {
        [SCOPES_GRANTED_HEADER, SCOPES_AVAILABLE_HEADER].map(self.header)
    }
}

#[cfg(test)]
mod tests;
