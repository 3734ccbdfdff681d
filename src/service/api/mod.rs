//! One API call in eight steps, each of which fails with its row of the error table.
//!
//! | At | Steps |
//! |---|---|
//! | the router, without data | 1 token (1010, 1011) |
//! | the app | 2 registration and state (1011, 1063), quota (1040) |
//! | the team | 3 grant (1011, 1013, 1057), 4 route (1020, 1061), 5 headers (1004), 6 region (1018), 7 scope and plan (1014, 1015), 8 query (1003), body (1001, 1002), handler and response |
//!
//! A token names its region, team and app and proves itself by a MAC, so that an invented one wakes no database;
//! whether its grant still stands is known to the team alone. From the quota on, every response has its six headers.
//! A call within the quota costs a request, whatever follows; one that is refused costs none. For an app without a
//! limit nothing is counted, and the headers have the greatest integer as limit and rest. Once the grant stands, every
//! response has the two headers of the scopes.

mod body_decoding;
mod body_items;
pub(super) mod dispatch;
pub(super) mod documentation;
pub(super) mod error_page;
pub(super) mod handlers;
pub(super) mod legacy;

use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::api_call::ApiCall;
use crate::service::actor::context::{Account, Context};
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::quota::{self, Counting, QuotaDecision};
use crate::service::actor::service::Service;
use crate::service::actor::token::{self, AccessToken};
use crate::service::identity::{app, grants};
use crate::service::store::backlog;
use crate::service::store::config::Config;
use crate::service::store::sql::{Sql, in_transaction};
use crate::spec::apps::AppState;
use crate::spec::endpoint::Method;
use crate::spec::endpoints::routes;
use crate::spec::errors::Error;
use crate::spec::limits::{LIMITED, SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::path::{RouteMatch, match_route};
use crate::wire::rate::{self, QuotaStatus};
use crate::wire::{bearer, query};
use dispatch::{HANDLERS, Handler};

/// Step 1: what can be known without any data.
pub fn route(service: &Service, request: Request) -> ActorReply {
    if request.method == "OPTIONS" {
        return options_response(&request).into();
    }
    match read_token(service, &request) {
        Ok(token) => {
            let app = ActorId::App(token.app.clone());
            ActorReply::forward_to(app, request, Command::CheckQuota(ApiCall { token, app: None, counting: None }))
        }
        Err(error) => {
            documentation::error_documentation(&request).unwrap_or_else(|| error.response(&request.origin)).into()
        }
    }
}

/// Step 2: the app's quota. From here on every answer carries the six headers.
pub fn handle_in_app(visit: &ActorContext, call: ApiCall) -> ActorReply {
    let request = visit.request;
    match charge_call(&visit.service.config, visit.sql, &call.token.app, visit.now) {
        Ok((state, quota, counting)) => {
            let call = ApiCall { app: Some(state), counting: Some(counting), ..call };
            visit.forward_to(ActorId::Team(call.token.team.clone()), Command::RunCall(call, quota))
        }
        Err(ChargeError { error, quota: Some(quota) }) => {
            rate::write_headers(&quota, error.response(&request.origin)).into()
        }
        Err(ChargeError { error, quota: None }) => error.response(&request.origin).into(),
    }
}

/// Why an app's call goes no further, and where the app stands: none if there is no such app.
pub struct ChargeError {
    /// The row of the error table.
    pub error: ApiError,
    /// What the six headers say.
    pub quota: Option<QuotaStatus>,
}

impl From<ApiError> for ChargeError {
    fn from(error: ApiError) -> ChargeError {
        ChargeError { error, quota: None }
    }
}

/// Counts a call of an app, and says which state the app is in. A call of a disabled app costs nothing.
pub fn charge_call(
    config: &Config,
    sql: &dyn Sql,
    client_id: &str,
    now: Timestamp,
) -> Result<(AppState, QuotaStatus, Counting), ChargeError> {
    let app = app::load_app(sql, client_id)?.ok_or(ApiError::from(Error::InvalidToken))?;
    let state = app.state_at(now).unwrap_or(AppState::Disabled);
    let Some(permitted) = app.quota_for(config, state) else {
        let quota = quota::current_quota(sql, LIMITED, now).map_err(ApiError::from)?;
        return Err(ChargeError {
            error: ApiError::with_detail(Error::NotAuthorized, "The app is disabled."),
            quota: Some(quota),
        });
    };
    match in_transaction(sql, || Ok(quota::spend_request(sql, permitted, now)?))? {
        QuotaDecision::Allow(quota, counting) => Ok((state, quota, counting)),
        QuotaDecision::Reject(quota) => Err(ChargeError { error: Error::RateLimit.into(), quota: Some(quota) }),
    }
}

/// Steps 3 to 8: what the call does and answers. It may end with a question first, and is answered on its next visit.
pub fn handle_in_team(visit: &ActorContext, call: ApiCall, quota: QuotaStatus) -> ActorReply {
    let request = visit.request;
    let answer = match grants::load_account(visit.sql, &call.token, visit.now) {
        Err(error) => error.response(&request.origin),
        Ok(account) if account.waits => write_backlog(visit),
        Ok(account) => with_scope_headers(&account, perform_call(visit, &call, &account)),
    };
    let answer = rate::write_headers(&quota, answer);
    if request.method == "HEAD" { Response { body: Vec::new(), ..answer }.into() } else { answer.into() }
}

/// Writes some of the team's backlog first; what was asked for comes later.
fn write_backlog(visit: &ActorContext) -> Response {
    match in_transaction(visit.sql, || Ok(backlog::apply_next(visit.effects())?)) {
        Ok(_) => visit.chunked_work.pause(),
        Err(error) => return error.response(&visit.request.origin),
    }
    Response::empty(204)
}

fn perform_call(visit: &ActorContext, call: &ApiCall, account: &Account) -> Response {
    let ActorContext { service, request, chunked_work: pieces, now, random, sql, external: outside, .. } = *visit;
    let config = &service.config;
    let written = pieces.take_state(|_: &Response| true);
    if let Some(answer) = written {
        return *answer;
    }
    let outcome = || -> Result<Response, ApiError> {
        let (route, arguments) = find_route(request)?;
        check_headers(request)?;
        check_region(service, request, &call.token)?;
        let row = routes().nth(route).ok_or(Error::Internal)?;
        let app = call.app.ok_or(Error::Internal)?;
        account.require_permission(app, row.scope)?;
        let pairs = query::decode_query(&request.query)
            .map_err(|_| ApiError::with_detail(Error::BadParameters, "The query string cannot be decoded."))?;
        let arguments = &arguments[..];
        let context = Context {
            config,
            request,
            pairs: &pairs,
            arguments,
            account,
            app,
            now,
            random,
            sql,
            chunked_work: pieces,
            external: outside,
        };
        let Handler { run } = HANDLERS.iter().flat_map(|noun| noun.iter()).nth(route).ok_or(Error::Internal)?;
        if row.method.is_read() {
            return run(&context);
        }
        let answer = in_transaction(sql, || match run(&context) {
            // The answer of a visit that goes on is seen by nobody.
            Err(_) if pieces.keeps_writes() => Ok(Response::empty(204)),
            outcome => outcome,
        })?;
        if pieces.requires_backlog() {
            pieces.store_state(Box::new(answer));
            pieces.pause();
            return Ok(Response::empty(204));
        }
        Ok(answer)
    };
    outcome().unwrap_or_else(|error| error_response(request, &error))
}

fn error_response(request: &Request, error: &ApiError) -> Response {
    let answer = error.response(&request.origin);
    match error.error {
        Error::MethodNotAllowed => answer.with_header("allow", &allowed_methods(&request.path).unwrap_or_default()),
        _ => answer,
    }
}

/// Step 4. `HEAD` is read as `GET`; its body is dropped at the end.
fn find_route(request: &Request) -> Result<(usize, Vec<String>), ApiError> {
    let method = if request.method == "HEAD" { "GET" } else { &request.method };
    match match_route(method, &request.path) {
        RouteMatch::Found(route, arguments) => Ok((route, arguments.iter().map(str::to_owned).collect())),
        RouteMatch::OtherMethod(methods) => {
            Err(ApiError::with_detail(Error::MethodNotAllowed, format!("It takes {}.", join_methods(&methods))))
        }
        RouteMatch::Unknown => {
            Err(ApiError::with_detail(Error::NotFound, format!("There is no path {}.", request.path)))
        }
    }
}

fn join_methods(methods: &[Method]) -> String {
    methods.iter().map(|method| method.as_str()).collect::<Vec<_>>().join(", ")
}

/// The API's own list of a path's methods, and what a preflight gets. Neither needs a token or costs quota.
fn options_response(request: &Request) -> Response {
    match allowed_methods(&request.path) {
        Some(methods) => {
            Response::empty(200).with_header("allow", &methods).with_header("access-control-allow-methods", &methods)
        }
        None => ApiError::from(Error::NotFound).response(&request.origin),
    }
}

/// The methods that a path takes, if there is such a path.
fn allowed_methods(path: &str) -> Option<String> {
    match match_route("OPTIONS", path) {
        RouteMatch::OtherMethod(methods) => Some(join_methods(&methods).replace("GET", "GET, HEAD") + ", OPTIONS"),
        _ => None,
    }
}

/// Step 5. Which headers are refused is our choice: what cannot be JSON in, or may not be JSON out.
fn check_headers(request: &Request) -> Result<(), ApiError> {
    let media_type = |value: &str| value.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    if request.count_of("authorization") > 1 {
        return Err(ApiError::with_detail(Error::BadHeaders, "`Authorization` is given more than once."));
    }
    if let Some(value) = request.header("content-type").filter(|_| !request.body.is_empty()) {
        let kind = media_type(value);
        if kind != "application/json" && !kind.ends_with("+json") {
            return Err(ApiError::with_detail(Error::BadHeaders, "`Content-Type` must be application/json."));
        }
    }
    let Some(accept) = request.header("accept") else { return Ok(()) };
    let accepted = accept.split(',').map(media_type);
    if accepted.into_iter().any(|kind| matches!(kind.as_str(), "" | "*/*" | "application/*" | "application/json")) {
        return Ok(());
    }
    Err(ApiError::with_detail(Error::BadHeaders, "`Accept` must allow application/json."))
}

/// Step 1.
pub fn read_token(service: &Service, request: &Request) -> Result<AccessToken, ApiError> {
    let header = request.header("authorization").ok_or(Error::NoToken)?;
    let text = bearer::read_token(header)
        .ok_or(ApiError::with_detail(Error::NoToken, "Write: Authorization: bearer TOKEN."))?;
    token::verify_token(&service.config, text).ok_or(ApiError::from(Error::InvalidToken))
}

/// Step 6.
pub fn check_region(service: &Service, request: &Request, token: &AccessToken) -> Result<(), ApiError> {
    let right = service.config.region_origin(token.region);
    if right == request.origin {
        return Ok(());
    }
    Err(ApiError::with_detail(Error::WrongRegion, format!("It is {right}.")))
}

/// Which scopes the token has, and which the account could grant.
pub fn with_scope_headers(account: &Account, response: Response) -> Response {
    let list = |scopes: &mut dyn Iterator<Item = &'static str>| scopes.collect::<Vec<_>>().join(",");
    let available = list(&mut account.available_scopes().map(|scope| scope.as_str()));
    let granted = list(&mut account.granted.iter().map(|scope| scope.as_str()));
    response.with_header(SCOPES_AVAILABLE_HEADER, &available).with_header(SCOPES_GRANTED_HEADER, &granted)
}
