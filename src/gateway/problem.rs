//! TABLE. The gateway's own errors, as problem details of RFC 9457. Errors of the service keep their own shape.
//!
//! A title says what is wrong and what the caller can do, never which check of a secret failed: causes go to the log.

use super::json::{JsonValue, write_object};
use crate::spec::errors::Error;
use crate::spec::gateway::PROBLEM;
use crate::wire::http::Response;

/// Media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

macro_rules! problems {
    ($( $variant:ident $status:literal $name:literal $title:literal; )+) => {
        /// An error of the gateway.
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
    BadRequest       400 "bad-request"        "The request is malformed. Send the fields that the documentation lists.";
    BearerRefused    400 "bearer-refused"     "These credentials do not belong here. Pages send a session to /api, servers a token to /v3.";
    UnknownHost      400 "unknown-host"       "The request's Host is not the gateway's. Use the gateway's origin; a proxy must send the gateway's host, as changeOrigin does.";
    CodeRefused      400 "code-refused"       "The sign-in could not be completed. Sign in again.";
    SignedOut        401 "signed-out"         "There is no session. Sign in again.";
    AccountChanged   401 "account-changed"    "Another account is current in this browser. Load the session, which names it, before the next call.";
    Forbidden        403 "forbidden"          "The request did not come from an allowed page. Send it from a page of the gateway's origin or of ALLOWED_ORIGIN, with X-Canvass: 1.";
    OriginNotAllowed 403 "origin-not-allowed" "The gateway does not allow the page's origin. Add it to the gateway's variable ALLOWED_ORIGIN.";
    CrossSite        403 "cross-site"         "Browsers send no session from one site to another. Serve the page and the gateway on one site, such as app.example.com and surveys.example.com, or let the page's server pass /auth, /api and /gateway on to the gateway.";
    UnknownAccount   404 "unknown-account"    "This account is not signed in here. GET /auth/session lists the accounts that are.";
    NotFound         404 "not-found"          "This path does not exist. Check the URL.";
    MethodNotAllowed 405 "method-not-allowed" "This path does not accept this method. The header Allow lists those that it accepts.";
    NotesChanged     409 "notes-changed"      "The notes have changed since this version. Load them, and repeat the change.";
    TooManyShares    409 "too-many-shares"    "An account has at most 50 shared links. Remove one first.";
    NotesTooLarge    413 "notes-too-large"    "The notes of a survey have at most 1 MB, 200 tags and 200 views. Remove some first.";
    ShareTooLarge    413 "share-too-large"    "A shared link has at most 256 KB of data. Publish less.";
    MediaType        415 "media-type"         "The body must be JSON, with Content-Type: application/json.";
    BudgetSpent      429 "budget-spent"       "The app's request quota is used up or not known for now. Wait as long as Retry-After says.";
    PublishedTooOften 429 "published-too-often" "An account publishes at most 20 times an hour. Wait as long as Retry-After says.";
    ReadTooOften     429 "read-too-often"     "Shared links were read too often from here. Wait a minute.";
    Internal         500 "internal"           "The gateway failed. Try again, or report the X-Request-Id of this response.";
    UpstreamFailed   502 "upstream-failed"    "The service could not be reached, or its response could not be used. Try again later.";
    NotStored        503 "not-stored"         "A write or an object failed, and no write has succeeded since. Check the log, and free space if the disk is full.";
    NotConfigured    503 "not-configured"     "This server is not configured yet. Its log names the variable to set.";
    UpstreamTimeout  504 "upstream-timeout"   "The service did not respond in time. Try again later.";
}

impl Problem {
    /// HTTP status.
    pub const fn status(self) -> u16 {
        self.row().0
    }

    /// The problem's name, which [`Problem::from_name`] parses.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// The problem with a name.
    pub fn from_name(name: &str) -> Option<Problem> {
        Problem::ALL.iter().copied().find(|problem| problem.name() == name)
    }

    /// The problem's stable `type`.
    pub fn type_uri(self) -> String {
        format!("{PROBLEM}{}", self.name())
    }

    /// The response. Failures of the gateway itself also have the API's code for them.
    pub fn to_response(self) -> Response {
        self.with_members(&[])
    }

    /// The response with further members.
    pub fn with_members(self, extra_members: &[(&str, JsonValue<'_>)]) -> Response {
        let (status, _, title) = self.row();
        let code = match self {
            Problem::Internal => Some(Error::Internal),
            Problem::NotStored | Problem::NotConfigured => Some(Error::Unavailable),
            Problem::UpstreamFailed => Some(Error::BadGateway),
            Problem::UpstreamTimeout => Some(Error::GatewayTimeout),
            _ => None,
        };
        let code = code.map(|error| error.row().code.to_string());
        let type_uri = self.type_uri();
        let mut members = vec![
            ("type", JsonValue::Text(&type_uri)),
            ("title", JsonValue::Text(title)),
            ("status", JsonValue::Number(status.into())),
        ];
        members.extend(code.as_deref().map(|code| ("code", JsonValue::Text(code))));
        members.extend_from_slice(extra_members);
        Response::new(status, MEDIA_TYPE, write_object(&members))
    }
}
