//! The journal: the last requests, their answers and what the quota said, without any secret.

use super::faults::operation;
use crate::spec::limits::RATE_HEADERS;
use crate::wire::bearer;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use serde_json::{Map, Value, json};
use std::collections::VecDeque;

/// Requests that are remembered.
pub const ENTRIES_MAX: usize = 500;

/// What stands in a secret's place.
const HIDDEN: &str = "(secret)";

/// Parameters of a query whose values are left out.
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
        let operation = operation(request);
        let token = request.header("authorization").and_then(bearer::read);
        let plain = |text: String| token.map_or_else(|| text.clone(), |token| text.replace(token, HIDDEN));
        self.entries.push_back(json!({
            "number": self.count,
            "at": now.with_microseconds(),
            "method": request.method,
            "origin": request.origin,
            "path": plain(path(&request.path, operation.is_some())),
            "query": plain(query(&request.query, operation.is_some())),
            "operation": operation,
            "status": answer.status,
            "error": error_id(answer),
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

/// The `id` of an error's body; nothing else of a body is remembered.
fn error_id(answer: &Response) -> Option<Value> {
    let body = (answer.status >= 400).then_some(&answer.body)?;
    serde_json::from_slice::<Value>(body).ok()?.pointer("/error/id").cloned()
}

fn is_secret(name: &str) -> bool {
    SECRETS.iter().any(|secret| name.eq_ignore_ascii_case(secret))
}

/// A path without what may be a key of somebody's: whole where an operation has it or it is short, else its beginning.
fn path(path: &str, is_operation: bool) -> String {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next(), parts.next()) {
        _ if is_operation => path.to_owned(),
        (Some("r"), ..) => format!("/r/{HIDDEN}"),
        (Some(first), Some(second), Some(_)) => format!("/{first}/{second}/{HIDDEN}"),
        _ => path.to_owned(),
    }
}

/// A query with the values of an operation's parameters; of any other request the names alone.
fn query(text: &str, is_operation: bool) -> String {
    let kept = text.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) if is_secret(name) || !is_operation => format!("{name}={HIDDEN}"),
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
        assert!(!shown.to_string().contains("hush"), "{shown}");
    }

    #[test]
    fn neither_a_body_nor_a_key_in_an_address_is_remembered() {
        let mut journal = Journal::default();
        for (path, query) in [
            ("/r/hush", "x=hush"),
            ("/account/confirm/hush", ""),
            ("/oauth/authorize", "state=hush"),
            ("/v3/surveys", "title=hush"),
            ("/v3/hush", ""),
        ] {
            let request = Request {
                method: "GET".to_owned(),
                origin: "http://127.0.0.1:1".to_owned(),
                path: path.to_owned(),
                query: query.to_owned(),
                headers: vec![("authorization".to_owned(), "bearer hush".to_owned())],
                body: br#"{"title":"hush"}"#.to_vec(),
            };
            journal.note(&request, &Response::json(200, r#"{"title":"hush"}"#), Moment(0), None);
        }
        let shown = journal.shown();
        assert!(!shown.to_string().contains("hush"), "{shown}");
    }
}
