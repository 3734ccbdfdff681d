//! What an app asks for, and whether it may: the app and its redirect address are proven before any redirect.

use super::fields::Fields;
use super::redirect;
use crate::service::app::{self, App};
use crate::service::pages::refusal::Refusal;
use crate::service::place::Place;
use crate::service::visit::Visit;
use crate::spec::apps::AppState;
use crate::spec::endpoint::QueryPart as _;
use crate::spec::oauth::{
    AUTHORIZE_PATH, Authorization, AuthorizeError, CHALLENGE_LENGTH, CHALLENGE_METHOD, ERROR, ERROR_DESCRIPTION,
    RESPONSE_TYPE, STATE,
};
use crate::wire::http::Response;
use crate::wire::query;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// A request for authorization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The app.
    pub client_id: String,
    /// Where the answer goes.
    pub redirect_uri: String,
    response_type: Option<String>,
    state: Option<String>,
    /// Hash of the secret that the token request must name, if the app wants that.
    pub challenge: Option<String>,
    challenge_method: Option<String>,
}

/// Whether a text can be a client id: it stands for 16 bytes. No other one wakes a place.
pub fn is_client_id(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 16)
}

impl Asked {
    /// Reads the query of the page. Unknown parameters are tolerated, repeated known ones are not.
    pub fn read(query: &str) -> Result<Asked, Refusal> {
        let fields = Fields::read(query.as_bytes()).map_err(Refusal::Unreadable)?;
        let pairs = fields.once(Authorization::FIELDS.iter().map(|field| field.name)).map_err(Refusal::Unreadable)?;
        let read = Authorization::read(pairs)
            .map_err(|bad| Refusal::Unreadable(format!("`{}` must be {}.", bad.name, bad.expected)))?;
        if !is_client_id(&read.client_id) {
            return Err(Refusal::UnknownApp);
        }
        // An empty parameter counts as absent everywhere else; an empty state comes back as it was sent.
        let state = fields.first(STATE).map(str::to_owned);
        Ok(Asked {
            client_id: read.client_id,
            redirect_uri: read.redirect_uri,
            response_type: read.response_type,
            state,
            challenge: read.code_challenge,
            challenge_method: read.code_challenge_method,
        })
    }

    /// Where the app lives.
    pub fn place(&self) -> Place {
        Place::App(self.client_id.clone())
    }

    /// The address of the page that asks the same again.
    pub fn again(&self) -> String {
        let values = [
            Some(&self.client_id),
            Some(&self.redirect_uri),
            self.response_type.as_ref(),
            self.state.as_ref(),
            self.challenge.as_ref(),
            self.challenge_method.as_ref(),
        ];
        let names = Authorization::FIELDS.iter().map(|field| field.name);
        let pairs: Vec<_> = names.zip(values).filter_map(|(name, value)| Some((name, value?))).collect();
        format!("{AUTHORIZE_PATH}?{}", query::encode(&pairs))
    }

    /// The redirect address with these parameters, and the state if there was one.
    pub fn back(&self, pairs: &[(&str, &str)]) -> String {
        let state = self.state.as_deref().map(|state| (STATE, state));
        let pairs: Vec<_> = pairs.iter().copied().chain(state).collect();
        redirect::with(&self.redirect_uri, &pairs)
    }

    /// No challenge, or one that can be met.
    fn challenge_is_good(&self) -> bool {
        match (&self.challenge, self.challenge_method.as_deref()) {
            (None, None) => true,
            (Some(challenge), Some(CHALLENGE_METHOD)) => {
                challenge.len() == CHALLENGE_LENGTH && URL_SAFE_NO_PAD.decode(challenge).is_ok()
            }
            _ => false,
        }
    }

    /// The redirect address with an error.
    pub fn failed(&self, error: AuthorizeError, description: &str) -> String {
        self.back(&[(ERROR, error.as_str()), (ERROR_DESCRIPTION, description)])
    }
}

/// The app that asks, if it exists, is not disabled, and registered exactly this redirect address.
///
/// What is wrong with the app or the address is told to the person on a page; only what is wrong
/// beyond them is told to the app by redirect.
pub fn app(visit: &Visit<'_>, asked: &Asked) -> Result<(App, AppState), Response> {
    let app = app::load(visit.sql, &asked.client_id).map_err(|_| Refusal::Broken.page())?;
    let app = app.ok_or_else(|| Refusal::UnknownApp.page())?;
    if !app.redirect_uris.contains(&asked.redirect_uri) || !redirect::allowed(&asked.redirect_uri) {
        return Err(Refusal::BadRedirect.page());
    }
    let Some(state) = app.state_at(visit.now) else {
        return Err(Refusal::Disabled { app: app.name }.page());
    };
    let problem = match asked.response_type.as_deref() {
        Some(RESPONSE_TYPE) if asked.challenge_is_good() => return Ok((app, state)),
        Some(RESPONSE_TYPE) => {
            (AuthorizeError::InvalidRequest, "code_challenge must be a SHA-256 hash and code_challenge_method S256")
        }
        Some(_) => (AuthorizeError::UnsupportedResponseType, "response_type must be code"),
        None => (AuthorizeError::InvalidRequest, "response_type is missing"),
    };
    Err(redirect::to(&asked.failed(problem.0, problem.1)))
}
