//! The documentation of an error, at the URL in `error.docs`. Without a token it is a page for a browser or JSON for a
//! program. With a token the same URL is an operation of the API.

use super::accept::prefers_page;
use super::error_page as page;
use crate::spec::endpoint::Endpoint as _;
use crate::spec::endpoints::errors::GetError;
use crate::spec::endpoints::routes;
use crate::spec::errors::Error;
use crate::spec::resources::errors::ErrorDescription;
use crate::wire::error;
use crate::wire::http::{Request, Response};
use crate::wire::path::{RouteMatch, match_route};
use crate::wire::payload;

/// The response to a request for an error's documentation without a token; `None` for other requests. For an unknown
/// code, a program gets the usual refusal of a call without a token.
pub fn error_documentation(request: &Request) -> Option<Response> {
    if !matches!(request.method.as_str(), "GET" | "HEAD") || request.header("authorization").is_some() {
        return None;
    }
    let RouteMatch::Found(number, arguments) = match_route("GET", &request.path) else { return None };
    routes().nth(number).filter(|route| route.path == GetError::ROUTE.path)?;
    let error = arguments.iter().next().and_then(find_error);
    let response = match (error, request.header("accept").is_some_and(prefers_page)) {
        (Some(error), true) => page::render_error(error),
        (None, true) => page::render_unknown_error(),
        (Some(error), false) => Response::json(200, payload::to_json(&error_description(error, &request.origin))),
        (None, false) => return None,
    };
    let response = response.with_header("vary", "Accept, Authorization");
    Some(if request.method == "HEAD" { Response { body: Vec::new(), ..response } } else { response })
}

/// The error with this code, in the spelling of the table.
pub fn find_error(code: &str) -> Option<Error> {
    Error::ALL.iter().copied().find(|error| error.row().code.to_string() == code)
}

/// An error as a resource.
pub fn error_description(error: Error, origin: &str) -> ErrorDescription {
    let (row, help) = (error.row(), error.help());
    ErrorDescription {
        id: row.code.to_string().into(),
        name: row.name.to_owned(),
        message: row.meaning.to_owned(),
        cause: Some(help.cause.to_owned()),
        remedy: Some(help.remedy.to_owned()),
        docs: error::docs_url(origin, error),
    }
}
