//! TABLE. What the gateway offers its pages beside the API: signing in and out, who is signed in, and what is left of
//! the legacy API.

use super::endpoint::{Method, Route};
use super::legacy::{self, RespondentListBody};
use super::shape::{Field, Object, Shape, Shaped};

choices! {
    /// Why a session ended.
    SessionEnd {
        /// The service does not accept its token any more: the user removed the app, or the grant is gone.
        Revoked "revoked",
        /// It was signed out here or elsewhere, or a new sign-in took its place.
        SignedOut "signed_out",
        /// It was not used for too long.
        Idle "idle",
        /// It reached the longest time that a session can last.
        Expired "expired",
    }
}

/// Member of a refusal, and of the answer about the session: a [`SessionEnd`].
pub const ENDED: &str = "ended";

/// What the paths of these operations begin with; no path of the API does.
pub const AUTH: &str = "/auth/";

/// Where the gateway serves the API to sessions.
pub const API: &str = "/api";

/// Exchanges the code of a callback for a session.
pub const TOKEN: &str = "/auth/token";

/// Name of the header that names a request in the log.
pub const REQUEST_ID: &str = "x-request-id";

const fn required_field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: true }
}

const fn optional_field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: false }
}

/// What a sign-in begins with. `pkce` comes back with the code; it means nothing to the page.
const CONFIGURATION: Object = Object {
    name: "Configuration",
    fields: &[
        required_field("authorize_url", Shape::Text),
        required_field("client_id", Shape::Text),
        required_field("redirect_uri", Shape::Text),
        optional_field("pkce", Shape::Text),
    ],
};

/// One of the accounts that the browser is signed in with.
const ACCOUNT: Object = Object {
    name: "SessionAccount",
    fields: &[
        required_field("id", Shape::Text),
        required_field("region", Shape::Text),
        required_field("current", Shape::Boolean),
    ],
};

/// Who is signed in, and why the session that was current ended. Both enumerations are open in answers.
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

/// A callback's code; `add` keeps the accounts that are signed in.
const CODE: Object = Object {
    name: "Code",
    fields: &[
        required_field("code", Shape::Text),
        optional_field("add", Shape::Boolean),
        optional_field("pkce", Shape::Text),
    ],
};

/// The account to go on with.
const SWITCH: Object = Object { name: "Switch", fields: &[required_field("account", Shape::Text)] };

/// The account to sign out; the current one if nothing is said.
const SIGN_OUT: Object = Object {
    name: "SignOut",
    fields: &[optional_field("account", Shape::Text), optional_field("all", Shape::Boolean)],
};

/// The legacy list as the SDK checks it: the fields of a respondent, of which none but the id must be there, are left to
/// whoever asks for them. Their names would take 150 bytes of every page's download.
const RESPONDENTS: Object = Object {
    name: "RespondentList",
    fields: &[required_field("data", Shape::Object(&RESPONDENT_PAGE)), optional_field("upgrade_info", Shape::Any)],
};

/// The legacy operation's key, which a caller with a token of its own gives and the gateway sets for all others.
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

/// The operations, in the order in which the SDK numbers them behind those of the API. The last two stand for all that
/// no table has, where the caller writes the request.
pub const ROUTES: &[&Route] = &[
    &gateway_route(Method::GET, "/auth/configuration", "configuration", Shape::Nothing, Shape::Object(&CONFIGURATION)),
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
