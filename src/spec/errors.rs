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
    /// `error.message`, unless a handler has a more precise message.
    pub meaning: &'static str,
}

/// The documentation of an error in addition to its row. The texts are our choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Help {
    /// The cause.
    pub cause: &'static str,
    /// The remedy.
    pub remedy: &'static str,
}

macro_rules! errors {
    ($( $variant:ident $code:literal $status:literal $name:literal $meaning:literal $cause:literal $remedy:literal; )+) => {
        /// The errors of the API.
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

            /// Cause and remedy. They are in the error's documentation only, never in a response.
            pub const fn help(self) -> Help {
                match self { $( Error::$variant => Help { cause: $cause, remedy: $remedy } ),+ }
            }

            /// The error with this code.
            pub fn from_code(code: u16) -> Option<Error> {
                match code { $( $code => Some(Error::$variant), )+ _ => None }
            }
        }
    };
}

errors! {
    BadRequest             1000 400 "Bad Request"            "The request cannot be processed with this input."
        "A value has the right type and makes no sense for this resource."
        "Correct the field that the message names, and send the request again.";
    NotJson                1001 400 "Bad Request"            "The body is not valid JSON."
        "The body is cut off or written in something other than JSON."
        "Send one JSON value with `Content-Type: application/json`.";
    BadBody                1002 400 "Bad Request"            "The body does not have the documented shape."
        "A field of the body is missing, of another type, or not one of its permitted values."
        "Correct the field that the message names; the reference lists the fields of each operation.";
    BadParameters          1003 400 "Bad Request"            "A parameter of the URL is not valid."
        "A parameter of the query or a part of the path is missing or not of its kind."
        "Correct the parameter that the message names, and encode its value for a URL.";
    BadHeaders             1004 400 "Bad Request"            "A header of the request is not valid."
        "A header rules the answer out or is given twice: the API speaks JSON alone."
        "Send `Accept: application/json`, one `Authorization`, and `Content-Type: application/json` with a body.";
    PaymentRequired        1005 402 "Payment Required"       "The account must be upgraded to use this feature."
        "The feature belongs to a plan that the account does not have."
        "Upgrade the account, or do without the feature.";
    NoToken                1010 401 "Authorization Error"    "No access token was given."
        "The request has no `Authorization` header, or one that does not hold a bearer token."
        "Send `Authorization: bearer TOKEN` with the token that the authorization gave.";
    InvalidToken           1011 401 "Authorization Error"    "The access token is not valid."
        "The service did not make this token, its app is gone, or a newer token has taken its place."
        "Take the token from the settings of the app, or let the user authorize the app again.";
    ExpiredToken           1012 401 "Authorization Error"    "The access token has expired."
        "The token was given an end, which has passed."
        "Let the user authorize the app again.";
    RevokedToken           1013 401 "Authorization Error"    "The user has revoked the access of this app."
        "The user has removed the app from the linked apps of the account. The body of this answer has `status` 1 and `errmsg`."
        "Stop using the token. Let the user authorize the app again if they want to go on; that gives another token.";
    MissingScope           1014 403 "Permission Error"       "The user has not granted the scope that this request needs."
        "The user did not grant the scope at the authorization, or a later authorization left it out."
        "Let the user authorize the app again with the scope that the message names. Mark it as required in the app's settings if the app cannot work without it.";
    MissingPlan            1015 403 "Permission Error"       "The user's plan does not include this request."
        "The scope needs a paid plan, or the app is private and the user's plan has no direct API access."
        "Let the user upgrade the account, or do without the request.";
    NotPermitted           1016 403 "Permission Error"       "The user may not do this with the resource."
        "The resource exists, and the user's role or the privileges of a share do not permit this."
        "Ask an administrator of the team or the owner of the resource to do it or to share it with more privileges.";
    ResourceQuota          1017 403 "Permission Error"       "The user has reached a quota of the resource."
        "The plan permits only so many resources of this kind."
        "Delete what is not needed any more, or let the user upgrade the account.";
    WrongRegion            1018 403 "Permission Error"       "The account lives in another region: use the access URL that came with its token."
        "Each account lives in one region, and this host serves another one."
        "Send the request to the `access_url` that came with the token; the message names the address.";
    NotFound               1020 404 "Resource Not Found"     "There is no such resource."
        "No resource has this path or id, or the user cannot see it."
        "Check the path and the ids, and that the token belongs to the right account.";
    Conflict               1025 409 "Resource Conflict"      "The request conflicts with the settings of the resource."
        "The resource is in a state that rules the request out, such as a message that was sent."
        "Read the resource, and send the request once its state or settings permit it.";
    AlreadyExists          1026 409 "Resource Conflict"      "Such a resource exists already."
        "Another resource has the name or address that must be unique."
        "Use the resource that exists, or choose another name.";
    TooLarge               1030 413 "Request Entity Too Large" "The entity is too large."
        "The body, the page of a list or the survey exceeds a limit of size."
        "Ask for less: a smaller `per_page`, or the pages of a survey one by one. Send less at a time.";
    RateLimit              1040 429 "Rate Limit Reached"     "The app has used up its requests: wait for the reset that the headers name."
        "The app has sent as many requests as its limits of the minute and the day permit."
        "Wait for the seconds that `Retry-After` or the reset header names. Keep what does not change instead of asking again; the owner of the app can ask for higher limits.";
    Internal               1050 500 "Internal Server Error"  "The request could not be processed."
        "The service failed; the request itself may be right."
        "Repeat a read after a moment. Look before you repeat a write: it may have been done. Report it if it persists.";
    Unavailable            1051 503 "Internal Server Error"  "The service cannot be reached."
        "A part of the service is being updated or out of reach."
        "Repeat the request after the seconds that `Retry-After` names, or after a moment.";
    UserSoftDeleted        1052 404 "User Soft Deleted"      "The user was deleted and can still be restored."
        "The user has deleted the account, which can be restored for 30 days."
        "Stop using the token until the user has restored the account.";
    UserDeleted            1053 410 "User Deleted"           "The user was deleted."
        "The user's data is deleted for good."
        "Discard the token and what was stored for the user.";
    BadGateway             1054 502 "Bad Gateway Error"      "The server could not be connected to."
        "A server between you and the service could not connect to it."
        "Repeat a read after a moment. Look before you repeat a write: it may have been done.";
    GatewayTimeout         1055 504 "Gateway Timeout"        "The connection to the service timed out."
        "A server between you and the service waited too long for its answer."
        "Repeat a read after a moment. Look before you repeat a write: it may have been done.";
    TooManyRecipients      1056 400 "Bad Request"            "The message has too many recipients."
        "A message holds only so many recipients, or a request adds only so many at once."
        "Add fewer recipients at a time, or use several messages.";
    NoGrants               1057 401 "Authorization Error"    "The access token has no grants."
        "The user has permitted the app nothing that is still valid."
        "Let the user authorize the app again, with the scopes that it needs.";
    EmailUnverified        1058 403 "Permission Error"       "The user must verify the email address of the account first."
        "The address has not been confirmed by the link in the mail that was sent to it."
        "Let the user follow the link in that mail, or request another one on the account page. For a message, name a `sender_email` that a member of the team has verified.";
    NoRecipients           1059 400 "Bad Request"            "The message has no recipient."
        "The message was sent before anybody was added to it, or nobody fits its audience."
        "Add recipients to the message, then send it.";
    BodyNotSaved           1060 400 "Bad Request"            "The embedded body could not be saved."
        "The first question cannot be part of the mail: the survey has none, or one that mails cannot hold."
        "Send the message without `embed_first_question`, or add a question to the survey.";
    MethodNotAllowed       1061 405 "Method Not Allowed"     "The path does not take this method."
        "The path exists and the method is not one of those that it takes."
        "Use one of the methods that the `Allow` header lists.";
    ResourceLimit          1062 400 "Bad Request"            "The limit of this resource is exceeded."
        "The request asks for more than this resource permits in one request or on one day."
        "Reduce what the message names, or spread it over several requests or days.";
    NotAuthorized          1063 401 "Bad Unauthorized"       "The user is not authorized for this action."
        "The app is disabled, or its state does not permit the request."
        "Deploy the app or request an extension of its draft window on its page.";
}

resources! {
    /// The body of every refusal, except for a revoked token, whose body has `status` and `errmsg`.
    ErrorBody {
        /// The error.
        error: ErrorObject,
    }
    /// The error.
    ErrorObject {
        /// URL of the error's documentation.
        docs: String,
        /// The message. Some responses of the live service lack it.
        message: Option<String>,
        /// The code: a string. Clients must accept a number too, which older responses have.
        id: Id,
        /// Name of the error.
        name: String,
        /// The HTTP status.
        http_status_code: Integer,
    }
}
