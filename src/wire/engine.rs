//! The SDK's engine: an operation and its arguments become a request, and its answer a value or a failure.
//!
//! Text goes in and text comes out, since crossing into JavaScript costs by the object and not by the byte. The
//! value of an answer never crosses: the page holds its bytes, and parses them once they have been checked.

use super::api_response::{ApiResponse, DecodedResponse};
use super::arguments::prepare_request;
use super::cause::Cause;
use super::check::{Expected, Mismatch};
use super::failure::Failure;
use super::packed::unpack_routes;
use super::text::{quote_into, split_on};
use crate::spec::endpoint::Route;
use crate::spec::gateway::TOKEN;

/// Who checks the body of a good answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyCheck {
    /// The engine.
    Here,
    /// The part of the SDK that takes the bytes, and reads the link to the next page too.
    Elsewhere,
}

/// The operations by their numbers. Nothing is kept between a request and its answer.
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
    /// The request of an operation with arguments in JSON: method, address and body, one a line, the body only where
    /// there is one. What is wrong with the arguments comes as a failure, which begins with a brace.
    pub fn prepare_request(&self, operation: usize, arguments: &str) -> String {
        let prepared = self.find_route(operation).and_then(|route| {
            let prepared = prepare_request(route, arguments).map_err(Failure::bad_argument)?;
            Ok((route.method, prepared))
        });
        match prepared {
            Err(fault) => self.failure_json(operation, &fault),
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

    /// What an answer gives, in JSON: the facts beside its value, whether it has one, and the arguments of the next
    /// page; or a failure, which has a `kind`. The headers stand one a line, their names in lower case.
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
            let value = split_on(headers, b'\n').find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            value.map(str::to_owned)
        };
        let answer = ApiResponse { status, body, header: &header };
        let given = match answer.failure() {
            Some(fault) => Err(self.as_seen_by(operation, fault)),
            None if checked == BodyCheck::Elsewhere && !body.is_empty() => {
                Ok(DecodedResponse { value: body, next: None })
            }
            None => self.find_route(operation).and_then(|route| answer.decode_result(route, arguments)),
        };
        match given {
            Err(fault) => self.failure_json(operation, &fault),
            Ok(given) => {
                let mut json = answer.metadata_json();
                json.pop();
                if let Some(next) = given.next {
                    json.push_str(",\"next\":");
                    quote_into(&mut json, &next);
                }
                json.push_str(if given.value.is_empty() { "}" } else { ",\"value\":true}" });
                json
            }
        }
    }

    /// The failure of a call to which no answer came.
    pub fn missing_response(&self, operation: usize, cause: Cause) -> String {
        self.failure_json(operation, &Failure::without_response(cause))
    }

    /// The failure of an answer whose text is none: its bytes are no UTF-8.
    pub fn unreadable_response(&self, operation: usize, status: u16) -> String {
        self.failure_json(operation, &Failure::bad_response(status, Mismatch::at_cursor(Expected::Json)))
    }

    /// A failed answer as its operation sees it: to the exchange of a code, every refusal is one of the sign-in.
    fn as_seen_by(&self, operation: usize, mut fault: Box<Failure>) -> Box<Failure> {
        if (400..500).contains(&fault.status) && self.routes.get(operation).is_some_and(|route| route.path == TOKEN) {
            fault.cause = Cause::SignInFailed;
        }
        fault
    }

    fn find_route(&self, operation: usize) -> Result<&Route, Box<Failure>> {
        let unknown = || Failure::local(Cause::InvalidArgument, "There is no such operation.");
        self.routes.get(operation).ok_or_else(unknown)
    }

    fn failure_json(&self, operation: usize, fault: &Failure) -> String {
        fault.to_json(self.routes.get(operation))
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

    fn answer(operation: usize, status: u16, headers: &str, body: &[u8]) -> String {
        engine().decode_response(operation, "{}", status, headers, body, BodyCheck::Here)
    }

    #[test]
    fn a_request_is_method_address_and_body() {
        assert_eq!(engine().prepare_request(GROUPS, r#"{"per_page":1}"#), "GET\n/api/v3/groups?per_page=1");
        let create = number_of("workgroups.create").unwrap();
        let body = r#"{"name":"a\nb","is_visible":true}"#;
        assert_eq!(engine().prepare_request(create, body), format!("POST\n/api/v3/workgroups\n{body}"));
        assert!(engine().prepare_request(GROUPS, r#"{"page":-1}"#).starts_with(r#"{"kind":"invalid_argument""#));
        assert!(engine().prepare_request(usize::MAX, "{}").starts_with(r#"{"kind":"invalid_argument""#));
    }

    #[test]
    fn the_gateways_own_operations_stand_beside_the_api_and_need_no_body() {
        assert_eq!(engine().prepare_request(number_of("session").unwrap(), "{}"), "GET\n/auth/session");
        let sign_out = number_of("sign_out").unwrap();
        assert_eq!(engine().prepare_request(sign_out, "{}"), "POST\n/auth/sign-out");
        assert_eq!(engine().prepare_request(sign_out, r#"{"all":true}"#), "POST\n/auth/sign-out\n{\"all\":true}");
    }

    #[test]
    fn an_answer_is_its_facts_and_the_next_page() {
        let page = br#"{"data":[],"per_page":1,"page":1,"total":2,"links":{"self":"","next":"https://x.example/v3/groups?page=2&per_page=1"}}"#;
        assert_eq!(
            answer(GROUPS, 200, HEADERS, page),
            r#"{"status":200,"scopes":{"granted":["users_read"],"available":["users_read","groups_read"]},"request_id":"0a","next":"{\"page\":\"2\",\"per_page\":\"1\"}","value":true}"#
        );
        assert_eq!(answer(number_of("workgroups.delete").unwrap(), 204, "", b""), r#"{"status":204}"#);
    }

    #[test]
    fn a_body_that_is_checked_elsewhere_is_left_alone_unless_it_says_a_failure_or_nothing() {
        let elsewhere = |status, body| engine().decode_response(GROUPS, "{}", status, "", body, BodyCheck::Elsewhere);
        assert_eq!(elsewhere(200, b"<html>"), r#"{"status":200,"value":true}"#);
        assert!(elsewhere(200, b"").starts_with(r#"{"kind":"unexpected_answer""#));
        assert!(elsewhere(200, br#"{"status":1,"errmsg":"gone"}"#).starts_with(r#"{"kind":"signed_out""#));
        assert!(elsewhere(403, br#"{"error":{"id":"1014"}}"#).starts_with(r#"{"kind":"scope_missing""#));
    }

    #[test]
    fn a_failure_says_what_its_answer_says_and_whether_it_is_repeated() {
        let failure = answer(GROUPS, 503, "retry-after:7\nx-request-id:0a", b"");
        assert_eq!(
            failure,
            r#"{"kind":"service_failed","message":"No reason was given.","status":503,"retryable":true,"again":true,"wait":7,"request_id":"0a","remedy":{"action":"retry"}}"#
        );
        let failure = answer(GROUPS, 200, HEADERS, br#"{"data":[{"id":7}],"page":1}"#);
        assert!(failure.contains(r#""path":"data[0].id""#) && failure.contains(r#""request_id":"0a""#), "{failure}");
        let failure = answer(number_of("token").unwrap(), 401, "", br#"{"detail":"no"}"#);
        assert!(failure.starts_with(r#"{"kind":"sign_in_failed","message":"no""#), "{failure}");
    }
}
