//! The specification of a fault: which calls it matches, and what happens to them.

use super::bad_request::BadRequest;
use crate::spec::endpoints::routes;
use crate::spec::errors::Error;
use crate::wire::bearer;
use crate::wire::dates::{self, SECOND, Timestamp};
use crate::wire::http::Request;
use crate::wire::path::{RouteMatch, match_route};
use serde::{Deserialize, Serialize};

/// Maximum delay of a response in milliseconds.
const DELAY_MAX: u64 = 60_000;

/// Maximum duration of a fault in seconds: a hundred years.
const SECONDS_MAX: u64 = 3_155_760_000;

/// The specification of a fault. A member that is left out matches every call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultSpec {
    /// The HTTP method.
    method: Option<String>,
    /// The path, as sent or as the service gets it; `*` matches anything.
    path: Option<String>,
    /// The operation, such as `surveys.list`.
    operation: Option<String>,
    /// The bearer token.
    token: Option<String>,
    /// Code of the error to return; the call is not done.
    pub(super) error: Option<u16>,
    /// Milliseconds by which the response is delayed.
    pub(super) delay: Option<u64>,
    /// True: the connection breaks in the middle of the response's body.
    #[serde(default)]
    pub(super) cut: bool,
    /// The number of the first matching call to affect; 1 if left out.
    pub(super) nth: Option<u64>,
    /// The number of calls to affect; all if left out.
    pub(super) count: Option<u64>,
    /// Duration in seconds of the sandbox's clock; without it and `until`, the fault does not end.
    seconds: Option<u64>,
    /// The end, as a date in a format of the API.
    until: Option<String>,
}

/// The properties of a call that faults can match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallInfo {
    method: String,
    /// The path as the service gets it, and as it was sent to the gateway.
    paths: Vec<String>,
    operation: Option<String>,
    token: Option<String>,
}

impl CallInfo {
    /// The properties of a request that was sent to a path.
    pub fn from_request(request: &Request, sent_to: &str) -> CallInfo {
        CallInfo {
            method: request.method.clone(),
            paths: vec![request.path.clone(), sent_to.to_owned()],
            operation: operation_name(request).map(str::to_owned),
            token: request.header("authorization").and_then(bearer::read_token).map(str::to_owned),
        }
    }
}

impl FaultSpec {
    /// Checks the limits of the members.
    pub(super) fn check_limits(&self, now: Timestamp) -> Result<(), BadRequest> {
        if let Some(code) = self.error.filter(|code| Error::from_code(*code).is_none()) {
            return Err(BadRequest::for_member("error", &format!("The error table has no code {code}.")));
        }
        if let Some(name) = self.operation.as_ref().filter(|name| !routes().any(|route| route.name == **name)) {
            return Err(BadRequest::for_member("operation", &format!("The operation {name} does not exist.")));
        }
        if self.method.as_ref().is_some_and(|method| !method.bytes().all(|byte| byte.is_ascii_alphabetic())) {
            return Err(BadRequest::for_member("method", "It must be an HTTP method, such as GET."));
        }
        if self.path.as_ref().is_some_and(|path| !path.starts_with(['/', '*'])) {
            return Err(BadRequest::for_member("path", "It must start with / or *."));
        }
        if self.delay.is_some_and(|delay| delay > DELAY_MAX) {
            return Err(BadRequest::for_member("delay", &format!("It must be at most {DELAY_MAX} milliseconds.")));
        }
        for (name, number) in [("nth", self.nth), ("count", self.count), ("seconds", self.seconds)] {
            if number == Some(0) {
                return Err(BadRequest::for_member(name, "It must be at least 1."));
            }
        }
        if self.seconds.is_some_and(|seconds| seconds > SECONDS_MAX) {
            return Err(BadRequest::for_member("seconds", "It must be at most a hundred years."));
        }
        if self.seconds.is_some() && self.until.is_some() {
            return Err(BadRequest::for_member("until", "Give either seconds or until."));
        }
        if let Some(date) = &self.until
            && dates::parse_date(date).is_none_or(|until| until <= now)
        {
            return Err(BadRequest::for_member(
                "until",
                "It must be a date in the future, such as 2030-01-31T12:00:00.",
            ));
        }
        if self.error.is_none() && self.delay.is_none() && !self.cut {
            return Err(BadRequest::for_member("error", "Give error, delay or cut."));
        }
        Ok(())
    }

    /// When the fault ends; `None` if it does not.
    pub(super) fn ends_at(&self, now: Timestamp) -> Option<Timestamp> {
        let seconds = self.seconds.and_then(|seconds| i64::try_from(seconds).ok());
        seconds
            .map(|seconds| now.saturating_add(seconds.saturating_mul(SECOND)))
            .or_else(|| self.until.as_deref().and_then(dates::parse_date))
    }

    /// Whether a call matches.
    pub(super) fn matches_call(&self, call: &CallInfo) -> bool {
        self.method.as_ref().is_none_or(|method| method.eq_ignore_ascii_case(&call.method))
            && self.path.as_ref().is_none_or(|pattern| call.paths.iter().any(|path| matches_pattern(pattern, path)))
            && self.token.as_ref().is_none_or(|token| call.token.as_ref() == Some(token))
            && self.operation.as_ref().is_none_or(|name| call.operation.as_ref() == Some(name))
    }
}

/// The name of a request's operation.
pub(super) fn operation_name(request: &Request) -> Option<&'static str> {
    let method = if request.method == "HEAD" { "GET" } else { &request.method };
    match match_route(method, &request.path) {
        RouteMatch::Found(route, _) => routes().nth(route).map(|route| route.name),
        RouteMatch::OtherMethod(_) | RouteMatch::Unknown => None,
    }
}

/// Whether a text matches a pattern in which `*` matches anything.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| text.strip_prefix(start)) else { return false };
    let mut last = None;
    for part in parts {
        // For each part, the first occurrence is as good as a later one. Only the last part must be at the end.
        if let Some((_, after)) = last.replace(part).map_or(Some(("", rest)), |part| rest.split_once(part)) {
            rest = after;
        } else {
            return false;
        }
    }
    last.map_or(rest.is_empty(), |end| rest.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::matches_pattern;

    #[test]
    fn a_star_matches_anything() {
        for (pattern, text, expected) in [
            ("/v3/*", "/v3/surveys/1", true),
            ("*/details", "/v3/surveys/1/details", true),
            ("/v3/surveys", "/v3/surveys/1", false),
            ("/v3/surveys", "/v3/surveys", true),
            ("/v3/*/1*", "/v3/surveys/12", true),
            ("/v3/*/2", "/v3/surveys/12", false),
            ("*aba*aba", "aba", false),
            ("*aba*aba", "xabaaba", true),
            ("*", "", true),
        ] {
            assert_eq!(matches_pattern(pattern, text), expected, "{pattern} {text}");
        }
        // Matching takes linear time for any number of stars.
        assert!(!matches_pattern(&"*a".repeat(200), &"a".repeat(199)));
    }
}
