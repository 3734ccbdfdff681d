//! The journal: the last requests, their answers and what the quota said, without any secret.

use super::faults::operation;
use crate::spec::limits::RATE_HEADERS;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use serde_json::{Map, Value, json};
use std::collections::VecDeque;

/// Requests that are remembered.
pub const ENTRIES_MAX: usize = 500;

/// Bytes of a body that are remembered.
const BODY_MAX: usize = 4096;

/// Members of a body, and parameters of a query, whose values are left out.
const SECRETS: [&str; 9] = [
    "authorization",
    "password",
    "client_secret",
    "access_token",
    "token",
    "code",
    "api_key",
    "secret",
    "code_verifier",
];

/// The last requests, the oldest first.
#[derive(Debug, Default)]
pub struct Journal {
    entries: VecDeque<Value>,
    count: u64,
}

impl Journal {
    /// Notes a request and its answer. `fault` is the fault that befell it.
    pub fn note(&mut self, request: &Request, answer: &Response, now: Moment, fault: Option<u64>) {
        self.count = self.count.saturating_add(1);
        let quota: Map<String, Value> = RATE_HEADERS
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), Value::from(answer.header(name)?.parse::<u32>().ok()?))))
            .collect();
        let json = body(&answer.body);
        self.entries.push_back(json!({
            "number": self.count,
            "at": now.with_microseconds(),
            "method": request.method,
            "origin": request.origin,
            "path": request.path,
            "query": query(&request.query),
            "operation": operation(request),
            "request": body(&request.body),
            "status": answer.status,
            "error": json.pointer("/error/id").cloned(),
            "answer": json,
            "quota": if quota.is_empty() { Value::Null } else { quota.into() },
            "fault": fault,
        }));
        while self.entries.len() > ENTRIES_MAX {
            self.entries.pop_front();
        }
    }

    /// The entries, the newest first.
    pub fn shown(&self) -> Value {
        json!({ "requests": self.entries.iter().rev().collect::<Vec<_>>() })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

/// A body that is JSON and short enough, without secrets; of any other only its length.
fn body(bytes: &[u8]) -> Value {
    if bytes.is_empty() {
        return Value::Null;
    }
    match serde_json::from_slice::<Value>(bytes) {
        Ok(mut value) if bytes.len() <= BODY_MAX => {
            redact(&mut value);
            value
        }
        _ => json!(format!("{} bytes", bytes.len())),
    }
}

fn is_secret(name: &str) -> bool {
    SECRETS.iter().any(|secret| name.eq_ignore_ascii_case(secret))
}

fn redact(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(redact),
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                if is_secret(name) {
                    *member = "(secret)".into();
                } else {
                    redact(member);
                }
            }
        }
        _ => {}
    }
}

fn query(text: &str) -> String {
    let kept = text.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) if is_secret(name) => format!("{name}=(secret)"),
        _ => pair.to_owned(),
    });
    kept.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::{ENTRIES_MAX, Journal};
    use crate::wire::dates::Moment;
    use crate::wire::http::{Request, Response};

    #[test]
    fn the_journal_keeps_the_last_requests_and_no_secret() {
        let mut journal = Journal::default();
        let request = Request {
            method: "POST".to_owned(),
            origin: "http://127.0.0.1:1".to_owned(),
            path: "/v3/webhooks".to_owned(),
            query: "page=1&api_key=hush".to_owned(),
            headers: vec![("authorization".to_owned(), "bearer hush".to_owned())],
            body: br#"{"name":"x","authorization":"hush","deep":[{"password":"hush"}]}"#.to_vec(),
        };
        let answer = Response::json(200, r#"{"access_token":"hush","id":"1"}"#).with("set-cookie", "hush");
        for _ in 0..=ENTRIES_MAX {
            journal.note(&request, &answer, Moment(0), None);
        }
        let shown = journal.shown();
        assert_eq!(shown["requests"].as_array().unwrap().len(), ENTRIES_MAX);
        assert_eq!(shown["requests"][0]["operation"], "webhooks.create");
        assert_eq!(shown["requests"][0]["answer"]["id"], "1");
        assert!(!shown.to_string().contains("hush"), "{shown}");
    }
}
