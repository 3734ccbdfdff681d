//! TABLE. The gateway's own errors, as problem details of RFC 9457. Upstream errors keep the API's own shape.
//!
//! A problem says what the caller can do, never which check failed or why: causes go to the log.

use super::json::{JsonValue, write_object};
use crate::spec::errors::Error;
use crate::wire::http::Response;

/// Media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// In front of every problem's name, so that its type is a URI.
const TYPE_PREFIX: &str = "urn:canvass:problem:";

macro_rules! problems {
    ($( $variant:ident $status:literal $name:literal $title:literal; )+) => {
        /// What the gateway refuses or fails at.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Problem { $( #[doc = concat!($status, ": ", $title)] $variant ),+ }

        impl Problem {
            /// Every problem, in the order of the table.
            pub const ALL: &'static [Problem] = &[$( Problem::$variant ),+];

            const fn row(self) -> (u16, &'static str, &'static str) {
                match self { $( Problem::$variant => ($status, $name, $title) ),+ }
            }
        }
    };
}

problems! {
    BadRequest       400 "bad-request"        "The request does not have the documented shape.";
    BearerRefused    400 "bearer-refused"     "The gateway takes a session, not an authorization header.";
    UnknownHost      400 "unknown-host"       "This host is not served here.";
    CodeRefused      400 "code-refused"       "The sign-in could not be completed. Sign in again.";
    SignedOut        401 "signed-out"         "There is no session. Sign in again.";
    Forbidden        403 "forbidden"          "The request did not come from a page of this origin.";
    UnknownAccount   404 "unknown-account"    "No such account is signed in here.";
    NotFound         404 "not-found"          "There is nothing here.";
    MethodNotAllowed 405 "method-not-allowed" "This address does not take this method.";
    MediaType        415 "media-type"         "The body must be JSON.";
    BudgetSpent      429 "budget-spent"       "The app's requests are spent for now.";
    Internal         500 "internal"           "The request could not be processed.";
    UpstreamFailed   502 "upstream-failed"    "The service could not be reached, or its answer could not be used.";
    NotStored        503 "not-stored"         "A write failed, and none has succeeded since. Free disk space, or look into the log.";
    NotConfigured    503 "not-configured"     "This server is not set up yet.";
    UpstreamTimeout  504 "upstream-timeout"   "The service did not answer in time.";
}

impl Problem {
    /// HTTP status.
    pub const fn status(self) -> u16 {
        self.row().0
    }

    /// Its name, by which [`Problem::from_name`] finds it.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// The problem of a name.
    pub fn from_name(name: &str) -> Option<Problem> {
        Problem::ALL.iter().copied().find(|problem| problem.name() == name)
    }

    /// The stable `type`.
    pub fn type_uri(self) -> String {
        format!("{TYPE_PREFIX}{}", self.name())
    }

    /// The answer. Failures of the gateway itself carry the API's code for them too.
    pub fn to_response(self) -> Response {
        self.with_members(&[])
    }

    /// The answer with more members.
    pub fn with_members(self, more: &[(&str, JsonValue<'_>)]) -> Response {
        let (status, _, title) = self.row();
        let code = match self {
            Problem::Internal => Some(Error::Internal),
            Problem::NotStored | Problem::NotConfigured => Some(Error::Unavailable),
            Problem::UpstreamFailed => Some(Error::BadGateway),
            Problem::UpstreamTimeout => Some(Error::GatewayTimeout),
            _ => None,
        };
        let code = code.map(|error| error.row().code.to_string());
        let kind = self.type_uri();
        let mut members = vec![
            ("type", JsonValue::Text(&kind)),
            ("title", JsonValue::Text(title)),
            ("status", JsonValue::Number(status.into())),
        ];
        members.extend(code.as_deref().map(|code| ("code", JsonValue::Text(code))));
        members.extend_from_slice(more);
        Response::new(status, MEDIA_TYPE, write_object(&members))
    }
}
