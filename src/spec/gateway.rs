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

const fn needed(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: true }
}

const fn may(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: false }
}

/// What a sign-in begins with. `pkce` comes back with the code; it means nothing to the page.
const CONFIGURATION: Object = Object {
    name: "Configuration",
    fields: &[
        needed("authorize_url", Shape::Text),
        needed("client_id", Shape::Text),
        needed("redirect_uri", Shape::Text),
        may("pkce", Shape::Text),
    ],
};

/// One of the accounts that the browser is signed in with.
const ACCOUNT: Object = Object {
    name: "SessionAccount",
    fields: &[needed("id", Shape::Text), needed("region", Shape::Text), needed("current", Shape::Boolean)],
};

/// Who is signed in, and why the session that was current ended. Both enumerations are open in answers.
const SESSION: Object = Object {
    name: "Session",
    fields: &[
        needed("signed_in", Shape::Boolean),
        may("region", Shape::Text),
        may("account", Shape::Text),
        may("accounts", Shape::Array(&Shape::Object(&ACCOUNT))),
        may(ENDED, Shape::Text),
    ],
};

/// A callback's code; `add` keeps the accounts that are signed in.
const CODE: Object = Object {
    name: "Code",
    fields: &[needed("code", Shape::Text), may("add", Shape::Boolean), may("pkce", Shape::Text)],
};

/// The account to go on with.
const SWITCH: Object = Object { name: "Switch", fields: &[needed("account", Shape::Text)] };

/// The account to sign out; the current one if nothing is said.
const SIGN_OUT: Object = Object { name: "SignOut", fields: &[may("account", Shape::Text), may("all", Shape::Boolean)] };

/// The legacy list as the SDK checks it: the fields of a respondent, of which none but the id must be there, are left to
/// whoever asks for them. Their names would take 150 bytes of every page's download.
const RESPONDENTS: Object = Object {
    name: "RespondentList",
    fields: &[needed("data", Shape::Object(&RESPONDENT_PAGE)), may("upgrade_info", Shape::Any)],
};

/// The legacy operation's key, which a caller with a token of its own gives and the gateway sets for all others.
const KEY: &[Field] = &[may(legacy::API_KEY, Shape::Text)];

const RESPONDENT_PAGE: Object = Object {
    name: "RespondentPage",
    fields: &[
        needed("page", Shape::Integer),
        needed("page_size", Shape::Integer),
        needed("respondents", Shape::Array(&Shape::Map(&Shape::Any))),
    ],
};

const fn row(method: Method, path: &'static str, name: &'static str, body: Shape, response: Shape) -> Route {
    Route { method, path, name, scope: None, status: 200, query: &[], body, response }
}

/// The operations, in the order in which the SDK numbers them behind those of the API. The last two stand for all that
/// no table has, where the caller writes the request.
pub const ROUTES: &[&Route] = &[
    &row(Method::GET, "/auth/configuration", "configuration", Shape::Nothing, Shape::Object(&CONFIGURATION)),
    &row(Method::GET, "/auth/session", "session", Shape::Nothing, Shape::Object(&SESSION)),
    &row(Method::POST, TOKEN, "token", Shape::Object(&CODE), Shape::Nothing),
    &row(Method::POST, "/auth/switch", "switch", Shape::Object(&SWITCH), Shape::Nothing),
    &row(Method::POST, "/auth/sign-out", "sign_out", Shape::Object(&SIGN_OUT), Shape::Nothing),
    &row(Method::POST, "/auth/sign-out-everywhere", "sign_out_everywhere", Shape::Nothing, Shape::Nothing),
    &Route {
        scope: Some(legacy::SCOPE),
        query: &[KEY],
        ..row(legacy::METHOD, legacy::PATH, "respondents", RespondentListBody::SHAPE, Shape::Object(&RESPONDENTS))
    },
    &row(Method::GET, "/", "read", Shape::Nothing, Shape::Any),
    &row(Method::POST, "/", "write", Shape::Any, Shape::Any),
];
