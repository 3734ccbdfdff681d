//! TABLE. Every error of the API: code, status, name, meaning. Heading "Errors".

use super::types::{Id, Integer};

/// One row of the error table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorRow {
    /// The code; `error.id` on the wire, as a string.
    pub code: u16,
    /// HTTP status.
    pub status: u16,
    /// `error.name`.
    pub name: &'static str,
    /// `error.message` where a handler has nothing more precise to say.
    pub meaning: &'static str,
}

macro_rules! errors {
    ($( $variant:ident $code:literal $status:literal $name:literal $meaning:literal; )+) => {
        /// The errors of the API by what went wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Error { $( #[doc = concat!($code, ": ", $meaning)] $variant ),+ }

        impl Error {
            /// Every error, in the order of the table.
            pub const ALL: &'static [Error] = &[$( Error::$variant ),+];

            /// The row of the table.
            pub const fn row(self) -> ErrorRow {
                match self {
                    $( Error::$variant => ErrorRow { code: $code, status: $status, name: $name, meaning: $meaning } ),+
                }
            }

            /// The error with this code.
            pub fn from_code(code: u16) -> Option<Error> {
                match code { $( $code => Some(Error::$variant), )+ _ => None }
            }
        }
    };
}

errors! {
    BadRequest             1000 400 "Bad Request"            "The request cannot be processed with this input.";
    NotJson                1001 400 "Bad Request"            "The body is not valid JSON.";
    BadBody                1002 400 "Bad Request"            "The body does not have the documented shape.";
    BadParameters          1003 400 "Bad Request"            "A parameter of the URL is not valid.";
    BadHeaders             1004 400 "Bad Request"            "A header of the request is not valid.";
    PaymentRequired        1005 402 "Payment Required"       "The account must be upgraded to use this feature.";
    NoToken                1010 401 "Authorization Error"    "No access token was given.";
    InvalidToken           1011 401 "Authorization Error"    "The access token is not valid.";
    ExpiredToken           1012 401 "Authorization Error"    "The access token has expired.";
    RevokedToken           1013 401 "Authorization Error"    "The user has revoked the access of this app.";
    MissingScope           1014 403 "Permission Error"       "The user has not granted the scope that this request needs.";
    MissingPlan            1015 403 "Permission Error"       "The user's plan does not include this request.";
    NotPermitted           1016 403 "Permission Error"       "The user may not do this with the resource.";
    ResourceQuota          1017 403 "Permission Error"       "The user has reached a quota of the resource.";
    WrongRegion            1018 403 "Permission Error"       "The account lives in another region: use the access URL that came with its token.";
    NotFound               1020 404 "Resource Not Found"     "There is no such resource.";
    Conflict               1025 409 "Resource Conflict"      "The request conflicts with the settings of the resource.";
    AlreadyExists          1026 409 "Resource Conflict"      "Such a resource exists already.";
    TooLarge               1030 413 "Request Entity Too Large" "The entity is too large.";
    RateLimit              1040 429 "Rate Limit Reached"     "The app has used up its requests: wait for the reset that the headers name.";
    Internal               1050 500 "Internal Server Error"  "The request could not be processed.";
    Unavailable            1051 503 "Internal Server Error"  "The service cannot be reached.";
    UserSoftDeleted        1052 404 "User Soft Deleted"      "The user was deleted and can still be restored.";
    UserDeleted            1053 410 "User Deleted"           "The user was deleted.";
    BadGateway             1054 502 "Bad Gateway Error"      "The server could not be connected to.";
    GatewayTimeout         1055 504 "Gateway Timeout"        "The connection to the service timed out.";
    TooManyRecipients      1056 400 "Bad Request"            "The message has too many recipients.";
    NoGrants               1057 401 "Authorization Error"    "The access token has no grants.";
    EmailUnverified        1058 403 "Permission Error"       "The user must verify the email address of the account first.";
    NoRecipients           1059 400 "Bad Request"            "The message has no recipient.";
    BodyNotSaved           1060 400 "Bad Request"            "The embedded body could not be saved.";
    MethodNotAllowed       1061 405 "Method Not Allowed"     "The path does not take this method.";
    ResourceLimit          1062 400 "Bad Request"            "The limit of this resource is exceeded.";
    NotAuthorized          1063 401 "Bad Unauthorized"       "The user is not authorized for this action.";
}

resources! {
    /// The body of every refusal but that of a revoked token, which has a status and a message of its own.
    ErrorBody {
        /// What went wrong.
        error: ErrorObject,
    }
    /// What went wrong.
    ErrorObject {
        /// Address of the error's documentation.
        docs: String,
        /// What went wrong in words. Some answers in the field lack it.
        message: Option<String>,
        /// The code: a string. Clients must take a number too, which older answers have.
        id: Id,
        /// Name of the error.
        name: String,
        /// The HTTP status.
        http_status_code: Integer,
    }
}
