//! What is forwarded: a request that is a row of the endpoint table, rebuilt from its parts.
//!
//! `/api/v3/…` is forwarded only if it matches a row, and of `/api/v2` only the one operation that is left. Path and
//! query of the request to the service are rebuilt from what was matched, never copied. Bodies are streamed.

use super::budget::BudgetPause;
use super::cache_policy;
use super::config::Config;
use super::csrf;
use super::json::{self, JsonValue};
use super::origin::Origin;
use super::problem::Problem;
use crate::spec::endpoint::{Method, QueryPart};
use crate::spec::endpoints::{SIGNPOSTS, Signpost};
use crate::spec::errors::Error;
use crate::spec::gateway::{ENDED, SessionEnd};
use crate::spec::legacy::{self, RespondentListQuery};
use crate::spec::limits::BODY_BYTES_MAX;
use crate::wire::error::ApiError;
use crate::wire::http::{Header, Request, Response};
use crate::wire::path::{self, RouteMatch};
use crate::wire::query;

/// Where the gateway's copy of the API begins.
pub const PREFIX: &str = "/api";

/// Bytes that a body may have: as many as at the service.
pub const BODY_MAX: u64 = BODY_BYTES_MAX as u64;

/// `status` in the body that answers a revoked token.
const REVOKED_STATUS: &str = "1";

/// Bytes of an error's body that are read to see whether the session is over.
pub const ERROR_BODY_MAX: u64 = 16_384;

/// What is known of a request's body before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodySize {
    /// There is none.
    Absent,
    /// So many bytes.
    Sized(u64),
    /// Some bytes; how many shows while reading.
    Unsized,
}

/// A request that may be forwarded.
#[derive(Debug)]
pub struct AdmittedRequest {
    /// The row's method.
    pub method: Method,
    /// The path at the service, filled from the row's template.
    pub path: String,
    /// The query at the service: the row's parameters in the order of their names, encoded anew.
    pub query: String,
    /// The row of [`cache_policy`] for a read whose answer is kept.
    pub cached_route: Option<usize>,
}

/// Why a request is not forwarded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The gateway's own error.
    Problem(Problem),
    /// The gateway's own error where a session is over, why it ended, and the cookie without it.
    SessionOver(Problem, Option<SessionEnd>, String),
    /// What the API itself would say, and the methods that the path takes if that is what is wrong.
    Api(ApiError, String),
    /// The budget does not permit it now.
    Budget(BudgetPause),
}

impl Refusal {
    /// The answer. `api` is the origin of the API, for the link to the error's description.
    pub fn to_response(&self, api: &Origin) -> Response {
        match self {
            Refusal::Problem(problem) => problem.to_response(),
            Refusal::Budget(pause) => pause.to_response(),
            Refusal::SessionOver(problem, ended, cookie) => {
                let ended = ended.map(|why| (ENDED, JsonValue::Text(why.as_str())));
                problem.with_members(ended.as_slice()).with_header("set-cookie", cookie)
            }
            Refusal::Api(error, methods) if methods.is_empty() => error.response(api.as_str()),
            Refusal::Api(error, methods) => error.response(api.as_str()).with_header("allow", methods),
        }
    }

    /// The refusal as text, as the account's object hands it over. It calls the API, and so fails or must wait: what
    /// else is refused is refused before.
    pub fn to_text(&self) -> String {
        match self {
            Refusal::Budget(pause) => pause.numbers().map(|number| number.to_string()).join(" "),
            Refusal::Problem(problem) => problem.name().to_owned(),
            Refusal::SessionOver(..) | Refusal::Api(..) => Problem::Internal.name().to_owned(),
        }
    }

    /// The refusal of a text.
    pub fn from_text(text: &str) -> Refusal {
        let numbers: Vec<i64> = text.split(' ').filter_map(|number| number.parse().ok()).collect();
        let pause = numbers.first_chunk().copied().and_then(BudgetPause::from_numbers);
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

/// Admits a request to the API, or says why not; looks at no session, so that a refusal tells nothing about one.
/// The request's body is not looked at: only `payload` is. `guest` is the origin that [`cors`](super::cors) let in.
pub fn admit_request(
    request: &Request,
    payload: BodySize,
    origin: &Origin,
    guest: Option<&Origin>,
) -> Result<AdmittedRequest, Refusal> {
    csrf::check_request(request, origin, guest)?;
    if request.header("authorization").is_some() {
        return Err(Problem::BearerRefused.into());
    }
    // The API passes over doubled slashes and one at the end, for old clients. A page is none.
    let is_straight = |path: &&str| !path.contains("//") && !path.ends_with('/');
    let path = request.path.strip_prefix(PREFIX).filter(is_straight).ok_or(Error::NotFound)?;
    if path == legacy::PATH { admit_legacy(request, payload) } else { match_endpoint(request, path, payload) }
}

/// The legacy operation, whose query is the app's own: see [`with_app_key`].
fn admit_legacy(request: &Request, payload: BodySize) -> Result<AdmittedRequest, Refusal> {
    if request.method != legacy::METHOD.as_str() {
        return Err(Refusal::Api(Error::MethodNotAllowed.into(), legacy::METHOD.as_str().to_owned()));
    }
    check_body(request, payload)?;
    Ok(AdmittedRequest {
        method: legacy::METHOD,
        path: legacy::PATH.to_owned(),
        query: String::new(),
        cached_route: None,
    })
}

/// The request with the app's key in it, where it is the legacy operation. That the key is the client id is our choice.
#[must_use]
pub fn with_app_key(mut forward: AdmittedRequest, config: &Config) -> AdmittedRequest {
    if forward.path == legacy::PATH {
        let keys = RespondentListQuery::FIELDS.iter().map(|field| (field.name.to_owned(), config.client_id.clone()));
        forward.query = query::encode_query(&keys.collect::<Vec<_>>());
    }
    forward
}

/// Where a request goes: to the API of the account's region, but for the legacy operation where it has its own address.
pub fn destination_origin<'a>(forward: &AdmittedRequest, config: &'a Config, api: &'a Origin) -> &'a Origin {
    config.legacy_api.as_ref().filter(|_| forward.path == legacy::PATH).unwrap_or(api)
}

/// The row of the table that a request is for, as it may be forwarded. `path` is the request's path at the API.
pub fn match_endpoint(request: &Request, path: &str, payload: BodySize) -> Result<AdmittedRequest, Refusal> {
    let (route, arguments) = match path::match_route(&request.method, path) {
        RouteMatch::Found(number, arguments) => (SIGNPOSTS.get(number).ok_or(Error::NotFound)?, arguments),
        RouteMatch::OtherMethod(methods) => {
            let methods: Vec<&str> = methods.into_iter().map(|method| method.as_str()).collect();
            return Err(Refusal::Api(Error::MethodNotAllowed.into(), methods.join(", ")));
        }
        RouteMatch::Unknown => return Err(Error::NotFound.into()),
    };
    let kept = cache_policy::find_row(route.path).filter(|_| route.method.is_read());
    let mut arguments = arguments.iter();
    let path = path::fill_template(route.path, |_| arguments.next()).map_err(|_| Error::NotFound)?;
    let query = allowed_query(route, &request.query)?;
    check_body(request, payload)?;
    Ok(AdmittedRequest { method: route.method, path, query, cached_route: kept })
}

/// Refuses a body that is not JSON or is too large.
pub fn check_body(request: &Request, payload: BodySize) -> Result<(), Refusal> {
    let json = request.header("content-type").map(is_json);
    match (payload, json) {
        (_, Some(false)) => Err(Problem::MediaType.into()),
        (BodySize::Sized(length), _) if length > BODY_MAX => Err(Error::TooLarge.into()),
        (BodySize::Sized(_) | BodySize::Unsized, None) => Err(Problem::MediaType.into()),
        _ => Ok(()),
    }
}

/// True for the JSON media type, whatever its parameters.
pub fn is_json(media_type: &str) -> bool {
    media_type.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// The row's parameters of a query in the order of their names, encoded anew. Others are left out, as the API leaves them out of account;
/// a parameter given twice is refused, since the gateway and the service might each pick another one.
fn allowed_query(route: &Signpost, text: &str) -> Result<String, Refusal> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for piece in text.split('&').filter(|piece| !piece.is_empty()) {
        let Ok(mut decoded) = query::decode_query(piece) else { return Err(Error::BadParameters.into()) };
        let Some((name, value)) = decoded.pop() else { continue };
        if !route.query.iter().any(|part| part.iter().any(|field| field.name == name)) {
            continue;
        }
        if pairs.iter().any(|(known, _)| *known == name) {
            let twice = ApiError::with_detail(Error::BadParameters, format!("`{name}` is given twice."));
            return Err(Refusal::Api(twice, String::new()));
        }
        let place = pairs.iter().position(|(known, _)| *known > name).unwrap_or(pairs.len());
        pairs.insert(place, (name, value));
    }
    Ok(query::encode_query(&pairs))
}

/// Refuses an answer that must not reach the page: a redirect, a status that is no answer, or what is not JSON.
pub fn check_response(status: u16, headers: &[Header]) -> Result<(), Problem> {
    match status {
        200..=299 | 304 | 400..=599 if media_type(headers).is_none_or(is_json) => Ok(()),
        _ => Err(Problem::UpstreamFailed),
    }
}

/// True if an answer's body may say that the session is over, or that its account lives elsewhere.
pub fn may_concern_session(status: u16) -> bool {
    may_end_session(status) || status == Error::WrongRegion.row().status
}

/// True if an answer's body may say that the session is over.
pub fn may_end_session(status: u16) -> bool {
    status == Error::InvalidToken.row().status
}

/// True if an error of the service means that the session's token is good for nothing any more.
pub fn ends_session(body: &[u8]) -> bool {
    const FATAL: &[Error] = &[Error::InvalidToken, Error::ExpiredToken, Error::RevokedToken, Error::NoGrants];
    let fatal = |code: String| FATAL.iter().any(|error| error.row().code.to_string() == code);
    let status = json::get_member(body, "status").and_then(json::decode_number);
    let revoked = status.as_deref() == Some(REVOKED_STATUS) && json::get_member(body, "errmsg").is_some();
    error_code(body).is_some_and(fatal) || revoked
}

/// The code of an error of the service.
pub fn error_code(body: &[u8]) -> Option<String> {
    let code = json::get_member(body, "error").and_then(|error| json::get_member(error, "id"))?;
    json::decode_text(code).or_else(|| json::decode_number(code))
}

/// The media type of some headers.
pub fn media_type(headers: &[Header]) -> Option<&str> {
    headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str())
}
