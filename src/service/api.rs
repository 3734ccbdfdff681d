//! One API call in nine steps, each of which fails with its row of the error table.
//!
//! | At | Steps |
//! |---|---|
//! | the door, without data | 1 route, 2 headers, 3 token, 4 region |
//! | the app | 5 quota |
//! | the team | 6 grant, scope and plan, 7 decode, 8 handle, 9 encode |
//!
//! A token proves itself at the door by its MAC; whether its grant still stands is known to the team alone.

use super::Service;
use super::config::Config;
use super::context::{Account, Context, Outside};
use super::dispatch::{HANDLERS, Handler};
use super::outside::{Outcome, Outgoing};
use super::place::{Message, Note, Place, Turn};
use super::quota::{self, Counting, Verdict};
use super::sql::{Sql, atomically};
use super::token::{self, Token};
use super::visit::Visit;
use super::{app, grants};
use crate::spec::apps::AppState;
use crate::spec::endpoint::{Method, Route};
use crate::spec::endpoints::routes;
use crate::spec::errors::Error;
use crate::spec::limits::{SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::wire::dates::Moment;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::path::{Match, matched};
use crate::wire::rate::{self, Quota};
use crate::wire::{bearer, query};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// What the door found out about a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Number of the route.
    pub route: usize,
    /// Arguments of the path, in order.
    pub arguments: Vec<String>,
    /// The token.
    pub token: Token,
    /// The state of the app, once the app has been asked.
    pub app: Option<AppState>,
    /// How the app's quota counts it, once the app has been asked.
    pub counting: Option<Counting>,
    /// What other servers answered to the call's questions.
    pub told: Vec<(Outgoing, Outcome)>,
}

impl Call {
    /// The row of the endpoint table.
    pub fn row(&self) -> Result<&'static Route, ApiError> {
        routes().nth(self.route).ok_or(ApiError::from(Error::Internal))
    }
}

/// Steps 1 to 4: what can be known without any data.
pub fn at_the_door(service: &Service, request: Request) -> Turn {
    if request.method == "OPTIONS" {
        return options(&request).into();
    }
    match admit(service, &request) {
        Ok(call) => Turn::go(Place::App(call.token.app.clone()), request, Note::Spend(call)),
        Err(error) if error.error == Error::MethodNotAllowed => {
            error.response(&request.origin).with("allow", &methods(&request.path).unwrap_or_default()).into()
        }
        Err(error) => error.response(&request.origin).into(),
    }
}

fn admit(service: &Service, request: &Request) -> Result<Call, ApiError> {
    let (route, arguments) = route(request)?;
    headers(request)?;
    let token = token(service, request)?;
    region(service, request, &token)?;
    Ok(Call { route, arguments, token, app: None, counting: None, told: Vec::new() })
}

/// Step 5: the app's quota. From here on every answer carries the six headers.
pub fn at_the_app(config: &Config, request: Request, call: Call, now: Moment, sql: &dyn Sql) -> Turn {
    match charge(config, sql, &call.token.app, now) {
        Ok((state, quota, counting)) => {
            let call = Call { app: Some(state), counting: Some(counting), ..call };
            Turn::go(Place::Team(call.token.team.clone()), request, Note::Answer(call, quota))
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
    let Some(state) = app.state_at(now) else {
        let quota = quota::standing(sql, AppState::Disabled.request_limit(), now).map_err(ApiError::from)?;
        return Err(Refused {
            error: ApiError::with(Error::NotAuthorized, "The app is disabled."),
            quota: Some(quota),
        });
    };
    match atomically(sql, || Ok(quota::spend(sql, config.permits(client_id, state), now)?))? {
        Verdict::Go(quota, counting) => Ok((state, quota, counting)),
        Verdict::TooMany(quota) => Err(Refused { error: Error::RateLimit.into(), quota: Some(quota) }),
    }
}

/// Steps 6 to 9: what the call does and answers. It may ask another server first, and is answered on its next visit.
pub fn at_the_team(visit: &Visit, call: Call, quota: Quota) -> Turn {
    let request = visit.request;
    let answer = match grants::account(visit.sql, &call.token, visit.now) {
        Err(error) => error.response(&request.origin),
        Ok(account) => match perform(visit, &call, &account) {
            Performed::Answer(answer) => scopes(&account, answer),
            Performed::Ask(question) => {
                let message = Box::new(Message { request: request.clone(), note: Note::Answer(call, quota) });
                return Turn::Ask { question, place: visit.place.clone(), message };
            }
        },
    };
    let answer = rate::write(&quota, answer);
    if request.method == "HEAD" { Response { body: Vec::new(), ..answer }.into() } else { answer.into() }
}

/// What a handler came to.
enum Performed {
    /// An answer.
    Answer(Response),
    /// A question that must be answered first. What the handler wrote before is undone.
    Ask(Outgoing),
}

fn perform(visit: &Visit, call: &Call, account: &Account) -> Performed {
    let Visit { service, request, now, random, sql, .. } = *visit;
    let config = &service.config;
    let question = RefCell::new(None);
    let outcome = || -> Result<Response, ApiError> {
        let row = call.row()?;
        account.permits(row)?;
        let pairs = query::decode(&request.query)
            .map_err(|_| ApiError::with(Error::BadParameters, "The query string cannot be decoded."))?;
        let outside = Outside { told: &call.told, question: &question };
        let (arguments, app) = (&call.arguments, call.app);
        let context = Context { config, request, pairs: &pairs, arguments, account, app, now, random, sql, outside };
        let Handler { run } = HANDLERS.iter().flat_map(|noun| noun.iter()).nth(call.route).ok_or(Error::Internal)?;
        if row.method.is_read() { run(&context) } else { atomically(sql, || run(&context)) }
    };
    let answer = outcome().unwrap_or_else(|error| error.response(&request.origin));
    question.into_inner().map_or(Performed::Answer(answer), Performed::Ask)
}

/// Step 1. `HEAD` is read as `GET`; its body is dropped at the end.
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

/// Step 2. Which headers are refused is our choice: what cannot be JSON in, or may not be JSON out.
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

/// Step 3.
pub fn token(service: &Service, request: &Request) -> Result<Token, ApiError> {
    let header = request.header("authorization").ok_or(Error::NoToken)?;
    let text = bearer::read(header).ok_or(ApiError::with(Error::NoToken, "Write: Authorization: bearer TOKEN."))?;
    token::read(&service.config, text).ok_or(ApiError::from(Error::InvalidToken))
}

/// Step 4.
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
