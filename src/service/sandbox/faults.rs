//! Faults for testing: any error of the table, a delay, or a broken connection for matching calls.

use super::bad_request::BadRequest;
use super::fault_spec::{CallInfo, FaultSpec};
use crate::service::respond::error_response::ErrorAudience;
use crate::spec::errors::Error;
use crate::spec::limits::LIMITED;
use crate::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use crate::wire::http::Response;
use crate::wire::rate::{self, QuotaStatus, QuotaWindow};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Maximum number of faults at the same time.
const FAULTS_MAX: usize = 100;

/// An active fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct ActiveFault {
    id: u64,
    /// The name in stored states is older than that of the type.
    #[serde(rename = "wish")]
    spec: FaultSpec,
    until: Option<Timestamp>,
    seen: u64,
}

/// All faults, the oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faults {
    last: u64,
    list: Vec<ActiveFault>,
}

/// The effect of a fault on a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultEffect {
    /// Id of the fault.
    pub fault: u64,
    /// Milliseconds to wait.
    pub delay: u64,
    /// Code of the error to return.
    pub error: Option<u16>,
    /// Whether the connection breaks in the middle of the response.
    pub cut: bool,
}

impl Faults {
    /// Adds a fault. Returns its id.
    ///
    /// # Errors
    ///
    /// When a member is invalid, or there are too many faults.
    pub fn add_fault(&mut self, spec: FaultSpec, now: Timestamp) -> Result<u64, BadRequest> {
        self.list.retain(|fault| !fault.is_over(now));
        if self.list.len() >= FAULTS_MAX {
            let detail = format!("There are {FAULTS_MAX} faults already. Remove one first.");
            return Err(BadRequest::for_body(&detail));
        }
        spec.check_limits(now)?;
        self.last = self.last.saturating_add(1);
        let until = spec.ends_at(now);
        self.list.push(ActiveFault { id: self.last, spec, until, seen: 0 });
        Ok(self.last)
    }

    /// Removes a fault. False if it does not exist.
    pub fn remove_fault(&mut self, id: u64) -> bool {
        let before = self.list.len();
        self.list.retain(|fault| fault.id != id);
        self.list.len() < before
    }

    /// Removes all faults.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The effect on a call. Every matching fault counts the call; the oldest one that is ready takes effect.
    pub fn next_effect(&mut self, call: &CallInfo, now: Timestamp) -> Option<FaultEffect> {
        self.list.retain(|fault| !fault.is_over(now));
        let mut effect = None;
        for fault in self.list.iter_mut().filter(|fault| fault.spec.matches_call(call)) {
            fault.seen = fault.seen.saturating_add(1);
            if effect.is_none() && fault.seen >= fault.spec.nth.unwrap_or(1) {
                effect = Some(FaultEffect {
                    fault: fault.id,
                    delay: fault.spec.delay.unwrap_or(0),
                    error: fault.spec.error,
                    cut: fault.spec.cut,
                });
            }
        }
        effect
    }

    /// The faults in the JSON of the control API.
    pub fn to_json(&self, now: Timestamp) -> Value {
        let alive = self.list.iter().filter(|fault| !fault.is_over(now));
        json!({ "faults": alive.map(ActiveFault::to_json).collect::<Vec<_>>() })
    }
}

impl ActiveFault {
    fn is_over(&self, now: Timestamp) -> bool {
        self.calls_left() == Some(0) || self.until.is_some_and(|until| now >= until)
    }

    /// The number of calls that it still affects; `None` if unlimited.
    fn calls_left(&self) -> Option<u64> {
        let count = self.spec.count?;
        let last = self.spec.nth.unwrap_or(1).saturating_sub(1).saturating_add(count);
        Some(last.saturating_sub(self.seen).min(count))
    }

    fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "fault": self.spec,
            "seen": self.seen,
            "left": self.calls_left(),
            "until": self.until.map(|until| until.with_microseconds()),
        })
    }
}

impl FaultEffect {
    /// The response in place of the service's, in the form of the path; `None` if the call is done anyway.
    pub fn error_response(&self, audience: &ErrorAudience, now: Timestamp) -> Option<Response> {
        let error = Error::from_code(self.error?)?;
        let response = audience.refuse(error);
        if error != Error::RateLimit {
            return Some(response);
        }
        let window = |limit, period: i64| {
            let left = now.floor(period).saturating_add(period).0.saturating_sub(now.0);
            QuotaWindow {
                limit,
                remaining: 0,
                reset: u32::try_from(left.saturating_add(999).wrapping_div(SECOND)).unwrap_or(0),
            }
        };
        let day = QuotaWindow { remaining: LIMITED.per_day, ..window(LIMITED.per_day, DAY) };
        Some(rate::write_headers(&QuotaStatus { day, minute: window(LIMITED.per_minute, MINUTE) }, response))
    }
}

#[cfg(test)]
mod tests {
    use super::{CallInfo, FaultSpec, Faults};
    use crate::wire::dates::Timestamp;
    use crate::wire::http::Request;

    fn call(method: &str, path: &str, sent_to: &str, token: &str) -> CallInfo {
        let request = Request {
            method: method.to_owned(),
            origin: String::new(),
            path: path.to_owned(),
            query: String::new(),
            headers: vec![("authorization".to_owned(), format!("Bearer {token}"))],
            body: Vec::new(),
        };
        CallInfo::from_request(&request, sent_to)
    }

    fn get(path: &str) -> CallInfo {
        call("GET", path, path, "")
    }

    fn spec(text: &str) -> FaultSpec {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_fault_affects_only_matching_calls() {
        let mut faults = Faults::default();
        faults.add_fault(spec(r#"{"operation":"surveys.list","error":1051,"nth":2,"count":2}"#), Timestamp(0)).unwrap();
        let mut codes = Vec::new();
        for path in ["/v3/surveys", "/v3/groups", "/v3/surveys", "/v3/surveys", "/v3/surveys"] {
            codes.push(faults.next_effect(&get(path), Timestamp(0)).and_then(|effect| effect.error));
        }
        assert_eq!(codes, [None, None, Some(1051), Some(1051), None]);
        assert_eq!(
            faults.to_json(Timestamp(0))["faults"].as_array().unwrap().len(),
            0,
            "a fault that has done its work is removed"
        );
    }

    #[test]
    fn a_fault_shows_how_many_calls_it_has_seen_and_has_left() {
        let mut faults = Faults::default();
        faults.add_fault(spec(r#"{"cut":true,"nth":3,"count":2,"seconds":60}"#), Timestamp(0)).unwrap();
        let mut shown = Vec::new();
        for _ in 0..3 {
            faults.next_effect(&get("/v3/groups"), Timestamp(0));
            let fault = faults.to_json(Timestamp(0))["faults"][0].clone();
            shown.push((fault["seen"].as_u64().unwrap(), fault["left"].as_u64().unwrap()));
            assert_eq!(fault["until"], "1970-01-01T00:01:00.000000+00:00");
        }
        assert_eq!(shown, [(1, 2), (2, 2), (3, 1)]);
        faults.add_fault(spec(r#"{"delay":5,"until":"1970-01-01T00:00:09"}"#), Timestamp(0)).unwrap();
        let fault = &faults.to_json(Timestamp(8_999))["faults"][1];
        assert!(fault["left"].is_null() && fault["until"] == "1970-01-01T00:00:09.000000+00:00", "{fault}");
        assert!(faults.to_json(Timestamp(9_000))["faults"][1].is_null());
    }

    #[test]
    fn a_fault_can_match_one_token() {
        let mut faults = Faults::default();
        faults.add_fault(spec(r#"{"token":"one","error":1051}"#), Timestamp(0)).unwrap();
        let by = |token: &str| call("GET", "/v3/surveys", "/v3/surveys", token);
        assert!(faults.next_effect(&by("other"), Timestamp(0)).is_none());
        assert!(faults.next_effect(&by("one"), Timestamp(0)).is_some());
    }

    #[test]
    fn a_path_can_be_that_of_the_gateway_or_that_of_the_service() {
        let through = call("GET", "/v3/surveys", "/api/v3/surveys", "");
        for (path, direct) in [("/api/*", false), ("/v3/*", true)] {
            let mut faults = Faults::default();
            faults.add_fault(spec(&format!(r#"{{"path":"{path}","error":1051}}"#)), Timestamp(0)).unwrap();
            assert!(faults.next_effect(&through, Timestamp(0)).is_some(), "{path}");
            assert_eq!(faults.next_effect(&get("/v3/surveys"), Timestamp(0)).is_some(), direct, "{path}");
        }
    }

    #[test]
    fn a_fault_ends_after_its_duration() {
        let mut faults = Faults::default();
        let text = r#"{"path":"/v3/surveys/*/details","method":"get","cut":true,"seconds":10}"#;
        faults.add_fault(spec(text), Timestamp(0)).unwrap();
        let path = "/v3/surveys/1/details";
        assert!(faults.next_effect(&call("POST", path, path, ""), Timestamp(9_999)).is_none());
        assert!(faults.next_effect(&get(path), Timestamp(9_999)).unwrap().cut);
        assert!(faults.next_effect(&get(path), Timestamp(10_000)).is_none());
    }

    #[test]
    fn the_error_of_an_invalid_fault_names_the_member() {
        for (text, member) in [
            ("{}", "error"),
            (r#"{"error":9999}"#, "error"),
            (r#"{"operation":"surveys.no","cut":true}"#, "operation"),
            (r#"{"delay":3600000}"#, "delay"),
            (r#"{"cut":true,"count":0}"#, "count"),
            (r#"{"cut":true,"nth":0}"#, "nth"),
            (r#"{"cut":true,"seconds":0}"#, "seconds"),
            (r#"{"cut":true,"until":"1970-01-01T00:00:00"}"#, "until"),
            (r#"{"cut":true,"until":"soon"}"#, "until"),
            (r#"{"cut":true,"path":"v3"}"#, "path"),
            (r#"{"cut":true,"method":"G T"}"#, "method"),
        ] {
            let bad = Faults::default().add_fault(spec(text), Timestamp(1)).unwrap_err();
            assert_eq!(bad.field.as_deref(), Some(member), "{text}");
        }
    }
}
