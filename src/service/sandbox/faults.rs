//! Faults: which call goes wrong, and how. Any error of the table, a delay, or an answer that is cut off.

use crate::spec::endpoints::routes;
use crate::spec::errors::Error;
use crate::spec::limits::LIMITED;
use crate::wire::bearer;
use crate::wire::dates::{DAY, MINUTE, Moment, SECOND};
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::path::{Match, matched};
use crate::wire::rate::{self, Quota, Window};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Milliseconds that an answer can be held back.
const DELAY_MAX: u64 = 60_000;

/// Faults that there can be at once.
const FAULTS_MAX: usize = 100;

/// A fault as somebody wants it. What is left out holds for every call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The method.
    method: Option<String>,
    /// The path; `*` stands for anything.
    path: Option<String>,
    /// The operation, such as `surveys.list`.
    operation: Option<String>,
    /// The bearer token.
    token: Option<String>,
    /// Code of the error to answer with instead of doing what was asked.
    error: Option<u16>,
    /// Milliseconds to hold the answer back.
    delay: Option<u64>,
    /// True: the second half of the answer's body is missing.
    #[serde(default)]
    cut: bool,
    /// Which matching call is the first that it befalls; the first if not given.
    nth: Option<u64>,
    /// For how many calls; for all if not given.
    count: Option<u64>,
    /// For how many seconds; for ever if not given.
    seconds: Option<i64>,
}

/// A fault that was wished for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Fault {
    id: u64,
    wish: Wish,
    until: Option<Moment>,
    seen: u64,
}

/// All faults, the oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faults {
    last: u64,
    list: Vec<Fault>,
}

/// What befalls a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The fault that does it.
    pub fault: u64,
    /// Milliseconds to wait.
    pub delay: u64,
    /// The error to answer with.
    pub error: Option<Error>,
    /// Whether half of the answer's body is missing.
    pub cut: bool,
}

impl Faults {
    /// Adds a fault; its id, or what is wrong with it.
    pub fn add(&mut self, wish: Wish, now: Moment) -> Result<u64, String> {
        if self.list.len() >= FAULTS_MAX {
            return Err(format!("There are {FAULTS_MAX} faults already."));
        }
        if let Some(code) = wish.error.filter(|code| Error::from_code(*code).is_none()) {
            return Err(format!("`error`: {code} is no code of the table."));
        }
        if let Some(name) = wish.operation.as_ref().filter(|name| !routes().any(|route| route.name == **name)) {
            return Err(format!("`operation`: there is no {name}."));
        }
        if wish.delay.is_some_and(|delay| delay > DELAY_MAX) {
            return Err(format!("`delay` must be {DELAY_MAX} milliseconds at most."));
        }
        if wish.error.is_none() && wish.delay.is_none() && !wish.cut {
            return Err("One of `error`, `delay` and `cut` must be given.".to_owned());
        }
        self.last = self.last.saturating_add(1);
        let until = wish.seconds.map(|seconds| now.plus(seconds.saturating_mul(SECOND)));
        self.list.push(Fault { id: self.last, wish, until, seen: 0 });
        Ok(self.last)
    }

    /// Takes one fault away. False if there is no such fault.
    pub fn remove(&mut self, id: u64) -> bool {
        let before = self.list.len();
        self.list.retain(|fault| fault.id != id);
        self.list.len() < before
    }

    /// Takes all faults away.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Whether there is any.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What befalls this call. Each fault that it matches counts it; the oldest that is ready takes effect.
    pub fn strike(&mut self, request: &Request, now: Moment) -> Option<Effect> {
        self.list.retain(|fault| !fault.is_over(now));
        let operation = operation(request);
        let mut effect = None;
        for fault in self.list.iter_mut().filter(|fault| fault.wish.matches(request, operation)) {
            fault.seen = fault.seen.saturating_add(1);
            if effect.is_none() && fault.seen >= fault.wish.nth.unwrap_or(1) {
                effect = Some(Effect {
                    fault: fault.id,
                    delay: fault.wish.delay.unwrap_or(0),
                    error: fault.wish.error.and_then(Error::from_code),
                    cut: fault.wish.cut,
                });
            }
        }
        effect
    }

    /// The faults as the sandbox shows them.
    pub fn shown(&self, now: Moment) -> Value {
        let alive = self.list.iter().filter(|fault| !fault.is_over(now));
        let faults = alive.map(|fault| json!({ "id": fault.id, "fault": fault.wish, "seen": fault.seen }));
        json!({ "faults": faults.collect::<Vec<_>>() })
    }
}

impl Fault {
    fn is_over(&self, now: Moment) -> bool {
        let last = self.wish.count.map(|count| self.wish.nth.unwrap_or(1).saturating_add(count));
        self.until.is_some_and(|until| now >= until) || last.is_some_and(|last| self.seen.saturating_add(1) >= last)
    }
}

impl Wish {
    fn matches(&self, request: &Request, operation: Option<&str>) -> bool {
        self.method.as_ref().is_none_or(|method| method.eq_ignore_ascii_case(&request.method))
            && self.path.as_ref().is_none_or(|pattern| fits(pattern, &request.path))
            && self
                .token
                .as_deref()
                .is_none_or(|token| request.header("authorization").and_then(bearer::read) == Some(token))
            && self.operation.as_ref().is_none_or(|name| operation == Some(name))
    }
}

impl Effect {
    /// The answer in place of the service's; none if the call is done all the same.
    pub fn answer(&self, origin: &str, now: Moment) -> Option<Response> {
        let error = self.error?;
        let answer = ApiError::from(error).response(origin);
        if error != Error::RateLimit {
            return Some(answer);
        }
        let window = |limit, period: i64| {
            let left = now.floor(period).plus(period).0.saturating_sub(now.0);
            Window {
                limit,
                remaining: 0,
                reset: u32::try_from(left.saturating_add(999).wrapping_div(SECOND)).unwrap_or(0),
            }
        };
        let day = Window { remaining: LIMITED.per_day, ..window(LIMITED.per_day, DAY) };
        Some(rate::write(&Quota { day, minute: window(LIMITED.per_minute, MINUTE) }, answer))
    }
}

/// The name of the operation that a request asks for.
pub fn operation(request: &Request) -> Option<&'static str> {
    let method = if request.method == "HEAD" { "GET" } else { &request.method };
    match matched(method, &request.path) {
        Match::Found(route, _) => routes().nth(route).map(|route| route.name),
        Match::OtherMethod(_) | Match::Unknown => None,
    }
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(text) = text.strip_prefix(start) else { return false };
    (0..=text.len()).any(|skipped| text.get(skipped..).is_some_and(|text| fits(rest, text)))
}

#[cfg(test)]
mod tests {
    use super::{Error, Faults, Wish, fits};
    use crate::wire::dates::Moment;
    use crate::wire::http::Request;

    fn request(method: &str, path: &str) -> Request {
        Request {
            method: method.to_owned(),
            origin: String::new(),
            path: path.to_owned(),
            query: String::new(),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    fn wish(text: &str) -> Wish {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_fault_befalls_the_calls_that_it_was_wished_for() {
        let mut faults = Faults::default();
        faults.add(wish(r#"{"operation":"surveys.list","error":1051,"nth":2,"count":2}"#), Moment(0)).unwrap();
        let mut codes = Vec::new();
        for path in ["/v3/surveys", "/v3/groups", "/v3/surveys", "/v3/surveys", "/v3/surveys"] {
            codes.push(faults.strike(&request("GET", path), Moment(0)).and_then(|effect| effect.error));
        }
        let unavailable = Some(Error::Unavailable);
        assert_eq!(codes, [None, None, unavailable, unavailable, None]);
        assert!(faults.is_empty(), "what has done its work is gone");
    }

    #[test]
    fn a_fault_may_be_that_of_one_token() {
        let mut faults = Faults::default();
        faults.add(wish(r#"{"token":"one","error":1051}"#), Moment(0)).unwrap();
        let by = |token: &str| Request {
            headers: vec![("authorization".to_owned(), format!("Bearer {token}"))],
            ..request("GET", "/v3/surveys")
        };
        assert!(faults.strike(&by("other"), Moment(0)).is_none());
        assert!(faults.strike(&by("one"), Moment(0)).is_some());
    }

    #[test]
    fn a_fault_ends_with_its_time() {
        let mut faults = Faults::default();
        faults
            .add(wish(r#"{"path":"/v3/surveys/*/details","method":"get","cut":true,"seconds":10}"#), Moment(0))
            .unwrap();
        let call = request("GET", "/v3/surveys/1/details");
        assert!(faults.strike(&request("POST", "/v3/surveys/1/details"), Moment(9_999)).is_none());
        assert!(faults.strike(&call, Moment(9_999)).unwrap().cut);
        assert!(faults.strike(&call, Moment(10_000)).is_none());
    }

    #[test]
    fn a_fault_that_does_nothing_or_names_nothing_is_refused() {
        for text in [r#"{}"#, r#"{"error":9999}"#, r#"{"operation":"surveys.no","cut":true}"#, r#"{"delay":3600000}"#] {
            assert!(Faults::default().add(wish(text), Moment(0)).is_err(), "{text}");
        }
    }

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text, expected) in [
            ("/v3/*", "/v3/surveys/1", true),
            ("*/details", "/v3/surveys/1/details", true),
            ("/v3/surveys", "/v3/surveys/1", false),
            ("/v3/*/1*", "/v3/surveys/12", true),
            ("/v3/*/2", "/v3/surveys/12", false),
        ] {
            assert_eq!(fits(pattern, text), expected, "{pattern} {text}");
        }
    }
}
