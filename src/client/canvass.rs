//! The client: where its requests go, its options, and what it knows between two calls.

use super::error::Error;
use super::page;
use super::quota::{Access, Quota};
use super::state::State;
use crate::spec::scopes::Scope;
use crate::wire::cause::Cause;
use crate::wire::url::{Scheme, WebUrl};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The survey API, for the user who is signed in at a gateway or for the owner of a token.
///
/// A clone is cheap, and shares what the client knows: the quota, the scopes, and the account of its calls. All clients
/// of one gateway share that too. A client is `Send` and `Sync`, so a framework's context or signal can hold it; its
/// futures run in the thread that polls them.
///
/// The methods `with_…` that take `&self` return a client with other options, which can be used for one call:
/// `canvass.with_retries(0).call(request)`.
#[derive(Debug, Clone)]
pub struct Canvass {
    pub(super) destination: Arc<Destination>,
    pub(super) options: Options,
    pub(super) state: Arc<State>,
}

/// Equal clients make the same calls: clones, and clients of one gateway with the same options.
impl PartialEq for Canvass {
    fn eq(&self, other: &Canvass) -> bool {
        Arc::ptr_eq(&self.state, &other.state) && self.options == other.options
    }
}

/// Where requests go.
pub(super) enum Destination {
    /// A gateway, which has the session; its origin is empty for that of the page.
    Gateway { origin: String },
    /// The API itself.
    Api { origin: String, token: String },
}

impl fmt::Debug for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Destination::Gateway { origin } => write!(f, "Gateway({origin:?})"),
            // Without the token.
            Destination::Api { origin, .. } => write!(f, "Api({origin:?})"),
        }
    }
}

/// How long a call may take, and how often it is tried.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Options {
    pub timeout: Option<Duration>,
    pub retries: u32,
    pub max_wait: Duration,
    pub background: bool,
}

impl Canvass {
    /// A client of the gateway at the page's own origin.
    #[must_use]
    pub fn gateway() -> Canvass {
        Canvass::of_gateway("")
    }

    /// A client of a gateway at another origin, which must allow the page's.
    ///
    /// # Errors
    ///
    /// [`Cause::Configuration`] if the origin is not one, or a path, a query or a fragment follows it.
    pub fn gateway_at(origin: &str) -> Result<Canvass, Error> {
        let url = WebUrl::parse(origin).ok_or_else(|| not_an_origin(origin))?;
        if !matches!((url.path, url.query, url.fragment), ("" | "/", None, None)) {
            let message =
                format!("The gateway must be an origin without a path, such as {:?}, not {origin:?}.", url.origin);
            return Err(Error::local(Cause::Configuration, &message));
        }
        // All clients of a gateway share one state, whichever way its origin is given.
        Ok(Canvass::of_gateway(if page::origin().is_ok_and(|own| own == url.origin) { "" } else { url.origin }))
    }

    fn of_gateway(origin: &str) -> Canvass {
        Canvass::at(Destination::Gateway { origin: origin.to_owned() }, State::of_gateway(origin))
    }

    /// A client with an access token of its own, for workers: it calls the API at the `access_url` that was issued with
    /// the token, and sends the token to no other origin.
    ///
    /// # Errors
    ///
    /// [`Cause::Unavailable`] in a page, where all code could read the token; [`Cause::Configuration`] if the token or
    /// the URL cannot be used.
    pub fn with_token(token: &str, access_url: &str) -> Result<Canvass, Error> {
        if page::is_page() {
            let message = "A page must not use a token: sign in at a gateway, or call `with_token_in_page`.";
            return Err(Error::local(Cause::Unavailable, message));
        }
        Canvass::with_token_in_page(token, access_url)
    }

    /// A client with a token in a page, for tests: all code that runs in the page can read the token.
    ///
    /// # Errors
    ///
    /// [`Cause::Configuration`] if the token or the URL cannot be used.
    pub fn with_token_in_page(token: &str, access_url: &str) -> Result<Canvass, Error> {
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = "The token must consist of letters, digits and punctuation, without spaces or line breaks.";
            return Err(Error::local(Cause::Configuration, message));
        }
        let url = WebUrl::parse(access_url).ok_or_else(|| not_an_origin(access_url))?;
        if url.scheme != Scheme::Https && !matches!(url.host, "localhost" | "127.0.0.1" | "[::1]") {
            let message =
                format!("A token is sent over https only, not to {}: use the origin's https URL.", url.origin);
            return Err(Error::local(Cause::Configuration, &message));
        }
        let destination = Destination::Api { origin: url.origin.to_owned(), token: token.to_owned() };
        Ok(Canvass::at(destination, Arc::default()))
    }

    fn at(destination: Destination, state: Arc<State>) -> Canvass {
        let options = Options {
            timeout: Some(Duration::from_secs(30)),
            retries: 2,
            max_wait: Duration::from_secs(60),
            background: false,
        };
        Canvass { destination: Arc::new(destination), options, state }
    }

    /// The client with another limit for each request, from sending it to the end of its response. The default is 30
    /// seconds. A whole call ends 120 seconds after the longest pause of [`with_max_wait`](Canvass::with_max_wait),
    /// that is after 180 by default. `None` removes both limits.
    #[must_use]
    pub fn with_timeout(&self, timeout: Option<Duration>) -> Canvass {
        self.with(|options| options.timeout = timeout)
    }

    /// The client with another number of retries of a call that only reads. The default is 2; 0 is for none. Requests
    /// that the gateway holds back for the quota do not count: they are sent again until 120 seconds after the longest
    /// pause of [`with_max_wait`](Canvass::with_max_wait).
    #[must_use]
    pub fn with_retries(&self, retries: u32) -> Canvass {
        self.with(|options| options.retries = retries)
    }

    /// The client with another longest pause: a call that would have to wait longer fails with
    /// [`Cause::RateLimited`]. The default is 60 seconds.
    #[must_use]
    pub fn with_max_wait(&self, max_wait: Duration) -> Canvass {
        self.with(|options| options.max_wait = max_wait)
    }

    /// The client for work that can wait: it leaves quota for what users do at the same time.
    #[must_use]
    pub fn in_background(&self) -> Canvass {
        self.with(|options| options.background = true)
    }

    fn with(&self, change: impl FnOnce(&mut Options)) -> Canvass {
        let mut canvass = self.clone();
        change(&mut canvass.options);
        canvass
    }

    /// The app's quota, as the last response reported it.
    #[must_use]
    pub fn quota(&self) -> Option<Quota> {
        self.state.lock().quota
    }

    /// Whether the user granted a scope.
    #[must_use]
    pub fn can(&self, scope: Scope) -> Access {
        let has = |names: &[String]| names.iter().any(|name| name == scope.as_str());
        match &self.state.lock().scopes {
            None => Access::Unknown,
            Some(scopes) if has(&scopes.granted) => Access::Granted,
            Some(scopes) if has(&scopes.available) => Access::Available,
            Some(_) => Access::NeedsPlan,
        }
    }
}

fn not_an_origin(text: &str) -> Error {
    let message = format!("{text:?} is not a URL: use an origin that begins with https://.");
    Error::local(Cause::Configuration, &message)
}
