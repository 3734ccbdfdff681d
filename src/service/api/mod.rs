//! One API call in eight steps, each of which fails with its row of the error table.
//!
//! | At | Steps |
//! |---|---|
//! | the door, without data | 1 token |
//! | the app | 2 quota |
//! | the team | 3 grant, 4 route, 5 headers, 6 region, 7 scope and plan, 8 decode, handle and encode |
//!
//! A token proves itself at the door by its MAC; whether its grant still stands is known to the team alone. A call with
//! a good token is counted before anything else is judged, and its answer has the headers of the quota and the scopes.

pub(super) mod dispatch;
pub(super) mod documentation;
pub(super) mod error_page;
pub(super) mod handlers;
mod items;
pub(super) mod legacy;
mod reading;

use crate::service::actor::call::Call;
use crate::service::actor::context::{Account, Context};
use crate::service::actor::place::{Note, Place, Turn};
use crate::service::actor::quota::{self, Counting, Verdict};
use crate::service::actor::service::Service;
use crate::service::actor::token::{self, Token};
use crate::service::actor::visit::Visit;
use crate::service::identity::{app, grants};
use crate::service::store::backlog;
use crate::service::store::config::Config;
use crate::service::store::sql::{Sql, atomically};
use crate::spec::apps::AppState;
use crate::spec::endpoint::Method;
use crate::spec::endpoints::routes;
use crate::spec::errors::Error;
use crate::spec::limits::{LIMITED, SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::wire::dates::Moment;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::path::{Match, matched};
use crate::wire::rate::{self, Quota};
use crate::wire::{bearer, query};
use dispatch::{HANDLERS, Handler};

/// Step 1: what can be known without any data.
pub fn at_the_door(service: &Service, request: Request) -> Turn {
    if request.method == "OPTIONS" {
        return options(&request).into();
    }
    match token(service, &request) {
        Ok(token) => {
            let app = Place::App(token.app.clone());
            Turn::go(app, request, Note::Spend(Call { token, app: None, counting: None }))
        }
        Err(error) => documentation::answer(&request).unwrap_or_else(|| error.response(&request.origin)).into(),
    }
}

/// Step 2: the app's quota. From here on every answer carries the six headers.
pub fn at_the_app(visit: &Visit, call: Call) -> Turn {
    let request = visit.request;
    match charge(&visit.service.config, visit.sql, &call.token.app, visit.now) {
        Ok((state, quota, counting)) => {
            let call = Call { app: Some(state), counting: Some(counting), ..call };
            visit.go(Place::Team(call.token.team.clone()), Note::Answer(call, quota))
        }
        Err(Refused { error, quota: Some(quota) }) => rate::write(&quota, error.response(&request.origin)).into(),
        Err(Refused { error, quota: None }) => error.response(&request.origin).into(),
    }
}

/// Why an app's call goes no further, and where the app stands: none if there is no such app.
pub struct Refused {
    /// The row of the error table.
    pub error: ApiError,
    /// What the six headers say.
    pub quota: Option<Quota>,
}

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Refused {
        Refused { error, quota: None }
    }
}

/// Counts a call of an app, and says which state the app is in. A call of a disabled app costs nothing.
pub fn charge(
    config: &Config,
    sql: &dyn Sql,
    client_id: &str,
    now: Moment,
) -> Result<(AppState, Quota, Counting), Refused> {
    let app = app::load(sql, client_id)?.ok_or(ApiError::from(Error::InvalidToken))?;
    let state = app.state_at(now).unwrap_or(AppState::Disabled);
    let Some(permitted) = app.permits(config, state) else {
        let quota = quota::standing(sql, LIMITED, now).map_err(ApiError::from)?;
        return Err(Refused {
            error: ApiError::with(Error::NotAuthorized, "The app is disabled."),
            quota: Some(quota),
        });
    };
    match atomically(sql, || Ok(quota::spend(sql, permitted, now)?))? {
        Verdict::Go(quota, counting) => Ok((state, quota, counting)),
        Verdict::TooMany(quota) => Err(Refused { error: Error::RateLimit.into(), quota: Some(quota) }),
    }
}

/// Steps 3 to 8: what the call does and answers. It may end with a question first, and is answered on its next visit.
pub fn at_the_team(visit: &Visit, call: Call, quota: Quota) -> Turn {
    let request = visit.request;
    let answer = match grants::account(visit.sql, &call.token, visit.now) {
        Err(error) => error.response(&request.origin),
        Ok(account) if account.waits => carry_out(visit),
        Ok(account) => scopes(&account, perform(visit, &call, &account)),
    };
    let answer = rate::write(&quota, answer);
    if request.method == "HEAD" { Response { body: Vec::new(), ..answer }.into() } else { answer.into() }
}

/// Writes some of the team's backlog first; what was asked for comes later.
fn carry_out(visit: &Visit) -> Response {
    match atomically(visit.sql, || Ok(backlog::carry_out(visit.ground())?)) {
        Ok(_) => visit.pieces.wait(),
        Err(error) => return error.response(&visit.request.origin),
    }
    Response::empty(204)
}

fn perform(visit: &Visit, call: &Call, account: &Account) -> Response {
    let Visit { service, request, pieces, now, random, sql, outside, .. } = *visit;
    let config = &service.config;
    let written = pieces.kept(|_: &Response| true);
    if let Some(answer) = written {
        return *answer;
    }
    let outcome = || -> Result<Response, ApiError> {
        let (route, arguments) = route(request)?;
        headers(request)?;
        region(service, request, &call.token)?;
        let row = routes().nth(route).ok_or(Error::Internal)?;
        let app = call.app.ok_or(Error::Internal)?;
        account.permits(app, row.scope)?;
        let pairs = query::decode(&request.query)
            .map_err(|_| ApiError::with(Error::BadParameters, "The query string cannot be decoded."))?;
        let arguments = &arguments[..];
        let context =
            Context { config, request, pairs: &pairs, arguments, account, app, now, random, sql, pieces, outside };
        let Handler { run } = HANDLERS.iter().flat_map(|noun| noun.iter()).nth(route).ok_or(Error::Internal)?;
        if row.method.is_read() {
            return run(&context);
        }
        let answer = atomically(sql, || match run(&context) {
            // The answer of a visit that goes on is seen by nobody.
            Err(_) if pieces.has_written() => Ok(Response::empty(204)),
            outcome => outcome,
        })?;
        if pieces.leaves() {
            pieces.keep(Box::new(answer));
            pieces.wait();
            return Ok(Response::empty(204));
        }
        Ok(answer)
    };
    outcome().unwrap_or_else(|error| refusal(request, &error))
}

fn refusal(request: &Request, error: &ApiError) -> Response {
    let answer = error.response(&request.origin);
    match error.error {
        Error::MethodNotAllowed => answer.with("allow", &methods(&request.path).unwrap_or_default()),
        _ => answer,
    }
}

/// Step 4. `HEAD` is read as `GET`; its body is dropped at the end.
fn route(request: &Request) -> Result<(usize, Vec<String>), ApiError> {
    let method = if request.method == "HEAD" { "GET" } else { &request.method };
    match matched(method, &request.path) {
        Match::Found(route, arguments) => Ok((route, arguments.iter().map(str::to_owned).collect())),
        Match::OtherMethod(methods) => {
            Err(ApiError::with(Error::MethodNotAllowed, format!("It takes {}.", listed(&methods))))
        }
        Match::Unknown => Err(ApiError::with(Error::NotFound, format!("There is no path {}.", request.path))),
    }
}

fn listed(methods: &[Method]) -> String {
    methods.iter().map(|method| method.as_str()).collect::<Vec<_>>().join(", ")
}

/// The API's own list of a path's methods, and what a preflight gets. Neither needs a token or costs quota.
fn options(request: &Request) -> Response {
    match methods(&request.path) {
        Some(methods) => Response::empty(200).with("allow", &methods).with("access-control-allow-methods", &methods),
        None => ApiError::from(Error::NotFound).response(&request.origin),
    }
}

/// The methods that a path takes, if there is such a path.
fn methods(path: &str) -> Option<String> {
    match matched("OPTIONS", path) {
        Match::OtherMethod(methods) => Some(listed(&methods).replace("GET", "GET, HEAD") + ", OPTIONS"),
        _ => None,
    }
}

/// Step 5. Which headers are refused is our choice: what cannot be JSON in, or may not be JSON out.
fn headers(request: &Request) -> Result<(), ApiError> {
    let media_type = |value: &str| value.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    if request.count_of("authorization") > 1 {
        return Err(ApiError::with(Error::BadHeaders, "`Authorization` is given more than once."));
    }
    if let Some(value) = request.header("content-type").filter(|_| !request.body.is_empty()) {
        let kind = media_type(value);
        if kind != "application/json" && !kind.ends_with("+json") {
            return Err(ApiError::with(Error::BadHeaders, "`Content-Type` must be application/json."));
        }
    }
    let Some(accept) = request.header("accept") else { return Ok(()) };
    let accepted = accept.split(',').map(media_type);
    if accepted.into_iter().any(|kind| matches!(kind.as_str(), "" | "*/*" | "application/*" | "application/json")) {
        return Ok(());
    }
    Err(ApiError::with(Error::BadHeaders, "`Accept` must allow application/json."))
}

/// Step 1.
pub fn token(service: &Service, request: &Request) -> Result<Token, ApiError> {
    let header = request.header("authorization").ok_or(Error::NoToken)?;
    let text = bearer::read(header).ok_or(ApiError::with(Error::NoToken, "Write: Authorization: bearer TOKEN."))?;
    token::read(&service.config, text).ok_or(ApiError::from(Error::InvalidToken))
}

/// Step 6.
pub fn region(service: &Service, request: &Request, token: &Token) -> Result<(), ApiError> {
    let right = service.config.origin(token.region);
    if right == request.origin {
        return Ok(());
    }
    Err(ApiError::with(Error::WrongRegion, format!("It is {right}.")))
}

/// Which scopes the token has, and which the account could grant.
pub fn scopes(account: &Account, response: Response) -> Response {
    let list = |scopes: &mut dyn Iterator<Item = &'static str>| scopes.collect::<Vec<_>>().join(",");
    let available = list(&mut account.available_scopes().map(|scope| scope.as_str()));
    let granted = list(&mut account.granted.iter().map(|scope| scope.as_str()));
    response.with(SCOPES_AVAILABLE_HEADER, &available).with(SCOPES_GRANTED_HEADER, &granted)
}
