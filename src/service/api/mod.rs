//! An API call in eight steps. Each step fails with its own row of the error table.
//!
//! | At | Steps |
//! |---|---|
//! | the router, without data | 1 token (1010, 1011) |
//! | the team, from a lease of the app | 2 registration and state (1011, 1063), quota (1040) |
//! | the team | 3 grant (1011, 1013, 1057), 4 route (1020, 1061), 5 headers (1004), 6 region (1018), 7 scope and plan (1014, 1015), 8 query (1003), body (1001, 1002), handler and response |
//!
//! A token names its region, team and app and contains a MAC, so that an invented token opens no database. Only the
//! team knows whether its grant is valid. From the quota step on, every response has the six rate headers. A call
//! within the quota costs one request, whatever its result; a refused call costs none. For an app without a limit
//! nothing is counted, and the headers have the greatest integer as limit and as remainder. From the grant step on,
//! every response has the two scope headers.

mod accept;
mod body_decoding;
mod body_items;
mod cached_reads;
pub(super) mod dispatch;
pub(super) mod documentation;
pub(super) mod error_page;
pub(super) mod handlers;
pub(super) mod legacy;
pub(super) mod permits;

use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::api_call::ApiCall;
use crate::service::actor::call_context::{Account, CallClock, CallContext};
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::actor::token::{self, AccessToken};
use crate::service::environment::permit::Refusal;
use crate::service::identity::account::address_change::{AddressQuestion, AddressStep};
use crate::service::identity::grants;
use crate::service::store::sql::in_transaction;
use crate::spec::apps::AppState;
use crate::spec::endpoint::{Method, has_parameter};
use crate::spec::endpoints::routes;
use crate::spec::errors::Error;
use crate::spec::limits::{SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::spec::shape::Field;
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::media_type::{COMPRESSED, is_compressed, is_json};
use crate::wire::path::{RouteMatch, match_route};
use crate::wire::rate;
use crate::wire::{bearer, query};
use dispatch::{HANDLERS, Handler};

/// Step 1, in the router: everything that needs no data.
pub fn route(service: &Service, request: Request) -> ActorReply {
    if request.method == "OPTIONS" {
        return options_response(&request).into();
    }
    match read_token(service, &request) {
        Ok(token) => {
            let team = ActorId::Team(token.team.clone());
            ActorReply::forward_to(team, request, Command::RunCall(token.into()))
        }
        Err(error) => {
            documentation::error_documentation(&request).unwrap_or_else(|| error.response(&request.origin)).into()
        }
    }
}

/// Steps 2 to 8, in the team. If the call needs an external call or another chunk of work, the response is a
/// placeholder that is never sent, and this runs again.
pub fn handle_in_team(actor_context: &ActorContext, call: &ApiCall) -> ActorReply {
    let request = actor_context.request;
    let permit = match permits::obtain_permit(actor_context, call) {
        Some(Ok(permit)) => permit,
        Some(Err(refusal)) => return with_quota(&refusal, refusal.error().response(&request.origin)).into(),
        None => return Response::empty(204).into(),
    };
    // An earlier chunk has asked for an address. The directory sends the call back with its reply.
    if let Some(question) = actor_context.chunked_work.take_state::<AddressQuestion>(|_| true) {
        let call = ApiCall { permit: Some(permit), ..call.clone() };
        let directory = ActorId::of_email(&question.0);
        return actor_context.forward_to(directory, AddressStep::CheckForCall(question.0, call));
    }
    let key = cached_reads::key_of(request, call, permit.state);
    let response = match key.as_ref().and_then(|key| cached_reads::find_response(actor_context, key)) {
        Some(response) => response,
        None => match grants::load_account(actor_context, &call.token) {
            Err(error) => error.response(&request.origin),
            Ok(account) if account.waits => match actor_context.apply_backlog() {
                Ok(()) => Response::empty(204),
                Err(error) => error.response(&request.origin),
            },
            Ok(account) => {
                let response = perform_call(actor_context, call, permit.state, &account);
                let response = with_scope_headers(&account, response);
                match key {
                    Some(key) => cached_reads::store_response(actor_context, key, &account, response),
                    None => response,
                }
            }
        },
    };
    let response = rate::write_headers(&permit.quota, cached_reads::for_request(request, response));
    ActorReply::RespondCounted(response, permit.counting)
}

/// The response of a refused call. The app's quota is unknown if the app does not exist.
pub(super) fn with_quota(refusal: &Refusal, response: Response) -> Response {
    let response = match refusal.retry_after {
        Some(seconds) => response.with_header("retry-after", &seconds.to_string()),
        None => response,
    };
    match &refusal.quota {
        Some(quota) => rate::write_headers(quota, response),
        None => response,
    }
}

fn perform_call(actor_context: &ActorContext, call: &ApiCall, app: AppState, account: &Account) -> Response {
    let ActorContext { service, request, memory, chunked_work, now, random, sql, external, .. } = *actor_context;
    let config = &service.config;
    let stored = chunked_work.take_state(|_: &Response| true);
    // An earlier chunk of work has already performed the call; only its backlog remained.
    if let Some(response) = stored {
        return *response;
    }
    let outcome = || -> Result<Response, ApiError> {
        let (route, arguments) = find_route(request)?;
        check_headers(request)?;
        check_region(service, request, &call.token)?;
        let row = routes().nth(route).ok_or(Error::Internal)?;
        account.require_permission(app, row.scope)?;
        let pairs = decode_query(request, row.query)?;
        let arguments = &arguments[..];
        let context = CallContext {
            config,
            request,
            pairs: &pairs,
            arguments,
            account,
            app,
            clock: CallClock::new(now, chunked_work),
            random,
            sql,
            memory,
            chunked_work,
            external,
            address: call.address,
        };
        let Handler { run } = HANDLERS.iter().flat_map(|noun| noun.iter()).nth(route).ok_or(Error::Internal)?;
        if row.method.is_read() {
            return run(&context);
        }
        let response = in_transaction(sql, || match run(&context) {
            // Work in chunks continues later: its writes are committed, and this response is never sent.
            Err(_) if chunked_work.keeps_writes() => Ok(Response::empty(204)),
            outcome => outcome,
        })?;
        // The call has left rows for the backlog, which are applied before the response is sent.
        if chunked_work.requires_backlog() {
            chunked_work.store_state(Box::new(response));
            chunked_work.pause();
            return Ok(Response::empty(204));
        }
        Ok(response)
    };
    outcome().unwrap_or_else(|error| error_response(request, &error))
}

fn error_response(request: &Request, error: &ApiError) -> Response {
    let response = error.response(&request.origin);
    match error.error {
        Error::MethodNotAllowed => response.with_header("allow", &allowed_methods(&request.path).unwrap_or_default()),
        _ => response,
    }
}

/// Step 4. `HEAD` is handled as `GET`; its body is dropped at the end.
fn find_route(request: &Request) -> Result<(usize, Vec<String>), ApiError> {
    let method = if request.method == "HEAD" { "GET" } else { &request.method };
    match match_route(method, &request.path) {
        RouteMatch::Found(route, arguments) => Ok((route, arguments.iter().map(str::to_owned).collect())),
        RouteMatch::OtherMethod(methods) => {
            let detail = format!("This path accepts {}.", join_methods(&methods));
            Err(ApiError::with_detail(Error::MethodNotAllowed, detail))
        }
        RouteMatch::Unknown => {
            Err(ApiError::with_detail(Error::NotFound, format!("The path {} does not exist.", request.path)))
        }
    }
}

fn join_methods(methods: &[Method]) -> String {
    methods.iter().map(|method| method.as_str()).collect::<Vec<_>>().join(", ")
}

/// The methods of a path, also for a CORS preflight. Neither needs a token or costs quota.
fn options_response(request: &Request) -> Response {
    match allowed_methods(&request.path) {
        Some(methods) => {
            Response::empty(200).with_header("allow", &methods).with_header("access-control-allow-methods", &methods)
        }
        None => ApiError::from(Error::NotFound).response(&request.origin),
    }
}

/// The methods of a path, if it exists.
fn allowed_methods(path: &str) -> Option<String> {
    match match_route("OPTIONS", path) {
        RouteMatch::OtherMethod(methods) => Some(join_methods(&methods).replace("GET", "GET, HEAD") + ", OPTIONS"),
        _ => None,
    }
}

/// Step 5. Which headers are refused is our choice: a body that is not JSON or compressed, or an `Accept` that excludes
/// JSON.
fn check_headers(request: &Request) -> Result<(), ApiError> {
    if request.count_of("authorization") > 1 {
        return Err(ApiError::with_detail(Error::BadHeaders, "`Authorization` is given more than once."));
    }
    if !request.body.is_empty() && request.header("content-type").is_some_and(|value| !is_json(value)) {
        return Err(ApiError::with_detail(Error::BadHeaders, "`Content-Type` must be application/json."));
    }
    if !request.body.is_empty() && is_compressed(request.header("content-encoding")) {
        return Err(ApiError::with_detail(Error::BadHeaders, COMPRESSED));
    }
    if request.header("accept").is_none_or(accept::allows_json) {
        return Ok(());
    }
    Err(ApiError::with_detail(Error::BadHeaders, "`Accept` must allow application/json."))
}

/// Step 8: decodes the query of an operation with these parameters.
fn decode_query(request: &Request, parameters: &[&[Field]]) -> Result<Vec<(String, String)>, ApiError> {
    query::decode_parameters(&request.query, &|name| has_parameter(parameters, name)).map_err(|_| {
        ApiError::with_detail(
            Error::BadParameters,
            "The query string must be percent-encoded UTF-8, with at most 128 different names.",
        )
    })
}

/// Step 1: reads and checks the token, without data.
///
/// # Errors
///
/// [`Error::NoToken`] or [`Error::InvalidToken`].
pub fn read_token(service: &Service, request: &Request) -> Result<AccessToken, ApiError> {
    let header = request.header("authorization").ok_or(Error::NoToken)?;
    let text = bearer::read_token(header)
        .ok_or(ApiError::with_detail(Error::NoToken, "Send the header `Authorization: bearer TOKEN`."))?;
    token::verify_token(&service.config, text).ok_or(ApiError::from(Error::InvalidToken))
}

/// Step 6: checks that the request was sent to the origin of the token's region.
///
/// # Errors
///
/// [`Error::WrongRegion`], which names the right origin.
pub fn check_region(service: &Service, request: &Request, token: &AccessToken) -> Result<(), ApiError> {
    let right = service.config.region_origin(token.region);
    if right == request.origin {
        return Ok(());
    }
    Err(ApiError::with_detail(Error::WrongRegion, format!("Send the request to {right}.")))
}

/// Adds the headers with the token's scopes, and with those that the account could grant.
pub fn with_scope_headers(account: &Account, response: Response) -> Response {
    let list = |scopes: &mut dyn Iterator<Item = &'static str>| scopes.collect::<Vec<_>>().join(",");
    let available = list(&mut account.available_scopes().map(|scope| scope.as_str()));
    let granted = list(&mut account.granted.iter().map(|scope| scope.as_str()));
    response.with_header(SCOPES_AVAILABLE_HEADER, &available).with_header(SCOPES_GRANTED_HEADER, &granted)
}
