//! TABLE. The gateway's own operations for pages: signing in and out, the session, and the remaining operation of the
//! legacy API.

use super::endpoint::{Method, Route};
use super::legacy::{self, RespondentListBody};
use super::shape::{Field, Object, Shape, Shaped};

choices! {
    /// Why a session ended.
    SessionEnd {
        /// The service no longer accepts its token: the user removed the app, or the grant has ended.
        Revoked "revoked",
        /// It was signed out in this browser or another, or a new sign-in replaced it.
        SignedOut "signed_out",
        /// It was unused for too long.
        Idle "idle",
        /// It reached the maximum age of a session.
        Expired "expired",
    }
}

/// Member of a refusal, and of the response about the session: a [`SessionEnd`].
pub const ENDED: &str = "ended";

/// Member of the response about the session: whether a page may keep responses of surveys in the browser, if its user
/// agrees.
pub const KEEP_RESULTS: &str = "keep_results";

/// Prefix of the `type` of the gateway's own errors, so that it is a URI.
pub const PROBLEM: &str = "urn:canvass:problem:";

/// The gateway's errors about pages and hosts that it is not set up for.
pub const SET_UP_PROBLEMS: [&str; 4] = ["unknown-host", "forbidden", "origin-not-allowed", "cross-site"];

/// Query parameter of the configuration: the origin of the page that signs in.
pub const ORIGIN: &str = "origin";

/// Path of the page to which a sign-in returns, at the gateway and, unless configured, at each allowed origin.
pub const CALLBACK_PATH: &str = "/callback/";

/// Prefix of these operations' paths; no path of the API has it.
pub const AUTH: &str = "/auth/";

/// Where the gateway serves the API to sessions.
pub const API: &str = "/api";

/// Exchanges the code of a callback for a session.
pub const TOKEN: &str = "/auth/token";

/// Name of the header with a request's id in the log.
pub const REQUEST_ID: &str = "x-request-id";

const fn required_field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: true }
}

const fn optional_field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: false }
}

/// The parameters of a new sign-in. `pkce` is sent back with the code; it is opaque to the page. `scopes` says whether
/// the sign-in page accepts the names of scopes.
const CONFIGURATION: Object = Object {
    name: "Configuration",
    fields: &[
        required_field("authorize_url", Shape::Text),
        required_field("client_id", Shape::Text),
        required_field("redirect_uri", Shape::Text),
        optional_field("pkce", Shape::Text),
        optional_field("scopes", Shape::Boolean),
    ],
};

/// One of the accounts that the browser is signed in with.
const ACCOUNT: Object = Object {
    name: "SessionAccount",
    fields: &[
        required_field("id", Shape::Text),
        required_field("region", Shape::Text),
        required_field("current", Shape::Boolean),
        optional_field("name", Shape::Text),
        optional_field("email", Shape::Text),
        optional_field("username", Shape::Text),
    ],
};

/// The signed-in accounts, and why the current session ended. Both enumerations may have new values in responses.
/// [`KEEP_RESULTS`] is not in it: members that no table has pass unchecked, and its name would add 60 bytes to the SDK.
const SESSION: Object = Object {
    name: "Session",
    fields: &[
        required_field("signed_in", Shape::Boolean),
        optional_field("region", Shape::Text),
        optional_field("account", Shape::Text),
        optional_field("accounts", Shape::Array(&Shape::Object(&ACCOUNT))),
        optional_field(ENDED, Shape::Text),
    ],
};

/// A callback's code; with `add` the other accounts stay signed in.
const CODE: Object = Object {
    name: "Code",
    fields: &[
        required_field("code", Shape::Text),
        optional_field("add", Shape::Boolean),
        optional_field("pkce", Shape::Text),
    ],
};

/// The account to make current.
const SWITCH: Object = Object { name: "Switch", fields: &[required_field("account", Shape::Text)] };

/// The account to sign out; the current one if not given.
const SIGN_OUT: Object = Object {
    name: "SignOut",
    fields: &[optional_field("account", Shape::Text), optional_field("all", Shape::Boolean)],
};

/// The legacy list as the SDK checks it. Of a respondent it checks only the id, which is the only required field: the
/// names of the others would add 150 bytes to the download.
const RESPONDENTS: Object = Object {
    name: "RespondentList",
    fields: &[required_field("data", Shape::Object(&RESPONDENT_PAGE)), optional_field("upgrade_info", Shape::Any)],
};

/// The legacy operation's key. A caller with its own token passes it; for all others the gateway sets it.
const KEY: &[Field] = &[optional_field(legacy::API_KEY, Shape::Text)];

const RESPONDENT_PAGE: Object = Object {
    name: "RespondentPage",
    fields: &[
        required_field("page", Shape::Integer),
        required_field("page_size", Shape::Integer),
        required_field("respondents", Shape::Array(&Shape::Map(&Shape::Any))),
    ],
};

const fn gateway_route(method: Method, path: &'static str, name: &'static str, body: Shape, response: Shape) -> Route {
    Route { method, path, name, scope: None, status: 200, query: &[], body, response }
}

/// The operations, in the order of their numbers in the SDK, after those of the API. The last two are for requests that
/// the caller writes itself, because no table has them.
pub const ROUTES: &[&Route] = &[
    &Route {
        query: &[&[optional_field(ORIGIN, Shape::Text)]],
        ..gateway_route(
            Method::GET,
            "/auth/configuration",
            "configuration",
            Shape::Nothing,
            Shape::Object(&CONFIGURATION),
        )
    },
    &gateway_route(Method::GET, "/auth/session", "session", Shape::Nothing, Shape::Object(&SESSION)),
    &gateway_route(Method::POST, TOKEN, "token", Shape::Object(&CODE), Shape::Nothing),
    &gateway_route(Method::POST, "/auth/switch", "switch", Shape::Object(&SWITCH), Shape::Nothing),
    &gateway_route(Method::POST, "/auth/sign-out", "sign_out", Shape::Object(&SIGN_OUT), Shape::Nothing),
    &gateway_route(Method::POST, "/auth/sign-out-everywhere", "sign_out_everywhere", Shape::Nothing, Shape::Nothing),
    &Route {
        scope: Some(legacy::SCOPE),
        query: &[KEY],
        ..gateway_route(
            legacy::METHOD,
            legacy::PATH,
            "respondents",
            RespondentListBody::SHAPE,
            Shape::Object(&RESPONDENTS),
        )
    },
    &gateway_route(Method::GET, "/", "read", Shape::Nothing, Shape::Any),
    &gateway_route(Method::POST, "/", "write", Shape::Any, Shape::Any),
];
