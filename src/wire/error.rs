//! Errors on the wire: a row of the error table with an optional detail, and the body of a revoked token.

use super::http::Response;
use super::payload;
use crate::spec::endpoint::BadParam;
use crate::spec::errors::{Error, ErrorBody, ErrorObject};
use crate::spec::legacy::{Failure, Status};
use crate::spec::oauth::REVOKED_MESSAGE;
use crate::spec::types::Integer;

/// An error as the caller gets it. Internal causes go to the log, never here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    /// The row of the error table.
    pub error: Error,
    /// Which field, parameter or resource is wrong, in one sentence; without it, the meaning of the row is the message.
    pub detail: Option<String>,
}

impl ApiError {
    /// The error with a detail, which says which field, parameter or resource it is about.
    pub fn with_detail(error: Error, detail: impl Into<String>) -> ApiError {
        ApiError { error, detail: Some(detail.into()) }
    }

    /// The same error; if it is that something does not exist, with a detail that says what.
    pub fn name_missing(self, detail: impl Into<String>) -> ApiError {
        if self.error == Error::NotFound { ApiError::with_detail(self.error, detail) } else { self }
    }

    /// The error's message: the meaning of its row, then the detail.
    pub fn message(&self) -> String {
        let meaning = self.error.row().meaning;
        self.detail.as_ref().map_or_else(|| meaning.to_owned(), |detail| format!("{meaning} {detail}"))
    }

    /// The response. Its documentation link is the error's own resource at `origin`.
    ///
    /// A revoked token has a different body: status 1 and `errmsg`. Its HTTP status, 401, is our choice.
    pub fn response(&self, origin: &str) -> Response {
        let row = self.error.row();
        let body = if self.error == Error::RevokedToken {
            let status = Status::NotAuthenticated.number();
            payload::to_json(&Failure { status, errmsg: REVOKED_MESSAGE.to_owned(), code: None })
        } else {
            let error = ErrorObject {
                docs: docs_url(origin, self.error),
                message: Some(self.message()),
                id: row.code.to_string().into(),
                name: row.name.to_owned(),
                http_status_code: Integer::saturating(u64::from(row.status)),
            };
            payload::to_json(&ErrorBody { error })
        };
        Response::json(row.status, body)
    }
}

/// URL of an error's documentation.
pub fn docs_url(origin: &str, error: Error) -> String {
    format!("{origin}/v3/errors/{}", error.row().code)
}

impl From<Error> for ApiError {
    fn from(error: Error) -> ApiError {
        ApiError { error, detail: None }
    }
}

impl From<BadParam> for ApiError {
    fn from(bad: BadParam) -> ApiError {
        ApiError::with_detail(Error::BadParameters, format!("`{}` must be {}.", bad.name, bad.expected))
    }
}
