//! Causes: why a call failed, by what its caller can do about it.
//!
//! Statuses are not enough: of the error table's 34 codes six share status 401 and six share 403, and each of them
//! needs something else. A cause is the `kind` of the SDK's errors, and names the one remedy that may help.

use crate::spec::errors::Error;
use crate::spec::legacy::Status;

macro_rules! causes {
    ($( $(#[doc = $doc:literal])+ $variant:ident $kind:literal $remedy:literal $retry:literal; )+) => {
        /// Why a call failed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Cause { $( $(#[doc = $doc])+ $variant ),+ }

        impl Cause {
            /// Every cause with its description, for generators.
            pub const DOCS: &'static [(Cause, &'static str)] = &[$( (Cause::$variant, concat!($($doc),+)) ),+];

            /// The `kind` of the error.
            pub const fn as_str(self) -> &'static str {
                match self { $( Cause::$variant => $kind ),+ }
            }

            /// The `action` of the error's remedy.
            pub const fn remedy(self) -> &'static str {
                match self { $( Cause::$variant => $remedy ),+ }
            }

            /// Whether the same call may succeed later without any change.
            pub const fn is_retryable(self) -> bool {
                match self { $( Cause::$variant => $retry ),+ }
            }
        }

        impl std::fmt::Display for Cause {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

causes! {
    /// There is no session, or the access was revoked.
    SignedOut        "signed_out"        "sign_in"      false;
    /// The user has not granted the scope that the operation needs.
    ScopeMissing     "scope_missing"     "grant_scope"  false;
    /// The user's plan does not include the operation.
    PlanNeeded       "plan_needed"       "upgrade"      false;
    /// The user may not do this with the resource, or the app is disabled.
    NotPermitted     "not_permitted"     "none"         false;
    /// A limit of the resource is reached.
    ResourceLimit    "resource_limit"    "none"         false;
    /// The account lives in another region.
    WrongRegion      "wrong_region"      "sign_in"      false;
    /// The user must verify the e-mail address of the account.
    EmailUnverified  "email_unverified"  "verify_email" false;
    /// There is no such resource.
    NotFound         "not_found"         "none"         false;
    /// The request conflicts with what exists.
    Conflict         "conflict"          "correct"      false;
    /// The resource is too large to be returned or sent.
    TooLarge         "too_large"         "correct"      false;
    /// The app's requests are used up until the quota resets.
    RateLimited      "rate_limited"      "wait"         true;
    /// The service refuses the request as it is.
    BadRequest       "bad_request"       "correct"      false;
    /// The service failed, or could not be reached by the gateway.
    ServiceFailed    "service_failed"    "retry"        true;
    /// The gateway refuses the request.
    GatewayRefused   "gateway_refused"   "none"         false;
    /// An argument is missing or malformed; nothing was sent.
    InvalidArgument  "invalid_argument"  "correct"      false;
    /// No response came: the network or the gateway failed.
    Network          "network"           "retry"        true;
    /// No response came in time.
    Timeout          "timeout"           "retry"        true;
    /// The browser is offline; nothing was sent.
    Offline          "offline"           "retry"        true;
    /// The response does not have its documented shape.
    UnexpectedAnswer "unexpected_answer" "none"         false;
    /// The user declined to give the app access.
    SignInDenied     "sign_in_denied"    "sign_in"      false;
    /// No sign-in is under way in this tab.
    StateMissing     "state_missing"     "sign_in"      false;
    /// The sign-in that came back did not begin in this tab.
    StateMismatch    "state_mismatch"    "sign_in"      false;
    /// The sign-in took too long, or was completed before.
    SignInExpired    "sign_in_expired"   "sign_in"      false;
    /// The sign-in failed.
    SignInFailed     "sign_in_failed"    "sign_in"      false;
    /// The browser blocked the sign-in window, which may open only in answer to a click.
    PopupBlocked     "popup_blocked"     "sign_in"      false;
    /// The sign-in window was closed before the sign-in was complete.
    PopupClosed      "popup_closed"      "sign_in"      false;
    /// The SDK's engine failed; the next call starts it again.
    EngineFailed     "engine_failed"     "retry"        true;
    /// The platform forbids or lacks something that the SDK needs.
    Unavailable      "unavailable"       "none"         false;
    /// The SDK or the gateway is set up wrongly; the message says what to change.
    Configuration    "configuration"     "correct"      false;
}

impl Cause {
    /// Whether a write that failed so may have been done nevertheless: there was no response, none that says so, or
    /// none that could be read.
    pub const fn may_be_done(self) -> bool {
        matches!(
            self,
            Cause::ServiceFailed | Cause::Network | Cause::Timeout | Cause::UnexpectedAnswer | Cause::EngineFailed
        )
    }

    /// The cause of an error in the table.
    pub const fn from_error(error: Error) -> Cause {
        match error {
            Error::NoToken | Error::InvalidToken | Error::ExpiredToken | Error::RevokedToken | Error::NoGrants => {
                Cause::SignedOut
            }
            Error::MissingScope => Cause::ScopeMissing,
            Error::PaymentRequired | Error::MissingPlan => Cause::PlanNeeded,
            // `NotAuthorized` has status 401, but its token is good: signing in again does not help.
            Error::NotPermitted | Error::NotAuthorized => Cause::NotPermitted,
            Error::ResourceQuota | Error::ResourceLimit | Error::TooManyRecipients => Cause::ResourceLimit,
            Error::WrongRegion => Cause::WrongRegion,
            Error::EmailUnverified => Cause::EmailUnverified,
            Error::NotFound | Error::UserSoftDeleted | Error::UserDeleted => Cause::NotFound,
            Error::Conflict | Error::AlreadyExists => Cause::Conflict,
            Error::TooLarge => Cause::TooLarge,
            Error::RateLimit => Cause::RateLimited,
            Error::Internal | Error::Unavailable | Error::BadGateway | Error::GatewayTimeout => Cause::ServiceFailed,
            Error::BadRequest
            | Error::NotJson
            | Error::BadBody
            | Error::BadParameters
            | Error::BadHeaders
            | Error::NoRecipients
            | Error::BodyNotSaved
            | Error::MethodNotAllowed => Cause::BadRequest,
        }
    }

    /// The cause of a status of the legacy API.
    pub const fn from_legacy_status(number: u16) -> Cause {
        const NOT_AUTHENTICATED: u16 = Status::NotAuthenticated as u16;
        const INVALID_USER: u16 = Status::InvalidUserCredentials as u16;
        const INVALID_REQUEST: u16 = Status::InvalidRequest as u16;
        const UNKNOWN_USER: u16 = Status::UnknownUser as u16;
        match number {
            NOT_AUTHENTICATED => Cause::SignedOut,
            INVALID_USER => Cause::NotPermitted,
            INVALID_REQUEST => Cause::BadRequest,
            UNKNOWN_USER => Cause::NotFound,
            _ => Cause::ServiceFailed,
        }
    }

    /// The cause of an HTTP status, if the body names none.
    pub const fn from_http_status(status: u16) -> Cause {
        match status {
            401 => Cause::SignedOut,
            402 => Cause::PlanNeeded,
            404 | 410 => Cause::NotFound,
            409 => Cause::Conflict,
            413 => Cause::TooLarge,
            429 => Cause::RateLimited,
            500.. => Cause::ServiceFailed,
            _ => Cause::GatewayRefused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_distinct_names() {
        let mut kinds: Vec<&str> = Cause::DOCS.iter().map(|(cause, _)| cause.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), Cause::DOCS.len());
    }

    #[test]
    fn errors_of_one_status_are_distinguished_by_what_helps() {
        assert_eq!(Cause::from_error(Error::MissingScope).remedy(), "grant_scope");
        assert_eq!(Cause::from_error(Error::MissingPlan).remedy(), "upgrade");
        assert_eq!(Cause::from_error(Error::EmailUnverified).remedy(), "verify_email");
        assert_eq!(Cause::from_error(Error::NotPermitted).remedy(), "none");
        assert_eq!(Cause::from_error(Error::NotAuthorized).remedy(), "none");
    }
}
