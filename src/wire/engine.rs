//! The SDK's engine: from an operation and its arguments to a request, and from its response to a value or a failure.
//!
//! Text goes in and text comes out, because calls between wasm and JavaScript cost per object, not per byte. The value
//! of a response stays in the page, which holds its bytes and parses them once they have been checked.

use super::api_response::{ApiResponse, DecodedResponse};
use super::arguments::prepare_request;
use super::cause::Cause;
use super::check::{Expected, Mismatch};
use super::failure::Failure;
use super::packed::unpack_routes;
use super::text::{quote_into, split_on};
use crate::spec::endpoint::Route;
use crate::spec::gateway::TOKEN;

/// Who checks the body of a successful response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyCheck {
    /// The engine.
    Here,
    /// The part of the SDK that receives the bytes. It also reads the link to the next page.
    Elsewhere,
}

/// The operations by their numbers. No state is kept between a request and its response.
#[derive(Debug)]
pub struct Engine {
    routes: Vec<Route>,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine { routes: unpack_routes() }
    }
}

impl Engine {
    /// The request of an operation, `arguments` in JSON. The lines of the result are method, URL and, if there is one,
    /// body. Invalid arguments return a failure in JSON, which begins with a brace.
    pub fn prepare_request(&self, operation: usize, arguments: &str) -> String {
        let prepared = self.find_route(operation).and_then(|route| {
            let prepared = prepare_request(route, arguments).map_err(Failure::bad_argument)?;
            Ok((route.method, prepared))
        });
        match prepared {
            Err(failure) => self.failure_json(operation, &failure),
            Ok((method, prepared)) => {
                let mut text = String::from(method.as_str());
                for line in [Some(prepared.path_and_query()), prepared.body].into_iter().flatten() {
                    text.push('\n');
                    text.push_str(&line);
                }
                text
            }
        }
    }

    /// The result of an operation in JSON: metadata, whether there is a value, and the arguments of the next page; or a
    /// failure, which has a `kind`. `headers` has one header a line, names in lower case.
    pub fn decode_response(
        &self,
        operation: usize,
        arguments: &str,
        status: u16,
        headers: &str,
        body: &[u8],
        checked: BodyCheck,
    ) -> String {
        let header = |name: &str| {
            // Not `str::lines` and `split_once`: their searches would make the engine larger.
            let value = split_on(headers, b'\n').find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            value.map(str::to_owned)
        };
        let response = ApiResponse { status, body, header: &header };
        let is_page = header("content-type").is_some_and(|media| media.starts_with("text/html"));
        let result = match response.failure() {
            // Not the API: a server of files, or one that passes these paths not on to the gateway.
            _ if is_page && matches!(status, 200..=299 | 404 | 405) => Err(Failure::local(
                Cause::Configuration,
                "The server returned a web page instead of JSON. Check that the option `gateway` (or `access_url`) is the \
                 right origin, and that a proxy in front of the gateway passes /auth, /api and /gateway on.",
            )),
            Some(failure) => Err(self.as_seen_by(operation, failure)),
            None if checked == BodyCheck::Elsewhere && !body.is_empty() => {
                Ok(DecodedResponse { value: body, next: None })
            }
            None => self.find_route(operation).and_then(|route| response.decode_result(route, arguments)),
        };
        match result {
            Err(failure) => self.failure_json(operation, &failure),
            Ok(result) => {
                let mut json = response.metadata_json();
                // Without its closing brace, so that members can follow.
                json.pop();
                if let Some(next) = result.next {
                    json.push_str(",\"next\":");
                    quote_into(&mut json, &next);
                }
                json.push_str(if result.value.is_empty() { "}" } else { ",\"value\":true}" });
                json
            }
        }
    }

    /// The failure of a call without a response.
    pub fn missing_response(&self, operation: usize, cause: Cause) -> String {
        self.failure_json(operation, &Failure::without_response(cause))
    }

    /// The failure of a response whose bytes are not UTF-8.
    pub fn unreadable_response(&self, operation: usize, status: u16) -> String {
        self.failure_json(operation, &Failure::bad_response(status, Mismatch::at_cursor(Expected::Json)))
    }

    /// Adjusts a failure to its operation: every refusal of a code exchange means that the sign-in failed.
    fn as_seen_by(&self, operation: usize, mut failure: Box<Failure>) -> Box<Failure> {
        if (400..500).contains(&failure.status) && self.routes.get(operation).is_some_and(|route| route.path == TOKEN) {
            failure.cause = Cause::SignInFailed;
        }
        failure
    }

    fn find_route(&self, operation: usize) -> Result<&Route, Box<Failure>> {
        let unknown = || Failure::local(Cause::InvalidArgument, "There is no such operation.");
        self.routes.get(operation).ok_or_else(unknown)
    }

    fn failure_json(&self, operation: usize, failure: &Failure) -> String {
        failure.to_json(self.routes.get(operation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::packed::number_of;

    const GROUPS: usize = number_of("groups.list").unwrap();
    const HEADERS: &str =
        "x-oauth-scopes-granted:users_read\nx-oauth-scopes-available:users_read,groups_read\nx-request-id:0a";

    fn engine() -> Engine {
        Engine::default()
    }

    fn decode(operation: usize, status: u16, headers: &str, body: &[u8]) -> String {
        engine().decode_response(operation, "{}", status, headers, body, BodyCheck::Here)
    }

    #[test]
    fn a_request_is_method_url_and_body() {
        assert_eq!(engine().prepare_request(GROUPS, r#"{"per_page":1}"#), "GET\n/api/v3/groups?per_page=1");
        let create = number_of("workgroups.create").unwrap();
        let body = r#"{"name":"a\nb","is_visible":true}"#;
        assert_eq!(engine().prepare_request(create, body), format!("POST\n/api/v3/workgroups\n{body}"));
        assert!(engine().prepare_request(GROUPS, r#"{"page":-1}"#).starts_with(r#"{"kind":"invalid_argument""#));
        assert!(engine().prepare_request(usize::MAX, "{}").starts_with(r#"{"kind":"invalid_argument""#));
    }

    #[test]
    fn the_gateways_own_operations_are_outside_the_api_and_need_no_body() {
        assert_eq!(engine().prepare_request(number_of("session").unwrap(), "{}"), "GET\n/auth/session");
        let sign_out = number_of("sign_out").unwrap();
        assert_eq!(engine().prepare_request(sign_out, "{}"), "POST\n/auth/sign-out");
        assert_eq!(engine().prepare_request(sign_out, r#"{"all":true}"#), "POST\n/auth/sign-out\n{\"all\":true}");
    }

    #[test]
    fn a_response_is_its_metadata_and_the_next_page() {
        let page = br#"{"data":[],"per_page":1,"page":1,"total":2,"links":{"self":"","next":"https://x.example/v3/groups?page=2&per_page=1"}}"#;
        assert_eq!(
            decode(GROUPS, 200, HEADERS, page),
            r#"{"status":200,"scopes":{"granted":["users_read"],"available":["users_read","groups_read"]},"request_id":"0a","next":"{\"page\":\"2\",\"per_page\":\"1\"}","value":true}"#
        );
        assert_eq!(decode(number_of("workgroups.delete").unwrap(), 204, "", b""), r#"{"status":204}"#);
    }

    #[test]
    fn a_body_that_is_checked_elsewhere_is_not_read_unless_it_is_a_failure_or_empty() {
        let elsewhere = |status, body| engine().decode_response(GROUPS, "{}", status, "", body, BodyCheck::Elsewhere);
        assert_eq!(elsewhere(200, b"<html>"), r#"{"status":200,"value":true}"#);
        assert!(elsewhere(200, b"").starts_with(r#"{"kind":"unexpected_answer""#));
        assert!(elsewhere(200, br#"{"status":1,"errmsg":"gone"}"#).starts_with(r#"{"kind":"signed_out""#));
        assert!(elsewhere(403, br#"{"error":{"id":"1014"}}"#).starts_with(r#"{"kind":"scope_missing""#));
    }

    #[test]
    fn a_web_page_in_place_of_the_api_is_a_mistake_in_the_set_up() {
        let page = |status| decode(GROUPS, status, "content-type:text/html; charset=utf-8", b"<!doctype html>");
        for status in [200, 404, 405] {
            assert!(page(status).starts_with(r#"{"kind":"configuration","message":"The server returned a web page"#));
        }
        assert!(page(429).starts_with(r#"{"kind":"rate_limited""#), "a proxy's page says what its status says");
        assert!(page(502).starts_with(r#"{"kind":"service_failed""#));
    }

    #[test]
    fn a_failure_reports_what_its_response_says_and_whether_it_is_repeated() {
        let failure = decode(GROUPS, 503, "retry-after:7\nx-request-id:0a", b"");
        assert_eq!(
            failure,
            r#"{"kind":"service_failed","message":"No reason was given.","status":503,"retryable":true,"again":true,"wait":7,"request_id":"0a","remedy":{"action":"retry"}}"#
        );
        let failure = decode(GROUPS, 200, HEADERS, br#"{"data":[{"id":7}],"page":1}"#);
        assert!(failure.contains(r#""path":"data[0].id""#) && failure.contains(r#""request_id":"0a""#), "{failure}");
        let failure = decode(number_of("token").unwrap(), 401, "", br#"{"detail":"no"}"#);
        assert!(failure.starts_with(r#"{"kind":"sign_in_failed","message":"no""#), "{failure}");
    }
}
