//! What is forwarded: a request that matches a row of the endpoint table, rebuilt from its parts.
//!
//! `/api/v3/…` is forwarded only if it matches a row, and `/api/v2` only for the one legacy operation. Path and query
//! of the forwarded request are rebuilt from the match, never copied.

use super::budget::BudgetPause;
use super::cache_policy::{self, Ttl};
use super::config::Config;
use super::csrf;
use super::json::{self, JsonValue};
use super::origin::Origin;
use super::problem::Problem;
use crate::spec::endpoint::{Method, QueryPart, has_parameter};
use crate::spec::endpoints::{SIGNPOSTS, Signpost};
use crate::spec::errors::Error;
use crate::spec::gateway::{ENDED, SessionEnd};
use crate::spec::legacy::{self, RespondentListQuery};
use crate::spec::limits::BODY_BYTES_MAX;
use crate::wire::error::ApiError;
use crate::wire::http::{Header, Request, Response};
use crate::wire::media_type::{COMPRESSED, is_compressed, is_json};
use crate::wire::path::{self, RouteMatch};
use crate::wire::query;

/// Path prefix of the API at the gateway.
pub const PREFIX: &str = "/api";

/// Bytes that a body may have: the service's own limit.
pub const BODY_MAX: u64 = BODY_BYTES_MAX as u64;

/// `status` in the error body of a revoked token.
const REVOKED_STATUS: &str = "1";

/// Bytes of an error body that are read to find out whether the session has ended.
pub const ERROR_BODY_MAX: u64 = 16_384;

/// What is known of a request's body before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodySize {
    /// There is no body.
    Absent,
    /// The body has this many bytes.
    Sized(u64),
    /// There is a body of unknown length.
    Unsized,
}

/// A request that may be forwarded.
#[derive(Debug)]
pub struct AdmittedRequest {
    /// The row's method.
    pub method: Method,
    /// The path at the service, from the row's template.
    pub path: String,
    /// The query at the service: the row's parameters, sorted by name and encoded again.
    pub query: String,
    /// How long the response may be served from the cache, if the request is a read that is cached.
    pub ttl: Option<Ttl>,
}

/// Why a request is not forwarded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An error of the gateway.
    Problem(Problem),
    /// An error of the gateway because the session has ended: the reason, and the `Set-Cookie` without the session,
    /// which a late response leaves out.
    SessionOver(Problem, Option<SessionEnd>, Option<String>),
    /// The error that the API itself would return, and the allowed methods if the method is wrong.
    Api(ApiError, String),
    /// The budget does not permit the request now.
    Budget(BudgetPause),
}

impl Refusal {
    /// The response. `api` is the API's origin, for the link to the error's description.
    pub fn to_response(&self, api: &Origin) -> Response {
        match self {
            Refusal::Problem(problem) => problem.to_response(),
            Refusal::Budget(pause) => pause.to_response(),
            Refusal::SessionOver(problem, ended, cookie) => {
                let ended = ended.map(|why| (ENDED, JsonValue::Text(why.as_str())));
                let response = problem.with_members(ended.as_slice());
                match cookie {
                    Some(cookie) => response.with_header("set-cookie", cookie),
                    None => response,
                }
            }
            Refusal::Api(error, methods) if methods.is_empty() => error.response(api.as_str()),
            Refusal::Api(error, methods) => error.response(api.as_str()).with_header("allow", methods),
        }
    }

    /// Encodes a refusal of a call of the API, in which the cache object forwards it to the isolate. Only calls that
    /// failed or must wait are refused there; other refusals come before.
    pub fn encode(&self) -> String {
        match self {
            Refusal::Budget(pause) => pause.encode().map(|number| number.to_string()).join(" "),
            Refusal::Problem(problem) => problem.name().to_owned(),
            Refusal::SessionOver(..) | Refusal::Api(..) => Problem::Internal.name().to_owned(),
        }
    }

    /// Decodes the result of [`Refusal::encode`].
    pub fn decode(text: &str) -> Refusal {
        // Three numbers are a pause, everything else is the name of a problem.
        let numbers: Vec<i64> = text.split(' ').filter_map(|number| number.parse().ok()).collect();
        let pause = numbers.first_chunk().copied().and_then(BudgetPause::decode);
        pause.map_or_else(|| Problem::from_name(text).unwrap_or(Problem::Internal).into(), Refusal::Budget)
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal::Problem(problem)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Api(error.into(), String::new())
    }
}

/// Admits a request to the API. It looks at no session, so that a refusal reveals nothing about one, and at `payload`
/// in place of the body. `allowed` is the origin that [`cors`](super::cors) has allowed.
///
/// # Errors
///
/// A [`Refusal`] if another site may have caused the request, it has a token, or it does not match the endpoint table.
pub fn admit_request(
    request: &Request,
    payload: BodySize,
    origin: &Origin,
    allowed: Option<&Origin>,
) -> Result<AdmittedRequest, Refusal> {
    csrf::check_request(request, origin, allowed)?;
    if request.header("authorization").is_some() {
        return Err(Problem::BearerRefused.into());
    }
    // The API tolerates repeated and trailing slashes for old clients. Pages never send them.
    let is_normal = |path: &&str| !path.contains("//") && !path.ends_with('/');
    let path = request.path.strip_prefix(PREFIX).filter(is_normal).ok_or(Error::NotFound)?;
    if path == legacy::PATH { admit_legacy(request, payload) } else { match_endpoint(request, path, payload) }
}

/// Admits the legacy operation. Its query is added by [`with_app_key`].
fn admit_legacy(request: &Request, payload: BodySize) -> Result<AdmittedRequest, Refusal> {
    if request.method != legacy::METHOD.as_str() {
        return Err(Refusal::Api(Error::MethodNotAllowed.into(), legacy::METHOD.as_str().to_owned()));
    }
    check_body(request, payload)?;
    Ok(AdmittedRequest { method: legacy::METHOD, path: legacy::PATH.to_owned(), query: String::new(), ttl: None })
}

/// Adds the app's key to a request for the legacy operation. Using the client id as the key is our choice.
#[must_use]
pub fn with_app_key(mut request: AdmittedRequest, config: &Config) -> AdmittedRequest {
    if request.path == legacy::PATH {
        let pairs = RespondentListQuery::FIELDS.iter().map(|field| (field.name.to_owned(), config.client_id.clone()));
        request.query = query::encode_query(&pairs.collect::<Vec<_>>());
    }
    request
}

/// The origin that a request is sent to: `api`, that of the account's region, except for the legacy operation if it has
/// an origin of its own.
pub fn destination_origin<'a>(request: &AdmittedRequest, config: &'a Config, api: &'a Origin) -> &'a Origin {
    config.legacy_api.as_ref().filter(|_| request.path == legacy::PATH).unwrap_or(api)
}

/// Matches a request with the endpoint table. `path` is its path at the API.
///
/// # Errors
///
/// A [`Refusal`] if path, method, query or body do not match a row.
pub fn match_endpoint(request: &Request, path: &str, payload: BodySize) -> Result<AdmittedRequest, Refusal> {
    let (route, arguments) = match path::match_route(&request.method, path) {
        RouteMatch::Found(number, arguments) => (SIGNPOSTS.get(number).ok_or(Error::NotFound)?, arguments),
        RouteMatch::OtherMethod(methods) => {
            let methods: Vec<&str> = methods.into_iter().map(|method| method.as_str()).collect();
            return Err(Refusal::Api(Error::MethodNotAllowed.into(), methods.join(", ")));
        }
        RouteMatch::Unknown => return Err(Error::NotFound.into()),
    };
    let ttl = cache_policy::ttl_of_route(route.path).filter(|_| route.method.is_read());
    let mut arguments = arguments.iter();
    // Rebuilt from the template, so that only characters that were checked reach the service.
    let path = path::fill_template(route.path, |_| arguments.next()).map_err(|_| Error::NotFound)?;
    let query = allowed_query(route, &request.query)?;
    check_body(request, payload)?;
    Ok(AdmittedRequest { method: route.method, path, query, ttl })
}

/// Checks a body by its size, media type and encoding, before it is read.
///
/// # Errors
///
/// A [`Refusal`] if the body is not JSON, compressed, or larger than [`BODY_MAX`].
pub fn check_body(request: &Request, payload: BodySize) -> Result<(), Refusal> {
    // A wrong media type is refused even without a body: forms and texts can be sent without a preflight.
    let has_json_type = request.header("content-type").map(is_json);
    match (payload, has_json_type) {
        (_, Some(false)) => Err(Problem::MediaType.into()),
        (BodySize::Sized(length), _) if length > BODY_MAX => Err(Error::TooLarge.into()),
        (BodySize::Sized(_) | BodySize::Unsized, None) => Err(Problem::MediaType.into()),
        (BodySize::Sized(_) | BodySize::Unsized, _) if is_compressed(request.header("content-encoding")) => {
            Err(Refusal::Api(ApiError::with_detail(Error::BadHeaders, COMPRESSED), String::new()))
        }
        _ => Ok(()),
    }
}

/// The row's parameters in a query, sorted by name and encoded again. Others are left out, as the API ignores them.
fn allowed_query(route: &Signpost, text: &str) -> Result<String, Refusal> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        if !query::has_name(pair, &|name| has_parameter(route.query, name)) {
            continue;
        }
        let Ok(mut decoded) = query::decode_query(pair) else { return Err(Error::BadParameters.into()) };
        let Some((name, value)) = decoded.pop() else { continue };
        if pairs.iter().any(|(known, _)| *known == name) {
            // The gateway and the service might each pick another of the two.
            let repeated = ApiError::with_detail(Error::BadParameters, format!("`{name}` is repeated. Send it once."));
            return Err(Refusal::Api(repeated, String::new()));
        }
        // Sorted, so that the same read in another order has the same key in the cache.
        let position = pairs.iter().position(|(known, _)| *known > name).unwrap_or(pairs.len());
        pairs.insert(position, (name, value));
    }
    Ok(query::encode_query(&pairs))
}

/// Checks that a response of the service may reach the page.
///
/// # Errors
///
/// The cause, for the log: a redirect, an unexpected status, or a body that is not JSON.
pub fn check_response(status: u16, headers: &[Header]) -> Result<(), &'static str> {
    // A redirect followed by the browser would lead the page to an origin of the service's choice.
    match status {
        200..=299 | 304 | 400..=599 if media_type(headers).is_none_or(is_json) => Ok(()),
        200..=299 | 304 | 400..=599 => Err("not JSON"),
        _ => Err("a redirect or an unknown status"),
    }
}

/// True if the body must be read to find out whether the session has ended, or the account lives in another region.
pub fn may_concern_session(status: u16) -> bool {
    may_end_session(status) || status == Error::WrongRegion.row().status
}

/// True if the body must be read to find out whether the session has ended.
pub fn may_end_session(status: u16) -> bool {
    status == Error::InvalidToken.row().status
}

/// True if an error of the service means that the session's access token is invalid for good.
pub fn ends_session(body: &[u8]) -> bool {
    const FATAL: &[Error] = &[Error::InvalidToken, Error::ExpiredToken, Error::RevokedToken, Error::NoGrants];
    let is_fatal = |code: String| FATAL.iter().any(|error| error.row().code.to_string() == code);
    let status = json::get_member(body, "status").and_then(json::decode_number);
    // A revoked token has an error body of its own.
    let is_revoked = status.as_deref() == Some(REVOKED_STATUS) && json::get_member(body, "errmsg").is_some();
    error_code(body).is_some_and(is_fatal) || is_revoked
}

/// The code in an error body of the service. It may be a string or a number.
pub fn error_code(body: &[u8]) -> Option<String> {
    let code = json::get_member(body, "error").and_then(|error| json::get_member(error, "id"))?;
    json::decode_text(code).or_else(|| json::decode_number(code))
}

/// The value of `Content-Type`.
pub fn media_type(headers: &[Header]) -> Option<&str> {
    headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str())
}
