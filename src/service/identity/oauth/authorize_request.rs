//! Authorization requests. The app and its redirect URI are checked before any redirect.

use super::fields::{read_pairs, reject_repeated};
use super::redirect;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::ActorId;
use crate::service::environment::config::Config;
use crate::service::html::refusal::RefusalPage;
use crate::service::identity::app::{self, App};
use crate::service::identity::app_id;
use crate::spec::apps::AppState;
use crate::spec::endpoint::QueryPart as _;
use crate::spec::oauth::{
    AUTHORIZE_PATH, Authorization, AuthorizeError, CHALLENGE_LENGTH, CHALLENGE_METHOD, ERROR, ERROR_DESCRIPTION,
    RESPONSE_TYPE, STATE,
};
use crate::spec::scopes::Scope;
use crate::wire::http::Response;
use crate::wire::query;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::{Deserialize, Serialize};

/// An authorization request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthorizeRequest {
    /// Client id of the app.
    pub client_id: String,
    /// The redirect URI.
    pub redirect_uri: String,
    state: Option<String>,
    /// The PKCE challenge: the hash of the verifier that the token request must contain, if the app uses one.
    pub challenge: Option<String>,
    /// The scopes that the app needs now, as it names them.
    scope: Option<String>,
}

const RESPONSE_TYPE_RULE: &str = "`response_type` must be code.";

const CHALLENGE_RULE: &str = "`code_challenge` must be a SHA-256 hash, and `code_challenge_method` must be S256.";

/// Whether there is no challenge, or one with a supported method.
fn is_supported_challenge(challenge: Option<&str>, method: Option<&str>) -> bool {
    match (challenge, method) {
        (None, None) => true,
        (Some(challenge), Some(CHALLENGE_METHOD)) => {
            challenge.len() == CHALLENGE_LENGTH && Base64UrlUnpadded::decode_vec(challenge).is_ok()
        }
        _ => false,
    }
}

impl AuthorizeRequest {
    /// Reads the query of the page. Unknown parameters are tolerated, repeated known ones are not.
    ///
    /// # Errors
    ///
    /// A page that names the wrong parameter; for the developer of the app.
    pub fn parse_query(query: &str) -> Result<AuthorizeRequest, RefusalPage> {
        let fields = read_pairs(query.as_bytes()).map_err(RefusalPage::Unreadable)?;
        let pairs = reject_repeated(&fields, Authorization::FIELDS.iter().map(|field| field.name))
            .map_err(RefusalPage::Unreadable)?;
        let read = Authorization::read(&pairs)
            .map_err(|bad| RefusalPage::Unreadable(format!("`{}` must be {}.", bad.name, bad.expected)))?;
        if !app_id::is_formed(&read.client_id) {
            return Err(RefusalPage::UnknownApp);
        }
        let code = read.response_type == RESPONSE_TYPE;
        if !(code && is_supported_challenge(read.code_challenge.as_deref(), read.code_challenge_method.as_deref())) {
            let problem = if code { CHALLENGE_RULE } else { RESPONSE_TYPE_RULE };
            return Err(RefusalPage::Unreadable(problem.to_owned()));
        }
        // Elsewhere an empty parameter counts as absent. An empty state is returned as it was sent.
        let state = fields.first(STATE).map(str::to_owned);
        Ok(AuthorizeRequest {
            client_id: read.client_id,
            redirect_uri: read.redirect_uri,
            state,
            challenge: read.code_challenge,
            scope: read.scope,
        })
    }

    /// Whether the service issued the client id. An app with any other id may or may not exist.
    pub fn is_proven(&self, config: &Config) -> bool {
        app_id::is_proven(config, &self.client_id)
    }

    /// The app's actor.
    pub fn app_actor(&self) -> ActorId {
        ActorId::App(self.client_id.clone())
    }

    /// Whether the app needs a scope now.
    pub fn needs_scope(&self, scope: Scope) -> bool {
        self.scope.as_ref().is_some_and(|names| names.split(' ').any(|name| name == scope.as_str()))
    }

    /// The URL of the authorization page with the same request.
    pub fn authorize_url(&self) -> String {
        let values = [
            Some(self.client_id.as_str()),
            Some(self.redirect_uri.as_str()),
            Some(RESPONSE_TYPE),
            self.state.as_deref(),
            self.challenge.as_deref(),
            self.challenge.as_ref().map(|_| CHALLENGE_METHOD),
            self.scope.as_deref(),
        ];
        let names = Authorization::FIELDS.iter().map(|field| field.name);
        let pairs: Vec<_> = names.zip(values).filter_map(|(name, value)| Some((name, value?))).collect();
        format!("{AUTHORIZE_PATH}?{}", query::encode_query(&pairs))
    }

    /// The redirect URI with these parameters, and the state if there was one.
    pub fn redirect_url(&self, pairs: &[(&str, &str)]) -> String {
        let state = self.state.as_deref().map(|state| (STATE, state));
        let pairs: Vec<_> = pairs.iter().copied().chain(state).collect();
        redirect::with_params(&self.redirect_uri, &pairs)
    }

    /// The redirect URI with an error.
    pub fn error_url(&self, error: AuthorizeError, description: &str) -> String {
        self.redirect_url(&[(ERROR, error.as_str()), (ERROR_DESCRIPTION, description)])
    }
}

/// App: the requesting app, if it exists, is not disabled, and has registered exactly this redirect URI.
///
/// # Errors
///
/// A page with the reason. The browser is not redirected: an unproven redirect URI would make this an open redirect.
pub fn load_requesting_app(
    context: &ActorContext<'_>,
    auth_request: &AuthorizeRequest,
) -> Result<(App, AppState), Response> {
    let app =
        app::load_app(context.sql, &auth_request.client_id).map_err(|_| RefusalPage::InternalError.render_page())?;
    let app = app.ok_or_else(|| RefusalPage::UnknownApp.render_page())?;
    if !app.redirect_uris.contains(&auth_request.redirect_uri) || !redirect::is_allowed(&auth_request.redirect_uri) {
        return Err(RefusalPage::BadRedirect.render_page());
    }
    let Some(state) = app.state_at(context.now) else {
        return Err(RefusalPage::Disabled { app: app.name }.render_page());
    };
    Ok((app, state))
}
